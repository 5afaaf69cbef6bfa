//! The search of whoever needs one run, and not the shortest: it ends where the goal is first reached, and the run is told as it was found. In: a program without calls,
//! a statement. Out: a run to it, that it is not reached, or why that is not known.
//!
//! Path edges are remembered with the step that found them. A step carries on what was found before it, so that on the way back every edge was
//! found earlier than the one after it.

use invar_base::Id;
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{NodeId, ProcId};
use invar_gcl::boolprog::run::{self, Frame, Run, Step, replay};

use super::fixpoint::{Limits, Reached, fill_until, is_closed};
use super::history::{Edge, before};
use super::layers::{Calls, Layer, Walk};
use super::query::{Outcome, Place, Why};
use super::transfer::Model;

type Made<T> = Result<T, Why>;

pub(super) fn find(model: &mut Model<'_>, goal: Place, limits: &Limits<'_>) -> Outcome {
    let mut reached = Reached::with_history(goal.proc);
    if let Err(why) = fill_until(model, &mut reached, limits, Some(goal)) {
        return Outcome::Unknown(why);
    }
    if !reached.edges(model, goal).is_empty() {
        return match told(model, &reached, goal) {
            Ok(run) => repeated(model.program, goal.proc, run),
            Err(why) => Outcome::Unknown(why),
        };
    }
    match is_closed(model, &reached, limits) {
        Ok(true) => Outcome::Unreachable,
        Ok(false) => Outcome::Unknown(Why::NotClosed),
        Err(why) => Outcome::Unknown(why),
    }
}

fn repeated(program: &Program, entry: ProcId, run: Run) -> Outcome {
    match replay(program, entry, &run, run::Goal::Reached) {
        Ok(()) => Outcome::Reachable(run),
        Err(what) => Outcome::Unknown(Why::NotReplayed(what)),
    }
}

/// The way back, always to what was found first.
fn told(model: &mut Model<'_>, reached: &Reached, goal: Place) -> Made<Run> {
    let lost = || Why::NotReplayed("an edge has no predecessor".to_string());
    let walk = Walk { reached, before: u64::MAX, calls: Calls::Returned };
    let predecessors = predecessors(model.program, goal.proc);
    let all = reached.edges(model, goal);
    let (mut step, edges) = reached.first_of(goal, &all)?.ok_or_else(lost)?;
    let mut edge = Edge::pick(model, goal, &edges).ok_or_else(lost)?;
    let mut steps = vec![Step { node: goal.node, state: edge.state.clone(), call: None }];
    while step > 0 {
        let mut first: Option<(u64, Edge)> = None;
        for &node in &predecessors[edge.place.node.index()] {
            let place = Place { proc: goal.proc, node };
            let Some(known) = reached.edges_before(place, step) else { continue };
            let layer = Layer::from([(place, known.clone())]);
            let Some((earlier, _)) = before(model, walk, &layer, &edge)? else { continue };
            let single = earlier.as_set(model)?;
            let Some((found, _)) = reached.first_of(place, &single)? else { continue };
            if first.as_ref().is_none_or(|(best, _)| found < *best) {
                first = Some((found, earlier));
            }
        }
        (step, edge) = first.ok_or_else(lost)?;
        steps.push(Step { node: edge.place.node, state: edge.state.clone(), call: None });
    }
    steps.reverse();
    Ok(Run { frames: vec![Frame { proc: goal.proc, steps }], calls: Vec::new() })
}

fn predecessors(program: &Program, proc: ProcId) -> Vec<Vec<NodeId>> {
    let nodes = &program.procs[proc].nodes;
    let mut found = vec![Vec::new(); nodes.len()];
    for (id, node) in nodes.iter() {
        for next in node.kind.successors() {
            found[next.index()].push(id);
        }
    }
    found
}
