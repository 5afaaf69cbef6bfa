//! Indices that become skolem constants: a claim about one element, said of any.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::One;

use super::clause::{Clause, Skolems};
use crate::linear::{Linear, inequality};
use crate::literals::{literal, not_positive, reads_map};

/// The indices of the claim's reads that mention no skolem constant. Places in rows are looked at row by row (`in_rows`).
pub fn closed_indices(pool: &TermPool, skolems: &Skolems, goal: &Clause) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for part in pool.postorder(&[goal.then]) {
        if *pool.op(part) != Op::Select || pool.sort_of(part) != Sort::INT {
            continue;
        }
        let index = pool.args(part)[1];
        let is_closed = pool.free_vars(index).iter().all(|var| !skolems.vars.contains(var));
        let is_plain = !pool.op(index).is_literal() && !matches!(pool.op(index), Op::App(_));
        if is_closed && is_plain && !found.contains(&index) {
            found.push(index);
        }
    }
    found
}

/// The indices of whole rows that the claim reads from, as i is one of `m[i][k]`, and that mention no skolem constant. Objects are no
/// such indices; they are not among these integers.
pub fn row_indices(pool: &TermPool, goal: &Clause, integers: &[VarId]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for part in pool.postorder(&[goal.then]) {
        if *pool.op(part) != Op::Select || matches!(pool.sort_of(part), Sort::INT | Sort::BOOL) {
            continue;
        }
        let index = pool.args(part)[1];
        let vars = pool.free_vars(index);
        if !vars.is_empty() && vars.iter().all(|var| integers.contains(var)) && !found.contains(&index) {
            found.push(index);
        }
    }
    found
}

/// Indices of the claim's reads that are a number of steps after another one at a skolem constant, as in `a[k] <= a[k + 1]`: an
/// order of neighbours is often maintained only as an order of all pairs.
pub fn neighbours(pool: &TermPool, skolems: &Skolems, goal: &Clause) -> Vec<Term> {
    let reads = pool.postorder(&[goal.then]).into_iter().filter(|&part| *pool.op(part) == Op::Select);
    let indices: Vec<Term> = reads.map(|read| pool.args(read)[1]).collect();
    let is_skolem = |index: Term| matches!(pool.op(index), Op::Var(var) if skolems.vars.contains(var));
    let mut found: Vec<Term> = Vec::new();
    for &first in indices.iter().filter(|&&index| is_skolem(index)) {
        for &index in indices.iter().filter(|&&index| index != first) {
            let is_near = Linear::of(pool, index).minus(&Linear::of(pool, first)).is_constant();
            if is_near && !found.contains(&index) {
                found.push(index);
            }
        }
    }
    found
}

/// The conditions on an index, as conditions on the skolem constant that takes its place.
pub fn about_own(pool: &mut TermPool, given: &[Term], index: Term, own: VarId) -> Vec<Term> {
    let sum = Linear::of(pool, index);
    let [(&base, factor)] = sum.terms.iter().collect::<Vec<_>>()[..] else {
        return about_sum(pool, given, &sum, own);
    };
    let Op::Var(var) = *pool.op(base) else { return Vec::new() };
    if !factor.is_one() {
        return Vec::new();
    }
    let (own, moved) = (pool.var(own), pool.int(-sum.constant));
    let value = pool.add(own, moved);
    let by: Substitution = [(var, value)].into_iter().collect();
    let is_about = |pool: &TermPool, term: Term| pool.free_vars(term).contains(&var) && !reads_map(pool, term);
    let about: Vec<Term> = given.iter().copied().filter(|&term| is_about(pool, term)).collect();
    about.into_iter().map(|term| pool.substitute(term, &by)).collect()
}

/// The same for an index with several summands: conditions that mention all of them, as `s + i < n` does for `a[s + i]`.
fn about_sum(pool: &mut TermPool, given: &[Term], index: &Linear, own: VarId) -> Vec<Term> {
    let own = pool.var(own);
    let own = Linear::of(pool, own);
    let mut about = Vec::new();
    for &term in given.iter().filter(|_| !index.terms.is_empty()) {
        let Some(sum) = inequality(pool, term) else { continue };
        for sign in [BigInt::one(), -BigInt::one()] {
            if index.terms.iter().all(|(part, factor)| sum.terms.get(part) == Some(&(factor * &sign))) {
                let difference = own.clone().minus(index).times(&sign);
                about.push(not_positive(pool, &sum.clone().plus(&difference)));
            }
        }
    }
    about
}

/// Variables that, but for a constant, are the index of one of the claim's reads and that it mentions elsewhere too, such as that of
/// `a[i] <= a[i + 1]`, `i <= a[i]` or `a[i] == b[n - i]`, or that are taken several times, as in `a[2 * i]`. Those that the loop
/// changes also where something is added that it does not change: `a[d + i] == b[s + i]`.
pub fn shared_indices(pool: &mut TermPool, skolems: &Skolems, goal: &Clause, targets: &[VarId]) -> Vec<Term> {
    let mut shared: Vec<Term> = Vec::new();
    for index in closed_indices(pool, skolems, goal) {
        let sum = Linear::of(pool, index);
        let own = pool.var(skolems.vars[goal.skolems]);
        let rest = reindexed(pool, goal.then, index, own);
        for (&base, factor) in &sum.terms {
            let Op::Var(var) = *pool.op(base) else { continue };
            let is_free = sum.terms.len() == 1 || targets.contains(&var);
            if is_free && (!factor.is_one() || pool.free_vars(rest).contains(&var)) {
                shared.push(base);
            }
        }
    }
    shared
}

/// Variables that the loop changes, in places of rows that the claim reads.
pub fn in_rows(pool: &TermPool, goal: &Clause, targets: &[VarId]) -> Vec<Term> {
    let reads = pool.postorder(&[goal.then]).into_iter().filter(|&part| *pool.op(part) == Op::Select);
    let places = reads.map(|read| pool.args(read)[1]).filter(|&index| matches!(pool.op(index), Op::App(_)));
    let moving = places.flat_map(|place| pool.free_vars(place)).filter(|var| targets.contains(var));
    moving.filter_map(|var| pool.find_var(var)).collect()
}

/// Of places in rows that a claim reads at skolem constants: that they are inside their rows. Beside them is the next row, of
/// which states may say the same by chance.
pub fn inside_rows(pool: &mut TermPool, skolems: &Skolems, claim: Term) -> Vec<Term> {
    let zero = pool.int(0);
    let mut found = Vec::new();
    for part in pool.postorder(&[claim]) {
        if let (Op::App(_), &[_, _, length, place]) = (pool.op(part), pool.args(part))
            && pool.free_vars(place).iter().any(|var| skolems.vars.contains(var))
        {
            for bound in [pool.le(zero, place), pool.lt(place, length)] {
                found.push(literal(pool, bound));
            }
        }
    }
    found
}

/// The goal with a new skolem constant instead of the variable, wherever it is.
pub fn shifted(pool: &mut TermPool, skolems: &Skolems, goal: &Clause, base: Term) -> Clause {
    let own = pool.var(skolems.vars[goal.skolems]);
    let Op::Var(var) = *pool.op(base) else { return goal.clone() };
    let by: Substitution = [(var, own)].into_iter().collect();
    let mut moved = |term: Term| {
        let term = pool.substitute(term, &by);
        literal(pool, term)
    };
    let given = goal.given.iter().map(|&term| moved(term)).collect();
    Clause { skolems: goal.skolems + 1, given, then: moved(goal.then) }
}

/// The goal with a new skolem constant instead of the index, in all reads, counted from somewhere.
pub fn with_index(pool: &mut TermPool, skolems: &Skolems, goal: &Clause, index: Term, from: Term) -> Clause {
    let own = pool.var(skolems.vars[goal.skolems]);
    let own = pool.add(from, own);
    let given = goal.given.iter().map(|&term| reindexed(pool, term, index, own)).collect();
    let then = reindexed(pool, goal.then, index, own);
    Clause { skolems: goal.skolems + 1, given, then }
}

/// The term with another index in all reads at this one.
pub fn reindexed(pool: &mut TermPool, root: Term, index: Term, own: Term) -> Term {
    let mut written = rustc_hash::FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        if *pool.op(term) == Op::Select && args[1] == index {
            args[1] = own;
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        written.insert(term, new);
    }
    let new = written[&root];
    literal(pool, new)
}
