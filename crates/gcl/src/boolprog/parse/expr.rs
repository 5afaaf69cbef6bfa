//! Expressions. From the loosest operator to the tightest: `? :`, `<=>`, `=>`, `|`, `^`, `&`, `=` and `!=`, `!`. Doubled spellings
//! (`&&`, `||`, `==`, `==>`) and `~` mean the same.

use super::super::ast::{Expr, ExprKind};
use super::super::lex::Tok;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let condition = p.iff()?;
            if !p.eat(Tok::Question) {
                return Ok(condition);
            }
            let yes = p.expr()?;
            p.expect(Tok::Colon, "between the two values of `?`")?;
            let no = p.expr()?;
            let span = condition.span.to(no.span);
            Ok(Expr { kind: ExprKind::Cond(Box::new(condition), Box::new(yes), Box::new(no)), span })
        })
    }

    fn iff(&mut self) -> Parsed<Expr> {
        let left = self.implies()?;
        if !self.eat(Tok::Iff) {
            return Ok(left);
        }
        let right = self.nested(Parser::iff)?;
        Ok(pair(ExprKind::Equal, left, right))
    }

    fn implies(&mut self) -> Parsed<Expr> {
        let left = self.or()?;
        if !(self.eat(Tok::Implies) || self.eat(Tok::ImpliesLong)) {
            return Ok(left);
        }
        let right = self.nested(Parser::implies)?;
        Ok(pair(ExprKind::Implies, left, right))
    }

    fn or(&mut self) -> Parsed<Expr> {
        let first = self.xor()?;
        let mut rest = Vec::new();
        while self.eat(Tok::Or) || self.eat(Tok::OrLong) {
            rest.push(self.xor()?);
        }
        Ok(joined(ExprKind::Or, first, rest))
    }

    fn xor(&mut self) -> Parsed<Expr> {
        let left = self.and()?;
        if !self.eat(Tok::Xor) {
            return Ok(left);
        }
        let right = self.nested(Parser::xor)?;
        Ok(pair(ExprKind::Differ, left, right))
    }

    fn and(&mut self) -> Parsed<Expr> {
        let first = self.equal()?;
        let mut rest = Vec::new();
        while self.eat(Tok::And) || self.eat(Tok::AndLong) {
            rest.push(self.equal()?);
        }
        Ok(joined(ExprKind::And, first, rest))
    }

    /// Over booleans, both operators are associative, alone and mixed.
    fn equal(&mut self) -> Parsed<Expr> {
        let left = self.unary()?;
        if self.eat(Tok::Equal) || self.eat(Tok::EqualLong) {
            let right = self.nested(Parser::equal)?;
            return Ok(pair(ExprKind::Equal, left, right));
        }
        if self.eat(Tok::Differ) {
            let right = self.nested(Parser::equal)?;
            return Ok(pair(ExprKind::Differ, left, right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat(Tok::Not) || self.eat(Tok::Tilde) {
            let inner = self.nested(Parser::unary)?;
            return Ok(Expr { span: start.to(inner.span), kind: ExprKind::Not(Box::new(inner)) });
        }
        let kind = match self.tok() {
            Tok::LParen => {
                self.advance();
                let inner = self.expr()?;
                self.expect(Tok::RParen, "after the expression")?;
                return Ok(inner);
            }
            Tok::Ident => ExprKind::Var(self.name("a variable")?),
            Tok::Prime => {
                self.advance();
                ExprKind::Next(self.name("a variable after `'`")?)
            }
            Tok::Choose => self.choose(Tok::LParen, Tok::RParen)?,
            Tok::Schoose => self.choose(Tok::LBracket, Tok::RBracket)?,
            _ => self.constant()?,
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    fn constant(&mut self) -> Parsed<ExprKind> {
        let text = &self.text[self.token().start as usize..self.token().end as usize];
        let kind = match (self.tok(), text) {
            (Tok::Star, _) => ExprKind::Any,
            (Tok::T | Tok::True, _) | (Tok::Int, "1") => ExprKind::Const(true),
            (Tok::F | Tok::False, _) | (Tok::Int, "0") => ExprKind::Const(false),
            (_, _) => return self.unexpected("expected an expression"),
        };
        self.advance();
        Ok(kind)
    }

    /// `choose(pos, neg)` and `schoose[pos, neg]`.
    fn choose(&mut self, open: Tok, close: Tok) -> Parsed<ExprKind> {
        self.advance();
        self.expect(open, "before the two conditions")?;
        let pos = self.expr()?;
        self.expect(Tok::Comma, "between the two conditions")?;
        let neg = self.expr()?;
        self.expect(close, "after the two conditions")?;
        Ok(ExprKind::Choose(Box::new(pos), Box::new(neg)))
    }
}

fn pair(kind: fn(Box<Expr>, Box<Expr>) -> ExprKind, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: kind(Box::new(left), Box::new(right)), span }
}

fn joined(kind: fn(Vec<Expr>) -> ExprKind, first: Expr, rest: Vec<Expr>) -> Expr {
    let Some(last) = rest.last() else { return first };
    let span = first.span.to(last.span);
    let parts = std::iter::once(first).chain(rest).collect();
    Expr { kind: kind(parts), span }
}
