//! The conditions that antecedents of a goal's claim are made of: bounds of its skolem constants and indices, branches near the loop, and what the
//! goal says itself.

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::clause::{Clause, Skolems};
use super::scope::Scope;
use crate::infer::visited::points::Bits;
use crate::linear::{Linear, inequality};
use crate::literals::{literal, not_positive};

/// At fewer points, an integer has one value by chance.
const FEWEST: u32 = 12;

impl Scope {
    /// What antecedents are made of, and how many of them are not made from inequalities of the goal.
    pub fn conditions(
        &mut self,
        pool: &mut TermPool,
        skolems: &Skolems,
        goal: &Clause,
        more: &[Term],
    ) -> (Vec<Term>, usize) {
        let mut conditions = goal.given.clone();
        conditions.extend(more);
        let zero = pool.int(0);
        let absolute: Vec<Term> = self.integers.iter().map(|&var| pool.var(var)).chain([zero]).collect();
        let large: Vec<Term> = self.symbols.numbers().map(|number| pool.int(number)).collect();
        let absolute = [absolute, self.beside_offsets(pool, goal), large].concat();
        let others = self.integers.iter().filter(|var| !self.offsets.contains(var));
        let relative: Vec<Term> = others.map(|&var| pool.var(var)).chain([zero]).collect();
        let own: Vec<Term> = skolems.vars[..goal.skolems].iter().map(|&var| pool.var(var)).collect();
        for (number, &skolem) in own.iter().enumerate() {
            let bounds = if self.is_relative(pool, goal, skolem) { &relative } else { &absolute };
            for &bound in bounds.iter().chain(&self.ends).chain(&own[..number]) {
                conditions.extend([
                    pool.le(skolem, bound),
                    pool.lt(skolem, bound),
                    pool.le(bound, skolem),
                    pool.lt(bound, skolem),
                ]);
            }
            for &other in &own[..number] {
                conditions.push(pool.ne(skolem, other));
            }
        }
        conditions.extend(self.index_bounds(pool, &own, goal.then));
        conditions.extend(&self.guards);
        conditions.extend(self.equalities(pool, goal));
        conditions.extend(self.past_witnesses(pool));
        conditions.extend(self.moved_bounds(pool, &own, &goal.given));
        let mut literals: Vec<Term> = Vec::new();
        add_literals(pool, &mut literals, &conditions);
        let (plain, mut halves) = (literals.len(), Vec::new());
        for &given in &goal.given {
            if *pool.op(given) == Op::Not
                && let &[a, b] = pool.args(pool.args(given)[0])
                && pool.sort_of(a) == Sort::INT
            {
                halves.extend([pool.lt(a, b), pool.lt(b, a)]);
            }
        }
        add_literals(pool, &mut literals, &halves);
        (literals, plain)
    }

    /// Integers of the loop that have one value wherever the premises hold, such as the length that is left when a search is over: each
    /// less its value. Where it is nothing, it can be added to what is said: `lo <= n` may be said of `lo + left` all along.
    pub fn nothing_left(&mut self, pool: &mut TermPool, skolems: &Skolems, goal: &Clause, live: &Bits) -> Vec<Linear> {
        if live.count() < FEWEST {
            return Vec::new();
        }
        let mentioned = pool.free_vars_of(&goal.given);
        let moving = self.integers.iter().filter(|var| self.targets.contains(var) && mentioned.contains(var));
        let moving: Vec<VarId> = moving.copied().filter(|var| !self.offsets.contains(var)).collect();
        let mut found = Vec::new();
        for var in moving {
            let own = pool.var(var);
            let Some(column) = self.points(skolems, goal.skolems).column(pool, own) else { continue };
            let mut values = (0..column.len()).filter(|&point| live.contains(point)).map(|point| column[point]);
            if let Some(Some(first)) = values.next()
                && values.all(|value| value == Some(first))
                && column.iter().any(|value| *value != Some(first))
            {
                let value = pool.int(first);
                found.push(Linear::of(pool, own).minus(&Linear::of(pool, value)));
            }
        }
        found
    }

    /// Equations between integers, one of which the goal's conditions mention.
    fn equalities(&self, pool: &mut TermPool, goal: &Clause) -> Vec<Term> {
        let mentioned = pool.free_vars_of(&goal.given);
        let others: Vec<VarId> = self.integers.iter().copied().filter(|var| !self.offsets.contains(var)).collect();
        let mut found = Vec::new();
        for (number, &a) in others.iter().enumerate() {
            for &b in others[number + 1..].iter().filter(|b| mentioned.contains(b) || mentioned.contains(&a)) {
                let (a, b) = (pool.var(a), pool.var(b));
                found.push(pool.eq(a, b));
            }
        }
        found
    }

    /// On which side of what the loop changes witnesses are.
    fn past_witnesses(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut found = Vec::new();
        let is_witness = |var: &VarId| self.witnesses.iter().any(|witness| witness.var == *var);
        let moving = self.integers.iter().filter(|var| self.targets.contains(var) && !is_witness(var));
        let moving: Vec<Term> = moving.map(|&var| pool.var(var)).collect();
        for witness in &self.witnesses {
            let own = pool.var(witness.var);
            for &other in &moving {
                found.extend([pool.lt(own, other), pool.le(own, other), pool.lt(other, own), pool.le(other, own)]);
            }
        }
        found
    }

    /// Is the skolem constant counted from where a pointer points?
    fn is_relative(&self, pool: &TermPool, goal: &Clause, skolem: Term) -> bool {
        pool.postorder(&[goal.then]).into_iter().any(|part| {
            let &[_, index] = pool.args(part) else { return false };
            let sum = Linear::of(pool, index);
            let is_offset = |part: &Term| matches!(pool.op(*part), Op::Var(var) if self.offsets.contains(var));
            *pool.op(part) == Op::Select && sum.terms.contains_key(&skolem) && sum.terms.keys().any(is_offset)
        })
    }

    /// Of an index, where a pointer points that the loop does not move: places are counted from there.
    pub fn pointer(&self, pool: &mut TermPool, index: Term) -> Term {
        let mut sum = Linear { constant: BigInt::zero(), ..Linear::of(pool, index) };
        let is_fixed = |var: &VarId| self.offsets.contains(var) && !self.targets.contains(var);
        sum.terms.retain(|&part, factor| factor.is_one() && matches!(pool.op(part), Op::Var(var) if is_fixed(var)));
        sum.term(pool)
    }

    /// Where the claim reads at more than a skolem constant, as at `p + k` or `2 * k`: on which side that is of where the loop's pointers, or
    /// its other integers, have got to.
    fn index_bounds(&self, pool: &mut TermPool, own: &[Term], claim: Term) -> Vec<Term> {
        let mut sums: BTreeSet<Linear> = BTreeSet::new();
        for part in pool.postorder(&[claim]) {
            if let (Op::Select, &[_, index]) = (pool.op(part), pool.args(part))
                && pool.sort_of(index) == Sort::INT
            {
                let sum = Linear { constant: BigInt::zero(), ..Linear::of(pool, index) };
                let is_plain = sum.terms.len() == 1 && sum.terms.values().all(One::is_one);
                if !is_plain && sum.terms.keys().any(|part| own.contains(part)) {
                    sums.insert(sum);
                }
            }
        }
        let mut found = Vec::new();
        for sum in sums {
            let is_offset = |part: &Term| matches!(pool.op(*part), Op::Var(var) if self.offsets.contains(var));
            let from_pointer = sum.terms.keys().any(is_offset);
            let moving = self.integers.iter().filter(|var| self.targets.contains(var));
            let moving: Vec<VarId> = moving.copied().filter(|var| self.offsets.contains(var) == from_pointer).collect();
            let index = sum.term(pool);
            for var in moving {
                let bound = pool.var(var);
                found.extend([pool.lt(index, bound), pool.le(index, bound)]);
                found.extend([pool.lt(bound, index), pool.le(bound, index)]);
            }
        }
        found
    }

    /// Where pointers that the goal mentions have got to: their offsets and integers added.
    fn beside_offsets(&self, pool: &mut TermPool, goal: &Clause) -> Vec<Term> {
        let roots: Vec<Term> = goal.given.iter().copied().chain([goal.then]).collect();
        let mentioned = pool.free_vars_of(&roots);
        let mut found = Vec::new();
        for &offset in self.offsets.iter().filter(|offset| mentioned.contains(offset)) {
            for &var in self.integers.iter().filter(|var| !self.offsets.contains(var)) {
                let (offset, var) = (pool.var(offset), pool.var(var));
                found.push(pool.add(offset, var));
            }
        }
        found
    }

    /// Bounds of skolem constants that are neither `k <= n` nor `k < n`, such as `k + 2 <= n` or `n <= k + 1`, with other integers
    /// as bounds.
    fn moved_bounds(&self, pool: &mut TermPool, own: &[Term], given: &[Term]) -> Vec<Term> {
        let mut moved = Vec::new();
        for &term in given {
            let Some(sum) = inequality(pool, term) else { continue };
            let mut ours = sum.clone();
            ours.terms.retain(|part, _| own.contains(part));
            let [factor] = ours.terms.values().collect::<Vec<_>>()[..] else { continue };
            let is_upper = factor.is_positive();
            let is_near = sum.terms.len() <= 2 && (sum.constant.is_zero() || sum.constant.is_one());
            if is_near || !factor.magnitude().is_one() {
                continue;
            }
            for &other in &self.integers {
                let other = pool.var(other);
                let other = Linear::of(pool, other);
                let sum = if is_upper { ours.clone().minus(&other) } else { ours.clone().plus(&other) };
                moved.push(not_positive(pool, &sum));
            }
        }
        moved
    }
}

/// The inequality with each of these sums added and taken away, which are nothing where it is used.
pub fn moved_by(pool: &mut TermPool, term: Term, nothing: &[Linear]) -> Vec<Term> {
    let Some(sum) = inequality(pool, term) else { return Vec::new() };
    let both = nothing.iter().flat_map(|by| [sum.clone().plus(by), sum.clone().minus(by)]);
    let both: Vec<Linear> = both.collect();
    both.iter().map(|sum| not_positive(pool, sum)).collect()
}

fn add_literals(pool: &mut TermPool, literals: &mut Vec<Term>, conditions: &[Term]) {
    for &condition in conditions {
        let condition = literal(pool, condition);
        if condition != Term::TRUE && condition != Term::FALSE && !literals.contains(&condition) {
            literals.push(condition);
        }
    }
}
