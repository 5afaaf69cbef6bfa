//! Predicates as comparisons of sums with zero, so that many predicates about few numbers cost little in a state: each number is looked up
//! once, and what compares sums is computed from those.

use std::cell::RefCell;
use std::rc::Rc;

use invar_logic::{Term, TermPool};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::linear::{Linear, inequality};
use crate::literals::equation;

/// A predicate, taken apart.
pub enum Atom {
    /// `sum <= 0`
    AtMost(Sum),
    /// `sum == 0`, or its denial
    Zero(Sum, bool),
    Opaque,
}

/// `constant + Σ factor · term`
pub struct Sum {
    terms: Vec<(Term, i128)>,
    constant: i128,
}

/// Predicates that were taken apart before.
#[derive(Default)]
pub struct Atoms(RefCell<FxHashMap<Term, Rc<Atom>>>);

impl Atoms {
    pub fn of(&self, pool: &TermPool, formula: Term) -> Rc<Atom> {
        let known = self.0.borrow().get(&formula).cloned();
        known.unwrap_or_else(|| {
            let atom = Rc::new(Atom::of(pool, formula));
            self.0.borrow_mut().insert(formula, atom.clone());
            atom
        })
    }
}

impl Atom {
    fn of(pool: &TermPool, formula: Term) -> Atom {
        if let Some(sum) = inequality(pool, formula) {
            return Sum::of(&sum).map_or(Atom::Opaque, Atom::AtMost);
        }
        let zero = equation(pool, formula).and_then(|(difference, holds)| Some((Sum::of(&difference)?, holds)));
        zero.map_or(Atom::Opaque, |(sum, holds)| Atom::Zero(sum, holds))
    }
}

impl Sum {
    fn of(sum: &Linear) -> Option<Sum> {
        let small = |number: &BigInt| i128::try_from(number).ok();
        let terms = sum.terms.iter().map(|(&term, factor)| Some((term, small(factor)?)));
        Some(Sum { terms: terms.collect::<Option<_>>()?, constant: small(&sum.constant)? })
    }

    /// `None` if some number is not known, or too large.
    pub fn value(&self, mut number: impl FnMut(Term) -> Option<i128>) -> Option<i128> {
        let mut value = self.constant;
        for &(term, factor) in &self.terms {
            value = value.checked_add(number(term)?.checked_mul(factor)?)?;
        }
        Some(value)
    }
}
