//! Tokens of an annotation → syntax. Entry point: [`parse`].
//!
//! After a wrong clause, reading goes on behind its semicolon, so that one comment reports all its errors.

mod cursor;
mod types;
mod expr;
mod clause;
mod global;

use super::syntax::{Items, MAX_DEPTH};
use crate::c::lex::token::{Annotation, TokenKind};
use cursor::Parser;
use invar_base::{Diagnostic, Interner, Symbol};

/// What one comment says. `is_type` tells the names of types where it stands.
pub fn parse(
    annotation: &Annotation,
    names: &Interner,
    is_type: &dyn Fn(Symbol) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Items {
    let Some(first) = annotation.tokens.first() else {
        diagnostics.push(Diagnostic::warning("unknown-annotation", annotation.span, "this annotation is empty"));
        return Items::default();
    };
    let word = match &first.kind {
        TokenKind::Name(symbol) => names.name(*symbol),
        TokenKind::Keyword(keyword) => keyword.spelling(),
        TokenKind::Punct(_) | TokenKind::Number(_) | TokenKind::Char(_) => "",
        TokenKind::Str(_) | TokenKind::Logic(_) | TokenKind::Eof => "",
    };
    if !clause::OPENING_WORDS.contains(&word) {
        let message = if word.is_empty() {
            "this comment is not read: it does not begin with a word of ACSL".to_string()
        } else {
            format!("this comment is not read: `{word}` does not begin an ACSL annotation")
        };
        let help =
            "ACSL annotations begin with `requires`, `ensures`, `loop`, `assert`, `ghost`, `predicate` or the like";
        let warning = Diagnostic::warning("unknown-annotation", first.span, message);
        diagnostics.push(warning.with_help(help));
        return Items::default();
    }
    let mut parser = Parser::new(annotation, names, is_type);
    let items = parser.items();
    diagnostics.append(&mut parser.diagnostics);
    items
}

/// Deeper nesting than this is an error, so that no recursion over syntax or terms overflows the stack.
const DEPTH: u32 = MAX_DEPTH;
