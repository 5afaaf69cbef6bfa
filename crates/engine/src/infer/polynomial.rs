//! Products multiplied out: `(i + 1) * (i + 1)` as `i*i + 2*i + 1`. The prover sees equal products as equal terms then.

use std::collections::BTreeMap;

use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::linear::Linear;

/// Products with more parts than this stay as they are.
const MOST_PARTS: usize = 60;

/// Sums of products: the factors of each, sorted, and how often it is taken.
type Parts = BTreeMap<Vec<Term>, BigInt>;

/// The same term with its products of sums multiplied out.
pub fn multiplied_out(pool: &mut TermPool, root: Term) -> Term {
    let nodes = pool.postorder(&[root]);
    if !nodes.iter().any(|&term| is_product(pool, term)) {
        return root;
    }
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for term in nodes {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
        let mut new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        if is_product(pool, new)
            && let Some(parts) = parts(pool, new)
        {
            new = sum(pool, &parts);
        }
        done.insert(term, new);
    }
    done[&root]
}

/// The largest number of factors that are no literals in a product.
pub fn degree(pool: &TermPool, root: Term) -> u32 {
    let mut degrees: FxHashMap<Term, u32> = FxHashMap::default();
    let mut largest = 0;
    for term in pool.postorder(&[root]) {
        let args = pool.args(term);
        let longest = |args: &[Term]| args.iter().map(|arg| degrees[arg]).max().unwrap_or(0);
        let degree = match pool.op(term) {
            Op::Int(_) => 0,
            Op::Mul => args.iter().map(|arg| degrees[arg]).sum(),
            Op::Add | Op::Neg => longest(args),
            Op::Ite => longest(&args[1..]),
            _ => 1,
        };
        largest = largest.max(degree);
        degrees.insert(term, degree);
    }
    largest
}

/// The product of factors, in one order.
pub fn product(pool: &mut TermPool, factors: &[Term]) -> Term {
    let mut sorted = factors.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().reduce(|product, factor| pool.mul(product, factor)).unwrap_or_else(|| pool.int(1))
}

fn is_product(pool: &TermPool, term: Term) -> bool {
    let is_number = |arg: &Term| pool.op(*arg).is_literal();
    *pool.op(term) == Op::Mul && pool.sort_of(term) == Sort::INT && !pool.args(term).iter().any(is_number)
}

/// `None` if there are too many.
fn parts(pool: &TermPool, term: Term) -> Option<Parts> {
    if !is_product(pool, term) {
        let sum = Linear::of(pool, term);
        let mut parts = Parts::new();
        if !sum.constant.is_zero() {
            parts.insert(Vec::new(), sum.constant);
        }
        for (part, factor) in sum.terms {
            add(&mut parts, factors(pool, part), factor);
        }
        return Some(parts);
    }
    let mut all = Parts::from([(Vec::new(), BigInt::one())]);
    for &arg in pool.args(term) {
        all = times(&all, &parts(pool, arg)?);
        if all.len() > MOST_PARTS {
            return None;
        }
    }
    Some(all)
}

/// What a product of terms that are no sums is a product of.
fn factors(pool: &TermPool, term: Term) -> Vec<Term> {
    let (mut found, mut open) = (Vec::new(), vec![term]);
    while let Some(term) = open.pop() {
        if is_product(pool, term) {
            open.extend(pool.args(term));
        } else {
            found.push(term);
        }
    }
    found.sort_unstable();
    found
}

fn times(a: &Parts, b: &Parts) -> Parts {
    let mut all = Parts::new();
    for (some, factor) in a {
        for (others, by) in b {
            let mut factors = [&some[..], &others[..]].concat();
            factors.sort_unstable();
            add(&mut all, factors, factor * by);
        }
    }
    all
}

fn add(parts: &mut Parts, factors: Vec<Term>, by: BigInt) {
    *parts.entry(factors).or_default() += by;
    parts.retain(|_, factor| !factor.is_zero());
}

fn sum(pool: &mut TermPool, parts: &Parts) -> Term {
    let mut sum = Linear::default();
    for (factors, by) in parts {
        if factors.is_empty() {
            sum.constant = by.clone();
        } else {
            let term = product(pool, factors);
            sum.terms.insert(term, by.clone());
        }
    }
    sum.term(pool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_sums_are_sums_of_products() {
        let mut pool = TermPool::new();
        let [i, n] = ["i", "n"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let one = pool.int(1);
        let next = pool.add(i, one);
        let (left, right) = (pool.mul(next, next), pool.mul(n, next));
        let [left, right] = [left, right].map(|term| multiplied_out(&mut pool, term));
        assert_eq!(
            [left, right].map(|term| pool.show(term)),
            ["(((2 * i) + (i * i)) + 1)", "(n + (i * n))"].map(String::from)
        );
        assert_eq!(degree(&pool, left), 2);
        // In whichever order factors stand.
        let (a, b) = (pool.mul(i, n), pool.mul(n, i));
        assert_eq!(multiplied_out(&mut pool, a), multiplied_out(&mut pool, b));
        assert_eq!(multiplied_out(&mut pool, next), next);
    }
}
