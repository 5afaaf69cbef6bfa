//! What GNU C hangs on declarations: `__attribute__((…))`, `asm("label")`; and `asm` statements, whose text stays opaque.

use super::{Parser, Reading};
use crate::c::ast::{Asm, AsmOperand, Attribute, Expr, Ident, StaticAssert, StringLiteral};
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::Span;

impl Parser<'_> {
    /// Any number of `__attribute__((…))`.
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Reading<()> {
        while self.eat_keyword(Keyword::Attribute) {
            self.expect(Punct::LParen, "behind `__attribute__`")?;
            self.expect(Punct::LParen, "behind `__attribute__(`")?;
            while !self.is_punct(Punct::RParen) {
                if self.eat(Punct::Comma) {
                    continue;
                }
                attributes.push(self.attribute()?);
            }
            self.expect(Punct::RParen, "behind the attributes")?;
            self.expect(Punct::RParen, "behind the attributes")?;
        }
        Ok(())
    }

    fn attribute(&mut self) -> Reading<Attribute> {
        let start = self.span();
        let name = match self.peek() {
            TokenKind::Name(name) => self.names.name(*name).to_string(),
            TokenKind::Keyword(keyword) => keyword.spelling().to_string(),
            _ => return Err(self.expected("the name of an attribute")),
        };
        let plain = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(&name);
        let name = Ident { name: self.names.intern(plain), span: start };
        self.advance();
        let (args, is_opaque) = if self.is_punct(Punct::LParen) { self.attribute_arguments() } else { (vec![], false) };
        Ok(Attribute { name, args, is_opaque, span: self.since(start) })
    }

    /// The arguments if they are expressions. Others are no error: each attribute has its own syntax.
    fn attribute_arguments(&mut self) -> (Vec<Expr>, bool) {
        let opening = self.at;
        self.skip_balanced();
        let end = self.at;
        let before = (self.diagnostics.len(), self.errors, self.last_error);
        self.at = opening + 1;
        let mut args = Vec::new();
        while self.at + 1 < end {
            match self.nested(Self::assignment) {
                Ok(arg) => args.push(arg),
                Err(_) => break,
            }
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        let is_opaque = self.at + 1 != end;
        self.at = end;
        self.diagnostics.truncate(before.0);
        (self.errors, self.last_error) = (before.1, before.2);
        if is_opaque { (Vec::new(), true) } else { (args, false) }
    }

    /// `asm("name")` behind a declarator.
    pub(super) fn asm_label(&mut self) -> Reading<Option<StringLiteral>> {
        if !self.eat_keyword(Keyword::Asm) {
            return Ok(None);
        }
        self.expect(Punct::LParen, "behind `asm`")?;
        let label = self.string("the name of a symbol, as a string")?;
        self.expect(Punct::RParen, "behind the symbol's name")?;
        Ok(Some(label))
    }

    /// `asm volatile goto ("…" : outputs : inputs : clobbers : labels)`, without the `;` behind it.
    pub(super) fn asm(&mut self) -> Reading<Asm> {
        let start = self.span();
        self.advance();
        let mut is_volatile = false;
        while let Some(Keyword::Volatile | Keyword::Goto | Keyword::Inline | Keyword::Const) = self.keyword() {
            is_volatile |= self.is_keyword(Keyword::Volatile);
            self.advance();
        }
        self.expect(Punct::LParen, "behind `asm`")?;
        let template = self.string("the assembler text, as a string")?;
        let mut asm = Asm {
            span: start,
            is_volatile,
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.eat(Punct::Colon) {
            asm.outputs = self.asm_list(Self::asm_operand)?;
        }
        if self.eat(Punct::Colon) {
            asm.inputs = self.asm_list(Self::asm_operand)?;
        }
        if self.eat(Punct::Colon) {
            asm.clobbers = self.asm_list(|p| p.string("a register's name, as a string"))?;
        }
        if self.eat(Punct::Colon) {
            asm.labels = self.asm_list(|p| p.ident("a label"))?;
        }
        self.expect(Punct::RParen, "behind the operands of `asm`")?;
        asm.span = self.since(start);
        Ok(asm)
    }

    fn asm_list<T>(&mut self, item: impl Fn(&mut Self) -> Reading<T>) -> Reading<Vec<T>> {
        let mut items = Vec::new();
        while !(self.is_punct(Punct::Colon) || self.is_punct(Punct::RParen)) {
            items.push(item(self)?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        Ok(items)
    }

    /// `[name] "constraint" (value)`
    fn asm_operand(&mut self) -> Reading<AsmOperand> {
        if self.eat(Punct::LBracket) {
            self.ident("an operand's name")?;
            self.expect(Punct::RBracket, "behind an operand's name")?;
        }
        let constraint = self.string("an operand's constraint, as a string")?;
        self.expect(Punct::LParen, "behind a constraint")?;
        let value = self.nested(Self::expr)?;
        self.expect(Punct::RParen, "behind an operand")?;
        Ok(AsmOperand { constraint, value })
    }

    /// `_Static_assert(condition, "message");`
    pub(super) fn static_assert(&mut self) -> Reading<StaticAssert> {
        let start: Span = self.span();
        self.advance();
        self.expect(Punct::LParen, "behind `_Static_assert`")?;
        let condition = self.nested(Self::conditional)?;
        let message = if self.eat(Punct::Comma) { Some(self.string("a message, as a string")?) } else { None };
        self.expect(Punct::RParen, "behind the static assertion")?;
        self.expect_semicolon("behind the static assertion")?;
        Ok(StaticAssert { span: self.since(start), condition, message })
    }
}
