//! Predicate abstraction: the strongest combination of given predicates that a set of states implies (FQ02 §5).
//!
//! `clause` and `question` say what is asked and answered. `core` is the algorithm that the inference uses, on top of
//! `transversals` (clauses from states, no prover). `element` is the abstract domain as FQ02 keeps it, on which `brute`,
//! `fq`, `ddp` and `ss` work as published; `algorithm` is the choice between them all.

pub mod clause;
pub mod question;
pub mod transversals;
pub mod core;
pub mod element;
pub mod brute;
pub mod fq;
pub mod ddp;
pub mod ss;
pub mod algorithm;

pub use algorithm::{Abstract, Algorithm, Published};
pub use clause::{Bits, Clause, Cube, Literal, MOST_PREDICATES};
pub use core::Learnt;
pub use element::Element;
pub use question::{Counted, Implied, Question};

#[cfg(test)]
mod tests;
