//! Expressions down to unary operators (C11 §6.5.3 to §6.5.17). Chains of operators are read by loops, so that only what is
//! nested costs recursion.

use super::{Parser, Reading};
use crate::c::ast::{BinaryOp, ConditionalArm, Expr, ExprKind, TypeName, UnaryOp};
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::Span;

/// Binary operators bind from `||`, the loosest, to the tightest.
const LOOSEST: u8 = 0;

impl Parser<'_> {
    /// `a, b, c`
    pub(super) fn expr(&mut self) -> Reading<Expr> {
        let first = self.assignment()?;
        if !self.is_punct(Punct::Comma) {
            return Ok(first);
        }
        let start = first.span;
        let mut items = vec![first];
        while self.eat(Punct::Comma) {
            items.push(self.assignment()?);
        }
        Ok(Expr { kind: ExprKind::Comma(items), span: self.since(start) })
    }

    /// `target = value`, which associates to the right.
    pub(super) fn assignment(&mut self) -> Reading<Expr> {
        let target = self.conditional()?;
        let TokenKind::Punct(punct) = self.peek() else { return Ok(target) };
        let op = match punct {
            Punct::Eq => None,
            Punct::StarEq => Some(BinaryOp::Mul),
            Punct::SlashEq => Some(BinaryOp::Div),
            Punct::PercentEq => Some(BinaryOp::Rem),
            Punct::PlusEq => Some(BinaryOp::Add),
            Punct::MinusEq => Some(BinaryOp::Sub),
            Punct::ShlEq => Some(BinaryOp::Shl),
            Punct::ShrEq => Some(BinaryOp::Shr),
            Punct::AmpEq => Some(BinaryOp::BitAnd),
            Punct::CaretEq => Some(BinaryOp::BitXor),
            Punct::BarEq => Some(BinaryOp::BitOr),
            _ => return Ok(target),
        };
        self.advance();
        let value = Box::new(self.nested(Self::assignment)?);
        let span = self.since(target.span);
        Ok(Expr { kind: ExprKind::Assign { op, target: Box::new(target), value }, span })
    }

    /// `c ? a : c2 ? b : d`: the arms of the right spine are read by a loop.
    pub(super) fn conditional(&mut self) -> Reading<Expr> {
        let mut condition = self.binary(LOOSEST)?;
        if !self.is_punct(Punct::Question) {
            return Ok(condition);
        }
        let start = condition.span;
        let mut arms = Vec::new();
        while self.eat(Punct::Question) {
            let then = if self.is_punct(Punct::Colon) { None } else { Some(self.nested(Self::expr)?) };
            self.expect(Punct::Colon, "in this conditional expression")?;
            arms.push(ConditionalArm { condition, then });
            condition = self.binary(LOOSEST)?;
        }
        let span = self.since(start);
        Ok(Expr { kind: ExprKind::Conditional { arms, otherwise: Box::new(condition) }, span })
    }

    /// Operators that bind at least as tight as `loosest`.
    fn binary(&mut self, loosest: u8) -> Reading<Expr> {
        let mut first = self.cast()?;
        while let Some((_, level)) = self.operator().filter(|&(_, level)| level >= loosest) {
            let start = first.span;
            let mut rest = Vec::new();
            while let Some((op, _)) = self.operator().filter(|&(_, found)| found == level) {
                self.advance();
                let operand = self.operand(level)?;
                rest.push((op, operand));
            }
            first = Expr { kind: ExprKind::Binary { first: Box::new(first), rest }, span: self.since(start) };
        }
        Ok(first)
    }

    /// The right operand of an operator of this level. Most are followed by nothing tighter, and cost no recursion.
    fn operand(&mut self, level: u8) -> Reading<Expr> {
        self.nested(|p| p.binary(level + 1))
    }

    /// The binary operator that comes next, and how tight it binds.
    fn operator(&self) -> Option<(BinaryOp, u8)> {
        let TokenKind::Punct(punct) = self.peek() else { return None };
        Some(match punct {
            Punct::BarBar => (BinaryOp::Or, 0),
            Punct::AmpAmp => (BinaryOp::And, 1),
            Punct::Bar => (BinaryOp::BitOr, 2),
            Punct::Caret => (BinaryOp::BitXor, 3),
            Punct::Amp => (BinaryOp::BitAnd, 4),
            Punct::EqEq => (BinaryOp::Eq, 5),
            Punct::Ne => (BinaryOp::Ne, 5),
            Punct::Lt => (BinaryOp::Lt, 6),
            Punct::Gt => (BinaryOp::Gt, 6),
            Punct::Le => (BinaryOp::Le, 6),
            Punct::Ge => (BinaryOp::Ge, 6),
            Punct::Shl => (BinaryOp::Shl, 7),
            Punct::Shr => (BinaryOp::Shr, 7),
            Punct::Plus => (BinaryOp::Add, 8),
            Punct::Minus => (BinaryOp::Sub, 8),
            Punct::Star => (BinaryOp::Mul, 9),
            Punct::Slash => (BinaryOp::Div, 9),
            Punct::Percent => (BinaryOp::Rem, 9),
            _ => return None,
        })
    }

    /// `(type) operand`, a compound literal, or a unary expression.
    fn cast(&mut self) -> Reading<Expr> {
        if !(self.is_punct(Punct::LParen) && self.starts_type_ahead(1)) {
            return self.unary();
        }
        let start = self.span();
        let ty = self.parenthesised_type()?;
        if self.is_punct(Punct::LBrace) {
            return self.compound_literal(start, ty);
        }
        let value = Box::new(self.nested(Self::cast)?);
        Ok(Expr { kind: ExprKind::Cast { ty: Box::new(ty), value }, span: self.since(start) })
    }

    /// `( type )`
    pub(super) fn parenthesised_type(&mut self) -> Reading<TypeName> {
        self.expect(Punct::LParen, "before a type")?;
        let ty = self.nested(Self::type_name)?;
        self.expect(Punct::RParen, "behind a type")?;
        Ok(ty)
    }

    /// Behind `(type)`: the initialiser, and what is done with the object.
    fn compound_literal(&mut self, start: Span, ty: TypeName) -> Reading<Expr> {
        let list = self.nested(Self::initializer_list)?;
        let kind = ExprKind::CompoundLiteral { ty: Box::new(ty), list };
        self.suffixes(Expr { kind, span: self.since(start) })
    }

    fn unary(&mut self) -> Reading<Expr> {
        let op = match self.peek() {
            TokenKind::Punct(punct) => match punct {
                Punct::Plus => UnaryOp::Plus,
                Punct::Minus => UnaryOp::Minus,
                Punct::Bang => UnaryOp::Not,
                Punct::Tilde => UnaryOp::BitNot,
                Punct::Star => UnaryOp::Deref,
                Punct::Amp => UnaryOp::Address,
                Punct::PlusPlus => UnaryOp::PreIncrement,
                Punct::MinusMinus => UnaryOp::PreDecrement,
                Punct::AmpAmp => return self.label_address(),
                _ => return self.postfix(),
            },
            TokenKind::Keyword(keyword) => match keyword {
                Keyword::Real => UnaryOp::Real,
                Keyword::Imag => UnaryOp::Imag,
                Keyword::Extension => UnaryOp::Extension,
                Keyword::Sizeof => return self.measure(ExprKind::SizeofType, ExprKind::SizeofExpr),
                Keyword::Alignof => return self.measure(ExprKind::AlignofType, ExprKind::AlignofExpr),
                Keyword::PreferredAlignof => {
                    return self.measure(ExprKind::PreferredAlignofType, ExprKind::AlignofExpr);
                }
                _ => return self.postfix(),
            },
            _ => return self.postfix(),
        };
        let start = self.span();
        self.advance();
        let operand = Box::new(self.nested(Self::cast)?);
        Ok(Expr { kind: ExprKind::Unary { op, operand }, span: self.since(start) })
    }

    /// `&&label`
    fn label_address(&mut self) -> Reading<Expr> {
        let start = self.span();
        self.advance();
        let label = self.ident("a label behind `&&`")?;
        Ok(Expr { kind: ExprKind::LabelAddress(label), span: self.since(start) })
    }

    /// `sizeof (type)`, `sizeof operand`; `sizeof (type) { … }` measures a compound literal.
    fn measure(&mut self, of_type: fn(Box<TypeName>) -> ExprKind, of_expr: fn(Box<Expr>) -> ExprKind) -> Reading<Expr> {
        let start = self.span();
        self.advance();
        let kind = if self.is_punct(Punct::LParen) && self.starts_type_ahead(1) {
            let opening = self.span();
            let ty = self.parenthesised_type()?;
            if self.is_punct(Punct::LBrace) {
                of_expr(Box::new(self.compound_literal(opening, ty)?))
            } else {
                of_type(Box::new(ty))
            }
        } else {
            of_expr(Box::new(self.nested(Self::unary)?))
        };
        Ok(Expr { kind, span: self.since(start) })
    }
}
