//! Ghost code: C in annotations, which may read everything and change nothing but ghost variables, and always runs on to
//! the statement behind it. So the program without it does the same.

use invar_base::{Span, Symbol};

use super::scope::{Named, Resolver};
use crate::c::ast;
use crate::c::hir::spec::StmtSpec;
use crate::c::hir::{Expr, ExprKind, InitValue, Initialiser, Place, PlaceKind, Stmt, StmtKind};
use crate::c::lex::token::Token;
use crate::c::parse::parse_ghost;

impl Resolver<'_> {
    /// Ghost code in the present scope: what it declares is ghost, and stays in scope.
    pub(super) fn ghost_code(&mut self, tokens: &[Token], span: Span) -> Vec<Stmt> {
        let parsed = self.ghost_syntax(tokens, span);
        parsed.iter().for_each(|stmt| self.check_new_names(stmt));
        self.ghost_stmts(&parsed)
    }

    /// The code of a rule's handler: ghost code whose names may hide those of the program, which do not see them.
    pub(super) fn handler_code(&mut self, tokens: &[Token], span: Span) -> Vec<Stmt> {
        let parsed = self.ghost_syntax(tokens, span);
        self.ghost_stmts(&parsed)
    }

    fn ghost_stmts(&mut self, parsed: &[ast::Stmt]) -> Vec<Stmt> {
        let first = self.globals.next_id();
        let was_ghost = std::mem::replace(&mut self.body().is_ghost, true);
        let mut stmts = Vec::new();
        for stmt in parsed {
            self.stmt(stmt, &mut stmts);
        }
        self.body().is_ghost = was_ghost;
        for id in self.globals.ids().filter(|id| *id >= first).collect::<Vec<_>>() {
            self.globals[id].is_ghost = true;
        }
        stmts.iter().for_each(|stmt| self.check_ghost_stmt(stmt, 0));
        let ghost = |stmt: Stmt| {
            let span = stmt.span;
            Stmt { kind: StmtKind::Annotation(StmtSpec::Ghost(Box::new(stmt))), span }
        };
        stmts.into_iter().map(ghost).collect()
    }

    /// Ghost declarations between declarations.
    pub(super) fn ghost_globals(&mut self, tokens: &[Token], span: Span) {
        let first = self.globals.next_id();
        for stmt in self.ghost_syntax(tokens, span) {
            self.check_new_names(&stmt);
            match &stmt.kind {
                ast::StmtKind::Declaration(declaration) => self.declaration(declaration, &mut Vec::new()),
                ast::StmtKind::Empty => {}
                _ => self.error("ghost", stmt.span, "outside of functions, ghost code consists of declarations"),
            }
        }
        for id in self.globals.ids().filter(|id| *id >= first).collect::<Vec<_>>() {
            self.globals[id].is_ghost = true;
        }
    }

    pub(super) fn ghost_syntax(&mut self, tokens: &[Token], span: Span) -> Vec<ast::Stmt> {
        let is_type = |name| self.is_type(name);
        let (stmts, names, diagnostics) = parse_ghost(tokens, span, self.names, &is_type);
        diagnostics.into_iter().for_each(|diagnostic| self.report(diagnostic));
        if names.len() > self.names.len() {
            self.error("ghost", span, "floating constants and attributes are not supported in ghost code");
            return Vec::new();
        }
        stmts
    }

    /// A ghost variable must not hide a variable of the program from the program.
    fn check_new_names(&mut self, stmt: &ast::Stmt) {
        let ast::StmtKind::Declaration(declaration) = &stmt.kind else { return };
        for name in declaration.declarators.iter().filter_map(|item| item.declarator.name) {
            if let Some(entry) = self.lookup(name.name) {
                let first = entry.span;
                let message = format!("the ghost variable `{}` hides a name of the program", self.name(name.name));
                let error = invar_base::Diagnostic::error("ghost", name.span, message);
                self.report(error.with_label(first, "declared here"));
            }
        }
    }

    /// The program itself does not know ghost variables.
    pub(super) fn check_ghost_use(&mut self, named: Named, name: Symbol, span: Span) {
        let in_ghost = self.body.as_ref().is_some_and(|body| body.is_ghost);
        let is_ghost = match named {
            Named::Local(id, _) => self.body.as_ref().is_some_and(|body| body.locals[id].is_ghost),
            Named::Global(id, _) => self.globals[id].is_ghost,
            Named::Function(_) | Named::EnumConstant(..) | Named::Typedef(_) => false,
        };
        // Initialisers of ghost globals are resolved outside of functions.
        if is_ghost && !in_ghost && self.body.is_some() {
            let message = format!("`{}` is a ghost variable: only annotations may use it", self.name(name));
            self.error("ghost", span, message);
        }
    }

    /// What is wrong with ghost code, or with the handler that it is.
    fn ghost_error(&mut self, span: Span, what: &str) {
        match self.body().handled {
            Some(_) => self.error("bad-rule", span, format!("a handler {what}")),
            None => self.error("ghost", span, format!("ghost code {what}")),
        }
    }

    // ----- effects -----

    /// `loops`: how many loops and switches of the ghost code are around.
    fn check_ghost_stmt(&mut self, stmt: &Stmt, loops: u32) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.check_ghost_expr(expr),
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.check_ghost_stmt(stmt, loops)),
            StmtKind::Declare(_, init) => init.iter().for_each(|init| self.check_ghost_init(init)),
            StmtKind::If(condition, then, otherwise) => {
                self.check_ghost_expr(condition);
                self.check_ghost_stmt(then, loops);
                otherwise.iter().for_each(|stmt| self.check_ghost_stmt(stmt, loops));
            }
            StmtKind::Switch(value, body) => {
                self.check_ghost_expr(value);
                self.check_ghost_stmt(body, loops + 1);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) => self.check_ghost_stmt(body, loops),
            StmtKind::Break if loops > 0 => {}
            StmtKind::Empty | StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                self.ghost_error(stmt.span, "with loops is not supported: it might not end");
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::AtScopeEnd(_)
            | StmtKind::Labeled(..) => {
                self.ghost_error(stmt.span, "must run on to the statement behind it");
            }
            StmtKind::Asm { .. } => self.ghost_error(stmt.span, "cannot contain assembly"),
        }
    }

    fn check_ghost_init(&mut self, init: &Initialiser) {
        for entry in &init.entries {
            match &entry.value {
                InitValue::Expr(expr) => self.check_ghost_expr(expr),
                InitValue::String(_) => {}
            }
        }
    }

    fn check_ghost_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.check_ghost_place(place),
            ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => self.check_ghost_expr(operand),
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => self.check_ghost_both(left, right),
            ExprKind::PointerAdd { pointer, index, .. } => self.check_ghost_both(pointer, index),
            ExprKind::PointerDifference(left, right) | ExprKind::And(left, right) => self.check_ghost_both(left, right),
            ExprKind::Or(left, right) | ExprKind::Comma(left, right) => self.check_ghost_both(left, right),
            ExprKind::Conditional(condition, left, right) => {
                self.check_ghost_expr(condition);
                self.check_ghost_both(left, right);
            }
            ExprKind::Assign(place, value) | ExprKind::AssignOp { place, value, .. } => {
                self.check_ghost_write(place, expr.span);
                self.check_ghost_expr(value);
            }
            ExprKind::AssignPointer { place, index, .. } => {
                self.check_ghost_write(place, expr.span);
                self.check_ghost_expr(index);
            }
            ExprKind::Increment { place, .. } => self.check_ghost_write(place, expr.span),
            ExprKind::Call(_) => self.ghost_error(expr.span, "cannot call functions"),
            ExprKind::Statements(stmts, value) => {
                stmts.iter().for_each(|stmt| self.check_ghost_stmt(stmt, 0));
                value.iter().for_each(|value| self.check_ghost_expr(value));
            }
            ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => {
                self.ghost_error(expr.span, "cannot use variable arguments");
            }
            ExprKind::Disputed { operand, .. } => self.check_ghost_expr(operand),
            ExprKind::Unsupported { operands, .. } => {
                operands.iter().for_each(|operand| self.check_ghost_expr(operand));
            }
        }
    }

    fn check_ghost_both(&mut self, left: &Expr, right: &Expr) {
        self.check_ghost_expr(left);
        self.check_ghost_expr(right);
    }

    fn check_ghost_place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
            PlaceKind::Deref(pointer) | PlaceKind::Value(pointer) => self.check_ghost_expr(pointer),
            PlaceKind::Field(base, _) => self.check_ghost_place(base),
            PlaceKind::Index(base, index) => {
                self.check_ghost_place(base);
                self.check_ghost_expr(index);
            }
            PlaceKind::Compound(_, init) => self.check_ghost_init(init),
        }
    }

    /// Only ghost variables are written, and by their names: a pointer could lead anywhere.
    fn check_ghost_write(&mut self, place: &Place, span: Span) {
        self.check_ghost_place(place);
        let mut root = place;
        while let PlaceKind::Field(base, _) | PlaceKind::Index(base, _) = &root.kind {
            root = base;
        }
        let is_ghost = match &root.kind {
            PlaceKind::Local(id) => self.body().locals[*id].is_ghost,
            PlaceKind::Global(id) => self.globals[*id].is_ghost,
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Value(_) | PlaceKind::Compound(..) => false,
            PlaceKind::Field(..) | PlaceKind::Index(..) => false,
        };
        if !is_ghost {
            let is_handler = self.body().handled.is_some();
            let what = if is_handler { "the variables of its rule" } else { "ghost variables" };
            self.ghost_error(span, &format!("may change only {what}"));
        }
    }
}
