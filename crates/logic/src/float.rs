//! Arithmetic of IEEE 754 on bit patterns: functions on integers that the evaluator computes, and of which provers know only that they are
//! functions. In: the patterns of the operands. Out: that of the result, rounded to nearest, ties to even.
//!
//! The pattern of a `double` is a signed integer of 64 bits, that of a `float` an unsigned one of 32, so that literals are machine integers.
//! Of any other integer the lowest bits count: every integer is the pattern of some value. All NaN that are computed have one pattern.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, One, ToPrimitive};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatWidth {
    Single,
    Double,
}

/// The value of a pattern, or a pattern of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Float {
    Single(f32),
    Double(f64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Less,
    AtMost,
    /// `-0.0` equals `0.0`, and NaN equals nothing.
    Equal,
    /// `[int]`: the nearest value.
    FromInt,
    /// The integer without the digits after the point; 2²⁰⁴⁸, which no type of C holds, for infinities and NaN.
    Truncate,
    /// To the other width.
    Convert,
}

/// What such a function gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Truth(bool),
    Number(BigInt),
}

/// A function whose values are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Computed {
    pub op: FloatOp,
    /// Of the operands; of the result for `FromInt`.
    pub width: FloatWidth,
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Float::Single(value) => write!(f, "{value:?}"),
            Float::Double(value) => write!(f, "{value:?}"),
        }
    }
}

impl Float {
    pub fn bits(self) -> i64 {
        match self {
            Float::Single(value) if value.is_nan() => i64::from(f32::NAN.to_bits()),
            Float::Single(value) => i64::from(value.to_bits()),
            Float::Double(value) if value.is_nan() => f64::NAN.to_bits().cast_signed(),
            Float::Double(value) => value.to_bits().cast_signed(),
        }
    }

    /// Where the value stands among all of its width, from 0.0 in both directions; NaN stands nowhere.
    pub fn position(self) -> Option<i64> {
        let (magnitude, is_negative) = match self {
            Float::Single(value) => (i64::from(value.abs().to_bits()), value < 0.0),
            Float::Double(value) => (value.abs().to_bits().cast_signed(), value < 0.0),
        };
        let is_number = match self {
            Float::Single(value) => !value.is_nan(),
            Float::Double(value) => !value.is_nan(),
        };
        is_number.then_some(if is_negative { -magnitude } else { magnitude })
    }

    /// What the lowest bits of an integer stand for.
    pub fn of_bits(bits: &BigInt, width: FloatWidth) -> Float {
        let count = if width == FloatWidth::Single { 32 } else { 64 };
        let low = bits.mod_floor(&(BigInt::one() << count)).to_u64().unwrap_or(0);
        match width {
            FloatWidth::Single => Float::Single(f32::from_bits(low as u32)),
            FloatWidth::Double => Float::Double(f64::from_bits(low)),
        }
    }

    /// Of the nearest value.
    fn of_int(value: &BigInt, width: FloatWidth) -> Float {
        match width {
            // Through a `double` it would be rounded twice.
            FloatWidth::Single => {
                Float::Single(value.to_i128().map_or_else(|| huge(value) as f32, |value| value as f32))
            }
            FloatWidth::Double => Float::Double(value.to_i128().map_or_else(|| huge(value), |value| value as f64)),
        }
    }
}

/// No type of C holds such an integer.
fn huge(value: &BigInt) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

impl Computed {
    pub fn name(self) -> String {
        let width = if self.width == FloatWidth::Single { "float" } else { "double" };
        let op = match self.op {
            FloatOp::Add => "add",
            FloatOp::Subtract => "subtract",
            FloatOp::Multiply => "multiply",
            FloatOp::Divide => "divide",
            FloatOp::Negate => "negate",
            FloatOp::Less => "less",
            FloatOp::AtMost => "at most",
            FloatOp::Equal => "equal",
            FloatOp::FromInt => "from int",
            FloatOp::Truncate => "truncate",
            FloatOp::Convert => "convert",
        };
        format!("{width} {op}")
    }

    pub fn arity(self) -> usize {
        match self.op {
            FloatOp::Negate | FloatOp::FromInt | FloatOp::Truncate | FloatOp::Convert => 1,
            FloatOp::Add | FloatOp::Subtract | FloatOp::Multiply | FloatOp::Divide => 2,
            FloatOp::Less | FloatOp::AtMost | FloatOp::Equal => 2,
        }
    }

    pub fn is_comparison(self) -> bool {
        matches!(self.op, FloatOp::Less | FloatOp::AtMost | FloatOp::Equal)
    }

    /// `None` for fewer or more arguments than it takes.
    pub fn apply(self, args: &[BigInt]) -> Option<Outcome> {
        if let (FloatOp::FromInt, [value]) = (self.op, args) {
            return Some(pattern(Float::of_int(value, self.width)));
        }
        let operands: Vec<Float> = args.iter().map(|bits| Float::of_bits(bits, self.width)).collect();
        match operands[..] {
            [Float::Single(a)] => self.of_one(Float::Single(a), f64::from(a), Float::Double(f64::from(a))),
            [Float::Double(a)] => self.of_one(Float::Double(a), a, Float::Single(a as f32)),
            [Float::Single(a), Float::Single(b)] => {
                let sum = |value: f32| pattern(Float::Single(value));
                let comparison = Outcome::Truth;
                self.of_two([sum(a + b), sum(a - b), sum(a * b), sum(a / b)], [a < b, a <= b, a == b].map(comparison))
            }
            [Float::Double(a), Float::Double(b)] => {
                let sum = |value: f64| pattern(Float::Double(value));
                let comparison = Outcome::Truth;
                self.of_two([sum(a + b), sum(a - b), sum(a * b), sum(a / b)], [a < b, a <= b, a == b].map(comparison))
            }
            _ => None,
        }
    }

    /// `value` is the operand without loss, `other` the operand in the other width.
    fn of_one(self, operand: Float, value: f64, other: Float) -> Option<Outcome> {
        match self.op {
            FloatOp::Negate => Some(pattern(match operand {
                Float::Single(a) => Float::Single(-a),
                Float::Double(a) => Float::Double(-a),
            })),
            FloatOp::Truncate => {
                Some(Outcome::Number(BigInt::from_f64(value.trunc()).unwrap_or(BigInt::one() << 2048)))
            }
            FloatOp::Convert => Some(pattern(other)),
            _ => None,
        }
    }

    fn of_two(self, sums: [Outcome; 4], comparisons: [Outcome; 3]) -> Option<Outcome> {
        let ([sum, difference, product, quotient], [less, at_most, equal]) = (sums, comparisons);
        match self.op {
            FloatOp::Add => Some(sum),
            FloatOp::Subtract => Some(difference),
            FloatOp::Multiply => Some(product),
            FloatOp::Divide => Some(quotient),
            FloatOp::Less => Some(less),
            FloatOp::AtMost => Some(at_most),
            FloatOp::Equal => Some(equal),
            FloatOp::Negate | FloatOp::FromInt | FloatOp::Truncate | FloatOp::Convert => None,
        }
    }
}

fn pattern(value: Float) -> Outcome {
    Outcome::Number(value.bits().into())
}
