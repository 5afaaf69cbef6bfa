//! Many files on several threads. In: paths, options and an engine. Out: one report per file, in the order given, with
//! one report per implementation, in the order of the text, whatever the threads did.
//!
//! A worker takes a file, reads it, and puts its implementations at the front of the queue. The calling thread collects;
//! it also watches the clock and the interrupt, so that an engine that does not notice them cannot hold up the answer:
//! after a short grace what is missing is `unknown` and a new worker takes the place of the one that is stuck. A panic
//! of an engine is `unknown` as well.
//!
//! Reading order: `outcome` (what goes in and out), `unfinished` (reports of what did not finish), `rounds` (how functions
//! share the time), `reading`, `linked` (files that are one program), `workers`, `collect`, `drive`. Entry points: [`run`], [`run_linked`].

mod outcome;
mod unfinished;
mod rounds;
mod reading;
mod linked;
mod workers;
mod collect;
mod drive;
#[cfg(test)]
mod tests;

pub use drive::{on_big_stack, read_only, run, run_linked};
pub use outcome::{Engine, Extent, FileReport, Hashes, Options, Outcome, Overall, Progress, Run, Verify};
pub use unfinished::{OUT_OF_MEMORY, keep_panics_of_workers, report_of};
