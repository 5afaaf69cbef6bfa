//! Constants and string literals with their types in a data model (C11 6.4.4, 6.4.5).

use invar_base::Span;

use super::constant::wrap;
use super::scope::Resolver;
use crate::c::ast::{Base, CharConstant, FloatConstant, FloatSuffix, IntConstant, IntLength, StringLiteral};
use crate::c::hir::{self, Expr, ExprKind, StringId};
use crate::c::lex::token::Encoding;
use crate::c::types::{DataModel, FloatKind, IntKind, Type, TypeId};

impl Resolver<'_> {
    pub(super) fn int_constant(&mut self, constant: &IntConstant, span: Span) -> Expr {
        if constant.is_imaginary {
            let ty = self.complex(None);
            return self.unsupported("an imaginary constant", Vec::new(), ty, span);
        }
        let Ok(value) = i128::try_from(constant.value) else {
            self.error("too-large-constant", span, "no integer type holds this constant");
            return self.erroneous(span);
        };
        let holds = |kind: &IntKind| wrap(&self.types, *kind, value) == Some(value);
        let candidates = candidates(constant);
        let kind = candidates.iter().copied().find(holds);
        let kind = match kind {
            Some(kind) => kind,
            // gcc has `__int128` behind `long long` only in 64-bit mode, and says so.
            None if holds(&IntKind::ULongLong) => IntKind::ULongLong,
            None => {
                // A constraint of C11 6.4.4; compilers that go on with a warning take some other value.
                self.error("too-large-constant", span, "this constant is too large for `unsigned long long`");
                return self.erroneous(span);
            }
        };
        let ty = self.types.int(kind);
        self.int(value, ty, span)
    }

    pub(super) fn float_constant(&mut self, constant: &FloatConstant, span: Span) -> Expr {
        let digits = self.name(constant.digits);
        let kind = match constant.suffix {
            FloatSuffix::Float | FloatSuffix::FloatN(32) => FloatKind::Float,
            FloatSuffix::LongDouble | FloatSuffix::FloatN(80) | FloatSuffix::FloatNx(64) => FloatKind::LongDouble,
            FloatSuffix::FloatN(128) => FloatKind::Quad,
            FloatSuffix::Double | FloatSuffix::FloatN(_) | FloatSuffix::FloatNx(_) => FloatKind::Double,
        };
        if constant.is_imaginary {
            let ty = self.complex(Some(kind));
            return self.unsupported("an imaginary constant", Vec::new(), ty, span);
        }
        if constant.suffix == FloatSuffix::FloatN(16) {
            let ty = self.types.intern(Type::Float(kind));
            return self.unsupported("a constant of type `_Float16`", Vec::new(), ty, span);
        }
        let value = match kind {
            FloatKind::Float => nearest_float(digits),
            FloatKind::Double | FloatKind::LongDouble | FloatKind::Quad => nearest_double(digits),
        };
        let ty = self.types.intern(Type::Float(kind));
        Expr { kind: ExprKind::Float(value), ty, span }
    }

    pub(super) fn char_constant(&mut self, constant: &CharConstant, span: Span) -> Expr {
        let last = constant.units.last().copied().unwrap_or(0);
        let (value, kind) = match constant.encoding {
            Encoding::Plain if constant.units.len() > 1 => {
                // gcc: the bytes from the left, each shifting the others up, in an `int`.
                let value = constant.units.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff));
                (i128::from(value as i32), IntKind::Int)
            }
            Encoding::Plain => (i128::from(last as u8 as i8), IntKind::Int),
            Encoding::Utf8 => (i128::from(last as u8), IntKind::UChar),
            Encoding::Char16 => (i128::from(last as u16), IntKind::UShort),
            Encoding::Char32 => (i128::from(last), IntKind::UInt),
            Encoding::Wide => (i128::from(last as i32), element_kind(self.types.model, Encoding::Wide)),
        };
        let ty = self.types.int(kind);
        self.int(value, ty, span)
    }

    pub(super) fn string(&mut self, literal: &StringLiteral) -> StringId {
        let kind = element_kind(self.types.model, literal.encoding);
        let element = self.types.int(kind);
        let mut units = literal.units.clone();
        units.push(0);
        self.string_of(element, units, literal.span)
    }

    /// `__func__` and the like.
    pub(super) fn string_of_text(&mut self, text: &str, span: Span) -> StringId {
        let units = text.bytes().map(u32::from).chain([0]).collect();
        self.string_of(self.basic.char, units, span)
    }

    fn string_of(&mut self, element: TypeId, units: Vec<u32>, span: Span) -> StringId {
        let ty = self.array_of(element, units.len() as u64);
        if let Some(&id) = self.string_index.get(&(ty, units.clone())) {
            self.strings[id].is_repeated = true;
            return id;
        }
        let id = self.strings.push(hir::StringLiteral { ty, units: units.clone(), span, is_repeated: false });
        self.string_index.insert((ty, units), id);
        id
    }
}

/// What a literal's characters are; `wchar_t` is `long` on i386.
pub(super) fn element_kind(model: DataModel, encoding: Encoding) -> IntKind {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => IntKind::Char,
        Encoding::Char16 => IntKind::UShort,
        Encoding::Char32 => IntKind::UInt,
        Encoding::Wide => match model {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        },
    }
}

/// The types to try in order (C11 6.4.4.1).
fn candidates(constant: &IntConstant) -> Vec<IntKind> {
    let all = [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];
    let skip = match constant.length {
        IntLength::Plain => 0,
        IntLength::Long => 2,
        IntLength::LongLong => 4,
    };
    let fits = |kind: &IntKind| match (constant.is_unsigned, constant.base) {
        (true, _) => !kind.is_signed(),
        (false, Base::Decimal) => kind.is_signed(),
        (false, Base::Binary | Base::Octal | Base::Hexadecimal) => true,
    };
    all.into_iter().skip(skip).filter(fits).collect()
}

fn nearest_double(digits: &str) -> f64 {
    let lower = digits.to_ascii_lowercase();
    match hexadecimal(&lower) {
        Some((mantissa, exponent)) => scaled(mantissa as f64, exponent),
        None => lower.parse().unwrap_or(0.0),
    }
}

/// Rounded once: the nearest `float` to the nearest `double` may be another.
fn nearest_float(digits: &str) -> f64 {
    let lower = digits.to_ascii_lowercase();
    match hexadecimal(&lower) {
        Some((mantissa, exponent)) => f64::from(scaled(f64::from(mantissa as f32), exponent) as f32),
        None => f64::from(lower.parse::<f32>().unwrap_or(0.0)),
    }
}

/// `0x1.8p3` as 24 · 2⁻¹. Of digits beyond the 28th only whether all are zero counts.
fn hexadecimal(digits: &str) -> Option<(u128, i32)> {
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (mut value, mut dropped) = (0u128, 0i32);
    for digit in whole.chars().chain(fraction.chars()) {
        let digit = u128::from(digit.to_digit(16)?);
        match value >> 112 {
            0 => value = value * 16 + digit,
            _ => {
                value |= u128::from(digit != 0);
                dropped += 1;
            }
        }
    }
    let exponent: i32 = exponent.parse().ok()?;
    Some((value, exponent.saturating_add(4 * (dropped - fraction.len() as i32))))
}

/// `value · 2^exponent`, in steps that no exponent of a `double` exceeds.
fn scaled(mut value: f64, mut exponent: i32) -> f64 {
    while exponent != 0 && value != 0.0 && value.is_finite() {
        let step = exponent.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        exponent -= step;
    }
    value
}
