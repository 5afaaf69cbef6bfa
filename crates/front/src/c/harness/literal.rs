//! Numbers as C writes them.

use invar_logic::Float;
use num_bigint::BigInt;

use crate::c::lower::shape::float_width;
use crate::c::types::{TypeId, Types};

/// An expression of this value, of a type wide enough for it. C has no negative literals, so the smallest values are
/// written as a difference, and none of 128 bits, so those are put together from halves.
pub fn integer(value: &BigInt) -> String {
    if let Ok(small) = i64::try_from(value) {
        return match small {
            i64::MIN => "(-9223372036854775807LL - 1)".to_string(),
            _ if small == i64::from(i32::MIN) => "(-2147483647 - 1)".to_string(),
            _ if i32::try_from(small).is_ok() => small.to_string(),
            _ => format!("{small}LL"),
        };
    }
    if let Ok(large) = u64::try_from(value) {
        return format!("{large}ULL");
    }
    // As bits, which is what a conversion to the type of the place makes of it.
    let wide: BigInt = value & ((BigInt::from(1) << 128) - 1);
    let (high, low) = (&wide >> 64u32, &wide & BigInt::from(u64::MAX));
    format!("(((unsigned __int128){high}ULL << 64) | {low}ULL)")
}

/// A value of this type: an integer, or the floating value that it stands for.
pub fn number_of(types: &Types, ty: TypeId, value: &BigInt) -> String {
    match float_width(types, ty) {
        Some(width) => floating(Float::at(value, width)),
        None => integer(value),
    }
}

fn floating(value: Float) -> String {
    let (wide, suffix) = match value {
        Float::Single(value) => (f64::from(value), "f"),
        Float::Double(value) => (value, ""),
    };
    let text = match wide.abs() {
        wide if wide.is_nan() => format!("__builtin_nan{suffix}(\"\")"),
        f64::INFINITY => format!("__builtin_inf{suffix}()"),
        _ => format!("{}{suffix}", value.to_string().trim_start_matches('-')),
    };
    if wide.is_sign_negative() && !wide.is_nan() { format!("(-{text})") } else { text }
}

/// A text as a C string literal.
pub fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            // A question mark could begin a trigraph.
            b'?' => out.push_str("\\?"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_strings() {
        let of = |value: i128| integer(&BigInt::from(value));
        assert_eq!(of(-7), "-7");
        assert_eq!(of(i128::from(i32::MIN)), "(-2147483647 - 1)");
        assert_eq!(of(1 << 40), "1099511627776LL");
        assert_eq!(of(i128::from(i64::MIN)), "(-9223372036854775807LL - 1)");
        assert_eq!(of(i128::from(u64::MAX)), "18446744073709551615ULL");
        assert_eq!(of(1 << 64), "(((unsigned __int128)1ULL << 64) | 0ULL)");
        assert_eq!(of(-(1 << 64)), "(((unsigned __int128)18446744073709551615ULL << 64) | 0ULL)");
        assert_eq!(string("a\"b\\c\n??/"), r#""a\"b\\c\012\?\?/""#);
    }
}
