//! Expressions that bind names (quantifiers, `lambda`, `let`), with their triggers and attributes.

use super::super::ast::{Attribute, AttributeArg, Expr, ExprKind, Ident, Let, Quantifier, QuantifierKind, Trigger};
use super::super::lex::Tok;
use super::expr::count_mismatch;
use super::types::Where;
use super::{Parsed, Parser};
use invar_base::Span;

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn quantifier(&mut self, start: Span, kind: QuantifierKind) -> Parsed<Expr> {
        self.advance();
        let type_params = self.type_params()?;
        let binders = if self.peek() == Tok::ColonColon && !type_params.is_empty() {
            Vec::new()
        } else {
            self.binders_list(Where::Forbidden)?
        };
        self.expect(Tok::ColonColon, "after the bound variables")?;
        let (mut attributes, mut triggers) = (Vec::new(), Vec::new());
        while self.peek() == Tok::LBrace {
            if self.peek_ahead(1) == Tok::Colon {
                attributes.push(self.nested(Self::attribute)?);
            } else {
                triggers.push(self.trigger()?);
            }
        }
        let exclusions = take_exclusions(&mut attributes);
        for exclusion in exclusions {
            triggers.push(self.exclusion(exclusion)?);
        }
        let body = self.expr()?;
        let quantifier = Quantifier { kind, type_params, binders, attributes, triggers, body };
        self.make(self.since(start), ExprKind::Quantifier(Box::new(quantifier)))
    }

    fn trigger(&mut self) -> Parsed<Trigger> {
        let start = self.span();
        self.advance();
        let terms = self.exprs()?;
        self.expect(Tok::RBrace, "after the trigger")?;
        Ok(Trigger { span: self.since(start), excluded: false, terms })
    }

    /// `{:nopats e}` excludes a trigger.
    fn exclusion(&mut self, attribute: Attribute) -> Parsed<Trigger> {
        let mut terms = Vec::new();
        for arg in attribute.args {
            match arg {
                AttributeArg::Expr(term) => terms.push(term),
                AttributeArg::String { span, .. } => return Err(self.error(span, "`nopats` takes an expression")),
            }
        }
        if terms.len() != 1 {
            self.error(attribute.span, "`nopats` takes exactly one expression");
        }
        Ok(Trigger { span: attribute.span, excluded: true, terms })
    }

    /// `var x, y := e1, e2; body`
    #[inline(never)]
    pub(super) fn let_expr(&mut self, start: Span) -> Parsed<Expr> {
        self.advance();
        let names = self.separated(Self::let_name)?;
        let assign = self.expect(Tok::Assign, "after the variables of the `let`")?;
        let values = self.exprs()?;
        self.expect(Tok::Semi, "after the values of the `let`")?;
        let attributes = self.attributes()?;
        let body = self.expr()?;
        if names.len() != values.len() {
            return Err(self.error(assign, count_mismatch(names.len(), values.len())));
        }
        let bound = Let { names, values, attributes, body };
        self.make(self.since(start), ExprKind::Let(Box::new(bound)))
    }

    /// The attributes of a bound name mean nothing to us.
    fn let_name(&mut self) -> Parsed<Ident> {
        self.attributes()?;
        self.ident("a variable")
    }

    // ----- attributes -----

    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.peek() == Tok::LBrace && self.peek_ahead(1) == Tok::Colon {
            attributes.push(self.nested(Self::attribute)?);
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let start = self.span();
        self.advance();
        self.advance();
        let name = self.attribute_name()?;
        let args = if self.peek() == Tok::RBrace { Vec::new() } else { self.separated(Self::attribute_arg)? };
        self.expect(Tok::RBrace, "after the attribute")?;
        Ok(Attribute { span: self.since(start), name, args })
    }

    /// A keyword may name an attribute.
    fn attribute_name(&mut self) -> Parsed<Ident> {
        if !self.peek().is_keyword() {
            return self.ident("the name of an attribute");
        }
        let name = Ident { name: self.word().to_string(), span: self.span() };
        self.advance();
        Ok(name)
    }

    fn attribute_arg(&mut self) -> Parsed<AttributeArg> {
        if self.peek() != Tok::Str {
            return self.expr().map(AttributeArg::Expr);
        }
        let (span, word) = (self.span(), self.word());
        self.advance();
        let value = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or("").to_string();
        Ok(AttributeArg::String { value, span })
    }
}

fn take_exclusions(attributes: &mut Vec<Attribute>) -> Vec<Attribute> {
    attributes.extract_if(.., |attribute| attribute.name.name == "nopats").collect()
}
