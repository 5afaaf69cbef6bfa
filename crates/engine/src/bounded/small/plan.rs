//! What a run is to choose: values for its first choices, and a rule for the rest.

use invar_logic::Value;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Plan {
    pub picks: Vec<Pick>,
    pub tail: Tail,
}

/// One choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// The candidate at that position, the plainest first.
    Rank(u32),
    /// This value, or a branch by its position.
    Value(Value),
}

/// Choices after the picks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tail {
    /// The candidate at the position.
    Rank(u32),
    /// The largest number that is tried.
    Largest,
    Random(u64),
}

impl Default for Tail {
    fn default() -> Tail {
        Tail::Rank(0)
    }
}

/// A choice that a run made.
#[derive(Clone, Debug)]
pub struct Made {
    /// How many candidates there were.
    pub count: u32,
    pub value: Value,
}

impl Plan {
    pub fn with_tail(tail: Tail) -> Plan {
        Plan { picks: Vec::new(), tail }
    }

    /// The plan with the plainest choices up to a position, and another one there.
    pub fn extended(&self, position: usize, rank: u32) -> Plan {
        let mut picks = self.picks.clone();
        picks.resize(position, Pick::Rank(0));
        picks.push(Pick::Rank(rank));
        Plan { picks, tail: self.tail }
    }

    /// The same choices again, by value.
    pub fn repeat(made: &[Made], tail: Tail) -> Plan {
        Plan { picks: made.iter().map(|made| Pick::Value(made.value.clone())).collect(), tail }
    }
}
