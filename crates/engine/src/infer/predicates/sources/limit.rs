//! Limits of skolem constants (FQ02 §6): `sc < x` for what bounds the indices of a loop.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::infer::predicates::subject::Subject;
use crate::linear::Linear;

/// How many terms bound a skolem constant.
const MOST: usize = 4;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    for &skolem in &about.skolems {
        let unknown = pool.var(skolem);
        let from = counted_from(pool, about, unknown);
        let distances: Vec<Term> = distances(pool, about, unknown).into_iter().map(|far| pool.int(far)).collect();
        for limit in limits(pool, about, skolem) {
            let limit = match from {
                // The offset of a pointer that walks counts from the beginning of the object, as the skolem constant does.
                Some(from) if !pool.free_vars(limit).iter().any(|&var| about.scope.is_offset(pool, var)) => {
                    pool.add(from, limit)
                }
                Some(_) | None => limit,
            };
            let limit = Linear::of(pool, limit).term(pool);
            found.extend([pool.lt(unknown, limit), pool.le(unknown, limit)]);
            for &distance in &distances {
                let near = pool.add(unknown, distance);
                found.push(pool.lt(near, limit));
            }
        }
    }
    found
}

/// What bounds the loop's indices. Where the group was made for a formula, what does not move bounds the skolem constant there
/// already, and what indexes only other maps is no bound of it.
fn limits(pool: &TermPool, about: &Subject<'_>, skolem: VarId) -> Vec<Term> {
    let scope = about.scope;
    let Some(goal) = about.goal else { return scope.bounds.iter().copied().take(MOST).collect() };
    let by_skolem = accesses(pool, &[goal]).into_iter().filter(|&(_, index)| pool.free_vars(index).contains(&skolem));
    let own: Vec<Term> = by_skolem.map(|(map, _)| map).collect();
    let said: Vec<Term> = scope.own_atoms.iter().copied().chain(scope.assigned.iter().map(|(_, term)| *term)).collect();
    let (near, far): (Vec<_>, Vec<_>) = accesses(pool, &said).into_iter().partition(|(map, _)| own.contains(map));
    let [near, far] = [near, far].map(|accesses| {
        let indices: Vec<Term> = accesses.into_iter().map(|(_, index)| index).collect();
        pool.free_vars_of(&indices)
    });
    let is_useful = |bound: &Term| {
        let free = pool.free_vars(*bound);
        let varies = free.iter().any(|var| scope.varying.contains(var));
        varies && (near.is_empty() || free.iter().any(|var| near.contains(var) || !far.contains(var)))
    };
    scope.bounds.iter().copied().filter(is_useful).take(MOST).collect()
}

/// How far from the skolem constant a goal looks: 1 for `a[x] <= a[x + 1]`.
fn distances(pool: &TermPool, about: &Subject<'_>, unknown: Term) -> Vec<BigInt> {
    let mut found = Vec::new();
    for (_, index) in about.goal.map_or(Vec::new(), |goal| accesses(pool, &[goal])) {
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

/// Where the skolem constant counts from the beginning of an object, but the program from where a pointer points: the
/// pointer's offset, which is subtracted from the skolem constant somewhere.
fn counted_from(pool: &TermPool, about: &Subject<'_>, unknown: Term) -> Option<Term> {
    let is_offset = |term: Term| matches!(pool.op(term), Op::Var(var) if about.scope.is_offset(pool, *var));
    let parts = pool.postorder(&[about.goal?]);
    let sums = parts.into_iter().filter(|&part| pool.sort_of(part) == Sort::INT).map(|part| Linear::of(pool, part));
    let mut sums = sums.filter(|sum| sum.terms.get(&unknown).is_some_and(One::is_one));
    sums.find_map(|sum| {
        let subtracted = |&(term, factor): &(&Term, &BigInt)| *factor == -BigInt::one() && is_offset(*term);
        sum.terms.iter().find(subtracted).map(|(&offset, _)| offset)
    })
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn indices_of_the_loop_are_limits() {
        let text = "
            procedure main(n: int) {
                var a: [int]int;
                var i: int;
                i := 0;
                while (i < n) { a[i] := 7; i := i + 1; }
                assert (forall x: int :: 0 <= x && x < n ==> a[x] <= a[x + 1]);
            }";
        assert_eq!(
            suggested(text, Suggestion::Limit),
            ["(x@1 < i)", "(x@1 <= i)", "((x@1 + 1) < i)", "(sc@2 < n)", "(sc@2 <= n)", "(sc@2 < i)", "(sc@2 <= i)"]
        );
    }
}
