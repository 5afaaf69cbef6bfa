//! Cutting loops at their invariants: reducible `Body` in, `Acyclic` out (FS01 §7.1, FQ02 §3.2).
//!
//! The assertions and assumptions that open a head are its invariant I. Edges that enter from outside get `assert I`; the
//! head begins `havoc targets; assume where(targets); assume I`; back edges become `assert I; assume false`. Targets are
//! what the loop's blocks assign.
//!
//! The result has no critical edges: the passive form puts its renamings at the end of a block with one successor.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::{Id, Span};
use invar_gcl::{BlockId, Check, CheckId, CheckKind};
use invar_logic::{Portable, Term, VarId};

use super::graph::{Dominators, cyclic_components, predecessors};
use super::reducible::graph_of;
use crate::body::{Block, Body, Origin, Source, Step, StepKind};

/// A body whose graph is a DAG without critical edges.
#[derive(Clone, Debug)]
pub struct Acyclic {
    pub body: Body,
    /// The checks that an extra invariant holds: which one, by its loop's head and its position there.
    pub extra: BTreeMap<CheckId, (BlockId, usize)>,
    /// For the checks that an invariant of the text holds, on entry and later, the text's own.
    pub written: BTreeMap<CheckId, CheckId>,
}

/// One loop of the body, before it is cut.
#[derive(Clone, Debug)]
pub struct LoopHead {
    pub head: BlockId,
    pub span: Span,
    /// The block of the text that the head is.
    pub source: Option<Source>,
    /// The invariant that the text gives, as a conjunction.
    pub invariant: Vec<Term>,
    /// All blocks of the loop, the head included.
    pub blocks: BTreeSet<BlockId>,
    /// What the loop may change, in the order of the variables' ids.
    pub targets: Vec<VarId>,
}

/// Invariants beyond those of the text, by the head's block in the reducible body. They are portable, so that whoever
/// found them and whoever checks them need not share a pool: the ids of the body's variables are the same in both.
pub type ExtraInvariants = BTreeMap<BlockId, Vec<Portable>>;

/// The same in terms of the pool that the body is in.
pub type HeadInvariants = BTreeMap<BlockId, Vec<Term>>;

/// The loops of a reducible body, outer ones before inner ones of the same head order.
pub fn loop_heads(body: &Body) -> Vec<LoopHead> {
    let graph = graph_of(&body.blocks);
    let dominators = Dominators::new(&graph, body.entry.index());
    let preds = predecessors(&graph);
    let mut heads = Vec::new();
    for (head, block) in body.blocks.iter() {
        let back: Vec<usize> =
            preds[head.index()].iter().copied().filter(|&p| dominators.dominates(head.index(), p)).collect();
        if back.is_empty() {
            continue;
        }
        let blocks = natural_loop(head.index(), &back, &preds);
        let assigned = blocks.iter().flat_map(|&b| &body.blocks[b].steps).filter_map(Step::assigned);
        let targets: BTreeSet<VarId> = assigned.collect();
        let invariant = prefix(block).map(predicate).collect();
        heads.push(LoopHead {
            head,
            span: block.span,
            source: block.source,
            invariant,
            blocks,
            targets: targets.into_iter().collect(),
        });
    }
    heads
}

/// The head and every block that reaches a back edge without passing it.
fn natural_loop(head: usize, back: &[usize], preds: &[Vec<usize>]) -> BTreeSet<BlockId> {
    let mut blocks = BTreeSet::from([BlockId::from_index(head)]);
    let mut work = back.to_vec();
    while let Some(node) = work.pop() {
        if blocks.insert(BlockId::from_index(node)) {
            work.extend(&preds[node]);
        }
    }
    blocks
}

/// The assertions and assumptions that open a block.
pub fn prefix(block: &Block) -> impl Iterator<Item = &Step> {
    block.steps.iter().take_while(|step| match step.kind {
        StepKind::Assume(_) | StepKind::Assert(..) => true,
        StepKind::Assign(..) | StepKind::Havoc(_) => false,
    })
}

/// What an assertion or assumption says.
pub fn predicate(step: &Step) -> Term {
    match step.kind {
        StepKind::Assume(term) | StepKind::Assert(_, term) | StepKind::Assign(_, term) => term,
        StepKind::Havoc(_) => Term::TRUE,
    }
}

/// See the module header. `None` if the body was not reducible, so that cycles are left.
pub fn cut_loops(body: Body, heads: &[LoopHead], extra: &HeadInvariants) -> Option<Acyclic> {
    let mut cutting = Cutting { body, extra: BTreeMap::new(), written: BTreeMap::new() };
    for head in heads {
        let extra = extra.get(&head.head).map_or(&[][..], Vec::as_slice);
        cutting.cut(head, extra);
    }
    split_critical_edges(&mut cutting.body);
    let graph = graph_of(&cutting.body.blocks);
    let all: Vec<usize> = (0..graph.len()).collect();
    let Cutting { body, extra, written } = cutting;
    cyclic_components(&graph, &all).is_empty().then_some(Acyclic { body, extra, written })
}

struct Cutting {
    body: Body,
    extra: BTreeMap<CheckId, (BlockId, usize)>,
    written: BTreeMap<CheckId, CheckId>,
}

impl Cutting {
    fn cut(&mut self, head: &LoopHead, extra: &[Term]) {
        let invariant = self.invariant_steps(head, extra);
        let on_entry = self.instance(&invariant, CheckKind::InvariantEntry);
        let maintained = self.instance(&invariant, CheckKind::InvariantMaintained);
        for (from, block) in self.edges_into(head.head) {
            let is_back_edge = head.blocks.contains(&from);
            let steps = if is_back_edge { &maintained } else { &on_entry };
            let middle = insert_on_edge(&mut self.body, from, block, head.head, steps.clone());
            if is_back_edge {
                let block = &mut self.body.blocks[middle];
                block.steps.push(Step::new(StepKind::Assume(Term::FALSE), head.span, Origin::Loop));
                block.next.clear();
            }
        }
        self.open_head(head, &invariant);
    }

    /// The text's invariant first, then the extra ones that it does not already say.
    fn invariant_steps(&mut self, head: &LoopHead, extra: &[Term]) -> Vec<Step> {
        let mut steps: Vec<Step> = prefix(&self.body.blocks[head.head]).cloned().collect();
        for (position, &term) in extra.iter().enumerate() {
            if !head.invariant.contains(&term) {
                let check = self.body.checks.push(Check::new(CheckKind::Invariant, head.span));
                self.extra.insert(check, (head.head, position));
                steps.push(Step::new(StepKind::Assert(check, term), head.span, Origin::Loop));
            }
        }
        steps
    }

    /// The invariant with its assertions turned into checks of the given kind. An assertion that is no invariant by its
    /// author's word (it only happens to open a head block) becomes one.
    fn instance(&mut self, invariant: &[Step], kind: CheckKind) -> Vec<Step> {
        let mut instance = Vec::with_capacity(invariant.len());
        for step in invariant {
            let kind = match step.kind {
                StepKind::Assert(check, term) => StepKind::Assert(self.derive_check(check, kind), term),
                StepKind::Assume(term) => StepKind::Assume(term),
                StepKind::Assign(..) | StepKind::Havoc(_) => continue,
            };
            instance.push(Step::new(kind, step.span, Origin::Loop));
        }
        instance
    }

    fn derive_check(&mut self, check: CheckId, kind: CheckKind) -> CheckId {
        let derived = Check { kind, ..self.body.checks[check].clone() };
        let derived = self.body.checks.push(derived);
        match self.extra.get(&check) {
            Some(&extra) => drop(self.extra.insert(derived, extra)),
            None => drop(self.written.insert(derived, check)),
        }
        derived
    }

    /// Every edge into the block: its source and which successor of the source it is.
    fn edges_into(&self, target: BlockId) -> Vec<(BlockId, usize)> {
        let mut edges = Vec::new();
        for (id, block) in self.body.blocks.iter() {
            edges.extend(block.next.iter().enumerate().filter(|(_, next)| **next == target).map(|(i, _)| (id, i)));
        }
        edges
    }

    /// `havoc targets; assume where(targets); assume I`, then the rest of the head.
    fn open_head(&mut self, head: &LoopHead, invariant: &[Step]) {
        let mut steps = Vec::new();
        for &target in &head.targets {
            steps.push(Step::new(StepKind::Havoc(target), head.span, Origin::Loop));
        }
        for target in &head.targets {
            if let Some(&condition) = self.body.wheres.get(target) {
                steps.push(Step::new(StepKind::Assume(condition), head.span, Origin::Loop));
            }
        }
        for step in invariant {
            steps.push(Step::new(StepKind::Assume(predicate(step)), step.span, Origin::Loop));
        }
        let block = &mut self.body.blocks[head.head];
        let opened = prefix(block).count();
        steps.extend(block.steps.drain(opened..));
        block.steps = steps;
    }
}

fn insert_on_edge(body: &mut Body, from: BlockId, edge: usize, to: BlockId, steps: Vec<Step>) -> BlockId {
    let target = &body.blocks[to];
    let (label, span) = (target.label, target.span);
    let middle = body.blocks.push(Block { label, span, source: None, steps, next: vec![to] });
    body.blocks[from].next[edge] = middle;
    middle
}

/// Puts an empty block on every edge from a block with several successors to a block with several predecessors.
pub fn split_critical_edges(body: &mut Body) {
    let preds = body.predecessors();
    for id in body.blocks.ids() {
        if body.blocks[id].next.len() < 2 {
            continue;
        }
        for edge in 0..body.blocks[id].next.len() {
            let to = body.blocks[id].next[edge];
            if preds[to.index()].len() > 1 {
                insert_on_edge(body, id, edge, to, Vec::new());
            }
        }
    }
}
