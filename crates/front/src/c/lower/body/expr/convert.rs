//! Conversions. In: a value and the type it is cast to, or is computed or stored in. Out: the value in that type.
//! Conversions between integers, and to and from `float` and `double`, are exact; those of pointers to integers are approximated.

use invar_logic::Term;

use crate::c::hir::{Expr, ExprKind};
use crate::c::lower::code::{Addresses, Body, Pointer, Value, Wanted};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::lower::shape::{Scalar, scalar};
use crate::c::points_to::converted_pointer;
use crate::c::types::{IntKind, TypeId};

impl Body<'_, '_> {
    pub(super) fn cast(&mut self, expr: &Expr, operand: &Expr) -> Value {
        let types = &self.cx.unit.types;
        if types.is_void(expr.ty) {
            self.effect(operand);
            return Value::Void;
        }
        // A condition converted to a wider type is still that condition.
        if self.is_truth(operand) && matches!(scalar(types, expr.ty), Some(Scalar::Int(_))) {
            let condition = self.condition(operand);
            return Value::Int(Int::truth(self.pool(), condition));
        }
        if let ExprKind::Call(call) = &operand.kind
            && types.is_pointer(expr.ty)
        {
            let hint = self.cx.unit.types.pointee(expr.ty);
            return self.call_with_hint(call, operand.ty, hint, Wanted::Value);
        }
        // A pointer that becomes an integer and at once a pointer again is what it was.
        if types.is_pointer(expr.ty)
            && let Some(pointer) = converted_pointer(operand, types)
        {
            return self.value(pointer);
        }
        if types.is_pointer(expr.ty) && self.is_carried(operand) {
            let outer = std::mem::replace(&mut self.addresses, Addresses::Carried);
            let value = self.value(operand);
            let value = self.convert(value, operand, expr);
            self.addresses = outer;
            return value;
        }
        let value = self.value(operand);
        self.convert(value, operand, expr)
    }

    fn convert(&mut self, value: Value, operand: &Expr, expr: &Expr) -> Value {
        let to = scalar(&self.cx.unit.types, expr.ty);
        match (value, to) {
            (Value::Int(int), Some(Scalar::Int(IntKind::Bool))) => Value::Int(ints::to_bool(self.pool(), int)),
            (Value::Int(int), Some(Scalar::Int(_))) => match self.cx.range(expr.ty, None) {
                Some(range) => Value::Int(ints::wrap(self.pool(), int, range)),
                None => Value::Int(int),
            },
            (Value::Int(int), Some(Scalar::Pointer)) => {
                let region = self.cx.regions.target(self.id, expr);
                let carried = self.carried_numbers(operand);
                Value::Pointer(self.pointer_from(int, region, &carried))
            }
            (Value::Int(int), Some(Scalar::Float(_))) => self.int_to_float(int, expr.ty),
            // Regions agree; only the offset's unit may differ where the analysis found nothing better than bytes, and
            // there it is bytes on both sides.
            (Value::Pointer(pointer), Some(Scalar::Pointer)) => Value::Pointer(pointer),
            (Value::Pointer(pointer), Some(Scalar::Int(IntKind::Bool))) => {
                let nonzero = self.is_not_null(pointer);
                Value::Int(Int::truth(self.pool(), nonzero))
            }
            (Value::Pointer(pointer), Some(Scalar::Int(_))) => self.pointer_to_int(pointer, operand, expr.ty),
            (Value::Token(term), Some(Scalar::Opaque)) if operand.ty == expr.ty => Value::Token(term),
            (Value::Token(term), Some(Scalar::Float(_))) => self.float_to_float(term, operand.ty, expr.ty),
            (Value::Token(term), Some(Scalar::Int(_))) => self.float_to_int(term, operand.ty, expr.ty),
            (Value::Token(_), Some(Scalar::Pointer)) => {
                self.approximate("an opaque value converted to a pointer");
                self.any_value(expr.ty)
            }
            (Value::Int(_) | Value::Token(_), Some(Scalar::Opaque)) => self.any_value(expr.ty),
            (value @ Value::Record(_), None) => value,
            (_, _) => self.any_value(expr.ty),
        }
    }

    /// `address[object] + offset`, in the type; the address of null is 0.
    fn pointer_to_int(&mut self, pointer: Pointer, operand: &Expr, ty: TypeId) -> Value {
        let Some(range) = self.cx.range(ty, None) else { return self.any_value(ty) };
        let region = self.cx.regions.target(self.id, operand);
        let bytes = self.bytes_into_object(region, pointer.offset);
        let address = self.address_of(pointer, bytes);
        self.record(pointer, address.term, region);
        Value::Int(ints::wrap(self.pool(), address, range))
    }

    /// The address of a pointer that is so many bytes into its object.
    fn address_of(&mut self, pointer: Pointer, bytes: Term) -> Int {
        let addresses = self.cx.address_map();
        let (addresses, zero) = (self.var(addresses), self.int(0));
        let made_up = self.is_made_up(pointer);
        let whole = Range { bits: 8 * self.cx.unit.types.pointer_size() as u32, signed: false };
        let size = self.cx.size;
        let sizes = self.var(size);
        let pool = self.pool();
        let size = pool.select(sizes, &[pointer.object]);
        let at = pool.select(addresses, &[pointer.object]);
        let sum = pool.add(at, bytes);
        let null = pool.eq(pointer.object, zero);
        let inside = ints::in_range(pool, sum, whole);
        let positive = pool.lt(zero, sum);
        // The end of an object has an address too, and objects do not start at null.
        let end = pool.add(at, size);
        let (starts, ends) = (pool.lt(zero, at), ints::in_range(pool, end, whole));
        let inside = pool.and(&[positive, inside, starts, ends]);
        let ok = pool.or(&[null, made_up, inside]);
        self.assume(ok);
        // A null pointer that was moved is the distance it was moved by: `(size_t) &((struct s *) 0)->member`.
        let numeric = self.pool().or(&[null, made_up]);
        if self.addresses == Addresses::Observed {
            self.approximate_unless(numeric, "a pointer converted to an integer");
        }
        let pool = self.pool();
        let number = pool.ite(made_up, pointer.offset, sum);
        let term = pool.ite(null, bytes, number);
        if numeric == Term::FALSE { whole.value(term) } else { Int::any(term) }
    }

    /// Between arithmetic types only.
    pub fn convert_scalar(&mut self, value: Value, from: TypeId, ty: TypeId) -> Value {
        match (value, scalar(&self.cx.unit.types, ty)) {
            (Value::Int(int), Some(Scalar::Int(IntKind::Bool))) => Value::Int(ints::to_bool(self.pool(), int)),
            (Value::Int(int), Some(Scalar::Int(_))) => match self.cx.range(ty, None) {
                Some(range) => Value::Int(ints::wrap(self.pool(), int, range)),
                None => Value::Int(int),
            },
            (Value::Token(term), Some(Scalar::Float(_))) => self.float_to_float(term, from, ty),
            (Value::Token(term), Some(Scalar::Int(_))) => self.float_to_int(term, from, ty),
            (Value::Int(int), Some(Scalar::Float(_))) => self.int_to_float(int, ty),
            (value, _) => value,
        }
    }

    /// The values of the variables in it that hold addresses.
    pub fn carried_numbers(&mut self, integer: &Expr) -> Vec<Int> {
        let (mut stack, mut numbers) = (vec![integer], Vec::new());
        while let Some(expr) = stack.pop() {
            match &expr.kind {
                ExprKind::Load(place) if self.carrier(place) => {
                    if let Value::Int(int) = self.value(expr) {
                        numbers.push(int);
                    }
                }
                ExprKind::Cast { operand, .. } | ExprKind::Unary(_, operand) => stack.push(operand),
                ExprKind::Binary(_, a, b) => stack.extend([&**a, &**b]),
                _ => {}
            }
        }
        numbers
    }
}
