//! Runs of growing length, as far as they reach.

use super::{Engine, Round};
use crate::bounded::{Reach, search};
use crate::known::Known;
use crate::means::Means;
use crate::task::Task;

pub struct Runs(pub Reach);

impl Engine for Runs {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        Round::Runs(search(task.program, task.impl_id, None, means, self.0))
    }
}
