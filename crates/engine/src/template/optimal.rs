//! Optimal solutions of a formula with unknowns (SG09 §3, Definition 2, Figure 2).
//!
//! In: a formula each of whose unknowns is positive or negative. Out: the solutions that no other solution beats: a negative
//! unknown cannot be weaker, a positive one cannot be stronger. Solutions that say the same are one.
//!
//! The paper tries sets of growing size for negative unknowns, and merges solutions for single predicates of positive ones. Here both are
//! one search. A choice helps if it makes the formula weaker: a predicate that a negative unknown takes, or that a positive one does
//! not take. More helping choices stay a solution, so the optimal solutions are the least sets of helping choices: cores
//! shrink what holds, models say what every solution must choose, and a SAT solver proposes what is left. Merging is exact only where one
//! instance of a quantifier is needed; this is exact always, as far as the prover is (`tests` compare it with Definition 2).

use invar_logic::{Term, TermPool};
use invar_solve::Prover;

use super::choices::Choices;
use super::problem::Problem;
use super::question::{Choice, Question, Reply};
use super::relations::Relations;
use crate::ground::{Polarity, PredicateMap, Solution, UnknownId};

/// More solutions of one formula are not looked for, and more proposals are not tried.
const MOST_SOLUTIONS: usize = 12;
const MOST_PROPOSALS: usize = 400;

/// All optimal solutions of the conjunction of some formulas, or the first of very many. Unknowns that do not occur in them are empty.
pub fn optimal_solutions(
    problem: &mut Problem<'_>,
    questions: &mut [Question],
    unknowns: &[(UnknownId, Polarity)],
) -> Vec<Solution> {
    let mut search = Search::new(problem, unknowns);
    let mut found: Vec<Solution> = Vec::new();
    let mut is_done = false;
    for _ in 0..MOST_PROPOSALS {
        let Some(proposal) = search.choices.next() else {
            is_done = true;
            break;
        };
        let helping = search.helping(&proposal);
        let Some(core) = search.is_solution(problem, questions, &helping) else { continue };
        let least = search.shrink(problem, questions, core);
        search.choices.forbid(&least);
        found.push(search.solution(problem, &least));
        if found.len() >= MOST_SOLUTIONS || problem.is_exhausted() {
            break;
        }
    }
    problem.is_cut_short |= !is_done;
    undominated(problem, unknowns, found)
}

struct Search {
    choices: Choices,
    unknowns: Vec<(UnknownId, Polarity)>,
    relations: Vec<Relations>,
}

impl Search {
    fn new(problem: &mut Problem<'_>, unknowns: &[(UnknownId, Polarity)]) -> Search {
        let mut choices = Choices::new(&problem.map);
        let mut relations = Vec::new();
        for &(unknown, polarity) in unknowns {
            let own = problem.relations(unknown).clone();
            if polarity == Polarity::Negative {
                choices.close(unknown, &own);
                choices.one_contradiction(unknown, &own);
            }
            relations.push(own);
        }
        Search { choices, unknowns: unknowns.to_vec(), relations }
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

    /// The choices that the proofs rest on; if there is none, what the other proposals must do better.
    fn is_solution(
        &mut self,
        problem: &mut Problem<'_>,
        questions: &mut [Question],
        helping: &[Choice],
    ) -> Option<Vec<Choice>> {
        let mut core = Vec::new();
        for question in questions {
            match problem.under(question, helping) {
                Reply::Valid(used) => core.extend(used),
                Reply::Invalid(condition) => {
                    if condition.is_met(&self.solution(problem, helping)) {
                        self.avoid(helping);
                    }
                    self.choices.require(&condition);
                    return None;
                }
                Reply::Open => {
                    self.avoid(helping);
                    return None;
                }
            }
        }
        core.sort_unstable();
        core.dedup();
        Some(core)
    }

    /// Nothing that helps no more than this.
    fn avoid(&mut self, helping: &[Choice]) {
        let mut missing = Vec::new();
        for (number, &(unknown, polarity)) in self.unknowns.iter().enumerate() {
            let taken = polarity == Polarity::Negative;
            for predicate in 0..self.relations[number].implied.len() {
                if !helping.contains(&Choice { unknown, predicate, taken }) {
                    missing.push(Choice { unknown, predicate, taken: !taken });
                }
            }
        }
        self.choices.forbid(&missing);
    }

    /// No choice can be left out, and none can be replaced by a weaker predicate.
    fn shrink(&self, problem: &mut Problem<'_>, questions: &mut [Question], core: Vec<Choice>) -> Vec<Choice> {
        let mut least = self.with_weaker(core);
        let mut open: Vec<Choice> = least.clone();
        open.sort_by_key(|choice| (std::cmp::Reverse(self.strength(*choice)), *choice));
        while !open.is_empty() {
            let choice = open.remove(0);
            let fewer: Vec<Choice> = least.iter().copied().filter(|other| *other != choice).collect();
            let mut used = Vec::new();
            let holds = questions.iter_mut().all(|question| match problem.under(question, &fewer) {
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

/// Without those that others beat, and only the first of those that say the same.
fn undominated(problem: &mut Problem<'_>, unknowns: &[(UnknownId, Polarity)], found: Vec<Solution>) -> Vec<Solution> {
    let mut compare = Compare { prover: problem.session() };
    let mut kept: Vec<Solution> = Vec::new();
    for solution in found {
        let sides = |a: &Solution, b: &Solution| (a.clone(), b.clone());
        let is_beaten = kept.iter().any(|other| {
            let (a, b) = sides(other, &solution);
            compare.is_at_least(problem, unknowns, &a, &b)
        });
        if is_beaten {
            continue;
        }
        kept.retain(|other| {
            let (a, b) = sides(&solution, other);
            !compare.is_at_least(problem, unknowns, &a, &b)
        });
        kept.push(solution);
    }
    kept
}

struct Compare {
    prover: Box<dyn Prover>,
}

impl Compare {
    /// Is the first solution as good as the second: negative unknowns no stronger, positive ones no weaker?
    fn is_at_least(
        &mut self,
        problem: &mut Problem<'_>,
        unknowns: &[(UnknownId, Polarity)],
        first: &Solution,
        second: &Solution,
    ) -> bool {
        unknowns.iter().all(|&(unknown, polarity)| {
            let (stronger, weaker) = match polarity {
                Polarity::Negative => (second, first),
                Polarity::Positive => (first, second),
                Polarity::Both => return first.of(unknown) == second.of(unknown),
            };
            let limit = problem.limit();
            let map = problem.map.clone();
            let assumed = conjuncts(&map, unknown, stronger);
            let claim = conjuncts(&map, unknown, weaker);
            if claim.iter().all(|part| assumed.contains(part)) {
                return true;
            }
            let pool: &mut TermPool = &mut problem.pool;
            let claim = pool.and(&claim);
            let denied = pool.not(claim);
            self.prover.push();
            assumed.iter().chain([&denied]).for_each(|&part| self.prover.assert(pool, part));
            let answer = self.prover.check(pool, &[], &limit);
            self.prover.pop();
            answer.is_unsat()
        })
    }
}

fn conjuncts(map: &PredicateMap, unknown: UnknownId, solution: &Solution) -> Vec<Term> {
    solution.of(unknown).iter().map(|&number| map.of(unknown)[number]).collect()
}
