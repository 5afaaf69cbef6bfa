//! Source texts and positions in them. A `Span` is a byte range of one source; a `Place` is what a person reads.

use crate::arena::Arena;
use crate::define_id;

define_id!(SourceId);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub source: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both. What begins in one source and ends in another (a construct opened in an
    /// included file) is placed where it begins.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A position as a person counts it: lines and columns (in characters) from 1.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct Source {
    pub path: String,
    pub text: String,
    line_starts: Vec<u32>,
    /// Then columns need not be counted, and lines may be long.
    is_ascii: bool,
    /// A text of Invar's own, which no user can look into.
    is_internal: bool,
}

#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    sources: Arena<SourceId, Source>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        let is_ascii = text.is_ascii();
        self.sources.push(Source { path: path.into(), text, line_starts, is_ascii, is_internal: false })
    }

    /// The same for a text that is not one of the user's.
    pub fn add_internal(&mut self, path: impl Into<String>, text: impl Into<String>) -> SourceId {
        let source = self.add(path, text);
        self.sources[source].is_internal = true;
        source
    }

    pub fn is_internal(&self, source: SourceId) -> bool {
        self.sources[source].is_internal
    }

    pub fn text(&self, source: SourceId) -> &str {
        &self.sources[source].text
    }

    pub fn path(&self, source: SourceId) -> &str {
        &self.sources[source].path
    }

    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.source).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a line, counted from 1, starts and ends (before its line feed), if the source has it.
    pub fn line_range(&self, source: SourceId, line: u32) -> Option<(usize, usize)> {
        let source = &self.sources[source];
        let index = line.checked_sub(1)? as usize;
        let start = *source.line_starts.get(index)? as usize;
        let end = source.line_starts.get(index + 1).map_or(source.text.len(), |&next| next as usize - 1);
        Some((start, end))
    }

    /// Where the span starts.
    pub fn place(&self, span: Span) -> Place {
        let source = &self.sources[span.source];
        let line = source.line_starts.partition_point(|&start| start <= span.start).max(1) - 1;
        let start = source.line_starts[line] as usize;
        let before = source.text.get(start..span.start as usize).unwrap_or("");
        let column = if source.is_ascii { before.len() } else { before.chars().count() };
        Place { file: source.path.clone(), line: line as u32 + 1, column: column as u32 + 1 }
    }
}
