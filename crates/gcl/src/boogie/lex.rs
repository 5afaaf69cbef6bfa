//! Text to tokens. In: the text of one file. Out: its tokens, ending with `Eof`, and a diagnostic for every place that is
//! no token. Comments (`//`, nested `/* */`), `#line` lines and the excluded parts of `#if` are skipped; as in Boogie
//! without defines, `#if NAME` excludes and `#if !NAME` includes. Directives stand in the
//! first column.
//!
//! Only the words that no Boogie program can use as names are keywords here. Boogie 3's newer words (`datatype`, `is`,
//! `uses`, `yield`, …) stay identifiers, which the parser recognises by their place, because older programs use them.

use invar_base::{Diagnostic, SourceId, Span};

/// No file reports more errors than this.
pub(super) const MAX_ERRORS: usize = 50;

/// Declares the token kinds whose text is fixed, and their spelling.
macro_rules! tokens {
    (keywords { $($keyword:ident $word:literal)* } symbols { $($symbol:ident $spelling:literal)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Tok {
            Ident, Int, Real, Float, BitVector, Str, Eof,
            $($keyword,)*
            $($symbol,)*
        }

        impl Tok {
            /// What a message calls a token of this kind.
            pub(super) fn describe(self) -> &'static str {
                match self {
                    Tok::Ident => "a name",
                    Tok::Int => "a number",
                    Tok::Real => "a real number",
                    Tok::Float => "a floating-point number",
                    Tok::BitVector => "a bit-vector",
                    Tok::Str => "a string",
                    Tok::Eof => "the end of the file",
                    $(Tok::$keyword => concat!("`", $word, "`"),)*
                    $(Tok::$symbol => concat!("`", $spelling, "`"),)*
                }
            }

            pub(super) fn is_keyword(self) -> bool {
                matches!(self, $(Tok::$keyword)|*)
            }

            fn keyword(word: &str) -> Option<Tok> {
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
        Var "var" Where "where" IntType "int" RealType "real" BoolType "bool" Type "type" Const "const" Unique "unique"
        Extends "extends" Complete "complete" Function "function" Returns "returns" Axiom "axiom"
        Procedure "procedure" Implementation "implementation" Modifies "modifies" Requires "requires"
        Ensures "ensures" Free "free" If "if" Then "then" Else "else" While "while" Invariant "invariant"
        Break "break" Assert "assert" Assume "assume" Havoc "havoc" Call "call" Goto "goto" Return "return"
        Forall "forall" Exists "exists" Lambda "lambda" Old "old" Div "div" Mod "mod" False "false" True "true"
    }
    symbols {
        Iff "<==>" Explies "<==" Le "<=" Subtype "<:" Lt "<" Implies "==>" EqEq "==" Eq "=" Ge ">=" Gt ">"
        CodeOpen "|{" Or "||" Bar "|" CodeClose "}|" And "&&" Assign ":=" ColonColon "::" Colon ":" Neq "!=" Not "!"
        Concat "++" Plus "+" Arrow "->" Minus "-" Power "**" Star "*" Slash "/" Percent "%" Semi ";" Comma ","
        LParen "(" RParen ")" LBracket "[" RBracket "]" LBrace "{" RBrace "}"
    }
}

const UNICODE: &[(char, Tok)] = &[
    ('∀', Tok::Forall),
    ('∃', Tok::Exists),
    ('λ', Tok::Lambda),
    ('⇔', Tok::Iff),
    ('⟺', Tok::Iff),
    ('⇒', Tok::Implies),
    ('⟹', Tok::Implies),
    ('⇐', Tok::Explies),
    ('⟸', Tok::Explies),
    ('∧', Tok::And),
    ('∨', Tok::Or),
    ('¬', Tok::Not),
    ('≠', Tok::Neq),
    ('≤', Tok::Le),
    ('≥', Tok::Ge),
    ('•', Tok::ColonColon),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub tok: Tok,
    pub start: u32,
    pub end: u32,
}

/// The last token is always `Eof`. Texts over 4 GB are not for this function: offsets are 32 bits.
pub(super) fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { source, text, at: 0, diagnostics: Vec::new(), open_ifs: Vec::new() };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let start = lexer.at;
        let Some(tok) = lexer.token() else { continue };
        tokens.push(Token { tok, start: start as u32, end: lexer.at as u32 });
        if tok == Tok::Eof {
            if let Some(open) = lexer.open_ifs.pop() {
                lexer.error(open, open + 3, "this `#if` has no `#endif`".to_string());
            }
            return (tokens, lexer.diagnostics);
        }
    }
}

struct Lexer<'a> {
    source: SourceId,
    text: &'a str,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    /// Where each `#if` stands that is still open.
    open_ifs: Vec<usize>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error(&mut self, start: usize, end: usize, message: String) {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(Diagnostic::error("syntax", Span::new(self.source, start, end), message));
        }
    }

    fn skip_while(&mut self, holds: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && holds(self.byte(0)) {
            self.at += 1;
        }
    }

    // ----- what is no token -----

    fn skip_blanks(&mut self) {
        loop {
            let start = self.at;
            self.skip_while(|b| b.is_ascii_whitespace() || b == 0x0b);
            match (self.byte(0), self.byte(1)) {
                (b'/', b'/') => self.skip_line(),
                (b'/', b'*') => self.skip_block_comment(),
                (b'#', _) if self.at_line_start() => self.directive(),
                (0xef, 0xbb) if self.at == 0 && self.rest().starts_with('\u{feff}') => self.at += '\u{feff}'.len_utf8(),
                _ => {}
            }
            if self.at == start {
                return;
            }
        }
    }

    fn skip_line(&mut self) {
        self.skip_while(|b| b != b'\n');
    }

    fn skip_block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
        self.error(start, start + 2, "this comment is never closed".to_string());
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r')
    }

    /// Skips a preprocessor line, and with it what it excludes. Other words that start with `#` are identifiers.
    fn directive(&mut self) {
        let start = self.at;
        match self.directive_word() {
            "#line" => self.skip_line(),
            "#if" => {
                let included = self.condition_holds();
                self.open_ifs.push(start);
                if !included {
                    self.skip_excluded(&["#else", "#elsif", "#endif"]);
                }
            }
            "#else" | "#elsif" if !self.open_ifs.is_empty() => self.skip_excluded(&["#endif"]),
            "#endif" if !self.open_ifs.is_empty() => {
                self.open_ifs.pop();
                self.skip_line();
            }
            "#else" | "#elsif" | "#endif" => {
                let word = self.directive_word();
                self.error(start, start + word.len(), format!("`{word}` without `#if`"));
                self.skip_line();
            }
            _ => {}
        }
    }

    fn directive_word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.bytes().skip(1).position(|b| !b.is_ascii_alphanumeric()).map_or(rest.len(), |n| n + 1);
        if rest.as_bytes().get(end).is_some_and(|&b| is_ident_byte(b)) { "" } else { &rest[..end] }
    }

    /// Reads the condition of `#if` or `#elsif`: no name is defined.
    fn condition_holds(&mut self) -> bool {
        let line_start = self.at;
        self.skip_line();
        let line = &self.text[line_start..self.at];
        line.bytes().filter(|b| *b == b'!').count() % 2 == 1
    }

    /// Skips from a directive to the next line that begins one of `ends` at the same nesting, and past that line unless
    /// the condition of an `#elsif` excludes what follows, too.
    fn skip_excluded(&mut self, ends: &[&str]) {
        let mut depth = 0usize;
        loop {
            self.skip_line();
            self.skip_while(|b| b == b'\n');
            if self.at >= self.text.len() {
                return;
            }
            if self.byte(0) != b'#' {
                continue;
            }
            match self.directive_word() {
                "#if" => depth += 1,
                "#endif" if depth > 0 => depth -= 1,
                word if depth == 0 && ends.contains(&word) => {
                    if word == "#endif" {
                        self.open_ifs.pop();
                    }
                    if word != "#elsif" || self.condition_holds() {
                        return self.skip_line();
                    }
                }
                _ => {}
            }
        }
    }

    // ----- tokens -----

    /// `None` after an error, with some text skipped.
    fn token(&mut self) -> Option<Tok> {
        let Some(first) = self.rest().chars().next() else { return Some(Tok::Eof) };
        if first.is_ascii_digit() {
            return Some(self.number());
        }
        if first == '"' {
            return self.string();
        }
        if first.is_ascii() && is_ident_byte(first as u8) {
            return Some(self.word());
        }
        // Comparing the first byte by itself is what makes this search fast.
        let begins = |spelling: &str| spelling.as_bytes()[0] == self.byte(0) && self.rest().starts_with(spelling);
        if let Some((spelling, tok)) = SYMBOLS.iter().find(|(spelling, _)| begins(spelling)) {
            self.at += spelling.len();
            return Some(*tok);
        }
        if let Some((_, tok)) = UNICODE.iter().find(|(c, _)| *c == first) {
            self.at += first.len_utf8();
            return Some(*tok);
        }
        self.unknown_characters(first);
        None
    }

    fn word(&mut self) -> Tok {
        let start = self.at;
        self.skip_while(|b| is_ident_byte(b) || b.is_ascii_digit());
        Tok::keyword(&self.text[start..self.at]).unwrap_or(Tok::Ident)
    }

    fn number(&mut self) -> Tok {
        if self.byte(0) == b'0' && self.float_length() > 0 {
            self.at += self.float_length();
            return Tok::Float;
        }
        self.skip_while(|b| b.is_ascii_digit());
        if self.byte(0) == b'b' && self.byte(1) == b'v' && self.byte(2).is_ascii_digit() {
            self.at += 2;
            self.skip_while(|b| b.is_ascii_digit());
            return Tok::BitVector;
        }
        let mut tok = Tok::Int;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|b| b.is_ascii_digit());
            tok = Tok::Real;
        }
        let sign = usize::from(self.byte(1) == b'-');
        if self.byte(0) == b'e' && self.byte(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip_while(|b| b.is_ascii_digit());
            tok = Tok::Real;
        }
        tok
    }

    /// The length of a literal such as `0x1.8e3f24e8`, `0NaN24e8` or `0+oo24e8` here; 0 if there is none.
    fn float_length(&self) -> usize {
        let rest = &self.rest()[1..];
        let digits = |from: &str| from.bytes().take_while(|b| b.is_ascii_hexdigit() || b"._-f".contains(b)).count();
        if let Some(hex) = rest.strip_prefix('x') {
            return 2 + digits(hex);
        }
        for name in ["NaN", "nan", "+oo", "-oo"] {
            if let Some(size) = rest.strip_prefix(name).filter(|size| size.starts_with(|c: char| c.is_ascii_digit())) {
                return 1 + name.len() + digits(size);
            }
        }
        0
    }

    fn string(&mut self) -> Option<Tok> {
        let start = self.at;
        self.at += 1;
        while self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'"', _) => {
                    self.at += 1;
                    return Some(Tok::Str);
                }
                (b'\\', b'"') => self.at += 2,
                (b'\n', _) => break,
                _ => self.at += 1,
            }
        }
        self.error(start, start + 1, "this string is not closed on its line".to_string());
        None
    }

    /// Reports a run of characters that begin no token as one error.
    fn unknown_characters(&mut self, first: char) {
        let start = self.at;
        let is_known = |c: char| {
            c.is_ascii_whitespace()
                || c.is_ascii_digit()
                || c == '"'
                || c.is_ascii() && (is_ident_byte(c as u8) || SYMBOLS.iter().any(|(s, _)| s.starts_with(c)))
                || UNICODE.iter().any(|(known, _)| *known == c)
        };
        // The first one is skipped even if it can begin a token, such as a single `&`.
        let length = self.rest().chars().skip(1).take_while(|c| !is_known(*c)).map(char::len_utf8).sum::<usize>();
        self.at += first.len_utf8() + length;
        let shown = if first.is_control() || first == '\u{fffd}' {
            format!("the character U+{:04X} does not belong in a program", first as u32)
        } else {
            format!("unexpected character `{first}`")
        };
        self.error(start, start + first.len_utf8(), shown);
    }
}

fn is_ident_byte(b: u8) -> bool {
    b.is_ascii_alphabetic() || b"_.$#'`~^\\?".contains(&b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_base::Id;

    fn toks(text: &str) -> Vec<Tok> {
        let (tokens, diagnostics) = lex(SourceId::from_index(0), text);
        assert_eq!(diagnostics, vec![], "{text}");
        tokens.iter().map(|t| t.tok).collect()
    }

    fn words(text: &str) -> Vec<&str> {
        let (tokens, _) = lex(SourceId::from_index(0), text);
        tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).filter(|w| !w.is_empty()).collect()
    }

    fn errors(text: &str) -> Vec<(String, u32)> {
        let (_, diagnostics) = lex(SourceId::from_index(0), text);
        diagnostics.into_iter().map(|d| (d.message, d.span.map_or(0, |s| s.start))).collect()
    }

    #[test]
    fn longest_symbol_wins() {
        assert_eq!(toks("<==> <== <= <:"), [Tok::Iff, Tok::Explies, Tok::Le, Tok::Subtype, Tok::Eof]);
        assert_eq!(toks("->:=::**"), [Tok::Arrow, Tok::Assign, Tok::ColonColon, Tok::Power, Tok::Eof]);
        assert_eq!(toks("|{}|||"), [Tok::CodeOpen, Tok::CodeClose, Tok::Or, Tok::Eof]);
    }

    #[test]
    fn numbers_end_where_boogie_ends_them() {
        assert_eq!(
            toks("1 1.5 1e3 2.5e-7 5bv8"),
            [Tok::Int, Tok::Real, Tok::Real, Tok::Real, Tok::BitVector, Tok::Eof]
        );
        assert_eq!(words("0x1.8e3f24e8+1"), ["0x1.8e3f24e8", "+", "1"]);
        assert_eq!(words("0NaN24e8 0+oo24e8"), ["0NaN24e8", "0+oo24e8"]);
        assert_eq!(words("0+x 3e 4bv"), ["0", "+", "x", "3", "e", "4", "bv"]);
    }

    #[test]
    fn identifiers_have_odd_characters() {
        assert_eq!(words("#res~1 $x.y' \\var a?`^"), ["#res~1", "$x.y'", "\\var", "a?`^"]);
        assert_eq!(toks("\\var var"), [Tok::Ident, Tok::Var, Tok::Eof]);
    }

    #[test]
    fn comments_nest() {
        assert_eq!(words("a /* b /* c */ d */ e // f\n g"), ["a", "e", "g"]);
        assert_eq!(errors("a /* /* */"), [("this comment is never closed".to_string(), 2)]);
    }

    #[test]
    fn nothing_is_defined_for_the_preprocessor() {
        let text =
            "a\n#if X\nb\n#if Y\nc\n#endif\n#else\nd\n#endif\n#line 3 \"f\"\ne\n#if !Z\nf\n#else\ng\n#endif\n#ifx";
        assert_eq!(words(text), ["a", "d", "e", "f", "#ifx"]);
        assert_eq!(words("#if X\nb\n#elsif Y\nc\n#elsif !Z\nd\n#endif\ne"), ["d", "e"]);
        assert_eq!(errors("x\n#if !X\ny"), [("this `#if` has no `#endif`".to_string(), 2)]);
        assert_eq!(errors("#endif"), [("`#endif` without `#if`".to_string(), 0)]);
    }

    #[test]
    fn characters_outside_the_language_are_placed() {
        assert_eq!(errors("a @ b"), [("unexpected character `@`".to_string(), 2)]);
        assert_eq!(errors("a \0\u{1}\u{2} b"), [("the character U+0000 does not belong in a program".to_string(), 2)]);
        assert_eq!(errors("a \"b\nc"), [("this string is not closed on its line".to_string(), 2)]);
        assert_eq!(errors(&"@ ".repeat(1000)).len(), MAX_ERRORS);
    }
}
