//! The greatest value of a sum under linear conditions: linear programming, in whole numbers.
//!
//! The question is asked the other way round (its dual): the sum is bounded by the combinations of conditions, with factors
//! that are not negative, that have the same columns; the least of these bounds is wanted. The simplex method finds it with
//! Bland's rule. The tableau holds whole numbers over one common denominator, which every pivot divides exactly (Edmonds).

use super::rows::{Row, negated};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Greatest {
    /// In whole numbers: rounded down.
    Value(i128),
    Unbounded,
    /// Nothing satisfies the conditions.
    Impossible,
}

/// Steps after which nobody waits for a bound.
const MOST_PIVOTS: usize = 300;

/// The greatest value of `Σ sum[c]·column c` where every condition `Σ row[c]·column c + constant <= 0` holds; conditions end
/// with their constant. `None` if it cannot be computed.
pub fn greatest(sum: &[i128], conditions: &[Row]) -> Option<Greatest> {
    let (columns, conditions) = connected(sum, conditions);
    let mut tableau = Tableau::new(sum, &columns, &conditions)?;
    if !tableau.find_combination()? {
        return Some(Greatest::Unbounded);
    }
    tableau.lower_bound()
}

/// The columns that conditions connect with those of the sum, and these conditions.
fn connected<'a>(sum: &[i128], conditions: &'a [Row]) -> (Vec<usize>, Vec<&'a Row>) {
    let mut is_in: Vec<bool> = sum.iter().map(|&factor| factor != 0).collect();
    let mut taken = vec![false; conditions.len()];
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for (condition, taken) in conditions.iter().zip(&mut taken).filter(|(_, taken)| !**taken) {
            let factors = || condition.iter().take(is_in.len()).enumerate().filter(|(_, factor)| **factor != 0);
            if factors().any(|(column, _)| is_in[column]) {
                let columns: Vec<usize> = factors().map(|(column, _)| column).collect();
                columns.into_iter().for_each(|column| is_in[column] = true);
                *taken = true;
                has_grown = true;
            }
        }
    }
    let columns = (0..is_in.len()).filter(|&column| is_in[column]).collect();
    let conditions = conditions.iter().zip(taken).filter(|(_, taken)| *taken).map(|(condition, _)| condition).collect();
    (columns, conditions)
}

/// One row for each column of the sum, one unknown for each condition: how often it is used. The last entry of a row is its
/// right side, and everything is to be divided by the denominator.
struct Tableau {
    rows: Vec<Row>,
    /// The unknown that each row is solved for; at first none.
    basis: Vec<Option<usize>>,
    /// What one more of each unknown adds to what is not yet combined.
    missing: Row,
    /// What one more of each unknown adds to the bound; the last entry is minus the bound.
    bound: Row,
    denominator: i128,
}

impl Tableau {
    fn new(sum: &[i128], columns: &[usize], conditions: &[&Row]) -> Option<Tableau> {
        let mut rows = Vec::new();
        for &column in columns {
            let row: Row = conditions.iter().map(|condition| condition[column]).chain([sum[column]]).collect();
            // The right side must not be negative.
            rows.push(if sum[column] < 0 { negated(&row)? } else { row });
        }
        let mut missing = vec![0i128; conditions.len() + 1];
        for row in &rows {
            for (missing, factor) in missing.iter_mut().zip(row) {
                *missing = missing.checked_sub(*factor)?;
            }
        }
        let constants = conditions.iter().filter_map(|condition| condition.last().copied());
        let bound = negated(&constants.chain([0]).collect())?;
        let basis = vec![None; rows.len()];
        Some(Tableau { rows, basis, missing, bound, denominator: 1 })
    }

    /// Is there any combination of the conditions with the columns of the sum?
    fn find_combination(&mut self) -> Option<bool> {
        let mut pivots = 0;
        while let Some(unknown) = negative(&self.missing) {
            pivots += 1;
            let row = self.tightest_row(unknown)?.filter(|_| pivots <= MOST_PIVOTS)?;
            self.pivot(row, unknown)?;
        }
        if self.missing.last() != Some(&0) {
            return Some(false);
        }
        self.solve_all_rows()?;
        Some(true)
    }

    /// A row that is not solved for an unknown says 0 = 0, or can be solved for any that it has.
    fn solve_all_rows(&mut self) -> Option<()> {
        for row in (0..self.rows.len()).filter(|&row| self.basis[row].is_none()).collect::<Vec<_>>() {
            let factors = &self.rows[row][..self.bound.len() - 1];
            if let Some(unknown) = factors.iter().position(|&factor| factor != 0) {
                self.pivot(row, unknown)?;
            }
        }
        Some(())
    }

    /// Better combinations until there is none.
    fn lower_bound(&mut self) -> Option<Greatest> {
        for _ in 0..MOST_PIVOTS {
            let Some(unknown) = negative(&self.bound) else {
                let value = self.bound.last()?.checked_neg()?;
                return Some(Greatest::Value(value.div_euclid(self.denominator)));
            };
            match self.tightest_row(unknown)? {
                Some(row) => self.pivot(row, unknown)?,
                // The bound sinks without end.
                None => return Some(Greatest::Impossible),
            }
        }
        None
    }

    /// The row that limits the unknown most; of several, the one that is solved for the first unknown.
    fn tightest_row(&self, unknown: usize) -> Option<Option<usize>> {
        let mut best: Option<usize> = None;
        for (row, factors) in self.rows.iter().enumerate().filter(|(_, factors)| factors[unknown] > 0) {
            let is_better = match best {
                None => true,
                Some(best) => {
                    let right = |row: &Row| row.last().copied();
                    let ours = right(factors)?.checked_mul(self.rows[best][unknown])?;
                    let its = right(&self.rows[best])?.checked_mul(factors[unknown])?;
                    ours < its || ours == its && self.basis[row] < self.basis[best]
                }
            };
            if is_better {
                best = Some(row);
            }
        }
        Some(best)
    }

    /// Solves the row for the unknown and takes it out of all others.
    fn pivot(&mut self, row: usize, unknown: usize) -> Option<()> {
        if self.rows[row][unknown] < 0 {
            self.rows[row] = negated(&self.rows[row])?;
        }
        let solved = self.rows[row].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(other, _)| *other != row).map(|(_, other)| other);
        for other in others.chain([&mut self.missing, &mut self.bound]) {
            let own = other[unknown];
            for (entry, factor) in other.iter_mut().zip(&solved) {
                let scaled = entry.checked_mul(solved[unknown])?;
                *entry = scaled.checked_sub(own.checked_mul(*factor)?)? / self.denominator;
            }
        }
        self.denominator = solved[unknown];
        self.basis[row] = Some(unknown);
        Some(())
    }
}

/// The first unknown that improves.
fn negative(costs: &Row) -> Option<usize> {
    costs[..costs.len() - 1].iter().position(|&cost| cost < 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bounds_follow_from_combinations() {
        // x <= 7, i <= 1000, -i <= 0 (columns x, i, and the constant)
        let conditions = [vec![1, 0, -7], vec![0, 1, -1000], vec![0, -1, 0]];
        assert_eq!(greatest(&[1, 1], &conditions), Some(Greatest::Value(1007)));
        assert_eq!(greatest(&[1, -1], &conditions), Some(Greatest::Value(7)));
        assert_eq!(greatest(&[-1, 1], &conditions), Some(Greatest::Unbounded));
        assert_eq!(greatest(&[0, 0], &conditions), Some(Greatest::Value(0)));
    }

    #[test]
    fn chains_of_differences_are_added_up() {
        // a <= b - 1, b <= c, so a - c <= -1.
        let conditions = [vec![1, -1, 0, 1], vec![0, 1, -1, 0]];
        assert_eq!(greatest(&[1, 0, -1], &conditions), Some(Greatest::Value(-1)));
    }

    #[test]
    fn a_contradiction_is_seen() {
        // x <= 3 and 5 <= x
        assert_eq!(greatest(&[1], &[vec![1, -3], vec![-1, 5]]), Some(Greatest::Impossible));
    }

    proptest! {
        /// No point of a small grid that satisfies the conditions is greater; inside the grid's box a point comes near.
        #[test]
        fn no_point_is_greater(
            sum in proptest::array::uniform3(-3i128..=3),
            cuts in proptest::collection::vec(proptest::array::uniform4(-3i128..=3), 0..5),
        ) {
            let mut conditions: Vec<Row> = cuts.iter().map(|cut| cut.to_vec()).collect();
            for column in 0..3 {
                for sign in [1, -1] {
                    let mut row = vec![0; 4];
                    row[column] = sign;
                    row[3] = -4;
                    conditions.push(row);
                }
            }
            let value = |row: &[i128], point: &[i128; 3]| row.iter().zip(point).map(|(a, b)| a * b).sum::<i128>();
            let range = || -4i128..=4;
            let points = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
            let holds = |point: &[i128; 3]| conditions.iter().all(|row| value(row, point) + row[3] <= 0);
            let best = points.filter(holds).map(|point| value(&sum, &point)).max();
            match (greatest(&sum, &conditions), best) {
                (Some(Greatest::Value(bound)), Some(best)) => prop_assert!(best <= bound),
                (Some(Greatest::Value(_)), None) => {}
                (Some(Greatest::Impossible), best) => prop_assert_eq!(best, None),
                (other, _) => prop_assert!(false, "{other:?}: everything is in a box"),
            }
        }
    }
}
