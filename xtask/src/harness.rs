//! Does a harness that Invar wrote repeat its failing run? It is compiled as its first lines say and run.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::{Deserialize, Serialize};

const SECONDS: &str = "20";
const COMPILING: &str = "60";
/// What is never freed is reported when the program ends, without a line.
const LEAK: &str = "LeakSanitizer: detected memory leaks";
/// The run left the one that was recorded.
const LEFT: i32 = 77;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Repeats {
    /// It fails, and at the line of the report.
    AtTheLine,
    /// It fails, and nothing tells that it was at this line.
    Elsewhere,
    /// It ends without failing.
    Ends,
    Leaves,
    IsNotCompiled,
    IsNotWritten,
}

impl fmt::Display for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Repeats::AtTheLine => "fail at the line",
            Repeats::Elsewhere => "fail, at another place or without a place",
            Repeats::Ends => "end without failing",
            Repeats::Leaves => "leave the run",
            Repeats::IsNotCompiled => "do not compile",
            Repeats::IsNotWritten => "were not written",
        })
    }
}

pub fn repeats(gcc: &str, file: &Path, is_32: bool, include: &[PathBuf], folder: &Path) -> Result<Repeats, String> {
    let Ok(text) = std::fs::read_to_string(file) else { return Ok(Repeats::IsNotWritten) };
    let program = folder.join("harness");
    let mut compile = Command::new("timeout");
    compile.args([COMPILING, gcc, "-w"]).args(options(&text)).args(is_32.then_some("-m32"));
    include.iter().for_each(|folder| _ = compile.arg("-I").arg(folder));
    compile.arg(file).arg("-o").arg(&program).stdin(Stdio::null());
    let compiled = compile.output().map_err(|error| format!("`{gcc}` cannot be run: {error}"))?;
    if !compiled.status.success() {
        return Ok(Repeats::IsNotCompiled);
    }
    let mut run = Command::new("timeout");
    let ran = run.arg(SECONDS).arg(&program).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let place = if text.contains("refuted[leak]") { Some(LEAK) } else { place(&text) };
    Ok(judge(&ran, place))
}

/// What the first lines say after `gcc`.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let line = text.lines().find_map(|line| line.trim_start_matches(" *").trim_start().strip_prefix("gcc "));
    line.unwrap_or_default().split_whitespace()
}

/// `NAME:LINE` of the report, which the first lines of a harness tell.
fn place(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| line.contains("refuted["))?;
    Some(line.rsplit_once('(')?.1.trim_end_matches(')'))
}

fn judge(ran: &Output, place: Option<&str>) -> Repeats {
    match ran.status.code() {
        Some(0) => return Repeats::Ends,
        Some(LEFT) => return Repeats::Leaves,
        Some(_) | None => {}
    }
    let output = [ran.stdout.as_slice(), ran.stderr.as_slice()].concat();
    let output = String::from_utf8_lossy(&output);
    if place.is_some_and(|place| names(&output, place)) { Repeats::AtTheLine } else { Repeats::Elsewhere }
}

/// Does the text name the place, and not one whose line only begins with the same digits?
fn names(text: &str, place: &str) -> bool {
    text.match_indices(place).any(|(at, _)| !text[at + place.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_found() {
        let text = "/* Written by Invar.\n *   refuted[assert]: this can fail (a b.c:3)\n */\n";
        assert_eq!(place(text), Some("a b.c:3"));
        assert_eq!(options(" * Compile\n *   gcc -g -O0\n").collect::<Vec<_>>(), ["-g", "-O0"]);
        assert!(names("#1 in main /x/a b.c:3:7", "a b.c:3"));
        assert!(!names("#1 in main /x/a b.c:31", "a b.c:3"));
    }
}
