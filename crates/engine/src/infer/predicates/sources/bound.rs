//! Integers that the loop changes, compared with each other, with those that it does not change, and with numbers.

use invar_logic::{Term, TermPool, VarId};

use super::entry::lasting_entry;
use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let mut found = Vec::new();
    for &var in &scope.moving {
        lengths(pool, scope, var, &mut found);
        neighbours(pool, scope, var, &mut found);
    }
    found
}

/// A pointer that walks through an array is compared with its length in elements from where it began.
fn lengths(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, found: &mut Vec<Term>) {
    let Some(entry) = lasting_entry(pool, scope, var).filter(|_| scope.is_offset(pool, var)) else { return };
    for &length in &scope.fixed {
        if scope.is_offset(pool, length) {
            continue;
        }
        let (own, length) = (pool.var(var), pool.var(length));
        let end = pool.add(entry, length);
        found.extend([pool.le(own, end), pool.le(end, own)]);
    }
}

/// `v <= w`, `w <= v` and their neighbours.
fn neighbours(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, found: &mut Vec<Term>) {
    let own = pool.var(var);
    for constant in &scope.constants {
        let constant = pool.int(constant.clone());
        found.extend([pool.le(own, constant), pool.le(constant, own)]);
    }
    let one = pool.int(1);
    for &other in scope.moving.iter().filter(|&&other| other > var).chain(&scope.fixed) {
        let other = pool.var(other);
        let (next, next_other) = (pool.add(own, one), pool.add(other, one));
        found.extend([pool.le(own, other), pool.le(other, own), pool.le(own, next_other), pool.le(other, next)]);
    }
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn integers_are_compared_with_what_is_near() {
        let text = "
            procedure main(n: int) {
                var i: int;
                i := 0;
                while (i < n) { i := i + 1; }
            }";
        assert_eq!(
            suggested(text, Suggestion::Bound),
            ["(i <= 1)", "(1 <= i)", "(i <= n)", "(n <= i)", "(i <= (n + 1))", "(n <= (i + 1))"]
        );
    }
}
