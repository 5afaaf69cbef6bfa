//! From offsets in preprocessed text to positions that the user knows.
//!
//! The compiler's line markers (`# 12 "file.c"`) say which line of which file a line of the preprocessed text comes from.
//! If that file's text is there, positions are positions in it. A token is looked for where its predecessor ended, since
//! the preprocessor copies tokens but not the space between them. A token that is not there comes from a macro: if it is a
//! name or number that the line has exactly once, it is an argument and is placed there; otherwise it is placed at the
//! macro's name. Without the file's text, positions are those of the preprocessed text itself.

use invar_base::{SourceId, SourceMap, Span};

/// Where the texts of the files come from that line markers name.
pub trait Sources {
    /// The file of that name, if the user should see positions in it.
    fn load(&mut self, path: &str) -> Option<SourceId>;
    fn map(&self) -> &SourceMap;
}

/// For preprocessed text that is a file of its own (`.i`): markers are read and not followed.
pub struct OwnText<'a>(pub &'a SourceMap);

impl Sources for OwnText<'_> {
    fn load(&mut self, _path: &str) -> Option<SourceId> {
        None
    }

    fn map(&self) -> &SourceMap {
        self.0
    }
}

/// Looking for one word on longer lines than this would take too long.
const LONG_LINE: usize = 4000;

pub struct Locator<'a> {
    text: &'a [u8],
    own: SourceId,
    sources: &'a mut dyn Sources,
    /// The line of the preprocessed text that positions were last asked for: its start, and that of the line behind it.
    line: usize,
    next_line: usize,
    /// The file in force, and the number of the current line in it.
    file: Option<SourceId>,
    number: u32,
    /// How the current line is mapped, once a position on it was asked for.
    mapping: Option<Mapping>,
    /// The last ordinary comment.
    comment: (usize, usize),
    is_marked: bool,
}

enum Mapping {
    /// Positions of the preprocessed text.
    Own,
    /// The line is the same as in the file, which it precedes by so many bytes.
    Shifted {
        source: SourceId,
        from: usize,
        to: usize,
    },
    Aligned(Aligned),
}

/// The line of a file beside the line of preprocessed text that came from it.
struct Aligned {
    source: SourceId,
    start: usize,
    end: usize,
    /// Where the next token is expected or, inside a macro's expansion, what follows the macro.
    cursor: usize,
    /// Inside a macro's expansion.
    is_lost: bool,
    /// Where tokens are placed that are not found.
    otherwise: (usize, usize),
}

impl<'a> Locator<'a> {
    pub fn new(text: &'a [u8], own: SourceId, sources: &'a mut dyn Sources) -> Locator<'a> {
        let next_line = line_end(text, 0);
        Locator {
            text,
            own,
            sources,
            line: 0,
            next_line,
            file: None,
            number: 1,
            mapping: None,
            comment: (0, 0),
            is_marked: false,
        }
    }

    /// The text from `start` to `end`, which begins behind everything asked for before.
    pub fn locate(&mut self, start: usize, end: usize) -> Span {
        self.go_to(start);
        if self.file.is_none() {
            return Span::new(self.own, start, end);
        }
        if self.mapping.is_none() {
            self.mapping = Some(self.map_line());
        }
        let token = &self.text[start..end];
        match &mut self.mapping {
            None | Some(Mapping::Own) => Span::new(self.own, start, end),
            Some(Mapping::Shifted { source, from, to }) => Span::new(*source, start - *from + *to, end - *from + *to),
            Some(Mapping::Aligned(aligned)) => {
                let text = self.sources.map().text(aligned.source).as_bytes();
                let (start, end) = aligned.find(text, token);
                Span::new(aligned.source, start, end)
            }
        }
    }

    /// The line behind `end`, the end of a marker's line, is line `number` of `path` (of the file in force, without one).
    pub fn marker(&mut self, end: usize, number: u32, path: Option<&str>) {
        self.go_to(end.min(self.text.len()));
        if let Some(path) = path {
            self.file = self.sources.load(path);
        }
        self.is_marked = true;
        // The marker's own line is left by counting one up.
        self.number = number.wrapping_sub(1);
        self.mapping = None;
    }

    /// Whether there were line markers, as in all text that a preprocessor wrote.
    pub fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// An ordinary comment was skipped.
    pub fn comment(&mut self, start: usize, end: usize) {
        self.comment = (start, end);
    }

    fn go_to(&mut self, position: usize) {
        while position >= self.next_line && self.next_line < self.text.len() {
            self.line = self.next_line;
            self.next_line = line_end(self.text, self.line);
            self.number = self.number.wrapping_add(1);
            self.mapping = None;
        }
    }

    fn map_line(&self) -> Mapping {
        let Some(source) = self.file else { return Mapping::Own };
        let map = self.sources.map();
        let Some((start, end)) = map.line_range(source, self.number) else { return Mapping::Own };
        let original = map.text(source).as_bytes();
        let line = self.text[self.line..self.next_line].trim_ascii_end();
        if original[start..end].trim_ascii_end() == line {
            return Mapping::Shifted { source, from: self.line, to: start };
        }
        let end = logical_end(original, end);
        let mut cursor = start;
        if self.comment.0 < self.line && self.comment.1 > self.line {
            cursor = find(&original[start..end], b"*/").map_or(start, |at| start + at + 2);
        }
        let otherwise = trim(original, start, end);
        Mapping::Aligned(Aligned { source, start, end, cursor, is_lost: false, otherwise })
    }
}

impl Aligned {
    fn find(&mut self, text: &[u8], token: &[u8]) -> (usize, usize) {
        let mut at = self.cursor;
        loop {
            if is_word_at(text, at, self.end, token) {
                self.take(at + token.len());
                return (at, at + token.len());
            }
            match space_length(&text[at..self.end]) {
                0 => break,
                length => at += length,
            }
        }
        if !self.is_lost {
            self.is_lost = true;
            self.cursor = self.skip_macro(text, at);
        }
        let Some(at) = self.only_occurrence(text, token) else { return self.otherwise };
        if at >= self.cursor {
            self.take(at + token.len());
        }
        (at, at + token.len())
    }

    fn take(&mut self, end: usize) {
        self.cursor = end;
        self.is_lost = false;
    }

    /// The token at `at` was not copied: if it is a name, it is a macro's, and its expansion is placed there. What follows
    /// the macro and its arguments comes next.
    fn skip_macro(&mut self, text: &[u8], at: usize) -> usize {
        let length = text[at..self.end].iter().take_while(|&&byte| is_word(byte)).count();
        if length == 0 || text[at].is_ascii_digit() {
            return at;
        }
        self.otherwise = (at, at + length);
        let mut end = at + length;
        while space_length(&text[end..self.end]) > 0 {
            end += space_length(&text[end..self.end]);
        }
        let mut open = 0usize;
        for (index, &byte) in text[end..self.end].iter().take(LONG_LINE).enumerate() {
            match byte {
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return end + if byte == b')' { index + 1 } else { 0 };
            }
        }
        end
    }

    /// Where a name or number stands that the line has once.
    fn only_occurrence(&self, text: &[u8], token: &[u8]) -> Option<usize> {
        if self.end - self.start > LONG_LINE || !token.first().is_some_and(|&byte| is_word(byte)) {
            return None;
        }
        let mut places = (self.start..self.end)
            .filter(|&at| (at == self.start || !is_word(text[at - 1])) && is_word_at(text, at, self.end, token));
        let place = places.next()?;
        places.next().is_none().then_some(place)
    }
}

/// Whether `token` stands at `at` and, being a word, ends there.
fn is_word_at(text: &[u8], at: usize, end: usize, token: &[u8]) -> bool {
    let Some(rest) = text[at..end].strip_prefix(token) else { return false };
    let is_cut = token.last().is_some_and(|&byte| is_word(byte)) && rest.first().is_some_and(|&byte| is_word(byte));
    !is_cut
}

/// The length of the space, continued line, comment or annotation's mark that comes next; zero for anything else.
fn space_length(rest: &[u8]) -> usize {
    match rest {
        [byte, ..] if byte.is_ascii_whitespace() => 1,
        [b'\\', b'\n', ..] | [b'*', b'/', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        [b'/', b'*' | b'/', b'@', ..] | [b'@', b'*', b'/', ..] => 3,
        [b'/', b'*', ..] => find(&rest[2..], b"*/").map_or(rest.len(), |length| length + 4),
        [b'/', b'/', ..] => rest.len(),
        _ => 0,
    }
}

fn trim(text: &[u8], start: usize, end: usize) -> (usize, usize) {
    let line = &text[start..end];
    let blank = line.len() - line.trim_ascii_start().len();
    let end = start + line.trim_ascii_end().len();
    (start + blank.min(end - start), end)
}

/// The end of the line that ends at `end`, with the lines that continue it.
fn logical_end(text: &[u8], mut end: usize) -> usize {
    while end < text.len() && (text[..end].ends_with(b"\\") || text[..end].ends_with(b"\\\r")) {
        end = text[end + 1..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |i| end + 1 + i);
    }
    end
}

/// The start of the line behind the one that `at` is on.
fn line_end(text: &[u8], at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'\n')).map_or(text.len(), |i| at + i + 1)
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
