//! Conditions of the loop and of what comes after it, as they stand.

use invar_logic::{Sort, Term, TermPool, VarId};

use crate::infer::predicates::reading::reads_map;
use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;

/// Larger conditions are not worth combining.
const LARGEST: u64 = 15;

/// How many of those that do not change, but may decide which of the others holds, and how small those are.
const MOST_CONSTANT: usize = 3;
const LARGEST_CONSTANT: u64 = 7;

/// How many conditions without elements are combined with those about elements.
const MOST_GUARDS: usize = 3;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let changes = |atom: &Term| scope.mentions_target(pool, *atom) && pool.tree_size(*atom) <= LARGEST;
    let stays = |atom: &Term| !scope.mentions_target(pool, *atom) && pool.tree_size(*atom) <= LARGEST_CONSTANT;
    let all = scope.atoms.iter().chain(&scope.own_atoms).copied().filter(changes);
    let constant = scope.atoms.iter().copied().filter(stays).take(MOST_CONSTANT);
    all.chain(constant).filter(|&atom| scope.is_visible(pool, atom)).collect()
}

/// What is true of the elements may depend on where the loop stands, and on flags.
pub fn guards(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let is_guard = |atom: &Term| !reads_map(pool, *atom) && scope.mentions_target(pool, *atom);
    let guards = scope.own_atoms.iter().copied().filter(is_guard).take(MOST_GUARDS);
    let mut found: Vec<Term> = guards.filter(|&atom| scope.is_visible(pool, atom)).collect();
    found.extend(flags(pool, about));
    found
}

/// What the elements have in common may be what a variable says: `found == 0` after `found = 1`.
pub fn flags(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let scope = about.scope;
    let is_flag = |atom: &Term| {
        let free = pool.free_vars(*atom);
        let is_flag = match reads_map(pool, *atom) {
            // An element at a fixed place is as good as a variable.
            true => scope.mentions_target(pool, *atom) && !free.iter().any(|&var| is_index(pool, scope, var)),
            false => free.iter().any(|var| scope.moving.contains(var) && is_set_only(pool, scope, *var)),
        };
        is_flag && scope.is_visible(pool, *atom)
    };
    scope.own_atoms.iter().chain(&scope.atoms).copied().filter(is_flag).take(MOST_GUARDS).collect()
}

/// Does the loop set the variable to numbers of the text only?
fn is_set_only(pool: &TermPool, scope: &Scope<'_>, var: VarId) -> bool {
    let mut assigned = scope.assigned.iter().filter(|(target, _)| *target == var).peekable();
    assigned.peek().is_some() && assigned.all(|&(_, term)| pool.op(term).is_literal())
}

/// Is it an integer that a loop changes?
fn is_index(pool: &TermPool, scope: &Scope<'_>, var: VarId) -> bool {
    scope.varying.contains(&var) && pool.variable(var).sort == Sort::INT
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn conditions_are_taken_as_they_stand() {
        let text = "
            procedure main(n: int) {
                var i, up: int;
                i, up := 0, 1;
                while (i < n) {
                    if (up == 1) { up := 0; } else { up := 1; }
                    i := i + 1;
                }
                assert up != 2;
            }";
        assert_eq!(suggested(text, Suggestion::Condition), ["(up == 2)", "(up == 1)", "(i < n)"]);
    }
}
