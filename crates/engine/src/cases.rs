//! Literals that hold in a model, from formulas that do: conjunctions are taken apart, and of conditions with several cases
//! (disjunctions, reads of updated maps, `ite`), the case counts that the model takes (SPW09 §4.1: updates are eliminated by
//! case splits). The goals of whole clauses and the refinement of backward paths are made of them.

use invar_logic::{Op, Sort, SortKind, Substitution, Term, TermPool};
use invar_solve::Model;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::linear::wrapped;
use crate::literals::{is_range, literal, reads_map};
use crate::rows::Rows;

/// A state on a run that a model describes from its first state on.
pub struct View<'a> {
    pub model: &'a Model,
    /// The values of the variables here, over those in the first state.
    pub here: &'a Substitution,
}

/// What becomes of machine arithmetic, `if s < 2^32 then s else s - 2^32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wraps {
    /// It is read as arithmetic of integers, in the case that the model takes.
    Resolved,
    /// It stays as it is in what is said of elements, but not in their indices.
    Kept,
}

pub struct Cases<'a> {
    pub pool: &'a mut TermPool,
    view: View<'a>,
    /// Places in rows are compared part by part.
    rows: Option<&'a Rows>,
    wraps: Wraps,
    pub literals: Vec<Term>,
    /// Does what was not said of formulas follow from the literals?
    pub is_weakest: bool,
}

impl<'a> Cases<'a> {
    pub fn new(pool: &'a mut TermPool, view: View<'a>, rows: Option<&'a Rows>, wraps: Wraps) -> Cases<'a> {
        Cases { pool, view, rows, wraps, literals: Vec::new(), is_weakest: true }
    }

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
            (Op::True | Op::False, _) => {}
            (Op::Forall(_) | Op::Exists(_) | Op::Lambda(_), _) => self.is_weakest = false,
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
            (Op::Eq, _) if self.are_places(&args) => self.places(&args, truth),
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
        if term == Term::TRUE || self.literals.contains(&term) {
            return;
        }
        // A quantifier inside a term says nothing that a literal could say.
        match self.pool.postorder(&[term]).iter().any(|&part| self.pool.op(part).binder().is_some()) {
            true => self.is_weakest = false,
            false => self.literals.push(term),
        }
    }

    fn are_places(&self, indices: &[Term]) -> bool {
        self.rows.is_some_and(|rows| indices.iter().all(|&index| rows.parts(self.pool, index).is_some()))
    }

    /// Two places in rows are the same, or what of them differs in the model is not.
    fn places(&mut self, indices: &[Term], truth: bool) {
        let parts = |index: Term| self.rows.and_then(|rows| rows.parts(self.pool, index)).unwrap_or(&[]).to_vec();
        let pairs: Vec<(Term, Term)> = parts(indices[0]).into_iter().zip(parts(indices[1])).collect();
        for (a, b) in pairs {
            if truth || !self.is_same(a, b) {
                let equal = self.pool.eq(a, b);
                self.split(equal, truth);
                if !truth {
                    return;
                }
            }
        }
    }

    /// The term in the case that the model takes: no reads of updated maps, no `ite`, no remainders of what is small.
    fn resolved(&mut self, root: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let indices = in_indices(self.pool, root);
        let keeps = self.wraps == Wraps::Kept && reads_map(self.pool, root);
        for term in self.pool.postorder(&[root]) {
            let args: Vec<Term> = self.pool.args(term).iter().map(|arg| done[arg]).collect();
            let new = match self.pool.op(term).clone() {
                // What is read of a row is decided where an element of it is read.
                Op::Select if is_row(self.pool, term) => self.pool.rebuild(term, &args),
                Op::Select => self.read(args[0], args[1..].to_vec()),
                Op::Ite if keeps && !indices.contains(&term) && wrapped(self.pool, &args).is_some() => {
                    self.pool.rebuild(term, &args)
                }
                Op::Ite if self.pool.sort_of(term) != Sort::BOOL => {
                    let condition = self.pool.args(term)[0];
                    let holds = self.decide(condition);
                    args[if holds { 1 } else { 2 }]
                }
                Op::Mod if self.is_same(term, args[0]) => args[0],
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

/// The parts of indices.
fn in_indices(pool: &TermPool, root: Term) -> FxHashSet<Term> {
    let mut indices: Vec<Term> = Vec::new();
    for part in pool.postorder(&[root]) {
        let args = pool.args(part);
        match pool.op(part) {
            Op::Select => indices.extend(&args[1..]),
            Op::Store => indices.extend(&args[1..args.len() - 1]),
            _ => {}
        }
    }
    pool.postorder(&indices).into_iter().collect()
}

/// Is what is read a map itself?
fn is_row(pool: &TermPool, read: Term) -> bool {
    matches!(pool.sort_kind(pool.sort_of(read)), SortKind::Map { .. })
}
