//! Where the things of the source lie in the lowered program: what it takes to read a recorded run as a run of the source.

use std::collections::BTreeMap;

use invar_logic::VarId;

use super::program::{Closure, Cx, LeafVars, MapKey, Open, VarStorage};
use crate::c::hir::{FunctionId, GlobalId};
use crate::c::points_to::RegionId;

/// See the header of `program` for the encoding.
#[derive(Clone, Debug)]
pub struct Layout {
    pub closure: Closure,
    pub live: VarId,
    pub size: VarId,
    pub maps: BTreeMap<(RegionId, MapKey), VarId>,
    /// The variables of globals that are not objects.
    pub globals: BTreeMap<GlobalId, Vec<LeafVars>>,
    /// Numbers of objects: globals from 1, strings, functions, labels and standard streams, all others.
    pub first_string: i64,
    pub first_function: i64,
    pub first_label: i64,
    pub first_free: i64,
    /// The leaves of the parameters, in the order of the implementation's inputs.
    pub ins: BTreeMap<FunctionId, Vec<Vec<LeafVars>>>,
    /// What the program leaves open, by the variable that is given any value.
    pub open: BTreeMap<VarId, Open>,
}

impl Cx<'_> {
    pub fn layout(&self) -> Layout {
        let plain = |(id, storage): (GlobalId, &VarStorage)| match storage {
            VarStorage::Plain(leaves) => Some((id, leaves.to_vec())),
            VarStorage::Object(..) => None,
        };
        Layout {
            closure: self.closure,
            live: self.live,
            size: self.size,
            maps: self.maps.by_key.iter().map(|(key, var)| (*key, *var)).collect(),
            globals: self.globals.iter().filter_map(plain).collect(),
            first_string: self.numbers.first_string as i64,
            first_function: self.numbers.first_function as i64,
            first_label: self.numbers.first_label as i64,
            first_free: self.numbers.first_free as i64,
            ins: self.procedures.impl_formals.clone(),
            open: self.open.clone(),
        }
    }
}
