//! An attempt at a proof: the plain verification condition of a body, with invariants of any origin asserted at its loops, and
//! the prover's answer about each of its checks.
//!
//! Whatever an engine found is proved here once more, by what shares nothing with the engine. An invariant that cannot be
//! shown is dropped.

use std::collections::BTreeSet;

use invar_gcl::{BlockId, CheckId};

use crate::discharge::{CheckAnswer, Discharged, Settled, discharge, reconsider};
use crate::known::Known;
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::needed::needed;
use crate::passive::asserted_checks;
use crate::prepare::{Prepared, prepare};
use crate::shares::Stage;
use crate::task::{Task, Unprepared};

/// One verification condition, the invariants that it was made with, and its answers.
pub struct Attempt {
    pub prepared: Prepared,
    pub extra: ExtraInvariants,
    /// What nobody asked about: checks that runs are known to fail, and others.
    pub settled: Settled,
    pub discharged: Discharged,
}

/// How often a proof is tried with the invariants that were left.
const MOST_ATTEMPTS: usize = 6;

impl Attempt {
    /// With these invariants, for all that is left.
    pub fn new(
        task: &Task<'_>,
        extra: ExtraInvariants,
        known: &Known,
        means: &Means<'_>,
    ) -> Result<Attempt, Unprepared> {
        let mut prepared = prepare(task, &extra, &means.budget)?;
        // No run speaks of an inferred invariant: whatever is assumed at a loop must be shown.
        let is_refuted = |check: &CheckId| {
            !prepared.acyclic.extra.contains_key(check)
                && known.failures.iter().any(|run| run.refutes(&prepared.passive.checks[*check]))
        };
        let refuted: Vec<CheckId> = asserted_checks(&prepared.passive).into_iter().filter(is_refuted).collect();
        // Whether somebody arrives where nobody may, or where the text says nothing, is not reported.
        let is_unasked =
            |check: &CheckId| prepared.acyclic.extra.contains_key(check) || prepared.passive.checks[*check].never;
        let unasked = asserted_checks(&prepared.passive).into_iter().filter(is_unasked).collect();
        let settled = Settled { refuted, by_runs: known.reached.clone(), unasked };
        let Prepared { pool, facts, passive, .. } = &mut prepared;
        let discharged = discharge(pool, facts, passive, &settled, means);
        Ok(Attempt { prepared, extra, settled, discharged })
    }

    /// The proof from invariants that suffice, somebody says; from as few of them as the prover says that it needs.
    pub fn from_all(task: &Task<'_>, extra: ExtraInvariants, known: &Known, means: &Means<'_>) -> Option<Attempt> {
        Attempt::from_fewer(task, &extra, known, means).or_else(|| {
            let attempt = Attempt::new(task, extra, known, &means.share(Stage::Proof)).ok()?;
            attempt.holds().then_some(attempt)
        })
    }

    /// The proof, as far as it goes, from those of the invariants that hold.
    pub fn from_some(
        task: &Task<'_>,
        mut extra: ExtraInvariants,
        known: &Known,
        means: &Means<'_>,
    ) -> Result<Attempt, Unprepared> {
        for _ in 0..MOST_ATTEMPTS {
            if extra.is_empty() {
                break;
            }
            let attempt = Attempt::new(task, extra.clone(), known, &means.share(Stage::Proof))?;
            if !attempt.drop_open(&mut extra) {
                let fewer = if attempt.holds() { Attempt::from_fewer(task, &extra, known, means) } else { None };
                return Ok(fewer.unwrap_or(attempt));
            }
        }
        Attempt::new(task, ExtraInvariants::new(), known, &means.share(Stage::Text))
    }

    /// The proof from some of the invariants, if the prover says that it does without the others.
    fn from_fewer(task: &Task<'_>, extra: &ExtraInvariants, known: &Known, means: &Means<'_>) -> Option<Attempt> {
        let count = |extra: &ExtraInvariants| extra.values().map(Vec::len).sum::<usize>();
        // What a body with a failing run needs for its other checks, nobody can tell by proving all of them.
        if extra.is_empty() || known.is_refuted() {
            return None;
        }
        // A proof from all of them wants its time, too.
        let stage = if means.is_convinced() { Stage::Convinced } else { Stage::Fewer };
        let fewer = needed(task, extra, &means.share(stage).half_the_time())?;
        if count(&fewer) == count(extra) {
            return None;
        }
        let attempt = Attempt::new(task, fewer, known, &means.share(Stage::Proof)).ok()?;
        attempt.holds().then_some(attempt)
    }

    /// A second look at what is open only for want of instances, before anybody is told.
    pub fn reconsider(&mut self, means: &Means<'_>) {
        let Prepared { pool, facts, passive, .. } = &mut self.prepared;
        reconsider(pool, facts, passive, &mut self.discharged, &self.settled, means);
    }

    pub fn holds(&self) -> bool {
        self.discharged.answers.iter().all(|(_, answer)| matches!(answer, CheckAnswer::Holds { .. }))
    }

    /// Drops the extra invariants that were not shown. Were there any?
    fn drop_open(&self, extra: &mut ExtraInvariants) -> bool {
        let open = self.discharged.answers.iter().filter(|(_, answer)| !matches!(answer, CheckAnswer::Holds { .. }));
        let open: BTreeSet<(BlockId, usize)> =
            open.filter_map(|(check, _)| self.prepared.acyclic.extra.get(check).copied()).collect();
        for &(head, position) in open.iter().rev() {
            if let Some(invariants) = extra.get_mut(&head) {
                invariants.remove(position);
            }
        }
        extra.retain(|_, invariants| !invariants.is_empty());
        !open.is_empty()
    }
}
