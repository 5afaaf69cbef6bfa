//! Cut points and the transitions between them: a reducible body in, one passive program per pair of cut points out (SPW09
//! §4, SG09 §2.2).
//!
//! Cut points are the entry, the heads of the loops, the checks and the exit. A transition is all ways from one to another
//! that pass no third, whatever branches they take, so that the body of a loop is one step.
//!
//! Reading order: `marks` (the values of variables somewhere, read off the passive form; `infer::region` uses them, too),
//! `live` (which variables matter at a cut point), `transition`. Entry point: [`CutPoints`].

pub mod marks;
mod live;
mod transition;

pub use live::live_variables;
pub use transition::{CutPoints, Place, Point, Transition};
