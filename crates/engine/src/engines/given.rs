//! What the text says, and nothing else.

use super::{Candidates, Engine, Round};
use crate::known::Known;
use crate::means::Means;
use crate::task::Task;

/// The invariants of the text are part of the body already: there is nothing to look for.
pub struct Given;

impl Engine for Given {
    fn round(&self, _task: &Task<'_>, _known: &Known, _means: &Means<'_>) -> Round {
        Round::Progress(Candidates::default())
    }
}
