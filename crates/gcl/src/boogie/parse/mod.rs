//! Tokens to the syntax tree, by recursive descent. In: the text of a file. Out: the tree of everything that could be
//! read, and every error, placed at the token that does not fit.
//!
//! Reading order: this file (the token cursor, messages, recovery), `types`, `expr`, `binding`, `template`, `stmt`,
//! `decl`.
//!
//! After a syntax error the parser resumes behind the statement or at the next declaration. Recursion is counted, and no
//! input nests deeper than [`ast::MAX_DEPTH`]: deeper ones are an error, never a stack overflow.
//!
//! Mutually recursive: `types`, `expr`, `binding`. A quantifier binds variables of types, and attributes hold
//! expressions.

mod types;
mod expr;
mod binding;
mod template;
mod stmt;
mod decl;
#[cfg(test)]
mod tests;

use super::ast;
use super::lex::{MAX_ERRORS, Tok, Token, lex};
use invar_base::{Diagnostic, SourceId, SourceMap, Span};

/// Reads a whole file; the tree holds what could be read, the diagnostics every error (up to 50) in the order of the
/// text. The tree is meant to be used only if there are none.
pub fn parse(source: SourceId, text: &str) -> (ast::Program, Vec<Diagnostic>) {
    if u32::try_from(text.len()).is_err() {
        let start = Span::new(source, 0, 0);
        return (ast::Program::default(), vec![Diagnostic::error("syntax", start, "the file is larger than 4 GB")]);
    }
    let (tokens, diagnostics) = lex(source, text);
    let lexical_errors = diagnostics.iter().filter_map(|d| d.span).map(|span| span.start).collect();
    let mut parser =
        Parser { source, text, tokens, at: 0, diagnostics, lexical_errors, depth: 0, tallest: 0, code_depth: 0 };
    let program = parser.program();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|d| d.span.map_or(0, |span| span.start));
    diagnostics.truncate(MAX_ERRORS);
    (program, diagnostics)
}

/// Reads one expression and nothing else; the message says where it goes wrong.
pub fn parse_expr(text: &str) -> Result<ast::Expr, String> {
    let mut sources = SourceMap::default();
    let source = sources.add("an expression", text);
    let (tree, mut diagnostics) = match u32::try_from(text.len()) {
        Ok(_) => whole_expr(source, text),
        Err(_) => return Err("the text is larger than 4 GB".to_string()),
    };
    diagnostics.sort_by_key(|d| d.span.map_or(0, |span| span.start));
    match (diagnostics.first(), tree) {
        (None, Some(tree)) => Ok(tree),
        (None, None) => Err("this is no expression".to_string()),
        (Some(error), _) => {
            let column = error.span.map_or(1, |span| sources.place(span).column);
            Err(format!("{} (at character {column})", error.message))
        }
    }
}

fn whole_expr(source: SourceId, text: &str) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source, text);
    let lexical_errors = diagnostics.iter().filter_map(|d| d.span).map(|span| span.start).collect();
    let mut parser =
        Parser { source, text, tokens, at: 0, diagnostics, lexical_errors, depth: 0, tallest: 0, code_depth: 0 };
    let parsed = parser.expr().and_then(|expr| parser.expect(Tok::Eof, "after the expression").map(|_| expr));
    (parsed.ok(), parser.diagnostics)
}

/// The error has been reported; what remains is to recover from it.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    source: SourceId,
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    /// Where the lexer found something that is no token, in the order of the text.
    lexical_errors: Vec<u32>,
    /// How many of our own recursive calls are open.
    depth: u32,
    /// The height of the tallest expression since it was last reset.
    tallest: u32,
    /// How many code expressions we are inside.
    code_depth: u32,
}

impl<'a> Parser<'a> {
    // ----- the cursor -----

    fn peek(&self) -> Tok {
        self.tokens[self.at].tok
    }

    fn peek_ahead(&self, ahead: usize) -> Tok {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].tok
    }

    fn token_span(&self, index: usize) -> Span {
        let token = self.tokens[index];
        Span::new(self.source, token.start as usize, token.end as usize)
    }

    fn span(&self) -> Span {
        self.token_span(self.at)
    }

    /// From `start` to the end of the last token that was taken.
    fn since(&self, start: Span) -> Span {
        if self.at == 0 { start } else { start.to(self.token_span(self.at - 1)) }
    }

    fn word(&self) -> &'a str {
        let token = self.tokens[self.at];
        &self.text[token.start as usize..token.end as usize]
    }

    fn at_word(&self, word: &str) -> bool {
        self.peek() == Tok::Ident && self.word() == word
    }

    /// The end of the file is never passed.
    fn advance(&mut self) {
        if self.peek() != Tok::Eof {
            self.at += 1;
        }
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.peek() == tok;
        if found {
            self.advance();
        }
        found
    }

    /// `place` completes the message: "expected `;` {place}, found …".
    fn expect(&mut self, tok: Tok, place: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(tok) { Ok(span) } else { Err(self.expected(&format!("{} {place}", tok.describe()))) }
    }

    fn ident(&mut self, what: &str) -> Parsed<ast::Ident> {
        if self.peek() != Tok::Ident {
            let mut diagnostic = self.expectation(what);
            if self.peek().is_keyword() {
                let word = self.word();
                diagnostic.help = Some(format!("`{word}` is a keyword; as a name it is written `\\{word}`"));
            }
            return Err(self.report(diagnostic));
        }
        let (span, word) = (self.span(), self.word());
        self.advance();
        let name = word.strip_prefix('\\').unwrap_or(word).to_string();
        Ok(ast::Ident { name, span })
    }

    fn idents(&mut self, what: &str) -> Parsed<Vec<ast::Ident>> {
        self.separated(|p| p.ident(what))
    }

    /// One or more items with commas between them.
    fn separated<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Tok::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    // ----- messages -----

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error("syntax", span, message))
    }

    fn unsupported(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error("unsupported", span, message))
    }

    /// A second error at the same place says nothing new, nor does one right behind characters that are no token. At the
    /// limit the rest of the file is not read.
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let start = |d: &Diagnostic| d.span.map(|span| span.start);
        let repeated = self.diagnostics.last().is_some_and(|last| start(last) == start(&diagnostic));
        if !repeated && !self.follows_lexical_error() {
            self.diagnostics.push(diagnostic);
        }
        // Those of the lexer are in the list from the beginning, so that both together may be twice as many.
        if self.diagnostics.len() >= 2 * MAX_ERRORS {
            self.at = self.tokens.len() - 1;
        }
        Reported
    }

    fn follows_lexical_error(&self) -> bool {
        let from = if self.at == 0 { 0 } else { self.tokens[self.at - 1].end };
        let next = self.lexical_errors.partition_point(|&start| start < from);
        self.lexical_errors.get(next).is_some_and(|&start| start < self.tokens[self.at].start)
    }

    fn expected(&mut self, what: &str) -> Reported {
        self.report(self.expectation(what))
    }

    fn expectation(&self, what: &str) -> Diagnostic {
        Diagnostic::error("syntax", self.span(), format!("expected {what}, found {}", self.found()))
    }

    fn found(&self) -> String {
        match self.peek() {
            Tok::Eof => "the end of the file".to_string(),
            Tok::Str => "a string".to_string(),
            _ if self.word().chars().count() > 40 => {
                format!("`{}…`", self.word().chars().take(40).collect::<String>())
            }
            _ => format!("`{}`", self.word()),
        }
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= ast::MAX_DEPTH {
            return Err(self.too_deep(self.span()));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    #[inline(never)]
    fn too_deep(&mut self, span: Span) -> Reported {
        self.error(span, format!("nesting is deeper than {} levels", ast::MAX_DEPTH))
    }

    // ----- recovery -----

    /// Can the token only begin a declaration? `var` also begins locals.
    fn at_declaration_keyword(&self) -> bool {
        match self.peek() {
            Tok::Type | Tok::Const | Tok::Function | Tok::Axiom | Tok::Procedure | Tok::Implementation => true,
            _ => self.at_word("datatype") && self.peek_ahead(1) == Tok::Ident,
        }
    }

    /// Skips to where the next declaration seems to begin; `start` is where the broken one began.
    fn skip_declaration(&mut self, start: usize) {
        let mut depth = 0usize;
        if self.at == start {
            self.advance();
        }
        while self.peek() != Tok::Eof && !self.at_declaration_keyword() {
            let tok = self.peek();
            self.advance();
            match tok {
                Tok::LBrace | Tok::CodeOpen => depth += 1,
                Tok::RBrace | Tok::CodeClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && matches!(tok, Tok::Semi | Tok::RBrace) && self.peek() == Tok::Var {
                return;
            }
        }
    }

    /// Skips behind the broken statement: its `;` or closing brace, or to the end of the block that contains it.
    fn skip_statement(&mut self) {
        let mut depth = 0usize;
        while self.peek() != Tok::Eof && !self.at_declaration_keyword() {
            let starts_statement = matches!(
                self.peek(),
                Tok::Assert | Tok::Assume | Tok::Havoc | Tok::Call | Tok::Goto | Tok::While | Tok::Break | Tok::Return
            );
            match self.peek() {
                Tok::RBrace | Tok::CodeClose if depth == 0 => return,
                _ if starts_statement && depth == 0 => return,
                Tok::LBrace | Tok::CodeOpen => depth += 1,
                Tok::RBrace | Tok::CodeClose => {
                    depth -= 1;
                    if depth == 0 {
                        return self.advance();
                    }
                }
                Tok::Semi if depth == 0 => return self.advance(),
                _ => {}
            }
            self.advance();
        }
    }
}
