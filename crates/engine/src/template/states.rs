//! Predicates in the state that a model describes. Each number is read from the model once; what compares sums of numbers is computed from
//! those, so that many predicates about few numbers cost little.

use std::cell::RefCell;

use invar_logic::{Term, TermPool, Value};
use invar_solve::Model;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;

use crate::linear::{Linear, inequality};
use crate::literals::equation;

pub struct State<'a> {
    model: &'a Model,
    numbers: RefCell<FxHashMap<Term, Option<BigInt>>>,
}

impl<'a> State<'a> {
    pub fn new(model: &'a Model) -> State<'a> {
        State { model, numbers: RefCell::default() }
    }

    /// Does a formula hold? `None` if the model does not say.
    pub fn holds(&self, pool: &TermPool, formula: Term) -> Option<bool> {
        if let Some(sum) = inequality(pool, formula) {
            return self.sum(pool, &sum).map(|value| !value.is_positive());
        }
        match equation(pool, formula) {
            Some((difference, holds)) => self.sum(pool, &difference).map(|value| value.is_zero() == holds),
            None => self.model.holds(pool, formula),
        }
    }

    fn sum(&self, pool: &TermPool, sum: &Linear) -> Option<BigInt> {
        let mut value = sum.constant.clone();
        for (&term, factor) in &sum.terms {
            value += self.number(pool, term)? * factor;
        }
        Some(value)
    }

    fn number(&self, pool: &TermPool, term: Term) -> Option<BigInt> {
        if let Some(known) = self.numbers.borrow().get(&term) {
            return known.clone();
        }
        let value = self.model.value(pool, term).and_then(|value| match value {
            Value::Int(value) => Some(value.to_big()),
            Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } => None,
            Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
        });
        self.numbers.borrow_mut().insert(term, value.clone());
        value
    }
}
