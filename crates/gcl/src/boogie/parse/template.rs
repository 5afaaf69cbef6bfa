//! Templates for loop invariants (SG09): `template τ;`, where every conjunction of atoms is an unknown, or `template τ over Q, …;`, where the
//! names in τ are unknowns that choose from `Q = AllPreds({z, …}, {c, …}, {op, …})`: the predicates `z op c` and `z - z' op c`.

use super::super::ast::{BinaryOp, PredicateSet, PredicateTerm, Template};
use super::super::lex::Tok;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn template(&mut self) -> Parsed<Template> {
        let shape = self.expr()?;
        let mut sets = Vec::new();
        if self.at_word("over") {
            self.advance();
            sets = self.separated(Self::predicate_set)?;
        }
        Ok(Template { shape, sets })
    }

    fn predicate_set(&mut self) -> Parsed<PredicateSet> {
        if !self.at_word("AllPreds") {
            return Err(self.expected("`AllPreds`"));
        }
        self.advance();
        self.expect(Tok::LParen, "after `AllPreds`")?;
        let terms = self.in_braces(Self::predicate_term)?;
        self.expect(Tok::Comma, "between the sets of `AllPreds`")?;
        let constants = self.in_braces(Self::expr)?;
        self.expect(Tok::Comma, "between the sets of `AllPreds`")?;
        let operators = self.in_braces(Self::comparison)?;
        self.expect(Tok::RParen, "after the sets of `AllPreds`")?;
        Ok(PredicateSet { terms, constants, operators })
    }

    fn in_braces<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(Tok::LBrace, "before a set of `AllPreds`")?;
        let items = self.separated(item)?;
        self.expect(Tok::RBrace, "after a set of `AllPreds`")?;
        Ok(items)
    }

    /// A term with the names in it.
    fn predicate_term(&mut self) -> Parsed<PredicateTerm> {
        let first = self.at;
        let term = self.expr()?;
        let names = (first..self.at).filter(|&index| self.tokens[index].tok == Tok::Ident).map(|index| {
            let token = self.tokens[index];
            self.text[token.start as usize..token.end as usize].to_string()
        });
        Ok(PredicateTerm { names: names.collect(), term })
    }

    fn comparison(&mut self) -> Parsed<BinaryOp> {
        let op = match self.peek() {
            Tok::EqEq => BinaryOp::Eq,
            Tok::Neq => BinaryOp::Neq,
            Tok::Lt => BinaryOp::Lt,
            Tok::Le => BinaryOp::Le,
            Tok::Gt => BinaryOp::Gt,
            Tok::Ge => BinaryOp::Ge,
            _ => return Err(self.expected("one of `==`, `!=`, `<`, `<=`, `>` and `>=`")),
        };
        self.advance();
        Ok(op)
    }
}
