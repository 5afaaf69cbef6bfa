//! Formulas as combinations of atoms. In: a formula. Out: the same one in which every atom is free of cases (`ite`, and reads from a memory that was
//! just written, which Morris' axiom distinguishes, BMMR01 §4.2) and has one form only, so that equal ones are found equal.

use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use crate::linear::{Linear, inequality};

/// Cases of one atom; with more it stays as it is.
const MOST_CASES: usize = 16;

/// Rewrites formulas, and remembers how.
#[derive(Default)]
pub struct Atoms {
    known: FxHashMap<Term, Term>,
}

/// A value with the condition under which a term has it.
type Case = (Term, Term);

impl Atoms {
    /// The formula over atoms without cases.
    pub fn split(&mut self, pool: &mut TermPool, formula: Term) -> Term {
        if let Some(&known) = self.known.get(&formula) {
            return known;
        }
        let split = match pool.op(formula) {
            Op::Not | Op::And | Op::Or | Op::Implies => self.parts(pool, formula),
            Op::Ite => self.parts(pool, formula),
            Op::Eq if is_boolean(pool, formula) => self.parts(pool, formula),
            Op::Eq | Op::Le | Op::Lt => self.comparison(pool, formula),
            _ => formula,
        };
        self.known.insert(formula, split);
        split
    }

    fn parts(&mut self, pool: &mut TermPool, formula: Term) -> Term {
        let args = pool.args(formula).to_vec();
        let args: Vec<Term> = args.into_iter().map(|arg| self.split(pool, arg)).collect();
        pool.rebuild(formula, &args)
    }

    /// A comparison holds if it does in one of the cases of its sides.
    fn comparison(&mut self, pool: &mut TermPool, atom: Term) -> Term {
        let Some(cases) = cases(pool, atom) else { return canonical(pool, atom) };
        if let [(_, only)] = cases[..] {
            return canonical(pool, only);
        }
        let mut whole = Vec::new();
        for (guard, value) in cases {
            let (guard, value) = (self.split(pool, guard), canonical(pool, value));
            whole.push(pool.and(&[guard, value]));
        }
        pool.or(&whole)
    }
}

fn is_boolean(pool: &TermPool, equation: Term) -> bool {
    pool.args(equation).first().is_some_and(|&side| pool.sort_of(side) == Sort::BOOL)
}

/// The atom that says that a term is a literal.
pub fn equation(pool: &mut TermPool, term: Term, literal: Term) -> Term {
    let atom = pool.eq(term, literal);
    canonical(pool, atom)
}

/// One form for all that say the same of a sum of integers, up to negation; the sides of other equations are in a fixed order.
fn canonical(pool: &mut TermPool, atom: Term) -> Term {
    let &[a, b] = pool.args(atom) else { return atom };
    let is_integer = pool.sort_of(a) == Sort::INT;
    match pool.op(atom) {
        Op::Eq if is_integer => {
            let sum = Linear::of(pool, a).minus(&Linear::of(pool, b));
            sum_is_zero(pool, sum)
        }
        Op::Eq if b < a => pool.mk(Op::Eq, &[b, a]),
        Op::Le | Op::Lt if is_integer => match inequality(pool, atom) {
            Some(sum) => sum_is_not_positive(pool, sum.reduced()),
            None => atom,
        },
        _ => atom,
    }
}

/// Is the first factor of a sum negative?
fn begins_negative(sum: &Linear) -> bool {
    sum.terms.values().next().is_some_and(|factor| factor.is_negative())
}

fn sum_is_zero(pool: &mut TermPool, sum: Linear) -> Term {
    let sum = if begins_negative(&sum) { sum.times(&BigInt::from(-1)) } else { sum };
    match sum.terms.iter().next() {
        Some((&only, factor)) if sum.terms.len() == 1 && factor.is_one() => {
            let literal = pool.int(-sum.constant);
            pool.eq(only, literal)
        }
        _ => sum.is_zero_term(pool),
    }
}

/// `s <= 0`, or `¬(1 - s <= 0)`.
fn sum_is_not_positive(pool: &mut TermPool, sum: Linear) -> Term {
    if !begins_negative(&sum) {
        return sum.not_positive(pool);
    }
    let mut opposite = sum.times(&BigInt::from(-1));
    opposite.constant += 1;
    let denied = opposite.not_positive(pool);
    pool.not(denied)
}

/// The values of a term by cases; none if there are too many.
fn cases(pool: &mut TermPool, term: Term) -> Option<Vec<Case>> {
    let args = pool.args(term).to_vec();
    match pool.op(term).clone() {
        _ if args.is_empty() || !has_cases(pool, term) => Some(vec![(Term::TRUE, term)]),
        Op::Ite if pool.sort_of(term) != Sort::BOOL => {
            let denied = pool.not(args[0]);
            either(pool, (args[0], args[1]), (denied, args[2]))
        }
        // m[i := v][j] is v if i = j, else m[j].
        Op::Select if matches!(pool.op(args[0]), Op::Store) => {
            let store = pool.args(args[0]).to_vec();
            let (index, value) = (&store[1..store.len() - 1], store[store.len() - 1]);
            let pairs = index.iter().zip(&args[1..]).map(|(a, b)| (*a, *b)).collect::<Vec<_>>();
            let same: Vec<Term> = pairs.into_iter().map(|(a, b)| pool.eq(a, b)).collect();
            let same = pool.and(&same);
            let differs = pool.not(same);
            let rest: Vec<Term> = std::iter::once(store[0]).chain(args[1..].iter().copied()).collect();
            let rest = pool.mk(Op::Select, &rest);
            either(pool, (same, value), (differs, rest))
        }
        _ => product(pool, term, &args),
    }
}

fn either(pool: &mut TermPool, (guard, yes): Case, (denied, no): Case) -> Option<Vec<Case>> {
    let mut found = Vec::new();
    for (condition, term) in [(guard, yes), (denied, no)] {
        if condition == Term::FALSE {
            continue;
        }
        for (inner, value) in cases(pool, term)? {
            let both = pool.and(&[condition, inner]);
            found.push((both, value));
        }
    }
    (found.len() <= MOST_CASES).then_some(found)
}

/// Every combination of the cases of the arguments.
fn product(pool: &mut TermPool, term: Term, args: &[Term]) -> Option<Vec<Case>> {
    let mut found: Vec<(Term, Vec<Term>)> = vec![(Term::TRUE, Vec::new())];
    for &arg in args {
        let cases = cases(pool, arg)?;
        let mut longer = Vec::new();
        for (guard, values) in &found {
            for (inner, value) in &cases {
                let both = pool.and(&[*guard, *inner]);
                let mut values = values.clone();
                values.push(*value);
                longer.push((both, values));
            }
        }
        if longer.len() > MOST_CASES {
            return None;
        }
        found = longer;
    }
    Some(found.into_iter().map(|(guard, values)| (guard, pool.rebuild(term, &values))).collect())
}

fn has_cases(pool: &TermPool, term: Term) -> bool {
    let parts = pool.postorder(&[term]);
    let is_binder = parts.iter().any(|part| pool.op(*part).binder().is_some());
    let is_case = |part: &Term| match pool.op(*part) {
        Op::Ite => true,
        Op::Select => matches!(pool.op(pool.args(*part)[0]), Op::Store),
        _ => false,
    };
    !is_binder && parts.iter().any(is_case)
}

/// The atoms of a formula that is free of cases, each once.
pub fn atoms(pool: &TermPool, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = vec![formula];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(term) = open.pop() {
        if !seen.insert(term) || term == Term::TRUE || term == Term::FALSE {
            continue;
        }
        match connective(pool, term) {
            true => open.extend(pool.args(term).iter().rev()),
            false => found.push(term),
        }
    }
    found
}

/// Is it a combination of formulas?
pub fn connective(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Ite => true,
        Op::Eq => is_boolean(pool, term),
        _ => false,
    }
}
