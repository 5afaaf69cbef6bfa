//! Definitions of structs, unions and enumerations (C11 6.7.2.1, 6.7.2.2).

use invar_base::{Diagnostic, Span};

use super::constant::wrap;
use super::convert::Class;
use super::layout::{Member, Packing, lay_out};
use super::scope::{Declared, Entry, Named, Resolver, Tag};
use super::widths;
use crate::c::ast;
use crate::c::types::{ArrayLength, Enum, EnumId, IntKind, Record, RecordId, RecordLayout, Type, TypeId};

impl Resolver<'_> {
    /// `struct s`, `struct s { … }`; `None` after an error.
    pub(super) fn record(&mut self, record: &ast::Record, span: Span) -> Option<RecordId> {
        let id = self.record_tag(record, span)?;
        let Some(members) = &record.members else { return Some(id) };
        if self.types.records[id].layout.is_some() && !self.may_define_again(Tag::Record(id)) {
            let message = format!("`{}` is defined twice", self.types.records[id].name);
            let first = self.types.records[id].span;
            self.report(Diagnostic::error("duplicate-name", span, message).with_label(first, "first defined here"));
            return Some(id);
        }
        let facts = self.facts(&record.attributes);
        self.doubt_type(&record.attributes);
        let members = self.members(members);
        let packing = Packing { is_packed: facts.is_packed, align: facts.align, most: record.pack.map(u64::from) };
        let layout = lay_out(&self.types, &members, record.kind == ast::RecordKind::Union, packing);
        self.check_size(&layout, &members, span);
        self.has_wide_fields |= layout.fields.iter().any(|field| field.bits.is_some_and(widths::is_wide));
        let id = self.defined_record(id, layout, record.tag, span);
        if facts.is_transparent_union {
            self.transparent_unions.insert(id);
        }
        Some(id)
    }

    /// The record that the tag means here: `struct s { … }` and `struct s;` are of the innermost scope.
    fn record_tag(&mut self, record: &ast::Record, span: Span) -> Option<RecordId> {
        let Some(tag) = record.tag else { return Some(self.new_record(record, String::new(), span)) };
        let known = if record.members.is_some() {
            self.scope().tags.get(&tag.name).copied()
        } else {
            self.lookup_tag(tag.name)
        };
        match known {
            Some(Tag::Record(id)) if self.types.records[id].is_union == (record.kind == ast::RecordKind::Union) => {
                Some(id)
            }
            Some(_) => {
                let message = format!("`{}` is the tag of another kind of type", self.name(tag.name));
                self.error("duplicate-name", tag.span, message);
                None
            }
            None => Some(self.declare_record(record, tag, span)),
        }
    }

    pub(super) fn declare_record(&mut self, record: &ast::Record, tag: ast::Ident, span: Span) -> RecordId {
        let is_union = record.kind == ast::RecordKind::Union;
        let known = self.tag_elsewhere(tag.name).and_then(|known| match known {
            Tag::Record(id) => (self.types.records[id].is_union == is_union).then_some(id),
            Tag::Enum(_) => None,
        });
        let id = known.unwrap_or_else(|| self.new_record(record, self.name(tag.name).to_string(), span));
        self.scope().tags.insert(tag.name, Tag::Record(id));
        id
    }

    fn new_record(&mut self, record: &ast::Record, name: String, span: Span) -> RecordId {
        let is_union = record.kind == ast::RecordKind::Union;
        self.types.records.push(Record { name, is_union, span, layout: None })
    }

    fn check_size(&mut self, layout: &RecordLayout, members: &[Member], span: Span) {
        if layout.size > 1 << 60 {
            self.error("too-large-type", span, "this record is larger than any memory");
        }
        let mut names: Vec<(&str, Span)> = members
            .iter()
            .map(|member| (member.name.as_str(), member.span))
            .filter(|(name, _)| !name.is_empty())
            .collect();
        names.sort();
        let twice: Vec<(String, Span, Span)> = names
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| (pair[0].0.to_string(), pair[0].1, pair[1].1))
            .collect();
        for (name, first, second) in twice {
            let message = format!("the member `{name}` is declared twice");
            self.report(Diagnostic::error("duplicate-name", second, message).with_label(first, "first declared here"));
        }
    }

    fn members(&mut self, members: &[ast::Member]) -> Vec<Member> {
        let mut result = Vec::new();
        let count = members.len();
        for (index, member) in members.iter().enumerate() {
            match member {
                ast::Member::Fields(fields) => self.field_declaration(fields, index + 1 == count, &mut result),
                ast::Member::StaticAssert(assert) => self.static_assert(assert),
                ast::Member::Annotation(_) => {}
            }
        }
        result
    }

    fn field_declaration(&mut self, declaration: &ast::FieldDeclaration, is_last: bool, into: &mut Vec<Member>) {
        let base = self.specifiers(&declaration.specifiers);
        let outer = self.facts(&declaration.specifiers.attributes);
        self.doubt_type(&declaration.specifiers.attributes);
        let align = outer.align.max(self.alignas(&declaration.specifiers.alignments));
        if declaration.fields.is_empty() {
            let is_anonymous =
                matches!(self.types.get(base.ty), Type::Record(id) if self.types.records[*id].name.is_empty());
            if is_anonymous {
                let (ty, type_align, span) = (base.ty, base.align, declaration.span);
                let volatile = base.volatile();
                let is_packed = outer.is_packed;
                into.push(Member {
                    name: String::new(),
                    ty,
                    width: None,
                    type_align,
                    align,
                    is_packed,
                    is_const: base.qualifiers.is_const,
                    volatile,
                    span,
                });
            }
            return;
        }
        for field in &declaration.fields {
            let member =
                self.member_of(field, base, Packing { is_packed: outer.is_packed, align, most: None }, is_last);
            into.push(member);
        }
    }

    /// One declarator of a member declaration; `packing` is what its specifiers say.
    fn member_of(&mut self, field: &ast::Field, base: Declared, packing: Packing, is_last: bool) -> Member {
        let (mut name, mut declared) = (None, base);
        let mut facts = vec![self.facts(&field.attributes)];
        self.doubt_type(&field.attributes);
        if let Some(declarator) = &field.declarator {
            facts.push(self.facts(&declarator.attributes));
            self.doubt_type(&declarator.attributes);
            declared = self.declarator(base, declarator);
            name = declarator.name;
        }
        let declared = self.with_facts(declared, &facts[0]);
        let is_packed = packing.is_packed || facts.iter().any(|facts| facts.is_packed);
        let align = facts.iter().map(|facts| facts.align).max().flatten().max(packing.align);
        let name = name.map_or(String::new(), |name| self.name(name.name).to_string());
        let width = field.width.as_ref().map(|width| self.width(width, declared.ty, &name));
        let ty = self.field_type(declared.ty, field.span, is_last);
        let (is_const, volatile) = (declared.qualifiers.is_const, declared.volatile());
        Member { name, ty, width, type_align: declared.align, align, is_packed, is_const, volatile, span: field.span }
    }

    /// Members have complete types; the last may be an array without a length.
    fn field_type(&mut self, ty: TypeId, span: Span, is_last: bool) -> TypeId {
        match self.types.get(ty) {
            &Type::Array { length: ArrayLength::Unknown, element } if self.types.size_of(element).is_some() => {
                if !is_last {
                    // gcc rejects this in structs and takes it in unions of some versions; it has no size either way.
                    self.warning("flexible-member", span, "an array without a length before the end of the struct");
                }
                // What callers may be asked for speaks of a pointer to its elements.
                self.types.pointer(element);
                ty
            }
            Type::Array { length: ArrayLength::Variable(_), .. } => {
                self.error("not-constant", span, "the length of an array in a struct must be constant");
                self.basic.error
            }
            Type::Function(_) | Type::Void => {
                self.error("incomplete-type", span, format!("a member cannot have the type `{}`", self.show(ty)));
                self.basic.error
            }
            _ if self.types.size_of(ty).is_none() => {
                self.error("incomplete-type", span, format!("`{}` is not complete here", self.show(ty)));
                self.basic.error
            }
            _ => ty,
        }
    }

    fn width(&mut self, width: &ast::Expr, ty: TypeId, name: &str) -> u32 {
        let value = self.value(width);
        let Some(number) = self.constant_int(&value, "the width of a bit-field") else { return 1 };
        let Class::Integer(kind) = self.class(ty) else {
            if self.class(ty) != Class::Error {
                self.error("bit-field", width.span, format!("a bit-field cannot have the type `{}`", self.show(ty)));
            }
            return 1;
        };
        let most = i128::from(self.types.bits(kind));
        let least = i128::from(!name.is_empty());
        if number < least || number > most {
            self.error("bit-field", width.span, format!("the width of this bit-field must be from {least} to {most}"));
            return 1;
        }
        number as u32
    }

    // ----- enumerations -----

    pub(super) fn enumeration(&mut self, declaration: &ast::Enum, span: Span) -> TypeId {
        let known = match (declaration.tag, &declaration.enumerators) {
            (None, _) => None,
            (Some(tag), Some(_)) => self.scope().tags.get(&tag.name).copied(),
            (Some(tag), None) => self.lookup_tag(tag.name),
        };
        let id = match (known, declaration.tag) {
            (Some(Tag::Enum(id)), _) => id,
            (Some(Tag::Record(_)), Some(tag)) => {
                let message = format!("`{}` is the tag of another kind of type", self.name(tag.name));
                self.error("duplicate-name", tag.span, message);
                return self.basic.error;
            }
            (_, tag) => self.declare_enum(tag, span),
        };
        if let Some(enumerators) = &declaration.enumerators {
            if !self.complete_enums.insert(id) && !self.may_define_again(Tag::Enum(id)) {
                self.error("duplicate-name", span, "this enumeration is defined twice");
                return self.types.intern(Type::Enum(id));
            }
            self.doubt_type(&declaration.attributes);
            let is_packed = self.facts(&declaration.attributes).is_packed;
            let constants = self.enumerators(enumerators);
            let kind = self.enum_kind(&constants, is_packed);
            let id = self.defined_enum(id, (kind, constants.clone()), declaration.tag, span);
            let ty = self.types.intern(Type::Enum(id));
            self.retype_enumerators(enumerators, &constants, ty);
            return ty;
        }
        self.types.intern(Type::Enum(id))
    }

    fn declare_enum(&mut self, tag: Option<ast::Ident>, span: Span) -> EnumId {
        let known = tag.and_then(|tag| self.tag_elsewhere(tag.name)).and_then(|known| match known {
            Tag::Enum(id) => Some(id),
            Tag::Record(_) => None,
        });
        let name = tag.map_or(String::new(), |tag| self.name(tag.name).to_string());
        let new = Enum { name, kind: IntKind::UInt, span, constants: Vec::new() };
        let id = known.unwrap_or_else(|| self.types.enums.push(new));
        if let Some(tag) = tag {
            self.scope().tags.insert(tag.name, Tag::Enum(id));
        }
        id
    }

    fn enumerators(&mut self, enumerators: &[ast::Enumerator]) -> Vec<(String, i128)> {
        let mut next = 0i128;
        let mut constants = Vec::new();
        for enumerator in enumerators {
            if let Some(value) = &enumerator.value {
                let value = self.value(value);
                next = self.constant_int(&value, "the value of an enumerator").unwrap_or(next);
            }
            let ty = self.type_that_holds(next);
            let named = Named::EnumConstant(next, ty);
            let entry = Entry { named, declared: Declared::plain(ty), span: enumerator.name.span };
            self.bind(enumerator.name.name, entry);
            constants.push((self.name(enumerator.name.name).to_string(), next));
            next += 1;
        }
        constants
    }

    /// While an enumeration is being defined, a constant has the first of these types that holds it.
    fn type_that_holds(&mut self, value: i128) -> TypeId {
        let kinds = [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];
        let holds = |kind: &IntKind| wrap(&self.types, *kind, value) == Some(value);
        let kind = kinds.into_iter().find(holds).unwrap_or(IntKind::Int128);
        self.types.int(kind)
    }

    /// `unsigned int` if nothing is negative, as gcc has it; larger if needed, smaller if packed.
    fn enum_kind(&self, constants: &[(String, i128)], is_packed: bool) -> IntKind {
        let values = || constants.iter().map(|(_, value)| *value);
        let is_signed = values().any(|value| value < 0);
        let signed = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let unsigned = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong, IntKind::ULongLong];
        let candidates = if is_signed { signed } else { unsigned };
        let holds = |kind: &IntKind| values().all(|value| wrap(&self.types, *kind, value) == Some(value));
        candidates.into_iter().skip(if is_packed { 0 } else { 2 }).find(holds).unwrap_or(IntKind::LongLong)
    }

    /// Afterwards constants are `int` if they fit, and of the enumeration's type otherwise.
    fn retype_enumerators(&mut self, enumerators: &[ast::Enumerator], constants: &[(String, i128)], ty: TypeId) {
        for (enumerator, (_, value)) in enumerators.iter().zip(constants) {
            if i32::try_from(*value).is_err()
                && let Some(entry) = self.scope().names.get_mut(&enumerator.name.name)
            {
                entry.named = Named::EnumConstant(*value, ty);
            }
        }
    }
}
