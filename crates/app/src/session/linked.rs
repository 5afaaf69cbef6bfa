//! Files that are one program. In: paths. Out: what is read and verified together, and how a report on a program becomes one on each of its
//! files.
//!
//! Every file is preprocessed, parsed and resolved for itself first, to see which names it defines and uses. Files that do not fit (two definitions of one
//! function, declarations with different types) are verified one by one, as if nobody had named
//! the others, and are warned about; a call of a function in another file may then do anything.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use invar_base::{Diagnostic, Severity, SourceMap, Span};
use invar_front::c::link::{Group, Symbols, groups};
use invar_front::read::symbols;
use invar_front::text::load_program;
use invar_front::{Language, ReadOptions};

use super::outcome::{FileReport, Hashes, Options, Outcome};
use super::reading::{ReadFile, is_same, read_files};

/// What a worker reads and verifies at once.
pub(super) struct Job {
    /// By their numbers in the list that was given, with their paths.
    pub files: Vec<(usize, String)>,
    /// Files that are linked with these, and verified in a job of their own.
    shared: Vec<String>,
    /// Programs of several files are read before anything else, to see if they fit.
    pub read: Mutex<Option<ReadFile>>,
    /// What there is to say about it beside what reading it says.
    pub note: Option<Diagnostic>,
}

impl Job {
    pub(super) fn alone(number: usize, path: &str, note: Option<Diagnostic>) -> Job {
        Job { files: vec![(number, path.to_string())], shared: Vec::new(), read: Mutex::new(None), note }
    }

    pub(super) fn paths(&self) -> Vec<&str> {
        self.files.iter().map(|(_, path)| path.as_str()).collect()
    }

    /// The program, read now if it was not read before.
    pub(super) fn read(&self, options: &ReadOptions) -> ReadFile {
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        let shared: Vec<&str> = self.shared.iter().map(String::as_str).collect();
        let mut read = known.unwrap_or_else(|| read_files(&self.paths(), &shared, options));
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
pub(super) fn together(paths: &[String], options: &Options) -> Vec<Job> {
    let symbols = symbols_of(paths, options);
    groups(&symbols).into_iter().flat_map(|group| jobs_of(&group, paths, &options.read)).collect()
}

/// What the C files have to do with each other, found by as many threads as the user lets work.
fn symbols_of(paths: &[String], options: &Options) -> Vec<Symbols> {
    let is_c = |path: &String| Language::of_path(path).is_ok_and(|language| language == Language::C);
    let files: Vec<usize> = (0..paths.len()).filter(|&number| is_c(&paths[number])).collect();
    let found = Mutex::new(vec![Symbols::default(); paths.len()]);
    // A file that is alone has to do with nobody.
    let next = AtomicUsize::new(if files.len() > 1 { 0 } else { files.len() });
    let work = || {
        while let Some(&number) = files.get(next.fetch_add(1, Ordering::Relaxed))
            && !options.interrupt.load(Ordering::Relaxed)
        {
            let Ok(bytes) = load_program(&paths[number]) else { continue };
            let of_file = symbols(&options.read, &paths[number], bytes);
            found.lock().unwrap_or_else(PoisonError::into_inner)[number] = of_file;
        }
    };
    thread::scope(|scope| {
        for _ in 1..options.jobs.min(files.len()) {
            // Without another thread this one does the work alone.
            let _ = thread::Builder::new().name("invar-worker".into()).spawn_scoped(scope, work);
        }
        work();
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn jobs_of(group: &Group, paths: &[String], options: &ReadOptions) -> Vec<Job> {
    let Group { own, shared } = group;
    if let ([number], []) = (&own[..], &shared[..]) {
        return vec![Job::alone(*number, &paths[*number], None)];
    }
    let files: Vec<(usize, String)> = own.iter().map(|&number| (number, paths[number].clone())).collect();
    let shared: Vec<String> = shared.iter().map(|&number| paths[number].clone()).collect();
    let own: Vec<&str> = files.iter().map(|(_, path)| path.as_str()).collect();
    let others: Vec<&str> = shared.iter().map(String::as_str).collect();
    let names = [&own[..], &others[..]].concat();
    let note = match catch_unwind(AssertUnwindSafe(|| read_files(&own, &others, options))) {
        Ok(ReadFile { result: Err(errors), sources }) => not_linked(&names, &errors, &sources),
        Ok(read) => return vec![Job { files, shared, read: Mutex::new(Some(read)), note: None }],
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
