//! Statements (C11 6.8).

use invar_base::{Diagnostic, Id, Span, Symbol};

use super::annotations::{loop_spec_of, stmt_spec_of};
use super::constant::{Constant, convert};
use super::convert::Class;
use super::expr::Operand;
use super::extent::Extent;
use super::scope::{Resolver, Switch};
use crate::c::ast::{self, StmtKind as Ast};
use crate::c::hir::spec::{StmtSpec, Unchecked};
use crate::c::hir::{Expr, ExprKind, Label, LabelAddressId, LabelId, Stmt, StmtKind};
use crate::c::types::TypeId;

impl Resolver<'_> {
    /// Adds what a statement becomes: declarations can become several statements, or none.
    pub(super) fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            Ast::Empty => StmtKind::Empty,
            Ast::Expr(expr) => StmtKind::Expr(self.value(expr)),
            Ast::Declaration(declaration) => return self.declaration(declaration, out),
            Ast::StaticAssert(assert) => return self.static_assert(assert),
            Ast::Block(block) => StmtKind::Block(self.block(block)),
            Ast::Labeled { labels, body } => return self.labeled(labels, body, out),
            Ast::If { arms, otherwise } => return self.branches(arms, otherwise.as_deref(), out),
            Ast::Switch { value, body } => self.switch(value, body),
            Ast::While { annotations, condition, body } => {
                let annotation = loop_spec_of(self, annotations, out);
                let condition = self.value(condition);
                let condition = self.condition(condition);
                StmtKind::While { condition, body: Box::new(self.loop_body(body)), annotation }
            }
            Ast::DoWhile { annotations, body, condition } => {
                let annotation = loop_spec_of(self, annotations, out);
                let body = Box::new(self.loop_body(body));
                let condition = self.value(condition);
                StmtKind::DoWhile { body, condition: self.condition(condition), annotation }
            }
            Ast::For(statement) => self.for_loop(statement, span),
            Ast::Goto(label) => StmtKind::Goto(self.label(*label)),
            Ast::ComputedGoto(target) => {
                let target = self.value(target);
                let pointer = self.basic.void_pointer;
                StmtKind::ComputedGoto(self.assign_to(target, pointer, "this `goto`"))
            }
            Ast::Break => {
                self.must_be_inside(self.body.as_ref().is_some_and(|body| body.breakable > 0), "break", span);
                StmtKind::Break
            }
            Ast::Continue => {
                self.must_be_inside(self.body.as_ref().is_some_and(|body| body.loops > 0), "continue", span);
                StmtKind::Continue
            }
            Ast::Return(value) => return self.return_stmt(value.as_deref(), span, out),
            Ast::Asm(asm) => self.asm(asm),
            Ast::Annotation(annotation) => return self.annotation_alone(annotation, out),
            Ast::Abort(message) => self.abort(message, span),
            Ast::LocalLabels(names) => return self.local_labels(names),
            Ast::Error => StmtKind::Unsupported { what: "a statement that has an error".into() },
        };
        out.push(Stmt { kind, span });
    }

    /// A statement as one.
    pub(super) fn single(&mut self, stmt: &ast::Stmt) -> Stmt {
        let mut stmts = Vec::new();
        self.stmt(stmt, &mut stmts);
        match stmts.pop() {
            None => Stmt { kind: StmtKind::Empty, span: stmt.span },
            Some(only) if stmts.is_empty() => only,
            Some(last) => {
                stmts.push(last);
                Stmt { kind: StmtKind::Block(stmts), span: stmt.span }
            }
        }
    }

    /// A substatement, which is a scope of its own.
    fn substatement(&mut self, stmt: &ast::Stmt) -> Stmt {
        self.enter();
        let result = self.single(stmt);
        self.leave_code(Extent::Block(stmt.span));
        result
    }

    pub(super) fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        let labels = self.body().label_scopes.len();
        self.enter();
        let stmts = self.annotated(&block.stmts);
        self.leave_code(Extent::Block(block.span));
        self.end_labels(labels);
        stmts
    }

    /// Statements, each between what the contracts before it require and ensure.
    pub(super) fn annotated(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        let (mut out, mut ensured) = (Vec::new(), Vec::new());
        for stmt in stmts {
            if let Ast::Annotation(annotation) = &stmt.kind {
                ensured.extend(stmt_spec_of(self, annotation, &mut out));
                continue;
            }
            let labels = self.body().defined_labels.len();
            self.stmt(stmt, &mut out);
            // A jump into the statement does not start in the state that its contract begins with.
            match self.body().defined_labels.len() == labels {
                true => out.append(&mut ensured),
                false => out.extend(unchecked_end(&std::mem::take(&mut ensured))),
            }
        }
        out.append(&mut ensured);
        out
    }

    /// An annotation whose statement is not known here: the end of its contract is not checked.
    fn annotation_alone(&mut self, annotation: &ast::Annotation, out: &mut Vec<Stmt>) {
        let ensured = stmt_spec_of(self, annotation, out);
        out.extend(unchecked_end(&ensured));
    }

    /// Of a statement expression: the last statement's value is kept apart.
    pub(super) fn block_with_value(&mut self, block: &ast::Block) -> (Vec<Stmt>, Option<Expr>) {
        let labels = self.body().label_scopes.len();
        self.enter();
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            self.stmt(stmt, &mut stmts);
        }
        self.leave_code(Extent::Block(block.span));
        self.end_labels(labels);
        let value = match block.stmts.last().map(|stmt| &stmt.kind) {
            Some(Ast::Expr(_)) => stmts.pop(),
            Some(Ast::Labeled { body, .. }) if matches!(body.kind, Ast::Expr(_)) => self.unlabel(&mut stmts),
            Some(_) | None => None,
        };
        let value = match value.map(|stmt| stmt.kind) {
            Some(StmtKind::Expr(value)) => Some(value),
            Some(_) | None => None,
        };
        (stmts, value)
    }

    /// `label: e;` at the end of a statement expression: the label stands before the value.
    fn unlabel(&mut self, stmts: &mut Vec<Stmt>) -> Option<Stmt> {
        let mut last = stmts.pop()?;
        let mut labels = Vec::new();
        while let StmtKind::Labeled(label, inner) = last.kind {
            labels.push((label, last.span));
            last = *inner;
        }
        for (label, span) in labels {
            let empty = Box::new(Stmt { kind: StmtKind::Empty, span });
            stmts.push(Stmt { kind: StmtKind::Labeled(label, empty), span });
        }
        Some(last)
    }

    /// Arms nest from the last to the first.
    fn branches(&mut self, arms: &[ast::IfArm], otherwise: Option<&ast::Stmt>, out: &mut Vec<Stmt>) {
        let mut resolved = Vec::with_capacity(arms.len());
        for arm in arms {
            let condition = self.value(&arm.condition);
            let condition = self.condition(condition);
            resolved.push((condition, self.substatement(&arm.then), arm.span));
        }
        let mut rest = otherwise.map(|stmt| self.substatement(stmt));
        for (condition, then, span) in resolved.into_iter().rev() {
            rest = Some(Stmt { kind: StmtKind::If(condition, Box::new(then), rest.map(Box::new)), span });
        }
        out.extend(rest);
    }

    fn loop_body(&mut self, body: &ast::Stmt) -> Stmt {
        let state = self.body();
        state.loops += 1;
        state.breakable += 1;
        let result = self.substatement(body);
        let state = self.body();
        state.loops -= 1;
        state.breakable -= 1;
        result
    }

    /// A `for` with a declaration is inside a block of its own.
    fn for_loop(&mut self, statement: &ast::For, span: Span) -> StmtKind {
        self.enter();
        let mut stmts = Vec::new();
        let mut init = None;
        match &statement.init {
            ast::ForInit::None => {}
            ast::ForInit::Expr(expr) => {
                let value = self.value(expr);
                init = Some(Box::new(Stmt { span: expr.span, kind: StmtKind::Expr(value) }));
            }
            ast::ForInit::Declaration(declaration) => self.declaration(declaration, &mut stmts),
        }
        let annotation = loop_spec_of(self, &statement.annotations, &mut stmts);
        let condition = statement.condition.as_ref().map(|condition| {
            let condition = self.value(condition);
            self.condition(condition)
        });
        let step = statement.step.as_ref().map(|step| self.value(step));
        let body = Box::new(self.loop_body(&statement.body));
        self.leave_code(Extent::For(span));
        let kind = StmtKind::For { init, condition, step, body, annotation };
        if stmts.is_empty() {
            return kind;
        }
        stmts.push(Stmt { kind, span });
        StmtKind::Block(stmts)
    }

    fn must_be_inside(&mut self, is_inside: bool, word: &str, span: Span) {
        if !is_inside {
            self.error(
                "misplaced-statement",
                span,
                format!("there is nothing around this `{word}` that it could leave"),
            );
        }
    }

    // ----- switch -----

    fn switch(&mut self, value: &ast::Expr, body: &ast::Stmt) -> StmtKind {
        let value = self.value(value);
        let mut value = self.promote(value);
        if !matches!(self.class(value.ty), Class::Integer(_) | Class::Error) {
            let message = format!("`switch` needs an integer, this is `{}`", self.show(value.ty));
            self.error("type-mismatch", value.span, message);
            value = self.erroneous(value.span);
        }
        let state = self.body();
        state.switches.push(Switch { ty: value.ty, cases: Vec::new(), default: None });
        state.breakable += 1;
        let body = self.substatement(body);
        let state = self.body();
        state.breakable -= 1;
        if let Some(switch) = state.switches.pop() {
            self.check_cases(switch.cases);
        }
        StmtKind::Switch(value, Box::new(body))
    }

    fn check_cases(&mut self, mut cases: Vec<(i128, i128, Span)>) {
        cases.sort();
        for pair in cases.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let message = format!("the value {} has two cases", pair[1].0);
                let diagnostic = Diagnostic::error("duplicate-case", pair[1].2, message);
                self.report(diagnostic.with_label(pair[0].2, "the other case"));
            }
        }
    }

    /// Labels stand around the first statement of what they label.
    fn labeled(&mut self, labels: &[ast::Label], body: &ast::Stmt, out: &mut Vec<Stmt>) {
        let mut kinds = Vec::new();
        for label in labels {
            if let Some(kind) = self.label_kind(label) {
                kinds.push((kind, label.span));
            }
        }
        let mut stmts = Vec::new();
        self.stmt(body, &mut stmts);
        let is_declaration = matches!(body.kind, Ast::Declaration(_)) || stmts.len() != 1;
        let mut labelled = match is_declaration {
            true => Stmt { kind: StmtKind::Empty, span: body.span },
            false => stmts.remove(0),
        };
        for (kind, span) in kinds.into_iter().rev() {
            let inner = Box::new(labelled);
            let kind = match kind {
                Target::Label(id) => StmtKind::Labeled(id, inner),
                Target::Case(low, high) => StmtKind::Case(low, high, inner),
                Target::Default => StmtKind::Default(inner),
            };
            labelled = Stmt { kind, span };
        }
        out.push(labelled);
        out.extend(stmts);
    }

    fn label_kind(&mut self, label: &ast::Label) -> Option<Target> {
        match &label.kind {
            ast::LabelKind::Name(name) => Some(Target::Label(self.define_label(*name))),
            ast::LabelKind::Case(value) => {
                let value = self.case_value(value)?;
                self.add_case(value, value, label.span)
            }
            ast::LabelKind::CaseRange(low, high) => {
                let (low, high) = (self.case_value(low)?, self.case_value(high)?);
                self.add_case(low, high, label.span)
            }
            ast::LabelKind::Default => {
                let Some(switch) = self.body().switches.last_mut() else {
                    self.error("misplaced-statement", label.span, "`default` is not inside a `switch`");
                    return None;
                };
                if let Some(first) = switch.default.replace(label.span) {
                    let diagnostic = Diagnostic::error("duplicate-case", label.span, "a second `default`");
                    self.report(diagnostic.with_label(first, "the first one"));
                }
                Some(Target::Default)
            }
        }
    }

    fn case_value(&mut self, value: &ast::Expr) -> Option<i128> {
        let value = self.value(value);
        let number = self.constant_int(&value, "the value of a case")?;
        let ty = self.body().switches.last().map(|switch| switch.ty);
        let ty: TypeId = ty.unwrap_or(value.ty);
        convert(&self.types, Constant::Int(number), ty).and_then(Constant::int)
    }

    fn add_case(&mut self, low: i128, high: i128, span: Span) -> Option<Target> {
        let Some(switch) = self.body().switches.last_mut() else {
            self.error("misplaced-statement", span, "`case` is not inside a `switch`");
            return None;
        };
        if low <= high {
            switch.cases.push((low, high, span));
        }
        Some(Target::Case(low, high))
    }

    // ----- labels -----

    fn find_label(&mut self, name: Symbol) -> Option<LabelId> {
        self.body().label_scopes.iter().rev().find_map(|scope| scope.get(&name)).copied()
    }

    fn label(&mut self, name: ast::Ident) -> LabelId {
        if let Some(id) = self.find_label(name.name) {
            return id;
        }
        let id = self.new_label(name);
        self.body().label_scopes[0].insert(name.name, id);
        id
    }

    /// `&&label`
    pub(super) fn label_address(&mut self, name: ast::Ident, span: Span) -> Expr {
        let label = self.label(name);
        let known = self.body().label_addresses.iter().find(|(other, _)| *other == label).map(|(_, address)| *address);
        let address = known.unwrap_or_else(|| {
            let address = LabelAddressId::from_index(self.label_addresses as usize);
            self.label_addresses += 1;
            self.body().label_addresses.push((label, address));
            address
        });
        Expr { kind: ExprKind::LabelAddress(address, self.site()), ty: self.basic.void_pointer, span }
    }

    fn new_label(&mut self, name: ast::Ident) -> LabelId {
        let label = Label { name: self.name(name.name).to_string(), span: name.span };
        self.body().labels.push(label)
    }

    fn define_label(&mut self, name: ast::Ident) -> LabelId {
        let id = self.label(name);
        if !self.body().defined_labels.insert(id) {
            let first = self.body().labels[id].span;
            let message = format!("the label `{}` is there twice", self.name(name.name));
            let diagnostic = Diagnostic::error("duplicate-name", name.span, message);
            self.report(diagnostic.with_label(first, "the first one"));
        }
        self.body().labels[id].span = name.span;
        id
    }

    /// `__label__ a, b;`: labels of this block only.
    fn local_labels(&mut self, names: &[ast::Ident]) {
        let scope = names.iter().map(|name| (name.name, self.new_label(*name))).collect();
        self.body().label_scopes.push(scope);
    }

    fn end_labels(&mut self, depth: usize) {
        self.body().label_scopes.truncate(depth);
    }

    // ----- return, asm -----

    fn return_stmt(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        let result = self.body().result;
        let is_void = self.types.is_void(result);
        let value = value.map(|value| self.value(value));
        let returned = match value {
            Some(value) if is_void => {
                if !self.types.is_void(value.ty) {
                    self.warning("return-value", value.span, "a `void` function returns a value, which is dropped");
                }
                out.push(Stmt { span: value.span, kind: StmtKind::Expr(value) });
                None
            }
            Some(value) => Some(self.assign_to(value, result, "this return")),
            None if is_void => None,
            None => {
                self.warning("return-value", span, "this `return` gives no value");
                None
            }
        };
        out.push(Stmt { kind: StmtKind::Return(returned), span });
    }

    /// An empty template does nothing whatever it claims; otherwise what is declared counts, and without operands nothing
    /// is known.
    fn asm(&mut self, asm: &ast::Asm) -> StmtKind {
        let mut outputs = Vec::new();
        let mut inputs = Vec::new();
        for operand in &asm.outputs {
            match self.operand(&operand.value) {
                Operand::Place(place) => outputs.push(place),
                Operand::Value(value) => inputs.push(value),
                Operand::Function(id, span) => inputs.push(self.function_address(id, span)),
            }
        }
        for operand in &asm.inputs {
            inputs.push(self.value(&operand.value));
        }
        let memory: Vec<u32> = "memory".chars().map(u32::from).collect();
        let names_memory = asm.clobbers.iter().any(|clobber| clobber.units == memory);
        let has_operands = !asm.outputs.is_empty() || !asm.inputs.is_empty() || !asm.clobbers.is_empty();
        let clobbers_memory = !asm.template.units.is_empty() && (names_memory || !has_operands);
        self.note_assembler(asm, clobbers_memory);
        let labels = asm.labels.iter().map(|label| self.label(*label)).collect();
        StmtKind::Asm { outputs, inputs, clobbers_memory, labels }
    }
}

/// What a label is in the typed program.
enum Target {
    Label(LabelId),
    Case(i128, i128),
    Default,
}

/// In place of what a statement should ensure.
fn unchecked_end(ensured: &[Stmt]) -> Option<Stmt> {
    let span = ensured.first()?.span;
    let clause = Unchecked { what: "`ensures` of a statement".to_string(), span };
    Some(Stmt { kind: StmtKind::Annotation(StmtSpec::Unchecked(clause)), span })
}
