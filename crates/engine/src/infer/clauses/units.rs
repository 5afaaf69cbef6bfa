//! Single facts about the integers of a loop.

use std::collections::BTreeSet;

use invar_logic::{Op, Term, TermPool, VarId};

use super::clause::{Clause, Skolems};
use super::indices::reindexed;
use super::scope::Scope;
use crate::linear::Linear;
use crate::literals::{literal, not_positive};
use crate::witnesses::{Why, Witness};

/// What variables move by, at most.
const LARGEST_STRIDE: i64 = 8;

/// Single facts about the integers that hold in all states: orders, differences of one, sums, remainders.
pub fn units(pool: &mut TermPool, skolems: &Skolems, scope: &mut Scope) -> Vec<Clause> {
    let mut units = Units { pool, skolems, scope, found: Vec::new() };
    units.pairs();
    units.triples();
    units.lengths();
    units.remainders();
    units.found
}

struct Units<'a> {
    pool: &'a mut TermPool,
    skolems: &'a Skolems,
    scope: &'a mut Scope,
    found: Vec<Clause>,
}

impl Units<'_> {
    /// Adds what holds in all states. Does it?
    fn add(&mut self, term: Term) -> bool {
        let term = literal(self.pool, term);
        let points = self.scope.points(self.skolems, 0);
        let Some(holds) = points.bits(self.pool, term) else { return false };
        if term == Term::TRUE || !points.all.is_inside(&holds) {
            return false;
        }
        self.found.push(Clause { skolems: 0, given: Vec::new(), then: term });
        true
    }

    fn add_zero(&mut self, sum: &Linear) -> bool {
        let term = sum.is_zero_term(self.pool);
        self.add(term)
    }

    fn add_not_positive(&mut self, sum: &Linear) -> bool {
        let term = not_positive(self.pool, sum);
        self.add(term)
    }

    fn is_target(&self, var: VarId) -> bool {
        self.scope.targets.contains(&var)
    }

    fn linear(&mut self, var: VarId) -> Linear {
        let var = self.pool.var(var);
        Linear::of(self.pool, var)
    }

    /// `a == b`, `a <= b`, `a < b` and `a + 1 == b`, for integers and numbers.
    fn pairs(&mut self) {
        let integers = self.scope.integers.clone();
        let large: Vec<i64> = self.scope.symbols.numbers().collect();
        for (number, &a) in integers.iter().enumerate() {
            let first = self.linear(a);
            let others = integers[number + 1..].iter().filter(|&&b| self.is_target(a) || self.is_target(b));
            let others: Vec<VarId> = others.copied().collect();
            let mut seconds: Vec<Linear> = others.into_iter().map(|b| self.linear(b)).collect();
            let numbers = std::iter::once(0).chain(large.iter().copied()).chain(self.scope.limits(a));
            let numbers: BTreeSet<i64> = numbers.filter(|_| self.is_target(a)).collect();
            seconds.extend(numbers.into_iter().map(|number| Linear { constant: number.into(), ..Linear::default() }));
            for second in seconds {
                self.pair(&first, &second);
            }
        }
    }

    fn pair(&mut self, first: &Linear, second: &Linear) {
        let difference = first.clone().minus(second);
        if self.add_zero(&difference) {
            return;
        }
        for one in [difference, second.clone().minus(first)] {
            let mut strict = one.clone();
            strict.constant += 1;
            if !self.add_not_positive(&strict) {
                self.add_not_positive(&one);
            }
            self.add_zero(&strict);
        }
    }

    /// `a == b + c`, and one more or less.
    fn triples(&mut self) {
        let integers = self.scope.integers.clone();
        for (number, &a) in integers.iter().enumerate() {
            for (next, &b) in integers.iter().enumerate().skip(number + 1) {
                for &c in &integers[next + 1..] {
                    if [a, b, c].into_iter().filter(|&var| self.is_target(var)).count() < 2 {
                        continue;
                    }
                    let [a, b, c] = [a, b, c].map(|var| self.linear(var));
                    for (x, y, z) in [(&a, &b, &c), (&b, &a, &c), (&c, &a, &b)] {
                        for by in [-1, 0, 1] {
                            let mut sum = x.clone().minus(y).minus(z);
                            sum.constant += by;
                            self.add_zero(&sum);
                        }
                    }
                }
            }
        }
    }

    /// A pointer that walks stays within so many elements of another: `p <= q + n`.
    fn lengths(&mut self) {
        let (offsets, integers) = (self.scope.offsets.clone(), self.scope.integers.clone());
        let moving: Vec<VarId> = offsets.iter().copied().filter(|&offset| self.is_target(offset)).collect();
        for moving in moving {
            for &from in offsets.iter().filter(|&&offset| offset != moving) {
                for &length in integers.iter().filter(|length| !offsets.contains(length)) {
                    let [moving, from, length] = [moving, from, length].map(|var| self.linear(var));
                    self.add_not_positive(&moving.minus(&from).minus(&length));
                }
            }
        }
    }

    /// `a % c == r` for a variable that has several values, all of them with this remainder.
    fn remainders(&mut self) {
        for var in self.scope.targets.clone() {
            let Some(values) = self.scope.integers.contains(&var).then(|| self.scope.values(var)).flatten() else {
                continue;
            };
            let Some(first) = values.first().copied().filter(|_| values.len() > 2) else { continue };
            let has = |by: &i64| values.iter().all(|value| (value - first) % by == 0);
            if let Some(by) = (2..=LARGEST_STRIDE).find(has) {
                let (own, rest, by) = (self.pool.var(var), self.pool.int(first.rem_euclid(by)), self.pool.int(by));
                let remainder = self.pool.mk(Op::Mod, &[own, by]);
                let equal = self.pool.eq(remainder, rest);
                self.add(equal);
            }
        }
    }
}

/// What the text says of a variable and the elements at its witness, in the task's own names.
pub fn remembered(pool: &mut TermPool, witness: &Witness) -> (Vec<Term>, Term) {
    let (place, own) = (pool.var(witness.var), pool.var(witness.of));
    match witness.why {
        Why::Element(map) => {
            let element = pool.select(map, &[place]);
            (Vec::new(), pool.eq(own, element))
        }
        Why::Condition { value, condition, index } => {
            let is_set = pool.eq(own, value);
            (vec![is_set], reindexed(pool, condition, index, place))
        }
    }
}

#[cfg(test)]
mod tests {
    use invar_logic::{Sort, Value};

    use super::*;
    use crate::infer::visited::states::State;

    /// `for (i = 0; i < n; i++)`, seen with lengths from 1 to 4.
    #[test]
    fn single_facts_hold_in_all_states() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, 2);
        let [i, n] = ["i", "n"].map(|name| pool.new_var(name, Sort::INT));
        let lengths = (1..5).flat_map(|length| (0..=length).map(move |done| [(i, done), (n, length)]));
        let states = lengths
            .map(|values| State { values: values.into_iter().map(|(var, value)| (var, Value::int(value))).collect() });
        let mut scope = Scope::new(states.collect(), vec![i, n], Vec::new(), Vec::new());
        scope.targets = vec![i];
        let found: Vec<Term> = units(&mut pool, &skolems, &mut scope).into_iter().map(|clause| clause.then).collect();
        let (i, n, zero) = (pool.var(i), pool.var(n), pool.int(0));
        let (at_most, at_least) = (pool.le(i, n), pool.le(zero, i));
        assert_eq!(found, [at_most, at_least]);
    }
}
