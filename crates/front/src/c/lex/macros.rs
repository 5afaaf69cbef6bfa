//! Macros in annotations. The preprocessor does not look into comments, but it hands its definitions on (`-dD`), so that
//! names of constants can be used there. Macros with parameters stay as they are.

use super::locate::is_word;
use super::token::{Token, TokenKind};
use super::{Lexer, find_comment_end};
use invar_base::Symbol;

/// Replacements nest no deeper, and one name becomes no more tokens.
const MAX_DEPTH: usize = 30;
const MAX_TOKENS: usize = 10_000;

impl Lexer<'_> {
    /// `#define NAME replacement`, from its `#` to the end of its line.
    pub(super) fn define(&mut self, start: usize, end: usize) {
        let text = self.text;
        let skip = |mut at: usize| {
            while at < end && matches!(text[at], b' ' | b'\t') {
                at += 1;
            }
            at
        };
        let name = skip(skip(start + 1) + "define".len());
        let behind = name + text[name..end].iter().take_while(|&&byte| is_word(byte)).count();
        let Ok(word) = std::str::from_utf8(&text[name..behind]) else { return };
        let symbol = self.names.intern(word);
        if text.get(behind) == Some(&b'(') {
            self.macros.remove(&symbol);
        } else {
            self.macros.insert(symbol, (behind, end));
        }
    }

    /// The end of the definition's line. Comments are kept in definitions, and may go on over several lines.
    pub(super) fn definition_end(&self, start: usize) -> usize {
        let mut at = start;
        let mut quote = None;
        while at < self.end {
            let rest = &self.text[at..self.end];
            at += match (rest, quote) {
                ([b'\n', ..], _) => return at,
                ([b'\\', b'\r', b'\n', ..], _) => 3,
                ([b'\\', _, ..], _) => 2,
                ([byte, ..], Some(open)) => {
                    quote = if *byte == open { None } else { quote };
                    1
                }
                ([b'/', b'*', ..], None) => find_comment_end(rest).unwrap_or(rest.len()),
                ([b'/', b'/', ..], None) => return self.line_comment_end(at),
                ([byte @ (b'"' | b'\''), ..], None) => {
                    quote = Some(*byte);
                    1
                }
                _ => 1,
            };
        }
        self.end
    }

    pub(super) fn undefine(&mut self, name: &str) {
        if let Some(symbol) = self.names.lookup(name) {
            self.macros.remove(&symbol);
        }
    }

    /// The token of an annotation, or what the macro it names stands for; `open` are the macros being replaced.
    pub(super) fn expand(&mut self, token: Token, open: &mut Vec<Symbol>, out: &mut Vec<Token>) {
        let TokenKind::Name(name) = token.kind else { return out.push(token) };
        let Some(&(start, end)) = self.macros.get(&name) else { return out.push(token) };
        if open.contains(&name) || open.len() >= MAX_DEPTH || out.len() >= MAX_TOKENS {
            return out.push(token);
        }
        let outside = (self.at, self.end, self.placed);
        (self.at, self.end, self.placed) = (start, end, Some(token.span));
        open.push(name);
        while let Some(inner) = self.token() {
            self.expand(inner, open, out);
        }
        open.pop();
        (self.at, self.end, self.placed) = outside;
    }
}
