//! Initialisers (C11 §6.7.9), with GNU's ranges and its older way to write designators.

use super::{Parser, Reading};
use crate::c::ast::{Designator, Initializer, InitializerItem, InitializerList};
use crate::c::lex::token::Punct;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Reading<Initializer> {
        if self.is_punct(Punct::LBrace) {
            return self.nested(Self::initializer_list).map(Initializer::List);
        }
        Ok(Initializer::Expr(Box::new(self.assignment()?)))
    }

    pub(super) fn initializer_list(&mut self) -> Reading<InitializerList> {
        let start = self.span();
        self.expect(Punct::LBrace, "before an initialiser's items")?;
        let mut items = Vec::new();
        while !self.is_punct(Punct::RBrace) {
            items.push(self.initializer_item()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RBrace, "or `,` behind an initialiser")?;
        Ok(InitializerList { span: self.since(start), items })
    }

    fn initializer_item(&mut self) -> Reading<InitializerItem> {
        let mut designators = Vec::new();
        if self.name().is_some() && self.is_punct_ahead(1, Punct::Colon) {
            designators.push(Designator::Field(self.ident("a field's name")?));
            self.advance();
            return Ok(InitializerItem { designators, value: self.initializer()? });
        }
        loop {
            if self.eat(Punct::Dot) {
                designators.push(Designator::Field(self.ident("a field's name behind `.`")?));
            } else if self.eat(Punct::LBracket) {
                designators.push(self.index_designator()?);
            } else {
                break;
            }
        }
        // GNU's `[3] 5` has no `=` behind an index.
        let needs_equals = matches!(designators.last(), Some(Designator::Field(_)));
        if needs_equals {
            self.expect(Punct::Eq, "behind a designator")?;
        } else if !designators.is_empty() {
            self.eat(Punct::Eq);
        }
        Ok(InitializerItem { designators, value: self.initializer()? })
    }

    /// Behind `[`: an index or `first ... last`, and the closing bracket.
    fn index_designator(&mut self) -> Reading<Designator> {
        let first = self.nested(Self::conditional)?;
        let designator = if self.eat(Punct::Ellipsis) {
            Designator::Range(first, self.nested(Self::conditional)?)
        } else {
            Designator::Index(first)
        };
        self.expect(Punct::RBracket, "behind a designator's index")?;
        Ok(designator)
    }
}
