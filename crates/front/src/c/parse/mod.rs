//! Tokens to the syntax tree, by recursive descent. In: preprocessed text. Out: the tree of everything that could be read,
//! and every error (up to 50), placed at the token that does not fit.
//!
//! Reading order: this file (the token cursor and messages), `scope` (which names are types), `recovery`, `annotation`,
//! `constant`, `expr`, `primary`, `types`, `attribute`, `declarator`, `init`, `decl`, `stmt`.
//!
//! After a syntax error the parser resumes behind the statement, the member or the declaration. It never goes back.
//! Recursion is counted, and no input nests deeper than [`ast::MAX_DEPTH`]: deeper ones are the error `nesting-too-deep`,
//! never a stack overflow.
//!
//! Mutually recursive: `expr`, `primary`, `types`, `attribute`, `declarator`, `init`, `decl`, `stmt`. C's grammar is
//! so: types hold expressions, expressions types, and both hold declarations and statements.

mod scope;
mod recovery;
mod annotation;
mod constant;
mod expr;
mod primary;
mod types;
mod attribute;
mod declarator;
mod init;
mod decl;
mod stmt;
#[cfg(test)]
mod dump;
#[cfg(test)]
mod tests;

use super::ast::{self, Annotation, Ident, Pragma};
use super::lex::locate::Sources;
use super::lex::token::{Keyword, Punct, Token, TokenKind};
use super::lex::{MAX_ERRORS, lex};
use invar_base::{Diagnostic, Interner, SourceId, Span, Symbol};
use scope::Scopes;

pub struct Parsed {
    pub unit: ast::TranslationUnit,
    /// In the order of the preprocessed text. The unit is whole if none of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `text`, which is the text of the source `own`, byte for byte. Line markers in it are followed as `sources` says.
pub fn parse(text: &[u8], own: SourceId, sources: &mut dyn Sources, names: &mut Interner) -> Parsed {
    if u32::try_from(text.len()).is_err() {
        let start = Span::new(own, 0, 0);
        let diagnostic = Diagnostic::error("too-large", start, "the preprocessed text is larger than 4 GB");
        return Parsed { unit: ast::TranslationUnit::default(), diagnostics: vec![diagnostic] };
    }
    let lexed = lex(text, own, sources, names);
    let errors = lexed.diagnostics.len();
    let mut parser = Parser {
        tokens: lexed.tokens,
        at: 0,
        annotations: lexed.annotations.into_iter().peekable(),
        pragmas: lexed.pragmas,
        next_pragma: 0,
        headers: lexed.system,
        system: Vec::new(),
        pack: Vec::new(),
        names,
        scopes: Scopes::default(),
        diagnostics: lexed.diagnostics,
        errors,
        last_error: None,
        depth: 0,
        max_depth: ast::MAX_DEPTH,
    };
    let externals = on_deep_stack(&mut parser);
    parser.drop_annotations();
    let pragmas = parser.pragmas.into_iter().map(|(_, pragma)| pragma).collect();
    let unit = ast::TranslationUnit { externals, pragmas, system: parser.system, changed_by_comments: None };
    Parsed { unit, diagnostics: parser.diagnostics }
}

/// Reads ghost code: statements and declarations as inside of a block. Its tokens come from an annotation; `is_type` knows
/// the types there. Names that the program does not have are interned into the copy of the names that is handed back.
pub fn parse_ghost(
    tokens: &[Token],
    span: Span,
    names: &Interner,
    is_type: &dyn Fn(Symbol) -> bool,
) -> (Vec<ast::Stmt>, Interner, Vec<Diagnostic>) {
    let mut names = names.clone();
    let mut scopes = Scopes::default();
    for token in tokens {
        if let TokenKind::Name(name) = token.kind
            && is_type(name)
        {
            scopes.declare(name, scope::NameKind::Type);
        }
    }
    let end = tokens.last().map_or(span, |token| token.span);
    let around = |kind, span| Token { kind, span };
    let mut all = vec![around(TokenKind::Punct(Punct::LBrace), span)];
    all.extend_from_slice(tokens);
    all.push(around(TokenKind::Punct(Punct::RBrace), end));
    all.push(around(TokenKind::Eof, end));
    let mut parser = Parser {
        tokens: all,
        at: 0,
        annotations: Vec::new().into_iter().peekable(),
        pragmas: Vec::new(),
        next_pragma: 0,
        headers: Vec::new(),
        system: Vec::new(),
        pack: Vec::new(),
        names: &mut names,
        scopes,
        diagnostics: Vec::new(),
        errors: 0,
        last_error: None,
        depth: 0,
        // Annotations are short, and the stack is that of the caller.
        max_depth: ast::MAX_DEPTH / 10,
    };
    let mut stmts = parser.block().map_or(Vec::new(), |block| block.stmts);
    if !parser.is_at_end() {
        parser.expected("the end of the ghost code");
        stmts.clear();
    }
    let diagnostics = std::mem::take(&mut parser.diagnostics);
    (stmts, names, diagnostics)
}

/// Enough for [`ast::MAX_DEPTH`] levels of the most expensive construct in a build without optimisation.
const STACK: usize = 64 << 20;

/// The threads that call the parser have stacks of very different sizes, so it brings its own. Without one it accepts less.
fn on_deep_stack(parser: &mut Parser) -> Vec<ast::External> {
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || parser.externals()) {
            Ok(thread) => Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            Err(error) => Err(error),
        }
    })
    .unwrap_or_else(|_| {
        parser.max_depth = ast::MAX_DEPTH / 10;
        parser.externals()
    })
}

/// The error has been reported; what remains is to recover from it.
struct Reported;

type Reading<T> = Result<T, Reported>;

struct Parser<'a> {
    /// Ends in `Eof`, which is never passed.
    tokens: Vec<Token>,
    at: usize,
    /// Those that were not yet reached.
    annotations: std::iter::Peekable<std::vec::IntoIter<(usize, Annotation)>>,
    pragmas: Vec<(usize, Pragma)>,
    next_pragma: usize,
    /// See [`Lexed::system`](super::lex::Lexed::system).
    headers: Vec<(usize, bool)>,
    /// The externals in them.
    system: Vec<usize>,
    /// The alignments of `#pragma pack`, the one in force last; none is the usual one.
    pack: Vec<Option<u32>>,
    names: &'a mut Interner,
    scopes: Scopes,
    diagnostics: Vec<Diagnostic>,
    /// How many of them are errors.
    errors: usize,
    /// The token at which the last error was reported.
    last_error: Option<usize>,
    /// How many of our own recursive calls are open.
    depth: u32,
    max_depth: u32,
}

impl Parser<'_> {
    // ----- the cursor -----

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_ahead(&self, ahead: usize) -> &TokenKind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// From `start` to the end of the last token that was taken.
    fn since(&self, start: Span) -> Span {
        if self.at == 0 { start } else { start.to(self.tokens[self.at - 1].span) }
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is_at_end(&self) -> bool {
        *self.peek() == TokenKind::Eof
    }

    fn is_punct(&self, punct: Punct) -> bool {
        matches!(self.peek(), TokenKind::Punct(found) if *found == punct)
    }

    fn is_punct_ahead(&self, ahead: usize, punct: Punct) -> bool {
        matches!(self.peek_ahead(ahead), TokenKind::Punct(found) if *found == punct)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    fn keyword(&self) -> Option<Keyword> {
        self.keyword_ahead(0)
    }

    fn keyword_ahead(&self, ahead: usize) -> Option<Keyword> {
        match self.peek_ahead(ahead) {
            TokenKind::Keyword(keyword) => Some(*keyword),
            _ => None,
        }
    }

    fn name(&self) -> Option<Symbol> {
        self.name_ahead(0)
    }

    fn name_ahead(&self, ahead: usize) -> Option<Symbol> {
        match self.peek_ahead(ahead) {
            TokenKind::Name(name) => Some(*name),
            _ => None,
        }
    }

    fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is_punct(punct);
        if found {
            self.advance();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// `place` completes the message: "expected `;` {place}, found …".
    fn expect(&mut self, punct: Punct, place: &str) -> Reading<Span> {
        let span = self.span();
        if self.eat(punct) { Ok(span) } else { Err(self.expected(&format!("`{punct}` {place}"))) }
    }

    /// The `;` behind a statement or declaration. Where it is missing is right behind what it should have ended.
    fn expect_semicolon(&mut self, place: &str) -> Reading<()> {
        if self.eat(Punct::Semi) {
            return Ok(());
        }
        let message = format!("expected `;` {place}, found {}", self.found());
        let span = if self.at == 0 { self.span() } else { self.tokens[self.at - 1].span };
        Err(self.error(Span { start: span.end, ..span }, message))
    }

    fn ident(&mut self, what: &str) -> Reading<Ident> {
        let span = self.span();
        match self.name() {
            Some(name) => {
                self.advance();
                Ok(Ident { name, span })
            }
            None => Err(self.expected(what)),
        }
    }

    // ----- messages -----

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error("syntax", span, message))
    }

    fn unsupported(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error("unsupported", span, message))
    }

    /// A second error at the same token says nothing new. At the limit the rest of the file is not read.
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.last_error != Some(self.at) && self.errors < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
            self.errors += 1;
        }
        self.last_error = Some(self.at);
        if self.errors >= MAX_ERRORS {
            self.at = self.tokens.len() - 1;
        }
        Reported
    }

    fn expected(&mut self, what: &str) -> Reported {
        let message = format!("expected {what}, found {}", self.found());
        self.error(self.span(), message)
    }

    /// The next token, as a message names it.
    fn found(&self) -> String {
        match self.peek() {
            TokenKind::Name(name) => format!("`{}`", shortened(self.names.name(*name))),
            TokenKind::Number(spelling) => format!("`{}`", shortened(self.names.name(*spelling))),
            TokenKind::Logic(name) => format!("`\\{}`", shortened(self.names.name(*name))),
            TokenKind::Keyword(keyword) => format!("`{keyword}`"),
            TokenKind::Punct(punct) => format!("`{punct}`"),
            TokenKind::Char(_) => "a character constant".to_string(),
            TokenKind::Str(_) => "a string".to_string(),
            TokenKind::Eof => "the end of the file".to_string(),
        }
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        if self.depth >= self.max_depth {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self) -> Reported {
        let message = format!("this is nested more than {} levels deep", self.max_depth);
        self.report(Diagnostic::error("nesting-too-deep", self.span(), message))
    }
}

fn shortened(word: &str) -> String {
    if word.chars().count() <= 60 { word.to_string() } else { word.chars().take(60).chain(['…']).collect() }
}
