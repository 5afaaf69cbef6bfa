//! Bit operations that no check depends on. In: a body. Out: the same, in which variables that no condition depends on get any value
//! where bit operations would have computed one.
//!
//! A check, and every condition on the way to it, is as true as before, so the answers are the same; but the prover is spared
//! the bits of hashes and check sums. That a variable has any value is more than it has, so whatever holds of the body holds of the
//! program. Runs are those of the program itself.

use invar_logic::{Op, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, Origin, Step, StepKind};

/// Forgets what only bit operations tell, and nobody asks.
pub fn forget_bits(pool: &TermPool, body: &mut Body) {
    let mut known: FxHashMap<Term, bool> = FxHashMap::default();
    let mut computes = |term: Term| *known.entry(term).or_insert_with(|| has_bits(pool, term));
    let steps = || body.blocks.values().flat_map(|block| &block.steps);
    if !steps().any(|step| matches!(step.kind, StepKind::Assign(_, term) if computes(term))) {
        return;
    }
    let relevant = relevant(pool, body);
    for step in body.blocks.values_mut().flat_map(|block| &mut block.steps) {
        if let StepKind::Assign(var, term) = step.kind
            && !relevant.contains(&var)
            && computes(term)
        {
            *step = Step::new(StepKind::Havoc(var), step.span, Origin::Own);
        }
    }
}

fn has_bits(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().any(|part| matches!(pool.op(part), Op::Bv(_)))
}

/// The variables that a check or a condition depends on, directly or through assignments.
fn relevant(pool: &TermPool, body: &Body) -> FxHashSet<VarId> {
    let mut read: FxHashMap<VarId, Vec<Term>> = FxHashMap::default();
    let mut work: Vec<VarId> = Vec::new();
    for step in body.blocks.values().flat_map(|block| &block.steps) {
        match step.kind {
            StepKind::Assign(var, term) => read.entry(var).or_default().push(term),
            StepKind::Havoc(_) => {}
            StepKind::Assume(term) if is_type(pool, body, term) => {}
            StepKind::Assume(term) | StepKind::Assert(_, term) => work.extend(pool.free_vars(term)),
        }
    }
    let mut relevant: FxHashSet<VarId> = FxHashSet::default();
    while let Some(var) = work.pop() {
        if relevant.insert(var) {
            let terms = read.get(&var).into_iter().flatten();
            work.extend(terms.flat_map(|&term| pool.free_vars(term)));
        }
    }
    relevant
}

/// Does it say no more than what values a variable's type has? Some value has it.
fn is_type(pool: &TermPool, body: &Body, term: Term) -> bool {
    let vars: Vec<VarId> = pool.free_vars(term).into_iter().collect();
    matches!(vars[..], [var] if body.wheres.get(&var) == Some(&term))
}
