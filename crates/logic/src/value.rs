//! Values: what terms denote in a model or in a run of the interpreter.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::sort::{DatatypeId, Sort};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    /// `0 <= value < 2^width`
    BitVec {
        value: BigInt,
        width: u32,
    },
    Map(Arc<MapValue>),
    /// An element of an uninterpreted sort; different indices are different elements.
    Element {
        sort: Sort,
        index: u32,
    },
    Data {
        datatype: DatatypeId,
        constructor: u32,
        fields: Vec<Value>,
    },
}

/// A map that differs from its default at finitely many indices.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapValue {
    pub entries: BTreeMap<Vec<Value>, Value>,
    pub default: MapDefault,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MapDefault {
    /// Every other index holds this value.
    Value(Value),
}
