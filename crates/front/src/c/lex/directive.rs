//! The lines of preprocessed text that begin with `#`: line markers and pragmas.

use super::Lexer;
use super::token::{Pragma, Punct, TokenKind};
use invar_base::Span;

/// The flag of a line marker whose file is a header of the system.
const SYSTEM: &str = "3";

impl Lexer<'_> {
    /// At a `#` that begins a line.
    pub(super) fn directive(&mut self) {
        let start = self.at;
        let end = self.line_comment_end(start);
        let line = String::from_utf8_lossy(&self.text[start + 1..end]).replace("\\\r\n", " ").replace("\\\n", " ");
        let line = line.trim();
        self.at = end;
        let word = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        match word {
            "" => {}
            "pragma" => {
                let span = self.locator.locate(start, end);
                self.add_pragma(span, line[word.len()..].trim());
            }
            "line" => self.marker(start, line[word.len()..].trim()),
            "ident" | "sccs" | "assert" | "unassert" | "warning" => {}
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => self.marker(start, line),
            // The preprocessor writes these on demand (-dD). In the program it has replaced the macros already.
            "define" if self.locator.is_marked() => {
                let end = self.definition_end(start);
                self.at = end;
                self.define(start, end);
            }
            "undef" if self.locator.is_marked() => self.undefine(line[word.len()..].trim()),
            _ => {
                let span = self.locator.locate(start, end);
                self.error(
                    span,
                    format!("the directive `#{word}` is for the preprocessor, which did not run on this text"),
                );
            }
        }
    }

    /// `12 "file.c" 3 4`
    fn marker(&mut self, start: usize, line: &str) {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = line[..digits].parse::<u32>() else {
            let span = self.locator.locate(start, self.at);
            return self.error(span, "this line marker has no line number");
        };
        let path = line[digits..].trim_start().strip_prefix('"').map(unquote);
        self.locator.marker(self.at, number, path.as_deref());
        if path.is_some() {
            let flags = line.rsplit('"').next().unwrap_or_default();
            let is_system = flags.split(' ').any(|flag| flag == SYSTEM);
            self.lexed.system.push((self.lexed.tokens.len(), is_system));
        }
    }

    fn add_pragma(&mut self, span: Span, text: &str) {
        let index = self.lexed.tokens.len();
        self.lexed.pragmas.push((index, Pragma { span, text: text.into() }));
    }

    /// Behind the word `_Pragma`: `("text")`, wherever it stands.
    pub(super) fn pragma_operator(&mut self, word: Span) {
        let mut text = String::new();
        while let Some(token) = self.token() {
            match token.kind {
                TokenKind::Str(literal) => {
                    text.extend(literal.units.iter().filter_map(|&unit| char::from_u32(unit)));
                }
                TokenKind::Punct(Punct::LParen) => {}
                TokenKind::Punct(Punct::RParen) => return self.add_pragma(word.to(token.span), &text),
                _ => return self.error(word, "`_Pragma` takes one string in parentheses"),
            }
        }
        self.error(word, "`_Pragma` takes one string in parentheses");
    }
}

/// A file's name as a marker writes it, up to its closing quote: `\\`, `\"` and bytes in octal.
fn unquote(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'"', _) => break,
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', tail @ ..]) => {
                bytes.push((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'));
                rest = tail;
            }
            (b'\\', [escaped, tail @ ..]) => {
                bytes.push(*escaped);
                rest = tail;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
