//! C: text → typed program → guarded commands.

mod comments;
pub mod preprocess;
pub mod commands;
pub mod lex;
pub mod slic;
pub mod ast;
pub mod predicates;
pub mod parse;
pub mod file;
pub mod types;
pub mod options;
pub mod hir;
pub mod annotate;
pub mod resolve;
pub mod library;
pub mod points_to;
pub mod order;
pub mod lower;
mod start;
pub mod acsl;
pub mod harness;

use std::path::Path;

use invar_base::{Diagnostic, Interner, Severity, SourceMap};

use ast::TranslationUnit;
use hir::Unit;
use lex::locate::OwnText;
use lower::{Closure, Layout};
use points_to::{Regions, World};

pub use options::{CheckSet, Options, Property, Start};
pub use preprocess::Compilation;

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: invar_gcl::Program,
    pub warnings: Vec<Diagnostic>,
    pub guide: Guide,
    /// What the preprocessor made of the file, which is what the program was read from; none if it did not run.
    pub preprocessed: Option<Vec<u8>>,
}

/// The way back from a run of the program to the source.
pub struct Guide {
    pub unit: Unit,
    pub regions: Regions,
    pub layout: Layout,
}

impl Drop for Guide {
    /// Chains of operators are as deep as they are long, and whoever drops the guide may have a small stack.
    fn drop(&mut self) {
        let functions = std::mem::take(&mut self.unit.functions);
        // Without a thread the memory is not given back, which is better than to break down.
        let functions = std::mem::ManuallyDrop::new(functions);
        let work = move || drop(std::mem::ManuallyDrop::into_inner(functions));
        let _ = std::thread::Builder::new().stack_size(STACK).spawn(work).map(|thread| thread.join());
    }
}

/// Expressions and statements nest as deep as the parser lets them; every stage recurses over them.
const STACK: usize = 512 << 20;

/// A file, which was read into memory once and for all, to a program. Every source that it turns out to consist of is
/// added to the map.
pub fn read(
    options: &Options,
    compilation: &Compilation,
    sources: &mut SourceMap,
    path: &Path,
    bytes: Vec<u8>,
) -> Result<Reading, Vec<Diagnostic>> {
    let work = || read_here(options, compilation, sources, path, bytes);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(reading)) => reading,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                Err(vec![whole_file("out-of-memory", format!("the system gives no thread to work in: {error}"))])
            }
        }
    })
}

fn read_here(
    options: &Options,
    compilation: &Compilation,
    sources: &mut SourceMap,
    path: &Path,
    bytes: Vec<u8>,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut names = Interner::default();
    let parsed = file::read_bytes(path, bytes, compilation, sources, &mut names);
    let reading = lowered(options, sources, parsed.unit, parsed.diagnostics, names)?;
    Ok(Reading { preprocessed: parsed.preprocessed, ..reading })
}

/// The same for a text that is preprocessed already.
pub fn read_text(
    options: &Options,
    sources: &mut SourceMap,
    name: &str,
    text: &str,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut names = Interner::default();
    let own = sources.add(name, text);
    let parsed = parse::parse(text.as_bytes(), own, &mut OwnText(sources), &mut names);
    lowered(options, sources, parsed.unit, parsed.diagnostics, names)
}

/// From the syntax tree on.
fn lowered(
    options: &Options,
    sources: &mut SourceMap,
    own: TranslationUnit,
    diagnostics: Vec<Diagnostic>,
    names: Interner,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut warnings = sort_out(diagnostics)?;
    let mut names = names;
    let mut rules = Vec::new();
    for rule in &options.rules {
        rules.push(slic::parse(rule, sources, &mut names)?);
    }
    let predicates = match &options.predicates {
        Some(file) => predicates::parse(file, sources, &mut names)?,
        None => Vec::new(),
    };
    let woven = resolve::Woven { rules, predicates };
    let mut resolved = resolve::resolve_with(&own, &names, options.model, &woven);
    let (mut unit, mut all_names) = (own, names);
    if let Some(library) = library::add(&mut unit, &resolved.unit, sources, &mut all_names) {
        let mut whole = resolve::resolve_with(&unit, &all_names, options.model, &woven);
        // A program may declare a library function in a way of its own: then it is just a function without a body.
        if !whole.diagnostics.iter().any(|found| found.span.is_some_and(|span| span.source == library)) {
            for function in whole.unit.functions.values_mut() {
                function.is_library = function.body.is_some() && function.name_span.source == library;
            }
            resolved = whole;
        }
    }
    warnings.extend(sort_out(resolved.diagnostics)?);
    resolved.unit.logic.add_counter();
    let closure = start::closure(&mut resolved.unit, options)?;
    let world = match closure {
        Closure::From(main) => World::Closed(lower::verified_beside(&resolved.unit, options, main)),
        Closure::Open => World::Open,
    };
    let regions = points_to::analyse(&resolved.unit, &world);
    let (program, layout) = lower::lower(&resolved.unit, &regions, options, closure);
    let guide = Guide { unit: resolved.unit, regions, layout };
    Ok(Reading { program, warnings, guide, preprocessed: None })
}

/// The warnings, unless there are errors.
fn sort_out(diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if failed { Err(diagnostics) } else { Ok(diagnostics) }
}

fn whole_file(code: &'static str, message: String) -> Diagnostic {
    Diagnostic { severity: Severity::Error, code, message, span: None, labels: Vec::new(), help: None }
}
