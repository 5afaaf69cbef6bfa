//! What predicates say about each other without a prover: which of two sums is larger, in a form that is read off.
//!
//! `j < i` implies `j <= i` and contradicts `i <= j`. Sets of predicates that say the same thing are looked at once because of
//! that, and sets that say nothing are not looked at.

use invar_logic::{Term, TermPool};
use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::linear::{Linear, inequality};
use crate::literals::{disequality, literal};

/// Of one set of predicates.
#[derive(Clone, Default, Debug)]
pub struct Relations {
    /// For each predicate, the others that it implies.
    pub implied: Vec<Vec<usize>>,
    /// Pairs that cannot both hold.
    pub contradictory: Vec<(usize, usize)>,
}

/// What an atom says of a sum of integers.
enum Atom {
    /// `sum <= 0`
    AtMost(Linear),
    /// `sum == 0`
    Zero(Linear),
    /// `sum != 0`
    Other(Linear),
    Opaque,
}

impl Relations {
    pub fn of(pool: &mut TermPool, predicates: &[Term]) -> Relations {
        let atoms: Vec<Atom> = predicates.iter().map(|&predicate| atom(pool, predicate)).collect();
        let mut relations = Relations { implied: vec![Vec::new(); atoms.len()], contradictory: Vec::new() };
        for bucket in buckets(predicates, &atoms) {
            for &a in &bucket {
                for &b in &bucket {
                    let is_same = predicates[a] == predicates[b];
                    // Of two that say the same, the first implies the second and not the other way round.
                    if a != b && (implies(&atoms[a], &atoms[b]) || is_same) && !(b < a && implies(&atoms[b], &atoms[a]))
                    {
                        relations.implied[a].push(b);
                    }
                    if a < b && excludes(&atoms[a], &atoms[b]) {
                        relations.contradictory.push((a, b));
                    }
                }
            }
        }
        relations.contradictory.sort_unstable();
        relations
    }

    /// Without what other single predicates of it imply.
    pub fn reduced(&self, set: &[usize]) -> Vec<usize> {
        let is_implied = |one: usize| set.iter().any(|&other| other != one && self.implied[other].contains(&one));
        set.iter().copied().filter(|&one| !is_implied(one)).collect()
    }
}

/// Only what speaks of the same sum, or of the same sum negated, is related. In each bucket, and among the buckets, the first comes first.
fn buckets(predicates: &[Term], atoms: &[Atom]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut known: FxHashMap<Subject, usize> = FxHashMap::default();
    for (number, atom) in atoms.iter().enumerate() {
        let subject = match atom {
            Atom::AtMost(sum) | Atom::Zero(sum) | Atom::Other(sum) => Subject::Sum(without_sign(sum)),
            Atom::Opaque => Subject::Itself(predicates[number]),
        };
        let bucket = *known.entry(subject).or_insert(found.len());
        if bucket == found.len() {
            found.push(Vec::new());
        }
        found[bucket].push(number);
    }
    found
}

#[derive(PartialEq, Eq, Hash)]
enum Subject {
    Sum(Vec<(Term, BigInt)>),
    Itself(Term),
}

/// The summands that are no constants, the first of them positive.
fn without_sign(sum: &Linear) -> Vec<(Term, BigInt)> {
    let is_turned = sum.terms.values().next().is_some_and(Signed::is_negative);
    sum.terms.iter().map(|(&term, factor)| (term, if is_turned { -factor } else { factor.clone() })).collect()
}

fn atom(pool: &mut TermPool, predicate: Term) -> Atom {
    let predicate = literal(pool, predicate);
    if let Some(sum) = inequality(pool, predicate) {
        return Atom::AtMost(sum);
    }
    if let Some((a, b)) = disequality(pool, predicate) {
        return Atom::Other(Linear::of(pool, a).minus(&Linear::of(pool, b)));
    }
    let denied = pool.not(predicate);
    match disequality(pool, denied) {
        Some((a, b)) => Atom::Zero(Linear::of(pool, a).minus(&Linear::of(pool, b))),
        None => Atom::Opaque,
    }
}

/// Is `a - b` a constant, and is it this?
fn constant(a: Linear, b: &Linear) -> Option<BigInt> {
    let difference = a.minus(b);
    difference.is_constant().then_some(difference.constant)
}

fn opposite(sum: &Linear) -> Linear {
    sum.clone().times(&(-1).into())
}

fn implies(a: &Atom, b: &Atom) -> bool {
    let is_least = |difference: Option<BigInt>| difference.is_some_and(|value| !value.is_positive());
    let is_no = |difference: Option<BigInt>| difference.is_some_and(|value| value.is_positive());
    match (a, b) {
        // a <= 0 implies b <= 0 if b - a <= 0.
        (Atom::AtMost(a), Atom::AtMost(b)) => is_least(constant(b.clone(), a)),
        (Atom::Zero(a), Atom::AtMost(b)) => {
            is_least(constant(b.clone(), a)) || is_least(constant(b.clone(), &opposite(a)))
        }
        // a <= 0 excludes b = 0 if a - b > 0, or a + b > 0.
        (Atom::AtMost(a), Atom::Other(b)) => is_no(constant(a.clone(), b)) || is_no(constant(a.clone(), &opposite(b))),
        (Atom::Zero(a), Atom::Other(b)) => [b.clone(), opposite(b)]
            .into_iter()
            .any(|b| constant(b, a).is_some_and(|value| value.is_positive() || value.is_negative())),
        (Atom::Zero(a), Atom::Zero(b)) | (Atom::Other(a), Atom::Other(b)) => {
            let is_zero = |value: num_bigint::BigInt| !value.is_positive() && !value.is_negative();
            constant(b.clone(), a).is_some_and(is_zero) || constant(opposite(b), a).is_some_and(is_zero)
        }
        (Atom::AtMost(_), Atom::Zero(_)) | (Atom::Other(_), Atom::AtMost(_) | Atom::Zero(_)) => false,
        (Atom::Opaque, _) | (_, Atom::Opaque) => false,
    }
}

/// A contradicts B if it implies that B does not hold.
fn excludes(a: &Atom, b: &Atom) -> bool {
    let not = |atom: &Atom| match atom {
        // sum > 0 is 1 - sum <= 0.
        Atom::AtMost(sum) => {
            let mut over = opposite(sum);
            over.constant += 1;
            Atom::AtMost(over)
        }
        Atom::Zero(sum) => Atom::Other(sum.clone()),
        Atom::Other(sum) => Atom::Zero(sum.clone()),
        Atom::Opaque => Atom::Opaque,
    };
    implies(a, &not(b)) || implies(b, &not(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_logic::Sort;

    /// Predicates about different sums are never related: comparing all pairs finds no more.
    #[test]
    fn only_the_same_sums_are_related() {
        let mut pool = TermPool::new();
        let vars = ["i", "j", "n"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let mut predicates = Vec::new();
        for a in vars {
            for b in vars.into_iter().filter(|&b| b != a) {
                let one = pool.int(1);
                let sum = pool.add(b, one);
                predicates.extend([pool.lt(a, b), pool.le(a, b), pool.eq(a, b), pool.ne(a, sum), pool.le(a, sum)]);
            }
        }
        let found = Relations::of(&mut pool, &predicates);
        let atoms: Vec<Atom> = predicates.iter().map(|&predicate| atom(&mut pool, predicate)).collect();
        for a in 0..atoms.len() {
            for b in 0..atoms.len() {
                let is_contradictory = found.contradictory.contains(&(a.min(b), a.max(b)));
                assert_eq!(is_contradictory, a != b && excludes(&atoms[a], &atoms[b]), "{a} {b}");
                let is_known = found.implied[a].contains(&b) || found.implied[b].contains(&a);
                let is_implied = implies(&atoms[a], &atoms[b]) || implies(&atoms[b], &atoms[a]);
                assert_eq!(is_known, a != b && (is_implied || predicates[a] == predicates[b]), "{a} {b}");
            }
        }
    }

    #[test]
    fn orders_are_read_off() {
        let mut pool = TermPool::new();
        let [i, j] = ["i", "j"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let (less, at_most, more) = (pool.lt(j, i), pool.le(j, i), pool.lt(i, j));
        let (equal, other) = (pool.eq(i, j), pool.ne(i, j));
        let relations = Relations::of(&mut pool, &[less, at_most, more, equal, other]);
        assert_eq!(relations.implied, [vec![1, 4], vec![], vec![4], vec![1], vec![]]);
        assert_eq!(relations.contradictory, [(0, 2), (0, 3), (1, 2), (2, 3), (3, 4)]);
        assert_eq!(relations.reduced(&[0, 1, 4]), [0]);
    }
}
