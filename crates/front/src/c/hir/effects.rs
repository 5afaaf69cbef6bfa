//! May evaluating an expression change anything?

use super::{Expr, ExprKind, Place, PlaceKind};

/// Might evaluating it change anything that another operand reads?
pub fn has_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => false,
        ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => false,
        ExprKind::Load(place) | ExprKind::AddressOf(place) => place_has_effects(place),
        ExprKind::Unary(_, a) | ExprKind::Cast { operand: a, .. } | ExprKind::Disputed { operand: a, .. } => {
            has_effects(a)
        }
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => has_effects(a) || has_effects(b),
        ExprKind::PointerAdd { pointer: a, index: b, .. } | ExprKind::PointerDifference(a, b) => {
            has_effects(a) || has_effects(b)
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => has_effects(a) || has_effects(b),
        ExprKind::Conditional(c, a, b) => has_effects(c) || has_effects(a) || has_effects(b),
        ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::AssignPointer { .. } => true,
        ExprKind::Increment { .. } | ExprKind::Call(_) | ExprKind::Statements(..) => true,
        ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => true,
        ExprKind::Unsupported { .. } => true,
    }
}

pub fn place_has_effects(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => false,
        PlaceKind::Deref(pointer) => has_effects(pointer),
        PlaceKind::Field(record, _) => place_has_effects(record),
        PlaceKind::Index(array, index) => place_has_effects(array) || has_effects(index),
        PlaceKind::Compound(..) => true,
        PlaceKind::Value(value) => has_effects(value),
    }
}
