//! Where a place of the text lies: its pointers and indices are expressions, which are evaluated on the way.

use crate::c::hir::{Expr, LocalId, Place, PlaceKind};
use crate::c::lower::code::{Body, Pointer, Value};
use crate::c::lower::location::{Base, Location, Within};
use crate::c::lower::program::{Closure, VarStorage};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// What a place holds that is a standard stream.
    pub fn standard_stream(&mut self, place: &Place) -> Option<Value> {
        let PlaceKind::Global(id) = &place.kind else { return None };
        let object = self.cx.stream_object(*id)?;
        self.mentioned.insert(*id);
        let text = "`stdin`, `stdout` and `stderr` stay what they are when the program starts";
        self.cx.assumptions.insert(text.to_string());
        let offset = self.int(0);
        Some(Value::Pointer(Pointer { object, offset }))
    }

    pub fn locate(&mut self, place: &Place) -> Location {
        match &place.kind {
            PlaceKind::Local(id) => {
                self.doubt_argument(*id);
                if let Some(what) = &self.function.locals[*id].doubt {
                    self.doubt(what.clone());
                }
                let mut location = self.local_location(*id);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Global(id) => {
                self.mentioned.insert(*id);
                if self.cx.streams.contains(id) {
                    self.doubt("other values of standard streams".to_string());
                }
                if let Some(what) = &self.cx.unit.globals[*id].doubt {
                    self.doubt(what.clone());
                }
                let storage = self.cx.globals[*id].clone();
                let mut location = self.variable_location(storage, self.declared_type(place));
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::String(id) => {
                self.strings.insert(*id);
                let (region, object) = (self.cx.regions.string(*id), self.cx.string_object(*id));
                self.variable_location(VarStorage::Object(region, object), place.ty)
            }
            PlaceKind::Deref(pointer) => {
                let mut location = self.deref_location(pointer, place.ty);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Field(record, number) => {
                let location = self.locate(record);
                let mut location = self.field_location(location, record.ty, *number);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Index(array, index) => {
                let mut location = self.locate(array);
                if self.has_effects(index) {
                    location = self.save_location(location);
                }
                let index = self.int_value(index);
                self.index_location(location, self.declared_type(array), index)
            }
            PlaceKind::Compound(local, init) => {
                self.begin_literal(*local);
                self.initialise_local(*local, Some(init));
                self.local_location(*local)
            }
            PlaceKind::Value(value) => self.value_location(value),
        }
    }

    fn value_location(&mut self, value: &Expr) -> Location {
        match self.value(value) {
            Value::Record(leaves) => Location::new(Base::Value { ty: value.ty, leaves, within: Within::default() }),
            Value::Void | Value::Int(_) | Value::Pointer(_) | Value::Token(_) => {
                Location::new(Base::Nowhere("values that are no records"))
            }
        }
    }

    /// The memory that the system passes to `main`, other than `argv`, is not modelled: where it is used, nothing is
    /// proved or refuted.
    fn doubt_argument(&mut self, id: LocalId) {
        let local = &self.function.locals[id];
        if !local.is_param || self.cx.closure != Closure::From(self.id) || !self.cx.unit.types.is_pointer(local.ty) {
            return;
        }
        if self.is_argument_table(id) {
            self.uses_arguments = true;
        } else {
            self.doubt("the arguments of `main`".to_string());
        }
    }

    fn deref_location(&mut self, pointer: &Expr, ty: TypeId) -> Location {
        let region = self.cx.regions.target(self.id, pointer);
        let value = self.pointer_value(pointer);
        self.at_pointer(region, value, ty)
    }

    /// A later declaration may have given an array its length (C11 §6.2.7): `extern int a[];`, then `int a[2];`.
    fn declared_type(&self, place: &Place) -> TypeId {
        match &place.kind {
            PlaceKind::Global(id) => self.cx.unit.globals[*id].ty,
            PlaceKind::Local(_) | PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) => place.ty,
            PlaceKind::Index(..) | PlaceKind::Compound(..) | PlaceKind::Value(_) => place.ty,
        }
    }
}
