//! Boogie inside of C, as programs for SMACK have it: `__SMACK_top_decl("function f(x: int): int;")` declares a function of which only that it
//! is one is known, like a C function with `__attribute__((const))` and no body, and `__SMACK_code("@ := f(@);", y, x)` is `y = f(x)`. What
//! else such texts say is not known: such a call is not followed.

use invar_base::{Span, Symbol};
use invar_gcl::boogie;
use invar_gcl::boogie::ast::{DeclKind, ExprKind as Said, StmtKind, TypeKind};

use super::scope::{Linked, Named, Resolver};
use crate::c::ast;
use crate::c::hir::{Expr, ExprKind, FunctionId};
use crate::c::types::FunctionType;

/// Stands for `@`.
const ARGUMENT: &str = "invar_argument";

impl Resolver<'_> {
    /// The meaning of a call of one of the two; `None` if the program means another function of that name.
    pub(super) fn inline_boogie(&mut self, name: Symbol, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let is_code = match self.name(name) {
            "__SMACK_code" => true,
            "__SMACK_top_decl" => false,
            _ => return None,
        };
        let has_body = |id: FunctionId| self.functions[id].body.is_some();
        if self.lookup(name).is_some_and(|entry| !matches!(entry.named, Named::Function(id) if !has_body(id))) {
            return None;
        }
        let text = args.first().and_then(literal);
        let known = text.and_then(|text| match is_code {
            true => self.boogie_assignment(&text, &args[1..], span),
            false => self.boogie_function(&text, span),
        });
        Some(known.unwrap_or_else(|| {
            let values = args.iter().map(|arg| self.value(arg)).collect();
            self.unsupported("code in Boogie's language", values, self.basic.int, span)
        }))
    }

    fn boogie_function(&mut self, text: &str, span: Span) -> Option<Expr> {
        let Some((name, arity)) = declared(text, span) else {
            // It counts wherever it stands.
            self.doubt_program("declarations in Boogie's language".to_string(), span);
            return None;
        };
        let int = self.basic.int;
        if !self.linked.contains_key(&name) {
            let ty = FunctionType { result: int, params: vec![int; arity], variadic: false, prototyped: true };
            let id = self.new_function(&name, ty, span);
            self.functions[id].is_const = true;
            self.linked.insert(name, Linked::Function(id));
        }
        Some(Expr { kind: ExprKind::Int(0), ty: int, span })
    }

    /// `@ := f(@, …);`
    fn boogie_assignment(&mut self, text: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (name, arity) = applied(text, span)?;
        let Linked::Function(id) = *self.linked.get(&name)? else { return None };
        let function = &self.functions[id];
        if !function.is_const || function.ty.params.len() != arity || args.len() != arity + 1 {
            return None;
        }
        let place = self.target(&args[0]);
        let values = args[1..].iter().map(|arg| self.value(arg)).collect();
        let value = self.call_function(id, values, span);
        Some(self.assign_value(None, place, value, span))
    }
}

fn literal(expr: &ast::Expr) -> Option<String> {
    match &expr.kind {
        ast::ExprKind::Str(text) => text.units.iter().map(|unit| char::from_u32(*unit)).collect(),
        ast::ExprKind::Paren(inner) => literal(inner),
        _ => None,
    }
}

/// The name and the number of parameters of `function f(x: int, …): int;`.
fn declared(text: &str, span: Span) -> Option<(String, usize)> {
    let (program, diagnostics) = boogie::parse(span.source, text);
    let [decl] = &program.decls[..] else { return None };
    let DeclKind::Function(function) = &decl.kind else { return None };
    let mut types = function.params.iter().chain([&function.result]);
    let is_plain = function.body.is_none() && function.type_params.is_empty() && decl.attributes.is_empty();
    let is_understood = diagnostics.is_empty() && is_plain && types.all(|param| param.ty.kind == TypeKind::Int);
    is_understood.then(|| (function.name.name.clone(), function.params.len()))
}

/// The name and the number of arguments of `@ := f(@, …);`.
fn applied(text: &str, span: Span) -> Option<(String, usize)> {
    let text = format!("procedure p() {{ {} }}", text.replace('@', ARGUMENT));
    let (program, diagnostics) = boogie::parse(span.source, &text);
    let [decl] = &program.decls[..] else { return None };
    let DeclKind::Procedure(procedure) = &decl.kind else { return None };
    let block = procedure.body.as_ref().filter(|block| diagnostics.is_empty() && block.locals.is_empty())?;
    let [stmt] = &block.stmts[..] else { return None };
    let StmtKind::Assign { targets, values } = &stmt.kind else { return None };
    let ([target], [value]) = (&targets[..], &values[..]) else { return None };
    let Said::Apply { function, args } = &value.kind else { return None };
    let is_argument = |said: &Said| matches!(said, Said::Name(name) if name == ARGUMENT);
    let is_plain = target.path.is_empty() && target.name.name == ARGUMENT;
    let are_plain = args.iter().all(|arg| is_argument(&arg.kind));
    (is_plain && are_plain).then(|| (function.name.clone(), args.len()))
}
