//! Invariants as instances of templates over predicates (SG09): formulas of any quantifier structure, ∀∃ included.
//!
//! A template is a formula with unknowns; each unknown is a conjunction of some predicates of its own set. A solution says which,
//! and is an invariant solution if the verification conditions of all transitions between cut points hold with it.
//!
//! Templates and what takes their quantifiers out are in `ground`. Reading order: `atoms` and `states` (predicates in states), `question` (one formula, one session, many solutions), `relations` (what predicates say about each other), `choices` (the
//! solutions that are still possible, as a SAT formula), `problem` (what questions share), `optimal` (OptimalSolutions, §3), `reached` (what runs say about solutions), `paths`
//! (the verification conditions, §2), `constraint` (§5), `propagate` (least and greatest fixed points, §4), `guess` (templates
//! that nobody gave), `results`, `search`, `weakest` (preconditions, §6). Entry points: [`prove`], [`weakest()`].

mod atoms;
mod states;
mod question;
mod relations;
mod choices;
mod problem;
mod optimal;
mod reached;
mod paths;
mod constraint;
mod propagate;
mod guess;
mod results;
mod search;
mod weakest;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theorems;

pub use constraint::Effort;
pub use search::{Fixpoint, Found, Question, prove};
pub use weakest::{Preconditions, Weakest, weakest};
