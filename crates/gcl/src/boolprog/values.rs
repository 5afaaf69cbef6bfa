//! What an expression may evaluate to in a state, by trying all values of its parts. Every occurrence of `*` and `choose` decides
//! anew, so the parts do not depend on each other once the state is known.

use super::program::{Expr, Var};

/// The values of the variables in scope.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State {
    pub globals: Vec<bool>,
    /// Parameters and local variables.
    pub locals: Vec<bool>,
}

impl State {
    pub fn get(&self, var: Var) -> bool {
        match var {
            Var::Global(index) => self.globals[index],
            Var::Local(index) => self.locals[index],
        }
    }

    pub fn set(&mut self, var: Var, value: bool) {
        match var {
            Var::Global(index) => self.globals[index] = value,
            Var::Local(index) => self.locals[index] = value,
        }
    }
}

/// A set of truth values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    pub yes: bool,
    pub no: bool,
}

impl Values {
    pub const BOTH: Values = Values { yes: true, no: true };

    pub fn only(value: bool) -> Values {
        Values { yes: value, no: !value }
    }

    pub fn has(self, value: bool) -> bool {
        if value { self.yes } else { self.no }
    }

    pub fn iter(self) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |value| self.has(*value))
    }

    /// The values of an operation on one value of each.
    fn combine(self, other: Values, operation: impl Fn(bool, bool) -> bool) -> Values {
        let pairs = self.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| Values::only(operation(a, b))).fold(Values { yes: false, no: false }, Values::union)
    }

    fn union(self, other: Values) -> Values {
        Values { yes: self.yes || other.yes, no: self.no || other.no }
    }
}

/// The values of an expression in a state. `after` is the state after the assignment that the expression constrains; other
/// expressions do not look at it.
pub fn values(expr: &Expr, state: &State, after: &State) -> Values {
    let of = |inner: &Expr| values(inner, state, after);
    match expr {
        Expr::Const(value) => Values::only(*value),
        Expr::Any => Values::BOTH,
        Expr::Var(var) => Values::only(state.get(*var)),
        Expr::Next(var) => Values::only(after.get(*var)),
        Expr::Not(inner) => of(inner).combine(Values::only(true), |a, _| !a),
        Expr::And(parts) => parts.iter().map(of).fold(Values::only(true), |all, part| all.combine(part, |a, b| a && b)),
        Expr::Or(parts) => parts.iter().map(of).fold(Values::only(false), |all, part| all.combine(part, |a, b| a || b)),
        Expr::Implies(a, b) => of(a).combine(of(b), |a, b| !a || b),
        Expr::Equal(a, b) => of(a).combine(of(b), |a, b| a == b),
        Expr::Differ(a, b) => of(a).combine(of(b), |a, b| a != b),
        Expr::Cond(condition, a, b) => {
            let arms = of(condition).iter().map(|value| of(if value { a } else { b }));
            arms.fold(Values { yes: false, no: false }, Values::union)
        }
        Expr::Choose(pos, neg) => {
            let (pos, neg) = (of(pos), of(neg));
            let cases = pos.iter().flat_map(|pos| neg.iter().map(move |neg| (pos, neg)));
            let chosen = cases.map(|(pos, neg)| match (pos, neg) {
                (true, _) => Values::only(true),
                (false, true) => Values::only(false),
                (false, false) => Values::BOTH,
            });
            chosen.fold(Values { yes: false, no: false }, Values::union)
        }
    }
}
