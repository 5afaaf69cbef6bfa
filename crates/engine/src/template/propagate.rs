//! Least and greatest fixed points by iterative propagation (SG09 §4, Figure 3).
//!
//! Both replace a candidate that is no invariant solution by the optimal solutions for one path at
//! which it fails: forward, by weaker templates at the path's target; backward, by stronger ones at its source. A candidate that was
//! there before is not looked at again.
//!
//! Of the many optimal solutions, most lead nowhere. So what a candidate fails for is remembered as a condition on all solutions, as in the
//! constraint-based algorithm, and optimal solutions are made one after the other, from proposals that meet those conditions.
//! What an invariant solution could come from is always among them.

use std::collections::{BTreeSet, VecDeque};

use invar_logic::Substitution;

use super::choices::Choices;
use super::constraint::{Preference, encoded};
use super::optimal::Optimal;
use super::paths::{Paths, Target};
use super::problem::Problem;
use super::question::{Choice, Question, Reply};
use crate::ground::{Polarity, Solution, Template};

/// More candidates are not looked at.
const MOST_CANDIDATES: usize = 2_000;

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
    let first = first(problem, paths, direction);
    let mut search = Propagation {
        paths,
        direction,
        questions: paths.questions(problem),
        choices: preferring_optimal(problem, paths, direction),
        seen: BTreeSet::new(),
        branches: VecDeque::new(),
    };
    let mut found = Vec::new();
    let mut next = Some(first);
    for _ in 0..MOST_CANDIDATES {
        let Some(candidate) = next else { return (found, true) };
        if search.seen.insert(candidate.clone()) && search.is_solution(problem, candidate.clone()) {
            found.push(candidate);
        }
        if problem.is_exhausted() || found.len() >= most {
            break;
        }
        next = search.next(problem);
    }
    (found, false)
}

/// Templates as the optimal solutions have them: forward as strong as possible, backward as weak.
fn preferring_optimal(problem: &Problem<'_>, paths: &Paths, direction: Direction) -> Choices {
    let taken = match direction {
        Direction::Forward => Polarity::Positive,
        Direction::Backward => Polarity::Negative,
    };
    let optimal: Preference<'_> = Box::new(move |_, polarity| Some(polarity == taken));
    encoded(problem, paths, &[optimal, Box::new(|_, _| None), Box::new(|_, _| Some(false))])
}

struct Propagation<'a> {
    paths: &'a Paths,
    direction: Direction,
    questions: Vec<Question>,
    /// What is known of all invariant solutions.
    choices: Choices,
    seen: BTreeSet<Solution>,
    /// The candidates that take the place of others, those that got furthest last.
    branches: VecDeque<Branch>,
}

/// A candidate that failed, and the optimal solutions that take its place.
struct Branch {
    candidate: Solution,
    optimal: Optimal,
    /// The template that they change.
    head: usize,
}

impl Propagation<'_> {
    /// Is it one? If not, others take its place.
    fn is_solution(&mut self, problem: &mut Problem<'_>, candidate: Solution) -> bool {
        let mut failing = Vec::new();
        for path in 0..self.questions.len() {
            match problem.ask(&mut self.questions[path], &candidate) {
                Reply::Valid(_) => continue,
                Reply::Invalid(condition) if !condition.is_met(&candidate) => self.choices.require(&condition),
                Reply::Invalid(_) | Reply::Open => {}
            }
            failing.push(path);
        }
        // Forward, templates only become weaker: a claim that fails goes on failing. Backward, nobody makes the entry stronger.
        let moves: Vec<Option<usize>> = failing.iter().map(|&path| self.moving(path)).collect();
        if let Some(&Some(head)) = moves.first()
            && moves.iter().all(Option::is_some)
            && !problem.is_exhausted()
        {
            let branch = self.branch(problem, failing[0], head, candidate);
            if self.leads_on(problem, &branch.candidate) {
                self.branches.push_back(branch);
            } else {
                self.branches.push_front(branch);
            }
        }
        failing.is_empty()
    }

    /// The latest first: it has got furthest.
    fn next(&mut self, problem: &mut Problem<'_>) -> Option<Solution> {
        while let Some(mut branch) = self.branches.pop_back() {
            match branch.optimal.next(problem, &mut self.choices) {
                Some(optimal) => {
                    let mut whole = branch.candidate.clone();
                    for (unknown, _) in self.paths.templates[branch.head].unknowns() {
                        whole.0[unknown.0] = optimal.of(unknown).to_vec();
                    }
                    self.branches.push_back(branch);
                    return Some(whole);
                }
                None => branch.optimal.leave(&mut self.choices),
            }
        }
        None
    }

    /// The template that may change where this path fails.
    fn moving(&self, path: usize) -> Option<usize> {
        match (self.direction, &self.paths.paths[path].target) {
            (Direction::Forward, Target::Head(head)) => Some(*head),
            (Direction::Forward, Target::Claim(_)) => None,
            (Direction::Backward, _) => self.paths.paths[path].source,
        }
    }

    /// Could a solution be known that is made from the candidate by choices that help? Whoever has none may be right, by predicates
    /// that say the same together.
    fn leads_on(&mut self, problem: &Problem<'_>, candidate: &Solution) -> bool {
        let kept = match self.direction {
            Direction::Forward => Polarity::Negative,
            Direction::Backward => Polarity::Positive,
        };
        let mut helping = Vec::new();
        for (unknown, polarity) in self.paths.templates.iter().flat_map(Template::unknowns) {
            let taken = polarity == kept;
            let all = 0..problem.map.of(unknown).len();
            let own = all.filter(|&predicate| candidate.contains(unknown, predicate) == taken);
            helping.extend(own.map(|predicate| Choice { unknown, predicate, taken }));
        }
        self.choices.next_with(&helping).is_some()
    }

    /// Lines 6 to 8 of Figure 3: σ' ∪ σₚ for the optimal solutions σ' of VC(⟨τ₁σ, δ, τ₂⟩) ∧ (τ₂σ ⇒ τ₂), or of VC(⟨τ₁, δ, τ₂σ⟩) ∧ (τ₁ ⇒ τ₁σ).
    fn branch(&mut self, problem: &mut Problem<'_>, path: usize, head: usize, candidate: Solution) -> Branch {
        let map = problem.map.clone();
        let template = &self.paths.templates[head];
        let solved = template.solved(&mut problem.pool, &map, &candidate);
        let nothing = Substitution::new();
        let (condition, ordered, unknowns) = match self.direction {
            Direction::Forward => {
                let condition = self.paths.forward(problem, path, &candidate);
                let ordered = problem.question(&[], &[solved], template, &nothing);
                (condition, ordered, template.unknowns())
            }
            Direction::Backward => {
                let condition = self.paths.backward(problem, path, &candidate);
                let ordered = problem.question(&[], std::slice::from_ref(template), &solved, &nothing);
                let turned = |(unknown, polarity): (_, Polarity)| (unknown, polarity.opposite());
                (condition, ordered, template.unknowns().into_iter().map(turned).collect())
            }
        };
        let optimal = Optimal::new(problem, &mut self.choices, vec![condition, ordered], unknowns);
        Branch { candidate, optimal, head }
    }
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
