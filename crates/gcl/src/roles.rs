//! What variables are to the front end that made them. Engines ask here, and never look at names.

use std::sync::Arc;

use invar_logic::{TermPool, VarId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// See the module header.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// A variable of the text, or a number that is part of one.
    #[default]
    Value,
    /// The value of a global on entry to the procedure.
    Old,
    /// Which object a pointer points into.
    Object,
    /// Where in its object a pointer points.
    Offset,
    /// Stands for a floating value.
    Float,
    /// The object that a variable of the text lies in.
    Address,
    /// Cells of objects: a map from objects and offsets.
    Memory,
    /// A value that comes from outside and has a name for people: the result of a function that nobody sees.
    Chosen,
    /// Holds a value that the text does not name, such as an operand.
    Temporary,
    /// What the front end itself keeps about memory: which objects live, and how large they are.
    Bookkeeping,
}

/// The variables that are not listed are variables of the text.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// Many programs share them: those of which callers are asked something, and slices.
    roles: Arc<FxHashMap<VarId, Role>>,
    ranges: Arc<FxHashMap<VarId, (BigInt, BigInt)>>,
}

impl Roles {
    pub fn set(&mut self, var: VarId, role: Role) {
        Arc::make_mut(&mut self.roles).insert(var, role);
    }

    /// A quantified variable, or every element of a map, has the values of a type.
    pub fn set_range(&mut self, var: VarId, low: BigInt, high: BigInt) {
        Arc::make_mut(&mut self.ranges).insert(var, (low, high));
    }

    /// A variant or copy has the role of its variable.
    pub fn of(&self, pool: &TermPool, var: VarId) -> Role {
        self.roles.get(&pool.root(var)).copied().unwrap_or_default()
    }

    /// The least and the greatest value of a quantified variable, of what stands for it, or of a map's elements.
    pub fn range(&self, pool: &TermPool, var: VarId) -> Option<&(BigInt, BigInt)> {
        self.ranges.get(&pool.root(var))
    }

    /// Does it hold a value that the text does not name? A copy of a variable does.
    pub fn is_made_up(&self, pool: &TermPool, var: VarId) -> bool {
        pool.root(var) != var || self.of(pool, var) != Role::Value
    }

    /// Does its value mean nothing to a reader?
    pub fn is_internal(&self, pool: &TermPool, var: VarId) -> bool {
        pool.root(var) != var || !matches!(self.of(pool, var), Role::Value | Role::Old | Role::Chosen)
    }

    pub fn is_offset(&self, pool: &TermPool, var: VarId) -> bool {
        self.of(pool, var) == Role::Offset
    }
}
