//! Invariants as instances of templates (SG09).
//!
//! Where something is claimed to exist for every value, whole clauses show the other checks first: what they find is known, and templates are
//! made of what is left.

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use super::clauses::{Begun, open_checks};
use super::{Candidates, Engine, Round};
use crate::body::StepKind;
use crate::exists::is_nested;
use crate::known::{Goals, Known, add};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::shares::Stage;
use crate::task::Task;
use crate::template::{Fixpoint, Question, prove};

/// Who else works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Templates {
    /// Nobody: these algorithms, one after the other.
    Alone(&'static [Fixpoint]),
    /// Others, before it and after it.
    InTurn,
}

impl Engine for Templates {
    fn round(&self, task: &Task<'_>, known: &Known, means: &Means<'_>) -> Round {
        let (stage, algorithms) = match self {
            Templates::Alone(algorithms) => (Stage::Templates, *algorithms),
            Templates::InTurn => (Stage::TemplatesInTurn, [Fixpoint::Constraint].as_slice()),
        };
        let means = means.share(stage).half_the_time();
        let Some(Left { facts, open }) = left_open(task, known, &means) else { return Round::Stuck };
        if open.is_empty() {
            return Round::Proof(facts);
        }
        for &fixpoint in algorithms {
            let question = Question { open: &open, facts: &facts, fixpoint };
            if let Some(invariants) = prove(task, question, &means.share(Stage::Fixpoint)).invariants {
                return Round::Proof(invariants);
            }
        }
        match self {
            Templates::Alone(_) => Round::Progress(Candidates { invariants: facts, ..Candidates::default() }),
            Templates::InTurn => Round::Wanted(Goals { facts, ..Goals::default() }),
        }
    }
}

/// Is something claimed to exist for every value?
pub fn claims_existence(task: &Task<'_>) -> bool {
    !existential(task).is_empty()
}

/// The checks that claim it.
fn existential(task: &Task<'_>) -> BTreeSet<CheckId> {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    let check = |kind: &StepKind| match kind {
        StepKind::Assert(check, claim) => is_nested(&task.pool, *claim).then_some(*check),
        StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assume(_) => None,
    };
    steps.filter_map(|step| check(&step.kind)).collect()
}

/// What clauses showed of the loops, and the checks that do not follow from it.
pub struct Left {
    pub facts: ExtraInvariants,
    pub open: BTreeSet<CheckId>,
}

/// `None` where a body cannot be prepared; why, the proof that is tried next says.
pub fn left_open(task: &Task<'_>, known: &Known, means: &Means<'_>) -> Option<Left> {
    let clauses = means.share(Stage::Clauses);
    let mut begun = Begun::new(task, &clauses);
    let mut facts = known.facts.clone();
    add(&mut facts, begun.facts());
    let open = open_checks(task, &facts, &means.share(Stage::Together)).ok()?;
    let mut open: BTreeSet<CheckId> = open.into_iter().filter(|&check| task.body.checks.get(check).is_some()).collect();
    let existential = existential(task);
    let others: BTreeSet<CheckId> = open.difference(&existential).copied().collect();
    if others.is_empty() || others == open {
        return Some(Left { facts, open });
    }
    if begun.prove(&others) {
        open.retain(|check| existential.contains(check));
    }
    add(&mut facts, begun.facts());
    Some(Left { facts, open })
}
