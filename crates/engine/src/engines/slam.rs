//! Invariants as combinations of predicates that spurious paths ask for (BMMR01).

use super::{Engine, Round};
use crate::bounded::Findings;
use crate::known::Known;
use crate::means::Means;
use crate::shares::Stage;
use crate::slam::{Found, prove, replay};
use crate::task::Task;

/// Abstraction, search and refinement.
pub struct Slam;

impl Engine for Slam {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        match prove(task, &means.share(Stage::Slam).half_the_time()) {
            Found::Invariants(invariants) => Round::Proof(invariants),
            Found::Path(path) => match replay(task, &path, means) {
                Some(failure) => Round::Runs(Findings::failing(failure)),
                None => Round::Stuck,
            },
            Found::Stuck => Round::Stuck,
        }
    }
}
