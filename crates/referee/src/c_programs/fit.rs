//! Bringing a value into an interval: for indices, shift counts, divisors, arguments and limited variables.

use super::expr::{self, Expr, Logical};
use super::kind::Kind;
use super::literals::small;
use super::range::{Op, Range};
use super::scope::Generator;

impl Generator {
    /// An expression made from `value` that lies in `range`, which holds some value of `int`.
    pub fn fit(&mut self, value: Expr, range: Range) -> Expr {
        if value.fits(range) {
            return value;
        }
        for _ in 0..6 {
            let attempt = match self.random.below(6) {
                0 | 1 => self.fit_by_mask(&value, range),
                2 => self.fit_by_remainder(&value, range),
                3 => self.fit_by_test(&value, range),
                4 => self.fit_by_cast(&value, range),
                _ => self.fit_by_unsigned_remainder(&value, range),
            };
            if let Some(fitted) = attempt.filter(|fitted| fitted.fits(range)) {
                return fitted;
            }
        }
        match self.fit_by_unsigned_remainder(&value, range).filter(|fitted| fitted.fits(range)) {
            Some(fitted) => fitted,
            None => self.number_in(Range::new(range.low.max(-1000), range.high.min(1000))),
        }
    }

    fn fit_by_mask(&mut self, value: &Expr, range: Range) -> Option<Expr> {
        let size = (range.high - range.low + 1).min(1 << 30);
        let mask = (1i64 << (127 - size.leading_zeros())) - 1;
        let masked = expr::binary(Op::And, value, &small(mask))?;
        if masked.fits(range) { Some(masked) } else { shifted(masked, range.low) }
    }

    /// Of a signed value the remainder has its sign.
    fn fit_by_remainder(&mut self, value: &Expr, range: Range) -> Option<Expr> {
        let size = if value.types.iter().all(|typed| typed.range.low >= 0) {
            range.high + 1
        } else {
            range.high.min(-range.low) + 1
        };
        if !(1..1 << 30).contains(&size) {
            return None;
        }
        expr::binary(Op::Rem, value, &small(size as i64))
    }

    fn fit_by_unsigned_remainder(&mut self, value: &Expr, range: Range) -> Option<Expr> {
        let kinds = [Kind::UInt, Kind::ULongLong, Kind::ULong, Kind::UChar];
        let kind = kinds[self.random.below(kinds.len())];
        let spelling = self.spell(kind);
        let size = (range.high - range.low + 1).min(1 << 30);
        let reduced = expr::binary(Op::Rem, &expr::cast(kind, &spelling, value), &small(size as i64))?;
        if range.low == 0 { Some(reduced) } else { shifted(expr::cast(Kind::Int, "int", &reduced), range.low) }
    }

    /// `value > high ? c : value`, where evaluating twice is harmless.
    fn fit_by_test(&mut self, value: &Expr, range: Range) -> Option<Expr> {
        let is_simple = value.code.effects.writes == 0 && value.code.text.len() < 14;
        let is_int = value.types.iter().all(|typed| typed.kind.promote() == Kind::Int);
        let is_unsigned = value.types.iter().all(|typed| !typed.kind.promote().is_signed());
        let is_unsigned = is_unsigned && range.low == 0 && range.high < 0x7fff_ffff;
        if !is_simple
            || value.is_bit_field
            || !(is_int || is_unsigned)
            || !Kind::Int.range(super::kind::MODELS[0]).includes(range)
        {
            return None;
        }
        let above = expr::binary(Op::Gt, value, &small(range.high as i64))?;
        let test = if is_unsigned {
            above
        } else {
            let below = expr::binary(Op::Lt, value, &small(range.low as i64))?;
            expr::logical(Logical::Or, &below.code, &above.code)
        };
        let other = self.number_in(range);
        let other = expr::cast(Kind::Int, "int", &other);
        let other = if self.random.chance(80) { small(other.types[0].range.low as i64) } else { other };
        Some(expr::conditional(&test.code, &other, value).narrowed(range))
    }

    fn fit_by_cast(&mut self, value: &Expr, range: Range) -> Option<Expr> {
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| super::kind::MODELS.iter().all(|&model| range.includes(kind.range(model))))
            .collect();
        let kind = *self.random.pick(&kinds)?;
        let spelling = self.spell(kind);
        Some(expr::cast(kind, &spelling, value))
    }
}

/// A value that starts at 0, moved up or down to `low`.
fn shifted(value: Expr, low: i128) -> Option<Expr> {
    let value = if low < 0 && !value.is_signed() { expr::cast(Kind::Int, "int", &value) } else { value };
    if low < 0 {
        expr::binary(Op::Sub, &value, &small(-low as i64))
    } else {
        expr::binary(Op::Add, &value, &small(low as i64))
    }
}
