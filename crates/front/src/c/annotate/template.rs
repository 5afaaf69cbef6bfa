//! Templates over sets of predicates, written out: every unknown of the template becomes the conjunction of all predicates that speak of
//! what is bound where it stands. Taking some of them out is what solving the template is (SG09 §2.1).

use std::cell::Cell;

use super::syntax::{Expr, ExprKind, PredicateTerm, Template, UnaryOp};
use crate::c::hir::{BinaryOp, CompareOp};
use invar_base::{Span, Symbol};

/// The formula in which every conjunction is an unknown. `is_known`: may a name that the template does not bind be used here?
pub fn written_out(template: &Template, is_known: &dyn Fn(Symbol) -> bool) -> Expr {
    if template.sets.is_empty() {
        return template.shape.clone();
    }
    let mut bound = Vec::new();
    names_bound_in(&template.shape, &mut bound);
    Filling { template, bound, is_known, unknowns: Cell::new(0) }.fill(&template.shape, &mut Vec::new())
}

struct Filling<'a> {
    template: &'a Template,
    /// What quantifiers of the template bind anywhere.
    bound: Vec<Symbol>,
    is_known: &'a dyn Fn(Symbol) -> bool,
    /// How many were written out.
    unknowns: Cell<usize>,
}

impl Filling<'_> {
    fn fill(&self, shape: &Expr, scope: &mut Vec<Symbol>) -> Expr {
        let span = shape.span;
        let all = |parts: &[Expr], scope: &mut Vec<Symbol>| parts.iter().map(|part| self.fill(part, scope)).collect();
        let kind = match &shape.kind {
            ExprKind::Name(_) => return self.predicates(span, scope),
            ExprKind::Quantified { quantifier, binders, body } => {
                let before = scope.len();
                scope.extend(binders.iter().map(|binder| binder.name.name));
                let body = Box::new(self.fill(body, scope));
                scope.truncate(before);
                ExprKind::Quantified { quantifier: *quantifier, binders: binders.clone(), body }
            }
            ExprKind::Unary(op @ UnaryOp::Not, arg) => ExprKind::Unary(*op, Box::new(self.fill(arg, scope))),
            ExprKind::Implies(left, right) => {
                ExprKind::Implies(Box::new(self.fill(left, scope)), Box::new(self.fill(right, scope)))
            }
            ExprKind::And(parts) => ExprKind::And(all(parts, scope)),
            ExprKind::Or(parts) => ExprKind::Or(all(parts, scope)),
            // What is no unknown stays as it is written.
            ExprKind::Number(_) | ExprKind::Char(_) | ExprKind::Str(_) | ExprKind::Builtin { .. } => {
                return shape.clone();
            }
            ExprKind::At(..) | ExprKind::Apply { .. } | ExprKind::Index(..) | ExprKind::Field(..) => {
                return shape.clone();
            }
            ExprKind::Arrow(..) | ExprKind::Unary(..) | ExprKind::Binary { .. } => return shape.clone(),
            ExprKind::Compare { .. } | ExprKind::Xor(_) | ExprKind::Iff(_) => return shape.clone(),
            ExprKind::Conditional(..) | ExprKind::Let { .. } | ExprKind::Cast(..) => return shape.clone(),
            ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_) | ExprKind::Range(..) => return shape.clone(),
            ExprKind::Set(_) | ExprKind::Unsupported(_) => return shape.clone(),
        };
        Expr { kind, span }
    }

    /// AllPreds(Z, C, R) = {z op c, z - z' op c | z, z' ∈ Z, c ∈ C, op ∈ R}, of those that can be said here.
    fn predicates(&self, span: Span, scope: &[Symbol]) -> Expr {
        let is_said = |term: &&PredicateTerm| {
            let is_here = |name: &Symbol| match self.bound.contains(name) {
                true => scope.contains(name),
                false => (self.is_known)(*name),
            };
            term.names.iter().all(is_here)
        };
        let mut found = Vec::new();
        for set in &self.template.sets {
            let terms: Vec<&PredicateTerm> = set.terms.iter().filter(is_said).collect();
            for (number, left) in terms.iter().enumerate() {
                let mut sides = vec![left.term.clone()];
                for right in terms.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, right)| right) {
                    sides.push(difference(span, left.term.clone(), right.term.clone()));
                }
                for side in sides {
                    for constant in &set.constants {
                        let all = set.operators.iter();
                        found.extend(all.map(|&op| compared(span, op, side.clone(), constant.clone())));
                    }
                }
            }
        }
        // Each unknown has an order of its own: two over one set must not become one formula.
        let number = self.unknowns.replace(self.unknowns.get() + 1);
        let turned = number % found.len().max(1);
        found.rotate_left(turned);
        Expr { kind: ExprKind::And(found), span }
    }
}

fn difference(span: Span, left: Expr, right: Expr) -> Expr {
    Expr { kind: ExprKind::Binary { first: Box::new(left), rest: vec![(BinaryOp::Subtract, right)] }, span }
}

fn compared(span: Span, op: CompareOp, left: Expr, right: Expr) -> Expr {
    Expr { kind: ExprKind::Compare { first: Box::new(left), rest: vec![(op, right)] }, span }
}

fn names_bound_in(shape: &Expr, found: &mut Vec<Symbol>) {
    match &shape.kind {
        ExprKind::Quantified { binders, body, .. } => {
            found.extend(binders.iter().map(|binder| binder.name.name));
            names_bound_in(body, found);
        }
        ExprKind::Unary(_, arg) => names_bound_in(arg, found),
        ExprKind::Implies(left, right) => {
            names_bound_in(left, found);
            names_bound_in(right, found);
        }
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().for_each(|part| names_bound_in(part, found)),
        // No unknown stands in anything else.
        _ => {}
    }
}
