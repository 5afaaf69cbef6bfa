//! From formulas to answers: the one door to any prover.
//!
//! Reading order: `prover` (the trait and its answers), `statistics`, `scripted` (canned answers for tests).

pub mod prover;
pub mod scripted;
pub mod statistics;

pub use prover::{Answer, Core, Limit, Model, Prover, Reason};
pub use scripted::Scripted;
pub use statistics::Statistics;
