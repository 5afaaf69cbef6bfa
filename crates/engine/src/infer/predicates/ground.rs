//! Predicates without quantifiers: bounds and relations of integers (phase 0), and conditions that are combined (phase 1).

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use rustc_hash::FxHashSet;

use super::reading::{atoms, reads_map};
use super::scope::Scope;
use crate::infer::abstraction::MOST_PREDICATES;
use crate::infer::group::{Group, Integers, Predicate};
use crate::linear::Linear;
use crate::verdict::Suggestion;

/// Strides whose remainders are guessed.
const LARGEST_STRIDE: i64 = 8;

/// How many integers linear equations are looked for between.
const MOST_INTEGERS: usize = 12;

/// How many conditions are combined with each other.
const MOST_COMBINED: usize = 14;

/// And how many that do not change.
const MOST_CONSTANT: usize = 3;

/// A list of predicates without repetitions, up to negation.
#[derive(Default)]
pub struct Predicates {
    seen: FxHashSet<Term>,
    pub all: Vec<Predicate>,
}

impl Predicates {
    pub fn push(&mut self, pool: &mut TermPool, suggestion: Suggestion, term: Term) {
        let negated = pool.not(term);
        let plain = if matches!(pool.op(term), Op::Not) { negated } else { term };
        if !pool.op(plain).is_literal() && !self.seen.contains(&negated) && self.seen.insert(plain) {
            self.all.push(Predicate { term: plain, suggestion });
        }
    }

    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.all.iter().map(|predicate| predicate.term)
    }

    /// `a <= b`, written so that the same comparison always looks the same.
    pub fn push_le(&mut self, pool: &mut TermPool, suggestion: Suggestion, a: Term, b: Term) {
        let difference = Linear::of(pool, a).minus(&Linear::of(pool, b));
        if !difference.is_constant() {
            let term = pool.le(a, b);
            self.push(pool, suggestion, term);
        }
    }
}

/// Phase 0: single facts.
pub fn facts(pool: &mut TermPool, scope: &Scope<'_>) -> Group {
    let mut predicates = Predicates::default();
    pointers(pool, scope, &mut predicates);
    for &var in &scope.moving {
        entry_relations(pool, scope, var, &mut predicates);
        bounds(pool, scope, var, &mut predicates);
        strides(pool, scope, var, &mut predicates);
    }
    differences(pool, scope, &mut predicates);
    let predicates = scope.relevance.nearest(pool, predicates.all, MOST_PREDICATES);
    Group { phase: 0, skolems: Vec::new(), domain: Vec::new(), predicates, longest: 1 }
}

/// The same beside the quantified groups, with what was assumed about elements before the loop.
pub fn facts_again(pool: &mut TermPool, scope: &Scope<'_>, facts: &Group) -> Group {
    let mut predicates = Predicates::default();
    for &kept in &scope.kept {
        for atom in atoms(pool, scope.reading.roles, kept) {
            if scope.is_visible(pool, atom) && pool.tree_size(atom) <= 15 {
                predicates.push(pool, Suggestion::Kept, atom);
            }
        }
    }
    for goal in existential(pool, scope) {
        predicates.push(pool, Suggestion::Goal, goal);
    }
    facts.predicates.iter().for_each(|known| predicates.push(pool, known.suggestion, known.term));
    let predicates = scope.relevance.nearest(pool, predicates.all, MOST_PREDICATES);
    Group { phase: 2, predicates, ..facts.clone() }
}

/// What must exist when the loop ends, it may have found already: whole formulas, since nothing else has words for it.
fn existential(pool: &TermPool, scope: &Scope<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work: Vec<Term> = scope.goals.iter().map(|(_, goal)| *goal).collect();
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And | Op::Or | Op::Implies | Op::Not => work.extend(pool.args(term)),
            Op::Exists(_) if scope.is_visible(pool, term) && scope.mentions_target(pool, term) => found.push(term),
            _ => {}
        }
    }
    found
}

/// FQ02 §6: `t <= \old(t)`, `t >= \old(t)`, where the value on entry is known.
fn entry_relations(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, predicates: &mut Predicates) {
    let Some(entry) = scope.entry_value(var).filter(|&entry| !scope.mentions_target(pool, entry)) else { return };
    let term = pool.var(var);
    predicates.push_le(pool, Suggestion::Entry, term, entry);
    predicates.push_le(pool, Suggestion::Entry, entry, term);
    if scope.is_offset(pool, var) {
        // A pointer that walks through an array is compared with its length in elements from where it began.
        for &length in &scope.fixed {
            if scope.is_offset(pool, length) {
                continue;
            }
            let length = pool.var(length);
            let end = pool.add(entry, length);
            predicates.push_le(pool, Suggestion::Bound, term, end);
            predicates.push_le(pool, Suggestion::Bound, end, term);
        }
    }
}

/// FQ02 §6: a reference is not null; beyond it: a pointer stays in the object that it pointed into.
fn pointers(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let zero = pool.int(0);
    for &object in &scope.objects {
        let own = pool.var(object);
        if let Some(entry) = scope.entry_value(object).filter(|&entry| !scope.mentions_target(pool, entry)) {
            let stays = pool.eq(own, entry);
            predicates.push(pool, Suggestion::Entry, stays);
        }
        let is_null = pool.eq(own, zero);
        predicates.push(pool, Suggestion::NotNull, is_null);
    }
}

/// `v <= w`, `w <= v` and their neighbours.
fn bounds(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, predicates: &mut Predicates) {
    let term = pool.var(var);
    let others: Vec<Term> = scope.constants.iter().map(|value| pool.int(value.clone())).collect();
    for other in others {
        predicates.push_le(pool, Suggestion::Bound, term, other);
        predicates.push_le(pool, Suggestion::Bound, other, term);
    }
    let vars: Vec<VarId> = scope.moving.iter().filter(|&&other| other > var).chain(&scope.fixed).copied().collect();
    for other in vars {
        let other = pool.var(other);
        for offset in [0, 1] {
            let offset = pool.int(offset);
            let (more, most) = (pool.add(other, offset), pool.add(term, offset));
            predicates.push_le(pool, Suggestion::Bound, term, more);
            predicates.push_le(pool, Suggestion::Bound, other, most);
        }
    }
}

/// `v % c == r` for a variable that moves in steps of c.
fn strides(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, predicates: &mut Predicates) {
    let own = pool.var(var);
    for step in steps(pool, scope, var) {
        let Some(step) = step.abs().to_i64().filter(|step| (2..=LARGEST_STRIDE).contains(step)) else { continue };
        let modulus = pool.int(step);
        let rest = pool.mk(Op::Mod, &[own, modulus]);
        for value in 0..step {
            let value = pool.int(value);
            let term = pool.eq(rest, value);
            predicates.push(pool, Suggestion::Stride, term);
        }
    }
}

/// The constants that the loop adds to the variable.
pub fn steps(pool: &TermPool, scope: &Scope<'_>, var: VarId) -> BTreeSet<BigInt> {
    let Some(own) = pool.find_var(var) else { return BTreeSet::new() };
    let moves = scope.assigned.iter().filter(|(target, _)| *target == var);
    let added = moves.filter_map(|&(_, term)| {
        let mut sum = Linear::of(pool, term);
        (sum.terms.remove(&own) == Some(BigInt::one()) && sum.is_constant()).then_some(sum.constant)
    });
    added.collect()
}

/// `u <= v + c` for variables that move in step, and numbers of the text: how far apart they are does not change.
fn differences(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    for (position, &u) in scope.moving.iter().enumerate() {
        for &v in &scope.moving[position + 1..] {
            let added = steps(pool, scope, u);
            if added.is_empty() || added != steps(pool, scope, v) {
                continue;
            }
            let (u, v) = (pool.var(u), pool.var(v));
            for constant in scope.constants.iter().filter(|constant| constant.magnitude() > &1u32.into()) {
                for near in [constant.clone(), constant - 1] {
                    let near = pool.int(near);
                    let (beyond_u, beyond_v) = (pool.add(u, near), pool.add(v, near));
                    predicates.push_le(pool, Suggestion::Bound, u, beyond_v);
                    predicates.push_le(pool, Suggestion::Bound, v, beyond_u);
                }
            }
        }
    }
}

/// See [`Integers`].
pub fn integers(pool: &TermPool, scope: &Scope<'_>) -> Integers {
    let mut vars: Vec<VarId> = Vec::new();
    let entries = scope.moving.iter().filter_map(|&var| scope.entry_value(var)).flat_map(|term| pool.free_vars(term));
    let unchanged = entries.filter(|var| scope.is_integer(pool, *var) && !scope.targets.contains(var));
    for var in unchanged.chain(scope.fixed.iter().copied()).chain(scope.other_varying(pool)) {
        if vars.len() + scope.moving.len() < MOST_INTEGERS && !vars.contains(&var) {
            vars.push(var);
        }
    }
    let fixed = vars.len();
    vars.extend(scope.moving.iter().rev());
    if vars.len() > 1 && fixed < vars.len() { Integers { vars, fixed } } else { Integers::default() }
}

/// Phase 1: conditions of the loop and of what comes after it, which may hold in combination only.
pub fn combinations(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Group {
    let mut predicates = Predicates::default();
    let atoms: Vec<Term> = scope.atoms.iter().chain(&scope.own_atoms).copied().collect();
    for &atom in &atoms {
        if scope.is_visible(pool, atom) && scope.mentions_target(pool, atom) && pool.tree_size(atom) <= 15 {
            predicates.push(pool, Suggestion::Condition, atom);
        }
    }
    // What does not change may decide which of them holds.
    let is_constant = |atom: &Term| !scope.mentions_target(pool, *atom) && pool.tree_size(*atom) <= 7;
    let constant: Vec<Term> = scope.atoms.iter().copied().filter(is_constant).take(MOST_CONSTANT).collect();
    for atom in constant {
        if scope.is_visible(pool, atom) {
            predicates.push(pool, Suggestion::Condition, atom);
        }
    }
    for &(var, term) in &scope.assigned {
        remembered(pool, scope, var, term, &mut predicates);
    }
    let predicates = scope.relevance.nearest(pool, predicates.all, MOST_COMBINED);
    Group { phase: 1, skolems: Vec::new(), domain: Vec::new(), predicates, longest }
}

/// After `w := e(j); k := j` the two are linked by `w == e(k)`; after `w := c`, by `w == c`.
fn remembered(pool: &mut TermPool, scope: &Scope<'_>, var: VarId, term: Term, predicates: &mut Predicates) {
    if !scope.reading.is_live(scope.head.head, var) || pool.tree_size(term) > 9 {
        return;
    }
    let own = pool.var(var);
    let sort = pool.sort_of(term);
    if (pool.op(term).is_literal() && sort == Sort::INT) || sort == Sort::BOOL && !reads_map(pool, term) {
        let equal = pool.eq(own, term);
        predicates.push(pool, Suggestion::Assigned, equal);
        return;
    }
    if sort != Sort::INT || !reads_map(pool, term) {
        return;
    }
    for &(copy, original) in &scope.assigned {
        if let Op::Var(original) = *pool.op(original)
            && copy != var
            && scope.reading.is_live(scope.head.head, copy)
            && pool.free_vars(term).contains(&original)
        {
            let copy = pool.var(copy);
            let by = [(original, copy)].into_iter().collect();
            let there = pool.substitute(term, &by);
            let equal = pool.eq(own, there);
            predicates.push(pool, Suggestion::Assigned, equal);
        }
    }
    if scope.is_visible(pool, term) && !pool.free_vars(term).contains(&var) {
        let equal = pool.eq(own, term);
        predicates.push(pool, Suggestion::Assigned, equal);
    }
}
