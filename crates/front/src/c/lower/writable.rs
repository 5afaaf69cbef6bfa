//! May an object be written? In: an object of a region. Out: the condition, and the check of a write through a pointer.
//!
//! Objects with fixed numbers are told by their numbers. Of what is older than a function that is verified for all its
//! inputs nothing is known: `@readonly` has any value there, and `\valid` in its contract says which objects may be
//! written. What is allocated later may be.

use invar_gcl::CheckKind;
use invar_logic::Term;

use super::code::Body;
use super::shape::scalar;
use super::views::{innermost, same};
use crate::c::hir::LocalId;
use crate::c::options::Property;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{Type, TypeId, Types};

impl Body<'_, '_> {
    /// The object is neither a string literal nor constant.
    pub fn writable(&mut self, region: RegionId, object: Term) -> Term {
        let literal = self.is_literal_object(region, object);
        let constant = self.is_constant_object(region, object);
        let either = self.pool().or(&[literal, constant]);
        self.pool().not(either)
    }

    /// Checks a write through a pointer, unless it writes nothing.
    pub fn check_writable(&mut self, region: RegionId, object: Term, empty: Term) {
        if self.cx.options.property != Some(Property::Memsafety) {
            let writable = self.writable(region, object);
            let fine = self.pool().or(&[empty, writable]);
            return self.check(CheckKind::ReadOnly, fine);
        }
        // A write to a literal is an invalid dereference; of other constant objects the property says nothing.
        let (literal, constant) = (self.is_literal_object(region, object), self.is_constant_object(region, object));
        let (written, changeable) = (self.pool().not(literal), self.pool().not(constant));
        let fine = self.pool().or(&[empty, written]);
        self.check(CheckKind::ReadOnly, fine);
        let fine = self.pool().or(&[empty, changeable]);
        self.doubt_unless(fine, "a write to a constant object");
    }

    /// Through a pointer to a scalar, a constant member of a record that is not constant itself may be written.
    pub fn doubt_constant_members(&mut self, region: RegionId, ty: TypeId) {
        let types = &self.cx.unit.types;
        let in_parts = !matches!(self.mode(region), Mode::Elements(_));
        let is_asked = self.cx.options.property.is_none() && self.cx.wants(CheckKind::ReadOnly);
        if is_asked && in_parts && scalar(types, ty).is_some() {
            let wholes = &self.cx.regions.regions()[region].types;
            if wholes.iter().any(|whole| has_constant_member(types, *whole, ty)) {
                let fine = self.any_truth();
                self.approximate("a write where a constant member may be");
                self.check(CheckKind::ReadOnly, fine);
            }
        }
    }

    fn is_literal_object(&mut self, region: RegionId, object: Term) -> Term {
        if !self.cx.read_only.get(&region).is_some_and(|objects| objects.has_literals) {
            return Term::FALSE;
        }
        let (first, after) = (self.cx.numbers.first_string, self.cx.numbers.first_function);
        self.is_between(object, first, after - 1)
    }

    fn is_constant_object(&mut self, region: RegionId, object: Term) -> Term {
        let objects = self.cx.read_only.get(&region).cloned().unwrap_or_default();
        let mut ways = Vec::new();
        for (first, last) in objects.globals {
            ways.push(self.is_between(object, first, last));
        }
        if objects.has_locals || self.cx.has_unknown_memory {
            let readonly = self.cx.readonly;
            let (readonly, free) = (self.var(readonly), self.int(self.cx.numbers.first_free as i128));
            let pool = self.pool();
            let (later, marked) = (pool.le(free, object), pool.select(readonly, &[object]));
            ways.push(pool.and(&[later, marked]));
        }
        self.pool().or(&ways)
    }

    fn is_between(&mut self, object: Term, first: usize, last: usize) -> Term {
        let (first, last) = (self.int(first as i128), self.int(last as i128));
        let pool = self.pool();
        let (from, until) = (pool.le(first, object), pool.le(object, last));
        pool.and(&[from, until])
    }

    /// A new object may be written.
    pub fn assume_writable(&mut self, object: Term) {
        if self.cx.has_unknown_memory {
            let readonly = self.cx.readonly;
            let readonly = self.var(readonly);
            let marked = self.pool().select(readonly, &[object]);
            let unmarked = self.pool().not(marked);
            self.assume(unmarked);
        }
    }

    /// A constant local variable that has just got its object: it is initialised without a check, and never written again.
    pub fn mark_constant(&mut self, id: LocalId, object: Term) {
        if self.function.locals[id].is_const {
            let readonly = self.cx.readonly;
            self.write_map(readonly, &[object], Term::TRUE);
        }
    }
}

/// Is there a constant member of this type in a record, or in a record in it?
fn has_constant_member(types: &Types, whole: TypeId, ty: TypeId) -> bool {
    match types.get(whole) {
        Type::Array { element, .. } => has_constant_member(types, *element, ty),
        Type::Record(record) => types.fields(*record).iter().any(|field| {
            field.is_const && same(types, innermost(types, field.ty), ty) || has_constant_member(types, field.ty, ty)
        }),
        _ => false,
    }
}
