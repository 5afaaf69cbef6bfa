//! Values on entry to the loop: FQ02 §6, `t <= \old(t)` and `t >= \old(t)`; beyond it, a pointer stays in the object that it
//! pointed into.

use invar_logic::{Term, TermPool, VarId};

use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let mut found = Vec::new();
    for &object in &scope.objects {
        if let Some(entry) = lasting_entry(pool, scope, object) {
            let own = pool.var(object);
            found.push(pool.eq(own, entry));
        }
    }
    for &var in &scope.moving {
        if let Some(entry) = lasting_entry(pool, scope, var) {
            let own = pool.var(var);
            found.extend([pool.le(own, entry), pool.le(entry, own)]);
        }
    }
    found
}

/// What the variable is when the loop is entered, in words that keep their meaning.
pub fn lasting_entry(pool: &TermPool, scope: &Scope<'_>, var: VarId) -> Option<Term> {
    scope.entry_value(var).filter(|&entry| !scope.mentions_target(pool, entry))
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn counters_are_compared_with_where_they_began() {
        let text = "
            procedure main(n: int, k: int) {
                var i: int;
                i := k;
                while (i < n) { i := i + 1; }
                assert k <= i;
            }";
        assert_eq!(suggested(text, Suggestion::Entry), ["(i <= k)", "(k <= i)"]);
    }
}
