//! Invariants as instances of templates (SG09).

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use super::clauses::{open_checks, single_facts};
use super::{Candidates, Engine, Round};
use crate::known::Known;
use crate::means::Means;
use crate::shares::Stage;
use crate::task::Task;
use crate::template::{Fixpoint, Question, prove};

/// The algorithms that take turns, one after the other.
pub struct Templates(pub &'static [Fixpoint]);

impl Engine for Templates {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        let means = means.share(Stage::Templates).half_the_time();
        let facts = single_facts(task, &means.share(Stage::Clauses));
        let Ok(open) = open_checks(task, &facts, &means.share(Stage::Together)) else { return Round::Stuck };
        if open.is_empty() {
            return Round::Proof(facts);
        }
        let open: BTreeSet<CheckId> = open.into_iter().filter(|&check| task.body.checks.get(check).is_some()).collect();
        for &fixpoint in self.0 {
            let question = Question { open: &open, facts: &facts, fixpoint };
            if let Some(invariants) = prove(task, question, &means.share(Stage::Fixpoint)).invariants {
                return Round::Proof(invariants);
            }
        }
        Round::Progress(Candidates { invariants: facts, ..Candidates::default() })
    }
}
