//! The bounded engine: finds runs that fail, without loop invariants or contracts (decision 20).
//!
//! First the program is simply run, many times, on values that tend to matter (`guide` says which): by the fast executor on small
//! values (`small`), and by the interpreter (`runs`). Runs with symbols for what is open come next (`symbolic`). Then its runs are unrolled to
//! growing depths, each depth is one formula, and what the prover finds is run again (`follow`). Everything refuted is a run
//! of the interpreter; if no run is longer than the depth, the checks that hold are proved. `search` is the driver.

mod guide;
mod runs;
mod small;
pub mod symbolic;
mod follow;
mod search;

pub use search::{Findings, FirstRuns, Reach, bounded, first_runs, search};
