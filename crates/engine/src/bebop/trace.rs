//! Runs: the shortest way to each goal, and how the calls on it went.
//!
//! From the layers, the way back to the entry is read off, step by step. A call on the way that returned went by a summary edge; how
//! it went is found in the same way, from the state in which the callee was entered, by summary edges that were found earlier. So
//! the account ends, also of recursive calls, and calls that are alike are looked at once.

use invar_gcl::boolprog::program::{NodeKind, ProcId};
use invar_gcl::boolprog::run::{self, Call, Frame, Run, Step};
use invar_gcl::boolprog::values::State;
use invar_solve::bdd::Set;
use rustc_hash::FxHashMap;

use super::fixpoint::{Limits, Reached};
use super::history::{Edge, Summary, before, caller, input_literals, summary_literals};
use super::layers::{Calls, Layer, Walk, layers};
use super::layout::Time;
use super::query::{Goal, Place, Why};
use super::transfer::{Model, Transfer};

type Made<T> = Result<T, Why>;

/// Those of the edges that reach the goal.
pub(super) fn at_goal(model: &mut Model<'_>, goal: &Goal, edges: &Set) -> Made<Set> {
    match (goal.kind, &*model.transfer(goal.place)?) {
        (run::Goal::Reached, _) => Ok(edges.clone()),
        (run::Goal::Failed, Transfer::Test { no, .. }) => Ok(edges.and(no)?),
        (run::Goal::Failed, _) => Ok(model.space.none()),
    }
}

/// A shortest run to each of the goals, all of which are reached.
pub(super) fn runs(
    model: &mut Model<'_>,
    reached: &Reached,
    entry: ProcId,
    goals: &[Goal],
    limits: &Limits<'_>,
) -> Made<Vec<Run>> {
    let mut ends: Vec<Option<(usize, Edge)>> = vec![None; goals.len()];
    let mut depth = 0;
    let walk = Walk { reached, before: u64::MAX, calls: Calls::Entered };
    let any = model.space.all();
    let found = layers(model, walk, (entry, &any), limits, &mut |model, layer| {
        for (goal, end) in goals.iter().zip(&mut ends) {
            if let (None, Some(edges)) = (&end, layer.get(&goal.place)) {
                let edges = at_goal(model, goal, edges)?;
                *end = Edge::pick(model, goal.place, &edges).map(|edge| (depth, edge));
            }
        }
        depth += 1;
        Ok(ends.iter().all(Option::is_some))
    })?;
    let mut runs = Vec::new();
    for end in ends {
        let (depth, edge) = end.ok_or_else(|| lost("no layer has the goal"))?;
        let mut teller = Teller::default();
        let frames = teller.way(model, walk, &found[..depth], edge)?;
        teller.tell_all(model, reached, limits)?;
        runs.push(teller.finish(frames));
    }
    Ok(runs)
}

fn lost(what: &str) -> Why {
    Why::NotReplayed(what.to_string())
}

/// The calls that returned, as they come up.
#[derive(Default)]
struct Teller {
    summaries: Vec<Summary>,
    known: FxHashMap<Summary, usize>,
    /// For the first of them, how they went and which step found them.
    told: Vec<(u64, Call)>,
}

impl Teller {
    fn note(&mut self, summary: Summary) -> usize {
        let next = self.summaries.len();
        *self.known.entry(summary.clone()).or_insert_with(|| {
            self.summaries.push(summary);
            next
        })
    }

    /// The way to an edge: the frames that are open there, outermost first.
    fn way(&mut self, model: &mut Model<'_>, walk: Walk<'_>, layers: &[Layer], edge: Edge) -> Made<Vec<Frame>> {
        let mut frames = Vec::new();
        let mut steps = vec![Step { node: edge.place.node, state: edge.state.clone(), call: None }];
        let mut edge = edge;
        for layer in layers.iter().rev() {
            if let Some((earlier, summary)) = before(model, walk, layer, &edge)? {
                let call = summary.map(|summary| self.note(summary));
                steps.push(Step { node: earlier.place.node, state: earlier.state.clone(), call });
                edge = earlier;
                continue;
            }
            let outer = caller(model, layer, &edge)?.ok_or_else(|| lost("an edge has no predecessor"))?;
            frames.push(frame(edge.place.proc, std::mem::take(&mut steps)));
            steps.push(Step { node: outer.place.node, state: outer.state.clone(), call: None });
            edge = outer;
        }
        frames.push(frame(edge.place.proc, steps));
        frames.reverse();
        Ok(frames)
    }

    fn tell_all(&mut self, model: &mut Model<'_>, reached: &Reached, limits: &Limits<'_>) -> Made<()> {
        while let Some(summary) = self.summaries.get(self.told.len()).cloned() {
            let told = self.tell(model, reached, &summary, limits)?;
            self.told.push(told);
        }
        Ok(())
    }

    /// How a call went that has this summary edge.
    fn tell(
        &mut self,
        model: &mut Model<'_>,
        reached: &Reached,
        summary: &Summary,
        limits: &Limits<'_>,
    ) -> Made<(u64, Call)> {
        let edges = model.space.conjunction(summary_literals(model, summary))?;
        let step = reached.step_of(summary.callee, &edges)?.ok_or_else(|| lost("a summary edge is not known"))?;
        let walk = Walk { reached, before: step, calls: Calls::Returned };
        let entries = model.space.conjunction(input_literals(model, summary.callee, &summary.entry))?;
        let mut end = None;
        let found = layers(model, walk, (summary.callee, &entries), limits, &mut |model, layer| {
            end = leaving(model, layer, summary)?;
            Ok(end.is_some())
        })?;
        let end = end.ok_or_else(|| lost("a summary edge has no way"))?;
        let mut frames = self.way(model, walk, &found[..found.len() - 1], end)?;
        let frame = frames.pop().ok_or_else(|| lost("a call has no steps"))?;
        Ok((step, Call { frame, results: summary.results.clone() }))
    }

    /// Calls in the order in which their summary edges were found: what a call rests on comes before it.
    fn finish(self, mut frames: Vec<Frame>) -> Run {
        let mut order: Vec<usize> = (0..self.told.len()).collect();
        order.sort_by_key(|index| self.told[*index].0);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, index)| places[*index] = place);
        let mut calls: Vec<Call> = order.into_iter().map(|index| self.told[index].1.clone()).collect();
        let steps = frames.iter_mut().chain(calls.iter_mut().map(|call| &mut call.frame)).flat_map(|f| &mut f.steps);
        for step in steps {
            step.call = step.call.map(|index| places[index]);
        }
        Run { frames, calls }
    }
}

/// Steps come from the last to the first.
fn frame(proc: ProcId, mut steps: Vec<Step>) -> Frame {
    steps.reverse();
    Frame { proc, steps }
}

/// A path edge of a `return` that makes this summary edge.
fn leaving(model: &mut Model<'_>, layer: &Layer, summary: &Summary) -> Made<Option<Edge>> {
    let proc = summary.callee;
    let exit = State { globals: summary.exit.clone(), locals: Vec::new() };
    for (&Place { node, .. }, edges) in layer.iter().filter(|(place, _)| place.proc == proc) {
        if !matches!(model.program.procs[proc].nodes[node].kind, NodeKind::Return(_)) {
            continue;
        }
        let place = Place { proc, node };
        let transfer = model.transfer(place)?;
        let Transfer::Return(leave) = &*transfer else { continue };
        let globals = model.globals().map(|var| (model.layout.at(Time::Now, var), exit.get(var)));
        let results = summary.results.iter().enumerate().map(|(index, value)| (model.layout.result(index), *value));
        let literals = model.space.conjunction(globals.chain(results))?;
        let found = edges.and(&literals)?.and(&leave.results)?;
        if let Some(edge) = Edge::pick(model, place, &found) {
            return Ok(Some(edge));
        }
    }
    Ok(None)
}
