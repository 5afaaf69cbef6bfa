//! The conjuncts that predicates are made of (SPW09 §6).
//!
//!   extract₀(φ₁ ∧ … ∧ φₙ) = {φ₁, …, φₙ}      extract₁(φ) = extract₀(saturate(φ))

use invar_gcl::Roles;
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use invar_solve::{Limit, Model};
use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::reads::{read_at, read_exactly};
use super::saturate::{LONGEST, Pair, halves, pairs, saturate};
use super::session::Session;
use super::space::Space;
use crate::cutpoints::Point;
use crate::linear::{Linear, inequality, project, solve};
use crate::literals::{disequality, literal, negated, reads_map};

/// Which of the paper's procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extract {
    /// extract₀
    Conjuncts,
    /// extract₁
    Saturated,
}

/// So many conditions are said of other indices.
const MOST_MOVED: usize = 12;

/// The states of a path at a head: pre of the rest of the path, and its literals in one case.
#[derive(Clone, Copy)]
pub struct States<'a> {
    pub literals: &'a [Term],
    pub formula: &'a [Term],
    /// One of them.
    pub model: &'a Model,
}

/// The halves of the disequalities in all disjunctions that hold in the states, longer ones too.
pub fn disjuncts(space: &mut Space<'_>, head: usize, literals: &[Term], formula: &[Term]) -> Vec<Term> {
    let limit = space.limit();
    let task = space.task;
    let (session, pool) = space.site(Point::Head(head));
    let pairs = pairs(pool, &task.program.roles, &[literals, formula].concat());
    let found = saturate(session, pool, literals, (&pairs, LONGEST), &limit);
    found.into_iter().flatten().flat_map(|pair| halves(pool, pair)).collect()
}

/// What predicates at a head may be made of, if these literals describe the states of a path there: known predicates that hold,
/// inequalities between indices that hold, and the literals themselves. What is wanted most comes first.
pub fn candidates(
    space: &mut Space<'_>,
    known: &[Term],
    head: usize,
    States { literals, formula, model }: States<'_>,
    (ghosts, extract): (&[VarId], Extract),
) -> Vec<Term> {
    let limit = space.limit();
    let task = space.task;
    let roles = &task.program.roles;
    let elsewhere = space.accesses(head);
    let (session, pool) = space.site(Point::Head(head));
    let mut offered: Vec<Term> = Vec::new();
    for &predicate in known {
        let holds = as_in_model(pool, model, predicate);
        offered.extend(holds.filter(|&term| literals.contains(&term) || session.follows(pool, literals, term, &limit)));
    }
    let everywhere = [literals, formula, &elsewhere].concat();
    if extract == Extract::Saturated {
        let mut pairs = pairs_about(pool, roles, &[literals, formula].concat(), (&everywhere, ghosts));
        pairs.retain(|&(a, b)| model.value(pool, a) != model.value(pool, b));
        for disjunction in saturate(session, pool, literals, (&pairs, 1), &limit) {
            let [pair] = disjunction[..] else { continue };
            let half = halves(pool, pair).into_iter().find(|&half| model.holds(pool, half) == Some(true));
            let half = half.filter(|&half| session.follows(pool, literals, half, &limit));
            offered.extend(half.filter(|half| !offered.contains(half)));
        }
    }
    let equal = equal_indices(session, pool, (roles, &everywhere), (literals, model), &limit);
    for term in at_equal(pool, literals, &equal) {
        if !offered.contains(&term) {
            offered.push(term);
        }
    }
    for term in moved(pool, roles, ghosts, literals) {
        let holds = as_in_model(pool, model, term).filter(|&term| session.follows(pool, literals, term, &limit));
        offered.extend(holds.filter(|term| !offered.contains(term)));
    }
    for term in without_ghosts(pool, ghosts, literals) {
        if !offered.contains(&term) && !literals.contains(&term) {
            offered.push(term);
        }
    }
    let mut own: Vec<Term> = literals.iter().copied().filter(|term| !offered.contains(term)).collect();
    own.sort_by_key(|&term| (disequality(pool, term).is_some(), constant(pool, term), pool.tree_size(term), term));
    offered.extend(own);
    offered
}

/// The predicate or its denial, whichever is true in the model.
pub fn as_in_model(pool: &mut TermPool, model: &Model, predicate: Term) -> Option<Term> {
    match model.holds(pool, predicate)? {
        true => Some(predicate),
        false => Some(negated(pool, predicate)),
    }
}

/// What remainders of a ghost variable say, said of the indices of the same row: where `k mod 4 == 0` and `k` is none of `i` to
/// `i + 3`, what matters is whether `i mod 4 == 0`.
fn moved(pool: &mut TermPool, roles: &Roles, ghosts: &[VarId], literals: &[Term]) -> Vec<Term> {
    let has_remainder =
        |pool: &TermPool, term: Term| pool.postorder(&[term]).into_iter().any(|part| *pool.op(part) == Op::Mod);
    let about: Vec<Term> = literals.iter().copied().filter(|&term| has_remainder(pool, term)).collect();
    let pairs = if about.is_empty() { Vec::new() } else { pairs(pool, roles, literals) };
    let mut found = Vec::new();
    for &ghost in ghosts {
        let own = pool.var(ghost);
        for (a, b) in pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            let is_free = !pool.free_vars(b).iter().any(|var| ghosts.contains(var));
            let Some(value) = solve(pool, a, own, b).filter(|_| is_free) else { continue };
            let by: Substitution = [(ghost, value)].into_iter().collect();
            for &term in &about {
                let moved = pool.substitute(term, &by);
                let moved = literal(pool, moved);
                if moved != term && found.len() < MOST_MOVED && !found.contains(&moved) {
                    found.push(moved);
                }
            }
        }
    }
    found
}

/// The pairs of indices in the formulas, then those of a ghost variable and an index that is used elsewhere in the program: a path
/// that leaves out a loop says nothing about its counter.
fn pairs_about(
    pool: &TermPool,
    roles: &Roles,
    formulas: &[Term],
    (everywhere, ghosts): (&[Term], &[VarId]),
) -> Vec<Pair> {
    let mut found = pairs(pool, roles, formulas);
    let is_about_ghost = |term: Term| pool.free_vars(term).iter().any(|var| ghosts.contains(var));
    for (a, b) in pairs(pool, roles, everywhere) {
        let is_known = found.contains(&(a, b)) || found.contains(&(b, a));
        if !is_known && (is_about_ghost(a) || is_about_ghost(b)) {
            found.push((a, b));
        }
    }
    found
}

/// The pairs of indices of one row that are equal, in both orders.
fn equal_indices(
    session: &mut Session,
    pool: &mut TermPool,
    (roles, formulas): (&Roles, &[Term]),
    (literals, model): (&[Term], &Model),
    limit: &Limit,
) -> Vec<Pair> {
    let mut equal = Vec::new();
    for (a, b) in pairs(pool, roles, formulas) {
        let equation = pool.eq(a, b);
        if model.holds(pool, equation) == Some(true) && session.follows(pool, literals, equation, limit) {
            equal.extend([(a, b), (b, a)]);
        }
    }
    equal
}

/// What literals say of elements, said of those at indices that are equal: which of them a loop goes on with, the path does not tell.
fn at_equal(pool: &mut TermPool, literals: &[Term], equal: &[Pair]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for &term in literals {
        for &(from, to) in equal {
            let other = read_exactly(pool, term, from, to);
            if other != term && !found.contains(&other) && found.len() < MOST_MOVED {
                found.push(other);
            }
        }
    }
    found
}

/// What an equation of a ghost variable says about the program's variables: `k mod 4 == 0` where `k == i + 1`.
fn without_ghosts(pool: &mut TermPool, ghosts: &[VarId], literals: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for &ghost in ghosts {
        let Some(value) = literals.iter().find_map(|&term| solved(pool, term, ghost)) else { continue };
        let by: Substitution = [(ghost, value)].into_iter().collect();
        for &term in literals {
            let is_about = pool.free_vars(term).contains(&ghost) && !reads_map(pool, term);
            let replaced = pool.substitute(term, &by);
            let replaced = literal(pool, replaced);
            if is_about && replaced != Term::TRUE && !found.contains(&replaced) {
                found.push(replaced);
            }
        }
    }
    found
}

/// The size of the number in a comparison of integers.
fn constant(pool: &TermPool, term: Term) -> BigInt {
    inequality(pool, term).map_or(BigInt::ZERO, |sum| sum.constant.abs())
}

/// The same literals with reads at a ghost variable instead of reads at what it equals: what is said of the one element holds
/// of any that takes its place.
pub fn at_ghosts(pool: &mut TermPool, literals: Vec<Term>, ghosts: &[VarId]) -> Vec<Term> {
    let mut found = literals;
    for &ghost in ghosts {
        let Some(value) = found.iter().find_map(|&term| solved(pool, term, ghost)) else { continue };
        let own = pool.var(ghost);
        let mut plain: Vec<Term> = Vec::new();
        for term in found {
            let term = read_at(pool, term, own, value);
            if !plain.contains(&term) {
                plain.push(term);
            }
        }
        found = plain;
    }
    found
}

/// What the literals say about everything but the unknowns: those that an equation gives are replaced, those that are only
/// compared are projected out, and what is left to say about the others is dropped.
pub fn without_unknowns(pool: &mut TermPool, mut literals: Vec<Term>, unknowns: &[VarId]) -> Vec<Term> {
    for &unknown in unknowns {
        if let Some((position, value)) =
            literals.iter().enumerate().find_map(|(position, &term)| Some((position, solved(pool, term, unknown)?)))
        {
            literals.remove(position);
            let by: Substitution = [(unknown, value)].into_iter().collect();
            for term in &mut literals {
                let replaced = pool.substitute(*term, &by);
                *term = literal(pool, replaced);
            }
        } else {
            let own = pool.var(unknown);
            literals = project(pool, &literals, own);
        }
        let mut plain: Vec<Term> = Vec::new();
        for term in literals {
            let term = literal(pool, term);
            let is_open = pool.free_vars(term).contains(&unknown);
            if term != Term::TRUE && !is_open && !plain.contains(&term) {
                plain.push(term);
            }
        }
        literals = plain;
    }
    literals
}

/// The value that an equation gives the unknown.
pub fn solved(pool: &mut TermPool, term: Term, unknown: VarId) -> Option<Term> {
    if *pool.op(term) != Op::Eq {
        return None;
    }
    let &[a, b] = pool.args(term) else { return None };
    let own = pool.find_var(unknown)?;
    if pool.sort_of(a) != Sort::INT {
        let other = if a == own {
            b
        } else if b == own {
            a
        } else {
            return None;
        };
        return (!pool.free_vars(other).contains(&unknown)).then_some(other);
    }
    let mut sum = Linear::of(pool, a).minus(&Linear::of(pool, b));
    let factor = sum.terms.remove(&own).filter(|factor| factor.magnitude().is_one())?;
    if sum.terms.keys().any(|&other| pool.free_vars(other).contains(&unknown)) {
        return None;
    }
    Some(sum.times(&-factor).term(pool))
}
