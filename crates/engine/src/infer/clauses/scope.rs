//! What is known of one loop: the states that runs have seen, and what clauses about it may speak of.

use std::collections::BTreeSet;

use invar_logic::{Term, TermPool, VarId};

use super::clause::{Clause, MOST_IN_ROWS, Skolems};
use crate::infer::visited::points::{Bits, Functions, Points};
use crate::infer::visited::states::State;
use crate::infer::visited::symbols::Symbols;
use crate::witnesses::Witness;

/// What is known of one loop.
pub struct Scope {
    pub states: Vec<State>,
    pub symbols: Symbols,
    pub functions: Functions,
    /// The integers that are live at the head.
    pub integers: Vec<VarId>,
    /// The variables that the loop changes.
    pub targets: Vec<VarId>,
    /// Of the integers, where pointers point in their objects.
    pub offsets: Vec<VarId>,
    /// What remembers where others were set.
    pub witnesses: Vec<Witness>,
    /// Sums of them that the text compares loop variables with, such as `n - i`.
    pub ends: Vec<Term>,
    /// The numbers of the text, and those beside them.
    pub numbers: BTreeSet<i64>,
    /// Conditions of branches in and after the loop, over what is live at the head.
    pub guards: Vec<Term>,
    /// Of those, the ones with which the loop is left.
    pub exits: Vec<Term>,
    /// How often the present goal was met.
    pub times: usize,
    /// By the number of skolem constants.
    points: Vec<Option<Points>>,
}

/// Values from here on are limits of types, or data.
const LARGE: u64 = 1 << 31;

impl Scope {
    pub fn new(states: Vec<State>, integers: Vec<VarId>, guards: Vec<Term>, exits: Vec<Term>) -> Scope {
        let points = (0..=MOST_IN_ROWS).map(|_| None).collect();
        Scope {
            states,
            symbols: Symbols::default(),
            functions: Functions::default(),
            integers,
            targets: Vec::new(),
            offsets: Vec::new(),
            witnesses: Vec::new(),
            ends: Vec::new(),
            numbers: BTreeSet::new(),
            guards,
            exits,
            times: 1,
            points,
        }
    }

    pub fn points(&mut self, skolems: &Skolems, count: usize) -> &mut Points {
        let (states, symbols, functions) = (&self.states, &self.symbols, self.functions);
        self.points[count].get_or_insert_with(|| Points::new(states, symbols, functions, &skolems.vars[..count]))
    }

    /// More states: which literals hold where is found out again.
    pub fn learn(&mut self, states: Vec<State>) {
        self.states.extend(states);
        self.points.fill_with(|| None);
    }

    /// The values of an integer in all states; `None` if some are not known, or large.
    pub fn values(&self, var: VarId) -> Option<Vec<i64>> {
        let value =
            |state: &State| state.values.get(&var)?.as_int()?.to_i64().filter(|value| value.unsigned_abs() < LARGE);
        let values: BTreeSet<i64> = self.states.iter().map(value).collect::<Option<_>>()?;
        Some(values.into_iter().collect())
    }

    /// The least and the greatest value of a variable in all states, as far as the text mentions such numbers.
    pub fn limits(&self, var: VarId) -> Vec<i64> {
        let values = self.values(var).unwrap_or_default();
        let ends = [values.first().copied(), values.last().copied()];
        ends.into_iter().flatten().filter(|end| self.numbers.contains(end)).collect()
    }

    /// Where all literals hold; `None` if that is not known.
    pub fn inside(&mut self, pool: &TermPool, skolems: &Skolems, count: usize, literals: &[Term]) -> Option<Bits> {
        let points = self.points(skolems, count);
        let mut inside = points.all.clone();
        for &literal in literals {
            inside = inside.and(&points.bits(pool, literal)?);
        }
        Some(inside)
    }

    /// Does the clause hold at every state that was seen? Yes, if nothing is known.
    pub fn holds(&mut self, pool: &TermPool, skolems: &Skolems, clause: &Clause) -> bool {
        let Some(given) = self.inside(pool, skolems, clause.skolems, &clause.given) else { return true };
        match self.points(skolems, clause.skolems).bits(pool, clause.then) {
            Some(then) => given.is_inside(&then),
            None => true,
        }
    }
}
