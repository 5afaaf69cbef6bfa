//! The one place where the app meets the engine and the provers. Everything above talks to these few functions, so that a new
//! engine is a change in this file; a new language is one of `invar_front::Language`.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex, PoisonError};

use invar_base::Budget;
use invar_engine::conditions::{WeakestConditions, verify_conditionally, weakest_conditions};
use invar_engine::missing::missing_requires;
use invar_engine::prepare::{Prepared, prepare_alone};
use invar_engine::task::Task;
use invar_engine::template::Fixpoint;
use invar_engine::vc::compact::{outcomes, plain_failure};
pub use invar_engine::vc::name::Cutoff;
use invar_engine::vc::name::name_shared;
use invar_engine::vc::wp::{wp, wp_size};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Cause, Evidence, ImplReport, Means, Proved, Provers, Quantifiers, Unknown};
use invar_front::c::CheckSet;
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool, lift_lambdas};
use invar_solve::smtlib::{Opinion, ProcessSolver, ScriptOptions, script};
use invar_solve::z3::{SessionOptions, Workspace, Z3Session};
use invar_solve::{Answer, Limit, Prover, Reason, Statistics};

/// A term of the program as its author would write it.
pub fn show_term(program: &Program, term: Term) -> String {
    invar_gcl::boogie::print::show_term(program, &program.pool, term)
}

/// Which engine answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// What is best for each check.
    #[default]
    Auto,
    /// The same, but nothing is looked for backward from errors.
    Forward,
    /// Proofs from the invariants and contracts of the text alone; runs only as far as those lead to them.
    Proof,
    /// Runs of growing length, without invariants.
    Bounded,
    /// Proofs with invariants that are found backward from errors, and runs for what that leaves open.
    Backward,
    /// Proofs with invariants that are instances of templates, by one algorithm or by all, and runs for what that leaves open.
    Templates(Option<Fixpoint>),
    /// Proofs with invariants from predicates that spurious paths ask for, and runs for what that leaves open.
    Slam,
}

/// One implementation to its report; what the provers did is added to the counter. A run that fails at a decisive check is all
/// that is asked for.
pub fn verify(
    choice: EngineChoice,
    decisive: CheckSet,
    program: &Program,
    impl_id: ImplId,
    budget: &Budget,
    counter: &Counter,
) -> ImplReport {
    let strategy = match choice {
        EngineChoice::Auto => Strategy::Auto,
        EngineChoice::Forward => Strategy::Forward,
        EngineChoice::Proof => Strategy::Proof,
        EngineChoice::Bounded => Strategy::Bounded,
        EngineChoice::Backward => Strategy::Backward,
        EngineChoice::Templates(fixpoint) => Strategy::Templates(fixpoint),
        EngineChoice::Slam => Strategy::Slam,
    };
    let provers = Sharing::new(counter);
    let means = Means::new(&provers, budget).until(move |kind| decisive.has(kind));
    let conditions = program
        .conditions
        .get(&program.impls[impl_id].proc)
        .filter(|_| matches!(strategy, Strategy::Auto | Strategy::Forward));
    if let Some(choices) = conditions {
        return verify_conditionally(strategy, program, impl_id, choices, &means);
    }
    let report = verify_with(strategy, program, impl_id, &means);
    let missing = missing_requires(strategy, program, &report, &means);
    ImplReport { missing, ..report }
}

/// The maximally-weak preconditions under which an implementation is proved, by one of SG09's algorithms (§6).
pub fn weakest(
    fixpoint: Fixpoint,
    program: &Program,
    impl_id: ImplId,
    budget: &Budget,
    counter: &Counter,
) -> Option<WeakestConditions> {
    weakest_conditions(program, impl_id, fixpoint, &Means::new(&Sharing::new(counter), budget))
}

/// Proves an implementation again, from the program, the invariants of its text and those of the evidence, or by unrolling
/// it to a depth that no run exceeds: in a fresh session of the default prover, or by another solver's command line.
pub fn certify(
    program: &Program,
    impl_id: ImplId,
    evidence: &Evidence,
    solver: Option<&str>,
    budget: &Budget,
    counter: &Counter,
) -> Result<Proved, Unknown> {
    let Some(command) = solver else {
        return invar_engine::certify::certify(program, impl_id, evidence, &Means::new(&Sharing::new(counter), budget));
    };
    let solver = process_solver(command);
    let mut contradict = |pool: &TermPool, formulas: &[Term]| {
        let text = script(pool, formulas, &ScriptOptions::default());
        match solver.run(&text, &Limit::from(budget)) {
            Opinion::Unsat => Ok(()),
            Opinion::Sat => Err(Unknown::new(Cause::Incomplete, format!("`{command}` finds the proof wrong"))),
            Opinion::Unknown(reason) => Err(Unknown::from_reason(&reason)),
        }
    };
    invar_engine::certify::certify_by(program, impl_id, evidence, &mut contradict)
}

/// What a proof of the implementation rests on beside its text.
pub fn assumptions(program: &Program, impl_id: ImplId, budget: &Budget) -> Vec<String> {
    let mut assumptions = program.assumptions.clone();
    if let Ok(task) = Task::new(program, impl_id, budget) {
        assumptions.extend(task.body.assumptions);
    }
    assumptions
}

/// A bare name of a solver that we know gets the options that make it read its standard input.
fn process_solver(command: &str) -> ProcessSolver {
    match command.trim() {
        "cvc5" => ProcessSolver::cvc5(),
        "z3" => ProcessSolver::z3(),
        other => ProcessSolver::new(other.split_whitespace()),
    }
}

/// The two ways to make a verification condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcMethod {
    /// FS01 §4.
    Wp,
    /// FS01 §6, with its cutoff K.
    Compact(Cutoff),
}

/// The translation would be larger than anybody wants.
pub struct TooBig;

/// Tree nodes beyond which a formula is called too big, and new terms beyond which it is not built.
const MAX_SIZE: u128 = 1_000_000_000_000;
const MAX_TERMS: usize = 2_000_000;

/// The size of the verification condition as written.
pub fn vc_size(program: &Program, impl_id: ImplId, method: VcMethod) -> Result<Result<u128, TooBig>, Unknown> {
    let mut prepared = prepare_alone(program, impl_id, &Default::default())?;
    let size = match method {
        VcMethod::Wp => wp_size(&prepared.pool, &prepared.acyclic),
        VcMethod::Compact(cutoff) => {
            let condition = compact(&mut prepared);
            u128::from(name_shared(&mut prepared.pool, condition, cutoff).size(&prepared.pool))
        }
    };
    Ok(if size > MAX_SIZE { Err(TooBig) } else { Ok(size) })
}

/// The verification condition as a script: *unsat* means that it holds.
pub fn vc_script(program: &Program, impl_id: ImplId, method: VcMethod) -> Result<Result<String, TooBig>, Unknown> {
    let mut prepared = prepare_alone(program, impl_id, &Default::default())?;
    let mut assertions = prepared.facts.clone();
    match method {
        VcMethod::Wp => match wp(&mut prepared.pool, &prepared.acyclic, Term::TRUE, MAX_TERMS) {
            Err(_) => return Ok(Err(TooBig)),
            Ok(condition) => {
                let failure = prepared.pool.not(condition);
                let lifted = lift_lambdas(&mut prepared.pool, &[failure]);
                assertions.extend(lifted.axioms);
                assertions.extend(lifted.roots);
            }
        },
        VcMethod::Compact(cutoff) => {
            let condition = compact(&mut prepared);
            let named = name_shared(&mut prepared.pool, condition, cutoff);
            for (name, definition) in named.definitions {
                let name = prepared.pool.var(name);
                assertions.push(prepared.pool.eq(name, definition));
            }
            assertions.push(prepared.pool.not(named.formula));
        }
    }
    let title = format!("{}: unsat means that every check holds", program.impl_name(impl_id));
    Ok(Ok(script(&prepared.pool, &assertions, &ScriptOptions { title })))
}

/// ¬W.S
fn compact(prepared: &mut Prepared) -> Term {
    let outcomes = outcomes(&mut prepared.pool, &prepared.passive, &mut plain_failure);
    prepared.pool.not(outcomes.wrong)
}

/// A session of the default prover. One that cannot be had answers nothing, so nothing is proved by it.
fn prover(session: Result<Z3Session, Reason>) -> Box<dyn Prover> {
    match session {
        Ok(session) => Box::new(session),
        Err(_) => Box::new(invar_solve::Scripted::new([])),
    }
}

fn options(quantifiers: Quantifiers) -> SessionOptions {
    SessionOptions { mbqi: quantifiers == Quantifiers::Models }
}

/// Counted sessions for one implementation, which share a workspace: so its answers depend on nothing else, and a session costs
/// little.
struct Sharing<'a> {
    counter: &'a Counter,
    workspace: OnceCell<Result<Workspace, Reason>>,
}

impl<'a> Sharing<'a> {
    fn new(counter: &'a Counter) -> Sharing<'a> {
        Sharing { counter, workspace: OnceCell::new() }
    }
}

impl Provers for Sharing<'_> {
    fn note(&self, text: &str) {
        self.counter.note(text);
    }

    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let workspace = self.workspace.get_or_init(Workspace::new).clone();
        let session = workspace.and_then(|workspace| workspace.session(options(quantifiers)));
        Box::new(Counted { inner: prover(session), counter: self.counter.clone() })
    }
}

/// Adds up the statistics of every prover that it made, when the prover is dropped.
#[derive(Clone, Default)]
pub struct Counter {
    statistics: Arc<Mutex<Statistics>>,
    /// Who is told how the work goes on.
    listener: Option<fn(&str)>,
}

impl Provers for Counter {
    fn note(&self, text: &str) {
        if let Some(listener) = self.listener {
            listener(text);
        }
    }

    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        Box::new(Counted { inner: prover(Z3Session::new(options(quantifiers))), counter: self.clone() })
    }
}

impl Counter {
    pub fn total(&self) -> Statistics {
        self.statistics.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One that tells how the work goes on.
    pub fn telling(listener: Option<fn(&str)>) -> Counter {
        Counter { listener, ..Counter::default() }
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
        self.counter.statistics.lock().unwrap_or_else(PoisonError::into_inner).add(self.inner.statistics());
    }
}
