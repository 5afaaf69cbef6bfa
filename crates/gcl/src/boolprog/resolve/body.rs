//! Statements to nodes. Every statement is one node, every condition of an `if` too, in the order of the text; so where a
//! statement's successor will stand is known from how many nodes there are in between.

use invar_base::{Arena, Id, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::ast::{self, Arm, Name, Stmt, StmtKind, Target};
use super::super::program::{Expr, Node, NodeId, NodeKind, Proc, Var};
use super::scope::{Names, Primes, distinct};
use super::variable;

pub(super) fn proc_of<'a>(names: &mut Names<'a>, tree: &'a ast::Proc) -> Proc {
    names.enter(tree);
    let mut labels = Vec::new();
    let size = find_labels(&tree.body, 0, &mut labels);
    distinct(&mut names.errors, labels.iter().map(|(name, _)| *name), "label");
    let by_name = labels.iter().map(|(name, node)| (name.text.as_str(), *node)).collect();
    let enforce = tree.enforce.as_ref().map(|condition| names.expr(condition, Primes::Meaningless));
    let mut body = Body { names, proc: tree, labels: by_name, nodes: Arena::new() };
    body.statements(&tree.body, NodeId::from_index(size));
    // Whoever falls off the end of a procedure returns anything.
    body.push(tree.end, NodeKind::Return(vec![Expr::Any; tree.returns]));
    Proc {
        name: tree.name.text.clone(),
        span: tree.name.span,
        params: tree.params.len(),
        variables: tree.params.iter().chain(&tree.locals).map(variable).collect(),
        returns: tree.returns,
        enforce,
        nodes: body.nodes,
        entry: NodeId::from_index(0),
        labels: labels.into_iter().map(|(name, node)| (variable(name), node)).collect(),
    }
}

/// How many nodes statements have, counted from one that is `first`; on the way, the nodes of the labels.
fn find_labels<'a>(stmts: &'a [Stmt], first: usize, labels: &mut Vec<(&'a Name, NodeId)>) -> usize {
    let mut at = first;
    for stmt in stmts {
        labels.extend(stmt.labels.iter().map(|label| (label, NodeId::from_index(at))));
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                for arm in arms {
                    at = find_labels(&arm.body, at + 1, labels);
                }
                at = find_labels(otherwise, at, labels);
            }
            StmtKind::While(arm) => at = find_labels(&arm.body, at + 1, labels),
            StmtKind::Skip | StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Assign { .. } => at += 1,
            StmtKind::Call { .. } | StmtKind::Assert(_) | StmtKind::Assume(_) | StmtKind::Dead(_) => at += 1,
        }
    }
    at
}

fn size(stmts: &[Stmt]) -> usize {
    find_labels(stmts, 0, &mut Vec::new())
}

struct Body<'n, 'a> {
    names: &'n mut Names<'a>,
    proc: &'a ast::Proc,
    labels: FxHashMap<&'a str, NodeId>,
    nodes: Arena<NodeId, Node>,
}

impl<'a> Body<'_, 'a> {
    fn push(&mut self, span: Span, kind: NodeKind) {
        self.nodes.push(Node { kind, span });
    }

    /// The node that will follow after this many more.
    fn after(&self, count: usize) -> NodeId {
        NodeId::from_index(self.nodes.len() + count)
    }

    fn expr(&mut self, tree: &ast::Expr) -> Expr {
        self.names.expr(tree, Primes::Meaningless)
    }

    fn exprs(&mut self, trees: &[ast::Expr]) -> Vec<Expr> {
        trees.iter().map(|tree| self.expr(tree)).collect()
    }

    fn statements(&mut self, stmts: &'a [Stmt], follow: NodeId) {
        for (index, stmt) in stmts.iter().enumerate() {
            let is_last = index + 1 == stmts.len();
            let next = if is_last { follow } else { self.after(size(std::slice::from_ref(stmt))) };
            self.statement(stmt, next);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt, next: NodeId) {
        let kind = match &stmt.kind {
            StmtKind::Skip => NodeKind::Goto(vec![next]),
            StmtKind::Goto(labels) => NodeKind::Goto(labels.iter().filter_map(|label| self.label(label)).collect()),
            StmtKind::Return(values) => self.return_node(stmt.span, values),
            StmtKind::Assign { targets, values, constrain } => {
                self.arity(stmt.span, "values for the variables", targets.len(), values.len());
                let (targets, values) = (self.targets(targets), self.exprs(values));
                let constrain = constrain.as_ref().map(|condition| self.names.expr(condition, Primes::Allowed));
                NodeKind::Assign { targets, values, constrain, next }
            }
            StmtKind::Call { targets, callee, args } => self.call(stmt.span, (targets, callee, args), next),
            StmtKind::If { arms, otherwise } => return self.branches(stmt.span, arms, otherwise, next),
            StmtKind::While(Arm { condition, body }) => {
                let (head, condition) = (self.nodes.next_id(), self.expr(condition));
                let yes = if body.is_empty() { head } else { self.after(1) };
                self.push(stmt.span, NodeKind::Branch { condition, yes, no: next });
                return self.statements(body, head);
            }
            StmtKind::Assert(condition) => NodeKind::Assert(self.expr(condition), next),
            StmtKind::Assume(condition) => NodeKind::Assume(self.expr(condition), next),
            StmtKind::Dead(names) => {
                let targets = self.targets(names);
                NodeKind::Assign { values: vec![Expr::Any; targets.len()], targets, constrain: None, next }
            }
        };
        self.push(stmt.span, kind);
    }

    /// Each condition, its statements after it; where it is false, on to the next condition or what stands after `else`.
    fn branches(&mut self, span: Span, arms: &'a [Arm], otherwise: &'a [Stmt], next: NodeId) {
        for (index, Arm { condition, body }) in arms.iter().enumerate() {
            let is_last = index + 1 == arms.len();
            let yes = if body.is_empty() { next } else { self.after(1) };
            let no = if is_last && otherwise.is_empty() { next } else { self.after(1 + size(body)) };
            let span = if index == 0 { span } else { condition.span };
            let condition = self.expr(condition);
            self.push(span, NodeKind::Branch { condition, yes, no });
            self.statements(body, next);
        }
        self.statements(otherwise, next);
    }

    fn label(&mut self, label: &Name) -> Option<NodeId> {
        let found = self.labels.get(label.text.as_str()).copied();
        if found.is_none() {
            let message = format!("`{}` has no label `{}`", self.proc.name.text, label.text);
            self.names.error("unknown-label", label.span, message);
        }
        found
    }

    fn return_node(&mut self, span: Span, values: &[ast::Expr]) -> NodeKind {
        let place = format!("values for `{}` to return", self.proc.name.text);
        self.arity(span, &place, self.proc.returns, values.len());
        NodeKind::Return(self.exprs(values))
    }

    /// In parallel, no variable can get two values.
    fn targets(&mut self, names: &[Name]) -> Vec<Var> {
        let mut seen = FxHashSet::default();
        let mut targets = Vec::new();
        for name in names {
            let Some(var) = self.names.var(name) else { continue };
            if !seen.insert(var) {
                let message = format!("`{}` is assigned twice in one statement", name.text);
                self.names.error("duplicate-name", name.span, message);
            }
            targets.push(var);
        }
        targets
    }

    fn call(
        &mut self,
        span: Span,
        (targets, callee, args): (&'a [Target], &'a Name, &'a [ast::Expr]),
        next: NodeId,
    ) -> NodeKind {
        let args_of_call = self.exprs(args);
        let named: Vec<Name> = targets.iter().filter_map(name_of).cloned().collect();
        let mut vars = self.targets(&named).into_iter();
        let mut results: Vec<Option<Var>> =
            targets.iter().map(|target| name_of(target).and_then(|_| vars.next())).collect();
        let Some((callee, declared)) = self.names.proc(callee) else { return NodeKind::Goto(vec![next]) };
        let name = &declared.name.text;
        self.arity(span, &format!("arguments for `{name}`"), declared.params.len(), args.len());
        // Results that nobody names are dropped.
        if results.is_empty() {
            results = vec![None; declared.returns];
        }
        self.arity(span, &format!("variables for the results of `{name}`"), declared.returns, results.len());
        NodeKind::Call { callee, args: args_of_call, targets: results, next }
    }

    fn arity(&mut self, span: Span, what: &str, expected: usize, found: usize) {
        if expected != found {
            self.names.error("arity", span, format!("expected {expected} {what}, found {found}"));
        }
    }
}

fn name_of(target: &Target) -> Option<&Name> {
    match target {
        Target::Variable(name) => Some(name),
        Target::Nowhere => None,
    }
}
