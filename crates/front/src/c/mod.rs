//! C: text → typed program → guarded commands.

pub mod preprocess;
pub mod commands;
pub mod lex;
pub mod ast;
pub mod parse;
pub mod file;
pub mod types;
pub mod options;
pub mod hir;
pub mod annotate;
pub mod resolve;
pub mod points_to;
pub mod lower;
pub mod generate;

use invar_base::{Diagnostic, Severity, SourceMap};

pub use options::{CheckSet, Options, Property, Start};

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: invar_gcl::Program,
    pub warnings: Vec<Diagnostic>,
}

/// Preprocessed text to a program. The sources that its line markers name are added to the map.
pub fn read(
    _options: &Options,
    _sources: &mut SourceMap,
    _path: &str,
    _text: Vec<u8>,
) -> Result<Reading, Vec<Diagnostic>> {
    Err(vec![Diagnostic {
        severity: Severity::Error,
        code: "unsupported-language",
        message: "C programs cannot be verified yet: the lowering is being built".to_string(),
        span: None,
        labels: Vec::new(),
        help: None,
    }])
}
