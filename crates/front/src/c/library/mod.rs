//! The C library. `facts` says what the standard promises of each function, in one table. Some have a meaning that is
//! written in C (`library.c`, `copies.c`): those that a unit uses and does not define are added to it.

mod facts;

use invar_base::{Interner, SourceId, SourceMap};

use super::ast::{External, FunctionDefinition, TranslationUnit};
use super::hir::Unit;
use super::lex::locate::OwnText;
use super::parse::parse;

pub use facts::{Calls, Effect, Facts, Input, Promise, Reads, Writes, facts, facts_of, is_beyond_the_standard};

const TEXT: &str = concat!(include_str!("library.c"), include_str!("copies.c"));

/// A program that never asks for another locale runs in that of C; in others, these may answer otherwise.
const OF_THE_LOCALE: &[&str] =
    &["isalpha", "isalnum", "isspace", "isupper", "islower", "isprint", "toupper", "tolower"];

/// Adds what `resolved`, the unit as it is so far, lacks. The source of what was added, if anything was.
pub fn add(
    unit: &mut TranslationUnit,
    resolved: &Unit,
    sources: &mut SourceMap,
    names: &mut Interner,
) -> Option<SourceId> {
    let has_locale = resolved.functions.values().any(|function| function.is_used && function.name == "setlocale");
    let is_missing = |name: &str| {
        if has_locale && OF_THE_LOCALE.contains(&name) {
            return false;
        }
        let mut functions = resolved.functions.values();
        functions.any(|other| other.name == name && other.is_used && other.body.is_none() && other.contract.is_none())
    };
    if !resolved.functions.values().any(|function| is_defined(&function.name) && is_missing(&function.name)) {
        return None;
    }
    let source = sources.add_internal("the C library as Invar knows it", TEXT);
    let parsed = parse(TEXT.as_bytes(), source, &mut OwnText(sources), names);
    let is_wanted = |function: &FunctionDefinition| {
        function.declarator.name.is_some_and(|ident| is_missing(names.name(ident.name)))
    };
    for external in parsed.unit.externals {
        match &external {
            External::Function(function) if !is_wanted(function) => continue,
            External::Function(_) => {}
            External::Declaration(_) | External::StaticAssert(_) | External::Asm(_) | External::Annotation(_) => {}
        }
        unit.externals.push(external);
    }
    Some(source)
}

/// Cheap, and true of every function that the text defines.
fn is_defined(name: &str) -> bool {
    if name.is_empty() {
        return false;
    }
    let mut rest = TEXT;
    while let Some(position) = rest.find(name) {
        if rest[position + name.len()..].starts_with('(') {
            return true;
        }
        rest = &rest[position + name.len()..];
    }
    false
}
