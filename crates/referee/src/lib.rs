//! Referees: programs made by chance, and what Invar's answers about them are held against. Nothing that is shipped depends on
//! this crate; `cargo xtask` and tests do (decision 34).
//!
//! Reading order: `programs` (random guarded commands), `c_programs` (random C programs with one result), `execute` (a C program in
//! the interpreter: the third opinion beside `gcc -O0` and `gcc -O2`), `executors` (the fast executor against the interpreter),
//! `symbolic` (symbolic runs against the interpreter),
//! `verdicts` (verdicts against `wp` and the interpreter), `boolean_programs` (random boolean programs, and Bebop against exploring
//! them state by state), `abstraction_samples` (small C programs
//! with predicates), `abstraction_runs` (runs followed in abstractions), `abstraction_versions` (abstractions made in different ways), `abstractions` (all of this).

pub mod programs;
pub mod c_programs;
pub mod execute;
pub mod executors;
pub mod symbolic;
pub mod verdicts;
pub mod boolean_programs;
pub mod abstraction_samples;
pub mod abstraction_runs;
pub mod abstraction_versions;
pub mod abstractions;
