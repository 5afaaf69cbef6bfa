//! Texts to programs, whatever their language. In: a file, and how it is to be read. Out: the program, and what its text is
//! warned about.

use std::path::{Path, PathBuf};

use invar_base::{Diagnostic, SourceMap};
use invar_gcl::{ImplId, Program, boolprog};

use crate::c::link::Symbols;
use crate::c::preprocess::Target;
use crate::c::types::DataModel;
use crate::c::{self, Compilation, Guide, commands};
use crate::language::Language;
use crate::text::{bad, decode, load_text};

/// Where runs of a Boogie program begin, as Ultimate has it.
const BOOGIE_ENTRY: &str = "ULTIMATE.start";

/// How programs are read, beyond what their texts say.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    pub c: c::Options,
    pub preprocess: Preprocess,
    /// Only this procedure or function is verified.
    pub function: Option<String>,
}

/// What the preprocessor is told.
#[derive(Clone, Debug, Default)]
pub struct Preprocess {
    pub include: Vec<String>,
    /// `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    pub compile_commands: Option<String>,
}

/// A program that was read, and what its text is warned about.
pub struct Reading {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    /// The way back from runs to a C source.
    pub guide: Option<Guide>,
    /// What the preprocessor made of each file, if it ran: this is what the program was read from.
    pub preprocessed: Vec<Option<Vec<u8>>>,
}

impl Language {
    /// The bytes of a file to a program. Every source that it turns out to consist of is added to the map.
    pub fn read(
        self,
        options: &ReadOptions,
        sources: &mut SourceMap,
        path: &str,
        bytes: Vec<u8>,
    ) -> Result<Reading, Vec<Diagnostic>> {
        let mut reading = match self {
            Language::Boogie => {
                let id = sources.add(path, decode(bytes).map_err(|error| vec![error])?);
                let invar_gcl::boogie::Reading { mut program, warnings } =
                    invar_gcl::boogie::read(id, sources.text(id))?;
                if options.c.property.is_some() {
                    begin_at_entry(&mut program);
                }
                Reading { program, warnings, guide: None, preprocessed: vec![None] }
            }
            Language::C => {
                return read_together(options, sources, vec![(path.to_string(), bytes)]);
            }
        };
        if let Some(name) = &options.function {
            keep_function(&mut reading.program, name).map_err(|error| vec![error])?;
        }
        Ok(reading)
    }
}

/// The bytes of C files to the program that they are when they are linked.
pub fn read_together(
    options: &ReadOptions,
    sources: &mut SourceMap,
    files: Vec<(String, Vec<u8>)>,
) -> Result<Reading, Vec<Diagnostic>> {
    let files = files.into_iter().map(|(path, bytes)| c_file(options, &path, bytes));
    let files: Vec<c::File> = files.collect::<Result<_, _>>().map_err(|error| vec![error])?;
    let c::Reading { mut program, warnings, guide, preprocessed } = c::read(&options.c, sources, files)?;
    if let Some(name) = &options.function {
        keep_function(&mut program, name).map_err(|error| vec![error])?;
    }
    Ok(Reading { program, warnings, guide: Some(guide), preprocessed })
}

/// What a C file has to do with others.
pub fn symbols(options: &ReadOptions, path: &str, bytes: Vec<u8>) -> Symbols {
    c_file(options, path, bytes).map_or(Symbols::default(), |file| c::symbols(&options.c, file))
}

fn c_file(options: &ReadOptions, path: &str, bytes: Vec<u8>) -> Result<c::File, Diagnostic> {
    let (path, compilation) = compilation(options, path)?;
    Ok(c::File { path, compilation, bytes })
}

/// The bytes of a file to a boolean program. These are not among the languages: there is nothing to verify in them for all inputs,
/// and nothing of a language to ask them.
pub fn boolean_program(
    sources: &mut SourceMap,
    path: &str,
    bytes: Vec<u8>,
) -> Result<boolprog::Program, Vec<Diagnostic>> {
    let id = sources.add(path, decode(bytes).map_err(|error| vec![error])?);
    boolprog::read(id, sources.text(id))
}

/// How a C file is compiled, and its path as seen from where the compiler runs: what the project's
/// `compile_commands.json` says (the one that was named, or else the nearest), then what the user added.
fn compilation(options: &ReadOptions, path: &str) -> Result<(PathBuf, Compilation), Diagnostic> {
    let Preprocess { include, define, compile_commands } = &options.preprocess;
    let absolute = |path: &str| std::path::absolute(path).unwrap_or_else(|_| path.into());
    let found = match compile_commands {
        Some(list) => {
            let file = Path::new(path).canonicalize().unwrap_or_else(|_| absolute(path));
            commands::find(&load_text(list)?, &file).map_err(|problem| format!("{list}: {problem}"))
        }
        None => commands::compilation_of(Path::new(path)),
    };
    let found = found.map_err(|problem| bad("compile-commands", problem))?;
    let mut compilation = found.unwrap_or_default();
    let moves = compilation.directory.is_some();
    for folder in include {
        let folder = if moves { absolute(folder) } else { folder.into() };
        compilation.flags.push(format!("-I{}", folder.display()));
    }
    compilation.flags.extend(define.iter().map(|name| format!("-D{name}")));
    compilation.target = match options.c.model {
        DataModel::Ilp32 => Target::Ilp32,
        DataModel::Lp64 => Target::Lp64,
    };
    Ok((if moves { absolute(path) } else { path.into() }, compilation))
}

/// Where a property is asked about a Boogie program and the program says where it begins, its runs are those from there: calls
/// are what their bodies do, and only what has a contract and calls itself is verified on its own.
fn begin_at_entry(program: &mut Program) {
    let Some(entry) = program.impls.ids().find(|id| program.impl_name(*id) == BOOGIE_ENTRY) else { return };
    let bodies: Vec<ImplId> = program.impls.ids().collect();
    let mut targets = vec![entry];
    for id in bodies {
        let proc = program.impls[id].proc;
        let has_contract = !program.procs[proc].requires.is_empty() || !program.procs[proc].ensures.is_empty();
        if has_contract && program.calls_itself(id) {
            targets.push(id);
        } else if program.procs[proc].inline.is_none() {
            program.procs[proc].inline = Some(1);
        }
    }
    program.targets = Some(targets);
}

/// Leaves nothing to verify but the bodies of this name.
fn keep_function(program: &mut Program, name: &str) -> Result<(), Diagnostic> {
    let bodies: Vec<ImplId> = program.impls.ids().filter(|id| program.impl_name(*id) == name).collect();
    if bodies.is_empty() {
        return Err(no_body(program, name));
    }
    program.targets = Some(bodies);
    Ok(())
}

/// What to say about a name that no body has.
pub fn no_body(program: &Program, name: &str) -> Diagnostic {
    let mut names: Vec<&str> = program.impls.ids().map(|id| program.impl_name(id)).collect();
    names.dedup();
    let more = if names.len() > 10 { ", ..." } else { "" };
    names.truncate(10);
    let help = format!("what has a body: {}{more}", names.join(", "));
    bad("unknown-name", format!("nothing called `{name}` has a body")).with_help(help)
}
