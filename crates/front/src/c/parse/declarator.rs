//! Declarators (C11 §6.7.6), flattened: the parts are listed from the name outwards.

use super::scope::NameKind;
use super::{Parser, Reading};
use crate::c::ast::{
    self, ArrayPart, ArraySize, Declarator, DeclaratorPart, FunctionPart, Ident, Parameter, Parameters, Qualifiers,
};
use crate::c::lex::token::{Keyword, Punct, TokenKind};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Named,
    Abstract,
    /// In parameters.
    Either,
}

impl Parser<'_> {
    pub(super) fn declarator(&mut self) -> Reading<Declarator> {
        self.declarator_of(Naming::Named)
    }

    pub(super) fn abstract_declarator(&mut self) -> Reading<Declarator> {
        self.declarator_of(Naming::Abstract)
    }

    fn declarator_of(&mut self, naming: Naming) -> Reading<Declarator> {
        let start = self.span();
        let mut declarator =
            Declarator { span: start, name: None, parts: Vec::new(), asm_label: None, attributes: Vec::new() };
        let first = self.at;
        self.declarator_level(naming, &mut declarator)?;
        if declarator.parts.len() > ast::MAX_DEPTH as usize {
            return Err(self.too_deep());
        }
        if self.at > first {
            declarator.span = self.since(start);
        } else {
            declarator.span.end = declarator.span.start;
        }
        Ok(declarator)
    }

    /// `* qualifiers … direct suffixes`: the suffixes bind tighter than the stars, the stars nearest to the name tightest.
    fn declarator_level(&mut self, naming: Naming, declarator: &mut Declarator) -> Reading<()> {
        let mut pointers = Vec::new();
        self.attributes(&mut declarator.attributes)?;
        while self.eat(Punct::Star) {
            let mut qualifiers = Qualifiers::default();
            loop {
                self.attributes(&mut declarator.attributes)?;
                if !self.qualifier(&mut qualifiers) {
                    break;
                }
            }
            pointers.push(DeclaratorPart::Pointer(qualifiers));
        }
        self.direct_declarator(naming, declarator)?;
        loop {
            let part = if self.is_punct(Punct::LBracket) {
                DeclaratorPart::Array(self.array_part()?)
            } else if self.is_punct(Punct::LParen) {
                DeclaratorPart::Function(self.function_part()?)
            } else {
                break;
            };
            declarator.parts.push(part);
        }
        declarator.parts.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// The name, or a declarator in parentheses, or nothing.
    fn direct_declarator(&mut self, naming: Naming, declarator: &mut Declarator) -> Reading<()> {
        if let Some(name) = self.name()
            && naming != Naming::Abstract
        {
            declarator.name = Some(Ident { name, span: self.span() });
            self.advance();
            return Ok(());
        }
        if self.is_punct(Punct::LParen) && (naming == Naming::Named || !self.starts_parameters()) {
            self.advance();
            self.nested(|p| p.declarator_level(naming, declarator))?;
            return self.expect(Punct::RParen, "in this declaration").map(|_| ());
        }
        if naming == Naming::Named { Err(self.expected("a name to declare")) } else { Ok(()) }
    }

    /// At `(` where a name may be missing: whether this opens parameters, rather than a declarator in parentheses.
    fn starts_parameters(&self) -> bool {
        if self.keyword_ahead(1) == Some(Keyword::Attribute) {
            return false;
        }
        self.is_punct_ahead(1, Punct::RParen) || self.is_punct_ahead(1, Punct::Ellipsis) || self.starts_type_ahead(1)
    }

    /// `[static const n]`, `[]`, `[*]`
    fn array_part(&mut self) -> Reading<ArrayPart> {
        let start = self.span();
        self.advance();
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            if self.eat_keyword(Keyword::Static) {
                is_static = true;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let size = if self.is_punct(Punct::RBracket) {
            ArraySize::Unknown
        } else if self.is_punct(Punct::Star) && self.is_punct_ahead(1, Punct::RBracket) {
            self.advance();
            ArraySize::Star
        } else {
            ArraySize::Expr(Box::new(self.nested(Self::expr)?))
        };
        self.expect(Punct::RBracket, "behind the size of an array")?;
        Ok(ArrayPart { span: self.since(start), qualifiers, is_static, size })
    }

    fn function_part(&mut self) -> Reading<FunctionPart> {
        let start = self.span();
        self.advance();
        self.scopes.open();
        let parameters = self.nested(Self::parameters);
        self.scopes.close();
        Ok(FunctionPart { parameters: parameters?, span: self.since(start) })
    }

    /// Up to the closing parenthesis.
    fn parameters(&mut self) -> Reading<Parameters> {
        if self.is_identifier_list() {
            return self.identifier_list().map(Parameters::Old);
        }
        let mut parameters = Vec::new();
        loop {
            if self.eat(Punct::Ellipsis) {
                self.expect(Punct::RParen, "behind `...`")?;
                return Ok(Parameters::Prototype { parameters, is_variadic: true });
            }
            parameters.push(self.parameter()?);
            if !self.eat(Punct::Comma) {
                self.expect(Punct::RParen, "or `,` behind a parameter")?;
                return Ok(Parameters::Prototype { parameters, is_variadic: false });
            }
        }
    }

    /// `()` and names that are no types, with commas between them.
    fn is_identifier_list(&self) -> bool {
        let is_plain_name = |name| !self.scopes.is_type(name);
        match self.peek() {
            TokenKind::Punct(Punct::RParen) => true,
            TokenKind::Name(name) => {
                let ends = self.is_punct_ahead(1, Punct::Comma) || self.is_punct_ahead(1, Punct::RParen);
                is_plain_name(*name) && ends
            }
            _ => false,
        }
    }

    fn identifier_list(&mut self) -> Reading<Vec<Ident>> {
        let mut names = Vec::new();
        if self.eat(Punct::RParen) {
            return Ok(names);
        }
        loop {
            if let Some(name) = self.name()
                && self.scopes.is_type(name)
            {
                return Err(self.error(self.span(), "this list of names without types has a type in it"));
            }
            names.push(self.ident("the name of a parameter")?);
            if !self.eat(Punct::Comma) {
                self.expect(Punct::RParen, "or `,` behind a parameter")?;
                return Ok(names);
            }
        }
    }

    fn parameter(&mut self) -> Reading<Parameter> {
        let start = self.span();
        self.guess_type();
        if !self.starts_type_ahead(0) {
            return Err(self.expected("a parameter's type"));
        }
        let specifiers = self.specifiers()?;
        let mut declarator = self.declarator_of(Naming::Either)?;
        self.attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.name, NameKind::Value);
        }
        Ok(Parameter { span: self.since(start), specifiers, declarator })
    }
}
