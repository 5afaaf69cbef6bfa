//! From a file's name to its syntax tree: reads it, preprocesses it if it is not preprocessed already, and parses it.

use super::ast::TranslationUnit;
use super::lex::locate::{OwnText, Sources};
use super::parse::{Parsed, parse};
use super::preprocess::{Compilation, Fidelity, Preprocessed, preprocess, text_of};
use invar_base::{Diagnostic, Interner, Severity, SourceId, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

pub struct Reading {
    /// The file itself; none if it cannot be read.
    pub source: Option<SourceId>,
    pub unit: TranslationUnit,
    /// What the preprocessor made of the file, which is what the unit was read from; none if it did not run.
    pub preprocessed: Option<Vec<u8>>,
    /// The unit is whole if none of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// The files that were read so far, by what they are called and where: a header is one source in all files that include it.
#[derive(Default)]
pub struct KnownFiles(FxHashMap<(Option<PathBuf>, String), Option<SourceId>>);

/// Reads a file of C; `.i` is taken as it is.
pub fn read(path: &Path, compilation: &Compilation, map: &mut SourceMap, names: &mut Interner) -> Reading {
    match std::fs::read(compilation.directory.as_deref().unwrap_or(Path::new("")).join(path)) {
        Ok(bytes) => read_bytes(path, bytes, compilation, &mut KnownFiles::default(), map, names),
        Err(error) => unreadable(path, &error),
    }
}

/// The same for a file whose bytes were read already.
pub fn read_bytes(
    path: &Path,
    bytes: Vec<u8>,
    compilation: &Compilation,
    known: &mut KnownFiles,
    map: &mut SourceMap,
    names: &mut Interner,
) -> Reading {
    let source = map.add(path.to_string_lossy(), text_of(bytes.clone()));
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    if is_preprocessed {
        return reading(source, parse(&bytes, source, &mut OwnText(map), names), Vec::new());
    }
    match preprocess(path, compilation, map, source) {
        Preprocessed::Text(text, fidelity, warnings) => {
            let own = map.add(format!("{} (preprocessed)", path.display()), text_of(text.clone()));
            let directory = compilation.directory.clone();
            known.0.insert((directory.clone(), path.to_string_lossy().into_owned()), Some(source));
            let mut files = Files { map, known, directory };
            let mut parsed = parse(&text, own, &mut files, names);
            parsed.unit.changed_by_comments =
                (fidelity == Fidelity::ChangedByComments).then_some(Span::new(source, 0, 0));
            Reading { preprocessed: Some(text), ..reading(source, parsed, warnings) }
        }
        Preprocessed::Failed(diagnostics) => Reading { source: Some(source), ..nothing(diagnostics) },
        Preprocessed::NoCompiler(reason) => match first_directive(&bytes) {
            None => reading(source, parse(&bytes, source, &mut OwnText(map), names), Vec::new()),
            Some((start, end)) => no_compiler(Span::new(source, start, end), &reason),
        },
    }
}

fn reading(source: SourceId, parsed: Parsed, mut diagnostics: Vec<Diagnostic>) -> Reading {
    diagnostics.extend(parsed.diagnostics);
    Reading { source: Some(source), unit: parsed.unit, preprocessed: None, diagnostics }
}

fn nothing(diagnostics: Vec<Diagnostic>) -> Reading {
    Reading { source: None, unit: TranslationUnit::default(), preprocessed: None, diagnostics }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Reading {
    let diagnostic = Diagnostic {
        severity: Severity::Error,
        code: "cannot-read",
        message: format!("{}: {error}", path.display()),
        span: None,
        labels: Vec::new(),
        help: None,
    };
    nothing(vec![diagnostic])
}

fn no_compiler(directive: Span, reason: &str) -> Reading {
    let message = format!("this directive needs a C preprocessor, and there is none ({reason})");
    let diagnostic = Diagnostic::error("no-preprocessor", directive, message)
        .with_help("install a C compiler, name one in the variable CC, or give a preprocessed file (`.i`)");
    Reading { source: Some(directive.source), ..nothing(vec![diagnostic]) }
}

/// The first line that only a preprocessor can deal with: all directives but `#pragma`, `#line` and the like.
fn first_directive(text: &[u8]) -> Option<(usize, usize)> {
    let mut start = 0;
    for line in text.split(|&byte| byte == b'\n') {
        let trimmed = line.trim_ascii();
        if let Some(rest) = trimmed.strip_prefix(b"#") {
            let word: Vec<u8> = rest.trim_ascii_start().iter().copied().take_while(u8::is_ascii_alphabetic).collect();
            if !matches!(word.as_slice(), b"" | b"pragma" | b"line" | b"ident") {
                let end = start + line.trim_ascii_end().len();
                return Some((start, end));
            }
        }
        start += line.len() + 1;
    }
    None
}

/// The files that line markers name, read when they are first needed.
struct Files<'a> {
    map: &'a mut SourceMap,
    known: &'a mut KnownFiles,
    /// Where the compiler ran.
    directory: Option<PathBuf>,
}

impl Sources for Files<'_> {
    fn load(&mut self, path: &str) -> Option<SourceId> {
        let name = (self.directory.clone(), path.to_string());
        if let Some(&known) = self.known.0.get(&name) {
            return known;
        }
        let file = self.directory.as_deref().unwrap_or(Path::new("")).join(path);
        let bytes = if path.starts_with('<') { None } else { std::fs::read(file).ok() };
        let source = bytes.map(|bytes| self.map.add(path, text_of(bytes)));
        self.known.0.insert(name, source);
        source
    }

    fn map(&self) -> &SourceMap {
        self.map
    }
}

#[cfg(test)]
mod tests;
