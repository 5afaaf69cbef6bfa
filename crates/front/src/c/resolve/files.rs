//! Files that are linked (C11 5.1.1.1, 6.2.2, 6.2.7). They are resolved one after the other into one unit: each has a file scope of its
//! own, names with external linkage are one thing in all of them, and those with internal linkage are many.
//!
//! A tag of two files is taken for one type, as the headers that both include suggest. If their definitions turn out to be different (both are
//! compared member by member), everything is resolved again with two types: C allows that, as long as nothing that has
//! one of the types is shared. A type without a tag is one type if it stands at one place of the text and has the same members.
//!
//! Departures from the standard: objects and functions must agree in `const` and `volatile`, too; an inline function is the first of several
//! definitions of the same text, whatever its names mean in the other files.

use invar_base::{Diagnostic, Id, Span, Symbol};

use super::scope::{FileNames, Linked, Resolver, Scope, Tag};
use crate::c::annotate;
use crate::c::ast;
use crate::c::hir::{FunctionId, GlobalId};
use crate::c::types::{EnumId, Field, FunctionType, IntKind, RecordId, RecordLayout, TypeId, Volatile};

impl Resolver<'_> {
    /// The present file is over, and another one follows.
    pub(super) fn next_file(&mut self) {
        let scope = std::mem::take(&mut self.scopes[0]);
        let elsewhere = &mut self.elsewhere;
        for (name, tag) in scope.tags {
            elsewhere.tags.entry(name).or_insert(tag);
        }
        elsewhere.files += 1;
        elsewhere.again.clear();
        (elsewhere.records, elsewhere.enums) = (self.types.records.len(), self.types.enums.len());
        (elsewhere.functions, elsewhere.globals) = (self.functions.len(), self.globals.len());
        elsewhere
            .bodies
            .extend(self.functions.iter().filter(|(_, function)| function.body.is_some()).map(|(id, _)| id));
        // What this file might have replaced another one does not.
        self.inline_only.clear();
        self.scopes = vec![Scope::default()];
        let (functions, globals) = (&self.functions, &self.globals);
        self.linked.retain(|_, thing| match thing {
            Linked::Function(id) => !functions[*id].is_static,
            Linked::Global(id) => !globals[*id].is_static,
        });
        let hidden = std::mem::take(&mut self.elsewhere.hidden);
        self.linked.extend(hidden);
        self.definitions = annotate::Logic::default();
        self.file_names = FileNames::default();
    }

    /// What a file declares as static is its own, whatever the name means in the files before (C11 6.2.2).
    pub(super) fn hide_what_is_static(&mut self, unit: &ast::TranslationUnit) {
        for external in &unit.externals {
            let (specifiers, names): (_, Vec<_>) = match external {
                ast::External::Function(definition) => (&definition.specifiers, vec![definition.declarator.name]),
                ast::External::Declaration(declaration) => {
                    let names = declaration.declarators.iter().map(|item| item.declarator.name);
                    (&declaration.specifiers, names.collect())
                }
                ast::External::StaticAssert(_) | ast::External::Asm(_) | ast::External::Annotation(_) => continue,
            };
            if !specifiers.storage.iter().any(|(storage, _)| *storage == ast::Storage::Static) {
                continue;
            }
            for name in names.into_iter().flatten() {
                let text = self.name(name.name).to_string();
                if let Some(thing) = self.linked.remove(&text) {
                    self.elsewhere.hidden.push((text, thing));
                }
            }
        }
    }

    /// What a tag that is new in this file's scope means in the files before.
    pub(super) fn tag_elsewhere(&self, tag: Symbol) -> Option<Tag> {
        if !self.is_file_scope() || self.elsewhere.apart.contains(&(self.elsewhere.files, tag)) {
            return None;
        }
        self.elsewhere.tags.get(&tag).copied()
    }

    /// Is it a type of another file, which this one has not defined yet?
    pub(super) fn may_define_again(&mut self, tag: Tag) -> bool {
        let is_elsewhere = match tag {
            Tag::Record(id) => id.index() < self.elsewhere.records,
            Tag::Enum(id) => id.index() < self.elsewhere.enums,
        };
        is_elsewhere && self.elsewhere.again.insert(tag)
    }

    /// The record with its members; that of another file if it is the same.
    pub(super) fn defined_record(
        &mut self,
        id: RecordId,
        layout: RecordLayout,
        tag: Option<ast::Ident>,
        span: Span,
    ) -> RecordId {
        let is_union = self.types.records[id].is_union;
        let known = match (tag, self.elsewhere.untagged.get(&span)) {
            (None, Some(Tag::Record(other))) => {
                let is_known = other.index() < self.elsewhere.records;
                Some(*other).filter(|other| is_known && self.types.records[*other].is_union == is_union)
            }
            (None, Some(Tag::Enum(_)) | None) => None,
            (Some(_), _) => Some(id),
        };
        let of_known = known.and_then(|known| self.types.records[known].layout.as_ref());
        match (known, of_known.map(|other| is_same_layout(other, &layout)), tag) {
            (Some(known), Some(true), _) => return known,
            (Some(_), Some(false), Some(tag)) => {
                self.elsewhere.different.insert((self.elsewhere.files, tag.name));
            }
            (_, _, _) => {
                let record = &mut self.types.records[id];
                (record.layout, record.span) = (Some(layout), span);
                if tag.is_none() {
                    self.elsewhere.untagged.entry(span).or_insert(Tag::Record(id));
                }
                self.elsewhere.again.insert(Tag::Record(id));
            }
        }
        id
    }

    /// The same for an enumeration.
    pub(super) fn defined_enum(
        &mut self,
        id: EnumId,
        (kind, constants): (IntKind, Vec<(String, i128)>),
        tag: Option<ast::Ident>,
        span: Span,
    ) -> EnumId {
        let known = match (tag, self.elsewhere.untagged.get(&span)) {
            (None, Some(Tag::Enum(other))) if other.index() < self.elsewhere.enums => *other,
            (None, Some(Tag::Enum(_) | Tag::Record(_)) | None) | (Some(_), _) => id,
        };
        let other = &self.types.enums[known];
        if !other.constants.is_empty() && (other.kind, &other.constants) == (kind, &constants) {
            return known;
        }
        if !other.constants.is_empty()
            && let Some(tag) = tag
        {
            self.elsewhere.different.insert((self.elsewhere.files, tag.name));
            return id;
        }
        let own = &mut self.types.enums[id];
        (own.kind, own.constants) = (kind, constants);
        if tag.is_none() {
            self.elsewhere.untagged.entry(span).or_insert(Tag::Enum(id));
        }
        self.elsewhere.again.insert(Tag::Enum(id));
        id
    }

    pub(super) fn is_function_elsewhere(&self, id: FunctionId) -> bool {
        id.index() < self.elsewhere.functions
    }

    /// Does what another file says of a function fit an old-style definition? Inside of one file compilers see to that.
    pub(super) fn fits_elsewhere(&self, id: FunctionId, ty: &FunctionType) -> bool {
        let other = &self.functions[id].ty;
        let (old, new) = if ty.prototyped { (other, ty) } else { (ty, other) };
        if !self.is_function_elsewhere(id) || old.prototyped || !new.prototyped || old.params.is_empty() {
            return true;
        }
        let fits = |(&own, &given): (&TypeId, &TypeId)| {
            let is_promoted = |kind: IntKind| self.types.bits(kind) < self.types.bits(IntKind::Int);
            self.compatible(own, given) || self.types.int_kind(own).is_some_and(is_promoted) && given == self.basic.int
        };
        old.params.len() == new.params.len() && !new.variadic && old.params.iter().zip(&new.params).all(fits)
    }

    /// Qualifiers are no part of types here, but one object has the same in all files.
    pub(super) fn check_same_object(&mut self, id: GlobalId, declared: (bool, Volatile), name: ast::Ident) {
        let global = &self.globals[id];
        if id.index() < self.elsewhere.globals && (global.is_const, global.volatile) != declared {
            let message = format!("`{}` is declared with other qualifiers in another file", global.name);
            let diagnostic = Diagnostic::error("type-mismatch", name.span, message);
            let first = global.span;
            self.report(diagnostic.with_label(first, "the other declaration"));
        }
    }

    /// Is it the definition of an inline function, of which another file had the same before?
    pub(super) fn is_inline_again(&mut self, id: FunctionId, definition: &ast::FunctionDefinition) -> bool {
        if !definition.specifiers.is_inline || self.functions[id].is_static {
            return false;
        }
        match self.elsewhere.inline.get(&id) {
            Some(other) => self.is_function_elsewhere(id) && other == definition,
            None => {
                self.elsewhere.inline.insert(id, definition.clone());
                false
            }
        }
    }
}

/// Where members lie, what they are called and what type they have.
fn is_same_layout(one: &RecordLayout, other: &RecordLayout) -> bool {
    let same = |(a, b): (&Field, &Field)| {
        let of_a = (&a.name, a.ty, a.offset, a.bits, a.is_const, a.volatile);
        of_a == (&b.name, b.ty, b.offset, b.bits, b.is_const, b.volatile)
    };
    let is_same_size = (one.size, one.align, one.fields.len()) == (other.size, other.align, other.fields.len());
    is_same_size && one.fields.iter().zip(&other.fields).all(same)
}
