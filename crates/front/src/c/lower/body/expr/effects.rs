//! What evaluating an expression may do, before anything is emitted. In: an expression. Out: may it change something,
//! is it a mere term? The answers decide what is saved, and where a branch is needed.

use crate::c::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, PlaceKind, UnaryOp, has_effects};
use crate::c::lower::code::Body;
use crate::c::lower::program::VarStorage;
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// Might evaluating it change anything that another operand reads?
    pub fn has_effects(&self, expr: &Expr) -> bool {
        has_effects(expr)
    }

    /// Is it a term, without effect and without anything to check or assume?
    pub fn is_pure(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => true,
            ExprKind::Load(place) => self.is_pure_place(place),
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Complement, a) => self.is_pure(a),
            ExprKind::Unary(UnaryOp::Negate, _) => false,
            ExprKind::Cast { operand, .. } => self.is_pure_cast(operand, expr.ty) && self.is_pure(operand),
            ExprKind::Binary(op, a, b) => self.is_unchecked(*op, expr.ty) && self.is_pure(a) && self.is_pure(b),
            ExprKind::Compare(op, a, b) => {
                let order = !matches!(op, CompareOp::Equal | CompareOp::NotEqual);
                // Other pointers may be equal by chance.
                let with_null = is_null_constant(a) || is_null_constant(b);
                let pointers = self.cx.unit.types.is_pointer(a.ty) && with_null;
                let integers = self.cx.unit.types.int_kind(a.ty).is_some();
                (integers || pointers && !order) && self.is_pure(a) && self.is_pure(b)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => self.is_pure(a) && self.is_pure(b),
            ExprKind::Conditional(c, a, b) => self.is_pure(c) && self.is_pure(a) && self.is_pure(b),
            ExprKind::AddressOf(_) | ExprKind::PointerAdd { .. } | ExprKind::PointerDifference(..) => false,
            ExprKind::Comma(..) | ExprKind::Assign(..) | ExprKind::AssignOp { .. } => false,
            ExprKind::AssignPointer { .. } | ExprKind::Increment { .. } | ExprKind::Call(_) => false,
            ExprKind::Statements(..) | ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) => false,
            ExprKind::VaArg(_) | ExprKind::Disputed { .. } | ExprKind::Unsupported { .. } => false,
        }
    }

    /// Between integers, between pointers, or the null pointer.
    fn is_pure_cast(&self, operand: &Expr, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let integers = types.int_kind(operand.ty).is_some() && types.int_kind(ty).is_some();
        let pointers = types.is_pointer(operand.ty) && types.is_pointer(ty);
        let null = types.is_pointer(ty) && matches!(operand.kind, ExprKind::Int(0));
        integers || pointers || null
    }

    /// Is the operation on integers of this type defined for all operands?
    fn is_unchecked(&self, op: BinaryOp, ty: TypeId) -> bool {
        let Some(kind) = self.cx.unit.types.int_kind(ty) else { return false };
        match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => true,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => !kind.is_signed(),
            BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => false,
        }
    }

    /// A scalar variable, or a field of a variable, that is not an object.
    fn is_pure_place(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(id) => {
                let plain = matches!(self.vars.get(id), Some(VarStorage::Plain(_)));
                plain && self.function.locals[*id].doubt.is_none()
            }
            PlaceKind::Global(id) => {
                let plain = matches!(self.cx.globals[*id], VarStorage::Plain(_));
                let global = &self.cx.unit.globals[*id];
                plain && !global.volatile.itself() && global.doubt.is_none()
            }
            PlaceKind::Field(record, _) => self.is_pure_place(record) && !self.is_volatile(place),
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Index(..) => false,
            PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
        }
    }

    /// May what is there change without the program's doing, or be watched? Not in a local variable that no pointer
    /// points to.
    pub fn is_volatile(&self, place: &Place) -> bool {
        !self.is_plain_local(place) && self.cx.unit.volatile_place(self.function, place).itself()
    }

    pub fn is_plain_local(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(id) | PlaceKind::Compound(id, _) => {
                matches!(self.vars.get(id), Some(VarStorage::Plain(_)))
            }
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => self.is_plain_local(base),
            PlaceKind::Value(_) => true,
            PlaceKind::Global(_) | PlaceKind::String(_) | PlaceKind::Deref(_) => false,
        }
    }
}

fn is_null_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(0) => true,
        ExprKind::Cast { operand, .. } => is_null_constant(operand),
        _ => false,
    }
}
