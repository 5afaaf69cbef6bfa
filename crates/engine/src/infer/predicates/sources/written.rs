//! What must hold before an element is written so that something holds after it: weakest preconditions of stores, for the
//! case that the indices agree.

use invar_logic::{Op, Sort, Term, TermPool};
use rustc_hash::FxHashMap;

use super::element::{LARGEST, replaced, varying};
use crate::infer::predicates::reading::reads_map;
use crate::infer::predicates::subject::Subject;
use crate::linear::Linear;

/// How many stores what is wanted of an element is followed back through, and how many predicates that may give.
const MOST_STORES: usize = 3;
const MOST: usize = 24;

/// What is said about an element, said of what is stored there: `v <= a[y]` for `a[x] <= a[y]` and `a[i] = v`.
pub fn by_this_loop(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let is_open = |pool: &TermPool, term: Term| pool.free_vars(term).iter().any(|var| about.skolems.contains(var));
    let mut found = Vec::new();
    for &atom in &about.atoms {
        for read in pool.postorder(&[atom]) {
            if *pool.op(read) != Op::Select || !is_open(pool, read) {
                continue;
            }
            let same_map = |(element, _): &&(Term, Term)| pool.args(*element)[0] == pool.args(read)[0];
            for (_, value) in scope.later_stores.iter().filter(same_map).copied().collect::<Vec<_>>() {
                let written = replace(pool, atom, read, value);
                if is_open(pool, written) && scope.is_visible(pool, written) {
                    found.push(written);
                }
            }
        }
    }
    found
}

/// The same where this or a later loop has written the element at the skolem constant, several times over: `b[sc] == 42` for
/// `b[sc] == 42 + d` and `b[i] = b[i] + d`.
pub fn by_later_loops(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let stores = general_stores(pool, about);
    let mut all = about.atoms.clone();
    let mut begin = 0;
    for _ in 0..MOST_STORES {
        for position in std::mem::replace(&mut begin, all.len())..all.len() {
            for &(element, value) in &stores {
                let atom = all[position];
                if !pool.postorder(&[atom]).contains(&element) || all.len() >= MOST {
                    continue;
                }
                let written = replace(pool, atom, element, value);
                let written = balanced(pool, written);
                let is_small = pool.tree_size(written) <= LARGEST;
                if is_small && scope.is_visible(pool, written) && reads_map(pool, written) && !all.contains(&written) {
                    all.push(written);
                }
            }
        }
    }
    all.split_off(about.atoms.len())
}

/// The stores of this and the later loops at the skolem constant: element and value.
fn general_stores(pool: &mut TermPool, about: &Subject<'_>) -> Vec<(Term, Term)> {
    let scope = about.scope;
    let unknown = pool.var(about.skolems[0]);
    let mut found = Vec::new();
    for &(element, value) in &scope.later_stores {
        let Some(&index) = pool.args(element).last() else { continue };
        for var in varying(pool, scope, index) {
            if let Some(element) = replaced(pool, scope, element, (index, var), unknown)
                && let Some(value) = replaced(pool, scope, value, (index, var), unknown)
                && !found.contains(&(element, value))
            {
                found.push((element, value));
            }
        }
    }
    found
}

fn replace(pool: &mut TermPool, whole: Term, part: Term, by: Term) -> Term {
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[whole]) {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        let new = match term == part {
            true => by,
            false if args[..] == *pool.args(term) => term,
            false => pool.rebuild(term, &args),
        };
        written.insert(term, new);
    }
    written[&whole]
}

/// An equation of integers without what stands on both sides.
fn balanced(pool: &mut TermPool, atom: Term) -> Term {
    let &[left, right] = pool.args(atom) else { return atom };
    match pool.op(atom) {
        Op::Eq if pool.sort_of(left) == Sort::INT => {
            Linear::of(pool, left).minus(&Linear::of(pool, right)).is_zero_term(pool)
        }
        _ => atom,
    }
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn what_is_stored_takes_the_place_of_the_element() {
        let text = "
            procedure main(v: int, n: int) {
                var a: [int]int;
                var i: int;
                i := 0;
                while (i < n) { a[i] := v; i := i + 1; }
                assert (forall x, y: int :: 0 <= x && x <= y && y < n ==> a[x] <= a[y]);
            }";
        assert_eq!(suggested(text, Suggestion::Written), ["(v <= a[y@2])", "(a[x@1] <= v)"]);
    }

    #[test]
    fn stores_of_later_loops_are_followed_back() {
        let text = "
            procedure main(n: int, d: int) {
                var b: [int]int;
                var i, j: int;
                i, j := 0, 0;
                while (i < n) { b[i] := 42; i := i + 1; }
                while (j < n) { assert b[j] < 7; b[j] := b[j] + d; j := j + 1; }
            }";
        let found = suggested(text, Suggestion::Written);
        assert!(found.contains(&"((b[sc@1] + d) < 7)".to_string()), "{found:?}");
    }
}
