//! `--harness`: every refuted program of `tests/c/harness` becomes a program that the system's compiler takes, and that
//! fails at the line that the mark in the source names.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/harness")
}

fn invar(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(args).stdin(Stdio::null()).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The harness of a source, and what it does when it is compiled and run.
fn repeat(source: &Path) -> (String, Output) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let harness = scratch.path().join("harness.c");
    let (path, harness_path) = (source.to_string_lossy(), harness.to_string_lossy());
    let verified = invar(&["verify", "--harness", &harness_path, &path]);
    assert_eq!(verified.status.code(), Some(1), "{path}: {}", text(&verified));
    assert!(harness.exists(), "{path} has no harness: {}", text(&verified));
    let program = scratch.path().join("harness");
    let compiled = Command::new("gcc")
        .args(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"])
        .args([&program, &harness])
        .output()
        .expect("the compiler runs");
    assert!(compiled.status.success(), "{path}: {}", text(&compiled));
    let written = std::fs::read_to_string(&harness).expect("the harness");
    (written, Command::new(&program).output().expect("the harness runs"))
}

#[test]
fn every_harness_fails_at_the_line_of_the_report() {
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the programs").map(|entry| entry.expect("an entry").path()).collect();
    sources.sort();
    assert!(sources.len() >= 7);
    for source in sources {
        let name = source.file_name().expect("a name").to_string_lossy().into_owned();
        let program = std::fs::read_to_string(&source).expect("a source");
        let line = 1 + program.lines().position(|line| line.contains("//~ refuted")).expect("a mark");
        let (harness, output) = repeat(&source);
        assert!(!output.status.success(), "{name} does not fail: {}\n{harness}", text(&output));
        assert_ne!(output.status.code(), Some(77), "{name} takes another way: {}\n{harness}", text(&output));
        assert!(text(&output).contains(&format!("{name}:{line}")), "{name}, line {line}: {}\n{harness}", text(&output));
    }
}

#[test]
fn without_a_refutation_there_is_no_harness() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let (source, harness) = (scratch.path().join("a.c"), scratch.path().join("harness.c"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("write a file");
    let output = invar(&["verify", "--harness", &harness.to_string_lossy(), &source.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(!harness.exists());
    assert!(text(&output).contains("is not written: nothing is refuted"), "{}", text(&output));
}
