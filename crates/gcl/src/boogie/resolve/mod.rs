//! From the syntax tree to the guarded-command program: names, types, blocks, terms.
//!
//! Two passes over the declarations (`declare`, `contract`) give the typed program (`typed`), still polymorphic, with
//! bodies flattened to blocks (`flow`, `stmt`); `lower` makes terms of it. All errors of a stage are reported together,
//! and lowering happens only if there were none before it.
//!
//! Reading order: `types`, `typed`, `scope`, `unify`, `declare`, `expr`, `access`, `template`, `flow`, `attributes`,
//! `stmt`, `contract`, `lower`.
//!
//! Mutually recursive: `scope`, `unify`, `flow`, `attributes`, `access`, `expr`, `declare`, `stmt`, `contract`.
//! Expressions may hold blocks of code, statements expressions, and both open scopes with declarations.

mod types;
mod typed;
mod subsumption;
mod scope;
mod unify;
mod template;
mod flow;
mod attributes;
mod access;
mod expr;
mod declare;
mod stmt;
mod contract;
mod lower;
#[cfg(test)]
mod tests;

use invar_base::Diagnostic;

use super::ast;
use crate::program::Program;
use scope::Resolver;

/// Numbers as they are written.
pub(super) mod literal {
    pub use super::expr::{number, real};
    pub use super::types::MAX_BV_WIDTH;
}

/// The program that a text describes, with what is worth saying about it.
#[derive(Clone, Debug)]
pub struct Reading {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// Resolves a parsed program.
pub fn resolve(program: ast::Program) -> Result<Reading, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(program);
    let ast = resolver.ast.clone();
    resolver.declare_types(&ast);
    let mut entries = Vec::new();
    resolver.declare_all(&ast.decls, &mut entries);
    resolver.check_datatypes();
    resolver.check_entries(&entries);
    if resolver.errors.is_empty() {
        let program = lower::lower(&mut resolver);
        if resolver.errors.is_empty() {
            return Ok(Reading { program, warnings: resolver.warnings });
        }
    }
    resolver.errors.sort_by_key(|error| error.span);
    Err(resolver.errors)
}
