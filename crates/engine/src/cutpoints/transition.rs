//! One transition: the ways from a cut point to another that pass no third, as a passive program and as a formula.
//!
//! At the source every variable has its own name, so a formula about the source is one about the program's variables. The
//! values on arrival are those of the last block's mark. Assertions on the way hold: whoever goes on got past them.

use std::collections::BTreeSet;

use invar_base::{Id, Span};
use invar_gcl::BlockId;
use invar_logic::{Substitution, Term, TermPool, VarId};

use super::live::{live_before, live_variables};
use super::marks::{Mark, keep_ways_to};
use crate::body::{Block, Body, Origin, Step, StepKind};
use crate::loops::{Acyclic, LoopHead, split_critical_edges};
use crate::passive::{AtExit, Passive, passify};
use crate::prepare::lift;
use crate::task::Task;
use crate::vc::compact::normal;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    Entry,
    /// The head of a loop, by its number among the heads.
    Head(usize),
    /// Before a step that asserts something, or before those that lead to it alone.
    Check(Place),
    /// After the last step of a run.
    Exit,
}

/// A step of the body: its block, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub block: BlockId,
    pub step: usize,
}

/// See the module header.
pub struct Transition {
    pub source: Point,
    pub target: Point,
    /// Some run goes all the way.
    pub formula: Term,
    /// What holds in every state, and the meaning of lambdas in the formula.
    pub facts: Vec<Term>,
    /// The values of the variables that matter at the target.
    pub arrival: Substitution,
    /// The runs themselves; they arrive in its last block.
    pub passive: Passive,
}

/// The cut points of a body.
pub struct CutPoints<'a> {
    body: &'a Body,
    heads: &'a [LoopHead],
    facts: &'a [Term],
    /// The variables that matter, by block.
    live: Vec<BTreeSet<VarId>>,
}

impl<'a> CutPoints<'a> {
    pub fn new(task: &'a Task<'a>) -> CutPoints<'a> {
        let live = live_variables(&task.pool, &task.body, &task.heads);
        CutPoints { body: &task.body, heads: &task.heads, facts: &task.facts, live }
    }

    /// The variables that matter at the head of a loop.
    pub fn live_at(&self, head: usize) -> &BTreeSet<VarId> {
        &self.live[self.heads[head].head.index()]
    }

    /// The points that a transition may begin at.
    pub fn sources(&self) -> impl Iterator<Item = Point> + use<> {
        std::iter::once(Point::Entry).chain((0..self.heads.len()).map(Point::Head))
    }

    /// All steps that assert something, in the order of the blocks.
    pub fn checks(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (block, steps) in self.body.blocks.iter().map(|(id, block)| (id, &block.steps)) {
            let asserts = |step: &Step| matches!(step.kind, StepKind::Assert(..));
            places.extend((0..steps.len()).filter(|&step| asserts(&steps[step])).map(|step| Place { block, step }));
        }
        places
    }

    /// `None` if no way leads from the source to the target without passing another cut point.
    pub fn transition(&self, pool: &mut TermPool, source: Point, target: Point) -> Option<Transition> {
        let mut body = self.body.clone();
        let span = self.span(target);
        let collect = push(&mut body, span, Vec::new(), Vec::new());
        self.stop(&mut body, target, collect);
        let (mark, step) = Mark::new(pool, self.mentioned(pool, target), span);
        body.blocks[collect].steps.push(step);
        self.start(&mut body, source, (target, collect));
        if !keep_ways_to(&mut body, collect) {
            return None;
        }
        split_critical_edges(&mut body);
        let acyclic = Acyclic { body, extra: Default::default(), written: Default::default() };
        let mut passive = passify(pool, &acyclic, AtExit::NothingLive);
        let mut facts = self.facts.to_vec();
        lift(pool, &mut passive, &mut facts);
        let (arrival, _) = mark.take(pool, &mut passive)?;
        let formula = normal(pool, &passive);
        Some(Transition { source, target, formula, facts, arrival, passive })
    }

    fn span(&self, point: Point) -> Span {
        match point {
            Point::Entry | Point::Exit => self.body.blocks[self.body.entry].span,
            Point::Head(number) => self.heads[number].span,
            Point::Check(Place { block, step }) => {
                self.body.blocks[block].steps.get(step).map_or(self.body.blocks[block].span, |step| step.span)
            }
        }
    }

    /// The variables whose values on arrival matter.
    fn mentioned(&self, pool: &TermPool, target: Point) -> Vec<VarId> {
        match target {
            Point::Entry => Vec::new(),
            Point::Head(number) => self.live_at(number).iter().copied().collect(),
            Point::Check(Place { block, step }) => {
                let after = self.body.blocks[block].next.iter().map(|next| self.live[next.index()].clone());
                let steps = &self.body.blocks[block].steps[step..];
                live_before(pool, steps, after.flatten().collect()).into_iter().collect()
            }
            Point::Exit => self.body.variables(pool),
        }
    }

    /// The ways that arrive lead to the last block; those to other cut points end.
    fn stop(&self, body: &mut Body, target: Point, collect: BlockId) {
        if let Point::Check(Place { block, step }) = target {
            body.blocks[block].steps.truncate(step);
            body.blocks[block].next = vec![collect];
        }
        for id in self.body.blocks.ids() {
            let next = &mut body.blocks[id].next;
            if target == Point::Exit && next.is_empty() {
                *next = vec![collect];
            }
            for (number, head) in self.heads.iter().enumerate() {
                if target == Point::Head(number) {
                    next.iter_mut().filter(|to| **to == head.head).for_each(|to| *to = collect);
                    next.dedup();
                } else {
                    next.retain(|to| *to != head.head);
                }
            }
        }
    }

    /// A first block that leads to the source. At a loop's head the variables have the values of their types.
    fn start(&self, body: &mut Body, source: Point, (target, collect): (Point, BlockId)) {
        let (at, targets) = match source {
            Point::Head(number) => (self.heads[number].head, self.heads[number].targets.as_slice()),
            Point::Check(Place { block, .. }) => (block, [].as_slice()),
            Point::Entry | Point::Exit => (self.body.entry, [].as_slice()),
        };
        let span = self.span(source);
        let conditions = targets.iter().filter_map(|target| self.body.wheres.get(target));
        let steps = conditions.map(|&condition| Step::new(StepKind::Assume(condition), span, Origin::Loop)).collect();
        // An entry that is a head itself is the next cut point at once: nothing comes before it.
        let begun = self.heads.iter().position(|head| head.head == at).filter(|_| source == Point::Entry);
        let next = match begun {
            Some(number) if target == Point::Head(number) => vec![collect],
            Some(_) => Vec::new(),
            None => vec![at],
        };
        body.entry = push(body, span, steps, next);
    }
}

fn push(body: &mut Body, span: Span, steps: Vec<Step>, next: Vec<BlockId>) -> BlockId {
    let label = body.blocks[body.entry].label;
    body.blocks.push(Block { label, span, source: None, steps, next })
}
