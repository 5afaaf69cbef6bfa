//! Large numbers of the text as symbols: where a loop runs a thousand times, no run gets past it in reasonable time, but what it
//! does is the same for three. Runs choose small numbers instead, in the same order, and every literal that candidates mention is
//! read with the number that the run chose.
//!
//! That is a guess like all others: candidates are proved of the program as it is.

use std::collections::BTreeMap;

use invar_gcl::random::Random;
use invar_logic::{Op, Sort, Term, TermPool, Value, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use crate::body::{Body, Step, StepKind};

/// Smaller numbers stay what they are.
const SMALLEST: i64 = 12;

/// Numbers of one text that become symbols.
const MOST: usize = 6;

/// How far a number may be from a symbol, or how many times as large, to be read by it.
const NEAR: i64 = 8;
const TIMES: i64 = 16;

/// What the smallest symbol is in a run, and how much more the next ones are.
const LEAST: std::ops::RangeInclusive<i64> = 2..=4;
const STEP: std::ops::RangeInclusive<i64> = 1..=2;

/// The large numbers that a text compares with or begins with, by their symbols.
#[derive(Clone, Default)]
pub struct Symbols {
    of: BTreeMap<i64, VarId>,
}

/// A number as `times · Π factors + more`.
pub struct Reading {
    pub factors: Vec<VarId>,
    pub times: i64,
    pub more: i64,
}

impl Symbols {
    pub fn new(pool: &mut TermPool, body: &Body) -> Symbols {
        let mut symbols = Symbols::default();
        for number in numbers(pool, body) {
            if symbols.of.len() < MOST && symbols.read(number).is_none() {
                let var = pool.fresh_var("large", Sort::INT);
                symbols.of.insert(number, var);
            }
        }
        symbols
    }

    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.of.values().copied()
    }

    /// The numbers that became symbols.
    pub fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.of.keys().copied()
    }

    /// The number by symbols, if it is near one, a multiple of one, or a product of some.
    pub fn read(&self, number: i64) -> Option<Reading> {
        let size = number.checked_abs()?;
        if size < SMALLEST {
            return None;
        }
        let near = self.of.iter().filter(|(base, _)| (size - **base).abs() <= NEAR);
        if let Some((base, &var)) = near.min_by_key(|(base, _)| (size - **base).abs()) {
            let sign = number.signum();
            return Some(Reading { factors: vec![var], times: sign, more: sign * (size - base) });
        }
        let mut found = None;
        for (&base, &var) in &self.of {
            for (&other, &by) in std::iter::once((&1, &var)).chain(&self.of) {
                let Some(product) = base.checked_mul(other) else { continue };
                if size % product == 0 && size / product <= TIMES {
                    let factors = if other == 1 { vec![var] } else { vec![var, by] };
                    let times = number.signum() * (size / product);
                    found.get_or_insert(Reading { factors, times, more: 0 });
                }
            }
        }
        found
    }

    /// The body with symbols instead of large numbers.
    pub fn body(&self, pool: &mut TermPool, body: &Body) -> Body {
        let mut symbolic = body.clone();
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for step in symbolic.blocks.values_mut().flat_map(|block| &mut block.steps) {
            step.kind = match step.kind {
                StepKind::Assign(var, term) => StepKind::Assign(var, self.term(pool, term, &mut done)),
                StepKind::Assume(term) => StepKind::Assume(self.term(pool, term, &mut done)),
                StepKind::Assert(check, term) => StepKind::Assert(check, self.term(pool, term, &mut done)),
                StepKind::Havoc(var) => StepKind::Havoc(var),
            };
        }
        symbolic
    }

    fn term(&self, pool: &mut TermPool, root: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        for term in pool.postorder(&[root]) {
            if done.contains_key(&term) {
                continue;
            }
            let args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
            let reading = match pool.op(term) {
                Op::Int(value) => i64::try_from(value).ok().and_then(|value| self.read(value)),
                _ => None,
            };
            let new = match reading {
                Some(reading) => reading.term(pool),
                None if args[..] == *pool.args(term) => term,
                None => pool.rebuild(term, &args),
            };
            done.insert(term, new);
        }
        done[&root]
    }

    /// What the symbols are in one run.
    pub fn chosen(&self, random: &mut Random) -> Vec<(VarId, Value)> {
        let mut last = random.between(*LEAST.start(), *LEAST.end()) - STEP.start();
        let mut chosen = Vec::new();
        for &var in self.of.values() {
            last += random.between(*STEP.start(), *STEP.end());
            chosen.push((var, Value::int(last)));
        }
        chosen
    }
}

impl Reading {
    fn term(&self, pool: &mut TermPool) -> Term {
        let mut product = pool.int(self.times);
        for &factor in &self.factors {
            let factor = pool.var(factor);
            product = pool.mul(product, factor);
        }
        let more = pool.int(self.more);
        pool.add(product, more)
    }
}

/// The large numbers that the text compares with, and those that it assigns, the smallest first. Limits of types are none.
fn numbers(pool: &TermPool, body: &Body) -> Vec<i64> {
    let steps = body.blocks.values().flat_map(|block| &block.steps);
    let mut roots: Vec<Term> = Vec::new();
    for step in steps.clone() {
        if let StepKind::Assign(_, term) = step.kind {
            roots.push(term);
        }
    }
    let terms: Vec<Term> = steps.filter_map(Step::term).collect();
    for part in pool.postorder(&terms) {
        if matches!(pool.op(part), Op::Le | Op::Lt | Op::Eq) {
            roots.extend(pool.args(part));
        }
    }
    let literal = |root: &Term| match pool.op(*root) {
        Op::Int(value) => i64::try_from(value).ok(),
        _ => None,
    };
    let mut found: Vec<i64> = roots.iter().filter_map(literal).filter_map(i64::checked_abs).collect();
    found.retain(|&number| number >= SMALLEST && !is_limit(number));
    found.sort_unstable();
    found.dedup();
    found
}

/// Is it the largest or smallest number of a type, or one beside it?
fn is_limit(number: i64) -> bool {
    let number = BigInt::from(number);
    [31, 32, 63].iter().any(|&bits: &u32| {
        let power = BigInt::one() << bits;
        (power - &number).abs() <= BigInt::one()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(pool: &mut TermPool, numbers: &[i64]) -> Symbols {
        Symbols { of: numbers.iter().map(|&number| (number, pool.fresh_var("large", Sort::INT))).collect() }
    }

    #[test]
    fn numbers_are_read_by_the_nearest_symbol() {
        let mut pool = TermPool::new();
        let known = symbols(&mut pool, &[50, 60, 1000]);
        let [first, second, _] = known.vars().collect::<Vec<_>>()[..] else { panic!("three symbols") };
        let read = |number: i64| known.read(number).map(|found| (found.factors, found.times, found.more));
        assert_eq!(read(49), Some((vec![first], 1, -1)));
        assert_eq!(read(-61), Some((vec![second], -1, -1)));
        assert_eq!(read(200), Some((vec![first], 4, 0)));
        assert_eq!(read(3000), Some((vec![first, second], 1, 0)));
        assert_eq!(read(5), None);
        assert_eq!(read(100_007), None);
    }

    #[test]
    fn runs_choose_small_numbers_in_order() {
        let mut pool = TermPool::new();
        let known = symbols(&mut pool, &[50, 60, 1000]);
        for seed in 0..20 {
            let chosen = known.chosen(&mut Random::new(seed));
            let values: Vec<BigInt> = chosen.iter().filter_map(|(_, value)| Some(value.as_int()?.to_big())).collect();
            assert!(values.len() == 3 && values.is_sorted() && values[2] <= BigInt::from(12));
        }
    }
}
