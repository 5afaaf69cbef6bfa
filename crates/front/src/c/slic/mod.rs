//! Temporal safety rules in a language like SLIC's (`CONVENTIONS.md`; BMMR01 §6.1 checks such rules). In: the text of a rule. Out: its
//! state and its handlers, as tokens of C; the resolver weaves them into the program (`resolve/rules.rs`), where the types of
//! arguments are known.
//!
//! ```text
//! rule    = (state | handler)*
//! state   = "state" "{" declarations of C "}"
//! handler = function "." ("entry" | "exit") "{" statements of C, and `abort "message";` "}"
//! ```
//!
//! Departures: what tokens of C there are between braces is the resolver's business, which reports it in the same places.

use invar_base::{Diagnostic, Interner, SourceId, SourceMap, Span, Symbol};

use super::lex::lex;
use super::lex::locate::OwnText;
use super::lex::token::{Punct, Token, TokenKind};

/// A rule before it is read: where its text comes from, and the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleText {
    /// What the user named it by.
    pub argument: String,
    pub path: String,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// Its file's name without what it ends with: reports name the state `rule::variable`.
    pub name: String,
    pub state: Vec<Code>,
    pub handlers: Vec<Handler>,
}

/// What stands between braces.
#[derive(Clone, Debug)]
pub struct Code {
    pub tokens: Vec<Token>,
    /// Both braces included.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Handler {
    pub function: Symbol,
    /// Of the function's name.
    pub span: Span,
    pub event: Event,
    pub code: Code,
}

/// When a handler runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The arguments are evaluated; the function has not begun.
    Entry,
    /// The function has returned, and its caller has not gone on.
    Exit,
}

/// Reads a rule; its text becomes a source of the map.
pub fn parse(rule: &RuleText, sources: &mut SourceMap, names: &mut Interner) -> Result<Rule, Vec<Diagnostic>> {
    let own = sources.add(rule.path.as_str(), rule.text.as_str());
    let lexed = lex(rule.text.as_bytes(), own, &mut OwnText(sources), names);
    if !lexed.diagnostics.is_empty() {
        return Err(lexed.diagnostics);
    }
    if let Some((_, annotation)) = lexed.annotations.first() {
        return Err(vec![Diagnostic::error("bad-rule", annotation.span, "a rule has no annotations")]);
    }
    let mut reader = Reader { tokens: &lexed.tokens, at: 0, names, own };
    reader.rule(name_of(&rule.path)).map_err(|error| vec![error])
}

/// `rules/locking.slic` is the rule `locking`.
fn name_of(path: &str) -> String {
    let stem = std::path::Path::new(path).file_stem();
    stem.map_or_else(|| "rule".to_string(), |stem| stem.to_string_lossy().into_owned())
}

struct Reader<'a> {
    /// Ends in `Eof`, which is never passed.
    tokens: &'a [Token],
    at: usize,
    names: &'a Interner,
    own: SourceId,
}

impl Reader<'_> {
    fn rule(&mut self, name: String) -> Result<Rule, Diagnostic> {
        let mut rule = Rule { name, state: Vec::new(), handlers: Vec::new() };
        while self.peek().kind != TokenKind::Eof {
            let (word, span) = self.word("`state` or the name of a function")?;
            if self.names.name(word) == "state" && self.peek().kind != TokenKind::Punct(Punct::Dot) {
                rule.state.push(self.code("after `state`")?);
                continue;
            }
            self.dot()?;
            let event = self.event()?;
            let code = self.code("to open the handler")?;
            rule.handlers.push(Handler { function: word, span, event, code });
        }
        if rule.handlers.is_empty() {
            let span = Span::new(self.own, 0, 0);
            let error = Diagnostic::error("bad-rule", span, "this rule has no handlers, so nothing can violate it");
            return Err(error.with_help("a handler is `function.entry { … }` or `function.exit { … }`"));
        }
        Ok(rule)
    }

    fn event(&mut self) -> Result<Event, Diagnostic> {
        let (word, span) = self.word("`entry` or `exit`")?;
        match self.names.name(word) {
            "entry" => Ok(Event::Entry),
            "exit" => Ok(Event::Exit),
            other => Err(Diagnostic::error("bad-rule", span, format!("expected `entry` or `exit`, found `{other}`"))),
        }
    }

    /// The tokens between a pair of braces.
    fn code(&mut self, place: &str) -> Result<Code, Diagnostic> {
        let open = self.peek().span;
        if self.peek().kind != TokenKind::Punct(Punct::LBrace) {
            return Err(self.expected(&format!("`{{` {place}")));
        }
        self.at += 1;
        let (first, mut depth) = (self.at, 1);
        loop {
            match self.peek().kind {
                TokenKind::Punct(Punct::LBrace) => depth += 1,
                TokenKind::Punct(Punct::RBrace) => depth -= 1,
                TokenKind::Eof => {
                    return Err(Diagnostic::error("bad-rule", open, "this `{` is never closed"));
                }
                TokenKind::Name(_) | TokenKind::Keyword(_) | TokenKind::Punct(_) | TokenKind::Number(_) => {}
                TokenKind::Char(_) | TokenKind::Str(_) | TokenKind::Logic(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                let close = self.tokens[self.at - 1].span;
                let tokens = self.tokens[first..self.at - 1].to_vec();
                return Ok(Code { tokens, span: Span { end: close.end, ..open } });
            }
        }
    }

    fn word(&mut self, what: &str) -> Result<(Symbol, Span), Diagnostic> {
        let Token { kind: TokenKind::Name(name), span } = self.peek() else { return Err(self.expected(what)) };
        let found = (*name, *span);
        self.at += 1;
        Ok(found)
    }

    fn dot(&mut self) -> Result<(), Diagnostic> {
        if self.peek().kind != TokenKind::Punct(Punct::Dot) {
            return Err(self.expected("`.entry` or `.exit` after the name of the function"));
        }
        self.at += 1;
        Ok(())
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("bad-rule", self.peek().span, format!("expected {what}"))
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }
}

#[cfg(test)]
mod tests;
