//! Files to texts. In: a path as the user gave it. Out: its bytes and language, or what is wrong with it, as a diagnostic
//! without a place (the file as a whole is at fault).

use std::fmt::Write;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use invar_base::{Diagnostic, Severity};
use sha2::{Digest, Sha256};

/// Larger files are refused: positions are 32 bits wide, and no person wrote them.
pub const MAX_BYTES: u64 = 64 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Boogie,
    /// As people write it: goes through the preprocessor.
    C,
    /// What the preprocessor wrote: `.i`.
    PreprocessedC,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    pub language: Language,
    /// Not necessarily UTF-8: comments of C programs hold anything.
    pub bytes: Vec<u8>,
}

/// Reads one file.
pub fn load(path: &str) -> Result<SourceText, Diagnostic> {
    let language = language_of(path)?;
    let bytes = read_limited(path, MAX_BYTES)?;
    if bytes.contains(&0) {
        return Err(bad("not-text", "this is a binary file".into()));
    }
    if bytes.trim_ascii().is_empty() {
        return Err(bad("empty-file", "the file is empty".into()).with_help("there is nothing to verify in it"));
    }
    Ok(SourceText { language, bytes })
}

/// Reads any text file, whatever its name.
pub fn load_text(path: &str) -> Result<String, Diagnostic> {
    decode(read_limited(path, MAX_BYTES)?)
}

/// The hash that evidence knows a file by.
pub fn sha256(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The hash of preprocessed text, without the compiler's line markers: they say where the files lie, not what is in them.
pub fn sha256_of_lines(preprocessed: &[u8]) -> String {
    let is_marker = |line: &&[u8]| matches!(line, [b'#', b' ', b'0'..=b'9', ..]);
    let lines = preprocessed.split_inclusive(|&byte| byte == b'\n').filter(|line| !is_marker(line));
    // The compiler writes a marker, or a few empty lines, for the same gap.
    let text: Vec<u8> = lines.filter(|line| !line.trim_ascii().is_empty()).flatten().copied().collect();
    sha256(&text)
}

/// What the bodies in a file are called by the people who write them.
pub fn noun(path: &str) -> &'static str {
    match language_of(path) {
        Ok(Language::C | Language::PreprocessedC) => "function",
        Ok(Language::Boogie) | Err(_) => "procedure",
    }
}

/// A file is itself; a directory is all programs below it, sorted by path. One without programs stays itself, so that
/// opening it says what is wrong.
pub fn expand(path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = if Path::new(path).is_dir() { vec![PathBuf::from(path)] } else { Vec::new() };
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            // A link to a directory may lead in circles.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            match entry.path() {
                _ if is_hidden => {}
                path if is_folder => open.push(path),
                path if is_program(&path) => found.extend(path.to_str().map(str::to_string)),
                _ => {}
            }
        }
    }
    found.sort();
    if found.is_empty() { vec![path.to_string()] } else { found }
}

/// Headers are read with the programs that include them.
fn is_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    ["bpl", "c", "i"].contains(&extension.to_ascii_lowercase().as_str())
}

const READ: &str = "it reads C programs (.c, .i, .h) and Boogie programs (.bpl)";

fn language_of(path: &str) -> Result<Language, Diagnostic> {
    if Path::new(path).is_dir() {
        let message = "there are no programs in this directory".to_string();
        return Err(bad("cannot-read", message).with_help("Invar looks for files that end in .c, .i or .bpl"));
    }
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "bpl" => Ok(Language::Boogie),
        "c" | "h" => Ok(Language::C),
        "i" => Ok(Language::PreprocessedC),
        "java" => Err(unsupported("Java")),
        "bp" => Err(unsupported("boolean programs")),
        "cc" | "cpp" | "cxx" | "hpp" => Err(unsupported("C++")),
        "json" => Err(bad("unsupported-language", "this is not a program".into())
            .with_help("to re-check evidence, use `invar check`")),
        other => {
            let kind = if other.is_empty() { "without an extension".into() } else { format!("ending in .{other}") };
            Err(bad("unsupported-language", format!("Invar cannot tell the language of a file {kind}")).with_help(READ))
        }
    }
}

fn unsupported(language: &str) -> Diagnostic {
    bad("unsupported-language", format!("files in {language} are not supported yet"))
        .with_help(format!("this version of Invar is limited: {READ}"))
}

fn read_limited(path: &str, limit: u64) -> Result<Vec<u8>, Diagnostic> {
    let cannot = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_string(),
            ErrorKind::PermissionDenied => "permission denied".to_string(),
            // The other kinds are the system's words, which are meant for people.
            _ => error.to_string(),
        };
        bad("cannot-read", format!("the file cannot be read: {why}"))
    };
    if Path::new(path).is_dir() {
        return Err(bad("cannot-read", "this is a directory, not a file".into()));
    }
    let file = File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    // One byte past the limit tells a file that is too large, also where the size is not known beforehand (a pipe).
    file.take(limit + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > limit {
        return Err(bad("too-large", format!("the file is larger than {} MB", limit >> 20))
            .with_help("split it, or remove what the procedures to verify do not need"));
    }
    Ok(bytes)
}

/// Bytes as UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<String, Diagnostic> {
    if bytes.contains(&0) {
        return Err(bad("not-text", "this is a binary file".into()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
        bad("not-text", format!("the file is not UTF-8 text: line {line} holds other bytes"))
            .with_help("save it with the encoding UTF-8")
    })
}

/// A diagnostic about a file as a whole.
pub fn bad(code: &'static str, message: String) -> Diagnostic {
    Diagnostic { severity: Severity::Error, code, message, span: None, labels: Vec::new(), help: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_unreadable_file_has_its_code() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).expect("write a file");
            path.to_str().expect("a UTF-8 path").to_string()
        };
        let code = |path: &str| load(path).map(|_| "read").unwrap_or_else(|error| error.code);
        assert_eq!(code(&write("good.bpl", b"procedure p();")), "read");
        assert_eq!(code(&write("empty.bpl", b"")), "empty-file");
        assert_eq!(code(&write("blank.bpl", b" \n\t\n")), "empty-file");
        assert_eq!(code(&write("zero.bpl", b"procedure\0")), "not-text");
        assert_eq!(code(&write("latin.c", b"// caf\xe9")), "read");
        assert_eq!(code(&write("prog.java", b"class A {}")), "unsupported-language");
        assert_eq!(code(&write("noext", b"x")), "unsupported-language");
        assert_eq!(code(dir.path().to_str().expect("a UTF-8 path")), "cannot-read");
        assert_eq!(code("no/such/file.bpl"), "cannot-read");
        assert_eq!(decode(b"// caf\xe9".to_vec()).map_err(|error| error.code), Err("not-text"));
        assert_eq!(read_limited(&write("big.bpl", b"12345"), 4).map_err(|error| error.code), Err("too-large"));
    }

    #[test]
    fn a_directory_is_the_programs_below_it() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = |name: &str| dir.path().join(name).to_str().expect("a UTF-8 path").to_string();
        assert_eq!(expand(&path("")), [path("")]);
        std::fs::create_dir_all(path("b/.git")).expect("folders");
        for name in ["z.c", "a.bpl", "b/c.i", "b/d.h", "b/.git/e.c"] {
            std::fs::write(path(name), "x").expect("write a file");
        }
        assert_eq!(expand(&path("")), [path("a.bpl"), path("b/c.i"), path("z.c")]);
        assert_eq!(expand("no/such.c"), ["no/such.c"]);
    }
}
