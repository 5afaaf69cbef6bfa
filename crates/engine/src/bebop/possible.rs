//! Expressions to sets of states. Every occurrence of `*` and `choose` decides anew, so the values of the parts of an expression do
//! not depend on each other once the state is known, and sets of possible values compose exactly, without variables for the choices.

use invar_gcl::boolprog::program::{Expr, Var};
use invar_solve::bdd::{Exhausted, Set, Space};

use super::layout::{Layout, Time};

/// The states in which an expression may be true, and those in which it may be false; every state is in one of them.
pub(super) struct Possible {
    pub yes: Set,
    pub no: Set,
}

/// Where the variables of an expression are found.
pub(super) struct Reader<'a> {
    pub space: &'a Space,
    pub layout: &'a Layout,
    /// What the assignment changes that an expression constrains: `'x` is `x` for other variables.
    pub assigned: &'a [Var],
}

type Made<T> = Result<T, Exhausted>;

impl Reader<'_> {
    pub fn possible(&self, expr: &Expr) -> Made<Possible> {
        let of = |inner: &Expr| self.possible(inner);
        match expr {
            Expr::Const(true) => Ok(Possible { yes: self.space.all(), no: self.space.none() }),
            Expr::Const(false) => Ok(Possible { yes: self.space.none(), no: self.space.all() }),
            Expr::Any => Ok(Possible { yes: self.space.all(), no: self.space.all() }),
            Expr::Var(var) => self.variable(Time::Now, *var),
            Expr::Next(var) if self.assigned.contains(var) => self.variable(Time::Next, *var),
            Expr::Next(var) => self.variable(Time::Now, *var),
            Expr::Not(inner) => Ok(negated(of(inner)?)),
            Expr::And(parts) => self.conjunction(parts.iter().map(of)),
            Expr::Or(parts) => Ok(negated(self.conjunction(parts.iter().map(|part| of(part).map(negated)))?)),
            Expr::Implies(a, b) => Ok(negated(self.conjunction([of(a), of(b).map(negated)])?)),
            Expr::Equal(a, b) => equality(&of(a)?, &of(b)?),
            Expr::Differ(a, b) => equality(&of(a)?, &negated(of(b)?)),
            Expr::Cond(condition, a, b) => {
                let (condition, a, b) = (of(condition)?, of(a)?, of(b)?);
                let yes = either((&condition.yes, &a.yes), (&condition.no, &b.yes))?;
                let no = either((&condition.yes, &a.no), (&condition.no, &b.no))?;
                Ok(Possible { yes, no })
            }
            // True if pos is; false if pos is not and neg is; else either (BMMR01 §4.3). So it may be true where pos may be or where
            // both may be false, and false where pos may be false.
            Expr::Choose(pos, neg) => {
                let (pos, neg) = (of(pos)?, of(neg)?);
                let yes = pos.yes.or(&pos.no.and(&neg.no)?)?;
                Ok(Possible { yes, no: pos.no })
            }
        }
    }

    fn variable(&self, time: Time, var: Var) -> Made<Possible> {
        let yes = self.space.variable(self.layout.at(time, var));
        Ok(Possible { no: yes.not()?, yes })
    }

    fn conjunction(&self, parts: impl IntoIterator<Item = Made<Possible>>) -> Made<Possible> {
        let mut whole = Possible { yes: self.space.all(), no: self.space.none() };
        for part in parts {
            let part = part?;
            whole = Possible { yes: whole.yes.and(&part.yes)?, no: whole.no.or(&part.no)? };
        }
        Ok(whole)
    }
}

fn negated(possible: Possible) -> Possible {
    Possible { yes: possible.no, no: possible.yes }
}

fn equality(a: &Possible, b: &Possible) -> Made<Possible> {
    let yes = either((&a.yes, &b.yes), (&a.no, &b.no))?;
    let no = either((&a.yes, &b.no), (&a.no, &b.yes))?;
    Ok(Possible { yes, no })
}

/// (a ∧ b) ∨ (c ∧ d)
fn either((a, b): (&Set, &Set), (c, d): (&Set, &Set)) -> Made<Set> {
    a.and(b)?.or(&c.and(d)?)
}
