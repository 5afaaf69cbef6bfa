//! Declarations (C11 6.7, 6.9): of objects outside and inside of functions, typedefs, static assertions.

use invar_base::{Diagnostic, Span};

use super::annotations::unit_annotation;
use super::constant::evaluate;
use super::scope::{Declared, Entry, Lengths, Linked, Named, Resolver, Tag};
use crate::c::ast::{self, Storage, TypeSpecifierKind};
use crate::c::hir::{Expr, ExprKind, Global, GlobalId, Initialiser, Place, PlaceKind, Stmt, StmtKind};
use crate::c::types::{ArrayLength, Type, TypeId};

impl Resolver<'_> {
    pub(super) fn external(&mut self, external: &ast::External) {
        match external {
            ast::External::Function(definition) => self.function_definition(definition),
            ast::External::Declaration(declaration) => {
                // Those before a function are its contract.
                let declares_function = declaration
                    .declarators
                    .iter()
                    .any(|item| matches!(item.declarator.parts.first(), Some(ast::DeclaratorPart::Function(_))));
                if !declares_function {
                    declaration.annotations.iter().for_each(|annotation| unit_annotation(self, annotation));
                }
                self.declaration(declaration, &mut Vec::new());
            }
            ast::External::StaticAssert(assert) => self.static_assert(assert),
            ast::External::Asm(asm) => self.doubt_program("assembler texts outside of functions".to_string(), asm.span),
            ast::External::Annotation(annotation) => unit_annotation(self, annotation),
        }
        self.body = None;
    }

    pub(super) fn static_assert(&mut self, assert: &ast::StaticAssert) {
        let value = self.value(&assert.condition);
        if self.class(value.ty) == super::convert::Class::Error {
            return;
        }
        match evaluate(&self.types, &value) {
            Some(constant) if constant.is_true() => {}
            Some(_) => {
                let text = assert.message.as_ref().map(text_of).unwrap_or_default();
                let colon = if text.is_empty() { "" } else { ": " };
                self.error("static-assert", assert.span, format!("this static assertion fails{colon}{text}"));
            }
            None => self.error("not-constant", assert.condition.span, "a static assertion must be constant"),
        }
    }

    /// `specifiers a = 1, *b, c[3];` in any scope; adds what happens there at run time.
    pub(super) fn declaration(&mut self, declaration: &ast::Declaration, out: &mut Vec<Stmt>) {
        let mode = self.set_length_mode(Lengths::Declared);
        let outer = self.body.as_mut().map(|body| std::mem::take(&mut body.pending));
        self.redeclare_tag(declaration);
        let base = self.specifiers(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.init_declarator(base, declaration, declarator, out);
        }
        self.flush(out);
        if let (Some(body), Some(outer)) = (&mut self.body, outer) {
            body.pending = outer;
        }
        self.restore_length_mode(mode);
    }

    /// Lengths that the declaration evaluates come first.
    fn flush(&mut self, out: &mut Vec<Stmt>) {
        if let Some(body) = &mut self.body {
            out.append(&mut body.pending);
        }
    }

    /// `struct s;` alone is a new struct if this scope has none.
    fn redeclare_tag(&mut self, declaration: &ast::Declaration) {
        let ([specifier], []) = (&declaration.specifiers.types[..], &declaration.declarators[..]) else { return };
        let TypeSpecifierKind::Record(record) = &specifier.kind else { return };
        if let (Some(tag), None) = (record.tag, &record.members)
            && !matches!(self.scope().tags.get(&tag.name), Some(Tag::Record(_) | Tag::Enum(_)))
        {
            self.declare_record(record, tag, specifier.span);
        }
    }

    fn init_declarator(
        &mut self,
        base: Declared,
        declaration: &ast::Declaration,
        item: &ast::InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let declared = self.declarator(base, &item.declarator);
        self.flush(out);
        let Some(name) = item.declarator.name else { return };
        let specifiers = &declaration.specifiers;
        let has = |storage| specifiers.storage.iter().any(|(other, _)| *other == storage);
        if has(Storage::Typedef) {
            self.typedef_attributes(declared.ty, &specifiers.attributes);
            self.typedef_attributes(declared.ty, &item.declarator.attributes);
            let entry = Entry { named: Named::Typedef(declared.ty), declared, span: name.span };
            return self.bind(name.name, entry);
        }
        if matches!(self.types.get(declared.ty), Type::Function(_)) {
            return self.function_declaration(declared, declaration, item, name);
        }
        let doubt = self.object_doubt(specifiers, &item.declarator);
        let is_auto = specifiers.types.iter().any(|ty| matches!(ty.kind, TypeSpecifierKind::AutoType));
        let declared = if is_auto { self.auto_type(declared, item) } else { declared };
        if self.is_file_scope() {
            self.global(declared, specifiers, item, name);
        } else if has(Storage::Extern) {
            self.extern_local(declared, item, name);
        } else if has(Storage::Static) {
            self.static_local(declared, item, name);
        } else {
            self.local(declared, item, name, out);
            self.cleaned_up(specifiers, item, name, out);
        }
        self.doubt_object(doubt, &item.declarator, name);
    }

    /// What a declaration says about an object that is not modelled. A symbol after a variable in a register is the
    /// register's name.
    fn object_doubt(&mut self, specifiers: &ast::Specifiers, declarator: &ast::Declarator) -> Option<String> {
        let in_register = specifiers.storage.iter().any(|(storage, _)| *storage == Storage::Register);
        if in_register && declarator.asm_label.is_some() {
            return Some("variables in registers with a name".to_string());
        }
        self.doubt_of(&specifiers.attributes).or_else(|| self.doubt_of(&declarator.attributes))
    }

    fn doubt_object(&mut self, doubt: Option<String>, declarator: &ast::Declarator, name: ast::Ident) {
        let Some(entry) = self.lookup(name.name) else { return };
        match entry.named {
            Named::Global(id, _) => {
                self.note_linker_name(Linked::Global(id), declarator.asm_label.as_ref());
                if let Some(doubt) = doubt {
                    self.doubt_thing(Linked::Global(id), doubt);
                }
            }
            Named::Local(id, _) => {
                let local = &mut self.body().locals[id];
                local.doubt = local.doubt.take().or(doubt);
            }
            Named::Function(_) | Named::Typedef(_) | Named::EnumConstant(..) => {}
        }
    }

    /// `cleanup(f)`: `f(&x)` whenever the block of `x` is left.
    fn cleaned_up(
        &mut self,
        specifiers: &ast::Specifiers,
        item: &ast::InitDeclarator,
        name: ast::Ident,
        out: &mut Vec<Stmt>,
    ) {
        let function = self.cleanup(&item.declarator.attributes).or_else(|| self.cleanup(&specifiers.attributes));
        let Some(function) = function else { return };
        let Some(Entry { named: Named::Local(id, ty), .. }) = self.lookup(name.name).copied() else { return };
        let place = Place { kind: PlaceKind::Local(id), ty, span: name.span };
        let address = self.types.pointer(ty);
        let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: address, span: name.span };
        let callee = self.operand(function);
        let call = self.call_with(callee, vec![address], name.span);
        out.push(Stmt { kind: StmtKind::AtScopeEnd(call), span: name.span });
    }

    /// `__auto_type x = e;`
    fn auto_type(&mut self, declared: Declared, item: &ast::InitDeclarator) -> Declared {
        match &item.initializer {
            // It is resolved twice: once for its type.
            Some(ast::Initializer::Expr(expr)) => {
                let ty = self.value(expr).ty;
                Declared { ty, ..declared }
            }
            Some(ast::Initializer::List(_)) | None => {
                self.error("type-mismatch", item.span, "`__auto_type` needs an initialiser to take its type from");
                declared
            }
        }
    }

    // ----- objects outside of functions -----

    fn global(
        &mut self,
        declared: Declared,
        specifiers: &ast::Specifiers,
        item: &ast::InitDeclarator,
        name: ast::Ident,
    ) {
        let has = |storage| specifiers.storage.iter().any(|(other, _)| *other == storage);
        let Some(id) = self.linked_global(declared, name) else { return };
        self.globals[id].is_static |= has(Storage::Static);
        if !has(Storage::Extern) || item.initializer.is_some() {
            self.globals[id].is_extern = false;
        }
        self.bind(name.name, Entry { named: Named::Global(id, self.globals[id].ty), declared, span: name.span });
        if let Some(init) = &item.initializer {
            if !self.initialised.insert(id) {
                let message = format!("`{}` is defined twice", self.globals[id].name);
                let first = self.globals[id].span;
                self.report(Diagnostic::error("duplicate-name", name.span, message).with_label(first, "first here"));
                return;
            }
            self.globals[id].span = name.span;
            self.initialise_global(id, init);
            let ty = self.globals[id].ty;
            self.bind(
                name.name,
                Entry { named: Named::Global(id, ty), declared: Declared { ty, ..declared }, span: name.span },
            );
        }
        if !self.globals[id].is_extern {
            self.check_complete(self.globals[id].ty, name.span, Incomplete::MayFollow);
        }
    }

    fn initialise_global(&mut self, id: GlobalId, init: &ast::Initializer) {
        let (mut init, ty) = self.initialiser(self.globals[id].ty, init);
        self.fold_static(&mut init);
        self.globals[id].ty = ty;
        self.globals[id].init = init;
    }

    /// The global of this name, declared before or now, with the composite type.
    fn linked_global(&mut self, declared: Declared, name: ast::Ident) -> Option<GlobalId> {
        let text = self.name(name.name);
        match self.linked.get(text).copied() {
            Some(Linked::Global(id)) => {
                let old = self.globals[id].ty;
                if !self.compatible(old, declared.ty) {
                    let (old_name, new_name) = (self.show(old), self.show(declared.ty));
                    let message = format!("`{text}` is declared as `{new_name}` here and as `{old_name}` before");
                    let first = self.globals[id].span;
                    let diagnostic = Diagnostic::error("type-mismatch", name.span, message);
                    self.report(diagnostic.with_label(first, "the other declaration"));
                    return Some(id);
                }
                self.globals[id].ty = self.composite(old, declared.ty);
                self.check_same_object(id, (declared.qualifiers.is_const, declared.volatile()), name);
                Some(id)
            }
            Some(Linked::Function(_)) => {
                self.error("duplicate-name", name.span, format!("`{text}` is declared as a function before"));
                None
            }
            None => {
                let id = self.new_global(text.to_string(), declared, name.span);
                self.globals[id].is_extern = true;
                self.linked.insert(text.to_string(), Linked::Global(id));
                Some(id)
            }
        }
    }

    fn new_global(&mut self, name: String, declared: Declared, span: Span) -> GlobalId {
        let is_ghost = self.body.as_ref().is_some_and(|body| body.is_ghost);
        self.globals.push(Global {
            name,
            ty: declared.ty,
            span,
            is_extern: false,
            is_static: false,
            is_const: declared.qualifiers.is_const,
            volatile: declared.volatile(),
            init: Initialiser::default(),
            is_ghost,
            is_of_rule: false,
            is_system: self.is_system,
            doubt: None,
            scopes: Vec::new(),
        })
    }

    // ----- objects inside of functions -----

    fn extern_local(&mut self, declared: Declared, item: &ast::InitDeclarator, name: ast::Ident) {
        if item.initializer.is_some() {
            self.error(
                "misplaced-initialiser",
                name.span,
                "an `extern` declaration inside of a function has no initialiser",
            );
        }
        if let Some(id) = self.linked_global(declared, name) {
            let named = Named::Global(id, self.globals[id].ty);
            self.bind(name.name, Entry { named, declared, span: name.span });
        }
    }

    pub(super) fn static_local(&mut self, declared: Declared, item: &ast::InitDeclarator, name: ast::Ident) {
        let function = self.body().name.clone();
        let id = self.new_global(format!("{function}::{}", self.name(name.name)), declared, name.span);
        self.globals[id].is_static = true;
        self.bind(name.name, Entry { named: Named::Global(id, declared.ty), declared, span: name.span });
        if let Some(init) = &item.initializer {
            self.initialise_global(id, init);
        }
        self.check_complete(self.globals[id].ty, name.span, Incomplete::Never);
    }

    fn local(&mut self, declared: Declared, item: &ast::InitDeclarator, name: ast::Ident, out: &mut Vec<Stmt>) {
        let text = self.name(name.name);
        let local = self.new_local(text, declared, name.span);
        self.bind(name.name, Entry { named: Named::Local(local, declared.ty), declared, span: name.span });
        let mut init = None;
        if let Some(initializer) = &item.initializer {
            let (resolved, ty) = self.initialiser(declared.ty, initializer);
            self.body().locals[local].ty = ty;
            if let Some(entry) = self.scope().names.get_mut(&name.name) {
                entry.named = Named::Local(local, ty);
            }
            init = Some(resolved);
        }
        let ty = self.body().locals[local].ty;
        self.check_complete(ty, name.span, Incomplete::Never);
        out.push(Stmt { kind: StmtKind::Declare(local, init), span: item.span });
    }

    /// Objects have complete types.
    fn check_complete(&mut self, ty: TypeId, span: Span, rule: Incomplete) {
        let is_complete = match self.types.get(ty) {
            Type::Void | Type::Function(_) => false,
            // A tentative definition may be completed later, and is an array of one element otherwise.
            Type::Array { length: ArrayLength::Unknown, .. } => rule == Incomplete::MayFollow,
            Type::Record(_) => self.types.size_of(ty).is_some() || rule == Incomplete::MayFollow,
            _ => self.types.size_of(ty).is_some() || self.has_variable_size(ty),
        };
        if !is_complete {
            self.error("incomplete-type", span, format!("`{}` is not complete here", self.show(ty)));
        }
    }
}

/// May an object be declared with a type that is not complete yet?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Incomplete {
    Never,
    MayFollow,
}

/// A message, for people.
fn text_of(literal: &ast::StringLiteral) -> String {
    let bytes: Vec<u8> = literal.units.iter().map(|unit| *unit as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
