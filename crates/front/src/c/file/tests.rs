//! Through the system's preprocessor, where there is one.

use super::read;
use crate::c::preprocess::{Compilation, Target};
use invar_base::{Interner, Severity, SourceMap};
use std::path::{Path, PathBuf};

/// A directory for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let path = std::env::temp_dir().join(format!("invar-front-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        for (file, text) in files {
            std::fs::write(path.join(file), text).unwrap();
        }
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The diagnostics as `severity code line:column`, and how many externals there are.
fn read_in(folder: &Folder, file: &str, compilation: Compilation) -> (Vec<String>, usize) {
    let (mut map, mut names) = (SourceMap::new(), Interner::default());
    let compilation = Compilation { directory: Some(folder.0.clone()), ..compilation };
    let reading = read(Path::new(file), &compilation, &mut map, &mut names);
    let show = |d: &invar_base::Diagnostic| {
        let severity = if d.severity == Severity::Error { "error" } else { "warning" };
        let place = d.span.map(|span| map.place(span));
        let place = place.map_or(String::new(), |p| format!(" {}:{}:{}", p.file, p.line, p.column));
        format!("{severity} {}{place}", d.code)
    };
    (reading.diagnostics.iter().map(show).collect(), reading.unit.externals.len())
}

fn has_compiler() -> bool {
    std::process::Command::new("cc").arg("--version").output().is_ok()
}

#[test]
fn errors_are_placed_in_the_file_and_its_headers() {
    if !has_compiler() {
        return;
    }
    let main = b"#include \"h.h\"\n#define N 3\n\nint   x = N +;\nint ok;\n";
    let folder = Folder::new("places", &[("a.c", main), ("h.h", b"\nint y = ;\n")]);
    let (found, count) = read_in(&folder, "a.c", Compilation::default());
    assert_eq!(found, ["error syntax h.h:2:9", "error syntax a.c:4:14"]);
    assert_eq!(count, 1);
}

#[test]
fn missing_headers_are_warned_about() {
    if !has_compiler() {
        return;
    }
    let folder = Folder::new("missing", &[("a.c", b"#include \"no/such.h\"\n#include <none.h>\nint x;\n")]);
    let (found, count) = read_in(&folder, "a.c", Compilation::default());
    assert_eq!(found, ["warning missing-header a.c:1:10", "warning missing-header a.c:2:10"]);
    assert_eq!(count, 1);
}

#[test]
fn failures_of_the_preprocessor_are_passed_on() {
    if !has_compiler() {
        return;
    }
    let folder = Folder::new("failing", &[("a.c", b"int x;\n#error no way\n"), ("b.c", b"#ifdef X\nint x;\n#endif\n")]);
    let (found, _) = read_in(&folder, "a.c", Compilation::default());
    assert_eq!(found, ["error preprocessor a.c:2:2"]);
    let defined = Compilation { flags: vec!["-DX".to_string()], ..Compilation::default() };
    assert_eq!(read_in(&folder, "b.c", defined), (vec![], 1));
}

#[test]
fn system_headers_are_read_for_both_data_models() {
    if !has_compiler() {
        return;
    }
    let main = b"#include <stdio.h>\n#include <stdint.h>\n#include <stdlib.h>\nint64_t x; /* \xe9 */\n";
    let folder = Folder::new("models", &[("a.c", main)]);
    for target in [Target::Lp64, Target::Ilp32] {
        let (found, count) = read_in(&folder, "a.c", Compilation { target, ..Compilation::default() });
        assert!(found.iter().all(|message| message.starts_with("warning wrong-headers")), "{found:?}");
        assert!(count > 100);
    }
}

#[test]
fn without_a_compiler_plain_files_are_read_as_they_are() {
    let folder = Folder::new("none", &[("a.c", b"#pragma x\nint x\n;"), ("b.c", b"int y;\n #  include <a.h>\n")]);
    let compilation = || Compilation { compiler: Some("no-such-compiler".to_string()), ..Compilation::default() };
    assert_eq!(read_in(&folder, "a.c", compilation()), (vec![], 1));
    assert_eq!(read_in(&folder, "b.c", compilation()).0, ["error no-preprocessor b.c:2:1"]);
    assert_eq!(read_in(&folder, "c.c", compilation()).0, ["error cannot-read"]);
}

#[test]
fn preprocessed_files_are_taken_as_they_are() {
    let folder = Folder::new("own", &[("a.i", b"# 1 \"a.c\"\nint x = ;\n"), ("a.c", b"int y;\n")]);
    assert_eq!(read_in(&folder, "a.i", Compilation::default()).0, ["error syntax a.i:2:9"]);
}
