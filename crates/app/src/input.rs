//! Files to texts. In: a path as the user gave it. Out: its text and language, or what is wrong with it, as a diagnostic
//! without a place (the file as a whole is at fault).

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use invar_base::{Diagnostic, Severity};

/// Larger files are refused: positions are 32 bits wide, and no person wrote them.
pub const MAX_BYTES: u64 = 64 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Boogie,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    pub language: Language,
    pub text: String,
}

/// Reads one file.
pub fn load(path: &str) -> Result<SourceText, Diagnostic> {
    let language = language_of(path)?;
    let bytes = read_limited(path, MAX_BYTES)?;
    let text = decode(bytes)?;
    if text.trim().is_empty() {
        return Err(bad("empty-file", "the file is empty".into()).with_help("there is nothing to verify in it"));
    }
    Ok(SourceText { language, text })
}

/// Reads any text file, whatever its name.
pub fn load_text(path: &str) -> Result<String, Diagnostic> {
    decode(read_limited(path, MAX_BYTES)?)
}

fn language_of(path: &str) -> Result<Language, Diagnostic> {
    if Path::new(path).is_dir() {
        return Err(bad("cannot-read", "this is a directory, not a file".into()).with_help("name the files in it"));
    }
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "bpl" => Ok(Language::Boogie),
        "c" | "i" | "h" => Err(unsupported("C")),
        "java" => Err(unsupported("Java")),
        "bp" => Err(unsupported("boolean programs")),
        "json" => Err(bad("unsupported-language", "this is not a program".into())
            .with_help("to re-check evidence, use `invar check`")),
        other => {
            let kind = if other.is_empty() { "without an extension".into() } else { format!("ending in .{other}") };
            Err(bad("unsupported-language", format!("Invar cannot tell the language of a file {kind}"))
                .with_help("it reads Boogie programs, whose names end in .bpl"))
        }
    }
}

fn unsupported(language: &str) -> Diagnostic {
    bad("unsupported-language", format!("files in {language} are not supported yet"))
        .with_help("this version of Invar reads Boogie programs, whose names end in .bpl")
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

fn decode(bytes: Vec<u8>) -> Result<String, Diagnostic> {
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
        assert_eq!(code(&write("latin.bpl", b"// caf\xe9")), "not-text");
        assert_eq!(code(&write("prog.c", b"int x;")), "unsupported-language");
        assert_eq!(code(&write("noext", b"x")), "unsupported-language");
        assert_eq!(code(dir.path().to_str().expect("a UTF-8 path")), "cannot-read");
        assert_eq!(code("no/such/file.bpl"), "cannot-read");
        assert_eq!(read_limited(&write("big.bpl", b"12345"), 4).map_err(|error| error.code), Err("too-large"));
    }
}
