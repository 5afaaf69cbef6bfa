//! Templates over sets of predicates, written out: every unknown of the template becomes the conjunction of all predicates that speak of
//! what is bound where it stands. Taking some of them out is what solving the template is (SG09 §2.1).

use std::cell::Cell;

use super::super::ast::{BinaryOp, ChainOp, Expr, ExprKind, PredicateTerm, Quantifier, Template};
use invar_base::Span;

/// The formula in which every conjunction is an unknown. `is_known`: may a name that the template does not bind be used here?
pub fn written_out(template: &Template, is_known: &dyn Fn(&str) -> bool) -> Expr {
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
    bound: Vec<String>,
    is_known: &'a dyn Fn(&str) -> bool,
    /// How many were written out.
    unknowns: Cell<usize>,
}

impl Filling<'_> {
    fn fill(&self, shape: &Expr, scope: &mut Vec<String>) -> Expr {
        let span = shape.span;
        let kind = match &shape.kind {
            ExprKind::Name(_) => return self.predicates(span, scope),
            ExprKind::Quantifier(quantifier) => {
                let before = scope.len();
                scope.extend(names_of(quantifier));
                let body = self.fill(&quantifier.body, scope);
                scope.truncate(before);
                ExprKind::Quantifier(Box::new(Quantifier { body, ..(**quantifier).clone() }))
            }
            ExprKind::Unary { op, arg } => ExprKind::Unary { op: *op, arg: Box::new(self.fill(arg, scope)) },
            ExprKind::Binary { op: op @ BinaryOp::Implies, left, right } => {
                let (left, right) = (self.fill(left, scope), self.fill(right, scope));
                ExprKind::Binary { op: *op, left: Box::new(left), right: Box::new(right) }
            }
            ExprKind::Chain { op: op @ (ChainOp::And | ChainOp::Or), args } => {
                ExprKind::Chain { op: *op, args: args.iter().map(|arg| self.fill(arg, scope)).collect() }
            }
            // What is no unknown stays as it is written.
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::BitVector { .. } => {
                return shape.clone();
            }
            ExprKind::Apply { .. } | ExprKind::Binary { .. } | ExprKind::Chain { .. } => return shape.clone(),
            ExprKind::Select { .. } | ExprKind::Store { .. } | ExprKind::Extract { .. } => return shape.clone(),
            ExprKind::Field { .. } | ExprKind::FieldUpdate { .. } | ExprKind::Is { .. } => return shape.clone(),
            ExprKind::Old(_) | ExprKind::ToInt(_) | ExprKind::ToReal(_) | ExprKind::Coerce { .. } => {
                return shape.clone();
            }
            ExprKind::If { .. } | ExprKind::Let(_) | ExprKind::Code(_) | ExprKind::Error => return shape.clone(),
        };
        Expr::new(span, kind)
    }

    /// AllPreds(Z, C, R) = {z op c, z - z' op c | z, z' ∈ Z, c ∈ C, op ∈ R}, of those that can be said here.
    fn predicates(&self, span: Span, scope: &[String]) -> Expr {
        let is_said = |term: &&PredicateTerm| {
            let is_here = |name: &String| match self.bound.contains(name) {
                true => scope.contains(name),
                false => (self.is_known)(name),
            };
            term.names.iter().all(is_here)
        };
        let mut found = Vec::new();
        for set in &self.template.sets {
            let terms: Vec<&PredicateTerm> = set.terms.iter().filter(is_said).collect();
            for (number, left) in terms.iter().enumerate() {
                let mut sides = vec![left.term.clone()];
                for right in terms.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, right)| right) {
                    sides.push(binary(span, BinaryOp::Sub, left.term.clone(), right.term.clone()));
                }
                for side in sides {
                    for constant in &set.constants {
                        let all = set.operators.iter();
                        found.extend(all.map(|&op| binary(span, op, side.clone(), constant.clone())));
                    }
                }
            }
        }
        if found.is_empty() {
            return Expr::new(span, ExprKind::Bool(true));
        }
        // Each unknown has an order of its own: two over one set must not become one formula.
        let number = self.unknowns.replace(self.unknowns.get() + 1);
        let turned = number % found.len();
        found.rotate_left(turned);
        Expr::new(span, ExprKind::Chain { op: ChainOp::And, args: found })
    }
}

fn binary(span: Span, op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::new(span, ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) })
}

fn names_of(quantifier: &Quantifier) -> impl Iterator<Item = String> {
    quantifier.binders.iter().flat_map(|group| &group.names).map(|ident| ident.name.clone())
}

fn names_bound_in(shape: &Expr, found: &mut Vec<String>) {
    match &shape.kind {
        ExprKind::Quantifier(quantifier) => {
            found.extend(names_of(quantifier));
            names_bound_in(&quantifier.body, found);
        }
        ExprKind::Unary { arg, .. } => names_bound_in(arg, found),
        ExprKind::Binary { left, right, .. } => {
            names_bound_in(left, found);
            names_bound_in(right, found);
        }
        ExprKind::Chain { args, .. } => args.iter().for_each(|arg| names_bound_in(arg, found)),
        _ => {}
    }
}
