//! Groups with skolem constants (FQ02 §4.1 and §6).
//!
//! One group for each quantified goal, with its bound variables as skolem constants, and those of `elements`. What the skolem
//! constants satisfy without any target of the loop is the group's domain: it is assumed, not combined.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use super::elements::{self, MOST_PREDICATES};
use super::ground::Predicates;
use super::limits::{Counted, bound, moving_bounds, neighbours, offset_of};
use super::reading::{atoms, without_ranges};
use super::scope::Scope;
use super::written::{flags, frames, guards, through_stores};
use crate::infer::group::Group;
use crate::linear::plain_indices;
use crate::verdict::Suggestion;

/// How many literals clauses have that keep what was assumed: it, and where.
const SHORT: usize = 2;

/// How many quantified goals are looked at.
const MOST_GOALS: usize = 4;

/// Why a quantified formula makes a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The loop may have to establish it.
    Wanted,
    /// It held before the loop, which may have to keep it.
    Kept,
}

impl Purpose {
    fn suggestion(self) -> Suggestion {
        match self {
            Purpose::Wanted => Suggestion::Goal,
            Purpose::Kept => Suggestion::Kept,
        }
    }
}

/// With clauses of at most so many literals.
pub fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    let wanted = scope.goals.iter().map(|(_, term)| (*term, Purpose::Wanted));
    let kept = scope.kept.iter().map(|term| (*term, Purpose::Kept));
    for (goal, purpose) in wanted.chain(kept) {
        for quantified in universal(pool, goal) {
            if groups.len() < MOST_GOALS {
                groups.extend(goal_group(pool, scope, quantified, purpose, longest));
            }
        }
    }
    groups.extend(elements::groups(pool, scope, longest));
    groups
}

/// The universally quantified conjuncts, behind any conditions.
fn universal(pool: &TermPool, goal: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work = vec![goal];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And => work.extend(pool.args(term)),
            Op::Or | Op::Implies => work.extend(pool.args(term).last()),
            Op::Forall(_) => found.push(term),
            _ => {}
        }
    }
    found
}

/// Skolem constants for the bound variables of a goal, and what it says about them. `None` if they are no integers.
fn opened(pool: &mut TermPool, goal: Term) -> Option<(Vec<VarId>, Term)> {
    let Op::Forall(binder) = pool.op(goal).clone() else { return None };
    if binder.vars.iter().any(|&var| pool.variable(var).sort != Sort::INT) {
        return None;
    }
    let mut skolems = Vec::new();
    let mut by = Substitution::new();
    for &var in &binder.vars {
        let skolem = pool.variant(var);
        by.insert(var, pool.var(skolem));
        skolems.push(skolem);
    }
    let opened = pool.args(goal)[0];
    let opened = pool.substitute(opened, &by);
    Some((skolems, plain_indices(pool, opened)))
}

fn goal_group(pool: &mut TermPool, scope: &Scope<'_>, goal: Term, purpose: Purpose, longest: usize) -> Option<Group> {
    let (skolems, opened) = opened(pool, goal)?;
    let (domain, rest) = split(pool, scope, opened);
    if !domain.iter().all(|&term| scope.is_visible(pool, term)) {
        // It speaks of what comes later, such as the result.
        return None;
    }
    let mut predicates = Predicates::default();
    for atom in rest {
        if scope.is_visible(pool, atom) {
            predicates.push(pool, purpose.suggestion(), atom);
        }
    }
    let atoms: Vec<Term> = predicates.terms().collect();
    for &skolem in &skolems {
        let offset = offset_of(pool, scope, &[opened], skolem);
        // What does not move bounds the skolem constant in the goal itself.
        let near = moving_bounds(pool, scope, opened, skolem);
        let neighbours = neighbours(pool, opened, skolem);
        bound(pool, scope, near, Counted { skolem, offset, neighbours: &neighbours }, &mut predicates);
    }
    if purpose == Purpose::Wanted {
        for atom in atoms {
            through_stores(pool, scope, atom, &skolems, &mut predicates);
        }
        frames(pool, scope, &mut predicates);
        guards(pool, scope, &mut predicates);
        flags(pool, scope, &mut predicates);
    }
    if !predicates.terms().any(|term| scope.mentions_target(pool, term)) {
        return None;
    }
    let predicates = scope.relevance.nearest(pool, predicates.all, MOST_PREDICATES);
    let longest = if purpose == Purpose::Wanted { longest } else { SHORT };
    Some(Group { phase: 2, skolems, domain, predicates, longest })
}

/// The antecedents that mention no target, and the atoms of all the rest.
fn split(pool: &mut TermPool, scope: &Scope<'_>, formula: Term) -> (Vec<Term>, Vec<Term>) {
    let roles = scope.reading.roles;
    let (mut domain, mut rest, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    let mut conclusion = formula;
    while let Op::Implies = pool.op(conclusion) {
        let (antecedent, then) = (pool.args(conclusion)[0], pool.args(conclusion)[1]);
        conclusion = then;
        let mut work = vec![antecedent];
        while let Some(term) = work.pop() {
            match pool.op(term) {
                Op::And => {
                    let (more, types) = without_ranges(pool, roles, pool.args(term));
                    work.extend(more);
                    ranges.extend(types);
                }
                _ if scope.mentions_target(pool, term) => rest.extend(atoms(pool, roles, term)),
                _ => domain.push(term),
            }
        }
    }
    rest.extend(atoms(pool, roles, conclusion));
    if domain.is_empty() {
        domain = ranges;
    }
    (domain, rest)
}
