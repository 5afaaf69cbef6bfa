//! Where paths meet: what is known at the end of each in, the linear conditions that hold after all of them out.
//!
//! Equations are those that all paths imply: the intersection of their spaces (Karr's domain). Inequalities bound *forms*, a
//! few sums that are worth it: each merged integer, the sums that the checks and the paths' conditions speak of, sums and
//! differences of two merged integers. The bound is the greatest that a path allows (template polyhedra, after
//! Sankaranarayanan, Sipma and Manna).
//!
//! Nothing here is believed: what comes out is proposed.

use std::collections::BTreeSet;

use invar_logic::Term;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::greatest::{Greatest, greatest};
use super::known::{Condition, Knowledge, Relation, nearest};
use super::rows::{Added, Echelon, Row, common, divided, negated};
use crate::linear::Linear;

/// Conditions of one path that are looked at.
const MOST_CONDITIONS: usize = 40;

/// Forms that are bounded at one join.
const MOST_FORMS: usize = 24;

/// Those among them that come from conditions of the paths. The oldest are taken: what held at earlier joins stays.
const MOST_FROM_PATHS: usize = 8;

/// Factors of a sum that a check compares, of terms about the variables of the program, whatever their variants.
pub type Shape = Vec<(Term, BigInt)>;

pub struct Meeting<'a> {
    /// The integers that each path ends with an equation for.
    pub merged: &'a [Term],
    /// What the checks speak of.
    pub shapes: &'a [Shape],
    /// Each term that conditions add up, about the variables of the program instead of their variants.
    pub rooted: &'a FxHashMap<Term, Term>,
    /// Is the term mentioned at or after the join?
    pub is_live: &'a dyn Fn(Term) -> bool,
}

impl Meeting<'_> {
    /// What holds after each of the paths. Nothing if there are numbers that are too large, or no path at all.
    pub fn conditions(&self, paths: &[Knowledge]) -> Vec<Condition> {
        let near: Vec<Vec<&Condition>> = paths.iter().map(|known| self.near(known)).collect();
        let columns = Columns::new(near.iter().flatten().copied(), self.merged, self.is_live);
        let mut arms = Vec::new();
        for conditions in &near {
            match Arm::of(&columns, conditions) {
                None => return Vec::new(),
                Some(State::Impossible) => {}
                Some(State::Possible(arm)) => arms.push(arm),
            }
        }
        let equations = equations(&columns, &arms).unwrap_or_default();
        let forms = self.forms(&columns, &arms, &equations);
        let mut found = Vec::new();
        for row in equations.iter().filter(|row| columns.mentions_merged(row)) {
            found.push(Condition { sum: columns.sum(row), relation: Relation::Zero });
        }
        for row in bounds(&forms, &arms) {
            found.push(Condition { sum: columns.sum(&row), relation: Relation::NotPositive });
        }
        found
    }

    fn near<'k>(&self, known: &'k Knowledge) -> Vec<&'k Condition> {
        let mentioned: Vec<Vec<Term>> =
            known.iter().map(|known| known.condition.sum.terms.keys().copied().collect()).collect();
        let mut positions = nearest(&mentioned, self.merged.iter().copied(), MOST_CONDITIONS);
        positions.sort_unstable();
        positions.into_iter().map(|position| &known[position].condition).collect()
    }

    /// See the module header.
    fn forms(&self, columns: &Columns, arms: &[Arm], equations: &[Row]) -> Vec<Row> {
        let mut forms = Forms { columns, equations: Echelon::default(), seen: BTreeSet::new(), forms: Vec::new() };
        for row in equations {
            // Zeros first: the equation is solved for a live column.
            forms.equations.add(row, columns.count());
        }
        let merged: Vec<usize> = columns.merged.clone();
        for &column in &merged {
            forms.add(columns.unit(&[(column, 1)]));
        }
        for shape in self.shapes {
            if let Some(row) = self.instance(columns, shape) {
                forms.add(row);
            }
        }
        let most = forms.forms.len() + MOST_FROM_PATHS;
        for row in arms.iter().flat_map(|arm| &arm.conditions) {
            if forms.forms.len() < most && row[..columns.dead].iter().all(|&factor| factor == 0) {
                forms.add(row.clone());
            }
        }
        for (position, &first) in merged.iter().enumerate() {
            for &second in &merged[..position] {
                forms.add(columns.unit(&[(first, 1), (second, -1)]));
                forms.add(columns.unit(&[(first, 1), (second, 1)]));
            }
        }
        forms.forms
    }

    /// The shape about the newest live variants.
    fn instance(&self, columns: &Columns, shape: &Shape) -> Option<Row> {
        let mut row = vec![0; columns.count() + 1];
        for (root, factor) in shape {
            let is_variant = |column: &usize| self.rooted.get(&columns.atoms[*column]) == Some(root);
            let column = (columns.dead..columns.count()).rev().find(is_variant)?;
            row[column] = factor.to_i128()?;
        }
        Some(row)
    }
}

/// The terms that the conditions add up: those that nothing mentions any more first, so that equations are solved for them.
struct Columns {
    atoms: Vec<Term>,
    numbers: FxHashMap<Term, usize>,
    /// How many are dead.
    dead: usize,
    merged: Vec<usize>,
}

impl Columns {
    fn new<'k>(
        conditions: impl Iterator<Item = &'k Condition>,
        merged: &[Term],
        is_live: &dyn Fn(Term) -> bool,
    ) -> Columns {
        let mentioned = conditions.flat_map(|condition| condition.sum.terms.keys().copied());
        let all: BTreeSet<Term> = mentioned.chain(merged.iter().copied()).collect();
        let (live, mut atoms): (Vec<Term>, Vec<Term>) =
            all.into_iter().partition(|atom| merged.contains(atom) || is_live(*atom));
        let dead = atoms.len();
        atoms.extend(live);
        let numbers: FxHashMap<Term, usize> = atoms.iter().enumerate().map(|(number, &atom)| (atom, number)).collect();
        let merged = merged.iter().map(|atom| numbers[atom]).collect();
        Columns { atoms, numbers, dead, merged }
    }

    fn count(&self) -> usize {
        self.atoms.len()
    }

    fn row(&self, sum: &Linear) -> Option<Row> {
        let mut row = vec![0; self.count() + 1];
        for (atom, factor) in &sum.terms {
            row[self.numbers[atom]] = factor.to_i128()?;
        }
        row[self.count()] = sum.constant.to_i128()?;
        Some(row)
    }

    fn sum(&self, row: &Row) -> Linear {
        let factors = self.atoms.iter().zip(row).filter(|(_, factor)| **factor != 0);
        let terms = factors.map(|(&atom, &factor)| (atom, BigInt::from(factor))).collect();
        Linear { terms, constant: BigInt::from(row[self.count()]) }
    }

    fn unit(&self, factors: &[(usize, i128)]) -> Row {
        let mut row = vec![0; self.count() + 1];
        factors.iter().for_each(|&(column, factor)| row[column] = factor);
        row
    }

    fn mentions_merged(&self, row: &Row) -> bool {
        self.merged.iter().any(|&column| row[column] != 0)
    }
}

/// What is known at the end of one path, with the equations put into the inequalities.
struct Arm {
    equations: Echelon,
    /// `row <= 0`
    conditions: Vec<Row>,
}

enum State {
    Possible(Arm),
    /// No run takes this path.
    Impossible,
}

impl Arm {
    fn of(columns: &Columns, known: &[&Condition]) -> Option<State> {
        let mut arm = Arm { equations: Echelon::default(), conditions: Vec::new() };
        for condition in known.iter().filter(|condition| condition.relation == Relation::Zero) {
            let Some(row) = columns.row(&condition.sum) else { continue };
            if arm.equations.add(&row, columns.count())? == Added::Contradiction {
                return Some(State::Impossible);
            }
        }
        for condition in known.iter().filter(|condition| condition.relation == Relation::NotPositive) {
            let Some(row) = columns.row(&condition.sum) else { continue };
            let row = tightened(arm.equations.reduced(&row)?.row)?;
            let (constant, factors) = row.split_last()?;
            match factors.iter().all(|&factor| factor == 0) {
                true if *constant > 0 => return Some(State::Impossible),
                true => {}
                false if arm.conditions.contains(&row) => {}
                false => arm.conditions.push(row),
            }
        }
        Some(State::Possible(arm))
    }

    /// The greatest value of a form.
    fn greatest(&self, form: &Row) -> Option<Greatest> {
        let reduced = self.equations.reduced(form)?;
        let (constant, factors) = reduced.row.split_last()?;
        Some(match greatest(factors, &self.conditions)? {
            Greatest::Value(value) => Greatest::Value(value.checked_add(*constant)?.div_euclid(reduced.scale)),
            other @ (Greatest::Unbounded | Greatest::Impossible) => other,
        })
    }
}

/// `Σ 2·xᵢ <= 3` is `Σ xᵢ <= 1`.
fn tightened(row: Row) -> Option<Row> {
    let (constant, factors) = row.split_last()?;
    let least = divided(factors.to_vec());
    let Some(column) = factors.iter().position(|&factor| factor != 0) else { return Some(row) };
    let divisor = factors[column] / least[column];
    let constant = constant.checked_neg()?.div_euclid(divisor).checked_neg()?;
    Some(least.into_iter().chain([constant]).collect())
}

/// The equations about live columns that every path implies.
fn equations(columns: &Columns, arms: &[Arm]) -> Option<Vec<Row>> {
    let live = |arm: &Arm| arm.equations.starting_at(columns.dead).cloned().collect::<Vec<Row>>();
    let (first, others) = arms.split_first()?;
    let mut equations = live(first);
    for arm in others {
        equations = common(&equations, &live(arm))?;
    }
    Some(equations)
}

/// Forms to be bounded, without those that are known otherwise.
struct Forms<'a> {
    columns: &'a Columns,
    equations: Echelon,
    seen: BTreeSet<Row>,
    forms: Vec<Row>,
}

impl Forms<'_> {
    /// Takes the form that the row has, whatever its constant and sign.
    fn add(&mut self, mut row: Row) {
        if let Some(constant) = row.last_mut() {
            *constant = 0;
        }
        let row = divided(row);
        let is_negative = row.iter().find(|factor| **factor != 0).is_some_and(|factor| *factor < 0);
        let Some(row) = (if is_negative { negated(&row) } else { Some(row) }) else { return };
        if self.forms.len() == MOST_FORMS || !self.columns.mentions_merged(&row) || !self.seen.insert(row.clone()) {
            return;
        }
        // Up to the equations, forms with the same remainder are the same.
        let Some(reduced) = self.equations.reduced(&row) else { return };
        let is_constant = reduced.row[..self.columns.count()].iter().all(|&factor| factor == 0);
        if !is_constant {
            self.forms.push(row);
        }
    }
}

/// The forms with their bounds, as `row <= 0`. Of sums of several terms, only those that say more than the bounds of each.
fn bounds(forms: &[Row], arms: &[Arm]) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    let mut single: FxHashMap<(usize, bool), i128> = FxHashMap::default();
    for form in forms {
        for row in [Some(form.clone()), negated(form)].into_iter().flatten() {
            let Some(bound) = bound(&row, arms) else { continue };
            let factors: Vec<(usize, i128)> =
                row.iter().copied().enumerate().filter(|(_, factor)| *factor != 0).collect();
            if let [(column, factor)] = factors[..] {
                single.insert((column, factor > 0), bound);
            } else if sum_of_bounds(&factors, &single).is_some_and(|sum| sum <= bound) {
                continue;
            }
            let mut row = row;
            if let (Some(constant), Some(negative)) = (row.last_mut(), bound.checked_neg()) {
                *constant = negative;
                found.push(row);
            }
        }
    }
    found
}

fn sum_of_bounds(factors: &[(usize, i128)], single: &FxHashMap<(usize, bool), i128>) -> Option<i128> {
    let mut sum: i128 = 0;
    for &(column, factor) in factors {
        let bound = single.get(&(column, factor > 0))?;
        sum = sum.checked_add(bound.checked_mul(factor.checked_abs()?)?)?;
    }
    Some(sum)
}

/// The greatest value of the form after any of the paths.
fn bound(form: &Row, arms: &[Arm]) -> Option<i128> {
    let mut bound: Option<i128> = None;
    for arm in arms {
        match arm.greatest(form)? {
            Greatest::Value(value) => bound = Some(bound.map_or(value, |bound| bound.max(value))),
            Greatest::Unbounded => return None,
            Greatest::Impossible => {}
        }
    }
    bound
}
