//! Templates for loop invariants (SG09): `loop template τ;`, where every conjunction of atoms is an unknown, or `loop template τ over Q, …;`,
//! where the names in τ are unknowns that choose from `Q = AllPreds({z, …}, {c, …}, {op, …})`: the predicates `z op c` and `z - z' op c`.

use super::cursor::{Parser, Wrong};
use crate::c::annotate::syntax::{PredicateSet, PredicateTerm, Template};
use crate::c::hir::CompareOp;
use crate::c::lex::token::{Punct, TokenKind};

impl Parser<'_> {
    /// With commas between them; the semicolon is not taken.
    pub fn templates(&mut self) -> Result<Vec<Template>, Wrong> {
        self.separated(Self::template)
    }

    fn template(&mut self) -> Result<Template, Wrong> {
        let shape = self.expression()?;
        let mut sets = Vec::new();
        if self.is_word("over") {
            self.advance();
            sets = self.separated(Self::predicate_set)?;
        }
        Ok(Template { shape, sets })
    }

    fn predicate_set(&mut self) -> Result<PredicateSet, Wrong> {
        if !self.is_word("AllPreds") {
            return Err(self.unexpected("`AllPreds`"));
        }
        self.advance();
        self.expect(Punct::LParen)?;
        let terms = self.in_braces(Self::predicate_term)?;
        self.expect(Punct::Comma)?;
        let constants = self.in_braces(Self::expression)?;
        self.expect(Punct::Comma)?;
        let operators = self.in_braces(Self::relation)?;
        self.expect(Punct::RParen)?;
        Ok(PredicateSet { terms, constants, operators })
    }

    fn in_braces<T>(&mut self, item: fn(&mut Self) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
        self.expect(Punct::LBrace)?;
        let items = self.separated(item)?;
        self.expect(Punct::RBrace)?;
        Ok(items)
    }

    fn separated<T>(&mut self, item: fn(&mut Self) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
        let mut items = vec![item(self)?];
        while self.eat(Punct::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A term with the names in it.
    fn predicate_term(&mut self) -> Result<PredicateTerm, Wrong> {
        let start = self.position();
        let term = self.expression()?;
        let name = |kind: &TokenKind| match kind {
            TokenKind::Name(symbol) => Some(*symbol),
            TokenKind::Keyword(_) | TokenKind::Punct(_) | TokenKind::Number(_) | TokenKind::Char(_) => None,
            TokenKind::Str(_) | TokenKind::Logic(_) | TokenKind::Eof => None,
        };
        let names = self.tokens_since(start).iter().filter_map(|token| name(&token.kind)).collect();
        Ok(PredicateTerm { term, names })
    }

    fn relation(&mut self) -> Result<CompareOp, Wrong> {
        const ALL: [(Punct, CompareOp); 6] = [
            (Punct::EqEq, CompareOp::Equal),
            (Punct::Ne, CompareOp::NotEqual),
            (Punct::Lt, CompareOp::Less),
            (Punct::Le, CompareOp::LessEqual),
            (Punct::Gt, CompareOp::Greater),
            (Punct::Ge, CompareOp::GreaterEqual),
        ];
        match ALL.into_iter().find(|(punct, _)| self.is(*punct)) {
            Some((_, op)) => {
                self.advance();
                Ok(op)
            }
            None => Err(self.unexpected("one of `==`, `!=`, `<`, `<=`, `>` and `>=`")),
        }
    }
}
