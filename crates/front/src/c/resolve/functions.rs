//! Declarations and definitions of functions (C11 6.7.6.3, 6.9.1), old-style ones included.

use invar_base::{Arena, Diagnostic, Span};

use super::annotations::contract_of;
use super::extent::Extent;
use super::linkage::jump_doubt;
use super::scope::{Body, Declared, Entry, Linked, Named, Resolver};
use crate::c::ast::{self, DeclaratorPart, Parameters, Storage};
use crate::c::hir::spec::{Contract, Unchecked};
use crate::c::hir::{Expr, ExprKind, Function, FunctionId, LocalId, Stmt, StmtKind};
use crate::c::lex::token::TokenKind;
use crate::c::types::{FunctionType, Type, TypeId, Volatile};

impl Resolver<'_> {
    pub(super) fn new_function(&mut self, name: &str, ty: FunctionType, span: Span) -> FunctionId {
        self.functions.push(Function {
            name: name.to_string(),
            ty,
            span,
            name_span: span,
            params: Vec::new(),
            locals: Arena::new(),
            labels: Arena::new(),
            label_addresses: Vec::new(),
            starts: None,
            lengths: Vec::new(),
            body: None,
            contract: None,
            is_static: false,
            is_inline: false,
            is_noreturn: false,
            is_const: false,
            is_pure: false,
            volatile: Volatile::NOTHING,
            doubt: jump_doubt(name),
            is_old_style: false,
            is_library: false,
            is_system: self.is_system,
            is_of_header: false,
            is_used: false,
        })
    }

    /// `int f(int);` in any scope.
    pub(super) fn function_declaration(
        &mut self,
        declared: Declared,
        declaration: &ast::Declaration,
        item: &ast::InitDeclarator,
        name: ast::Ident,
    ) {
        let Type::Function(function) = self.types.get(declared.ty).clone() else { return };
        if item.initializer.is_some() {
            self.error("misplaced-initialiser", item.span, "a function cannot be initialised");
        }
        let Some(id) = self.linked_function(function, name, item.span) else { return };
        self.function_facts(id, &declaration.specifiers, &item.declarator);
        self.functions[id].volatile = declared.below;
        self.bind(name.name, self.function_entry(id, name.span));
        if self.functions[id].body.is_none() {
            self.name_parameters(id, &item.declarator);
        }
        if !declaration.annotations.is_empty() {
            self.declared_contract(id, &declaration.annotations, &item.declarator);
        }
    }

    fn function_entry(&self, id: FunctionId, span: Span) -> Entry {
        Entry { named: Named::Function(id), declared: Declared::plain(self.basic.void), span }
    }

    /// The function of this name, declared before or now, with the composite type.
    fn linked_function(&mut self, ty: FunctionType, name: ast::Ident, span: Span) -> Option<FunctionId> {
        let text = self.name(name.name);
        match self.linked.get(text).copied() {
            Some(Linked::Function(id)) => {
                self.compose_function(id, ty, name);
                Some(id)
            }
            Some(Linked::Global(_)) => {
                self.error("duplicate-name", name.span, format!("`{text}` is declared as a variable before"));
                None
            }
            None => {
                let id = self.new_function(text, ty, span);
                self.functions[id].name_span = name.span;
                self.linked.insert(text.to_string(), Linked::Function(id));
                Some(id)
            }
        }
    }

    fn compose_function(&mut self, id: FunctionId, ty: FunctionType, name: ast::Ident) {
        let old = self.types.intern(Type::Function(self.functions[id].ty.clone()));
        let new = self.types.intern(Type::Function(ty.clone()));
        if !self.compatible(old, new) || !self.fits_elsewhere(id, &ty) {
            let message = format!(
                "`{}` is declared as `{}` here and as `{}` before",
                self.name(name.name),
                self.show(new),
                self.show(old)
            );
            let first = self.functions[id].name_span;
            // gcc rejects this, except where the first declaration was one of its own or implicit.
            let is_own = self.functions[id].span == first && !self.is_function_elsewhere(id);
            let diagnostic = match is_own {
                true => Diagnostic::warning("type-mismatch", name.span, message),
                false => Diagnostic::error("type-mismatch", name.span, message),
            };
            self.report(diagnostic.with_label(first, "the other declaration"));
            self.functions[id].ty = ty;
            return;
        }
        let composite = self.composite(old, new);
        if let Type::Function(ty) = self.types.get(composite).clone() {
            self.functions[id].ty = ty;
        }
    }

    fn function_facts(&mut self, id: FunctionId, specifiers: &ast::Specifiers, declarator: &ast::Declarator) {
        let (outer, inner) = (self.facts(&specifiers.attributes), self.facts(&declarator.attributes));
        let doubt = self.doubt_of(&specifiers.attributes).or_else(|| self.doubt_of(&declarator.attributes));
        self.note_linker_name(Linked::Function(id), declarator.asm_label.as_ref());
        self.note_start(id, outer.constructor.or(inner.constructor), outer.destructor.or(inner.destructor));
        let function = &mut self.functions[id];
        function.is_noreturn |= specifiers.is_noreturn || outer.is_noreturn || inner.is_noreturn;
        function.is_const |= outer.is_const || inner.is_const;
        function.is_pure |= outer.is_pure || inner.is_pure;
        function.doubt = function.doubt.take().or(doubt);
        function.is_static |= specifiers.storage.iter().any(|(storage, _)| *storage == Storage::Static);
    }

    /// A declaration's parameters are locals too, so that its contract can speak of them.
    fn name_parameters(&mut self, id: FunctionId, declarator: &ast::Declarator) {
        let Some(DeclaratorPart::Function(part)) = declarator.parts.first() else { return };
        let Parameters::Prototype { parameters, .. } = &part.parameters else { return };
        let types = self.functions[id].ty.params.clone();
        let body = Body::new(String::new(), self.functions[id].ty.result);
        let mut params = Vec::new();
        let outer = self.body.replace(body);
        for (parameter, ty) in parameters.iter().zip(types) {
            let name = parameter.declarator.name;
            let text = name.map_or("", |name| self.name(name.name));
            let span = name.map_or(parameter.span, |name| name.span);
            let local = self.new_local(text, Declared::plain(ty), span);
            self.body().locals[local].is_param = true;
            params.push(local);
        }
        let Some(body) = std::mem::replace(&mut self.body, outer) else { return };
        self.functions[id].params = params;
        self.functions[id].locals = body.locals;
    }

    /// The contract of a declaration, resolved with its parameters in scope under the names that they have here.
    fn declared_contract(&mut self, id: FunctionId, annotations: &[ast::Annotation], declarator: &ast::Declarator) {
        if self.functions[id].body.is_some() && self.functions[id].contract.is_some() {
            let words = words_of(&annotations.iter().collect::<Vec<_>>());
            if self.is_function_elsewhere(id) && self.contract_words.get(&id) == Some(&words) {
                return;
            }
            let spans = annotations.iter().map(|annotation| annotation.span);
            let message = "this has no effect: the definition before it has a contract";
            spans.for_each(|span| self.warning("ignored", span, message));
            return;
        }
        let mut body = Body::new(self.functions[id].name.clone(), self.functions[id].ty.result);
        body.locals = self.functions[id].locals.clone();
        let outer = self.body.replace(body);
        self.enter();
        let parameters = match declarator.parts.first() {
            Some(DeclaratorPart::Function(ast::FunctionPart {
                parameters: Parameters::Prototype { parameters, .. },
                ..
            })) => parameters.as_slice(),
            Some(_) | None => &[],
        };
        for (local, parameter) in self.functions[id].params.clone().into_iter().zip(parameters) {
            let ty = self.functions[id].locals[local].ty;
            if let Some(name) = parameter.declarator.name {
                let declared = Declared::plain(ty);
                self.bind(name.name, Entry { named: Named::Local(local, ty), declared, span: name.span });
            }
        }
        let annotations: Vec<&ast::Annotation> = annotations.iter().collect();
        let contract = contract_of(self, &annotations, id);
        self.leave();
        self.body = outer;
        if let Some(contract) = contract {
            self.replace_contract(id, contract, words_of(&annotations));
        }
    }

    /// The latest contract holds, and that of the definition above all. Headers and definitions may say the same.
    fn replace_contract(&mut self, id: FunctionId, contract: Contract, words: Vec<TokenKind>) {
        let old = self.functions[id].contract.replace(contract).and_then(|old| old.span);
        let is_same = self.contract_words.insert(id, words.clone()) == Some(words);
        if let Some(span) = old.filter(|_| !is_same) {
            let message = "this contract has no effect: a later declaration of the function has another one";
            self.warning("ignored", span, message);
            let other = Unchecked { what: "the contract of another declaration".to_string(), span };
            self.functions[id].contract.iter_mut().for_each(|contract| contract.unchecked.push(other.clone()));
        }
    }

    // ----- definitions -----

    pub(super) fn function_definition(&mut self, definition: &ast::FunctionDefinition) {
        let declarator = &definition.declarator;
        let (Some(name), Some((DeclaratorPart::Function(part), outer_parts))) =
            (declarator.name, declarator.parts.split_first())
        else {
            return;
        };
        let base = self.specifiers(&definition.specifiers);
        let declared = self.apply_parts(base, outer_parts);
        let result = self.result_type(declared.ty, part.span);
        self.enter();
        self.body = Some(Body::new(self.name(name.name).to_string(), result));
        let ty = self.defined_parameters(result, part, definition);
        self.hoist_lengths();
        if let Some(id) = self.linked_function(ty, name, definition.span) {
            self.function_facts(id, &definition.specifiers, declarator);
            self.functions[id].volatile = declared.volatile();
            let entry = self.function_entry(id, name.span);
            self.bind_at(0, name.name, entry);
            if self.may_define(id, definition, name) {
                self.define(id, definition, name);
            }
        }
        self.leave();
    }

    /// Declares the parameters in the present scope; the type of the function.
    fn defined_parameters(
        &mut self,
        result: TypeId,
        part: &ast::FunctionPart,
        definition: &ast::FunctionDefinition,
    ) -> FunctionType {
        let (declared, variadic, prototyped) = match &part.parameters {
            Parameters::Prototype { parameters, is_variadic } => {
                let parameters = self.parameters(parameters);
                (parameters.into_iter().map(|(_, declared, _)| declared).collect(), *is_variadic, true)
            }
            Parameters::Old(names) => (self.old_parameters(names, &definition.old_parameters), false, false),
        };
        for (index, parameter) in declared.iter().enumerate() {
            let is_void = self.types.is_void(parameter.ty);
            if is_void || (self.types.size_of(parameter.ty).is_none() && !self.has_variable_size(parameter.ty)) {
                let local: LocalId = invar_base::Id::from_index(index);
                let span = self.body().locals[local].span;
                self.error("incomplete-type", span, format!("`{}` is not complete here", self.show(parameter.ty)));
            }
        }
        let params = declared.iter().map(|declared| self.without_variable_lengths(declared.ty)).collect();
        self.body().is_variadic = variadic;
        FunctionType { result, params, variadic, prototyped }
    }

    /// `f(a, b) int a; char b; { … }`: what is not declared is `int`.
    fn old_parameters(&mut self, names: &[ast::Ident], declarations: &[ast::Declaration]) -> Vec<Declared> {
        let mut types = Vec::new();
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers);
            for item in &declaration.declarators {
                let declared = self.declarator(base, &item.declarator);
                let declared = self.adjust(declared, &item.declarator);
                match item.declarator.name {
                    Some(name) if names.iter().any(|other| other.name == name.name) => {
                        types.push((name.name, declared));
                    }
                    Some(name) => {
                        let message = format!("`{}` is not a parameter", self.name(name.name));
                        self.error("unknown-name", name.span, message);
                    }
                    None => {}
                }
            }
        }
        let mut result = Vec::new();
        for name in names {
            let found = types.iter().find(|(other, _)| *other == name.name);
            let declared = found.map_or(Declared::plain(self.basic.int), |(_, declared)| *declared);
            self.declare_parameter(Some(*name), declared, name.span);
            result.push(declared);
        }
        result
    }

    fn may_define(&mut self, id: FunctionId, definition: &ast::FunctionDefinition, name: ast::Ident) -> bool {
        let specifiers = &definition.specifiers;
        let is_extern = specifiers.storage.iter().any(|(storage, _)| *storage == Storage::Extern);
        let has_body = self.functions[id].body.is_some();
        if self.is_inline_again(id, definition) {
            return false;
        }
        let is_inline_only = specifiers.is_inline && is_extern;
        if has_body && !self.inline_only.remove(&id) {
            // Of two files C leaves open which of the definitions is called.
            if is_inline_only && !self.elsewhere.bodies.contains(&id) {
                return false;
            }
            let message = format!("`{}` is defined twice", self.name(name.name));
            let first = self.functions[id].name_span;
            self.report(Diagnostic::error("duplicate-name", name.span, message).with_label(first, "first here"));
            return false;
        }
        if is_inline_only {
            self.inline_only.insert(id);
        }
        true
    }

    fn define(&mut self, id: FunctionId, definition: &ast::FunctionDefinition, name: ast::Ident) {
        let body = self.body();
        let params: Vec<LocalId> = body.locals.iter().filter(|(_, local)| local.is_param).map(|(id, _)| id).collect();
        let annotations: Vec<&ast::Annotation> =
            definition.annotations.iter().chain(&definition.late_annotations).collect();
        if !annotations.is_empty()
            && let Some(contract) = contract_of(self, &annotations, id)
        {
            self.replace_contract(id, contract, words_of(&annotations));
        }
        self.body().behaviors = self.behaviors.get(&id).cloned().unwrap_or_default();
        let mut stmts = std::mem::take(&mut self.body().pending);
        self.note_source(definition.body.span);
        stmts.extend(self.annotated(&definition.body.stmts));
        self.return_from_main(&definition.body, &mut stmts);
        self.check_labels();
        self.note_scopes(Extent::Block(definition.body.span));
        let Some(body) = self.body.take() else { return };
        let specifiers = &definition.specifiers;
        let is_extern = specifiers.storage.iter().any(|(storage, _)| *storage == Storage::Extern);
        let is_inline = specifiers.is_inline && !is_extern;
        let function = &mut self.functions[id];
        // What has a body here is what the body says.
        function.doubt = function.doubt.take().filter(|doubt| Some(doubt) != jump_doubt(&function.name).as_ref());
        function.is_inline = is_inline && !function.is_static;
        function.span = definition.span;
        function.name_span = name.span;
        function.params = params;
        function.locals = body.locals;
        function.labels = body.labels;
        function.label_addresses = body.label_addresses;
        function.lengths = body.lengths;
        function.body = Some(Stmt { kind: StmtKind::Block(stmts), span: definition.body.span });
        function.is_old_style = match definition.declarator.parts.first() {
            Some(DeclaratorPart::Function(part)) => {
                matches!(&part.parameters, Parameters::Old(names) if !names.is_empty())
            }
            Some(DeclaratorPart::Pointer(_) | DeclaratorPart::Array(_)) | None => false,
        };
    }

    /// The end of `main` returns 0 (C11 5.1.2.2.3).
    fn return_from_main(&mut self, block: &ast::Block, stmts: &mut Vec<Stmt>) {
        let (int, result) = (self.basic.int, self.body().result);
        if self.body().name == "main" && result == int {
            let span = Span { start: block.span.end.saturating_sub(1), ..block.span };
            let zero = Expr { kind: ExprKind::Int(0), ty: int, span };
            stmts.push(Stmt { kind: StmtKind::Return(Some(zero)), span });
        }
    }

    fn check_labels(&mut self) {
        let body = self.body();
        let missing: Vec<(String, Span)> = body
            .labels
            .iter()
            .filter(|(id, _)| !body.defined_labels.contains(id) && !body.contract_labels.contains(id))
            .map(|(_, label)| (label.name.clone(), label.span))
            .collect();
        for (name, span) in missing {
            self.error("unknown-label", span, format!("there is no label `{name}` in this function"));
        }
    }
}

/// What contracts are compared by: their text, wherever it stands.
fn words_of(annotations: &[&ast::Annotation]) -> Vec<TokenKind> {
    annotations.iter().flat_map(|annotation| &annotation.tokens).map(|token| token.kind.clone()).collect()
}
