//! ∃ input: what formulas say of everything else, if there is a value for the input. In: an input, formulas over atoms. Out: formulas without it, or nothing where it is
//! not known how.
//!
//! A truth value is one or the other. Of integers, bounds are put together (Fourier and Motzkin); where the input stands in disjunctions, each case is projected by
//! itself: equations are solved, bounds are put together, and that the input differs from something says nothing if it has no bounds on both sides.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_traits::{One, Signed};

use crate::atoms::connective;
use crate::linear::{Linear, inequality, project};

/// Cases, beyond which nobody looks at each.
const MOST_CASES: usize = 16;

/// A conjunction of literals.
type Case = Vec<Term>;

pub fn projected(pool: &mut TermPool, input: VarId, formulas: Vec<Term>) -> Option<Vec<Term>> {
    let speaks = |formula: &Term| pool.free_vars(*formula).contains(&input);
    let (about, mut rest): (Vec<Term>, Vec<Term>) = formulas.into_iter().partition(speaks);
    if about.is_empty() {
        return Some(rest);
    }
    let ways = match pool.variable(input).sort {
        Sort::BOOL => either(pool, input, &about),
        _ => {
            let whole = pool.and(&about);
            let cases = cases(pool, whole, true, input)?;
            cases.into_iter().map(|case| without(pool, input, case)).collect::<Option<Vec<Term>>>()?
        }
    };
    rest.push(pool.or(&ways));
    Some(rest)
}

/// ∃ b. A = A[true] ∨ A[false].
fn either(pool: &mut TermPool, input: VarId, about: &[Term]) -> Vec<Term> {
    let whole = pool.and(about);
    let ways = [Term::TRUE, Term::FALSE].map(|value| {
        let mut by = Substitution::new();
        by.insert(input, value);
        pool.substitute(whole, &by)
    });
    ways.to_vec()
}

/// The cases in which a formula has a value; what does not speak of the input stays whole.
fn cases(pool: &mut TermPool, formula: Term, value: bool, input: VarId) -> Option<Vec<Case>> {
    let args = pool.args(formula).to_vec();
    if !connective(pool, formula) || !pool.free_vars(formula).contains(&input) {
        let literal = if value { formula } else { pool.not(formula) };
        return Some(vec![vec![literal]]);
    }
    match (pool.op(formula).clone(), &args[..]) {
        (Op::Not, &[inner]) => cases(pool, inner, !value, input),
        (Op::And, _) => of_all(pool, &args, value, value, input),
        (Op::Or, _) => of_all(pool, &args, value, !value, input),
        (Op::Implies, &[a, b]) => {
            let denied = pool.not(a);
            of_all(pool, &[denied, b], value, !value, input)
        }
        (Op::Ite, &[condition, a, b]) => {
            let denied = pool.not(condition);
            let (yes, no) = (pool.implies(condition, a), pool.implies(denied, b));
            of_all(pool, &[yes, no], value, value, input)
        }
        (Op::Eq, &[a, b]) => {
            let (first, second) = (pool.implies(a, b), pool.implies(b, a));
            of_all(pool, &[first, second], value, value, input)
        }
        _ => None,
    }
}

/// The cases in which all parts have the value, or one of them.
fn of_all(pool: &mut TermPool, parts: &[Term], value: bool, all: bool, input: VarId) -> Option<Vec<Case>> {
    let mut found: Vec<Case> = if all { vec![Case::new()] } else { Vec::new() };
    for &part in parts {
        let more = cases(pool, part, value, input)?;
        found = match all {
            true => found.iter().flat_map(|case| more.iter().map(|other| [&case[..], other].concat())).collect(),
            false => found.into_iter().chain(more).collect(),
        };
        if found.len() > MOST_CASES {
            return None;
        }
    }
    Some(found)
}

/// What one case says of everything else.
fn without(pool: &mut TermPool, input: VarId, case: Case) -> Option<Term> {
    if let Some(value) = case.iter().find_map(|&literal| solved(pool, input, literal)) {
        let mut by = Substitution::new();
        by.insert(input, value);
        let whole = pool.and(&case);
        return Some(pool.substitute(whole, &by));
    }
    let unknown = pool.var(input);
    let (about, mut rest): (Case, Case) = case.into_iter().partition(|&term| pool.free_vars(term).contains(&input));
    let (bounds, others): (Case, Case) = about.into_iter().partition(|&term| bound(pool, unknown, term).is_some());
    let sides: Vec<bool> = bounds.iter().filter_map(|&term| bound(pool, unknown, term)).collect();
    // Infinitely many values are left where there is no bound on one side.
    let is_open = !(sides.contains(&true) && sides.contains(&false));
    if !others.iter().all(|&term| is_open && is_difference(pool, unknown, term)) {
        return None;
    }
    rest.extend(project(pool, &bounds, unknown));
    Some(pool.and(&rest))
}

/// Is the literal an upper bound of the unknown, or a lower one? `None`: neither.
fn bound(pool: &TermPool, unknown: Term, literal: Term) -> Option<bool> {
    let sum = inequality(pool, literal)?;
    let factor = sum.terms.get(&unknown).filter(|factor| factor.magnitude().is_one())?;
    is_alone(pool, unknown, &sum).then_some(factor.is_positive())
}

/// The value of the input, if the literal is an equation that has one.
fn solved(pool: &mut TermPool, input: VarId, literal: Term) -> Option<Term> {
    let unknown = pool.var(input);
    let mut sum = equated(pool, literal).filter(|sum| is_alone(pool, unknown, sum))?;
    let factor = sum.terms.remove(&unknown).filter(|factor| factor.magnitude().is_one())?;
    Some(sum.times(&-factor).term(pool))
}

/// Does the literal say that the unknown differs from something?
fn is_difference(pool: &TermPool, unknown: Term, literal: Term) -> bool {
    let (Op::Not, &[inner]) = (pool.op(literal), pool.args(literal)) else { return false };
    equated(pool, inner).is_some_and(|sum| sum.terms.contains_key(&unknown) && is_alone(pool, unknown, &sum))
}

/// The sum that an equation of integers says is zero.
fn equated(pool: &TermPool, literal: Term) -> Option<Linear> {
    let (Op::Eq, &[a, b]) = (pool.op(literal), pool.args(literal)) else { return None };
    (pool.sort_of(a) == Sort::INT).then(|| Linear::of(pool, a).minus(&Linear::of(pool, b)))
}

/// Does the unknown stand nowhere inside of the other parts of the sum?
fn is_alone(pool: &TermPool, unknown: Term, sum: &Linear) -> bool {
    let Op::Var(var) = pool.op(unknown) else { return false };
    sum.terms.keys().filter(|term| **term != unknown).all(|&term| !pool.free_vars(term).contains(var))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Variables x and y of the sort integer, and the input i.
    fn pool() -> (TermPool, [Term; 3], VarId) {
        let mut pool = TermPool::default();
        let [x, y, i] = ["x", "y", "i"].map(|name| pool.fresh_var(name, Sort::INT));
        let terms = [x, y, i].map(|var| pool.var(var));
        (pool, terms, i)
    }

    #[test]
    fn a_truth_value_is_one_or_the_other() {
        let (mut pool, [x, y, _], _) = pool();
        let input = pool.fresh_var("any", Sort::BOOL);
        let (any, zero) = (pool.var(input), pool.int(0));
        let (a, b) = (pool.eq(x, zero), pool.eq(y, zero));
        // (any ∧ x = 0) ∨ (¬any ∧ y = 0)
        let formula = pool.ite(any, a, b);
        let expected = pool.or(&[a, b]);
        assert_eq!(projected(&mut pool, input, vec![formula]), Some(vec![expected]));
    }

    #[test]
    fn each_case_is_projected_by_itself() {
        let (mut pool, [x, y, i], input) = pool();
        let (equal, below, above) = (pool.eq(i, x), pool.le(y, i), pool.le(i, x));
        let both = pool.and(&[below, above]);
        let either = pool.or(&[equal, both]);
        let ten = pool.int(10);
        let small = pool.lt(i, ten);
        let found = projected(&mut pool, input, vec![either, small]).expect("it can be projected");
        let shown: Vec<String> = found.iter().map(|&term| pool.show(term)).collect();
        assert!(found.iter().all(|&term| !pool.free_vars(term).contains(&input)), "{shown:?}");
        assert!(shown[0].contains("y") && shown[0].contains("10"), "{shown:?}");
    }

    #[test]
    fn a_difference_says_nothing_without_bounds_on_both_sides() {
        let (mut pool, [x, y, i], input) = pool();
        let (equal, below, above) = (pool.eq(i, x), pool.le(y, i), pool.le(i, x));
        let differs = pool.not(equal);
        assert_eq!(projected(&mut pool, input, vec![differs, below]), Some(vec![Term::TRUE]));
        assert_eq!(projected(&mut pool, input, vec![differs, below, above]), None);
    }
}
