//! ACSAR's refinement for quantified array assertions (SPW09): from open checks to loop invariants, without hints.
//!
//! Ghost variables stand for the quantified variables of an assertion. From the states in which it fails, abstract states are
//! searched backward, over the transitions between cut points, until the entry is reached or no state is left. What reaches the
//! entry is followed concretely; if that is impossible, its longest feasible suffix gives new predicates.
//!
//! Reading order: `reads`, `goal` (ghost variables), `way` (one way inside a transition),
//! `session`, `saturate` (§6), `space` (the transitions with their sessions), `counters` (facts about integers), `updates`,
//! `predicates`, `extract` (§6), `whole` (loops that only look), `path`, `general` and `refine` (§4), `tree` (§5's abstract fixed point), `weaken`, `result`, `search`
//! (Figure 5). Entry point: [`prove`].

mod reads;
mod goal;
mod way;
mod session;
mod saturate;
mod space;
mod counters;
mod updates;
mod predicates;
mod extract;
mod whole;
mod path;
mod general;
mod refine;
mod tree;
mod weaken;
mod result;
mod search;

pub use extract::Extract;
pub use search::{Effort, Found, Outcome, Question, prove};
pub use space::known_at;
