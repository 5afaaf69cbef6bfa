//! Which files are meant by a path as the user gave it, and the hashes that they are known by.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use invar_front::Language;
use sha2::{Digest, Sha256};

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
                path if Language::is_looked_for(&path) => found.extend(path.to_str().map(str::to_string)),
                _ => {}
            }
        }
    }
    found.sort();
    if found.is_empty() { vec![path.to_string()] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

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
