//! What was assumed before the loop about the maps that it changes.

use invar_logic::{Term, TermPool};

use crate::infer::predicates::reading::atoms;
use crate::infer::predicates::subject::Subject;

/// Larger assumptions are not worth asking for.
const LARGEST: u64 = 15;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let all = scope.kept.iter().flat_map(|&kept| atoms(pool, scope.reading.roles, kept));
    all.filter(|&atom| scope.is_visible(pool, atom) && pool.tree_size(atom) <= LARGEST).collect()
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn assumptions_may_last() {
        let text = "
            var a: [int]int;
            procedure main(n: int)
                modifies a;
            {
                var i: int;
                assume a[3] == 7;
                assume (forall x: int :: 0 <= x && x < n ==> 0 < a[x]);
                i := 4;
                while (i < n) { a[i] := a[i] + 1; i := i + 1; }
                assert a[3] == 7;
            }";
        assert_eq!(suggested(text, Suggestion::Kept), ["(a[3] == 7)", "(0 < a[x@1])"]);
    }
}
