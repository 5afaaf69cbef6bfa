//! Declarations, function definitions, and the top level (C11 §6.7, §6.9).

use super::scope::NameKind;
use super::{Parser, Reading, Reported};
use crate::c::ast::{
    Annotation, Declaration, Declarator, DeclaratorPart, External, FunctionDefinition, InitDeclarator, Parameters,
    Specifiers, Storage,
};
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::{Diagnostic, Span, Symbol};

impl Parser<'_> {
    /// The whole file.
    pub(super) fn externals(&mut self) -> Vec<External> {
        let mut externals = Vec::new();
        loop {
            let mut contract = Vec::new();
            for annotation in self.take_annotations() {
                if self.is_global(&annotation) {
                    externals.push(External::Annotation(annotation));
                } else {
                    contract.push(annotation);
                }
            }
            if self.is_at_end() {
                externals.extend(contract.into_iter().map(External::Annotation));
                return externals;
            }
            if self.eat(Punct::Semi) {
                externals.extend(contract.into_iter().map(External::Annotation));
                continue;
            }
            let is_system = self.is_in_system_header();
            match self.external(contract, &mut externals) {
                Ok(external) => {
                    self.system.extend(is_system.then_some(externals.len()));
                    externals.push(external);
                }
                Err(_) => self.skip_external(),
            }
        }
    }

    fn is_in_system_header(&self) -> bool {
        let markers = self.headers.partition_point(|(index, _)| *index <= self.at);
        markers > 0 && self.headers[markers - 1].1
    }

    fn external(&mut self, contract: Vec<Annotation>, externals: &mut Vec<External>) -> Reading<External> {
        let keyword = self.keyword();
        if let Some(Keyword::StaticAssert | Keyword::Asm) = keyword {
            externals.extend(contract.into_iter().map(External::Annotation));
        } else {
            return self.external_declaration(contract);
        }
        if keyword == Some(Keyword::StaticAssert) {
            return self.static_assert().map(External::StaticAssert);
        }
        let asm = self.asm()?;
        self.expect_semicolon("behind `asm`")?;
        Ok(External::Asm(asm))
    }

    fn external_declaration(&mut self, annotations: Vec<Annotation>) -> Reading<External> {
        let start = self.span();
        if self.is_punct(Punct::RBrace) {
            return Err(self.error(start, "this `}` closes nothing"));
        }
        self.guess_type();
        // Without specifiers this is an old function definition, whose result is an `int`.
        if !self.starts_type_ahead(0) && self.name().is_none() && !self.is_punct(Punct::Star) {
            return Err(self.expected("a declaration"));
        }
        let specifiers = self.specifiers()?;
        if self.is_punct(Punct::Semi) {
            self.advance();
            let span = self.since(start);
            return Ok(External::Declaration(Declaration { span, annotations, specifiers, declarators: Vec::new() }));
        }
        let declarator = self.declarator_of_declaration(&specifiers)?;
        if self.starts_body(&declarator) {
            let function = self.function_definition(start, annotations, specifiers, declarator)?;
            return Ok(External::Function(Box::new(function)));
        }
        self.declaration_rest(start, annotations, specifiers, declarator).map(External::Declaration)
    }

    // ----- declarations -----

    /// A declaration inside a function.
    pub(super) fn local_declaration(&mut self) -> Reading<Declaration> {
        let start = self.span();
        self.guess_type();
        let specifiers = self.specifiers()?;
        if self.eat(Punct::Semi) {
            let span = self.since(start);
            return Ok(Declaration { span, annotations: Vec::new(), specifiers, declarators: Vec::new() });
        }
        let declarator = self.declarator_of_declaration(&specifiers)?;
        if is_function(&declarator) && self.is_punct(Punct::LBrace) {
            let place = declarator.span;
            // Everything behind the function is still read: an empty declaration stands in its place.
            self.unsupported(place, "nested functions are not supported; move it out of this function");
            self.skip_balanced();
            let span = self.since(start);
            return Ok(Declaration { span, annotations: Vec::new(), specifiers, declarators: Vec::new() });
        }
        self.declaration_rest(start, Vec::new(), specifiers, declarator)
    }

    /// A declarator with what may stand behind it; its name is visible from here on.
    fn declarator_of_declaration(&mut self, specifiers: &Specifiers) -> Reading<Declarator> {
        let mut declarator = self.declarator()?;
        declarator.asm_label = self.asm_label()?;
        self.attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            let is_typedef = specifiers.storage.iter().any(|(storage, _)| *storage == Storage::Typedef);
            self.scopes.declare(name.name, if is_typedef { NameKind::Type } else { NameKind::Value });
        }
        Ok(declarator)
    }

    /// From the first declarator's initialiser to the `;`.
    fn declaration_rest(
        &mut self,
        start: Span,
        annotations: Vec<Annotation>,
        specifiers: Specifiers,
        first: Declarator,
    ) -> Reading<Declaration> {
        let mut declarators = vec![self.init_declarator(first)?];
        while self.eat(Punct::Comma) {
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            let mut declarator = self.declarator_of_declaration(&specifiers)?;
            declarator.attributes.extend(attributes);
            declarators.push(self.init_declarator(declarator)?);
        }
        self.expect_semicolon("behind this declaration")?;
        Ok(Declaration { span: self.since(start), annotations, specifiers, declarators })
    }

    fn init_declarator(&mut self, declarator: Declarator) -> Reading<InitDeclarator> {
        let initializer = if self.eat(Punct::Eq) { Some(self.initializer()?) } else { None };
        Ok(InitDeclarator { span: self.since(declarator.span), declarator, initializer })
    }

    // ----- functions -----

    /// Whether a function's body, or the declarations of its old-style parameters, come next.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        let Some(DeclaratorPart::Function(function)) = declarator.parts.first() else { return false };
        let has_names = matches!(&function.parameters, Parameters::Old(names) if !names.is_empty());
        self.is_punct(Punct::LBrace) || (has_names && self.starts_type_ahead(0))
    }

    fn function_definition(
        &mut self,
        start: Span,
        annotations: Vec<Annotation>,
        specifiers: Specifiers,
        declarator: Declarator,
    ) -> Reading<FunctionDefinition> {
        self.scopes.open();
        let mut late_annotations = self.take_annotations();
        for name in parameter_names(&declarator) {
            self.scopes.declare(name, NameKind::Value);
        }
        let rest = self.old_parameters().and_then(|old_parameters| {
            late_annotations.extend(self.take_annotations());
            Ok((old_parameters, self.nested(Self::block)?))
        });
        self.scopes.close();
        let (old_parameters, body) = rest?;
        let span = self.since(start);
        Ok(FunctionDefinition { span, annotations, specifiers, declarator, old_parameters, late_annotations, body })
    }

    fn old_parameters(&mut self) -> Reading<Vec<Declaration>> {
        let mut declarations = Vec::new();
        while self.starts_type_ahead(0) {
            let start = self.span();
            let specifiers = self.specifiers()?;
            let declarator = self.declarator_of_declaration(&specifiers)?;
            declarations.push(self.declaration_rest(start, Vec::new(), specifiers, declarator)?);
        }
        if self.is_punct(Punct::LBrace) { Ok(declarations) } else { Err(self.expected("the function's body")) }
    }

    // ----- messages -----

    /// A name where a type is needed, followed by what only follows a type: it was probably meant as one, and is one from
    /// here on, so that it is reported once.
    pub(super) fn guess_type(&mut self) {
        if !self.is_at_unknown_type() {
            return;
        }
        if let Some(name) = self.name() {
            let message = format!("`{}` is not declared as a type", self.names.name(name));
            let help = "is a header missing, or the file of the declaration not included?";
            self.report(Diagnostic::error("unknown-name", self.span(), message).with_help(help));
            self.last_error = None;
            self.scopes.declare_type_everywhere(name);
        }
    }

    /// `name other`, or `name * other` where no expression can stand.
    pub(super) fn is_at_unknown_type(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let is_followed = match self.peek_ahead(1) {
            TokenKind::Name(_) => true,
            TokenKind::Keyword(keyword) => matches!(keyword, Keyword::Const | Keyword::Restrict | Keyword::Volatile),
            _ => false,
        };
        is_followed && !self.scopes.is_type(name)
    }

    /// The end of the file inside braces.
    pub(super) fn unclosed(&mut self, opening: Span) -> Reported {
        let message = "expected `}`, found the end of the file";
        self.report(Diagnostic::error("syntax", self.span(), message).with_label(opening, "this brace is not closed"))
    }
}

fn is_function(declarator: &Declarator) -> bool {
    matches!(declarator.parts.first(), Some(DeclaratorPart::Function(_)))
}

fn parameter_names(declarator: &Declarator) -> Vec<Symbol> {
    let Some(DeclaratorPart::Function(function)) = declarator.parts.first() else { return Vec::new() };
    match &function.parameters {
        Parameters::Prototype { parameters, .. } => {
            parameters.iter().filter_map(|parameter| parameter.declarator.name).map(|name| name.name).collect()
        }
        Parameters::Old(names) => names.iter().map(|name| name.name).collect(),
    }
}
