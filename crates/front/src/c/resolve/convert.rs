//! Conversions (C11 6.3): promotions, the usual arithmetic conversions, assignment, casts; compatible and composite types.

use invar_base::Span;

use super::constant::{Constant, convert, evaluate};
use super::scope::Resolver;
use super::show::type_name;
use super::widths::Own;
use crate::c::hir::{Expr, ExprKind, InitEntry, InitValue, Initialiser, Place, PlaceKind, Step};
use crate::c::types::{ArrayLength, FloatKind, FunctionType, IntKind, RecordId, Type, TypeId, Types};

/// What a type is good for in an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Integer(IntKind),
    Float(FloatKind),
    Pointer(TypeId),
    Record(RecordId),
    Void,
    /// Complex numbers and vectors.
    Opaque,
    VaList,
    Error,
    /// Arrays and functions, which values never are.
    Other,
}

pub(super) fn class(types: &Types, ty: TypeId) -> Class {
    match types.get(ty) {
        Type::Void => Class::Void,
        Type::Int(kind) => Class::Integer(*kind),
        Type::Enum(id) => Class::Integer(types.enums[*id].kind),
        Type::Float(kind) => Class::Float(*kind),
        Type::Pointer(to) => Class::Pointer(*to),
        Type::Record(id) => Class::Record(*id),
        Type::VaList => Class::VaList,
        Type::Opaque { .. } => Class::Opaque,
        Type::Error => Class::Error,
        Type::Array { .. } | Type::Function(_) => Class::Other,
    }
}

/// Two operands, of one type if both are arithmetic.
pub(super) struct Balanced {
    pub left: Expr,
    pub right: Expr,
    pub is_arithmetic: bool,
    /// In which width gcc computes with them, if not in that of their type.
    pub own: Option<Own>,
}

/// Rank for the usual arithmetic conversions.
fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Bool => 0,
        IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 3,
        IntKind::Long | IntKind::ULong => 4,
        IntKind::LongLong | IntKind::ULongLong => 5,
        IntKind::Int128 | IntKind::UInt128 => 6,
    }
}

fn unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Int128 => IntKind::UInt128,
        IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort => kind,
        IntKind::UInt | IntKind::ULong | IntKind::ULongLong | IntKind::UInt128 => kind,
    }
}

/// The common kind of two promoted kinds.
pub(super) fn common_kind(types: &Types, a: IntKind, b: IntKind) -> IntKind {
    if a.is_signed() == b.is_signed() {
        return if rank(a) >= rank(b) { a } else { b };
    }
    let (signed, other) = if a.is_signed() { (a, b) } else { (b, a) };
    if rank(other) >= rank(signed) {
        other
    } else if types.bits(signed) > types.bits(other) {
        signed
    } else {
        unsigned(signed)
    }
}

/// The kind after integer promotion; `width` is that of a bit-field.
pub(super) fn promoted_kind(types: &Types, kind: IntKind, width: Option<u32>) -> IntKind {
    let bits = width.unwrap_or(types.bits(kind));
    if rank(kind) > rank(IntKind::Int) && width.is_none_or(|width| width > 32) {
        return kind;
    }
    if bits < 32 || (bits == 32 && kind.is_signed()) { IntKind::Int } else { IntKind::UInt }
}

impl Resolver<'_> {
    pub(super) fn class(&self, ty: TypeId) -> Class {
        class(&self.types, ty)
    }

    pub(super) fn show(&self, ty: TypeId) -> String {
        type_name(&self.types, ty)
    }

    /// Integer promotion; other values stay as they are.
    pub(super) fn promote(&mut self, value: Expr) -> Expr {
        let Class::Integer(kind) = self.class(value.ty) else { return value };
        let promoted = promoted_kind(&self.types, kind, self.bit_width(&value));
        let ty = self.types.int(promoted);
        self.cast(value, ty, false)
    }

    pub(super) fn is_bit_field(&self, value: &Expr) -> bool {
        self.bit_width(value).is_some()
    }

    /// The width of the bit-field whose value this is, or that it was given: its type has that many bits (C11 6.7.2.1p10).
    fn bit_width(&self, value: &Expr) -> Option<u32> {
        match &value.kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) => place.bit_field(&self.types).map(|bits| bits.width),
            ExprKind::AssignOp { place, .. } | ExprKind::Increment { place, .. } => {
                place.bit_field(&self.types).map(|bits| bits.width)
            }
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.bit_width(last),
            _ => None,
        }
    }

    /// Default argument promotions: `float` becomes `double` as well.
    pub(super) fn promote_argument(&mut self, value: Expr) -> Expr {
        match self.class(value.ty) {
            Class::Float(FloatKind::Float) => self.cast(value, self.basic.double, false),
            _ => self.promote(value),
        }
    }

    /// Usual arithmetic conversions.
    pub(super) fn balance(&mut self, left: Expr, right: Expr) -> Balanced {
        let (left, right) = (self.promote(left), self.promote(right));
        let mut own = None;
        let ty = match (self.class(left.ty), self.class(right.ty)) {
            (Class::Integer(a), Class::Integer(b)) => {
                let kind = common_kind(&self.types, a, b);
                own = self.common_width(&left, &right, kind);
                self.types.int(kind)
            }
            (Class::Float(a), Class::Float(b)) => self.types.intern(Type::Float(a.max(b))),
            (Class::Float(_), Class::Integer(_)) => left.ty,
            (Class::Integer(_), Class::Float(_)) => right.ty,
            _ => return Balanced { left, right, is_arithmetic: false, own },
        };
        let (left, right) = (self.cast(left, ty, false), self.cast(right, ty, false));
        let (left, right) = (self.disputed_operand(left, own), self.disputed_operand(right, own));
        Balanced { left, right, is_arithmetic: true, own }
    }

    /// A conversion that C allows, whatever it is; nothing if the types are equal. Literals are converted right away.
    pub(super) fn cast(&mut self, value: Expr, ty: TypeId, explicit: bool) -> Expr {
        if value.ty == ty {
            return value;
        }
        if let Some(kind) = self.converted_literal(&value, ty) {
            return Expr { kind, ty, span: value.span };
        }
        let span = value.span;
        let is_new_pointer = self.types.is_pointer(ty) && !self.types.is_pointer(value.ty);
        // Only conversions from integers to pointers are looked up by their site.
        let site = if is_new_pointer { self.site() } else { invar_base::Id::from_index(0) };
        Expr { kind: ExprKind::Cast { operand: Box::new(value), explicit, volatile: None, site }, ty, span }
    }

    fn converted_literal(&self, value: &Expr, ty: TypeId) -> Option<ExprKind> {
        let number = match value.kind {
            ExprKind::Int(number) => number,
            _ => return None,
        };
        match self.class(ty) {
            Class::Integer(_) => match convert(&self.types, Constant::Int(number), ty)? {
                Constant::Int(number) => Some(ExprKind::Int(number)),
                Constant::Float(_) => None,
            },
            Class::Pointer(_) if number == 0 => Some(ExprKind::Int(0)),
            Class::Float(_) if number.abs() < 1 << 24 => Some(ExprKind::Float(number as f64)),
            Class::Float(_) | Class::Pointer(_) | Class::Record(_) | Class::Void => None,
            Class::Opaque | Class::VaList | Class::Error | Class::Other => None,
        }
    }

    /// Is it an integer constant 0, or that as a `void *`?
    pub(super) fn is_null_constant(&self, value: &Expr) -> bool {
        let fits = match self.class(value.ty) {
            Class::Integer(_) => true,
            Class::Pointer(to) => self.types.is_void(to),
            _ => false,
        };
        // Literals are converted when they are cast, so `(void *)0` is a literal too.
        fits && match value.kind {
            ExprKind::Int(number) => number == 0,
            _ => !self.types.is_pointer(value.ty) && evaluate(&self.types, value) == Some(Constant::Int(0)),
        }
    }

    /// The value as if assigned to an object of the type (C11 6.5.16.1); `what` names the place for messages.
    pub(super) fn assign_to(&mut self, value: Expr, ty: TypeId, what: &str) -> Expr {
        if value.ty == ty {
            return value;
        }
        let span = value.span;
        match (self.class(ty), self.class(value.ty)) {
            (Class::Error, _) | (_, Class::Error) => {}
            (Class::Integer(_) | Class::Float(_), Class::Integer(_) | Class::Float(_)) => {}
            (Class::Integer(IntKind::Bool), Class::Pointer(_)) => {}
            (Class::Pointer(to), Class::Pointer(from)) => self.check_pointers(to, from, &value, ty, what),
            (Class::Pointer(_), Class::Integer(_)) if self.is_null_constant(&value) => {
                return self.int(0, ty, span);
            }
            (Class::Pointer(_), Class::Integer(_)) => {
                let message = format!("{what}: an integer becomes a pointer without a cast");
                self.warning("pointer-conversion", span, message);
            }
            (Class::Integer(_), Class::Pointer(_)) => {
                let message = format!("{what}: a pointer becomes an integer without a cast");
                self.warning("pointer-conversion", span, message);
            }
            (Class::Record(record), _) if self.transparent_unions.contains(&record) => {
                return self.as_union(value, record, ty, what);
            }
            (Class::Opaque, Class::Opaque | Class::Integer(_) | Class::Float(_)) => {
                return self.unsupported("a complex number or vector", vec![value], ty, span);
            }
            (Class::Integer(_) | Class::Float(_), Class::Opaque) => {
                return self.unsupported("a complex number or vector", vec![value], ty, span);
            }
            _ => {
                let (from, to) = (self.show(value.ty), self.show(ty));
                self.error("type-mismatch", span, format!("{what}: `{from}` cannot become `{to}`"));
                return self.erroneous(span);
            }
        }
        self.cast(value, ty, false)
    }

    fn check_pointers(&mut self, to: TypeId, from: TypeId, value: &Expr, ty: TypeId, what: &str) {
        let is_void = self.types.is_void(to) || self.types.is_void(from);
        if is_void || self.compatible(to, from) || self.differ_in_sign(to, from) {
            return;
        }
        let (from, to) = (self.show(value.ty), self.show(ty));
        let message = format!("{what}: `{from}` becomes `{to}`, a pointer to another type");
        self.warning("pointer-conversion", value.span, message);
    }

    /// `char *` and `unsigned char *`: nobody wants to hear about those.
    fn differ_in_sign(&self, a: TypeId, b: TypeId) -> bool {
        match (self.class(a), self.class(b)) {
            (Class::Integer(a), Class::Integer(b)) => self.types.bits(a) == self.types.bits(b),
            _ => false,
        }
    }

    /// An argument for a transparent union, or a cast to a union: a temporary with the member that fits.
    pub(super) fn as_union(&mut self, value: Expr, record: RecordId, ty: TypeId, what: &str) -> Expr {
        let span = value.span;
        let fields: Vec<TypeId> = self.types.fields(record).iter().map(|field| field.ty).collect();
        let is_null = self.is_null_constant(&value);
        let fits = |field: &TypeId| *field == value.ty || self.compatible(*field, value.ty);
        let loosely = |field: &TypeId| match (self.class(*field), self.class(value.ty)) {
            (Class::Pointer(to), Class::Pointer(from)) => self.types.is_void(to) || self.types.is_void(from),
            (Class::Pointer(_), _) => is_null,
            _ => false,
        };
        let Some(number) = fields.iter().position(fits).or_else(|| fields.iter().position(loosely)) else {
            let (from, to) = (self.show(value.ty), self.show(ty));
            self.error("type-mismatch", span, format!("{what}: no member of `{to}` holds a `{from}`"));
            return self.erroneous(span);
        };
        let value = self.cast(value, fields[number], false);
        let path = vec![Step::Field(number as u32)];
        let entry = InitEntry { path, value: InitValue::Expr(value), span };
        let init = Initialiser { entries: vec![entry], unclear: None };
        let local = self.new_temporary("union", ty, span);
        let place = Place { kind: PlaceKind::Compound(local, init), ty, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// Compatible types (C11 6.2.7). Lengths that are not known fit all others.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.types.get(a), self.types.get(b)) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible(*a, *b),
            (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                let lengths_fit = match (m, n) {
                    (ArrayLength::Known(m), ArrayLength::Known(n)) => m == n,
                    _ => true,
                };
                lengths_fit && self.compatible(*a, *b)
            }
            (Type::Function(a), Type::Function(b)) => self.compatible_functions(a, b),
            (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                self.types.enums[*id].kind == *kind
            }
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType) -> bool {
        if !self.compatible(a.result, b.result) {
            return false;
        }
        if !a.prototyped || !b.prototyped {
            return true;
        }
        let params_fit = a.params.iter().zip(&b.params).all(|(a, b)| self.compatible(*a, *b));
        a.params.len() == b.params.len() && a.variadic == b.variadic && params_fit
    }

    /// The type that two declarations of one thing give together; of two compatible types.
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let to = self.composite(a, b);
                self.types.pointer(to)
            }
            (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                let element = self.composite(a, b);
                let length = match (&m, &n) {
                    (ArrayLength::Known(_), _) => m,
                    (_, ArrayLength::Known(_)) => n,
                    (ArrayLength::Variable(_), _) => m,
                    (ArrayLength::Unknown, _) => n,
                };
                self.types.intern(Type::Array { element, length })
            }
            (Type::Function(a), Type::Function(b)) => {
                let ty = self.composite_function(a, b);
                self.types.intern(Type::Function(ty))
            }
            (Type::Int(_), Type::Enum(_)) => b,
            _ => a,
        }
    }

    fn composite_function(&mut self, a: FunctionType, b: FunctionType) -> FunctionType {
        let result = self.composite(a.result, b.result);
        match (a.prototyped, b.prototyped) {
            (true, true) => {
                let pairs = a.params.iter().zip(&b.params);
                let params = pairs.map(|(a, b)| self.composite(*a, *b)).collect();
                FunctionType { result, params, ..a }
            }
            (true, false) => FunctionType { result, ..a },
            (false, true) => FunctionType { result, ..b },
            (false, false) if a.params.is_empty() => FunctionType { result, ..b },
            (false, false) => FunctionType { result, ..a },
        }
    }

    /// Is it a scalar that a condition can be made of? Reports what is not.
    pub(super) fn condition(&mut self, value: Expr) -> Expr {
        match self.class(value.ty) {
            Class::Integer(_) | Class::Float(_) | Class::Pointer(_) | Class::Error => value,
            Class::Opaque => {
                self.unsupported("a complex number or vector", vec![value.clone()], self.basic.int, value.span)
            }
            Class::Record(_) | Class::Void | Class::VaList | Class::Other => {
                let message = format!("a condition must be a number or a pointer, this is `{}`", self.show(value.ty));
                self.error("type-mismatch", value.span, message);
                self.erroneous(value.span)
            }
        }
    }

    /// The value of an integer constant expression; reports what is none.
    pub(super) fn constant_int(&mut self, value: &Expr, what: &str) -> Option<i128> {
        if value.ty == self.basic.error {
            return None;
        }
        let is_integer = matches!(self.class(value.ty), Class::Integer(_));
        let number = evaluate(&self.types, value).and_then(Constant::int).filter(|_| is_integer);
        if number.is_none() {
            self.not_constant(value.span, what);
        }
        number
    }

    fn not_constant(&mut self, span: Span, what: &str) {
        self.error("not-constant", span, format!("{what} must be an integer constant"));
    }
}
