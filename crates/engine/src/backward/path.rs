//! An abstract path from the entry to the error, and what its steps need: φⱼ = pre(τⱼ, φⱼ₊₁) (SPW09 §4).
//!
//! Departure from the paper: φⱼ stays inside the abstract states of the path. What other states cover is theirs to explain.

use invar_logic::Term;
use invar_solve::Model;

use super::goal::Goal;
use super::session::Asked;
use super::space::Space;
use super::way::Way;
use crate::cutpoints::Point;

/// A step of an abstract path: the transition, and the way in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    pub edge: usize,
    pub way: usize,
}

/// A step of the path, with names of its own for what is chosen on it.
pub struct Level {
    pub hop: Hop,
    pub source: Point,
    pub way: Way,
    /// The abstract state that it begins in.
    pub cube: Vec<Term>,
    /// pre of the rest of the path.
    pub formula: Vec<Term>,
}

impl Level {
    /// pre of some conjunction at the end of the step, inside the abstract state.
    pub fn before(&self, space: &mut Space<'_>, after: &[Term]) -> Vec<Term> {
        let mut formula = self.way.pre(&mut space.pool, after);
        for &term in &self.cube {
            if !formula.contains(&term) {
                formula.push(term);
            }
        }
        formula
    }
}

/// An abstract path: the first hop leaves the entry, the last one arrives at the check, and the cubes are those of the states
/// between them.
pub struct Path {
    pub hops: Vec<Hop>,
    pub cubes: Vec<Vec<Term>>,
}

/// φⱼ = pre(τⱼ, φⱼ₊₁), from the error on.
pub fn levels(space: &mut Space<'_>, goal: &Goal, path: &Path) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut formula = goal.denial.clone();
    for (number, &hop) in path.hops.iter().enumerate().rev() {
        let edge = &space.edges[hop.edge];
        let source = edge.transition.source;
        let way = edge.ways[hop.way].clone().renamed(&mut space.pool);
        let cube = number.checked_sub(1).map_or(Vec::new(), |state| path.cubes[state].clone());
        let mut level = Level { hop, source, way, cube, formula: Vec::new() };
        formula = level.before(space, &formula);
        level.formula = formula.clone();
        levels.push(level);
    }
    levels.reverse();
    levels
}

pub enum Suffix {
    /// The first level of the longest feasible suffix, and a model of it.
    From(usize, Model),
    Empty,
    Open,
}

pub fn longest_feasible(space: &mut Space<'_>, levels: &[Level]) -> Suffix {
    let mut longest = Suffix::Empty;
    for (number, level) in levels.iter().enumerate().rev() {
        let limit = space.limit();
        let (session, pool) = space.site(level.source);
        match session.ask(pool, &level.formula, &limit) {
            Asked::Yes(model) => longest = Suffix::From(number, model),
            Asked::No => return longest,
            Asked::Open => return Suffix::Open,
        }
    }
    longest
}
