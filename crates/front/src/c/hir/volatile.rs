//! What is read through an expression or at a place is volatile (C11 6.7.3)?

use super::spec::{self, TermKind};
use super::{Callee, Expr, ExprKind, Function, Place, PlaceKind, Unit};
use crate::c::types::{Type, TypeId, Volatile};

impl Unit {
    /// Which of the objects that the pointer leads to are volatile, in a function.
    pub fn volatile_value(&self, function: &Function, expr: &Expr) -> Volatile {
        match &expr.kind {
            ExprKind::Load(place) => self.volatile_place(function, place).value(),
            ExprKind::AddressOf(place) => self.volatile_place(function, place).pointed(),
            ExprKind::Cast { volatile: Some(volatile), .. } => volatile.value(),
            ExprKind::Cast { operand, volatile: None, .. } | ExprKind::Disputed { operand, .. } => {
                self.volatile_value(function, operand)
            }
            ExprKind::PointerAdd { pointer, .. } => self.volatile_value(function, pointer),
            ExprKind::Conditional(_, a, b) => self.volatile_value(function, a).with(self.volatile_value(function, b)),
            ExprKind::Comma(_, value) => self.volatile_value(function, value),
            ExprKind::Assign(place, _) | ExprKind::AssignOp { place, .. } | ExprKind::AssignPointer { place, .. } => {
                self.volatile_place(function, place).value()
            }
            ExprKind::Increment { place, .. } => self.volatile_place(function, place).value(),
            ExprKind::Call(call) => match call.callee {
                Callee::Direct(id) => self.functions[id].volatile.value(),
                Callee::Pointer(_) | Callee::Builtin(_) => Volatile::NOTHING,
            },
            ExprKind::Statements(_, Some(last)) => self.volatile_value(function, last),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::Unary(..) => Volatile::NOTHING,
            ExprKind::Binary(..) | ExprKind::Compare(..) | ExprKind::PointerDifference(..) => Volatile::NOTHING,
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Statements(_, None) => Volatile::NOTHING,
            ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => Volatile::NOTHING,
            ExprKind::Unsupported { .. } => Volatile::NOTHING,
        }
    }

    /// Which of the objects that the place leads to are volatile, itself included.
    pub fn volatile_place(&self, function: &Function, place: &Place) -> Volatile {
        match &place.kind {
            PlaceKind::Local(id) | PlaceKind::Compound(id, _) => function.locals[*id].volatile,
            PlaceKind::Global(id) => self.globals[*id].volatile,
            PlaceKind::String(_) => Volatile::NOTHING,
            PlaceKind::Deref(pointer) => self.volatile_value(function, pointer).followed(),
            PlaceKind::Field(base, number) => {
                let own = self.volatile_member(base.ty, *number);
                if self.volatile_place(function, base).itself() { own.with(Volatile::ITSELF) } else { own }
            }
            PlaceKind::Index(array, _) => self.volatile_place(function, array),
            PlaceKind::Value(value) => self.volatile_value(function, value),
        }
    }

    fn volatile_member(&self, record: TypeId, number: u32) -> Volatile {
        let Type::Record(record) = self.types.get(record) else { return Volatile::NOTHING };
        self.types.fields(*record).get(number as usize).map_or(Volatile::NOTHING, |field| field.volatile)
    }

    /// The same for a place in an annotation.
    pub fn volatile_spec_place(&self, function: &Function, place: &spec::Place) -> Volatile {
        match &place.kind {
            spec::PlaceKind::Local(id) => function.locals[*id].volatile,
            spec::PlaceKind::Global(id) => self.globals[*id].volatile,
            spec::PlaceKind::Deref(pointer) => self.volatile_term(function, pointer).followed(),
            spec::PlaceKind::Field(base, number) => {
                let own = self.volatile_member(base.ty, *number);
                if self.volatile_spec_place(function, base).itself() { own.with(Volatile::ITSELF) } else { own }
            }
            spec::PlaceKind::Index(array, _) => self.volatile_spec_place(function, array),
        }
    }

    /// Of what variables of the logic lead to, nothing is known to be volatile.
    fn volatile_term(&self, function: &Function, term: &spec::Term) -> Volatile {
        match &term.kind {
            TermKind::Load(place) => self.volatile_spec_place(function, place).value(),
            TermKind::AddressOf(place) => self.volatile_spec_place(function, place).pointed(),
            TermKind::PointerAdd(inner, _) | TermKind::Cast(inner) | TermKind::At(inner, _) => {
                self.volatile_term(function, inner)
            }
            TermKind::Conditional(_, a, b) => self.volatile_term(function, a).with(self.volatile_term(function, b)),
            TermKind::Result => function.volatile.value(),
            _ => Volatile::NOTHING,
        }
    }
}
