//! What must hold before an element is written so that something holds after it: weakest preconditions of stores, for the
//! case that the indices agree.

use invar_logic::{Op, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::infer::predicates::subject::Subject;

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
                let written = pool.replace(atom, &FxHashMap::from_iter([(read, value)]));
                if is_open(pool, written) && scope.is_visible(pool, written) {
                    found.push(written);
                }
            }
        }
    }
    found
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
}
