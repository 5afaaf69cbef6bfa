//! Which index comparisons decide what is read of an updated map.

use invar_logic::{Op, Sort, Term, TermPool};

use super::saturate::Pair;
use crate::linear::Linear;
use crate::literals::{less, literal, predicate};

/// The pairs of an index that is read and one that is written before, in terms about updated maps. What is read depends on
/// whether they are equal.
pub fn decisive(pool: &TermPool, terms: &[Term]) -> Vec<Pair> {
    let mut found: Vec<Pair> = Vec::new();
    for read in pool.postorder(terms) {
        let &[map, index] = pool.args(read) else { continue };
        if *pool.op(read) != Op::Select || pool.sort_of(index) != Sort::INT {
            continue;
        }
        for update in pool.postorder(&[map]) {
            let &[_, at, _] = pool.args(update) else { continue };
            let is_same = *pool.op(update) == Op::Store && pool.sort_of(update) == pool.sort_of(map);
            if !is_same || Linear::of(pool, at).minus(&Linear::of(pool, index)).is_constant() {
                continue;
            }
            if !found.contains(&(index, at)) {
                found.push((index, at));
            }
        }
    }
    found
}

/// Whether the two are equal, if known predicates compare them.
pub fn compared(pool: &mut TermPool, (a, b): Pair, known: &[Term]) -> Option<Term> {
    let equal = pool.eq(a, b);
    let comparisons = [equal, less(pool, a, b), less(pool, b, a)].map(|term| predicate(pool, term));
    comparisons.iter().any(|comparison| known.contains(comparison)).then(|| literal(pool, equal))
}
