//! Statements: every construct becomes blocks and edges. Scopes end where control leaves them, however it does.

use invar_base::Id;
use invar_gcl::{BlockId, CheckKind, CmdKind, LoopHints, Predicate, Transfer};
use invar_logic::Term;

use crate::c::hir::spec::{LoopSpec, StmtSpec, Trust};
use crate::c::hir::{Expr, LabelId, Stmt, StmtKind};
use crate::c::lower::code::{Body, Cases, Target, Value};
use crate::c::lower::ints::Int;
use crate::c::lower::program::VarStorage;
use crate::c::lower::scopes::ScopeId;
use crate::c::lower::spec::PreparedLoop;
use crate::c::lower::unseen::Idle;

impl Body<'_, '_> {
    pub fn stmt(&mut self, stmt: &Stmt) {
        self.span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Block(stmts) => self.scope(stmts),
            StmtKind::Declare(id, init) => {
                self.declared.push(*id);
                self.evaluate_lengths(self.function.locals[*id].ty);
                self.span = self.function.locals[*id].span;
                self.begin_at_declaration(*id);
                self.initialise_local(*id, init.as_ref());
            }
            StmtKind::If(condition, then, otherwise) => {
                self.in_scope(|body| body.if_(condition, then, otherwise.as_deref()));
            }
            StmtKind::While { condition, body, annotation } => {
                self.in_scope(|this| this.loop_(Some(condition), None, body, annotation, Shape::TestFirst));
            }
            StmtKind::DoWhile { body, condition, annotation } => {
                self.in_scope(|this| this.loop_(Some(condition), None, body, annotation, Shape::TestLast));
            }
            StmtKind::For { init, condition, step, body, annotation } => self.in_scope(|this| {
                if let Some(init) = init {
                    this.stmt(init);
                }
                this.span = stmt.span;
                this.loop_(condition.as_ref(), step.as_ref(), body, annotation, Shape::TestFirst);
            }),
            StmtKind::Switch(operand, body) => self.in_scope(|this| this.switch(operand, body)),
            StmtKind::Case(first, last, inner) => {
                let block = self.arrive("case");
                if let Some(cases) = self.switches.last_mut() {
                    cases.cases.push((*first, *last, Target { block, scope: self.scopes.current }));
                }
                self.stmt(inner);
            }
            StmtKind::Default(inner) => {
                let block = self.arrive("default");
                if let Some(cases) = self.switches.last_mut() {
                    cases.default = Some(Target { block, scope: self.scopes.current });
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
            StmtKind::Goto(label) => self.jump_to_label(*label),
            StmtKind::ComputedGoto(target) => self.computed_goto(target),
            StmtKind::AtScopeEnd(call) => self.at_scope_end(call),
            StmtKind::Labeled(label, inner) => {
                let block = self.label_block(*label);
                self.label_scopes.insert(*label, self.scopes.current);
                self.goto(block);
                self.continue_in(block);
                self.stmt(inner);
            }
            StmtKind::Empty => {}
            StmtKind::Asm { outputs, inputs, clobbers_memory, labels } => {
                self.asm(outputs, inputs, *clobbers_memory);
                self.asm_jumps(labels);
            }
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Unsupported { what } => {
                self.doubt(what.clone());
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

    // ---- scopes

    fn scope(&mut self, stmts: &[Stmt]) {
        self.in_scope(|body| {
            body.begin_objects(stmts);
            stmts.iter().for_each(|stmt| body.stmt(stmt));
        });
    }

    /// A substatement is a block, with braces or without (C11 6.8.4, 6.8.5): what its literals make dies with it.
    fn substatement(&mut self, stmt: &Stmt) {
        self.in_scope(|body| body.stmt(stmt));
    }

    /// To one of the labels whose address is taken; anything else leads nowhere that is known.
    fn computed_goto(&mut self, target: &Expr) {
        let value = self.pointer_value(target);
        let (object, offset) = (self.save(value.object), self.save(value.offset));
        let zero = self.int(0);
        for (label, address) in self.function.label_addresses.clone() {
            let (here, other) = (self.block("jump"), self.block("other"));
            let there = self.cx.label_object(address);
            let pool = self.pool();
            let (is, at_start) = (pool.eq(object, there), pool.eq(offset, zero));
            let is = pool.and(&[is, at_start]);
            self.branch_on(is, here, other);
            self.continue_in(here);
            self.jump_to_label(label);
            self.continue_in(other);
        }
        self.doubt("jumps to other places than labels".to_string());
        self.assume(Term::FALSE);
        self.dead_end();
    }

    /// `asm goto`: any of its labels, or after it.
    fn asm_jumps(&mut self, labels: &[LabelId]) {
        if labels.is_empty() {
            return;
        }
        let after = self.block("after");
        let ways: Vec<BlockId> = labels.iter().map(|_| self.block("jump")).collect();
        self.approximate("an assembler statement that jumps");
        self.blocks[self.current].next = Transfer::Goto(ways.iter().copied().chain([after]).collect());
        for (&label, way) in labels.iter().zip(ways) {
            self.continue_in(way);
            self.jump_to_label(label);
        }
        self.continue_in(after);
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
        let function = ScopeId::from_index(0);
        self.jump(Some(Target { block: self.returns, scope: function }));
    }

    pub fn statement_expression(&mut self, stmts: &[Stmt], last: Option<&Expr>) -> Value {
        let mut value = Value::Void;
        self.in_scope(|body| {
            body.begin_objects(stmts);
            stmts.iter().for_each(|stmt| body.stmt(stmt));
            if let Some(last) = last {
                let result = body.value(last);
                value = body.save_value(result);
            }
        });
        value
    }

    // ---- branches

    fn if_(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let (yes, no, join) = (self.block("then"), self.block("else"), self.block("join"));
        self.branch(condition, yes, no);
        self.continue_in(yes);
        self.substatement(then);
        self.goto(join);
        self.continue_in(no);
        if let Some(otherwise) = otherwise {
            self.substatement(otherwise);
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
        self.breaks.push(Target { block: exit, scope: self.scopes.current });
        self.scopes.switches += 1;
        self.substatement(body);
        self.scopes.switches -= 1;
        self.goto(exit);
        self.breaks.pop();
        let cases = self.switches.pop().unwrap_or_default();
        self.span = span;
        self.continue_in(dispatch);
        for (first, last, target) in cases.cases {
            let next = self.block("other");
            let is = self.case_condition(value, first, last);
            let way = self.way_into(target.block, target.scope);
            self.branch_on(is, way, next);
            self.continue_in(next);
        }
        let otherwise = cases.default.map(|target| self.way_into(target.block, target.scope));
        self.goto(otherwise.unwrap_or(exit));
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
        annotation.unchecked.iter().for_each(|clause| self.not_checked(clause));
        let head = self.arrive("head");
        self.open_head(head, annotation, &prepared);
        let (inside, test, exit) = (self.block("body"), self.block("test"), self.block("exit"));
        let next = self.block("next");
        self.goto(if shape == Shape::TestFirst { test } else { inside });
        let scope = self.scopes.current;
        self.breaks.push(Target { block: exit, scope });
        self.continues.push(Target { block: next, scope });
        self.continue_in(inside);
        let measure = self.measure(annotation);
        self.substatement(body);
        self.goto(next);
        self.breaks.pop();
        self.continues.pop();
        self.continue_in(next);
        if let Some(step) = step {
            self.effect(step);
        }
        let again = self.block("again");
        self.goto(if shape == Shape::TestFirst { again } else { test });
        self.continue_in(test);
        self.span = span;
        let onward = if shape == Shape::TestFirst { inside } else { again };
        match condition {
            Some(condition) => self.branch(condition, onward, exit),
            None => self.goto(onward),
        }
        self.continue_in(again);
        self.measure_decreases(annotation, measure);
        self.goto(head);
        self.close_head(head, &prepared);
        self.span = span;
        self.continue_in(exit);
    }

    /// The invariants, as the assertions that open the head.
    fn open_head(&mut self, head: BlockId, annotation: &LoopSpec, prepared: &PreparedLoop) {
        let span = self.span;
        for (clause, &term) in annotation.invariants.iter().zip(&prepared.invariants) {
            self.span = clause.span;
            match clause.trust {
                Trust::Assert | Trust::Check => self.assert_always(CheckKind::Invariant, term),
                Trust::Admit => self.admit(term),
            }
        }
        self.span = span;
        let PreparedLoop { predicates, skolems, templates, .. } = prepared;
        let [predicates, templates] = [predicates, templates].map(Vec::clone);
        self.blocks[head].hints = LoopHints { predicates, skolems: skolems.clone(), templates };
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
            self.forget_escaped(Idle::Never);
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
                    Trust::Admit => self.admit(term),
                }
            }
            StmtSpec::Predicate { text, clause, is_global } => {
                let term = self.statement(&clause.term);
                self.flush_problems();
                let procedure = self.cx.procedures.ids.get(&self.id).copied().filter(|_| !is_global);
                let predicate = Predicate { procedure, text: text.clone(), term, span: clause.span };
                self.cx.b.program.predicates.push(predicate);
            }
            StmtSpec::Abort { message, call, span } => {
                self.span = *call;
                self.check_at(CheckKind::Rule, Term::FALSE, Some(*span), Some(message.clone()));
            }
            StmtSpec::Unchecked(clause) => self.not_checked(clause),
            StmtSpec::Ghost(stmt) => self.stmt(stmt),
        }
    }

    fn admit(&mut self, term: Term) {
        self.cx.assumptions.insert("`admit` clauses are taken on trust".to_string());
        self.assume(term);
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
