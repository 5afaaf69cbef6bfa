//! What is said about elements, and what becomes of it as the loop writes them: weakest preconditions of stores, elements
//! that stay, and the conditions and flags that go with them.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::ground::Predicates;
use super::reading::reads_map;
use super::scope::Scope;
use crate::verdict::Suggestion;

/// How many conditions without elements are combined with those about elements.
const MOST_GUARDS: usize = 3;

/// What an atom about an element says where the loop has just written the element: the weakest precondition of the store,
/// for the case that the indices agree.
pub fn through_stores(
    pool: &mut TermPool,
    scope: &Scope<'_>,
    atom: Term,
    skolems: &[VarId],
    predicates: &mut Predicates,
) {
    for term in pool.postorder(&[atom]) {
        if *pool.op(term) != Op::Select || !pool.free_vars(term).iter().any(|var| skolems.contains(var)) {
            continue;
        }
        for &(element, value) in &scope.later_stores {
            if pool.args(element)[0] == pool.args(term)[0] {
                let written = replace(pool, atom, term, value);
                let still_open = pool.free_vars(written).iter().any(|var| skolems.contains(var));
                if still_open && scope.is_visible(pool, written) {
                    predicates.push(pool, Suggestion::Written, written);
                }
            }
        }
    }
}

pub fn replace(pool: &mut TermPool, whole: Term, part: Term, by: Term) -> Term {
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[whole]) {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        let new = match term == part {
            true => by,
            false if args[..] == *pool.args(term) => term,
            false => pool.rebuild(term, &args),
        };
        written.insert(term, new);
    }
    written[&whole]
}

/// Where an atom compares elements with those of an earlier state, the elements may be unchanged: `a[sc] == \old(a)[sc]`.
pub fn frames(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let atoms: Vec<Term> = predicates.terms().collect();
    for term in pool.postorder(&atoms) {
        let Op::Var(old) = *pool.op(term) else { continue };
        let Some(&(_, now)) = scope.olds.iter().find(|(known, _)| *known == old) else { continue };
        let now = pool.var(now);
        for read in pool.postorder(&atoms) {
            let is_int = *pool.op(read) == Op::Select && pool.sort_of(read) == Sort::INT;
            if is_int && pool.free_vars(read).contains(&old) {
                let by = [(old, now)].into_iter().collect();
                let new = pool.substitute(read, &by);
                let equal = pool.eq(new, read);
                predicates.push(pool, Suggestion::Frame, equal);
            }
        }
    }
}

/// What is true of the elements may depend on where the loop stands.
pub fn guards(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let is_guard = |atom: &Term| !reads_map(pool, *atom) && scope.mentions_target(pool, *atom);
    let atoms: Vec<Term> = scope.own_atoms.iter().copied().filter(is_guard).take(MOST_GUARDS).collect();
    for atom in atoms {
        if scope.is_visible(pool, atom) {
            predicates.push(pool, Suggestion::Condition, atom);
        }
    }
}

/// What the elements have in common may be what a variable says: `found == 0` after `found = 1`.
pub fn flags(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let is_flag = |var: VarId| {
        let mut assigned = scope.assigned.iter().filter(|(target, _)| *target == var).peekable();
        assigned.peek().is_some() && assigned.all(|&(_, term)| pool.op(term).is_literal())
    };
    let flags: Vec<VarId> = scope.moving.iter().copied().filter(|&var| is_flag(var)).collect();
    let is_about_one = |atom: &Term| {
        let free = pool.free_vars(*atom);
        let is_flag = match reads_map(pool, *atom) {
            // An element at a fixed place is as good as a variable.
            true => scope.mentions_target(pool, *atom) && !free.iter().any(|var| indexes(scope, pool, *var)),
            false => free.iter().any(|var| flags.contains(var)),
        };
        is_flag && scope.is_visible(pool, *atom)
    };
    let atoms = scope.own_atoms.iter().chain(&scope.atoms).copied().filter(is_about_one);
    let atoms: Vec<Term> = atoms.take(MOST_GUARDS).collect();
    for atom in atoms {
        predicates.push(pool, Suggestion::Condition, atom);
    }
}

/// Is it an integer that a loop changes?
fn indexes(scope: &Scope<'_>, pool: &TermPool, var: VarId) -> bool {
    scope.varying.contains(&var) && pool.variable(var).sort == Sort::INT
}
