//! The predicates of each loop's head (lazy abstraction: each has its own), and whether they only grow by numbers.

use std::collections::BTreeMap;

use invar_logic::{Op, Term, TermPool};
use num_bigint::BigInt;
use num_traits::Signed;

use crate::linear::{Linear, inequality};

/// By head. Affirmed and denied, a predicate is the same.
#[derive(Clone, Default, Debug)]
pub struct Predicates {
    pub of: Vec<Vec<Term>>,
    /// Those that abstract states are split by, where they do not follow.
    pub splitting: Vec<Vec<Term>>,
}

/// With so many predicates at one head that differ only in a number, the refinement does not come to an end.
const MOST_SHIFTS: usize = 6;

impl Predicates {
    pub fn new(heads: usize) -> Predicates {
        Predicates { of: vec![Vec::new(); heads], splitting: vec![Vec::new(); heads] }
    }

    pub fn count(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }

    /// Of one head, those that states are split by twice.
    pub fn count_at(&self, head: usize) -> usize {
        self.of[head].len() + self.splitting[head].len()
    }

    /// Predicates of one head that differ only in a number, if there are many.
    pub fn diverging(&self, pool: &TermPool) -> Option<Vec<Term>> {
        for predicates in &self.of {
            let mut shapes: BTreeMap<Vec<(Term, BigInt)>, Vec<Term>> = BTreeMap::new();
            for &predicate in predicates {
                if let Some(sum) = sum_of(pool, predicate).filter(|sum| !sum.is_constant()) {
                    shapes.entry(shape(sum)).or_default().push(predicate);
                }
            }
            if let Some(same) = shapes.into_values().find(|same| same.len() >= MOST_SHIFTS) {
                return Some(same);
            }
        }
        None
    }
}

/// The sum that a comparison is about.
fn sum_of(pool: &TermPool, predicate: Term) -> Option<Linear> {
    let inner = if *pool.op(predicate) == Op::Not { pool.args(predicate)[0] } else { predicate };
    inequality(pool, inner)
}

/// The sum without its number, up to its sign.
fn shape(sum: Linear) -> Vec<(Term, BigInt)> {
    let is_flipped = sum.terms.values().next().is_some_and(|factor| factor.is_negative());
    let sign = |factor: BigInt| if is_flipped { -factor } else { factor };
    sum.terms.into_iter().map(|(term, factor)| (term, sign(factor))).collect()
}
