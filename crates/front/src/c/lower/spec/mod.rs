//! Annotations as terms: contracts become clauses of procedures, loop annotations open the heads of their loops.
//!
//! Reading order: `kind` (types), `width` (of integers), `term` (any term: start here) with `operators`, `places`, `sets` (of
//! locations), `predicates` (about pointers) and `binders` (quantifiers and definitions); `frame` (what stays as it was),
//! `unchecked` (clauses that are not checked), `variant`, `assigns` (what contracts let functions write), `contract`, `loops`.
//!
//! Mutually recursive: `operators`, `places`, `sets`, `predicates`, `binders`, `term`.
//! Terms contain terms: whatever kind of term a file is about, its parts are any terms.
//!
//! Everything here is a term over the variables of the program; of commands there are only what the annotation of a loop
//! says at its head, and the saves before it.

mod kind;
mod width;
mod operators;
mod places;
mod sets;
mod predicates;
mod binders;
mod term;
mod frame;
mod unchecked;
mod variant;
mod assigns;
mod contract;
mod loops;

pub use assigns::frames;
pub use contract::contract;
pub use loops::PreparedLoop;
