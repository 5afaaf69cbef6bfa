//! Expressions of boolean programs that know where a formula holds and where it does not: three values, which combine as `∧` and `¬` do.

use invar_gcl::boolprog::program::{Expr, Var};
use rustc_hash::FxHashMap;

use super::prime::Cube;

/// Where a formula is known to hold, and where it is known not to.
#[derive(Clone)]
pub struct Known {
    pub yes: Expr,
    pub no: Expr,
}

pub fn literal(places: &FxHashMap<usize, usize>, (number, value): (usize, bool)) -> Expr {
    let variable = Expr::Var(Var::Local(places[&number]));
    if value { variable } else { negated(variable) }
}

pub fn conjunction(places: &FxHashMap<usize, usize>, cube: &Cube) -> Expr {
    match cube[..] {
        [] => Expr::Const(true),
        [one] => literal(places, one),
        _ => Expr::And(cube.iter().map(|&one| literal(places, one)).collect()),
    }
}

pub fn disjunction(places: &FxHashMap<usize, usize>, cubes: &[Cube]) -> Expr {
    match cubes {
        [] => Expr::Const(false),
        [one] => conjunction(places, one),
        _ => Expr::Or(cubes.iter().map(|cube| conjunction(places, cube)).collect()),
    }
}

pub fn all_true(parts: Vec<Expr>) -> Expr {
    let is_true = |expr: &Expr| matches!(expr, Expr::Const(true));
    Expr::And(parts.into_iter().filter(|part| !is_true(part)).collect())
}

pub fn is_false(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(false))
}

pub fn negated(expr: Expr) -> Expr {
    match expr {
        Expr::Const(value) => Expr::Const(!value),
        Expr::Not(inner) => *inner,
        other => Expr::Not(Box::new(other)),
    }
}

pub fn opposite(known: Known) -> Known {
    Known { yes: known.no, no: known.yes }
}

/// A conjunction holds where all of its parts do, and does not where one of them does not.
pub fn all_of(parts: Vec<Known>) -> Known {
    let is_true = |expr: &Expr| matches!(expr, Expr::Const(true));
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for part in parts {
        yes.push(part.yes);
        no.push(part.no);
    }
    let all = match yes.iter().any(is_false) {
        true => Expr::Const(false),
        false => {
            yes.retain(|expr| !is_true(expr));
            match yes.len() {
                0 => Expr::Const(true),
                1 => yes.remove(0),
                _ => Expr::And(yes),
            }
        }
    };
    let any = match no.iter().any(is_true) {
        true => Expr::Const(true),
        false => {
            no.retain(|expr| !is_false(expr));
            match no.len() {
                0 => Expr::Const(false),
                1 => no.remove(0),
                _ => Expr::Or(no),
            }
        }
    };
    Known { yes: all, no: any }
}

pub fn chosen(Known { yes, no }: Known) -> Expr {
    match (&yes, &no) {
        (Expr::Const(false), Expr::Const(false)) => Expr::Any,
        (Expr::Const(true), _) => yes,
        (_, Expr::Const(true)) => Expr::Const(false),
        (Expr::Var(a), Expr::Not(inner)) if matches!(**inner, Expr::Var(b) if *a == b) => yes,
        (Expr::Not(inner), Expr::Var(a)) if matches!(**inner, Expr::Var(b) if *a == b) => yes,
        _ => Expr::Choose(Box::new(yes), Box::new(no)),
    }
}
