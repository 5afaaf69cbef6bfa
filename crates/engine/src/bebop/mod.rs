//! Bebop: what a boolean program can reach (BMMR01 §2.2). In: a program, places that are asked about, a budget. Out: for each place
//! that it is reached, with a run that the interpreter repeated, that it is not, or why that is not known; and what holds at places.
//!
//! The graph of each procedure is explicit, the states at a statement are a decision diagram over the variables in scope there.
//! A *path edge* of a statement is a pair: the state in which its procedure was entered and a state in which the statement is
//! then reached. A *summary edge* of a procedure is such a pair for its exit; a call goes from the state before it to
//! those after it by the summary edges of its callee, so that each procedure is looked at once for each state in which it is
//! entered, whoever calls it, and recursion is no case of its own.
//!
//! Reading order: `query` (what is asked and answered), `order` (of global variables), `layout` (which variable of the diagrams stands for what), `modified` (what
//! procedures change), `possible` (expressions), `transfer` (statements), `fixpoint` (path edges and summary edges), `layers`
//! (what is reached in how many steps), `history` (a step back), `trace` (runs), `found` (one run, as it was found), `clauses` (invariants as text would have them), `diagram` (as decisions),
//! `reach`. Entry points: [`reach()`], and [`find`] for one run.

pub mod query;
mod order;
mod layout;
mod modified;
mod possible;
mod transfer;
mod fixpoint;
mod layers;
mod history;
mod trace;
mod found;
mod clauses;
mod diagram;
pub mod reach;
#[cfg(test)]
mod tests;

pub use query::{Answer, Choice, Decision, Diagram, Goal, Invariant, Literal, Outcome, Place, Query, Why, Work};
pub use reach::{find, reach};
