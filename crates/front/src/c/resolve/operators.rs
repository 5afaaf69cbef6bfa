//! Unary, binary and conditional operators (C11 6.5.3 to 6.5.15).

use invar_base::Span;

use super::convert::{Balanced, Class};
use super::expr::{Operand, join};
use super::scope::Resolver;
use crate::c::ast;
use crate::c::hir::{BinaryOp, CompareOp, Expr, ExprKind, Place, PlaceKind, UnaryOp};
use crate::c::types::{FloatKind, Type, TypeId};

/// What a binary operator of the syntax is.
pub(super) enum Operator {
    Arithmetic(BinaryOp),
    Compare(CompareOp),
    And,
    Or,
}

pub(super) fn operator(op: ast::BinaryOp) -> Operator {
    match op {
        ast::BinaryOp::Mul => Operator::Arithmetic(BinaryOp::Multiply),
        ast::BinaryOp::Div => Operator::Arithmetic(BinaryOp::Divide),
        ast::BinaryOp::Rem => Operator::Arithmetic(BinaryOp::Remainder),
        ast::BinaryOp::Add => Operator::Arithmetic(BinaryOp::Add),
        ast::BinaryOp::Sub => Operator::Arithmetic(BinaryOp::Subtract),
        ast::BinaryOp::Shl => Operator::Arithmetic(BinaryOp::ShiftLeft),
        ast::BinaryOp::Shr => Operator::Arithmetic(BinaryOp::ShiftRight),
        ast::BinaryOp::BitAnd => Operator::Arithmetic(BinaryOp::BitAnd),
        ast::BinaryOp::BitXor => Operator::Arithmetic(BinaryOp::BitXor),
        ast::BinaryOp::BitOr => Operator::Arithmetic(BinaryOp::BitOr),
        ast::BinaryOp::Lt => Operator::Compare(CompareOp::Less),
        ast::BinaryOp::Gt => Operator::Compare(CompareOp::Greater),
        ast::BinaryOp::Le => Operator::Compare(CompareOp::LessEqual),
        ast::BinaryOp::Ge => Operator::Compare(CompareOp::GreaterEqual),
        ast::BinaryOp::Eq => Operator::Compare(CompareOp::Equal),
        ast::BinaryOp::Ne => Operator::Compare(CompareOp::NotEqual),
        ast::BinaryOp::And => Operator::And,
        ast::BinaryOp::Or => Operator::Or,
    }
}

impl Resolver<'_> {
    pub(super) fn unary(&mut self, op: ast::UnaryOp, operand: &ast::Expr, span: Span) -> Operand {
        use ast::UnaryOp as Op;
        Operand::Value(match op {
            Op::Extension => return self.operand(operand),
            Op::Deref => return self.dereference(operand, span),
            Op::Address => self.address_of(operand, span),
            Op::Plus => self.sign(None, operand, span),
            Op::Minus => self.sign(Some(UnaryOp::Negate), operand, span),
            Op::BitNot => self.sign(Some(UnaryOp::Complement), operand, span),
            Op::Not => {
                let value = self.value(operand);
                let value = self.condition(value);
                Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)), ty: self.basic.int, span }
            }
            Op::PreIncrement => self.increment(operand, false, false, span),
            Op::PreDecrement => self.increment(operand, true, false, span),
            Op::PostIncrement => self.increment(operand, false, true, span),
            Op::PostDecrement => self.increment(operand, true, true, span),
            Op::Real | Op::Imag => self.part(op, operand, span),
        })
    }

    /// `+`, `-`, `~`
    fn sign(&mut self, op: Option<UnaryOp>, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.value(operand);
        let mut value = self.promote(value);
        match (self.class(value.ty), op) {
            (Class::Integer(_), _) | (Class::Float(_), None | Some(UnaryOp::Negate)) => {}
            (Class::Opaque, _) => {
                let ty = value.ty;
                return self.unsupported("arithmetic on a complex number or vector", vec![value], ty, span);
            }
            (Class::Error, _) => return self.erroneous(span),
            _ => {
                let message = format!("this operator needs a number, this is `{}`", self.show(value.ty));
                self.error("type-mismatch", value.span, message);
                return self.erroneous(span);
            }
        }
        let Some(op) = op else {
            value.span = span;
            return value;
        };
        if let (UnaryOp::Negate, ExprKind::Int(number), Some(kind)) = (op, &value.kind, self.types.int_kind(value.ty))
            && let Some(number) = number.checked_neg().and_then(|number| super::wrap(&self.types, kind, number))
        {
            return self.int(number, value.ty, span);
        }
        if let (UnaryOp::Negate, ExprKind::Float(number)) = (op, &value.kind) {
            return Expr { kind: ExprKind::Float(-number), ty: value.ty, span };
        }
        let (ty, own) = (value.ty, self.own_width(&value));
        self.disputed_result(Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span }, own)
    }

    /// `__real__` and `__imag__`
    fn part(&mut self, op: ast::UnaryOp, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.value(operand);
        match (self.types.get(value.ty), op) {
            (Type::Opaque { name, .. }, _) => {
                let kind = match *name {
                    "_Complex float" => FloatKind::Float,
                    "_Complex long double" => FloatKind::LongDouble,
                    _ => FloatKind::Double,
                };
                let ty = self.types.intern(Type::Float(kind));
                self.unsupported("a part of a complex number", vec![value], ty, span)
            }
            (_, ast::UnaryOp::Imag) => self.int(0, self.basic.int, span),
            _ => value,
        }
    }

    /// `first op e op e …`, to the left.
    pub(super) fn binary_chain(&mut self, first: &ast::Expr, rest: &[(ast::BinaryOp, ast::Expr)]) -> Operand {
        let mut left = self.value(first);
        for (op, right) in rest {
            let right = self.value(right);
            let span = join(left.span, right.span);
            left = self.binary(*op, left, right, span);
        }
        Operand::Value(left)
    }

    fn binary(&mut self, op: ast::BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if self.class(left.ty) == Class::Error || self.class(right.ty) == Class::Error {
            let what = "an expression that has an error";
            return self.unsupported(what, vec![left, right], self.basic.error, span);
        }
        if self.class(left.ty) == Class::Opaque || self.class(right.ty) == Class::Opaque {
            let ty = if self.class(left.ty) == Class::Opaque { left.ty } else { right.ty };
            let ty = if matches!(operator(op), Operator::Arithmetic(_)) { ty } else { self.basic.int };
            return self.unsupported("arithmetic on a complex number or vector", vec![left, right], ty, span);
        }
        match operator(op) {
            Operator::Arithmetic(op) => self.arithmetic_operator(op, left, right, span),
            Operator::Compare(op) => self.comparison(op, left, right, span),
            Operator::And => {
                let (left, right) = (self.condition(left), self.condition(right));
                Expr { kind: ExprKind::And(Box::new(left), Box::new(right)), ty: self.basic.int, span }
            }
            Operator::Or => {
                let (left, right) = (self.condition(left), self.condition(right));
                Expr { kind: ExprKind::Or(Box::new(left), Box::new(right)), ty: self.basic.int, span }
            }
        }
    }

    fn arithmetic_operator(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        match (op, self.class(left.ty), self.class(right.ty)) {
            (BinaryOp::Add | BinaryOp::Subtract, Class::Pointer(_), Class::Integer(_)) => {
                return self.pointer_add(left, right, op == BinaryOp::Subtract, span);
            }
            (BinaryOp::Add, Class::Integer(_), Class::Pointer(_)) => return self.pointer_add(right, left, false, span),
            (BinaryOp::Subtract, Class::Pointer(a), Class::Pointer(b)) => {
                return self.pointer_difference(left, right, a, b, span);
            }
            _ => {}
        }
        if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            return self.shift(op, left, right, span);
        }
        let Balanced { left, right, is_arithmetic, own } = self.balance(left, right);
        if !is_arithmetic || !is_defined(op, self.class(left.ty)) {
            return self.bad_operands(&left, &right, span);
        }
        let ty = left.ty;
        self.disputed_result(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }, own)
    }

    pub(super) fn bad_operands(&mut self, left: &Expr, right: &Expr, span: Span) -> Expr {
        let (a, b) = (self.show(left.ty), self.show(right.ty));
        self.error("type-mismatch", span, format!("this operator does not take `{a}` and `{b}`"));
        self.erroneous(span)
    }

    fn shift(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = (self.promote(left), self.promote(right));
        match (self.class(left.ty), self.class(right.ty)) {
            (Class::Integer(_), Class::Integer(_)) => {
                let (ty, own) = (left.ty, self.own_width(&left));
                let right = self.disputed_shift(right, own);
                self.disputed_result(
                    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span },
                    own,
                )
            }
            _ => self.bad_operands(&left, &right, span),
        }
    }

    pub(super) fn pointer_add(&mut self, pointer: Expr, index: Expr, negative: bool, span: Span) -> Expr {
        if let Some(to) = self.types.pointee(pointer.ty) {
            self.needs_size(to, pointer.span);
        }
        let ty = pointer.ty;
        Expr { kind: ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), negative }, ty, span }
    }

    fn pointer_difference(&mut self, left: Expr, right: Expr, a: TypeId, b: TypeId, span: Span) -> Expr {
        if !self.compatible(a, b) && !self.types.is_void(a) && !self.types.is_void(b) {
            let (a, b) = (self.show(left.ty), self.show(right.ty));
            self.error("type-mismatch", span, format!("`{a}` and `{b}` cannot be subtracted"));
            return self.erroneous(span);
        }
        self.needs_size(a, left.span);
        let right = self.cast(right, left.ty, false);
        let kind = ExprKind::PointerDifference(Box::new(left), Box::new(right));
        Expr { kind, ty: self.basic.difference, span }
    }

    fn comparison(&mut self, op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = match (self.class(left.ty), self.class(right.ty)) {
            (Class::Pointer(_), Class::Pointer(_) | Class::Integer(_)) | (Class::Integer(_), Class::Pointer(_)) => {
                self.compared_pointers(left, right, span)
            }
            _ => {
                let Balanced { left, right, is_arithmetic, .. } = self.balance(left, right);
                if !is_arithmetic {
                    return self.bad_operands(&left, &right, span);
                }
                (left, right)
            }
        };
        Expr { kind: ExprKind::Compare(op, Box::new(left), Box::new(right)), ty: self.basic.int, span }
    }

    /// Both of one pointer type.
    fn compared_pointers(&mut self, left: Expr, right: Expr, span: Span) -> (Expr, Expr) {
        match (self.class(left.ty), self.class(right.ty)) {
            (Class::Pointer(a), Class::Pointer(b)) => {
                let is_void = self.types.is_void(a) || self.types.is_void(b);
                if !is_void && !self.compatible(a, b) {
                    self.warning("pointer-conversion", span, "pointers to different types are compared");
                }
                // `p == (void *)0` compares at the type of p.
                if self.types.is_void(a) && !self.types.is_void(b) && self.is_null_constant(&left) {
                    return (self.int(0, right.ty, left.span), right);
                }
                if self.types.is_void(b) && !self.is_null_constant(&right) {
                    return (self.cast(left, right.ty, false), right);
                }
                let ty = left.ty;
                (left, self.cast(right, ty, false))
            }
            (Class::Pointer(_), _) => {
                self.warn_integer(&right, span);
                let ty = left.ty;
                (left, self.null_or_cast(right, ty))
            }
            _ => {
                self.warn_integer(&left, span);
                let ty = right.ty;
                (self.null_or_cast(left, ty), right)
            }
        }
    }

    fn warn_integer(&mut self, value: &Expr, span: Span) {
        if !self.is_null_constant(value) {
            self.warning("pointer-conversion", span, "a pointer is compared with an integer");
        }
    }

    fn null_or_cast(&mut self, value: Expr, ty: TypeId) -> Expr {
        if self.is_null_constant(&value) { self.int(0, ty, value.span) } else { self.cast(value, ty, false) }
    }

    // ----- ?: -----

    pub(super) fn conditional(&mut self, arms: &[ast::ConditionalArm], otherwise: &ast::Expr) -> Expr {
        let mut resolved = Vec::new();
        for arm in arms {
            let condition = self.value(&arm.condition);
            let condition = self.condition(condition);
            resolved.push(match &arm.then {
                Some(then) => (condition, self.value(then)),
                None => self.twice(condition),
            });
        }
        let mut result = self.value(otherwise);
        for (condition, then) in resolved.into_iter().rev() {
            let span = join(condition.span, result.span);
            result = self.choice(condition, then, result, span);
        }
        result
    }

    /// `a ?: b`: a is evaluated once, into a temporary.
    fn twice(&mut self, value: Expr) -> (Expr, Expr) {
        if self.is_file_scope() || matches!(value.kind, ExprKind::Int(_)) {
            return (value.clone(), value);
        }
        // The variable has no width: a bit-field is promoted before.
        let value = if self.is_bit_field(&value) { self.promote(value) } else { value };
        let (ty, span) = (value.ty, value.span);
        let local = self.new_temporary("condition", ty, span);
        let place = Place { kind: PlaceKind::Local(local), ty, span };
        let condition = Expr { kind: ExprKind::Assign(Box::new(place.clone()), Box::new(value)), ty, span };
        (condition, Expr { kind: ExprKind::Load(Box::new(place)), ty, span })
    }

    fn choice(&mut self, condition: Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
        let Some((then, otherwise)) = self.alternatives(then, otherwise, span) else { return self.erroneous(span) };
        let ty = then.ty;
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind, ty, span }
    }

    /// Both of one type (C11 6.5.15).
    fn alternatives(&mut self, then: Expr, otherwise: Expr, span: Span) -> Option<(Expr, Expr)> {
        match (self.class(then.ty), self.class(otherwise.ty)) {
            (Class::Error, _) => Some((self.cast_error(then, otherwise.ty), otherwise)),
            (_, Class::Error) => {
                let ty = then.ty;
                Some((then, self.cast_error(otherwise, ty)))
            }
            (Class::Void, _) | (_, Class::Void) => {
                let void = self.basic.void;
                Some((self.cast(then, void, false), self.cast(otherwise, void, false)))
            }
            (Class::Integer(_) | Class::Float(_), Class::Integer(_) | Class::Float(_)) => {
                let Balanced { left, right, .. } = self.balance(then, otherwise);
                Some((left, right))
            }
            (Class::Pointer(a), Class::Pointer(b)) => {
                let ty = self.common_pointer(&then, &otherwise, a, b, span);
                Some((self.cast(then, ty, false), self.cast(otherwise, ty, false)))
            }
            (Class::Pointer(_), Class::Integer(_)) => {
                let ty = then.ty;
                Some((then, self.assign_to(otherwise, ty, "one side of `?:`")))
            }
            (Class::Integer(_), Class::Pointer(_)) => {
                Some((self.assign_to(then, otherwise.ty, "one side of `?:`"), otherwise))
            }
            _ if then.ty == otherwise.ty => Some((then, otherwise)),
            (Class::Opaque, _) | (_, Class::Opaque) => {
                let ty = if self.class(then.ty) == Class::Opaque { then.ty } else { otherwise.ty };
                Some((self.assign_to(then, ty, "one side of `?:`"), self.assign_to(otherwise, ty, "one side of `?:`")))
            }
            _ => {
                let (a, b) = (self.show(then.ty), self.show(otherwise.ty));
                self.error("type-mismatch", span, format!("the sides of `?:` are `{a}` and `{b}`"));
                None
            }
        }
    }

    fn cast_error(&mut self, value: Expr, ty: TypeId) -> Expr {
        Expr { ty, ..value }
    }

    fn common_pointer(&mut self, then: &Expr, otherwise: &Expr, a: TypeId, b: TypeId, span: Span) -> TypeId {
        if self.is_null_constant(then) {
            return otherwise.ty;
        }
        if self.is_null_constant(otherwise) {
            return then.ty;
        }
        if self.types.is_void(a) || self.types.is_void(b) {
            return self.basic.void_pointer;
        }
        if !self.compatible(a, b) {
            self.warning("pointer-conversion", span, "the sides of `?:` are pointers to different types");
            return self.basic.void_pointer;
        }
        self.composite(then.ty, otherwise.ty)
    }
}

/// `%` and bit operations are of integers only.
pub(super) fn is_defined(op: BinaryOp, class: Class) -> bool {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
            matches!(class, Class::Integer(_) | Class::Float(_))
        }
        BinaryOp::Remainder | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            matches!(class, Class::Integer(_))
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => matches!(class, Class::Integer(_)),
    }
}
