//! Looking at tokens and taking them.

use super::DEPTH;
use crate::c::annotate::syntax::{Ident, Items, Note, NoteKind};
use crate::c::lex::token::{Keyword, Punct, Token, TokenKind};
use invar_base::{Diagnostic, Interner, Span, Symbol};

pub struct Parser<'a> {
    tokens: &'a [Token],
    position: usize,
    names: &'a Interner,
    pub is_type: &'a dyn Fn(Symbol) -> bool,
    pub diagnostics: Vec<Diagnostic>,
    /// Where the comment ends: what is missing is missing there.
    end: Span,
    depth: u32,
    /// Between `?` and `:` a name before a colon is not a name for what follows.
    pub in_choice: bool,
}

/// A syntax error; boxed because results are returned everywhere.
pub type Wrong = Box<Diagnostic>;

impl<'a> Parser<'a> {
    /// `comment` is the place of the whole comment.
    pub fn new(
        tokens: &'a [Token],
        comment: Span,
        names: &'a Interner,
        is_type: &'a dyn Fn(Symbol) -> bool,
    ) -> Parser<'a> {
        // What is missing is missing at the closing marker of the comment; a line comment ends in its last token.
        let closing = Span { start: comment.end.saturating_sub(2).max(comment.start), ..comment };
        let end = match tokens.last() {
            Some(last) if last.span.end + 2 > comment.end || last.span.source != comment.source => last.span,
            Some(_) | None => closing,
        };
        Parser { tokens, position: 0, names, is_type, diagnostics: Vec::new(), end, depth: 0, in_choice: false }
    }

    pub fn name(&self, symbol: Symbol) -> &'a str {
        self.names.name(symbol)
    }

    pub fn at_end(&self) -> bool {
        self.position >= self.tokens.len()
    }

    pub fn peek(&self) -> Option<&'a TokenKind> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, distance: usize) -> Option<&'a TokenKind> {
        self.tokens.get(self.position + distance).map(|token| &token.kind)
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn tokens_since(&self, start: usize) -> &'a [Token] {
        &self.tokens[start..self.position]
    }

    /// The place of the next token, or the end of the comment.
    pub fn here(&self) -> Span {
        self.tokens.get(self.position).map_or(self.end, |token| token.span)
    }

    /// The place of the token that was taken last.
    pub fn last(&self) -> Span {
        match self.position.checked_sub(1) {
            Some(last) => self.tokens[last].span,
            None => self.here(),
        }
    }

    /// From `start` to the token taken last. Tokens of macros may lie elsewhere: then `start` alone.
    pub fn since(&self, start: Span) -> Span {
        let last = self.last();
        if last.source == start.source && last.start >= start.start { start.to(last) } else { start }
    }

    pub fn advance(&mut self) {
        self.position += 1;
    }

    pub fn is(&self, punct: Punct) -> bool {
        matches!(self.peek(), Some(TokenKind::Punct(other)) if *other == punct)
    }

    pub fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, punct: Punct) -> Result<(), Wrong> {
        if self.eat(punct) { Ok(()) } else { Err(self.unexpected(&format!("`{punct}`"))) }
    }

    /// The next token, if it is a name: its text. Words of C are not names.
    pub fn word(&self) -> Option<&'a str> {
        self.word_at(0)
    }

    pub fn word_at(&self, distance: usize) -> Option<&'a str> {
        match self.peek_at(distance)? {
            TokenKind::Name(symbol) => Some(self.names.name(*symbol)),
            TokenKind::Keyword(_) | TokenKind::Punct(_) | TokenKind::Number(_) => None,
            TokenKind::Char(_) | TokenKind::Str(_) | TokenKind::Logic(_) | TokenKind::Eof => None,
        }
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn is_keyword(&self, keyword: Keyword) -> bool {
        matches!(self.peek(), Some(TokenKind::Keyword(other)) if *other == keyword)
    }

    /// The name behind the backslash of the next token.
    pub fn logic(&self) -> Option<&'a str> {
        match self.peek()? {
            TokenKind::Logic(symbol) => Some(self.names.name(*symbol)),
            TokenKind::Keyword(_) | TokenKind::Punct(_) | TokenKind::Number(_) | TokenKind::Name(_) => None,
            TokenKind::Char(_) | TokenKind::Str(_) | TokenKind::Eof => None,
        }
    }

    pub fn ident(&mut self, what: &str) -> Result<Ident, Wrong> {
        match self.peek() {
            Some(TokenKind::Name(name)) => {
                let ident = Ident { name: *name, span: self.here() };
                self.advance();
                Ok(ident)
            }
            Some(_) | None => Err(self.unexpected(what)),
        }
    }

    /// Names with commas between them, at least one.
    pub fn idents(&mut self, what: &str) -> Result<Vec<Ident>, Wrong> {
        let mut idents = vec![self.ident(what)?];
        while self.eat(Punct::Comma) {
            idents.push(self.ident(what)?);
        }
        Ok(idents)
    }

    /// `{L1, L2}`, if it stands here.
    pub fn labels(&mut self) -> Result<Vec<Ident>, Wrong> {
        if !self.eat(Punct::LBrace) {
            return Ok(Vec::new());
        }
        let labels = self.idents("a label")?;
        self.expect(Punct::RBrace)?;
        Ok(labels)
    }

    pub fn unexpected(&self, expected: &str) -> Wrong {
        let found = match self.peek() {
            None => "the annotation ends".to_string(),
            Some(kind) => format!("found {}", self.describe(kind)),
        };
        Box::new(Diagnostic::error("syntax", self.here(), format!("expected {expected}, but {found}")))
    }

    fn describe(&self, kind: &TokenKind) -> String {
        match kind {
            TokenKind::Name(symbol) | TokenKind::Number(symbol) => format!("`{}`", self.names.name(*symbol)),
            TokenKind::Keyword(keyword) => format!("`{keyword}`"),
            TokenKind::Punct(punct) => format!("`{punct}`"),
            TokenKind::Logic(symbol) => format!("`\\{}`", self.names.name(*symbol)),
            TokenKind::Char(_) => "a character".into(),
            TokenKind::Str(_) => "a string".into(),
            TokenKind::Eof => "the end".into(),
        }
    }

    /// Runs a part of the grammar one level deeper.
    pub fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        if self.depth >= DEPTH {
            let message = format!("this annotation nests more than {DEPTH} levels deep");
            return Err(Box::new(Diagnostic::error("syntax", self.here(), message)));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Behind the next semicolon outside of parentheses and braces.
    pub fn skip_clause(&mut self) {
        let mut depth = 0u32;
        while let Some(kind) = self.peek() {
            self.advance();
            match kind {
                TokenKind::Punct(Punct::Semi) if depth == 0 => return,
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Behind the brace that closes the one that stands here.
    pub fn skip_braces(&mut self) {
        let mut depth = 0u32;
        while let Some(kind) = self.peek() {
            self.advance();
            match kind {
                TokenKind::Punct(Punct::LBrace) => depth += 1,
                TokenKind::Punct(Punct::RBrace) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// A clause that is skipped, with a note.
    pub fn unsupported(&mut self, items: &mut Items, what: &str, start: Span) {
        self.skip_clause();
        items.notes.push(Note { kind: NoteKind::Unsupported, what: what.into(), span: self.since(start) });
    }
}
