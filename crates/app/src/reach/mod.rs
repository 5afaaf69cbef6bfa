//! What a boolean program can reach, for a user. In: a file and what is asked about it. Out: a report, and it as text or JSON.
//!
//! Reading order: `question` (labels to places), `search` (the file read and searched, within the time limit), `story` (a run in lines),
//! `text` and `json` (the two formats). Entry point: [`search()`].

pub mod question;
pub mod search;
mod story;
pub mod text;
pub mod json;

pub use question::Asked;
pub use search::{Finding, Found, Options, Report, search};
