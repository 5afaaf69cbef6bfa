//! From the typed program to guarded commands: the last step of the C front end (`DESIGN.md` §7).
//!
//! Reading order: `ints` (arithmetic), `shape` (types taken apart), `views` (memory that is reached in two ways),
//! `readonly` (objects that must not be written), `streams` (the standard ones), `program` (variables, objects and maps that all functions share), `names`
//! (what the source calls them), `scopes`, `code` (blocks under construction), `extent` (sizes that types do not say), `writable`
//! (may an object be written?), `location` (where a place lies), `note` (stores that show elsewhere), `memory` (loads,
//! stores, objects), `older` (pointers in memory are older than what is made later), `made_up` (pointers from integers), `markers` (pointers in bytes), `bytes`, `init`, `spec`
//! (annotations, with `sets`, `frame` and `triggers`), `expr` (expressions), `unseen` (code that is not there), `assigns` (what
//! contracts let functions write), `format`, `reads` and
//! `known` (library functions by what the standard says of them), `arguments` (of `main`), `blocks` (of memory), `library`,
//! `bits`, `call`, `jumps` (ways out of scopes), `stmt`, `entry` (what holds when a function is entered), `separation` (what its callers could be asked for), `later` and `alias` (what is written in one view
//! shows in the others), `function` (one function to a procedure). `lower` below is the driver.

mod ints;
pub mod shape;
mod views;
mod readonly;
mod streams;
mod program;
mod names;
mod layout;
mod written;
mod scopes;
mod code;
mod extent;
mod writable;
mod location;
mod note;
mod memory;
mod older;
mod made_up;
mod markers;
mod bytes;
mod init;
mod sets;
mod frame;
mod triggers;
mod spec;
mod expr;
mod unseen;
mod assigns;
mod format;
mod reads;
mod known;
mod arguments;
mod blocks;
mod padding;
mod library;
mod bits;
mod call;
mod jumps;
mod stmt;
mod entry;
mod separation;
mod later;
mod alias;
mod function;

use invar_gcl::Program;

use super::hir::{Function, FunctionId, Unit};
use super::options::Options;
use super::points_to::Regions;

pub use layout::Layout;
pub use program::{Closure, LeafVars, MapKey, Open, Part};

/// The functions that are verified for all arguments, although the program starts at `main`: those with a contract.
pub fn verified_beside(unit: &Unit, options: &Options, main: FunctionId) -> Vec<FunctionId> {
    let counts = |id: FunctionId, function: &Function| {
        id != main && function.body.is_some() && function.contract.is_some() && !function.is_library
    };
    let functions = unit.functions.iter().filter(|_| options.property.is_none());
    functions.filter(|(id, function)| counts(*id, function)).map(|(id, _)| id).collect()
}

/// The whole unit. Functions with a body become procedures with an implementation, `Program::targets` says which of
/// them are to be verified.
pub fn lower(unit: &Unit, regions: &Regions, options: &Options, closure: Closure) -> (Program, Layout) {
    let mut cx = program::Cx::new(unit, regions, options, closure);
    function::declare_all(&mut cx);
    let mut functions = function::define_all(&mut cx);
    alias::show_writes(&mut cx, &mut functions);
    function::add_bodies(&mut cx, functions);
    function::finish(cx)
}
