//! Indices under names of their own: where a body computes `t := i * n + j` and uses `a[t]` later, as C does when a call stands
//! between the two, the index is read as what it was computed as.
//!
//! In: a body. Out: the same body, with the same runs. A name is read through as long as neither it nor what it was made of has
//! changed on the only way from there; where ways meet, nothing is remembered.

use std::collections::BTreeMap;

use invar_base::Id;
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, StepKind};
use crate::linear::Linear;
use crate::loops::graph::{Graph, predecessors, reverse_postorder};

/// What variables were computed as.
type Computed = BTreeMap<VarId, Term>;

/// Reads indices that are products of variables through the names they were given.
pub fn read_index_names(pool: &mut TermPool, body: &mut Body) {
    if !body.blocks.values().flat_map(|block| &block.steps).any(|step| is_computed(pool, &step.kind)) {
        return;
    }
    let ids: Vec<_> = body.blocks.ids().collect();
    let graph: Graph = body.blocks.values().map(|block| block.next.iter().map(|next| next.index()).collect()).collect();
    let before = predecessors(&graph);
    let mut after: FxHashMap<usize, Computed> = FxHashMap::default();
    for node in reverse_postorder(&graph, body.entry.index()) {
        // A loop's head has several predecessors, so that the only one of a block was visited before it.
        let mut computed = match before[node][..] {
            [only] => after.get(&only).cloned().unwrap_or_default(),
            _ => Computed::new(),
        };
        for step in &mut body.blocks[ids[node]].steps {
            pass(pool, &mut step.kind, &mut computed);
        }
        after.insert(node, computed);
    }
}

/// Is it an assignment of a sum with a product of variables?
fn is_computed(pool: &TermPool, kind: &StepKind) -> bool {
    let StepKind::Assign(_, value) = kind else { return false };
    pool.sort_of(*value) == Sort::INT && Linear::of(pool, *value).terms.keys().any(|part| *pool.op(*part) == Op::Mul)
}

/// One step, read with what is computed before it; then what is computed after it.
fn pass(pool: &mut TermPool, kind: &mut StepKind, computed: &mut Computed) {
    if !computed.is_empty()
        && let StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) = kind
    {
        *term = read(pool, *term, computed);
    }
    if let StepKind::Assign(var, _) | StepKind::Havoc(var) = *kind {
        computed.retain(|name, value| *name != var && !pool.free_vars(*value).contains(&var));
    }
    if is_computed(pool, kind)
        && let StepKind::Assign(var, value) = *kind
        && !pool.free_vars(value).contains(&var)
    {
        computed.insert(var, value);
    }
}

/// The term with what is computed in place of names that are indices. Quantified parts stay as they are: so do their triggers.
fn read(pool: &mut TermPool, root: Term, computed: &Computed) -> Term {
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| new[arg]).collect();
        let indices = match pool.op(term) {
            Op::Select => 1..args.len(),
            Op::Store => 1..args.len() - 1,
            _ => 0..0,
        };
        for index in &mut args[indices] {
            if let Op::Var(var) = pool.op(*index)
                && let Some(&value) = computed.get(var)
            {
                *index = value;
            }
        }
        let is_same = args[..] == *pool.args(term) || matches!(pool.op(term), Op::Forall(_) | Op::Exists(_));
        let made = if is_same { term } else { pool.rebuild(term, &args) };
        new.insert(term, made);
    }
    new[&root]
}
