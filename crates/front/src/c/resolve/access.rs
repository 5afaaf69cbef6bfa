//! Members, elements, dereferences and addresses (C11 6.5.2, 6.5.3.2), and `offsetof`.

use invar_base::Span;

use super::convert::Class;
use super::expr::Operand;
use super::scope::Resolver;
use crate::c::ast;
use crate::c::hir::{BinaryOp, Expr, ExprKind, Place, PlaceKind};
use crate::c::types::{RecordId, Type, TypeId, Types};

/// The numbers of the fields that lead to a member, through anonymous members.
pub(super) fn member_path(types: &Types, record: RecordId, name: &str) -> Option<Vec<u32>> {
    let fields = types.fields(record);
    if let Some(number) = fields.iter().position(|field| field.name == name) {
        return Some(vec![number as u32]);
    }
    fields.iter().enumerate().filter(|(_, field)| field.name.is_empty()).find_map(|(number, field)| {
        let Type::Record(inner) = *types.get(field.ty) else { return None };
        let mut path = member_path(types, inner, name)?;
        path.insert(0, number as u32);
        Some(path)
    })
}

impl Resolver<'_> {
    /// `object.field`
    pub(super) fn field(&mut self, object: &ast::Expr, field: ast::Ident, span: Span) -> Operand {
        let place = match self.operand(object) {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let (ty, span) = (value.ty, value.span);
                Place { kind: PlaceKind::Value(Box::new(value)), ty, span }
            }
            Operand::Function(id, span) => {
                let value = self.function_address(id, span);
                let ty = value.ty;
                Place { kind: PlaceKind::Value(Box::new(value)), ty, span }
            }
        };
        self.member(place, field, span)
    }

    /// `pointer->field`
    pub(super) fn arrow(&mut self, pointer: &ast::Expr, field: ast::Ident, span: Span) -> Operand {
        let pointer = self.value(pointer);
        match self.class(pointer.ty) {
            Class::Pointer(to) => {
                let object_span = pointer.span;
                let place = Place { kind: PlaceKind::Deref(Box::new(pointer)), ty: to, span: object_span };
                self.member(place, field, span)
            }
            Class::Error => Operand::Value(self.erroneous(span)),
            _ => {
                let message = format!("`->` needs a pointer, this is `{}`", self.show(pointer.ty));
                self.error("type-mismatch", pointer.span, message);
                Operand::Value(self.erroneous(span))
            }
        }
    }

    fn member(&mut self, object: Place, field: ast::Ident, span: Span) -> Operand {
        let record = match self.class(object.ty) {
            Class::Record(record) => record,
            Class::Error => return Operand::Value(self.erroneous(span)),
            _ => {
                let message = format!("`{}` has no members", self.show(object.ty));
                self.error("no-member", field.span, message);
                return Operand::Value(self.erroneous(span));
            }
        };
        let Some(path) = self.path_to(record, object.ty, field) else { return Operand::Value(self.erroneous(span)) };
        Operand::Place(self.along(object, &path, span))
    }

    /// The member's path; reports one that is missing.
    pub(super) fn path_to(&mut self, record: RecordId, ty: TypeId, field: ast::Ident) -> Option<Vec<u32>> {
        let name = self.name(field.name);
        if self.types.records[record].layout.is_none() {
            self.error("incomplete-type", field.span, format!("`{}` is not complete here", self.show(ty)));
            return None;
        }
        let path = member_path(&self.types, record, name);
        if path.is_none() {
            self.error("no-member", field.span, format!("`{}` has no member `{name}`", self.show(ty)));
        }
        path
    }

    pub(super) fn along(&self, object: Place, path: &[u32], span: Span) -> Place {
        path.iter().fold(object, |place, number| {
            let ty = match self.types.get(place.ty) {
                Type::Record(record) => self.types.fields(*record)[*number as usize].ty,
                _ => self.basic.error,
            };
            Place { kind: PlaceKind::Field(Box::new(place), *number), ty, span }
        })
    }

    /// `array[index]`, in either order.
    pub(super) fn index(&mut self, array: &ast::Expr, index: &ast::Expr, span: Span) -> Operand {
        let left = self.operand(array);
        if let Operand::Place(place) = &left
            && let Type::Array { element, .. } = *self.types.get(place.ty)
        {
            let index = self.value(index);
            let index = self.index_value(index);
            let Operand::Place(place) = left else { return left };
            let kind = PlaceKind::Index(Box::new(place), Box::new(index));
            return Operand::Place(Place { kind, ty: element, span });
        }
        let left = self.rvalue(left);
        let right = self.operand(index);
        let is_swapped = matches!(self.class(left.ty), Class::Integer(_));
        if is_swapped
            && let Operand::Place(place) = &right
            && let Type::Array { element, .. } = *self.types.get(place.ty)
        {
            let Operand::Place(place) = right else { return right };
            let kind = PlaceKind::Index(Box::new(place), Box::new(left));
            return Operand::Place(Place { kind, ty: element, span });
        }
        let right = self.rvalue(right);
        let (pointer, index) = if is_swapped { (right, left) } else { (left, right) };
        self.pointer_index(pointer, index, span)
    }

    fn pointer_index(&mut self, pointer: Expr, index: Expr, span: Span) -> Operand {
        match self.class(pointer.ty) {
            Class::Pointer(to) => {
                self.needs_size(to, pointer.span);
                let index = self.index_value(index);
                let ty = pointer.ty;
                let kind = ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), negative: false };
                let sum = Expr { kind, ty, span };
                Operand::Place(Place { kind: PlaceKind::Deref(Box::new(sum)), ty: to, span })
            }
            Class::Opaque => {
                let value = self.unsupported("an element of a vector", vec![pointer, index], self.basic.error, span);
                let ty = value.ty;
                Operand::Place(Place { kind: PlaceKind::Value(Box::new(value)), ty, span })
            }
            Class::Error => Operand::Value(self.erroneous(span)),
            _ => {
                let message = format!("`{}` has no elements", self.show(pointer.ty));
                self.error("type-mismatch", span, message);
                Operand::Value(self.erroneous(span))
            }
        }
    }

    pub(super) fn index_value(&mut self, index: Expr) -> Expr {
        match self.class(index.ty) {
            Class::Integer(_) | Class::Error => index,
            _ => {
                let message = format!("an index must be an integer, this is `{}`", self.show(index.ty));
                self.error("type-mismatch", index.span, message);
                self.erroneous(index.span)
            }
        }
    }

    /// Pointer arithmetic needs the size of what is pointed to.
    pub(super) fn needs_size(&mut self, to: TypeId, span: Span) {
        if self.types.size_of(to).is_none() && !self.has_variable_size(to) && !self.is_unknown_array(to) {
            self.error("incomplete-type", span, format!("the size of `{}` is not known here", self.show(to)));
        }
    }

    fn is_unknown_array(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Array { .. })
    }

    /// `*pointer`
    pub(super) fn dereference(&mut self, pointer: &ast::Expr, span: Span) -> Operand {
        let pointer = self.value(pointer);
        match self.class(pointer.ty) {
            // The function that is pointed to becomes its address again at once.
            Class::Pointer(to) if matches!(self.types.get(to), Type::Function(_)) => Operand::Value(pointer),
            Class::Pointer(to) => Operand::Place(Place { kind: PlaceKind::Deref(Box::new(pointer)), ty: to, span }),
            Class::Error => Operand::Value(self.erroneous(span)),
            _ => {
                let message = format!("`*` needs a pointer, this is `{}`", self.show(pointer.ty));
                self.error("type-mismatch", pointer.span, message);
                Operand::Value(self.erroneous(span))
            }
        }
    }

    /// `&operand`
    pub(super) fn address_of(&mut self, operand: &ast::Expr, span: Span) -> Expr {
        let mut inner = operand;
        while let ast::ExprKind::Paren(next) = &inner.kind {
            inner = next;
        }
        // `&*p` is p, even if p is null or points to a function.
        if let ast::ExprKind::Unary { op: ast::UnaryOp::Deref, operand: pointer } = &inner.kind {
            let mut value = self.value(pointer);
            if matches!(self.class(value.ty), Class::Pointer(_) | Class::Error) {
                value.span = span;
                return value;
            }
        }
        match self.operand(operand) {
            Operand::Function(id, _) => self.function_address(id, span),
            Operand::Place(place) => self.address_of_place(place, span),
            Operand::Value(value) if self.class(value.ty) == Class::Error => self.erroneous(span),
            Operand::Value(value) => {
                self.error("not-assignable", value.span, "this has no address: it is a value, not an object");
                self.erroneous(span)
            }
        }
    }

    fn address_of_place(&mut self, place: Place, span: Span) -> Expr {
        if place.bit_field(&self.types).is_some() {
            self.error("bit-field", span, "a bit-field has no address");
            return self.erroneous(span);
        }
        let ty = self.types.pointer(place.ty);
        Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span }
    }

    // ----- offsetof -----

    pub(super) fn offsetof(&mut self, name: &ast::TypeName, designators: &[ast::Designator], span: Span) -> Expr {
        let mut ty = self.type_name(name).ty;
        let mut offset = self.int(0, self.basic.size, span);
        for designator in designators {
            let step = match designator {
                ast::Designator::Field(field) => self.field_step(&mut ty, *field),
                ast::Designator::Index(index) => self.index_step(&mut ty, index),
                ast::Designator::Range(first, _) => self.index_step(&mut ty, first),
            };
            let Some(step) = step else { return self.erroneous(span) };
            offset = match (&offset.kind, &step.kind) {
                (ExprKind::Int(a), ExprKind::Int(b)) => self.int(a + b, self.basic.size, span),
                _ => self.size_operation(BinaryOp::Add, offset, step),
            };
        }
        offset
    }

    fn field_step(&mut self, ty: &mut TypeId, field: ast::Ident) -> Option<Expr> {
        let Class::Record(record) = self.class(*ty) else {
            if self.class(*ty) != Class::Error {
                self.error("no-member", field.span, format!("`{}` has no members", self.show(*ty)));
            }
            return None;
        };
        let path = self.path_to(record, *ty, field)?;
        let mut offset = 0;
        for number in path {
            let Type::Record(record) = *self.types.get(*ty) else { return None };
            let field = &self.types.fields(record)[number as usize];
            offset += field.offset;
            *ty = field.ty;
        }
        Some(self.int(i128::from(offset), self.basic.size, field.span))
    }

    fn index_step(&mut self, ty: &mut TypeId, index: &ast::Expr) -> Option<Expr> {
        let index = self.value(index);
        let index = self.index_value(index);
        let Type::Array { element, .. } = *self.types.get(*ty) else {
            self.error("type-mismatch", index.span, format!("`{}` has no elements", self.show(*ty)));
            return None;
        };
        *ty = element;
        let size = self.types.size_of(element)?;
        if let Some(number) = super::evaluate(&self.types, &index).and_then(super::Constant::int) {
            let number = number.checked_mul(i128::from(size))?;
            return Some(self.int(number, self.basic.size, index.span));
        }
        let size = self.int(i128::from(size), self.basic.size, index.span);
        let index = self.cast(index, self.basic.size, false);
        Some(self.size_operation(BinaryOp::Multiply, index, size))
    }

    fn size_operation(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let span = left.span;
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: self.basic.size, span }
    }
}
