//! Which objects must not be written: string literals, and objects that are defined `const` (C11 6.4.5, 6.7.3).
//!
//! In: the unit and its regions. Out: for every region that has such objects, which they are. Globals and literals have
//! fixed numbers; a local gets its number when it is declared, so that only the map `@readonly` can tell it.

use invar_base::Id;
use rustc_hash::FxHashMap;

use crate::c::hir::Unit;
use crate::c::points_to::{RegionId, Regions, Storage};

/// The objects of one region that must not be written.
#[derive(Clone, Default, Debug)]
pub struct ReadOnly {
    pub has_literals: bool,
    /// Constant globals, by the numbers of their objects: ranges, both ends included.
    pub globals: Vec<(usize, usize)>,
    pub has_locals: bool,
}

pub fn read_only_objects(unit: &Unit, regions: &Regions) -> FxHashMap<RegionId, ReadOnly> {
    let mut found: FxHashMap<RegionId, ReadOnly> = FxHashMap::default();
    for (id, _) in unit.strings.iter() {
        found.entry(regions.string(id)).or_default().has_literals = true;
    }
    for (id, global) in unit.globals.iter() {
        if global.is_const
            && let Storage::Object(region) = regions.global(id)
        {
            let number = 1 + id.index();
            let ranges = &mut found.entry(region).or_default().globals;
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                Some(_) | None => ranges.push((number, number)),
            }
        }
    }
    for (function, code) in unit.functions.iter() {
        for (local, _) in code.locals.iter().filter(|(_, local)| local.is_const) {
            if code.body.is_some()
                && let Storage::Object(region) = regions.local(function, local)
            {
                found.entry(region).or_default().has_locals = true;
            }
        }
    }
    found
}
