//! Sorts. Like terms they are ids into the pool: equal ids mean equal sorts.

use invar_base::{Symbol, define_id};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// The sorts that every pool holds, at fixed ids.
    pub const BOOL: Sort = Sort(0);
    pub const INT: Sort = Sort(1);
    pub const REAL: Sort = Sort(2);
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    Bool,
    Int,
    Real,
    BitVec(u32),
    /// A map of one or more arguments (or none: a cell).
    Map {
        domain: Box<[Sort]>,
        range: Sort,
    },
    /// A sort about which only equality is known. Two with the same name are the same sort.
    Uninterpreted(Symbol),
    Datatype(DatatypeId),
}

define_id!(DatatypeId);

/// An algebraic datatype. Recursive ones mention their own sort in their fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Datatype {
    pub name: Symbol,
    pub constructors: Vec<Constructor>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constructor {
    pub name: Symbol,
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: Symbol,
    pub sort: Sort,
}
