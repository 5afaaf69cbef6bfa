//! From programs to verdicts.
//!
//! Data flows one way: a body loses its calls (`calls`), its loops (`loops`), what is constant in it (`constants`), its
//! assignments (`passive`), becomes a formula (`vc`), which the prover answers (`discharge`), where it must be piece by piece
//! (`joins`). `task` is the body that all of them begin with, its tables made of `rows`, what its loops remember in `witnesses`, what exists on entry in `named`, what is said of all objects in `existing`, without the bits that
//! nobody asks for (`irrelevant`); `cases` takes formulas apart along a model. `exists` makes claims that something exists for every value
//! provable, by the instances of `ground`. `infer`
//! finds the loop invariants that the text does not give, `backward` those that exclude what leads to an error, over the transitions
//! between `cutpoints`, `template` those that are instances of templates; `needed` says which of them a proof rests on. Models become runs (`trace`), whatever
//! is found is proved once more (`attempt`) and reported (`settle`). The `engines` take turns; `verify` says whose it is, and
//! `shares` how much each may spend. `missing` says which precondition a refuted body lacks, `conditions` under which one a body without contract is proved. `certify` re-checks a proof from the program text. `bebop` searches boolean programs, `c2bp` makes them, and `slam` looks for predicates with both. A module imports only modules above it.

pub mod body;
pub mod verdict;
pub mod calls;
pub mod loops;
mod fold;
pub mod constants;
pub mod passive;
pub mod vc;
pub mod facts;
pub mod linear;
pub mod atoms;
pub mod literals;
mod index_names;
pub mod rows;
pub mod cases;
pub mod witnesses;
mod named;
mod existing;
mod premises;
pub mod ground;
mod exists;
mod irrelevant;
pub mod joins;
pub mod provers;
pub mod shares;
pub mod means;
pub mod task;
pub mod discharge;
pub mod prepare;
pub mod cutpoints;
pub mod unroll;
pub mod certify;
pub mod infer;
pub mod backward;
pub mod template;
pub mod needed;
pub mod trace;
pub mod bebop;
pub mod c2bp;
pub mod slam;
pub mod report;
pub mod bounded;
pub mod known;
pub mod attempt;
pub mod settle;
pub mod engines;
pub mod verify;
pub mod missing;
pub mod conditions;

pub use means::Means;
pub use provers::{Provers, Quantifiers};
pub use verdict::{
    Cause, CheckOutcome, CheckReport, Condition, Conditional, Evidence, Guesses, ImplReport, LoopInvariant, Proved,
    Suggestion, Trace, TraceStep, Unknown, Verdict,
};
