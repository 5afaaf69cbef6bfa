//! What variables were set to: after `w := e(j); k := j` the two are linked by `w == e(k)`; after `w := c`, by `w == c`.

use invar_logic::{Op, Sort, Term, TermPool, VarId};

use crate::infer::predicates::reading::reads_map;
use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;

/// Larger values are not worth repeating.
const LARGEST: u64 = 9;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let mut found = Vec::new();
    for &(var, value) in &scope.assigned {
        if !scope.reading.is_live(scope.head.head, var) || pool.tree_size(value) > LARGEST {
            continue;
        }
        let own = pool.var(var);
        for value in lasting(pool, scope, var, value) {
            found.push(pool.eq(own, value));
        }
    }
    found
}

/// The value in words that may last: numbers, conditions, and elements at variables that remember the index.
fn lasting(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, value: Term) -> Vec<Term> {
    match (pool.sort_of(value), reads_map(pool, value)) {
        (Sort::INT, false) if pool.op(value).is_literal() => return vec![value],
        (Sort::BOOL, false) => return vec![value],
        (Sort::INT, true) => {}
        (_, _) => return Vec::new(),
    }
    let mut found = Vec::new();
    for &(copy, original) in &scope.assigned {
        if let Op::Var(original) = *pool.op(original)
            && copy != var
            && scope.reading.is_live(scope.head.head, copy)
            && pool.free_vars(value).contains(&original)
        {
            let by = [(original, pool.var(copy))].into_iter().collect();
            found.push(pool.substitute(value, &by));
        }
    }
    if scope.is_visible(pool, value) && !pool.free_vars(value).contains(&var) {
        found.push(value);
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn a_value_is_remembered_with_its_index() {
        let text = "
            procedure main(a: [int]int, n: int) {
                var j, k, w: int;
                j, k, w := 0, 0, a[0];
                while (j < n) {
                    if (a[j] < w) { w := a[j]; k := j; }
                    j := j + 1;
                }
                assert a[k] <= a[0];
            }";
        assert_eq!(suggested(text, Suggestion::Assigned), ["(w == a[k])", "(w == a[j])"]);
    }
}
