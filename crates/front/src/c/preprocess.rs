//! Runs the system's C preprocessor. In: a `.c` file and the flags it is compiled with. Out: preprocessed text with line
//! markers, and with comments if some are annotations, or diagnostics at the places that the compiler named.
//!
//! Programs are never changed: nothing is defined that the user did not define.

use super::comments;
use invar_base::{Diagnostic, Severity, SourceId, SourceMap, Span};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How a file is compiled.
#[derive(Clone, Default, Debug)]
pub struct Compilation {
    /// The compiler to run; `$CC` or `cc` if there is none.
    pub compiler: Option<String>,
    /// `-I`, `-D` and the like, passed on as they are.
    pub flags: Vec<String>,
    /// Where the compiler runs; the current directory if there is none.
    pub directory: Option<PathBuf>,
    pub target: Target,
}

/// The data model that the headers are to be read for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Target {
    #[default]
    Lp64,
    Ilp32,
}

pub enum Preprocessed {
    /// The text, whether it can be relied on, and warnings.
    Text(Vec<u8>, Fidelity, Vec<Diagnostic>),
    /// The compiler did not accept the file.
    Failed(Vec<Diagnostic>),
    /// There is no compiler of this name.
    NoCompiler(String),
}

/// Is the text what a compiler sees, but for comments?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fidelity {
    Faithful,
    /// Comments, which were kept for the annotations, have changed what macros and directives do.
    ChangedByComments,
}

/// A header that only a 32-bit C library installs. It lists functions that the library does not implement, so that nothing
/// depends on it, and an empty one serves as well.
const STUBS_32: &str = "gnu/stubs-32.h";

/// So many headers may be missing.
const MAX_MISSING: usize = 20;

pub fn preprocess(path: &Path, compilation: &Compilation, map: &mut SourceMap, main: SourceId) -> Preprocessed {
    let attempts: &[Attempt] = match compilation.target {
        Target::Lp64 => &[Attempt::Plain],
        Target::Ilp32 => &[Attempt::Only32, Attempt::Borrowed32, Attempt::Plain],
    };
    let mut session = Session { path, compilation, map, main, stubs: None, missing: Vec::new() };
    let mut failure = None;
    for &attempt in attempts {
        match session.attempt(attempt) {
            Ok(Ok((text, mut diagnostics))) => {
                if attempt == Attempt::Plain && compilation.target == Target::Ilp32 {
                    diagnostics.push(wrong_headers(main));
                }
                let (text, fidelity) = session.with_annotations(attempt, text);
                return Preprocessed::Text(text, fidelity, diagnostics);
            }
            // What the compiler says with the usual headers is what the user can act on.
            Ok(Err(diagnostics)) => failure = Some(diagnostics),
            Err(error) => return no_compiler(compilation, &error),
        }
    }
    Preprocessed::Failed(failure.unwrap_or_default())
}

/// The runs of the compiler on one file.
struct Session<'a> {
    path: &'a Path,
    compilation: &'a Compilation,
    map: &'a mut SourceMap,
    main: SourceId,
    /// Empty files in place of missing headers.
    stubs: Option<StubDirectory>,
    /// A warning for each of them.
    missing: Vec<Diagnostic>,
}

type Attempted = Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>>;

impl Session<'_> {
    /// Runs the compiler until it no longer misses a header. What a missing one would have declared stays unknown, and
    /// the rest of the file can be read.
    fn attempt(&mut self, attempt: Attempt) -> std::io::Result<Attempted> {
        if attempt == Attempt::Borrowed32 {
            self.add_stub(STUBS_32);
        }
        loop {
            let output = self.run(attempt, Comments::Dropped)?;
            let mut diagnostics = diagnostics_of(&output.stderr, self.compilation, self.map, self.path, self.main);
            if output.status.success() {
                diagnostics.retain(|diagnostic| diagnostic.severity != Severity::Error);
                diagnostics.append(&mut self.missing);
                return Ok(Ok((output.stdout, diagnostics)));
            }
            // Only a 32-bit library has all headers of its own; without it the next attempt is better.
            let missing = diagnostics.iter().find_map(|d| Some((missing_header(d)?.to_string(), d.span)));
            if attempt != Attempt::Only32
                && let Some((header, span)) = missing
                && self.missing.len() < MAX_MISSING
                && self.add_stub(&header)
            {
                self.missing.push(without_header(&header, span.unwrap_or(Span::new(self.main, 0, 0))));
                continue;
            }
            if diagnostics.iter().all(|d| d.severity != Severity::Error) {
                diagnostics.push(unnamed_failure(&output, self.main));
            }
            return Ok(Err(diagnostics));
        }
    }

    /// The text with all comments, if some of them are annotations.
    fn with_annotations(&self, attempt: Attempt, text: Vec<u8>) -> (Vec<u8>, Fidelity) {
        if !comments::has_annotations(&text, self.compilation.directory.as_deref()) {
            return (text, Fidelity::Faithful);
        }
        match self.run(attempt, Comments::Kept) {
            Ok(output) if output.status.success() => {
                let is_same = comments::same_tokens(&text, &output.stdout);
                let fidelity = if is_same { Fidelity::Faithful } else { Fidelity::ChangedByComments };
                (output.stdout, fidelity)
            }
            Ok(_) | Err(_) => (text, Fidelity::ChangedByComments),
        }
    }

    fn run(&self, attempt: Attempt, comments: Comments) -> std::io::Result<Output> {
        let stubs = self.stubs.as_ref();
        let output = run(self.path, self.compilation, attempt, comments, stubs, &[WHOLE_LINES])?;
        let is_unknown = String::from_utf8_lossy(&output.stderr).contains(WHOLE_LINES);
        // Compilers that do not know the option do not need it.
        if is_unknown { run(self.path, self.compilation, attempt, comments, stubs, &[]) } else { Ok(output) }
    }

    fn add_stub(&mut self, header: &str) -> bool {
        self.stubs = self.stubs.take().or_else(StubDirectory::create);
        self.stubs.as_ref().is_some_and(|stubs| stubs.add(header))
    }
}

/// The header that the compiler says it did not find.
fn missing_header(diagnostic: &Diagnostic) -> Option<&str> {
    if diagnostic.severity != Severity::Error {
        return None;
    }
    diagnostic.message.strip_suffix(NOT_FOUND)
}

const NOT_FOUND: &str = ": No such file or directory";

fn without_header(header: &str, span: Span) -> Diagnostic {
    let message = format!("the header `{header}` is not found; what it declares and defines is unknown");
    Diagnostic::warning("missing-header", span, message).with_help("say where it is with `-I DIRECTORY`")
}

/// gcc ends the line where a macro of a system header is replaced, and then forgets that `- -a` needs a space; not with this.
const WHOLE_LINES: &str = "-ftrack-macro-expansion=0";

/// What becomes of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comments {
    Dropped,
    Kept,
}

/// One way to find the headers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// As the compiler does by itself.
    Plain,
    /// `-m32`, for which a 32-bit C library must be installed.
    Only32,
    /// `-m32` with the headers of the 64-bit library, which serve both.
    Borrowed32,
}

fn run(
    path: &Path,
    compilation: &Compilation,
    attempt: Attempt,
    comments: Comments,
    stubs: Option<&StubDirectory>,
    options: &[&str],
) -> std::io::Result<Output> {
    let mut command = compiler(compilation);
    // The definitions of macros are for annotations, in which the preprocessor replaces none.
    // `isdigit` and the like stay functions, which Invar knows, instead of look-ups in tables of the library.
    command.args(["-E", "-dD", "-D__NO_CTYPE"]).args(options);
    if comments == Comments::Kept {
        command.arg("-CC");
    }
    if attempt != Attempt::Plain {
        command.arg("-m32");
    }
    command.args(&compilation.flags);
    if attempt == Attempt::Borrowed32
        && let Some(directory) = multiarch_headers(compilation)
    {
        command.arg("-idirafter").arg(directory);
    }
    if let Some(stubs) = stubs {
        command.arg("-idirafter").arg(&stubs.0);
    }
    command.arg("-x").arg("c").arg(path).output()
}

fn compiler(compilation: &Compilation) -> Command {
    let mut command = Command::new(compiler_name(compilation));
    command.stdin(Stdio::null()).env("LC_ALL", "C");
    if let Some(directory) = &compilation.directory {
        command.current_dir(directory);
    }
    command
}

fn compiler_name(compilation: &Compilation) -> OsString {
    let named = compilation.compiler.clone().map(OsString::from);
    named.or_else(|| std::env::var_os("CC").filter(|name| !name.is_empty())).unwrap_or_else(|| "cc".into())
}

fn no_compiler(compilation: &Compilation, error: &std::io::Error) -> Preprocessed {
    Preprocessed::NoCompiler(format!("`{}`: {error}", compiler_name(compilation).to_string_lossy()))
}

/// Where a Debian-like system keeps the headers of its own architecture.
fn multiarch_headers(compilation: &Compilation) -> Option<PathBuf> {
    let output = compiler(compilation).arg("-print-multiarch").output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    let directory = Path::new("/usr/include").join(name.trim());
    (!name.trim().is_empty() && directory.is_dir()).then_some(directory)
}

/// A directory of empty headers, removed when it is no longer needed.
struct StubDirectory(PathBuf);

impl StubDirectory {
    fn create() -> Option<StubDirectory> {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("invar-stubs-{}-{count}", std::process::id()));
        std::fs::create_dir(&path).ok()?;
        Some(StubDirectory(path))
    }

    /// Whether there is a new empty header of this name now.
    fn add(&self, header: &str) -> bool {
        let is_plain = Path::new(header).components().all(|part| matches!(part, Component::Normal(_)));
        let path = self.0.join(header);
        let parent = path.parent().unwrap_or(&self.0);
        is_plain && !path.exists() && std::fs::create_dir_all(parent).is_ok() && std::fs::write(&path, "").is_ok()
    }
}

impl Drop for StubDirectory {
    fn drop(&mut self) {
        // What cannot be removed are empty files in the system's directory for temporary ones.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

// ----- messages -----

fn wrong_headers(main: SourceId) -> Diagnostic {
    let start = Span::new(main, 0, 0);
    let message = "the headers were read for 64 bits, because those for 32 bits are not installed";
    Diagnostic::warning("wrong-headers", start, message)
        .with_help("types that headers define, such as `int64_t`, may have other sizes; install the 32-bit C library")
}

fn unnamed_failure(output: &Output, main: SourceId) -> Diagnostic {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let said = stderr.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it gave no reason");
    Diagnostic::error("preprocessor", Span::new(main, 0, 0), format!("the preprocessor failed: {said}"))
}

/// The lines `file:line:column: error: message` of what the compiler printed.
fn diagnostics_of(
    stderr: &[u8],
    compilation: &Compilation,
    map: &mut SourceMap,
    main_path: &Path,
    main: SourceId,
) -> Vec<Diagnostic> {
    let mut known = vec![(main_path.to_string_lossy().into_owned(), main)];
    let mut diagnostics = Vec::new();
    for line in String::from_utf8_lossy(stderr).lines() {
        let Some((place, severity, message)) = split_message(line) else { continue };
        let span = place_span(place, compilation, map, &mut known).unwrap_or(Span::new(main, 0, 0));
        let mut diagnostic = Diagnostic::error("preprocessor", span, message);
        diagnostic.severity = severity;
        if message.ends_with(NOT_FOUND) {
            diagnostic.help = Some("say where the header is with `-I DIRECTORY`".to_string());
        }
        diagnostics.push(diagnostic);
        if diagnostics.len() >= 50 {
            break;
        }
    }
    diagnostics
}

fn split_message(line: &str) -> Option<(&str, Severity, &str)> {
    const KINDS: [(&str, Severity); 3] =
        [(": fatal error: ", Severity::Error), (": error: ", Severity::Error), (": warning: ", Severity::Warning)];
    KINDS.iter().find_map(|(mark, severity)| line.split_once(mark).map(|(place, rest)| (place, *severity, rest)))
}

/// `file:line:column` as a span from there to the end of the line.
fn place_span(
    place: &str,
    compilation: &Compilation,
    map: &mut SourceMap,
    known: &mut Vec<(String, SourceId)>,
) -> Option<Span> {
    let mut parts = place.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: u32 = parts.next()?.parse().ok()?;
    let file = parts.next()?;
    let source = match known.iter().find(|(name, _)| name == file) {
        Some((_, source)) => *source,
        None => {
            let path = compilation.directory.as_deref().unwrap_or(Path::new("")).join(file);
            let source = map.add(file, text_of(std::fs::read(path).ok()?));
            known.push((file.to_string(), source));
            source
        }
    };
    let (start, end) = map.line_range(source, line)?;
    let trimmed = start + map.text(source)[start..end].trim_end().len();
    let start = (start + column.saturating_sub(1)).min(trimmed);
    map.text(source).is_char_boundary(start).then(|| Span::new(source, start, trimmed))
}

/// Bytes as text of the same length: what is not UTF-8 becomes `?`, byte for byte, so that positions stay the same.
pub fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::with_capacity(error.as_bytes().len());
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        text
    })
}
