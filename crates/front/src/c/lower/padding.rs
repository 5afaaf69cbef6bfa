//! The bytes of a record between its members: what they hold after the record is assigned, C leaves open (C11 6.2.6.1p6),
//! and compilers use that. Seen only in regions of bytes; elsewhere they do not exist.

use invar_base::Id;
use rustc_hash::FxHashSet;

use super::code::{Body, Pointer};
use super::location::{Base, Location};
use super::views::is_character;
use crate::c::points_to::Mode;
use crate::c::types::{ArrayLength, Type, TypeId, Types};

/// Records with more bytes are not looked at in detail.
const MOST_BYTES: u64 = 4096;

impl Body<'_, '_> {
    /// A record was assigned or initialised: its padding holds anything, if somebody looks at single bytes.
    pub fn forget_padding(&mut self, location: &Location, ty: TypeId) {
        let Base::Flat { region, object, offset, .. } = location.base else { return };
        let types = &self.cx.unit.types;
        let is_seen = self.cx.regions.regions()[region].types.iter().any(|ty| is_character(types, *ty));
        if self.mode(region) != Mode::Bytes || !is_seen {
            return;
        }
        let Some(gaps) = gaps(&self.cx.unit.types, ty) else {
            return self.doubt("bytes between the members of a very large record".to_string());
        };
        if !gaps.is_empty() {
            self.approximate("bytes between the members of a record");
            self.forget_bytes(region, Pointer { object, offset }, &gaps);
        }
    }
}

/// Bytes that belong to no scalar, as ranges: first and after the last. `None` for records that are too large.
fn gaps(types: &Types, ty: TypeId) -> Option<Vec<(u64, u64)>> {
    if !has_gaps(types, ty) {
        return Some(Vec::new());
    }
    let size = types.size_of(ty).filter(|size| *size <= MOST_BYTES)?;
    let mut used = vec![false; size as usize];
    mark(types, ty, 0, &mut used);
    let mut gaps: Vec<(u64, u64)> = Vec::new();
    for at in (0..size).filter(|at| !used[*at as usize]) {
        match gaps.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            Some(_) | None => gaps.push((at, at + 1)),
        }
    }
    Some(gaps)
}

/// Is there padding anywhere, by the sizes of members?
fn has_gaps(types: &Types, ty: TypeId) -> bool {
    let (mut open, mut seen) = (vec![ty], FxHashSet::default());
    while let Some(ty) = open.pop() {
        match types.get(ty) {
            Type::Array { element, .. } => open.push(*element),
            Type::Record(record) if seen.insert(record.index()) => {
                let fields = types.fields(*record);
                let sizes = || fields.iter().map(|field| types.size_of(field.ty).unwrap_or(0));
                let filled = if types.records[*record].is_union { sizes().max() } else { Some(sizes().sum()) };
                if fields.iter().any(|field| field.bits.is_some()) || filled != types.size_of(ty) {
                    return true;
                }
                open.extend(fields.iter().map(|field| field.ty));
            }
            _ => {}
        }
    }
    false
}

/// Marks the bytes of the scalars in an object at an offset.
fn mark(types: &Types, ty: TypeId, at: u64, used: &mut [bool]) {
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Known(length) } => {
            let step = types.size_of(*element).unwrap_or(1);
            (0..*length).for_each(|number| mark(types, *element, at + number * step, used));
        }
        Type::Record(record) => {
            for field in types.fields(*record) {
                let at = at + field.offset;
                match field.bits {
                    Some(bits) => fill(
                        used,
                        at + u64::from(bits.start / 8),
                        at + u64::from((bits.start + bits.width).div_ceil(8)),
                    ),
                    None => mark(types, field.ty, at, used),
                }
            }
        }
        _ => fill(used, at, at + types.size_of(ty).unwrap_or(0)),
    }
}

fn fill(used: &mut [bool], first: u64, end: u64) {
    let end = end.min(used.len() as u64);
    used[first.min(end) as usize..end as usize].fill(true);
}
