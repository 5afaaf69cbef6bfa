//! SLAM: abstraction, search and refinement in turn (BMMR01 §6.1). In: a task and its means. Out: loop invariants that exclude every
//! failing assertion, a path that can be followed, or why there is neither.
//!
//! What is abstracted is the task's body, in which calls are expanded, for that is what invariants are proved of (decision 53); procedures that
//! call themselves without a contract are therefore no part of it.
//!
//! Reading order: `flow` (the body as guarded updates), `copies` (variables that are others), `prime` (cubes that imply an atom), `three` (where a formula is known to hold), `writer` (nodes of boolean programs), `contexts` (predicates belong to procedures), `abstraction` (C2BP:
//! guarded updates to a boolean program; Bebop searches it), `inputs` (formulas without values from outside), `newton` (is the path feasible, and which predicates exclude it), `results` (invariants), `cegar` (the loop),
//! `replay` (a feasible path as a run of the interpreter). Entry point: [`cegar::prove`].

mod flow;
mod copies;
mod prime;
mod three;
mod writer;
mod contexts;
mod abstraction;
mod inputs;
mod newton;
mod results;
pub mod cegar;
mod replay;

pub use cegar::{Found, prove};
pub use replay::replay;
