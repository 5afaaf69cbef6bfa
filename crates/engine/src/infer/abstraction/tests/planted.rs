//! Q as a conjunction of planted clauses over the predicates, answered by a SAT solver.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

use super::super::{Clause, Cube, Implied, Literal, Question};

pub struct Planted {
    planted: Vec<Clause>,
    solver: BasicSolver,
    predicates: Vec<Var>,
}

impl Planted {
    pub fn new(predicates: usize, planted: &[Clause]) -> Planted {
        let mut solver = BasicSolver::default();
        let predicates: Vec<Var> = (0..predicates).map(|_| solver.new_var_default()).collect();
        let mut planted = Planted { planted: planted.to_vec(), solver, predicates };
        planted.assert_planted();
        planted
    }

    fn assert_planted(&mut self) {
        for clause in &self.planted {
            let mut literals = clause.literals().map(|literal| lit(&self.predicates, literal)).collect();
            self.solver.add_clause_reuse(&mut literals);
        }
    }

    pub fn holds(&mut self, clause: Clause) -> bool {
        let negated: Vec<Lit> = clause.literals().map(|literal| !lit(&self.predicates, literal)).collect();
        self.solver.solve_limited(&negated) == lbool::FALSE
    }
}

fn lit(predicates: &[Var], literal: Literal) -> Lit {
    Lit::new(predicates[literal.predicate], literal.positive)
}

impl Question for Planted {
    fn predicates(&self) -> usize {
        self.predicates.len()
    }

    /// Some clause is false: a fresh variable chooses which. A new solver each time, so that these do not add up.
    fn implies_all(&mut self, clauses: &[Clause]) -> Implied {
        let mut fresh = Planted::new(self.predicates.len(), &self.planted);
        let mut some = Vec::new();
        for clause in clauses {
            let chosen = Lit::new(fresh.solver.new_var_default(), true);
            some.push(chosen);
            for literal in clause.literals() {
                fresh.solver.add_clause_reuse(&mut vec![!chosen, !lit(&fresh.predicates, literal)]);
            }
        }
        fresh.solver.add_clause_reuse(&mut some);
        if fresh.solver.solve_limited(&[]) == lbool::FALSE {
            return Implied::Holds(clauses[0]);
        }
        Implied::Fails(Cube::new(fresh.predicates.iter().map(|&p| Some(fresh.solver.value_var(p) == lbool::TRUE))))
    }
}

/// Pseudo-random clauses of two to `longest` literals, the same on every run.
pub fn clauses(seed: u64, predicates: usize, count: usize, longest: usize) -> Vec<Clause> {
    let mut state = seed;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    (0..count)
        .map(|_| {
            let length = 2 + next(longest - 1);
            let mut clause = Clause::FALSE;
            while clause.len() < length {
                let literal = Literal { predicate: next(predicates), positive: next(2) == 1 };
                if clause.predicates() >> literal.predicate & 1 == 0 {
                    clause = clause.with(literal);
                }
            }
            clause
        })
        .collect()
}
