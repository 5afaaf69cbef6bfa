//! A path explained without what it alone says: cubes at each level, of conditions about ghost variables and elements.
//!
//! In: the levels of a spurious path. Out: for each level of its longest suffix that these conditions leave feasible, cubes that
//! cover the states of the suffix; the step to the first of them is impossible.
//!
//! Where a path is impossible because of its length (`n ≤ i + 2`), predicates that say so exclude no longer path. So the backward
//! iteration goes on with a widening that drops conjuncts (SPW09 §6): of pre(τⱼ, γⱼ₊₁), γⱼ has what is said about ghost variables
//! and elements, without distances between indices. What later levels of the same head say is tried at the earlier ones, too: there
//! it may follow from several conjuncts.

use invar_logic::{Op, Sort, Substitution, Term, TermPool};
use invar_solve::Model;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::extract::{Extract, States, at_ghosts, candidates, without_unknowns};
use super::goal::Goal;
use super::path::Level;
use super::predicates::Predicates;
use super::session::Asked;
use super::space::Space;
use crate::cases::{Cases, View, Wraps};
use crate::cutpoints::Point;
use crate::linear::{Linear, inequality};
use crate::literals::predicate;

/// So many cases of one level are looked at.
pub const MOST_CASES: usize = 6;

/// The first level of a suffix, and the cubes of each level from there on.
pub struct Suffix {
    pub first: usize,
    pub cubes: Vec<Vec<Vec<Term>>>,
}

/// `None` if the path is feasible as far as these conditions say, or has too many cases.
pub fn general_suffix(
    space: &mut Space<'_>,
    known: &Predicates,
    goal: &Goal,
    levels: &[Level],
    extract: Extract,
) -> Option<Suffix> {
    let mut iteration = Iteration { space, goal, extract, seen: known.of.clone() };
    let mut cubes: Vec<Vec<Vec<Term>>> = Vec::new();
    let mut after = vec![goal.denial.clone()];
    for (number, level) in levels.iter().enumerate().rev() {
        let before = match level.source {
            Point::Head(head) => iteration.cover(level, head, &after)?,
            Point::Entry | Point::Check(_) | Point::Exit => match iteration.is_feasible(level, &after)? {
                true => return None,
                false => Vec::new(),
            },
        };
        if before.is_empty() {
            cubes.reverse();
            return Some(Suffix { first: number + 1, cubes }).filter(|suffix| !suffix.cubes.is_empty());
        }
        cubes.push(before.clone());
        after = before;
    }
    None
}

struct Iteration<'a, 'b> {
    space: &'a mut Space<'b>,
    goal: &'a Goal,
    extract: Extract,
    /// By head: the predicates, and the conditions of later levels.
    seen: Vec<Vec<Term>>,
}

impl Iteration<'_, '_> {
    /// Cubes that cover the states from which the step leads to some of the cubes.
    fn cover(&mut self, level: &Level, head: usize, after: &[Vec<Term>]) -> Option<Vec<Vec<Term>>> {
        let mut cubes: Vec<Vec<Term>> = Vec::new();
        for next in after {
            let formula = level.before(self.space, next);
            while let Some(model) = self.outside(level, &formula, &cubes)? {
                if cubes.len() >= MOST_CASES {
                    return None;
                }
                let cube = self.cube(level, head, &formula, &model);
                for &term in &cube {
                    let term = predicate(&mut self.space.pool, term);
                    if !self.seen[head].contains(&term) {
                        self.seen[head].push(term);
                    }
                }
                cubes.push(cube);
            }
        }
        Some(cubes)
    }

    /// A state outside the cubes; `None` if the prover does not know.
    fn outside(&mut self, level: &Level, formula: &[Term], cubes: &[Vec<Term>]) -> Option<Option<Model>> {
        let mut asked = formula.to_vec();
        asked.extend(cubes.iter().map(|cube| self.space.none_of(cube)).collect::<Vec<_>>());
        let limit = self.space.limit();
        let (session, pool) = self.space.site(level.source);
        match session.ask(pool, &asked, &limit) {
            Asked::Yes(model) => Some(Some(model)),
            Asked::No => Some(None),
            Asked::Open => None,
        }
    }

    fn is_feasible(&mut self, level: &Level, after: &[Vec<Term>]) -> Option<bool> {
        for next in after {
            let formula = level.before(self.space, next);
            if self.outside(level, &formula, &[])?.is_some() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The conditions that hold in the case that the model takes.
    fn cube(&mut self, level: &Level, head: usize, formula: &[Term], model: &Model) -> Vec<Term> {
        let here = Substitution::new();
        let mut cases = Cases::new(&mut self.space.pool, View { model, here: &here }, None, Wraps::Resolved);
        formula.iter().for_each(|&term| cases.split(term, true));
        let literals = cases.literals;
        let literals = without_unknowns(&mut self.space.pool, literals, &level.way.unknowns);
        let mut literals = at_ghosts(&mut self.space.pool, literals, &self.goal.ghosts);
        literals.retain(|&literal| !self.space.is_known(head, literal));
        let states = States { literals: &literals, formula, model };
        let offered = candidates(self.space, &self.seen[head], head, states, (&self.goal.ghosts, self.extract));
        offered.into_iter().filter(|&term| self.is_general(term)).collect()
    }

    /// Is it about ghost variables or elements, and without numbers that are the path's own?
    fn is_general(&self, term: Term) -> bool {
        let pool = &self.space.pool;
        let is_about_ghosts = pool.free_vars(term).iter().any(|var| self.goal.ghosts.contains(var));
        let indices = indices(pool, &[term]);
        let own: Vec<BigInt> = self::indices(pool, &self.goal.denial).iter().map(|&index| moved(pool, index)).collect();
        let is_plain = |index: &Term| {
            let moved = moved(pool, *index);
            moved.is_zero() || own.contains(&moved)
        };
        (is_about_ghosts || !indices.is_empty()) && indices.iter().all(is_plain) && is_order(pool, term)
    }
}

/// The indices that are read at.
fn indices(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let reads = pool.postorder(terms).into_iter().filter(|&part| *pool.op(part) == Op::Select);
    reads.flat_map(|read| pool.args(read)[1..].to_vec()).collect()
}

/// The number in an index.
fn moved(pool: &TermPool, index: Term) -> BigInt {
    if pool.sort_of(index) == Sort::INT { Linear::of(pool, index).constant } else { BigInt::ZERO }
}

/// Of comparisons of variables: is it `s = t`, `s ≤ t` or `s < t`, without a distance?
fn is_order(pool: &TermPool, term: Term) -> bool {
    let term = if *pool.op(term) == Op::Not { pool.args(term)[0] } else { term };
    if pool.free_vars(term).len() < 2 {
        return true;
    }
    match (pool.op(term), pool.args(term)) {
        (Op::Eq, &[a, b]) if pool.sort_of(a) == Sort::INT => {
            Linear::of(pool, a).minus(&Linear::of(pool, b)).constant.is_zero()
        }
        (_, _) => inequality(pool, term).is_none_or(|sum| sum.constant.is_zero() || sum.constant.is_one()),
    }
}
