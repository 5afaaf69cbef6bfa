//! What the loop and the code behind it test of an element, said of the element at the skolem constant.

use invar_logic::{Op, Sort, Term, TermPool, VarId};

use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;
use crate::linear::{Linear, plain_indices, solve};

/// Larger atoms are not worth combining.
pub const LARGEST: u64 = 25;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let tested: Vec<Term> = about.scope.own_atoms.iter().chain(&about.scope.atoms).copied().collect();
    tested.into_iter().flat_map(|atom| generalised(pool, about, atom)).collect()
}

/// The atom with an index that varies replaced by the skolem constant, in each way that can be said at the head.
pub fn generalised(pool: &mut TermPool, about: &Subject<'_>, atom: Term) -> Vec<Term> {
    let scope = about.scope;
    let unknown = pool.var(about.skolems[0]);
    let mut found = Vec::new();
    for read in pool.postorder(&[atom]) {
        if *pool.op(read) == Op::Select {
            let indices = pool.args(read)[1..].to_vec();
            for index in indices {
                for var in varying(pool, scope, index) {
                    found.extend(replaced(pool, scope, atom, (index, var), unknown));
                }
            }
        }
    }
    found.retain(|&term| scope.is_visible(pool, term) && pool.tree_size(term) <= LARGEST);
    found.sort_unstable();
    found.dedup();
    found
}

/// The variables of an index that some loop changes.
pub fn varying(pool: &TermPool, scope: &Scope<'_>, index: Term) -> Vec<VarId> {
    match pool.sort_of(index) {
        Sort::INT => pool.free_vars(index).into_iter().filter(|var| scope.varying.contains(var)).collect(),
        _ => Vec::new(),
    }
}

/// The term with a variable chosen so that an index becomes the skolem constant (plus the pointer's own offset).
pub fn replaced(
    pool: &mut TermPool,
    scope: &Scope<'_>,
    term: Term,
    (index, var): (Term, VarId),
    unknown: Term,
) -> Option<Term> {
    let own = pool.var(var);
    let mut offset = Linear::of(pool, index);
    offset.terms.retain(|&term, _| matches!(pool.op(term), Op::Var(part) if !scope.varying.contains(part)));
    offset.constant = 0.into();
    let offset = offset.term(pool);
    let wanted = pool.add(offset, unknown);
    let value = solve(pool, index, own, wanted)?;
    let by = [(var, value)].into_iter().collect();
    let replaced = pool.substitute(term, &by);
    Some(plain_indices(pool, replaced))
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn what_is_tested_is_known() {
        let text = "
            procedure main(a: [int]int, n: int) {
                var i: int;
                i := 0;
                while (i < n && a[i] != 5) { i := i + 1; }
            }";
        assert_eq!(suggested(text, Suggestion::Condition), ["(a[i] == 5)", "(i < n)", "(a[sc@1] == 5)"]);
    }
}
