//! Places: variables, fields, elements, what pointers point to; and the loads from them.

use super::syntax::{Expr, ExprKind, Ident, UnaryOp};
use super::term::{Resolved, Site, Terms, Value, at, integer, not};
use crate::c::hir::spec::{LogicType, Place, PlaceKind, State, Term, TermKind};
use crate::c::types::{RecordId, Type, TypeId, Types};
use invar_base::Span;

impl Terms<'_> {
    /// The value of a place. An array decays to a pointer to its first element.
    pub fn load(&mut self, place: Place) -> Resolved<Term> {
        let (ty, span) = (place.ty, place.span);
        if let Type::Array { element, .. } = *self.scope.types().get(ty) {
            let ty = LogicType::C(self.scope.types_mut().pointer(element));
            return Ok(Term { kind: TermKind::AddressOf(place), ty, span });
        }
        if let Type::Void | Type::Function(_) = self.scope.types().get(ty) {
            return self.fail("type-mismatch", span, "this has no value");
        }
        let is_entry_value = self.site == Site::Ensures && self.is_present() && is_variable(&place);
        let ty = self.normal(LogicType::C(ty));
        let place = if is_entry_value { self.keep_indices(place) } else { place };
        let load = Term { kind: TermKind::Load(place), ty, span };
        Ok(if is_entry_value { at(load, State::Pre) } else { load })
    }

    pub fn is_present(&self) -> bool {
        matches!(self.state, State::Here | State::Post)
    }

    /// The place is going to be read at entry, but its indices mean the present.
    fn keep_indices(&self, place: Place) -> Place {
        let kind = match place.kind {
            PlaceKind::Index(base, index) => {
                PlaceKind::Index(Box::new(self.keep_indices(*base)), Box::new(kept(*index, State::Post)))
            }
            PlaceKind::Field(base, field) => PlaceKind::Field(Box::new(self.keep_indices(*base)), field),
            kind @ (PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Deref(_)) => kind,
        };
        Place { kind, ..place }
    }

    /// `e[i]`, `e.f`, `e->f`
    pub fn access(&mut self, expr: &Expr) -> Resolved<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Index(base, index) => {
                let index = match &index.kind {
                    ExprKind::Range(..) => return self.value(index),
                    _ => self.integer(index)?,
                };
                self.element(base, index, span)
            }
            ExprKind::Field(base, field) => {
                let base = self.value(base)?;
                self.field(base, *field, span)
            }
            ExprKind::Arrow(base, field) => {
                let pointer = self.pointer(base)?;
                let place = self.deref(pointer, span)?;
                self.field(Value::Place(place), *field, span)
            }
            _ => self.value(expr),
        }
    }

    fn element(&mut self, base: &Expr, index: Term, span: Span) -> Resolved<Value> {
        let base_span = base.span;
        let pointer = match self.value(base)? {
            Value::Place(place) => {
                if let Type::Array { element, .. } = *self.scope.types().get(place.ty) {
                    let kind = PlaceKind::Index(Box::new(place), Box::new(index));
                    return Ok(Value::Place(Place { kind, ty: element, span }));
                }
                self.load(place)?
            }
            Value::Term(term) => term,
        };
        if let LogicType::C(ty) = pointer.ty
            && let Type::Array { element, .. } = *self.scope.types().get(ty)
        {
            let of_value = self.element_of_value(pointer, index, element, span);
            return Ok(Value::Term(match of_value {
                Some(term) => term,
                None => self.unsupported("an array inside of a value", span),
            }));
        }
        if self.pointee(&pointer).is_none() {
            let found = self.describe(pointer.ty);
            return self.fail(
                "type-mismatch",
                base_span,
                format!("this must be an array or a pointer, but it is {found}"),
            );
        }
        let ty = pointer.ty;
        let sum = Term { kind: TermKind::PointerAdd(Box::new(pointer), Box::new(index)), ty, span };
        Ok(Value::Place(self.deref(sum, span)?))
    }

    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.scope.types().get(ty), Type::Array { .. })
    }

    /// Is it an array as a whole: a value of its own, or one that has decayed just here?
    pub fn is_whole_array(&self, term: &Term) -> bool {
        match (&term.kind, term.ty) {
            (_, LogicType::C(ty)) if self.is_array(ty) => true,
            (TermKind::AddressOf(place), LogicType::C(ty)) => {
                self.is_array(place.ty) && self.scope.types().pointee(ty) != Some(place.ty)
            }
            (_, _) => false,
        }
    }

    /// `\old(a)[i]` is `\old(a[i])`, with `i` as it is now.
    fn element_of_value(&mut self, array: Term, index: Term, element: TypeId, span: Span) -> Option<Term> {
        let TermKind::At(inner, state) = array.kind else { return None };
        let TermKind::Load(place) = inner.kind else { return None };
        let index = Box::new(kept(index, self.state));
        let place = Place { kind: PlaceKind::Index(Box::new(place), index), ty: element, span };
        let is_row = self.is_array(element);
        let ty = if is_row { LogicType::C(element) } else { self.normal(LogicType::C(element)) };
        Some(Term { span, ..at(Term { kind: TermKind::Load(place), ty, span }, state) })
    }

    pub fn deref(&mut self, pointer: Term, span: Span) -> Resolved<Place> {
        match self.pointee(&pointer) {
            Some(ty) if self.scope.types().is_void(ty) => {
                self.fail("type-mismatch", span, "a `void *` cannot be dereferenced; cast it first")
            }
            Some(ty) => Ok(Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span }),
            None => {
                let found = self.describe(pointer.ty);
                self.fail("type-mismatch", pointer.span, format!("this must be a pointer, but it is {found}"))
            }
        }
    }

    fn field(&mut self, base: Value, field: Ident, span: Span) -> Resolved<Value> {
        let ty = match &base {
            Value::Place(place) => LogicType::C(place.ty),
            Value::Term(term) => term.ty,
        };
        let path = self.field_path(ty, field)?;
        let mut value = base;
        for (number, ty) in path {
            value = match value {
                Value::Place(place) => {
                    Value::Place(Place { kind: PlaceKind::Field(Box::new(place), number), ty, span })
                }
                Value::Term(term) => Value::Term(self.field_of_value(term, number, ty, span)),
            };
        }
        Ok(value)
    }

    /// `\old(s).f` is `\old(s.f)`; `\result.f` is a term of its own.
    fn field_of_value(&mut self, term: Term, number: u32, ty: TypeId, span: Span) -> Term {
        let normal = self.normal(LogicType::C(ty));
        let kind = match term.kind {
            TermKind::At(inner, state) => TermKind::At(Box::new(self.field_of_value(*inner, number, ty, span)), state),
            TermKind::Load(place) => {
                TermKind::Load(Place { kind: PlaceKind::Field(Box::new(place), number), ty, span })
            }
            _ => TermKind::Field(Box::new(term), number),
        };
        Term { kind, ty: normal, span }
    }

    /// The way to a field, through anonymous members: numbers and types.
    pub fn field_path(&mut self, ty: LogicType, field: Ident) -> Resolved<Vec<(u32, TypeId)>> {
        let name = self.name(field.name);
        let types = self.scope.types();
        let record = match ty {
            LogicType::C(id) => match types.get(id) {
                Type::Record(record) => Some(*record),
                _ => None,
            },
            LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        };
        let Some(record) = record else {
            let found = self.describe(ty);
            let message = format!("only a struct or union has the field `{name}`, but this is {found}");
            return self.fail("type-mismatch", field.span, message);
        };
        match find_field(types, record, &name) {
            Some(path) => Ok(path),
            None => {
                let record = &types.records[record];
                let what = if record.layout.is_none() { "is not complete here" } else { "has no such field" };
                let message = format!("the type `{}` {what}: `{name}`", record.name);
                self.fail("unknown-name", field.span, message)
            }
        }
    }

    pub fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Resolved<Value> {
        let term = match op {
            UnaryOp::Deref => {
                let pointer = self.pointer(operand)?;
                return Ok(Value::Place(self.deref(pointer, span)?));
            }
            UnaryOp::Address => self.address(operand, span)?,
            UnaryOp::Not => Term { span, ..not(self.predicate(operand)?) },
            UnaryOp::Plus => self.arithmetic(operand)?,
            UnaryOp::Minus => {
                let value = self.arithmetic(operand)?;
                let ty = self.normal(value.ty);
                match value.kind {
                    TermKind::Integer(value) => integer(-value, span),
                    _ => Term { kind: TermKind::Negate(Box::new(value)), ty, span },
                }
            }
            UnaryOp::BitNot => {
                let value = Box::new(self.integer(operand)?);
                Term { kind: TermKind::Complement(value), ty: LogicType::Integer, span }
            }
        };
        Ok(Value::Term(term))
    }

    fn address(&mut self, operand: &Expr, span: Span) -> Resolved<Term> {
        let Value::Place(place) = self.value(operand)? else {
            return self.fail("type-mismatch", operand.span, "only places of the program have an address");
        };
        let ty = LogicType::C(self.scope.types_mut().pointer(place.ty));
        // `&*p` and `&p[i]` are `p` and `p + i`.
        if let PlaceKind::Deref(pointer) = place.kind {
            return Ok(Term { span, ..*pointer });
        }
        Ok(Term { kind: TermKind::AddressOf(place), ty, span })
    }
}

/// An index as it is in a state, inside of what is read in another.
fn kept(index: Term, state: State) -> Term {
    let is_fixed = matches!(index.kind, TermKind::Integer(_) | TermKind::Var(_) | TermKind::At(..));
    if is_fixed { index } else { at(index, state) }
}

/// A local variable, here a parameter, or a part of one.
fn is_variable(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(_) => true,
        PlaceKind::Global(_) | PlaceKind::Deref(_) => false,
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => is_variable(base),
    }
}

fn find_field(types: &Types, record: RecordId, name: &str) -> Option<Vec<(u32, TypeId)>> {
    for (number, field) in types.fields(record).iter().enumerate() {
        let here = (number as u32, field.ty);
        if field.name == name {
            return Some(vec![here]);
        }
        if field.name.is_empty()
            && let Type::Record(inner) = types.get(field.ty)
            && let Some(rest) = find_field(types, *inner, name)
        {
            return Some([vec![here], rest].concat());
        }
    }
    None
}
