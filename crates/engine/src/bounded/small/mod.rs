//! Small runs: the fast executor on small values, before anybody proves anything and again where a proof leaves something open.
//!
//! First all combinations of small values for the first choices, the plainest first (`enumerate`); then the choices of runs that
//! went new ways, changed (`mutate`); then single numbers, moved towards branches that no run takes and checks that no run fails
//! (`approach`). Everything is counted in steps and follows from the program: the same program has the same runs for ever. A
//! failing run is run again by the interpreter, which has the last word.
//!
//! Reading order: `plan` (what a run is to choose), `distance`, `chooser` (how it chooses), `search` (which runs).

mod plan;
mod distance;
mod chooser;
mod search;

pub use search::{Amount, long_runs, small_runs};
