//! Where a quantified invariant is used: at the terms that index the same maps (decision 31, FQ02 §4.1).
//!
//! A map is known by the variable that it is a variant of, and by how many indices were applied before. Instances are always
//! sound; which ones there are decides what can be shown.

use std::collections::{BTreeMap, BTreeSet};

use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashSet;

use crate::linear::{solve, without_wraps};
use crate::rows::{Class, class_of};

/// The index terms of a formula, by the map they index.
#[derive(Default)]
pub struct Indices {
    terms: BTreeMap<Class, BTreeSet<Term>>,
}

/// How many instances of one quantified invariant there are at most.
const MOST_INSTANCES: usize = 300;

impl Indices {
    /// How many there are: they only become more.
    pub fn count(&self) -> usize {
        self.terms.values().map(BTreeSet::len).sum()
    }

    pub fn collect(&mut self, pool: &TermPool, roots: &[Term]) {
        for (class, index) in accesses(pool, roots) {
            self.terms.entry(class).or_default().insert(index);
        }
    }
}

/// The accesses outside quantifiers, with their indices.
fn accesses(pool: &TermPool, roots: &[Term]) -> Vec<(Class, Term)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = roots.to_vec();
    while let Some(term) = work.pop() {
        if !seen.insert(term) || pool.op(term).binder().is_some() {
            continue;
        }
        let args = pool.args(term);
        if matches!(pool.op(term), Op::Select | Op::Store)
            && let Some(class) = class_of(pool, args[0])
        {
            let last = if *pool.op(term) == Op::Store { args.len() - 1 } else { args.len() };
            found.extend(args[1..last].iter().map(|&index| (class, index)));
        }
        work.extend(args);
    }
    found
}

/// What of an index stands where: two applications of one function are compared argument by argument.
fn matched(pool: &TermPool, pattern: Term, index: Term) -> Vec<(Term, Term)> {
    match (pool.op(pattern), pool.op(index)) {
        (Op::App(function), Op::App(other)) if function == other => {
            let pairs = pool.args(pattern).iter().zip(pool.args(index));
            pairs.flat_map(|(&pattern, &index)| matched(pool, pattern, index)).collect()
        }
        (_, _) => vec![(pattern, index)],
    }
}

/// The tuples of terms for the skolem constants of predicates whose variables have the given values.
pub fn instances(
    pool: &mut TermPool,
    skolems: &[VarId],
    predicates: &[Term],
    values: &Substitution,
    indices: &Indices,
) -> Vec<Substitution> {
    let patterns = accesses(pool, predicates);
    let mut tuples = vec![Vec::new()];
    for &skolem in skolems {
        let unknown = pool.var(skolem);
        let mut terms: Vec<Term> = vec![unknown];
        for (class, pattern) in &patterns {
            let Some(known) = indices.terms.get(class) else { continue };
            let pattern = pool.substitute(*pattern, values);
            for &index in known {
                for (pattern, index) in matched(pool, pattern, index) {
                    let term = solve(pool, pattern, unknown, index).or_else(|| {
                        // Machine arithmetic that does not wrap around.
                        let plain = without_wraps(pool, index);
                        solve(pool, pattern, unknown, plain)
                    });
                    terms.extend(term.filter(|term| !terms.contains(term)));
                }
            }
        }
        // Small terms first: if there are too many, the large ones go.
        terms.sort_by_key(|&term| (term != unknown, pool.tree_size(term), term));
        let mut longer = Vec::new();
        for &term in &terms {
            longer
                .extend(tuples.iter().map(|tuple: &Vec<Term>| tuple.iter().copied().chain([term]).collect::<Vec<_>>()));
        }
        longer.truncate(MOST_INSTANCES);
        tuples = longer;
    }
    tuples.into_iter().map(|tuple| skolems.iter().copied().zip(tuple).collect()).collect()
}
