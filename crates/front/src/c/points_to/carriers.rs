//! Addresses in integer variables: which pointers may an integer have been, that becomes a pointer again?
//!
//! Followed are variables that are assigned as a whole, by expressions of conversions, arithmetic and other variables. Whatever
//! else an integer goes through is not: the pointer that is then made of it is one of unknown origin.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Variable;
use super::graph::RegionNode;

/// What an integer is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carried {
    Pointer(RegionNode),
    Variable(Variable),
}

#[derive(Default)]
pub struct Carriers {
    assigned: FxHashMap<Variable, Vec<Carried>>,
    /// Integers that become pointers into these regions, by the variables they are computed from.
    casts: Vec<(RegionNode, Vec<Variable>)>,
    /// Variables that annotations speak of.
    observed: FxHashSet<Variable>,
}

/// What was found once all code was read.
#[derive(Default)]
pub struct Found {
    /// Regions that integers become pointers into, each with a region whose addresses these are.
    pub joins: Vec<(RegionNode, RegionNode)>,
    /// Variables that hold addresses on the way.
    pub variables: FxHashSet<Variable>,
}

impl Carriers {
    pub fn assign(&mut self, variable: Variable, carried: Vec<Carried>) {
        if !carried.is_empty() {
            self.assigned.entry(variable).or_default().extend(carried);
        }
    }

    pub fn cast(&mut self, region: RegionNode, variables: Vec<Variable>) {
        if !variables.is_empty() {
            self.casts.push((region, variables));
        }
    }

    pub fn observe(&mut self, variable: Variable) {
        self.observed.insert(variable);
    }

    /// From each cast backwards through assignments.
    pub fn find(&self) -> Found {
        let mut found = Found::default();
        for (region, variables) in &self.casts {
            let (mut stack, mut seen) = (variables.clone(), FxHashSet::default());
            let before = found.joins.len();
            while let Some(variable) = stack.pop() {
                if !seen.insert(variable) {
                    continue;
                }
                for carried in self.assigned.get(&variable).into_iter().flatten() {
                    match carried {
                        Carried::Pointer(origin) => found.joins.push((*region, *origin)),
                        Carried::Variable(other) => stack.push(*other),
                    }
                }
            }
            if found.joins.len() > before {
                found.variables.extend(seen.into_iter().filter(|variable| !self.observed.contains(variable)));
            }
        }
        found
    }
}
