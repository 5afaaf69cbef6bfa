//! Files to bytes and texts, or what is wrong with them, as a diagnostic without a place: the file as a whole is at fault.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use invar_base::{Diagnostic, Severity};

/// Larger files are refused: positions are 32 bits wide, and no person wrote them.
pub const MAX_BYTES: u64 = 64 << 20;

/// The bytes of a program. Not necessarily UTF-8: comments of C programs hold anything.
pub fn load_program(path: &str) -> Result<Vec<u8>, Diagnostic> {
    let bytes = read_limited(path, MAX_BYTES)?;
    if bytes.contains(&0) {
        return Err(bad("not-text", "this is a binary file".into()));
    }
    if bytes.trim_ascii().is_empty() {
        return Err(bad("empty-file", "the file is empty".into()).with_help("there is nothing to verify in it"));
    }
    Ok(bytes)
}

/// Reads any text file, whatever its name.
pub fn load_text(path: &str) -> Result<String, Diagnostic> {
    decode(read_limited(path, MAX_BYTES)?)
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
        let code = |path: &str| load_program(path).map(|_| "read").unwrap_or_else(|error| error.code);
        assert_eq!(code(&write("good.bpl", b"procedure p();")), "read");
        assert_eq!(code(&write("empty.bpl", b"")), "empty-file");
        assert_eq!(code(&write("blank.bpl", b" \n\t\n")), "empty-file");
        assert_eq!(code(&write("zero.bpl", b"procedure\0")), "not-text");
        assert_eq!(code(&write("latin.c", b"// caf\xe9")), "read");
        assert_eq!(code(dir.path().to_str().expect("a UTF-8 path")), "cannot-read");
        assert_eq!(code("no/such/file.bpl"), "cannot-read");
        assert_eq!(decode(b"// caf\xe9".to_vec()).map_err(|error| error.code), Err("not-text"));
        assert_eq!(read_limited(&write("big.bpl", b"12345"), 4).map_err(|error| error.code), Err("too-large"));
    }
}
