//! Calls (C11 6.5.2.2): which function, and arguments converted to parameters or promoted.

use invar_base::{Diagnostic, Span, Symbol};

use super::convert::Class;
use super::expr::Operand;
use super::linkage::is_jump;
use super::scope::{Declared, Entry, Linked, Named, Resolver};
use crate::c::ast;
use crate::c::hir::{Call, Callee, Expr, ExprKind, FunctionId};
use crate::c::types::{FunctionType, Type};

impl Resolver<'_> {
    pub(super) fn call(&mut self, function: &ast::Expr, args: &[ast::Expr], span: Span) -> Expr {
        let mut callee = function;
        while let ast::ExprKind::Paren(inner) = &callee.kind {
            callee = inner;
        }
        if let ast::ExprKind::Name(name) = callee.kind {
            if let Some(value) = self.call_by_name(name, callee.span, args, span) {
                return value;
            }
            if self.lookup(name).is_none() {
                self.declare_implicitly(name, callee.span);
            }
        }
        let callee = self.operand(function);
        self.call_operand(callee, args, span)
    }

    /// Calls that their name alone decides: builtins and jumps.
    fn call_by_name(&mut self, name: Symbol, name_span: Span, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(value) = self.inline_boogie(name, args, span) {
            return Some(value);
        }
        let text = self.name(name);
        if is_jump(text) && self.lookup(name).is_none() {
            let id = self.undeclared_function(text, name_span)?;
            let values = args.iter().map(|arg| self.value(arg)).collect();
            return Some(self.call_function(id, values, span));
        }
        let is_builtin = text.starts_with("__builtin_") || text.starts_with("__sync_") || text.starts_with("__atomic_");
        if is_builtin && self.lookup(name).is_none() {
            return Some(self.builtin(text, name_span, args, span));
        }
        None
    }

    /// C89: a function that is called without a declaration returns `int`; gcc knows the library's.
    fn declare_implicitly(&mut self, name: Symbol, span: Span) {
        let text = self.name(name);
        self.warning("implicit-declaration", span, format!("the function `{text}` is called without a declaration"));
        let id = match self.library_function(text, span) {
            Some(id) => id,
            None => match self.undeclared_function(text, span) {
                Some(id) => id,
                None => return,
            },
        };
        let declared = Declared::plain(self.basic.void);
        self.scopes[0].names.insert(name, Entry { named: Named::Function(id), declared, span });
    }

    /// `int name()`, unless the name is a variable's.
    fn undeclared_function(&mut self, text: &str, span: Span) -> Option<FunctionId> {
        match self.linked.get(text) {
            Some(Linked::Global(_)) => None,
            Some(Linked::Function(id)) => Some(*id),
            None => {
                let int = self.basic.int;
                let ty = FunctionType { result: int, params: Vec::new(), variadic: false, prototyped: false };
                let id = self.new_function(text, ty, span);
                self.linked.insert(text.to_string(), Linked::Function(id));
                Some(id)
            }
        }
    }

    fn call_operand(&mut self, callee: Operand, args: &[ast::Expr], span: Span) -> Expr {
        let args = args.iter().map(|arg| self.value(arg)).collect();
        self.call_with(callee, args, span)
    }

    /// A call with arguments that are resolved already.
    pub(super) fn call_with(&mut self, callee: Operand, args: Vec<Expr>, span: Span) -> Expr {
        let callee_span = callee.span();
        let (callee, ty) = match callee {
            Operand::Function(id, _) => (Callee::Direct(id), Some(self.functions[id].ty.clone())),
            operand => {
                let value = self.rvalue(operand);
                let ty = self.pointed_function(&value);
                (Callee::Pointer(value), ty)
            }
        };
        let Some(ty) = ty else {
            if let Callee::Pointer(value) = &callee
                && self.class(value.ty) != Class::Error
            {
                let message = format!("`{}` is not a function", self.show(value.ty));
                self.error("type-mismatch", callee_span, message);
            }
            return self.unsupported("an expression that has an error", args, self.basic.error, span);
        };
        self.finish_call(callee, &ty, args, span)
    }

    fn pointed_function(&self, value: &Expr) -> Option<FunctionType> {
        match self.types.get(self.types.pointee(value.ty)?) {
            Type::Function(ty) => Some(ty.clone()),
            _ => None,
        }
    }

    pub(super) fn call_function(&mut self, id: FunctionId, args: Vec<Expr>, span: Span) -> Expr {
        let ty = self.functions[id].ty.clone();
        self.finish_call(Callee::Direct(id), &ty, args, span)
    }

    fn finish_call(&mut self, callee: Callee, ty: &FunctionType, args: Vec<Expr>, span: Span) -> Expr {
        if let Callee::Direct(id) = &callee {
            self.functions[*id].is_used = true;
        }
        self.check_count(&callee, ty, args.len(), span);
        let args = self.arguments(ty, args);
        let result = ty.result;
        if !self.types.is_void(result) && self.types.size_of(result).is_none() {
            self.error("incomplete-type", span, format!("`{}` is not complete here", self.show(result)));
        }
        let call = Call { callee, args, site: self.site() };
        Expr { kind: ExprKind::Call(Box::new(call)), ty: result, span }
    }

    fn arguments(&mut self, ty: &FunctionType, args: Vec<Expr>) -> Vec<Expr> {
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            let param = if ty.prototyped { ty.params.get(index).copied() } else { None };
            converted.push(match param {
                Some(param) => self.assign_to(arg, param, "this argument"),
                None => self.promoted(arg),
            });
        }
        converted
    }

    fn promoted(&mut self, arg: Expr) -> Expr {
        if self.class(arg.ty) == Class::Void {
            self.error("type-mismatch", arg.span, "an argument cannot be `void`");
            return self.erroneous(arg.span);
        }
        self.promote_argument(arg)
    }

    fn check_count(&mut self, callee: &Callee, ty: &FunctionType, count: usize, span: Span) {
        let wanted = ty.params.len();
        let fits = !ty.prototyped || count == wanted || (ty.variadic && count > wanted);
        if fits {
            return;
        }
        let (name, place) = match callee {
            Callee::Direct(id) => (format!("`{}`", self.functions[*id].name), Some(self.functions[*id].name_span)),
            Callee::Pointer(_) | Callee::Builtin(_) => ("this function".to_string(), None),
        };
        let at_least = if ty.variadic { "at least " } else { "" };
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("{name} takes {at_least}{wanted} argument{plural}, {count} given");
        let diagnostic = Diagnostic::error("arity", span, message);
        self.report(match place {
            Some(place) => diagnostic.with_label(place, "declared here"),
            None => diagnostic,
        });
    }
}
