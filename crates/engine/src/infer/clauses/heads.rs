//! What a body says of its loops' heads: which variables are live there, which of them clauses compare, and the conditions of
//! branches near them.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, Role};
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, Step, StepKind};
use crate::linear::{Linear, without_wraps};
use crate::literals::literal;
use crate::loops::{LoopHead, live};
use crate::task::Task;

/// Sums that skolem constants are compared with.
const MOST_SUMS: usize = 4;

/// The integers that clauses may compare: those of the program, and offsets of its pointers.
pub fn integers(task: &Task<'_>, pool: &TermPool, live: &BTreeSet<VarId>) -> Vec<VarId> {
    let olds: FxHashMap<VarId, VarId> = task.program.globals.iter().map(|global| (global.old, global.var)).collect();
    let is_own = |var: &&VarId| {
        let role = task.program.roles.of(pool, *olds.get(*var).unwrap_or(*var));
        pool.variable(**var).sort == Sort::INT && matches!(role, Role::Value | Role::Offset)
    };
    live.iter().filter(is_own).copied().collect()
}

/// The offsets of the program's pointers, by the variables of their objects.
pub fn offsets(task: &Task<'_>) -> FxHashMap<VarId, VarId> {
    task.program.source.variables.iter().filter_map(|(var, shown)| Some((*var, shown.offset()?))).collect()
}

/// The conditions with which branches of a loop begin, over what is live at its head, and those with which it is left.
pub fn guards(pool: &mut TermPool, body: &Body, head: &LoopHead, live: &BTreeSet<VarId>) -> (Vec<Term>, Vec<Term>) {
    let (mut guards, mut exits) = (Vec::new(), Vec::new());
    let inside = head.blocks.iter().copied();
    let after = head.blocks.iter().flat_map(|&block| body.blocks[block].next.iter().copied());
    let blocks: BTreeSet<BlockId> = inside.chain(after).collect();
    for block in blocks {
        for step in &body.blocks[block].steps {
            let StepKind::Assume(term) = step.kind else { break };
            let term = without_wraps(pool, term);
            let is_small = pool.tree_size(term) <= 12;
            let is_seen = pool.free_vars(term).iter().all(|var| live.contains(var));
            if !is_small || !is_seen || matches!(pool.op(term), Op::And | Op::Or | Op::Implies) {
                continue;
            }
            let term = literal(pool, term);
            if !head.blocks.contains(&block) {
                exits.push(term);
            }
            guards.push(term);
        }
    }
    (guards, exits)
}

/// Of what the text compares loop variables with, sums and differences of these integers.
pub fn sums(pool: &mut TermPool, ends: &[Linear], integers: &[VarId]) -> Vec<Term> {
    let is_known = |pool: &TermPool, part: Term| matches!(pool.op(part), Op::Var(var) if integers.contains(var));
    let sums = ends.iter().filter(|end| end.terms.len() > 1);
    let mut sums: Vec<&Linear> = sums.filter(|end| end.terms.keys().all(|&part| is_known(pool, part))).collect();
    sums.sort_by_key(|end| end.terms.len());
    sums.truncate(MOST_SUMS);
    sums.into_iter().map(|end| end.clone().term(pool)).collect()
}

/// The numbers of the text, and those beside them.
pub fn numbers(pool: &TermPool, body: &Body) -> BTreeSet<i64> {
    let steps = body.blocks.values().flat_map(|block| &block.steps);
    let terms: Vec<Term> = steps.filter_map(Step::term).collect();
    let numbers = pool.integer_literals(&terms).into_iter().filter_map(|number| i64::try_from(number).ok());
    numbers.flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]).collect()
}

/// A variable is live at the heads to which a way leads from where it is set, whoever reads it.
pub fn add_where_set(body: &Body, heads: &[LoopHead], var: VarId, live: &mut [BTreeSet<VarId>]) {
    let sets = |block: &BlockId| body.blocks[*block].steps.iter().any(|step| step.assigned() == Some(var));
    let mut work: Vec<BlockId> = body.blocks.ids().filter(sets).collect();
    let mut met: BTreeSet<BlockId> = BTreeSet::new();
    while let Some(block) = work.pop() {
        work.extend(body.blocks[block].next.iter().copied().filter(|next| met.insert(*next)));
    }
    for (head, live) in heads.iter().zip(live) {
        if met.contains(&head.head) {
            live.insert(var);
        }
    }
}

/// The variables that may be read at each head before they are written.
pub fn live_at_heads(pool: &TermPool, body: &Body, heads: &[LoopHead]) -> Vec<BTreeSet<VarId>> {
    let live = live(pool, body);
    heads.iter().map(|head| live[head.head.index()].clone()).collect()
}
