//! The value of an expression. In: a typed expression. Out: its value, with its checks and side effects emitted in order.
//!
//! Operands are evaluated from left to right: where that matters, `order` doubts it. A value is a term over the variables of the program, so it is saved in a
//! temporary whenever something evaluated later might change what it reads.

use super::assign::Use;
use crate::c::hir::{Expr, ExprKind, FunctionId, Place, PlaceKind};
use crate::c::lower::code::{Body, Pointer, Value, Wanted};
use crate::c::lower::ints::Int;
use crate::c::types::TypeId;

/// Operators that one term has at most.
const LONGEST_CHAIN: usize = 32;

impl Body<'_, '_> {
    pub fn value(&mut self, expr: &Expr) -> Value {
        let outer = std::mem::replace(&mut self.span, expr.span);
        // Truth values are looked at as conditions.
        if !matches!(expr.kind, ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..)) {
            self.doubt_order();
        }
        let value = self.value_here(expr);
        self.span = outer;
        value
    }

    fn value_here(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Int(0) if self.cx.unit.types.is_pointer(expr.ty) => Value::Pointer(self.null()),
            ExprKind::Int(value) => Value::Int(Int::literal(self.pool(), *value)),
            ExprKind::Float(value) => self.float_literal(*value, expr.ty),
            ExprKind::Load(place) => {
                if let Some(stream) = self.standard_stream(place) {
                    return stream;
                }
                self.observe_address(place);
                let location = self.locate(place);
                self.load_anywhere(place, &location)
            }
            ExprKind::AddressOf(place) => self.address_value(place),
            ExprKind::FunctionAddress(id) => self.function_address(*id),
            ExprKind::LabelAddress(address, _) => {
                let (object, offset) = (self.cx.label_object(*address), self.int(0));
                Value::Pointer(Pointer { object, offset })
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.ty),
            ExprKind::Binary(..) => self.binary_chain(expr),
            ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.condition(expr);
                Value::Int(Int::truth(self.pool(), condition))
            }
            ExprKind::PointerAdd { pointer, index, negative } => self.pointer_add(pointer, index, *negative),
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
            ExprKind::VaStart(operand) | ExprKind::VaEnd(operand) => self.only_effects([&**operand]),
            ExprKind::VaCopy(a, b) => self.only_effects([&**a, &**b]),
            // Any of the arguments that are passed: what it points to, if it is a pointer, is where they point.
            ExprKind::VaArg(operand) => {
                self.effect(operand);
                self.taken_argument();
                self.any_value(expr.ty)
            }
            ExprKind::Disputed { operand, low, high } => self.disputed(operand, *low, *high),
            ExprKind::Unsupported { what, operands } => self.anything(operands, what, expr.ty),
        }
    }

    /// `a + b - c …`, from left to right. Programs that machines write have chains of many thousands of operands: each is
    /// looked at once, and what was computed so far gets a variable of its own now and then, so that no term is long.
    fn binary_chain(&mut self, expr: &Expr) -> Value {
        let mut links = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(op, a, b) = &first.kind {
            links.push((first, *op, &**b));
            first = a;
        }
        let mut value = self.value(first);
        for (position, (link, op, operand)) in links.into_iter().rev().enumerate() {
            self.span = link.span;
            if self.has_effects(operand) || position % LONGEST_CHAIN == LONGEST_CHAIN - 1 {
                value = self.save_value(value);
            }
            let operand = self.value(operand);
            value = self.binary(op, value, operand, link.ty);
        }
        value
    }

    /// A property asks nothing about `va_arg` beyond the arguments that were passed, or at another type than theirs.
    fn taken_argument(&mut self) {
        match self.cx.options.property {
            None => self.doubt("arguments that `va_arg` takes, which may be missing or of another type,".to_string()),
            Some(_) => self.approximate("an argument taken with `va_arg`"),
        }
    }

    fn function_address(&mut self, id: FunctionId) -> Value {
        self.doubt_function(id);
        if self.cx.unit.functions[id].name == "exit" && !self.cx.unit.destructors.is_empty() {
            self.doubt("functions that run after `exit`".to_string());
        }
        let (object, offset) = (self.cx.function_object(id), self.int(0));
        Value::Pointer(Pointer { object, offset })
    }

    fn only_effects<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> Value {
        operands.into_iter().for_each(|operand| self.effect(operand));
        Value::Void
    }

    /// What is not modelled: its operands are evaluated, its value is any of its type, and what else it does is not known.
    fn anything<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>, what: &str, ty: TypeId) -> Value {
        self.only_effects(operands);
        self.doubt(what.to_string());
        self.any_value(ty)
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
        let mut first = self.value(a);
        if self.has_effects(b) {
            first = self.save_value(first);
        }
        let second = self.value(b);
        (first, second)
    }

    /// Evaluates for its effects.
    pub fn effect(&mut self, expr: &Expr) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        self.doubt_order();
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
            ExprKind::Call(call) => drop(self.call_wanting(call, expr.ty, Wanted::Nothing)),
            _ => drop(self.value(expr)),
        }
        self.span = outer;
    }

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

    /// Numbers after the format are only printed: `printf("%d", va_arg(list, int))` rests on no argument.
    pub fn printed_arguments(&mut self, args: &[Expr], format: usize) -> Vec<Value> {
        let is_asked = self.cx.options.property.is_some();
        self.each_argument(args, |body, position, arg| match &arg.kind {
            ExprKind::VaArg(list) if is_asked && position > format && !body.cx.unit.types.is_pointer(arg.ty) => {
                body.effect(list);
                body.any_value(arg.ty)
            }
            _ => body.value(arg),
        })
    }

    /// Left to right, each saved if a later one has effects.
    pub fn arguments(&mut self, args: &[Expr]) -> Vec<Value> {
        self.each_argument(args, |body, _, arg| body.value(arg))
    }

    fn each_argument(&mut self, args: &[Expr], evaluate: impl Fn(&mut Self, usize, &Expr) -> Value) -> Vec<Value> {
        let last_effect = args.iter().rposition(|arg| self.has_effects(arg));
        let mut values = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            let value = evaluate(self, position, arg);
            let effects_follow = last_effect.is_some_and(|last| last > position);
            values.push(if effects_follow { self.save_value(value) } else { value });
        }
        values
    }
}
