//! How large objects are whose type does not say it: arrays of unknown length that are defined elsewhere, and records
//! that end in a flexible member.

use super::code::Body;
use super::program::VarStorage;
use super::shape::cells;
use crate::c::hir::{Global, GlobalId, InitEntry, InitValue, Step};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, Type, TypeId, Types};
use invar_logic::Term;

impl Body<'_, '_> {
    /// The size of a global's object, in units of its region; `None` if only its definition elsewhere says it.
    pub fn global_units(&self, id: GlobalId, region: RegionId) -> Option<u64> {
        let global = &self.cx.unit.globals[id];
        let types = &self.cx.unit.types;
        if !types.ends_open(global.ty) {
            return self.units(region, global.ty);
        }
        if global.is_extern {
            return None;
        }
        match self.mode(region) {
            Mode::Elements(_) | Mode::Bytes => {
                let counted = |ty: TypeId| types.size_of(ty);
                initialised(self, global, &counted, &|record, number| field_offset(types, record, number))
            }
            Mode::Cells => {
                let counted = |ty: TypeId| cells(types, ty);
                initialised(self, global, &counted, &|record, number| super::shape::field_cell(types, record, number))
            }
        }
    }

    /// An access beyond what is known of an array that is defined elsewhere may be fine: it is not refuted.
    pub fn spare_unknown_extent(&mut self, region: RegionId, object: Term, start: Term, inside: Term) {
        for id in self.cx.unmeasured.clone() {
            let VarStorage::Object(home, number) = self.cx.globals[id].clone() else { continue };
            if home != region {
                continue;
            }
            let zero = self.int(0);
            let pool = self.pool();
            let (other, before) = (pool.ne(object, number), pool.lt(start, zero));
            let known = pool.or(&[other, before, inside]);
            self.approximate_unless(known, "an array of unknown length");
        }
    }
}

/// The size of the type, or as far as the initialiser of its last member reaches.
fn initialised(
    body: &Body<'_, '_>,
    global: &Global,
    size: &dyn Fn(TypeId) -> Option<u64>,
    field: &dyn Fn(TypeId, u32) -> Option<u64>,
) -> Option<u64> {
    let whole = size(global.ty).unwrap_or(0);
    let reach = |entry: &InitEntry| reach(body, global.ty, entry, size, field).unwrap_or(0);
    Some(global.init.entries.iter().map(reach).max().unwrap_or(0).max(whole))
}

/// Where the part of an object that an entry of its initialiser sets ends.
fn reach(
    body: &Body<'_, '_>,
    ty: TypeId,
    entry: &InitEntry,
    size: &dyn Fn(TypeId) -> Option<u64>,
    field: &dyn Fn(TypeId, u32) -> Option<u64>,
) -> Option<u64> {
    let types = &body.cx.unit.types;
    let (mut at, mut ty) = (0, ty);
    for step in &entry.path {
        match (step, types.get(ty)) {
            (Step::Field(number), Type::Record(id)) => {
                at += field(ty, *number)?;
                ty = types.fields(*id).get(*number as usize)?.ty;
            }
            (Step::Index(index) | Step::Range(_, index), Type::Array { element, .. }) => {
                at += index.checked_mul(size(*element)?)?;
                ty = *element;
            }
            (Step::Field(_) | Step::Index(_) | Step::Range(..), _) => return None,
        }
    }
    match (&entry.value, types.get(ty)) {
        (InitValue::String(id), Type::Array { element, length: ArrayLength::Unknown }) => {
            Some(at + (body.cx.unit.strings[*id].units.len() as u64).checked_mul(size(*element)?)?)
        }
        (InitValue::String(_) | InitValue::Expr(_), _) => Some(at + size(ty)?),
    }
}

fn field_offset(types: &Types, record: TypeId, number: u32) -> Option<u64> {
    let Type::Record(id) = types.get(record) else { return None };
    Some(types.fields(*id).get(number as usize)?.offset)
}

/// Does a member end with the record, in every view of it?
pub fn is_last(types: &Types, record: TypeId, number: u32) -> bool {
    let Type::Record(id) = types.get(record) else { return false };
    types.records[*id].is_union || number as usize + 1 == types.fields(*id).len()
}
