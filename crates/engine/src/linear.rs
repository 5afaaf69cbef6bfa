//! Integer terms as sums: what the instantiation and the guessing of predicates need to know about arithmetic.

use std::collections::BTreeMap;

use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// `constant + Σ factor · term`; the terms are not sums themselves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Linear {
    pub terms: BTreeMap<Term, BigInt>,
    pub constant: BigInt,
}

impl Linear {
    /// Any term of sort `int` is a sum, if only of itself.
    pub fn of(pool: &TermPool, term: Term) -> Linear {
        let mut sum = Linear::default();
        let mut work = vec![(term, BigInt::one())];
        while let Some((term, factor)) = work.pop() {
            match pool.op(term) {
                Op::Int(value) => sum.constant += value * &factor,
                Op::Add => work.extend(pool.args(term).iter().map(|&arg| (arg, factor.clone()))),
                Op::Neg => work.push((pool.args(term)[0], -factor)),
                Op::Mul => match literal_factor(pool, pool.args(term)) {
                    Some((value, rest)) => work.push((rest, factor * value)),
                    None => sum.add_term(term, factor),
                },
                _ => sum.add_term(term, factor),
            }
        }
        sum
    }

    fn add_term(&mut self, term: Term, factor: BigInt) {
        let entry = self.terms.entry(term).or_default();
        *entry += factor;
        if entry.is_zero() {
            self.terms.remove(&term);
        }
    }

    pub fn minus(mut self, other: &Linear) -> Linear {
        self.constant -= &other.constant;
        for (&term, factor) in &other.terms {
            self.add_term(term, -factor.clone());
        }
        self
    }

    pub fn plus(mut self, other: &Linear) -> Linear {
        self.constant += &other.constant;
        for (&term, factor) in &other.terms {
            self.add_term(term, factor.clone());
        }
        self
    }

    /// `None` if not every part can be divided.
    fn divided(mut self, by: &BigInt) -> Option<Linear> {
        let zero = BigInt::from(0);
        let is_whole = |number: &BigInt| number % by == zero;
        if *by == zero || !is_whole(&self.constant) || !self.terms.values().all(is_whole) {
            return None;
        }
        self.constant /= by;
        self.terms.values_mut().for_each(|factor| *factor /= by);
        Some(self)
    }

    pub fn times(mut self, factor: &BigInt) -> Linear {
        self.constant *= factor;
        self.terms.values_mut().for_each(|known| *known *= factor);
        self.terms.retain(|_, known| !known.is_zero());
        self
    }

    /// The least sum that is not positive exactly when this one is: `4 * i - 7 <= 0` says `i - 1 <= 0` of integers.
    pub fn reduced(mut self) -> Linear {
        let common = self.terms.values().fold(BigInt::ZERO, |common, factor| common.gcd(factor));
        if common > BigInt::one() {
            self.terms.values_mut().for_each(|factor| *factor /= &common);
            self.constant = self.constant.div_ceil(&common);
        }
        self
    }

    /// The part with positive, or negative, factors, as a positive sum.
    fn part(&self, positive: bool) -> Linear {
        let mut part = Linear::default();
        for (&term, factor) in self.terms.iter().filter(|(_, factor)| factor.is_positive() == positive) {
            part.terms.insert(term, factor.abs());
        }
        if self.constant.is_positive() == positive {
            part.constant = self.constant.abs();
        }
        part
    }

    /// `self <= 0`, without subtractions.
    pub fn not_positive(&self, pool: &mut TermPool) -> Term {
        let (left, right) = (self.part(true), self.part(false));
        let (left, right) = (left.term(pool), right.term(pool));
        pool.le(left, right)
    }

    /// `self == 0`, without subtractions.
    pub fn is_zero_term(&self, pool: &mut TermPool) -> Term {
        let (left, right) = (self.part(true), self.part(false));
        let (left, right) = (left.term(pool), right.term(pool));
        pool.eq(left, right)
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Positive parts first, so that it reads well.
    pub fn term(&self, pool: &mut TermPool) -> Term {
        let mut parts = Vec::new();
        for (&term, factor) in self.terms.iter().filter(|(_, factor)| factor.is_positive()) {
            parts.push(scaled(pool, term, factor));
        }
        for (&term, factor) in self.terms.iter().filter(|(_, factor)| factor.is_negative()) {
            parts.push(scaled(pool, term, factor));
        }
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(pool.int(self.constant.clone()));
        }
        parts.into_iter().reduce(|sum, part| pool.add(sum, part)).unwrap_or_else(|| pool.int(0))
    }
}

fn literal_factor(pool: &TermPool, args: &[Term]) -> Option<(BigInt, Term)> {
    let &[a, b] = args else { return None };
    match (pool.op(a), pool.op(b)) {
        (Op::Int(value), _) => Some((value.clone(), b)),
        (_, Op::Int(value)) => Some((value.clone(), a)),
        _ => None,
    }
}

fn scaled(pool: &mut TermPool, term: Term, factor: &BigInt) -> Term {
    if factor.is_one() {
        return term;
    }
    if *factor == -BigInt::one() {
        return pool.mk(Op::Neg, &[term]);
    }
    let factor = pool.int(factor.clone());
    pool.mk(Op::Mul, &[factor, term])
}

/// The value of `unknown` for which `pattern` equals `value`, if `unknown` is a summand of the pattern, once or several times,
/// and the rest can be divided by how often.
pub fn solve(pool: &mut TermPool, pattern: Term, unknown: Term, value: Term) -> Option<Term> {
    if pool.sort_of(value) != Sort::INT {
        return None;
    }
    let mut rest = Linear::of(pool, pattern);
    let factor = rest.terms.remove(&unknown)?;
    if mentions(pool, &rest, unknown) {
        return None;
    }
    let solution = Linear::of(pool, value).minus(&rest).divided(&factor)?;
    Some(solution.term(pool))
}

fn mentions(pool: &TermPool, sum: &Linear, unknown: Term) -> bool {
    let Op::Var(var) = pool.op(unknown) else { return true };
    sum.terms.keys().any(|&term| pool.free_vars(term).contains(var))
}

/// Of machine arithmetic, `if s < 2^32 then s else s - 2^32`, the sum `s`: the case with the smaller number.
pub fn wrapped(pool: &TermPool, cases: &[Term]) -> Option<Term> {
    let &[_, yes, no] = cases else { return None };
    if pool.sort_of(yes) != Sort::INT {
        return None;
    }
    let [first, second] = [yes, no].map(|case| Linear::of(pool, case));
    let plain = if first.constant.magnitude() < second.constant.magnitude() { yes } else { no };
    let is_sum = !first.is_constant();
    (is_sum && first.minus(&second).is_constant()).then_some(plain)
}

/// The term in integers instead of machine integers.
pub fn without_wraps(pool: &mut TermPool, root: Term) -> Term {
    let mut plain: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| plain[arg]).collect();
        let new = match (pool.op(term), wrapped(pool, &args)) {
            (Op::Ite, Some(sum)) => sum,
            _ if args[..] == *pool.args(term) => term,
            _ => pool.rebuild(term, &args),
        };
        plain.insert(term, new);
    }
    plain[&root]
}

/// The same with indices as short sums: `p + (y - p)` is `y`.
pub fn plain_indices(pool: &mut TermPool, body: Term) -> Term {
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[body]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        if *pool.op(term) == Op::Select {
            for index in &mut args[1..] {
                if pool.sort_of(*index) == Sort::INT {
                    *index = Linear::of(pool, *index).term(pool);
                }
            }
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        written.insert(term, new);
    }
    written[&body]
}

/// What conditions say about all but one unknown, if there is a value for it: lower bounds stay below upper bounds (Fourier
/// and Motzkin). Conditions that are no bounds of the unknown, but mention it, are left out.
pub fn project(pool: &mut TermPool, conditions: &[Term], unknown: Term) -> Vec<Term> {
    let Op::Var(var) = *pool.op(unknown) else { return conditions.to_vec() };
    let (mut rest, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
    for &condition in conditions {
        if !pool.free_vars(condition).contains(&var) {
            rest.push(condition);
            continue;
        }
        let Some(mut sum) = inequality(pool, condition) else { continue };
        match sum.terms.remove(&unknown) {
            Some(factor) if factor.is_one() && !mentions(pool, &sum, unknown) => upper.push(sum),
            Some(factor) if factor == -BigInt::one() && !mentions(pool, &sum, unknown) => lower.push(sum),
            Some(_) | None => {}
        }
    }
    for below in &lower {
        for above in &upper {
            let condition = below.clone().plus(above).not_positive(pool);
            if condition != Term::TRUE && !rest.contains(&condition) {
                rest.push(condition);
            }
        }
    }
    rest
}

/// The sum that the condition says is not positive.
pub fn inequality(pool: &TermPool, condition: Term) -> Option<Linear> {
    let (term, is_negated) = match pool.op(condition) {
        Op::Not => (pool.args(condition)[0], true),
        _ => (condition, false),
    };
    let is_strict = match pool.op(term) {
        Op::Le => is_negated,
        Op::Lt => !is_negated,
        _ => return None,
    };
    let &[a, b] = pool.args(term) else { return None };
    if pool.sort_of(a) != Sort::INT {
        return None;
    }
    let (small, large) = if is_negated { (b, a) } else { (a, b) };
    let mut sum = Linear::of(pool, small).minus(&Linear::of(pool, large));
    if is_strict {
        sum.constant += 1;
    }
    Some(sum)
}

/// The comparisons that differ only in a number, most of them.
pub fn most_alike(pool: &TermPool, predicates: &[Term]) -> Vec<Term> {
    let mut shapes: BTreeMap<Vec<(Term, BigInt)>, Vec<Term>> = BTreeMap::new();
    for &predicate in predicates {
        let inner = if *pool.op(predicate) == Op::Not { pool.args(predicate)[0] } else { predicate };
        if let Some(sum) = inequality(pool, inner).filter(|sum| !sum.is_constant()) {
            shapes.entry(shape(sum)).or_default().push(predicate);
        }
    }
    shapes.into_values().max_by_key(Vec::len).unwrap_or_default()
}

/// The sum without its number, up to its sign.
fn shape(sum: Linear) -> Vec<(Term, BigInt)> {
    let is_flipped = sum.terms.values().next().is_some_and(|factor| factor.is_negative());
    let sign = |factor: BigInt| if is_flipped { -factor } else { factor };
    sum.terms.into_iter().map(|(term, factor)| (term, sign(factor))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_integers_are_reduced() {
        let mut pool = TermPool::new();
        let [i, j] = ["i", "j"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let sum = |own: i64, other: i64, constant: i64| {
            let terms = [(i, own), (j, other)].into_iter().filter(|(_, factor)| *factor != 0);
            let terms = terms.map(|(term, factor)| (term, BigInt::from(factor))).collect();
            Linear { terms, constant: BigInt::from(constant) }
        };
        assert_eq!(sum(4, 0, -7).reduced(), sum(1, 0, -1));
        assert_eq!(sum(-8, 0, 0).reduced(), sum(-1, 0, 0));
        assert_eq!(sum(-6, 4, 1).reduced(), sum(-3, 2, 1));
        assert_eq!(sum(3, 2, 5).reduced(), sum(3, 2, 5));
        assert_eq!(sum(0, 0, 5).reduced(), sum(0, 0, 5));
    }

    #[test]
    fn sums_are_solved_for_a_summand() {
        let mut pool = TermPool::new();
        let [p, x, i] = ["p", "x", "i"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let one = pool.int(1);
        let pattern = pool.add(p, x);
        let (next, at) = (pool.add(i, one), pool.add(p, i));
        let value = pool.add(p, next);
        // p + x == p + (i + 1) at x == i + 1; p + x == p + i at x == i.
        assert_eq!(solve(&mut pool, pattern, x, value), Some(next));
        assert_eq!(solve(&mut pool, pattern, x, at), Some(i));
        let two = pool.int(2);
        let (twice, twice_i) = (pool.mul(two, x), pool.mul(two, i));
        assert_eq!(solve(&mut pool, twice, x, value), None, "the value is no multiple of two");
        assert_eq!(solve(&mut pool, twice, x, twice_i), Some(i));
        assert_eq!(solve(&mut pool, i, x, value), None);
    }

    #[test]
    fn an_unknown_is_projected_out() {
        let mut pool = TermPool::new();
        let [x, y, n] = ["x", "y", "n"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let zero = pool.int(0);
        let (above, between, below) = (pool.le(zero, x), pool.lt(x, y), pool.lt(y, n));
        let two = pool.int(2);
        let sum = pool.add(x, two);
        // 0 <= x < y < n for some y: 0 <= x and x + 2 <= n.
        let expected = pool.le(sum, n);
        assert_eq!(project(&mut pool, &[above, between, below], y), [above, expected]);
        // Without an upper bound there always is a y.
        assert_eq!(project(&mut pool, &[above, between], y), [above]);
    }

    #[test]
    fn indices_are_short_sums() {
        let mut pool = TermPool::new();
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let map = pool.new_var("a", sort);
        let map = pool.var(map);
        let [p, y] = ["p", "y"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let difference = pool.sub(y, p);
        let index = pool.add(p, difference);
        let (long, short) = (pool.select(map, &[index]), pool.select(map, &[y]));
        let (long, short) = (pool.le(long, p), pool.le(short, p));
        assert_eq!(plain_indices(&mut pool, long), short);
    }

    #[test]
    fn machine_arithmetic_is_read_as_arithmetic() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_var(name, Sort::INT));
        let [x, y] = [x, y].map(|var| pool.var(var));
        let (most, less) = (pool.int(255), pool.int(-256));
        let sum = pool.add(x, y);
        let (fits, wraps) = (pool.le(sum, most), pool.add(sum, less));
        let machine = pool.mk(Op::Ite, &[fits, sum, wraps]);
        assert_eq!(without_wraps(&mut pool, machine), sum);
    }
}
