//! Short cubes of predicates that imply a formula (BMMR01 §4.1, §5.2), where predicates are added from time to time. One session with the prover.
//!
//! As in `c2bp/strengthen.rs`, models of the denial answer for all cubes that hold in them. Here cubes have at most two literals, of predicates
//! that share a variable with the formula: what Newton found out of a path, its predicates say exactly, and cubes are for what they say
//! beyond that path.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use invar_solve::{Answer, Model, Prover};
use rustc_hash::FxHashSet;

use crate::means::Means;
use crate::provers::{Provers, Quantifiers};

/// Literals: a predicate by its number, and its value.
pub type Cube = Vec<(usize, bool)>;

/// What one question may cost.
const QUESTION: u32 = 100_000;

/// Models that are remembered, the latest ones.
const MODELS: usize = 60;

/// With more predicates that share a variable, only cubes of one literal are looked at.
const PAIRED: usize = 4;

/// With more, none.
const MOST: usize = 60;

pub struct Primes<'m> {
    means: &'m Means<'m>,
    prover: Box<dyn Prover>,
    pub predicates: Vec<Term>,
    literals: Vec<Term>,
    pub variables: Vec<FxHashSet<VarId>>,
    /// What each predicate is about.
    subjects: Vec<FxHashSet<VarId>>,
    models: Vec<Model>,
    pub queries: u64,
}

impl<'m> Primes<'m> {
    pub fn new(pool: &TermPool, background: &[Term], means: &'m Means<'m>) -> Primes<'m> {
        let mut prover = means.session(Quantifiers::Triggers);
        background.iter().for_each(|&fact| prover.assert(pool, fact));
        let (predicates, literals, variables, subjects, models) = Default::default();
        Primes { means, prover, predicates, literals, variables, subjects, models, queries: 0 }
    }

    /// One predicate more, and the pairs of literals that contradict each other because of it.
    pub fn add(&mut self, pool: &mut TermPool, predicate: Term) -> Vec<Cube> {
        let literal = self.named(pool, predicate);
        let subjects = subjects(pool, predicate);
        let near = self.near(&subjects);
        let new = self.predicates.len();
        self.predicates.push(predicate);
        self.literals.push(literal);
        self.variables.push(pool.free_vars_of(&[predicate]));
        self.subjects.push(subjects);
        let mut found = Vec::new();
        for other in near {
            match values(pool, predicate, self.predicates[other]) {
                Some(true) => found.push(vec![(other, true), (new, true)]),
                Some(false) => {}
                None => found.extend(self.contradictions(pool, other, new)),
            }
        }
        found
    }

    fn contradictions(&mut self, pool: &mut TermPool, first: usize, second: usize) -> Vec<Cube> {
        let mut found = Vec::new();
        for values in [(true, true), (true, false), (false, true), (false, false)] {
            let cube = vec![(first, values.0), (second, values.1)];
            if !self.has_model(pool, &cube, None) && self.is_empty(pool, &cube, None) {
                found.push(cube);
            }
        }
        found
    }

    /// The predicates about the same.
    fn near(&self, subjects: &FxHashSet<VarId>) -> Vec<usize> {
        (0..self.predicates.len()).filter(|&at| !self.subjects[at].is_disjoint(subjects)).collect()
    }

    /// How many predicates could be part of a cube about the formula: cubes that are known for the same number need not be looked for again.
    pub fn relevant(&self, pool: &TermPool, formula: Term) -> usize {
        self.near(&subjects(pool, formula)).len()
    }

    /// The shortest cubes that imply the formula, where the condition holds, of predicates about the same variables.
    pub fn implying(&mut self, pool: &mut TermPool, condition: Term, formula: Term) -> Vec<Cube> {
        let near = self.near(&subjects(pool, formula));
        let (mut found, rest) = self.by_values(pool, formula, near);
        if rest.is_empty() && condition == Term::TRUE {
            return found;
        }
        let whole = pool.implies(condition, formula);
        self.prover.push();
        let goal = self.named(pool, whole);
        let denial = pool.not(goal);
        let others = self.among(pool, whole, denial, &candidates(&rest));
        self.prover.pop();
        found.extend(others);
        found
    }

    /// Among equations with literals, one excludes the others about the same term, and that is all there is to say. The cubes, and the predicates that are none.
    fn by_values(&self, pool: &mut TermPool, formula: Term, near: Vec<usize>) -> (Vec<Cube>, Vec<usize>) {
        let denied = pool.not(formula);
        let equation =
            valued(pool, formula).map(|pair| (pair, true)).or(valued(pool, denied).map(|pair| (pair, false)));
        let Some(((term, literal), is_equal)) = equation else { return (Vec::new(), near) };
        let (mut found, mut rest) = (Vec::new(), Vec::new());
        for at in near {
            match valued(pool, self.predicates[at]) {
                Some((other, value)) if other == term && value != literal && !is_equal => found.push(vec![(at, true)]),
                Some(_) => {}
                None => rest.push(at),
            }
        }
        (found, rest)
    }

    fn among(&mut self, pool: &mut TermPool, formula: Term, denial: Term, candidates: &[Cube]) -> Vec<Cube> {
        let mut found: Vec<Cube> = Vec::new();
        for cube in candidates {
            let is_covered = found.iter().any(|known| known.iter().all(|literal| cube.contains(literal)));
            if !is_covered
                && !self.has_model(pool, cube, Some((formula, false)))
                && self.is_empty(pool, cube, Some(denial))
            {
                found.push(cube.clone());
                if cube.is_empty() {
                    break;
                }
            }
        }
        found
    }

    fn named(&mut self, pool: &mut TermPool, formula: Term) -> Term {
        let var = pool.fresh_var("named", Sort::BOOL);
        let literal = pool.var(var);
        let meaning = pool.eq(literal, formula);
        self.prover.assert(pool, meaning);
        literal
    }

    /// Is there a remembered model in the cube in which the formula has the value?
    fn has_model(&self, pool: &TermPool, cube: &[(usize, bool)], formula: Option<(Term, bool)>) -> bool {
        let holds = |model: &Model, term: Term, value: bool| model.holds(pool, term) == Some(value);
        let is_in = |model: &&Model| {
            cube.iter().all(|&(at, value)| holds(model, self.predicates[at], value))
                && formula.is_none_or(|(formula, value)| holds(model, formula, value))
        };
        self.models.iter().rev().any(|model| is_in(&model))
    }

    /// Is there certainly no state in the cube where the literal holds?
    fn is_empty(&mut self, pool: &mut TermPool, cube: &[(usize, bool)], literal: Option<Term>) -> bool {
        let mut assumptions: Vec<Term> = literal.into_iter().collect();
        for &(at, value) in cube {
            let literal = self.literals[at];
            assumptions.push(if value { literal } else { pool.not(literal) });
        }
        self.queries += 1;
        match self.prover.check(pool, &assumptions, &self.means.at_most(QUESTION)) {
            Answer::Unsat(_) => true,
            Answer::Sat(model) => {
                if self.models.len() == MODELS {
                    self.models.remove(0);
                }
                self.models.push(model);
                false
            }
            Answer::Unknown { .. } => false,
        }
    }
}

/// The variables that a formula is about: of an element, the memory, and not where in it.
fn subjects(pool: &TermPool, formula: Term) -> FxHashSet<VarId> {
    let (mut found, mut open) = (FxHashSet::default(), vec![formula]);
    while let Some(term) = open.pop() {
        match pool.op(term) {
            Op::Var(var) => drop(found.insert(*var)),
            Op::Select => open.push(pool.args(term)[0]),
            _ => open.extend(pool.args(term)),
        }
    }
    found
}

/// The cubes that are looked at, the shortest first.
fn candidates(near: &[usize]) -> Vec<Cube> {
    let mut candidates = vec![Cube::new()];
    if near.len() <= MOST {
        candidates.extend(near.iter().flat_map(|&at| [vec![(at, true)], vec![(at, false)]]));
    }
    if near.len() <= PAIRED {
        candidates.extend(pairs(near));
    }
    candidates
}

fn pairs(near: &[usize]) -> Vec<Cube> {
    let mut found = Vec::new();
    for (index, &first) in near.iter().enumerate() {
        for &second in &near[index + 1..] {
            for values in [(true, true), (true, false), (false, true), (false, false)] {
                found.push(vec![(first, values.0), (second, values.1)]);
            }
        }
    }
    found
}

/// Two equations with literals: whether they are about different values of the same term, which contradict each other and nothing else. Of others, nobody knows.
fn values(pool: &TermPool, one: Term, other: Term) -> Option<bool> {
    let (first, second) = (valued(pool, one)?, valued(pool, other)?);
    Some(first.0 == second.0 && first.1 != second.1)
}

/// A term and the literal that the equation says it is.
pub fn valued(pool: &TermPool, atom: Term) -> Option<(Term, Term)> {
    let &[a, b] = pool.args(atom) else { return None };
    match (pool.op(atom), pool.op(a).is_literal(), pool.op(b).is_literal()) {
        (Op::Eq, true, false) => Some((b, a)),
        (Op::Eq, false, true) => Some((a, b)),
        _ => None,
    }
}
