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

use super::reads::is_memory;
use super::session::{Asked, Session};
use crate::linear::Linear;
use crate::literals::less;

/// The longest disjunctions that the refinement asks for, and how many pairs of indices are looked at.
pub const LONGEST: usize = 2;
const MOST_PAIRS: usize = 66;

/// Two indices of one row.
pub type Pair = (Term, Term);

/// The entailed disjunctions `⋁ s ≠ t` of these pairs, each a list of at most so many.
pub fn saturate(
    session: &mut Session,
    pool: &mut TermPool,
    conjunction: &[Term],
    (pairs, longest): (&[Pair], usize),
    limit: &Limit,
) -> Vec<Vec<Pair>> {
    let equations: Vec<Term> = pairs.iter().map(|&(a, b)| pool.eq(a, b)).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    // The pairs that are equal in a model of the conjunction: no disjunction of these is entailed.
    let mut refuted: Vec<Vec<bool>> = Vec::new();
    for length in 1..=longest {
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

/// The pairs of indices of one row whose difference is not a number, in formulas that read maps and their updates.
pub fn pairs(pool: &TermPool, roles: &Roles, formulas: &[Term]) -> Vec<Pair> {
    let mut rows: BTreeMap<(Vec<Term>, usize), Vec<Term>> = BTreeMap::new();
    for term in pool.postorder(formulas) {
        let args = pool.args(term);
        let count = match pool.op(term) {
            Op::Select => args.len(),
            Op::Store => args.len() - 1,
            _ => continue,
        };
        if is_memory(pool, roles, args[0]) {
            continue;
        }
        for position in (1..count).filter(|&position| pool.sort_of(args[position]) == Sort::INT) {
            let indices = rows.entry((row(pool, args[0]), position)).or_default();
            if !indices.contains(&args[position]) {
                indices.push(args[position]);
            }
        }
    }
    let mut found: Vec<Pair> = Vec::new();
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

/// A map without its updates, and the objects that lead to it: equal for all that is read or written of one row.
fn row(pool: &TermPool, mut map: Term) -> Vec<Term> {
    let mut path = Vec::new();
    loop {
        let args = pool.args(map);
        match pool.op(map) {
            Op::Store => {}
            Op::Select => path.extend(&args[1..]),
            _ => {
                path.push(map);
                return path;
            }
        }
        map = args[0];
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use invar_solve::{SessionOptions, Z3Session};

    struct World {
        pool: TermPool,
        /// a, i, k, l, n
        terms: [Term; 5],
    }

    fn world() -> World {
        let mut pool = TermPool::new();
        let map = pool.map_sort(&[Sort::INT], Sort::INT);
        let int = Sort::INT;
        let terms = [("a", map), ("i", int), ("k", int), ("l", int), ("n", int)].map(|(name, sort)| {
            let var = pool.new_var(name, sort);
            pool.var(var)
        });
        World { pool, terms }
    }

    fn saturated(pool: &mut TermPool, formula: &[Term], longest: usize) -> Vec<Vec<Pair>> {
        let prover = Z3Session::new(SessionOptions { mbqi: false }).expect("Z3 is part of the build");
        let mut session = Session::new(pool, Box::new(prover), &[]);
        let pairs = pairs(pool, &Roles::default(), formula);
        saturate(&mut session, pool, formula, (&pairs, longest), &Limit::resources(1_000_000))
    }

    /// §4.1: 0 ≤ k < n ∧ a[i := 0](k) ≠ 0 ∧ i < n ≤ i + 1 says k ≠ i, which is split into k < i and k > i.
    #[test]
    fn the_path_of_array_init_separates_the_ghost_from_the_counter() {
        let World { mut pool, terms: [a, i, k, _, n] } = world();
        let (zero, one) = (pool.int(0), pool.int(1));
        let updated = pool.store(a, &[i], zero);
        let read = pool.mk(Op::Select, &[updated, k]);
        let next = pool.add(i, one);
        let formula = [pool.le(zero, k), pool.lt(k, n), pool.ne(read, zero), pool.lt(i, n), pool.le(n, next)];
        let found = saturated(&mut pool, &formula, LONGEST);
        assert_eq!(found.len(), 1);
        assert!(found[0] == [(i, k)] || found[0] == [(k, i)], "{:?}", found);
        let (below, above) = (less(&mut pool, k, i), less(&mut pool, i, k));
        let split = halves(&mut pool, found[0][0]);
        assert!(split.contains(&below) && split.contains(&above));
    }

    /// §4.2: l < k, a(i) ≤ a(i + 1) and a(k) < a(l) say that k ≠ i + 1 or l ≠ i; neither alone is entailed.
    #[test]
    fn the_path_of_selection_sort_gives_a_disjunction() {
        let World { mut pool, terms: [a, i, k, l, n] } = world();
        let (zero, one, two) = (pool.int(0), pool.int(1), pool.int(2));
        let (next, last) = (pool.add(i, one), pool.add(i, two));
        let [at_i, at_next, at_k, at_l] = [i, next, k, l].map(|index| pool.select(a, &[index]));
        let mut formula = vec![pool.le(zero, l), pool.lt(l, k), pool.lt(k, n), pool.lt(next, n)];
        formula.extend([pool.le(at_i, at_next), pool.lt(at_k, at_l)]);
        let found = saturated(&mut pool, &formula, LONGEST);
        let is = |pair: &Pair, a: Term, b: Term| *pair == (a, b) || *pair == (b, a);
        let paper = |list: &Vec<Pair>| {
            list.len() == 2 && list.iter().any(|pair| is(pair, k, next)) && list.iter().any(|pair| is(pair, l, i))
        };
        assert!(found.iter().any(paper), "{:?}", found);
        let split: Vec<Term> =
            found.iter().filter(|list| paper(list)).flatten().flat_map(|&pair| halves(&mut pool, pair)).collect();
        let wanted = [less(&mut pool, l, i), less(&mut pool, i, l), less(&mut pool, next, k), less(&mut pool, k, next)];
        assert!(wanted.iter().all(|term| split.contains(term)));
        // With the exit of the outer loop, n ≤ i + 2, l ≠ i follows alone, and no longer disjunction with it is looked at.
        formula.push(pool.le(n, last));
        let found = saturated(&mut pool, &formula, LONGEST);
        assert!(found.iter().any(|list| list.len() == 1 && is(&list[0], l, i)));
        assert!(!found.iter().any(paper));
    }

    /// Σ a(tᵢ) + a(tᵢ₊₁) > a(tᵢ₊₂) + a(tᵢ₊₃): every four neighbours say two disjunctions of two disequalities.
    fn neighbours(pool: &mut TermPool, count: usize) -> Vec<Term> {
        let map = pool.map_sort(&[Sort::INT], Sort::INT);
        let map = pool.new_var("a", map);
        let map = pool.var(map);
        let mut reads = Vec::new();
        for _ in 0..count {
            let index = pool.fresh_var("t", Sort::INT);
            let index = pool.var(index);
            reads.push(pool.select(map, &[index]));
        }
        let sums: Vec<Term> = reads.windows(2).map(|pair| pool.add(pair[0], pair[1])).collect();
        let mut formula: Vec<Term> = sums.windows(3).map(|sums| pool.lt(sums[2], sums[0])).collect();
        if formula.is_empty() {
            formula = reads.windows(2).map(|pair| pool.lt(pair[1], pair[0])).collect();
        }
        formula
    }

    /// How often the prover is asked about so many index terms of one array, and how many disjunctions there are.
    fn effort(count: usize) -> (u64, usize) {
        let mut pool = TermPool::new();
        let formula = neighbours(&mut pool, count);
        let prover = Z3Session::new(SessionOptions { mbqi: false }).expect("Z3 is part of the build");
        let mut session = Session::new(&pool, Box::new(prover), &[]);
        let pairs = pairs(&pool, &Roles::default(), &formula);
        assert_eq!(pairs.len(), count * (count - 1) / 2);
        let limit = Limit::resources(10_000_000);
        let found = saturate(&mut session, &mut pool, &formula, (&pairs, LONGEST), &limit);
        (session.queries(), found.len())
    }

    /// §6: with disjunctions of bounded length, queries grow as a polynomial: n(n - 1)/2 pairs, and at most their square.
    #[test]
    fn queries_grow_as_a_polynomial_in_the_index_terms() {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for count in (2..=12).step_by(2) {
            let start = std::time::Instant::now();
            let (queries, found) = effort(count);
            println!("{count} index terms: {queries} queries, {found} disjunctions, {:?}", start.elapsed());
            assert!(found >= if count < 4 { 1 } else { 2 * (count - 3) });
            let pairs = (count * (count - 1) / 2) as u64;
            assert!(queries <= pairs + pairs * (pairs - 1) / 2);
            points.push(((count as f64).ln(), (queries as f64).ln()));
        }
        let exponent = slope(&points);
        println!("queries grow with exponent {exponent:.2}");
        assert!(exponent < 4.0, "{exponent}");
    }

    /// Of the line that fits best.
    fn slope(points: &[(f64, f64)]) -> f64 {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        above / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
    }
}
