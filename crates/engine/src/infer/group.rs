//! A group of predicates that are abstracted together, where they come from, and what is known about them.

use invar_logic::{Term, TermPool, VarId};
use invar_solve::{Limit, Prover};

use super::abstraction::{Abstract, Algorithm, Clause, Counted, Cube, Question};
use crate::verdict::Suggestion;

/// A guess, and why it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predicate {
    pub term: Term,
    pub suggestion: Suggestion,
}

/// Predicates of one loop that may be combined with each other. The invariant is `∀ skolems. domain ⇒ clauses`.
#[derive(Clone, Debug)]
pub struct Group {
    /// Groups of earlier phases are finished before later ones begin, and are assumed there.
    pub phase: usize,
    /// FQ02 §4.1: variables that stand for any value.
    pub skolems: Vec<VarId>,
    /// What the skolem constants are assumed to satisfy; mentions no target of the loop.
    pub domain: Vec<Term>,
    pub predicates: Vec<Predicate>,
    /// No clause has more literals.
    pub longest: usize,
}

/// Everything that is guessed about one loop.
#[derive(Clone, Debug, Default)]
pub struct Guess {
    pub groups: Vec<Group>,
    pub integers: Integers,
}

/// Integers between which linear equations may hold.
#[derive(Clone, Debug, Default)]
pub struct Integers {
    /// Those that the loop does not change come first, so that they determine the others.
    pub vars: Vec<VarId>,
    /// How many of them it does not change.
    pub fixed: usize,
}

impl Group {
    /// The predicates without their sources.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.predicates.iter().map(|predicate| predicate.term)
    }
}

/// A group with its part of the loop's invariant.
pub struct GroupState {
    pub group: Group,
    pub element: Abstract,
    /// Clauses of the element that imply all of it, if somebody worked them out.
    basis: Option<Vec<Clause>>,
    /// How many queries it has taken, and how many of them the prover left open.
    pub queries: u64,
    pub open: u64,
}

/// With fewer clauses it does not pay to look for redundant ones.
const FEW: usize = 40;

/// What the question whether a clause is redundant may cost.
const RESOURCES: u32 = 50_000;

impl GroupState {
    pub fn new(group: Group, algorithm: Algorithm) -> GroupState {
        let element = bottom(&group, algorithm);
        GroupState { group, element, basis: None, queries: 0, open: 0 }
    }

    /// Nothing is known.
    pub fn begin(&mut self, algorithm: Algorithm) {
        self.element = bottom(&self.group, algorithm);
        self.basis = None;
    }

    /// These combinations are known to hold somewhere.
    pub fn begin_with(&mut self, states: &[Cube]) {
        self.element.begin_with(self.group.predicates.len(), states);
        self.basis = None;
    }

    /// `element ∨ α(Q)`, or something weaker if that takes more than so many queries in all. Did it grow?
    pub fn union(&mut self, question: &mut dyn Question, most: u64) -> bool {
        let mut counted = Counted::new(question, most.saturating_sub(self.queries));
        let grew = self.element.union(&mut counted);
        self.queries += counted.queries;
        self.open += counted.open;
        if grew {
            self.basis = None;
        }
        grew
    }

    /// The group says nothing.
    pub fn give_up(&mut self) {
        self.element = Abstract::top();
        self.basis = None;
    }

    /// Works out which clauses are enough, if there are many.
    pub fn find_basis(&mut self, pool: &mut TermPool, prover: &mut dyn Prover, limit: &Limit) {
        if self.basis.is_none() && self.element.clauses().len() > FEW {
            let all = self.element.clauses().to_vec();
            self.basis = Some(self.irredundant(pool, all, prover, limit));
        }
    }

    /// Clauses that imply all the others.
    pub fn basis(&self) -> &[Clause] {
        self.basis.as_deref().unwrap_or(self.element.clauses())
    }

    /// Those of the clauses that do not follow from the others and the domain, whatever the program does.
    pub fn irredundant(
        &self,
        pool: &mut TermPool,
        mut clauses: Vec<Clause>,
        prover: &mut dyn Prover,
        limit: &Limit,
    ) -> Vec<Clause> {
        let limit = Limit { resources: RESOURCES, ..limit.clone() };
        // What mentions few and early predicates is what a person would write.
        let weight = |clause: Clause| clause.literals().map(|literal| literal.predicate).sum::<usize>();
        clauses.sort_by_key(|&clause| (clause.len(), weight(clause), clause));
        let mut kept = Vec::new();
        prover.push();
        for &condition in &self.group.domain {
            prover.assert(pool, condition);
        }
        for clause in clauses {
            let formula = self.formula(pool, clause);
            let violated = pool.not(formula);
            prover.push();
            prover.assert(pool, violated);
            let follows = prover.check(pool, &[], &limit).is_unsat();
            prover.pop();
            if !follows {
                prover.assert(pool, formula);
                kept.push(clause);
            }
        }
        prover.pop();
        kept
    }

    /// The clause as a formula over the program's variables and the skolem constants.
    pub fn formula(&self, pool: &mut TermPool, clause: Clause) -> Term {
        let predicates: Vec<Term> = self.group.terms().collect();
        clause_term(pool, &predicates, clause)
    }
}

/// No state. Single facts have nothing to combine, so there the algorithms would not differ.
fn bottom(group: &Group, algorithm: Algorithm) -> Abstract {
    let algorithm = if group.longest == 1 { Algorithm::Core } else { algorithm };
    Abstract::bottom(algorithm, group.predicates.len(), group.longest)
}

pub fn clause_term(pool: &mut TermPool, predicates: &[Term], clause: Clause) -> Term {
    let mut literals = Vec::with_capacity(clause.len());
    for literal in clause.literals() {
        let predicate = predicates[literal.predicate];
        literals.push(if literal.positive { predicate } else { pool.not(predicate) });
    }
    pool.or(&literals)
}
