//! A failing run as a C program that anybody can compile. In: a plan, in C's own words (which function gave which values,
//! what the arguments point to). Out: the text of a file that repeats the run and fails at the same line.
//!
//! The file includes the program's source, so static functions and types are in reach, and includes nothing else: a
//! preprocessed source brings its own declarations of the library, which a header would declare again. What the harness
//! needs of the library it calls as `__builtin_…`. The failure shows at its line when the sanitizers are on; the comment at
//! the top of the file gives the command.
//!
//! Reading order: `plan` (what goes in), `literal` (numbers as C writes them), `write` (the text), `ending`,
//! `memory`, `repeat` (a run once more, and with changes) and `build` (the plan of a recorded run).

mod plan;
pub mod literal;
mod write;
mod ending;
mod memory;
mod repeat;
mod build;
#[cfg(test)]
mod tests;

pub use build::build;
pub use plan::{Call, Ending, Function, HarnessPlan, Insertion, Meaning, Object, Store};
pub use repeat::Failing;
pub use write::write;
