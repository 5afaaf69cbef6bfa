//! Inferred invariants in the text. In: the report of a file, and its text. Out: the text with an annotation at every loop
//! for which something was inferred, and notes about what was left out.
//!
//! Only loops of procedures that are verified on their own are annotated: a loop of an expanded call may have another
//! invariant for every call.

use std::collections::BTreeMap;

use invar_base::{SourceMap, Span};
use invar_front::Language;

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
    let language = Language::of_program(program);
    let mut work = Work { sources: &file.sources, language, text, insertions: BTreeMap::new(), notes: Vec::new() };
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
    language: Language,
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

    fn annotate(&mut self, known: &LoopText) {
        let span = known.found.span;
        let start = span.start as usize;
        if self.sources.text(span.source) != self.text {
            return self.note(span, "it is in another file");
        }
        if self.language.place_of_invariants(self.text, start).is_none() {
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
                    self.notes.push(format!(
                        "{}:{}: {} has no words for `{text}`",
                        place.file,
                        place.line,
                        self.language.name()
                    ));
                }
            }
        }
        if !clauses.is_empty() {
            self.insertions.insert(start, clauses);
        }
    }

    fn written(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut done = 0;
        for (&start, clauses) in &self.insertions {
            let Some(at) = self.language.place_of_invariants(self.text, start) else { continue };
            out.push_str(&self.text[done..at]);
            done = at;
            let line = &self.text[self.text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
            let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
            out.push_str(&self.language.invariants(clauses, &indent));
        }
        out.push_str(&self.text[done..]);
        out
    }
}

#[cfg(test)]
mod tests;
