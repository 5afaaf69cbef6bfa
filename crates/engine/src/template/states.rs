//! Predicates in the state that a model describes.

use std::cell::RefCell;

use invar_logic::{Term, TermPool};
use invar_solve::Model;
use rustc_hash::FxHashMap;

use super::atoms::{Atom, Atoms};

pub struct State<'a> {
    model: &'a Model,
    atoms: &'a Atoms,
    numbers: RefCell<FxHashMap<Term, Option<i128>>>,
}

impl<'a> State<'a> {
    pub fn new(model: &'a Model, atoms: &'a Atoms) -> State<'a> {
        State { model, atoms, numbers: RefCell::default() }
    }

    /// Does a formula hold? `None` if the model does not say.
    pub fn holds(&self, pool: &TermPool, formula: Term) -> Option<bool> {
        match &*self.atoms.of(pool, formula) {
            Atom::AtMost(sum) => sum.value(|term| self.number(pool, term)).map(|value| value <= 0),
            Atom::Zero(sum, holds) => sum.value(|term| self.number(pool, term)).map(|value| (value == 0) == *holds),
            Atom::Opaque => self.model.holds(pool, formula),
        }
    }

    fn number(&self, pool: &TermPool, term: Term) -> Option<i128> {
        if let Some(known) = self.numbers.borrow().get(&term) {
            return *known;
        }
        let value = self.model.value(pool, term);
        let value = value.and_then(|value| i128::try_from(value.as_int()?.to_big()).ok());
        self.numbers.borrow_mut().insert(term, value);
        value
    }
}
