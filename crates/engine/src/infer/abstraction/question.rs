//! What an abstraction algorithm may ask about a set of states Q: the prover seen through n predicates.
//!
//! Each call is one query, one search of the prover. A clause is kept only on `Holds`; the other answers drop it, which
//! is sound: the abstraction is then weaker than it could be.

use super::clause::{Clause, Cube};

/// Q, seen through the predicates.
pub trait Question {
    /// How many predicates there are.
    fn predicates(&self) -> usize;

    /// Does every state of Q satisfy all the clauses? If not, a state that violates one of them.
    fn implies_all(&mut self, clauses: &[Clause]) -> Implied;

    /// Will no further question be answered? An algorithm then ends with what it knows, which is sound.
    fn is_spent(&self) -> bool {
        false
    }

    /// Does every state of Q satisfy the clause?
    fn implies(&mut self, clause: Clause) -> Implied {
        self.implies_all(&[clause])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implied {
    /// Yes. Of a single clause: the part of it that the prover's contradiction used is implied too.
    Holds(Clause),
    /// No: a state of Q in which some clause is false.
    Fails(Cube),
    /// Nobody knows; the cube, if any, is a state that the prover could not exclude.
    Open(Option<Cube>),
}

/// Counts the queries that pass through it, and ends them at a number.
pub struct Counted<'a> {
    question: &'a mut dyn Question,
    pub queries: u64,
    /// How many of them were left open.
    pub open: u64,
    most: u64,
}

impl<'a> Counted<'a> {
    pub fn new(question: &'a mut dyn Question, most: u64) -> Counted<'a> {
        Counted { question, queries: 0, open: 0, most }
    }
}

impl Question for Counted<'_> {
    fn predicates(&self) -> usize {
        self.question.predicates()
    }

    fn implies_all(&mut self, clauses: &[Clause]) -> Implied {
        if self.queries == self.most {
            return Implied::Open(None);
        }
        self.queries += 1;
        let answer = self.question.implies_all(clauses);
        self.open += u64::from(matches!(answer, Implied::Open(_)));
        answer
    }

    fn is_spent(&self) -> bool {
        self.queries == self.most || self.question.is_spent()
    }
}
