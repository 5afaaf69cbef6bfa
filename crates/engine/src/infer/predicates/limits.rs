//! Limits of skolem constants (FQ02 §6): `sc < x` for what bounds the indices of a loop.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::FxHashSet;

use super::ground::Predicates;
use super::scope::Scope;
use crate::linear::Linear;
use crate::verdict::Suggestion;

/// How many terms bound a skolem constant.
pub const MOST_BOUNDS: usize = 4;

/// The loop's bounds that move, without those that index only other maps than the skolem constant does.
pub fn moving_bounds(pool: &TermPool, scope: &Scope<'_>, goal: Term, skolem: VarId) -> Vec<Term> {
    let by_skolem = accesses(pool, &[goal]).into_iter().filter(|&(_, index)| pool.free_vars(index).contains(&skolem));
    let own: FxHashSet<Term> = by_skolem.map(|(map, _)| map).collect();
    let mut said: Vec<Term> = scope.own_atoms.clone();
    said.extend(scope.assigned.iter().map(|(_, term)| *term));
    let (near, far): (Vec<_>, Vec<_>) = accesses(pool, &said).into_iter().partition(|(map, _)| own.contains(map));
    let vars = |accesses: Vec<(Term, Term)>| -> FxHashSet<VarId> {
        accesses.into_iter().flat_map(|(_, index)| pool.free_vars(index)).collect()
    };
    let (near, far) = (vars(near), vars(far));
    let is_useful = |bound: &Term| {
        let free = pool.free_vars(*bound);
        let varies = free.iter().any(|var| scope.varying.contains(var));
        varies && (near.is_empty() || free.iter().any(|var| near.contains(var) || !far.contains(var)))
    };
    scope.bounds.iter().copied().filter(is_useful).collect()
}

/// How far from the skolem constant a goal looks: 1 for `a[x] <= a[x + 1]`.
pub fn neighbours(pool: &TermPool, goal: Term, skolem: VarId) -> Vec<BigInt> {
    let Some(unknown) = pool.find_var(skolem) else { return Vec::new() };
    let mut found = Vec::new();
    for (_, index) in accesses(pool, &[goal]) {
        let sum = Linear::of(pool, index);
        let is_near = sum.terms.len() == 1 && sum.terms.get(&unknown).is_some_and(One::is_one);
        if is_near && !sum.constant.is_zero() && !found.contains(&sum.constant) {
            found.push(sum.constant);
        }
    }
    found
}

/// The maps that are read and written, and at which indices.
fn accesses(pool: &TermPool, terms: &[Term]) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for term in pool.postorder(terms) {
        let args = pool.args(term);
        let last = match pool.op(term) {
            Op::Select => args.len(),
            Op::Store => args.len() - 1,
            _ => continue,
        };
        found.extend(args[1..last].iter().map(|&index| (args[0], index)));
    }
    found
}

/// A skolem constant that is to be bounded.
pub struct Counted<'n> {
    pub skolem: VarId,
    /// If it counts from the beginning of an object: where the pointer points that the program counts from.
    pub offset: Option<Term>,
    /// What is indexed at these distances from it.
    pub neighbours: &'n [BigInt],
}

/// FQ02 §6: `sc < x` for what bounds the loop's variables.
pub fn bound(
    pool: &mut TermPool,
    scope: &Scope<'_>,
    bounds: Vec<Term>,
    counted: Counted<'_>,
    predicates: &mut Predicates,
) {
    let Counted { skolem, offset, neighbours } = counted;
    let unknown = pool.var(skolem);
    for limit in bounds.into_iter().take(MOST_BOUNDS) {
        let limit = match offset {
            // The offset of a pointer that walks counts from the beginning of the object, as the skolem constant does.
            Some(offset) if !pool.free_vars(limit).iter().any(|&var| scope.is_offset(pool, var)) => {
                pool.add(offset, limit)
            }
            Some(_) | None => limit,
        };
        let limit = Linear::of(pool, limit).term(pool);
        let below = pool.lt(unknown, limit);
        predicates.push(pool, Suggestion::Limit, below);
        let not_above = pool.le(unknown, limit);
        predicates.push(pool, Suggestion::Limit, not_above);
        for distance in neighbours {
            let distance = pool.int(distance.clone());
            let other = pool.add(unknown, distance);
            let below = pool.lt(other, limit);
            predicates.push(pool, Suggestion::Limit, below);
        }
    }
}

/// Where the skolem constant counts from the beginning of an object, but the program from where a pointer points: the
/// pointer's offset, which is subtracted from the skolem constant somewhere.
pub fn offset_of(pool: &TermPool, scope: &Scope<'_>, atoms: &[Term], skolem: VarId) -> Option<Term> {
    let unknown = pool.find_var(skolem)?;
    for term in pool.postorder(atoms) {
        if pool.sort_of(term) != Sort::INT {
            continue;
        }
        let sum = Linear::of(pool, term);
        if sum.terms.get(&unknown).is_some_and(|factor| factor.is_one()) {
            let subtracted = sum.terms.iter().find(|(term, factor)| {
                **factor == -BigInt::one() && matches!(pool.op(**term), Op::Var(var) if scope.is_offset(pool, *var))
            });
            if let Some((&offset, _)) = subtracted {
                return Some(offset);
            }
        }
    }
    None
}
