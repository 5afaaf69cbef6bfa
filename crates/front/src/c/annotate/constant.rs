//! Constants: numbers, characters, strings, and the names of limits.

use std::sync::Arc;

use super::term::{Resolved, Terms, integer};
use crate::c::hir::spec::{LogicType, Term, TermKind};
use crate::c::lex::token::{Encoding, Literal};
use crate::c::types::{IntKind, Type};
use invar_base::{Span, Symbol};
use num_bigint::BigInt;

impl Terms<'_> {
    pub fn number(&mut self, spelling: Symbol, span: Span) -> Resolved<Term> {
        let text = self.name(spelling);
        if let Some(value) = parse_integer(&text) {
            return Ok(integer(value, span));
        }
        let digits = text.trim_end_matches(['f', 'F', 'l', 'L', 'd', 'D']);
        if !text.starts_with("0x") && !text.starts_with("0X") && digits.parse::<f64>().is_ok() {
            return Ok(Term { kind: TermKind::Real(digits.to_string()), ty: LogicType::Real, span });
        }
        self.fail("syntax", span, format!("`{text}` is not a number"))
    }

    pub fn character(&mut self, literal: &Literal, span: Span) -> Resolved<Term> {
        let wide = literal.encoding != Encoding::Plain;
        match literal.units.as_slice() {
            [] => self.fail("syntax", span, "a character constant needs a character"),
            [unit] if wide => Ok(integer(i128::from(*unit), span)),
            [unit] => Ok(integer(i128::from(*unit as u8 as i8), span)),
            units if units.len() <= 4 => {
                let value = units.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff));
                Ok(integer(i128::from(value as i32), span))
            }
            _ => self.fail("syntax", span, "this character constant is too long"),
        }
    }

    pub fn string(&mut self, parts: &[Arc<Literal>], span: Span) -> Term {
        let string = self.scope.string(parts, span);
        let kind = if parts.iter().any(|part| part.encoding == Encoding::Wide) { IntKind::Int } else { IntKind::Char };
        let types = self.scope.types_mut();
        let element = types.int(kind);
        let ty = LogicType::C(types.pointer(element));
        Term { kind: TermKind::String(string), ty, span }
    }

    /// Names that headers define as macros, which are still there in comments.
    pub fn well_known(&mut self, name: Symbol, span: Span) -> Option<Term> {
        let name = self.name(name);
        if name == "NULL" {
            let types = self.scope.types_mut();
            let void = types.intern(Type::Void);
            let ty = LogicType::C(types.pointer(void));
            return Some(Term { kind: TermKind::Null, ty, span });
        }
        let value = match name.as_str() {
            "true" => BigInt::from(1),
            "false" => BigInt::from(0),
            "CHAR_BIT" => BigInt::from(8),
            "EOF" => BigInt::from(-1),
            _ => self.limit(&name)?,
        };
        Some(integer(value, span))
    }

    /// `INT_MAX` and the like.
    fn limit(&self, name: &str) -> Option<BigInt> {
        let types = self.scope.types();
        let size = if types.pointer_size() == 8 { IntKind::ULong } else { IntKind::UInt };
        let (kind, is_max) = match name {
            "CHAR_MAX" | "SCHAR_MAX" | "INT8_MAX" => (IntKind::SChar, true),
            "CHAR_MIN" | "SCHAR_MIN" | "INT8_MIN" => (IntKind::SChar, false),
            "UCHAR_MAX" | "UINT8_MAX" => (IntKind::UChar, true),
            "SHRT_MAX" | "INT16_MAX" => (IntKind::Short, true),
            "SHRT_MIN" | "INT16_MIN" => (IntKind::Short, false),
            "USHRT_MAX" | "UINT16_MAX" => (IntKind::UShort, true),
            "INT_MAX" | "INT32_MAX" => (IntKind::Int, true),
            "INT_MIN" | "INT32_MIN" => (IntKind::Int, false),
            "UINT_MAX" | "UINT32_MAX" => (IntKind::UInt, true),
            "LONG_MAX" => (IntKind::Long, true),
            "LONG_MIN" => (IntKind::Long, false),
            "ULONG_MAX" => (IntKind::ULong, true),
            "LLONG_MAX" | "INT64_MAX" => (IntKind::LongLong, true),
            "LLONG_MIN" | "INT64_MIN" => (IntKind::LongLong, false),
            "ULLONG_MAX" | "UINT64_MAX" => (IntKind::ULongLong, true),
            "SIZE_MAX" | "UINTPTR_MAX" => (size, true),
            _ => return None,
        };
        let bits = types.bits(kind) - u32::from(kind.is_signed());
        let power = BigInt::from(1) << bits;
        Some(if is_max { power - 1 } else { -power })
    }
}

/// An integer constant of any size, with or without a suffix.
fn parse_integer(text: &str) -> Option<BigInt> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (lower.as_str(), 10),
    };
    let digits = digits.trim_end_matches(['u', 'l']);
    // `0u` has no digits left behind its prefix.
    if digits.is_empty() && radix == 8 {
        return Some(BigInt::from(0));
    }
    BigInt::parse_bytes(digits.as_bytes(), radix)
}
