//! What the body of a function says, as commands: initialisers, expressions, calls and statements.
//!
//! Mutually recursive: `init`, `expr`, `library`, `copies`, `bits`, `call`, `jumps`, `stmt`.
//! C itself is so: a statement holds expressions, an expression may be a call or a block of statements with a value, a call
//! evaluates its arguments, a compound literal is initialised where it stands, and leaving a scope calls what cleans up.
//! Everything that does not evaluate a part of the text lies outside this folder, above it.
//!
//! Reading order: `stmt` (start here), `expr`, `init`, `call`, and what some calls are instead: `library`, `mathematics`, `leaks`, `copies`,
//! `bits`;
//! `jumps` (ways out of scopes).

mod init;
mod expr;
mod copies;
mod leaks;
mod mathematics;
mod library;
mod bits;
mod call;
mod jumps;
mod stmt;

pub use leaks::Ends;
