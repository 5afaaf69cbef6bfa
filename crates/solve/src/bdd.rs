//! Sets of truth assignments as binary decision diagrams: our few operations over the library.
//!
//! A [`Space`] has a fixed number of variables, in a fixed order; sets of one space compare by identity of their diagrams.
//! Diagrams may outgrow the memory set aside for them: every operation that builds one says so by [`Exhausted`].

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::OptBool;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef, Subst,
};

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

/// Variables to be forgotten.
#[derive(Clone)]
pub struct Variables(BCDDFunction);

/// Variables that take the place of others.
pub struct Renaming(Subst<BCDDFunction>);

/// A set of truth assignments. Equal exactly if it is the same set of the same space.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(BCDDFunction);

impl Space {
    pub fn new(variables: usize) -> Result<Space, Exhausted> {
        Space::with_nodes(variables, NODES, REMEMBERED)
    }

    /// The diagrams may have this many nodes together, and this many results are remembered.
    pub fn with_nodes(variables: usize, nodes: usize, remembered: usize) -> Result<Space, Exhausted> {
        let count = u32::try_from(variables).map_err(|_| Exhausted)?;
        let manager = oxidd::bcdd::new_manager(nodes, remembered, 1);
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

    /// The assignments in which the variable is true.
    pub fn variable(&self, variable: usize) -> Set {
        Set(self.variables[variable].clone())
    }

    pub fn variables_of(&self, variables: impl IntoIterator<Item = usize>) -> Result<Variables, Exhausted> {
        self.conjunction(variables.into_iter().map(|variable| (variable, true))).map(|Set(cube)| Variables(cube))
    }

    /// Replaces the first of each pair by the second, all at once.
    pub fn renaming(&self, pairs: impl IntoIterator<Item = (usize, usize)>) -> Renaming {
        let pairs = pairs.into_iter().map(|(from, to)| (from as u32, self.variables[to].clone()));
        let (variables, replacements): (Vec<u32>, Vec<BCDDFunction>) = pairs.unzip();
        Renaming(Subst::new(variables, replacements))
    }

    /// How many nodes there are, those that nobody uses any more included.
    pub fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// Frees the nodes that nobody uses any more.
    pub fn collect(&self) {
        self.manager.with_manager_shared(|manager| manager.gc());
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

    /// The assignments that are members for some values of the variables.
    pub fn exists(&self, variables: &Variables) -> Result<Set, Exhausted> {
        self.0.exists(&variables.0).map(Set).map_err(|_| Exhausted)
    }

    /// `self.and(other)?.exists(variables)`, without the intermediate set.
    pub fn and_exists(&self, other: &Set, variables: &Variables) -> Result<Set, Exhausted> {
        self.0.apply_exists(BooleanOperator::And, &other.0, &variables.0).map(Set).map_err(|_| Exhausted)
    }

    pub fn rename(&self, renaming: &Renaming) -> Result<Set, Exhausted> {
        self.0.substitute(&renaming.0).map(Set).map_err(|_| Exhausted)
    }

    /// The assignments that are members of both or of none.
    pub fn iff(&self, other: &Set) -> Result<Set, Exhausted> {
        self.0.equiv(&other.0).map(Set).map_err(|_| Exhausted)
    }

    /// The first variable that membership depends on, with the members where it is true and those where it is false. `None` if it depends on
    /// none.
    pub fn decision(&self) -> Option<(usize, Set, Set)> {
        // The order of the variables never changes, so a level is a variable.
        let level = self.0.with_manager_shared(|manager, edge| manager.get_node(edge).level());
        let (yes, no) = self.0.cofactors()?;
        Some((level as usize, Set(yes), Set(no)))
    }

    /// The number of nodes of its diagram.
    pub fn size(&self) -> usize {
        self.0.node_count()
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
    fn variables_are_forgotten_and_renamed() -> Result<(), Exhausted> {
        let space = Space::new(3)?;
        let equal = space.variable(0).iff(&space.variable(1))?;
        let first = space.variables_of([0])?;
        assert!(equal.exists(&first)? == space.all());
        assert!(equal.and_exists(&space.variable(0), &first)? == space.variable(1));
        let swapped = space.conjunction([(0, true), (1, false)])?.rename(&space.renaming([(0, 1), (1, 0)]))?;
        assert!(swapped == space.conjunction([(0, false), (1, true)])?);
        assert!(equal.size() > space.variable(0).size());
        let decided = Some((0, space.variable(1), space.variable(1).not()?));
        assert!(equal.decision() == decided && space.all().decision().is_none());
        space.collect();
        assert!(space.nodes() > 0);
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
