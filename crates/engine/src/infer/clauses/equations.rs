//! Equations that hold in all states, as candidates: between the integers at a head, and between the elements at one place,
//! for all places that were passed, or that are still to come.
//!
//! The states are points; the smallest linear space around them is described by equations (`hull`). What its coordinates are
//! comes from the text: integers, their products if the text has products, remainders by numbers that it divides by, cells, and
//! elements at the indices that it reads.

use std::collections::BTreeSet;

use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::clause::{Clause, Skolems};
use super::scope::Scope;
use super::shape::{HIGHEST_DEGREE, Shape};
use crate::infer::hull::Hull;
use crate::infer::polynomial::product;
use crate::infer::visited::points::Bits;
use crate::linear::Linear;
use crate::literals::{literal, reads_map};

/// Coordinates in all, and integers that products are made of, by the length of the products.
const MOST_COLUMNS: usize = 40;
const MOST_FACTORS: [usize; HIGHEST_DEGREE as usize + 1] = [0, 6, 6, 4];

/// Loop variables and lengths that bound the places of elements, and conditions that divide them.
const MOST_BOUNDS: usize = 3;
const MOST_PIECES: usize = 6;

/// Shorter arrays are looked at element by element.
const SHORTEST: i64 = 8;

/// Places are divided by their remainders by at most this.
const LARGEST_STRIDE: i64 = 5;

/// Elements that stand farther from the place have nothing to do with it.
const NEAR: [i64; 3] = [-1, 0, 1];

/// An equation needs more than twice as many points as it has unknown factors.
const MORE_POINTS: usize = 4;

/// A loop, as far as equations are concerned.
pub struct Place<'a> {
    pub skolems: &'a Skolems,
    pub shape: &'a Shape,
    pub targets: &'a [VarId],
    /// What is live at the head.
    pub live: &'a BTreeSet<VarId>,
    /// Do variables carry elements, or what is computed from them, into the next iteration?
    pub carries: bool,
}

/// All candidates for one loop.
pub fn equations(pool: &mut TermPool, scope: &mut Scope, place: &Place<'_>) -> Vec<Clause> {
    let mut found = Vec::new();
    place.ground(pool, scope, &mut found);
    place.elements(pool, scope, &mut found);
    found
}

impl Place<'_> {
    /// Equations between what integers and cells hold at the head.
    fn ground(&self, pool: &mut TermPool, scope: &mut Scope, found: &mut Vec<Clause>) {
        let indices = self.indices(pool, scope);
        let others: Vec<VarId> = self.others(pool, scope, &indices);
        let all = [&indices[..], &others[..]].concat();
        let factors = self.independent(pool, scope, &all);
        let mut columns = self.monomials(pool, &factors);
        columns.extend(self.remainders(pool, &indices));
        for &var in all.iter().chain(&self.walking(scope)) {
            add(&mut columns, pool.var(var));
        }
        for number in scope.symbols.numbers() {
            add(&mut columns, pool.int(number));
        }
        for cell in self.cells(pool) {
            add(&mut columns, cell);
        }
        for sum in self.sums(pool, scope, &indices) {
            add(&mut columns, sum);
        }
        let mut pieces: Vec<Vec<Term>> = vec![Vec::new()];
        let is_piecewise = self.shape.degree == 1;
        for &var in indices.iter().filter(|var| is_piecewise && self.targets.contains(var)) {
            let own = pool.var(var);
            pieces.extend(self.not_at_the_end(pool, own));
            for element in self.passed(pool, own) {
                add(&mut columns, element);
            }
        }
        for piece in pieces {
            let search = Hulls { skolems: self.skolems, count: 0, columns: &columns };
            for (_, clause) in search.equations(pool, scope, &piece) {
                let is_about = |term: Term| pool.free_vars(term).iter().any(|var| self.targets.contains(var));
                if is_about(clause.then) {
                    add_new(pool, scope, self.skolems, clause, found);
                }
            }
        }
    }

    /// That a place is not the first one, and, where variables carry elements on, that it is not the last one: what is carried is
    /// something else there.
    fn not_at_the_end(&self, pool: &mut TermPool, at: Term) -> Vec<Vec<Term>> {
        let (zero, one) = (pool.int(0), pool.int(1));
        let mut pieces = vec![vec![pool.lt(zero, at)]];
        if self.carries {
            let next = pool.add(at, one);
            pieces.extend(self.lengths(pool).into_iter().map(|length| vec![pool.lt(next, length)]));
        }
        pieces
    }

    /// Where variables carry elements into the next iteration: the elements beside the place of the loop, which it comes from.
    fn passed(&self, pool: &mut TermPool, at: Term) -> Vec<Term> {
        if !self.carries {
            return Vec::new();
        }
        let own = self.skolems.vars[0];
        let mut found = Vec::new();
        for step in [-1, 1] {
            let step = pool.int(step);
            let beside = pool.add(at, step);
            let by: Substitution = [(own, beside)].into_iter().collect();
            for place in self.places(pool, &[0]) {
                let element = pool.substitute(place, &by);
                add(&mut found, literal(pool, element));
            }
        }
        found
    }

    /// Sums of the elements that were passed, and of all of them.
    fn sums(&self, pool: &mut TermPool, scope: &mut Scope, indices: &[VarId]) -> Vec<Term> {
        let Some(function) = self.shape.sum else { return Vec::new() };
        let moving = indices.iter().filter(|var| self.targets.contains(var)).take(MOST_BOUNDS);
        let moving: Vec<Term> = moving.map(|&var| pool.var(var)).collect();
        let mut froms: Vec<i64> = vec![0];
        froms.extend(moving.iter().filter_map(|&at| least(pool, scope, self.skolems, at)));
        let ends = [moving, self.lengths(pool)].concat();
        let own = pool.var(self.skolems.vars[0]);
        let mut found = Vec::new();
        for place in self.places(pool, &[0]) {
            let &[row, index] = pool.args(place) else { continue };
            for (&from, &end) in froms.iter().flat_map(|from| ends.iter().map(move |end| (from, end))) {
                let [from, to] = [pool.int(from), end].map(|end| {
                    let base = Linear::of(pool, index).minus(&Linear::of(pool, own));
                    base.plus(&Linear::of(pool, end)).term(pool)
                });
                found.push(pool.app(function, &[row, from, to]));
            }
        }
        found
    }

    /// Where pointers point, if the loop moves any of them.
    fn walking(&self, scope: &Scope) -> Vec<VarId> {
        let moves = scope.offsets.iter().any(|var| self.targets.contains(var));
        scope.offsets.iter().copied().filter(|_| moves).collect()
    }

    /// The other integers that have several values.
    fn others(&self, pool: &mut TermPool, scope: &mut Scope, indices: &[VarId]) -> Vec<VarId> {
        let is_other = |var: &&VarId| !scope.offsets.contains(var) && !indices.contains(var);
        let all: Vec<VarId> = scope.integers.iter().filter(is_other).copied().collect();
        all.into_iter().filter(|&var| !self.is_constant(pool, scope, var)).collect()
    }

    /// Equations about elements at one place `k`, for ranges of places.
    fn elements(&self, pool: &mut TermPool, scope: &mut Scope, found: &mut Vec<Clause>) {
        let reads = self.places(pool, &NEAR);
        if reads.is_empty() {
            return;
        }
        let indices = self.indices(pool, scope);
        let (moving, fixed): (Vec<VarId>, Vec<VarId>) = indices.iter().partition(|var| self.targets.contains(var));
        let mut columns = self.beside_elements(pool, scope, &indices, &fixed);
        let first = columns.len();
        for &read in &reads {
            add(&mut columns, read);
        }
        let search = Hulls { skolems: self.skolems, count: 1, columns: &columns };
        let pieces = self.pieces(pool, scope, &moving);
        for range in self.ranges(pool, scope, &moving) {
            let mut known: BTreeSet<usize> = BTreeSet::new();
            for piece in std::iter::once(&Vec::new()).chain(&pieces) {
                if known.len() == columns.len() - first {
                    break;
                }
                let given = [&range[..], &piece[..]].concat();
                for (last, clause) in search.equations(pool, scope, &given) {
                    if last < first || known.contains(&last) {
                        continue;
                    }
                    if piece.is_empty() {
                        known.insert(last);
                    }
                    add_new(pool, scope, self.skolems, clause, found);
                }
            }
        }
    }

    /// What elements may be equal to: the place, and what the loop does not change.
    fn beside_elements(&self, pool: &mut TermPool, scope: &mut Scope, indices: &[VarId], fixed: &[VarId]) -> Vec<Term> {
        let own = self.skolems.vars[0];
        let factors = [vec![own], self.independent(pool, scope, fixed)].concat();
        let mut columns = self.monomials(pool, &factors);
        columns.extend(self.remainders(pool, &[own]));
        let others = self.others(pool, scope, indices);
        for &var in fixed.iter().chain(&others).filter(|var| !self.targets.contains(var)) {
            add(&mut columns, pool.var(var));
        }
        for number in scope.symbols.numbers() {
            add(&mut columns, pool.int(number));
        }
        for cell in self.cells(pool) {
            if self.is_fixed(pool, cell) {
                add(&mut columns, cell);
            }
        }
        columns
    }

    /// Ranges of places, the largest first.
    fn ranges(&self, pool: &mut TermPool, scope: &mut Scope, moving: &[VarId]) -> Vec<Vec<Term>> {
        let (own, zero) = (pool.var(self.skolems.vars[0]), pool.int(0));
        let above = pool.le(zero, own);
        let lengths = self.lengths(pool);
        let mut ranges: Vec<Vec<Term>> = Vec::new();
        for &length in &lengths {
            ranges.push(vec![above, pool.lt(own, length)]);
        }
        for at in self.marks(pool, moving) {
            ranges.push(vec![above, pool.lt(own, at)]);
            if let Some(least) = least(pool, scope, self.skolems, at) {
                let from = pool.int(least);
                ranges.push(vec![pool.le(from, own), pool.lt(own, at)]);
            }
            for &length in &lengths {
                let below = pool.lt(own, length);
                ranges.push(vec![pool.le(at, own), below]);
                ranges.push(vec![pool.lt(at, own), below]);
            }
        }
        ranges
    }

    /// What loop variables are compared with, where that does not change.
    fn lengths(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut lengths: Vec<Term> = Vec::new();
        for end in self.shape.ends.iter().filter(|end| !end.is_constant() || end.constant >= SHORTEST.into()) {
            let is_fixed = |part: &Term| self.is_fixed(pool, *part) && !reads_map(pool, *part);
            if end.terms.keys().all(is_fixed) && lengths.len() < MOST_BOUNDS {
                lengths.push(end.term(pool));
            }
        }
        lengths
    }

    /// Where loop variables stand: themselves, and the indices that are several times as far.
    fn marks(&self, pool: &mut TermPool, moving: &[VarId]) -> Vec<Term> {
        let mut found: Vec<Term> = moving.iter().take(MOST_BOUNDS).map(|&var| pool.var(var)).collect();
        let mut strided = Vec::new();
        for &(_, index) in &self.shape.reads {
            let sum = Linear::of(pool, index);
            let [(&part, factor)] = sum.terms.iter().collect::<Vec<_>>()[..] else { continue };
            if found.contains(&part) && !factor.magnitude().is_one() {
                add(&mut strided, sum.term(pool));
            }
        }
        found.extend(strided.into_iter().take(MOST_BOUNDS));
        found
    }

    /// Conditions that divide the places of a range: those of branches, remainders, and where a range begins and ends.
    fn pieces(&self, pool: &mut TermPool, scope: &Scope, moving: &[VarId]) -> Vec<Vec<Term>> {
        let own = pool.var(self.skolems.vars[0]);
        let mut found: Vec<Vec<Term>> = Vec::new();
        if self.carries {
            found.extend(self.not_at_the_end(pool, own));
        }
        for &var in moving.iter().take(MOST_BOUNDS) {
            let by: Substitution = [(var, own)].into_iter().collect();
            for &guard in scope.guards.iter().take(MOST_PIECES) {
                if !pool.free_vars(guard).contains(&var) || reads_map(pool, guard) {
                    continue;
                }
                let guard = pool.substitute(guard, &by);
                let other = pool.not(guard);
                for part in [guard, other] {
                    let part = vec![literal(pool, part)];
                    if !found.contains(&part) {
                        found.push(part);
                    }
                }
            }
        }
        for stride in self.strides(pool) {
            for rest in 0..stride {
                let (by, rest) = (pool.int(stride), pool.int(rest));
                let remainder = pool.mk(Op::Mod, &[own, by]);
                let part = pool.eq(remainder, rest);
                let part = vec![literal(pool, part)];
                if !found.contains(&part) {
                    found.push(part);
                }
            }
        }
        found
    }

    /// What indices are multiplied by, and divided by.
    fn strides(&self, pool: &TermPool) -> Vec<i64> {
        let factors = self.shape.reads.iter().flat_map(|(_, index)| Linear::of(pool, *index).terms.into_values());
        let all = factors.chain(self.shape.divisors.iter().cloned());
        let small = all.filter_map(|factor| i64::try_from(factor.magnitude().clone()).ok());
        let strides: BTreeSet<i64> = small.filter(|stride| (2..=LARGEST_STRIDE).contains(stride)).collect();
        strides.into_iter().collect()
    }

    /// The integers that places are counted with: those in conditions of the loop and in indices.
    fn indices(&self, pool: &mut TermPool, scope: &mut Scope) -> Vec<VarId> {
        let mut roots: Vec<Term> = scope.guards.clone();
        roots.extend(self.shape.reads.iter().map(|(_, index)| *index));
        let mentioned = pool.free_vars_of(&roots);
        let is_index = |var: &&VarId| mentioned.contains(var) && !scope.offsets.contains(var);
        let all: Vec<VarId> = scope.integers.iter().filter(is_index).copied().collect();
        all.into_iter().filter(|&var| !self.is_constant(pool, scope, var)).collect()
    }

    /// Has the variable the same value in all states?
    fn is_constant(&self, pool: &mut TermPool, scope: &mut Scope, var: VarId) -> bool {
        let own = pool.var(var);
        let Some(column) = scope.points(self.skolems, 0).column(pool, own) else { return true };
        column.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Those that no equation gives from the others: products of the rest would say the same again.
    fn independent(&self, pool: &mut TermPool, scope: &mut Scope, vars: &[VarId]) -> Vec<VarId> {
        let columns: Vec<Term> = vars.iter().map(|&var| pool.var(var)).collect();
        let search = Hulls { skolems: self.skolems, count: 0, columns: &columns };
        let given: BTreeSet<usize> = search.equations(pool, scope, &[]).into_iter().map(|(last, _)| last).collect();
        (0..vars.len()).filter(|number| !given.contains(number)).map(|number| vars[number]).collect()
    }

    /// The products of some of the variables, the shortest first.
    fn monomials(&self, pool: &mut TermPool, vars: &[VarId]) -> Vec<Term> {
        let degree = self.shape.degree;
        let vars: Vec<Term> = vars.iter().take(MOST_FACTORS[degree as usize]).map(|&var| pool.var(var)).collect();
        let mut all = Vec::new();
        let mut longest: Vec<Vec<Term>> = vec![Vec::new()];
        for _ in 0..degree {
            let mut longer: Vec<Vec<Term>> = Vec::new();
            for factors in &longest {
                let from = factors.last().and_then(|last| vars.iter().position(|var| var == last)).unwrap_or(0);
                longer.extend(vars[from..].iter().map(|&var| [&factors[..], &[var]].concat()));
            }
            for factors in &longer {
                all.push(product(pool, factors));
            }
            longest = longer;
        }
        all
    }

    fn remainders(&self, pool: &mut TermPool, vars: &[VarId]) -> Vec<Term> {
        let mut found = Vec::new();
        for &var in vars {
            for divisor in self.shape.divisors.iter().filter(|divisor| divisor.is_positive()) {
                let (own, by) = (pool.var(var), pool.int(divisor.clone()));
                found.push(pool.mk(Op::Mod, &[own, by]));
            }
        }
        found
    }

    /// Is the row the same during the loop, but for its contents?
    fn is_row(&self, pool: &TermPool, mut row: Term) -> bool {
        while let (Op::Select, &[inner, object]) = (pool.op(row), pool.args(row)) {
            if !self.is_fixed(pool, object) {
                return false;
            }
            row = inner;
        }
        matches!(pool.op(row), Op::Var(var) if self.live.contains(var))
    }

    fn is_fixed(&self, pool: &TermPool, term: Term) -> bool {
        pool.free_vars(term).into_iter().all(|var| self.live.contains(&var) && !self.targets.contains(&var))
    }

    /// Elements at indices that the loop does not change.
    fn cells(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut found = Vec::new();
        for &(row, index) in &self.shape.reads {
            if self.is_row(pool, row) && self.is_fixed(pool, index) {
                let cell = pool.select(row, &[index]);
                let cell = literal(pool, cell);
                add(&mut found, cell);
            }
        }
        found
    }

    /// Elements at the skolem constant, counted from where the text counts its indices, and so far beside it as the text reads them or
    /// carries them.
    fn places(&self, pool: &mut TermPool, near: &[i64]) -> Vec<Term> {
        let own = pool.var(self.skolems.vars[0]);
        let mut found = Vec::new();
        for &(row, index) in &self.shape.reads {
            if !self.is_row(pool, row) {
                continue;
            }
            let mut sum = Linear::of(pool, index);
            let moving: Vec<Term> = sum.terms.keys().copied().filter(|&part| !self.is_fixed(pool, part)).collect();
            let [part] = moving[..] else { continue };
            // Where places are far apart, remainders divide the ranges.
            sum.terms.remove(&part);
            sum.terms.insert(own, BigInt::one());
            let beside = std::mem::take(&mut sum.constant);
            let mut constants = vec![BigInt::zero(), beside];
            if self.carries {
                constants.extend([BigInt::one(), -BigInt::one()]);
            }
            for constant in constants.into_iter().filter(|by| near.iter().any(|near| *by == (*near).into())) {
                let index = Linear { constant, ..sum.clone() }.term(pool);
                let read = pool.select(row, &[index]);
                let read = literal(pool, read);
                add(&mut found, read);
            }
        }
        found
    }
}

fn add(terms: &mut Vec<Term>, term: Term) {
    if !terms.contains(&term) {
        terms.push(term);
    }
}

/// The least value that a term has in all states, if it is small and more than zero.
fn least(pool: &TermPool, scope: &mut Scope, skolems: &Skolems, term: Term) -> Option<i64> {
    let column = scope.points(skolems, 0).column(pool, term)?;
    column.iter().flatten().min().copied().filter(|least| (1..=LARGEST_STRIDE).contains(least))
}

/// Unless it is part of a known one.
fn add_new(pool: &mut TermPool, scope: &mut Scope, skolems: &Skolems, clause: Clause, found: &mut Vec<Clause>) {
    let given = scope.inside(pool, skolems, clause.skolems, &clause.given);
    for known in found.iter().filter(|known| known.then == clause.then && known.skolems == clause.skolems) {
        let more = scope.inside(pool, skolems, known.skolems, &known.given);
        if let (Some(given), Some(more)) = (&given, &more)
            && given.is_inside(more)
        {
            return;
        }
    }
    found.push(clause);
}

/// The search for equations between columns.
struct Hulls<'a> {
    skolems: &'a Skolems,
    /// So many skolem constants.
    count: usize,
    columns: &'a [Term],
}

impl Hulls<'_> {
    /// The equations wherever the piece's conditions hold, each with the last column that it mentions.
    fn equations(&self, pool: &mut TermPool, scope: &mut Scope, piece: &[Term]) -> Vec<(usize, Clause)> {
        let Some(inside) = scope.inside(pool, self.skolems, self.count, piece) else { return Vec::new() };
        let (columns, rows) = self.rows(pool, scope, &inside);
        let mut hull = Hull::empty(columns.len());
        let rank = rows.iter().filter(|row| hull.add(row)).count();
        if rows.len() < 2 * rank + MORE_POINTS {
            return Vec::new();
        }
        let simple = hull.equations().iter().filter(|equation| equation.is_simple());
        let terms: Vec<Term> = columns.iter().map(|&number| self.columns[number]).collect();
        let mut found = Vec::new();
        for equation in simple {
            let Some(last) = equation.factors.iter().rposition(|factor| *factor != 0) else { continue };
            let then = equation.term(pool, &terms);
            let clause = Clause::new(pool, self.skolems, &self.skolems.vars, piece, then);
            // An unknown that the piece determines is gone.
            found.extend(clause.filter(|clause| clause.skolems == self.count).map(|clause| (columns[last], clause)));
        }
        found
    }

    /// The columns whose values are known, and their values at the points inside.
    fn rows(&self, pool: &TermPool, scope: &mut Scope, inside: &Bits) -> (Vec<usize>, Vec<Vec<i128>>) {
        let points = scope.points(self.skolems, self.count);
        let mut numbers: Vec<usize> = Vec::new();
        let mut values: Vec<Vec<Option<i64>>> = Vec::new();
        for (number, &column) in self.columns.iter().enumerate() {
            let Some(column) = points.column(pool, column) else { continue };
            let of_inside: Vec<Option<i64>> =
                (0..column.len()).filter(|&at| inside.contains(at)).map(|at| column[at]).collect();
            let unknown = of_inside.iter().filter(|value| value.is_none()).count();
            if 2 * unknown <= of_inside.len() && numbers.len() < MOST_COLUMNS {
                numbers.push(number);
                values.push(of_inside);
            }
        }
        let count = values.first().map_or(0, Vec::len);
        let row = |at: usize| values.iter().map(|column| column[at].map(i128::from)).collect::<Option<Vec<i128>>>();
        let mut rows: Vec<Vec<i128>> = (0..count).filter_map(row).collect();
        rows.sort_unstable();
        rows.dedup();
        (numbers, rows)
    }
}

#[cfg(test)]
mod tests {
    use invar_logic::{MapValue, Sort, Value};

    use super::*;
    use crate::infer::visited::states::State;

    /// `for (i = 0; i < n; i++) { a[i] = i % 2 == 0 ? 2 * i + c : 0; s += c; }`, where arrays hold 9 beside what was written.
    fn looked_at(pool: &mut TermPool) -> (Scope, [VarId; 5]) {
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let [i, n, c, s] = ["i", "n", "c", "s"].map(|name| pool.new_var(name, Sort::INT));
        let a = pool.new_var("a", sort);
        let mut states = Vec::new();
        for (length, added) in (1..7).flat_map(|length| [(length, 3), (length, 5), (length, 8)]) {
            for done in 0..=length {
                let mut map = MapValue::constant(Value::int(9));
                let value = |at: i64| if at % 2 == 0 { 2 * at + added } else { 0 };
                (-2..12).for_each(|at| map.insert(vec![Value::int(at)], Value::int(9)));
                (0..done).for_each(|at| map.insert(vec![Value::int(at)], Value::int(value(at))));
                let numbers = [(i, done), (n, length), (c, added), (s, done * added)];
                let numbers = numbers.map(|(var, value)| (var, Value::int(value)));
                states.push(State { values: numbers.into_iter().chain([(a, Value::map(map))]).collect() });
            }
        }
        let guards = vec![{
            let (i, n) = (pool.var(i), pool.var(n));
            pool.lt(i, n)
        }];
        (Scope::new(states, vec![i, n, c, s], guards, Vec::new()), [i, n, c, s, a])
    }

    fn found(more: u32) -> Vec<String> {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, 2);
        let (mut scope, vars) = looked_at(&mut pool);
        let [i, n, _, s, a] = vars;
        let (row, index, end) = (pool.var(a), pool.var(i), pool.var(n));
        let ends = vec![Linear::of(&pool, end)];
        let reads = vec![(row, index)];
        let shape = Shape { sum: None, reads, divisors: vec![BigInt::from(2)], ends, degree: 1 + more };
        let live = vars.into_iter().collect();
        let place = Place { skolems: &skolems, shape: &shape, targets: &[i, s, a], live: &live, carries: false };
        let clauses = equations(&mut pool, &mut scope, &place);
        let said = clauses.into_iter().map(|clause| {
            let body = clause.body(&mut pool);
            pool.show(body)
        });
        said.collect()
    }

    #[test]
    fn elements_are_given_piece_by_piece() {
        let found = found(0);
        let of_even = "((((k@1 mod 2) == 0) && (0 <= k@1) && ((k@1 + 1) <= i)) ==> ((c + (2 * k@1)) == a[k@1]))";
        let of_odd = "((((k@1 mod 2) == 1) && (0 <= k@1) && ((k@1 + 1) <= i)) ==> (a[k@1] == 0))";
        let has = |wanted: &str| found.iter().any(|text| text == wanted);
        assert!(has(of_even) && has(of_odd), "{found:?}");
        assert!(!found.iter().any(|text| text.contains("s ==")), "no line goes through the sums: {found:?}");
    }

    #[test]
    fn products_are_columns_if_they_are_wanted() {
        let found = found(1);
        assert!(found.iter().any(|text| text == "(s == (i * c))" || text == "((i * c) == s)"), "{found:?}");
    }
}
