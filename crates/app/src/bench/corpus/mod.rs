//! Programs with known answers: how many Invar gets right, and what stands in the way of the others.
//!
//! In: a list of tasks (columns corpus, language, path, property, expected answer) and the folder in which their files
//! are. Out: a table per corpus and per property, every wrong answer, every file that could not be read.
//!
//! Reading order: `tasks` (the list), `child` (one task in a process of its own), `outcome` (how the answer compares with
//! the expected one), `table` (the text). The loop over the tasks is `cli::bench`'s.

pub mod tasks;
pub mod child;
pub mod outcome;
pub mod table;
