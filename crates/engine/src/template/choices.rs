//! The solutions that are still possible, as a SAT formula (SG09 §5): a variable for each predicate of each unknown, and clauses for
//! what is known about solutions.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

use super::question::{Choice, Condition};
use super::relations::Relations;
use crate::ground::{PredicateMap, Solution, UnknownId};

pub struct Choices {
    solver: BasicSolver,
    vars: Vec<Vec<Var>>,
}

impl Choices {
    pub fn new(map: &PredicateMap) -> Choices {
        Choices::preferring(map, |_| None)
    }

    /// Some unknowns rather take predicates than not, or the other way round.
    pub fn preferring(map: &PredicateMap, prefers: impl Fn(UnknownId) -> Option<bool>) -> Choices {
        let mut solver = BasicSolver::default();
        let mut vars = Vec::new();
        for (number, set) in map.sets.iter().enumerate() {
            let preferred = match prefers(UnknownId(number)) {
                Some(true) => lbool::TRUE,
                Some(false) => lbool::FALSE,
                None => lbool::UNDEF,
            };
            vars.push(set.iter().map(|_| solver.new_var(preferred, true)).collect());
        }
        Choices { solver, vars }
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

    /// No set that contradicts itself.
    pub fn no_contradiction(&mut self, unknown: UnknownId, relations: &Relations) {
        for &(a, b) in &relations.contradictory {
            let both = [a, b].map(|predicate| self.lit(Choice { unknown, predicate, taken: false }));
            self.add(both.to_vec());
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
                            let name = Lit::new(self.solver.new_var_default(), true);
                            self.require_if(Some(name), part);
                            clause.push(name);
                        }
                    }
                }
                self.add(clause);
            }
        }
    }

    /// Some solution that is still possible.
    pub fn next(&mut self) -> Option<Solution> {
        self.next_with(&[])
    }

    /// Some solution that is still possible, with these choices.
    pub fn next_with(&mut self, choices: &[Choice]) -> Option<Solution> {
        let assumed: Vec<Lit> = choices.iter().map(|&choice| self.lit(choice)).collect();
        if !self.solver.is_ok() || self.solver.solve_limited(&assumed) != lbool::TRUE {
            return None;
        }
        let taken = |vars: &Vec<Var>| -> Vec<usize> {
            (0..vars.len()).filter(|&number| self.solver.value_var(vars[number]) == lbool::TRUE).collect()
        };
        Some(Solution(self.vars.iter().map(taken).collect()))
    }

    fn lit(&self, choice: Choice) -> Lit {
        Lit::new(self.vars[choice.unknown.0][choice.predicate], choice.taken)
    }

    fn add(&mut self, mut clause: Vec<Lit>) {
        self.solver.add_clause_reuse(&mut clause);
    }
}
