//! Predicate abstraction: the strongest combination of given predicates that a set of states implies (FQ02 §5).
//!
//! `clause` and `question` say what is asked and answered; `core` is the algorithm that the inference uses.

pub mod clause;
pub mod question;
pub mod core;

pub use clause::{Bits, Clause, Cube, Literal, MOST_PREDICATES};
pub use core::Learnt;
pub use question::{Implied, Question};
