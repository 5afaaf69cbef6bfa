//! The command line: files in, verdicts out.
//!
//! Data flows one way: `input` reads a file, `backend` hands its text to the front end and its procedures to the engine,
//! `inferred` puts inferred invariants into words and reads them back,
//! `session` runs both over many files on several threads, `property` answers in SV-COMP's words, `harness` writes runs
//! down as C programs, `report` turns results into text or JSON, `evidence` writes down what was proved and reads it back,
//! `annotate` writes inferred invariants into the text,
//! `explain` knows every code, `bench` measures the papers' tables and programs of others, and `cli` is what the user
//! types. A module imports only modules above it.

pub mod input;
pub mod backend;
pub mod inferred;
pub mod session;
pub mod property;
pub mod harness;
pub mod report;
pub mod evidence;
pub mod annotate;
pub mod explain;
pub mod bench;
pub mod cli;
