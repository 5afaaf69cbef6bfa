//! Numbers: from a spelling to a value and what its suffix says (C11 §6.4.4.1, §6.4.4.2, and GNU C's additions).

use super::{Parser, Reading};
use crate::c::ast::{Base, ExprKind, FloatConstant, FloatSuffix, IntConstant, IntLength};
use invar_base::Symbol;

impl Parser<'_> {
    /// The number that the next token spells; the token is not taken.
    pub(super) fn constant(&mut self, spelling: Symbol) -> Reading<ExprKind> {
        let text = self.names.name(spelling).to_string();
        let read = if is_floating(&text) { self.floating(&text) } else { integer(&text) };
        read.map_err(|problem| {
            self.error(self.span(), format!("`{}` is not a number: {problem}", super::shortened(&text)))
        })
    }

    fn floating(&mut self, text: &str) -> Result<ExprKind, &'static str> {
        let lower = text.to_ascii_lowercase();
        let is_hexadecimal = lower.starts_with("0x");
        let mantissa = if is_hexadecimal { 2 } else { 0 };
        let digits = mantissa + significand_length(&lower[mantissa..], is_hexadecimal);
        let length = digits + exponent_length(&lower[digits..], if is_hexadecimal { 'p' } else { 'e' })?;
        if is_hexadecimal && length == digits {
            return Err("a hexadecimal floating constant has an exponent (`p`)");
        }
        if !lower[mantissa..digits].chars().any(|c| c.is_ascii_hexdigit()) {
            return Err("there are no digits");
        }
        let (suffix, is_imaginary) = float_suffix(&lower[length..])?;
        let digits = self.names.intern(&text[..length]);
        Ok(ExprKind::Float(FloatConstant { digits, suffix, is_imaginary }))
    }
}

fn is_floating(text: &str) -> bool {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_binary = text.starts_with("0b") || text.starts_with("0B");
    let exponent = if is_hexadecimal { ['p', 'P'] } else { ['e', 'E'] };
    text.contains('.') || (!is_binary && text.contains(exponent))
}

/// The length of digits with at most one point among them.
fn significand_length(text: &str, is_hexadecimal: bool) -> usize {
    let is_digit = |c: char| if is_hexadecimal { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let whole = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    match text[whole..].strip_prefix('.') {
        Some(fraction) => whole + 1 + fraction.find(|c| !is_digit(c)).unwrap_or(fraction.len()),
        None => whole,
    }
}

/// The length of `e+12`, zero if there is none.
fn exponent_length(text: &str, letter: char) -> Result<usize, &'static str> {
    let Some(rest) = text.strip_prefix(letter) else { return Ok(0) };
    let sign = usize::from(rest.starts_with(['+', '-']));
    let digits = rest[sign..].chars().take_while(char::is_ascii_digit).count();
    if digits == 0 { Err("its exponent has no digits") } else { Ok(1 + sign + digits) }
}

fn float_suffix(suffix: &str) -> Result<(FloatSuffix, bool), &'static str> {
    let is_imaginary = suffix.contains(['i', 'j']);
    let plain = suffix.replacen(['i', 'j'], "", 1);
    let suffix = match plain.as_str() {
        "" => FloatSuffix::Double,
        "f" => FloatSuffix::Float,
        "l" => FloatSuffix::LongDouble,
        "f16" => FloatSuffix::FloatN(16),
        "f32" => FloatSuffix::FloatN(32),
        "f64" => FloatSuffix::FloatN(64),
        "f128" | "q" => FloatSuffix::FloatN(128),
        "w" => FloatSuffix::FloatN(80),
        "f32x" => FloatSuffix::FloatNx(32),
        "f64x" => FloatSuffix::FloatNx(64),
        "df" | "dd" | "dl" => return Err("decimal floating point is not supported"),
        _ => return Err("its suffix is unknown"),
    };
    Ok((suffix, is_imaginary))
}

fn integer(text: &str) -> Result<ExprKind, &'static str> {
    let lower = text.to_ascii_lowercase();
    let (base, radix, rest) = if let Some(rest) = lower.strip_prefix("0x") {
        (Base::Hexadecimal, 16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (Base::Binary, 2, rest)
    } else if lower.starts_with('0') {
        (Base::Octal, 8, lower.as_str())
    } else {
        (Base::Decimal, 10, lower.as_str())
    };
    let length = rest.find(|c: char| !c.is_digit(if radix == 8 { 10 } else { radix })).unwrap_or(rest.len());
    if length == 0 {
        return Err("there are no digits");
    }
    let mut value = 0u128;
    for digit in rest[..length].chars() {
        let digit = digit.to_digit(radix).ok_or("it begins with 0 and has a digit that is not octal")?;
        let scaled = value.checked_mul(u128::from(radix));
        value = scaled.and_then(|scaled| scaled.checked_add(u128::from(digit))).ok_or("it needs more than 128 bits")?;
    }
    let suffix = &rest[length..];
    let is_imaginary = suffix.contains(['i', 'j']);
    let (is_unsigned, length) = match suffix.replacen(['i', 'j'], "", 1).as_str() {
        "" => (false, IntLength::Plain),
        "u" => (true, IntLength::Plain),
        "l" => (false, IntLength::Long),
        "ul" | "lu" => (true, IntLength::Long),
        "ll" => (false, IntLength::LongLong),
        "ull" | "llu" => (true, IntLength::LongLong),
        _ => return Err("its suffix is unknown"),
    };
    Ok(ExprKind::Int(IntConstant { value, base, is_unsigned, length, is_imaginary }))
}
