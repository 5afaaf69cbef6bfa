//! Clauses over numbered predicates, and the truth assignments that falsify them (FQ02 §5).

/// One bit per predicate.
pub type Bits = u128;

/// How many predicates an abstraction may have.
pub const MOST_PREDICATES: usize = Bits::BITS as usize;

/// Predicate number `predicate`, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal {
    pub predicate: usize,
    pub positive: bool,
}

/// A disjunction of literals, no predicate twice. The empty clause is false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Clause {
    positive: Bits,
    negative: Bits,
}

/// The truth of the predicates in one state. A prover's model may leave some open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cube {
    truths: Bits,
    known: Bits,
}

impl Clause {
    /// The clause that no state satisfies.
    pub const FALSE: Clause = Clause { positive: 0, negative: 0 };

    pub fn of(literals: impl IntoIterator<Item = Literal>) -> Clause {
        literals.into_iter().fold(Clause::FALSE, Clause::with)
    }

    /// Each of the predicates and its negation: no clause, but a set of literals to choose from.
    pub fn every_literal(predicates: Bits) -> Clause {
        Clause { positive: predicates, negative: predicates }
    }

    pub fn with(self, literal: Literal) -> Clause {
        let bit = 1 << literal.predicate;
        match literal.positive {
            true => Clause { positive: self.positive | bit, ..self },
            false => Clause { negative: self.negative | bit, ..self },
        }
    }

    pub fn without(self, literal: Literal) -> Clause {
        let bit: Bits = 1 << literal.predicate;
        match literal.positive {
            true => Clause { positive: self.positive & !bit, ..self },
            false => Clause { negative: self.negative & !bit, ..self },
        }
    }

    pub fn union(self, other: Clause) -> Clause {
        Clause { positive: self.positive | other.positive, negative: self.negative | other.negative }
    }

    pub fn intersection(self, other: Clause) -> Clause {
        Clause { positive: self.positive & other.positive, negative: self.negative & other.negative }
    }

    pub fn difference(self, other: Clause) -> Clause {
        Clause { positive: self.positive & !other.positive, negative: self.negative & !other.negative }
    }

    pub fn len(self) -> usize {
        (self.positive.count_ones() + self.negative.count_ones()) as usize
    }

    pub fn is_empty(self) -> bool {
        self.positive | self.negative == 0
    }

    /// It has a predicate together with its negation. No clause has; a union of two may.
    pub fn is_trivial(self) -> bool {
        self.positive & self.negative != 0
    }

    /// Its literals are among the other's, so it implies the other.
    pub fn subsumes(self, other: Clause) -> bool {
        self.positive & !other.positive == 0 && self.negative & !other.negative == 0
    }

    /// In the order of the predicates.
    pub fn literals(self) -> impl Iterator<Item = Literal> {
        let all = self.positive | self.negative;
        Ones(all).map(move |predicate| Literal { predicate, positive: self.positive >> predicate & 1 == 1 })
    }

    /// The predicates it mentions.
    pub fn predicates(self) -> Bits {
        self.positive | self.negative
    }
}

impl Cube {
    pub fn new(values: impl IntoIterator<Item = Option<bool>>) -> Cube {
        let mut cube = Cube::default();
        for (predicate, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                cube.known |= 1 << predicate;
                cube.truths |= Bits::from(value) << predicate;
            }
        }
        cube
    }

    pub fn value(self, predicate: usize) -> Option<bool> {
        (self.known >> predicate & 1 == 1).then_some(self.truths >> predicate & 1 == 1)
    }

    /// Is every literal of the clause false?
    pub fn falsifies(self, clause: Clause) -> bool {
        clause.positive & !(self.known & !self.truths) == 0 && clause.negative & !(self.known & self.truths) == 0
    }

    /// The literals that are true, in the order of the predicates.
    pub fn literals(self) -> impl Iterator<Item = Literal> {
        Ones(self.known).map(move |predicate| Literal { predicate, positive: self.truths >> predicate & 1 == 1 })
    }

    pub fn with(self, literal: Literal) -> Cube {
        let bit: Bits = 1 << literal.predicate;
        let truths = if literal.positive { self.truths | bit } else { self.truths & !bit };
        Cube { truths, known: self.known | bit }
    }

    /// What it leaves open of these predicates is false.
    pub fn or_false(self, predicates: Bits) -> Cube {
        Cube { truths: self.truths, known: self.known | predicates }
    }

    /// The disjunction of the literals that are true.
    pub fn satisfied(self) -> Clause {
        Clause { positive: self.known & self.truths, negative: self.known & !self.truths }
    }

    /// The largest clause that the cube falsifies.
    pub fn excluded(self) -> Clause {
        Clause { positive: self.known & !self.truths, negative: self.known & self.truths }
    }
}

/// The positions of the bits that are set, lowest first.
struct Ones(Bits);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let position = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(position)
    }
}
