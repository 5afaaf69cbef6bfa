//! F_V(φ) by the cases that predicates distinguish, so that the prover is asked about what is left only. In: φ over atoms, which atoms are predicates. Out: cubes with what has to be
//! implied where they hold.
//!
//! For a predicate b, F(φ) = (b ∧ F(φ[true/b])) ∨ (¬b ∧ F(φ[false/b])): nothing is lost, for every valuation says what b is. Where a store is read, Morris' axiom (§4.2)
//! asks whether two places are one, which often is a predicate; the rest is the same question for many statements, and is remembered.
//!
//! An atom `x = e` where x stands nowhere else can be true and false in every state: what has to hold whatever it is, is implied (`for_all`).

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cubes::Cube;
use crate::atoms::{atoms, connective};

/// Predicates that cases are made of.
const MOST: usize = 6;

/// An atom, and what it is: a predicate, or its negation.
pub type Known = FxHashMap<Term, (usize, bool)>;

/// φ by cases: in each cube, what is left of it. `None`: there are no cases.
pub fn by_cases(pool: &mut TermPool, formula: Term, known: &Known) -> Option<Vec<(Cube, Term)>> {
    let deciding: Vec<Term> = atoms(pool, formula).into_iter().filter(|atom| known.contains_key(atom)).collect();
    if deciding.is_empty() || deciding.len() > MOST {
        return None;
    }
    let mut cases = vec![(Cube::default(), formula)];
    for atom in deciding {
        let (place, polarity) = known[&atom];
        let mut finer = Vec::new();
        for (cube, rest) in cases {
            if !atoms(pool, rest).contains(&atom) {
                finer.push((cube, rest));
                continue;
            }
            for value in [true, false] {
                finer.push((cube.with(place, value == polarity), decided(pool, rest, atom, value)));
            }
        }
        cases = finer;
    }
    Some(cases.into_iter().filter(|(_, rest)| *rest != Term::FALSE).collect())
}

/// ∀x. φ for every variable that φ only equates with something, and that nobody else speaks of.
pub fn for_all(pool: &mut TermPool, formula: Term, spoken: &FxHashSet<VarId>) -> Term {
    let mut formula = formula;
    while let Some(atom) = free_equation(pool, formula, spoken) {
        let both = [true, false].map(|value| decided(pool, formula, atom, value));
        formula = pool.and(&both);
    }
    formula
}

fn free_equation(pool: &TermPool, formula: Term, spoken: &FxHashSet<VarId>) -> Option<Term> {
    let all = atoms(pool, formula);
    let occurs = |var: VarId| all.iter().filter(|atom| pool.free_vars(**atom).contains(&var)).count();
    all.iter().copied().find(|&atom| {
        let (Op::Eq, &[a, b]) = (pool.op(atom), pool.args(atom)) else { return false };
        let is_free = |side: Term, other: Term| match pool.op(side) {
            Op::Var(var) => {
                pool.sort_of(side) == Sort::INT
                    && !spoken.contains(var)
                    && !pool.free_vars(other).contains(var)
                    && occurs(*var) == 1
            }
            _ => false,
        };
        is_free(a, b) || is_free(b, a)
    })
}

/// The formula where an atom has a value.
fn decided(pool: &mut TermPool, formula: Term, atom: Term, value: bool) -> Term {
    if formula == atom {
        return if value { Term::TRUE } else { Term::FALSE };
    }
    if !connective(pool, formula) {
        return formula;
    }
    let args = pool.args(formula).to_vec();
    let args: Vec<Term> = args.into_iter().map(|arg| decided(pool, arg, atom, value)).collect();
    match (pool.op(formula), &args[..]) {
        (Op::Not, &[a]) => pool.not(a),
        (Op::And, all) => pool.and(all),
        (Op::Or, all) => pool.or(all),
        (Op::Implies, &[a, b]) => pool.implies(a, b),
        (Op::Ite, &[a, b, c]) => pool.ite(a, b, c),
        (Op::Eq, &[a, b]) => pool.eq(a, b),
        _ => pool.rebuild(formula, &args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// b is a predicate (place 0), x stands nowhere else, y does.
    fn pool() -> (TermPool, Known, FxHashSet<VarId>, [Term; 3]) {
        let mut pool = TermPool::default();
        let [b, x, y] = ["b", "x", "y"].map(|name| pool.fresh_var(name, Sort::INT));
        let zero = pool.int(0);
        let equations = [b, x, y].map(|var| {
            let term = pool.var(var);
            pool.eq(term, zero)
        });
        let known = Known::from_iter([(equations[0], (0, false))]);
        (pool, known, FxHashSet::from_iter([b, y]), equations)
    }

    #[test]
    fn predicates_decide_and_the_rest_is_left() {
        let (mut pool, known, _, [b, _, y]) = pool();
        let formula = pool.ite(b, y, Term::TRUE);
        let yes = Cube::default().with(0, false);
        let no = Cube::default().with(0, true);
        assert_eq!(by_cases(&mut pool, formula, &known), Some(vec![(yes, y), (no, Term::TRUE)]));
        assert_eq!(by_cases(&mut pool, y, &known), None);
    }

    #[test]
    fn a_free_variable_equals_nothing_for_certain() {
        let (mut pool, _, spoken, [b, x, y]) = pool();
        assert_eq!(for_all(&mut pool, x, &spoken), Term::FALSE);
        let either = pool.or(&[x, y]);
        assert_eq!(for_all(&mut pool, either, &spoken), y);
        assert_eq!(for_all(&mut pool, b, &spoken), b);
    }
}
