//! `assert {:subsumption 0} P` checks P without assuming it afterwards: a branch of its own, in the flat form.

use super::super::ast;
use super::typed::{Block, Cmd, CmdKind, Expr, ExprKind, Next, Subsumption};
use crate::check::CheckKind;

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
        blocks.push(Block {
            label,
            span,
            predicates: Vec::new(),
            templates: Vec::new(),
            skolems: Vec::new(),
            cmds,
            next,
        });
    };
    add("check", vec![assertion, stop], Next::Goto(vec![rest]));
    add("rest", after, next);
}
