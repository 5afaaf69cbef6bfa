//! `--harness`: a refuted program becomes a program that the system's compiler takes, and that fails at a line that a mark
//! in the source names. Those of `tests/c/harness` must have a harness; the others whenever one can be written.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

fn invar(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(args).stdin(Stdio::null()).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The harness of a source, and what it does when it is compiled and run; or why there is none.
fn repeat(source: &Path) -> Result<(String, Output), String> {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let harness = scratch.path().join("harness.c");
    let (path, harness_path) = (source.to_string_lossy(), harness.to_string_lossy());
    let program = std::fs::read_to_string(source).expect("a source");
    let options = program.lines().take(5).find_map(|line| line.strip_prefix("//! options:")).unwrap_or("");
    let mut args = vec!["verify", "--harness", &harness_path, &path];
    args.extend(options.split_whitespace());
    let verified = invar(&args);
    if !harness.exists() {
        return Err(text(&verified));
    }
    let program = scratch.path().join("harness");
    let compiled = Command::new("gcc")
        .args(["-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-builtin", "-o"])
        .args([&program, &harness])
        .output()
        .expect("the compiler runs");
    if !compiled.status.success() {
        let written = std::fs::read_to_string(&harness).expect("the harness");
        return Ok((format!("does not compile:\n{written}"), compiled));
    }
    let written = std::fs::read_to_string(&harness).expect("the harness");
    Ok((written, Command::new(&program).output().expect("the harness runs")))
}

/// What is wrong with the harness of a source; nothing if it fails where a mark says that the source does.
fn problem(source: &Path, must_have_one: bool) -> Option<String> {
    let name = source.file_name().expect("a name").to_string_lossy().into_owned();
    let program = std::fs::read_to_string(source).expect("a source");
    let marked = program.lines().enumerate().filter(|(_, line)| line.contains("//~ refuted"));
    let lines: Vec<String> = marked.map(|(index, _)| format!("{name}:{}", index + 1)).collect();
    let (harness, output) = match repeat(source) {
        Ok(repeated) => repeated,
        Err(why) => return must_have_one.then(|| format!("{name} has no harness: {why}")),
    };
    let said = text(&output);
    if output.status.success() {
        return Some(format!("{name} does not fail: {said}\n{harness}"));
    }
    if output.status.code() == Some(77) {
        return Some(format!("{name} takes another way: {said}\n{harness}"));
    }
    // Memory that is never freed is reported where it was allocated.
    let is_leak = program.contains("//~ refuted leak") && said.contains("LeakSanitizer");
    // A call through null leaves no frame of the caller.
    let is_null_call = program.contains("//~ refuted call") && said.contains("pc points to the zero page");
    let is_there = is_leak || is_null_call || lines.iter().any(|place| said.contains(place.as_str()));
    (!is_there).then(|| format!("{name} fails elsewhere than at {lines:?}: {said}\n{harness}"))
}

/// The C programs below a folder that a mark says are refuted.
fn refuted(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                found.extend(text.contains("//~ refuted").then_some(path));
            }
        }
    }
    found.sort();
    found
}

fn all_problems(sources: Vec<PathBuf>, must_have_one: bool) -> Vec<String> {
    let (queue, found) = (Mutex::new(sources), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(source) = { queue.lock().expect("a queue").pop() } {
                    let problem = problem(&source, must_have_one);
                    found.lock().expect("a list").extend(problem);
                }
            });
        }
    });
    found.into_inner().expect("a list")
}

#[test]
fn every_harness_fails_at_the_line_of_the_report() {
    let sources = refuted(&folder("c/harness"));
    assert!(sources.len() >= 7);
    let problems = all_problems(sources, true);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn every_refutation_of_the_test_suite_is_repeated() {
    let mut sources = refuted(&folder("c"));
    sources.extend(refuted(&folder("soundness")));
    let problems = all_problems(sources, false);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
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
