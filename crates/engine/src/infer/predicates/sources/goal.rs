//! Parts of what is to be shown.

use invar_logic::{Op, Term, TermPool};

use crate::infer::predicates::subject::Subject;

/// The atoms of the formula that the group was made for.
pub fn predicates(_: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    about.atoms.clone()
}

/// What must exist when the loop ends, it may have found already: whole formulas, since nothing else has words for it.
pub fn existential(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let mut found = Vec::new();
    let mut work = scope.goals.clone();
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And | Op::Or | Op::Implies | Op::Not => work.extend(pool.args(term)),
            Op::Exists(_) if scope.is_visible(pool, term) && scope.mentions_target(pool, term) => found.push(term),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn goals_are_taken_apart() {
        let text = "
            procedure main(n: int) {
                var a: [int]int;
                var i: int;
                i := 0;
                while (i < n) { a[i] := i; i := i + 1; }
                assert (forall x: int :: 0 <= x && x < n ==> a[x] <= x + n);
                assert (exists y: int :: a[y] == n);
            }";
        assert_eq!(suggested(text, Suggestion::Goal), ["(exists y :: (a[y] == n))", "(a[x@1] <= (x@1 + n))"]);
    }
}
