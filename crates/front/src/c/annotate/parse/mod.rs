//! Tokens of an annotation → syntax. Entry point: [`parse`].
//!
//! After a wrong clause, reading goes on behind its semicolon, so that one comment reports all its errors.
//!
//! Mutually recursive: `types`, `expr`. A type may hold an expression, a cast a type.

mod cursor;
mod types;
mod expr;
mod template;
mod global;
mod clause;

use super::syntax::{Items, MAX_DEPTH};
use crate::c::lex::token::{Annotation, Punct, Token, TokenKind};
use cursor::Parser;
use invar_base::{Diagnostic, Interner, Symbol};

/// What one comment says. `is_type` tells the names of types where it stands.
pub fn parse(
    annotation: &Annotation,
    names: &Interner,
    is_type: &dyn Fn(Symbol) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Items {
    if annotation.tokens.is_empty() {
        diagnostics.push(Diagnostic::warning("unknown-annotation", annotation.span, "this annotation is empty"));
        return Items::default();
    }
    let mut items = Items::default();
    for (start, end) in parts(annotation, names) {
        let tokens = &annotation.tokens[start..end];
        match tokens.first() {
            Some(first) if !is_opening(first, names) => diagnostics.push(unknown(first, names)),
            Some(_) | None => {
                let mut parser = Parser::new(tokens, annotation.span, names, is_type);
                parser.items(&mut items);
                diagnostics.append(&mut parser.diagnostics);
            }
        }
    }
    items
}

/// Where lines of `//@ …` follow each other, those of other tools are parts of their own. A line that begins like no
/// clause continues the one before, unless that was complete.
fn parts(annotation: &Annotation, names: &Interner) -> Vec<(usize, usize)> {
    let tokens = &annotation.tokens;
    let mut parts = Vec::new();
    let mut start = 0;
    // The line that the present clause begins on.
    let mut clause = 0;
    for &line in annotation.lines.iter().filter(|line| (1..tokens.len()).contains(*line)) {
        let was_known = is_opening(&tokens[start], names);
        let is_complete = matches!(tokens[line - 1].kind, TokenKind::Punct(Punct::Semi));
        let in_ghost = word(&tokens[clause], names) == "ghost";
        let is_clause = is_opening(&tokens[line], names);
        clause = if is_clause { line } else { clause };
        let is_other = match is_clause {
            true => !was_known,
            false => was_known && is_complete && !in_ghost && !word(&tokens[line], names).is_empty(),
        };
        if is_other {
            parts.push((start, line));
            start = line;
        }
    }
    parts.push((start, tokens.len()));
    parts
}

fn word<'n>(token: &Token, names: &'n Interner) -> &'n str {
    match &token.kind {
        TokenKind::Name(symbol) => names.name(*symbol),
        TokenKind::Keyword(keyword) => keyword.spelling(),
        TokenKind::Punct(_) | TokenKind::Number(_) | TokenKind::Char(_) => "",
        TokenKind::Str(_) | TokenKind::Logic(_) | TokenKind::Eof => "",
    }
}

fn is_opening(token: &Token, names: &Interner) -> bool {
    clause::OPENING_WORDS.contains(&word(token, names))
}

fn unknown(first: &Token, names: &Interner) -> Diagnostic {
    let message = match word(first, names) {
        "" => "this comment is not read: it does not begin with a word of ACSL".to_string(),
        word => format!("this comment is not read: `{word}` does not begin an ACSL annotation"),
    };
    let help = "ACSL annotations begin with `requires`, `ensures`, `loop`, `assert`, `ghost`, `predicate` or the like";
    Diagnostic::warning("unknown-annotation", first.span, message).with_help(help)
}

/// Deeper nesting than this is an error, so that no recursion over syntax or terms overflows the stack.
const DEPTH: u32 = MAX_DEPTH;
