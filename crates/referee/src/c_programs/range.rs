//! Intervals of integers, and what C's operators make of them. `None` stands for undefined behaviour that the interval
//! does not exclude.

use super::kind::Kind;
use invar_front::c::types::DataModel;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Range {
    pub const BIT: Range = Range { low: 0, high: 1 };

    pub fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    pub fn single(value: i128) -> Range {
        Range { low: value, high: value }
    }

    pub fn of_bits(bits: u32, signed: bool) -> Range {
        if signed {
            Range { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 }
        } else {
            Range { low: 0, high: (1 << bits) - 1 }
        }
    }

    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn holds(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn includes(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The conversion to a type with this range of a power of two many values: modulo that number (§6.3.1.3; gcc defines
    /// the signed case so too).
    pub fn wrap_into(self, target: Range) -> Range {
        if target.includes(self) {
            return self;
        }
        let Some(value) = self.value() else { return target };
        let size = target.high - target.low + 1;
        Range::single((value - target.low).rem_euclid(size) + target.low)
    }

    pub fn convert(self, kind: Kind, model: DataModel) -> Range {
        if kind == Kind::Bool {
            return match (self.value(), self.holds(0)) {
                (Some(value), _) => Range::single(i128::from(value != 0)),
                (None, false) => Range::single(1),
                (None, true) => Range::BIT,
            };
        }
        self.wrap_into(kind.range(model))
    }

    /// The fewest bits of a signed type that has all values.
    fn signed_bits(self) -> u32 {
        let bits = |value: i128| 129 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
        bits(self.low).max(bits(self.high))
    }
}

impl Kind {
    pub fn range(self, model: DataModel) -> Range {
        Range::of_bits(self.bits(model), self.is_signed())
    }
}

/// An operator on operands already converted to `kind` (for shifts: the left operand only).
pub fn binary(op: Op, kind: Kind, model: DataModel, left: Range, right: Range) -> Option<Range> {
    match op {
        Op::Add => settle(kind, model, left.low.checked_add(right.low), left.high.checked_add(right.high)),
        Op::Sub => settle(kind, model, left.low.checked_sub(right.high), left.high.checked_sub(right.low)),
        Op::Mul => multiply(kind, model, left, right),
        Op::Div | Op::Rem => divide(op, kind, model, left, right),
        Op::Shl => shift_left(kind, model, left, right),
        Op::Shr => {
            let counts = right.low >= 0 && right.high < i128::from(kind.bits(model));
            let ends = [left.low >> right.low.clamp(0, 127), left.low >> right.high.clamp(0, 127)];
            let tops = [left.high >> right.low.clamp(0, 127), left.high >> right.high.clamp(0, 127)];
            counts.then(|| Range::new(ends[0].min(ends[1]), tops[0].max(tops[1])))
        }
        Op::And | Op::Or | Op::Xor => Some(bitwise(op, left, right)),
        Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne => Some(compare(op, left, right)),
    }
}

pub fn negate(kind: Kind, model: DataModel, operand: Range) -> Option<Range> {
    settle(kind, model, Some(-operand.high), Some(-operand.low))
}

/// `~x = -x - 1`, then modulo for unsigned types.
pub fn complement(kind: Kind, model: DataModel, operand: Range) -> Range {
    let exact = Range::new(-operand.high - 1, -operand.low - 1);
    if kind.is_signed() {
        exact
    } else {
        let size = kind.range(model).high + 1;
        Range::new(exact.low + size, exact.high + size)
    }
}

/// A signed result must fit, an unsigned one wraps.
fn settle(kind: Kind, model: DataModel, low: Option<i128>, high: Option<i128>) -> Option<Range> {
    let range = kind.range(model);
    match (low, high) {
        (Some(low), Some(high)) if range.includes(Range::new(low, high)) => Some(Range::new(low, high)),
        (Some(low), Some(high)) if !kind.is_signed() => Some(Range::new(low, high).wrap_into(range)),
        _ => (!kind.is_signed()).then_some(range),
    }
}

fn multiply(kind: Kind, model: DataModel, left: Range, right: Range) -> Option<Range> {
    let corners = [
        left.low.checked_mul(right.low),
        left.low.checked_mul(right.high),
        left.high.checked_mul(right.low),
        left.high.checked_mul(right.high),
    ];
    if corners.contains(&None) {
        return settle(kind, model, None, None);
    }
    let corners = corners.into_iter().flatten();
    settle(kind, model, corners.clone().min(), corners.max())
}

fn divide(op: Op, kind: Kind, model: DataModel, left: Range, right: Range) -> Option<Range> {
    let overflows = kind.is_signed() && left.holds(kind.range(model).low) && right.holds(-1);
    if right.holds(0) || overflows {
        return None;
    }
    if let (Some(left), Some(right)) = (left.value(), right.value()) {
        return Some(Range::single(if op == Op::Div { left / right } else { left % right }));
    }
    let bound = if op == Op::Div {
        left.low.abs().max(left.high.abs()) / if right.low > 0 { right.low } else { 1 }
    } else {
        (right.low.abs().max(right.high.abs()) - 1).min(left.low.abs().max(left.high.abs()))
    };
    let low = if left.low >= 0 && (op == Op::Rem || right.low > 0) { 0 } else { -bound };
    let high = if left.high <= 0 && (op == Op::Rem || right.low > 0) { 0 } else { bound };
    Some(Range::new(low, high))
}

/// Signed: the left operand must not be negative and the result must fit, §6.5.7.
fn shift_left(kind: Kind, model: DataModel, left: Range, right: Range) -> Option<Range> {
    if right.low < 0 || right.high >= i128::from(kind.bits(model)) || (kind.is_signed() && left.low < 0) {
        return None;
    }
    let shifted = |value: i128, count: i128| value.checked_mul(1 << count);
    settle(kind, model, shifted(left.low, right.low), shifted(left.high, right.high))
}

fn bitwise(op: Op, left: Range, right: Range) -> Range {
    if let (Some(left), Some(right)) = (left.value(), right.value()) {
        return Range::single(match op {
            Op::And => left & right,
            Op::Or => left | right,
            _ => left ^ right,
        });
    }
    let bits = left.signed_bits().max(right.signed_bits());
    let (low, high) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    match (op, left.low >= 0, right.low >= 0) {
        (Op::And, true, true) => Range::new(0, left.high.min(right.high)),
        (Op::And, true, false) => Range::new(0, left.high),
        (Op::And, false, true) => Range::new(0, right.high),
        (Op::Or, true, true) => Range::new(left.low.max(right.low), high),
        (_, true, true) => Range::new(0, high),
        _ => Range::new(low, high),
    }
}

fn compare(op: Op, left: Range, right: Range) -> Range {
    let (below, above) = (left.high < right.low, left.low > right.high);
    let equal = left.value().is_some() && left == right;
    let known = match op {
        Op::Lt if below => Some(true),
        Op::Lt if above || equal => Some(false),
        Op::Eq if equal => Some(true),
        Op::Eq if below || above => Some(false),
        _ => None,
    };
    known.map_or(Range::BIT, |known| Range::single(i128::from(known)))
}
