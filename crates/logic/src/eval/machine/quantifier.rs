//! Quantifiers: variables are bound one after the other, each over a finite domain of its own.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use rustc_hash::FxHashMap;

use super::{Flow, Machine, Outcome, Scope, State, Task};
use crate::eval::EvalError;
use crate::eval::range::{self, Interval, Range};
use crate::sort::Sort;
use crate::term::{Binder, Op, Term, VarId};
use crate::value::Value;

/// The variables of a quantifier bound so far, one scope each, innermost last.
pub(super) struct Enumeration {
    levels: Vec<Level>,
    error: Option<EvalError>,
    /// Does the body run in the top scope?
    running: bool,
}

pub(super) struct Level {
    var: VarId,
    values: Values,
}

enum Values {
    Listed(std::vec::IntoIter<Value>),
    Integers { next: BigInt, last: BigInt },
}

impl Iterator for Values {
    type Item = Value;
    fn next(&mut self) -> Option<Value> {
        match self {
            Values::Listed(values) => values.next(),
            Values::Integers { next, last } if *next <= *last => {
                let value = next.clone();
                *next += BigInt::one();
                Some(Value::int(value))
            }
            Values::Integers { .. } => None,
        }
    }
}

enum NextLevel {
    Need(Term),
    Open(VarId, Values),
    /// All variables that occur are bound.
    Body,
    Undecided,
}

impl Machine<'_> {
    /// Binds one variable after the other, each over its own finite domain; forall looks for false, exists for true.
    pub(super) fn quantifier(&mut self, task: &mut Task, binder: &Binder, forall: bool) -> Flow {
        let body = self.pool.args(task.term)[0];
        if let State::Args(_) = task.state {
            task.state = State::Quantifier(Enumeration { levels: Vec::new(), error: None, running: false });
        }
        let State::Quantifier(all) = &mut task.state else { return Flow::Done(Err(EvalError::WrongSort(task.term))) };
        loop {
            if all.running {
                match self.body_outcome(body) {
                    Ok(Value::Bool(value)) if value != forall => {
                        self.scopes.truncate(self.scopes.len() - all.levels.len());
                        return Flow::Done(Ok(Value::Bool(!forall)));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        all.error.get_or_insert(error);
                    }
                }
                all.running = false;
                if !self.next_value(&mut all.levels) {
                    break;
                }
            }
            let scope = if all.levels.is_empty() { task.scope } else { self.scopes.len() - 1 };
            match self.next_level(task.term, binder, forall, scope, &all.levels) {
                NextLevel::Need(term) => return Flow::Need(term, scope),
                NextLevel::Body if all.levels.is_empty() => {
                    // No variable occurs in the body, and sorts are not empty.
                    return match self.scopes[scope].memo.get(&body) {
                        None => Flow::Need(body, scope),
                        Some(outcome) => Flow::Done(outcome.clone()),
                    };
                }
                NextLevel::Body => {
                    all.running = true;
                    if !self.scopes[scope].memo.contains_key(&body) {
                        return Flow::Need(body, scope);
                    }
                }
                NextLevel::Open(var, values) => {
                    self.scopes.push(Scope { bindings: Vec::new(), parent: Some(scope), memo: FxHashMap::default() });
                    all.levels.push(Level { var, values });
                    if !self.next_value(&mut all.levels) {
                        break;
                    }
                }
                NextLevel::Undecided => {
                    let bindings = self.outer_bindings(task.scope, task.term);
                    all.error.get_or_insert(EvalError::UndecidedQuantifier(task.term, bindings));
                    if all.levels.is_empty() || !self.next_value(&mut all.levels) {
                        break;
                    }
                }
            }
        }
        Flow::Done(all.error.take().map_or(Ok(Value::Bool(forall)), Err))
    }

    fn body_outcome(&mut self, body: Term) -> Outcome {
        let top = self.scopes.last_mut();
        top.and_then(|scope| scope.memo.remove(&body)).unwrap_or(Err(EvalError::OutOfSteps))
    }

    /// Moves the innermost level that has another value to it, closing the exhausted ones inside it.
    fn next_value(&mut self, levels: &mut Vec<Level>) -> bool {
        while let Some(level) = levels.last_mut() {
            if let Some(value) = level.values.next() {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.bindings = vec![(level.var, value)];
                    scope.memo.clear();
                }
                return true;
            }
            levels.pop();
            self.scopes.pop();
        }
        false
    }

    /// The next variable whose domain is finite, given those bound already.
    fn next_level(&self, term: Term, binder: &Binder, forall: bool, scope: usize, levels: &[Level]) -> NextLevel {
        let body = self.pool.args(term)[0];
        let free = self.pool.free_vars(body);
        let unbound: Vec<VarId> = binder
            .vars
            .iter()
            .copied()
            .filter(|var| free.contains(var) && !levels.iter().any(|level| level.var == *var))
            .collect();
        if unbound.is_empty() {
            return NextLevel::Body;
        }
        for &var in &unbound {
            let limit = usize::try_from(*self.steps).unwrap_or(usize::MAX);
            if let Some(values) = range::values(self.pool, self.pool.variable(var).sort, limit) {
                return NextLevel::Open(var, Values::Listed(values.into_iter()));
            }
        }
        let integers: Vec<VarId> =
            unbound.iter().copied().filter(|&var| self.pool.variable(var).sort == Sort::INT).collect();
        let support = |&var: &VarId| range::support(self.pool, body, !forall, var, &unbound);
        let ranges: Vec<Range> = integers.iter().map(support).collect();
        self.next_integer(&integers, &ranges, scope)
    }

    /// Variables may bound each other (`0 <= i && i < j && j < n`), so intervals are narrowed in rounds.
    fn next_integer(&self, vars: &[VarId], ranges: &[Range], scope: usize) -> NextLevel {
        let memo = &self.scopes[scope].memo;
        let unbound = |term: Term| match self.pool.op(term) {
            Op::Var(var) => vars.iter().position(|other| other == var),
            _ => None,
        };
        let missing = |&term: &Term| unbound(term).is_none() && !memo.contains_key(&term);
        if let Some(term) = ranges.iter().flat_map(Range::terms).find(missing) {
            return NextLevel::Need(term);
        }
        let mut intervals = vec![Interval::ALL; vars.len()];
        for _ in 0..=vars.len() {
            for (position, range) in ranges.iter().enumerate() {
                let value = |term: Term| match (unbound(term), memo.get(&term)) {
                    (Some(other), _) => intervals[other].clone(),
                    (None, Some(Ok(Value::Int(value)))) => Interval::point(value.to_big()),
                    (None, _) => Interval::ALL,
                };
                let narrowed = range.interval(&value).and_then(|found| found.meet(intervals[position].clone()));
                match narrowed {
                    Some(narrowed) => intervals[position] = narrowed,
                    None => return NextLevel::Open(vars[position], Values::Listed(Vec::new().into_iter())),
                }
            }
        }
        for (&var, interval) in vars.iter().zip(intervals) {
            if let Interval { low: Some(next), high: Some(last) } = interval
                && (&last - &next).to_u64().is_some_and(|size| size < *self.steps)
            {
                return NextLevel::Open(var, Values::Integers { next, last });
            }
        }
        NextLevel::Undecided
    }

    /// The values of the term's free variables that are bound by scopes around it.
    fn outer_bindings(&self, scope: usize, term: Term) -> Vec<(VarId, Value)> {
        let bound = |var: VarId| {
            let mut scope = Some(scope);
            while let Some(at) = scope {
                if let Some((_, value)) = self.scopes[at].bindings.iter().find(|(bound, _)| *bound == var) {
                    return Some((var, value.clone()));
                }
                scope = self.scopes[at].parent;
            }
            None
        };
        self.pool.free_vars(term).into_iter().filter_map(bound).collect()
    }
}
