//! Places in annotations. In: a place of the program, or a record value and a field. Out: where it lies and what it
//! holds, as a term; nothing is checked, nothing is emitted.

use std::rc::Rc;

use invar_base::Span;
use invar_logic::Term;

use crate::c::hir::{StringId, spec};
use crate::c::lower::bytes::either_sign;
use crate::c::lower::code::{Body, Logical, Pointer, Value};
use crate::c::lower::ints::{self, Int};
use crate::c::lower::location::{Base, Location, Within};
use crate::c::lower::maps::read;
use crate::c::lower::program::{Part, VarStorage};
use crate::c::lower::shape::{Scalar, scalar};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{Type, TypeId};

impl Body<'_, '_> {
    pub fn spec_location(&mut self, place: &spec::Place) -> Location {
        match &place.kind {
            spec::PlaceKind::Local(id) => self.local_location(*id),
            spec::PlaceKind::Global(id) => {
                self.mentioned.insert(*id);
                let storage = self.cx.globals[*id].clone();
                self.variable_location(storage, place.ty)
            }
            spec::PlaceKind::Deref(pointer) => {
                let region = self.cx.regions.spec_target(self.id, pointer);
                let value = self.logical_pointer(pointer);
                self.at_pointer(region, value, place.ty)
            }
            spec::PlaceKind::Field(record, number) => {
                let location = self.spec_location(record);
                self.field_location(location, record.ty, *number)
            }
            spec::PlaceKind::Index(array, index) => {
                let location = self.spec_location(array);
                let index = self.spec_integer(index);
                self.index_location(location, array.ty, Int::any(index))
            }
        }
    }

    pub(super) fn spec_place(&mut self, place: &spec::Place, span: Span) -> Logical {
        if !self.is_plain_spec_local(place) && self.cx.unit.volatile_spec_place(self.function, place).itself() {
            return self.unknown_value("a volatile object", span);
        }
        let location = self.spec_location(place);
        self.spec_load(&location, place.ty, span)
    }

    fn is_plain_spec_local(&self, place: &spec::Place) -> bool {
        match &place.kind {
            spec::PlaceKind::Local(id) => matches!(self.vars.get(id), Some(VarStorage::Plain(_))),
            spec::PlaceKind::Field(base, _) | spec::PlaceKind::Index(base, _) => self.is_plain_spec_local(base),
            spec::PlaceKind::Global(_) | spec::PlaceKind::Deref(_) => false,
        }
    }

    pub(super) fn spec_result(&mut self, span: Span) -> Logical {
        let result = VarStorage::Plain(Rc::new(self.result.clone()));
        let ty = self.function.ty.result;
        let location = self.variable_location(result, ty);
        self.spec_load(&location, ty, span)
    }

    pub(super) fn spec_string(&mut self, id: StringId) -> Logical {
        self.strings.insert(id);
        let (object, offset) = (self.cx.string_object(id), self.int(0));
        Logical::Pointer(Pointer { object, offset })
    }

    pub(super) fn spec_address(&mut self, place: &spec::Place, span: Span) -> Logical {
        let location = self.spec_location(place);
        match location.base {
            Base::Plain { .. } | Base::Value { .. } | Base::Nowhere(_) => {
                self.not_modelled("the address of a variable that is not in memory", span);
                Logical::Pointer(self.null())
            }
            Base::Element { ref within, .. } if !within.steps.is_empty() => {
                self.not_modelled("the address of a part of an element", span);
                Logical::Pointer(self.null())
            }
            Base::Element { object, offset, .. } | Base::Flat { object, offset, .. } => {
                Logical::Pointer(Pointer { object, offset })
            }
            Base::Row { object, .. } => {
                let offset = self.int(0);
                Logical::Pointer(Pointer { object, offset })
            }
        }
    }

    /// A field of a record that is no place, such as `\result`.
    pub(super) fn spec_field(&mut self, record: &spec::Term, number: u32, span: Span) -> Logical {
        match self.logical(record) {
            Logical::Record(ty, leaves) => {
                let base = Base::Value { ty, leaves, within: Within::default() };
                let location = Location::new(base);
                let location = self.field_location(location, ty, number);
                let field = self.field_type(ty, number).unwrap_or(ty);
                self.spec_load(&location, field, span)
            }
            Logical::Int(_) | Logical::Bool(_) | Logical::Pointer(_) | Logical::Real(_) => {
                self.unknown_value("a field of this record", span)
            }
        }
    }

    /// What the place holds, as a term only.
    fn spec_load(&mut self, location: &Location, ty: TypeId, span: Span) -> Logical {
        match &location.base {
            Base::Plain { .. } | Base::Element { .. } | Base::Value { .. } => {
                let leaves = self.part_terms(location);
                if scalar(&self.cx.unit.types, ty).is_none() {
                    let parts = |(_, parts): (_, Vec<(Part, Term)>)| parts.into_iter().map(|(_, term)| term).collect();
                    return Logical::Record(ty, leaves.into_iter().map(parts).collect());
                }
                let Some((leaf, parts)) = leaves.into_iter().next() else {
                    return self.unknown_value("a part that the variable does not have", span);
                };
                let value = self.assemble(leaf.ty, &parts);
                let value = match value {
                    Value::Int(int) if leaf.bits.is_none() && leaf.ty != ty => self.reinterpret(int, ty),
                    value => value,
                };
                self.as_logical(value, span)
            }
            Base::Flat { region, bits: Some(_), .. } if self.mode(*region) == Mode::Bytes => {
                self.unknown_value("a bit-field in memory of several types", span)
            }
            Base::Flat { region, object, offset, bits } => {
                let width = bits.map(|bits| bits.width);
                self.spec_load_flat(*region, Pointer { object: *object, offset: *offset }, ty, width, span)
            }
            Base::Row { .. } | Base::Nowhere(_) => self.unknown_value("this place in an annotation", span),
        }
    }

    fn spec_load_flat(&mut self, region: RegionId, at: Pointer, ty: TypeId, width: Option<u32>, span: Span) -> Logical {
        let Pointer { object, offset } = at;
        let parts = self.flat_parts(region, ty);
        match (self.mode(region), scalar(&self.cx.unit.types, ty)) {
            (_, None) => self.unknown_value("a record in memory as a value", span),
            (Mode::Bytes, Some(Scalar::Int(_))) => {
                let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
                let map = self.cx.flat_map(region, Part::Int);
                let map = self.var(map);
                let mut bytes = Vec::new();
                for k in 0..count {
                    let by = self.int(i128::from(k));
                    let at = self.pool().add(offset, by);
                    bytes.push(read(self.pool(), map, &[object, at]));
                }
                let bytes = self.told_bytes(region, object, offset, &bytes);
                match self.cx.range(ty, None) {
                    Some(range) => Logical::Int(self.int_of_bytes(&bytes, None, range)),
                    None => Logical::Int(self.sum_of_bytes(&bytes)),
                }
            }
            (_, Some(_)) => {
                let mut terms = Vec::new();
                for &part in parts {
                    let map = self.cx.flat_map(region, part);
                    let map = self.var(map);
                    terms.push((part, read(self.pool(), map, &[object, offset])));
                }
                let value = match (self.assemble(ty, &terms), self.cx.range(ty, width)) {
                    (Value::Int(int), Some(range)) if range.bits > 1 && self.has_both_signs(region) => {
                        Value::Int(ints::wrap(self.pool(), either_sign(range, int.term), range))
                    }
                    (Value::Int(int), Some(range)) if range.bits > 1 && self.cx.only_integer(region).is_none() => {
                        Value::Int(ints::wrap(self.pool(), Int::any(int.term), range))
                    }
                    (value, _) => value,
                };
                self.as_logical(value, span)
            }
        }
    }

    fn as_logical(&mut self, value: Value, span: Span) -> Logical {
        match value {
            Value::Int(int) => Logical::Int(int.term),
            Value::Pointer(pointer) => Logical::Pointer(pointer),
            Value::Token(term) => Logical::Real(term),
            Value::Void | Value::Record(_) => self.unknown_value("this as a value", span),
        }
    }

    fn field_type(&self, record: TypeId, number: u32) -> Option<TypeId> {
        let Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        Some(self.cx.unit.types.fields(*id).get(number as usize)?.ty)
    }
}
