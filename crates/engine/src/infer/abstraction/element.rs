//! An abstract element in FQ02's dual representation: a decision diagram for the implication tests, and clauses for people.
//!
//! Invariant: the diagram is the conjunction of the clauses.

use invar_solve::bdd::{Exhausted, Set, Space};

use super::clause::{Clause, Cube};

/// A boolean function of the predicates, as a conjunction of clauses.
#[derive(Clone)]
pub struct Element {
    space: Space,
    states: Set,
    clauses: Vec<Clause>,
}

impl Element {
    /// The element true: all states.
    pub fn top(space: &Space) -> Element {
        Element { space: space.clone(), states: space.all(), clauses: Vec::new() }
    }

    /// The element false: no state.
    pub fn bottom(space: &Space) -> Element {
        Element { space: space.clone(), states: space.none(), clauses: vec![Clause::FALSE] }
    }

    pub fn of(space: &Space, clauses: impl IntoIterator<Item = Clause>) -> Result<Element, Exhausted> {
        let mut element = Element::top(space);
        for clause in clauses {
            element.conjoin(clause)?;
        }
        Ok(element)
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    pub fn predicates(&self) -> usize {
        self.space.variables()
    }

    pub fn space(&self) -> &Space {
        &self.space
    }

    pub fn states(&self) -> &Set {
        &self.states
    }

    pub fn is_bottom(&self) -> bool {
        self.states.is_empty()
    }

    /// `self ⇒ clause`
    pub fn implies(&self, clause: Clause) -> Result<bool, Exhausted> {
        Ok(self.states.and(&falsifying(&self.space, clause)?)?.is_empty())
    }

    /// Does the element contain every state that falsifies the clause? Then it implies no clause with more literals either.
    pub fn contains_falsifying(&self, clause: Clause) -> Result<bool, Exhausted> {
        Ok(falsifying(&self.space, clause)?.without(&self.states)?.is_empty())
    }

    /// `self ∧ clause`; clauses that the new one subsumes go.
    pub fn conjoin(&mut self, clause: Clause) -> Result<(), Exhausted> {
        self.states = self.states.without(&falsifying(&self.space, clause)?)?;
        self.clauses.retain(|&known| !clause.subsumes(known));
        self.clauses.push(clause);
        Ok(())
    }

    /// The same boolean function, whatever the clauses.
    pub fn is_same(&self, other: &Element) -> bool {
        self.states == other.states
    }
}

/// The truth assignments in which every literal of the clause is false.
pub fn falsifying(space: &Space, clause: Clause) -> Result<Set, Exhausted> {
    space.conjunction(clause.literals().map(|literal| (literal.predicate, !literal.positive)))
}

/// The maximal clause that exactly this truth assignment falsifies.
pub fn maximal(assignment: &[bool]) -> Clause {
    Cube::new(assignment.iter().copied().map(Some)).excluded()
}
