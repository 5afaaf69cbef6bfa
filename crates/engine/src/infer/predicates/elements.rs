//! The group with one skolem constant, for the elements that a loop and the code behind it read, test and write.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_traits::Signed;

use super::ground::{Predicates, steps};
use super::limits::{Counted, MOST_BOUNDS, bound};
use super::reading::reads_map;
use super::scope::Scope;
use super::written::{flags, replace};
use crate::infer::group::Group;
use crate::linear::{Linear, plain_indices, solve};
use crate::verdict::Suggestion;

/// How many predicates a group with skolem constants has at most.
pub const MOST_PREDICATES: usize = 24;

/// The group, and where the loop leaves elements out, once more for those that it comes to.
pub fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let Some(group) = element_group(pool, scope, longest) else { return Vec::new() };
    let strided = strided(pool, scope, &group);
    strided.into_iter().chain([group]).collect()
}

/// How many stores what is wanted of an element is followed back through.
const MOST_STORES: usize = 3;

/// One skolem constant for the elements of the maps that the loop reads and writes.
fn element_group(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Option<Group> {
    let skolem = pool.fresh_var("sc", Sort::INT);
    let unknown = pool.var(skolem);
    let mut elements = Predicates::default();
    let stores: Vec<Term> = scope.stores.iter().map(|&(element, value)| pool.eq(element, value)).collect();
    let stores = stores.into_iter().map(|term| (Suggestion::Stored, term));
    let tested = scope.own_atoms.iter().chain(&scope.atoms).map(|&atom| (Suggestion::Condition, atom));
    for (suggestion, atom) in stores.chain(tested) {
        for general in generalised(pool, scope, atom, unknown) {
            if scope.is_visible(pool, general) && pool.tree_size(general) <= 25 {
                elements.push(pool, suggestion, general);
            }
        }
    }
    before_stores(pool, scope, unknown, &mut elements);
    let mut predicates = Predicates::default();
    let counted = Counted { skolem, offset: None, neighbours: &[] };
    bound(pool, scope, scope.bounds.clone(), counted, &mut predicates);
    // A loop that writes no elements may still find out about them.
    if elements.all.is_empty() || !elements.terms().chain(predicates.terms()).any(|p| scope.mentions_target(pool, p)) {
        return None;
    }
    flags(pool, scope, &mut predicates);
    for element in scope.relevance.nearest(pool, elements.all, MOST_PREDICATES - MOST_BOUNDS) {
        predicates.push(pool, element.suggestion, element.term);
    }
    let zero = pool.int(0);
    let domain = vec![pool.le(zero, unknown)];
    Some(Group { phase: 2, skolems: vec![skolem], domain, predicates: predicates.all, longest })
}

/// What must hold of an element before the loop, or a later one, stores something there, so that an atom holds after it:
/// `b[sc] == 42` for `b[sc] == 42 + d` and `b[i] = b[i] + d`.
fn before_stores(pool: &mut TermPool, scope: &Scope<'_>, unknown: Term, elements: &mut Predicates) {
    let stores = general_stores(pool, scope, unknown);
    let mut begin = 0;
    for _ in 0..MOST_STORES {
        let end = elements.all.len();
        for position in begin..end {
            let atom = elements.all[position].term;
            for &(element, value) in &stores {
                if !pool.postorder(&[atom]).contains(&element) || elements.all.len() >= MOST_PREDICATES {
                    continue;
                }
                let written = replace(pool, atom, element, value);
                let written = balanced(pool, written);
                if scope.is_visible(pool, written) && reads_map(pool, written) && pool.tree_size(written) <= 25 {
                    elements.push(pool, Suggestion::Written, written);
                }
            }
        }
        begin = end;
    }
}

/// The stores of this and the later loops at the skolem constant: element and value.
fn general_stores(pool: &mut TermPool, scope: &Scope<'_>, unknown: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for &(element, value) in &scope.later_stores {
        let Some(&index) = pool.args(element).last() else { continue };
        for var in pool.free_vars(index) {
            if scope.varying.contains(&var)
                && let Some(element) = replaced(pool, scope, element, index, var, unknown)
                && let Some(value) = replaced(pool, scope, value, index, var, unknown)
                && !found.contains(&(element, value))
            {
                found.push((element, value));
            }
        }
    }
    found
}

/// An equation of integers without what stands on both sides.
fn balanced(pool: &mut TermPool, atom: Term) -> Term {
    let &[left, right] = pool.args(atom) else { return atom };
    match pool.op(atom) {
        Op::Eq if pool.sort_of(left) == Sort::INT => {
            Linear::of(pool, left).minus(&Linear::of(pool, right)).is_zero_term(pool)
        }
        _ => atom,
    }
}

/// The same group for the elements that the loop comes to, if it leaves some out.
fn strided(pool: &mut TermPool, scope: &Scope<'_>, group: &Group) -> Option<Group> {
    let &[skolem] = &group.skolems[..] else { return None };
    let strides = |var: VarId| {
        let steps = steps(pool, scope, var);
        let step = steps.first().filter(|step| steps.len() == 1 && step.magnitude() > &1u32.into())?;
        Some((step.abs(), scope.entry_value(var)?))
    };
    let is_index = |var: &VarId| scope.bounds.iter().any(|&bound| *pool.op(bound) == Op::Var(*var));
    let (step, entry) = scope.moving.iter().filter(|var| is_index(var)).find_map(|&var| strides(var))?;
    let (step, unknown) = (pool.int(step), pool.var(skolem));
    let (reached, first) = (pool.mk(Op::Mod, &[unknown, step]), pool.mk(Op::Mod, &[entry, step]));
    let mut domain = group.domain.clone();
    domain.push(pool.eq(reached, first));
    let fresh = pool.fresh_var("sc", Sort::INT);
    let by: Substitution = [(skolem, pool.var(fresh))].into_iter().collect();
    let mut renamed = Group { domain, skolems: vec![fresh], ..group.clone() };
    renamed.domain.iter_mut().for_each(|term| *term = pool.substitute(*term, &by));
    renamed.predicates.iter_mut().for_each(|predicate| predicate.term = pool.substitute(predicate.term, &by));
    Some(renamed)
}

/// The atom with an index that varies replaced by the skolem constant.
fn generalised(pool: &mut TermPool, scope: &Scope<'_>, atom: Term, unknown: Term) -> Vec<Term> {
    if !reads_map(pool, atom) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for term in pool.postorder(&[atom]) {
        if *pool.op(term) != Op::Select {
            continue;
        }
        let indices = pool.args(term)[1..].to_vec();
        for index in indices {
            if pool.sort_of(index) != Sort::INT {
                continue;
            }
            for var in pool.free_vars(index) {
                if scope.varying.contains(&var) {
                    found.extend(replaced(pool, scope, atom, index, var, unknown));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The atom with `var` chosen so that the index becomes the skolem constant (plus the pointer's own offset).
fn replaced(
    pool: &mut TermPool,
    scope: &Scope<'_>,
    atom: Term,
    index: Term,
    var: VarId,
    unknown: Term,
) -> Option<Term> {
    let own = pool.var(var);
    let mut wanted = Linear::of(pool, index);
    wanted.terms.retain(|&term, _| match pool.op(term) {
        Op::Var(part) => *part != var && !scope.varying.contains(part),
        _ => false,
    });
    wanted.constant = 0.into();
    let offset = wanted.term(pool);
    let wanted = pool.add(offset, unknown);
    let value = solve(pool, index, own, wanted)?;
    let by = [(var, value)].into_iter().collect();
    let replaced = pool.substitute(atom, &by);
    Some(plain_indices(pool, replaced))
}
