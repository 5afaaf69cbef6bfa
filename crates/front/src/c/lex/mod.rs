//! Bytes to tokens.

pub mod token;
