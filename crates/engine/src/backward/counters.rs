//! What counters never do: facts about the integers that a loop changes, inductive together (Houdini), before any goal is looked at.
//!
//! In: the transitions. Out: facts that are known at the loops' heads from then on. They exclude states that no predicate about one
//! path excludes for good: a counter below the value that it begins with, or far above the bound that it is compared with.
//! The candidates: orders of counters, of a counter and the value it begins with, comparisons of the ways' guards with one step
//! more, and, where the text speaks of remainders, those of the values that counters begin with.

use std::collections::BTreeSet;

use invar_gcl::Role;
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::space::{Passed, Space};
use super::way::Way;
use crate::cutpoints::Point;
use crate::linear::{Linear, inequality};
use crate::literals::{literal, not_positive};

/// So many variables of a loop are compared, and so many facts are tried at it.
const MOST_COUNTERS: usize = 6;
const MOST_FACTS: usize = 80;

/// Larger values, and remainders by larger numbers, are not looked at.
const LARGEST: u64 = 9;
const LARGEST_DIVISOR: i64 = 64;

/// The facts, by head; the space knows them.
pub fn learn_counters(space: &mut Space<'_>) -> Vec<(usize, Term)> {
    let divisors = divisors(space);
    let mut begun: Vec<Vec<Begin>> = Vec::new();
    let mut candidates: Vec<Vec<Term>> = Vec::new();
    for head in 0..space.task.heads.len() {
        let counters = counters(space, head);
        begun.push(begins(space, head, &counters, &begun));
        candidates.push(self::candidates(space, head, (&counters, &begun[head]), &divisors));
    }
    hand_inward(space, &mut candidates);
    while drop_false(space, &mut candidates) {}
    let mut found = Vec::new();
    for (head, facts) in candidates.into_iter().enumerate() {
        for fact in facts.into_iter().filter(|&fact| !space.is_known(head, fact)).collect::<Vec<_>>() {
            space.learn(head, fact);
            found.push((head, fact));
        }
    }
    found
}

/// What an outer loop maintains is needed at the loops inside it as well: a run around the outer loop passes their heads. Outer loops
/// come before inner ones.
fn hand_inward(space: &Space<'_>, candidates: &mut [Vec<Term>]) {
    let heads = &space.task.heads;
    for (inner, head) in heads.iter().enumerate() {
        let live = space.points.live_at(inner);
        let is_around = |outer: &usize| *outer != inner && heads[*outer].blocks.contains(&head.head);
        for outer in (0..heads.len()).filter(is_around) {
            for fact in candidates[outer].clone() {
                let is_here = space.pool.free_vars(fact).iter().all(|var| live.contains(var));
                if is_here && candidates[inner].len() < MOST_FACTS && !candidates[inner].contains(&fact) {
                    candidates[inner].push(fact);
                }
            }
        }
    }
}

/// Drops candidates that do not hold on some arrival at their heads. Were there any?
fn drop_false(space: &mut Space<'_>, candidates: &mut [Vec<Term>]) -> bool {
    let mut dropped = false;
    for edge in 0..space.edges.len() {
        let Point::Head(target) = space.edges[edge].transition.target else { continue };
        while !candidates[target].is_empty() {
            let assumed = match space.edges[edge].transition.source {
                Point::Head(source) => candidates[source].clone(),
                Point::Entry | Point::Check(_) | Point::Exit => Vec::new(),
            };
            let all = space.pool.and(&candidates[target]);
            let some_fail = space.pool.not(all);
            let before = candidates[target].len();
            match space.pass(edge, &assumed, &[some_fail]) {
                Passed::Never => break,
                Passed::Open => candidates[target].clear(),
                Passed::By(_, model) => {
                    let Space { pool, edges, .. } = &mut *space;
                    candidates[target].retain(|&fact| {
                        let arrived = edges[edge].arrived(pool, fact);
                        model.holds(pool, arrived) == Some(true)
                    });
                }
            }
            dropped = true;
            if candidates[target].len() == before {
                candidates[target].clear();
            }
        }
    }
    dropped
}

fn candidates(
    space: &mut Space<'_>,
    head: usize,
    (counters, begins): (&[VarId], &[Begin]),
    divisors: &[BigInt],
) -> Vec<Term> {
    let guards = guards(space, head, counters);
    let pool = &mut space.pool;
    let mut sums: Vec<Linear> = Vec::new();
    let mut found: Vec<Term> = Vec::new();
    for (number, (own, value)) in begins.iter().enumerate() {
        let grown = Linear::of(pool, *own).minus(value);
        sums.extend([grown.clone().times(&BigInt::from(-1)), grown.clone()]);
        found.extend(remainders(pool, *own, value, divisors));
        // Two counters may have grown by the same.
        for (other, first) in &begins[number + 1..] {
            let difference = grown.clone().minus(&Linear::of(pool, *other).minus(first));
            sums.extend([difference.clone().times(&BigInt::from(-1)), difference]);
        }
    }
    for &a in counters {
        for &b in counters.iter().filter(|&&b| b != a) {
            let [a, b] = [a, b].map(|var| {
                let var = pool.var(var);
                Linear::of(pool, var)
            });
            let mut strict = a.minus(&b);
            sums.push(strict.clone());
            strict.constant += 1;
            sums.push(strict);
        }
    }
    for guard in guards {
        let mut later = guard.clone();
        later.constant -= 1;
        sums.extend([later, guard.times(&BigInt::from(-1))]);
    }
    for sum in sums {
        let fact = not_positive(pool, &sum);
        let fact = literal(pool, fact);
        if fact != Term::TRUE && !found.contains(&fact) && found.len() < MOST_FACTS {
            found.push(fact);
        }
    }
    found
}

/// The integers that a loop changes.
fn counters(space: &Space<'_>, head: usize) -> Vec<VarId> {
    let (pool, roles) = (&space.pool, &space.task.program.roles);
    let live = space.points.live_at(head);
    let is_counter = |var: &VarId| {
        let role = roles.of(pool, *var);
        live.contains(var) && pool.variable(*var).sort == Sort::INT && role != Role::Bookkeeping
    };
    space.task.heads[head].targets.iter().copied().filter(is_counter).take(MOST_COUNTERS).collect()
}

/// A counter, and a value that it begins with.
type Begin = (Term, Linear);

/// Counters with values that they begin with and that stay what they are. What a loop before them counted is what its guard
/// stopped at, or has grown as what its guard compares.
fn begins(space: &mut Space<'_>, head: usize, counters: &[VarId], begun: &[Vec<Begin>]) -> Vec<Begin> {
    let targets: BTreeSet<VarId> = space.task.heads[head].targets.iter().copied().collect();
    let mut found = Vec::new();
    for (source, way) in ways(space, |source, target| target == Point::Head(head) && source != Point::Head(head)) {
        let earlier: &[Begin] = match source {
            Point::Head(number) => begun.get(number).map_or(&[], Vec::as_slice),
            Point::Entry | Point::Check(_) | Point::Exit => &[],
        };
        for &var in counters {
            let Some(value) = way.updates.get(var).filter(|&value| space.pool.tree_size(value) <= LARGEST) else {
                continue;
            };
            let own = space.pool.var(var);
            let pool = &space.pool;
            let stays = |other: &VarId| {
                let is_same = way.updates.get(*other).is_none_or(|value| Some(value) == pool.find_var(*other));
                is_same && !targets.contains(other) && !way.unknowns.contains(other)
            };
            let value = settled(pool, Linear::of(pool, value), &way, earlier, &stays);
            found.extend(value.map(|value| (own, value)).filter(|begin| !found.contains(begin)));
        }
    }
    found
}

/// The sum in terms that stay what they are, if there are guards and earlier values that say so; a guess that is tried as others are.
fn settled(
    pool: &TermPool,
    mut sum: Linear,
    way: &Way,
    earlier: &[Begin],
    stays: &dyn Fn(&VarId) -> bool,
) -> Option<Linear> {
    for _ in 0..MOST_COUNTERS {
        let changes = |part: &&Term| !pool.free_vars(**part).iter().all(stays);
        let Some(&part) = sum.terms.keys().find(changes) else { return Some(sum) };
        let at_bound =
            way.guard.iter().filter_map(|&guard| inequality(pool, guard)).find_map(|guard| bound(part, guard));
        let value = at_bound.or_else(|| {
            let own = earlier.iter().find(|(counter, _)| *counter == part)?;
            let other = earlier.iter().find(|(counter, _)| *counter != part)?;
            Some(Linear::of(pool, other.0).minus(&other.1).plus(&own.1))
        })?;
        let factor = sum.terms.remove(&part)?;
        sum = sum.plus(&value.times(&factor));
    }
    None
}

/// The value of a part for which a sum is zero.
fn bound(part: Term, mut sum: Linear) -> Option<Linear> {
    let factor = sum.terms.remove(&part)?;
    factor.magnitude().is_one().then(|| sum.times(&-factor))
}

/// The sums that guards of ways from a head compare with zero.
fn guards(space: &mut Space<'_>, head: usize, counters: &[VarId]) -> Vec<Linear> {
    let mut found: Vec<Linear> = Vec::new();
    for (_, way) in ways(space, |source, _| source == Point::Head(head)) {
        let mut work = way.guard.clone();
        while let Some(term) = work.pop() {
            if let Op::And = space.pool.op(term) {
                work.extend(space.pool.args(term));
                continue;
            }
            let Some(sum) = inequality(&space.pool, term) else { continue };
            let parts: Vec<Term> = sum.terms.keys().copied().collect();
            let vars = space.pool.free_vars_of(&parts);
            let is_about = vars.iter().any(|var| counters.contains(var));
            let is_plain = parts.iter().all(|&part| matches!(space.pool.op(part), Op::Var(_)));
            let is_open = vars.iter().any(|var| way.unknowns.contains(var));
            if is_about && is_plain && !is_open && !found.contains(&sum) {
                found.push(sum);
            }
        }
    }
    found
}

/// One way of each transition that is asked for, and where it begins.
fn ways(space: &mut Space<'_>, is_wanted: impl Fn(Point, Point) -> bool) -> Vec<(Point, Way)> {
    let mut found = Vec::new();
    for edge in 0..space.edges.len() {
        let (source, target) = (space.edges[edge].transition.source, space.edges[edge].transition.target);
        if is_wanted(source, target)
            && let Passed::By(way, _) = space.pass(edge, &[], &[])
        {
            found.push((source, space.edges[edge].ways[way].clone()));
        }
    }
    found
}

/// `i mod 4 == 0`, if it begins with a multiple of four.
fn remainders(pool: &mut TermPool, own: Term, value: &Linear, divisors: &[BigInt]) -> Vec<Term> {
    let mut found = Vec::new();
    for by in divisors.iter().filter(|_| value.is_constant()) {
        let (rest, by) = (pool.int(value.constant.mod_floor(by)), pool.int(by.clone()));
        let remainder = pool.mk(Op::Mod, &[own, by]);
        let equal = pool.eq(remainder, rest);
        found.push(literal(pool, equal));
    }
    found
}

/// The numbers that the text takes remainders by.
fn divisors(space: &Space<'_>) -> Vec<BigInt> {
    let steps = space.task.body.blocks.values().flat_map(|block| &block.steps);
    let terms: Vec<Term> = steps.filter_map(|step| step.term()).collect();
    let mut found: Vec<BigInt> = Vec::new();
    for term in space.pool.postorder(&terms) {
        if let (Op::Mod, &[_, by]) = (space.pool.op(term), space.pool.args(term))
            && let Op::Int(by) = space.pool.op(by)
            && (BigInt::from(2)..=BigInt::from(LARGEST_DIVISOR)).contains(by)
            && !found.contains(by)
        {
            found.push(by.clone());
        }
    }
    found
}
