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

use std::path::Path;

use invar_base::{Diagnostic, Interner, Severity, SourceMap};

pub use options::{CheckSet, Options, Property, Start};
pub use preprocess::Compilation;

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: invar_gcl::Program,
    pub warnings: Vec<Diagnostic>,
}

/// A file to a program. The sources that it turns out to consist of are added to the map.
pub fn read(
    _options: &Options,
    compilation: &Compilation,
    sources: &mut SourceMap,
    path: &Path,
) -> Result<Reading, Vec<Diagnostic>> {
    let file = file::read(path, compilation, sources, &mut Interner::default());
    let errors: Vec<Diagnostic> =
        file.diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    Err(vec![Diagnostic {
        severity: Severity::Error,
        code: "unsupported-language",
        message: "C programs cannot be verified yet: the lowering is being built".to_string(),
        span: None,
        labels: Vec::new(),
        help: None,
    }])
}
