//! Floating values as integers, and the functions on them that the evaluator computes as IEEE 754 has it, rounding to nearest, ties to even.
//! Of most of them provers know only that they are functions.
//!
//! The integer of a value is its place among all of its width: 0 for 0.0, then one by one the larger ones, infinity and NaN; -1 for -0.0, then
//! the smaller ones. So comparisons are comparisons of integers, `-x` is `-1 - x`, and memory that was cleared holds 0.0. Every integer stands
//! for some value: those further out than infinity for NaN.

use std::fmt;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatWidth {
    Single,
    Double,
}

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
    /// What is left of a quotient whose digits after the point are dropped: `fmod`.
    Remainder,
    SquareRoot,
    Floor,
    Ceiling,
    /// Ties away from zero.
    Round,
    /// Ties to even.
    Nearest,
    /// Towards zero.
    Whole,
    /// `[int]`: the nearest value.
    FromInt,
    /// The integer without the digits after the point; 2²⁰⁴⁸, which no type of C holds, for infinities and NaN.
    Truncate,
    /// To the other width.
    Convert,
}

/// A function whose values are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Computed {
    pub op: FloatOp,
    /// Of the operands; of the result for `FromInt`.
    pub width: FloatWidth,
}

impl FloatWidth {
    /// The integer of infinity.
    pub fn infinity(self) -> i64 {
        match self {
            FloatWidth::Single => Float::Single(f32::INFINITY).place(),
            FloatWidth::Double => Float::Double(f64::INFINITY).place(),
        }
    }
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
    /// The integer that stands for it; one for all NaN.
    pub fn place(self) -> i64 {
        let (magnitude, is_negative) = match self {
            Float::Single(value) if value.is_nan() => (i64::from(f32::NAN.to_bits()), false),
            Float::Double(value) if value.is_nan() => (f64::NAN.to_bits().cast_signed(), false),
            Float::Single(value) => (i64::from(value.abs().to_bits()), value.is_sign_negative()),
            Float::Double(value) => (value.abs().to_bits().cast_signed(), value.is_sign_negative()),
        };
        if is_negative { -1 - magnitude } else { magnitude }
    }

    pub fn at(place: &BigInt, width: FloatWidth) -> Float {
        let magnitude = if place.is_negative() { -place - 1 } else { place.clone() };
        let (single, double) = match (width, magnitude.to_u32(), magnitude.to_u64()) {
            (FloatWidth::Single, Some(bits), _) if bits < 1 << 31 => (f32::from_bits(bits), 0.0),
            (FloatWidth::Double, _, Some(bits)) if bits < 1 << 63 => (0.0, f64::from_bits(bits)),
            (_, _, _) => (f32::NAN, f64::NAN),
        };
        match (width, place.is_negative()) {
            (FloatWidth::Single, false) => Float::Single(single),
            (FloatWidth::Single, true) => Float::Single(-single),
            (FloatWidth::Double, false) => Float::Double(double),
            (FloatWidth::Double, true) => Float::Double(-double),
        }
    }

    /// The nearest value.
    fn of_int(value: &BigInt, width: FloatWidth) -> Float {
        match (width, value.to_i128(), value.to_u128()) {
            // Through a `double` it would be rounded twice.
            (FloatWidth::Single, Some(value), _) => Float::Single(value as f32),
            (FloatWidth::Single, None, Some(value)) => Float::Single(value as f32),
            (FloatWidth::Double, Some(value), _) => Float::Double(value as f64),
            (FloatWidth::Double, None, Some(value)) => Float::Double(value as f64),
            // No type of C holds so many bits.
            (FloatWidth::Single, None, None) => Float::Single(f32::NAN),
            (FloatWidth::Double, None, None) => Float::Double(f64::NAN),
        }
    }
}

impl Computed {
    pub fn name(self) -> String {
        let width = if self.width == FloatWidth::Single { "float" } else { "double" };
        let op = match self.op {
            FloatOp::Add => "add",
            FloatOp::Subtract => "subtract",
            FloatOp::Multiply => "multiply",
            FloatOp::Divide => "divide",
            FloatOp::Remainder => "remainder",
            FloatOp::SquareRoot => "square root",
            FloatOp::Floor => "floor",
            FloatOp::Ceiling => "ceiling",
            FloatOp::Round => "round",
            FloatOp::Nearest => "nearest",
            FloatOp::Whole => "whole",
            FloatOp::FromInt => "from int",
            FloatOp::Truncate => "truncate",
            FloatOp::Convert => "convert",
        };
        format!("{width} {op}")
    }

    pub fn arity(self) -> usize {
        match self.op {
            FloatOp::Add | FloatOp::Subtract | FloatOp::Multiply | FloatOp::Divide | FloatOp::Remainder => 2,
            FloatOp::SquareRoot | FloatOp::Floor | FloatOp::Ceiling | FloatOp::Round | FloatOp::Nearest => 1,
            FloatOp::Whole | FloatOp::FromInt | FloatOp::Truncate | FloatOp::Convert => 1,
        }
    }

    /// `None` for fewer or more arguments than it takes.
    pub fn apply(self, args: &[BigInt]) -> Option<BigInt> {
        if let (FloatOp::FromInt, [value]) = (self.op, args) {
            return Some(Float::of_int(value, self.width).place().into());
        }
        let operands: Vec<Float> = args.iter().map(|place| Float::at(place, self.width)).collect();
        let result = match operands[..] {
            [operand] if self.op == FloatOp::Truncate => return Some(truncated(operand)),
            [Float::Single(a)] if self.op == FloatOp::Convert => Float::Double(f64::from(a)),
            [Float::Double(a)] if self.op == FloatOp::Convert => Float::Single(a as f32),
            [Float::Single(a)] => Float::Single(self.op.of_one([
                a.sqrt(),
                a.floor(),
                a.ceil(),
                a.round(),
                a.round_ties_even(),
                a.trunc(),
            ])?),
            [Float::Double(a)] => Float::Double(self.op.of_one([
                a.sqrt(),
                a.floor(),
                a.ceil(),
                a.round(),
                a.round_ties_even(),
                a.trunc(),
            ])?),
            [Float::Single(a), Float::Single(b)] => {
                Float::Single(self.op.of_two([a + b, a - b, a * b, a / b, a % b])?)
            }
            [Float::Double(a), Float::Double(b)] => {
                Float::Double(self.op.of_two([a + b, a - b, a * b, a / b, a % b])?)
            }
            _ => return None,
        };
        Some(result.place().into())
    }
}

fn truncated(value: Float) -> BigInt {
    let whole = match value {
        Float::Single(value) => BigInt::from_f32(value.trunc()),
        Float::Double(value) => BigInt::from_f64(value.trunc()),
    };
    whole.unwrap_or(BigInt::one() << 2048)
}

impl FloatOp {
    /// Of the results of all operations with one operand.
    fn of_one<T: Copy>(self, [root, floor, ceiling, round, nearest, whole]: [T; 6]) -> Option<T> {
        match self {
            FloatOp::SquareRoot => Some(root),
            FloatOp::Floor => Some(floor),
            FloatOp::Ceiling => Some(ceiling),
            FloatOp::Round => Some(round),
            FloatOp::Nearest => Some(nearest),
            FloatOp::Whole => Some(whole),
            FloatOp::Add | FloatOp::Subtract | FloatOp::Multiply | FloatOp::Divide | FloatOp::Remainder => None,
            FloatOp::FromInt | FloatOp::Truncate | FloatOp::Convert => None,
        }
    }

    fn of_two<T: Copy>(self, [sum, difference, product, quotient, remainder]: [T; 5]) -> Option<T> {
        match self {
            FloatOp::Add => Some(sum),
            FloatOp::Subtract => Some(difference),
            FloatOp::Multiply => Some(product),
            FloatOp::Divide => Some(quotient),
            FloatOp::Remainder => Some(remainder),
            FloatOp::SquareRoot | FloatOp::Floor | FloatOp::Ceiling | FloatOp::Round | FloatOp::Nearest => None,
            FloatOp::Whole | FloatOp::FromInt | FloatOp::Truncate | FloatOp::Convert => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_the_order_and_lead_back() {
        let values =
            [f64::NEG_INFINITY, -1e300, -1.5, -1e-310, -0.0, 0.0, 5e-324, 1.0, 1.0000000000000002, f64::INFINITY];
        for pair in values.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|value| Float::Double(value).place());
            assert!(a < b, "{pair:?}");
        }
        for value in values {
            let place = Float::Double(value).place();
            assert_eq!(Float::at(&place.into(), FloatWidth::Double), Float::Double(value));
            let single = Float::Single(value as f32);
            assert_eq!(Float::at(&single.place().into(), FloatWidth::Single), single);
        }
        for beyond in [FloatWidth::Double.infinity() + 1, -2 - FloatWidth::Double.infinity(), i64::MAX, i64::MIN] {
            assert!(matches!(Float::at(&beyond.into(), FloatWidth::Double), Float::Double(value) if value.is_nan()));
        }
    }

    #[test]
    fn results_are_rounded_once() {
        let of = |op, width, args: &[i64]| {
            let args: Vec<BigInt> = args.iter().map(|&arg| arg.into()).collect();
            Computed { op, width }.apply(&args).expect("a result")
        };
        let place = |value: f64| Float::Double(value).place();
        let single = |value: f32| Float::Single(value).place();
        assert_eq!(of(FloatOp::Add, FloatWidth::Double, &[place(0.1), place(0.2)]), place(0.30000000000000004).into());
        // 2²⁴ + 1 + 2⁻⁴⁰ is no tie: through a `double` it would be one.
        assert_eq!(
            of(FloatOp::FromInt, FloatWidth::Single, &[(1 << 60) + (1 << 36) + 1]),
            single(1152921642045800448.0).into()
        );
        assert_eq!(of(FloatOp::Convert, FloatWidth::Double, &[place(16777217.0)]), single(16777216.0).into());
        assert_eq!(of(FloatOp::Truncate, FloatWidth::Double, &[place(-3.7)]), BigInt::from(-3));
        assert_eq!(of(FloatOp::Truncate, FloatWidth::Double, &[place(f64::NAN)]), BigInt::one() << 2048);
        assert_eq!(of(FloatOp::Multiply, FloatWidth::Single, &[single(1.1), single(1.1)]), single(1.21).into());
        assert_eq!(
            of(FloatOp::Divide, FloatWidth::Double, &[place(1.0), place(-0.0)]),
            place(f64::NEG_INFINITY).into()
        );
        assert_eq!(Computed { op: FloatOp::Add, width: FloatWidth::Double }.apply(&[]), None);
    }
}
