//! Equations that hold in all states, as candidates: between the integers at a head, and between the elements at one place,
//! for all places that were passed, or that are still to come.
//!
//! The states are points; the smallest linear space around them is described by equations (`hull`). What its coordinates are
//! comes from the text: integers, their products if the text has products, remainders by numbers that it divides by, cells, and
//! elements at the indices that it reads.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::clause::{Clause, Skolems, literal, reads_map};
use super::covers::Scope;
use super::points::Bits;
use crate::body::{Body, Step};
use crate::infer::hull::{Equation, Hull};
use crate::infer::linear::Linear;
use crate::infer::polynomial::{degree, product};

/// Coordinates in all, integers that products are made of, and factors of one product.
const MOST_COLUMNS: usize = 40;
const MOST_FACTORS: usize = 4;
const HIGHEST_DEGREE: u32 = 3;

/// Loop variables and lengths that bound the places of elements, and conditions that divide them.
const MOST_BOUNDS: usize = 3;
const MOST_PIECES: usize = 6;

/// An equation needs so many more points than it has unknown factors.
const MORE_POINTS: usize = 4;

/// What equations may be about, read off a body.
pub struct Shape {
    /// Where elements are read or written: a row of memory, and the index.
    reads: Vec<(Term, Term)>,
    /// What is divided by.
    divisors: Vec<BigInt>,
    pub degree: u32,
}

impl Shape {
    pub fn new(pool: &TermPool, body: &Body) -> Shape {
        let steps = body.blocks.values().flat_map(|block| &block.steps);
        let mut shape = Shape { reads: Vec::new(), divisors: Vec::new(), degree: 1 };
        let terms: Vec<Term> = steps.filter_map(Step::term).collect();
        for &term in &terms {
            shape.degree = shape.degree.max(degree(pool, term));
        }
        for part in pool.postorder(&terms) {
            match (pool.op(part), pool.args(part)) {
                (Op::Select, &[row, index]) if is_cell(pool, part) => shape.add((row, index)),
                (Op::Store, &[row, index, value]) if pool.sort_of(value) == Sort::INT => shape.add((row, index)),
                (Op::Mod, &[_, by]) => {
                    if let Op::Int(by) = pool.op(by)
                        && by.bits() < 8
                        && !shape.divisors.contains(by)
                    {
                        shape.divisors.push(by.clone());
                    }
                }
                _ => {}
            }
        }
        shape.degree = shape.degree.min(HIGHEST_DEGREE);
        shape
    }

    fn add(&mut self, read: (Term, Term)) {
        if !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }
}

fn is_cell(pool: &TermPool, read: Term) -> bool {
    pool.sort_of(read) == Sort::INT && pool.sort_of(pool.args(read)[1]) == Sort::INT
}

/// A loop, as far as equations are concerned.
pub struct Place<'a> {
    pub skolems: &'a Skolems,
    pub shape: &'a Shape,
    pub targets: &'a [VarId],
    /// What is live at the head.
    pub is_live: &'a dyn Fn(VarId) -> bool,
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
        let mut columns = monomials(pool, &indices, self.shape.degree);
        columns.extend(self.remainders(pool, &indices));
        for &var in scope.integers.iter().filter(|var| !scope.offsets.contains(var)) {
            add(&mut columns, pool.var(var));
        }
        for cell in self.cells(pool) {
            add(&mut columns, cell);
        }
        let mut pieces: Vec<Vec<Term>> = vec![Vec::new()];
        for &var in indices.iter().filter(|var| self.targets.contains(var)) {
            let (own, zero) = (pool.var(var), pool.int(0));
            pieces.push(vec![pool.lt(zero, own)]);
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

    /// Equations about elements at one place `k`, for ranges of places.
    fn elements(&self, pool: &mut TermPool, scope: &mut Scope, found: &mut Vec<Clause>) {
        let reads = self.places(pool);
        if reads.is_empty() {
            return;
        }
        let indices = self.indices(pool, scope);
        let (moving, fixed): (Vec<VarId>, Vec<VarId>) = indices.iter().partition(|var| self.targets.contains(var));
        let own = self.skolems.vars[0];
        let mut factors = vec![own];
        factors.extend(fixed.iter().copied().take(MOST_FACTORS - 1));
        let mut columns = monomials(pool, &factors, self.shape.degree);
        columns.extend(self.remainders(pool, &[own]));
        for &var in scope.integers.iter().filter(|var| !self.targets.contains(var) && !scope.offsets.contains(var)) {
            add(&mut columns, pool.var(var));
        }
        for cell in self.cells(pool) {
            let is_changed = pool.free_vars(cell).iter().any(|var| self.targets.contains(var));
            if !is_changed {
                add(&mut columns, cell);
            }
        }
        let first = columns.len();
        for &read in &reads {
            add(&mut columns, read);
        }
        for piece in self.ranges(pool, scope, &moving, &fixed) {
            let search = Hulls { skolems: self.skolems, count: 1, columns: &columns };
            for (last, clause) in search.equations(pool, scope, &piece) {
                if last >= first {
                    add_new(pool, scope, self.skolems, clause, found);
                }
            }
        }
    }

    /// Ranges of places, the largest first, and then those that conditions of branches divide.
    fn ranges(&self, pool: &mut TermPool, scope: &Scope, moving: &[VarId], fixed: &[VarId]) -> Vec<Vec<Term>> {
        let (own, zero) = (pool.var(self.skolems.vars[0]), pool.int(0));
        let mut ranges: Vec<Vec<Term>> = Vec::new();
        let above = pool.le(zero, own);
        for &length in fixed.iter().take(MOST_BOUNDS) {
            let length = pool.var(length);
            ranges.push(vec![above, pool.lt(own, length)]);
        }
        for &var in moving.iter().take(MOST_BOUNDS) {
            let at = pool.var(var);
            let passed = vec![above, pool.lt(own, at)];
            let mut halves = vec![passed];
            for &length in fixed.iter().take(MOST_BOUNDS) {
                let length = pool.var(length);
                let below = pool.lt(own, length);
                halves.push(vec![pool.le(at, own), below]);
                halves.push(vec![pool.lt(at, own), below]);
            }
            for half in halves {
                ranges.push(half.clone());
                for &guard in scope.guards.iter().take(MOST_PIECES) {
                    let is_about = pool.free_vars(guard).contains(&var) && !reads_map(pool, guard);
                    if !is_about {
                        continue;
                    }
                    let by: Substitution = [(var, own)].into_iter().collect();
                    let guard = pool.substitute(guard, &by);
                    let other = pool.not(guard);
                    for part in [guard, other] {
                        let part = literal(pool, part);
                        ranges.push([&half[..], &[part]].concat());
                    }
                }
            }
        }
        ranges
    }

    /// The integers that places are counted with: those in conditions of the loop and in indices.
    fn indices(&self, pool: &TermPool, scope: &Scope) -> Vec<VarId> {
        let mut roots: Vec<Term> = scope.guards.clone();
        roots.extend(self.shape.reads.iter().map(|(_, index)| *index));
        let mentioned = pool.free_vars_of(&roots);
        let is_index = |var: &&VarId| mentioned.contains(var) && !scope.offsets.contains(var);
        let mut found: Vec<VarId> = scope.integers.iter().filter(is_index).copied().collect();
        found.truncate(MOST_FACTORS);
        found
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
        matches!(pool.op(row), Op::Var(var) if (self.is_live)(*var))
    }

    fn is_fixed(&self, pool: &TermPool, term: Term) -> bool {
        pool.free_vars(term).into_iter().all(|var| (self.is_live)(var) && !self.targets.contains(&var))
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

    /// Elements at the skolem constant, counted as the text counts its indices.
    fn places(&self, pool: &mut TermPool) -> Vec<Term> {
        let own = pool.var(self.skolems.vars[0]);
        let mut found = Vec::new();
        for &(row, index) in &self.shape.reads {
            if !self.is_row(pool, row) {
                continue;
            }
            let mut sum = Linear::of(pool, index);
            let moving: Vec<Term> = sum.terms.keys().copied().filter(|&part| !self.is_fixed(pool, part)).collect();
            let [part] = moving[..] else { continue };
            let Some(factor) = sum.terms.remove(&part) else { continue };
            if factor.is_one() {
                sum.constant = BigInt::zero();
            }
            sum.terms.insert(own, factor);
            let index = sum.term(pool);
            let read = pool.select(row, &[index]);
            let read = literal(pool, read);
            add(&mut found, read);
        }
        found
    }
}

/// The products of the variables, the shortest first.
fn monomials(pool: &mut TermPool, vars: &[VarId], degree: u32) -> Vec<Term> {
    let vars: Vec<Term> = vars.iter().map(|&var| pool.var(var)).collect();
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

fn add(terms: &mut Vec<Term>, term: Term) {
    if !terms.contains(&term) {
        terms.push(term);
    }
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
        let Some(first) = rows.first() else { return Vec::new() };
        hull.add(&point(first));
        let mut equations = hull.equations();
        let mut rank = 1;
        while let Some(outside) = rows.iter().find(|row| equations.iter().any(|equation| !equation.holds(row))) {
            hull.add(&point(outside));
            rank += 1;
            equations = hull.equations();
        }
        if rows.len() < rank + MORE_POINTS {
            return Vec::new();
        }
        let simple = equations.into_iter().filter(Equation::is_simple);
        let terms: Vec<Term> = columns.iter().map(|&number| self.columns[number]).collect();
        let mut found = Vec::new();
        for equation in simple {
            let Some(last) = equation.factors.iter().rposition(|factor| !factor.is_zero()) else { continue };
            let then = equation.term(pool, &terms);
            let clause = Clause::new(pool, self.skolems, &self.skolems.vars, piece, then);
            // An unknown that the piece determines is gone.
            found.extend(clause.filter(|clause| clause.skolems == self.count).map(|clause| (columns[last], clause)));
        }
        found
    }

    /// The columns whose values are known, and their values at the points inside.
    fn rows(&self, pool: &TermPool, scope: &mut Scope, inside: &Bits) -> (Vec<usize>, Vec<Vec<i64>>) {
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
        let mut rows: Vec<Vec<i64>> =
            (0..count).filter_map(|at| values.iter().map(|column| column[at]).collect()).collect();
        rows.sort_unstable();
        rows.dedup();
        (numbers, rows)
    }
}

fn point(row: &[i64]) -> Vec<BigInt> {
    row.iter().map(|&value| BigInt::from(value)).collect()
}
