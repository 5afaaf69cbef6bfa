//! Files to a program. In: the paths of its files. Out: the program with the sources that it consists of, or what is wrong.

use std::path::Path;
use std::sync::Arc;

use invar_base::{Diagnostic, SourceMap, Span};
use invar_engine::verify::verification_targets;
use invar_front::c::Guide;
use invar_front::read::{Reading, read_together};
use invar_front::text::load_program;
use invar_front::{Language, ReadOptions};
use invar_gcl::Program;

use super::outcome::Hashes;
use crate::input;

pub(super) struct ReadFile {
    pub sources: Arc<SourceMap>,
    pub result: Result<Good, Vec<Diagnostic>>,
}

pub(super) struct Good {
    /// Of each file.
    pub hashes: Vec<Hashes>,
    pub program: Arc<Program>,
    pub warnings: Vec<Diagnostic>,
    pub guide: Option<Arc<Guide>>,
}

/// Several files are linked; they are C. Of the shared ones, which come last, somebody else reports.
pub(super) fn read_files(paths: &[&str], shared: &[&str], options: &ReadOptions) -> ReadFile {
    let mut sources = SourceMap::new();
    let mut result = read(&[paths, shared].concat(), options, &mut sources);
    if let Ok(good) = &mut result
        && !shared.is_empty()
    {
        leave_out(good, shared, &sources);
    }
    ReadFile { sources: Arc::new(sources), result }
}

/// What is in these files is neither verified nor warned about.
fn leave_out(good: &mut Good, shared: &[&str], sources: &SourceMap) {
    let is_shared = |span: Span| shared.iter().any(|path| is_same(sources.path(span.source), path));
    good.warnings.retain(|warning| !warning.span.is_some_and(is_shared));
    let mut targets = verification_targets(&good.program);
    targets.retain(|target| !is_shared(good.program.impls[*target].span));
    Arc::make_mut(&mut good.program).targets = Some(targets);
}

/// Where the compiler runs in another directory, paths are seen from the root.
pub(super) fn is_same(source: &str, path: &str) -> bool {
    source == path || std::path::absolute(path).is_ok_and(|path| path == Path::new(source))
}

fn read(paths: &[&str], options: &ReadOptions, sources: &mut SourceMap) -> Result<Good, Vec<Diagnostic>> {
    let load = |path: &&str| Ok((Language::of_path(path)?, path.to_string(), load_program(path)?));
    let files: Vec<_> = paths.iter().map(load).collect::<Result<_, Diagnostic>>().map_err(|error| vec![error])?;
    let hashes: Vec<String> = files.iter().map(|(_, _, bytes)| input::sha256(bytes)).collect();
    let mut files = files.into_iter();
    let Reading { program, warnings, guide, preprocessed } = match (files.next(), paths.len()) {
        (Some((language, path, bytes)), 1) => language.read(options, sources, &path, bytes)?,
        (first, _) => {
            let files = first.into_iter().chain(files).map(|(_, path, bytes)| (path, bytes));
            read_together(options, sources, files.collect())?
        }
    };
    let preprocessed = preprocessed.iter().map(|text| text.as_deref().map(input::sha256_of_lines));
    let hashes = hashes.into_iter().zip(preprocessed);
    let hashes = hashes.map(|(source, preprocessed)| Hashes { source, preprocessed }).collect();
    Ok(Good { hashes, program: Arc::new(program), warnings, guide: guide.map(Arc::new) })
}
