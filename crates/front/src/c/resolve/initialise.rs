//! Initialisers (C11 6.7.9) as flat lists: braces that are left out, designators, ranges, strings.
//!
//! A list is walked with a cursor: a stack of aggregates, each with the part that comes next. A designator sets the cursor;
//! an item without one takes the next part, and goes down into it as long as the item does not fit as a whole.

use invar_base::Span;

use super::constant::{Constant, evaluate};
use super::convert::Class;
use super::expr::Operand;
use super::literals::element_kind;
use super::overrides::{Braces, Entries};
use super::scope::{Declared, Resolver};
use crate::c::ast;
use crate::c::hir::{Expr, ExprKind, Global, InitEntry, InitValue, Initialiser, Place, PlaceKind, Step};
use crate::c::types::{ArrayLength, RecordId, Type, TypeId};

/// An aggregate that the cursor is in.
#[derive(Clone, Debug)]
struct Frame {
    kind: FrameKind,
    /// The part that comes next.
    next: u64,
    /// The part that was taken last.
    step: Step,
}

#[derive(Clone, Copy, Debug)]
enum FrameKind {
    Array { element: TypeId, length: Option<u64> },
    Record(RecordId),
}

/// What a list is being turned into.
struct Filling {
    prefix: Vec<Step>,
    frames: Vec<Frame>,
    entries: Entries,
    /// Parts of the outermost aggregate that were reached.
    extent: u64,
}

impl Filling {
    fn path(&self) -> Vec<Step> {
        self.prefix.iter().copied().chain(self.frames.iter().map(|frame| frame.step)).collect()
    }
}

impl Resolver<'_> {
    /// The initialiser of an object; its type, completed if it was an array without a length.
    pub(super) fn initialiser(&mut self, ty: TypeId, init: &ast::Initializer) -> (Initialiser, TypeId) {
        let mut entries = Entries::new(ty);
        let extent = self.initialise(ty, Vec::new(), init, &mut entries);
        let completed = match *self.types.get(ty) {
            Type::Array { element, length: ArrayLength::Unknown } => self.array_of(element, extent),
            _ => ty,
        };
        (entries.finish(), completed)
    }

    /// Adds the entries for one object; how many elements of it were reached, if it is an array.
    fn initialise(&mut self, ty: TypeId, path: Vec<Step>, init: &ast::Initializer, entries: &mut Entries) -> u64 {
        match init {
            ast::Initializer::List(list) => self.fill_from_list(ty, path, list, entries),
            ast::Initializer::Expr(expr) => self.fill_from_expr(ty, path, expr, entries),
        }
    }

    fn fill_from_expr(&mut self, ty: TypeId, path: Vec<Step>, expr: &ast::Expr, entries: &mut Entries) -> u64 {
        if let Some(literal) = self.string_for(ty, expr) {
            return self.fill_from_string(path, literal, entries);
        }
        if let Some(list) = self.literal_for(ty, expr) {
            return self.fill_from_list(ty, path, list, entries);
        }
        let span = expr.span;
        if matches!(self.types.get(ty), Type::Array { .. }) {
            self.value(expr);
            self.error("type-mismatch", span, "an array is initialised by a list in braces or by a string");
            return 1;
        }
        let value = self.value(expr);
        self.push_value(ty, path, value, entries);
        1
    }

    fn push_value(&mut self, ty: TypeId, path: Vec<Step>, value: Expr, entries: &mut Entries) {
        let span = value.span;
        let value = self.assign_to(value, ty, "this initialiser");
        entries.push(InitEntry { path, value: InitValue::Expr(value), span });
    }

    /// The string that an expression initialises a character array with.
    fn string_for<'e>(&self, ty: TypeId, expr: &'e ast::Expr) -> Option<&'e ast::StringLiteral> {
        let Type::Array { element, .. } = self.types.get(ty) else { return None };
        let kind = self.types.int_kind(*element)?;
        match &expr.kind {
            ast::ExprKind::Paren(inner) => self.string_for(ty, inner),
            ast::ExprKind::Unary { op: ast::UnaryOp::Extension, operand } => self.string_for(ty, operand),
            ast::ExprKind::Str(literal) => {
                let same_size =
                    self.types.bits(kind) == self.types.bits(element_kind(self.types.model, literal.encoding));
                same_size.then_some(literal)
            }
            _ => None,
        }
    }

    /// GNU C: a compound literal of the same type initialises an array or record like its list.
    fn literal_for<'e>(&mut self, ty: TypeId, expr: &'e ast::Expr) -> Option<&'e ast::InitializerList> {
        match &expr.kind {
            ast::ExprKind::Paren(inner) => self.literal_for(ty, inner),
            ast::ExprKind::Unary { op: ast::UnaryOp::Extension, operand } => self.literal_for(ty, operand),
            ast::ExprKind::CompoundLiteral { ty: name, list } if self.frame(ty).is_some() => {
                let other = self.type_name(name).ty;
                self.compatible(ty, other).then_some(list)
            }
            _ => None,
        }
    }

    fn fill_from_string(&mut self, path: Vec<Step>, literal: &ast::StringLiteral, entries: &mut Entries) -> u64 {
        let id = self.string(literal);
        entries.push(InitEntry { path, value: InitValue::String(id), span: literal.span });
        self.strings[id].units.len() as u64
    }

    fn fill_from_list(
        &mut self,
        ty: TypeId,
        path: Vec<Step>,
        list: &ast::InitializerList,
        entries: &mut Entries,
    ) -> u64 {
        if let [ast::InitializerItem { designators, value: ast::Initializer::Expr(expr) }] = &list.items[..]
            && designators.is_empty()
            && let Some(literal) = self.string_for(ty, expr)
        {
            return self.fill_from_string(path, literal, entries);
        }
        match self.frame(ty) {
            Some(frame) => {
                let mut filling =
                    Filling { prefix: path, frames: vec![frame], entries: std::mem::take(entries), extent: 0 };
                for item in &list.items {
                    self.item(item, &mut filling);
                }
                *entries = filling.entries;
                filling.extent
            }
            None => self.scalar_in_braces(ty, path, list, entries),
        }
    }

    /// `int x = { 5 };`
    fn scalar_in_braces(
        &mut self,
        ty: TypeId,
        path: Vec<Step>,
        list: &ast::InitializerList,
        entries: &mut Entries,
    ) -> u64 {
        if self.class(ty) == Class::Void || matches!(self.types.get(ty), Type::Record(_)) {
            let message = format!("`{}` is not complete here", self.show(ty));
            self.error("incomplete-type", list.span, message);
            return 0;
        }
        if let Some(item) = list.items.first() {
            self.initialise(ty, path, &item.value, entries);
        }
        if list.items.len() > 1 {
            self.warning("excess-initialiser", list.span, "a single value is initialised here: the rest is dropped");
        }
        1
    }

    fn frame(&self, ty: TypeId) -> Option<Frame> {
        let kind = match self.types.get(ty) {
            Type::Array { element, length } => {
                let length = match length {
                    ArrayLength::Known(length) => Some(*length),
                    ArrayLength::Unknown | ArrayLength::Variable(_) => None,
                };
                FrameKind::Array { element: *element, length }
            }
            Type::Record(record) if self.types.records[*record].layout.is_some() => FrameKind::Record(*record),
            _ => return None,
        };
        Some(Frame { kind, next: 0, step: Step::Index(0) })
    }

    fn item(&mut self, item: &ast::InitializerItem, filling: &mut Filling) {
        let part = if item.designators.is_empty() {
            self.advance(filling)
        } else {
            filling.entries.expect_overrides();
            match self.designate(&item.designators, filling) {
                Some(ty) => Some(ty),
                // The error was reported.
                None => return,
            }
        };
        let Some(ty) = part else {
            let span = match &item.value {
                ast::Initializer::Expr(expr) => expr.span,
                ast::Initializer::List(list) => list.span,
            };
            self.warning("excess-initialiser", span, "there is no part left for this value: it is dropped");
            return;
        };
        match &item.value {
            ast::Initializer::List(list) => {
                let path = filling.path();
                let mut entries = std::mem::take(&mut filling.entries);
                entries.clear(&self.types, &path, Braces::Own, list.span);
                self.fill_from_list(ty, path, list, &mut entries);
                filling.entries = entries;
            }
            ast::Initializer::Expr(expr) => self.item_expr(ty, expr, filling),
        }
        if let Some(frame) = filling.frames.first() {
            filling.extent = filling.extent.max(frame.next);
        }
    }

    /// An expression for the part that the cursor is at, or for the first scalar inside it that it fits.
    fn item_expr(&mut self, part: TypeId, expr: &ast::Expr, filling: &mut Filling) {
        let mut ty = part;
        let mut value = None;
        loop {
            if let Some(literal) = self.string_for(ty, expr) {
                let path = filling.path();
                filling.entries.clear(&self.types, &path, Braces::Own, expr.span);
                self.fill_from_string(path, literal, &mut filling.entries);
                return;
            }
            if let Some(list) = self.literal_for(ty, expr) {
                let path = filling.path();
                let mut entries = std::mem::take(&mut filling.entries);
                entries.clear(&self.types, &path, Braces::Own, expr.span);
                self.fill_from_list(ty, path, list, &mut entries);
                filling.entries = entries;
                return;
            }
            let Some(frame) = self.frame(ty) else { break };
            // Only a record can be initialised as a whole by an expression.
            if matches!(frame.kind, FrameKind::Record(_)) {
                let resolved = value.take().unwrap_or_else(|| self.value(expr));
                let fits = self.compatible(resolved.ty, ty);
                value = Some(resolved);
                if fits {
                    break;
                }
            }
            let path = filling.path();
            filling.entries.clear(&self.types, &path, Braces::LeftOut, expr.span);
            filling.frames.push(frame);
            match self.advance(filling) {
                Some(inner) => ty = inner,
                None => return,
            }
        }
        let value = value.unwrap_or_else(|| self.value(expr));
        let path = filling.path();
        filling.entries.clear(&self.types, &path, Braces::Own, expr.span);
        self.push_value(ty, path, value, &mut filling.entries);
    }

    /// Moves the cursor to the next part and gives its type; `None` at the end of the outermost aggregate.
    fn advance(&mut self, filling: &mut Filling) -> Option<TypeId> {
        loop {
            let depth = filling.frames.len();
            let frame = filling.frames.last_mut()?;
            if let Some(ty) = self.take_next(frame) {
                return Some(ty);
            }
            if depth == 1 {
                return None;
            }
            filling.frames.pop();
        }
    }

    fn take_next(&self, frame: &mut Frame) -> Option<TypeId> {
        let number = frame.next;
        match frame.kind {
            FrameKind::Array { element, length } => {
                if length.is_some_and(|length| number >= length) {
                    return None;
                }
                frame.step = Step::Index(number);
                frame.next = number + 1;
                Some(element)
            }
            FrameKind::Record(record) => {
                let field = self.types.fields(record).get(number as usize)?;
                frame.step = Step::Field(number as u32);
                // A union has one part.
                frame.next = if self.types.records[record].is_union { u64::from(u32::MAX) } else { number + 1 };
                Some(field.ty)
            }
        }
    }

    /// `.a[3].b`: sets the cursor there.
    fn designate(&mut self, designators: &[ast::Designator], filling: &mut Filling) -> Option<TypeId> {
        filling.frames.truncate(1);
        let mut ty: Option<TypeId> = None;
        for designator in designators {
            if let Some(ty) = ty {
                let Some(frame) = self.frame(ty) else {
                    self.error("no-member", span_of(designator), format!("`{}` has no parts", self.show(ty)));
                    return None;
                };
                filling.frames.push(frame);
            }
            ty = Some(match designator {
                ast::Designator::Field(field) => self.designate_field(*field, filling)?,
                ast::Designator::Index(index) => self.designate_range(index, index, filling)?,
                ast::Designator::Range(first, last) => self.designate_range(first, last, filling)?,
            });
        }
        ty
    }

    fn designate_field(&mut self, field: ast::Ident, filling: &mut Filling) -> Option<TypeId> {
        let Some(Frame { kind: FrameKind::Record(record), .. }) = filling.frames.last() else {
            self.error("no-member", field.span, "this designator names a member, but an array is initialised");
            return None;
        };
        let record = *record;
        let ty = self.types.intern(Type::Record(record));
        let path = self.path_to(record, ty, field)?;
        let mut part = ty;
        for (index, number) in path.iter().enumerate() {
            if index > 0 {
                let frame = self.frame(part)?;
                filling.frames.push(frame);
            }
            let frame = filling.frames.last_mut()?;
            frame.next = u64::from(*number);
            part = self.take_next(frame)?;
        }
        Some(part)
    }

    fn designate_range(&mut self, first: &ast::Expr, last: &ast::Expr, filling: &mut Filling) -> Option<TypeId> {
        let low = self.designated_index(first)?;
        let high = if std::ptr::eq(first, last) { low } else { self.designated_index(last)? };
        let span = first.span;
        let frame = filling.frames.last_mut()?;
        let FrameKind::Array { element, length } = frame.kind else {
            self.error("type-mismatch", span, "this designator is an index, but a struct or union is initialised");
            return None;
        };
        if length.is_some_and(|length| high >= length) || high < low {
            self.error("bad-index", span, "this index is outside of the array");
            return None;
        }
        frame.step = if low == high { Step::Index(low) } else { Step::Range(low, high) };
        frame.next = high + 1;
        Some(element)
    }

    fn designated_index(&mut self, index: &ast::Expr) -> Option<u64> {
        let value = self.value(index);
        let number = self.constant_int(&value, "an index in a designator")?;
        match u64::try_from(number) {
            Ok(number) if number < 1 << 60 => Some(number),
            _ => {
                self.error("bad-index", index.span, "this index is outside of the array");
                None
            }
        }
    }

    // ----- compound literals -----

    /// `(type) { … }`: a temporary of the block, or a variable of its own outside of functions.
    pub(super) fn compound_literal(
        &mut self,
        name: &ast::TypeName,
        list: &ast::InitializerList,
        span: Span,
    ) -> Operand {
        let declared = self.type_name(name);
        let mut entries = Entries::new(declared.ty);
        let extent = self.fill_from_list(declared.ty, Vec::new(), list, &mut entries);
        let ty = match *self.types.get(declared.ty) {
            Type::Array { element, length: ArrayLength::Unknown } => self.array_of(element, extent),
            _ => declared.ty,
        };
        let init = entries.finish();
        let kind = if self.is_file_scope() {
            PlaceKind::Global(self.anonymous_global(Declared { ty, ..declared }, init, span))
        } else {
            let literal = self.new_temporary("literal", ty, span);
            self.body().locals[literal].is_const = declared.qualifiers.is_const;
            PlaceKind::Compound(literal, init)
        };
        Operand::Place(Place { kind, ty, span })
    }

    fn anonymous_global(&mut self, declared: Declared, mut init: Initialiser, span: Span) -> crate::c::hir::GlobalId {
        self.fold_static(&mut init);
        self.globals.push(Global {
            name: "<literal>".into(),
            ty: declared.ty,
            span,
            is_extern: false,
            is_static: true,
            is_const: declared.qualifiers.is_const,
            volatile: declared.volatile(),
            init,
            is_ghost: false,
            is_of_rule: false,
            is_system: self.is_system,
            doubt: None,
            scopes: Vec::new(),
        })
    }

    // ----- static initialisers -----

    /// Integers of a static initialiser are folded; what is not constant is an error.
    pub(super) fn fold_static(&mut self, init: &mut Initialiser) {
        for entry in &mut init.entries {
            let InitValue::Expr(value) = &mut entry.value else { continue };
            if matches!(value.kind, ExprKind::Int(_)) {
                continue;
            }
            if self.types.int_kind(value.ty).is_some()
                && let Some(Constant::Int(number)) = evaluate(&self.types, value)
            {
                value.kind = ExprKind::Int(number);
            } else if !self.is_static(value) {
                self.error("not-constant", entry.span, "the initialiser of a static variable must be constant");
            }
        }
    }

    /// May the expression be evaluated before the program starts?
    fn is_static(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => true,
            ExprKind::Load(place) => self.is_constant_place(place),
            ExprKind::AddressOf(place) => self.is_static_place(place),
            ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => self.is_static(operand),
            ExprKind::Disputed { operand, .. } => self.is_static(operand),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
                self.is_static(a) && self.is_static(b)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => self.is_static(a) && self.is_static(b),
            ExprKind::PointerAdd { pointer, index, .. } => self.is_static(pointer) && self.is_static(index),
            ExprKind::Conditional(a, b, c) => self.is_static(a) && self.is_static(b) && self.is_static(c),
            ExprKind::Unsupported { operands, .. } => operands.iter().all(|operand| self.is_static(operand)),
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::AssignPointer { .. } => false,
            ExprKind::Increment { .. } | ExprKind::Call(_) | ExprKind::Statements(..) | ExprKind::VaStart(_) => false,
            ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => false,
        }
    }

    /// Is the address constant?
    fn is_static_place(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::String(_) => true,
            PlaceKind::Field(base, _) => self.is_static_place(base),
            PlaceKind::Index(base, index) => self.is_static_place(base) && self.is_static(index),
            PlaceKind::Deref(pointer) => self.is_static(pointer),
            PlaceKind::Local(_) | PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
        }
    }

    /// Is what stands there constant? (gcc takes values of constant variables, and of literals.)
    fn is_constant_place(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(id) => self.globals[*id].is_const || self.globals[*id].name == "<literal>",
            PlaceKind::String(_) => true,
            PlaceKind::Field(base, _) => self.is_constant_place(base),
            PlaceKind::Index(base, index) => self.is_constant_place(base) && self.is_static(index),
            PlaceKind::Deref(_) | PlaceKind::Local(_) | PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
        }
    }
}

fn span_of(designator: &ast::Designator) -> Span {
    match designator {
        ast::Designator::Field(field) => field.span,
        ast::Designator::Index(index) | ast::Designator::Range(index, _) => index.span,
    }
}
