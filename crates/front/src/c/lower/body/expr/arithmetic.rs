//! Operators. In: an operator and its operands. Out: their value, with the checks of the operation emitted: overflow,
//! division by zero, shift amounts. Pointers move by strides of their region.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Sort, Term};

use crate::c::hir::{BinaryOp, Expr, UnaryOp};
use crate::c::lower::code::{Body, Pointer, Value};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::TypeId;

/// What is doubted where the width of an intermediate result matters.
pub(super) const WIDE_BIT_FIELDS: &str = "a bit-field wider than `int` in arithmetic on which compilers disagree";

impl Body<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr, ty: TypeId) -> Value {
        if op == UnaryOp::Not {
            let condition = self.condition(operand);
            let negated = self.pool().not(condition);
            return Value::Int(Int::truth(self.pool(), negated));
        }
        let value = match self.value(operand) {
            Value::Int(int) => int,
            Value::Token(value) if op == UnaryOp::Negate => return self.float_negated(value, ty),
            Value::Void | Value::Pointer(_) | Value::Token(_) | Value::Record(_) => return self.any_value(ty),
        };
        let Some(range) = self.cx.range(ty, None) else { return self.any_value(ty) };
        match op {
            UnaryOp::Complement => Value::Int(ints::complement(self.pool(), value, range)),
            UnaryOp::Negate | UnaryOp::Not => {
                let exact = ints::negate(self.pool(), value);
                Value::Int(self.in_type(exact, range))
            }
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Value, b: Value, ty: TypeId) -> Value {
        let (a, b) = match (a, b) {
            (Value::Int(a), Value::Int(b)) => (a, b),
            (Value::Token(a), Value::Token(b)) => return self.float_arithmetic(op, a, b, ty),
            (_, _) => return self.any_value(ty),
        };
        let Some(range) = self.cx.range(ty, None) else { return self.any_value(ty) };
        match op {
            BinaryOp::Divide | BinaryOp::Remainder => {
                let zero = self.int(0);
                let nonzero = self.pool().ne(b.term, zero);
                self.check(CheckKind::DivisionByZero, nonzero);
                if op == BinaryOp::Remainder {
                    self.quotient_fits(a, b, range);
                }
                let exact = ints::exact(self.pool(), op, a, b, range);
                Value::Int(self.in_type(exact, range))
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => Value::Int(self.shift(op, a, b, range)),
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                let exact = ints::exact(self.pool(), op, a, b, range);
                Value::Int(self.in_type(exact, range))
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                Value::Int(ints::exact(self.pool(), op, a, b, range))
            }
        }
    }

    /// An exact result in its type: unsigned wraps, signed must fit.
    /// A value that compilers compute alike between these bounds only.
    pub(super) fn disputed(&mut self, operand: &Expr, low: i128, high: i128) -> Value {
        let value = self.value(operand);
        if let Value::Int(int) = value
            && !(int.low.is_some_and(|least| least >= low) && int.high.is_some_and(|most| most <= high))
        {
            let (low, high) = (self.int(low), self.int(high));
            let pool = self.pool();
            let (above, below) = (pool.le(low, int.term), pool.le(int.term, high));
            let agreed = pool.and(&[above, below]);
            self.doubt_unless(agreed, WIDE_BIT_FIELDS);
        }
        value
    }

    pub(super) fn in_type(&mut self, exact: Int, range: Range) -> Int {
        if !range.signed {
            return ints::wrap(self.pool(), exact, range);
        }
        let fits = ints::fits(self.pool(), exact, range);
        self.check(CheckKind::SignedOverflow, fits);
        let inside = range.value(exact.term);
        let tighter = |a: Option<i128>, b: Option<i128>, pick: fn(i128, i128) -> i128| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        Int {
            term: exact.term,
            low: tighter(exact.low, inside.low, i128::max),
            high: tighter(exact.high, inside.high, i128::min),
        }
    }

    /// `INT_MIN % -1` is undefined as `INT_MIN / -1` is.
    fn quotient_fits(&mut self, a: Int, b: Int, range: Range) {
        if !range.signed || a.low.is_some_and(|low| num_bigint::BigInt::from(low) > range.low()) {
            return;
        }
        if b.low.is_some_and(|low| low >= 0) {
            return;
        }
        let pool = self.pool();
        let (lowest, minus_one) = (pool.int(range.low()), pool.int(-1));
        let (x, y) = (pool.ne(a.term, lowest), pool.ne(b.term, minus_one));
        let fits = pool.or(&[x, y]);
        self.check(CheckKind::SignedOverflow, fits);
    }

    fn shift(&mut self, op: BinaryOp, a: Int, by: Int, range: Range) -> Int {
        let pool = self.pool();
        let (zero, width) = (pool.int(0), pool.int(range.bits));
        let known = by.low.is_some_and(|low| low >= 0) && by.high.is_some_and(|high| high < i128::from(range.bits));
        if !known {
            let (from, until) = (pool.le(zero, by.term), pool.lt(by.term, width));
            let inside = pool.and(&[from, until]);
            self.check(CheckKind::Shift, inside);
        }
        let exact = ints::exact(self.pool(), op, a, by, range);
        if op == BinaryOp::ShiftRight {
            return exact;
        }
        if range.signed && self.cx.wants(CheckKind::SignedOverflow) {
            let natural = self.pool().le(zero, a.term);
            let fits = ints::fits(self.pool(), exact, range);
            let defined = self.pool().and(&[natural, fits]);
            self.check(CheckKind::SignedOverflow, defined);
        }
        // Without the check, a left shift of a signed value wraps as compilers have it.
        ints::wrap(self.pool(), exact, range)
    }

    pub(super) fn pointer_add(&mut self, pointer: &Expr, index: &Expr, negative: bool) -> Value {
        let region = self.cx.regions.target(self.id, pointer);
        let (base, index) = self.two_values(pointer, index);
        let pointee = self.cx.unit.types.pointee(pointer.ty);
        self.moved_pointer(region, base, index, pointee, negative)
    }

    /// `pointer ± index`, counted as the region counts.
    pub fn moved_pointer(
        &mut self,
        region: RegionId,
        base: Value,
        index: Value,
        pointee: Option<TypeId>,
        negative: bool,
    ) -> Value {
        let (Value::Pointer(base), Value::Int(index)) = (base, index) else { return Value::Pointer(self.null()) };
        let Some(stride) = pointee.and_then(|pointee| self.offset_stride(region, pointee)) else {
            self.approximate("pointer arithmetic over a type of unknown size");
            let offset = self.temporary(Sort::INT);
            self.emit(CmdKind::Havoc(offset));
            return Value::Pointer(Pointer { object: base.object, offset: self.var(offset) });
        };
        let pool = self.pool();
        let mut by = pool.mul(index.term, stride);
        if negative {
            by = pool.neg(by);
        }
        let offset = pool.add(base.offset, by);
        let offset = self.moved_made_up(region, base.object, offset);
        Value::Pointer(Pointer { object: base.object, offset })
    }

    pub(super) fn difference(&mut self, a: &Expr, b: &Expr, ty: TypeId) -> Value {
        let region = self.cx.regions.target(self.id, a);
        let stride = self.cx.unit.types.pointee(a.ty).and_then(|pointee| self.stride(region, pointee));
        let (a, b) = self.two_values(a, b);
        let (Value::Pointer(a), Value::Pointer(b), Some(range)) = (a, b, self.cx.range(ty, None)) else {
            return self.any_value(ty);
        };
        let same = self.pool().eq(a.object, b.object);
        let known = self.is_measured(region, a, same);
        self.approximate_unless(known, "the difference of pointers into different objects");
        let pool = self.pool();
        let mut term = pool.sub(a.offset, b.offset);
        match stride {
            Some(1) | Some(0) => {}
            Some(stride) => {
                let stride = pool.int(stride);
                let difference = ints::divide(pool, Int::any(term), Int::any(stride));
                term = difference.term;
            }
            None => {
                self.approximate("the difference of pointers to a type of unknown size");
                return self.any_value(ty);
            }
        }
        if known != Term::TRUE {
            let any = self.any_in(range);
            term = self.pool().ite(known, term, any);
        }
        let inside = ints::in_range(self.pool(), term, range);
        self.assume(inside);
        let any = self.any_in(range);
        let term = self.pool().ite(same, term, any);
        Value::Int(range.value(term))
    }

    /// Are the offsets of two pointers into one object in the units of the region?
    fn is_measured(&mut self, region: RegionId, a: Pointer, same: Term) -> Term {
        if !self.cx.regions.regions()[region].made_up || self.mode(region) == Mode::Bytes {
            return same;
        }
        let made_up = self.is_made_up(a);
        let real = self.pool().not(made_up);
        self.pool().and(&[same, real])
    }
}
