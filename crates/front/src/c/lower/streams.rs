//! The standard streams. A program gets them open, each an object of its own that is neither null nor moved (C11 7.21.1).
//!
//! In: the unit. Out: the variables that hold them. A load of one is the address of its object, whatever code that is not
//! there did in the meantime; a program that assigns one, or takes the address of its variable, is doubted (`location`).

use crate::c::hir::{GlobalId, Unit};

const NAMES: [&str; 6] = ["stdin", "stdout", "stderr", "__stdinp", "__stdoutp", "__stderrp"];

pub fn standard_streams(unit: &Unit) -> Vec<GlobalId> {
    let is_stream = |id: GlobalId| {
        let global = &unit.globals[id];
        global.is_extern && unit.types.is_pointer(global.ty) && NAMES.contains(&global.name.as_str())
    };
    unit.globals.ids().filter(|id| is_stream(*id)).collect()
}
