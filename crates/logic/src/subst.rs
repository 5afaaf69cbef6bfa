//! Capture-free substitution and free variables, iterative and memoised over the DAG.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Binder, Op, Term, TermPool, Trigger, VarId};

/// A finite map from variables to terms, applied simultaneously.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    map: FxHashMap<VarId, Term>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    pub fn insert(&mut self, var: VarId, term: Term) {
        self.map.insert(var, term);
    }

    pub fn get(&self, var: VarId) -> Option<Term> {
        self.map.get(&var).copied()
    }

    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// In the order of the variables.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, Term)> + use<> {
        let mut pairs: Vec<(VarId, Term)> = self.map.iter().map(|(&var, &term)| (var, term)).collect();
        pairs.sort_unstable();
        pairs.into_iter()
    }
}

impl FromIterator<(VarId, Term)> for Substitution {
    fn from_iter<I: IntoIterator<Item = (VarId, Term)>>(pairs: I) -> Self {
        Substitution { map: pairs.into_iter().collect() }
    }
}

impl TermPool {
    /// The variables that occur free, in the order of their ids.
    pub fn free_vars(&self, term: Term) -> Vec<VarId> {
        let mut free = FxHashSet::default();
        self.collect_free(&[term], &mut free);
        let mut free: Vec<VarId> = free.into_iter().collect();
        free.sort_unstable();
        free
    }

    /// The integer literals in the terms, each once, in increasing order.
    pub fn integer_literals(&self, terms: &[Term]) -> Vec<BigInt> {
        let mut seen = FxHashSet::default();
        let mut found = BTreeSet::new();
        let mut work = terms.to_vec();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Op::Int(value) = self.op(term) {
                found.insert(value.clone());
            }
            work.extend(self.args(term));
        }
        found.into_iter().collect()
    }

    /// The variables that occur free in any of the terms.
    pub fn free_vars_of(&self, terms: &[Term]) -> FxHashSet<VarId> {
        let mut free = FxHashSet::default();
        self.collect_free(terms, &mut free);
        free
    }

    /// Free variables of all roots together. A quantifier-free walk is one pass; binders recurse with their variables
    /// taken out, to a depth of the quantifier nesting only.
    fn collect_free(&self, roots: &[Term], free: &mut FxHashSet<VarId>) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.op(term) {
                Op::Var(var) => {
                    free.insert(*var);
                }
                Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => {
                    let mut inner = FxHashSet::default();
                    let mut roots = vec![self.args(term)[0]];
                    roots.extend(binder.trigger_terms());
                    self.collect_free(&roots, &mut inner);
                    free.extend(inner.into_iter().filter(|var| !binder.vars.contains(var)));
                }
                Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } => {}
                _ => stack.extend_from_slice(self.args(term)),
            }
        }
    }

    /// The formula with other terms in place of these, wherever they stand; what is put in is not looked at again.
    pub fn replace(&mut self, formula: Term, by: &FxHashMap<Term, Term>) -> Term {
        let mut image = by.clone();
        for term in self.postorder(&[formula]) {
            if image.contains_key(&term) {
                continue;
            }
            let args: Vec<Term> = self.args(term).iter().map(|arg| image.get(arg).copied().unwrap_or(*arg)).collect();
            let rebuilt = if args[..] == *self.args(term) { term } else { self.rebuild(term, &args) };
            image.insert(term, rebuilt);
        }
        image.get(&formula).copied().unwrap_or(formula)
    }

    /// `term` with every free occurrence of a mapped variable replaced, renaming bound variables that would capture.
    pub fn substitute(&mut self, term: Term, by: &Substitution) -> Term {
        self.substitute_memo(term, by, &mut FxHashMap::default())
    }

    /// Like `substitute`, for several terms under one substitution: `memo` carries over what was already done.
    pub fn substitute_memo(&mut self, term: Term, by: &Substitution, memo: &mut FxHashMap<Term, Term>) -> Term {
        if by.is_empty() {
            return term;
        }
        let mut stack = vec![(term, false)];
        while let Some((current, ready)) = stack.pop() {
            if memo.contains_key(&current) {
                continue;
            }
            let op = self.op(current);
            if let Op::Var(var) = op {
                let image = by.get(*var).unwrap_or(current);
                memo.insert(current, image);
            } else if op.binder().is_some() {
                let image = self.substitute_binder(current, by);
                memo.insert(current, image);
            } else if ready {
                let args: Vec<Term> = self.args(current).iter().map(|arg| memo[arg]).collect();
                let image = if args[..] == *self.args(current) { current } else { self.rebuild(current, &args) };
                memo.insert(current, image);
            } else {
                stack.push((current, true));
                stack.extend(self.args(current).iter().map(|&arg| (arg, false)));
            }
        }
        memo[&term]
    }

    /// (∀x. p)[σ] = ∀x'. p[σ without x, x ↦ x'], where x' is x unless some σ.y with y free in p mentions x.
    fn substitute_binder(&mut self, term: Term, by: &Substitution) -> Term {
        let free = self.free_vars(term);
        let mut inner: Substitution = free.iter().filter_map(|&var| Some((var, by.get(var)?))).collect();
        if inner.is_empty() {
            return term;
        }
        let mut mentioned = FxHashSet::default();
        let images: Vec<Term> = free.iter().filter_map(|&var| by.get(var)).collect();
        self.collect_free(&images, &mut mentioned);
        let op = self.op(term).clone();
        let Some(binder) = op.binder() else { return term };
        let mut vars = Vec::with_capacity(binder.vars.len());
        for &var in &binder.vars {
            if mentioned.contains(&var) {
                let variable = self.variable(var).clone();
                let stem = self.name(variable.name).to_string();
                let renamed = self.fresh_var(&stem, variable.sort);
                let image = self.var(renamed);
                inner.insert(var, image);
                vars.push(renamed);
            } else {
                vars.push(var);
            }
        }
        let mut memo = FxHashMap::default();
        let body = self.substitute_memo(self.args(term)[0], &inner, &mut memo);
        let triggers = binder.triggers.iter().map(|t| self.substitute_trigger(t, &inner, &mut memo)).collect();
        self.rebind(&op, Binder { vars, triggers }, body)
    }

    fn substitute_trigger(&mut self, t: &Trigger, by: &Substitution, memo: &mut FxHashMap<Term, Term>) -> Trigger {
        match t {
            Trigger::Pattern(terms) => {
                Trigger::Pattern(terms.iter().map(|&t| self.substitute_memo(t, by, memo)).collect())
            }
            Trigger::NoPattern(term) => Trigger::NoPattern(self.substitute_memo(*term, by, memo)),
        }
    }
}
