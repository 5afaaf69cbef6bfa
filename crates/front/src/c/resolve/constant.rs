//! Values of constant expressions (C11 6.6), computed on the typed tree as gcc folds them.
//!
//! Addresses of parts of the null pointer count as integers, because programs write `offsetof` with them.

use crate::c::hir::{BinaryOp, Builtin, Callee, CompareOp, Expr, ExprKind, Place, PlaceKind, UnaryOp};
use crate::c::types::{FloatKind, IntKind, Type, TypeId, Types};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// Of an integer type, in its range; or an address that is a plain number.
    Int(i128),
    Float(f64),
}

impl Constant {
    pub fn is_true(self) -> bool {
        match self {
            Constant::Int(value) => value != 0,
            Constant::Float(value) => value != 0.0,
        }
    }

    pub fn int(self) -> Option<i128> {
        match self {
            Constant::Int(value) => Some(value),
            Constant::Float(_) => None,
        }
    }
}

/// The value that is equal modulo 2^bits and in the range of the kind; `None` if it has no place in an `i128`.
pub fn wrap(types: &Types, kind: IntKind, value: i128) -> Option<i128> {
    let bits = types.bits(kind);
    match kind {
        IntKind::Bool => Some(i128::from(value != 0)),
        IntKind::Int128 => Some(value),
        IntKind::UInt128 => (value >= 0).then_some(value),
        IntKind::Char | IntKind::SChar | IntKind::Short | IntKind::Int | IntKind::Long | IntKind::LongLong => {
            Some(value << (128 - bits) >> (128 - bits))
        }
        IntKind::UChar | IntKind::UShort | IntKind::UInt | IntKind::ULong | IntKind::ULongLong => {
            Some(value & ((1i128 << bits) - 1))
        }
    }
}

/// The value of an expression if it is a constant.
pub fn evaluate(types: &Types, expr: &Expr) -> Option<Constant> {
    match &expr.kind {
        ExprKind::Int(value) => Some(Constant::Int(*value)),
        ExprKind::Float(value) => convert(types, Constant::Float(*value), expr.ty),
        ExprKind::AddressOf(place) => address(types, place).map(Constant::Int),
        ExprKind::Unary(op, operand) => unary(types, *op, evaluate(types, operand)?, expr.ty),
        ExprKind::Binary(op, left, right) => {
            binary(types, *op, evaluate(types, left)?, evaluate(types, right)?, expr.ty)
        }
        ExprKind::Compare(op, left, right) => {
            Some(Constant::Int(i128::from(compare(*op, evaluate(types, left)?, evaluate(types, right)?)?)))
        }
        ExprKind::PointerAdd { pointer, index, negative } => {
            let size = i128::from(types.size_of(types.pointee(pointer.ty)?)?);
            let step = evaluate(types, index)?.int()?.checked_mul(size)?;
            let base = evaluate(types, pointer)?.int()?;
            Some(Constant::Int(if *negative { base.checked_sub(step)? } else { base.checked_add(step)? }))
        }
        ExprKind::PointerDifference(left, right) => {
            let size = i128::from(types.size_of(types.pointee(left.ty)?)?);
            let bytes = evaluate(types, left)?.int()?.checked_sub(evaluate(types, right)?.int()?)?;
            bytes.checked_div(size).map(Constant::Int)
        }
        ExprKind::And(left, right) => {
            let value = evaluate(types, left)?.is_true() && evaluate(types, right)?.is_true();
            Some(Constant::Int(i128::from(value)))
        }
        ExprKind::Or(left, right) => {
            let value = evaluate(types, left)?.is_true() || evaluate(types, right)?.is_true();
            Some(Constant::Int(i128::from(value)))
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let chosen = if evaluate(types, condition)?.is_true() { then } else { otherwise };
            evaluate(types, chosen)
        }
        ExprKind::Cast { operand, .. } => convert(types, evaluate(types, operand)?, expr.ty),
        ExprKind::Disputed { operand, low, high } => {
            evaluate(types, operand).filter(|value| value.int().is_some_and(|value| (*low..=*high).contains(&value)))
        }
        ExprKind::Call(call) => match (&call.callee, call.args.first()) {
            (Callee::Builtin(Builtin::Expect), Some(value)) => evaluate(types, value),
            (Callee::Builtin(Builtin::ConstantP), _) => Some(Constant::Int(0)),
            _ => None,
        },
        ExprKind::LabelAddress(..) => None,
        ExprKind::Load(_) | ExprKind::FunctionAddress(_) | ExprKind::Comma(..) | ExprKind::Assign(..) => None,
        ExprKind::AssignOp { .. } | ExprKind::AssignPointer { .. } | ExprKind::Increment { .. } => None,
        ExprKind::Statements(..) | ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) => None,
        ExprKind::VaArg(_) | ExprKind::Unsupported { .. } => None,
    }
}

/// The address of a place inside an object at a constant address.
fn address(types: &Types, place: &Place) -> Option<i128> {
    match &place.kind {
        PlaceKind::Deref(pointer) => evaluate(types, pointer)?.int(),
        PlaceKind::Field(base, number) => {
            let Type::Record(record) = types.get(base.ty) else { return None };
            let field = types.fields(*record).get(*number as usize)?;
            address(types, base)?.checked_add(i128::from(field.offset))
        }
        PlaceKind::Index(base, index) => {
            let step = evaluate(types, index)?.int()?.checked_mul(i128::from(types.size_of(place.ty)?))?;
            address(types, base)?.checked_add(step)
        }
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => None,
        PlaceKind::Compound(..) | PlaceKind::Value(_) => None,
    }
}

fn unary(types: &Types, op: UnaryOp, operand: Constant, ty: TypeId) -> Option<Constant> {
    match (op, operand) {
        (UnaryOp::Not, operand) => Some(Constant::Int(i128::from(!operand.is_true()))),
        (UnaryOp::Negate, Constant::Int(value)) => in_type(types, value.checked_neg()?, ty),
        (UnaryOp::Complement, Constant::Int(value)) => in_type(types, !value, ty),
        (UnaryOp::Negate, Constant::Float(value)) => Some(Constant::Float(-value)),
        (UnaryOp::Complement, Constant::Float(_)) => None,
    }
}

fn in_type(types: &Types, value: i128, ty: TypeId) -> Option<Constant> {
    wrap(types, types.int_kind(ty)?, value).map(Constant::Int)
}

fn binary(types: &Types, op: BinaryOp, left: Constant, right: Constant, ty: TypeId) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => integer(types, op, left, right, ty),
        (Constant::Float(left), Constant::Float(right)) => convert(
            types,
            Constant::Float(match op {
                BinaryOp::Add => left + right,
                BinaryOp::Subtract => left - right,
                BinaryOp::Multiply => left * right,
                BinaryOp::Divide => left / right,
                BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return None,
                BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return None,
            }),
            ty,
        ),
        (Constant::Int(_), Constant::Float(_)) | (Constant::Float(_), Constant::Int(_)) => None,
    }
}

fn integer(types: &Types, op: BinaryOp, left: i128, right: i128, ty: TypeId) -> Option<Constant> {
    let bits = types.bits(types.int_kind(ty)?);
    let count = || u32::try_from(right).ok().filter(|count| *count < bits);
    let value = match op {
        BinaryOp::Add => left.checked_add(right)?,
        BinaryOp::Subtract => left.checked_sub(right)?,
        BinaryOp::Multiply => left.checked_mul(right)?,
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => left.checked_rem(right)?,
        // Bits that leave an `i128` at the top are beyond every type but the 128-bit ones, which are not folded then.
        BinaryOp::ShiftLeft if bits < 128 => left << count()?,
        BinaryOp::ShiftLeft => left.checked_mul(1i128.checked_shl(count()?).filter(|power| *power > 0)?)?,
        BinaryOp::ShiftRight => left >> count()?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
    };
    in_type(types, value, ty)
}

fn compare(op: CompareOp, left: Constant, right: Constant) -> Option<bool> {
    let ordering = match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => Some(left.cmp(&right)),
        (Constant::Float(left), Constant::Float(right)) => left.partial_cmp(&right),
        (Constant::Int(_), Constant::Float(_)) | (Constant::Float(_), Constant::Int(_)) => return None,
    };
    Some(match op {
        CompareOp::Equal => ordering.is_some_and(|o| o.is_eq()),
        CompareOp::NotEqual => ordering.is_none_or(|o| o.is_ne()),
        CompareOp::Less => ordering.is_some_and(|o| o.is_lt()),
        CompareOp::LessEqual => ordering.is_some_and(|o| o.is_le()),
        CompareOp::Greater => ordering.is_some_and(|o| o.is_gt()),
        CompareOp::GreaterEqual => ordering.is_some_and(|o| o.is_ge()),
    })
}

/// A constant converted to a type.
pub(super) fn convert(types: &Types, value: Constant, ty: TypeId) -> Option<Constant> {
    if let Some(kind) = types.int_kind(ty) {
        return match value {
            Constant::Int(value) => wrap(types, kind, value).map(Constant::Int),
            Constant::Float(value) if kind == IntKind::Bool => Some(Constant::Int(i128::from(value != 0.0))),
            // C leaves open what becomes of a value that the type does not hold.
            Constant::Float(value) => {
                let whole = value.trunc() as i128;
                let fits = whole as f64 == value.trunc() && wrap(types, kind, whole) == Some(whole);
                fits.then_some(Constant::Int(whole))
            }
        };
    }
    match (types.get(ty), value) {
        (Type::Float(FloatKind::Float), Constant::Int(value)) => Some(Constant::Float(f64::from(value as f32))),
        (Type::Float(FloatKind::Float), Constant::Float(value)) => Some(Constant::Float(f64::from(value as f32))),
        (Type::Float(FloatKind::Double), Constant::Int(value)) => Some(Constant::Float(value as f64)),
        (Type::Float(FloatKind::Double), Constant::Float(value)) => Some(Constant::Float(value)),
        (Type::Pointer(_), Constant::Int(value)) => Some(Constant::Int(value)),
        _ => None,
    }
}
