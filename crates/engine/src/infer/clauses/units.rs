//! Single facts about the integers of a loop.

use invar_logic::{Term, TermPool, VarId};

use super::clause::{Clause, Skolems};
use super::covers::Scope;
use super::indices::reindexed;
use crate::linear::Linear;
use crate::literals::{literal, not_positive};
use crate::witnesses::{Why, Witness};

/// Single facts about the integers that hold in all states: orders, differences of one, sums.
pub fn units(pool: &mut TermPool, skolems: &Skolems, scope: &mut Scope) -> Vec<Clause> {
    let mut found = Vec::new();
    let integers = scope.integers.clone();
    let large: Vec<i64> = scope.symbols.numbers().collect();
    let targets = scope.targets.clone();
    let is_target = |var: &VarId| targets.contains(var);
    let mut add = |pool: &mut TermPool, scope: &mut Scope, sum: Linear, equal: bool| -> bool {
        let term = if equal { sum.is_zero_term(pool) } else { not_positive(pool, &sum) };
        let term = literal(pool, term);
        let Some(holds) = scope.points(skolems, 0).bits(pool, term) else { return false };
        let all = scope.points(skolems, 0).all.clone();
        if term == Term::TRUE || !all.is_inside(&holds) {
            return false;
        }
        found.push(Clause { skolems: 0, given: Vec::new(), then: term });
        true
    };
    for (number, &a) in integers.iter().enumerate() {
        let first = pool.var(a);
        let first = Linear::of(pool, first);
        let others = integers[number + 1..].iter().filter(|b| is_target(&a) || is_target(b));
        let mut seconds: Vec<Term> = others.map(|&b| pool.var(b)).collect();
        let numbers = std::iter::once(0).chain(large.iter().copied()).filter(|_| is_target(&a));
        seconds.extend(numbers.map(|number| pool.int(number)));
        for second in seconds {
            let second = Linear::of(pool, second);
            let difference = first.clone().minus(&second);
            if add(pool, scope, difference.clone(), true) {
                continue;
            }
            let opposite = second.clone().minus(&first);
            for one in [difference, opposite] {
                let mut strict = one.clone();
                strict.constant += 1;
                if !add(pool, scope, strict.clone(), false) {
                    add(pool, scope, one, false);
                }
                add(pool, scope, strict, true);
            }
        }
    }
    for (number, &a) in integers.iter().enumerate() {
        for (next, &b) in integers.iter().enumerate().skip(number + 1) {
            for &c in &integers[next + 1..] {
                if [a, b, c].iter().filter(|var| is_target(var)).count() < 2 {
                    continue;
                }
                let [a, b, c] = [a, b, c].map(|var| {
                    let var = pool.var(var);
                    Linear::of(pool, var)
                });
                for (x, y, z) in [(&a, &b, &c), (&b, &a, &c), (&c, &a, &b)] {
                    for by in [-1, 0, 1] {
                        let mut sum = x.clone().minus(y).minus(z);
                        sum.constant += by;
                        add(pool, scope, sum, true);
                    }
                }
            }
        }
    }
    found
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
    use crate::infer::clauses::states::State;

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
