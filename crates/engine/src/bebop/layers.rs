//! What is reached in how many steps, once it is known what is reached at all. A layer holds the path edges that no fewer steps
//! lead to; a call that returns is one step, by the summary edges of its callee, and so is one that is entered.

use std::collections::BTreeMap;

use invar_gcl::boolprog::program::{NodeKind, ProcId};
use invar_solve::bdd::Set;
use rustc_hash::FxHashMap;

use super::fixpoint::{Limits, Out, Reached, first_edges, outs};
use super::query::{Place, Why};
use super::transfer::Model;

type Made<T> = Result<T, Why>;

/// The path edges that are first reached in a number of steps.
pub(super) type Layer = BTreeMap<Place, Set>;

/// What a walk may use.
#[derive(Clone, Copy)]
pub(super) struct Walk<'r> {
    pub reached: &'r Reached,
    /// Only summary edges that were found before this step.
    pub before: u64,
    /// Whether calls are entered, or only stepped over.
    pub calls: Calls,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    Entered,
    Returned,
}

/// The layers from the entry of a procedure on, until `wanted` has seen what it wants in the last one, or nothing is new.
pub(super) fn layers(
    model: &mut Model<'_>,
    walk: Walk<'_>,
    (proc, entries): (ProcId, &Set),
    limits: &Limits<'_>,
    wanted: &mut dyn FnMut(&mut Model<'_>, &Layer) -> Made<bool>,
) -> Made<Vec<Layer>> {
    let mut found = Vec::new();
    let mut front = Front::default();
    front.enter(model, proc, entries)?;
    let mut steps = 0;
    while !front.next.is_empty() {
        let layer = std::mem::take(&mut front.next);
        if wanted(model, &layer)? {
            found.push(layer);
            return Ok(found);
        }
        for (&place, edges) in &layer {
            limits.check(model, steps)?;
            steps += 1;
            for out in outs(model, place, edges, walk.summary(model, place))? {
                match out {
                    Out::To(place, edges) => front.add(model, place, edges)?,
                    Out::Into(callee, entries) if walk.calls == Calls::Entered => {
                        front.enter(model, callee, &entries)?
                    }
                    Out::Into(..) | Out::Leaves(_) => {}
                }
            }
        }
        found.push(layer);
    }
    Ok(found)
}

/// What was seen so far, and what is new in the layer that is being made.
#[derive(Default)]
struct Front {
    seen: FxHashMap<Place, Set>,
    next: Layer,
}

impl Front {
    fn enter(&mut self, model: &mut Model<'_>, proc: ProcId, entries: &Set) -> Made<()> {
        let edges = first_edges(model, proc, entries)?;
        let node = model.program.procs[proc].entry;
        self.add(model, Place { proc, node }, edges)
    }

    fn add(&mut self, model: &Model<'_>, place: Place, edges: Set) -> Made<()> {
        let known = self.seen.get(&place).cloned().unwrap_or_else(|| model.space.none());
        let new = edges.without(&known)?;
        if new.is_empty() {
            return Ok(());
        }
        self.seen.insert(place, known.or(&new)?);
        let layer = match self.next.get(&place) {
            Some(layer) => layer.or(&new)?,
            None => new,
        };
        self.next.insert(place, layer);
        Ok(())
    }
}

impl<'r> Walk<'r> {
    /// The summary edges of what a statement calls.
    pub fn summary(&self, model: &Model<'_>, place: Place) -> Option<&'r Set> {
        match &model.program.procs[place.proc].nodes[place.node].kind {
            NodeKind::Call { callee, .. } => self.reached.summary_before(*callee, self.before),
            NodeKind::Goto(_) | NodeKind::Assign { .. } | NodeKind::Assume(..) | NodeKind::Assert(..) => None,
            NodeKind::Branch { .. } | NodeKind::Return(_) => None,
        }
    }
}
