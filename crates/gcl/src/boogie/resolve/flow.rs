//! Bodies: structured statements, labels and gotos become blocks.
//!
//! A branch condition is assumed at the start of the block it leads to. A `goto` sees every label of the body; `break`
//! leaves the innermost loop, or the labelled statement around it.

use invar_base::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::ast;
use super::scope::{Resolver, string_attribute};
use super::subsumption::{split_forgotten, subsumption};
use super::template::written_out;
use super::typed::{Block, Cmd, CmdKind, Code, Expr, ExprKind, Measure, Next, Role, Subsumption, VarKey};
use crate::check::CheckKind;
use crate::program::Trust;

/// A call as the text has it.
#[derive(Clone, Copy)]
pub struct WrittenCall<'t> {
    pub outs: &'t [ast::Ident],
    pub procedure: &'t ast::Ident,
    pub args: &'t [ast::Expr],
    pub trust: Trust,
}

pub struct Flow<'r> {
    pub r: &'r mut Resolver,
    /// What may be modified; `None` in a code expression, which may assign its own locals only.
    pub modifies: Option<Vec<VarKey>>,
    pub code: Code,
    /// Locals with `{:assumption}`.
    pub assumptions: Vec<VarKey>,
    /// The block being filled; `None` after a transfer.
    current: Option<usize>,
    labels: FxHashMap<String, usize>,
    /// Blocks in the order in which they were begun.
    order: Vec<usize>,
    /// All labels of the body, and those made up.
    taken: FxHashMap<String, Span>,
    breaks: Vec<BreakTarget>,
    made_up: u32,
}

struct BreakTarget {
    labels: Vec<String>,
    is_loop: bool,
    after: Option<usize>,
}

impl<'r> Flow<'r> {
    pub fn new(r: &'r mut Resolver, modifies: Option<Vec<VarKey>>) -> Flow<'r> {
        Flow {
            r,
            modifies,
            code: Code::default(),
            assumptions: Vec::new(),
            current: None,
            labels: FxHashMap::default(),
            order: Vec::new(),
            taken: FxHashMap::default(),
            breaks: Vec::new(),
            made_up: 0,
        }
    }

    pub fn run(mut self, block: &ast::Block) -> Code {
        self.collect_labels(block);
        let entry = self.new_block("entry", block.span);
        self.begin(entry);
        self.block(block);
        if let Some(last) = self.current.take() {
            if self.modifies.is_none() {
                self.r.fail("code-expression", block.span, "a code expression must return a value on every path");
            }
            self.code.blocks[last].next = Next::Return;
        }
        self.sort_blocks();
        self.merge_entry();
        mark_invariants(&mut self.code.blocks);
        split_forgotten(&mut self.code.blocks);
        self.code
    }

    /// Puts the blocks into the order in which they were begun, and drops labels of lists that were never reached.
    fn sort_blocks(&mut self) {
        let mut place = vec![usize::MAX; self.code.blocks.len()];
        let mut order = Vec::new();
        for &block in self.order.iter() {
            if place[block] == usize::MAX {
                place[block] = order.len();
                order.push(block);
            }
        }
        let mut blocks: Vec<Option<Block>> = std::mem::take(&mut self.code.blocks).into_iter().map(Some).collect();
        self.code.blocks = order.iter().filter_map(|&block| blocks[block].take()).collect();
        for block in &mut self.code.blocks {
            if let Next::Goto(targets) = &mut block.next {
                targets.iter_mut().for_each(|target| *target = place[*target]);
                // Only after an error: a duplicate label.
                targets.retain(|&target| target != usize::MAX);
            }
        }
    }

    /// An empty entry block that only leads to a label nobody jumps back to is not needed.
    fn merge_entry(&mut self) {
        let entry = &self.code.blocks[0];
        let Next::Goto(targets) = &entry.next else { return };
        let [target] = targets[..] else { return };
        let has_hints = !(entry.skolems.is_empty() && entry.predicates.is_empty() && entry.templates.is_empty());
        if !entry.cmds.is_empty() || target != 1 || has_hints {
            return;
        }
        let jumped_to = self.code.blocks[1..].iter().any(|block| match &block.next {
            Next::Goto(targets) => targets.contains(&1),
            Next::Return | Next::Value(_) => false,
        });
        if jumped_to {
            return;
        }
        self.code.blocks.remove(0);
        for block in &mut self.code.blocks {
            if let Next::Goto(targets) = &mut block.next {
                targets.iter_mut().for_each(|target| *target -= 1);
            }
        }
    }

    fn collect_labels(&mut self, block: &ast::Block) {
        let mut blocks = vec![block];
        while let Some(block) = blocks.pop() {
            for stmt in &block.stmts {
                match &stmt.kind {
                    ast::StmtKind::Label(ident) => {
                        if let Some(earlier) = self.taken.insert(ident.name.clone(), ident.span) {
                            let (span, earlier) = (ident.span.max(earlier), ident.span.min(earlier));
                            self.r.duplicate("label", &ident.name, span, earlier);
                        } else {
                            let target = self.push_block(ident.name.clone(), ident.span);
                            self.labels.insert(ident.name.clone(), target);
                        }
                    }
                    ast::StmtKind::If { branches, otherwise } => {
                        blocks.extend(branches.iter().map(|branch| &branch.body));
                        blocks.extend(otherwise);
                    }
                    ast::StmtKind::While { body, .. } => blocks.push(body),
                    ast::StmtKind::Assert(_)
                    | ast::StmtKind::Assume(_)
                    | ast::StmtKind::Assign { .. }
                    | ast::StmtKind::Unpack { .. }
                    | ast::StmtKind::Havoc(_)
                    | ast::StmtKind::Call { .. }
                    | ast::StmtKind::Goto(_)
                    | ast::StmtKind::Return(_)
                    | ast::StmtKind::Break(_)
                    | ast::StmtKind::Clause(_) => {}
                }
            }
        }
    }

    // ---- blocks

    fn new_block(&mut self, stem: &str, span: Span) -> usize {
        let mut label = stem.to_string();
        while self.taken.contains_key(&label) {
            self.made_up += 1;
            label = format!("{stem}_{}", self.made_up);
        }
        self.taken.insert(label.clone(), span);
        self.push_block(label, span)
    }

    fn push_block(&mut self, label: String, span: Span) -> usize {
        self.code.blocks.push(Block {
            label,
            span,
            predicates: Vec::new(),
            templates: Vec::new(),
            skolems: Vec::new(),
            cmds: Vec::new(),
            next: Next::Return,
        });
        self.code.blocks.len() - 1
    }

    /// The block being filled; after a transfer a new one that nothing reaches.
    fn here(&mut self, span: Span) -> usize {
        match self.current {
            Some(block) => block,
            None => {
                let block = self.new_block("unreachable", span);
                self.begin(block);
                block
            }
        }
    }

    fn begin(&mut self, block: usize) {
        self.current = Some(block);
        self.order.push(block);
    }

    pub fn emit(&mut self, kind: CmdKind, span: Span) {
        let block = self.here(span);
        self.code.blocks[block].cmds.push(Cmd { kind, span });
    }

    fn jump(&mut self, targets: Vec<usize>, span: Span) {
        let block = self.here(span);
        self.code.blocks[block].next = Next::Goto(targets);
        self.current = None;
    }

    /// Falls through to `target` if anything arrives here.
    fn flow_to(&mut self, target: usize) {
        if let Some(block) = self.current.take() {
            self.code.blocks[block].next = Next::Goto(vec![target]);
        }
    }

    // ---- statements

    fn block(&mut self, block: &ast::Block) {
        self.r.push_scope();
        self.locals(block);
        let mut before: Vec<String> = Vec::new();
        for stmt in &block.stmts {
            if let ast::StmtKind::Label(ident) = &stmt.kind {
                self.label(ident);
                before.push(ident.name.clone());
            } else {
                let labels = std::mem::take(&mut before);
                self.statement(stmt, labels);
            }
        }
        self.r.pop_scope();
    }

    fn locals(&mut self, block: &ast::Block) {
        let mut keys = Vec::new();
        for group in &block.locals {
            keys.push(self.r.binders(&group.binders, Role::Local));
        }
        keys.iter().flatten().for_each(|&key| self.r.declare(key));
        for (group, keys) in block.locals.iter().zip(keys) {
            self.r.where_clauses(&group.binders, &keys);
            self.start_assumptions(group, &keys);
            self.code.locals.extend(keys);
        }
    }

    fn label(&mut self, ident: &ast::Ident) {
        let Some(&target) = self.labels.get(&ident.name) else { return };
        self.flow_to(target);
        self.begin(target);
    }

    fn statement(&mut self, stmt: &ast::Stmt, labels: Vec<String>) {
        match &stmt.kind {
            ast::StmtKind::Label(_) => {}
            ast::StmtKind::Assert(expr) => {
                let cond = self.r.condition(expr);
                let cond = self.unverified_part(cond, &stmt.attributes);
                let message = string_attribute(&stmt.attributes, "msg");
                let subsumption = subsumption(&stmt.attributes);
                self.emit(CmdKind::Assert { kind: CheckKind::Assertion, cond, message, subsumption }, stmt.span);
            }
            ast::StmtKind::Assume(expr) => {
                let cond = self.r.condition(expr);
                self.emit(CmdKind::Assume(cond), stmt.span);
            }
            ast::StmtKind::Assign { targets, values } => self.assign(targets, values, stmt.span),
            ast::StmtKind::Unpack { constructor, targets, value } => {
                self.unpack(constructor, targets, value, stmt.span);
            }
            ast::StmtKind::Havoc(names) => self.havoc(names, stmt.span),
            ast::StmtKind::Call { outs, procedure, args, free } => {
                let trust = if *free { Trust::Free } else { Trust::Checked };
                let call = WrittenCall { outs, procedure, args, trust };
                match self.verified_under(&stmt.attributes) {
                    Some(under) => self.call_under(under, call, stmt.span),
                    None => self.call(call, stmt.span),
                }
            }
            ast::StmtKind::Goto(names) => self.goto(names, stmt.span),
            ast::StmtKind::Return(value) => self.return_(value.as_ref(), stmt.span),
            ast::StmtKind::If { branches, otherwise } => self.if_(branches, otherwise.as_ref(), labels, stmt.span),
            ast::StmtKind::While { guard, clauses, body } => self.while_(guard, clauses, body, labels, stmt.span),
            ast::StmtKind::Break(label) => self.break_(label.as_ref(), stmt.span),
            ast::StmtKind::Clause(clause) => self.loose_clause(clause),
        }
    }

    /// `if E { free call … } else { call … }`
    fn call_under(&mut self, under: Expr, call: WrittenCall<'_>, span: Span) {
        let verified = self.new_block("verified", span);
        let unverified = self.new_block("unverified", span);
        let after = self.new_block("called", span);
        self.jump(vec![verified, unverified], span);
        for (block, guard, trust) in [(verified, under.clone(), Trust::Free), (unverified, under.negate(), call.trust)]
        {
            self.begin(block);
            self.emit(CmdKind::Assume(guard), span);
            self.call(WrittenCall { trust, ..call }, span);
            self.flow_to(after);
        }
        self.begin(after);
    }

    fn goto(&mut self, names: &[ast::Ident], span: Span) {
        let mut targets = Vec::new();
        for ident in names {
            match self.labels.get(&ident.name).copied() {
                Some(target) if targets.contains(&target) => {}
                Some(target) => targets.push(target),
                None => self.r.fail("unknown-label", ident.span, format!("there is no label `{}`", ident.name)),
            }
        }
        self.jump(targets, span);
    }

    fn return_(&mut self, value: Option<&ast::Expr>, span: Span) {
        let next = match value {
            Some(expr) => {
                if self.modifies.is_some() {
                    self.r.fail(
                        "code-expression",
                        span,
                        "only a code expression returns a value; assign an out-parameter",
                    );
                }
                Next::Value(self.r.condition(expr))
            }
            None => {
                if self.modifies.is_none() {
                    self.r.fail("code-expression", span, "a code expression must return a value");
                }
                Next::Return
            }
        };
        let block = self.here(span);
        self.code.blocks[block].next = next;
        self.current = None;
    }

    fn break_(&mut self, label: Option<&ast::Ident>, span: Span) {
        let found = self.breaks.iter().rposition(|target| match label {
            Some(ident) => target.labels.contains(&ident.name),
            None => target.is_loop,
        });
        let Some(index) = found else {
            let message = match label {
                Some(ident) => format!("no statement around this one is labelled `{}`", ident.name),
                None => "`break` is not inside a loop".to_string(),
            };
            return self.r.fail("unknown-label", span, message);
        };
        let after = self.after(index, span);
        self.jump(vec![after], span);
    }

    fn after(&mut self, index: usize, span: Span) -> usize {
        if let Some(after) = self.breaks[index].after {
            return after;
        }
        let after = self.new_block("after", span);
        self.breaks[index].after = Some(after);
        after
    }

    /// Each condition is assumed in its branch, its negation in everything after it.
    fn if_(&mut self, branches: &[ast::Branch], otherwise: Option<&ast::Block>, labels: Vec<String>, span: Span) {
        self.breaks.push(BreakTarget { labels, is_loop: false, after: None });
        let index = self.breaks.len() - 1;
        for branch in branches {
            let guard = self.guard(&branch.guard);
            let then = self.new_block("if_true", branch.span);
            let else_ = self.new_block("if_false", branch.span);
            self.jump(vec![then, else_], branch.span);
            self.begin(then);
            self.assume_guard(guard.as_ref(), branch.span);
            self.block(&branch.body);
            if self.current.is_some() {
                let after = self.after(index, span);
                self.flow_to(after);
            }
            self.begin(else_);
            self.assume_guard(guard.map(Expr::negate).as_ref(), branch.span);
        }
        if let Some(block) = otherwise {
            self.block(block);
        }
        if self.current.is_some() && self.breaks[index].after.is_some() {
            let after = self.after(index, span);
            self.flow_to(after);
        }
        if let Some(BreakTarget { after: Some(after), .. }) = self.breaks.pop() {
            self.begin(after);
        }
    }

    fn guard(&mut self, guard: &ast::Guard) -> Option<Expr> {
        match guard {
            ast::Guard::Any(_) => None,
            ast::Guard::Cond(expr) => Some(self.r.condition(expr)),
        }
    }

    fn assume_guard(&mut self, guard: Option<&Expr>, span: Span) {
        if let Some(guard) = guard {
            let span = if guard.span.source == span.source { guard.span } else { span };
            self.emit(CmdKind::Assume(guard.clone()), span);
        }
    }

    fn while_(
        &mut self,
        guard: &ast::Guard,
        clauses: &[ast::LoopClause],
        body: &ast::Block,
        labels: Vec<String>,
        span: Span,
    ) {
        let head = self.new_block("loop", span);
        self.flow_to_from(head, span);
        self.begin(head);
        self.clauses(clauses);
        let measures = self.measures(clauses);
        let guard = self.guard(guard);
        let inside = self.new_block("body", body.span);
        let done = self.new_block("done", span);
        self.jump(vec![inside, done], span);
        self.breaks.push(BreakTarget { labels, is_loop: true, after: None });
        self.begin(inside);
        self.assume_guard(guard.as_ref(), span);
        for measure in &measures {
            for (part, &saved) in measure.parts.iter().zip(&measure.saved) {
                self.emit(CmdKind::Assign(saved, part.clone()), measure.span);
            }
        }
        self.block(body);
        for measure in &measures {
            let cond = measure.is_below(&measure.saved);
            let (kind, subsumption) = (CheckKind::Variant, Subsumption::Assumed);
            self.emit(CmdKind::Assert { kind, cond, message: None, subsumption }, measure.span);
        }
        self.flow_to(head);
        self.begin(done);
        self.assume_guard(guard.map(Expr::negate).as_ref(), span);
        if let Some(BreakTarget { after: Some(after), .. }) = self.breaks.pop() {
            self.flow_to(after);
            self.begin(after);
        }
    }

    fn flow_to_from(&mut self, target: usize, span: Span) {
        self.here(span);
        self.flow_to(target);
    }

    fn clauses(&mut self, clauses: &[ast::LoopClause]) {
        for clause in clauses {
            if let ast::LoopClauseKind::Skolem(groups) = &clause.kind {
                self.skolems(groups);
            }
        }
        for clause in clauses {
            match &clause.kind {
                ast::LoopClauseKind::Skolem(_) | ast::LoopClauseKind::Measure(_) => {}
                ast::LoopClauseKind::Predicates(exprs) => self.predicates(exprs),
                ast::LoopClauseKind::Templates(templates) => self.templates(templates),
                ast::LoopClauseKind::Invariant { free, cond } => {
                    let cond = self.r.condition(cond);
                    let message = string_attribute(&clause.attributes, "msg");
                    let kind = if *free {
                        CmdKind::Assume(cond)
                    } else {
                        let cond = self.unverified_part(cond, &clause.attributes);
                        let subsumption = Subsumption::Assumed;
                        CmdKind::Assert { kind: CheckKind::Invariant, cond, message, subsumption }
                    };
                    self.emit(kind, clause.span);
                }
            }
        }
    }

    /// What must decrease with every iteration.
    fn measures(&mut self, clauses: &[ast::LoopClause]) -> Vec<Measure> {
        let mut measures = Vec::new();
        for clause in clauses {
            if let ast::LoopClauseKind::Measure(exprs) = &clause.kind {
                let measure = self.r.measure(exprs, clause.span);
                self.code.locals.extend(&measure.saved);
                measures.push(measure);
            }
        }
        measures
    }

    fn skolems(&mut self, groups: &[ast::Binders]) {
        let keys = self.r.binders(groups, Role::Skolem);
        let Some(block) = self.current else { return };
        self.code.blocks[block].skolems.extend(keys);
    }

    fn predicates(&mut self, exprs: &[ast::Expr]) {
        let Some(block) = self.current else { return };
        self.r.push_scope();
        for key in self.code.blocks[block].skolems.clone() {
            self.r.declare(key);
        }
        for expr in exprs {
            let predicate = self.r.condition(expr);
            self.code.blocks[block].predicates.push(predicate);
        }
        self.r.pop_scope();
    }

    fn templates(&mut self, templates: &[ast::Template]) {
        let Some(block) = self.current else { return };
        for template in templates {
            let template = self.r.condition(&written_out(template, &|_| true));
            self.code.blocks[block].templates.push(template);
        }
    }

    /// A `predicate`, `template` or `skolem` clause at the start of a block.
    fn loose_clause(&mut self, clause: &ast::LoopClause) {
        let block = self.here(clause.span);
        if !self.code.blocks[block].cmds.is_empty() {
            return self.r.fail("misplaced-clause", clause.span, "loop clauses stand at the start of a block");
        }
        match &clause.kind {
            ast::LoopClauseKind::Skolem(groups) => self.skolems(groups),
            ast::LoopClauseKind::Predicates(exprs) => self.predicates(exprs),
            ast::LoopClauseKind::Templates(templates) => self.templates(templates),
            ast::LoopClauseKind::Invariant { .. } | ast::LoopClauseKind::Measure(_) => {
                self.r.fail("misplaced-clause", clause.span, "an invariant or a measure belongs to a `while`");
            }
        }
    }
}

impl Resolver {
    /// `|{ … }|`
    pub fn code_expression(&mut self, block: &ast::Block, span: Span) -> Expr {
        let mark = self.pending_infer.split_off(0);
        let code = Flow::new(self, None).run(block);
        self.pending_infer = mark;
        Expr::new(span, ExprKind::Code(Box::new(code)))
    }
}

/// The assertions that open a loop's head are its invariant, however the loop was written.
fn mark_invariants(blocks: &mut [Block]) {
    let heads = loop_heads(blocks);
    for (index, block) in blocks.iter_mut().enumerate() {
        for cmd in &mut block.cmds {
            match &mut cmd.kind {
                CmdKind::Assert { kind: CheckKind::Variant, .. } => {}
                CmdKind::Assert { kind, .. } => {
                    *kind = if heads.contains(&index) { CheckKind::Invariant } else { CheckKind::Assertion };
                }
                CmdKind::Assume(_) => {}
                CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Call { .. } => break,
            }
        }
    }
}

/// The targets of retreating edges of a depth-first search from the entry.
fn loop_heads(blocks: &[Block]) -> FxHashSet<usize> {
    let mut heads = FxHashSet::default();
    let mut visited = vec![false; blocks.len()];
    let mut on_path = vec![false; blocks.len()];
    let targets = |index: usize| match &blocks[index].next {
        Next::Goto(targets) => targets.as_slice(),
        Next::Return | Next::Value(_) => &[],
    };
    for start in 0..blocks.len() {
        if visited[start] {
            continue;
        }
        visited[start] = true;
        on_path[start] = true;
        let mut stack = vec![(start, 0)];
        while let Some((block, next)) = stack.last_mut() {
            let Some(&target) = targets(*block).get(*next) else {
                on_path[*block] = false;
                stack.pop();
                continue;
            };
            *next += 1;
            if on_path[target] {
                heads.insert(target);
            } else if !visited[target] {
                visited[target] = true;
                on_path[target] = true;
                stack.push((target, 0));
            }
        }
    }
    heads
}
