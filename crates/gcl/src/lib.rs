//! Placeholder.
pub mod boogie;
