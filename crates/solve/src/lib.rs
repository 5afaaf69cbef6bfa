//! From formulas to answers: the one door to any prover.
//!
//! Reading order: `statistics` and `prover` (the trait and its answers), `pattern` (legal triggers), `z3` (in process,
//! the default), `smtlib` (any solver as a process, the second opinion), `scripted` (canned answers for tests), `bdd` (sets of
//! truth assignments, no prover).

pub mod statistics;
pub mod prover;
pub mod pattern;
pub mod z3;
pub mod smtlib;
pub mod scripted;
pub mod bdd;

pub use prover::{Answer, Core, Interpretation, Limit, Model, Prover, Reason};
pub use scripted::Scripted;
pub use statistics::Statistics;
pub use z3::{SessionOptions, Z3Session};
