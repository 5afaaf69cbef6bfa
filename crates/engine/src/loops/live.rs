//! Which variables may be read before they are written.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::graph::reverse_postorder;
use super::reducible::graph_of;
use crate::body::{Body, Step, StepKind};

/// By block, at its start. What is only read to compute something that nobody reads is not among them.
pub fn live(pool: &TermPool, body: &Body) -> Vec<BTreeSet<VarId>> {
    let graph = graph_of(&body.blocks);
    let order = reverse_postorder(&graph, body.entry.index());
    let mut reads: FxHashMap<Term, Vec<VarId>> = FxHashMap::default();
    let mut live: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); graph.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev() {
            let mut now: BTreeSet<VarId> = graph[node].iter().flat_map(|&next| live[next].iter().copied()).collect();
            for step in body.blocks[BlockId::from_index(node)].steps.iter().rev() {
                if let Some(term) = read_by(step, &mut now) {
                    now.extend(reads.entry(term).or_insert_with(|| pool.free_vars(term)).iter());
                }
            }
            if now.len() != live[node].len() {
                live[node] = now;
                changed = true;
            }
        }
    }
    live
}

/// What a step reads for the sake of these variables; those that it sets are no longer among them.
fn read_by(step: &Step, live: &mut BTreeSet<VarId>) -> Option<Term> {
    match step.kind {
        StepKind::Havoc(var) => {
            live.remove(&var);
            None
        }
        StepKind::Assign(var, term) => live.remove(&var).then_some(term),
        StepKind::Assume(term) | StepKind::Assert(_, term) => Some(term),
    }
}
