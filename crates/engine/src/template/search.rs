//! From open checks to loop invariants: templates, then a fixed point.

use std::collections::BTreeSet;

use invar_gcl::CheckId;
use invar_logic::{Term, TermPool};

use super::constraint::{Effort, constrain};
use super::guess::{Conjuncts, guess, guess_carried, guess_entry};
use super::paths::Paths;
use super::problem::Problem;
use super::propagate::{Direction, propagate};
use super::reached::conditions;
use super::results::invariants;
use crate::body::StepKind;
use crate::ground::{PredicateMap, Solution, Template};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::task::Task;

/// Which of the paper's algorithms (§4, §5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixpoint {
    Least,
    Greatest,
    Constraint,
}

/// What is to be shown, and from what.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub open: &'a BTreeSet<CheckId>,
    /// What others showed of the loops.
    pub facts: &'a ExtraInvariants,
    pub fixpoint: Fixpoint,
}

/// What was found.
#[derive(Default)]
pub struct Found {
    /// Invariants from which the open checks follow, if there are any.
    pub invariants: Option<ExtraInvariants>,
    pub effort: Effort,
    /// Predicates of all unknowns together.
    pub predicates: usize,
}

/// Looks for loop invariants from which the open checks follow.
pub fn prove(task: &Task<'_>, question: Question<'_>, means: &Means<'_>) -> Found {
    let mut pool = task.pool.clone();
    let Some(formulas) = loop_templates(&mut pool, task, &claims(task, question.open)) else {
        return Found::default();
    };
    let mut map = PredicateMap::default();
    let templates: Vec<Template> =
        formulas.into_iter().map(|formula| Template::of(&mut pool, &mut map, formula)).collect();
    let reached = conditions(&pool, task, (&map, &templates), &means.budget);
    let paths = Paths { reached, ..Paths::new(&mut pool, task, templates, question.open, question.facts) };
    let mut problem = Problem::new(pool, map, means);
    let (solution, effort) = match question.fixpoint {
        Fixpoint::Least => (propagate(&mut problem, &paths, Direction::Forward), Effort::default()),
        Fixpoint::Greatest => (propagate(&mut problem, &paths, Direction::Backward), Effort::default()),
        Fixpoint::Constraint => constrain(&mut problem, &paths),
    };
    let predicates = problem.map.sets.iter().map(Vec::len).sum();
    let invariants = solution.map(|solution: Solution| {
        let mut all = question.facts.clone();
        for (head, template) in paths.templates.iter().enumerate() {
            let own = invariants(&mut problem, template, &solution);
            let portable = own.into_iter().filter_map(|formula| task.export(&mut problem.pool, formula));
            all.entry(task.heads[head].head).or_default().extend(portable);
        }
        all
    });
    Found { invariants, effort, predicates }
}

/// A template for each loop: those of the text, or guessed from what is claimed.
pub(super) fn loop_templates(pool: &mut TermPool, task: &Task<'_>, claims: &[Term]) -> Option<Vec<Term>> {
    given(pool, task).or_else(|| guess(pool, task, claims, Conjuncts::One))
}

/// A template for each loop and one for the entry, that of the text at the start of the body, or a guessed one.
pub(super) fn templates_with_entry(pool: &mut TermPool, task: &Task<'_>, claims: &[Term]) -> Vec<Term> {
    let mut templates = match given(pool, task) {
        Some(templates) => templates,
        None => {
            let carried = guess_carried(pool, task);
            let guessed = guess(pool, task, claims, Conjuncts::Two);
            // Nothing quantified is claimed.
            let guessed = guessed.unwrap_or_else(|| vec![Term::TRUE; task.heads.len()]);
            guessed.into_iter().map(|template| pool.and(&[carried, template])).collect()
        }
    };
    let body = &task.program.impls[task.impl_id];
    let given = &body.blocks[body.entry].hints.templates;
    templates.push(if given.is_empty() { guess_entry(pool, task, claims) } else { pool.and(given) });
    templates
}

/// The templates of the text. A loop without one has the trivial template.
fn given(pool: &mut TermPool, task: &Task<'_>) -> Option<Vec<Term>> {
    let of_head = |pool: &mut TermPool, head: usize| {
        let source = task.heads[head].source.filter(|source| source.impl_id == task.impl_id)?;
        let hints = &task.program.impls[source.impl_id].blocks[source.block].hints;
        (!hints.templates.is_empty()).then(|| pool.and(&hints.templates))
    };
    let found: Vec<Option<Term>> = (0..task.heads.len()).map(|head| of_head(pool, head)).collect();
    let is_given = found.iter().any(Option::is_some);
    is_given.then(|| found.into_iter().map(|template| template.unwrap_or(Term::TRUE)).collect())
}

/// What the open checks claim.
pub(super) fn claims(task: &Task<'_>, open: &BTreeSet<CheckId>) -> Vec<Term> {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    let claim = |kind: &StepKind| match kind {
        StepKind::Assert(check, claim) => open.contains(check).then_some(*claim),
        StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assume(_) => None,
    };
    steps.filter_map(|step| claim(&step.kind)).collect()
}
