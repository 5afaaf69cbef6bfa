//! Invariants against what leads backward to an error (SPW09).

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use super::clauses::open_checks;
use super::{Candidates, Engine, Round};
use crate::backward::{Extract, Found, Question, prove};
use crate::known::{Goals, Known, add};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::shares::Stage;
use crate::task::Task;

/// Who else works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backward {
    /// Nobody, as published.
    Alone,
    /// Others before it, whose invariants exclude states, and others after it, who go on with what it looked for.
    InTurn,
}

impl Engine for Backward {
    fn round(&self, task: &Task<'_>, known: &Known, means: &Means<'_>) -> Round {
        let (means, mut facts) = match self {
            Backward::Alone => (means.share(Stage::BackwardAlone).half_the_time(), ExtraInvariants::new()),
            Backward::InTurn => (means.share(Stage::Backward).half_the_time(), known.facts.clone()),
        };
        let Some(found) = search(task, &facts, &means) else { return Round::Stuck };
        let is_proof = found.is_proof();
        add(&mut facts, found.invariants);
        match self {
            _ if is_proof => Round::Proof(facts),
            Backward::Alone => Round::Progress(Candidates { invariants: facts, guesses: Vec::new() }),
            Backward::InTurn => Round::Wanted(Goals { wanted: found.wanted, facts }),
        }
    }
}

/// `None` where a body cannot be prepared; why, the proof that is tried next says.
fn search(task: &Task<'_>, facts: &ExtraInvariants, means: &Means<'_>) -> Option<Found> {
    let open = open_checks(task, facts, &means.share(Stage::Together)).ok()?;
    let own: BTreeSet<CheckId> = open.into_iter().filter(|&check| task.body.checks.get(check).is_some()).collect();
    Some(prove(task, Question { open: &own, extract: Extract::Saturated, facts }, means))
}
