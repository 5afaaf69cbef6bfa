//! How far a state is from making formulas true, as a number: the branch distance of search-based testing (Korel 1990). Zero
//! exactly if they are true.

use invar_logic::{Environment, Op, Sort, Term, TermPool, Value, eval};

/// What a truth value is away from the other one.
const TRUTH: u128 = 1 << 20;

/// Nodes of formulas that are looked at.
const FUEL: u32 = 200;

/// Steps of the evaluator for one side of a comparison.
const EVALUATION: u64 = 2_000;

/// From all of the formulas having that truth.
pub fn distance(pool: &TermPool, terms: &[Term], truth: bool, state: &dyn Environment) -> u128 {
    let mut measure = Measure { pool, state, fuel: FUEL };
    terms.iter().map(|&term| measure.of(term, truth)).fold(0, u128::saturating_add)
}

struct Measure<'a> {
    pool: &'a TermPool,
    state: &'a dyn Environment,
    fuel: u32,
}

impl Measure<'_> {
    fn of(&mut self, term: Term, truth: bool) -> u128 {
        let Some(fuel) = self.fuel.checked_sub(1) else { return TRUTH };
        self.fuel = fuel;
        let args = self.pool.args(term);
        match (self.pool.op(term), truth) {
            (Op::Not, _) => self.of(args[0], !truth),
            (Op::And, true) | (Op::Or, false) => self.sum(args, truth),
            (Op::And, false) | (Op::Or, true) => self.least(args, truth),
            (Op::Implies, true) => self.of(args[0], false).min(self.of(args[1], true)),
            (Op::Implies, false) => self.of(args[0], true).saturating_add(self.of(args[1], false)),
            (Op::Le, true) => self.above(args[0], args[1], 0),
            (Op::Le, false) => self.above(args[1], args[0], 1),
            (Op::Lt, true) => self.above(args[0], args[1], 1),
            (Op::Lt, false) => self.above(args[1], args[0], 0),
            (Op::Eq, true) if self.pool.sort_of(args[0]) == Sort::INT => {
                self.above(args[0], args[1], 0).saturating_add(self.above(args[1], args[0], 0))
            }
            _ => match self.value(term) {
                Some(Value::Bool(found)) if found == truth => 0,
                _ => TRUTH,
            },
        }
    }

    fn sum(&mut self, terms: &[Term], truth: bool) -> u128 {
        terms.iter().fold(0, |sum: u128, &term| sum.saturating_add(self.of(term, truth)))
    }

    fn least(&mut self, terms: &[Term], truth: bool) -> u128 {
        terms.iter().map(|&term| self.of(term, truth)).min().unwrap_or(TRUTH)
    }

    /// How much a + by is above b.
    fn above(&mut self, a: Term, b: Term, by: i128) -> u128 {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) => u128::try_from(a.saturating_add(by).saturating_sub(b)).unwrap_or(0),
            (_, _) => TRUTH,
        }
    }

    fn number(&self, term: Term) -> Option<i128> {
        match self.value(term)? {
            Value::Int(number) => match number.to_i64() {
                Some(small) => Some(i128::from(small)),
                None => i128::try_from(number.to_big()).ok(),
            },
            _ => None,
        }
    }

    fn value(&self, term: Term) -> Option<Value> {
        eval(self.pool, term, self.state, &mut { EVALUATION }).ok()
    }
}
