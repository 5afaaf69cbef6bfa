//! The fast executor of guarded-command programs: the same runs as `interp`, which is its referee, from flat code.
//! In: a program, a body, its inputs, and `Choices` that resolve every nondeterministic step; out: how the run ended and the
//! decisions taken, in order. `interp` repeats them: nobody believes a failing run before it has.
//!
//! Nothing is guessed: what has no code, or no value, is put to the evaluator, and where that has no answer the run is undecided.
//!
//! Reading order: `cell` (what registers hold), `code` (instructions), `terms` (terms to code), `bodies` (blocks and contracts to
//! code), `choices` (what is asked), `machine` (the run itself).

mod cell;
mod code;
mod terms;
mod bodies;
mod choices;
mod machine;

pub use choices::{Choices, Request, Script, Visit, Way};
pub use machine::{Amount, Ended, Execution, Executor, Failed};
