//! What a test expects, written in comments that no specification language uses.
//!
//! At the end of the line that a failure belongs to, one or several of:
//!
//! | mark | meaning |
//! | --- | --- |
//! | `//~ refuted CODE` | the check with this code is refuted |
//! | `//~ unknown CODE` | it is unknown; for a procedure as a whole the code is that of the cause |
//! | `//~ unknown CODE, should be proved: why` | the same, and it should not be (`should be refuted: why` likewise) |
//! | `//~ reachable CODE` | for a boolean program: the assertion can fail (`assert`), the label that was asked about is reached (`label`) |
//! | `//~ vacuous` | it is proved only because no run reaches it |
//! | `//~ conditional` | the function on this line is proved if its callers keep to a condition that was inferred |
//! | `//~ error CODE`, `//~ warning CODE` | bad input, a warning about it |
//!
//! The code of an `unknown` may be left out. In the first lines, `//! options: …` are options of `invar verify`, or
//! of `invar reach` for a boolean program.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Word {
    Refuted,
    Reachable,
    Unknown,
    Vacuous,
    Conditional,
    Error,
    Warning,
}

const WORDS: [(&str, Word); 7] = [
    ("refuted", Word::Refuted),
    ("reachable", Word::Reachable),
    ("unknown", Word::Unknown),
    ("vacuous", Word::Vacuous),
    ("conditional", Word::Conditional),
    ("error", Word::Error),
    ("warning", Word::Warning),
];

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = WORDS.iter().find(|(_, word)| word == self).map_or("", |(name, _)| name);
        write!(f, "{name}")
    }
}

/// What a line says must happen there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub line: u32,
    pub word: Word,
    /// None: any code.
    pub code: Option<String>,
}

/// What did happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub line: u32,
    pub word: Word,
    pub code: String,
    /// For the message of a test that fails.
    pub detail: String,
}

/// All marks of a file, in order.
pub fn read(text: &str) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for mark in line.split("//~").skip(1) {
            let line = index as u32 + 1;
            marks.push(read_mark(line, mark).map_err(|why| format!("line {line}: {why}"))?);
        }
    }
    Ok(marks)
}

fn read_mark(line: u32, text: &str) -> Result<Mark, String> {
    let (head, note) = match text.split_once(',') {
        Some((head, note)) => (head, Some(note.trim())),
        None => (text, None),
    };
    let mut words = head.split_whitespace();
    let name = words.next().unwrap_or("");
    let Some((_, word)) = WORDS.iter().find(|(other, _)| *other == name) else {
        return Err(format!("`{name}` is not a mark"));
    };
    let code = words.next().map(str::to_string);
    if let Some(extra) = words.next() {
        return Err(format!("`{extra}` is too much for a mark"));
    }
    match (word, &code) {
        (Word::Refuted | Word::Reachable | Word::Error | Word::Warning, None) => {
            return Err(format!("`{name}` needs a code"));
        }
        (Word::Vacuous | Word::Conditional, Some(_)) => return Err(format!("`{name}` takes no code")),
        (Word::Refuted | Word::Reachable | Word::Error | Word::Warning, Some(_)) => {}
        (Word::Vacuous | Word::Conditional, None) | (Word::Unknown, _) => {}
    }
    check_note(*word, note)?;
    Ok(Mark { line, word: *word, code })
}

/// Only today's `unknown` may be annotated with what it should be, and then with the reason.
fn check_note(word: Word, note: Option<&str>) -> Result<(), String> {
    let Some(note) = note else { return Ok(()) };
    let reason = note.strip_prefix("should be proved:").or(note.strip_prefix("should be refuted:"));
    match reason {
        Some(why) if word == Word::Unknown && !why.trim().is_empty() => Ok(()),
        Some(_) | None => Err(format!("`{note}` is not `should be proved: why`")),
    }
}

/// The words of the `//! options: …` lines that open the file.
pub fn options(text: &str) -> Result<Vec<String>, String> {
    let mut options = Vec::new();
    for line in text.lines().map_while(|line| line.trim_start().strip_prefix("//!")) {
        let Some(rest) = line.trim().strip_prefix("options:") else {
            return Err(format!("`//!{line}` is not `//! options: ...`"));
        };
        options.extend(rest.split_whitespace().map(str::to_string));
    }
    Ok(options)
}

/// Every mark must have its own failure and every failure its own mark.
pub fn compare(marks: &[Mark], found: &[Found]) -> Result<(), String> {
    let mut open: Vec<&Mark> = marks.iter().collect();
    // Marks with a code are more particular, so they choose first.
    open.sort_by_key(|mark| mark.code.is_none());
    let mut problems = Vec::new();
    for fact in found {
        let fits = |mark: &&Mark| {
            mark.line == fact.line
                && mark.word == fact.word
                && (fact.word == Word::Vacuous || mark.code.as_ref().is_none_or(|code| *code == fact.code))
        };
        match open.iter().position(fits) {
            Some(index) => drop(open.remove(index)),
            None => {
                let detail = if fact.detail.is_empty() { String::new() } else { format!(" ({})", fact.detail) };
                problems.push((fact.line, format!("{} {} has no mark{detail}", fact.word, fact.code)));
            }
        }
    }
    for mark in open {
        let code = mark.code.as_deref().unwrap_or("");
        problems.push((mark.line, format!("nothing is {} {code}", mark.word)));
    }
    problems.sort();
    let lines: Vec<String> = problems.iter().map(|(line, problem)| format!("line {line}: {problem}")).collect();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n")) }
}

/// The tests of this file; the harness is our own, so they are called by it.
pub fn self_test() -> Result<(), String> {
    let marks = read("a //~ refuted assert //~ unknown ensures, should be proved: weak\nb //~ vacuous\n//~ unknown\n")?;
    let fact = |line, word, code: &str| Found { line, word, code: code.into(), detail: String::new() };
    let mut facts = vec![
        fact(1, Word::Unknown, "ensures"),
        fact(1, Word::Refuted, "assert"),
        fact(2, Word::Vacuous, "vacuous"),
        fact(3, Word::Unknown, "timeout"),
    ];
    compare(&marks, &facts)?;
    facts.push(fact(2, Word::Vacuous, "vacuous"));
    if compare(&marks, &facts).is_ok() {
        return Err("two failures shared one mark".into());
    }
    facts.truncate(1);
    let missing = compare(&marks, &facts).err().unwrap_or_default();
    if missing != "line 1: nothing is refuted assert\nline 2: nothing is vacuous \nline 3: nothing is unknown " {
        return Err(format!("wrong message: {missing}"));
    }
    for wrong in [
        "//~ refuted",
        "//~ proved",
        "//~ vacuous assert",
        "//~ unknown a, later",
        "//~ refuted a, should be proved: b",
    ] {
        if read(wrong).is_ok() {
            return Err(format!("`{wrong}` was accepted"));
        }
    }
    match options("//! options: --effort 2\n//! options: --jobs 1\nx\n//! no") {
        Ok(words) if words == ["--effort", "2", "--jobs", "1"] => Ok(()),
        other => Err(format!("wrong options: {other:?}")),
    }
}
