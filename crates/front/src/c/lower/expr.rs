//! Expressions: values, conditions, side effects in order.
//!
//! Operands are evaluated from left to right. A value is a term over the variables of the program, so it is saved in a
//! temporary whenever something evaluated later might change what it reads.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Sort, Term};

use super::code::{Body, Pointer, Value};
use super::ints::{self, Int, Range};
use super::memory::{Base, Location};
use super::shape::{Scalar, scalar};
use crate::c::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, PlaceKind, UnaryOp};
use crate::c::options::Property;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{IntKind, Type, TypeId};

/// Is the value of an expression used?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Value,
    Effect,
}

impl Body<'_, '_> {
    pub fn int_value(&mut self, expr: &Expr) -> Int {
        match self.value(expr) {
            Value::Int(int) => int,
            Value::Pointer(pointer) => Int::any(pointer.object),
            Value::Token(term) => Int::any(term),
            Value::Void | Value::Record(_) => Int::literal(self.pool(), 0),
        }
    }

    pub fn pointer_value(&mut self, expr: &Expr) -> Pointer {
        match self.value(expr) {
            Value::Pointer(pointer) => pointer,
            Value::Int(_) | Value::Token(_) | Value::Void | Value::Record(_) => self.null(),
        }
    }

    /// Evaluates for its effects.
    pub fn effect(&mut self, expr: &Expr) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.kind {
            ExprKind::Assign(place, value) => drop(self.assignment(place, value, Use::Effect)),
            ExprKind::AssignOp { place, op, value, computed } => {
                self.assign_op(place, *op, value, *computed, Use::Effect);
            }
            ExprKind::AssignPointer { place, index, negative } => {
                self.assign_pointer(place, index, *negative, Use::Effect);
            }
            ExprKind::Increment { place, negative, .. } => drop(self.increment(place, *negative, false, Use::Effect)),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Cast { operand, .. } if self.cx.unit.types.is_void(expr.ty) => self.effect(operand),
            _ => drop(self.value(expr)),
        }
        self.span = outer;
    }

    pub fn value(&mut self, expr: &Expr) -> Value {
        let outer = std::mem::replace(&mut self.span, expr.span);
        let value = self.value_here(expr);
        self.span = outer;
        value
    }

    fn value_here(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Int(value) if self.cx.unit.types.is_pointer(expr.ty) && *value == 0 => {
                Value::Pointer(self.null())
            }
            ExprKind::Int(value) => Value::Int(Int::literal(self.pool(), *value)),
            ExprKind::Float(value) => Value::Token(self.int(i128::from(value.to_bits()))),
            ExprKind::Load(place) => {
                let location = self.locate(place);
                self.load(&location, place.ty)
            }
            ExprKind::AddressOf(place) => self.address_value(place),
            ExprKind::FunctionAddress(id) => {
                let (object, offset) = (self.cx.function_object(*id), self.int(0));
                Value::Pointer(Pointer { object, offset })
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.ty),
            ExprKind::Binary(op, a, b) => {
                let (a_value, b_value) = self.two_values(a, b);
                self.binary(*op, a_value, b_value, expr.ty, b.ty)
            }
            ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.condition(expr);
                Value::Int(Int::truth(self.pool(), condition))
            }
            ExprKind::PointerAdd { pointer, index, negative } => {
                let region = self.cx.regions.target(self.id, pointer);
                let (base, index) = self.two_values(pointer, index);
                let pointee = self.cx.unit.types.pointee(pointer.ty);
                self.moved_pointer(region, base, index, pointee, *negative)
            }
            ExprKind::PointerDifference(a, b) => self.difference(a, b, expr.ty),
            ExprKind::Conditional(condition, a, b) => self.conditional(condition, a, b, expr.ty),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.value(b)
            }
            ExprKind::Cast { operand, .. } => self.cast(expr, operand),
            ExprKind::Assign(place, value) => self.assignment(place, value, Use::Value),
            ExprKind::AssignOp { place, op, value, computed } => {
                self.assign_op(place, *op, value, *computed, Use::Value)
            }
            ExprKind::AssignPointer { place, index, negative } => {
                self.assign_pointer(place, index, *negative, Use::Value)
            }
            ExprKind::Increment { place, negative, postfix } => self.increment(place, *negative, *postfix, Use::Value),
            ExprKind::Call(call) => self.call(call, expr.ty),
            ExprKind::Statements(stmts, last) => self.statement_expression(stmts, last.as_deref()),
            ExprKind::VaStart(operand) | ExprKind::VaEnd(operand) => {
                self.effect(operand);
                Value::Void
            }
            ExprKind::VaCopy(a, b) => {
                self.effect(a);
                self.effect(b);
                Value::Void
            }
            ExprKind::VaArg(operand) => {
                self.effect(operand);
                self.approximate("an argument taken with `va_arg`");
                self.any_value(expr.ty)
            }
            ExprKind::Unsupported { what, operands } => {
                operands.iter().for_each(|operand| self.effect(operand));
                self.approximate(what.clone());
                self.any_value(expr.ty)
            }
        }
    }

    fn address_value(&mut self, place: &Place) -> Value {
        // `&*p` and `&p[i]` follow nothing.
        if let PlaceKind::Deref(pointer) = &place.kind {
            return self.value(pointer);
        }
        let location = self.locate(place);
        Value::Pointer(self.address(&location))
    }

    /// Both operands, the first one saved if the second has effects.
    pub fn two_values(&mut self, a: &Expr, b: &Expr) -> (Value, Value) {
        if self.order_matters(a, b) {
            self.note_order();
        }
        let mut first = self.value(a);
        if self.has_effects(b) {
            first = self.save_value(first);
        }
        let second = self.value(b);
        (first, second)
    }

    // ---- operators

    fn unary(&mut self, op: UnaryOp, operand: &Expr, ty: TypeId) -> Value {
        if op == UnaryOp::Not {
            let condition = self.condition(operand);
            let negated = self.pool().not(condition);
            return Value::Int(Int::truth(self.pool(), negated));
        }
        let value = match self.value(operand) {
            Value::Int(int) => int,
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

    /// An exact result in its type: unsigned wraps, signed must fit.
    fn in_type(&mut self, exact: Int, range: Range) -> Int {
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

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, ty: TypeId, right: TypeId) -> Value {
        let (Value::Int(a), Value::Int(b)) = (&a, &b) else {
            // Floating arithmetic: any result, which matters once it decides something.
            return self.any_value(ty);
        };
        let (a, b) = (*a, *b);
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
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => Value::Int(self.shift(op, a, b, range, right)),
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                let exact = ints::exact(self.pool(), op, a, b, range);
                Value::Int(self.in_type(exact, range))
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                Value::Int(ints::exact(self.pool(), op, a, b, range))
            }
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

    fn shift(&mut self, op: BinaryOp, a: Int, by: Int, range: Range, _right: TypeId) -> Int {
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
        let Some(stride) = pointee.and_then(|pointee| self.stride(region, pointee)) else {
            self.approximate("pointer arithmetic over a type of unknown size");
            return Value::Pointer(self.unknown_pointer());
        };
        let pool = self.pool();
        let stride = pool.int(stride);
        let mut by = pool.mul(index.term, stride);
        if negative {
            by = pool.neg(by);
        }
        let offset = pool.add(base.offset, by);
        Value::Pointer(Pointer { object: base.object, offset })
    }

    fn difference(&mut self, a: &Expr, b: &Expr, ty: TypeId) -> Value {
        let region = self.cx.regions.target(self.id, a);
        let stride = self.cx.unit.types.pointee(a.ty).and_then(|pointee| self.stride(region, pointee));
        let (a, b) = self.two_values(a, b);
        let (Value::Pointer(a), Value::Pointer(b), Some(range)) = (a, b, self.cx.range(ty, None)) else {
            return self.any_value(ty);
        };
        let same = self.pool().eq(a.object, b.object);
        self.approximate_unless(same, "the difference of pointers into different objects");
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
        let inside = ints::in_range(self.pool(), term, range);
        self.assume(inside);
        Value::Int(range.value(term))
    }

    fn conditional(&mut self, condition: &Expr, a: &Expr, b: &Expr, ty: TypeId) -> Value {
        if self.is_pure(a) && self.is_pure(b) && scalar(&self.cx.unit.types, ty).is_some() {
            let condition = self.condition(condition);
            let (a, b) = (self.value(a), self.value(b));
            return self.choose(condition, a, b);
        }
        let (then, otherwise, join) = (self.block("then"), self.block("else"), self.block("join"));
        self.branch(condition, then, otherwise);
        let mut shared: Option<Vec<invar_logic::VarId>> = None;
        let mut shape = Value::Void;
        for (start, expr) in [(then, a), (otherwise, b)] {
            self.continue_in(start);
            let value = self.value(expr);
            let terms = flatten(&value);
            let vars = match &shared {
                Some(vars) => vars.clone(),
                None => {
                    let sorts: Vec<Sort> = terms.iter().map(|&term| self.cx.b.pool.sort_of(term)).collect();
                    let vars: Vec<_> = sorts.into_iter().map(|sort| self.temporary(sort)).collect();
                    shared = Some(vars.clone());
                    shape = value.clone();
                    vars
                }
            };
            for (var, term) in vars.iter().zip(terms) {
                self.assign(*var, term);
            }
            shape = wider(shape, &value);
            self.goto(join);
        }
        self.continue_in(join);
        let terms: Vec<Term> = shared.unwrap_or_default().into_iter().map(|var| self.var(var)).collect();
        unflatten(shape, &terms)
    }

    fn choose(&mut self, condition: Term, a: Value, b: Value) -> Value {
        let (x, y) = (flatten(&a), flatten(&b));
        let terms: Vec<Term> = x.into_iter().zip(y).map(|(x, y)| self.cx.b.pool.ite(condition, x, y)).collect();
        unflatten(wider(a, &b), &terms)
    }

    // ---- conversions

    fn cast(&mut self, expr: &Expr, operand: &Expr) -> Value {
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
            return self.call_with_hint(call, operand.ty, hint);
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
            (Value::Int(int), Some(Scalar::Pointer)) => self.int_to_pointer(int),
            (Value::Int(int), Some(Scalar::Float(_))) if int.constant(&self.cx.b.pool) == Some(0) => {
                Value::Token(self.int(0))
            }
            (Value::Pointer(pointer), Some(Scalar::Pointer)) => self.pointer_to_pointer(pointer, operand, expr),
            (Value::Pointer(pointer), Some(Scalar::Int(IntKind::Bool))) => {
                let nonzero = self.is_not_null(pointer);
                Value::Int(Int::truth(self.pool(), nonzero))
            }
            (Value::Pointer(pointer), Some(Scalar::Int(_))) => self.pointer_to_int(pointer, operand, expr.ty),
            (Value::Token(term), Some(Scalar::Float(_) | Scalar::Opaque)) if operand.ty == expr.ty => {
                Value::Token(term)
            }
            (Value::Token(_), Some(Scalar::Int(_) | Scalar::Pointer)) => {
                self.approximate("a floating value converted to an integer");
                self.any_value(expr.ty)
            }
            (Value::Int(_) | Value::Token(_), Some(Scalar::Float(_) | Scalar::Opaque)) => self.any_value(expr.ty),
            (value @ Value::Record(_), None) => value,
            (_, _) => self.any_value(expr.ty),
        }
    }

    fn int_to_pointer(&mut self, int: Int) -> Value {
        if int.constant(&self.cx.b.pool) == Some(0) {
            return Value::Pointer(self.null());
        }
        let zero = self.int(0);
        let is_null = self.pool().eq(int.term, zero);
        self.approximate_unless(is_null, "an integer converted to a pointer");
        let unknown = self.unknown_pointer();
        let (object, offset) =
            (self.pool().ite(is_null, zero, unknown.object), self.pool().ite(is_null, zero, unknown.offset));
        Value::Pointer(Pointer { object, offset })
    }

    /// Regions agree; only the offset's unit may differ where the analysis found nothing better than bytes, and there it
    /// is bytes on both sides.
    fn pointer_to_pointer(&mut self, pointer: Pointer, _operand: &Expr, _expr: &Expr) -> Value {
        Value::Pointer(pointer)
    }

    /// `address[object] + offset`, in the type; the address of null is 0.
    fn pointer_to_int(&mut self, pointer: Pointer, operand: &Expr, ty: TypeId) -> Value {
        let Some(range) = self.cx.range(ty, None) else { return self.any_value(ty) };
        let region = self.cx.regions.target(self.id, operand);
        let address = self.cx.address_map();
        let address = self.var(address);
        let at = self.pool().select(address, &[pointer.object]);
        let bytes = match self.mode(region) {
            Mode::Elements(_) | Mode::Bytes => self.unit_offset(region, pointer.offset),
            Mode::Cells => {
                self.approximate("a pointer into a record converted to an integer");
                pointer.offset
            }
        };
        let zero = self.int(0);
        let pool = self.pool();
        let sum = pool.add(at, bytes);
        let null = pool.eq(pointer.object, zero);
        let inside = ints::in_range(pool, sum, Range { bits: 64, signed: false });
        let positive = pool.lt(zero, sum);
        let inside = pool.and(&[positive, inside]);
        let ok = pool.or(&[null, inside]);
        self.assume(ok);
        // A null pointer that was moved is the distance it was moved by: `(size_t) &((struct s *) 0)->member`.
        let term = self.pool().ite(null, bytes, sum);
        self.approximate_unless(null, "a pointer converted to an integer");
        let value = ints::wrap(self.pool(), Int { term, low: None, high: None }, range);
        Value::Int(value)
    }

    // ---- assignments

    fn assignment(&mut self, place: &Place, value: &Expr, wanted: Use) -> Value {
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
        self.write_back(&location, place, value, wanted)
    }

    /// Stores the value and gives what the place then holds. The value is a term over the variables as they are before,
    /// so it is fixed first, unless it is simply the variable's value afterwards.
    fn write_back(&mut self, location: &Location, place: &Place, value: Value, wanted: Use) -> Value {
        let unchecked = Location { checks: Vec::new(), ..location.clone() };
        let plain = matches!(&location.base, Base::Plain { within, .. } if within.indices.is_empty());
        if wanted == Use::Effect {
            self.store(location, place.ty, &value);
            return Value::Void;
        }
        if (plain || self.is_bit_field(place)) && !location.is_volatile {
            self.store(location, place.ty, &value);
            return self.load(&unchecked, place.ty);
        }
        let value = self.save_value(value);
        self.store(location, place.ty, &value);
        value
    }

    fn is_bit_field(&self, place: &Place) -> bool {
        let PlaceKind::Field(record, number) = &place.kind else { return false };
        let Type::Record(id) = self.cx.unit.types.get(record.ty) else { return false };
        self.cx.unit.types.fields(*id).get(*number as usize).is_some_and(|field| field.bits.is_some())
    }

    fn assign_op(&mut self, place: &Place, op: BinaryOp, value: &Expr, computed: TypeId, wanted: Use) -> Value {
        let mut location = self.locate(place);
        if self.has_effects(value) {
            location = self.save_location(location);
        }
        let right = self.value(value);
        let old = self.load(&location, place.ty);
        let old = self.convert_scalar(old, computed);
        let new = self.binary(op, old, right, computed, value.ty);
        let new = self.convert_scalar(new, place.ty);
        let unchecked = Location { checks: Vec::new(), ..location };
        self.write_back(&unchecked, place, new, wanted)
    }

    /// Between arithmetic types only.
    fn convert_scalar(&mut self, value: Value, ty: TypeId) -> Value {
        match (value, scalar(&self.cx.unit.types, ty)) {
            (Value::Int(int), Some(Scalar::Int(IntKind::Bool))) => Value::Int(ints::to_bool(self.pool(), int)),
            (Value::Int(int), Some(Scalar::Int(_))) => match self.cx.range(ty, None) {
                Some(range) => Value::Int(ints::wrap(self.pool(), int, range)),
                None => Value::Int(int),
            },
            (Value::Token(term), Some(Scalar::Float(_))) => Value::Token(term),
            (Value::Token(_), Some(Scalar::Int(_))) => {
                self.approximate("a floating value converted to an integer");
                self.any_value(ty)
            }
            (Value::Int(_), Some(Scalar::Float(_))) => self.any_value(ty),
            (value, _) => value,
        }
    }

    fn assign_pointer(&mut self, place: &Place, index: &Expr, negative: bool, wanted: Use) -> Value {
        let mut location = self.locate(place);
        if self.has_effects(index) {
            location = self.save_location(location);
        }
        let index = Value::Int(self.int_value(index));
        let old = self.load(&location, place.ty);
        let new = self.moved_by(place, old, index, negative);
        let unchecked = Location { checks: Vec::new(), ..location };
        self.write_back(&unchecked, place, new, wanted)
    }

    fn moved_by(&mut self, place: &Place, old: Value, index: Value, negative: bool) -> Value {
        let region = self.cx.regions.stored_target(self.id, place, &[]);
        let pointee = self.cx.unit.types.pointee(place.ty);
        self.moved_pointer(region, old, index, pointee, negative)
    }

    fn increment(&mut self, place: &Place, negative: bool, postfix: bool, wanted: Use) -> Value {
        let location = self.locate(place);
        let old = self.load(&location, place.ty);
        let old = if postfix { self.save_value(old) } else { old };
        let one = Int::literal(self.pool(), 1);
        let new = match (&old, scalar(&self.cx.unit.types, place.ty)) {
            (Value::Pointer(_), _) => self.moved_by(place, old.clone(), Value::Int(one), negative),
            (Value::Int(int), Some(Scalar::Int(kind))) => {
                Value::Int(self.incremented(*int, one, kind, place, negative))
            }
            (_, _) => self.any_value(place.ty),
        };
        let unchecked = Location { checks: Vec::new(), ..location };
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
        if range.bits < 32 || self.is_bit_field(place) {
            return ints::wrap(self.pool(), exact, range);
        }
        self.in_type(exact, range)
    }

    // ---- conditions

    fn is_truth(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Cast { operand, .. } => self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some(),
            _ => false,
        }
    }

    /// Is the scalar not zero?
    pub fn condition(&mut self, expr: &Expr) -> Term {
        let outer = std::mem::replace(&mut self.span, expr.span);
        let condition = self.condition_here(expr);
        self.span = outer;
        condition
    }

    fn condition_here(&mut self, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Compare(op, a, b) => self.comparison(*op, a, b),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let condition = self.condition(operand);
                self.pool().not(condition)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) if self.is_pure(b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                match &expr.kind {
                    ExprKind::And(..) => self.pool().and(&[a, b]),
                    _ => self.pool().or(&[a, b]),
                }
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.short_circuit(expr),
            ExprKind::Cast { operand, .. }
                if self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some() =>
            {
                self.condition(operand)
            }
            _ => {
                let value = self.value(expr);
                self.is_nonzero(&value)
            }
        }
    }

    fn is_nonzero(&mut self, value: &Value) -> Term {
        let zero = self.int(0);
        match value {
            Value::Int(int) => {
                // `ite(c, 1, 0) != 0` is c.
                if let (Op::Ite, [condition, one, other]) = (self.cx.b.pool.op(int.term), self.cx.b.pool.args(int.term))
                {
                    let (condition, one, other) = (*condition, *one, *other);
                    if other == zero && self.int(1) == one {
                        return condition;
                    }
                }
                self.pool().ne(int.term, zero)
            }
            Value::Pointer(pointer) => self.is_not_null(*pointer),
            Value::Token(_) => {
                self.approximate("a floating value as a condition");
                self.any_truth()
            }
            Value::Void | Value::Record(_) => Term::TRUE,
        }
    }

    pub fn is_not_null(&mut self, pointer: Pointer) -> Term {
        let zero = self.int(0);
        let pool = self.pool();
        let (object, moved) = (pool.ne(pointer.object, zero), pool.ne(pointer.offset, zero));
        pool.or(&[object, moved])
    }

    pub fn any_truth(&mut self) -> Term {
        let var = self.temporary(Sort::BOOL);
        self.emit(CmdKind::Havoc(var));
        self.var(var)
    }

    fn short_circuit(&mut self, expr: &Expr) -> Term {
        let (yes, no, join) = (self.block("true"), self.block("false"), self.block("join"));
        let result = self.temporary(Sort::BOOL);
        self.branch(expr, yes, no);
        for (start, value) in [(yes, Term::TRUE), (no, Term::FALSE)] {
            self.continue_in(start);
            self.assign(result, value);
            self.goto(join);
        }
        self.continue_in(join);
        self.var(result)
    }

    fn comparison(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Term {
        let (x, y) = self.two_values(a, b);
        match (&x, &y) {
            (Value::Int(x), Value::Int(y)) => ints::compare(self.pool(), op, x.term, y.term),
            (Value::Pointer(x), Value::Pointer(y)) => self.pointer_comparison(op, *x, *y),
            (_, _) => {
                self.approximate("a comparison of floating values");
                self.any_truth()
            }
        }
    }

    fn pointer_comparison(&mut self, op: CompareOp, a: Pointer, b: Pointer) -> Term {
        let pool = self.pool();
        let same = pool.eq(a.object, b.object);
        if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            // Programs do move null pointers: what is neither at object 0 nor at offset 0 is not null.
            let level = pool.eq(a.offset, b.offset);
            let equal = pool.and(&[same, level]);
            return if op == CompareOp::Equal { equal } else { pool.not(equal) };
        }
        if self.cx.options.property == Some(Property::Assertions) {
            // Undefined, and not an access: only where everything that is undefined matters.
            self.check(CheckKind::Bounds, same);
        }
        self.approximate_unless(same, "an order between pointers into different objects");
        let inside = ints::compare(self.pool(), op, a.offset, b.offset);
        if same == Term::TRUE {
            return inside;
        }
        let any = self.any_truth();
        self.pool().ite(same, inside, any)
    }

    /// Control goes to `then` if the expression is not zero.
    pub fn branch(&mut self, expr: &Expr, then: invar_gcl::BlockId, otherwise: invar_gcl::BlockId) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.kind {
            ExprKind::And(a, b) => {
                let middle = self.block("and");
                self.branch(a, middle, otherwise);
                self.continue_in(middle);
                self.branch(b, then, otherwise);
            }
            ExprKind::Or(a, b) => {
                let middle = self.block("or");
                self.branch(a, then, middle);
                self.continue_in(middle);
                self.branch(b, then, otherwise);
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch(operand, otherwise, then),
            ExprKind::Cast { operand, .. }
                if self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some() =>
            {
                self.branch(operand, then, otherwise);
            }
            _ => {
                let condition = self.condition(expr);
                self.branch_on(condition, then, otherwise);
            }
        }
        self.span = outer;
    }

    // ---- what an expression does

    /// C leaves open which of two operands comes first. Does it matter: does one have effects, and might the other see them?
    pub fn order_matters(&self, a: &Expr, b: &Expr) -> bool {
        self.has_effects(a) && self.may_see_effects(b) || self.has_effects(b) && self.may_see_effects(a)
    }

    pub fn note_order(&mut self) {
        self.cx
            .assumptions
            .insert("operands are evaluated from left to right where C leaves the order open".to_string());
    }

    /// Does its value depend on anything that other code can change? Only constants and plain locals do not.
    fn may_see_effects(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => false,
            ExprKind::Load(place) => !matches!(place.kind, PlaceKind::Local(_)) || !self.is_pure_place(place),
            ExprKind::AddressOf(place) => self.place_has_effects(place) || !matches!(place.kind, PlaceKind::String(_)),
            ExprKind::Unary(_, a) | ExprKind::Cast { operand: a, .. } => self.may_see_effects(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                self.may_see_effects(a) || self.may_see_effects(b)
            }
            _ => true,
        }
    }

    /// Might evaluating it change anything that another operand reads?
    pub fn has_effects(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => false,
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place_has_effects(place),
            ExprKind::Unary(_, a) | ExprKind::Cast { operand: a, .. } => self.has_effects(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => self.has_effects(a) || self.has_effects(b),
            ExprKind::PointerAdd { pointer: a, index: b, .. } | ExprKind::PointerDifference(a, b) => {
                self.has_effects(a) || self.has_effects(b)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => {
                self.has_effects(a) || self.has_effects(b)
            }
            ExprKind::Conditional(c, a, b) => self.has_effects(c) || self.has_effects(a) || self.has_effects(b),
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::AssignPointer { .. } => true,
            ExprKind::Increment { .. } | ExprKind::Call(_) | ExprKind::Statements(..) => true,
            ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => true,
            ExprKind::Unsupported { .. } => true,
        }
    }

    fn place_has_effects(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => false,
            PlaceKind::Deref(pointer) => self.has_effects(pointer),
            PlaceKind::Field(record, _) => self.place_has_effects(record),
            PlaceKind::Index(array, index) => self.place_has_effects(array) || self.has_effects(index),
            PlaceKind::Compound(..) => true,
            PlaceKind::Value(value) => self.has_effects(value),
        }
    }

    /// Is it a term, without effect and without anything to check or assume?
    pub fn is_pure(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => true,
            ExprKind::Load(place) => self.is_pure_place(place),
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Complement, a) => self.is_pure(a),
            ExprKind::Unary(UnaryOp::Negate, _) => false,
            ExprKind::Cast { operand, .. } => {
                let types = &self.cx.unit.types;
                let integers = types.int_kind(operand.ty).is_some() && types.int_kind(expr.ty).is_some();
                let pointers = types.is_pointer(operand.ty) && types.is_pointer(expr.ty);
                let null = types.is_pointer(expr.ty) && matches!(operand.kind, ExprKind::Int(0));
                (integers || pointers || null) && self.is_pure(operand)
            }
            ExprKind::Binary(op, a, b) => {
                let exact = match op {
                    BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => true,
                    BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                        self.cx.unit.types.int_kind(expr.ty).is_some_and(|kind| !kind.is_signed())
                    }
                    BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => false,
                };
                let integers = self.cx.unit.types.int_kind(expr.ty).is_some();
                exact && integers && self.is_pure(a) && self.is_pure(b)
            }
            ExprKind::Compare(op, a, b) => {
                let order = !matches!(op, CompareOp::Equal | CompareOp::NotEqual);
                let pointers = self.cx.unit.types.is_pointer(a.ty);
                let integers = self.cx.unit.types.int_kind(a.ty).is_some();
                (integers || pointers && !order) && self.is_pure(a) && self.is_pure(b)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => self.is_pure(a) && self.is_pure(b),
            ExprKind::Conditional(c, a, b) => self.is_pure(c) && self.is_pure(a) && self.is_pure(b),
            ExprKind::AddressOf(_) | ExprKind::PointerAdd { .. } | ExprKind::PointerDifference(..) => false,
            ExprKind::Comma(..) | ExprKind::Assign(..) | ExprKind::AssignOp { .. } => false,
            ExprKind::AssignPointer { .. } | ExprKind::Increment { .. } | ExprKind::Call(_) => false,
            ExprKind::Statements(..) | ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) => false,
            ExprKind::VaArg(_) | ExprKind::Unsupported { .. } => false,
        }
    }

    /// A scalar variable, or a field of a variable, that is not an object.
    fn is_pure_place(&self, place: &Place) -> bool {
        use super::program::VarStorage;
        match &place.kind {
            PlaceKind::Local(id) => {
                let plain = matches!(self.vars.get(id), Some(VarStorage::Plain(_)));
                plain && !self.function.locals[*id].is_volatile
            }
            PlaceKind::Global(id) => {
                let plain = matches!(self.cx.globals[*id], VarStorage::Plain(_));
                plain && !self.cx.unit.globals[*id].is_volatile
            }
            PlaceKind::Field(record, _) => self.is_pure_place(record),
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Index(..) => false,
            PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
        }
    }
}

/// All terms of a value, in order.
pub fn flatten(value: &Value) -> Vec<Term> {
    match value {
        Value::Void => Vec::new(),
        Value::Int(int) => vec![int.term],
        Value::Pointer(pointer) => vec![pointer.object, pointer.offset],
        Value::Token(term) => vec![*term],
        Value::Record(leaves) => leaves.iter().flatten().copied().collect(),
    }
}

/// A value of the same shape from other terms.
pub fn unflatten(shape: Value, terms: &[Term]) -> Value {
    let mut terms = terms.iter().copied();
    match shape {
        Value::Void => Value::Void,
        Value::Int(int) => Value::Int(Int { term: terms.next().unwrap_or(int.term), ..int }),
        Value::Pointer(pointer) => {
            let object = terms.next().unwrap_or(pointer.object);
            Value::Pointer(Pointer { object, offset: terms.next().unwrap_or(pointer.offset) })
        }
        Value::Token(term) => Value::Token(terms.next().unwrap_or(term)),
        Value::Record(leaves) => {
            let leaf = |parts: Vec<Term>| parts.into_iter().map(|part| terms.next().unwrap_or(part)).collect();
            Value::Record(leaves.into_iter().map(leaf).collect())
        }
    }
}

/// The first shape, with an interval that holds for both.
fn wider(a: Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => {
            let low = a.low.zip(b.low).map(|(a, b)| a.min(b));
            let high = a.high.zip(b.high).map(|(a, b)| a.max(b));
            Value::Int(Int { term: a.term, low, high })
        }
        (a, _) => a,
    }
}
