//! Sums with whole factors as rows of numbers: elimination without fractions.
//!
//! A number that does not fit 128 bits makes the result `None`: whoever asks does without.

/// The factors of the columns; where a sum has a constant, that is the last entry.
pub type Row = Vec<i128>;

/// Equations `row = 0`, each solved for one column that no other equation mentions: the first that it has (reduced row
/// echelon form, with whole factors).
#[derive(Clone, Debug, Default)]
pub struct Echelon {
    solved: Vec<Solved>,
}

#[derive(Clone, Debug)]
struct Solved {
    column: usize,
    row: Row,
}

/// What an equation adds to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// Whether it says something new or not, there may be a solution.
    Consistent,
    /// There is no solution.
    Contradiction,
}

impl Echelon {
    /// Adds an equation. It may be solved for the columns before `end`.
    pub fn add(&mut self, row: &Row, end: usize) -> Option<Added> {
        let row = divided(self.reduced(row)?.row);
        let Some(column) = row[..end].iter().position(|&factor| factor != 0) else {
            let is_zero = row.iter().all(|&factor| factor == 0);
            return Some(if is_zero { Added::Consistent } else { Added::Contradiction });
        };
        for other in &mut self.solved {
            other.row = divided(without(&other.row, &row, column)?.row);
        }
        self.solved.push(Solved { column, row });
        Some(Added::Consistent)
    }

    /// A positive multiple of the row, without the columns that are solved for.
    pub fn reduced(&self, row: &Row) -> Option<Scaled> {
        let mut reduced = Scaled { row: row.clone(), scale: 1 };
        for Solved { column, row } in &self.solved {
            let next = without(&reduced.row, row, *column)?;
            reduced = Scaled { row: next.row, scale: reduced.scale.checked_mul(next.scale)? };
        }
        Some(reduced)
    }

    /// The equations that mention no column before `start`.
    pub fn starting_at(&self, start: usize) -> impl Iterator<Item = &Row> {
        self.solved.iter().filter(move |solved| solved.column >= start).map(|solved| &solved.row)
    }
}

/// `scale` times some row, up to equations.
#[derive(Clone, Debug)]
pub struct Scaled {
    pub row: Row,
    /// Positive.
    pub scale: i128,
}

/// The rows that are combinations of the ones and also of the others (Zassenhaus): of equations, those that both imply.
pub fn common(ones: &[Row], others: &[Row]) -> Option<Vec<Row>> {
    let Some(width) = ones.first().map(Vec::len) else { return Some(Vec::new()) };
    let mut sum = Echelon::default();
    for row in others {
        sum.add(&[&row[..], &vec![0; width]].concat(), 2 * width)?;
    }
    for row in ones {
        sum.add(&[&row[..], &row[..]].concat(), 2 * width)?;
    }
    Some(sum.starting_at(width).map(|row| row[width..].to_vec()).collect())
}

/// A positive multiple of the row plus a multiple of the other, so that the column is gone.
fn without(row: &Row, other: &Row, column: usize) -> Option<Scaled> {
    let (own, its) = (row[column], other[column]);
    if own == 0 || its == 0 {
        return Some(Scaled { row: row.clone(), scale: 1 });
    }
    let divisor = gcd(own, its) * its.signum();
    let (scale, minus) = (its / divisor, own / divisor);
    let entry = |(a, b): (&i128, &i128)| a.checked_mul(scale)?.checked_sub(b.checked_mul(minus)?);
    let row = row.iter().zip(other).map(entry).collect::<Option<Row>>()?;
    Some(Scaled { row, scale })
}

/// The same equation with the least factors.
pub fn divided(mut row: Row) -> Row {
    let divisor = row.iter().fold(0, |divisor, &factor| gcd(divisor, factor));
    if divisor > 1 {
        row.iter_mut().for_each(|factor| *factor /= divisor);
    }
    row
}

pub fn negated(row: &Row) -> Option<Row> {
    row.iter().map(|factor| factor.checked_neg()).collect()
}

/// Not negative; zero for zeros.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_for_their_first_columns() {
        let mut equations = Echelon::default();
        // 2x + y - 4 = 0, y - z = 0 (columns x, y, z, and the constant)
        assert_eq!(equations.add(&vec![2, 1, 0, -4], 3), Some(Added::Consistent));
        assert_eq!(equations.add(&vec![0, 1, -1, 0], 3), Some(Added::Consistent));
        let rows: Vec<&Row> = equations.starting_at(0).collect();
        assert_eq!(rows, [&vec![2, 0, 1, -4], &vec![0, 1, -1, 0]]);
        // 2·(x + y) = z + 4 there.
        let reduced = equations.reduced(&vec![1, 1, 0, 0]).expect("the numbers are small");
        assert_eq!((reduced.row, reduced.scale), (vec![0, 0, 1, 4], 2));
        assert_eq!(equations.add(&vec![2, 0, 1, -5], 3), Some(Added::Contradiction));
    }

    #[test]
    fn two_points_are_joined_by_a_line() {
        // x = 2, y = 1 and x = 0, y = 0: both are on x = 2y.
        let (ones, others) = ([vec![1, 0, -2], vec![0, 1, -1]], [vec![1, 0, 0], vec![0, 1, 0]]);
        let common = common(&ones, &others).expect("the numbers are small");
        assert_eq!(common.len(), 1);
        assert!(common[0] == [1, -2, 0] || common[0] == [-1, 2, 0], "{common:?}");
    }

    #[test]
    fn large_numbers_are_given_up() {
        let mut equations = Echelon::default();
        equations.add(&vec![i128::MAX, 1, 0], 2);
        assert!(equations.reduced(&vec![i128::MAX - 1, i128::MAX, 0]).is_none());
    }
}
