//! Invariants against what leads backward to an error (SPW09).

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use super::clauses::open_checks;
use super::{Candidates, Engine, Round};
use crate::backward::{Extract, prove};
use crate::known::Known;
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::shares::Stage;
use crate::task::Task;

pub struct Backward;

impl Engine for Backward {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        let means = means.share(Stage::Backward);
        // Why a body cannot be prepared, the proof that is tried next says.
        let look = means.share(Stage::Together);
        let Ok(open) = open_checks(task, &ExtraInvariants::new(), &look) else { return Round::Stuck };
        let own: BTreeSet<CheckId> = open.into_iter().filter(|&check| task.body.checks.get(check).is_some()).collect();
        let found = prove(task, &own, Extract::Saturated, &means);
        match found.is_proof() {
            true => Round::Proof(found.invariants),
            false => Round::Progress(Candidates { invariants: found.invariants, guesses: Vec::new() }),
        }
    }
}
