//! Attributes that change what a statement means: `{:verified_under}`, `{:subsumption}`, `{:assumption}`.
//!
//! `assert {:verified_under E} P` checks `E || P`, and only that is known afterwards. A call splits in two: where E holds
//! its preconditions are not checked. `assert {:subsumption 0} P` checks P without assuming it. A local variable that is
//! an `{:assumption}` begins as true, and a `havoc` can make it false but never true.

use invar_base::Span;
use invar_logic::Op;

use super::super::ast;
use super::flow::Flow;
use super::scope::has_attribute;
use super::typed::{Block, Cmd, CmdKind, Expr, ExprKind, Next, Subsumption, VarKey};
use crate::check::CheckKind;

impl Flow<'_> {
    /// The condition of the first `{:verified_under E}`.
    pub fn verified_under(&mut self, attributes: &[ast::Attribute]) -> Option<Expr> {
        let attribute = attributes.iter().find(|attribute| attribute.name.name == "verified_under")?;
        match &attribute.args[..] {
            [ast::AttributeArg::Expr(expr)] => Some(self.r.condition(expr)),
            _ => {
                self.r.fail("attribute", attribute.span, "`verified_under` takes exactly one expression");
                None
            }
        }
    }

    /// What is left to prove of a condition: `E || cond` under `{:verified_under E}`.
    pub fn unverified_part(&mut self, cond: Expr, attributes: &[ast::Attribute]) -> Expr {
        match self.verified_under(attributes) {
            Some(under) => Expr::op(cond.span, Op::Or, vec![under, cond]),
            None => cond,
        }
    }

    /// Starts a local variable with `{:assumption}`.
    pub fn start_assumptions(&mut self, group: &ast::LocalVars, keys: &[VarKey]) {
        for &key in keys {
            if is_assumption(group, &self.r.vars[key].name) {
                self.assumptions.push(key);
                let truth = Expr::new(group.span, ExprKind::Bool(true));
                self.emit(CmdKind::Assign(key, truth), group.span);
            }
        }
    }

    /// `old := x; havoc x; assume x ==> old`
    pub fn havoc_assumption(&mut self, key: VarKey, span: Span) {
        let before = self.temporary(key, span);
        let var = |key| Expr::new(span, ExprKind::Var(key));
        self.emit(CmdKind::Assign(before, var(key)), span);
        self.emit(CmdKind::Havoc(key), span);
        self.emit(CmdKind::Assume(Expr::op(span, Op::Implies, vec![var(key), var(before)])), span);
    }
}

fn is_assumption(group: &ast::LocalVars, name: &str) -> bool {
    let own = group.binders.iter().find(|binders| binders.names.iter().any(|ident| ident.name == name));
    has_attribute(&group.attributes, "assumption")
        || own.is_some_and(|binders| has_attribute(&binders.attributes, "assumption"))
}

/// `{:subsumption 0}` asks that the assertion be forgotten once it is checked.
pub fn subsumption(attributes: &[ast::Attribute]) -> Subsumption {
    let zero = ast::ExprKind::Int("0".to_string());
    let forgets = |attribute: &ast::Attribute| {
        attribute.name.name == "subsumption"
            && attribute.args.iter().any(|arg| matches!(arg, ast::AttributeArg::Expr(expr) if expr.kind == zero))
    };
    match attributes.iter().any(forgets) {
        true => Subsumption::Forgotten,
        false => Subsumption::Assumed,
    }
}

/// `assert {:subsumption 0} e; S` becomes `goto check, rest; check: assert e; assume false; rest: S`. An invariant must
/// stay where it is, and is assumed like any other.
pub fn split_forgotten(blocks: &mut Vec<Block>) {
    let mut index = 0;
    while index < blocks.len() {
        if let Some(position) = blocks[index].cmds.iter().position(is_forgotten) {
            split_at(blocks, index, position);
        }
        index += 1;
    }
}

fn is_forgotten(cmd: &Cmd) -> bool {
    matches!(cmd.kind, CmdKind::Assert { kind: CheckKind::Assertion, subsumption: Subsumption::Forgotten, .. })
}

fn split_at(blocks: &mut Vec<Block>, index: usize, position: usize) {
    let (check, rest) = (blocks.len(), blocks.len() + 1);
    let mut after = blocks[index].cmds.split_off(position);
    let mut assertion = after.remove(0);
    let span = assertion.span;
    if let CmdKind::Assert { subsumption, .. } = &mut assertion.kind {
        *subsumption = Subsumption::Assumed;
    }
    let next = std::mem::replace(&mut blocks[index].next, Next::Goto(vec![check, rest]));
    let stop = Cmd { kind: CmdKind::Assume(Expr::new(span, ExprKind::Bool(false))), span };
    let mut add = |stem: &str, cmds: Vec<Cmd>, next: Next| {
        let mut label = format!("{stem}_{}", blocks.len());
        while blocks.iter().any(|block| block.label == label) {
            label.push('_');
        }
        blocks.push(Block { label, span, predicates: Vec::new(), skolems: Vec::new(), cmds, next });
    };
    add("check", vec![assertion, stop], Next::Goto(vec![rest]));
    add("rest", after, next);
}
