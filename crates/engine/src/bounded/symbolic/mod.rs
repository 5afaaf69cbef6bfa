//! Symbolic runs: a program with its loops and calls in, runs that fail out, as the interpreter repeats them (decision 46).
//!
//! The program is executed as the interpreter does it, but what it leaves open is a *symbol* (`value`, `symbols`). Whatever does not
//! depend on symbols is concrete and costs a step of execution, however often a loop goes round; what does is a term. Each
//! state carries the conditions on its symbols and one model of them (`state`): where a branch depends on symbols, the run goes
//! the way of its model, and the other way waits until it is worth a question (`solve`; products and remainders
//! become bit-vectors that are wide enough, `widths`). Callees are entered when a run comes to them. A state that goes on like one before it
//! is dropped (`same`), and so is one that no check can follow (`info`). `queue` says which state is next, `search` is the driver.
//!
//! Reading order: `value`, `symbols`, `state`, `eval` (terms in a state), `widths`, `solve`, `info`, `records` (decisions, and how they are
//! made again), `same`, `machine` (commands), `calls`, `queue`, `search`.
//!
//! Mutually recursive: `machine`, `calls`. A call is a command, and the body that it enters has commands.

mod value;
mod symbols;
mod state;
mod eval;
mod widths;
mod solve;
mod info;
mod records;
mod same;
mod machine;
mod calls;
mod queue;
mod search;

pub use search::{Amount, Looked, symbolic_runs};
