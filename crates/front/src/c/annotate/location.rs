//! Sets of places: in `assigns`, and behind pointers in `\valid` and `\separated`.
//!
//! A result of `None` is a set that `Location` cannot express; the caller says so.

use super::syntax::{Expr, ExprKind, UnaryOp};
use super::term::{Resolved, Terms, Value};
use crate::c::hir::BinaryOp;
use crate::c::hir::spec::{Location, LogicType, Term};
use crate::c::types::{ArrayLength, Type};
use invar_base::Span;

type Set = Resolved<Option<Vec<Location>>>;

impl Terms<'_> {
    /// Places: `x`, `*p`, `a[lo..hi].f`, `\nothing`.
    pub fn places(&mut self, expr: &Expr) -> Set {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Builtin { name, args: None, .. } if self.is_empty_set(*name) => Ok(Some(Vec::new())),
            ExprKind::Builtin { name, args: Some(members), .. } if self.name(*name) == "union" => {
                self.all(members, Self::places)
            }
            ExprKind::Set(members) => self.all(members, Self::places),
            ExprKind::Index(base, index) if is_range(index) => {
                if has_range(base) {
                    let rows = self.places(base)?;
                    return Ok(rows.filter(|rows| self.covers_rows(rows, index)));
                }
                let pointer = self.decayed(base)?;
                Ok(Some(vec![self.range(pointer, index, span)?]))
            }
            ExprKind::Index(base, _) if has_range(base) => Ok(None),
            ExprKind::Field(base, field) if has_range(base) => {
                let bases = self.places(base)?;
                self.fields(bases, *field, span)
            }
            ExprKind::Arrow(base, field) if has_range(base) => {
                let bases = self.pointed_to(base)?;
                self.fields(bases, *field, span)
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.pointed_to(pointer),
            _ => match self.value(expr)? {
                Value::Place(place) => Ok(Some(vec![Location::Place(place)])),
                Value::Term(_) => self.fail("type-mismatch", span, "this is a value, not a place in memory"),
            },
        }
    }

    /// The places that pointers point to: `p`, `p + (lo..hi)`, `&x`.
    pub fn pointed_to(&mut self, expr: &Expr) -> Set {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Builtin { name, args: None, .. } if self.is_empty_set(*name) => Ok(Some(Vec::new())),
            ExprKind::Builtin { name, args: Some(members), .. } if self.name(*name) == "union" => {
                self.all(members, Self::pointed_to)
            }
            ExprKind::Set(members) => self.all(members, Self::pointed_to),
            ExprKind::Unary(UnaryOp::Address, place) => self.places(place),
            ExprKind::Binary { first, rest } if has_range(expr) => self.sum_with_range(first, rest, span),
            _ if has_range(expr) => Ok(None),
            _ => {
                let pointer = self.pointer(expr)?;
                if self.pointee(&pointer).is_some_and(|ty| self.scope.types().is_void(ty)) {
                    return self.fail("type-mismatch", span, "cast this `void *` to say what it points to");
                }
                if self.pointee(&pointer).is_some_and(|ty| matches!(self.scope.types().get(ty), Type::Function(_))) {
                    return self.fail("type-mismatch", span, "a pointer to a function points to no object");
                }
                Ok(Some(vec![Location::Place(self.deref(pointer, span)?)]))
            }
        }
    }

    fn is_empty_set(&self, name: invar_base::Symbol) -> bool {
        matches!(self.scope.names().name(name), "nothing" | "empty")
    }

    fn all(&mut self, members: &[Expr], part: fn(&mut Self, &Expr) -> Set) -> Set {
        let mut locations = Vec::new();
        for member in members {
            match part(self, member)? {
                Some(found) => locations.extend(found),
                None => return Ok(None),
            }
        }
        Ok(Some(locations))
    }

    /// `p + i + (lo..hi)`: exactly one range, added.
    fn sum_with_range(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)], span: Span) -> Set {
        let is_sum = rest.iter().all(|(op, _)| matches!(op, BinaryOp::Add | BinaryOp::Subtract));
        let mut range = None;
        let mut sum: Option<Term> = None;
        for (op, part) in std::iter::once((BinaryOp::Add, first)).chain(rest.iter().map(|(op, part)| (*op, part))) {
            if is_range(part) {
                if range.is_some() || op == BinaryOp::Subtract {
                    return Ok(None);
                }
                range = Some(part);
                continue;
            }
            if has_range(part) || !is_sum {
                return Ok(None);
            }
            let part = self.term(part)?;
            sum = Some(match sum {
                None => part,
                Some(sum) => self.combine(op, sum, part, span)?,
            });
        }
        let (Some(range), Some(pointer)) = (range, sum) else { return Ok(None) };
        if self.pointee(&pointer).is_none() {
            let found = self.describe(pointer.ty);
            return self.fail("type-mismatch", pointer.span, format!("this must be a pointer, but it is {found}"));
        }
        Ok(Some(vec![self.range(pointer, range, span)?]))
    }

    /// `a[0 .. 3][0 .. 4]` is `a[0 .. 3]`, if the rows have five elements.
    fn covers_rows(&self, rows: &[Location], index: &Expr) -> bool {
        let ExprKind::Range(low, high) = &index.kind else { return false };
        let number = |bound: &Option<Box<Expr>>| match bound.as_ref().map(|bound| &bound.kind) {
            Some(ExprKind::Number(spelling)) => self.scope.names().name(*spelling).parse::<u64>().ok(),
            Some(_) | None => None,
        };
        rows.iter().all(|row| {
            let Location::Range { pointer, .. } = row else { return false };
            let Some(ty) = self.pointee(pointer) else { return false };
            let Type::Array { element, length: ArrayLength::Known(length) } = self.scope.types().get(ty) else {
                return false;
            };
            let is_row = !matches!(self.scope.types().get(*element), Type::Array { .. });
            let from_start = low.is_none() || number(low) == Some(0);
            let to_end = high.is_none() || number(high).and_then(|high| high.checked_add(1)) == Some(*length);
            is_row && from_start && to_end
        })
    }

    fn range(&mut self, pointer: Term, range: &Expr, span: Span) -> Resolved<Location> {
        if self.pointee(&pointer).is_some_and(|ty| self.scope.types().is_void(ty)) {
            return self.fail("type-mismatch", pointer.span, "cast this `void *` to say what it points to");
        }
        let ExprKind::Range(low, high) = &range.kind else {
            return self.fail("syntax", range.span, "this must be a range of indices");
        };
        let low = low.as_ref().map(|low| self.integer(low)).transpose()?;
        let high = high.as_ref().map(|high| self.integer(high)).transpose()?;
        Ok(Location::Range { pointer, low, high, span })
    }

    /// An array or pointer as a pointer to elements.
    fn decayed(&mut self, base: &Expr) -> Resolved<Term> {
        let pointer = self.term(base)?;
        if self.pointee(&pointer).is_none() {
            let found = self.describe(pointer.ty);
            let message = format!("this must be an array or a pointer, but it is {found}");
            return self.fail("type-mismatch", base.span, message);
        }
        Ok(pointer)
    }

    /// The field of each element of ranges.
    fn fields(&mut self, bases: Option<Vec<Location>>, field: super::syntax::Ident, span: Span) -> Set {
        let Some(bases) = bases else { return Ok(None) };
        let mut locations = Vec::new();
        for base in bases {
            let (pointer, low, high, mut fields) = match base {
                Location::Range { pointer, low, high, .. } => (pointer, low, high, Vec::new()),
                Location::RangeField { pointer, low, high, fields, .. } => (pointer, low, high, fields),
                Location::Place(_) => return Ok(None),
            };
            let mut ty = self.pointee(&pointer);
            for number in &fields {
                ty = ty.and_then(|id| match self.scope.types().get(id) {
                    Type::Record(record) => self.scope.types().fields(*record).get(*number as usize).map(|f| f.ty),
                    _ => None,
                });
            }
            let Some(ty) = ty else { return Ok(None) };
            let path = self.field_path(LogicType::C(ty), field)?;
            fields.extend(path.into_iter().map(|(number, _)| number));
            locations.push(Location::RangeField { pointer, low, high, fields, span });
        }
        Ok(Some(locations))
    }
}

fn is_range(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Range(..))
}

/// Whether a range stands in the part of the expression that says which places are meant.
fn has_range(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Range(..) => true,
        ExprKind::Index(base, index) => is_range(index) || has_range(base),
        ExprKind::Field(base, _) | ExprKind::Arrow(base, _) => has_range(base),
        ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) => has_range(operand),
        ExprKind::Binary { first, rest } => has_range(first) || rest.iter().any(|(_, part)| has_range(part)),
        ExprKind::Set(members) => members.iter().any(has_range),
        ExprKind::At(inner, _) => has_range(inner),
        ExprKind::Builtin { args, .. } => args.iter().flatten().any(has_range),
        ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Char(_) | ExprKind::Str(_) => false,
        ExprKind::Apply { .. } | ExprKind::Compare { .. } | ExprKind::And(_) | ExprKind::Or(_) => false,
        ExprKind::Xor(_) | ExprKind::Implies(..) | ExprKind::Iff(_) | ExprKind::Conditional(..) => false,
        ExprKind::Quantified { .. } | ExprKind::Let { .. } | ExprKind::SizeofType(_) => false,
        ExprKind::SizeofExpr(_) | ExprKind::Unsupported(_) => false,
    }
}
