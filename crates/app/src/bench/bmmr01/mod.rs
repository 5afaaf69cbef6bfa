//! BMMR01's Tables 1 and 2, measured again on programs of our own.
//!
//! In: a row. Out: lines, predicates, questions to the prover and time of its abstraction, with what Bebop says of its assertions, also in a
//! twin with a mistake; for drivers, the verdicts about rules, and how the time for them grows. Reading order: [`driver`] (generated
//! drivers), [`program`] (the rows), [`measure`] (one of them), [`table`] (how they are printed).

pub mod driver;
pub mod program;
pub mod measure;
pub mod table;

pub use measure::{Measured, Subject, measure, subjects};
pub use table::{json, text};
