//! The fixed point as a SAT formula (SG09 §5).
//!
//! In: the verification conditions with their unknowns. Out: a solution under which all of them hold.
//!
//! The paper computes, for each predicate of a positive unknown alone, what negative unknowns it needs, and encodes that. Where two
//! unknowns guard the same literal, each of them is harmless while the other is empty, so the encoding has models that are no
//! solutions (Theorem 2 does not hold there). Here every model of the SAT formula is put to the verification conditions. A condition
//! that fails, fails in some state; the solutions that fail in the same state are excluded with it, exactly. So the
//! formula has no model that was shown to be none, and all solutions (of the ground conditions) stay models of it.

use std::rc::Rc;

use super::choices::Choices;
use super::paths::Paths;
use super::problem::Problem;
use super::question::{Choice, Question, Reply};
use crate::ground::{Polarity, Solution, Template, UnknownId};

/// More models are not tried.
const MOST_MODELS: usize = 3_000;

/// How a search went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    pub models: usize,
    pub queries: u64,
}

/// A solution, or nothing: there is none over these predicates, or there is nothing left to spend.
pub fn constrain(problem: &mut Problem<'_>, paths: &Paths) -> (Option<Solution>, Effort) {
    let mut constraints = Constraints::new(problem, paths, None);
    let found = constraints.solution(problem, &[]);
    (found, constraints.effort())
}

/// The verification conditions, and what is known about their solutions.
pub struct Constraints {
    questions: Vec<Question>,
    pub choices: Choices,
    models: usize,
}

impl Constraints {
    /// The template of `weak` (§6) is to say little.
    pub fn new(problem: &mut Problem<'_>, paths: &Paths, weak: Option<usize>) -> Constraints {
        let questions = paths.questions(problem);
        Constraints { questions, choices: encoded(problem, paths, &preferences(paths, weak)), models: 0 }
    }

    /// A solution with these choices.
    pub fn solution(&mut self, problem: &mut Problem<'_>, assumed: &[Choice]) -> Option<Solution> {
        while self.models < MOST_MODELS && !problem.is_exhausted() {
            let solution = self.choices.next_with(assumed)?;
            self.models += 1;
            if !refuted(problem, &mut self.questions, &mut self.choices, &solution) {
                return Some(solution);
            }
        }
        None
    }

    pub fn effort(&self) -> Effort {
        Effort { models: self.models, queries: self.questions.iter().map(Question::queries).sum() }
    }
}

/// The template of `weak` (§6) rather says little; what stands outside quantifiers in the others rather says much. Of guards and of what they
/// guard, either much or little is preferred, in turn.
fn preferences(paths: &Paths, weak: Option<usize>) -> Vec<Preference<'static>> {
    let strong: Rc<Vec<UnknownId>> = Rc::new(paths.templates.iter().flat_map(outside).collect());
    let weak = Rc::new(weak.map_or_else(Vec::new, |template| paths.templates[template].unknowns()));
    let moods = [[None, None], [Some(false), Some(false)], [Some(true), Some(false)], [Some(false), Some(true)]];
    let preference = |[negative, positive]: [Option<bool>; 2]| -> Preference<'static> {
        let (strong, weak) = (strong.clone(), weak.clone());
        Box::new(move |unknown, polarity| match polarity {
            _ if weak.iter().any(|(other, _)| *other == unknown) => Some(polarity == Polarity::Negative),
            _ if strong.contains(&unknown) => Some(true),
            Polarity::Negative => negative,
            Polarity::Positive | Polarity::Both => positive,
        })
    };
    moods.into_iter().map(preference).collect()
}

/// Does an unknown of this polarity rather take predicates than not?
pub type Preference<'a> = Box<dyn Fn(UnknownId, Polarity) -> Option<bool> + 'a>;

/// What is known about all solutions before any is tried: sets have everything that their predicates imply, and one
/// stands for all that contradict themselves.
pub fn encoded(problem: &Problem<'_>, paths: &Paths, preferences: &[Preference<'_>]) -> Choices {
    let unknowns: Vec<(UnknownId, Polarity)> = paths.templates.iter().flat_map(Template::unknowns).collect();
    let of_unknown = |prefers: &Preference<'_>, unknown: UnknownId| {
        let known = unknowns.iter().find(|(other, _)| *other == unknown);
        known.and_then(|&(_, polarity)| prefers(unknown, polarity))
    };
    let moods: Vec<_> = preferences.iter().map(|prefers| |unknown| of_unknown(prefers, unknown)).collect();
    let moods: Vec<&dyn Fn(UnknownId) -> Option<bool>> = moods.iter().map(|mood| mood as _).collect();
    let mut choices = Choices::new(&problem.map, &moods);
    for &(unknown, _) in &unknowns {
        choices.close(unknown, problem.relations(unknown));
        choices.one_contradiction(unknown, problem.relations(unknown));
    }
    paths.reached.iter().for_each(|condition| choices.require(condition));
    choices
}

/// The unknowns outside quantifiers: whatever holds may as well be part of them.
fn outside(template: &Template) -> Vec<UnknownId> {
    match template {
        Template::Unknown(unknown) => vec![*unknown],
        Template::And(parts) => parts.iter().flat_map(outside).collect(),
        Template::Fixed(_) | Template::Not(_) | Template::Or(_) => Vec::new(),
        Template::Forall(..) | Template::Exists(..) => Vec::new(),
    }
}

/// Does some condition fail? Whatever fails for the same reason is excluded.
fn refuted(problem: &mut Problem<'_>, questions: &mut [Question], choices: &mut Choices, solution: &Solution) -> bool {
    let mut fails = false;
    for question in questions {
        match problem.ask(question, solution) {
            Reply::Valid(_) => continue,
            Reply::Invalid(condition) if !condition.is_met(solution) => choices.require(&condition),
            Reply::Invalid(_) | Reply::Open => choices.forbid(&choices_of(problem, question, solution)),
        }
        fails = true;
    }
    fails
}

/// What the solution chooses for the unknowns of a question.
fn choices_of(problem: &Problem<'_>, question: &Question, solution: &Solution) -> Vec<Choice> {
    let mut all = Vec::new();
    for &unknown in question.unknowns() {
        for predicate in 0..problem.map.of(unknown).len() {
            all.push(Choice { unknown, predicate, taken: solution.contains(unknown, predicate) });
        }
    }
    all
}
