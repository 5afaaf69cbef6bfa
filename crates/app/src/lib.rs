//! The command line: files in, verdicts out.
//!
//! Data flows one way: `input` finds the files, `backend` hands their procedures to the engine, `inferred` puts inferred invariants
//! into words and reads them back, `session` reads and verifies many files on several threads, `property` answers in SV-COMP's
//! words, `rule` finds temporal rules, `report` turns results into text or JSON, `evidence` writes down what was proved and reads it back, `annotate` writes
//! inferred invariants into the text, `contract` inferred preconditions, `abstraction` makes boolean programs of C programs, `reach` asks what boolean programs can reach, `explain` knows every code, `bench` measures the papers' tables and programs of others, and `cli` is what the user
//! types. A module imports only modules above it.

pub mod input;
pub mod backend;
pub mod inferred;
pub mod session;
pub mod property;
pub mod rule;
pub mod report;
pub mod evidence;
pub mod annotate;
pub mod contract;
pub mod abstraction;
pub mod reach;
pub mod explain;
pub mod bench;
pub mod cli;
