//! What is known of a body while engines take turns.

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use crate::bounded::{Findings, FirstRuns};
use crate::loops::ExtraInvariants;
use crate::task::Task;
use crate::trace::RealFailure;

#[derive(Default)]
pub struct Known {
    /// Runs that fail. They are believed: nobody proves the checks that they refute.
    pub failures: Vec<RealFailure>,
    /// Checks of the body that runs pass.
    pub reached: BTreeSet<CheckId>,
    /// All runs are short, so that looking at each of them is the proof.
    pub is_short: bool,
    /// What engines looked for at loops and did not find: the checks would follow from it. What matters most comes first.
    pub wanted: ExtraInvariants,
    /// What engines showed of the loops. Whoever uses it proves it again.
    pub facts: ExtraInvariants,
}

/// What an engine leaves to others.
#[derive(Default)]
pub struct Goals {
    /// What it looked for: the checks would follow from it. What matters most comes first.
    pub wanted: ExtraInvariants,
    /// What it showed of the loops.
    pub facts: ExtraInvariants,
}

impl Known {
    pub fn go_on_with(&mut self, goals: Goals) {
        add(&mut self.wanted, goals.wanted);
        add(&mut self.facts, goals.facts);
    }

    pub fn from_first_runs(task: &Task<'_>, runs: FirstRuns) -> Known {
        Known { reached: runs.reached(task), failures: runs.failures, ..Known::default() }
    }

    pub fn learn(&mut self, findings: Findings) {
        self.is_short |= findings.complete.is_some();
        self.failures.extend(findings.failures);
    }

    /// Is a run known to fail? Then the verdict is settled.
    pub fn is_refuted(&self) -> bool {
        !self.failures.is_empty()
    }
}

/// Adds formulas about loops that are not there yet, after those that are.
pub fn add(all: &mut ExtraInvariants, more: ExtraInvariants) {
    for (head, formulas) in more {
        let known = all.entry(head).or_default();
        for formula in formulas {
            if !known.contains(&formula) {
                known.push(formula);
            }
        }
    }
}
