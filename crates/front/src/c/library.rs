//! Functions of the C library whose meaning is written in C (`library.c`): those that a unit mentions and does not define
//! are added to it.

use invar_base::{Interner, SourceId, SourceMap, Symbol};
use rustc_hash::FxHashSet;

use super::ast::{External, FunctionDefinition, TranslationUnit};
use super::lex::locate::OwnText;
use super::parse::parse;

const TEXT: &str = include_str!("library.c");

/// Adds what is missing and tells the source of what was added. Names that the unit mentions are those that its text brought into `names`.
pub fn add(unit: &mut TranslationUnit, sources: &mut SourceMap, names: &mut Interner) -> SourceId {
    let mut all_names = names.clone();
    let source = sources.add("the C library as Invar knows it", TEXT);
    let parsed = parse(TEXT.as_bytes(), source, &mut OwnText(sources), &mut all_names);
    let defined: FxHashSet<Symbol> = unit.externals.iter().filter_map(name_of_definition).collect();
    let is_wanted = |function: &FunctionDefinition| {
        let Some(name) = function.declarator.name.map(|ident| ident.name) else { return false };
        names.lookup(all_names.name(name)).is_some() && !defined.contains(&name)
    };
    let mut added = Vec::new();
    let mut wanted = false;
    for external in parsed.unit.externals {
        match &external {
            External::Function(function) if is_wanted(function) => wanted = true,
            External::Function(_) => continue,
            External::Declaration(_) | External::StaticAssert(_) | External::Asm(_) | External::Annotation(_) => {}
        }
        added.push(external);
    }
    if wanted {
        unit.externals.extend(added);
        *names = all_names;
    }
    source
}

fn name_of_definition(external: &External) -> Option<Symbol> {
    match external {
        External::Function(function) => Some(function.declarator.name?.name),
        External::Declaration(_) | External::StaticAssert(_) | External::Asm(_) | External::Annotation(_) => None,
    }
}
