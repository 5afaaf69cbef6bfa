//! Postfix and primary expressions (C11 §6.5.1, §6.5.2), statement expressions and the builtins that take types.

use super::{Parser, Reading};
use crate::c::ast::{self, CharConstant, Designator, Expr, ExprKind, GenericChoice, StringLiteral, UnaryOp};
use crate::c::lex::token::{Encoding, Keyword, Literal, Punct, TokenKind};
use invar_base::Diagnostic;
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Reading<Expr> {
        let operand = self.primary()?;
        self.suffixes(operand)
    }

    /// `[i]`, `(args)`, `.f`, `->f`, `++` and `--` behind `operand`, any number of them.
    pub(super) fn suffixes(&mut self, mut operand: Expr) -> Reading<Expr> {
        let start = operand.span;
        for _ in 0..ast::MAX_DEPTH {
            let TokenKind::Punct(punct) = self.peek() else { return Ok(operand) };
            let boxed = |operand: Expr| Box::new(operand);
            let kind = match punct {
                Punct::LBracket => {
                    self.advance();
                    let index = boxed(self.nested(Self::expr)?);
                    self.expect(Punct::RBracket, "behind an index")?;
                    ExprKind::Index { array: boxed(operand), index }
                }
                Punct::LParen => {
                    self.advance();
                    let args = self.nested(Self::arguments)?;
                    ExprKind::Call { function: boxed(operand), args }
                }
                Punct::Dot => {
                    self.advance();
                    let field = self.ident("a field's name behind `.`")?;
                    ExprKind::Field { object: boxed(operand), field }
                }
                Punct::Arrow => {
                    self.advance();
                    let field = self.ident("a field's name behind `->`")?;
                    ExprKind::Arrow { pointer: boxed(operand), field }
                }
                Punct::PlusPlus | Punct::MinusMinus => {
                    let is_increment = *punct == Punct::PlusPlus;
                    self.advance();
                    let op = if is_increment { UnaryOp::PostIncrement } else { UnaryOp::PostDecrement };
                    ExprKind::Unary { op, operand: boxed(operand) }
                }
                _ => return Ok(operand),
            };
            operand = Expr { kind, span: self.since(start) };
        }
        Err(self.too_deep())
    }

    fn arguments(&mut self) -> Reading<Vec<Expr>> {
        let mut args = Vec::new();
        if self.eat(Punct::RParen) {
            return Ok(args);
        }
        loop {
            args.push(self.assignment()?);
            if !self.eat(Punct::Comma) {
                self.expect(Punct::RParen, "or `,` behind an argument")?;
                return Ok(args);
            }
        }
    }

    fn primary(&mut self) -> Reading<Expr> {
        let start = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Name(name) => {
                self.advance();
                ExprKind::Name(name)
            }
            TokenKind::Number(spelling) => {
                let constant = self.constant(spelling)?;
                self.advance();
                constant
            }
            TokenKind::Char(literal) => {
                self.advance();
                ExprKind::Char(CharConstant { encoding: literal.encoding, units: literal.units.clone() })
            }
            TokenKind::Str(_) => ExprKind::Str(self.string("a string")?),
            TokenKind::Punct(Punct::LParen) => self.parenthesised()?,
            TokenKind::Keyword(keyword) => self.builtin(keyword)?,
            TokenKind::Punct(_) | TokenKind::Logic(_) | TokenKind::Eof => return Err(self.expected("an expression")),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// `( e )` or `({ … })`
    fn parenthesised(&mut self) -> Reading<ExprKind> {
        let opening = self.expect(Punct::LParen, "here")?;
        let kind = if self.is_punct(Punct::LBrace) {
            ExprKind::StatementExpr(Box::new(self.nested(Self::block)?))
        } else {
            ExprKind::Paren(Box::new(self.nested(Self::expr)?))
        };
        if self.eat(Punct::RParen) {
            return Ok(kind);
        }
        let message = format!("expected `)` behind this expression, found {}", self.found());
        let diagnostic = Diagnostic::error("syntax", self.span(), message).with_label(opening, "opened here");
        Err(self.report(diagnostic))
    }

    /// Adjacent literals are one string, of the encoding that one of them has.
    pub(super) fn string(&mut self, what: &str) -> Reading<StringLiteral> {
        let start = self.span();
        let mut parts: Vec<Arc<Literal>> = Vec::new();
        while let TokenKind::Str(literal) = self.peek() {
            parts.push(literal.clone());
            self.advance();
        }
        if parts.is_empty() {
            return Err(self.expected(what));
        }
        let span = self.since(start);
        let encoding = parts.iter().map(|part| part.encoding).find(|&encoding| encoding != Encoding::Plain);
        let encoding = encoding.unwrap_or(Encoding::Plain);
        if parts.iter().any(|part| part.encoding != encoding && part.encoding != Encoding::Plain) {
            return Err(self.error(span, "these strings of different encodings cannot be joined"));
        }
        let units = parts.iter().flat_map(|part| units_in(part, encoding)).collect();
        Ok(StringLiteral { span, encoding, units })
    }

    fn builtin(&mut self, keyword: Keyword) -> Reading<ExprKind> {
        match keyword {
            Keyword::Generic => self.generic(),
            Keyword::BuiltinOffsetof => self.offsetof(),
            Keyword::BuiltinTypesCompatible => {
                self.open_builtin()?;
                let left = Box::new(self.nested(Self::type_name)?);
                self.expect(Punct::Comma, "behind the first type")?;
                let right = Box::new(self.nested(Self::type_name)?);
                self.expect(Punct::RParen, "behind the second type")?;
                Ok(ExprKind::TypesCompatible { left, right })
            }
            Keyword::BuiltinVaArg => {
                self.open_builtin()?;
                let list = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "behind the argument list")?;
                let ty = Box::new(self.nested(Self::type_name)?);
                self.expect(Punct::RParen, "behind the type")?;
                Ok(ExprKind::VaArg { list, ty })
            }
            Keyword::BuiltinChooseExpr => {
                self.open_builtin()?;
                let condition = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "behind the condition")?;
                let then = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "behind the first choice")?;
                let otherwise = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::RParen, "behind the second choice")?;
                Ok(ExprKind::ChooseExpr { condition, then, otherwise })
            }
            _ => Err(self.expected("an expression")),
        }
    }

    /// The builtin's name and its parenthesis.
    fn open_builtin(&mut self) -> Reading<()> {
        self.advance();
        self.expect(Punct::LParen, "behind the name of a builtin").map(|_| ())
    }

    /// `_Generic(value, type: e, default: e)`
    fn generic(&mut self) -> Reading<ExprKind> {
        self.open_builtin()?;
        let value = Box::new(self.nested(Self::assignment)?);
        let mut choices = Vec::new();
        while self.eat(Punct::Comma) {
            let ty = if self.eat_keyword(Keyword::Default) { None } else { Some(self.nested(Self::type_name)?) };
            self.expect(Punct::Colon, "behind a choice's type")?;
            let value = self.nested(Self::assignment)?;
            choices.push(GenericChoice { ty, value });
        }
        self.expect(Punct::RParen, "behind the choices")?;
        Ok(ExprKind::Generic { value, choices })
    }

    /// `__builtin_offsetof(type, a.b[3])`
    fn offsetof(&mut self) -> Reading<ExprKind> {
        self.open_builtin()?;
        let ty = Box::new(self.nested(Self::type_name)?);
        self.expect(Punct::Comma, "behind the type")?;
        let mut designators = vec![Designator::Field(self.ident("a field's name")?)];
        loop {
            if self.eat(Punct::Dot) || self.eat(Punct::Arrow) {
                designators.push(Designator::Field(self.ident("a field's name")?));
            } else if self.eat(Punct::LBracket) {
                designators.push(Designator::Index(self.nested(Self::expr)?));
                self.expect(Punct::RBracket, "behind an index")?;
            } else {
                self.expect(Punct::RParen, "behind the member")?;
                return Ok(ExprKind::Offsetof { ty, designators });
            }
        }
    }
}

/// A plain literal's bytes in the units of the string that it is part of.
fn units_in(literal: &Literal, encoding: Encoding) -> Vec<u32> {
    let is_bytes = matches!(encoding, Encoding::Plain | Encoding::Utf8);
    if is_bytes || literal.encoding == encoding || literal.units.iter().all(|&unit| unit < 0x80) {
        return literal.units.clone();
    }
    let bytes: Vec<u8> = literal.units.iter().map(|&unit| unit as u8).collect();
    let text = String::from_utf8_lossy(&bytes);
    if encoding == Encoding::Char16 {
        text.encode_utf16().map(u32::from).collect()
    } else {
        text.chars().map(u32::from).collect()
    }
}
