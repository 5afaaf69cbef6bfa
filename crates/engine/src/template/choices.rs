//! The solutions that are still possible, as a SAT formula (SG09 §5): a variable for each predicate of each unknown, and clauses for
//! what is known about solutions.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

use super::question::{Choice, Condition};
use super::relations::Relations;
use crate::ground::{PredicateMap, Solution, UnknownId};

pub struct Choices {
    /// Each knows the same, and prefers other solutions.
    moods: Vec<Mood>,
    /// Of every variable, what each mood rather makes of it.
    polarities: Vec<Vec<lbool>>,
    clauses: Vec<Vec<Lit>>,
    vars: Vec<Vec<Var>>,
    /// How many solutions were asked for.
    asked: usize,
}

/// A solver, which hears of variables and clauses when it is asked.
#[derive(Default)]
struct Mood {
    solver: BasicSolver,
    variables: usize,
    clauses: usize,
}

/// What a mood prefers: does the unknown rather take predicates than not?
pub type Preference<'a> = &'a dyn Fn(UnknownId) -> Option<bool>;

/// So many solutions are asked of one mood before the next one has its turn: what one looks for at length, another finds at once.
const TURN: usize = 8;

/// What is known of some solutions only is said under an aspect, and holds for whoever asks under it.
#[derive(Clone, Copy)]
pub struct Aspect(Lit);

impl Choices {
    /// There is a mood for each preference, and they take turns.
    pub fn new(map: &PredicateMap, preferences: &[Preference<'_>]) -> Choices {
        let moods = preferences.iter().map(|_| Mood::default()).collect();
        let mut choices = Choices { moods, polarities: Vec::new(), clauses: Vec::new(), vars: Vec::new(), asked: 0 };
        for (number, set) in map.sets.iter().enumerate() {
            let preferred: Vec<lbool> = preferences.iter().map(|prefers| mark(prefers(UnknownId(number)))).collect();
            let own = set.iter().map(|_| choices.variable(&preferred)).collect();
            choices.vars.push(own);
        }
        choices
    }

    fn variable(&mut self, polarities: &[lbool]) -> Var {
        self.polarities.push(polarities.to_vec());
        // All solvers number their variables from zero.
        Var::unsafe_from_idx(self.polarities.len() as u32 - 1)
    }

    /// A variable that is no predicate.
    fn name(&mut self, preferred: Option<bool>) -> Lit {
        let polarities = vec![mark(preferred); self.moods.len()];
        Lit::new(self.variable(&polarities), true)
    }

    /// Only sets with everything that their predicates imply.
    pub fn close(&mut self, unknown: UnknownId, relations: &Relations) {
        for (strong, implied) in relations.implied.iter().enumerate() {
            for &weak in implied {
                let [strong, weak] = [(strong, false), (weak, true)]
                    .map(|(predicate, taken)| self.lit(Choice { unknown, predicate, taken }));
                self.add(vec![strong, weak]);
            }
        }
    }

    /// Of the sets that contradict themselves, all say the same: only those around one pair are looked at.
    pub fn one_contradiction(&mut self, unknown: UnknownId, relations: &Relations) {
        // The weakest pair: nothing that it implies contradicts itself.
        let weight = |&(a, b): &(usize, usize)| relations.implied[a].len() + relations.implied[b].len();
        let Some(&(first, second)) = relations.contradictory.iter().min_by_key(|pair| weight(pair)) else { return };
        for &(a, b) in &relations.contradictory {
            let both = [a, b].map(|predicate| self.lit(Choice { unknown, predicate, taken: false }));
            for predicate in [first, second] {
                let canonical = self.lit(Choice { unknown, predicate, taken: true });
                self.add(vec![both[0], both[1], canonical]);
            }
        }
    }

    /// No solution with all of these choices.
    pub fn forbid(&mut self, choices: &[Choice]) {
        let clause = choices.iter().map(|&choice| !self.lit(choice)).collect();
        self.add(clause);
    }

    /// Only solutions that meet the condition. A part of a disjunction gets a name that implies it.
    pub fn require(&mut self, condition: &Condition) {
        self.require_if(None, condition);
    }

    pub fn aspect(&mut self) -> Aspect {
        Aspect(self.name(Some(false)))
    }

    /// Nobody asks under it any more.
    pub fn leave(&mut self, aspect: Aspect) {
        self.add(vec![!aspect.0]);
    }

    pub fn forbid_under(&mut self, aspect: Aspect, choices: &[Choice]) {
        let clause = choices.iter().map(|&choice| !self.lit(choice)).chain([!aspect.0]).collect();
        self.add(clause);
    }

    pub fn require_under(&mut self, aspect: Aspect, condition: &Condition) {
        self.require_if(Some(aspect.0), condition);
    }

    pub fn next_under(&mut self, aspect: Aspect) -> Option<Solution> {
        self.model(&[aspect.0])
    }

    fn require_if(&mut self, guard: Option<Lit>, condition: &Condition) {
        let unless: Vec<Lit> = guard.into_iter().map(|guard| !guard).collect();
        match condition {
            Condition::True => {}
            Condition::False => self.add(unless),
            Condition::Choice(choice) => {
                let lit = self.lit(*choice);
                self.add(unless.into_iter().chain([lit]).collect());
            }
            Condition::And(parts) => parts.iter().for_each(|part| self.require_if(guard, part)),
            Condition::Or(parts) => {
                let mut clause = unless;
                for part in parts {
                    match part {
                        Condition::Choice(choice) => clause.push(self.lit(*choice)),
                        Condition::True | Condition::False | Condition::And(_) | Condition::Or(_) => {
                            let name = self.name(None);
                            self.require_if(Some(name), part);
                            clause.push(name);
                        }
                    }
                }
                self.add(clause);
            }
        }
    }

    /// Some solution that is still possible, with these choices.
    pub fn next_with(&mut self, choices: &[Choice]) -> Option<Solution> {
        let assumed: Vec<Lit> = choices.iter().map(|&choice| self.lit(choice)).collect();
        self.model(&assumed)
    }

    fn model(&mut self, assumed: &[Lit]) -> Option<Solution> {
        let number = self.asked / TURN % self.moods.len();
        self.asked += 1;
        let mood = &mut self.moods[number];
        mood.hear(number, &self.polarities, &self.clauses);
        if !mood.solver.is_ok() || mood.solver.solve_limited(assumed) != lbool::TRUE {
            return None;
        }
        let taken = |vars: &Vec<Var>| -> Vec<usize> {
            (0..vars.len()).filter(|&one| mood.solver.value_var(vars[one]) == lbool::TRUE).collect()
        };
        Some(Solution(self.vars.iter().map(taken).collect()))
    }

    fn lit(&self, choice: Choice) -> Lit {
        Lit::new(self.vars[choice.unknown.0][choice.predicate], choice.taken)
    }

    fn add(&mut self, clause: Vec<Lit>) {
        self.clauses.push(clause);
    }
}

impl Mood {
    /// What was said since it was last asked.
    fn hear(&mut self, number: usize, polarities: &[Vec<lbool>], clauses: &[Vec<Lit>]) {
        for known in &polarities[self.variables..] {
            self.solver.new_var(known[number], true);
        }
        for clause in &clauses[self.clauses..] {
            self.solver.add_clause_reuse(&mut clause.clone());
        }
        (self.variables, self.clauses) = (polarities.len(), clauses.len());
    }
}

fn mark(preferred: Option<bool>) -> lbool {
    match preferred {
        Some(true) => lbool::TRUE,
        Some(false) => lbool::FALSE,
        None => lbool::UNDEF,
    }
}
