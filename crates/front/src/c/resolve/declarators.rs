//! Types from declarators (C11 6.7.6): pointers, arrays, functions; type names.

use invar_base::Span;

use super::constant::{Constant, evaluate};
use super::convert::Class;
use super::scope::{Below, Body, Declared, Entry, Lengths, Named, Resolver};
use crate::c::ast::{self, ArraySize, DeclaratorPart, Parameters};
use crate::c::hir::{
    Expr, ExprKind, InitEntry, InitValue, Initialiser, LocalId, Place, PlaceKind, Stmt, StmtKind, has_effects,
};
use crate::c::types::{ArrayLength, FunctionType, Type, TypeId};

/// See [`Resolver::doubt_program`].
pub(super) const MEASURED: &str = "lengths of arrays that change something where a type is named";

impl Resolver<'_> {
    /// `const char *[3]` in casts, `sizeof` and the like.
    pub(super) fn type_name(&mut self, name: &ast::TypeName) -> Declared {
        let mode = self.set_length_mode(Lengths::InPlace);
        let base = self.specifiers(&name.specifiers);
        let declared = self.declarator(base, &name.declarator);
        self.doubt_typedef(&name.specifiers.attributes);
        self.doubt_typedef(&name.declarator.attributes);
        self.restore_length_mode(mode);
        declared
    }

    /// Changes what becomes of array lengths, unless they are ignored anyway.
    pub(super) fn set_length_mode(&mut self, mode: Lengths) -> Option<Lengths> {
        let body = self.body.as_mut()?;
        let old = body.length_mode;
        if old != Lengths::Ignored {
            body.length_mode = mode;
        }
        Some(old)
    }

    pub(super) fn restore_length_mode(&mut self, mode: Option<Lengths>) {
        if let (Some(body), Some(mode)) = (&mut self.body, mode) {
            body.length_mode = mode;
        }
    }

    /// The type of what a declarator declares, from the type of its specifiers.
    pub(super) fn declarator(&mut self, base: Declared, declarator: &ast::Declarator) -> Declared {
        let declared = self.apply_parts(base, &declarator.parts);
        let facts = self.facts(&declarator.attributes);
        self.with_facts(declared, &facts)
    }

    /// Parts are applied from the last to the first.
    pub(super) fn apply_parts(&mut self, base: Declared, parts: &[ast::DeclaratorPart]) -> Declared {
        let mut declared = base;
        for part in parts.iter().rev() {
            declared = match part {
                DeclaratorPart::Pointer(qualifiers) => {
                    let ty = self.types.pointer(declared.ty);
                    let (below, quality) = (declared.volatile().pointed(), Below::pointed(&declared));
                    Declared { ty, qualifiers: *qualifiers, align: None, below, quality }
                }
                DeclaratorPart::Array(array) => {
                    let ty = self.array(declared.ty, array);
                    Declared { ty, ..declared }
                }
                DeclaratorPart::Function(function) => {
                    let ty = self.function_type(declared.ty, function);
                    let below = declared.volatile().value();
                    let quality = Below::Unknown;
                    Declared { below, quality, ..Declared::plain(self.types.intern(Type::Function(ty))) }
                }
            };
        }
        declared
    }

    fn array(&mut self, element: TypeId, array: &ast::ArrayPart) -> TypeId {
        if matches!(self.types.get(element), Type::Function(_) | Type::Void) {
            self.error("incomplete-type", array.span, format!("there are no arrays of `{}`", self.show(element)));
            return self.basic.error;
        }
        if self.types.size_of(element).is_none() && !self.has_variable_size(element) {
            self.error("incomplete-type", array.span, format!("`{}` is not complete here", self.show(element)));
        }
        let length = match &array.size {
            ArraySize::Unknown | ArraySize::Star => ArrayLength::Unknown,
            ArraySize::Expr(size) => self.length(size),
        };
        self.types.intern(Type::Array { element, length })
    }

    /// Does the size depend on values at run time?
    pub(super) fn has_variable_size(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array { length: ArrayLength::Variable(_), .. } => true,
            Type::Array { element, .. } => self.has_variable_size(*element),
            _ => false,
        }
    }

    fn length(&mut self, size: &ast::Expr) -> ArrayLength {
        let value = self.value(size);
        let span = value.span;
        match self.class(value.ty) {
            Class::Integer(_) => {}
            Class::Error => return ArrayLength::Known(1),
            _ => {
                let message = format!("the length of an array must be an integer, this is `{}`", self.show(value.ty));
                self.error("type-mismatch", span, message);
                return ArrayLength::Known(1);
            }
        }
        match evaluate(&self.types, &value).and_then(Constant::int) {
            Some(number) => match u64::try_from(number) {
                Ok(length) if length < 1 << 60 => ArrayLength::Known(length),
                Ok(_) => {
                    self.error("too-large-type", span, "this array is larger than any memory");
                    ArrayLength::Known(1)
                }
                Err(_) => {
                    self.error("negative-length", span, format!("the length of an array cannot be {number}"));
                    ArrayLength::Known(1)
                }
            },
            None if self.is_file_scope() => {
                self.error("not-constant", span, "the length of an array outside of functions must be constant");
                ArrayLength::Known(1)
            }
            None => self.variable_length(value),
        }
    }

    fn variable_length(&mut self, value: Expr) -> ArrayLength {
        let mode = self.body().length_mode;
        if mode == Lengths::Ignored {
            return ArrayLength::Unknown;
        }
        if mode == Lengths::InPlace && has_effects(&value) {
            self.doubt_program(MEASURED.to_string(), value.span);
        }
        let mut length = self.cast(value, self.basic.size, false);
        if mode == Lengths::Declared {
            length = self.hoist(length, "length");
        }
        let lengths = &mut self.body().lengths;
        lengths.push(length);
        ArrayLength::Variable(lengths.len() as u32 - 1)
    }

    /// Evaluates a value into a new variable before the declaration being resolved; gives the variable's value.
    fn hoist(&mut self, value: Expr, name: &str) -> Expr {
        let (ty, span) = (value.ty, value.span);
        let local = self.new_local(name, Declared::plain(ty), span);
        let entry = InitEntry { path: Vec::new(), value: InitValue::Expr(value), span };
        let init = Initialiser { entries: vec![entry], unclear: None };
        self.body().pending.push(Stmt { kind: StmtKind::Declare(local, Some(init)), span });
        let place = Place { kind: PlaceKind::Local(local), ty, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// Lengths in the types of parameters are evaluated once, before the body; their variables come behind the parameters.
    pub(super) fn hoist_lengths(&mut self) {
        for index in 0..self.body().lengths.len() {
            let length = self.body().lengths[index].clone();
            let length = self.hoist(length, "length");
            self.body().lengths[index] = length;
        }
    }

    /// A function type in a prototype or type: parameters' names are only for lengths of other parameters.
    fn function_type(&mut self, result: TypeId, function: &ast::FunctionPart) -> FunctionType {
        let result = self.result_type(result, function.span);
        let (parameters, variadic) = match &function.parameters {
            Parameters::Old(_) => {
                return FunctionType { result, params: Vec::new(), variadic: false, prototyped: false };
            }
            Parameters::Prototype { parameters, is_variadic } => (parameters, *is_variadic),
        };
        let mut scratch = Body::new(String::new(), result);
        scratch.length_mode = Lengths::Ignored;
        let outer = self.body.replace(scratch);
        self.enter();
        let params = self.parameters(parameters).into_iter().map(|(_, declared, _)| declared.ty).collect();
        self.leave();
        self.body = outer;
        FunctionType { result, params, variadic, prototyped: true }
    }

    pub(super) fn result_type(&mut self, result: TypeId, span: Span) -> TypeId {
        if matches!(self.types.get(result), Type::Array { .. } | Type::Function(_)) {
            self.error("type-mismatch", span, format!("a function cannot return `{}`", self.show(result)));
            return self.basic.error;
        }
        result
    }

    /// Declares parameters as locals of the present body, in order, so that later ones can use earlier ones.
    pub(super) fn parameters(&mut self, parameters: &[ast::Parameter]) -> Vec<(Option<ast::Ident>, Declared, Span)> {
        let is_void = |parameter: &ast::Parameter, resolver: &Self, ty: TypeId| {
            parameter.declarator.name.is_none() && resolver.types.is_void(ty)
        };
        let mut result = Vec::new();
        for parameter in parameters {
            let base = self.specifiers(&parameter.specifiers);
            let declared = self.declarator(base, &parameter.declarator);
            self.doubt_type(&parameter.specifiers.attributes);
            self.doubt_type(&parameter.declarator.attributes);
            if parameters.len() == 1 && is_void(parameter, self, declared.ty) {
                return result;
            }
            let elements = self.promised_elements(declared.ty, &parameter.declarator);
            let declared = self.adjust(declared, &parameter.declarator);
            let span = parameter.declarator.name.map_or(parameter.span, |name| name.span);
            let local = self.declare_parameter(parameter.declarator.name, declared, span);
            self.body().locals[local].elements = elements;
            result.push((parameter.declarator.name, declared, span));
        }
        result
    }

    /// `[static n]` (C11 6.7.6.3p7), for a constant.
    fn promised_elements(&self, ty: TypeId, declarator: &ast::Declarator) -> u64 {
        match (declarator.parts.first(), self.types.get(ty)) {
            (Some(DeclaratorPart::Array(array)), Type::Array { length: ArrayLength::Known(length), .. })
                if array.is_static =>
            {
                *length
            }
            (_, _) => 0,
        }
    }

    pub(super) fn declare_parameter(&mut self, name: Option<ast::Ident>, declared: Declared, span: Span) -> LocalId {
        let text = name.map_or("", |name| self.name(name.name));
        let local = self.new_local(text, declared, span);
        self.body().locals[local].is_param = true;
        if let Some(name) = name {
            self.bind(name.name, Entry { named: Named::Local(local, declared.ty), declared, span });
        }
        local
    }

    /// Parameters of array and function type are pointers (C11 6.7.6.3).
    pub(super) fn adjust(&mut self, declared: Declared, declarator: &ast::Declarator) -> Declared {
        match *self.types.get(declared.ty) {
            Type::Array { element, .. } => {
                let qualifiers = match declarator.parts.first() {
                    Some(DeclaratorPart::Array(array)) => array.qualifiers,
                    _ => ast::Qualifiers::default(),
                };
                let (below, quality) = (declared.volatile().pointed(), Below::pointed(&declared));
                Declared { ty: self.types.pointer(element), qualifiers, align: None, below, quality }
            }
            Type::Function(_) => Declared::plain(self.types.pointer(declared.ty)),
            Type::Void => {
                self.error("incomplete-type", declarator.span, "a parameter cannot have the type `void`");
                Declared::plain(self.basic.error)
            }
            _ => declared,
        }
    }

    /// The type without lengths that only its function knows, for its callers.
    pub(super) fn without_variable_lengths(&mut self, ty: TypeId) -> TypeId {
        match *self.types.get(ty) {
            Type::Pointer(to) => {
                let to = self.without_variable_lengths(to);
                self.types.pointer(to)
            }
            Type::Array { element, ref length } => {
                let length = match length {
                    ArrayLength::Known(length) => ArrayLength::Known(*length),
                    ArrayLength::Unknown | ArrayLength::Variable(_) => ArrayLength::Unknown,
                };
                let element = self.without_variable_lengths(element);
                self.types.intern(Type::Array { element, length })
            }
            _ => ty,
        }
    }

    /// The size of a type as a value, for types that `Types::size_of` cannot tell.
    pub(super) fn size_value(&mut self, ty: TypeId, span: Span) -> Option<Expr> {
        let size = self.basic.size;
        if let Some(bytes) = self.types.size_of(ty) {
            return Some(self.int(i128::from(bytes), size, span));
        }
        let Type::Array { element, length } = self.types.get(ty).clone() else { return None };
        let length = match length {
            ArrayLength::Known(length) => self.int(i128::from(length), size, span),
            ArrayLength::Unknown => return None,
            ArrayLength::Variable(number) => self.body().lengths.get(number as usize)?.clone(),
        };
        let element = self.size_value(element, span)?;
        let kind = ExprKind::Binary(crate::c::hir::BinaryOp::Multiply, Box::new(length), Box::new(element));
        Some(Expr { kind, ty: size, span })
    }
}
