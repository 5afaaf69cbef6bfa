//! The evaluator: the value of a term in a concrete state. In: a term and an `Environment`; out: its value, or why it has
//! none. The interpreter, model checking of prover answers and many tests stand on it, so it never guesses.
//!
//! Evaluation is three-valued: an argument without a value is no error when the others decide the result (`false ∧ e`,
//! `ite(true, v, e)`). Quantifiers are evaluated when their own bounds make them finite (`range`); all others are
//! *undecided*. Nothing here recurses over terms of unbounded depth: `machine` keeps its own stack.
//!
//! Reading order: `ops` (strict operations on values), `range` (bounds of quantified variables), `machine`.

mod ops;
mod range;
mod machine;

use std::collections::BTreeMap;

use crate::term::{FuncId, Op, Term, TermPool, VarId};
use crate::value::Value;

/// Values are cloned and dropped recursively; deeper ones are not built.
const MAX_VALUE_DEPTH: u32 = 1_000;

/// The state in which a term is evaluated.
pub trait Environment {
    fn var(&self, var: VarId) -> Option<Value>;

    /// The same without a copy, where the environment holds the value.
    fn var_ref(&self, _var: VarId) -> Option<&Value> {
        None
    }

    /// The value of a function without definition.
    fn apply(&self, _function: FuncId, _args: &[Value]) -> Option<Value> {
        None
    }
}

impl Environment for BTreeMap<VarId, Value> {
    fn var(&self, var: VarId) -> Option<Value> {
        self.get(&var).cloned()
    }
}

/// Why a term has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    Unbound(VarId),
    Uninterpreted(FuncId),
    DivisionByZero,
    /// A field of a value that another constructor built.
    WrongConstructor,
    /// The quantifier, with the values of those of its free variables that are bound outside the environment.
    UndecidedQuantifier(Term, Vec<(VarId, Value)>),
    UndecidedEquality,
    /// A map is read where nothing is known about it.
    UnknownEntry,
    /// The environment gave a value of another sort than the term's.
    WrongSort(Term),
    OutOfSteps,
}

impl EvalError {
    /// For a person; names come from the pool.
    pub fn describe(&self, pool: &TermPool) -> String {
        match self {
            EvalError::Unbound(var) => format!("the value of `{}` is not known", pool.var_name(*var)),
            EvalError::Uninterpreted(function) => {
                format!("the function `{}` has no definition", pool.name(pool.function(*function).name))
            }
            EvalError::DivisionByZero => "a division by zero has no value".into(),
            EvalError::WrongConstructor => "a field is read from a value that does not have it".into(),
            EvalError::UndecidedQuantifier(..) => "a quantifier ranges over infinitely many values".into(),
            EvalError::UndecidedEquality => "two maps cannot be compared".into(),
            EvalError::UnknownEntry => "a map is read where its value is not known".into(),
            EvalError::WrongSort(_) => "a value does not have the type of its variable".into(),
            EvalError::OutOfSteps => "evaluating takes too many steps".into(),
        }
    }
}

/// The value of the term. `steps` is counted down; at zero the answer is `OutOfSteps`.
pub fn eval(pool: &TermPool, term: Term, env: &dyn Environment, steps: &mut u64) -> Result<Value, EvalError> {
    machine::run(pool, term, env, steps)
}

/// The value of `term` where it is about to replace that of `var`, which is taken out of the state by `take`: stores into
/// the variable's own map then happen in place. All that the term reads is read first.
pub fn eval_update<E: Environment>(
    pool: &TermPool,
    var: VarId,
    term: Term,
    env: &mut E,
    take: impl FnOnce(&mut E) -> Option<Value>,
    steps: &mut u64,
) -> Result<Value, EvalError> {
    if let Some((path, value)) = nested_store(pool, var, term) {
        let index: Result<Vec<Value>, EvalError> = path.iter().map(|&at| eval(pool, at, env, steps)).collect();
        let (index, value) = (index?, eval(pool, value, env, steps)?);
        if index.iter().all(|at| matches!(at, Value::Int(_))) && !value.is_deeper_than(MAX_VALUE_DEPTH - 2) {
            let mut map = take(env).ok_or(EvalError::Unbound(var))?;
            return match ops::update_path(&mut map, &index, value) {
                Ok(()) => Ok(map),
                Err(value) => ops::update_slowly(pool, term, map, &index, value, steps),
            };
        }
    }
    let mut stores = Vec::new();
    let mut base = term;
    while *pool.op(base) == Op::Store {
        let args = pool.args(base);
        let parts: Result<Vec<Value>, EvalError> = args[1..].iter().map(|&arg| eval(pool, arg, env, steps)).collect();
        stores.push((base, parts?));
        base = args[0];
    }
    let mut map = match pool.op(base) {
        Op::Var(own) if *own == var && !stores.is_empty() => take(env).ok_or(EvalError::Unbound(var))?,
        _ => eval(pool, base, env, steps)?,
    };
    for (store, mut index) in stores.into_iter().rev() {
        let Some(value) = index.pop() else { return Err(EvalError::WrongSort(store)) };
        map = ops::updated(pool, store, map, index, value)?;
    }
    Ok(map)
}

/// `m[i := m[i][j := v]]`, to any depth of at least two: the indices and the value.
fn nested_store(pool: &TermPool, var: VarId, term: Term) -> Option<(Vec<Term>, Term)> {
    let mut path = Vec::new();
    let mut base = pool.find_var(var)?;
    let mut at = term;
    while let (Op::Store, [map, index, inner]) = (pool.op(at), pool.args(at)) {
        if *map != base {
            break;
        }
        path.push(*index);
        let (Op::Store, [row, ..]) = (pool.op(*inner), pool.args(*inner)) else {
            return (path.len() > 1).then_some((path, *inner));
        };
        if *pool.op(*row) != Op::Select || pool.args(*row) != [base, *index] {
            return (path.len() > 1).then_some((path, *inner));
        }
        base = *row;
        at = *inner;
    }
    None
}

/// The truth of a formula.
pub fn eval_bool(pool: &TermPool, term: Term, env: &dyn Environment, steps: &mut u64) -> Result<bool, EvalError> {
    eval(pool, term, env, steps)?.as_bool().ok_or(EvalError::WrongSort(term))
}
