//! Assignments, compound assignments, `++` and `--` (C11 6.5.16, 6.5.2.4, 6.5.3.1).

use invar_base::Span;

use super::convert::{Balanced, Class};
use super::expr::Operand;
use super::operators::{Operator, is_defined, operator};
use super::scope::Resolver;
use crate::c::ast;
use crate::c::hir::{BinaryOp, Expr, ExprKind, Place, PlaceKind};
use crate::c::types::{Type, TypeId};

impl Resolver<'_> {
    /// An expression that can be assigned to; reports what cannot.
    pub(super) fn target(&mut self, target: &ast::Expr) -> Option<Place> {
        match self.operand(target) {
            Operand::Place(place) => {
                if matches!(self.types.get(place.ty), Type::Array { .. }) {
                    self.error("not-assignable", place.span, "an array cannot be assigned to");
                    return None;
                }
                if is_value(&place) {
                    // An element of a vector: not modelled, and nothing is stored.
                    return (self.class(place.ty) == Class::Error).then_some(place);
                }
                self.check_const(target);
                Some(place)
            }
            Operand::Value(value) if self.class(value.ty) == Class::Error => None,
            Operand::Value(value) => {
                self.error("not-assignable", value.span, "this is a value: it cannot be assigned to");
                None
            }
            Operand::Function(_, span) => {
                self.error("not-assignable", span, "a function cannot be assigned to");
                None
            }
        }
    }

    fn check_const(&mut self, target: &ast::Expr) {
        match &target.kind {
            ast::ExprKind::Paren(inner) => self.check_const(inner),
            ast::ExprKind::Name(name) if self.lookup(*name).is_some_and(|e| e.declared.qualifiers.is_const) => {
                let message = format!("`{}` is constant", self.name(*name));
                self.error("not-assignable", target.span, message);
            }
            _ => {}
        }
    }

    pub(super) fn assign(
        &mut self,
        op: Option<ast::BinaryOp>,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Expr {
        let place = self.target(target);
        let value = self.value(value);
        self.assign_value(op, place, value, span)
    }

    /// The same with operands that are resolved already.
    pub(super) fn assign_value(
        &mut self,
        op: Option<ast::BinaryOp>,
        place: Option<Place>,
        value: Expr,
        span: Span,
    ) -> Expr {
        let Some(place) = place else {
            let what = "an expression that has an error";
            return self.unsupported(what, vec![value], self.basic.error, span);
        };
        let ty = place.ty;
        if is_value(&place) {
            return self.unsupported("an assignment to an element of a vector", vec![value], ty, span);
        }
        let Some(op) = op else {
            let value = self.assign_to(value, ty, "this assignment");
            return Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
        };
        match operator(op) {
            Operator::Arithmetic(op) => self.assign_op(op, place, value, span),
            Operator::Compare(_) | Operator::And | Operator::Or => self.erroneous(span),
        }
    }

    fn assign_op(&mut self, op: BinaryOp, place: Place, value: Expr, span: Span) -> Expr {
        let ty = place.ty;
        match (op, self.class(ty), self.class(value.ty)) {
            (_, Class::Error, _) | (_, _, Class::Error) => return self.erroneous(span),
            (BinaryOp::Add | BinaryOp::Subtract, Class::Pointer(to), Class::Integer(_)) => {
                self.needs_size(to, span);
                let negative = op == BinaryOp::Subtract;
                let kind = ExprKind::AssignPointer { place: Box::new(place), index: Box::new(value), negative };
                return Expr { kind, ty, span };
            }
            (_, Class::Opaque, _) | (_, _, Class::Opaque) => {
                let value = self.unsupported("arithmetic on a complex number or vector", vec![value], ty, span);
                return Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
            }
            _ => {}
        }
        let present = Expr { kind: ExprKind::Load(Box::new(place.clone())), ty, span: place.span };
        let Some((computed, value)) = self.computed(op, present, value, span) else { return self.erroneous(span) };
        let kind = ExprKind::AssignOp { place: Box::new(place), op, value: Box::new(value), computed };
        Expr { kind, ty, span }
    }

    /// The type in which `place op value` is computed, and the value converted for it.
    fn computed(&mut self, op: BinaryOp, present: Expr, value: Expr, span: Span) -> Option<(TypeId, Expr)> {
        if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            let (left, value) = (self.promote(present), self.promote(value));
            let value = self.disputed_shift(value, self.own_width(&left));
            if matches!((self.class(left.ty), self.class(value.ty)), (Class::Integer(_), Class::Integer(_))) {
                return Some((left.ty, value));
            }
            self.bad_operands(&left, &value, span);
            return None;
        }
        let Balanced { left, right, is_arithmetic, .. } = self.balance(present, value);
        if !is_arithmetic || !is_defined(op, self.class(left.ty)) {
            self.bad_operands(&left, &right, span);
            return None;
        }
        Some((left.ty, right))
    }

    pub(super) fn increment(&mut self, target: &ast::Expr, negative: bool, postfix: bool, span: Span) -> Expr {
        let Some(place) = self.target(target) else { return self.erroneous(span) };
        let ty = place.ty;
        match self.class(ty) {
            Class::Integer(_) | Class::Float(_) => {}
            Class::Pointer(to) => self.needs_size(to, span),
            Class::Error => return self.erroneous(span),
            Class::Opaque => {
                return self.unsupported("arithmetic on a complex number or vector", Vec::new(), ty, span);
            }
            Class::Record(_) | Class::Void | Class::VaList | Class::Other => {
                let message = format!("`{}` cannot be counted up or down", self.show(ty));
                self.error("type-mismatch", span, message);
                return self.erroneous(span);
            }
        }
        Expr { kind: ExprKind::Increment { place: Box::new(place), negative, postfix }, ty, span }
    }
}

/// Is the place a part of a value that is not stored anywhere?
fn is_value(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Value(_) => true,
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => is_value(base),
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => false,
        PlaceKind::Deref(_) | PlaceKind::Compound(..) => false,
    }
}
