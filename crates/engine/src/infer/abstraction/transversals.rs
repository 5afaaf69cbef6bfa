//! The shortest clauses that hold in a set of states.
//!
//! A clause holds in a state if it has a literal that is true there, so the shortest clauses are the least sets of literals
//! that meet the set of true literals of every state: the minimal transversals of a hypergraph. They are enumerated by
//! branching over the true literals of a state not met so far; a set in which some literal meets no state alone is not
//! least, and no larger one is. The literals that earlier branches took are excluded from later ones, so every set arises
//! once.

use super::clause::{Bits, Clause, Cube, Literal, MOST_PREDICATES};

/// States seen, in the order of their arrival.
#[derive(Clone, Default, Debug)]
pub struct States {
    states: Vec<Cube>,
    /// The predicates that the states speak of.
    predicates: Bits,
    /// For every predicate, the states in which it is false, and those in which it is true.
    meets: Vec<[Row; 2]>,
}

/// One bit per state.
type Row = Vec<u64>;

impl States {
    pub fn predicates(&self) -> Bits {
        self.predicates
    }

    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// The first so many predicates are of interest.
    pub fn speak_of(&mut self, predicates: usize) {
        if self.meets.len() < predicates {
            let words = self.states.len().div_ceil(64);
            self.meets.resize(predicates, [vec![0; words], vec![0; words]]);
            self.predicates |= Bits::MAX >> (MOST_PREDICATES - predicates);
        }
    }

    /// The state has a value for every predicate of interest.
    pub fn add(&mut self, state: Cube) {
        let known = state.excluded().predicates();
        self.speak_of(MOST_PREDICATES - known.leading_zeros() as usize);
        let (word, bit) = (self.states.len() / 64, self.states.len() % 64);
        self.states.push(state);
        for row in self.meets.iter_mut().flatten() {
            row.resize(word + 1, 0);
        }
        for literal in state.literals() {
            self.meets[literal.predicate][usize::from(literal.positive)][word] |= 1 << bit;
        }
    }

    fn row(&self, literal: Literal) -> &[u64] {
        &self.meets[literal.predicate][usize::from(literal.positive)]
    }

    /// Of a clause that holds in all states: does no part of it?
    pub fn is_shortest(&self, clause: Clause) -> bool {
        let rows: Vec<&[u64]> = clause.literals().map(|literal| self.row(literal)).collect();
        is_least(&rows)
    }

    /// The clauses of a length that hold in all states, no part of which does; at most so many.
    pub fn shortest_clauses(&self, length: usize, most: usize) -> Vec<Clause> {
        let mut search = Search { states: self, length, most, found: Vec::new() };
        search.grow(Clause::FALSE, &mut Vec::new(), Clause::every_literal(self.predicates));
        search.found
    }

    /// The first state in which no literal is true.
    fn not_met(&self, rows: &[&[u64]]) -> Option<Cube> {
        let words = self.states.len().div_ceil(64);
        for word in 0..words {
            let met = rows.iter().fold(0, |met, row| met | row[word]);
            let index = word * 64 + met.trailing_ones() as usize;
            if met != u64::MAX && index < self.states.len() {
                return Some(self.states[index]);
            }
        }
        None
    }
}

/// Does every row meet a state that no other meets?
fn is_least(rows: &[&[u64]]) -> bool {
    rows.iter().enumerate().all(|(own, row)| {
        row.iter().enumerate().any(|(word, &bits)| {
            let others = rows.iter().enumerate().filter(|&(other, _)| other != own);
            bits & !others.fold(0, |met, (_, other)| met | other[word]) != 0
        })
    })
}

struct Search<'a> {
    states: &'a States,
    length: usize,
    most: usize,
    found: Vec<Clause>,
}

impl<'a> Search<'a> {
    /// All clauses that add literals of `allowed` to the clause, whose rows are given. `allowed` is only a set of literals.
    fn grow(&mut self, clause: Clause, rows: &mut Vec<&'a [u64]>, allowed: Clause) {
        let Some(state) = self.states.not_met(rows) else {
            self.found.extend((clause.len() == self.length).then_some(clause));
            return;
        };
        if clause.len() == self.length {
            return;
        }
        let branches = state.satisfied().intersection(allowed);
        let mut allowed = allowed.difference(branches);
        for literal in branches.literals() {
            if self.found.len() >= self.most {
                return;
            }
            rows.push(self.states.row(literal));
            if is_least(rows) {
                let opposite = Literal { positive: !literal.positive, ..literal };
                self.grow(clause.with(literal), rows, allowed.without(opposite));
            }
            rows.pop();
            allowed = allowed.with(literal);
        }
    }
}
