//! From the typed program to guarded commands: the last step of the C front end (decisions 21 and 22).
//!
//! Reading order, from what all functions share to single functions:
//!
//! - `ints` (arithmetic), `shape` (types taken apart), `views` (memory that is reached in two ways), `readonly` (objects that must
//!   not be written), `streams` (the standard ones), `program` (what all functions share), `names` (what the source calls it),
//!   `leaves` (variables), `maps` (of memory), `layout`, `written`;
//! - `scopes`, `code` (blocks under construction), `state` (which state a term is about), `values`, `doubts` (what is not modelled
//!   exactly);
//! - memory: `units` (what offsets count), `extent` (sizes that types do not say), `writable` (may an object be written?), `made_up`
//!   (pointers from integers), `location` (where a place lies), `note` (stores that show elsewhere), `older` (pointers in memory are
//!   older than what is made later), `bytes`, `markers` (pointers in bytes), `flat` (cells and bytes), `memory` (loads, stores,
//!   objects), `anywhere` (the same through pointers of unknown origin), `blocks`, `padding`, `arguments` (of `main`);
//! - `unseen` (code that is not there), `triggers` and `spec` (annotations), `format`, `reads` and `known` (library functions by what
//!   the standard says of them);
//! - `body` (initialisers, expressions, calls and statements), `entry` (what holds when a function is entered), `separation`, `candidate`, `sights`, `linked`, `wishes` and
//!   `conditions` (what its callers could be asked for), `later` and `alias` (what is written in one view shows in the others), `function` (one function to a
//!   procedure). `lower` below is the driver.

mod ints;
pub mod shape;
mod views;
mod readonly;
mod streams;
mod program;
mod names;
mod leaves;
mod maps;
mod layout;
mod written;
mod scopes;
mod code;
mod state;
mod values;
mod doubts;
mod units;
mod extent;
mod writable;
mod made_up;
mod location;
mod note;
mod older;
mod bytes;
mod markers;
mod flat;
mod memory;
mod anywhere;
mod blocks;
mod padding;
mod arguments;
mod unseen;
mod triggers;
mod spec;
mod format;
mod reads;
mod known;
mod body;
mod entry;
mod separation;
mod candidate;
mod sights;
mod linked;
mod wishes;
mod conditions;
mod later;
mod alias;
mod function;

use invar_gcl::Program;

use super::hir::{Function, FunctionId, Unit};
use super::options::Options;
use super::points_to::Regions;

pub use layout::Layout;
pub use program::{Closure, LeafVars, MapKey, Open, Part};
pub use unseen::{Handed, OUTSIDE_SIZE};

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
    cx.declare_globals();
    function::declare_all(&mut cx);
    let mut functions = function::define_all(&mut cx);
    alias::show_writes(&mut cx, &mut functions);
    function::add_bodies(&mut cx, functions);
    function::finish(cx)
}
