//! Least and greatest fixed points by iterative propagation (SG09 §4, Figure 3).
//!
//! Both maintain a set of candidate solutions, and replace one that is no invariant solution by the optimal solutions for one path at
//! which it fails: forward, by weaker templates at the path's target; backward, by stronger ones at its source. A candidate that was
//! there before is not looked at again.

use std::collections::BTreeSet;

use invar_logic::Substitution;

use super::optimal::optimal_solutions;
use super::paths::{Paths, Target};
use super::problem::Problem;
use super::question::{Question, Reply};
use crate::ground::{Polarity, Solution, Template};

/// More candidates are not looked at.
const MOST_CANDIDATES: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Figure 3(a): the least fixed point.
    Forward,
    /// Figure 3(b): the greatest.
    Backward,
}

/// An invariant solution, if the search comes to one.
pub fn propagate(problem: &mut Problem<'_>, paths: &Paths, direction: Direction) -> Option<Solution> {
    propagated(problem, paths, direction, 1).0.pop()
}

/// Invariant solutions, at most so many (§6 asks for all), and whether there are no others.
pub fn propagated(
    problem: &mut Problem<'_>,
    paths: &Paths,
    direction: Direction,
    most: usize,
) -> (Vec<Solution>, bool) {
    let mut questions: Vec<Question> = paths.questions(problem);
    let first = first(problem, paths, direction);
    let mut seen: BTreeSet<Solution> = [first.clone()].into();
    let mut candidates = vec![first];
    let mut found = Vec::new();
    for _ in 0..MOST_CANDIDATES {
        // The latest first: it has got furthest.
        let Some(candidate) = candidates.pop() else { return (found, true) };
        if problem.is_exhausted() || found.len() >= most {
            break;
        }
        let failing: Vec<usize> = (0..questions.len())
            .filter(|&path| !matches!(problem.ask(&mut questions[path], &candidate), Reply::Valid(_)))
            .collect();
        let Some(&path) = failing.iter().find(|&&path| can_move(paths, path, direction)) else {
            if failing.is_empty() {
                found.push(candidate);
            }
            continue;
        };
        // Forward, templates only become weaker: a claim that fails goes on failing. Backward, nobody makes the entry stronger.
        if failing.iter().any(|&path| !can_move(paths, path, direction)) {
            continue;
        }
        let next = moved(problem, paths, path, &candidate, direction);
        candidates.extend(next.into_iter().filter(|solution| seen.insert(solution.clone())));
    }
    (found, false)
}

/// σ₀: the strongest templates for the least fixed point, the weakest for the greatest.
fn first(problem: &Problem<'_>, paths: &Paths, direction: Direction) -> Solution {
    let full = match direction {
        Direction::Forward => Polarity::Positive,
        Direction::Backward => Polarity::Negative,
    };
    let mut solution = problem.map.nothing();
    for (unknown, polarity) in paths.templates.iter().flat_map(Template::unknowns) {
        if polarity == full {
            solution.0[unknown.0] = (0..problem.map.of(unknown).len()).collect();
        }
    }
    solution
}

/// Is there a template that may change?
fn can_move(paths: &Paths, path: usize, direction: Direction) -> bool {
    match direction {
        Direction::Forward => matches!(paths.paths[path].target, Target::Head(_)),
        Direction::Backward => paths.paths[path].source.is_some(),
    }
}

/// Lines 6 to 8 of Figure 3: σ' ∪ σₚ for the optimal solutions σ' of VC(⟨τ₁σ, δ, τ₂⟩) ∧ (τ₂σ ⇒ τ₂), or of VC(⟨τ₁, δ, τ₂σ⟩) ∧ (τ₁ ⇒ τ₁σ).
fn moved(
    problem: &mut Problem<'_>,
    paths: &Paths,
    path: usize,
    solution: &Solution,
    direction: Direction,
) -> Vec<Solution> {
    let map = problem.map.clone();
    let head = match (direction, &paths.paths[path].target) {
        (Direction::Forward, Target::Head(head)) => *head,
        (Direction::Forward, Target::Claim(_)) => return Vec::new(),
        (Direction::Backward, _) => match paths.paths[path].source {
            Some(head) => head,
            None => return Vec::new(),
        },
    };
    let template = &paths.templates[head];
    let solved = template.solved(&mut problem.pool, &map, solution);
    let nothing = Substitution::new();
    let (condition, ordered, unknowns) = match direction {
        Direction::Forward => {
            let condition = paths.forward(problem, path, solution);
            let ordered = problem.question(&[], &[solved], template, &nothing);
            (condition, ordered, template.unknowns())
        }
        Direction::Backward => {
            let condition = paths.backward(problem, path, solution);
            let ordered = problem.question(&[], std::slice::from_ref(template), &solved, &nothing);
            let turned = |(unknown, polarity): (_, Polarity)| (unknown, polarity.opposite());
            (condition, ordered, template.unknowns().into_iter().map(turned).collect())
        }
    };
    let found = optimal_solutions(problem, &mut [condition, ordered], &unknowns);
    let with_rest = |optimal: Solution| {
        let mut whole = solution.clone();
        for (unknown, _) in &unknowns {
            whole.0[unknown.0] = optimal.of(*unknown).to_vec();
        }
        whole
    };
    found.into_iter().map(with_rest).collect()
}
