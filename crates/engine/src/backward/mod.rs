//! ACSAR's refinement for quantified array assertions (SPW09): from open checks to loop invariants, without hints.
//!
//! Ghost variables stand for the quantified variables of an assertion. From the states in which it fails, abstract states are
//! searched backward, over the transitions between cut points, until the entry is reached or no state is left. What reaches the
//! entry is followed concretely; if that is impossible, its longest feasible suffix gives new predicates.
//!
//! Reading order: `literal`, `reads`, `goal` (ghost variables), `way` (one way inside a transition), `cases` (updates of arrays split),
//! `session`, `space` (the transitions with their sessions), `saturate` and `extract` (§6), `updates`, `predicates`, `refine`, `tree`
//! (§5's abstract fixed point), `search` (Figure 5), `result`. Entry point: [`prove`].

mod literal;
mod reads;
mod goal;
mod way;
mod cases;
mod session;
mod space;
mod saturate;
mod updates;
mod predicates;
mod extract;
mod refine;
mod tree;
mod result;
mod search;

pub use extract::Extract;
pub use search::{Effort, Found, Outcome, prove};
