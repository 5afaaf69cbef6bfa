//! What every other crate stands on: names, ids, source positions, diagnostics, memory and budgets.
//!
//! Modules are listed in the order they may import each other (a module imports only modules above it).

pub mod symbol;
pub mod arena;
pub mod source;
pub mod diagnostic;
pub mod memory;
pub mod budget;
pub mod ledger;

pub use arena::{Arena, Id};
pub use budget::{Budget, Effort, Stop};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ledger::Ledger;
pub use source::{Place, SourceId, SourceMap, Span};
pub use symbol::{Interner, Symbol};
