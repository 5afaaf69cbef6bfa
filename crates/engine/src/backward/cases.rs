//! Literals that hold in a model, from formulas that do: conjunctions are taken apart, and of conditions with several cases
//! (disjunctions, reads of updated maps, `ite`), the case counts that the model takes (SPW09 §4.1: updates are eliminated by
//! case splits).

use invar_logic::{Op, Sort, SortKind, Substitution, Term, TermPool};
use invar_solve::Model;
use rustc_hash::FxHashMap;

use crate::literals::{is_range, literal};

/// A state on a run that a model describes from its first state on.
pub struct View<'a> {
    pub model: &'a Model,
    /// The values of the variables here, over those in the first state.
    pub here: &'a Substitution,
}

pub struct Cases<'a> {
    pub pool: &'a mut TermPool,
    pub view: View<'a>,
    pub literals: Vec<Term>,
}

impl Cases<'_> {
    fn holds(&mut self, term: Term) -> Option<bool> {
        let term = self.pool.substitute(term, self.view.here);
        self.view.model.holds(self.pool, term)
    }

    fn is_same(&mut self, a: Term, b: Term) -> bool {
        let [a, b] = [a, b].map(|term| self.pool.substitute(term, self.view.here));
        match (self.view.model.value(self.pool, a), self.view.model.value(self.pool, b)) {
            (Some(a), Some(b)) => a == b,
            (_, _) => false,
        }
    }

    /// Literals that say that the term is `truth`, in the case that the model takes. Quantified formulas are no literals.
    pub fn split(&mut self, term: Term, truth: bool) {
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), truth) {
            (Op::True | Op::False | Op::Forall(_) | Op::Exists(_) | Op::Lambda(_), _) => {}
            (Op::Not, _) => self.split(args[0], !truth),
            (Op::And, true) if is_range(self.pool, term) => {}
            (Op::And, true) => args.iter().for_each(|&arg| self.split(arg, true)),
            (Op::Or, false) => args.iter().for_each(|&arg| self.split(arg, false)),
            (Op::And, false) | (Op::Or, true) => {
                if let Some(&arg) = args.iter().find(|&&arg| self.holds(arg) == Some(truth)) {
                    self.split(arg, truth);
                }
            }
            (Op::Implies, true) => match self.holds(args[0]) {
                Some(false) => self.split(args[0], false),
                Some(true) | None => self.split(args[1], true),
            },
            (Op::Implies, false) => {
                self.split(args[0], true);
                self.split(args[1], false);
            }
            (Op::Ite, _) => {
                let condition = self.decide(args[0]);
                self.split(args[if condition { 1 } else { 2 }], truth);
            }
            (Op::Eq, _) if self.pool.sort_of(args[0]) == Sort::BOOL => {
                let first = self.decide(args[0]);
                self.split(args[1], first == truth);
            }
            _ => {
                let term = self.resolved(term);
                let term = if truth { term } else { self.pool.not(term) };
                self.push(term);
            }
        }
    }

    /// The case of a condition that the model takes.
    fn decide(&mut self, condition: Term) -> bool {
        let holds = self.holds(condition).unwrap_or(true);
        self.split(condition, holds);
        holds
    }

    fn push(&mut self, term: Term) {
        let term = literal(self.pool, term);
        let is_new = term != Term::TRUE && !self.literals.contains(&term);
        // A quantifier inside a term says nothing that a predicate could say.
        if is_new && self.pool.postorder(&[term]).iter().all(|&part| self.pool.op(part).binder().is_none()) {
            self.literals.push(term);
        }
    }

    /// The term in the case that the model takes: no reads of updated maps, no `ite`.
    fn resolved(&mut self, root: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for term in self.pool.postorder(&[root]) {
            let args: Vec<Term> = self.pool.args(term).iter().map(|arg| done[arg]).collect();
            let new = match self.pool.op(term) {
                // What is read of a row is decided where an element of it is read.
                Op::Select if is_row(self.pool, term) => self.pool.rebuild(term, &args),
                Op::Select => self.read(args[0], args[1..].to_vec()),
                Op::Ite if self.pool.sort_of(term) != Sort::BOOL => {
                    let condition = self.pool.args(term)[0];
                    let holds = self.decide(condition);
                    args[if holds { 1 } else { 2 }]
                }
                _ if args[..] == *self.pool.args(term) => term,
                _ => self.pool.rebuild(term, &args),
            };
            done.insert(term, new);
        }
        done[&root]
    }

    /// `a[i := e](k)` is `e` if `k = i`, and `a(k)` otherwise.
    fn read(&mut self, map: Term, indices: Vec<Term>) -> Term {
        if let (Op::Select, &[memory, object], [index]) = (self.pool.op(map), self.pool.args(map), &indices[..]) {
            return self.read_row(memory, object, *index);
        }
        match self.below_updates(map, &indices) {
            Below::Value(value) => value,
            Below::Map(map) => self.pool.select(map, &indices),
        }
    }

    /// `m[o := r](o')(k)`, an element of a row. Whether the objects are the same matters only if the element is the one that
    /// was written.
    fn read_row(&mut self, mut memory: Term, object: Term, index: Term) -> Term {
        loop {
            let args = self.pool.args(memory).to_vec();
            match (self.pool.op(memory).clone(), &args[..]) {
                (Op::Store, &[before, other, _]) if other != object && !self.is_same(other, object) => {
                    let equal = self.pool.eq(other, object);
                    self.split(equal, false);
                    memory = before;
                }
                (Op::Store, &[_, other, row]) => {
                    let below = self.below_updates(row, &[index]);
                    if let Below::Map(row) = below
                        && let (Op::Select, &[before, same]) = (self.pool.op(row), self.pool.args(row))
                        && same == other
                    {
                        memory = before;
                        continue;
                    }
                    let equal = self.pool.eq(other, object);
                    self.split(equal, true);
                    return match below {
                        Below::Value(value) => value,
                        Below::Map(row) => self.pool.select(row, &[index]),
                    };
                }
                (Op::Ite, &[condition, yes, no]) => memory = if self.decide(condition) { yes } else { no },
                _ => {
                    let row = self.pool.select(memory, &[object]);
                    return self.pool.select(row, &[index]);
                }
            }
        }
    }

    /// The value that was written at the indices, or the map before all updates.
    fn below_updates(&mut self, mut map: Term, indices: &[Term]) -> Below {
        loop {
            let args = self.pool.args(map).to_vec();
            match self.pool.op(map) {
                Op::Store => {
                    let (at, value) = (&args[1..args.len() - 1], args[args.len() - 1]);
                    let differs = at.iter().zip(indices).position(|(&a, &b)| a != b && !self.is_same(a, b));
                    if let Some(number) = differs {
                        let equal = self.pool.eq(at[number], indices[number]);
                        self.split(equal, false);
                        map = args[0];
                        continue;
                    }
                    for (&a, &b) in at.iter().zip(indices) {
                        let equal = self.pool.eq(a, b);
                        self.split(equal, true);
                    }
                    return Below::Value(value);
                }
                Op::Ite => map = args[if self.decide(args[0]) { 1 } else { 2 }],
                _ => return Below::Map(map),
            }
        }
    }
}

enum Below {
    Value(Term),
    Map(Term),
}

/// Is what is read a map itself?
fn is_row(pool: &TermPool, read: Term) -> bool {
    matches!(pool.sort_kind(pool.sort_of(read)), SortKind::Map { .. })
}
