//! Results as a person or a program reads them.
//!
//! Reading order: [`findings`] (what there is to say about a file, in source order), [`snippet`] (an underlined line),
//! [`path`] (a run in a few lines), [`text`] and [`json`] (the two formats).

pub mod findings;
pub mod snippet;
pub mod path;
pub mod text;
pub mod json;
