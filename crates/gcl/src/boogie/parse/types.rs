//! Types, and the lists of names with types that declarations and quantifiers share.

use super::super::ast::{Binders, Ident, Type, TypeKind};
use super::super::lex::Tok;
use super::{Parsed, Parser};

/// May names in this place have a `where` clause?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    Allowed,
    Forbidden,
}

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested(|p| {
            let start = p.span();
            match p.peek() {
                Tok::LBracket | Tok::Lt => p.map_type(),
                Tok::Ident => {
                    let name = p.ident("a type")?;
                    if let Some(width) = bit_vector_width(&name.name) {
                        return Ok(Type { span: name.span, kind: TypeKind::BitVector(width) });
                    }
                    let args = p.type_args()?;
                    Ok(Type { span: p.since(start), kind: TypeKind::Named { name, args } })
                }
                _ => p.type_atom(),
            }
        })
    }

    /// The arguments of a type constructor: types that need no argument, names or parenthesised, and a map type only
    /// at the end, as in `C int (D x) [int]bool`.
    fn type_args(&mut self) -> Parsed<Vec<Type>> {
        let mut args = Vec::new();
        loop {
            match self.peek() {
                Tok::Ident if !self.word_ends_type() => {
                    let name = self.ident("a type")?;
                    let span = name.span;
                    let kind = match bit_vector_width(&name.name) {
                        Some(width) => TypeKind::BitVector(width),
                        None => TypeKind::Named { name, args: Vec::new() },
                    };
                    args.push(Type { span, kind });
                }
                Tok::IntType | Tok::RealType | Tok::BoolType | Tok::LParen => args.push(self.type_atom()?),
                Tok::LBracket => {
                    args.push(self.ty()?);
                    return Ok(args);
                }
                Tok::Lt if self.at_map_type_params() => {
                    args.push(self.ty()?);
                    return Ok(args);
                }
                _ => return Ok(args),
            }
        }
    }

    /// Is this identifier one of the words that can follow a type?
    fn word_ends_type(&self) -> bool {
        match self.word() {
            "uses" => self.peek_ahead(1) == Tok::LBrace,
            "is" | "preserves" => true,
            _ => false,
        }
    }

    /// `<a, b>[`; in `x: T < y` the `<` is an operator.
    fn at_map_type_params(&self) -> bool {
        let mut ahead = 1;
        while self.peek_ahead(ahead) == Tok::Ident && self.peek_ahead(ahead + 1) == Tok::Comma {
            ahead += 2;
        }
        self.peek_ahead(ahead) == Tok::Ident
            && self.peek_ahead(ahead + 1) == Tok::Gt
            && self.peek_ahead(ahead + 2) == Tok::LBracket
    }

    fn type_atom(&mut self) -> Parsed<Type> {
        let span = self.span();
        let kind = match self.peek() {
            Tok::IntType => TypeKind::Int,
            Tok::RealType => TypeKind::Real,
            Tok::BoolType => TypeKind::Bool,
            Tok::LParen => {
                self.advance();
                let inner = self.ty()?;
                self.expect(Tok::RParen, "to close the type")?;
                return Ok(Type { span: self.since(span), kind: inner.kind });
            }
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(Type { span, kind })
    }

    fn map_type(&mut self) -> Parsed<Type> {
        let start = self.span();
        let type_params = self.type_params()?;
        self.expect(Tok::LBracket, "in the map type")?;
        let domain = if self.peek() == Tok::RBracket { Vec::new() } else { self.separated(Self::ty)? };
        self.expect(Tok::RBracket, "in the map type")?;
        let range = Box::new(self.ty()?);
        Ok(Type { span: self.since(start), kind: TypeKind::Map { type_params, domain, range } })
    }

    /// `<a, b>` or nothing.
    pub(super) fn type_params(&mut self) -> Parsed<Vec<Ident>> {
        if !self.eat(Tok::Lt) {
            return Ok(Vec::new());
        }
        let params = self.idents("a type parameter")?;
        self.expect(Tok::Gt, "after the type parameters")?;
        Ok(params)
    }

    /// `x, y: T where e, z: U`
    pub(super) fn binders_list(&mut self, wheres: Where) -> Parsed<Vec<Binders>> {
        self.separated(|p| p.binders(wheres))
    }

    /// `x, y: T where e`
    pub(super) fn binders(&mut self, wheres: Where) -> Parsed<Binders> {
        let start = self.span();
        let attributes = self.attributes()?;
        let names = self.idents("a name")?;
        self.expect(Tok::Colon, "and a type after the name")?;
        let ty = self.ty()?;
        let where_clause = match (self.peek(), wheres) {
            (Tok::Where, Where::Allowed) => {
                self.advance();
                Some(self.expr()?)
            }
            (Tok::Where, Where::Forbidden) => {
                let span = self.span();
                self.advance();
                self.error(span, "a `where` clause is not allowed here");
                self.expr()?;
                None
            }
            _ => None,
        };
        Ok(Binders { span: self.since(start), attributes, names, ty, where_clause })
    }
}

/// `bv8`
fn bit_vector_width(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("bv")?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) { None } else { digits.parse().ok() }
}
