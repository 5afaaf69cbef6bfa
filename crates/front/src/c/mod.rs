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
pub mod link;
pub mod library;
pub mod points_to;
pub mod order;
pub mod lower;
mod start;
pub mod acsl;
pub mod harness;

use std::path::PathBuf;

use invar_base::{Diagnostic, Interner, Severity, SourceId, SourceMap};

use ast::TranslationUnit;
use hir::Unit;
use lex::locate::OwnText;
use link::Symbols;
use lower::{Closure, Layout};
use points_to::{Regions, World};

pub use options::{CheckSet, Headers, Options, Property, Start, Unasked};
pub use preprocess::Compilation;

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: invar_gcl::Program,
    pub warnings: Vec<Diagnostic>,
    pub guide: Guide,
    /// What the preprocessor made of each file, which is what the program was read from; none if it did not run.
    pub preprocessed: Vec<Option<Vec<u8>>>,
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

/// A file of a program, which was read into memory once and for all, and how it is compiled.
pub struct File {
    pub path: PathBuf,
    pub compilation: Compilation,
    pub bytes: Vec<u8>,
}

/// The files of a program, which are linked. Every source that they turn out to consist of is added to the map.
pub fn read(options: &Options, sources: &mut SourceMap, files: Vec<File>) -> Result<Reading, Vec<Diagnostic>> {
    match on_big_stack(|| read_here(options, sources, files)) {
        Ok(Ok(reading)) => reading,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => Err(vec![whole_file("out-of-memory", format!("the system gives no thread to work in: {error}"))]),
    }
}

/// What a file has to do with others: nothing, if it cannot be read.
pub fn symbols(options: &Options, file: File) -> Symbols {
    let File { path, compilation, bytes } = file;
    let work = || {
        let (mut sources, mut names) = (SourceMap::new(), Interner::default());
        let known = &mut file::KnownFiles::default();
        let parsed = file::read_bytes(&path, bytes, &compilation, known, &mut sources, &mut names);
        let resolved = resolve::resolve(&parsed.unit, &names, options.model);
        let diagnostics = parsed.diagnostics.into_iter().chain(resolved.diagnostics).collect();
        sort_out(diagnostics).map_or(Symbols::default(), |_| Symbols::of_unit(&resolved.unit))
    };
    match on_big_stack(work) {
        Ok(Ok(symbols)) => symbols,
        // Whatever is wrong comes to light again when the file is read to be verified.
        Ok(Err(_)) | Err(_) => Symbols::default(),
    }
}

/// What the work on a thread of its own comes to, unless there is no such thread.
fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<std::thread::Result<T>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.map(|thread| thread.join())
    })
}

fn read_here(options: &Options, sources: &mut SourceMap, files: Vec<File>) -> Result<Reading, Vec<Diagnostic>> {
    let (mut names, mut known) = (Interner::default(), file::KnownFiles::default());
    let (mut units, mut diagnostics, mut preprocessed) = (Vec::new(), Vec::new(), Vec::new());
    for File { path, compilation, bytes } in files {
        let parsed = file::read_bytes(&path, bytes, &compilation, &mut known, sources, &mut names);
        units.push(Own { source: parsed.source, unit: parsed.unit });
        diagnostics.extend(parsed.diagnostics);
        preprocessed.push(parsed.preprocessed);
    }
    let reading = lowered(options, sources, units, diagnostics, names)?;
    Ok(Reading { preprocessed, ..reading })
}

/// A translation unit and the file that it is in.
struct Own {
    source: Option<SourceId>,
    unit: TranslationUnit,
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
    let own = Own { source: Some(own), unit: parsed.unit };
    lowered(options, sources, vec![own], parsed.diagnostics, names)
}

/// From the syntax trees on.
fn lowered(
    options: &Options,
    sources: &mut SourceMap,
    own: Vec<Own>,
    diagnostics: Vec<Diagnostic>,
    mut names: Interner,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut warnings = sort_out(diagnostics)?;
    let mut rules = Vec::new();
    for rule in &options.rules {
        rules.push(slic::parse(rule, sources, &mut names)?);
    }
    let predicates = match &options.predicates {
        Some(file) => predicates::parse(file, sources, &mut names)?,
        None => Vec::new(),
    };
    let woven = resolve::Woven { rules, predicates };
    let (files, mut units): (Vec<_>, Vec<_>) = own.into_iter().map(|own| (own.source, own.unit)).unzip();
    let mut resolved = resolve::resolve_together(&units, &names, options.model, &woven);
    // What the library adds stands at the end of the last file.
    let added = units.last_mut().and_then(|last| library::add(last, &resolved.unit, sources, &mut names));
    if let Some(library) = added {
        let mut whole = resolve::resolve_together(&units, &names, options.model, &woven);
        // A program may declare a library function in a way of its own: then it is just a function without a body.
        if !whole.diagnostics.iter().any(|found| found.span.is_some_and(|span| span.source == library)) {
            for function in whole.unit.functions.values_mut() {
                function.is_library = function.body.is_some() && function.name_span.source == library;
            }
            resolved = whole;
        }
    }
    for function in resolved.unit.functions.values_mut() {
        let source = function.name_span.source;
        function.is_of_header = !files.contains(&Some(source)) && sources.path(source).ends_with(".h");
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
    Ok(Reading { program, warnings, guide, preprocessed: Vec::new() })
}

/// The warnings, unless there are errors.
fn sort_out(diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if failed { Err(diagnostics) } else { Ok(diagnostics) }
}

fn whole_file(code: &'static str, message: String) -> Diagnostic {
    Diagnostic { severity: Severity::Error, code, message, span: None, labels: Vec::new(), help: None }
}
