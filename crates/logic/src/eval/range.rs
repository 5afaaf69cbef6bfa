//! Bounds of quantified variables. In: the body of a quantifier and one of its variables; out: a description of the
//! integers at which the body may be true (exists) or false (forall). Everywhere else its value is known, so that an
//! interval is enough to decide the quantifier.
//!
//! The description over-approximates: an interval may hold too many integers, never too few.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::sort::{Sort, SortKind};
use crate::term::{Op, Term, TermPool, VarId};
use crate::value::Value;

/// Boolean structure below this depth is not searched for bounds.
const MAX_DEPTH: u32 = 50;

pub(super) enum Range {
    All,
    Empty,
    /// `coefficient * x + Σ factor * term + constant <= 0`, with coefficient ≠ 0.
    AtMostZero {
        coefficient: BigInt,
        rest: Vec<(BigInt, Term)>,
        constant: BigInt,
    },
    Meet(Vec<Range>),
    Join(Vec<Range>),
}

/// A closed interval; `None` is unbounded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
}

impl Interval {
    pub const ALL: Interval = Interval { low: None, high: None };

    pub fn point(value: BigInt) -> Interval {
        Interval { low: Some(value.clone()), high: Some(value) }
    }

    /// `None` is the empty interval.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let low = self.low.into_iter().chain(other.low).max();
        let high = self.high.into_iter().chain(other.high).min();
        let empty = matches!((&low, &high), (Some(low), Some(high)) if low > high);
        if empty { None } else { Some(Interval { low, high }) }
    }
}

/// The integers `x` for which `body` may have the value `truth`. Its siblings, the other variables without a value yet,
/// may be bounds as they are (`i < j`) but not inside other terms.
pub(super) fn support(pool: &TermPool, body: Term, truth: bool, x: VarId, siblings: &[VarId]) -> Range {
    Search { pool, x, siblings }.support(body, truth, &mut vec![x], MAX_DEPTH)
}

struct Search<'a> {
    pool: &'a TermPool,
    x: VarId,
    siblings: &'a [VarId],
}

impl Search<'_> {
    fn support(&self, term: Term, truth: bool, hidden: &mut Vec<VarId>, depth: u32) -> Range {
        let Some(depth) = depth.checked_sub(1) else { return Range::All };
        let args = self.pool.args(term);
        let mut all = |truth: bool| args.iter().map(|&arg| self.support(arg, truth, hidden, depth)).collect();
        match (self.pool.op(term), truth) {
            (Op::True, false) | (Op::False, true) => Range::Empty,
            (Op::Not, _) => self.support(args[0], !truth, hidden, depth),
            (Op::And, true) => Range::Meet(all(true)),
            (Op::And, false) => Range::Join(all(false)),
            (Op::Or, true) => Range::Join(all(true)),
            (Op::Or, false) => Range::Meet(all(false)),
            (Op::Implies, _) => {
                let parts =
                    vec![self.support(args[0], !truth, hidden, depth), self.support(args[1], truth, hidden, depth)];
                if truth { Range::Join(parts) } else { Range::Meet(parts) }
            }
            (Op::Le, true) => self.at_most(args[0], args[1], 0, hidden),
            (Op::Le, false) => self.at_most(args[1], args[0], 1, hidden),
            (Op::Lt, true) => self.at_most(args[0], args[1], 1, hidden),
            (Op::Lt, false) => self.at_most(args[1], args[0], 0, hidden),
            (Op::Eq, true) if self.pool.sort_of(args[0]) == Sort::INT => {
                Range::Meet(vec![self.at_most(args[0], args[1], 0, hidden), self.at_most(args[1], args[0], 0, hidden)])
            }
            // Whatever the inner variables are, the body must have that value for some of them; sorts are not empty.
            (Op::Forall(binder) | Op::Exists(binder), _) => {
                if binder.vars.contains(&self.x) {
                    return Range::All;
                }
                let visible = hidden.len();
                hidden.extend(&binder.vars);
                let range = self.support(args[0], truth, hidden, depth);
                hidden.truncate(visible);
                range
            }
            _ => Range::All,
        }
    }

    /// `a + offset <= b`, as a bound on x.
    fn at_most(&self, a: Term, b: Term, offset: i32, hidden: &[VarId]) -> Range {
        if self.pool.sort_of(a) != Sort::INT {
            return Range::All;
        }
        let (mut coefficient, mut constant) = (BigInt::zero(), BigInt::from(offset));
        let mut rest = Vec::new();
        let mut stack = vec![(BigInt::one(), a), (-BigInt::one(), b)];
        while let Some((factor, term)) = stack.pop() {
            let args = self.pool.args(term);
            match self.pool.op(term) {
                Op::Int(value) => constant += factor * value,
                Op::Var(var) if *var == self.x => coefficient += factor,
                Op::Add => stack.extend(args.iter().map(|&arg| (factor.clone(), arg))),
                Op::Neg => stack.push((-factor, args[0])),
                Op::Mul if args.len() == 2 && matches!(self.pool.op(args[0]), Op::Int(_)) => {
                    if let Op::Int(value) = self.pool.op(args[0]) {
                        stack.push((factor * value, args[1]));
                    }
                }
                _ => rest.push((factor, term)),
            }
        }
        let closed = |term: Term| {
            let is_var = matches!(self.pool.op(term), Op::Var(_));
            let unknown = |var| hidden.contains(var) || (!is_var && self.siblings.contains(var));
            !self.pool.free_vars(term).iter().any(unknown)
        };
        if coefficient.is_zero() || !rest.iter().all(|&(_, term)| closed(term)) {
            return Range::All;
        }
        Range::AtMostZero { coefficient, rest, constant }
    }
}

impl Range {
    /// The terms whose values the interval depends on.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Range::All | Range::Empty => Vec::new(),
            Range::AtMostZero { rest, .. } => rest.iter().map(|&(_, term)| term).collect(),
            Range::Meet(parts) | Range::Join(parts) => parts.iter().flat_map(Range::terms).collect(),
        }
    }

    /// The smallest interval known to hold the range; `None` is the empty one.
    pub fn interval(&self, value: &dyn Fn(Term) -> Interval) -> Option<Interval> {
        match self {
            Range::All => Some(Interval::ALL),
            Range::Empty => None,
            Range::AtMostZero { coefficient, rest, constant } => {
                // The sum at its smallest allows the most.
                let mut sum = constant.clone();
                for (factor, term) in rest {
                    let Interval { low, high } = value(*term);
                    let Some(least) = (if factor.is_positive() { low } else { high }) else {
                        return Some(Interval::ALL);
                    };
                    sum += factor * least;
                }
                // c x + s <= 0: x <= -s / c for positive c, x >= s / -c for negative c.
                Some(match coefficient.is_positive() {
                    true => Interval { low: None, high: Some((-sum).div_floor(coefficient)) },
                    false => Interval { low: Some(sum.div_ceil(&-coefficient)), high: None },
                })
            }
            Range::Meet(parts) => parts.iter().try_fold(Interval::ALL, |meet, part| meet.meet(part.interval(value)?)),
            Range::Join(parts) => {
                let parts: Vec<Interval> = parts.iter().filter_map(|part| part.interval(value)).collect();
                let low = parts.iter().map(|part| part.low.clone()).min().flatten();
                let high = match parts.iter().any(|part| part.high.is_none()) {
                    true => None,
                    false => parts.iter().filter_map(|part| part.high.clone()).max(),
                };
                if parts.is_empty() { None } else { Some(Interval { low, high }) }
            }
        }
    }
}

/// All values of a finite sort, at most `limit`; maps are not enumerated.
pub(super) fn values(pool: &TermPool, sort: Sort, limit: usize) -> Option<Vec<Value>> {
    match pool.sort_kind(sort) {
        SortKind::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        SortKind::BitVec(width) => {
            let count = 1usize.checked_shl(*width).filter(|&count| count <= limit && *width < 32)?;
            Some((0..count).map(|value| Value::BitVec { value: value.into(), width: *width }).collect())
        }
        SortKind::Datatype(id) => match pool.cardinality(sort) {
            crate::value::Cardinality::Finite(count) if count <= limit as u64 => {
                let mut all = Vec::new();
                for (number, constructor) in pool.datatype(*id).constructors.iter().enumerate() {
                    let mut rows = vec![Vec::new()];
                    for field in &constructor.fields {
                        let options = values(pool, field.sort, limit)?;
                        rows = rows
                            .iter()
                            .flat_map(|row: &Vec<Value>| {
                                options.iter().map(move |value| row.iter().cloned().chain([value.clone()]).collect())
                            })
                            .collect();
                    }
                    let make = |fields| Value::Data { datatype: *id, constructor: number as u32, fields };
                    all.extend(rows.into_iter().map(make));
                }
                Some(all)
            }
            _ => None,
        },
        SortKind::Int | SortKind::Real | SortKind::Map { .. } | SortKind::Uninterpreted(_) => None,
    }
}
