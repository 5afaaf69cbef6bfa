//! C's integer operations as terms over unbounded integers.
//!
//! In: values with the interval they are known to lie in; out: terms, and again an interval. The interval saves the wrap
//! or the overflow check wherever C's own types already exclude it. Everything here is exact: what C wraps is wrapped, what
//! it truncates is truncated; only signed overflow and bad shift amounts are left to the caller, which asserts or assumes
//! `fits`.

use invar_logic::{BvOp, Op, Term, TermPool};
use num_bigint::BigInt;

use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::types::{IntKind, Types};

/// A mathematical integer. The interval is sound, never exact; `None` is no bound (128 bits and more).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    pub term: Term,
    pub low: Option<i128>,
    pub high: Option<i128>,
}

/// A type as a set of integers: its width and sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub bits: u32,
    pub signed: bool,
}

impl Range {
    pub fn of(types: &Types, kind: IntKind) -> Range {
        Range { bits: types.bits(kind), signed: kind.is_signed() }
    }

    pub fn low(self) -> BigInt {
        if self.signed { -(BigInt::from(1) << (self.bits - 1)) } else { BigInt::from(0) }
    }

    pub fn high(self) -> BigInt {
        (BigInt::from(1) << (if self.signed { self.bits - 1 } else { self.bits })) - 1
    }

    fn modulus(self) -> BigInt {
        BigInt::from(1) << self.bits
    }

    fn bounds(self) -> (Option<i128>, Option<i128>) {
        (i128::try_from(self.low()).ok(), i128::try_from(self.high()).ok())
    }

    fn holds(self, value: Int) -> bool {
        let low = value.low.is_some_and(|low| BigInt::from(low) >= self.low());
        let high = value.high.is_some_and(|high| BigInt::from(high) <= self.high());
        low && high
    }

    /// Any value of this range.
    pub fn value(self, term: Term) -> Int {
        let (low, high) = self.bounds();
        Int { term, low, high }
    }
}

impl Int {
    pub fn literal(pool: &mut TermPool, value: i128) -> Int {
        Int { term: pool.int(value), low: Some(value), high: Some(value) }
    }

    /// A value of which nothing is known.
    pub fn any(term: Term) -> Int {
        Int { term, low: None, high: None }
    }

    pub fn truth(pool: &mut TermPool, condition: Term) -> Int {
        let (one, zero) = (pool.int(1), pool.int(0));
        Int { term: pool.ite(condition, one, zero), low: Some(0), high: Some(1) }
    }

    fn is_natural(self) -> bool {
        self.low.is_some_and(|low| low >= 0)
    }

    pub fn constant(self, pool: &TermPool) -> Option<i128> {
        match pool.op(self.term) {
            Op::Int(value) => i128::try_from(value.clone()).ok(),
            _ => None,
        }
    }
}

/// `low <= term <= high`
pub fn in_range(pool: &mut TermPool, term: Term, range: Range) -> Term {
    let (low, high) = (pool.int(range.low()), pool.int(range.high()));
    let (above, below) = (pool.le(low, term), pool.le(term, high));
    pool.and(&[above, below])
}

/// Does the value lie in the range? `TRUE` where its interval says so.
pub fn fits(pool: &mut TermPool, value: Int, range: Range) -> Term {
    if range.holds(value) { Term::TRUE } else { in_range(pool, value.term, range) }
}

/// Two's complement: the value of the range that is equal modulo 2^bits. (`_Bool` is not a range to wrap into: `to_bool`.)
pub fn wrap(pool: &mut TermPool, value: Int, range: Range) -> Int {
    if range.holds(value) {
        return value;
    }
    let modulus = range.modulus();
    let m = pool.int(modulus.clone());
    // Within one modulus of the range a comparison does it, which is easier on the prover than a remainder.
    let (low, high) = (range.low(), range.high());
    let above_only = value.low.is_some_and(|l| BigInt::from(l) >= low)
        && value.high.is_some_and(|h| BigInt::from(h) <= &high + &modulus);
    let below_only = value.high.is_some_and(|h| BigInt::from(h) <= high)
        && value.low.is_some_and(|l| BigInt::from(l) >= &low - &modulus);
    let term = if above_only {
        let limit = pool.int(high);
        let over = pool.gt(value.term, limit);
        let less = pool.sub(value.term, m);
        pool.ite(over, less, value.term)
    } else if below_only {
        let limit = pool.int(low);
        let under = pool.lt(value.term, limit);
        let more = pool.add(value.term, m);
        pool.ite(under, more, value.term)
    } else if range.signed {
        let half = pool.int(modulus / 2);
        let shifted = pool.add(value.term, half);
        let rest = pool.mk(Op::Mod, &[shifted, m]);
        pool.sub(rest, half)
    } else {
        pool.mk(Op::Mod, &[value.term, m])
    };
    range.value(term)
}

/// Conversion to `_Bool`.
pub fn to_bool(pool: &mut TermPool, value: Int) -> Int {
    let zero = pool.int(0);
    let nonzero = pool.ne(value.term, zero);
    Int::truth(pool, nonzero)
}

pub fn add(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let both = |x: Option<i128>, y: Option<i128>| x?.checked_add(y?);
    Int { term: pool.add(a.term, b.term), low: both(a.low, b.low), high: both(a.high, b.high) }
}

pub fn negate(pool: &mut TermPool, a: Int) -> Int {
    let flip = |x: Option<i128>| x?.checked_neg();
    Int { term: pool.neg(a.term), low: flip(a.high), high: flip(a.low) }
}

pub fn subtract(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let both = |x: Option<i128>, y: Option<i128>| x?.checked_sub(y?);
    Int { term: pool.sub(a.term, b.term), low: both(a.low, b.high), high: both(a.high, b.low) }
}

pub fn multiply(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let term = pool.mul(a.term, b.term);
    let corner = |x: Option<i128>, y: Option<i128>| x?.checked_mul(y?);
    let corners = [corner(a.low, b.low), corner(a.low, b.high), corner(a.high, b.low), corner(a.high, b.high)];
    let known: Option<Vec<i128>> = corners.into_iter().collect();
    let low = known.as_ref().and_then(|corners| corners.iter().min().copied());
    let high = known.as_ref().and_then(|corners| corners.iter().max().copied());
    Int { term, low, high }
}

/// C's division, which truncates towards zero; the divisor is not zero.
pub fn divide(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let plain = pool.mk(Op::Div, &[a.term, b.term]);
    let term = if a.is_natural() {
        plain
    } else {
        // SMT-LIB rounds so that the remainder is not negative, which for a ≥ 0 is towards zero whatever the divisor.
        let minus = pool.neg(a.term);
        let mirrored = pool.mk(Op::Div, &[minus, b.term]);
        let mirrored = pool.neg(mirrored);
        let zero = pool.int(0);
        let natural = pool.ge(a.term, zero);
        pool.ite(natural, plain, mirrored)
    };
    let magnitude = match (a.low, a.high) {
        (Some(low), Some(high)) => low.checked_abs().zip(high.checked_abs()).map(|(low, high)| low.max(high)),
        _ => None,
    };
    let low = if a.is_natural() && b.is_natural() { Some(0) } else { magnitude.map(|m| -m) };
    Int { term, low, high: magnitude }
}

/// C's remainder, with the sign of the dividend; the divisor is not zero.
pub fn remainder(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let plain = pool.mk(Op::Mod, &[a.term, b.term]);
    let term = if a.is_natural() {
        plain
    } else {
        let minus = pool.neg(a.term);
        let mirrored = pool.mk(Op::Mod, &[minus, b.term]);
        let mirrored = pool.neg(mirrored);
        let zero = pool.int(0);
        let natural = pool.ge(a.term, zero);
        pool.ite(natural, plain, mirrored)
    };
    let low = if a.is_natural() { Some(0) } else { a.low };
    let high = match (a.high, b.is_natural(), b.high) {
        (Some(a), true, Some(b)) => Some(a.max(0).min((b - 1).max(0))),
        (a, _, _) => a.map(|a| a.max(0)),
    };
    Int { term, low, high }
}

/// `a · 2^by` for `0 <= by < bits`, exact; the caller wraps or checks.
pub fn shift_left(pool: &mut TermPool, a: Int, by: Int, bits: u32) -> Int {
    let mut shifted = |pool: &mut TermPool, k: u32| {
        let factor = pool.int(BigInt::from(1) << k);
        pool.mul(a.term, factor)
    };
    if let Some(k) = by.constant(pool).and_then(|k| u32::try_from(k).ok()).filter(|&k| k < bits) {
        let scale = |x: Option<i128>| x?.checked_mul(1i128.checked_shl(k).filter(|f| *f > 0)?);
        return Int { term: shifted(pool, k), low: scale(a.low), high: scale(a.high) };
    }
    let term = by_amount(pool, by, bits, &mut shifted);
    Int::any(term)
}

/// `a / 2^by` rounded down, which is the arithmetic shift, for `0 <= by < bits`.
pub fn shift_right(pool: &mut TermPool, a: Int, by: Int, bits: u32) -> Int {
    let mut shifted = |pool: &mut TermPool, k: u32| {
        let factor = pool.int(BigInt::from(1) << k);
        pool.mk(Op::Div, &[a.term, factor])
    };
    let term = match by.constant(pool).and_then(|k| u32::try_from(k).ok()).filter(|&k| k < bits) {
        Some(k) => shifted(pool, k),
        None => by_amount(pool, by, bits, &mut shifted),
    };
    Int { term, low: a.low.map(|low| low.min(0)), high: a.high.map(|high| high.max(0)) }
}

/// One case for every amount that the interval allows.
fn by_amount(pool: &mut TermPool, by: Int, bits: u32, shifted: &mut dyn FnMut(&mut TermPool, u32) -> Term) -> Term {
    let first = by.low.and_then(|low| u32::try_from(low).ok()).unwrap_or(0).min(bits - 1);
    let last = by.high.and_then(|high| u32::try_from(high).ok()).unwrap_or(bits - 1).clamp(first, bits - 1);
    let mut term = shifted(pool, last);
    for k in (first..last).rev() {
        let case = shifted(pool, k);
        let amount = pool.int(k);
        let is = pool.eq(by.term, amount);
        term = pool.ite(is, case, term);
    }
    term
}

/// `~a`
pub fn complement(pool: &mut TermPool, a: Int, range: Range) -> Int {
    let minus = negate(pool, a);
    let one = Int::literal(pool, 1);
    let flipped = subtract(pool, minus, one);
    wrap(pool, flipped, range)
}

/// `a & b` of two values of the range.
pub fn bit_and(pool: &mut TermPool, a: Int, b: Int, range: Range) -> Int {
    if let Some(mask) = literal(pool, b) {
        return and_literal(pool, a, &mask, range);
    }
    if let Some(mask) = literal(pool, a) {
        return and_literal(pool, b, &mask, range);
    }
    if a.is_natural() && a.high == Some(1) || b.is_natural() && b.high == Some(1) {
        return and_bit(pool, a, b);
    }
    let width = range.bits;
    let vector = |pool: &mut TermPool, x: Int| pool.mk(Op::Bv(BvOp::FromInt { width }), &[x.term]);
    let (x, y) = (vector(pool, a), vector(pool, b));
    let both = pool.mk(Op::Bv(BvOp::And), &[x, y]);
    let natural = pool.mk(Op::Bv(BvOp::ToNat), &[both]);
    let unsigned = Range { bits: width, signed: false };
    let value = wrap(pool, unsigned.value(natural), range);
    bounded_and(a, b, value)
}

/// One operand is 0 or 1: the parity of the other decides.
fn and_bit(pool: &mut TermPool, a: Int, b: Int) -> Int {
    let (bit, other) = if a.is_natural() && a.high == Some(1) { (a, b) } else { (b, a) };
    let (two, zero) = (pool.int(2), pool.int(0));
    let parity = pool.mk(Op::Mod, &[other.term, two]);
    let is_zero = pool.eq(bit.term, zero);
    Int { term: pool.ite(is_zero, zero, parity), low: Some(0), high: Some(1) }
}

fn literal(pool: &TermPool, value: Int) -> Option<BigInt> {
    match pool.op(value.term) {
        Op::Int(value) => Some(value.clone()),
        _ => None,
    }
}

/// The sum over the mask's runs of ones: bits `from .. to` of a are `(a div 2^from) mod 2^(to - from)`.
fn and_literal(pool: &mut TermPool, a: Int, mask: &BigInt, range: Range) -> Int {
    let mut sum = pool.int(0);
    let mut at = 0;
    while at < u64::from(range.bits) {
        if !mask.bit(at) {
            at += 1;
            continue;
        }
        let from = at;
        while at < u64::from(range.bits) && mask.bit(at) {
            at += 1;
        }
        let low = pool.int(BigInt::from(1) << from);
        let mut part = pool.mk(Op::Div, &[a.term, low]);
        // A run up to the sign bit of a signed value goes on for ever, as the sign does; likewise the top of an unsigned.
        if at < u64::from(range.bits) {
            let width = pool.int(BigInt::from(1) << (at - from));
            part = pool.mk(Op::Mod, &[part, width]);
        }
        let part = pool.mul(part, low);
        sum = pool.add(sum, part);
    }
    let value = range.value(sum);
    let mask = i128::try_from(mask.clone()).ok();
    bounded_and(a, Int { term: a.term, low: mask, high: mask }, value)
}

/// `x & y` is at most each operand that is not negative.
fn bounded_and(a: Int, b: Int, value: Int) -> Int {
    let limits = [a, b].into_iter().filter(|x| x.is_natural()).filter_map(|x| x.high);
    match limits.min() {
        Some(limit) => Int { low: Some(0), high: Some(limit), ..value },
        None => value,
    }
}

/// `a | b = a + b - (a & b)` and `a ^ b = a + b - 2·(a & b)` hold in two's complement.
pub fn bit_or(pool: &mut TermPool, a: Int, b: Int, range: Range) -> Int {
    let common = bit_and(pool, a, b, range);
    let sum = pool.add(a.term, b.term);
    or_bounds(a, b, range, pool.sub(sum, common.term))
}

pub fn bit_xor(pool: &mut TermPool, a: Int, b: Int, range: Range) -> Int {
    let common = bit_and(pool, a, b, range);
    let two = pool.int(2);
    let twice = pool.mul(two, common.term);
    let sum = pool.add(a.term, b.term);
    or_bounds(a, b, range, pool.sub(sum, twice))
}

fn or_bounds(a: Int, b: Int, range: Range, term: Term) -> Int {
    let natural = a.is_natural() && b.is_natural();
    let highest = a.high.zip(b.high).map(|(a, b)| a.max(b)).filter(|_| natural);
    match highest {
        Some(highest) => {
            let ones = 128 - highest.leading_zeros();
            let high = if ones >= 127 { None } else { Some((1i128 << ones) - 1) };
            Int { term, low: Some(0), high }
        }
        None => range.value(term),
    }
}

pub fn compare(pool: &mut TermPool, op: CompareOp, a: Term, b: Term) -> Term {
    match op {
        CompareOp::Equal => pool.eq(a, b),
        CompareOp::NotEqual => pool.ne(a, b),
        CompareOp::Less => pool.lt(a, b),
        CompareOp::LessEqual => pool.le(a, b),
        CompareOp::Greater => pool.gt(a, b),
        CompareOp::GreaterEqual => pool.ge(a, b),
    }
}

/// The exact result before wrapping, for every operator but the shifts.
pub fn exact(pool: &mut TermPool, op: BinaryOp, a: Int, b: Int, range: Range) -> Int {
    match op {
        BinaryOp::Add => add(pool, a, b),
        BinaryOp::Subtract => subtract(pool, a, b),
        BinaryOp::Multiply => multiply(pool, a, b),
        BinaryOp::Divide => divide(pool, a, b),
        BinaryOp::Remainder => remainder(pool, a, b),
        BinaryOp::BitAnd => bit_and(pool, a, b, range),
        BinaryOp::BitOr => bit_or(pool, a, b, range),
        BinaryOp::BitXor => bit_xor(pool, a, b, range),
        BinaryOp::ShiftLeft => shift_left(pool, a, b, range.bits),
        BinaryOp::ShiftRight => shift_right(pool, a, b, range.bits),
    }
}
