//! Assignments, plain and compound, and increments. In: a place and what it is to hold. Out: the store, and the value of
//! the expression where it is used.

use super::arithmetic::WIDE_BIT_FIELDS;
use crate::c::hir::{BinaryOp, Expr, ExprKind, Place};
use crate::c::lower::code::{Body, Pointer, Value};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::lower::location::{Base, Location};
use crate::c::lower::shape::{Scalar, scalar};
use crate::c::points_to::{Mode, copied_byte};
use crate::c::types::{IntKind, TypeId};

/// Is the value of an expression used?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Value,
    Effect,
}

impl Body<'_, '_> {
    pub(super) fn assignment(&mut self, place: &Place, value: &Expr, wanted: Use) -> Value {
        if let ExprKind::Load(source) = &value.kind
            && scalar(&self.cx.unit.types, place.ty).is_none()
            && self.is_in_bytes(place)
            && self.is_in_bytes(source)
        {
            return self.record_copy(place, source, wanted);
        }
        if wanted == Use::Effect
            && self.cx.unit.types.size_of(place.ty) == Some(1)
            && let Some(source) = copied_byte(value, &self.cx.unit.types)
            && self.is_in_bytes(place)
            && self.is_in_bytes(source)
            && self.copy_byte(place, source)
        {
            return Value::Void;
        }
        let outer = self.carry_to(place, value);
        let stored = self.assign_value(place, value, wanted);
        self.addresses = outer;
        stored
    }

    fn assign_value(&mut self, place: &Place, value: &Expr, wanted: Use) -> Value {
        let (location, value) = if self.has_effects(value) {
            // The place may be evaluated first or last; left to right, as everything here.
            let location = self.locate(place);
            let location = self.save_location(location);
            let value = self.value(value);
            (location, value)
        } else {
            let value = self.value(value);
            (self.locate(place), value)
        };
        let (location, value) = self.store_anywhere(location, place.ty, value);
        self.write_back(&location, place, value, wanted)
    }

    /// A byte from memory to memory, which may be one of a pointer. False if neither has pointers.
    fn copy_byte(&mut self, place: &Place, source: &Place) -> bool {
        let holds = |place: &Place| {
            let region = self.cx.regions.region_of_place(self.id, place);
            region.is_some_and(|region| self.cx.regions.regions()[region].holds_pointers)
        };
        if !holds(place) || !holds(source) {
            return false;
        }
        let to = self.locate(place);
        let to = self.save_location(to);
        let from = self.locate(source);
        let from = self.save_location(from);
        self.make_checks(&from, source.ty);
        self.check_store(&to, place.ty);
        match (&to.base, &from.base) {
            (_, _) if self.changes_by_itself(&from, source.ty) => {
                let value = self.load(&from.unchecked(), source.ty);
                let value = self.convert_scalar(value, source.ty, place.ty);
                self.put(&to, place.ty, &value);
            }
            (
                Base::Flat { region: target, object, offset, bits: None },
                Base::Flat { region: source, object: from_object, offset: from_offset, bits: None },
            ) => {
                let to = Pointer { object: *object, offset: *offset };
                let from = Pointer { object: *from_object, offset: *from_offset };
                self.copy_marked_byte((*target, to), (*source, from));
            }
            (_, _) => self.doubt("copies of bytes".to_string()),
        }
        true
    }

    /// Does the place lie in memory that is bytes?
    fn is_in_bytes(&self, place: &Place) -> bool {
        let region = self.cx.regions.region_of_place(self.id, place);
        region.is_some_and(|region| self.mode(region) == Mode::Bytes)
    }

    /// A record from memory to memory, byte by byte: members of a union would overwrite each other.
    fn record_copy(&mut self, place: &Place, source: &Place, wanted: Use) -> Value {
        let from = self.locate(source);
        let from = self.save_location(from);
        let to = self.locate(place);
        self.make_checks(&from, place.ty);
        self.check_store(&to, place.ty);
        match (&to.base, &from.base, self.cx.unit.types.size_of(place.ty)) {
            (_, _, _) if self.changes_by_itself(&from, place.ty) => {
                let value = self.load(&from.unchecked(), place.ty);
                self.put(&to, place.ty, &value);
            }
            (
                Base::Flat { region: target, object, offset, .. },
                Base::Flat { region: source, object: from_object, offset: from_offset, .. },
                Some(size),
            ) => {
                let to = Pointer { object: *object, offset: *offset };
                let from = Pointer { object: *from_object, offset: *from_offset };
                self.copy_bytes((*target, to), (*source, from), size);
            }
            (_, _, _) => self.doubt("copies of records".to_string()),
        }
        self.forget_padding(&to, place.ty);
        match wanted {
            Use::Value => self.load(&to.unchecked(), place.ty),
            Use::Effect => Value::Void,
        }
    }

    /// Stores the value and gives what the place then holds. The value is a term over the variables as they are before,
    /// so it is fixed first, unless it is simply the variable's value afterwards.
    fn write_back(&mut self, location: &Location, place: &Place, value: Value, wanted: Use) -> Value {
        let unchecked = location.clone().unchecked();
        let plain = matches!(&location.base, Base::Plain { within, .. } if within.indices.is_empty());
        if wanted == Use::Effect {
            self.store_whole(location, place.ty, &value);
            return Value::Void;
        }
        if (plain || self.bit_width(place).is_some()) && !location.is_volatile {
            self.store_whole(location, place.ty, &value);
            return self.load(&unchecked, place.ty);
        }
        let value = self.save_value(value);
        self.store_whole(location, place.ty, &value);
        value
    }

    /// A record takes its padding with it, whatever that then holds.
    fn store_whole(&mut self, location: &Location, ty: TypeId, value: &Value) {
        self.store(location, ty, value);
        if matches!(value, Value::Record(_)) {
            self.forget_padding(location, ty);
        }
    }

    fn bit_width(&self, place: &Place) -> Option<u32> {
        place.bit_field(&self.cx.unit.types).map(|bits| bits.width)
    }

    /// A signed bit-field wider than `int` is given a result that it does not hold: an overflow in its width to some
    /// compilers, a conversion to others. Unsigned ones wrap around to the same either way.
    fn doubt_wide(&mut self, place: &Place, new: &Value) {
        let (Some(width), Value::Int(new)) = (self.bit_width(place), new) else { return };
        let Some(range) = self.cx.range(place.ty, None) else { return };
        if range.signed && width > 32 && width < range.bits {
            let fits = ints::fits(self.pool(), *new, Range { bits: width, ..range });
            self.doubt_unless(fits, WIDE_BIT_FIELDS);
        }
    }

    pub(super) fn assign_op(
        &mut self,
        place: &Place,
        op: BinaryOp,
        value: &Expr,
        computed: TypeId,
        wanted: Use,
    ) -> Value {
        let mut location = self.locate(place);
        if self.has_effects(value) {
            location = self.save_location(location);
        }
        let is_sum = !matches!(
            op,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight
        );
        let outer = if is_sum { self.carry_to(place, value) } else { self.addresses };
        let right = self.value(value);
        self.observe_address(place);
        self.addresses = outer;
        let old = self.load(&location, place.ty);
        let old = self.convert_scalar(old, place.ty, computed);
        let new = self.binary(op, old, right, computed);
        self.doubt_wide(place, &new);
        let new = self.convert_scalar(new, computed, place.ty);
        let unchecked = location.unchecked();
        self.write_back(&unchecked, place, new, wanted)
    }

    pub(super) fn assign_pointer(&mut self, place: &Place, index: &Expr, negative: bool, wanted: Use) -> Value {
        let mut location = self.locate(place);
        if self.has_effects(index) {
            location = self.save_location(location);
        }
        let index = Value::Int(self.int_value(index));
        let old = self.load(&location, place.ty);
        let new = self.moved_by(place, old, index, negative);
        let unchecked = location.unchecked();
        self.write_back(&unchecked, place, new, wanted)
    }

    fn moved_by(&mut self, place: &Place, old: Value, index: Value, negative: bool) -> Value {
        let region = self.cx.regions.stored_target(self.id, place, &[]);
        let pointee = self.cx.unit.types.pointee(place.ty);
        self.moved_pointer(region, old, index, pointee, negative)
    }

    pub(super) fn increment(&mut self, place: &Place, negative: bool, postfix: bool, wanted: Use) -> Value {
        self.observe_address(place);
        let location = self.locate(place);
        let old = self.load(&location, place.ty);
        let old = if postfix { self.save_value(old) } else { old };
        let one = Int::literal(self.pool(), 1);
        let new = match (&old, scalar(&self.cx.unit.types, place.ty)) {
            (Value::Pointer(_), _) => self.moved_by(place, old.clone(), Value::Int(one), negative),
            (Value::Int(int), Some(Scalar::Int(kind))) => {
                Value::Int(self.incremented(*int, one, kind, place, negative))
            }
            (Value::Token(old), Some(Scalar::Float(_))) => {
                let Value::Token(one) = self.int_to_float(one, place.ty) else { unreachable!("a number is a token") };
                let op = if negative { BinaryOp::Subtract } else { BinaryOp::Add };
                self.float_arithmetic(op, *old, one, place.ty)
            }
            (_, _) => self.any_value(place.ty),
        };
        let unchecked = location.unchecked();
        if postfix {
            self.write_back(&unchecked, place, new, Use::Effect);
            return old;
        }
        self.write_back(&unchecked, place, new, wanted)
    }

    /// Narrow types are promoted to `int`, so their increment cannot overflow but wraps when converted back.
    fn incremented(&mut self, old: Int, one: Int, kind: IntKind, place: &Place, negative: bool) -> Int {
        let op = if negative { BinaryOp::Subtract } else { BinaryOp::Add };
        let range = Range::of(&self.cx.unit.types, kind);
        let exact = ints::exact(self.pool(), op, old, one, range);
        if kind == IntKind::Bool {
            return ints::to_bool(self.pool(), exact);
        }
        // A bit-field is computed with in the type it is promoted to, and cut to its width when it is stored.
        let width = self.bit_width(place).unwrap_or(range.bits);
        match width {
            0..=31 => ints::wrap(self.pool(), exact, range),
            32 => self.in_type(exact, Range { bits: 32, ..range }),
            _ if width < range.bits => {
                self.doubt_wide(place, &Value::Int(exact));
                ints::wrap(self.pool(), exact, range)
            }
            _ => self.in_type(exact, range),
        }
    }
}
