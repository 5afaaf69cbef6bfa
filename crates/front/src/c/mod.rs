//! C: text → typed program → guarded commands.

pub mod types;
pub mod hir;
