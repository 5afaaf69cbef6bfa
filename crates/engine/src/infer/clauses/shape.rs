//! What equations may be about, read off a body: its reads of elements, what it divides by, what it compares loop variables with,
//! and how long its products are.

use std::collections::BTreeSet;

use invar_gcl::Roles;
use invar_logic::{FuncId, Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::clause::is_own_element;
use crate::body::{Body, Step, StepKind};
use crate::infer::polynomial::degree;
use crate::linear::{Linear, inequality, without_wraps};
use crate::literals::reads_map;
use crate::loops::LoopHead;

/// Factors of one product.
pub const HIGHEST_DEGREE: u32 = 3;

/// Divisors with more bits are limits of types, or data.
const LARGEST_DIVISOR: u64 = 7;

/// What else equations may be about than what the text has.
#[derive(Clone, Copy)]
pub struct More {
    /// Products may be longer than those of the text by this.
    pub degree: u32,
    /// The function for sums of elements.
    pub sum: Option<FuncId>,
}

/// What equations may be about, read off a body.
pub struct Shape {
    pub sum: Option<FuncId>,
    /// Where elements are read or written: a row of memory, and the index.
    pub reads: Vec<(Term, Term)>,
    /// What is divided by.
    pub divisors: Vec<BigInt>,
    /// What loop variables are compared with: the first value that is too large.
    pub ends: Vec<Linear>,
    pub degree: u32,
}

impl Shape {
    pub fn new(pool: &TermPool, roles: &Roles, body: &Body, heads: &[LoopHead], more: More) -> Shape {
        let steps = || body.blocks.values().flat_map(|block| &block.steps);
        let terms: Vec<Term> = steps().filter_map(Step::term).collect();
        let longest = terms.iter().map(|&term| degree(pool, term)).max().unwrap_or(0);
        let mut shape = Shape {
            sum: more.sum.filter(|_| steps().any(|step| adds_up(pool, step))),
            reads: Vec::new(),
            divisors: Vec::new(),
            ends: all_ends(pool, body, heads),
            degree: (longest.max(1) + more.degree).min(HIGHEST_DEGREE),
        };
        for part in pool.postorder(&terms) {
            match (pool.op(part), pool.args(part)) {
                (Op::Select | Op::Store, &[row, ..]) if !is_own_element(pool, roles, row) => {}
                (Op::Select | Op::Store, &[_, index, ..]) if matches!(pool.op(index), Op::App(_)) => {}
                (Op::Select, &[row, index]) if is_cell(pool, part) => shape.add((row, index)),
                (Op::Store, &[row, index, value]) if pool.sort_of(value) == Sort::INT => shape.add((row, index)),
                (Op::Mod, &[_, by]) => shape.divided(pool, by),
                _ => {}
            }
        }
        shape
    }

    fn divided(&mut self, pool: &TermPool, by: Term) {
        if let Op::Int(by) = pool.op(by)
            && by.bits() <= LARGEST_DIVISOR
            && !self.divisors.contains(by)
        {
            self.divisors.push(by.clone());
        }
    }

    fn add(&mut self, read: (Term, Term)) {
        if !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }
}

/// Does the step add more than a constant to a variable, or store a sum?
fn adds_up(pool: &TermPool, step: &Step) -> bool {
    let StepKind::Assign(var, term) = step.kind else { return false };
    let is_own = |part: &Term| *pool.op(*part) == Op::Var(var);
    if pool.sort_of(term) == Sort::INT {
        let sum = Linear::of(pool, term);
        return sum.terms.len() > 1 && sum.terms.keys().any(is_own);
    }
    let stores = pool.postorder(&[term]).into_iter().filter(|&part| *pool.op(part) == Op::Store);
    let mut values = stores.filter_map(|store| pool.args(store).last().copied());
    values.any(|value| pool.sort_of(value) == Sort::INT && Linear::of(pool, value).terms.len() > 1)
}

/// Does a loop set an integer, which its next iteration may read, to something with an element in it? The element may have been
/// read into another variable first.
pub fn carries_elements(pool: &TermPool, body: &Body, head: &LoopHead, live: &BTreeSet<VarId>) -> bool {
    let steps = head.blocks.iter().flat_map(|&block| &body.blocks[block].steps);
    let assigned: Vec<(VarId, Term)> = steps
        .filter_map(|step| match step.kind {
            StepKind::Assign(var, term) if pool.sort_of(term) == Sort::INT => Some((var, term)),
            StepKind::Assign(..) | StepKind::Assume(_) | StepKind::Assert(..) | StepKind::Havoc(_) => None,
        })
        .collect();
    let read = assigned.iter().filter(|(_, term)| reads_map(pool, *term));
    let read: BTreeSet<VarId> = read.map(|(var, _)| *var).collect();
    let has_element = |term: Term| reads_map(pool, term) || pool.free_vars(term).iter().any(|var| read.contains(var));
    assigned.into_iter().any(|(var, term)| live.contains(&var) && has_element(term))
}

/// What the conditions of a body compare its loops' variables with.
pub fn all_ends(pool: &TermPool, body: &Body, heads: &[LoopHead]) -> Vec<Linear> {
    let counted: BTreeSet<VarId> = heads.iter().flat_map(|head| &head.targets).copied().collect();
    let mut found: BTreeSet<Linear> = BTreeSet::new();
    for step in body.blocks.values().flat_map(|block| &block.steps) {
        if let StepKind::Assume(term) = step.kind {
            found.extend(ends(pool, term, &counted));
        }
    }
    found.into_iter().collect()
}

/// Where a body stores elements, counted from where pointers point, and but for constants.
pub fn stored_indices(pool: &mut TermPool, roles: &Roles, body: &Body) -> Vec<Linear> {
    let mut found: BTreeSet<Linear> = BTreeSet::new();
    for step in body.blocks.values().flat_map(|block| &block.steps) {
        let StepKind::Assign(_, term) = step.kind else { continue };
        for part in pool.postorder(&[term]) {
            if let (Op::Store, &[_, index, _]) = (pool.op(part), pool.args(part))
                && pool.sort_of(index) == Sort::INT
            {
                let index = without_wraps(pool, index);
                let mut sum = Linear { constant: BigInt::ZERO, ..Linear::of(pool, index) };
                sum.terms.retain(|&part, _| !matches!(pool.op(part), Op::Var(var) if roles.is_offset(pool, *var)));
                found.insert(sum);
            }
        }
    }
    found.into_iter().collect()
}

/// What the condition compares variables with.
fn ends(pool: &TermPool, condition: Term, counted: &BTreeSet<VarId>) -> Vec<Linear> {
    let Some(sum) = inequality(pool, condition) else { return Vec::new() };
    let mut found = Vec::new();
    for (&part, factor) in &sum.terms {
        if !matches!(pool.op(part), Op::Var(var) if counted.contains(var)) || !factor.magnitude().is_one() {
            continue;
        }
        let mut rest = sum.clone();
        rest.terms.remove(&part);
        if factor.is_positive() {
            // v + rest <= 0, and so v < 1 - rest.
            rest = rest.times(&-BigInt::one());
            rest.constant += 1;
        }
        found.push(rest);
    }
    found
}

fn is_cell(pool: &TermPool, read: Term) -> bool {
    pool.sort_of(read) == Sort::INT && pool.sort_of(pool.args(read)[1]) == Sort::INT
}
