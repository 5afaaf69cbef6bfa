//! The linear equations that hold in all states seen: points in, the smallest affine space around them out.
//!
//! Karr's domain, grown from models as `abstraction::core` grows clauses: ask for a state outside the space, add it, and ask
//! again. Each state adds a dimension, so there are at most as many questions as variables, and two more.
//!
//! A space is its equations. Each says what one coordinate is, in terms of coordinates before it that no equation is about; so
//! it is the reduced echelon form of the space, and the same whatever the order of the points. A point outside takes away the
//! first equation that it violates, and the others are corrected by it. An equation whose numbers grow too large is
//! forgotten: the space is larger then than it need be.

use invar_logic::{Term, TermPool};
use num_bigint::BigInt;
use num_integer::Integer;

use crate::linear::Linear;

#[derive(Clone, Debug)]
pub struct Hull {
    dimensions: usize,
    /// `None` as long as no point is known. In the order of the coordinates that they are about.
    equations: Option<Vec<Equation>>,
}

/// `Σ factorᵢ·xᵢ + constant == 0`. The last factor that is not zero is positive, and the factors have no common divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    pub factors: Vec<i128>,
    pub constant: i128,
}

impl Hull {
    /// No point.
    pub fn empty(dimensions: usize) -> Hull {
        Hull { dimensions, equations: None }
    }

    pub fn is_empty(&self) -> bool {
        self.equations.is_none()
    }

    /// Every point.
    pub fn full() -> Hull {
        Hull { dimensions: 0, equations: Some(Vec::new()) }
    }

    /// The smallest space around this one and the point. Did it grow?
    pub fn add(&mut self, point: &[i128]) -> bool {
        let Some(equations) = &mut self.equations else {
            let dimensions = 0..self.dimensions;
            self.equations = Some(dimensions.filter_map(|column| Equation::at(column, point)).collect());
            return true;
        };
        let Some(first) = equations.iter().position(|equation| equation.value(point) != Some(0)) else { return false };
        let violated = equations.remove(first);
        let rest = equations.split_off(first);
        match violated.value(point) {
            Some(by) => equations.extend(rest.into_iter().filter_map(|other| other.corrected(point, &violated, by))),
            None => equations.extend(rest.into_iter().filter(|other| other.value(point) == Some(0))),
        }
        true
    }

    /// Equations that describe the space: one for each coordinate that others determine.
    pub fn equations(&self) -> &[Equation] {
        self.equations.as_deref().unwrap_or(&[])
    }
}

impl Equation {
    /// The coordinate is that of the point.
    fn at(column: usize, point: &[i128]) -> Option<Equation> {
        let mut factors = vec![0; point.len()];
        factors[column] = 1;
        Some(Equation { factors, constant: point[column].checked_neg()? })
    }

    /// The left side at the point, if it is not too large.
    fn value(&self, point: &[i128]) -> Option<i128> {
        let parts = self.factors.iter().zip(point).filter(|(factor, _)| **factor != 0);
        let mut parts = parts.map(|(factor, value)| factor.checked_mul(*value));
        parts.try_fold(self.constant, |sum, part| sum.checked_add(part?)).filter(has_opposite)
    }

    /// The equation that the point satisfies, and every point that satisfied this one and the violated one, whose left side
    /// is `by` there.
    fn corrected(self, point: &[i128], violated: &Equation, by: i128) -> Option<Equation> {
        let own = self.value(point)?;
        if own == 0 {
            return Some(self);
        }
        // Of the two multiples, the one of this equation is positive, and so its last factor stays so.
        let common = own.gcd(&by);
        let (times, less) = (by / common, own / common);
        let (times, less) = if times < 0 { (-times, -less) } else { (times, less) };
        let minus =
            |own: i128, other: i128| times.checked_mul(own)?.checked_sub(less.checked_mul(other)?).filter(has_opposite);
        let factors = self.factors.iter().zip(&violated.factors);
        let factors = factors.map(|(&own, &other)| minus(own, other)).collect::<Option<Vec<i128>>>()?;
        let constant = minus(self.constant, violated.constant)?;
        let divisor = factors.iter().fold(0, |divisor: i128, factor| divisor.gcd(factor));
        Some(Equation {
            factors: factors.iter().map(|factor| factor / divisor).collect(),
            constant: constant / divisor,
        })
    }

    /// The equation about terms that stand for the coordinates.
    pub fn term(&self, pool: &mut TermPool, coordinates: &[Term]) -> Term {
        let mut sum = Linear { constant: self.constant.into(), ..Linear::default() };
        for (&factor, &coordinate) in self.factors.iter().zip(coordinates).filter(|(factor, _)| **factor != 0) {
            sum = sum.plus(&Linear::of(pool, coordinate).times(&BigInt::from(factor)));
        }
        sum.is_zero_term(pool)
    }

    /// Is it one that a person might have had in mind? Spaces around few states have odd ones.
    pub fn is_simple(&self) -> bool {
        self.factors.iter().all(|factor| factor.unsigned_abs() < 1 << 10)
    }
}

/// One number of the type has none.
fn has_opposite(number: &i128) -> bool {
    *number != i128::MIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(equation: &Equation, point: &[i128]) -> bool {
        let sum: i128 = equation.factors.iter().zip(point).map(|(factor, value)| factor * value).sum();
        sum + equation.constant == 0
    }

    #[test]
    fn a_line_has_one_equation_in_the_plane() {
        let mut hull = Hull::empty(2);
        assert!(hull.is_empty() && hull.equations().is_empty());
        assert!(hull.add(&[0, 7]));
        assert_eq!(hull.equations().len(), 2);
        assert!(hull.add(&[2, 6]));
        assert!(!hull.add(&[6, 4]));
        assert_eq!(hull.equations(), [Equation { factors: vec![1, 2], constant: -14 }]);
        assert!(hull.add(&[0, 0]));
        assert!(hull.equations().is_empty());
    }

    #[test]
    fn what_is_too_large_is_forgotten() {
        let mut hull = Hull::empty(2);
        assert!(hull.add(&[i128::MAX, 1]) && hull.add(&[i128::MIN, 2]));
        assert!(hull.equations().is_empty());
        let mut hull = Hull::empty(2);
        assert!(hull.add(&[i128::MIN, 1]));
        assert_eq!(hull.equations(), [Equation { factors: vec![0, 1], constant: -1 }]);
    }

    proptest! {
        /// All points satisfy all equations, and there are as many as dimensions that were not needed.
        #[test]
        fn the_points_lie_in_their_space(points in proptest::collection::vec(proptest::array::uniform4(-9i128..9), 1..6)) {
            let mut hull = Hull::empty(4);
            let grown = points.iter().filter(|values| hull.add(&values[..])).count();
            let equations = hull.equations();
            prop_assert_eq!(equations.len(), 5 - grown);
            for values in &points {
                prop_assert!(equations.iter().all(|equation| holds(equation, &values[..])));
                prop_assert!(!hull.clone().add(&values[..]));
            }
        }
    }
}
