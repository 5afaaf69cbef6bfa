//! From the prover's values to a run that a person can follow, or to the reason why there is none.
//!
//! Reading order: `candidate` (the path through the cut program, as the formula sees it), `replay` (the run, as the
//! interpreter sees it). A counterexample counts as a refutation only if the interpreter, where loops iterate and bodies
//! run, fails at the same check (`DESIGN.md` §1).

mod candidate;
mod replay;

use invar_base::Budget;
use invar_gcl::{ImplId, Program};
use invar_solve::Prover;

use crate::discharge::Counterexample;
use crate::prepare::Prepared;
use crate::verdict::{CheckOutcome, Unknown};

/// A refutation if the counterexample replays, else `Unknown` with the cause and the values.
pub fn explain(
    program: &Program,
    impl_id: ImplId,
    prepared: &Prepared,
    counterexample: &Counterexample,
    prover: &mut dyn Prover,
    budget: &Budget,
) -> CheckOutcome {
    match replay::replay(program, impl_id, prepared, counterexample, prover, budget) {
        Ok(trace) => CheckOutcome::Refuted(trace),
        Err((cause, detail)) => {
            let candidate = Some(candidate::candidate(prepared, counterexample));
            CheckOutcome::Unknown(Unknown { cause, detail, candidate })
        }
    }
}
