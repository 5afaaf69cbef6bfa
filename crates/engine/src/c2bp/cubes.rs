//! Cubes over the boolean variables of a procedure (BMMR01 §4.1): conjunctions of literals, as sets of bits, and their enumeration
//! by increasing length (§5.2).

/// At most this many predicates are in scope of one procedure.
pub const MOST: usize = 64;

/// A conjunction: these variables are true, those are false. No variable is in both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cube {
    pub positive: u64,
    pub negative: u64,
}

impl Cube {
    /// Is every literal of the other one a literal of this?
    pub fn contains(self, other: Cube) -> bool {
        self.positive & other.positive == other.positive && self.negative & other.negative == other.negative
    }

    /// Does it hold where exactly these variables are true?
    pub fn holds(self, valuation: u64) -> bool {
        valuation & self.positive == self.positive && valuation & self.negative == 0
    }

    #[must_use]
    pub fn with(self, variable: usize, value: bool) -> Cube {
        let bit = 1 << variable;
        match value {
            true => Cube { positive: self.positive | bit, ..self },
            false => Cube { negative: self.negative | bit, ..self },
        }
    }

    #[must_use]
    pub fn without(self, variable: usize) -> Cube {
        let rest = !(1 << variable);
        Cube { positive: self.positive & rest, negative: self.negative & rest }
    }

    /// The literals of both, if they do not contradict each other.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let both = Cube { positive: self.positive | other.positive, negative: self.negative | other.negative };
        (both.positive & both.negative == 0).then_some(both)
    }

    /// Its literals by variable.
    pub fn literals(self) -> impl Iterator<Item = (usize, bool)> {
        let both = self.positive | self.negative;
        (0..MOST).filter(move |at| both >> at & 1 == 1).map(move |at| (at, self.positive >> at & 1 == 1))
    }
}

/// Shows all cubes of a length over these variables, in a fixed order, until `visit` says stop.
pub fn of_length(variables: &[usize], length: usize, visit: &mut dyn FnMut(Cube) -> bool) -> bool {
    extend(variables, length, Cube::default(), visit)
}

fn extend(variables: &[usize], length: usize, cube: Cube, visit: &mut dyn FnMut(Cube) -> bool) -> bool {
    if length == 0 {
        return visit(cube);
    }
    for (at, &variable) in variables.iter().enumerate() {
        let rest = &variables[at + 1..];
        if rest.len() + 1 < length {
            return true;
        }
        for value in [true, false] {
            if !extend(rest, length - 1, cube.with(variable, value), visit) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cubes_of_a_length_are_shown_once() {
        for (length, expected) in [(0, 1), (1, 6), (2, 12), (3, 8), (4, 0)] {
            let mut seen = std::collections::BTreeSet::new();
            of_length(&[0, 2, 5], length, &mut |cube| seen.insert(cube));
            assert_eq!(seen.len(), expected);
            assert!(seen.iter().all(|cube| cube.literals().count() == length));
        }
    }

    #[test]
    fn a_cube_holds_where_its_literals_do() {
        let cube = Cube::default().with(1, true).with(3, false);
        assert!(cube.holds(0b0010) && cube.holds(0b0111) && !cube.holds(0b1010) && !cube.holds(0b0001));
        assert!(cube.with(0, true).contains(cube) && !cube.contains(cube.with(0, true)));
    }
}
