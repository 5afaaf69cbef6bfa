//! Re-checks evidence from the program text, in a fresh session, with nothing that found it (`DESIGN.md` §1).
//!
//! This is the only place that makes a [`Proved`]. What it shares with the search (the stages from calls to formula, and
//! the prover) is what the interpreter, `wp` and the second solver referee.

use invar_base::Budget;
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool};
use invar_solve::{Limit, Prover};

use crate::discharge::{CheckAnswer, Discharged, discharge};
use crate::loops::ExtraInvariants;
use crate::prepare::{Prepared, loop_invariants, prepare};
use crate::vc::compact::{outcomes, plain_failure};
use crate::verdict::{Cause, Evidence, Proved, Unknown};

/// Does the evidence prove the implementation?
pub fn certify(
    program: &Program,
    impl_id: ImplId,
    evidence: &Evidence,
    prover: &mut dyn Prover,
    budget: &Budget,
) -> Result<Proved, Unknown> {
    let extra = extra_invariants(evidence);
    let mut prepared = prepare(program, impl_id, &extra)?;
    let limit = Limit::from(budget);
    let discharged = discharge(&mut prepared.pool, &prepared.facts, &prepared.passive, prover, &limit);
    match conclude(program, &prepared, &extra, &discharged) {
        Some(proved) => Ok(proved),
        None => Err(first_open(&discharged)),
    }
}

/// A proof, if every check of the prepared implementation holds.
pub(crate) fn conclude(
    program: &Program,
    prepared: &Prepared,
    extra: &ExtraInvariants,
    discharged: &Discharged,
) -> Option<Proved> {
    let asserted = crate::discharge::asserted_checks(&prepared.passive);
    let answered: Vec<_> = discharged.answers.iter().map(|(check, _)| *check).collect();
    let all_hold = discharged.answers.iter().all(|(_, answer)| matches!(answer, CheckAnswer::Holds { .. }));
    (all_hold && asserted == answered)
        .then(|| Proved::from_checked(Evidence { loops: loop_invariants(program, &prepared.acyclic.heads, extra) }))
}

fn first_open(discharged: &Discharged) -> Unknown {
    let open = discharged.answers.iter().find_map(|(_, answer)| match answer {
        CheckAnswer::Holds { .. } => None,
        CheckAnswer::Fails(_) => Some(Unknown::new(Cause::NotInductive, "a check does not follow from the evidence")),
        CheckAnswer::Open(reason) => Some(Unknown::from_reason(reason)),
    });
    open.unwrap_or_else(|| Unknown::new(Cause::Incomplete, "not every check was answered"))
}

/// The proof obligation as formulas: they contradict each other exactly if the evidence proves the implementation.
/// For any SMT-LIB solver.
pub fn obligation(program: &Program, impl_id: ImplId, evidence: &Evidence) -> Result<(TermPool, Vec<Term>), Unknown> {
    let extra = extra_invariants(evidence);
    Ok(formulas(prepare(program, impl_id, &extra)?))
}

/// Says that the formulas contradict each other, or else why it cannot say so.
pub type Contradict<'a> = dyn FnMut(&TermPool, &[Term]) -> Result<(), Unknown> + 'a;

/// Does the evidence prove the implementation, in the opinion of somebody else, such as another solver?
pub fn certify_by(
    program: &Program,
    impl_id: ImplId,
    evidence: &Evidence,
    contradict: &mut Contradict<'_>,
) -> Result<Proved, Unknown> {
    let extra = extra_invariants(evidence);
    let prepared = prepare(program, impl_id, &extra)?;
    let loops = loop_invariants(program, &prepared.acyclic.heads, &extra);
    let (pool, formulas) = formulas(prepared);
    contradict(&pool, &formulas)?;
    Ok(Proved::from_checked(Evidence { loops }))
}

fn formulas(prepared: Prepared) -> (TermPool, Vec<Term>) {
    let Prepared { mut pool, passive, mut facts, .. } = prepared;
    let outcomes = outcomes(&mut pool, &passive, &mut plain_failure);
    facts.push(outcomes.wrong);
    (pool, facts)
}

fn extra_invariants(evidence: &Evidence) -> ExtraInvariants {
    evidence.loops.iter().map(|known| (known.head, known.invariant.clone())).collect()
}
