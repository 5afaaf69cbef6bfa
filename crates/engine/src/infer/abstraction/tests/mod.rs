//! The algorithms against each other and against brute force, on questions that need no prover.

mod agreement;
mod planted;
mod size;
mod table;
