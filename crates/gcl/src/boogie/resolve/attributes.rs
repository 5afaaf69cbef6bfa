//! Attributes that change what a statement means: `{:verified_under}`, `{:assumption}`.
//!
//! `assert {:verified_under E} P` checks `E || P`, and only that is known afterwards. A call splits in two: where E holds
//! its preconditions are not checked. A local variable that is an
//! `{:assumption}` begins as true, and a `havoc` can make it false but never true.

use invar_base::Span;
use invar_logic::Op;

use super::super::ast;
use super::flow::Flow;
use super::scope::has_attribute;
use super::typed::{CmdKind, Expr, ExprKind, VarKey};
use super::types::Ty;

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
                if self.r.vars[key].ty != Ty::Bool {
                    let message = format!("the assumption `{}` must be of type bool", self.r.vars[key].name);
                    self.r.fail("type-mismatch", self.r.vars[key].span, message);
                    continue;
                }
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
