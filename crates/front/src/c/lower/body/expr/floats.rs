//! Floating values. In: the integers that stand for `float` and `double` operands (`invar_logic::Float`: their places among all values of the
//! type). Out: that of the result, or the truth of a comparison. Comparisons and signs are arithmetic of integers; the rest are functions that
//! the evaluator computes as IEEE 754 has it: operations round to nearest in their own type, as with SSE. Of other types (`long double`)
//! nothing is known, and what depends on their values is approximated.

use invar_logic::{Computed, Float, FloatOp, FloatWidth, Term};

use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::lower::code::{Body, Value};
use crate::c::lower::ints::{self, Int};
use crate::c::lower::shape::{Scalar, float_width, scalar};
use crate::c::types::{IntKind, TypeId};

impl Body<'_, '_> {
    fn float_width(&self, ty: TypeId) -> Option<FloatWidth> {
        float_width(&self.cx.unit.types, ty)
    }

    pub fn compute(&mut self, op: FloatOp, width: FloatWidth, args: &[Term]) -> Term {
        let function = self.cx.computed(Computed { op, width });
        self.pool().app(function, args)
    }

    /// The nearest value of its type.
    pub(super) fn float_literal(&mut self, value: f64, ty: TypeId) -> Value {
        let place = match self.float_width(ty) {
            Some(FloatWidth::Single) => Float::Single(value as f32).place(),
            Some(FloatWidth::Double) => Float::Double(value).place(),
            None => return self.any_value(ty),
        };
        Value::Token(self.int(i128::from(place)))
    }

    pub(super) fn int_to_float(&mut self, int: Int, ty: TypeId) -> Value {
        match self.float_width(ty) {
            Some(width) => Value::Token(self.compute(FloatOp::FromInt, width, &[int.term])),
            // Memory that was cleared holds it.
            None if int.constant(&self.cx.b.pool) == Some(0) => Value::Token(self.int(0)),
            None => self.any_value(ty),
        }
    }

    /// The value without what is after the point; C leaves open what it is where the type does not hold it.
    pub(super) fn float_to_int(&mut self, value: Term, from: TypeId, to: TypeId) -> Value {
        let Some(width) = self.float_width(from) else {
            self.approximate("a `long double` converted to an integer");
            return self.any_value(to);
        };
        if scalar(&self.cx.unit.types, to) == Some(Scalar::Int(IntKind::Bool)) {
            let truth = self.is_float_true(value, from);
            return Value::Int(Int::truth(self.pool(), truth));
        }
        let Some(range) = self.cx.range(to, None) else { return self.any_value(to) };
        let whole = self.compute(FloatOp::Truncate, width, &[value]);
        let inside = ints::in_range(self.pool(), whole, range);
        if inside == Term::TRUE {
            return Value::Int(range.value(whole));
        }
        self.approximate_unless(inside, "a floating value converted to an integer type that does not hold it");
        let any = self.any_in(range);
        Value::Int(range.value(self.pool().ite(inside, whole, any)))
    }

    pub fn float_to_float(&mut self, value: Term, from: TypeId, to: TypeId) -> Value {
        let types = &self.cx.unit.types;
        if scalar(types, from) == scalar(types, to) {
            return Value::Token(value);
        }
        match (self.float_width(from), self.float_width(to)) {
            (Some(a), Some(b)) if a == b => Value::Token(value),
            (Some(width), Some(_)) => Value::Token(self.compute(FloatOp::Convert, width, &[value])),
            (_, None) => self.any_value(to),
            (None, Some(_)) => {
                self.approximate("a `long double` converted to another type");
                self.any_value(to)
            }
        }
    }

    /// `-1 - x`
    pub(super) fn float_negated(&mut self, value: Term, ty: TypeId) -> Value {
        if self.float_width(ty).is_none() {
            return self.any_value(ty);
        }
        let last = self.int(-1);
        Value::Token(self.pool().sub(last, value))
    }

    /// Without its sign.
    pub fn magnitude(&mut self, value: Term) -> Term {
        let (zero, last) = (self.int(0), self.int(-1));
        let pool = self.pool();
        let (is_negative, other) = (pool.lt(value, zero), pool.sub(last, value));
        pool.ite(is_negative, other, value)
    }

    pub fn is_nan(&mut self, value: Term, width: FloatWidth) -> Term {
        let (low, high) = (-1 - i128::from(width.infinity()), i128::from(width.infinity()));
        let (low, high) = (self.int(low), self.int(high));
        let pool = self.pool();
        let (below, above) = (pool.lt(value, low), pool.lt(high, value));
        pool.or(&[below, above])
    }

    /// Its place where both zeros have the same.
    fn compared(&mut self, value: Term) -> Term {
        let (zero, one) = (self.int(0), self.int(1));
        let pool = self.pool();
        let (is_negative, next) = (pool.lt(value, zero), pool.add(value, one));
        pool.ite(is_negative, next, value)
    }

    pub(super) fn float_arithmetic(&mut self, op: BinaryOp, a: Term, b: Term, ty: TypeId) -> Value {
        let computed = match op {
            BinaryOp::Add => FloatOp::Add,
            BinaryOp::Subtract => FloatOp::Subtract,
            BinaryOp::Multiply => FloatOp::Multiply,
            BinaryOp::Divide => FloatOp::Divide,
            BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return self.any_value(ty),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return self.any_value(ty),
        };
        match self.float_width(ty) {
            Some(width) => Value::Token(self.compute(computed, width, &[a, b])),
            None => self.any_value(ty),
        }
    }

    pub fn float_comparison(&mut self, op: CompareOp, a: Term, b: Term, ty: TypeId) -> Term {
        let Some(width) = self.float_width(ty) else {
            self.approximate("a comparison of `long double` values");
            return self.any_truth();
        };
        let nan = [self.is_nan(a, width), self.is_nan(b, width)];
        let nan = self.pool().or(&nan);
        let (x, y) = (self.compared(a), self.compared(b));
        let holds = ints::compare(self.pool(), op, x, y);
        if op == CompareOp::NotEqual {
            return self.pool().or(&[nan, holds]);
        }
        let number = self.pool().not(nan);
        self.pool().and(&[number, holds])
    }

    /// `value != 0.0`, which NaN is.
    pub(super) fn is_float_true(&mut self, value: Term, ty: TypeId) -> Term {
        let zero = self.int(0);
        self.float_comparison(CompareOp::NotEqual, value, zero, ty)
    }
}
