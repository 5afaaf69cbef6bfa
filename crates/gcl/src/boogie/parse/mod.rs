//! Tokens to the syntax tree.
use super::ast;
use invar_base::{Diagnostic, SourceId};

/// Reads a whole file; the tree holds what could be read, the diagnostics every error in the order of the text.
pub fn parse(_source: SourceId, _text: &str) -> (ast::Program, Vec<Diagnostic>) {
    (ast::Program::default(), Vec::new())
}
