//! What the loop stores in an element, said of the element at the skolem constant.

use invar_logic::{Term, TermPool};

use super::element::generalised;
use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    for &(element, value) in &about.scope.stores {
        let equal = pool.eq(element, value);
        found.extend(generalised(pool, about, equal));
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn what_is_stored_is_known() {
        let text = "
            procedure main(b: [int]int, n: int) {
                var a: [int]int;
                var i: int;
                i := 0;
                while (i < n) { a[i] := b[i + 1]; i := i + 1; }
                assert a[0] <= n;
            }";
        assert_eq!(suggested(text, Suggestion::Stored), ["(a[sc@1] == b[(sc@1 + 1)])", "(a[(sc@1 + -1)] == b[sc@1])"]);
    }
}
