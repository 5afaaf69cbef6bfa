//! Predicates in one normal form, so that equal ones are one term: comparisons of integers are `sum <= sum` or `sum == sum`,
//! or the negation of the latter.

use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::linear::{Linear, inequality, plain_indices};

pub fn literal(pool: &mut TermPool, term: Term) -> Term {
    let term = plain_indices(pool, term);
    if let Some(sum) = inequality(pool, term) {
        return at_most_zero(pool, sum);
    }
    let (inner, is_negated) = match pool.op(term) {
        Op::Not => (pool.args(term)[0], true),
        _ => (term, false),
    };
    let Some(sum) = difference(pool, inner) else { return term };
    if sum.is_constant() {
        return pool.bool(sum.constant.is_zero() != is_negated);
    }
    let is_flipped = sum.terms.values().next().is_some_and(|factor| factor.is_negative());
    let sum = if is_flipped { sum.times(&-BigInt::one()) } else { sum };
    let equal = sum.is_zero_term(pool);
    if is_negated { pool.not(equal) } else { equal }
}

pub fn negated(pool: &mut TermPool, term: Term) -> Term {
    let not = pool.not(term);
    literal(pool, not)
}

/// The same predicate whether a literal affirms or denies it: of the two, the one that was built first.
pub fn predicate(pool: &mut TermPool, term: Term) -> Term {
    let other = negated(pool, term);
    term.min(other)
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

/// The difference of the two sides of an equation of integers.
fn difference(pool: &TermPool, term: Term) -> Option<Linear> {
    let &[a, b] = pool.args(term) else { return None };
    (*pool.op(term) == Op::Eq && pool.sort_of(a) == Sort::INT)
        .then(|| Linear::of(pool, a).minus(&Linear::of(pool, b)))
}

fn at_most_zero(pool: &mut TermPool, sum: Linear) -> Term {
    if sum.is_constant() {
        return pool.bool(!sum.constant.is_positive());
    }
    sum.reduced().not_positive(pool)
}
