//! Path edges and summary edges, to the fixed point: the functional approach to interprocedural analysis (Sharir and Pnueli; Reps, Horwitz
//! and Sagiv), on sets of edges. Statements with new path edges are worked on callees first, in the order of the text, so that a
//! summary has mostly settled before callers look at it.
//!
//! Summaries carry the number of the step that found them. Runs are told from that: what a summary edge rests on was found before it.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::{Budget, Id};
use invar_gcl::boolprog::program::{NodeKind, ProcId};
use invar_solve::bdd::Set;
use rustc_hash::FxHashMap;

use super::modified::callees;
use super::query::{Place, Why};
use super::transfer::{Model, Transfer};

type Made<T> = Result<T, Why>;

/// Everything that is reached.
pub(super) struct Reached {
    entry: ProcId,
    /// Path edges, of the statements that have any.
    edges: FxHashMap<Place, Set>,
    summaries: FxHashMap<ProcId, Vec<Update>>,
    /// For those who tell runs as they were found: path edges as they became known.
    history: Option<FxHashMap<Place, Vec<Update>>>,
    pub steps: u64,
}

/// The summary edges of a procedure, or the path edges of a statement, as they were known after some step.
struct Update {
    step: u64,
    all: Set,
}

impl Reached {
    pub fn new(entry: ProcId) -> Reached {
        Reached { entry, edges: FxHashMap::default(), summaries: FxHashMap::default(), history: None, steps: 0 }
    }

    /// The same, for whoever wants to know in which order path edges were found.
    pub fn with_history(entry: ProcId) -> Reached {
        Reached { history: Some(FxHashMap::default()), ..Reached::new(entry) }
    }

    fn remember(&mut self, place: Place, all: &Set) {
        let step = self.steps;
        if let Some(history) = &mut self.history {
            history.entry(place).or_default().push(Update { step, all: all.clone() });
        }
    }

    /// The path edges of a statement that were known before a step.
    pub fn edges_before(&self, place: Place, step: u64) -> Option<&Set> {
        let updates = self.history.as_ref()?.get(&place)?;
        let known = updates.partition_point(|update| update.step < step);
        updates.get(known.checked_sub(1)?).map(|update| &update.all)
    }

    /// The step that found the first of these path edges, and those that it found.
    pub fn first_of(&self, place: Place, edges: &Set) -> Made<Option<(u64, Set)>> {
        let updates = self.history.as_ref().and_then(|history| history.get(&place)).map_or(&[][..], Vec::as_slice);
        first_update(updates, edges)
    }

    pub fn edges(&self, model: &Model<'_>, place: Place) -> Set {
        self.edges.get(&place).cloned().unwrap_or_else(|| model.space.none())
    }

    /// The summary edges that were found before a step; none if there are not any.
    pub fn summary_before(&self, proc: ProcId, step: u64) -> Option<&Set> {
        let updates = self.summaries.get(&proc)?;
        let known = updates.partition_point(|update| update.step < step);
        updates.get(known.checked_sub(1)?).map(|update| &update.all)
    }

    pub fn summary(&self, proc: ProcId) -> Option<&Set> {
        self.summary_before(proc, u64::MAX)
    }

    /// The step that found the first of these summary edges.
    pub fn step_of(&self, proc: ProcId, edges: &Set) -> Made<Option<u64>> {
        let updates = self.summaries.get(&proc).map_or(&[][..], Vec::as_slice);
        Ok(first_update(updates, edges)?.map(|(step, _)| step))
    }

    pub fn places(&self) -> usize {
        let procs: BTreeSet<ProcId> = self.edges.keys().map(|place| place.proc).collect();
        procs.len()
    }
}

/// The first update with one of these edges: its step, and which.
fn first_update(updates: &[Update], edges: &Set) -> Made<Option<(u64, Set)>> {
    let (mut low, mut high) = (0, updates.len());
    while low < high {
        let middle = (low + high) / 2;
        if updates[middle].all.and(edges)?.is_empty() { low = middle + 1 } else { high = middle }
    }
    match updates.get(low) {
        Some(update) => Ok(Some((update.step, update.all.and(edges)?))),
        None => Ok(None),
    }
}

/// Where path edges lead: into the same procedure, into a callee, or out.
pub(super) enum Out {
    To(Place, Set),
    /// What the callee is entered with, before its own variables have values.
    Into(ProcId, Set),
    Leaves(Set),
}

/// What a statement makes of path edges, all of which may run; so may what it leads to, since only values that change can be forbidden. `summary` is that of its callee, if it is a call.
pub(super) fn outs(model: &mut Model<'_>, place: Place, edges: &Set, summary: Option<&Set>) -> Made<Vec<Out>> {
    let transfer = model.transfer(place)?;
    let to = |node| Place { proc: place.proc, node };
    Ok(match &*transfer {
        Transfer::Jump(targets) => targets.iter().map(|next| Out::To(to(*next), edges.clone())).collect(),
        Transfer::Test { yes, no } => {
            let (holds, fails) = match &model.program.procs[place.proc].nodes[place.node].kind {
                NodeKind::Branch { yes, no, .. } => (Some(*yes), Some(*no)),
                NodeKind::Assume(_, next) | NodeKind::Assert(_, next) => (Some(*next), None),
                NodeKind::Goto(_) | NodeKind::Assign { .. } | NodeKind::Call { .. } | NodeKind::Return(_) => {
                    (None, None)
                }
            };
            let mut outs = Vec::new();
            for (next, set) in [(holds, yes), (fails, no)] {
                if let Some(next) = next {
                    outs.push(Out::To(to(next), edges.and(set)?));
                }
            }
            outs
        }
        Transfer::Assign(assign) => {
            let after = allowed(model, place.proc, assign.image(edges)?)?;
            vec![Out::To(to(assign.next), after)]
        }
        Transfer::Call(call) => {
            let mut outs = vec![Out::Into(call.callee, call.entries(edges)?)];
            if let Some(summary) = summary {
                let after = allowed(model, place.proc, call.over(edges, summary)?)?;
                outs.push(Out::To(to(call.next), after));
            }
            outs
        }
        Transfer::Return(leave) => vec![Out::Leaves(leave.summary(edges)?)],
    })
}

/// The path edges with which a procedure begins.
pub(super) fn first_edges(model: &mut Model<'_>, proc: ProcId, entries: &Set) -> Made<Set> {
    let edges = entries.and(&model.unchanged(proc)?)?;
    allowed(model, proc, edges)
}

/// Those in whose states a statement may run.
pub(super) fn allowed(model: &mut Model<'_>, proc: ProcId, edges: Set) -> Made<Set> {
    Ok(match model.enforced(proc)? {
        Some(condition) => edges.and(&condition)?,
        None => edges,
    })
}

/// Computes everything that is reached, as far as the budget goes; what was found until then remains.
pub(super) fn fill(model: &mut Model<'_>, reached: &mut Reached, limits: &Limits<'_>) -> Made<()> {
    fill_until(model, reached, limits, None)
}

/// The same, but no further than to a statement.
pub(super) fn fill_until(
    model: &mut Model<'_>,
    reached: &mut Reached,
    limits: &Limits<'_>,
    goal: Option<Place>,
) -> Made<()> {
    let ranks = ranks(model, reached.entry);
    let mut work =
        Worklist { reached, ranks, open: BTreeSet::new(), pending: FxHashMap::default(), calls: FxHashMap::default() };
    let entry = work.reached.entry;
    let any = model.space.all();
    work.enter(model, entry, &any)?;
    while let Some((_, place)) = work.open.pop_first() {
        limits.check(model, work.reached.steps)?;
        work.reached.steps += 1;
        work.step(model, place)?;
        if goal.is_some_and(|goal| work.reached.edges.contains_key(&goal)) {
            break;
        }
    }
    Ok(())
}

/// What may be spent.
pub(super) struct Limits<'b> {
    pub budget: &'b Budget,
    pub steps: u64,
    pub nodes: usize,
}

impl Limits<'_> {
    /// Also frees what is not needed any more, before there is no room.
    pub fn check(&self, model: &Model<'_>, steps: u64) -> Made<()> {
        self.budget.check()?;
        if steps >= self.steps {
            return Err(Why::TooLong);
        }
        let room = self.nodes / 2;
        if model.space.nodes() > room {
            model.space.collect();
            if model.space.nodes() > room {
                return Err(Why::TooLarge);
            }
        }
        Ok(())
    }
}

struct Worklist<'r> {
    reached: &'r mut Reached,
    ranks: FxHashMap<ProcId, usize>,
    /// What is to be worked on, by the rank of the procedure.
    open: BTreeSet<(usize, Place)>,
    /// Path edges that were not carried on yet.
    pending: FxHashMap<Place, Set>,
    /// For each procedure, the calls of it that were reached, with the summary edges that they were carried over by.
    calls: FxHashMap<ProcId, BTreeMap<Place, Option<Set>>>,
}

impl Worklist<'_> {
    fn push(&mut self, place: Place) {
        let rank = self.ranks.get(&place.proc).copied().unwrap_or(0);
        self.open.insert((rank, place));
    }

    fn step(&mut self, model: &mut Model<'_>, place: Place) -> Made<()> {
        let new = self.pending.remove(&place).unwrap_or_else(|| model.space.none());
        if let NodeKind::Call { callee, .. } = &model.program.procs[place.proc].nodes[place.node].kind {
            return self.call(model, place, *callee, &new);
        }
        for out in outs(model, place, &new, None)? {
            self.carry(model, place.proc, out)?;
        }
        Ok(())
    }

    /// New path edges meet all summary edges, and all path edges the new summary edges.
    fn call(&mut self, model: &mut Model<'_>, place: Place, callee: ProcId, new: &Set) -> Made<()> {
        let summary = self.reached.summary(callee).cloned();
        let seen = self.calls.entry(callee).or_default().insert(place, summary.clone()).flatten();
        for out in outs(model, place, new, seen.as_ref())? {
            self.carry(model, place.proc, out)?;
        }
        let fresh = match (&summary, &seen) {
            (Some(summary), Some(seen)) => summary.without(seen)?,
            (Some(summary), None) => summary.clone(),
            (None, _) => return Ok(()),
        };
        if fresh.is_empty() {
            return Ok(());
        }
        let all = self.reached.edges(model, place);
        for out in outs(model, place, &all, Some(&fresh))? {
            match out {
                Out::To(place, edges) => self.add(model, place, edges)?,
                // The states in which the callee is entered are known.
                Out::Into(..) | Out::Leaves(_) => {}
            }
        }
        Ok(())
    }

    fn carry(&mut self, model: &mut Model<'_>, proc: ProcId, out: Out) -> Made<()> {
        match out {
            Out::To(place, edges) => self.add(model, place, edges),
            Out::Into(callee, entries) => self.enter(model, callee, &entries),
            Out::Leaves(summary) => self.leave(model, proc, &summary),
        }
    }

    fn enter(&mut self, model: &mut Model<'_>, proc: ProcId, entries: &Set) -> Made<()> {
        let edges = first_edges(model, proc, entries)?;
        let node = model.program.procs[proc].entry;
        self.add(model, Place { proc, node }, edges)
    }

    fn add(&mut self, model: &mut Model<'_>, place: Place, edges: Set) -> Made<()> {
        let known = self.reached.edges(model, place);
        let new = edges.without(&known)?;
        if new.is_empty() {
            return Ok(());
        }
        let all = known.or(&new)?;
        self.reached.remember(place, &all);
        self.reached.edges.insert(place, all);
        let pending = match self.pending.remove(&place) {
            Some(pending) => pending.or(&new)?,
            None => new,
        };
        self.pending.insert(place, pending);
        self.push(place);
        Ok(())
    }

    /// New summary edges: whoever called the procedure goes on.
    fn leave(&mut self, model: &mut Model<'_>, proc: ProcId, summary: &Set) -> Made<()> {
        let known = self.reached.summary(proc).cloned().unwrap_or_else(|| model.space.none());
        if summary.without(&known)?.is_empty() {
            return Ok(());
        }
        let (step, all) = (self.reached.steps, known.or(summary)?);
        self.reached.summaries.entry(proc).or_default().push(Update { step, all });
        let callers: Vec<Place> = self.calls.get(&proc).into_iter().flat_map(BTreeMap::keys).copied().collect();
        callers.into_iter().for_each(|place| self.push(place));
        Ok(())
    }
}

/// The procedures that calls lead to, callees first (but for recursion).
fn ranks(model: &Model<'_>, entry: ProcId) -> FxHashMap<ProcId, usize> {
    let mut ranks = FxHashMap::default();
    let mut seen = vec![false; model.program.procs.len()];
    seen[entry.index()] = true;
    let mut open = vec![(entry, callees(model.program, entry))];
    while let Some((proc, rest)) = open.last_mut() {
        match rest.pop() {
            Some(callee) if seen[callee.index()] => {}
            Some(callee) => {
                seen[callee.index()] = true;
                let below = callees(model.program, callee);
                open.push((callee, below));
            }
            None => {
                ranks.insert(*proc, ranks.len());
                open.pop();
            }
        }
    }
    ranks
}

/// Is everything that one more step reaches already known? Then the edges are an invariant of all runs, however they were found.
pub(super) fn is_closed(model: &mut Model<'_>, reached: &Reached, limits: &Limits<'_>) -> Made<bool> {
    let entry = reached.entry;
    let any = model.space.all();
    let mut ok = enters(model, reached, entry, &any)?;
    let mut places: Vec<Place> = reached.edges.keys().copied().collect();
    places.sort();
    for place in places {
        limits.check(model, 0)?;
        let edges = reached.edges(model, place);
        let summary = match &model.program.procs[place.proc].nodes[place.node].kind {
            NodeKind::Call { callee, .. } => reached.summary(*callee),
            NodeKind::Goto(_) | NodeKind::Assign { .. } | NodeKind::Assume(..) | NodeKind::Assert(..) => None,
            NodeKind::Branch { .. } | NodeKind::Return(_) => None,
        };
        for out in outs(model, place, &edges, summary)? {
            ok &= match out {
                Out::To(place, edges) => edges.without(&reached.edges(model, place))?.is_empty(),
                Out::Into(callee, entries) => enters(model, reached, callee, &entries)?,
                Out::Leaves(edges) => match reached.summary(place.proc) {
                    Some(known) => edges.without(known)?.is_empty(),
                    None => edges.is_empty(),
                },
            };
        }
    }
    Ok(ok)
}

fn enters(model: &mut Model<'_>, reached: &Reached, proc: ProcId, entries: &Set) -> Made<bool> {
    let edges = first_edges(model, proc, entries)?;
    let node = model.program.procs[proc].entry;
    Ok(edges.without(&reached.edges(model, Place { proc, node }))?.is_empty())
}
