//! SPW09 §6: consequences of a conjunction that are disjunctions of disequalities between indices, and the strict inequalities
//! that they are split into.
//!
//!   saturate(φ) = φ ∧ ⋀ { ⋁ xᵢ < yᵢ | φ ⊨ ⋁ xᵢ < yᵢ }
//!
//! Only indices of the same row of the same map belong together. Disjunctions are built from the shortest on, up to a fixed
//! length, and none that contains an entailed one is looked at.

use std::collections::BTreeMap;

use invar_gcl::Roles;
use invar_logic::{Op, Sort, Term, TermPool};
use invar_solve::{Limit, Model};

use super::literal::less;
use super::reads::is_memory;
use super::session::{Asked, Session};
use crate::linear::Linear;

/// The longest disjunctions, and how many pairs of indices are looked at.
const LONGEST: usize = 2;
const MOST_PAIRS: usize = 66;

/// Two indices of one row.
pub type Pair = (Term, Term);

/// The entailed disjunctions `⋁ s ≠ t`, each a list of pairs.
pub fn saturate(
    session: &mut Session,
    pool: &mut TermPool,
    roles: &Roles,
    conjunction: &[Term],
    limit: &Limit,
) -> Vec<Vec<Pair>> {
    let pairs = pairs(pool, roles, conjunction);
    let equations: Vec<Term> = pairs.iter().map(|&(a, b)| pool.eq(a, b)).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    // The pairs that are equal in a model of the conjunction: no disjunction of these is entailed.
    let mut refuted: Vec<Vec<bool>> = Vec::new();
    for length in 1..=LONGEST {
        for disjunction in combinations(pairs.len(), length) {
            let contains = |known: &Vec<usize>| known.iter().all(|pair| disjunction.contains(pair));
            let is_refuted = |equal: &Vec<bool>| disjunction.iter().all(|&pair| equal[pair]);
            if found.iter().any(contains) || refuted.iter().any(is_refuted) {
                continue;
            }
            let equal = disjunction.iter().map(|&pair| equations[pair]);
            let assumed: Vec<Term> = conjunction.iter().copied().chain(equal).collect();
            match session.ask(pool, &assumed, limit) {
                Asked::No => found.push(disjunction),
                Asked::Yes(model) => refuted.push(equal_in(pool, &model, &equations)),
                Asked::Open => {}
            }
        }
    }
    found.into_iter().map(|disjunction| disjunction.into_iter().map(|pair| pairs[pair]).collect()).collect()
}

fn equal_in(pool: &TermPool, model: &Model, equations: &[Term]) -> Vec<bool> {
    equations.iter().map(|&equation| model.holds(pool, equation) == Some(true)).collect()
}

/// `s ≠ t` is `s < t` or `t < s`.
pub fn halves(pool: &mut TermPool, (a, b): Pair) -> [Term; 2] {
    [less(pool, a, b), less(pool, b, a)]
}

/// The pairs of indices of one row whose difference is not a number.
pub fn pairs(pool: &TermPool, roles: &Roles, conjunction: &[Term]) -> Vec<Pair> {
    let mut rows: BTreeMap<(Vec<Term>, usize), Vec<Term>> = BTreeMap::new();
    for term in pool.postorder(conjunction) {
        if *pool.op(term) != Op::Select {
            continue;
        }
        let args = pool.args(term);
        for position in (1..args.len()).filter(|&position| pool.sort_of(args[position]) == Sort::INT) {
            let others = [&args[..position], &args[position + 1..]].concat();
            let indices = rows.entry((others, position)).or_default();
            if !is_memory(pool, roles, args[0]) && !indices.contains(&args[position]) {
                indices.push(args[position]);
            }
        }
    }
    let mut found = Vec::new();
    for indices in rows.into_values() {
        for (number, &a) in indices.iter().enumerate() {
            for &b in &indices[..number] {
                let is_fixed = Linear::of(pool, a).minus(&Linear::of(pool, b)).is_constant();
                if !is_fixed && found.len() < MOST_PAIRS && !found.contains(&(b, a)) && !found.contains(&(a, b)) {
                    found.push((b, a));
                }
            }
        }
    }
    found
}

/// All lists of so many numbers below `count`, in order.
fn combinations(count: usize, length: usize) -> Vec<Vec<usize>> {
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<usize>| {
            let first = list.last().map_or(0, |last| last + 1);
            (first..count).map(|next| [list.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}
