//! Which assigned variables are still read: backward over the DAG, one bit per variable and block.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::AtExit;
use crate::body::{Body, Step, StepKind};
use crate::loops::graph::Graph;

/// The variables that some reachable step assigns, by dense numbers. All others have one variant only.
pub struct AssignedVars {
    vars: Vec<VarId>,
    numbers: FxHashMap<VarId, usize>,
}

impl AssignedVars {
    pub fn of(body: &Body, order: &[usize]) -> AssignedVars {
        let steps = order.iter().flat_map(|&node| &body.blocks[BlockId::from_index(node)].steps);
        let mut vars: Vec<VarId> = steps.filter_map(Step::assigned).collect();
        vars.sort_unstable();
        vars.dedup();
        let numbers = vars.iter().enumerate().map(|(number, &var)| (var, number)).collect();
        AssignedVars { vars, numbers }
    }

    pub fn number(&self, var: VarId) -> usize {
        self.numbers[&var]
    }

    pub fn var(&self, number: usize) -> VarId {
        self.vars[number]
    }

    pub fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars.iter().copied()
    }
}

pub struct Liveness {
    words: usize,
    on_entry: Vec<u64>,
    /// The assigned variables that a step's term reads, by dense numbers.
    reads: FxHashMap<Term, Vec<usize>>,
}

impl Liveness {
    pub fn new(
        pool: &TermPool,
        body: &Body,
        graph: &Graph,
        order: &[usize],
        vars: &AssignedVars,
        at_exit: AtExit,
    ) -> Liveness {
        let words = vars.vars.len().div_ceil(64);
        let on_entry = vec![0; words * body.blocks.len()];
        let mut liveness = Liveness { words, on_entry, reads: FxHashMap::default() };
        let mut reads = Reads { pool, vars, memo: FxHashMap::default() };
        for &node in order.iter().rev() {
            let mut live = match (at_exit, graph[node].is_empty()) {
                (AtExit::AllLive, true) => vec![u64::MAX; words],
                (AtExit::AllLive | AtExit::NothingLive, _) => vec![0; words],
            };
            for &next in &graph[node] {
                for (word, bits) in live.iter_mut().zip(liveness.row(next)) {
                    *word |= bits;
                }
            }
            for step in body.blocks[BlockId::from_index(node)].steps.iter().rev() {
                reads.backward(step, &mut live);
            }
            liveness.on_entry[node * words..(node + 1) * words].copy_from_slice(&live);
        }
        liveness.reads = reads.memo;
        liveness
    }

    /// The assigned variables that the term of a reachable step reads.
    pub fn reads(&self, term: Term) -> &[usize] {
        self.reads.get(&term).map_or(&[], Vec::as_slice)
    }

    fn row(&self, node: usize) -> &[u64] {
        &self.on_entry[node * self.words..(node + 1) * self.words]
    }

    pub fn on_entry(&self, node: usize, number: usize) -> bool {
        self.row(node)[number / 64] >> (number % 64) & 1 == 1
    }
}

struct Reads<'a> {
    pool: &'a TermPool,
    vars: &'a AssignedVars,
    memo: FxHashMap<Term, Vec<usize>>,
}

impl Reads<'_> {
    /// live := (live − assigned) ∪ read
    fn backward(&mut self, step: &Step, live: &mut [u64]) {
        if let Some(var) = step.assigned() {
            let number = self.vars.number(var);
            live[number / 64] &= !(1 << (number % 64));
        }
        let term = match step.kind {
            StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) => term,
            StepKind::Havoc(_) => return,
        };
        let (pool, vars) = (self.pool, self.vars);
        let read = self
            .memo
            .entry(term)
            .or_insert_with(|| pool.free_vars(term).iter().filter_map(|var| vars.numbers.get(var).copied()).collect());
        for &number in read.iter() {
            live[number / 64] |= 1 << (number % 64);
        }
    }
}
