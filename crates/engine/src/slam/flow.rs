//! A body as a graph of guarded updates: at each node, conditions under which control gets past it, and the values that variables then have,
//! all over the state before. In: a body. Out: its graph, with one node where every failing assertion ends.
//!
//! A node is as long as control is straight, so that conditions and values of temporaries are terms over variables that matter. Values from outside
//! are inputs: variables that stand for any value, of which no state knows.

use std::ops::Range;

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, StepKind};
use crate::loops::graph::{predecessors, reverse_postorder};
use crate::loops::{LoopHead, graph_of};

pub struct Flow {
    pub nodes: Vec<Node>,
    pub entry: usize,
    /// Where assertions that fail lead.
    pub error: usize,
    /// The heads of loops, with their nodes.
    pub heads: Vec<(BlockId, usize)>,
    /// What variables are at each head, as far as the flow speaks of it in their place.
    pub copies: Vec<Vec<(VarId, Term)>>,
}

#[derive(Clone, Default)]
pub struct Node {
    pub conditions: Vec<Term>,
    pub update: Substitution,
    /// Variables that stand for any value.
    pub inputs: FxHashSet<VarId>,
    /// The steps of the body that it is made of.
    pub pieces: Vec<Piece>,
    pub next: Vec<usize>,
}

/// Some steps of a block, one after the other.
#[derive(Clone, Debug)]
pub struct Piece {
    pub block: BlockId,
    pub steps: Range<usize>,
    /// The last step is an assertion, and it fails.
    pub fails: bool,
}

/// Steps of one node, so that terms stay small.
const LONGEST: usize = 60;

impl Flow {
    pub fn new(pool: &mut TermPool, body: &Body, heads: &[LoopHead]) -> Flow {
        let graph = graph_of(&body.blocks);
        let order = reverse_postorder(&graph, body.entry.index());
        let mut flow = Flow { nodes: Vec::new(), entry: 0, error: 0, heads: Vec::new(), copies: Vec::new() };
        flow.error = flow.push(Node::default());
        let (mut first, mut last) = (FxHashMap::default(), FxHashMap::default());
        for &block in &order {
            let (begin, end) = flow.block(pool, body, BlockId::from_index(block));
            first.insert(block, begin);
            last.insert(block, end);
        }
        for &block in &order {
            let next: Vec<usize> = graph[block].iter().map(|next| first[next]).collect();
            flow.nodes[last[&block]].next.extend(next);
        }
        flow.entry = first[&body.entry.index()];
        let known = heads.iter().filter_map(|head| Some((head.head, *first.get(&head.head.index())?)));
        flow.heads = known.collect();
        flow.join(pool);
        flow
    }

    /// Wherever a temporary still is the term that it was set to, on the only way there, the term stands for it: predicates need not speak of it.
    pub fn read_temporaries(&mut self, pool: &mut TermPool, is_temporary: &dyn Fn(&TermPool, VarId) -> bool) {
        let graph: Vec<Vec<usize>> = self.nodes.iter().map(|node| node.next.clone()).collect();
        let before = predecessors(&graph);
        let mut ends: FxHashMap<usize, Substitution> = FxHashMap::default();
        for at in reverse_postorder(&graph, self.entry) {
            let known = match before[at][..] {
                [only] => ends.get(&only).cloned().unwrap_or_default(),
                _ => Substitution::new(),
            };
            let node = &mut self.nodes[at];
            if !known.is_empty() {
                let conditions = std::mem::take(&mut node.conditions);
                node.conditions = conditions.into_iter().map(|term| pool.substitute(term, &known)).collect();
                let values: Vec<(VarId, Term)> = node.update.iter().collect();
                for (var, value) in values {
                    let value = pool.substitute(value, &known);
                    node.update.insert(var, value);
                }
            }
            let kept = known.iter().filter(|(var, _)| node.update.get(*var).is_none());
            let set = node.update.iter().filter(|(var, _)| is_temporary(pool, *var));
            let all: Vec<(VarId, Term)> = kept.chain(set).collect();
            let still = |(var, value): &(VarId, Term)| {
                let read = pool.free_vars(*value);
                !read.contains(var)
                    && read.iter().all(|read| node.update.get(*read).is_none() && !node.inputs.contains(read))
            };
            ends.insert(at, all.into_iter().filter(still).collect());
        }
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The nodes of a block: an assertion either fails, or is what the next node begins with. The first node and the last.
    fn block(&mut self, pool: &mut TermPool, body: &Body, block: BlockId) -> (usize, usize) {
        let steps = &body.blocks[block].steps;
        let (mut begin, mut from) = (None, 0);
        for (at, step) in steps.iter().enumerate() {
            let StepKind::Assert(..) = step.kind else { continue };
            let before = self.segment(pool, body, Piece { block, steps: from..at, fails: false });
            let failing = self.segment(pool, body, Piece { block, steps: at..at + 1, fails: true });
            self.nodes[failing].next = vec![self.error];
            // The next segment is pushed right after the failing one.
            self.nodes[before].next = vec![failing + 1, failing];
            begin.get_or_insert(before);
            from = at;
        }
        let rest = self.segment(pool, body, Piece { block, steps: from..steps.len(), fails: false });
        (begin.unwrap_or(rest), rest)
    }

    /// The node of some steps in a row.
    fn segment(&mut self, pool: &mut TermPool, body: &Body, piece: Piece) -> usize {
        let mut node = Node::default();
        for step in &body.blocks[piece.block].steps[piece.steps.clone()] {
            match step.kind {
                StepKind::Assign(var, term) => {
                    let value = pool.substitute(term, &node.update);
                    node.update.insert(var, value);
                }
                StepKind::Havoc(var) => {
                    let sort = pool.variable(var).sort;
                    let input = pool.fresh_var("input", sort);
                    node.inputs.insert(input);
                    let value = pool.var(input);
                    node.update.insert(var, value);
                }
                StepKind::Assume(term) => node.assume(pool, term),
                StepKind::Assert(_, term) if piece.fails => {
                    let denied = pool.not(term);
                    node.assume(pool, denied);
                }
                StepKind::Assert(_, term) => node.assume(pool, term),
            }
        }
        node.pieces.push(piece);
        self.push(node)
    }

    /// Nodes that follow each other become one.
    fn join(&mut self, pool: &mut TermPool) {
        let graph: Vec<Vec<usize>> = self.nodes.iter().map(|node| node.next.clone()).collect();
        let before = predecessors(&graph);
        let is_head = |node: usize, flow: &Flow| flow.heads.iter().any(|(_, head)| *head == node);
        for at in reverse_postorder(&graph, self.entry) {
            while let [next] = self.nodes[at].next[..]
                && next != self.error
                && before[next].len() == 1
                && !is_head(next, self)
                && self.nodes[at].length() + self.nodes[next].length() <= LONGEST
            {
                let second = std::mem::take(&mut self.nodes[next]);
                self.nodes[at].append(pool, second);
            }
        }
    }
}

impl Node {
    fn assume(&mut self, pool: &mut TermPool, term: Term) {
        let term = pool.substitute(term, &self.update);
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match pool.op(term) {
                Op::And => open.extend(pool.args(term).iter().rev()),
                Op::True => {}
                _ if self.conditions.contains(&term) => {}
                _ => self.conditions.push(term),
            }
        }
    }

    fn length(&self) -> usize {
        self.pieces.iter().map(|piece| piece.steps.len()).sum()
    }

    /// What both do, one after the other.
    fn append(&mut self, pool: &mut TermPool, second: Node) {
        for condition in second.conditions {
            self.assume(pool, condition);
        }
        let values: Vec<(VarId, Term)> = second.update.iter().collect();
        let values: Vec<(VarId, Term)> =
            values.into_iter().map(|(var, term)| (var, pool.substitute(term, &self.update))).collect();
        values.into_iter().for_each(|(var, value)| self.update.insert(var, value));
        self.inputs.extend(second.inputs);
        self.pieces.extend(second.pieces);
        self.next = second.next;
    }
}
