//! Literals in one normal form, so that equal ones are one term: comparisons of integers are `sum <= sum` or `sum == sum`, or the
//! negation of the latter; indices are short sums, remainders are those of small ones.

use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use crate::linear::{Linear, inequality, plain_indices};

pub fn literal(pool: &mut TermPool, term: Term) -> Term {
    let term = plain_remainders(pool, term);
    let term = plain_indices(pool, term);
    if let Some(sum) = inequality(pool, term) {
        return not_positive(pool, &sum);
    }
    let (inner, is_negated) = match pool.op(term) {
        Op::Not => (pool.args(term)[0], true),
        _ => (term, false),
    };
    let Some(sum) = difference(pool, inner) else { return term };
    let equal = is_zero(pool, sum);
    if is_negated { pool.not(equal) } else { equal }
}

/// `sum == 0`.
pub fn is_zero(pool: &mut TermPool, sum: Linear) -> Term {
    if sum.is_constant() {
        return pool.bool(sum.constant.is_zero());
    }
    let is_flipped = sum.terms.values().next().is_some_and(|factor| factor.is_negative());
    let sum = if is_flipped { sum.times(&-BigInt::one()) } else { sum };
    sum.is_zero_term(pool)
}

pub fn negated(pool: &mut TermPool, term: Term) -> Term {
    let not = pool.not(term);
    literal(pool, not)
}

/// The same predicate whether a literal affirms or denies it: of the two, the one that was built first.
pub fn predicate(pool: &mut TermPool, term: Term) -> Term {
    let (own, other) = (literal(pool, term), negated(pool, term));
    own.min(other)
}

/// `a < b`.
pub fn less(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let less = pool.lt(a, b);
    literal(pool, less)
}

/// The two sides of a disequality of integers.
pub fn disequality(pool: &TermPool, term: Term) -> Option<(Term, Term)> {
    if *pool.op(term) != Op::Not {
        return None;
    }
    let inner = pool.args(term)[0];
    difference(pool, inner)?;
    let &[a, b] = pool.args(inner) else { return None };
    Some((a, b))
}

/// Of an equation of integers, or of its denial, the difference of the two sides, and whether it is said to be zero.
pub fn equation(pool: &TermPool, term: Term) -> Option<(Linear, bool)> {
    match *pool.op(term) == Op::Not {
        true => difference(pool, pool.args(term)[0]).map(|sum| (sum, false)),
        false => difference(pool, term).map(|sum| (sum, true)),
    }
}

/// The difference of the two sides of an equation of integers.
fn difference(pool: &TermPool, term: Term) -> Option<Linear> {
    let &[a, b] = pool.args(term) else { return None };
    (*pool.op(term) == Op::Eq && pool.sort_of(a) == Sort::INT).then(|| Linear::of(pool, a).minus(&Linear::of(pool, b)))
}

/// `sum <= 0`.
pub fn not_positive(pool: &mut TermPool, sum: &Linear) -> Term {
    if sum.is_constant() {
        return pool.bool(!sum.constant.is_positive());
    }
    sum.clone().reduced().not_positive(pool)
}

/// `(i + 5) mod 4` is `(i + 1) mod 4`.
fn plain_remainders(pool: &mut TermPool, root: Term) -> Term {
    if pool.postorder(&[root]).into_iter().all(|term| *pool.op(term) != Op::Mod) {
        return root;
    }
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
        if let (Op::Mod, &[sum, by]) = (pool.op(term), &args[..])
            && let Op::Int(by) = pool.op(by).clone()
            && by.is_positive()
        {
            let mut sum = Linear::of(pool, sum);
            sum.constant = sum.constant.mod_floor(&by);
            sum.terms.values_mut().for_each(|factor| *factor = factor.mod_floor(&by));
            sum.terms.retain(|_, factor| !factor.is_zero());
            args[0] = sum.term(pool);
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        done.insert(term, new);
    }
    done[&root]
}

/// Is it about elements of maps?
pub fn reads_map(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().any(|part| *pool.op(part) == Op::Select)
}

pub fn has_quantifier(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().any(|part| pool.op(part).binder().is_some())
}

/// Does it only bound a number by two literals? That is so of its type, and the prover knows it anyway.
pub fn is_range(pool: &TermPool, term: Term) -> bool {
    let literal = |term: Term| pool.op(term).is_literal();
    match (pool.op(term), pool.args(term)) {
        (Op::And, &[above, below]) => match (pool.op(above), pool.args(above), pool.op(below), pool.args(below)) {
            (Op::Le, &[low, number], Op::Le, &[same, high]) => literal(low) && literal(high) && number == same,
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_predicates_are_one_term() {
        let mut pool = TermPool::new();
        let [i, n] = ["i", "n"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let (one, four, five) = (pool.int(1), pool.int(4), pool.int(5));
        let next = pool.add(i, one);
        let (below, not_above) = (pool.lt(i, n), pool.le(next, n));
        assert_eq!(literal(&mut pool, below), literal(&mut pool, not_above));
        let at_least = pool.le(n, i);
        assert_eq!(predicate(&mut pool, below), predicate(&mut pool, at_least));
        let later = pool.add(i, five);
        let [near, far] = [next, later].map(|sum| {
            let remainder = pool.mk(Op::Mod, &[sum, four]);
            let zero = pool.int(0);
            pool.eq(remainder, zero)
        });
        assert_eq!(literal(&mut pool, near), literal(&mut pool, far));
    }
}
