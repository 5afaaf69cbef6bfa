//! Inferred invariants in the text. In: the report of a file, and its text. Out: the text with an annotation at every loop
//! for which something was inferred, and notes about what was left out.
//!
//! Only loops of procedures that are verified on their own are annotated: a loop of an expanded call may have another
//! invariant for every call.

use std::collections::BTreeMap;

use invar_base::{SourceMap, Span};
use invar_gcl::Program;

use crate::inferred::{self, Clause, LoopText};
use crate::session::{FileReport, Outcome};

pub struct Annotated {
    pub text: String,
    /// How many were written.
    pub clauses: usize,
    pub notes: Vec<String>,
}

/// `None` if the file is no program.
pub fn annotated(file: &FileReport, text: &str) -> Option<Annotated> {
    let Outcome::Read { program, procedures, .. } = &file.outcome else { return None };
    let mut work = Work { sources: &file.sources, program, text, insertions: BTreeMap::new(), notes: Vec::new() };
    for report in procedures {
        for known in inferred::of_report(program, report) {
            if known.found.inferred.is_empty() {
                continue;
            }
            if known.found.head.impl_id == report.impl_id {
                work.annotate(&known);
            } else {
                let owner = program.impl_name(known.found.head.impl_id);
                work.note(known.found.span, &format!("`{owner}` is verified as part of `{}`", report.name));
            }
        }
    }
    let clauses = work.insertions.values().map(Vec::len).sum();
    let text = work.written();
    Some(Annotated { text, clauses, notes: work.notes })
}

struct Work<'a> {
    sources: &'a SourceMap,
    program: &'a Program,
    text: &'a str,
    /// By where a loop begins.
    insertions: BTreeMap<usize, Vec<String>>,
    notes: Vec<String>,
}

impl Work<'_> {
    fn note(&mut self, span: Span, reason: &str) {
        let place = self.sources.place(span);
        self.notes.push(format!("the loop at {}:{} is left as it is: {reason}", place.file, place.line));
    }

    fn is_c(&self) -> bool {
        !self.program.source.variables.is_empty()
    }

    fn annotate(&mut self, known: &LoopText) {
        let span = known.found.span;
        let start = span.start as usize;
        if self.sources.text(span.source) != self.text {
            return self.note(span, "it is in another file");
        }
        let words: &[&str] = if self.is_c() { &["while", "for", "do"] } else { &["while"] };
        let rest = self.text.get(start..).unwrap_or_default();
        if !words.iter().any(|word| starts_with_word(rest, word)) || self.place(start).is_none() {
            return self.note(span, "it is not written as a loop");
        }
        if self.insertions.contains_key(&start) {
            return self.note(span, "jumps into it make several loops of it");
        }
        let mut clauses = Vec::new();
        for found in &known.inferred {
            match &found.clause {
                Clause::Said(text) => clauses.push(text.clone()),
                Clause::Unsaid(text) => {
                    let place = self.sources.place(span);
                    self.notes.push(format!("{}:{}: C has no words for `{text}`", place.file, place.line));
                }
            }
        }
        if !clauses.is_empty() {
            self.insertions.insert(start, clauses);
        }
    }

    /// Where the annotation of a loop that begins here goes.
    fn place(&self, start: usize) -> Option<usize> {
        if self.is_c() { Some(start) } else { Some(start + end_of_guard(&self.text[start..])?) }
    }

    fn written(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut done = 0;
        for (&start, clauses) in &self.insertions {
            let Some(at) = self.place(start) else { continue };
            out.push_str(&self.text[done..at]);
            done = at;
            let line = &self.text[self.text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
            let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
            if self.is_c() {
                let separator = format!("\n{indent}    ");
                let lines: Vec<String> = clauses.iter().map(|clause| format!("loop invariant {clause};")).collect();
                out.push_str(&format!("/*@ {} */\n{indent}", lines.join(&separator)));
            } else {
                clauses.iter().for_each(|clause| out.push_str(&format!("\n{indent}  invariant {clause};")));
            }
        }
        out.push_str(&self.text[done..]);
        out
    }
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The length of `while (…)`, comments included.
fn end_of_guard(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = ("while".len(), 0usize);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => at += text[at..].find('\n')?,
            (b'/', Some(b'*')) => at += 2 + text[at + 2..].find("*/")? + 1,
            (b'(', _) => depth += 1,
            (b')', _) if depth <= 1 => return (depth == 1).then_some(at + 1),
            (b')', _) => depth -= 1,
            (b'{', _) if depth == 0 => return None,
            (_, _) => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests;
