//! From the prover's values to a run that a person can follow, or to the reason why there is none.
//!
//! Reading order: `candidate` (the path through the cut program, as the formula sees it), `state` (questions about one
//! concrete state), `replay` (the run, as the interpreter sees it), `names` (what the source calls things), `run` (the run as text). A counterexample counts as a
//! refutation only if the interpreter, where loops iterate and bodies run, fails at that check (`ARCHITECTURE.md`, *What an answer promises*).

mod candidate;
mod state;
mod replay;
mod names;
mod run;

use invar_gcl::interp::{Failure, Inputs, Outcome, Run, State};
use invar_gcl::{Check, CheckKind, ImplId, Program};
use invar_logic::Term;
use invar_solve::Limit;

use crate::discharge::Counterexample;
use crate::means::Means;
use crate::prepare::Prepared;
use crate::provers::Provers;
use crate::verdict::{Cause, Trace, Unknown};
use replay::{FailingRun, Replay, approximated, not_modelled, replay};
pub use replay::{model_inputs, shows};
use state::{Truth, decide_on_state, facts_are_consistent};

/// What became of a counterexample.
pub enum Explained {
    /// A run that fails, not necessarily at the check that was asked about.
    Run(RealFailure),
    NoRun(Unknown),
}

/// A failing run of the program.
pub struct RealFailure {
    failure: Failure,
    pub trace: Trace,
}

/// What a run is worth.
pub enum Judged {
    Fails(Box<RealFailure>),
    /// It fails, but went through a construct that is not modelled exactly.
    Approximated(Box<Unknown>),
    No,
}

/// Does the run show that the program is wrong?
pub fn judge(
    program: &Program,
    impl_id: ImplId,
    inputs: Inputs,
    run: Run,
    provers: &dyn Provers,
    limit: &Limit,
) -> Judged {
    let Outcome::Failed(failure) = &run.outcome else { return Judged::No };
    let failure = failure.clone();
    if let Some(construct) = approximated(program, &failure.state) {
        return Judged::Approximated(Box::new(Unknown::new(Cause::Unsupported, not_modelled(construct))));
    }
    let is_possible = run.undecided_axioms.is_empty()
        || facts_are_consistent(program, impl_id, &inputs, &run.decisions, provers, limit);
    if !is_possible {
        return Judged::No;
    }
    let failing = FailingRun { inputs, failure, run };
    let trace = run::trace_of_run(program, &failing);
    Judged::Fails(Box::new(RealFailure { failure: failing.failure, trace }))
}

/// The truth of a formula in a state, as far as the prover can say it.
pub fn decide(program: &Program, term: Term, state: &State, provers: &dyn Provers, limit: &Limit) -> Option<bool> {
    match decide_on_state(program, term, state, provers, limit) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Open => None,
    }
}

impl RealFailure {
    /// The check that fails, as a report states it.
    pub fn check(&self, program: &Program) -> Check {
        let Failure { check, kind, span, related, .. } = &self.failure;
        let declared = check.and_then(|check| program.checks.get(check)).cloned();
        let related = if *kind == CheckKind::Postcondition { None } else { *related };
        Check { kind: *kind, related, ..declared.unwrap_or_else(|| Check::new(*kind, *span)) }
    }

    /// What kind of check fails.
    pub fn kind(&self) -> CheckKind {
        self.failure.kind
    }

    /// Does this run refute the check?
    pub fn refutes(&self, check: &Check) -> bool {
        shows(&self.failure, check)
    }
}

pub fn explain(
    program: &Program,
    impl_id: ImplId,
    prepared: &Prepared,
    counterexample: &Counterexample,
    means: &Means<'_>,
) -> Explained {
    match replay(program, impl_id, prepared, counterexample, means) {
        Replay::Fails(failing) => {
            let trace = run::trace_of_run(program, &failing);
            Explained::Run(RealFailure { failure: failing.failure, trace })
        }
        Replay::No(cause, detail) => {
            let candidate = Some(candidate::candidate(program, prepared, counterexample));
            Explained::NoRun(Unknown { cause, detail, candidate })
        }
    }
}

/// The path that the formula could not exclude, for a check that the run did not refute.
pub fn candidate_of(program: &Program, prepared: &Prepared, counterexample: &Counterexample) -> Trace {
    candidate::candidate(program, prepared, counterexample)
}
