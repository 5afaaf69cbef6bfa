//! The predicates of each loop's head (lazy abstraction: each has its own), and whether they only grow by numbers.

use invar_logic::{Term, TermPool};

use crate::linear::most_alike;

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
        self.of.iter().map(|predicates| most_alike(pool, predicates)).find(|same| same.len() >= MOST_SHIFTS)
    }
}
