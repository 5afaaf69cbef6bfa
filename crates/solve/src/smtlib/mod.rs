//! Any SMT-LIB solver as a process: the second opinion.
//!
//! `print` writes formulas as a script, `process` runs a solver on it. Neither shares code with the in-process session,
//! so the two can check each other.

mod syntax;
pub mod print;
pub mod process;

pub use print::{ScriptOptions, script};
pub use process::{Opinion, ProcessSolver};
