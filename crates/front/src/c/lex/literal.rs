//! String and character literals, and their escapes (C11 §6.4.4.4, §6.4.5).

use super::Lexer;
use super::token::{Encoding, Literal, TokenKind};
use std::sync::Arc;

impl Lexer<'_> {
    /// The length of `L`, `u`, `U` or `u8` right before a quote.
    pub(super) fn literal_prefix(&self) -> usize {
        match self.rest() {
            [b'L' | b'u' | b'U', b'"' | b'\'', ..] => 1,
            [b'u', b'8', b'"' | b'\'', ..] => 2,
            _ => 0,
        }
    }

    /// At a literal's prefix or quote; none if it does not end, which is reported.
    pub(super) fn literal(&mut self) -> Option<TokenKind> {
        let start = self.at;
        let prefix = self.literal_prefix();
        let encoding = match &self.rest()[..prefix] {
            b"L" => Encoding::Wide,
            b"u" => Encoding::Char16,
            b"U" => Encoding::Char32,
            b"u8" => Encoding::Utf8,
            _ => Encoding::Plain,
        };
        self.at += prefix;
        let quote = self.peek(0);
        self.at += 1;
        let mut units = Vec::new();
        while self.peek(0) != quote {
            if self.at >= self.end || self.peek(0) == b'\n' {
                let span = self.locate(start);
                let what = if quote == b'"' { "string" } else { "character constant" };
                self.error(span, format!("this {what} has no closing quote"));
                return None;
            }
            self.unit(encoding, &mut units);
        }
        self.at += 1;
        let literal = Arc::new(Literal { encoding, units });
        if quote == b'"' {
            return Some(TokenKind::Str(literal));
        }
        if literal.units.is_empty() {
            let span = self.locate(start);
            self.error(span, "a character constant holds at least one character");
            return None;
        }
        Some(TokenKind::Char(literal))
    }

    /// One character or escape.
    fn unit(&mut self, encoding: Encoding, units: &mut Vec<u32>) {
        match self.rest() {
            [b'\\', b'\n', ..] => self.at += 2,
            [b'\\', b'\r', b'\n', ..] => self.at += 3,
            [b'\\', ..] => self.escape(encoding, units),
            _ => self.character(encoding, units),
        }
    }

    fn character(&mut self, encoding: Encoding, units: &mut Vec<u32>) {
        let rest = self.rest();
        match encoding {
            Encoding::Plain | Encoding::Utf8 => {
                units.push(u32::from(rest[0]));
                self.at += 1;
            }
            Encoding::Char16 | Encoding::Char32 | Encoding::Wide => {
                let length = (1..=rest.len().min(4)).find(|&length| std::str::from_utf8(&rest[..length]).is_ok());
                let decoded = length.and_then(|length| std::str::from_utf8(&rest[..length]).ok()?.chars().next());
                self.at += length.unwrap_or(1);
                encode(decoded.map_or(u32::from(rest[0]), u32::from), encoding, units);
            }
        }
    }

    fn escape(&mut self, encoding: Encoding, units: &mut Vec<u32>) {
        let letter = self.peek(1);
        self.at += 2.min(self.rest().len());
        let unit = match letter {
            b'a' => 7,
            b'b' => 8,
            b't' => 9,
            b'n' => 10,
            b'v' => 11,
            b'f' => 12,
            b'r' => 13,
            b'e' | b'E' => 27,
            b'0'..=b'7' => {
                self.at -= 1;
                self.digits(8, 3)
            }
            b'x' => self.digits(16, usize::MAX),
            b'u' | b'U' => {
                let code = self.digits(16, if letter == b'u' { 4 } else { 8 });
                return encode(code, encoding, units);
            }
            other => u32::from(other),
        };
        let mask = match encoding {
            Encoding::Plain | Encoding::Utf8 => 0xff,
            Encoding::Char16 => 0xffff,
            Encoding::Char32 | Encoding::Wide => u32::MAX,
        };
        units.push(unit & mask);
    }

    fn digits(&mut self, base: u32, most: usize) -> u32 {
        let mut value = 0u32;
        let mut count = 0;
        while let Some(digit) = char::from(self.peek(0)).to_digit(base).filter(|_| count < most) {
            value = value.wrapping_mul(base).wrapping_add(digit);
            count += 1;
            self.at += 1;
        }
        value
    }
}

/// A code point in the units of its literal.
fn encode(code: u32, encoding: Encoding, units: &mut Vec<u32>) {
    let Some(character) = char::from_u32(code) else { return units.push(code) };
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Char16 => units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        Encoding::Char32 | Encoding::Wide => units.push(code),
    }
}
