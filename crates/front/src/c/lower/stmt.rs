//! Statements: every construct becomes blocks and edges. Scopes end where control leaves them, however it does.

use invar_base::Id;
use invar_gcl::{BlockId, CheckKind, CmdKind, LoopHints, Transfer};
use invar_logic::Term;

use super::code::{Body, Cases, Target, Value};
use super::ints::Int;
use super::program::VarStorage;
use crate::c::hir::spec::{LoopSpec, StmtSpec, Trust};
use crate::c::hir::{Expr, LabelId, Stmt, StmtKind};

impl Body<'_, '_> {
    pub fn stmt(&mut self, stmt: &Stmt) {
        self.span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Block(stmts) => self.scope(stmts),
            StmtKind::Declare(id, init) => {
                self.evaluate_lengths(self.function.locals[*id].ty);
                self.span = self.function.locals[*id].span;
                self.declare_local(*id);
                self.initialise_local(*id, init.as_ref());
            }
            StmtKind::If(condition, then, otherwise) => self.if_(condition, then, otherwise.as_deref()),
            StmtKind::While { condition, body, annotation } => {
                self.loop_(Some(condition), None, body, annotation, Shape::TestFirst);
            }
            StmtKind::DoWhile { body, condition, annotation } => {
                self.loop_(Some(condition), None, body, annotation, Shape::TestLast);
            }
            StmtKind::For { init, condition, step, body, annotation } => {
                self.scopes.push(Vec::new());
                if let Some(init) = init {
                    self.stmt(init);
                }
                self.span = stmt.span;
                self.loop_(condition.as_ref(), step.as_ref(), body, annotation, Shape::TestFirst);
                self.end_scope();
            }
            StmtKind::Switch(operand, body) => self.switch(operand, body),
            StmtKind::Case(first, last, inner) => {
                let block = self.arrive("case");
                if let Some(cases) = self.switches.last_mut() {
                    cases.cases.push((*first, *last, block));
                }
                self.stmt(inner);
            }
            StmtKind::Default(inner) => {
                let block = self.arrive("default");
                if let Some(cases) = self.switches.last_mut() {
                    cases.default = Some(block);
                }
                self.stmt(inner);
            }
            StmtKind::Break => {
                let target = self.breaks.last().copied();
                self.jump(target);
            }
            StmtKind::Continue => {
                let target = self.continues.last().copied();
                self.jump(target);
            }
            StmtKind::Return(value) => self.return_(value.as_ref()),
            StmtKind::Goto(label) => {
                let scopes = self.label_scopes.get(label).copied().unwrap_or(0);
                let block = self.label_block(*label);
                self.jump(Some(Target { block, scopes }));
            }
            StmtKind::Labeled(label, inner) => {
                let block = self.label_block(*label);
                self.goto(block);
                self.continue_in(block);
                self.stmt(inner);
            }
            StmtKind::Empty => {}
            StmtKind::Asm { outputs, inputs, clobbers_memory } => self.asm(outputs, inputs, *clobbers_memory),
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Unsupported { what } => {
                self.approximate(what.clone());
                self.forget_everything();
            }
        }
    }

    /// A new block that control falls into.
    fn arrive(&mut self, stem: &str) -> BlockId {
        let block = self.block(stem);
        self.goto(block);
        self.continue_in(block);
        block
    }

    fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(&block) = self.labels.get(&label) {
            return block;
        }
        let block = self.block("label");
        self.labels.insert(label, block);
        block
    }

    // ---- scopes

    fn scope(&mut self, stmts: &[Stmt]) {
        self.scopes.push(Vec::new());
        stmts.iter().for_each(|stmt| self.stmt(stmt));
        self.end_scope();
    }

    /// The objects of the innermost scope die.
    fn end_scope(&mut self) {
        let depth = self.scopes.len() - 1;
        self.kill_scopes(depth);
        self.scopes.pop();
    }

    fn kill_scopes(&mut self, from: usize) {
        let dying: Vec<Term> = self.scopes.iter().skip(from).flatten().map(|(_, object)| *object).collect();
        for object in dying.into_iter().rev() {
            self.kill(object);
        }
    }

    fn jump(&mut self, target: Option<Target>) {
        match target {
            Some(target) => {
                self.kill_scopes(target.scopes);
                self.goto(target.block);
            }
            None => self.assume(Term::FALSE),
        }
        self.dead_end();
    }

    fn return_(&mut self, value: Option<&Expr>) {
        if let Some(expr) = value {
            let value = self.value(expr);
            if !matches!(value, Value::Void) {
                let result = VarStorage::Plain(std::rc::Rc::new(self.result.clone()));
                let location = self.variable_location(result, expr.ty);
                self.put(&location, expr.ty, &value);
            }
        }
        self.jump(Some(Target { block: self.returns, scopes: 1 }));
    }

    pub fn statement_expression(&mut self, stmts: &[Stmt], last: Option<&Expr>) -> Value {
        self.scopes.push(Vec::new());
        stmts.iter().for_each(|stmt| self.stmt(stmt));
        let value = match last {
            Some(last) => {
                let value = self.value(last);
                self.save_value(value)
            }
            None => Value::Void,
        };
        self.end_scope();
        value
    }

    /// Labels inside statements: how many scopes are open there, relative to the function's outermost.
    pub fn find_labels(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.find_labels(stmt, depth + 1)),
            StmtKind::If(_, then, otherwise) => {
                self.find_labels(then, depth);
                if let Some(otherwise) = otherwise {
                    self.find_labels(otherwise, depth);
                }
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => self.find_labels(body, depth),
            StmtKind::For { body, .. } => self.find_labels(body, depth + 1),
            StmtKind::Switch(_, body) => self.find_labels(body, depth),
            StmtKind::Case(_, _, inner) | StmtKind::Default(inner) => self.find_labels(inner, depth),
            StmtKind::Labeled(label, inner) => {
                self.label_scopes.insert(*label, depth);
                self.find_labels(inner, depth);
            }
            StmtKind::Expr(_) | StmtKind::Declare(..) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Empty | StmtKind::Asm { .. } => {}
            StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
        }
    }

    // ---- branches

    fn if_(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let (yes, no, join) = (self.block("then"), self.block("else"), self.block("join"));
        self.branch(condition, yes, no);
        self.continue_in(yes);
        self.stmt(then);
        self.goto(join);
        self.continue_in(no);
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise);
        }
        self.goto(join);
        self.continue_in(join);
    }

    fn switch(&mut self, operand: &Expr, body: &Stmt) {
        let value = self.int_value(operand);
        let value = Int { term: self.save(value.term), ..value };
        let dispatch = self.current;
        let (span, exit) = (self.span, self.block("break"));
        self.dead_end();
        self.switches.push(Cases::default());
        self.breaks.push(Target { block: exit, scopes: self.scopes.len() });
        self.stmt(body);
        self.goto(exit);
        self.breaks.pop();
        let cases = self.switches.pop().unwrap_or_default();
        self.span = span;
        self.continue_in(dispatch);
        for (first, last, block) in cases.cases {
            let next = self.block("other");
            let is = self.case_condition(value, first, last);
            self.branch_on(is, block, next);
            self.continue_in(next);
        }
        self.goto(cases.default.unwrap_or(exit));
        self.continue_in(exit);
    }

    fn case_condition(&mut self, value: Int, first: i128, last: i128) -> Term {
        let (low, high) = (self.int(first), self.int(last));
        let pool = self.pool();
        if first == last {
            return pool.eq(value.term, low);
        }
        let (from, until) = (pool.le(low, value.term), pool.le(value.term, high));
        pool.and(&[from, until])
    }

    // ---- loops

    fn loop_(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
        annotation: &LoopSpec,
        shape: Shape,
    ) {
        let span = self.span;
        let prepared = self.prepare_loop(annotation);
        let head = self.arrive("head");
        self.open_head(head, annotation, &prepared);
        let (inside, test, exit) = (self.block("body"), self.block("test"), self.block("exit"));
        let next = self.block("next");
        self.goto(if shape == Shape::TestFirst { test } else { inside });
        let scopes = self.scopes.len();
        self.breaks.push(Target { block: exit, scopes });
        self.continues.push(Target { block: next, scopes });
        self.continue_in(inside);
        self.stmt(body);
        self.goto(next);
        self.breaks.pop();
        self.continues.pop();
        self.continue_in(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.goto(if shape == Shape::TestFirst { head } else { test });
        self.continue_in(test);
        self.span = span;
        let onward = if shape == Shape::TestFirst { inside } else { head };
        match condition {
            Some(condition) => self.branch(condition, onward, exit),
            None => self.goto(onward),
        }
        self.close_head(head, &prepared);
        self.span = span;
        self.continue_in(exit);
    }

    /// The invariants, as the assertions that open the head.
    fn open_head(&mut self, head: BlockId, annotation: &LoopSpec, prepared: &super::spec::PreparedLoop) {
        let span = self.span;
        for (clause, &term) in annotation.invariants.iter().zip(&prepared.invariants) {
            self.span = clause.span;
            match clause.trust {
                Trust::Assert | Trust::Check => self.assert_always(CheckKind::Invariant, term),
                Trust::Admit => self.emit(CmdKind::Assume(term)),
            }
        }
        self.span = span;
        let hints = LoopHints { predicates: prepared.predicates.clone(), skolems: prepared.skolems.clone() };
        self.blocks[head].hints = hints;
    }

    // ---- the rest

    fn asm(&mut self, outputs: &[crate::c::hir::Place], inputs: &[Expr], clobbers_memory: bool) {
        inputs.iter().for_each(|input| self.effect(input));
        if outputs.is_empty() && !clobbers_memory && inputs.is_empty() {
            return;
        }
        for output in outputs {
            let location = self.locate(output);
            let value = self.any_value(output.ty);
            self.store(&location, output.ty, &value);
        }
        if clobbers_memory {
            self.forget_escaped();
        }
        self.approximate("inline assembly");
    }

    /// Everything that has a value may have another.
    fn forget_everything(&mut self) {
        let globals: Vec<_> = self.cx.b.program.globals.iter().map(|global| global.var).collect();
        let fixed = [self.cx.next, self.cx.flag];
        for var in globals.into_iter().filter(|var| !fixed.contains(var)) {
            self.emit(CmdKind::Havoc(var));
        }
        let locals: Vec<_> = self.locals.iter().map(|local| local.var).collect();
        for var in locals.into_iter().filter(|var| var.index() > 0) {
            self.emit(CmdKind::Havoc(var));
        }
    }

    fn annotation(&mut self, annotation: &StmtSpec) {
        match annotation {
            StmtSpec::Assert(clause) => {
                let term = self.statement(&clause.term);
                self.flush_problems();
                self.span = clause.span;
                match clause.trust {
                    Trust::Assert => self.assert_always(CheckKind::Assertion, term),
                    Trust::Check => self.check_only(term),
                    Trust::Admit => {
                        self.cx.assumptions.insert("`admit` clauses are taken on trust".to_string());
                        self.assume(term);
                    }
                }
            }
            StmtSpec::Ghost(stmt) => self.stmt(stmt),
        }
    }

    /// `check`: proved here, not known afterwards.
    fn check_only(&mut self, term: Term) {
        let (aside, onward) = (self.block("check"), self.block("onward"));
        self.blocks[self.current].next = Transfer::Goto(vec![aside, onward]);
        self.continue_in(aside);
        self.assert_always(CheckKind::Assertion, term);
        self.assume(Term::FALSE);
        self.goto(onward);
        self.continue_in(onward);
    }

    /// An annotation is a check whatever `--check` says, unless only one property is asked for.
    pub fn assert_always(&mut self, kind: CheckKind, term: Term) {
        let check = invar_gcl::Check::new(kind, self.span);
        let check = self.cx.b.program.checks.push(check);
        self.emit(CmdKind::Assert(check, term));
    }

    /// The lengths of a variable-length array type, evaluated now.
    fn evaluate_lengths(&mut self, ty: crate::c::types::TypeId) {
        use crate::c::types::{ArrayLength, Type};
        let mut at = ty;
        while let Type::Array { element, length } = self.cx.unit.types.get(at).clone() {
            if let ArrayLength::Variable(number) = length
                && let Some(expr) = self.function.lengths.get(number as usize)
            {
                let length = self.int_value(expr);
                let saved = self.save(length.term);
                let zero = self.int(0);
                // GNU C has arrays of no elements.
                let natural = self.pool().le(zero, saved);
                self.check(CheckKind::Bounds, natural);
                self.lengths.insert(number, saved);
            }
            at = element;
        }
    }
}

/// Where a loop tests its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    TestFirst,
    TestLast,
}
