//! The linear equations that hold in all states seen: points in, the smallest affine space around them out.
//!
//! Karr's domain, grown from models as `abstraction::core` grows clauses: ask for a state outside the space, add it, and ask
//! again. Each state adds a dimension, so there are at most as many questions as variables, and two more.

use invar_logic::{Term, TermPool};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::linear::Linear;

/// The points `origin + Σ tᵢ·directionᵢ`.
#[derive(Clone, Debug)]
pub struct Hull {
    dimensions: usize,
    /// `None` as long as no point is known.
    origin: Option<Vec<BigInt>>,
    /// In reduced row echelon form: each has a leading 1, and the others 0 there.
    directions: Vec<Direction>,
}

#[derive(Clone, Debug)]
struct Direction {
    leading: usize,
    row: Vec<BigRational>,
}

/// `Σ factorᵢ·xᵢ + constant == 0`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    pub factors: Vec<BigInt>,
    pub constant: BigInt,
}

impl Hull {
    /// No point.
    pub fn empty(dimensions: usize) -> Hull {
        Hull { dimensions, origin: None, directions: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.origin.is_none()
    }

    /// Every point.
    pub fn full() -> Hull {
        Hull { dimensions: 0, origin: Some(Vec::new()), directions: Vec::new() }
    }

    /// The smallest space around this one and the point. Did it grow?
    pub fn add(&mut self, point: &[BigInt]) -> bool {
        let Some(origin) = &self.origin else {
            self.origin = Some(point.to_vec());
            return true;
        };
        let mut row: Vec<BigRational> =
            point.iter().zip(origin).map(|(to, from)| BigRational::from(to - from)).collect();
        for known in &self.directions {
            subtract(&mut row, &known.row, known.leading);
        }
        let Some(leading) = row.iter().position(|value| !value.is_zero()) else { return false };
        let first = row[leading].clone();
        row.iter_mut().for_each(|value| *value /= &first);
        for known in &mut self.directions {
            subtract(&mut known.row, &row, leading);
        }
        self.directions.push(Direction { leading, row });
        true
    }

    /// Equations that describe the space: one for each coordinate that the leading ones determine.
    pub fn equations(&self) -> Vec<Equation> {
        let Some(origin) = &self.origin else { return Vec::new() };
        let is_leading = |column: &usize| self.directions.iter().any(|direction| direction.leading == *column);
        let determined = (0..self.dimensions).filter(|column| !is_leading(column));
        determined.map(|column| self.equation(column, origin)).collect()
    }

    fn equation(&self, column: usize, origin: &[BigInt]) -> Equation {
        let mut factors = vec![BigRational::zero(); self.dimensions];
        factors[column] = BigRational::one();
        for direction in &self.directions {
            factors[direction.leading] = -direction.row[column].clone();
        }
        let common = factors.iter().fold(BigInt::one(), |common, factor| lcm(&common, factor.denom()));
        let factors: Vec<BigInt> = factors.iter().map(|factor| (factor * &common).to_integer()).collect();
        let constant = -factors.iter().zip(origin).map(|(factor, value)| factor * value).sum::<BigInt>();
        Equation { factors, constant }
    }
}

/// `row -= row[column] · other`
fn subtract(row: &mut [BigRational], other: &[BigRational], column: usize) {
    let factor = row[column].clone();
    if !factor.is_zero() {
        row.iter_mut().zip(other).for_each(|(value, other)| *value -= &factor * other);
    }
}

fn lcm(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut high, mut low) = (a.clone(), b.clone());
    while !low.is_zero() {
        (high, low) = (low.clone(), high % low);
    }
    (a / high * b).abs()
}

impl Equation {
    /// The equation about terms that stand for the coordinates.
    pub fn term(&self, pool: &mut TermPool, coordinates: &[Term]) -> Term {
        let mut sum = Linear { constant: self.constant.clone(), ..Linear::default() };
        for (factor, &coordinate) in self.factors.iter().zip(coordinates) {
            sum = sum.plus(&Linear::of(pool, coordinate).times(factor));
        }
        sum.is_zero_term(pool)
    }

    /// Does it hold of these values?
    pub fn holds(&self, values: &[i64]) -> bool {
        let mut sum = self.constant.clone();
        for (factor, &value) in self.factors.iter().zip(values).filter(|(factor, _)| !factor.is_zero()) {
            sum += factor * value;
        }
        sum.is_zero()
    }

    /// Is it one that a person might have had in mind? Spaces around few states have odd ones.
    pub fn is_simple(&self) -> bool {
        self.factors.iter().all(|factor| factor.bits() <= 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(equation: &Equation, point: &[BigInt]) -> bool {
        let sum: BigInt = equation.factors.iter().zip(point).map(|(factor, value)| factor * value).sum();
        (sum + &equation.constant).is_zero()
    }

    fn point(values: &[i64]) -> Vec<BigInt> {
        values.iter().map(|&value| BigInt::from(value)).collect()
    }

    #[test]
    fn a_line_has_one_equation_in_the_plane() {
        let mut hull = Hull::empty(2);
        assert!(hull.is_empty() && hull.equations().is_empty());
        assert!(hull.add(&point(&[0, 7])));
        assert_eq!(hull.equations().len(), 2);
        assert!(hull.add(&point(&[2, 6])));
        assert!(!hull.add(&point(&[6, 4])));
        assert_eq!(hull.equations(), [Equation { factors: point(&[1, 2]), constant: BigInt::from(-14) }]);
        assert!(hull.add(&point(&[0, 0])));
        assert!(hull.equations().is_empty());
    }

    proptest! {
        /// All points satisfy all equations, and there are as many as dimensions that were not needed.
        #[test]
        fn the_points_lie_in_their_space(points in proptest::collection::vec(proptest::array::uniform4(-9i64..9), 1..6)) {
            let mut hull = Hull::empty(4);
            let grown = points.iter().filter(|values| hull.add(&point(&values[..]))).count();
            let equations = hull.equations();
            prop_assert_eq!(equations.len(), 5 - grown);
            for values in &points {
                prop_assert!(equations.iter().all(|equation| holds(equation, &point(&values[..]))));
                prop_assert!(!hull.clone().add(&point(&values[..])));
            }
        }
    }
}
