//! Which variables matter at the start of each block of a body with loops: some way from there reads them before it writes
//! them.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Block, Body, Step};
use crate::loops::LoopHead;

/// By block. At a loop's head the `where` conditions of its targets are read.
pub fn live_variables(pool: &TermPool, body: &Body, heads: &[LoopHead]) -> Vec<BTreeSet<VarId>> {
    let mut reads = Reads { pool, memo: FxHashMap::default() };
    let mut flows: Vec<Flow> = body.blocks.values().map(|block| reads.flow(block)).collect();
    for head in heads {
        for condition in head.targets.iter().filter_map(|target| body.wheres.get(target)) {
            flows[head.head.index()].read.extend(reads.of(*condition).iter().copied());
        }
    }
    let mut live: Vec<BTreeSet<VarId>> = flows.iter().map(|flow| flow.read.clone()).collect();
    let preds = body.predecessors();
    let mut work: Vec<_> = body.blocks.ids().collect();
    while let Some(block) = work.pop() {
        for &pred in &preds[block.index()] {
            let written = &flows[pred.index()].written;
            let new: Vec<VarId> = live[block.index()]
                .iter()
                .filter(|var| !written.contains(var) && !live[pred.index()].contains(var))
                .copied()
                .collect();
            if !new.is_empty() {
                live[pred.index()].extend(new);
                work.push(pred);
            }
        }
    }
    live
}

/// What matters before some steps, if this does after them.
pub fn live_before(pool: &TermPool, steps: &[Step], mut live: BTreeSet<VarId>) -> BTreeSet<VarId> {
    for step in steps.iter().rev() {
        live.retain(|&var| Some(var) != step.assigned());
        live.extend(step.term().map_or(Vec::new(), |term| pool.free_vars(term)));
    }
    live
}

/// What a block reads before it writes it, and what it writes.
#[derive(Default)]
struct Flow {
    read: BTreeSet<VarId>,
    written: BTreeSet<VarId>,
}

struct Reads<'a> {
    pool: &'a TermPool,
    memo: FxHashMap<Term, Vec<VarId>>,
}

impl Reads<'_> {
    fn of(&mut self, term: Term) -> &[VarId] {
        self.memo.entry(term).or_insert_with(|| self.pool.free_vars(term))
    }

    fn flow(&mut self, block: &Block) -> Flow {
        let mut flow = Flow::default();
        for step in &block.steps {
            if let Some(term) = step.term() {
                let Flow { read, written } = &mut flow;
                read.extend(self.of(term).iter().filter(|var| !written.contains(var)));
            }
            flow.written.extend(step.assigned());
        }
        flow
    }
}
