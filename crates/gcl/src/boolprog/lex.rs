//! Text to tokens. In: the text of one file. Out: its tokens, ending with `Eof`, and a diagnostic for every place that is no
//! token. Comments are `//` and `/* */`.

use invar_base::{Diagnostic, SourceId, Span};

/// No file reports more errors than this.
pub(super) const MAX_ERRORS: usize = 50;

/// Declares the token kinds whose text is fixed, and their spelling.
macro_rules! tokens {
    (keywords { $($keyword:ident $word:literal)* } symbols { $($symbol:ident $spelling:literal)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Tok {
            /// Its text is the name, without braces.
            Ident, Int, Eof,
            $($keyword,)*
            $($symbol,)*
        }

        impl Tok {
            /// What a message calls a token of this kind.
            pub(super) fn describe(self) -> &'static str {
                match self {
                    Tok::Ident => "a name",
                    Tok::Int => "a number",
                    Tok::Eof => "the end of the file",
                    $(Tok::$keyword => concat!("`", $word, "`"),)*
                    $(Tok::$symbol => concat!("`", $spelling, "`"),)*
                }
            }

            pub(super) fn keyword(word: &str) -> Option<Tok> {
                match word {
                    $($word => Some(Tok::$keyword),)*
                    _ => None,
                }
            }
        }

        /// Longer spellings come before their prefixes.
        const SYMBOLS: &[(&str, Tok)] = &[$(($spelling, Tok::$symbol)),*];
    };
}

tokens! {
    keywords {
        Decl "decl" Void "void" Bool "bool" Begin "begin" End "end" Enforce "enforce" Skip "skip" Goto "goto"
        Return "return" If "if" Then "then" Elsif "elsif" Else "else" Fi "fi" While "while" Do "do" Od "od"
        Assert "assert" Assume "assume" Dead "dead" Constrain "constrain" Choose "choose" Schoose "schoose"
        T "T" F "F" True "true" False "false" Nowhere "_"
    }
    symbols {
        Iff "<=>" ImpliesLong "==>" Implies "=>" EqualLong "==" Equal "=" Differ "!=" Not "!" Tilde "~" AndLong "&&" And "&"
        OrLong "||" Or "|" Xor "^" Star "*" Assign ":=" Colon ":" Question "?" Semi ";" Comma "," Prime "'" Less "<"
        Greater ">" LParen "(" RParen ")" LBracket "[" RBracket "]"
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub tok: Tok,
    pub start: u32,
    pub end: u32,
}

/// The last token is always `Eof`. Texts over 4 GB are not for this function: offsets are 32 bits.
pub(super) fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { source, text, at: 0, diagnostics: Vec::new() };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let start = lexer.at;
        let Some(tok) = lexer.token() else { continue };
        tokens.push(Token { tok, start: start as u32, end: lexer.at as u32 });
        if tok == Tok::Eof {
            return (tokens, lexer.diagnostics);
        }
    }
}

/// Can the name be written without braces?
pub(super) fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(is_first) && chars.all(is_part) && Tok::keyword(name).is_none()
}

fn is_first(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '@' | '#')
}

struct Lexer<'a> {
    source: SourceId,
    text: &'a str,
    at: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(Diagnostic::error("syntax", Span::new(self.source, start, end), message));
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.at += blanks;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(inner) = rest.strip_prefix("/*") {
                self.at += match inner.find("*/") {
                    Some(end) => end + 4,
                    None => {
                        self.error(self.at, self.at + 2, "this comment has no end");
                        rest.len()
                    }
                };
            } else {
                return;
            }
        }
    }

    /// None if there is no token here; then the place has been reported and left behind.
    fn token(&mut self) -> Option<Tok> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Some(Tok::Eof) };
        if first == '{' {
            return self.braced();
        }
        if is_first(first) {
            let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
            self.at += word.len();
            return Some(Tok::keyword(word).unwrap_or(Tok::Ident));
        }
        if first.is_ascii_digit() {
            self.at += rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            return Some(Tok::Int);
        }
        if let Some((spelling, tok)) = SYMBOLS.iter().find(|(spelling, _)| rest.starts_with(spelling)) {
            self.at += spelling.len();
            return Some(*tok);
        }
        self.at += first.len_utf8();
        self.error(self.at - first.len_utf8(), self.at, format!("`{}` has no meaning here", first.escape_default()));
        None
    }

    /// `{any text}`, on one line.
    fn braced(&mut self) -> Option<Tok> {
        let start = self.at;
        let inner = &self.rest()[1..];
        let length = inner.find(['}', '\n']).unwrap_or(inner.len());
        let is_closed = inner[length..].starts_with('}');
        self.at += 1 + length + usize::from(is_closed);
        match (is_closed, length) {
            (true, 0) => self.error(start, self.at, "the braces hold no name"),
            (true, _) => return Some(Tok::Ident),
            (false, _) => {
                self.error(start, start + 1, "this `{` has no `}` on its line");
            }
        }
        None
    }
}
