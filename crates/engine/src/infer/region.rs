//! The states in which a loop's head is reached, as a formula: FQ02's Norm(true, C) on entry and Norm(true, "C; H; A; B'") on
//! the way back (§3.2, §4).
//!
//! All loops that runs pass on their way are cut: their targets get any value, and a literal of each cut, its *gate*, stands
//! for the invariant that is assumed there. So the formula is made once, and every approximation of the invariants is a
//! set of facts about the gates. The variables' values at the cuts and on arrival are read off the passive form: a *mark*
//! is an assumption that only names them, and it is taken out again.

use std::collections::BTreeSet;

use invar_base::{Id, Span};
use invar_gcl::BlockId;
use invar_logic::{Sort, Substitution, Term, TermPool, VarId};

use crate::body::{Block, Body, Origin, Step, StepKind};
use crate::cutpoints::marks::{Mark, keep_ways_to};
use crate::loops::graph::Graph;
use crate::loops::{Acyclic, LoopHead, predicate, prefix, split_critical_edges};
use crate::passive::{AtExit, Passive, PassiveKind, passify};
use crate::prepare::lift;
use crate::vc::compact::normal;

/// By which edges the head is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edges {
    Entry,
    Back,
}

/// See the module header.
pub struct Region {
    /// Some run arrives.
    pub formula: Term,
    /// What holds in every state, and the meaning of lambdas in the formula.
    pub facts: Vec<Term>,
    /// The values of the marked variables on arrival.
    pub arrival: Substitution,
    /// The loops on the way.
    pub cuts: Vec<Cut>,
    /// The runs themselves; they arrive in its last block.
    pub passive: Passive,
}

impl Region {
    /// What every run assumes before the first branch.
    pub fn assumed_first(&self) -> Vec<Term> {
        let (mut at, mut found) = (self.passive.blocks.ids().next(), Vec::new());
        while let Some(id) = at {
            let block = &self.passive.blocks[id];
            found.extend(block.cmds.iter().map(|cmd| match cmd.kind {
                PassiveKind::Assume(term) | PassiveKind::Assert(_, term) => term,
            }));
            at = if let [next] = block.next[..] { Some(next) } else { None };
        }
        found
    }
}

/// A loop that runs pass.
pub struct Cut {
    /// Its number among the heads.
    pub number: usize,
    /// True wherever a run passes the cut.
    pub gate: Term,
    /// The values of the marked variables at the cut.
    pub values: Substitution,
    /// The block, and how many of its commands come before the cut.
    pub at: (BlockId, usize),
}

/// The body and its loops, with the variables that the predicates of each loop mention.
pub struct Nest<'a> {
    pub body: &'a Body,
    pub heads: &'a [LoopHead],
    pub mentioned: &'a [BTreeSet<VarId>],
    pub facts: &'a [Term],
    /// What is marked wherever a step is reached, besides what the step mentions.
    pub always: &'a [VarId],
}

/// `None` if no path leads to the head by these edges.
pub fn region(pool: &mut TermPool, nest: &Nest<'_>, number: usize, edges: Edges) -> Option<Region> {
    let mut building = Building { pool, nest, body: nest.body.clone(), marks: Vec::new() };
    let collect = building.redirect(number, edges);
    let passed: Vec<bool> = (0..nest.heads.len()).map(|other| other != number || edges == Edges::Back).collect();
    building.finish(collect, &passed)
}

/// The states in which a step is reached; the variables of its term are marked. `None` if no path leads there.
pub fn region_before(pool: &mut TermPool, nest: &Nest<'_>, block: BlockId, step: usize) -> Option<Region> {
    let mut building = Building { pool, nest, body: nest.body.clone(), marks: Vec::new() };
    let collect = building.stop_before(block, step);
    building.finish(collect, &vec![true; nest.heads.len()])
}

struct Building<'a> {
    pool: &'a mut TermPool,
    nest: &'a Nest<'a>,
    body: Body,
    /// Each with the loop at whose cut it stands; `None` for the arrival.
    marks: Vec<(Mark, Option<usize>)>,
}

impl Building<'_> {
    /// The formula of the runs to the last block, with the loops cut that they may pass.
    fn finish(mut self, collect: BlockId, passed: &[bool]) -> Option<Region> {
        let gates: Vec<Option<Term>> = (0..passed.len()).map(|other| passed[other].then(|| self.open(other))).collect();
        if !keep_ways_to(&mut self.body, collect) {
            return None;
        }
        let Building { pool, nest, mut body, marks } = self;
        split_critical_edges(&mut body);
        let acyclic = Acyclic { body, extra: Default::default(), written: Default::default() };
        let mut passive = passify(pool, &acyclic, AtExit::NothingLive);
        let mut facts = nest.facts.to_vec();
        lift(pool, &mut passive, &mut facts);
        let mut arrival = Substitution::new();
        let mut cuts = Vec::new();
        for (mark, of) in marks {
            let Some((values, at)) = mark.take(pool, &mut passive) else { continue };
            match of {
                None => arrival = values,
                Some(number) => cuts.extend(gates[number].map(|gate| Cut { number, gate, values, at })),
            }
        }
        let formula = normal(pool, &passive);
        Some(Region { formula, facts, arrival, cuts, passive })
    }

    /// A new last block instead of the step and what comes after it. All back edges are cut off.
    fn stop_before(&mut self, at: BlockId, step: usize) -> BlockId {
        let block = &self.body.blocks[at];
        let (label, span, stopped) = (block.label, block.span, block.steps[step].clone());
        let collect = self.body.blocks.push(Block { label, span, source: None, steps: Vec::new(), next: Vec::new() });
        let block = &mut self.body.blocks[at];
        block.steps.truncate(step);
        block.next = vec![collect];
        for head in self.nest.heads {
            for from in self.nest.body.blocks.ids().filter(|from| head.blocks.contains(from)) {
                self.body.blocks[from].next.retain(|to| *to != head.head);
            }
        }
        let mut vars = stopped.term().map_or(Vec::new(), |term| self.pool.free_vars(term));
        vars.extend(self.nest.always.iter().filter(|var| !vars.contains(var)).copied().collect::<Vec<_>>());
        let mark = self.mark_of(vars, None, stopped.span);
        self.body.blocks[collect].steps.push(mark);
        collect
    }

    /// A new last block to which the head's edges of the given kind lead. The back edges of all other loops are cut off.
    fn redirect(&mut self, number: usize, edges: Edges) -> BlockId {
        let head = &self.nest.heads[number];
        let block = &self.body.blocks[head.head];
        let collect = Block { label: block.label, span: block.span, source: None, steps: Vec::new(), next: Vec::new() };
        let collect = self.body.blocks.push(collect);
        for (index, head) in self.nest.heads.iter().enumerate() {
            for from in self.nest.body.blocks.ids() {
                let is_back = head.blocks.contains(&from);
                let wanted = index == number && is_back == (edges == Edges::Back);
                let next = &mut self.body.blocks[from].next;
                if wanted {
                    next.iter_mut().filter(|to| **to == head.head).for_each(|to| *to = collect);
                    next.dedup();
                } else if is_back {
                    next.retain(|to| *to != head.head);
                }
            }
        }
        let mark = self.mark(number, None);
        self.body.blocks[collect].steps.push(mark);
        collect
    }

    /// `havoc targets; assume where(targets); assume I; assume gate`, then the rest of the head.
    fn open(&mut self, number: usize) -> Term {
        let head = &self.nest.heads[number];
        let gate = self.pool.fresh_var("gate", Sort::BOOL);
        let gate = self.pool.var(gate);
        let mut steps: Vec<Step> = Vec::new();
        let mut push = |kind: StepKind| steps.push(Step::new(kind, head.span, Origin::Loop));
        head.targets.iter().for_each(|&target| push(StepKind::Havoc(target)));
        for target in &head.targets {
            if let Some(&condition) = self.nest.body.wheres.get(target) {
                push(StepKind::Assume(condition));
            }
        }
        prefix(&self.nest.body.blocks[head.head]).for_each(|step| push(StepKind::Assume(predicate(step))));
        push(StepKind::Assume(gate));
        steps.push(self.mark(number, Some(number)));
        let block = &mut self.body.blocks[head.head];
        let opened = prefix(block).count();
        steps.extend(block.steps.drain(opened..));
        block.steps = steps;
        gate
    }

    fn mark(&mut self, number: usize, of: Option<usize>) -> Step {
        let vars: Vec<VarId> = self.nest.mentioned[number].iter().copied().collect();
        self.mark_of(vars, of, self.nest.heads[number].span)
    }

    fn mark_of(&mut self, vars: Vec<VarId>, of: Option<usize>, span: Span) -> Step {
        let (mark, step) = Mark::new(self.pool, vars, span);
        self.marks.push((mark, of));
        step
    }
}

/// The loops in the order of the program, each with the loops directly inside it.
pub fn nesting(heads: &[LoopHead], graph: &Graph, entry: usize) -> Vec<Node> {
    let order = crate::loops::graph::reverse_postorder(graph, entry);
    let rank = |head: &LoopHead| order.iter().position(|&node| node == head.head.index()).unwrap_or(usize::MAX);
    let mut numbers: Vec<usize> = (0..heads.len()).filter(|&number| rank(&heads[number]) != usize::MAX).collect();
    numbers.sort_by_key(|&number| (rank(&heads[number]), std::cmp::Reverse(heads[number].blocks.len())));
    inside(heads, &numbers)
}

/// A loop and the loops inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub number: usize,
    pub inner: Vec<Node>,
}

fn inside(heads: &[LoopHead], numbers: &[usize]) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut rest = numbers.to_vec();
    while !rest.is_empty() {
        let number = rest.remove(0);
        let (own, others): (Vec<usize>, Vec<usize>) =
            rest.into_iter().partition(|&other| heads[number].blocks.contains(&heads[other].head));
        nodes.push(Node { number, inner: inside(heads, &own) });
        rest = others;
    }
    nodes
}
