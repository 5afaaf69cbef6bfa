//! What names stand for: variables, procedures and labels. A local variable hides a global one of the same name.

use invar_base::{Diagnostic, Id, Span};
use rustc_hash::FxHashMap;

use super::super::ast::{self, Expr as Tree, ExprKind, Name};
use super::super::program::{Expr, ProcId, Var};

/// The names of a program and of the procedure that is being resolved, and what was wrong so far.
#[derive(Default)]
pub(super) struct Names<'a> {
    globals: FxHashMap<&'a str, usize>,
    procs: FxHashMap<&'a str, (ProcId, &'a ast::Proc)>,
    locals: FxHashMap<&'a str, usize>,
    pub errors: Vec<Diagnostic>,
}

/// Says which names are declared more than once.
pub(super) fn distinct<'n>(errors: &mut Vec<Diagnostic>, names: impl IntoIterator<Item = &'n Name>, what: &str) {
    let mut first: FxHashMap<&str, Span> = FxHashMap::default();
    for name in names {
        match first.get(name.text.as_str()) {
            Some(&before) => {
                let message = format!("the {what} `{}` is declared twice", name.text);
                let error = Diagnostic::error("duplicate-name", name.span, message);
                errors.push(error.with_label(before, "declared here first"));
            }
            None => drop(first.insert(&name.text, name.span)),
        }
    }
}

/// Where an expression stands decides whether `'x` means something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Primes {
    Allowed,
    Meaningless,
}

impl<'a> Names<'a> {
    pub fn declare(&mut self, tree: &'a ast::Program) {
        self.globals = tree.globals.iter().enumerate().map(|(index, name)| (name.text.as_str(), index)).collect();
        let procs = tree.procs.iter().enumerate();
        self.procs = procs.map(|(index, proc)| (proc.name.text.as_str(), (ProcId::from_index(index), proc))).collect();
    }

    /// From here on the local names are those of this procedure.
    pub fn enter(&mut self, proc: &'a ast::Proc) {
        let own = || proc.params.iter().chain(&proc.locals);
        distinct(&mut self.errors, own(), "variable");
        self.locals = own().enumerate().map(|(index, name)| (name.text.as_str(), index)).collect();
    }

    pub fn error(&mut self, code: &'static str, span: Span, message: String) {
        self.errors.push(Diagnostic::error(code, span, message));
    }

    pub fn proc(&mut self, name: &Name) -> Option<(ProcId, &'a ast::Proc)> {
        let found = self.procs.get(name.text.as_str()).copied();
        if found.is_none() {
            self.error("unknown-name", name.span, format!("there is no procedure `{}`", name.text));
        }
        found
    }

    pub fn var(&mut self, name: &Name) -> Option<Var> {
        let local = self.locals.get(name.text.as_str()).map(|&index| Var::Local(index));
        let found = local.or(self.globals.get(name.text.as_str()).map(|&index| Var::Global(index)));
        if found.is_none() {
            self.error("unknown-name", name.span, format!("there is no variable `{}` here", name.text));
        }
        found
    }

    /// What is wrong in it is replaced by `*`; the program is not used then.
    pub fn expr(&mut self, tree: &Tree, primes: Primes) -> Expr {
        let list = |names: &mut Self, parts: &[Tree]| parts.iter().map(|part| names.expr(part, primes)).collect();
        let mut boxed = |inner: &Tree| Box::new(self.expr(inner, primes));
        match &tree.kind {
            ExprKind::Const(value) => Expr::Const(*value),
            ExprKind::Any => Expr::Any,
            ExprKind::Var(name) => self.var(name).map_or(Expr::Any, Expr::Var),
            ExprKind::Next(name) => {
                if primes == Primes::Meaningless {
                    let message = "a value after the assignment is known only in `constrain`";
                    self.error("misplaced-term", tree.span, message.to_string());
                }
                self.var(name).map_or(Expr::Any, Expr::Next)
            }
            ExprKind::Not(inner) => Expr::Not(boxed(inner)),
            ExprKind::And(parts) => Expr::And(list(self, parts)),
            ExprKind::Or(parts) => Expr::Or(list(self, parts)),
            ExprKind::Implies(a, b) => Expr::Implies(boxed(a), boxed(b)),
            ExprKind::Equal(a, b) => Expr::Equal(boxed(a), boxed(b)),
            ExprKind::Differ(a, b) => Expr::Differ(boxed(a), boxed(b)),
            ExprKind::Cond(c, a, b) => Expr::Cond(boxed(c), boxed(a), boxed(b)),
            ExprKind::Choose(a, b) => Expr::Choose(boxed(a), boxed(b)),
        }
    }
}
