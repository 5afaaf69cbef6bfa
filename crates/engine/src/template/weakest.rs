//! Maximally-weak preconditions (SG09 §6, Definition 3): a template at the entry, too, and of its instances those that no weaker instance
//! could replace.
//!
//! The greatest fixed point goes on until every candidate is an invariant solution (Figure 3(b), with the condition of §6). The constraint-based
//! algorithm asks for some solution, then for one whose precondition says less, as long as there is one, and begins again with those that
//! this precondition does not make superfluous. What says the same, and what another implies, is left out at the end.

use invar_logic::{Portable, Term};

use super::constraint::Constraints;
use super::paths::Paths;
use super::problem::Problem;
use super::propagate::{Direction, propagated};
use super::question::Choice;
use super::results::invariants;
use super::search::{Fixpoint, Question, claims, templates_with_entry};
use crate::ground::{Polarity, PredicateMap, Solution, Template};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::task::Task;

/// More preconditions are not looked for.
const MOST_PRECONDITIONS: usize = 24;

/// A precondition, as a conjunction, with the loop invariants that it gives.
pub struct Weakest {
    pub conditions: Vec<Portable>,
    pub invariants: ExtraInvariants,
}

/// What was found.
#[derive(Default)]
pub struct Preconditions {
    /// None of them implies another.
    pub found: Vec<Weakest>,
    /// Did the search come to its end, and is it decided which of them imply others? Instances that only other ground instances would prove are not known.
    pub is_complete: bool,
}

/// The preconditions from which the open checks follow. There are none for the least fixed point, which begins at the entry.
pub fn weakest(task: &Task<'_>, question: Question<'_>, means: &Means<'_>) -> Preconditions {
    let mut pool = task.pool.clone();
    let claims = claims(task, question.open);
    let formulas = templates_with_entry(&mut pool, task, &claims);
    let mut map = PredicateMap::default();
    let templates: Vec<Template> =
        formulas.into_iter().map(|formula| Template::of(&mut pool, &mut map, formula)).collect();
    let paths = Paths::new(&mut pool, task, templates, question.open, question.facts);
    let mut problem = Problem::new(pool, map, means);
    let (solutions, is_complete) = match question.fixpoint {
        Fixpoint::Least => return Preconditions::default(),
        Fixpoint::Greatest => propagated(&mut problem, &paths, Direction::Backward, MOST_PRECONDITIONS),
        Fixpoint::Constraint => by_constraints(&mut problem, &paths),
    };
    let (solutions, is_decided) = undominated(&mut problem, &paths, solutions);
    let is_complete = is_complete && is_decided && !problem.is_cut_short && !problem.is_exhausted();
    let found = solutions.iter().filter_map(|solution| stated(&mut problem, task, &paths, solution, question.facts));
    Preconditions { found: found.collect(), is_complete }
}

/// The entry's template is the last one.
fn entry(paths: &Paths) -> usize {
    paths.templates.len() - 1
}

/// Solutions whose preconditions say as little as possible, one after the other.
fn by_constraints(problem: &mut Problem<'_>, paths: &Paths) -> (Vec<Solution>, bool) {
    let constraints = Constraints::new(problem, paths, Some(entry(paths)));
    let mut search = Weakening { constraints, found: Vec::new() };
    let is_empty = search.with_only(problem, paths, None);
    if is_empty {
        return (search.found, true);
    }
    // Preconditions that say one thing come before those that say several.
    for (unknown, polarity) in paths.templates[entry(paths)].unknowns() {
        for predicate in 0..problem.map.of(unknown).len() {
            let choice = Choice { unknown, predicate, taken: polarity == Polarity::Positive };
            if problem.is_exhausted() {
                return (search.found, false);
            }
            search.with_only(problem, paths, Some(choice));
        }
    }
    let is_complete = search.others(problem, paths);
    (search.found, is_complete)
}

/// The solutions that were found so far; none that says more is looked for.
struct Weakening {
    constraints: Constraints,
    found: Vec<Solution>,
}

impl Weakening {
    /// Is there a solution whose precondition says only this, with what it implies, or nothing?
    fn with_only(&mut self, problem: &mut Problem<'_>, paths: &Paths, only: Option<Choice>) -> bool {
        if self.found.len() >= MOST_PRECONDITIONS {
            return false;
        }
        let implied = |choice: &Choice| match only {
            Some(one) if one.taken && one.unknown == choice.unknown => {
                problem.relations(one.unknown).implied[one.predicate].contains(&choice.predicate)
            }
            Some(_) | None => false,
        };
        let all = entry_choices(problem, paths, None, |polarity| polarity == Polarity::Positive);
        let assumed: Vec<Choice> =
            all.into_iter().filter(|choice| Some(*choice) != only && !implied(choice)).map(taken_back).collect();
        match self.constraints.solution(problem, &assumed) {
            Some(solution) => {
                self.keep(problem, paths, solution);
                true
            }
            None => false,
        }
    }

    /// All other solutions, each made as weak as possible. Are there no more?
    fn others(&mut self, problem: &mut Problem<'_>, paths: &Paths) -> bool {
        while self.found.len() < MOST_PRECONDITIONS {
            let Some(mut solution) = self.constraints.solution(problem, &[]) else { return !problem.is_exhausted() };
            let mut needed: Vec<Choice> = Vec::new();
            // No choice that makes it stronger can be taken back.
            while let Some(open) =
                strengthening(problem, paths, &solution).into_iter().find(|one| !needed.contains(one))
            {
                let mut assumed = vec![taken_back(open)];
                assumed.extend(weakening(problem, paths, &solution));
                match self.constraints.solution(problem, &assumed) {
                    Some(weaker) => solution = weaker,
                    None => needed.push(open),
                }
            }
            self.keep(problem, paths, solution);
        }
        false
    }

    fn keep(&mut self, problem: &Problem<'_>, paths: &Paths, solution: Solution) {
        self.constraints.choices.forbid(&strengthening(problem, paths, &solution));
        self.found.push(solution);
    }
}

fn taken_back(choice: Choice) -> Choice {
    Choice { taken: !choice.taken, ..choice }
}

/// The choices for the entry that make its template stronger.
fn strengthening(problem: &Problem<'_>, paths: &Paths, solution: &Solution) -> Vec<Choice> {
    entry_choices(problem, paths, Some(solution), |polarity| polarity == Polarity::Positive)
}

/// Those that make it weaker.
fn weakening(problem: &Problem<'_>, paths: &Paths, solution: &Solution) -> Vec<Choice> {
    entry_choices(problem, paths, Some(solution), |polarity| polarity == Polarity::Negative)
}

/// The choices for the entry in which predicates of such unknowns are taken, and those of others are not: those of a solution, or all.
fn entry_choices(
    problem: &Problem<'_>,
    paths: &Paths,
    solution: Option<&Solution>,
    takes: impl Fn(Polarity) -> bool,
) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (unknown, polarity) in paths.templates[entry(paths)].unknowns() {
        let all = 0..problem.map.of(unknown).len();
        let own = all.map(|predicate| Choice { unknown, predicate, taken: takes(polarity) });
        let is_chosen = |choice: &Choice| {
            solution.is_none_or(|solution| solution.contains(unknown, choice.predicate) == choice.taken)
        };
        choices.extend(own.filter(is_chosen));
    }
    choices
}

/// Those whose preconditions no other's follows from, and of those that say the same, the first. Is that decided for all of them?
fn undominated(problem: &mut Problem<'_>, paths: &Paths, solutions: Vec<Solution>) -> (Vec<Solution>, bool) {
    let template = &paths.templates[entry(paths)];
    let mut kept: Vec<(Term, Solution)> = Vec::new();
    let mut is_decided = true;
    for solution in solutions {
        let map = problem.map.clone();
        let condition = template.instance(&mut problem.pool, &map, &solution);
        let mut implies = |first: Term, second: Term| {
            let answer = problem.implies(first, second);
            is_decided &= answer.is_some();
            answer == Some(true)
        };
        if kept.iter().any(|&(weaker, _)| implies(condition, weaker)) {
            continue;
        }
        kept.retain(|&(stronger, _)| !implies(stronger, condition));
        kept.push((condition, solution));
    }
    (kept.into_iter().map(|(_, solution)| solution).collect(), is_decided)
}

/// As formulas over the program's variables; `None` if one of them has names that only the search knows.
fn stated(
    problem: &mut Problem<'_>,
    task: &Task<'_>,
    paths: &Paths,
    solution: &Solution,
    facts: &ExtraInvariants,
) -> Option<Weakest> {
    let mut all = facts.clone();
    for (head, template) in task.heads.iter().zip(&paths.templates) {
        let own = invariants(problem, template, solution);
        let portable = own.into_iter().filter_map(|formula| task.export(&mut problem.pool, formula));
        all.entry(head.head).or_default().extend(portable);
    }
    let own = invariants(problem, &paths.templates[entry(paths)], solution);
    let conditions: Option<Vec<Portable>> =
        own.into_iter().map(|formula| task.export(&mut problem.pool, formula)).collect();
    Some(Weakest { conditions: conditions?, invariants: all })
}
