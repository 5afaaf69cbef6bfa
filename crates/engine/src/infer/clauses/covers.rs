//! Goals generalised against states: which conditions keep a claim away from all points where it is false.
//!
//! A goal `A ⇒ g` holds at every state that was seen. The bad points are those where g is false. Each minimal set of conditions
//! that excludes them all, taken from those that are true wherever A is, is an antecedent under which g may hold for more than
//! the goal asks for: a candidate for an invariant.

use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::Signed;

use super::clause::{Clause, MOST_SKOLEMS, Skolems, reads_at_skolems};
use super::conditions::moved_by;
use super::indices::{
    about_own, closed_indices, in_rows, inside_rows, neighbours, row_indices, shared_indices, shifted, with_index,
};
use super::scope::Scope;
use crate::infer::visited::points::Bits;
use crate::linear::{Linear, inequality};
use crate::literals::{literal, negated, not_positive, reads_map};

/// Conditions of one antecedent (two bounds for each skolem constant may be more), antecedents of one claim, and work for them.
const LONGEST: usize = 5;
const MOST_COVERS: usize = 150;
const MOST_WORK: usize = 3_000;

/// How many antecedents of a claim become candidates, and of a claim with one index more.
const BEST: usize = 5;
const BEST_OF_GENERAL: usize = 3;
const BEST_OF_TURNED: usize = 2;

/// Premises that a claim is compared with, and summands of what it says beyond one.
const MOST_PREMISES: usize = 4;
const MOST_SUMMANDS: usize = 3;

/// A summand that is taken more often is replaced as a whole only.
const MOST_TIMES_TAKEN: i64 = 10;

impl Scope {
    /// Candidates that imply the goal as far as the states tell, the most promising first. The more often it is asked, the more
    /// of them.
    pub fn generalised(&mut self, pool: &mut TermPool, skolems: &Skolems, goal: &Clause, times: usize) -> Vec<Clause> {
        self.times = times;
        let goal = &self.without_objects(pool, skolems, goal);
        let mut found: Vec<Clause> = Vec::new();
        for turned in self.turned(pool, skolems, goal) {
            let wanted = Wanted { goal: &turned, index: None };
            self.variants(pool, skolems, wanted, BEST_OF_TURNED, &mut found);
        }
        let best = if found.is_empty() { BEST } else { BEST_OF_TURNED };
        self.variants(pool, skolems, Wanted { goal, index: None }, best, &mut found);
        let mut general: Vec<(Term, Clause)> = Vec::new();
        let mut moving: Vec<Term> = Vec::new();
        if goal.skolems < MOST_SKOLEMS {
            let mut indices = [closed_indices(pool, skolems, goal), neighbours(pool, skolems, goal)].concat();
            indices.extend(
                row_indices(pool, goal, &self.integers)
                    .into_iter()
                    .filter(|index| !indices.contains(index))
                    .collect::<Vec<_>>(),
            );
            for index in indices {
                let from = self.pointer(pool, index);
                let beside = Linear::of(pool, index).minus(&Linear::of(pool, from)).term(pool);
                general.push((beside, with_index(pool, skolems, goal, index, from)));
            }
            moving = shared_indices(pool, skolems, goal, &self.targets);
        }
        if goal.skolems < skolems.most {
            moving.extend(in_rows(pool, goal, &self.targets));
        }
        moving.sort_unstable();
        moving.dedup();
        general.extend(moving.into_iter().map(|var| (var, shifted(pool, skolems, goal, var))));
        for (index, goal) in general {
            let wanted = Wanted { goal: &goal, index: Some(index) };
            self.variants(pool, skolems, wanted, BEST_OF_GENERAL, &mut found);
        }
        if found.is_empty() {
            found.push(goal.clone());
        }
        found
    }

    /// Where no state satisfies the premises, those that speak of objects alone are left out, such as that two pointers point into the
    /// same one: runs see few of the ways in which memory can be shared.
    fn without_objects(&mut self, pool: &TermPool, skolems: &Skolems, goal: &Clause) -> Clause {
        if self.is_seen(pool, skolems, goal) {
            return goal.clone();
        }
        let is_number = |var: &VarId| self.integers.contains(var) || skolems.vars.contains(var);
        let numbers = goal.given.iter().copied().filter(|&given| pool.free_vars(given).iter().any(is_number));
        let without = Clause { given: numbers.collect(), ..goal.clone() };
        let is_better = self.is_seen(pool, skolems, &without) && self.holds(pool, skolems, &without);
        if is_better { without } else { goal.clone() }
    }

    /// Is there a state in which the premises hold, as far as that can be told of them?
    fn is_seen(&mut self, pool: &TermPool, skolems: &Skolems, goal: &Clause) -> bool {
        let points = self.points(skolems, goal.skolems);
        let mut inside = points.all.clone();
        for &given in &goal.given {
            if let Some(holds) = points.bits(pool, given) {
                inside = inside.and(&holds);
            }
        }
        !inside.is_empty()
    }

    /// Where no state satisfies the premises, one of them may be what never holds together with the others.
    fn turned(&mut self, pool: &mut TermPool, skolems: &Skolems, goal: &Clause) -> Vec<Clause> {
        let mut turned = Vec::new();
        if self.inside(pool, skolems, goal.skolems, &goal.given).is_none_or(|inside| !inside.is_empty()) {
            return turned;
        }
        for (number, &given) in goal.given.iter().enumerate() {
            let is_plain = pool.free_vars(given).iter().all(|var| self.integers.contains(var));
            let claim = negated(pool, given);
            if is_plain && !reads_map(pool, given) {
                let others = goal.given.iter().enumerate().filter(|(other, _)| *other != number);
                let others: Vec<Term> = others.map(|(_, &term)| term).collect();
                turned.extend(Clause::new(pool, skolems, &skolems.vars, &others, claim));
            }
        }
        turned
    }

    /// Covers of the goal's claim and of claims near it.
    fn variants(
        &mut self,
        pool: &mut TermPool,
        skolems: &Skolems,
        wanted: Wanted<'_>,
        best: usize,
        found: &mut Vec<Clause>,
    ) {
        let Wanted { goal, index } = wanted;
        let count = goal.skolems;
        let mut premises = goal.given.clone();
        if let Some(index) = index {
            let own = pool.var(skolems.vars[count - 1]);
            let equal = pool.eq(own, index);
            premises.push(literal(pool, equal));
        }
        // What cannot be told of the states says nothing.
        premises.retain(|&term| self.points(skolems, count).bits(pool, term).is_some());
        let Some(live) = self.inside(pool, skolems, count, &premises) else { return };
        let mut replaced =
            index.map_or(Vec::new(), |index| about_own(pool, &goal.given, index, skolems.vars[count - 1]));
        let nothing = self.nothing_left(pool, skolems, goal, &live);
        for &given in goal.given.iter().filter(|_| !nothing.is_empty() && count > 0) {
            let is_bound = pool.free_vars(given).iter().any(|var| skolems.vars[..count].contains(var));
            replaced.extend(if is_bound { moved_by(pool, given, &nothing) } else { Vec::new() });
        }
        let (conditions, plain) = self.conditions(pool, skolems, goal, &replaced);
        let mut bounds = [goal.given.clone(), replaced].concat();
        bounds.extend(self.not_before(pool, skolems, count, &live));
        let best = best * self.times;
        let mut claims = self.claims(pool, skolems, goal, &live);
        if !reads_map(pool, goal.then) {
            claims.extend(moved_by(pool, goal.then, &nothing));
        }
        for (number, claim) in claims.into_iter().enumerate() {
            let points = self.points(skolems, count);
            let Some(holds) = points.bits(pool, claim) else { continue };
            let bad = points.all.minus(&holds);
            let sides = Sides { count, live: &live, bad: &bad };
            let mut covers = self.covers(pool, skolems, sides, &conditions);
            covers.truncate(best);
            if conditions.len() > plain {
                // The states may know one side only of what the goal says is different.
                let without = self.covers(pool, skolems, sides, &conditions[..plain]);
                covers.extend(without.into_iter().take(best));
            }
            let mut split = Vec::new();
            if number == 0 && index.is_none() && count > 0 {
                split = self.split(pool, skolems, sides, &conditions, &covers);
            }
            if number > 0 {
                covers.retain(|(cover, _)| cover.len() <= 3 + count);
            }
            let mut bounded = Vec::new();
            let inside = inside_rows(pool, skolems, claim);
            for (cover, _) in covers.iter().chain(&split) {
                let own = skolems.vars[..count].iter().enumerate();
                let missing = own.map(|(place, &skolem)| {
                    let is_index = index.is_some() && place + 1 == count;
                    self.missing_bounds(pool, skolem, is_index, cover, &bounds)
                });
                let mut missing = missing.collect::<Vec<_>>().concat();
                missing.extend(inside.iter().filter(|bound| !cover.contains(bound)));
                if !missing.is_empty() {
                    bounded.push([cover.clone(), missing].concat());
                }
            }
            for cover in covers.into_iter().chain(split).map(|(cover, _)| cover).chain(bounded) {
                let clause = Clause::new(pool, skolems, &skolems.vars, &cover, claim);
                found.extend(clause.filter(|clause| !found.contains(clause)));
            }
        }
    }

    /// That skolem constants are not negative, where they never are: arrays begin at zero, and what is before one may be like its
    /// elements by chance, as zeros are.
    fn not_before(&mut self, pool: &mut TermPool, skolems: &Skolems, count: usize, live: &Bits) -> Vec<Term> {
        let mut found = Vec::new();
        for &skolem in &skolems.vars[..count] {
            let (zero, own) = (pool.int(0), pool.var(skolem));
            let bound = pool.le(zero, own);
            let bound = literal(pool, bound);
            let holds = self.points(skolems, count).bits(pool, bound);
            found.extend(holds.filter(|holds| live.is_inside(holds)).map(|_| bound));
        }
        found
    }

    /// The goal's claim, what it says beyond a premise, and the same with what the premises equate.
    fn claims(&mut self, pool: &mut TermPool, skolems: &Skolems, goal: &Clause, live: &Bits) -> Vec<Term> {
        let mut claims = vec![goal.then];
        if reads_at_skolems(pool, skolems, goal.then) || live.is_empty() {
            return claims;
        }
        claims.extend(beyond_premises(pool, goal));
        let mentioned: Vec<VarId> =
            pool.free_vars(goal.then).into_iter().filter(|var| self.integers.contains(var)).collect();
        for var in mentioned {
            for other in self.integers.clone().into_iter().filter(|&other| other != var) {
                for by in [-1, 0, 1] {
                    let (own, value, by) = (pool.var(var), pool.var(other), pool.int(by));
                    let value = pool.add(value, by);
                    let equal = pool.eq(own, value);
                    let equal = literal(pool, equal);
                    let holds = self.points(skolems, goal.skolems).bits(pool, equal);
                    if holds.is_some_and(|holds| live.is_inside(&holds)) {
                        for claim in replaced(pool, goal.then, own, value) {
                            if !claims.contains(&claim) && claim != Term::TRUE && claim != Term::FALSE {
                                claims.push(claim);
                            }
                        }
                    }
                }
            }
        }
        claims
    }

    /// Minimal sets of conditions that hold wherever the goal's do and exclude the bad points, none weaker than another; with
    /// where each holds.
    fn covers(
        &mut self,
        pool: &TermPool,
        skolems: &Skolems,
        sides: Sides<'_>,
        conditions: &[Term],
    ) -> Vec<(Vec<Term>, Bits)> {
        let Sides { count, live, bad } = sides;
        let points = self.points(skolems, count);
        let mut useful: Vec<(Term, Bits)> = Vec::new();
        for &condition in conditions {
            let Some(holds) = points.bits(pool, condition) else { continue };
            if live.is_inside(&holds) && !bad.is_inside(&holds) {
                useful.push((condition, holds));
            }
        }
        let mut search = Cover { useful: &useful, longest: LONGEST.max(2 * count), found: Vec::new(), work: 0 };
        let all: Vec<usize> = (0..useful.len()).collect();
        search.go(bad.clone(), &mut Vec::new(), &all);
        let mut covers: Vec<(Vec<Term>, Bits)> = Vec::new();
        for chosen in search.found {
            let excludes = |without: Option<usize>| {
                let rest = chosen.iter().filter(|&&number| Some(number) != without);
                rest.fold(bad.clone(), |left, &number| left.and(&useful[number].1)).is_empty()
            };
            if chosen.iter().any(|&number| excludes(Some(number))) {
                continue;
            }
            let holds = chosen.iter().fold(points.all.clone(), |all, &number| all.and(&useful[number].1));
            let mut cover: Vec<Term> = chosen.iter().map(|&number| useful[number].0).collect();
            cover.sort_unstable();
            if covers.iter().all(|(known, _)| *known != cover) {
                covers.push((cover, holds));
            }
        }
        // What looked too weak at first may be what is needed.
        let all = self.times > 1;
        let is_best = |(cover, holds): &(Vec<Term>, Bits)| {
            all || !covers.iter().any(|(other, more)| {
                let is_better = more != holds || (other.len(), other) < (cover.len(), cover);
                other != cover && holds.is_inside(more) && is_better
            })
        };
        let mut best: Vec<(Vec<Term>, Bits)> = covers.iter().filter(|cover| is_best(cover)).cloned().collect();
        best.sort_by_key(|(cover, holds)| (cover.len(), std::cmp::Reverse(holds.count()), cover.clone()));
        best
    }

    /// What the goal says of a skolem constant, on the sides on which nothing bounds it: states tell little of what is beside
    /// arrays. Of one that has taken the place of an index, what never changes.
    fn missing_bounds(
        &self,
        pool: &mut TermPool,
        skolem: VarId,
        is_index: bool,
        cover: &[Term],
        bounds: &[Term],
    ) -> Vec<Term> {
        let own = pool.var(skolem);
        let known: Vec<Side> = cover.iter().filter_map(|&term| side(pool, own, term)).collect();
        let bounds: Vec<Term> = bounds.iter().map(|&bound| literal(pool, bound)).collect();
        let is_missing = |bound: &Term| {
            let moves = || pool.free_vars(*bound).iter().any(|var| self.targets.contains(var));
            let is_new = match side(pool, own, *bound) {
                Some(Side::Neither) => known.is_empty(),
                Some(side) => !known.contains(&side),
                None => false,
            };
            is_new && !(is_index && moves())
        };
        bounds.into_iter().filter(is_missing).collect()
    }

    /// Where every antecedent needs that the loop is left, the claim is split by a bound of a skolem constant.
    fn split(
        &mut self,
        pool: &mut TermPool,
        skolems: &Skolems,
        sides: Sides<'_>,
        conditions: &[Term],
        covers: &[(Vec<Term>, Bits)],
    ) -> Vec<(Vec<Term>, Bits)> {
        let Sides { count, live, .. } = sides;
        let needs_exit = |(cover, _): &(Vec<Term>, Bits)| cover.iter().any(|term| self.exits.contains(term));
        if covers.is_empty() || !covers.iter().all(needs_exit) {
            return Vec::new();
        }
        let others: Vec<Term> = conditions.iter().copied().filter(|term| !self.exits.contains(term)).collect();
        let mut found: Vec<(Vec<Term>, Bits)> = Vec::new();
        for number in 0..count {
            for var in self.integers.clone() {
                let (own, bound) = (pool.var(skolems.vars[number]), pool.var(var));
                for half in [pool.lt(own, bound), pool.le(own, bound), pool.lt(bound, own), pool.le(bound, own)] {
                    let half = literal(pool, half);
                    let Some(holds) = self.points(skolems, count).bits(pool, half) else { continue };
                    let part = live.and(&holds);
                    if part.is_empty() || part == *live {
                        continue;
                    }
                    let covers = self.covers(pool, skolems, Sides { live: &part, ..sides }, &others);
                    found.extend(covers.into_iter().take(2));
                }
            }
        }
        found.sort_by_key(|(cover, _)| (cover.len(), cover.clone()));
        found.dedup_by(|a, b| a.0 == b.0);
        let is_best = |(_, holds): &&(Vec<Term>, Bits)| {
            !holds.is_empty() && !found.iter().any(|(_, more)| more != holds && holds.is_inside(more))
        };
        found.iter().filter(is_best).take(6).cloned().collect()
    }
}

/// A goal, and the index that its last skolem constant stands for, if it does for one.
#[derive(Clone, Copy)]
struct Wanted<'g> {
    goal: &'g Clause,
    index: Option<Term>,
}

/// What a cover must keep and what it must exclude, among points with so many skolem constants.
#[derive(Clone, Copy)]
struct Sides<'b> {
    count: usize,
    live: &'b Bits,
    bad: &'b Bits,
}

/// On which side a condition bounds a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Neither,
}

/// `None` if the condition is not about the number itself.
fn side(pool: &TermPool, own: Term, condition: Term) -> Option<Side> {
    let Op::Var(var) = *pool.op(own) else { return None };
    if reads_map(pool, condition) || !pool.free_vars(condition).contains(&var) {
        return None;
    }
    let factor = inequality(pool, condition).and_then(|sum| sum.terms.get(&own).cloned());
    Some(factor.map_or(Side::Neither, |factor| if factor.is_positive() { Side::Above } else { Side::Below }))
}

/// The search for sets of conditions.
struct Cover<'a> {
    useful: &'a [(Term, Bits)],
    longest: usize,
    found: Vec<Vec<usize>>,
    work: usize,
}

impl Cover<'_> {
    fn go(&mut self, left: Bits, chosen: &mut Vec<usize>, open: &[usize]) {
        self.work += 1;
        if self.work > MOST_WORK || self.found.len() >= MOST_COVERS {
            return;
        }
        let Some(first) = left.first() else {
            self.found.push(chosen.clone());
            return;
        };
        if chosen.len() >= self.longest {
            return;
        }
        let mut ways: Vec<usize> =
            open.iter().copied().filter(|&number| !self.useful[number].1.contains(first)).collect();
        ways.sort_by_cached_key(|&number| left.and(&self.useful[number].1).count());
        let mut rest = open.to_vec();
        for number in ways {
            rest.retain(|&other| other != number);
            chosen.push(number);
            self.go(left.and(&self.useful[number].1), chosen, &rest);
            chosen.pop();
        }
    }
}

/// Where a premise bounds one sum and the claim another, how much more the claim says: with `j <= 99`, `i <= 199` follows from `i - j <= 100`,
/// which a loop maintains that moves both.
fn beyond_premises(pool: &mut TermPool, goal: &Clause) -> Vec<Term> {
    let Some(claim) = inequality(pool, goal.then).filter(|_| !reads_map(pool, goal.then)) else { return Vec::new() };
    let plain = goal.given.iter().filter(|&&given| !reads_map(pool, given)).take(MOST_PREMISES);
    let premises: Vec<Linear> = plain.filter_map(|&given| inequality(pool, given)).collect();
    let mut found = Vec::new();
    for premise in premises {
        let difference = claim.clone().minus(&premise);
        if difference.terms.len() > 1 && difference.terms.len() <= MOST_SUMMANDS {
            found.push(not_positive(pool, &difference));
        }
    }
    found
}

/// The claim with one summand replaced by what it equals: all of it, or, where it is taken several times, some.
fn replaced(pool: &mut TermPool, claim: Term, own: Term, value: Term) -> Vec<Term> {
    let Op::Var(var) = *pool.op(own) else { return Vec::new() };
    let by: Substitution = [(var, value)].into_iter().collect();
    let whole = pool.substitute(claim, &by);
    let mut found = vec![literal(pool, whole)];
    let Some(sum) = inequality(pool, claim) else { return found };
    let Some(factor) = sum.terms.get(&own).and_then(|factor| i64::try_from(factor).ok()) else { return found };
    let difference = Linear::of(pool, value).minus(&Linear::of(pool, own));
    for part in 1..factor.abs().min(MOST_TIMES_TAKEN) {
        let moved = sum.clone().plus(&difference.clone().times(&BigInt::from(part * factor.signum())));
        found.push(not_positive(pool, &moved));
    }
    found
}

#[cfg(test)]
mod tests {
    use invar_logic::{MapValue, Sort, Value};

    use super::*;
    use crate::infer::visited::states::State;

    /// `for (i = 0; i < n; i++) a[i] = 0`, seen with arrays that hold 7 where nothing was written.
    fn filled(pool: &mut TermPool) -> (Scope, [Term; 3]) {
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let [i, n] = ["i", "n"].map(|name| pool.new_var(name, Sort::INT));
        let a = pool.new_var("a", sort);
        let mut states = Vec::new();
        for length in 1..5 {
            for done in 0..=length {
                let mut map = MapValue::constant(Value::int(7));
                (0..done).for_each(|index| map.insert(vec![Value::int(index)], Value::int(0)));
                let values = [(i, Value::int(done)), (n, Value::int(length)), (a, Value::map(map))];
                states.push(State { values: values.into_iter().collect() });
            }
        }
        let terms = [i, n, a].map(|var| pool.var(var));
        (Scope::new(states, vec![i, n], Vec::new(), Vec::new()), terms)
    }

    #[test]
    fn a_goal_after_the_loop_becomes_what_holds_so_far() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, MOST_SKOLEMS);
        let (mut scope, [i, n, a]) = filled(&mut pool);
        let (k, zero) = (pool.var(skolems.vars[0]), pool.int(0));
        let read = pool.select(a, &[k]);
        let [left, above, below, so_far, then] =
            [pool.le(n, i), pool.le(zero, k), pool.lt(k, n), pool.lt(k, i), pool.eq(read, zero)];
        let own = &skolems.vars[..1];
        let goal = Clause::new(&mut pool, &skolems, own, &[left, above, below], then).expect("a goal");
        assert!(scope.holds(&pool, &skolems, &goal));
        let wanted = Clause::new(&mut pool, &skolems, own, &[above, so_far], then).expect("a clause");
        assert!(scope.generalised(&mut pool, &skolems, &goal, 1).contains(&wanted));
        // One element too many is seen to be wrong.
        let too_far = pool.le(k, i);
        let wrong = Clause::new(&mut pool, &skolems, own, &[above, too_far], then).expect("a clause");
        assert!(!scope.holds(&pool, &skolems, &wrong));
    }
}
