//! What a model refutes besides what fails in it. Skolem constants stand for any index, and no region mentions them: a model of a region stays
//! one when they get other values, as long as what was assumed of the loops on the way holds for these, too. So one model shows
//! of many clauses that they fall, each at an index of its own.

use std::cell::RefCell;
use std::collections::BTreeSet;

use invar_logic::{Environment, Substitution, Term, TermPool, Value, VarId, eval, eval_bool};
use invar_solve::{Interpretation, Model};
use rustc_hash::FxHashMap;

use crate::infer::visited::states::EVALUATION;

/// Indices that are tried for one clause.
const MOST_TRIED: usize = 60;

/// A model with other values for skolem constants.
pub struct Elsewhere {
    model: Model,
    instead: Vec<(VarId, Value)>,
    known: RefCell<FxHashMap<VarId, Option<Value>>>,
}

impl Elsewhere {
    fn holds(&self, pool: &TermPool, term: Term) -> bool {
        matches!(eval_bool(pool, term, &Here { model: self, pool }, &mut EVALUATION.clone()), Ok(true))
    }
}

impl Interpretation for Elsewhere {
    fn value(&self, pool: &TermPool, term: Term) -> Option<Value> {
        let mentioned = pool.free_vars(term);
        if !self.instead.iter().any(|(var, _)| mentioned.contains(var)) {
            return self.model.value(pool, term);
        }
        eval(pool, term, &Here { model: self, pool }, &mut EVALUATION.clone()).ok()
    }
}

/// The model as a state.
struct Here<'a> {
    model: &'a Elsewhere,
    pool: &'a TermPool,
}

impl Environment for Here<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        if let Some((_, value)) = self.model.instead.iter().find(|(other, _)| *other == var) {
            return Some(value.clone());
        }
        let mut known = self.model.known.borrow_mut();
        let value = || self.model.model.value(self.pool, self.pool.find_var(var)?);
        known.entry(var).or_insert_with(value).clone()
    }
}

/// A model in which all of `means` hold, and of `assumed` what was said about the skolem constants, with values for these that `tuples` have in `model`.
pub fn elsewhere(
    pool: &TermPool,
    model: &Model,
    tuples: &[Substitution],
    means: &[Term],
    assumed: &[Term],
) -> Option<Model> {
    let mut tried: BTreeSet<Vec<(VarId, Value)>> = BTreeSet::new();
    let mut known: FxHashMap<VarId, Option<Value>> = FxHashMap::default();
    for tuple in tuples {
        let values: Option<Vec<(VarId, Value)>> =
            tuple.iter().map(|(var, index)| Some((var, model.value(pool, index)?))).collect();
        let Some(instead) = values.filter(|values| !tried.contains(values)) else { continue };
        tried.insert(instead.clone());
        let other = Elsewhere { model: model.clone(), instead, known: RefCell::new(known) };
        if means.iter().chain(assumed).all(|&term| other.holds(pool, term)) {
            return Some(Model::new(other));
        }
        if tried.len() >= MOST_TRIED {
            return None;
        }
        known = other.known.into_inner();
    }
    None
}
