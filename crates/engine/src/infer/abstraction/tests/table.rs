//! Q as an explicit set of states.

use super::super::{Clause, Cube, Implied, Question};

pub struct Table {
    pub predicates: usize,
    pub states: Vec<Cube>,
}

impl Table {
    /// The states are the truth assignments with these numbers.
    pub fn new(predicates: usize, states: &[u8]) -> Table {
        Table { predicates, states: states.iter().map(|&state| cube(predicates, state)).collect() }
    }

    pub fn holds(&self, clause: Clause) -> bool {
        !self.states.iter().any(|state| state.falsifies(clause))
    }
}

pub fn cube(predicates: usize, state: u8) -> Cube {
    Cube::new((0..predicates).map(|predicate| Some(state >> predicate & 1 == 1)))
}

impl Question for Table {
    fn predicates(&self) -> usize {
        self.predicates
    }

    fn implies_all(&mut self, clauses: &[Clause]) -> Implied {
        let violating = self.states.iter().find(|state| clauses.iter().any(|&clause| state.falsifies(clause)));
        violating.map_or(Implied::Holds(clauses.first().copied().unwrap_or_default()), |&state| Implied::Fails(state))
    }
}

/// A prover that sometimes gives up, with or without a state that it could not exclude. Such a state may be wrong.
pub struct Forgetful {
    pub table: Table,
    /// What it answers next, again and again: gives up without a state, with this state, or knows.
    pub moods: Vec<Mood>,
    pub asked: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Mood {
    Knows,
    Lost,
    Guesses(u8),
}

impl Question for Forgetful {
    fn predicates(&self) -> usize {
        self.table.predicates
    }

    fn implies_all(&mut self, clauses: &[Clause]) -> Implied {
        self.asked += 1;
        match self.moods[self.asked % self.moods.len()] {
            Mood::Knows => self.table.implies_all(clauses),
            Mood::Lost => Implied::Open(None),
            // Half of the predicates are left open.
            Mood::Guesses(state) => {
                let full = cube(self.table.predicates, state);
                let half = |predicate| if predicate % 2 == 0 { full.value(predicate) } else { None };
                Implied::Open(Some(Cube::new((0..self.table.predicates).map(half))))
            }
        }
    }
}
