//! Canned answers for tests: the n-th query gets the n-th answer, and every call is recorded.

use std::collections::VecDeque;
use std::time::Duration;

use invar_logic::{Term, TermPool, Value};
use rustc_hash::FxHashMap;

use crate::prover::{Answer, Interpretation, Limit, Model, Prover};
use crate::statistics::Statistics;

/// What was called, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    Assert(Term),
    Push,
    Pop,
    Check(Vec<Term>),
}

#[derive(Default, Debug)]
pub struct Scripted {
    answers: VecDeque<Answer>,
    calls: Vec<Call>,
    statistics: Statistics,
}

impl Scripted {
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> Scripted {
        Scripted { answers: answers.into_iter().collect(), ..Scripted::default() }
    }

    pub fn calls(&self) -> &[Call] {
        &self.calls
    }
}

impl Prover for Scripted {
    fn assert(&mut self, _pool: &TermPool, formula: Term) {
        self.calls.push(Call::Assert(formula));
    }

    fn push(&mut self) {
        self.calls.push(Call::Push);
    }

    fn pop(&mut self) {
        self.calls.push(Call::Pop);
    }

    /// After the last canned answer everything is unknown.
    fn check(&mut self, _pool: &TermPool, assumptions: &[Term], _limit: &Limit) -> Answer {
        self.calls.push(Call::Check(assumptions.to_vec()));
        let answer = self.answers.pop_front().unwrap_or_else(|| Answer::failed("the script has no more answers"));
        self.statistics.record(&answer, Duration::ZERO, 0);
        answer
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// A model given as a table; terms not in it have no value.
#[derive(Clone, Default, Debug)]
pub struct Table(pub FxHashMap<Term, Value>);

impl Table {
    pub fn model(values: impl IntoIterator<Item = (Term, Value)>) -> Model {
        Model::new(Table(values.into_iter().collect()))
    }
}

impl Interpretation for Table {
    fn value(&self, _pool: &TermPool, term: Term) -> Option<Value> {
        self.0.get(&term).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prover::Core;

    #[test]
    fn answers_come_in_order_and_run_out_as_unknown() {
        let pool = TermPool::new();
        let model = Table::model([(Term::TRUE, Value::Bool(true))]);
        let mut prover = Scripted::new([Answer::Unsat(Core::default()), Answer::Sat(model)]);
        let limit = Limit::resources(1);
        assert!(prover.check(&pool, &[], &limit).is_unsat());
        let Answer::Sat(model) = prover.check(&pool, &[Term::TRUE], &limit) else { panic!("the script says sat") };
        assert_eq!(model.holds(&pool, Term::TRUE), Some(true));
        assert_eq!(model.holds(&pool, Term::FALSE), None);
        assert!(matches!(prover.check(&pool, &[], &limit), Answer::Unknown { .. }));
        assert_eq!(prover.calls()[1], Call::Check(vec![Term::TRUE]));
        assert_eq!(prover.statistics().queries, 3);
    }
}
