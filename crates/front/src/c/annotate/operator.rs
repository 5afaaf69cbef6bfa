//! Arithmetic, comparisons, casts, `sizeof`.

use super::syntax::{Expr, TypeName};
use super::term::{Failed, Numeric, Resolved, Terms, Value, boolean, integer, not};
use crate::c::hir::spec::{LogicType, Term, TermKind};
use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::types::TypeId;
use invar_base::Span;

impl Terms<'_> {
    /// An integer or a real number.
    pub fn arithmetic(&mut self, expr: &Expr) -> Resolved<Term> {
        let term = self.term(expr)?;
        self.as_number(term)
    }

    fn as_number(&mut self, term: Term) -> Resolved<Term> {
        if self.numeric(term.ty) == Numeric::Real { Ok(term) } else { self.as_integer(term) }
    }

    pub fn binary(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)], span: Span) -> Resolved<Term> {
        let mut left = self.term(first)?;
        for (op, right) in rest {
            let right = self.term(right)?;
            // From the first operand to this one.
            let span = if left.span.source == right.span.source { left.span.to(right.span) } else { span };
            left = self.combine(*op, left, right, span)?;
        }
        Ok(Term { span, ..left })
    }

    pub fn combine(&mut self, op: BinaryOp, left: Term, right: Term, span: Span) -> Resolved<Term> {
        let pointers = (self.pointee(&left).is_some(), self.pointee(&right).is_some());
        match (op, pointers) {
            (BinaryOp::Add, (true, false)) => self.pointer_add(left, right, span),
            (BinaryOp::Add, (false, true)) => self.pointer_add(right, left, span),
            (BinaryOp::Subtract, (true, false)) => {
                let index = self.as_integer(right)?;
                let negative = Term { ty: LogicType::Integer, span: index.span, kind: negate(index) };
                self.pointer_add(left, negative, span)
            }
            (BinaryOp::Subtract, (true, true)) => {
                let (left, right) = self.common(left, right)?;
                let kind = TermKind::PointerDifference(Box::new(left), Box::new(right));
                Ok(Term { kind, ty: LogicType::Integer, span })
            }
            _ => self.combine_numbers(op, left, right, span),
        }
    }

    fn pointer_add(&mut self, pointer: Term, index: Term, span: Span) -> Resolved<Term> {
        let index = self.as_integer(index)?;
        let ty = pointer.ty;
        Ok(Term { kind: TermKind::PointerAdd(Box::new(pointer), Box::new(index)), ty, span })
    }

    fn combine_numbers(&mut self, op: BinaryOp, left: Term, right: Term, span: Span) -> Resolved<Term> {
        let may_be_real = matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
        let (mut left, mut right) = (left, right);
        let mut ty = LogicType::Integer;
        let is_real = self.numeric(left.ty) == Numeric::Real || self.numeric(right.ty) == Numeric::Real;
        if may_be_real && is_real {
            ty = LogicType::Real;
            left = self.convert(left, ty)?;
            right = self.convert(right, ty)?;
        } else {
            left = self.as_integer(left)?;
            right = self.as_integer(right)?;
        }
        Ok(Term { kind: TermKind::Binary(op, Box::new(left), Box::new(right)), ty, span })
    }

    /// `a op b op c`: each neighbouring pair, so a middle operand is resolved once and occurs twice.
    pub fn comparisons(&mut self, first: &Expr, rest: &[(CompareOp, Expr)], span: Span) -> Resolved<Term> {
        let mut left = self.term(first)?;
        let mut parts = Vec::new();
        for (op, right) in rest {
            let right = self.term(right)?;
            let here = if left.span.source == right.span.source { left.span.to(right.span) } else { span };
            parts.push(self.compare(*op, left, right.clone(), here)?);
            left = right;
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(Term { span, ..only }),
            Some(last) => {
                parts.push(last);
                Ok(boolean(TermKind::And(parts), span))
            }
            None => Err(Failed),
        }
    }

    pub fn compare(&mut self, op: CompareOp, left: Term, right: Term, span: Span) -> Resolved<Term> {
        if self.is_whole_array(&left) && self.is_whole_array(&right) {
            return Ok(self.unsupported("a comparison of whole arrays", span));
        }
        let (left, right) = self.common(left, right)?;
        let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        match self.numeric(left.ty) {
            Numeric::Integer | Numeric::Real | Numeric::Pointer => {
                Ok(boolean(TermKind::Compare(op, Box::new(left), Box::new(right)), span))
            }
            Numeric::Boolean if is_equality => {
                let same = super::term::iff(left, right, span);
                Ok(if op == CompareOp::Equal { same } else { not(same) })
            }
            Numeric::Boolean => {
                let (left, right) = (self.as_integer(left)?, self.as_integer(right)?);
                Ok(boolean(TermKind::Compare(op, Box::new(left), Box::new(right)), span))
            }
            Numeric::Other if is_equality => Ok(self.unsupported("a comparison of whole structs", span)),
            Numeric::Other => {
                let found = self.describe(left.ty);
                self.fail("type-mismatch", left.span, format!("this cannot be compared: it is {found}"))
            }
        }
    }

    /// Brings two values to one type.
    pub fn common(&mut self, left: Term, right: Term) -> Resolved<(Term, Term)> {
        use Numeric::*;
        if let TermKind::Unsupported(_) = left.kind {
            return Ok((Term { ty: self.normal(right.ty), ..left }, right));
        }
        if let TermKind::Unsupported(_) = right.kind {
            return Ok((Term { ty: self.normal(left.ty), ..right }, left)).map(|(right, left)| (left, right));
        }
        match (self.numeric(left.ty), self.numeric(right.ty)) {
            (Integer, Integer) | (Real, Real) | (Boolean, Boolean) => Ok((left, right)),
            (Boolean, Integer) => Ok((self.as_integer(left)?, right)),
            (Integer, Boolean) => Ok((left, self.as_integer(right)?)),
            (Integer, Real) => Ok((self.convert(left, LogicType::Real)?, right)),
            (Real, Integer) => Ok((left, self.convert(right, LogicType::Real)?)),
            (Pointer, Integer) if right.is_zero() => {
                let ty = left.ty;
                Ok((left, self.convert(right, ty)?))
            }
            (Integer, Pointer) if left.is_zero() => Ok((self.convert(left, right.ty)?, right)),
            (Pointer, Pointer) if self.fits(left.ty, right.ty) => Ok((left, right)),
            (Other, Other) if left.ty == right.ty => Ok((left, right)),
            (Pointer, Pointer) => {
                self.fail("type-mismatch", right.span, "these pointers point to values of different types; cast one")
            }
            (Integer | Real | Boolean | Pointer | Other, _) => {
                let (one, other) = (self.describe(left.ty), self.describe(right.ty));
                self.fail("type-mismatch", right.span, format!("this is {other}, but the other operand is {one}"))
            }
        }
    }

    pub fn cast(&mut self, ty: &TypeName, operand: &Expr, span: Span) -> Resolved<Term> {
        let ty = self.logic_type(ty)?;
        let term = self.term(operand)?;
        if let TermKind::Unsupported(_) = term.kind {
            return Ok(Term { ty, ..term });
        }
        match (self.numeric(ty), self.numeric(term.ty)) {
            (Numeric::Pointer, Numeric::Integer) if term.is_zero() => Ok(Term { kind: TermKind::Null, ty, span }),
            (Numeric::Pointer, Numeric::Pointer) if ty == term.ty => Ok(Term { span, ..term }),
            (Numeric::Pointer, Numeric::Pointer) if matches!(term.kind, TermKind::Null) => {
                Ok(Term { ty, span, ..term })
            }
            (Numeric::Pointer, Numeric::Pointer | Numeric::Integer) => Ok(cast_to(term, ty, span)),
            (Numeric::Integer, Numeric::Pointer) => Ok(cast_to(term, ty, span)),
            (Numeric::Integer, Numeric::Integer | Numeric::Boolean) => {
                let term = self.as_integer(term)?;
                // To the unbounded integers nothing happens.
                Ok(if ty == LogicType::Integer { Term { span, ..term } } else { cast_to(term, ty, span) })
            }
            (Numeric::Integer, Numeric::Real) => Ok(self.unsupported("truncation of a real number", span)),
            (Numeric::Real | Numeric::Boolean, _) => self.convert(term, ty),
            (Numeric::Other, _) | (_, Numeric::Other) | (Numeric::Pointer, _) => {
                let (wanted, found) = (self.describe(ty), self.describe(term.ty));
                self.fail("type-mismatch", span, format!("a value that is {found} cannot be made {wanted}"))
            }
        }
    }

    pub fn size_of_expr(&mut self, operand: &Expr, span: Span) -> Resolved<Term> {
        let ty = match self.value(operand)? {
            Value::Place(place) => LogicType::C(place.ty),
            Value::Term(term) => term.ty,
        };
        match ty {
            LogicType::C(ty) => self.size(ty, span),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => {
                self.fail("type-mismatch", span, "a value of the logic has no size")
            }
        }
    }

    pub fn size(&mut self, ty: TypeId, span: Span) -> Resolved<Term> {
        match self.scope.types().size_of(ty) {
            Some(size) => Ok(integer(size, span)),
            None => self.fail("type-mismatch", span, "the size of this type is not known"),
        }
    }
}

fn cast_to(term: Term, ty: LogicType, span: Span) -> Term {
    Term { kind: TermKind::Cast(Box::new(term)), ty, span }
}

fn negate(term: Term) -> TermKind {
    match term.kind {
        TermKind::Integer(value) => TermKind::Integer(-value),
        _ => TermKind::Negate(Box::new(term)),
    }
}
