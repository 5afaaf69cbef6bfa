//! From the prover's values to a run that a person can follow, or to the reason why there is none.
//!
//! Reading order: `candidate` (the path through the cut program, as the formula sees it), `state` (questions about one
//! concrete state), `replay` (the run, as the interpreter sees it), `run` (the run as text). A counterexample counts as a
//! refutation only if the interpreter, where loops iterate and bodies run, fails at that check (`DESIGN.md` §1).

mod candidate;
mod state;
mod replay;
mod run;

use invar_base::Budget;
use invar_gcl::interp::Failure;
use invar_gcl::{Check, ImplId, Program};

use crate::discharge::Counterexample;
use crate::prepare::Prepared;
use crate::provers::Provers;
use crate::verdict::{Trace, Unknown};
pub use replay::shows;
use replay::{Replay, replay};

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

impl RealFailure {
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
    provers: &dyn Provers,
    budget: &Budget,
) -> Explained {
    match replay(program, impl_id, prepared, counterexample, provers, budget) {
        Replay::Fails(failing) => {
            let trace = run::trace_of_run(program, &failing);
            Explained::Run(RealFailure { failure: failing.failure, trace })
        }
        Replay::No(cause, detail) => {
            let candidate = Some(candidate::candidate(prepared, counterexample));
            Explained::NoRun(Unknown { cause, detail, candidate })
        }
    }
}

/// The path that the formula could not exclude, for a check that the run did not refute.
pub fn candidate_of(prepared: &Prepared, counterexample: &Counterexample) -> Trace {
    candidate::candidate(prepared, counterexample)
}
