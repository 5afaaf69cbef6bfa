//! Tokens to the syntax tree, by recursive descent. In: the text of a file. Out: the tree of everything that could be read, and
//! every error, placed at the token that does not fit.
//!
//! Reading order: this file (the token cursor and messages), `expr`, `stmt`, `decl`. After a syntax error the parser resumes after
//! the statement, or at the next procedure. Nothing nests deeper than [`ast::MAX_DEPTH`](super::ast::MAX_DEPTH).

mod expr;
mod stmt;
mod decl;
#[cfg(test)]
mod tests;

use super::ast::{MAX_DEPTH, Name, Program};
use super::lex::{MAX_ERRORS, Tok, Token, lex};
use invar_base::{Diagnostic, SourceId, Span};

/// Reads a whole file; the tree holds what could be read, the diagnostics every error (up to 50) in the order of the text. The
/// tree is meant to be used only if there are none.
pub fn parse(source: SourceId, text: &str) -> (Program, Vec<Diagnostic>) {
    if u32::try_from(text.len()).is_err() {
        let start = Span::new(source, 0, 0);
        return (Program::default(), vec![Diagnostic::error("syntax", start, "the file is larger than 4 GB")]);
    }
    let (tokens, diagnostics) = lex(source, text);
    let mut parser = Parser { source, text, tokens, at: 0, diagnostics, depth: 0 };
    let program = parser.program();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|d| d.span.map_or(0, |span| span.start));
    diagnostics.truncate(MAX_ERRORS);
    (program, diagnostics)
}

/// The error has been reported; what remains is to recover from it.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    source: SourceId,
    text: &'a str,
    /// The last one is `Eof`.
    tokens: Vec<Token>,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    depth: usize,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn tok(&self) -> Tok {
        self.token().tok
    }

    /// The kind of the token after this one.
    fn ahead(&self) -> Tok {
        self.tokens.get(self.at + 1).map_or(Tok::Eof, |token| token.tok)
    }

    fn advance(&mut self) {
        if self.tok() != Tok::Eof {
            self.at += 1;
        }
    }

    fn span(&self) -> Span {
        let Token { start, end, .. } = self.token();
        Span::new(self.source, start as usize, end as usize)
    }

    /// From where something began to the last token that was read.
    fn since(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)];
        start.to(Span::new(self.source, (last.start as usize).max(start.start as usize), last.end as usize))
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let is_it = self.tok() == tok;
        if is_it {
            self.advance();
        }
        is_it
    }

    fn expect(&mut self, tok: Tok, place: &str) -> Parsed<()> {
        if self.eat(tok) { Ok(()) } else { self.unexpected(&format!("expected {} {place}", tok.describe())) }
    }

    fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let found = match self.tok() {
            Tok::Ident | Tok::Int => {
                format!("`{}`", &self.text[self.token().start as usize..self.token().end as usize])
            }
            tok => tok.describe().to_string(),
        };
        self.fail(self.span(), format!("{expected}, found {found}"))
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.report(Diagnostic::error("syntax", span, message))
    }

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        Err(Reported)
    }

    /// One level deeper; every recursion of the parser goes through here.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} levels deep");
            return self.report(Diagnostic::error("nesting-too-deep", self.span(), message));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        if self.tok() != Tok::Ident {
            return self.unexpected(&format!("expected {what}"));
        }
        let Token { start, end, .. } = self.token();
        let text = &self.text[start as usize..end as usize];
        let text = text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(text).to_string();
        let name = Name { text, span: self.span() };
        self.advance();
        Ok(name)
    }

    /// At least one, with commas between them.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Tok::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
