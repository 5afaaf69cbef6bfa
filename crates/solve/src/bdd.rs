//! Sets of truth assignments as binary decision diagrams: our few operations over the library.
//!
//! A [`Space`] has a fixed number of variables, in a fixed order; sets of one space compare by identity of their diagrams.
//! Diagrams may outgrow the memory set aside for them: every operation that builds one says so by [`Exhausted`].

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::OptBool;
use oxidd::{BooleanFunction, Manager, ManagerRef};

/// How many nodes the diagrams of one space may have together; enough for any function of 20 variables.
const NODES: usize = 1 << 18;

/// How many results of operations are remembered.
const REMEMBERED: usize = 1 << 14;

/// The diagrams need more memory than was set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// The truth assignments to a number of variables.
#[derive(Clone)]
pub struct Space {
    /// The diagrams of the single variables, in their order.
    variables: Vec<BCDDFunction>,
    manager: BCDDManagerRef,
}

/// A set of truth assignments. Equal exactly if it is the same set of the same space.
#[derive(Clone, PartialEq, Eq)]
pub struct Set(BCDDFunction);

impl Space {
    pub fn new(variables: usize) -> Result<Space, Exhausted> {
        let count = u32::try_from(variables).map_err(|_| Exhausted)?;
        let manager = oxidd::bcdd::new_manager(NODES, REMEMBERED, 1);
        let variables = manager.with_manager_exclusive(|manager| {
            manager.add_vars(count).map(|variable| BCDDFunction::var(manager, variable)).collect::<Result<Vec<_>, _>>()
        });
        Ok(Space { variables: variables.map_err(|_| Exhausted)?, manager })
    }

    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    pub fn all(&self) -> Set {
        Set(self.manager.with_manager_shared(BCDDFunction::t))
    }

    pub fn none(&self) -> Set {
        Set(self.manager.with_manager_shared(BCDDFunction::f))
    }

    /// The assignments in which every given variable has the given value.
    pub fn conjunction(&self, literals: impl IntoIterator<Item = (usize, bool)>) -> Result<Set, Exhausted> {
        let mut set = self.all();
        for (variable, value) in literals {
            let literal = Set(self.variables[variable].clone());
            set = set.and(&if value { literal } else { literal.not()? })?;
        }
        Ok(set)
    }
}

impl Set {
    pub fn and(&self, other: &Set) -> Result<Set, Exhausted> {
        self.0.and(&other.0).map(Set).map_err(|_| Exhausted)
    }

    pub fn or(&self, other: &Set) -> Result<Set, Exhausted> {
        self.0.or(&other.0).map(Set).map_err(|_| Exhausted)
    }

    pub fn not(&self) -> Result<Set, Exhausted> {
        self.0.not().map(Set).map_err(|_| Exhausted)
    }

    pub fn without(&self, other: &Set) -> Result<Set, Exhausted> {
        self.and(&other.not()?)
    }

    pub fn is_empty(&self) -> bool {
        !self.0.satisfiable()
    }

    /// A member, none if it is empty. A variable is `preferred` wherever the member may still choose, the first variables
    /// first.
    pub fn pick(&self, preferred: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
        // The order of the variables never changes, so a level is a variable.
        let cube = self.0.pick_cube(|_, _, level| preferred(level as usize))?;
        let value = |(variable, &value): (usize, &OptBool)| match value {
            OptBool::True => true,
            OptBool::False => false,
            OptBool::None => preferred(variable),
        };
        Some(cube.iter().enumerate().map(value).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() -> Result<(), Exhausted> {
        let space = Space::new(3)?;
        let first = space.conjunction([(0, true)])?;
        let mixed = space.conjunction([(0, true), (2, false)])?;
        assert!(mixed.without(&first)?.is_empty());
        assert!(first.or(&mixed)? == first && first.and(&mixed)? == mixed);
        assert!(first.or(&first.not()?)? == space.all() && space.none().is_empty());
        Ok(())
    }

    #[test]
    fn a_member_is_picked_by_preference() -> Result<(), Exhausted> {
        let space = Space::new(3)?;
        let set = space.conjunction([(1, true), (2, false)])?;
        assert_eq!(set.pick(|_| true), Some(vec![true, true, false]));
        assert_eq!(set.pick(|_| false), Some(vec![false, true, false]));
        assert_eq!(space.none().pick(|_| true), None);
        Ok(())
    }
}
