//! One formula with unknowns, asked about again and again: is it valid under this solution?
//!
//! One session for each formula: the ground denial is asserted once, with a literal `b` for each predicate of an unknown, and the
//! solution is assumed. A core says which choices a proof rests on; a model says which other solutions fail for the same
//! reason.

use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};

use super::states::State;
use crate::ground::Ground;
use crate::ground::{PredicateMap, Solution, UnknownId};

pub struct Question {
    prover: Box<dyn Prover>,
    denial: Ground,
    /// The unknowns that occur, in the order of their numbers.
    unknowns: Vec<UnknownId>,
}

/// A choice: is this predicate one of the unknown's?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    pub unknown: UnknownId,
    pub predicate: usize,
    pub taken: bool,
}

/// The literals of all choices: they are the same in all questions.
#[derive(Clone, Debug)]
pub struct Literals(Vec<Vec<Term>>);

/// What a formula over choices is made of; its negation is not needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    True,
    False,
    Choice(Choice),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

pub enum Reply {
    /// The formula holds, because of these choices.
    Valid(Vec<Choice>),
    /// It does not, as far as the instances go. Whoever wants it to hold must meet this condition.
    Invalid(Condition),
    /// The prover has no answer.
    Open,
}

impl Literals {
    pub fn new(pool: &mut TermPool, map: &PredicateMap) -> Literals {
        let mut literals = Vec::new();
        for set in &map.sets {
            let mut own = Vec::new();
            for _ in set {
                let literal = pool.fresh_var("taken", Sort::BOOL);
                own.push(pool.var(literal));
            }
            literals.push(own);
        }
        Literals(literals)
    }

    fn of(&self, unknown: UnknownId, predicate: usize) -> Term {
        self.0[unknown.0][predicate]
    }
}

impl Question {
    /// `known` is what holds beside the denial.
    pub fn new(
        pool: &mut TermPool,
        mut prover: Box<dyn Prover>,
        known: &[Term],
        denial: Ground,
        literals: &Literals,
    ) -> Question {
        for &fact in known {
            prover.assert(pool, fact);
        }
        let term = meaning(pool, &denial, literals);
        prover.assert(pool, term);
        let mut unknowns = Vec::new();
        occurring(&denial, &mut unknowns);
        unknowns.sort_unstable();
        unknowns.dedup();
        Question { prover, denial, unknowns }
    }

    pub fn unknowns(&self) -> &[UnknownId] {
        &self.unknowns
    }

    pub fn queries(&self) -> u64 {
        self.prover.statistics().queries
    }

    /// With exactly the predicates of the solution.
    pub fn ask(&mut self, pool: &mut TermPool, literals: &Literals, solution: &Solution, limit: &Limit) -> Reply {
        let mut choices = Vec::new();
        for &unknown in &self.unknowns {
            for predicate in 0..literals.0[unknown.0].len() {
                choices.push(Choice { unknown, predicate, taken: solution.contains(unknown, predicate) });
            }
        }
        self.under(pool, literals, &choices, limit)
    }

    /// With these choices, whatever the others are.
    pub fn under(&mut self, pool: &mut TermPool, literals: &Literals, choices: &[Choice], limit: &Limit) -> Reply {
        if limit.exhausted().is_some() {
            return Reply::Open;
        }
        let mut assumed = Vec::with_capacity(choices.len());
        for choice in choices {
            let literal = literals.of(choice.unknown, choice.predicate);
            assumed.push(if choice.taken { literal } else { pool.not(literal) });
        }
        match self.prover.check(pool, &assumed, limit) {
            Answer::Unsat(core) => {
                let used = choices.iter().zip(&assumed).filter(|(_, literal)| core.0.contains(literal));
                Reply::Valid(used.map(|(choice, _)| *choice).collect())
            }
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => {
                Reply::Invalid(failing(pool, &self.denial, &State::new(&model)))
            }
            Answer::Unknown { candidate: None, .. } => Reply::Open,
        }
    }
}

fn occurring(ground: &Ground, found: &mut Vec<UnknownId>) {
    match ground {
        Ground::Fixed(_) => {}
        Ground::Unknown { of, .. } => found.push(*of),
        Ground::And(parts) | Ground::Or(parts) => parts.iter().for_each(|part| occurring(part, found)),
    }
}

/// An unknown is ⋀ (b ⇒ q) over its predicates.
fn meaning(pool: &mut TermPool, ground: &Ground, literals: &Literals) -> Term {
    match ground {
        Ground::Fixed(term) => *term,
        Ground::Unknown { of, predicates, holds } => {
            let mut parts = Vec::with_capacity(predicates.len());
            for (number, &predicate) in predicates.iter().enumerate() {
                let literal = literals.of(*of, number);
                let denied = pool.not(predicate);
                parts.push(match holds {
                    true => pool.implies(literal, predicate),
                    false => pool.and(&[literal, denied]),
                });
            }
            if *holds { pool.and(&parts) } else { pool.or(&parts) }
        }
        Ground::And(parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| meaning(pool, part, literals)).collect();
            pool.and(&parts)
        }
        Ground::Or(parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| meaning(pool, part, literals)).collect();
            pool.or(&parts)
        }
    }
}

/// When is the tree false in the model? What the model does not say may be either.
fn failing(pool: &TermPool, ground: &Ground, state: &State<'_>) -> Condition {
    match ground {
        Ground::Fixed(term) => match state.holds(pool, *term) {
            Some(true) => Condition::False,
            Some(false) | None => Condition::True,
        },
        Ground::Unknown { of, predicates, holds } => {
            let mut parts = Vec::new();
            for (predicate, &term) in predicates.iter().enumerate() {
                let value = state.holds(pool, term);
                let fails = value == Some(false) || (value.is_none() && *holds);
                if fails {
                    parts.push(Condition::Choice(Choice { unknown: *of, predicate, taken: *holds }));
                }
            }
            if *holds { Condition::or(parts) } else { Condition::and(parts) }
        }
        Ground::And(parts) => Condition::or(parts.iter().map(|part| failing(pool, part, state)).collect()),
        Ground::Or(parts) => Condition::and(parts.iter().map(|part| failing(pool, part, state)).collect()),
    }
}

impl Condition {
    pub fn and(mut parts: Vec<Condition>) -> Condition {
        parts.retain(|part| *part != Condition::True);
        if parts.contains(&Condition::False) {
            return Condition::False;
        }
        match parts.len() {
            0 => Condition::True,
            1 => parts.remove(0),
            _ => Condition::And(parts),
        }
    }

    pub fn or(mut parts: Vec<Condition>) -> Condition {
        parts.retain(|part| *part != Condition::False);
        if parts.contains(&Condition::True) {
            return Condition::True;
        }
        match parts.len() {
            0 => Condition::False,
            1 => parts.remove(0),
            _ => Condition::Or(parts),
        }
    }

    pub fn is_met(&self, solution: &Solution) -> bool {
        match self {
            Condition::True => true,
            Condition::False => false,
            Condition::Choice(choice) => solution.contains(choice.unknown, choice.predicate) == choice.taken,
            Condition::And(parts) => parts.iter().all(|part| part.is_met(solution)),
            Condition::Or(parts) => parts.iter().any(|part| part.is_met(solution)),
        }
    }
}
