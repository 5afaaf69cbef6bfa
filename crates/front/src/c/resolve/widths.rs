//! Bit-fields that are wider than `int`. Their type in arithmetic is left to the implementation (C11 6.7.2.1): gcc computes
//! in the width of the field, clang in the declared type. Where the results can differ, the expression is `Disputed`.

use super::scope::Resolver;
use crate::c::hir::{Expr, ExprKind, Place};
use crate::c::types::{BitField, IntKind};

/// The integers of a width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Own {
    bits: u32,
    signed: bool,
}

impl Own {
    fn low(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn high(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    fn holds(self, other: Own) -> bool {
        self.low() <= other.low() && other.high() <= self.high()
    }

    /// The inverse of `low` and `high`.
    fn between(low: i128, high: i128) -> Own {
        let bits = 128 - high.leading_zeros();
        Own { bits: if low < 0 { bits + 1 } else { bits }, signed: low < 0 }
    }
}

/// May gcc compute with such a field in a width that is no type's?
pub(super) fn is_wide(field: BitField) -> bool {
    field.width > 32
}

impl Resolver<'_> {
    /// In which width gcc computes with a promoted value, if not in that of its type.
    pub(super) fn own_width(&self, value: &Expr) -> Option<Own> {
        // Hardly any program has such fields, and expressions are long.
        if !self.has_wide_fields {
            return None;
        }
        match &value.kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) | ExprKind::AssignOp { place, .. } => {
                self.wide_bit_field(place)
            }
            ExprKind::Increment { place, .. } => self.wide_bit_field(place),
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.own_width(last),
            ExprKind::Conditional(_, a, b) => {
                let is_literal = |side: &Expr| matches!(side.kind, ExprKind::Int(_));
                match (self.own_width(a), self.own_width(b)) {
                    (Some(a), Some(b)) => Some(if a.bits >= b.bits { a } else { b }),
                    (Some(a), None) => is_literal(b).then_some(a),
                    (None, Some(b)) => is_literal(a).then_some(b),
                    (None, None) => None,
                }
            }
            ExprKind::Disputed { low, high, .. } => Some(Own::between(*low, *high)).filter(|own| own.bits > 32),
            _ => None,
        }
    }

    fn wide_bit_field(&self, place: &Place) -> Option<Own> {
        let field = place.bit_field(&self.types).filter(|field| is_wide(*field))?;
        let kind = self.types.int_kind(place.ty)?;
        (field.width < self.types.bits(kind)).then_some(Own { bits: field.width, signed: kind.is_signed() })
    }

    /// The width in which gcc computes with two promoted operands, if it is not that of their common type.
    pub(super) fn common_width(&self, left: &Expr, right: &Expr, common: IntKind) -> Option<Own> {
        if self.own_width(left).is_none() && self.own_width(right).is_none() {
            return None;
        }
        let width = |value: &Expr| {
            let kind = self.types.int_kind(value.ty)?;
            self.own_width(value).or(Some(Own { bits: self.types.bits(kind), signed: kind.is_signed() }))
        };
        let (a, b) = (width(left)?, width(right)?);
        let wider = match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => Own { signed: a.signed && b.signed, ..a },
        };
        (wider.bits < self.types.bits(common)).then_some(wider)
    }

    /// An operand that gcc converts to the width.
    pub(super) fn disputed_operand(&self, value: Expr, own: Option<Own>) -> Expr {
        let Some(own) = own else { return value };
        let is_held = match value.kind {
            ExprKind::Int(number) => (own.low()..=own.high()).contains(&number),
            _ => self.own_width(&value).is_some_and(|other| own.holds(other)),
        };
        if is_held { value } else { disputed(value, own.low(), own.high()) }
    }

    /// A result that gcc computes in the width.
    pub(super) fn disputed_result(&self, value: Expr, own: Option<Own>) -> Expr {
        match own {
            Some(own) => disputed(value, own.low(), own.high()),
            None => value,
        }
    }

    /// The number of bits that a value of the width is shifted by.
    pub(super) fn disputed_shift(&self, count: Expr, own: Option<Own>) -> Expr {
        match own {
            Some(own) => disputed(count, 0, i128::from(own.bits) - 1),
            None => count,
        }
    }
}

fn disputed(value: Expr, low: i128, high: i128) -> Expr {
    let (ty, span) = (value.ty, value.span);
    Expr { kind: ExprKind::Disputed { operand: Box::new(value), low, high }, ty, span }
}
