//! Annotations as terms: contracts become clauses of procedures, loop annotations open the heads of their loops.
//!
//! Reading order: `state` (which state a term is about), `kind` (types), `width` (of integers), `operators`, `places`,
//! `predicates` (about pointers), `binders` (quantifiers and definitions), `term` (any term: start here),
//! `unchecked` (clauses that are not checked), `variant`, `loops`, `contract`.
//!
//! Everything here is a term over the variables of the program; of commands there are only what the annotation of a loop
//! says at its head, and the saves before it.

mod state;
mod kind;
mod width;
mod operators;
mod places;
mod predicates;
mod binders;
mod term;
mod unchecked;
mod variant;
mod loops;
mod contract;

pub use contract::contract;
pub use loops::PreparedLoop;
