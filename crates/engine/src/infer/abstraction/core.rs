//! `core`, ours: the strongest conjunction of clauses of bounded length, learnt from models alone.
//!
//! The element is the set of all shortest clauses (up to a length) that no state seen so far falsifies; it begins as the
//! empty clause, false. The prover is asked for a state outside the element. A state kills every clause that it falsifies,
//! and each of them lives on in the clauses that are longer by one literal which the state satisfies; when there is no
//! such state, the element is the abstraction. So a union takes one query for every state that adds something, and one
//! more, however many clauses there are. With the length unbounded this is FQ02's α exactly: the shortest clauses are then
//! the prime implicates of the disjunction of the cubes seen.

use rustc_hash::FxHashSet;

use super::clause::{Clause, Cube};
use super::question::{Implied, Question};

/// An abstract element: a conjunction of clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learnt {
    /// No clause is longer.
    longest: usize,
    /// The shortest clauses that hold in all states seen, none of which subsumes another.
    clauses: Vec<Clause>,
}

/// How many clauses one query asks about. More make the disjunction that the prover splits on too wide.
const BATCH: usize = 200;

/// Above this many clauses the element keeps only its short ones.
const MOST_CLAUSES: usize = 4_000;

impl Learnt {
    /// The element false: no state.
    pub fn bottom(longest: usize) -> Learnt {
        Learnt { longest, clauses: vec![Clause::FALSE] }
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The least element above this one that contains the state. Did it grow?
    pub fn add(&mut self, state: Cube) -> bool {
        let (killed, kept): (Vec<Clause>, Vec<Clause>) =
            self.clauses.iter().partition(|&&clause| state.falsifies(clause));
        if killed.is_empty() {
            return false;
        }
        self.clauses = kept;
        let mut longer: Vec<Clause> = Vec::new();
        for clause in killed.into_iter().filter(|clause| clause.len() < self.longest) {
            longer.extend(state.literals().map(|literal| clause.with(literal)));
        }
        longer.sort_by_key(|&clause| (clause.len(), clause));
        longer.dedup();
        for clause in longer {
            if !self.clauses.iter().any(|known| known.subsumes(clause)) {
                self.clauses.push(clause);
            }
        }
        self.forget_the_longest();
        true
    }

    /// Dropping a clause is sound; the long ones are many and say little.
    fn forget_the_longest(&mut self) {
        if self.clauses.len() > MOST_CLAUSES {
            self.longest = self.longest.saturating_sub(1).max(1);
            let longest = self.longest;
            self.clauses.retain(|clause| clause.len() <= longest);
        }
    }

    fn drop_clause(&mut self, clause: Clause) {
        self.clauses.retain(|&known| known != clause);
    }

    /// `self ∨ α(Q)`. Did it grow?
    pub fn union(&mut self, question: &mut dyn Question) -> bool {
        let mut grew = false;
        let mut batch = BATCH;
        let mut settled: FxHashSet<Clause> = FxHashSet::default();
        loop {
            let asked: Vec<Clause> =
                self.clauses.iter().copied().filter(|clause| !settled.contains(clause)).take(batch).collect();
            if asked.is_empty() {
                return grew;
            }
            match question.implies_all(&asked) {
                Implied::Holds(_) => settled.extend(asked),
                Implied::Fails(state) | Implied::Open(Some(state)) if self.add(state) => grew = true,
                // The prover is lost among so many clauses; one that it cannot decide alone is given up.
                Implied::Fails(_) | Implied::Open(_) if asked.len() > 1 => batch = (asked.len() / 4).max(1),
                Implied::Fails(_) | Implied::Open(_) => {
                    self.drop_clause(asked[0]);
                    grew = true;
                }
            }
        }
    }
}
