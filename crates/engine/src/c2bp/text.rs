//! Cubes to expressions of boolean programs. In: cubes over named variables. Out: disjunctions, their negations, and `choose` (BMMR01 §4.3).

use invar_base::Span;
use invar_gcl::boolprog::ast::{Expr, ExprKind, Name};

use super::cubes::Cube;

/// The names of the variables, by bit.
pub struct Words<'n> {
    pub names: &'n [String],
    pub span: Span,
}

impl Words<'_> {
    /// choose(F(φ), F(¬φ)): true if the first, false if the second, else either.
    pub fn choice(&self, yes: &[Cube], no: &[Cube]) -> Expr {
        if let ([a], [b]) = (yes, no)
            && (a.positive, a.negative) == (b.negative, b.positive)
            && a.literals().count() == 1
        {
            return self.any_of(yes);
        }
        match (yes, no) {
            ([], []) => self.expr(ExprKind::Any),
            ([only], []) if *only == Cube::default() => self.expr(ExprKind::Const(true)),
            ([], [only]) if *only == Cube::default() => self.expr(ExprKind::Const(false)),
            (yes, no) => self.expr(ExprKind::Choose(Box::new(self.any_of(yes)), Box::new(self.any_of(no)))),
        }
    }

    /// The disjunction of the cubes.
    pub fn any_of(&self, cubes: &[Cube]) -> Expr {
        let parts: Vec<Expr> = cubes.iter().map(|cube| self.all_of(*cube)).collect();
        self.joined(parts, false, ExprKind::Or)
    }

    /// Its negation, as clauses; none if it is true.
    pub fn none_of(&self, cubes: &[Cube]) -> Option<Expr> {
        let clause = |cube: &Cube| {
            let literals = cube.literals().map(|(at, value)| self.literal(at, !value)).collect();
            self.joined(literals, false, ExprKind::Or)
        };
        let clauses: Vec<Expr> = cubes.iter().map(clause).collect();
        (!clauses.is_empty()).then(|| self.joined(clauses, true, ExprKind::And))
    }

    pub fn variable(&self, at: usize) -> Expr {
        self.expr(ExprKind::Var(self.name(at)))
    }

    pub fn name(&self, at: usize) -> Name {
        Name { text: self.names[at].clone(), span: self.span }
    }

    fn all_of(&self, cube: Cube) -> Expr {
        let literals = cube.literals().map(|(at, value)| self.literal(at, value)).collect();
        self.joined(literals, true, ExprKind::And)
    }

    fn literal(&self, at: usize, value: bool) -> Expr {
        let variable = self.variable(at);
        if value { variable } else { self.expr(ExprKind::Not(Box::new(variable))) }
    }

    /// `nothing` is what no parts say.
    fn joined(&self, mut parts: Vec<Expr>, nothing: bool, join: impl FnOnce(Vec<Expr>) -> ExprKind) -> Expr {
        match parts.pop() {
            None => self.expr(ExprKind::Const(nothing)),
            Some(only) if parts.is_empty() => only,
            Some(last) => {
                parts.push(last);
                self.expr(join(parts))
            }
        }
    }

    fn expr(&self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }
}

#[cfg(test)]
mod tests {
    use invar_base::{Id, SourceId};
    use invar_gcl::boolprog::print::expression;

    use super::*;

    #[test]
    fn cubes_are_written_as_the_paper_writes_them() {
        let names = ["x == 0", "*p <= 0"].map(str::to_string);
        let words = Words { names: &names, span: Span::new(SourceId::from_index(0), 0, 0) };
        let (both, one) = (Cube::default().with(0, true).with(1, true), Cube::default().with(0, true));
        let other = Cube::default().with(0, true).with(1, false);
        let text = |expr: Expr| expression(&expr);
        assert_eq!(text(words.choice(&[both], &[other])), "choose({x == 0} & {*p <= 0}, {x == 0} & !{*p <= 0})");
        assert_eq!(text(words.choice(&[one], &[Cube::default().with(0, false)])), "{x == 0}");
        assert_eq!(text(words.choice(&[], &[])), "*");
        assert_eq!(text(words.choice(&[Cube::default()], &[])), "T");
        assert_eq!(words.none_of(&[other]).map(text).as_deref(), Some("!{x == 0} | {*p <= 0}"));
        assert!(words.none_of(&[]).is_none());
    }
}
