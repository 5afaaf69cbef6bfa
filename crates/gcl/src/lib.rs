//! Guarded-command programs: the one intermediate language between front ends and engines, its text form (Boogie's
//! language) and its executable semantics.
//!
//! Modules are listed in the order the data flows; a module imports only modules above it.

pub mod check;
pub mod source;
pub mod roles;
pub mod sums;
pub mod program;
pub mod slice;
pub mod graph;
pub mod live;
pub mod builder;
pub mod wellformed;
pub mod boogie;
pub mod random;
pub mod interp;
pub mod exec;
pub mod boolprog;

pub use check::{Check, CheckId, CheckKind};
pub use program::{
    Approximation, Approximations, Axiom, Block, BlockId, Clause, Cmd, CmdKind, Constant, FunctionDecl, Global,
    Globals, Impl, ImplId, Local, LoopHints, Precondition, Predicate, Proc, ProcId, Program, Transfer, Trust, Vacuity,
    Wish,
};
pub use roles::{Role, Roles};
pub use source::SourceTable;
pub use sums::Sums;
