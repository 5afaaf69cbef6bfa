//! Invariants as whole clauses, and what is cheaper than that: single facts about integers.
//!
//! Where the text says what invariants are to be made of, they are made of that, and these engines are stuck.

use std::collections::BTreeSet;

use invar_gcl::CheckId;

use super::{Engine, Round};
use crate::discharge::{CheckAnswer, Settled, discharge};
use crate::infer::clauses::Search;
use crate::known::{Goals, Known};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::passive::asserted_checks;
use crate::prepare::{Prepared, prepare};
use crate::shares::Stage;
use crate::task::{Task, Unprepared};
use crate::witnesses::Witness;

/// What clauses speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clauses {
    /// The variables of the text.
    Text,
    /// Also what remembers where those were set.
    Witnesses,
    /// The same, if that takes next to nothing: it does where it is what a check asks for.
    WitnessesAtOnce,
}

impl Clauses {
    fn stage(self) -> Stage {
        match self {
            Clauses::Text | Clauses::Witnesses => Stage::Clauses,
            Clauses::WitnessesAtOnce => Stage::ClausesAtOnce,
        }
    }
}

impl Engine for Clauses {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        prove(*self, task, &means.share(self.stage())).unwrap_or(Round::Stuck)
    }
}

/// Invariants from which the open checks follow: those that are found at once, or else those that the search needs. Where it
/// does not find them, what it looked for.
fn prove(clauses: Clauses, task: &Task<'_>, means: &Means<'_>) -> Option<Round> {
    let mut search = begin(clauses, task, means)?;
    let facts = search.all();
    // Why a body cannot be prepared, the proof that is tried next says; runs of it are looked for all the same.
    let open = open_checks(task, &facts, means).ok()?;
    if open.is_empty() {
        return Some(Round::Proof(facts));
    }
    let own: BTreeSet<CheckId> = open.into_iter().filter(|&check| task.body.checks.get(check).is_some()).collect();
    let is_proved = search.prove(&own);
    Some(match is_proved {
        true => Round::Proof(search.needed()),
        false => Round::Wanted(Goals { wanted: search.wanted(), facts: search.all() }),
    })
}

/// Where a run fails, the verdict is settled: the other checks, if facts about integers suffice for all of them.
pub struct SingleFacts;

impl Engine for SingleFacts {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        match begin(Clauses::Text, task, &means.share(Stage::Clauses)) {
            Some(mut search) => Round::Proof(search.all()),
            None => Round::Stuck,
        }
    }
}

/// A search for clauses that others go on with.
pub(super) struct Begun<'a>(Option<Search<'a>>);

impl<'a> Begun<'a> {
    pub(super) fn new(task: &'a Task<'a>, means: &'a Means<'a>) -> Begun<'a> {
        Begun(begin(Clauses::Text, task, means))
    }

    /// What is known of the loops: at first, of single integers.
    pub(super) fn facts(&mut self) -> ExtraInvariants {
        self.0.as_mut().map_or_else(ExtraInvariants::new, Search::all)
    }

    /// Do these checks follow from what clauses say? What was found is known afterwards.
    pub(super) fn prove(&mut self, open: &BTreeSet<CheckId>) -> bool {
        self.0.as_mut().is_some_and(|search| search.prove(open))
    }
}

fn begin<'a>(clauses: Clauses, task: &'a Task<'a>, means: &'a Means<'a>) -> Option<Search<'a>> {
    if task.has_given_predicates() {
        return None;
    }
    let witnesses: &[Witness] = match clauses {
        Clauses::Text => &[],
        Clauses::Witnesses | Clauses::WitnessesAtOnce => &task.witnesses,
    };
    Search::new(task, means, witnesses)
}

/// The checks that do not hold yet, invariants of the text among them. Nobody asks here whether the others are reached.
pub(super) fn open_checks(
    task: &Task<'_>,
    extra: &ExtraInvariants,
    means: &Means<'_>,
) -> Result<Vec<CheckId>, Unprepared> {
    let Prepared { mut pool, facts, passive, acyclic, .. } = prepare(task, extra, &means.budget)?;
    let unasked = asserted_checks(&passive).into_iter().collect();
    let settled = Settled { unasked, ..Settled::default() };
    let answers = discharge(&mut pool, &facts, &passive, &settled, means).answers;
    let is_open = |answer: &CheckAnswer| !matches!(answer, CheckAnswer::Holds { .. });
    let open = answers.into_iter().filter(|(_, answer)| is_open(answer)).map(|(check, _)| check);
    Ok(open.map(|check| acyclic.written.get(&check).copied().unwrap_or(check)).collect())
}
