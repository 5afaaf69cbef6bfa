//! Annotations at the top level: predicates, logic functions, lemmas, axiomatic definitions.

use std::sync::Arc;

use super::cursor::{Parser, Wrong};
use crate::c::annotate::syntax::*;
use crate::c::hir::spec::Trust;
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::Span;

impl Parser<'_> {
    pub fn global_item(&mut self, items: &mut Items, trust: Option<Trust>, start: Span) -> Result<(), Wrong> {
        match self.word() {
            Some("predicate") => {
                self.advance();
                self.function(items, None, start)
            }
            Some("logic") => {
                self.advance();
                let result = self.type_name()?;
                self.function(items, Some(result), start)
            }
            Some(word @ ("lemma" | "axiom")) => {
                let is_axiom = word == "axiom" || trust == Some(Trust::Admit);
                self.advance();
                self.lemma(items, is_axiom, start)
            }
            Some("axiomatic") => self.axiomatic(items, start),
            Some("inductive") => {
                self.advance();
                let name = self.ident("the name of a predicate")?;
                while !self.is(Punct::LBrace) || self.is_labels() {
                    if self.at_end() {
                        return Err(self.unexpected("`{`"));
                    }
                    self.advance();
                }
                self.skip_braces();
                self.declares_unsupported(items, "`inductive`", vec![name], start);
                Ok(())
            }
            Some(word @ ("type" | "global" | "strong" | "weak" | "model")) => {
                let (kind, what) = match (word, self.word_at(1)) {
                    ("type", Some("invariant")) | ("strong" | "weak", _) => {
                        (NoteKind::Invariant, "an invariant of a type")
                    }
                    ("type", _) => (NoteKind::Unsupported, "a type of the logic"),
                    ("global", _) => (NoteKind::Invariant, "a global invariant"),
                    _ => (NoteKind::Unsupported, "a model field"),
                };
                self.skip_clause();
                items.notes.push(Note { kind, what: what.into(), span: self.since(start) });
                Ok(())
            }
            Some(_) | None if self.is_keyword(Keyword::Volatile) => {
                self.unsupported(items, "`volatile`", start);
                Ok(())
            }
            Some(_) | None => Err(self.unexpected("a clause")),
        }
    }

    /// The brace here opens labels: `{L}` before parameters, or `{L1, L2}`.
    fn is_labels(&self) -> bool {
        matches!(
            (self.peek_at(1), self.peek_at(2)),
            (Some(TokenKind::Name(_)), Some(TokenKind::Punct(Punct::RBrace | Punct::Comma)))
        )
    }

    fn declares_unsupported(&mut self, items: &mut Items, what: &str, names: Vec<Ident>, start: Span) {
        items.notes.push(Note { kind: NoteKind::Unsupported, what: what.into(), span: self.since(start) });
        items.globals.push(GlobalItem::Unsupported { names });
    }

    /// `P{L}(params) = e;`, `… reads …;`, or only `;`.
    fn function(&mut self, items: &mut Items, result: Option<TypeName>, start: Span) -> Result<(), Wrong> {
        let name = self.ident("a name")?;
        if self.is(Punct::Lt) {
            self.unsupported(items, "a definition for all types", start);
            items.globals.push(GlobalItem::Unsupported { names: vec![name] });
            return Ok(());
        }
        let labels = self.labels()?;
        let params = self.parameters()?;
        let (mut body, mut reads) = (None, false);
        if self.eat(Punct::Eq) {
            body = Some(self.expression()?);
        } else if self.eat_word("reads") {
            let locations = self.expressions(Punct::Semi)?;
            reads = !locations.iter().all(|location| self.is_nothing(location));
        }
        let span = self.since(start);
        self.expect(Punct::Semi)?;
        let function = FunctionItem { name, labels, params, result, body, reads, span };
        items.globals.push(GlobalItem::Function(Arc::new(function)));
        Ok(())
    }

    fn is_nothing(&self, location: &Expr) -> bool {
        matches!(&location.kind, ExprKind::Builtin { name, args: None, .. } if self.name(*name) == "nothing")
    }

    /// `name{L}: e;`
    fn lemma(&mut self, items: &mut Items, is_axiom: bool, start: Span) -> Result<(), Wrong> {
        let name = self.ident("a name")?;
        let labels = self.labels()?;
        self.expect(Punct::Colon)?;
        let term = self.expression()?;
        let span = self.since(start);
        self.expect(Punct::Semi)?;
        items.globals.push(GlobalItem::Lemma { name, labels, is_axiom, term, span });
        Ok(())
    }

    /// `axiomatic Name { … }`: its items are like those outside.
    fn axiomatic(&mut self, items: &mut Items, start: Span) -> Result<(), Wrong> {
        self.advance();
        self.ident("a name")?;
        if !self.is(Punct::LBrace) {
            return Err(self.unexpected("`{`"));
        }
        if self.has_types() {
            let first = self.position();
            self.skip_braces();
            let names = declared(self, first);
            self.declares_unsupported(items, "an axiomatic definition with types of its own", names, start);
            return Ok(());
        }
        self.advance();
        while !self.eat(Punct::RBrace) {
            if self.at_end() {
                return Err(self.unexpected("`}`"));
            }
            let start = self.here();
            let result = match self.word() {
                Some("predicate" | "logic" | "lemma" | "axiom" | "inductive") => self.global_item(items, None, start),
                Some(_) | None => Err(self.unexpected("`predicate`, `logic`, `axiom` or `lemma`")),
            };
            if let Err(wrong) = result {
                self.diagnostics.push(*wrong);
                self.skip_clause();
            }
        }
        Ok(())
    }

    /// Does the block that opens here declare types of the logic?
    fn has_types(&self) -> bool {
        let mut distance = 0;
        let mut is_start = false;
        while let Some(kind) = self.peek_at(distance) {
            if is_start && self.word_at(distance) == Some("type") {
                return true;
            }
            is_start = matches!(kind, TokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace));
            distance += 1;
        }
        false
    }
}

/// The names of predicates and logic functions that the tokens since `first` declare.
fn declared(parser: &Parser<'_>, first: usize) -> Vec<Ident> {
    let tokens = parser.tokens_since(first);
    let mut names = Vec::new();
    let mut is_open = false;
    for (token, next) in tokens.iter().zip(tokens.iter().skip(1)) {
        let TokenKind::Name(name) = token.kind else { continue };
        match parser.name(name) {
            "predicate" | "logic" | "inductive" => is_open = true,
            _ => {
                use Punct::*;
                let ends = matches!(next.kind, TokenKind::Punct(LParen | LBrace | Eq | Semi | Lt));
                if is_open && ends {
                    names.push(Ident { name, span: token.span });
                    is_open = false;
                }
            }
        }
    }
    names
}
