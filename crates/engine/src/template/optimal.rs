//! Optimal solutions of a formula with unknowns (SG09 §3, Definition 2, Figure 2).
//!
//! In: a formula each of whose unknowns is positive or negative. Out: the solutions that no other solution beats: a negative
//! unknown cannot be weaker, a positive one cannot be stronger; one after the other.
//!
//! The paper tries sets of growing size for negative unknowns, and merges solutions for single predicates of positive ones. Here both are
//! one search. A choice helps if it makes the formula weaker: a predicate that a negative unknown takes, or that a positive one does
//! not take. More helping choices stay a solution, so the optimal solutions are the least sets of helping choices: cores
//! shrink what holds, models say what every solution must choose, and a SAT solver proposes what is left. Merging is exact only where one
//! instance of a quantifier is needed; this is exact always, as far as the prover is (`tests` compare it with Definition 2).
//!
//! What is proposed is possible by all that is known of solutions of other formulas, too: an optimal solution that none of those begins
//! with is not found, and not missed.

use super::choices::{Aspect, Choices};
use super::problem::Problem;
use super::question::{Choice, Question, Reply};
use super::relations::Relations;
use crate::ground::{Polarity, Solution, UnknownId};

/// More proposals are not tried.
const MOST_PROPOSALS: usize = 1_000;

/// The optimal solutions of the conjunction of some formulas. Unknowns that do not occur in them are empty.
pub struct Optimal {
    questions: Vec<Question>,
    unknowns: Vec<(UnknownId, Polarity)>,
    relations: Vec<Relations>,
    /// Under which the choices are asked.
    aspect: Aspect,
    proposals: usize,
}

impl Optimal {
    pub fn new(
        problem: &Problem<'_>,
        choices: &mut Choices,
        questions: Vec<Question>,
        unknowns: Vec<(UnknownId, Polarity)>,
    ) -> Optimal {
        let relations = unknowns.iter().map(|&(unknown, _)| problem.relations(unknown).clone()).collect();
        Optimal { questions, unknowns, relations, aspect: choices.aspect(), proposals: 0 }
    }

    /// The next one. `None`: there is none that is still possible, or the search was cut short.
    pub fn next(&mut self, problem: &mut Problem<'_>, choices: &mut Choices) -> Option<Solution> {
        while self.proposals < MOST_PROPOSALS && !problem.is_exhausted() {
            self.proposals += 1;
            let proposal = choices.next_under(self.aspect)?;
            let helping = self.helping(&proposal);
            if let Some(core) = self.proved(problem, choices, &helping) {
                let least = self.shrink(problem, core);
                choices.forbid_under(self.aspect, &least);
                return Some(self.solution(problem, &least));
            }
        }
        problem.is_cut_short = true;
        None
    }

    pub fn leave(self, choices: &mut Choices) {
        choices.leave(self.aspect);
    }

    /// The choices of a solution that help.
    fn helping(&self, solution: &Solution) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (number, &(unknown, polarity)) in self.unknowns.iter().enumerate() {
            let taken = polarity == Polarity::Negative;
            let all = 0..self.relations[number].implied.len();
            let own = all.filter(|&predicate| solution.contains(unknown, predicate) == taken);
            choices.extend(own.map(|predicate| Choice { unknown, predicate, taken }));
        }
        choices
    }

    /// The choices that the proofs rest on; if there is none, the other proposals must do better.
    fn proved(&mut self, problem: &mut Problem<'_>, choices: &mut Choices, helping: &[Choice]) -> Option<Vec<Choice>> {
        let mut core = Vec::new();
        for number in 0..self.questions.len() {
            match problem.under(&mut self.questions[number], helping) {
                Reply::Valid(used) => core.extend(used),
                Reply::Invalid(condition) => {
                    if condition.is_met(&self.solution(problem, helping)) {
                        self.avoid(choices, helping);
                    }
                    choices.require_under(self.aspect, &condition);
                    return None;
                }
                Reply::Open => {
                    self.avoid(choices, helping);
                    return None;
                }
            }
        }
        core.sort_unstable();
        core.dedup();
        Some(core)
    }

    /// Nothing that helps no more than this.
    fn avoid(&self, choices: &mut Choices, helping: &[Choice]) {
        let mut missing = Vec::new();
        for (number, &(unknown, polarity)) in self.unknowns.iter().enumerate() {
            let taken = polarity == Polarity::Negative;
            for predicate in 0..self.relations[number].implied.len() {
                if !helping.contains(&Choice { unknown, predicate, taken }) {
                    missing.push(Choice { unknown, predicate, taken: !taken });
                }
            }
        }
        choices.forbid_under(self.aspect, &missing);
    }

    /// No choice can be left out, and none can be replaced by a weaker predicate.
    fn shrink(&mut self, problem: &mut Problem<'_>, core: Vec<Choice>) -> Vec<Choice> {
        let mut least = self.with_weaker(core);
        let mut open: Vec<Choice> = least.clone();
        open.sort_by_key(|choice| (std::cmp::Reverse(self.strength(*choice)), *choice));
        while !open.is_empty() {
            let choice = open.remove(0);
            let fewer: Vec<Choice> = least.iter().copied().filter(|other| *other != choice).collect();
            let mut used = Vec::new();
            let holds = self.questions.iter_mut().all(|question| match problem.under(question, &fewer) {
                Reply::Valid(core) => {
                    used.extend(core);
                    true
                }
                Reply::Invalid(_) | Reply::Open => false,
            });
            if holds {
                // What weaker predicates could take the place of, they may.
                least = self.with_weaker(used);
                least.retain(|choice| fewer.contains(choice));
                open.retain(|choice| least.contains(choice));
            }
        }
        least
    }

    /// Predicates that negative unknowns take, with all weaker ones.
    fn with_weaker(&self, choices: Vec<Choice>) -> Vec<Choice> {
        let mut all = choices.clone();
        for choice in choices.into_iter().filter(|choice| choice.taken) {
            let weaker = self.relations_of(choice.unknown).implied[choice.predicate].iter();
            all.extend(weaker.map(|&predicate| Choice { predicate, ..choice }));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn strength(&self, choice: Choice) -> usize {
        self.relations_of(choice.unknown).implied[choice.predicate].len()
    }

    fn relations_of(&self, unknown: UnknownId) -> &Relations {
        let position = self.unknowns.iter().position(|(other, _)| *other == unknown).unwrap_or(0);
        &self.relations[position]
    }

    /// What the choices leave open does not help.
    fn solution(&self, problem: &Problem<'_>, helping: &[Choice]) -> Solution {
        let mut solution = problem.map.nothing();
        for &(unknown, polarity) in &self.unknowns {
            let chosen = |predicate: &usize| {
                let taken = polarity == Polarity::Negative;
                helping.contains(&Choice { unknown, predicate: *predicate, taken }) == taken
            };
            solution.0[unknown.0] = (0..problem.map.of(unknown).len()).filter(chosen).collect();
        }
        solution
    }
}
