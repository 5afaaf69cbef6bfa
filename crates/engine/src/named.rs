//! What exists on entry has a name. A contract that asks for `∃ k. 0 <= k ∧ … ∧ s[k] == 0` is kept by callers who know such a `k`; nobody
//! in the body can speak of it. With a name for it, that a pointer walks no further than the zero is `p <= k`: a clause without a quantifier, where
//! it would otherwise take one about all elements before.
//!
//! In: a body. Out: the same body in which assumptions `∃ k. φ(k)` before all loops are `φ(c)`, for a variable `c` that nothing sets: it has any value
//! from the beginning on, so that the body has a run from a state with some value of `c` exactly where it had one before. What is proved of it holds of
//! the text. Where `k` is part of an index, `t + k`, the variable is the whole index, which the body's own indices are compared with.

use invar_gcl::Program;
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_traits::One;

use crate::body::{Body, StepKind};
use crate::linear::{Linear, plain_indices};
use crate::loops::LoopHead;

/// More of them say too little about what is meant.
const MOST: usize = 6;

/// Gives names to what the assumptions of the first block say to exist.
pub fn name_on_entry(pool: &mut TermPool, body: &mut Body, heads: &[LoopHead]) -> Vec<VarId> {
    let mut named = Vec::new();
    if heads.is_empty() || heads.iter().any(|head| head.blocks.contains(&body.entry)) {
        return named;
    }
    for position in 0..body.blocks[body.entry].steps.len() {
        let StepKind::Assume(term) = body.blocks[body.entry].steps[position].kind else { continue };
        let instance = instance(pool, term, &mut named);
        if instance != term {
            body.blocks[body.entry].steps[position].kind = StepKind::Assume(instance);
        }
    }
    named
}

/// The same for conditions on callers, in which what exists has names already (`Precondition::names`): what is said of them is also said of plain
/// indices.
pub fn named_by_conditions(pool: &mut TermPool, program: &Program, body: &mut Body, heads: &[LoopHead]) -> Vec<VarId> {
    let constants = program.constants.iter().map(|constant| constant.var);
    let names: Vec<VarId> = constants.filter(|var| pool.variable(*var).sort == Sort::INT).collect();
    if heads.is_empty() || names.is_empty() {
        return Vec::new();
    }
    for step in &mut body.blocks[body.entry].steps {
        let StepKind::Assume(term) = step.kind else { continue };
        if pool.free_vars(term).iter().any(|var| names.contains(var)) {
            let plain = plain_indices(pool, term);
            step.kind = StepKind::Assume(pool.and(&[term, plain]));
        }
    }
    names
}

/// The formula with names for what it says to exist, where that is said whenever the formula is: under conjunctions, disjunctions, and
/// after implications.
fn instance(pool: &mut TermPool, term: Term, named: &mut Vec<VarId>) -> Term {
    let args = pool.args(term).to_vec();
    match pool.op(term).clone() {
        Op::And | Op::Or => {
            let parts: Vec<Term> = args.iter().map(|&part| instance(pool, part, named)).collect();
            if parts == args { term } else { pool.rebuild(term, &parts) }
        }
        Op::Implies => {
            let then = instance(pool, args[1], named);
            if then == args[1] { term } else { pool.implies(args[0], then) }
        }
        Op::Exists(binder) => match binder.vars[..] {
            [var] if pool.variable(var).sort == Sort::INT && named.len() < MOST => {
                let own = pool.fresh_var(pool.var_name(var).to_string().as_str(), Sort::INT);
                named.push(own);
                let own = pool.var(own);
                let value = index_of(pool, args[0], var).map_or(own, |rest| {
                    let own = Linear::of(pool, own);
                    own.minus(&rest).term(pool)
                });
                let by: Substitution = [(var, value)].into_iter().collect();
                let body = pool.substitute(args[0], &by);
                plain_indices(pool, body)
            }
            _ => term,
        },
        _ => term,
    }
}

/// Of an index `t + k` at which the formula reads an element, the `t`.
fn index_of(pool: &TermPool, formula: Term, var: VarId) -> Option<Linear> {
    let own = pool.find_var(var)?;
    let indices = pool.postorder(&[formula]).into_iter().filter_map(|part| {
        let is_element = *pool.op(part) == Op::Select && pool.sort_of(part) == Sort::INT;
        let index = *pool.args(part).get(1).filter(|_| is_element)?;
        Some(index).filter(|&index| pool.sort_of(index) == Sort::INT)
    });
    let sums = indices.map(|index| Linear::of(pool, index));
    let mut rests = sums.filter(|sum| sum.terms.get(&own).is_some_and(One::is_one));
    let rest = rests.next()?.minus(&Linear::of(pool, own));
    // What is bound further inside means nothing outside.
    let parts = pool.postorder(&[formula]);
    let mut bound: Vec<VarId> =
        parts.iter().filter_map(|&part| pool.op(part).binder()).flat_map(|b| b.vars.clone()).collect();
    bound.push(var);
    let is_outer = |&part: &Term| pool.free_vars(part).iter().all(|var| !bound.contains(var));
    rest.terms.keys().all(is_outer).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `0 <= k && a[p + k] == 0` becomes a claim about the index itself.
    #[test]
    fn the_name_is_that_of_the_index() {
        let mut pool = TermPool::new();
        let row = pool.map_sort(&[Sort::INT], Sort::INT);
        let (map, bound, base) = (pool.new_var("a", row), pool.new_var("k", Sort::INT), pool.new_var("p", Sort::INT));
        let [map, k, p] = [map, bound, base].map(|var| pool.var(var));
        let zero = pool.int(0);
        let index = pool.add(p, k);
        let element = pool.select(map, &[index]);
        let (low, ends) = (pool.le(zero, k), pool.eq(element, zero));
        let body = pool.and(&[low, ends]);
        let claim = pool.exists(&[bound], vec![], body);
        let mut named = Vec::new();
        let instance = instance(&mut pool, claim, &mut named);
        let [own] = named[..] else { panic!("one name") };
        let own = pool.var(own);
        let read = pool.select(map, &[own]);
        assert!(pool.postorder(&[instance]).contains(&read));
        assert!(!pool.free_vars(instance).contains(&bound));
    }
}
