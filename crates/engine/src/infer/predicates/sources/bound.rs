//! Integers that the loop changes, compared with each other, with those that it does not change, and with numbers.

use invar_logic::{Term, TermPool, VarId};

use super::entry::lasting_entry;
use super::stride::steps;
use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let mut found = Vec::new();
    for &var in &scope.moving {
        lengths(pool, scope, var, &mut found);
        neighbours(pool, scope, var, &mut found);
    }
    differences(pool, scope, &mut found);
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

/// `u <= v + c` for variables that move in step, and numbers of the text: how far apart they are does not change.
fn differences(pool: &mut TermPool, scope: &Scope<'_>, found: &mut Vec<Term>) {
    for (position, &u) in scope.moving.iter().enumerate() {
        for &v in &scope.moving[position + 1..] {
            let added = steps(pool, scope, u);
            if added.is_empty() || added != steps(pool, scope, v) {
                continue;
            }
            let (u, v) = (pool.var(u), pool.var(v));
            for constant in scope.constants.iter().filter(|constant| constant.magnitude() > &1u32.into()) {
                for near in [constant.clone(), constant - 1] {
                    let near = pool.int(near);
                    let (beyond_u, beyond_v) = (pool.add(u, near), pool.add(v, near));
                    found.extend([pool.le(u, beyond_v), pool.le(v, beyond_u)]);
                }
            }
        }
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
