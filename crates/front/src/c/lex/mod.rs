//! Bytes to tokens. In: preprocessed C, in any encoding that agrees with ASCII where ASCII is. Out: its tokens, each with a
//! position that the user knows, its annotations, its pragmas, and what was no token.
//!
//! Reading order: `token`, `locate` (positions through line markers), this file, `macros` (those that
//! annotations use), `directive`, `literal`.

pub mod token;
pub mod locate;
mod macros;
mod directive;
mod literal;
#[cfg(test)]
mod tests;

use invar_base::{Diagnostic, Interner, SourceId, Span, Symbol};
use locate::{Locator, Sources, is_word};
use rustc_hash::FxHashMap;
use token::{Annotation, Keyword, Pragma, Punct, Token, TokenKind};

/// More errors in one file are not reported.
pub const MAX_ERRORS: usize = 50;

#[derive(Default)]
pub struct Lexed {
    /// Ends in `Eof`.
    pub tokens: Vec<Token>,
    /// Annotations, each with the index of the token behind it.
    pub annotations: Vec<(usize, Annotation)>,
    /// Pragmas, each with the index of the token behind it.
    pub pragmas: Vec<(usize, Pragma)>,
    /// Where headers of the system begin and end: whether the tokens from this index on are from one.
    pub system: Vec<(usize, bool)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `text`, which is the text of the source `own`, byte for byte.
pub fn lex(text: &[u8], own: SourceId, sources: &mut dyn Sources, names: &mut Interner) -> Lexed {
    let keywords = Keyword::SPELLINGS.iter().map(|(word, keyword)| (names.intern(word), *keyword)).collect();
    let pragma_word = names.intern("_Pragma");
    let mut lexer = Lexer {
        text,
        at: 0,
        end: text.len(),
        is_annotation: false,
        locator: Locator::new(text, own, sources),
        names,
        keywords,
        macros: FxHashMap::default(),
        placed: None,
        lexed: Lexed::default(),
    };
    if text.starts_with(b"\xef\xbb\xbf") {
        lexer.at = 3;
    }
    while let Some(token) = lexer.token() {
        if token.kind == TokenKind::Name(pragma_word) {
            lexer.pragma_operator(token.span);
        } else {
            lexer.lexed.tokens.push(token);
        }
    }
    let span = lexer.locator.locate(text.len(), text.len());
    lexer.lexed.tokens.push(Token { kind: TokenKind::Eof, span });
    lexer.lexed
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// The end of the text or, inside an annotation, of the annotation.
    end: usize,
    is_annotation: bool,
    locator: Locator<'a>,
    names: &'a mut Interner,
    keywords: FxHashMap<Symbol, Keyword>,
    /// What macros without parameters stand for: from where to where in the text.
    macros: FxHashMap<Symbol, (usize, usize)>,
    /// Inside of a macro's replacement: where the macro is used.
    placed: Option<Span>,
    lexed: Lexed,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..self.end]
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.rest().get(ahead).copied().unwrap_or(0)
    }

    /// The next token, or none at the end.
    fn token(&mut self) -> Option<Token> {
        loop {
            self.skip_space();
            let start = self.at;
            let &first = self.rest().first()?;
            let kind = match first {
                b'L' | b'u' | b'U' if self.literal_prefix() > 0 => self.literal(),
                b'"' | b'\'' => self.literal(),
                b'0'..=b'9' => Some(self.number()),
                b'.' if self.peek(1).is_ascii_digit() => Some(self.number()),
                b'\\' if self.is_annotation && is_word(self.peek(1)) => {
                    self.at += 1;
                    self.word().map(TokenKind::Logic)
                }
                byte if is_word(byte) && !byte.is_ascii_digit() => self.name(),
                _ => self.punct(),
            };
            match kind {
                Some(kind) => return Some(Token { kind, span: self.locate(start) }),
                None if self.at == start => {
                    self.at += 1;
                    self.stray(start);
                }
                None => {}
            }
        }
    }

    /// The place of the text from `start` to here.
    fn locate(&mut self, start: usize) -> Span {
        self.placed.unwrap_or_else(|| self.locator.locate(start, self.at))
    }

    fn skipped(&mut self, start: usize) {
        if self.placed.is_none() {
            self.locator.comment(start, self.at);
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        // An annotation that is no ACSL may be any text; it is the annotation parser that reports what it cannot use.
        if !self.is_annotation && self.lexed.diagnostics.len() < MAX_ERRORS {
            self.lexed.diagnostics.push(Diagnostic::error("syntax", span, message));
        }
    }

    fn stray(&mut self, start: usize) {
        let byte = self.text[start];
        let span = self.locate(start);
        let shown = if byte.is_ascii_graphic() { format!("`{}`", byte as char) } else { format!("byte 0x{byte:02x}") };
        self.error(span, format!("stray {shown} in the program"));
    }

    // ----- space and comments -----

    fn skip_space(&mut self) {
        let mut is_line_start = self.at == 0 || self.text[self.at - 1] == b'\n' || self.starts_text();
        loop {
            match self.rest() {
                [b'\n', ..] => {
                    is_line_start = true;
                    self.at += 1;
                }
                [b' ' | b'\t' | b'\r' | 0x0b | 0x0c, ..] => self.at += 1,
                [b'\\', b'\n', ..] => self.at += 2,
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'@', ..] if self.is_annotation && (is_line_start || self.at + 1 == self.end) => self.at += 1,
                [b'/', b'*', b'@', ..] if !self.is_annotation => self.block_annotation(),
                [b'/', b'/', b'@', ..] if !self.is_annotation => self.line_annotation(),
                [b'/', b'*', ..] => self.block_comment(),
                [b'/', b'/', ..] => {
                    let start = self.at;
                    self.at = self.line_comment_end(start);
                    self.skipped(start);
                }
                [b'#', ..] if is_line_start && !self.is_annotation => self.directive(),
                _ => return,
            }
        }
    }

    /// Whether only a byte order mark precedes.
    fn starts_text(&self) -> bool {
        self.at == 3 && self.text.starts_with(b"\xef\xbb\xbf")
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match find_comment_end(self.rest()) {
            Some(length) => self.at += length,
            None => self.unterminated_comment(),
        }
        self.skipped(start);
    }

    fn unterminated_comment(&mut self) {
        let start = self.at;
        let span = self.placed.unwrap_or_else(|| self.locator.locate(start, start + 2));
        self.error(span, "this comment is never closed");
        self.at = self.end;
    }

    /// The end of the `//` comment at `start`; a backslash at the end of a line continues it.
    fn line_comment_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.end && self.text[at] != b'\n' {
            at += match &self.text[at..self.end] {
                [b'\\', b'\n', ..] => 2,
                [b'\\', b'\r', b'\n', ..] => 3,
                _ => 1,
            };
        }
        at
    }

    // ----- annotations -----

    fn block_annotation(&mut self) {
        let start = self.at;
        let Some(length) = find_comment_end(self.rest()) else { return self.unterminated_comment() };
        let end = start + length;
        let opening = self.locator.locate(start, start + 3);
        let tokens = self.tokens_between(start + 3, end - 2);
        let closing = self.locator.locate(end - 2, end);
        self.add_annotation(opening.to(closing), tokens, Vec::new());
        self.at = end;
    }

    /// Consecutive lines that hold nothing but `//@ …` are one annotation.
    fn line_annotation(&mut self) {
        let first = self.at;
        let is_alone =
            self.text[..first].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|&b| b == b'\n');
        let mut span = self.locator.locate(first, first + 3);
        let mut tokens: Vec<Token> = Vec::new();
        let mut lines = Vec::new();
        loop {
            lines.push(tokens.len());
            let end = self.line_comment_end(self.at);
            let more = self.tokens_between(self.at + 3, end);
            span = span.to(more.last().map_or(span, |token| token.span));
            tokens.extend(more);
            self.at = end;
            let blank = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_next_line = self.rest()[..blank].iter().filter(|&&byte| byte == b'\n').count() == 1;
            if !(is_alone && is_next_line && self.rest()[blank..].starts_with(b"//@")) {
                break;
            }
            self.at += blank;
        }
        self.add_annotation(span, tokens, lines);
    }

    fn tokens_between(&mut self, start: usize, end: usize) -> Vec<Token> {
        let outside = (self.at, self.end, self.is_annotation);
        (self.at, self.end, self.is_annotation) = (start, end.max(start), true);
        let mut tokens = Vec::new();
        while let Some(token) = self.token() {
            self.expand(token, &mut Vec::new(), &mut tokens);
        }
        (self.at, self.end, self.is_annotation) = outside;
        tokens
    }

    fn add_annotation(&mut self, span: Span, tokens: Vec<Token>, lines: Vec<usize>) {
        let index = self.lexed.tokens.len();
        self.lexed.annotations.push((index, Annotation { span, tokens, lines }));
    }

    // ----- names, numbers and punctuation -----

    fn name(&mut self) -> Option<TokenKind> {
        let name = self.word()?;
        Some(self.keywords.get(&name).map_or(TokenKind::Name(name), |&keyword| TokenKind::Keyword(keyword)))
    }

    fn word(&mut self) -> Option<Symbol> {
        let start = self.at;
        self.take_while(is_word);
        if self.continues_word() > 0 {
            return self.continued_word(start);
        }
        self.intern_word(start, &self.text[start..self.at])
    }

    fn intern_word(&mut self, start: usize, word: &[u8]) -> Option<Symbol> {
        match std::str::from_utf8(word) {
            Ok(word) => Some(self.names.intern(word)),
            Err(_) => {
                let span = self.locate(start);
                self.error(span, "this name is not written in UTF-8");
                None
            }
        }
    }

    /// The length of a backslash and line end inside a name.
    fn continues_word(&self) -> usize {
        match self.rest() {
            [b'\\', b'\n', byte, ..] if is_word(*byte) => 2,
            [b'\\', b'\r', b'\n', byte, ..] if is_word(*byte) => 3,
            _ => 0,
        }
    }

    fn continued_word(&mut self, start: usize) -> Option<Symbol> {
        let mut word = self.text[start..self.at].to_vec();
        while self.continues_word() > 0 {
            self.at += self.continues_word();
            let from = self.at;
            self.take_while(is_word);
            word.extend(&self.text[from..self.at]);
        }
        self.intern_word(start, &word)
    }

    fn take_while(&mut self, accepts: impl Fn(u8) -> bool) {
        while self.at < self.end && accepts(self.text[self.at]) {
            self.at += 1;
        }
    }

    /// A preprocessing number: digits, letters, dots, and signs behind an exponent's letter.
    fn number(&mut self) -> TokenKind {
        let start = self.at;
        loop {
            match self.rest() {
                [b'.', b'.', ..] if self.is_annotation => break,
                [b'e' | b'E' | b'p' | b'P', b'+' | b'-', ..] if self.has_exponent(start) => self.at += 2,
                [byte, ..] if is_word(*byte) && *byte < 0x80 || *byte == b'.' => self.at += 1,
                _ => break,
            }
        }
        let spelling = String::from_utf8_lossy(&self.text[start..self.at]);
        TokenKind::Number(self.names.intern(&spelling))
    }

    /// To the standard `0xe+1` is one token, and an error then; here it is the sum that was meant.
    fn has_exponent(&self, start: usize) -> bool {
        let is_hexadecimal = matches!(&self.text[start..self.at], [b'0', b'x' | b'X', ..]);
        matches!(self.peek(0), b'p' | b'P') || !is_hexadecimal
    }

    fn punct(&mut self) -> Option<TokenKind> {
        let longest = if self.is_annotation { 4 } else { 3 };
        for length in (1..=longest.min(self.rest().len())).rev() {
            if let Some(punct) = punct_of(&self.rest()[..length], self.is_annotation) {
                self.at += length;
                return Some(TokenKind::Punct(punct));
            }
        }
        None
    }
}

/// The length of a comment that begins the text, its end included.
fn find_comment_end(text: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        at += text.get(at..)?.iter().position(|&byte| byte == b'*')? + 1;
        if *text.get(at)? == b'/' {
            return Some(at + 1);
        }
    }
}

/// The punctuation of exactly this spelling. Annotations have more of it, and no digraphs.
fn punct_of(text: &[u8], is_annotation: bool) -> Option<Punct> {
    use Punct::*;
    Some(match text {
        b"[" => LBracket,
        b"<:" if !is_annotation => LBracket,
        b"]" => RBracket,
        b":>" if !is_annotation => RBracket,
        b"(" => LParen,
        b")" => RParen,
        b"{" => LBrace,
        b"<%" if !is_annotation => LBrace,
        b"}" => RBrace,
        b"%>" if !is_annotation => RBrace,
        b"." => Dot,
        b"->" => Arrow,
        b"++" => PlusPlus,
        b"--" => MinusMinus,
        b"&" => Amp,
        b"*" => Star,
        b"+" => Plus,
        b"-" => Minus,
        b"~" => Tilde,
        b"!" => Bang,
        b"/" => Slash,
        b"%" => Percent,
        b"<<" => Shl,
        b">>" => Shr,
        b"<" => Lt,
        b">" => Gt,
        b"<=" => Le,
        b">=" => Ge,
        b"==" => EqEq,
        b"!=" => Ne,
        b"^" => Caret,
        b"|" => Bar,
        b"&&" => AmpAmp,
        b"||" => BarBar,
        b"?" => Question,
        b":" => Colon,
        b";" => Semi,
        b"..." => Ellipsis,
        b"=" => Eq,
        b"*=" => StarEq,
        b"/=" => SlashEq,
        b"%=" => PercentEq,
        b"+=" => PlusEq,
        b"-=" => MinusEq,
        b"<<=" => ShlEq,
        b">>=" => ShrEq,
        b"&=" => AmpEq,
        b"^=" => CaretEq,
        b"|=" => BarEq,
        b"," => Comma,
        b"#" => Hash,
        b"##" => HashHash,
        b"@" => At,
        b"==>" if is_annotation => Implies,
        b"<==>" if is_annotation => Iff,
        b"^^" if is_annotation => XorXor,
        b"-->" if is_annotation => BitImplies,
        b"<-->" if is_annotation => BitIff,
        b".." if is_annotation => DotDot,
        b"::" if is_annotation => ColonColon,
        _ => return None,
    })
}
