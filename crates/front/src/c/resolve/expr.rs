//! Expressions: what each form of the syntax becomes. Operators, accesses, calls and initialisers have their own files.

use invar_base::{Span, Symbol};

use super::constant::evaluate;
use super::convert::Class;
use super::declarators::MEASURED;
use super::scope::{Below, Named, Resolver};
use crate::c::ast::{self, ExprKind as Ast};
use crate::c::hir::{Expr, ExprKind, FunctionId, Place, PlaceKind, has_effects, place_has_effects};
use crate::c::types::{Type, TypeId};

/// An expression before C's conversions of lvalues, arrays and functions.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Place(Place),
    Value(Expr),
    Function(FunctionId, Span),
}

impl Operand {
    /// Might evaluating it change anything?
    fn changes(&self) -> bool {
        match self {
            Operand::Place(place) => place_has_effects(place),
            Operand::Value(value) => has_effects(value),
            Operand::Function(..) => false,
        }
    }

    pub fn span(&self) -> Span {
        match self {
            Operand::Place(place) => place.span,
            Operand::Value(value) => value.span,
            Operand::Function(_, span) => *span,
        }
    }
}

impl Resolver<'_> {
    /// The value of an expression: what lvalues hold, addresses of arrays and functions.
    pub(super) fn value(&mut self, expr: &ast::Expr) -> Expr {
        let operand = self.operand(expr);
        self.rvalue(operand)
    }

    pub(super) fn rvalue(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value(value) => value,
            Operand::Function(id, span) => self.function_address(id, span),
            Operand::Place(place) => self.load(place),
        }
    }

    pub(super) fn function_address(&mut self, id: FunctionId, span: Span) -> Expr {
        self.functions[id].is_used = true;
        let ty = self.types.intern(Type::Function(self.functions[id].ty.clone()));
        let ty = self.types.pointer(ty);
        Expr { kind: ExprKind::FunctionAddress(id), ty, span }
    }

    pub(super) fn load(&mut self, place: Place) -> Expr {
        let (ty, span) = (place.ty, place.span);
        match *self.types.get(ty) {
            Type::Array { element, .. } => {
                let ty = self.types.pointer(element);
                Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span }
            }
            _ => match place.kind {
                PlaceKind::Value(value) => *value,
                _ => Expr { kind: ExprKind::Load(Box::new(place)), ty, span },
            },
        }
    }

    /// The type of an expression that is not evaluated; arrays and functions stay what they are.
    pub(super) fn type_of(&mut self, expr: &ast::Expr) -> TypeId {
        let operand = self.operand(expr);
        self.operand_type(&operand)
    }

    /// The type of the operand of `sizeof` or `typeof`. One of variable size is evaluated, which is not done here.
    pub(super) fn measured_type(&mut self, expr: &ast::Expr, span: Span) -> TypeId {
        let operand = self.operand(expr);
        let ty = self.operand_type(&operand);
        if self.has_variable_size(ty) && operand.changes() {
            self.doubt_program(MEASURED.to_string(), span);
        }
        ty
    }

    pub(super) fn operand_type(&mut self, operand: &Operand) -> TypeId {
        match operand {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => value.ty,
            Operand::Function(id, _) => self.types.intern(Type::Function(self.functions[*id].ty.clone())),
        }
    }

    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Operand {
        let span = expr.span;
        Operand::Value(match &expr.kind {
            Ast::Name(name) => return self.named(*name, span),
            Ast::Int(constant) => self.int_constant(constant, span),
            Ast::Float(constant) => self.float_constant(constant, span),
            Ast::Char(constant) => self.char_constant(constant, span),
            Ast::Str(literal) => {
                let id = self.string(literal);
                let ty = self.strings[id].ty;
                return Operand::Place(Place { kind: PlaceKind::String(id), ty, span });
            }
            Ast::Paren(inner) => return self.operand(inner),
            Ast::StatementExpr(block) => self.statement_expression(block, span),
            Ast::Generic { value, choices } => return self.generic(value, choices, span),
            Ast::Index { array, index } => return self.index(array, index, span),
            Ast::Call { function, args } => self.call(function, args, span),
            Ast::Field { object, field } => return self.field(object, *field, span),
            Ast::Arrow { pointer, field } => return self.arrow(pointer, *field, span),
            Ast::CompoundLiteral { ty, list } => return self.compound_literal(ty, list, span),
            Ast::Unary { op, operand } => return self.unary(*op, operand, span),
            Ast::SizeofExpr(operand) => {
                let ty = self.measured_type(operand, span);
                self.size_of(ty, span)
            }
            Ast::SizeofType(name) => {
                let ty = self.type_name(name).ty;
                self.size_of(ty, span)
            }
            Ast::AlignofExpr(operand) => self.alignment(operand, span),
            Ast::AlignofType(name) => {
                let declared = self.type_name(name);
                let align = self.types.align_of(declared.ty).max(declared.align.unwrap_or(1));
                self.int(i128::from(align), self.basic.size, span)
            }
            Ast::PreferredAlignofType(name) => {
                let declared = self.type_name(name);
                let align = self.types.preferred_align_of(declared.ty).max(declared.align.unwrap_or(1));
                self.int(i128::from(align), self.basic.size, span)
            }
            Ast::Cast { ty, value } => self.cast_expression(ty, value, span),
            Ast::Binary { first, rest } => return self.binary_chain(first, rest),
            Ast::Conditional { arms, otherwise } => self.conditional(arms, otherwise),
            Ast::Assign { op, target, value } => self.assign(*op, target, value, span),
            Ast::Comma(parts) => self.comma(parts),
            Ast::LabelAddress(label) => self.label_address(*label, span),
            Ast::Offsetof { ty, designators } => self.offsetof(ty, designators, span),
            Ast::TypesCompatible { left, right } => {
                let compatible = self.types_compatible(left, right, span);
                self.int(i128::from(compatible), self.basic.int, span)
            }
            Ast::VaArg { list, ty } => self.va_arg(list, ty, span),
            Ast::ChooseExpr { condition, then, otherwise } => return self.choose(condition, then, otherwise),
            Ast::Error => self.erroneous(span),
        })
    }

    fn named(&mut self, name: Symbol, span: Span) -> Operand {
        let Some(entry) = self.lookup(name) else { return self.unknown_name(name, span) };
        let named = entry.named;
        self.check_ghost_use(named, name, span);
        match named {
            Named::Local(id, ty) => Operand::Place(Place { kind: PlaceKind::Local(id), ty, span }),
            // The type may have been completed since the name was bound.
            Named::Global(id, _) => {
                Operand::Place(Place { kind: PlaceKind::Global(id), ty: self.globals[id].ty, span })
            }
            Named::Function(id) => Operand::Function(id, span),
            Named::EnumConstant(value, ty) => Operand::Value(self.int(value, ty, span)),
            Named::Typedef(_) => {
                let message = format!("`{}` is a type, but a value is needed here", self.name(name));
                self.error("type-mismatch", span, message);
                Operand::Value(self.erroneous(span))
            }
        }
    }

    fn unknown_name(&mut self, name: Symbol, span: Span) -> Operand {
        let text = self.name(name);
        if matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let function = self.body.as_ref().map_or(String::new(), |body| body.name.clone());
            let id = self.string_of_text(&function, span);
            return Operand::Place(Place { kind: PlaceKind::String(id), ty: self.strings[id].ty, span });
        }
        if let Some(id) = text.strip_prefix("__builtin_").and_then(|text| self.library_function(text, span)) {
            return Operand::Function(id, span);
        }
        self.error("unknown-name", span, format!("`{text}` is not declared"));
        Operand::Value(self.erroneous(span))
    }

    fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        match self.size_value(ty, span) {
            Some(size) => size,
            None => {
                self.error("incomplete-type", span, format!("the size of `{}` is not known here", self.show(ty)));
                self.erroneous(span)
            }
        }
    }

    /// GNU C: the alignment of an object. Of a variable it is that of its declaration; members may have any, and where the
    /// preferred alignment is not the least, compilers differ.
    fn alignment(&mut self, operand: &ast::Expr, span: Span) -> Expr {
        let mut inner = operand;
        while let Ast::Paren(next) = &inner.kind {
            inner = next;
        }
        let ty = self.type_of(operand);
        let declared = match &inner.kind {
            Ast::Name(name) => self.lookup(*name).and_then(|entry| entry.declared.align),
            _ => None,
        };
        let align = self.types.align_of(ty);
        let is_member = matches!(inner.kind, Ast::Field { .. } | Ast::Arrow { .. });
        if is_member || align != self.types.preferred_align_of(ty) {
            return self.unsupported("alignments of objects", Vec::new(), self.basic.size, span);
        }
        self.int(i128::from(align.max(declared.unwrap_or(1))), self.basic.size, span)
    }

    /// `({ … })`
    fn statement_expression(&mut self, block: &ast::Block, span: Span) -> Expr {
        let outer = std::mem::take(&mut self.body().pending);
        let (stmts, value) = self.block_with_value(block);
        self.body().pending = outer;
        let ty = value.as_ref().map_or(self.basic.void, |value| value.ty);
        Expr { kind: ExprKind::Statements(stmts, value.map(Box::new)), ty, span }
    }

    fn choose(&mut self, condition: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr) -> Operand {
        let condition = self.value(condition);
        match evaluate(&self.types, &condition) {
            Some(constant) if constant.is_true() => self.operand(then),
            Some(_) => self.operand(otherwise),
            None => {
                self.error("not-constant", condition.span, "the condition of `__builtin_choose_expr` must be constant");
                Operand::Value(self.erroneous(condition.span))
            }
        }
    }

    fn cast_expression(&mut self, name: &ast::TypeName, value: &ast::Expr, span: Span) -> Expr {
        let declared = self.type_name(name);
        let ty = declared.ty;
        let value = self.value(value);
        let (to, from) = (self.class(ty), self.class(value.ty));
        let mut result = match (to, from) {
            // A bit-field promotes by its width, its conversion by the type: the cast must stay visible.
            (Class::Integer(_), _) if ty == value.ty && self.is_bit_field(&value) => visible_cast(value, ty, span),
            // Zero as a pointer is a null pointer constant only if it is cast once, and to plain `void *` (C11 6.3.2.3p3).
            (Class::Pointer(to), Class::Pointer(_))
                if self.types.is_void(to) && matches!(value.kind, ExprKind::Int(_)) =>
            {
                visible_cast(value, ty, span)
            }
            (Class::Pointer(to), Class::Integer(_)) if self.types.is_void(to) && self.is_null_constant(&value) => {
                let zero = self.int(0, ty, span);
                if declared.quality == Below::Plain { zero } else { visible_cast(zero, ty, span) }
            }
            // `(volatile int *)p`: what is read there is volatile.
            (Class::Pointer(_), _) if ty == value.ty && !declared.below.is_nothing() => visible_cast(value, ty, span),
            _ if ty == value.ty => value,
            (Class::Void, _) | (Class::Error, _) | (_, Class::Error) => self.cast(value, ty, true),
            (Class::Integer(_) | Class::Pointer(_), Class::Integer(_) | Class::Pointer(_)) => {
                self.cast(value, ty, true)
            }
            (Class::Integer(_) | Class::Float(_), Class::Integer(_) | Class::Float(_)) => self.cast(value, ty, true),
            (Class::Record(record), _) if self.types.records[record].is_union => {
                self.as_union(value, record, ty, "this cast")
            }
            (Class::Opaque, Class::Void) | (Class::Record(_), Class::Opaque) => self.bad_cast(value, ty),
            (Class::Opaque, _) | (_, Class::Opaque) => {
                self.unsupported("a complex number or vector", vec![value], ty, span)
            }
            _ => self.bad_cast(value, ty),
        };
        if let ExprKind::Cast { volatile, .. } = &mut result.kind
            && !declared.below.is_nothing()
        {
            *volatile = Some(declared.below);
        }
        result.span = span;
        result
    }

    fn bad_cast(&mut self, value: Expr, ty: TypeId) -> Expr {
        let (from, to) = (self.show(value.ty), self.show(ty));
        self.error("type-mismatch", value.span, format!("`{from}` cannot be cast to `{to}`"));
        self.erroneous(value.span)
    }

    fn comma(&mut self, parts: &[ast::Expr]) -> Expr {
        let mut result: Option<Expr> = None;
        for part in parts {
            let value = self.value(part);
            result = Some(match result {
                None => value,
                Some(left) => {
                    let (ty, span) = (value.ty, join(left.span, value.span));
                    Expr { kind: ExprKind::Comma(Box::new(left), Box::new(value)), ty, span }
                }
            });
        }
        // The parser gives at least two parts.
        result.unwrap_or_else(|| self.int(0, self.basic.int, parts[0].span))
    }

    fn va_arg(&mut self, list: &ast::Expr, ty: &ast::TypeName, span: Span) -> Expr {
        let list = self.value(list);
        let ty = self.type_name(ty).ty;
        Expr { kind: ExprKind::VaArg(Box::new(list)), ty, span }
    }
}

/// From one to the other; expansions of macros may stand in different sources.
pub(super) fn join(left: Span, right: Span) -> Span {
    if left.source == right.source { left.to(right) } else { left }
}

/// A cast that stays in the tree, although it changes no value.
fn visible_cast(value: Expr, ty: TypeId, span: Span) -> Expr {
    let site = invar_base::Id::from_index(0);
    Expr { kind: ExprKind::Cast { operand: Box::new(value), explicit: true, volatile: None, site }, ty, span }
}
