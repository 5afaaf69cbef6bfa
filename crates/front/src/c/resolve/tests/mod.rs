//! Programs of a few lines, what they become, and what gcc thinks of the same text.

mod errors;
mod expressions;
mod gcc;
mod initialisers;
mod records;
mod statements;

use invar_base::{Interner, Severity, SourceMap};

use super::dump::dump;
use super::{Resolved, resolve};
use crate::c::lex::locate::OwnText;
use crate::c::parse::parse;
use crate::c::types::DataModel;

/// Resolves a program that parses.
fn resolved(text: &str, model: DataModel) -> Resolved {
    let (mut map, mut names) = (SourceMap::new(), Interner::default());
    let source = map.add("test.i", text);
    let parsed = parse(text.as_bytes(), source, &mut OwnText(&map), &mut names);
    assert!(parsed.diagnostics.is_empty(), "does not parse: {:?}", parsed.diagnostics);
    resolve(&parsed.unit, &names, model)
}

/// The typed program of a text without errors, on LP64.
fn program(text: &str) -> String {
    let resolved = resolved(text, DataModel::Lp64);
    let errors: Vec<&str> = messages(&resolved, Severity::Error);
    assert!(errors.is_empty(), "{errors:?}");
    dump(&resolved.unit)
}

/// What the body of `void test(void)` becomes, behind declarations, with its lines trimmed.
fn body(declarations: &str, stmts: &str) -> Vec<String> {
    let text = program(&format!("{declarations}\nvoid test(void) {{ {stmts} }}\n"));
    let lines = text.lines().skip_while(|line| !line.starts_with("test(")).skip(1);
    lines.map(|line| line.trim().to_string()).collect()
}

fn messages(resolved: &Resolved, severity: Severity) -> Vec<&str> {
    let all = resolved.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity);
    all.map(|diagnostic| diagnostic.message.as_str()).collect()
}

fn codes(text: &str, severity: Severity) -> Vec<&'static str> {
    let resolved = resolved(text, DataModel::Lp64);
    resolved.diagnostics.iter().filter(|d| d.severity == severity).map(|d| d.code).collect()
}
