//! Files that are one program. In: paths. Out: what is read and verified together, and how a report on a program becomes one on each of its
//! files.
//!
//! Files that do not fit (two definitions of one function, declarations with different types) are verified one by one, as if nobody had named
//! the others, and are warned about; a call of a function in another file may then do anything.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use invar_base::{Diagnostic, Severity, SourceMap, Span};
use invar_front::c::link::groups;
use invar_front::text::load_program;
use invar_front::{Language, ReadOptions};

use super::outcome::{FileReport, Hashes, Outcome};
use super::reading::{ReadFile, read_files};

/// What a worker reads and verifies at once.
pub(super) struct Job {
    /// By their numbers in the list that was given, with their paths.
    pub files: Vec<(usize, String)>,
    /// Programs of several files are read before anything else, to see if they fit.
    pub read: Mutex<Option<ReadFile>>,
    /// What there is to say about it beside what reading it says.
    pub note: Option<Diagnostic>,
}

impl Job {
    pub(super) fn alone(number: usize, path: &str, note: Option<Diagnostic>) -> Job {
        Job { files: vec![(number, path.to_string())], read: Mutex::new(None), note }
    }

    pub(super) fn paths(&self) -> Vec<&str> {
        self.files.iter().map(|(_, path)| path.as_str()).collect()
    }

    /// The program, read now if it was not read before.
    pub(super) fn read(&self, options: &ReadOptions) -> ReadFile {
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut read = known.unwrap_or_else(|| read_files(&self.paths(), options));
        if let (Ok(good), Some(note)) = (&mut read.result, &self.note) {
            good.warnings.push(note.clone());
        }
        read
    }
}

/// Every file is a program of its own.
pub(super) fn apart(paths: &[String]) -> Vec<Job> {
    paths.iter().enumerate().map(|(number, path)| Job::alone(number, path, None)).collect()
}

/// Files that belong together are one program, if they fit.
pub(super) fn together(paths: &[String], options: &ReadOptions) -> Vec<Job> {
    let is_c = |path: &&String| Language::of_path(path).is_ok_and(|language| language == Language::C);
    let texts = paths.iter().map(|path| {
        let bytes = Some(path).filter(is_c).and_then(|path| load_program(path).ok());
        bytes.map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
    });
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    groups(&texts).into_iter().flat_map(|group| jobs_of(&group, paths, options)).collect()
}

fn jobs_of(group: &[usize], paths: &[String], options: &ReadOptions) -> Vec<Job> {
    if let [number] = group {
        return vec![Job::alone(*number, &paths[*number], None)];
    }
    let files: Vec<(usize, String)> = group.iter().map(|&number| (number, paths[number].clone())).collect();
    let names: Vec<&str> = files.iter().map(|(_, path)| path.as_str()).collect();
    let note = match catch_unwind(AssertUnwindSafe(|| read_files(&names, options))) {
        Ok(ReadFile { result: Err(errors), sources }) => not_linked(&names, &errors, &sources),
        Ok(read) => return vec![Job { files, read: Mutex::new(Some(read)), note: None }],
        // Whoever breaks down on the files together may not on each of them.
        Err(_) => not_linked(&names, &[], &SourceMap::new()),
    };
    files.iter().map(|(number, path)| Job::alone(*number, path, Some(note.clone()))).collect()
}

/// Why files that call each other are verified one by one.
fn not_linked(paths: &[&str], errors: &[Diagnostic], sources: &SourceMap) -> Diagnostic {
    let first = errors.iter().find(|error| error.severity == Severity::Error);
    let place = |span: Span| {
        let place = sources.place(span);
        format!("{}:{}", place.file, place.line)
    };
    let why = first.map_or("they could not be read together".to_string(), |error| {
        let spans = error.span.into_iter().chain(error.labels.iter().map(|label| label.span));
        let places: Vec<String> = spans.map(place).collect();
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        format!("{}{places}", error.message)
    });
    let message = format!("{} are not linked with each other: {why}", paths.join(", "));
    let help = "each of them is verified on its own: a function in another file may do anything";
    let warning = Severity::Warning;
    Diagnostic { severity: warning, code: "not-linked", message, span: None, labels: Vec::new(), help: None }
        .with_help(help)
}

/// The report on a program of several files, for each of them: bodies and warnings belong to the file that they stand in, and those of headers to
/// the first.
pub(super) fn by_file(whole: FileReport, hashes: Vec<Hashes>, paths: &[&str]) -> Vec<FileReport> {
    let sources = whole.sources;
    let owner = |span: Option<Span>| {
        let source = span.map_or("", |span| sources.path(span.source));
        paths.iter().position(|path| is_same(source, path)).unwrap_or(0)
    };
    let report =
        |number: usize, outcome| FileReport { path: paths[number].to_string(), sources: sources.clone(), outcome };
    match whole.outcome {
        Outcome::Bad(errors) => (0..paths.len()).map(|number| report(number, Outcome::Bad(errors.clone()))).collect(),
        Outcome::Unread(why) => (0..paths.len()).map(|number| report(number, Outcome::Unread(why.clone()))).collect(),
        Outcome::Read { program, warnings, guide, procedures, .. } => {
            let mut parts: Vec<_> = hashes.into_iter().map(|hashes| (hashes, Vec::new(), Vec::new())).collect();
            parts.resize_with(paths.len(), Default::default);
            warnings.into_iter().for_each(|warning| parts[owner(warning.span)].1.push(warning));
            procedures.into_iter().for_each(|procedure| parts[owner(Some(procedure.span))].2.push(procedure));
            let outcome = |(hashes, warnings, procedures)| {
                let (program, guide) = (program.clone(), guide.clone());
                Outcome::Read { hashes, program, warnings, guide, procedures }
            };
            parts.into_iter().enumerate().map(|(number, part)| report(number, outcome(part))).collect()
        }
    }
}

/// Where the compiler runs in another directory, paths are seen from the root.
fn is_same(source: &str, path: &str) -> bool {
    source == path || std::path::absolute(path).is_ok_and(|path| path == Path::new(source))
}
