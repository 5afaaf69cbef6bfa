//! Integers as values hold them: machine integers while they fit, big ones beyond. The interpreter spends its time here.
//!
//! Invariant: `Big` holds only what does not fit `Small`, so that equality and hashing are structural.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg};
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<BigInt>),
}

impl Int {
    pub const ZERO: Int = Int(Repr::Small(0));

    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(value) => BigInt::from(*value),
            Repr::Big(value) => (**value).clone(),
        }
    }

    /// `None` if it does not fit.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(value) => Some(*value),
            Repr::Big(_) => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0)
    }

    /// `a = b * div(a, b) + mod(a, b)` with `0 <= mod(a, b) < |b|`, as in SMT-LIB; `None` if b is zero.
    pub fn div_mod(&self, by: &Int) -> Option<(Int, Int)> {
        if by.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &by.0)
            && let (Some(quotient), Some(remainder)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return Some((Int::from(quotient), Int::from(remainder)));
        }
        let (a, b) = (self.to_big(), by.to_big());
        let remainder = a.mod_floor(&b.abs());
        let quotient = (&a - &remainder) / b;
        Some((Int::from(quotient), Int::from(remainder)))
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int(Repr::Small(value))
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        match value.to_i64() {
            Some(small) => Int(Repr::Small(small)),
            None => Int(Repr::Big(Arc::new(value))),
        }
    }
}

impl From<&BigInt> for Int {
    fn from(value: &BigInt) -> Int {
        match value.to_i64() {
            Some(small) => Int(Repr::Small(small)),
            None => Int(Repr::Big(Arc::new(value.clone()))),
        }
    }
}

impl Add for &Int {
    type Output = Int;
    fn add(self, other: &Int) -> Int {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Int::from(sum);
        }
        Int::from(self.to_big() + other.to_big())
    }
}

impl Mul for &Int {
    type Output = Int;
    fn mul(self, other: &Int) -> Int {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Int::from(product);
        }
        Int::from(self.to_big() * other.to_big())
    }
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Repr::Small(value) if *value != i64::MIN => Int::from(-value),
            Repr::Small(_) | Repr::Big(_) => Int::from(-self.to_big()),
        }
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Big(b)) if b.is_positive() => Ordering::Less,
            (Repr::Small(_), Repr::Big(_)) => Ordering::Greater,
            (Repr::Big(a), Repr::Small(_)) if a.is_positive() => Ordering::Greater,
            (Repr::Big(_), Repr::Small(_)) => Ordering::Less,
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Big(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around every border, as big integers.
    fn samples() -> Vec<BigInt> {
        let borders = [0, 1, 2, 7, i64::from(i32::MAX), i64::MAX - 1, i64::MAX].map(BigInt::from);
        let mut all: Vec<BigInt> = borders.iter().flat_map(|n| [n.clone(), -n, n + 1, -n - 1, n + 2]).collect();
        all.push(BigInt::from(u64::MAX) * 3u32);
        all.push(BigInt::from(u64::MAX) * -3i32);
        all
    }

    #[test]
    fn agrees_with_big_integers() {
        for a in &samples() {
            for b in &samples() {
                let (x, y) = (Int::from(a), Int::from(b));
                assert_eq!((&x + &y, &x * &y, -&x), (Int::from(a + b), Int::from(a * b), Int::from(-a)));
                assert_eq!((x.cmp(&y), x == y), (a.cmp(b), a == b), "{a} {b}");
                match x.div_mod(&y) {
                    None => assert_eq!(*b, BigInt::from(0)),
                    Some((quotient, remainder)) => {
                        let (quotient, remainder) = (quotient.to_big(), remainder.to_big());
                        assert_eq!(b * quotient + &remainder, *a);
                        assert!(!remainder.is_negative() && remainder < b.abs());
                    }
                }
            }
        }
    }
}
