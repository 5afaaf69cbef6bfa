//! Linear conditions that hold at a place, read off the commands on the way there.

use std::rc::Rc;

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::FactId;
use crate::linear::Linear;

/// A condition `sum <= 0` or `sum = 0`, and why it holds.
#[derive(Clone, Debug)]
pub struct Known {
    pub condition: Condition,
    pub why: Why,
    /// No block after this one mentions all of it.
    pub last_mention: usize,
}

/// What is known at a place, the newest last. Places share what they have in common.
pub type Knowledge = Vec<Rc<Known>>;

#[derive(Clone, Debug)]
pub struct Condition {
    pub sum: Linear,
    pub relation: Relation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    NotPositive,
    Zero,
}

#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// This command says so.
    Said(Term),
    /// This fact says so, if it holds.
    Fact(FactId),
}

impl Condition {
    pub fn term(&self, pool: &mut TermPool) -> Term {
        match self.relation {
            Relation::NotPositive => self.sum.not_positive(pool),
            Relation::Zero => self.sum.is_zero_term(pool),
        }
    }

    pub fn vars(&self, pool: &TermPool) -> Vec<VarId> {
        self.sum.terms.keys().flat_map(|&atom| pool.free_vars(atom)).collect()
    }
}

/// The linear conditions among the conjuncts of a formula.
pub fn conditions(pool: &TermPool, formula: Term) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut conjuncts = vec![(formula, Claim::Holds)];
    while let Some((term, claim)) = conjuncts.pop() {
        let args = pool.args(term);
        match (pool.op(term), claim) {
            (Op::Not, _) => conjuncts.push((args[0], claim.opposite())),
            (Op::And, Claim::Holds) | (Op::Or, Claim::Fails) => conjuncts.extend(args.iter().map(|&arg| (arg, claim))),
            (Op::Implies, Claim::Fails) => conjuncts.extend([(args[0], Claim::Holds), (args[1], Claim::Fails)]),
            (Op::Le | Op::Lt, _) if pool.sort_of(args[0]) == Sort::INT => found.push(comparison(pool, term, claim)),
            (Op::Eq, Claim::Holds) if pool.sort_of(args[0]) == Sort::INT => {
                let sum = Linear::of(pool, args[0]).minus(&Linear::of(pool, args[1]));
                found.push(Condition { sum, relation: Relation::Zero });
            }
            _ => {}
        }
    }
    found.retain(|condition| !condition.sum.is_constant());
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Holds,
    Fails,
}

impl Claim {
    fn opposite(self) -> Claim {
        match self {
            Claim::Holds => Claim::Fails,
            Claim::Fails => Claim::Holds,
        }
    }
}

/// `a <= b`, `a < b`, or the opposite, as `sum <= 0`.
fn comparison(pool: &TermPool, term: Term, claim: Claim) -> Condition {
    let args = pool.args(term);
    let [left, right] = [args[0], args[1]].map(|side| Linear::of(pool, side));
    let is_strict = (*pool.op(term) == Op::Lt) == (claim == Claim::Holds);
    let mut sum = match claim {
        Claim::Holds => left.minus(&right),
        Claim::Fails => right.minus(&left),
    };
    if is_strict {
        sum.constant += BigInt::from(1);
    }
    Condition { sum, relation: Relation::NotPositive }
}

/// The positions of at most so many conditions that have something to do with the seeds, the nearest first: those that mention
/// a seed, those that share something with these, and so on. What a condition mentions is for the caller to say.
pub fn nearest<K: Copy + Eq + std::hash::Hash>(
    mentioned: &[Vec<K>],
    seeds: impl IntoIterator<Item = K>,
    most: usize,
) -> Vec<usize> {
    let mut places: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for (position, keys) in mentioned.iter().enumerate() {
        for &key in keys {
            places.entry(key).or_default().push(position);
        }
    }
    let mut taken = vec![false; mentioned.len()];
    let mut found = Vec::new();
    let mut work: std::collections::VecDeque<K> = seeds.into_iter().collect();
    while let Some(key) = work.pop_front() {
        // Whoever comes back to a key finds nothing there. The newest come first.
        for position in places.remove(&key).unwrap_or_default().into_iter().rev() {
            if found.len() == most {
                return found;
            }
            if !std::mem::replace(&mut taken[position], true) {
                found.push(position);
                work.extend(&mentioned[position]);
            }
        }
    }
    found
}
