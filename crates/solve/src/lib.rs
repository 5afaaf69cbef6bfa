//! From formulas to answers: the one door to any prover.
//!
//! Reading order: `prover` (the trait and its answers), `statistics`, `z3` (in process, the default), `scripted` (canned
//! answers for tests).

pub mod prover;
pub mod scripted;
pub mod statistics;
pub mod z3;

pub use prover::{Answer, Core, Interpretation, Limit, Model, Prover, Reason};
pub use scripted::Scripted;
pub use statistics::Statistics;
pub use z3::{SessionOptions, Z3Session};
