//! Re-checks evidence from the program text, in a fresh session, with nothing that found it (`ARCHITECTURE.md`).
//!
//! This is the only place that makes a [`Proved`]. What it shares with the search (the stages from calls to formula, and
//! the prover) is what the interpreter, `wp` and the second solver referee.

use invar_base::{Budget, Effort, Stop};
use invar_gcl::{CheckId, ImplId, Program};
use invar_logic::{Term, TermPool};

use crate::discharge::{CheckAnswer, Discharged, Settled, answers, discharge, reconsider};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::passive::{Passive, asserted_checks};
use crate::prepare::{Prepared, loop_invariants, prepare, prepare_alone};
use crate::shares::Stage;
use crate::task::Task;
use crate::unroll::{Plan, Purpose, Unrolled, unroll};
use crate::vc::compact::{outcomes, plain_failure};
use crate::verdict::{Cause, Evidence, Proved, Unknown};

/// Does the evidence prove the implementation?
pub fn certify(program: &Program, impl_id: ImplId, evidence: &Evidence, means: &Means<'_>) -> Result<Proved, Unknown> {
    let budget = &means.budget;
    if let Some(depth) = evidence.unrolled {
        let Unrolled { mut pool, passive, facts, .. } = unrolled(program, impl_id, depth, budget)?;
        let asserted = asserted_checks(&passive);
        let answers = answers(&mut pool, &facts, &passive, means);
        return match all_hold(&asserted, &answers) {
            true => Ok(Proved::from_checked(Evidence { loops: Vec::new(), unrolled: Some(depth) })),
            false => Err(first_open(&answers)),
        };
    }
    let extra = extra_invariants(evidence);
    let task = Task::new(program, impl_id, budget)?;
    let mut prepared = prepare(&task, &extra, budget)?;
    let settled = Settled::default();
    let Prepared { pool, facts, passive, .. } = &mut prepared;
    let mut discharged = discharge(pool, facts, passive, &settled, means);
    reconsider(pool, facts, passive, &mut discharged, &settled, &means.share(Stage::Models));
    match conclude(&task, &prepared, &extra, &discharged) {
        Some(proved) => Ok(proved),
        None => Err(first_open(&discharged.answers)),
    }
}

/// Blocks of an unrolled program that is proved.
const MOST_BLOCKS: usize = 100_000;

/// All runs up to the depth, all their checks, and the check that none is longer.
pub(crate) fn unrolled(program: &Program, impl_id: ImplId, depth: u32, budget: &Budget) -> Result<Unrolled, Unknown> {
    let plan = Plan { depth, most_blocks: MOST_BLOCKS, purpose: Purpose::All };
    unroll(program, impl_id, &plan, budget).map_err(|stop| match stop {
        Stop::Deadline => Unknown::new(Cause::Deadline, "the time limit was reached"),
        Stop::Interrupted => Unknown::new(Cause::Interrupted, "interrupted"),
        Stop::Memory => Unknown::new(Cause::Memory, "the memory limit was reached"),
    })
}

/// A proof, if every check of the prepared implementation holds.
pub(crate) fn conclude(
    task: &Task<'_>,
    prepared: &Prepared,
    extra: &ExtraInvariants,
    discharged: &Discharged,
) -> Option<Proved> {
    all_hold(&asserted_checks(&prepared.passive), &discharged.answers).then(|| {
        let loops = loop_invariants(task.program, &task.heads, extra);
        Proved::from_checked(Evidence { loops, unrolled: None })
    })
}

/// Was every check that is asserted answered, and answered that it holds?
fn all_hold(asserted: &[CheckId], answers: &[(CheckId, CheckAnswer)]) -> bool {
    let mut answered: Vec<CheckId> = answers.iter().map(|(check, _)| *check).collect();
    answered.sort_unstable();
    answers.iter().all(|(_, answer)| matches!(answer, CheckAnswer::Holds { .. })) && asserted == answered
}

fn first_open(answers: &[(CheckId, CheckAnswer)]) -> Unknown {
    let open = answers.iter().find_map(|(_, answer)| match answer {
        CheckAnswer::Holds { .. } => None,
        CheckAnswer::Fails(_) => Some(Unknown::new(Cause::NotInductive, "a check does not follow from the evidence")),
        CheckAnswer::Open(reason) => Some(Unknown::from_reason(reason)),
    });
    open.unwrap_or_else(|| Unknown::new(Cause::Incomplete, "not every check was answered"))
}

/// The proof obligation as formulas: they contradict each other exactly if the evidence proves the implementation.
/// For any SMT-LIB solver.
pub fn obligation(program: &Program, impl_id: ImplId, evidence: &Evidence) -> Result<(TermPool, Vec<Term>), Unknown> {
    if let Some(depth) = evidence.unrolled {
        let Unrolled { pool, passive, facts, .. } = unrolled(program, impl_id, depth, &unlimited())?;
        return Ok(formulas(pool, &passive, facts));
    }
    let Prepared { pool, passive, facts, .. } = prepare_alone(program, impl_id, &extra_invariants(evidence))?;
    Ok(formulas(pool, &passive, facts))
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
    let loops = match evidence.unrolled {
        Some(_) => Vec::new(),
        None => loop_invariants(program, &Task::at_leisure(program, impl_id)?.heads, &extra_invariants(evidence)),
    };
    let (pool, formulas) = obligation(program, impl_id, evidence)?;
    contradict(&pool, &formulas)?;
    Ok(Proved::from_checked(Evidence { loops, unrolled: evidence.unrolled }))
}

/// The unrolling of an obligation is bounded by its blocks alone.
fn unlimited() -> Budget {
    Budget::new(Effort::DEFAULT)
}

fn formulas(mut pool: TermPool, passive: &Passive, mut facts: Vec<Term>) -> (TermPool, Vec<Term>) {
    let outcomes = outcomes(&mut pool, passive, &mut plain_failure);
    facts.push(outcomes.wrong);
    (pool, facts)
}

/// The invariants of the text are taken from the text.
pub(crate) fn extra_invariants(evidence: &Evidence) -> ExtraInvariants {
    let inferred = evidence.loops.iter().filter(|known| !known.inferred.is_empty());
    inferred.map(|known| (known.block, known.inferred.clone())).collect()
}
