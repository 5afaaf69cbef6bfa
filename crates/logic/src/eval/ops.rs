//! Strict operations: the value of `op(args)` when all arguments have values.

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{EvalError, MAX_VALUE_DEPTH};
use crate::float::Computed;
use crate::sort::{DatatypeId, Sort, SortKind};
use crate::term::{BvOp, Op, Term, TermPool};
use crate::value::{Lookup, MapDefault, MapValue, Value};

/// What `select` needs next.
pub(super) enum Selected<'a> {
    Value(Value),
    /// The index falls on the map's lambda, which the machine must run.
    Closure(&'a MapValue),
}

/// The value of the node `term` on `args`. Lazy heads, binders, applications and selects are the machine's.
pub(super) fn apply(pool: &TermPool, term: Term, args: &[Value]) -> Result<Value, EvalError> {
    let wrong = || EvalError::WrongSort(term);
    match pool.op(term) {
        Op::True => Ok(Value::Bool(true)),
        Op::False => Ok(Value::Bool(false)),
        Op::Int(value) => Ok(Value::Int(value.into())),
        Op::Real(value) => Ok(Value::Real(value.clone())),
        Op::BitVec { value, width } => Ok(Value::BitVec { value: value.clone(), width: *width }),
        Op::Not => Ok(Value::Bool(!args[0].as_bool().ok_or_else(wrong)?)),
        Op::Eq => {
            let sort = pool.sort_of(pool.args(term)[0]);
            args[0].equal(&args[1], pool, sort).map(Value::Bool).ok_or(EvalError::UndecidedEquality)
        }
        Op::Distinct => distinct(pool, pool.sort_of(pool.args(term)[0]), args),
        Op::Add | Op::Mul | Op::Neg | Op::Le | Op::Lt => arithmetic(pool.op(term), args).ok_or_else(wrong),
        Op::Div | Op::Mod | Op::RealDiv => division(pool.op(term), args).unwrap_or_else(|| Err(wrong())),
        Op::ToReal => match &args[0] {
            Value::Int(value) => Ok(Value::Real(BigRational::from_integer(value.to_big()))),
            Value::Real(value) => Ok(Value::Real(value.clone())),
            _ => Err(wrong()),
        },
        Op::ToInt => match &args[0] {
            Value::Real(value) => Ok(Value::int(value.floor().to_integer())),
            _ => Err(wrong()),
        },
        Op::Bv(op) => bit_vector(*op, args).ok_or_else(wrong),
        Op::Store => store(pool, term, args),
        Op::Construct { datatype, constructor } => construct(*datatype, *constructor, args),
        Op::Project { datatype, constructor, field } => match &args[0] {
            Value::Data { datatype: d, constructor: c, fields } if d == datatype => match c == constructor {
                true => fields.get(*field as usize).cloned().ok_or_else(wrong),
                false => Err(EvalError::WrongConstructor),
            },
            _ => Err(wrong()),
        },
        Op::Is { datatype, constructor } => match &args[0] {
            Value::Data { datatype: d, constructor: c, .. } if d == datatype => Ok(Value::Bool(c == constructor)),
            _ => Err(wrong()),
        },
        Op::Var(_) | Op::App(_) | Op::And | Op::Or | Op::Implies | Op::Ite | Op::Select => Err(wrong()),
        Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => Err(wrong()),
    }
}

fn construct(datatype: DatatypeId, constructor: u32, args: &[Value]) -> Result<Value, EvalError> {
    let value = Value::Data { datatype, constructor, fields: args.to_vec() };
    if value.is_deeper_than(MAX_VALUE_DEPTH) { Err(EvalError::OutOfSteps) } else { Ok(value) }
}

fn distinct(pool: &TermPool, sort: Sort, args: &[Value]) -> Result<Value, EvalError> {
    let mut undecided = false;
    for (position, a) in args.iter().enumerate() {
        for b in &args[position + 1..] {
            match a.equal(b, pool, sort) {
                Some(true) => return Ok(Value::Bool(false)),
                Some(false) => {}
                None => undecided = true,
            }
        }
    }
    if undecided { Err(EvalError::UndecidedEquality) } else { Ok(Value::Bool(true)) }
}

fn arithmetic(op: &Op, args: &[Value]) -> Option<Value> {
    if let Value::Real(_) = args.first()? {
        let numbers: Option<Vec<&BigRational>> = args
            .iter()
            .map(|arg| match arg {
                Value::Real(value) => Some(value),
                _ => None,
            })
            .collect();
        let numbers = numbers?;
        return match op {
            Op::Add => Some(Value::Real(numbers.into_iter().sum())),
            Op::Mul => Some(Value::Real(numbers.into_iter().product())),
            Op::Neg => Some(Value::Real(-numbers[0])),
            Op::Le => Some(Value::Bool(numbers[0] <= numbers[1])),
            Op::Lt => Some(Value::Bool(numbers[0] < numbers[1])),
            _ => None,
        };
    }
    let first = args[0].as_int()?;
    match op {
        Op::Neg => Some(Value::Int(-first)),
        Op::Le => Some(Value::Bool(first <= args[1].as_int()?)),
        Op::Lt => Some(Value::Bool(first < args[1].as_int()?)),
        Op::Add | Op::Mul => {
            let mut result = first.clone();
            for arg in &args[1..] {
                let next = arg.as_int()?;
                result = if *op == Op::Add { &result + next } else { &result * next };
            }
            Some(Value::Int(result))
        }
        _ => None,
    }
}

/// `a = b * div(a, b) + mod(a, b)` with `0 <= mod(a, b) < |b|`, as in SMT-LIB. The outer `None`: wrong sorts.
fn division(op: &Op, args: &[Value]) -> Option<Result<Value, EvalError>> {
    match (op, args) {
        (Op::RealDiv, [Value::Real(a), Value::Real(b)]) => Some(match b.is_zero() {
            true => Err(EvalError::DivisionByZero),
            false => Ok(Value::Real(a / b)),
        }),
        (Op::Div | Op::Mod, [Value::Int(a), Value::Int(b)]) => {
            let parts = a.div_mod(b).ok_or(EvalError::DivisionByZero);
            let part = |(quotient, remainder)| Value::Int(if *op == Op::Mod { remainder } else { quotient });
            Some(parts.map(part))
        }
        _ => None,
    }
}

fn map_parts(pool: &TermPool, map: Term) -> Option<&[Sort]> {
    match pool.sort_kind(pool.sort_of(map)) {
        SortKind::Map { domain, .. } => Some(domain),
        _ => None,
    }
}

pub(super) fn select<'a>(pool: &TermPool, term: Term, args: &'a [Value]) -> Result<Selected<'a>, EvalError> {
    match args.first() {
        Some(Value::Map(map)) => select_in(pool, term, map, &args[1..]),
        Some(_) | None => Err(EvalError::WrongSort(term)),
    }
}

/// The same with the map and the index at hand.
pub(super) fn select_in<'a>(
    pool: &TermPool,
    term: Term,
    map: &'a MapValue,
    index: &[Value],
) -> Result<Selected<'a>, EvalError> {
    let domain = map_parts(pool, pool.args(term)[0]).ok_or(EvalError::WrongSort(term))?;
    match map.lookup(pool, domain, index) {
        Lookup::Found(value) => Ok(Selected::Value(value.clone())),
        Lookup::Undecided => Err(EvalError::UndecidedEquality),
        Lookup::Default => match &map.default {
            MapDefault::Closure { .. } => Ok(Selected::Closure(map)),
            MapDefault::Value(_) | MapDefault::Missing => Err(EvalError::UnknownEntry),
        },
    }
}

fn store(pool: &TermPool, term: Term, args: &[Value]) -> Result<Value, EvalError> {
    let (index, value) = (args[1..args.len() - 1].to_vec(), args[args.len() - 1].clone());
    updated(pool, term, args[0].clone(), index, value)
}

/// `map[index := value]`, in place if nobody else holds the map. `term` is the `store`.
pub(super) fn updated(
    pool: &TermPool,
    term: Term,
    map: Value,
    index: Vec<Value>,
    value: Value,
) -> Result<Value, EvalError> {
    let (Value::Map(mut map), Some(domain)) = (map, map_parts(pool, pool.args(term)[0])) else {
        return Err(EvalError::WrongSort(term));
    };
    // The map itself is shallow enough already.
    if index.iter().chain([&value]).any(|part| part.is_deeper_than(MAX_VALUE_DEPTH - 1)) {
        return Err(EvalError::OutOfSteps);
    }
    Arc::make_mut(&mut map).store(pool, domain, index, value).ok_or(EvalError::UndecidedEquality)?;
    Ok(Value::Map(map))
}

/// Writes one cell of a map of maps of maps … in place. An index that no row is known for gives the value back.
pub(super) fn update_path(map: &mut Value, index: &[Value], value: Value) -> Result<(), Value> {
    let (Value::Map(map), Some((first, rest))) = (map, index.split_first()) else { return Err(value) };
    let map = Arc::make_mut(map);
    let key = vec![first.clone()];
    if rest.is_empty() {
        map.insert(key, value);
        return Ok(());
    }
    if !map.entries.contains_key(&key) {
        let MapDefault::Value(row) = &map.default else { return Err(value) };
        let row = row.clone();
        map.entries.insert(key.clone(), row);
    }
    match map.entries.get_mut(&key) {
        Some(row) => update_path(row, rest, value),
        None => Err(value),
    }
}

/// The same where a row must be computed first.
pub(super) fn update_slowly(
    pool: &TermPool,
    term: Term,
    map: Value,
    index: &[Value],
    value: Value,
    steps: &mut u64,
) -> Result<Value, EvalError> {
    let Some((first, rest)) = index.split_first() else { return Ok(value) };
    let inner = if rest.is_empty() {
        value
    } else {
        let row = read_row(pool, &map, first, steps)?;
        // The row's own update is a store one level down; only its domain matters, which is integers throughout.
        update_slowly(pool, term, row, rest, value, steps)?
    };
    let Value::Map(mut map) = map else { return Err(EvalError::WrongSort(term)) };
    Arc::make_mut(&mut map).insert(vec![first.clone()], inner);
    Ok(Value::Map(map))
}

fn read_row(pool: &TermPool, map: &Value, at: &Value, steps: &mut u64) -> Result<Value, EvalError> {
    let Value::Map(map) = map else { return Err(EvalError::UnknownEntry) };
    if let Some(row) = map.entries.get(std::slice::from_ref(at)) {
        return Ok(row.clone());
    }
    match &map.default {
        MapDefault::Value(row) => Ok(row.clone()),
        MapDefault::Missing => Err(EvalError::UnknownEntry),
        MapDefault::Closure { vars, body, environment } => {
            let mut environment = environment.clone();
            let [var] = vars.as_slice() else { return Err(EvalError::UnknownEntry) };
            environment.insert(*var, at.clone());
            super::eval(pool, *body, &environment, steps)
        }
    }
}

// ---- bit-vectors

fn wrap(value: BigInt, width: u32) -> Value {
    Value::BitVec { value: value.mod_floor(&(BigInt::one() << width)), width }
}

/// Two's complement.
fn signed(value: &BigInt, width: u32) -> BigInt {
    let half = width > 0 && *value >= BigInt::one() << (width - 1);
    if half { value - (BigInt::one() << width) } else { value.clone() }
}

fn bit_vector(op: BvOp, args: &[Value]) -> Option<Value> {
    if let (BvOp::FromInt { width }, [Value::Int(value)]) = (op, args) {
        return Some(wrap(value.to_big(), width));
    }
    match args {
        [Value::BitVec { value, width }] => bit_vector_unary(op, value, *width),
        [Value::BitVec { value: a, width: v }, Value::BitVec { value: b, width: w }] => {
            if op == BvOp::Concat {
                return Some(Value::BitVec { value: (a << *w) + b, width: v + w });
            }
            if v == w { bit_vector_binary(op, a, b, *w) } else { None }
        }
        _ => None,
    }
}

fn bit_vector_unary(op: BvOp, a: &BigInt, width: u32) -> Option<Value> {
    match op {
        BvOp::Not => Some(wrap(-a - 1, width)),
        BvOp::Neg => Some(wrap(-a, width)),
        BvOp::Extract { high, low } => Some(wrap(a >> low, high.checked_sub(low)?)),
        BvOp::ZeroExtend { by } => Some(Value::BitVec { value: a.clone(), width: width + by }),
        BvOp::SignExtend { by } => Some(wrap(signed(a, width), width + by)),
        BvOp::ToNat => Some(Value::Int(a.into())),
        BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Sub | BvOp::Mul | BvOp::Udiv | BvOp::Urem => None,
        BvOp::Sdiv | BvOp::Srem | BvOp::Smod | BvOp::Shl | BvOp::Lshr | BvOp::Ashr => None,
        BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle | BvOp::Concat | BvOp::FromInt { .. } => None,
    }
}

/// SMT-LIB gives bit-vector division by zero a value: the quotient is all ones, the remainder the dividend.
fn bit_vector_binary(op: BvOp, a: &BigInt, b: &BigInt, width: u32) -> Option<Value> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift = b.to_u32().filter(|&by| by < width);
    match op {
        BvOp::And => Some(wrap(a & b, width)),
        BvOp::Or => Some(wrap(a | b, width)),
        BvOp::Xor => Some(wrap(a ^ b, width)),
        BvOp::Add => Some(wrap(a + b, width)),
        BvOp::Sub => Some(wrap(a - b, width)),
        BvOp::Mul => Some(wrap(a * b, width)),
        BvOp::Udiv if b.is_zero() => Some(wrap(BigInt::from(-1), width)),
        BvOp::Udiv => Some(wrap(a / b, width)),
        BvOp::Urem if b.is_zero() => Some(wrap(a.clone(), width)),
        BvOp::Urem => Some(wrap(a % b, width)),
        // -1 divided by 0 follows from the unsigned case: 1 for a negative dividend, all ones otherwise.
        BvOp::Sdiv if b.is_zero() => Some(wrap(BigInt::from(if sa.is_negative() { 1 } else { -1 }), width)),
        BvOp::Sdiv => Some(wrap(sa / sb, width)),
        BvOp::Srem | BvOp::Smod if b.is_zero() => Some(wrap(a.clone(), width)),
        BvOp::Srem => Some(wrap(sa % sb, width)),
        BvOp::Smod => Some(wrap(sa.mod_floor(&sb), width)),
        BvOp::Shl => Some(shift.map_or_else(|| wrap(BigInt::zero(), width), |by| wrap(a << by, width))),
        BvOp::Lshr => Some(shift.map_or_else(|| wrap(BigInt::zero(), width), |by| wrap(a >> by, width))),
        BvOp::Ashr => {
            let by = shift.unwrap_or(width.saturating_sub(1));
            Some(wrap(sa >> by, width))
        }
        BvOp::Ult => Some(Value::Bool(a < b)),
        BvOp::Ule => Some(Value::Bool(a <= b)),
        BvOp::Slt => Some(Value::Bool(sa < sb)),
        BvOp::Sle => Some(Value::Bool(sa <= sb)),
        BvOp::Not | BvOp::Neg | BvOp::Concat | BvOp::Extract { .. } | BvOp::ZeroExtend { .. } => None,
        BvOp::SignExtend { .. } | BvOp::ToNat | BvOp::FromInt { .. } => None,
    }
}

/// `None` for arguments that are no integers.
pub fn compute(computed: Computed, args: &[Value]) -> Option<Value> {
    let args: Vec<BigInt> = args.iter().map(|arg| Some(arg.as_int()?.to_big())).collect::<Option<_>>()?;
    computed.apply(&args).map(Value::int)
}
