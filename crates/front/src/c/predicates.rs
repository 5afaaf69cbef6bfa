//! Predicate files (BMMR01 §2.1): `procedure { e, … }` and, for predicates over global variables, `global { e, … }`. In: the text. Out:
//! the expressions as tokens, each with its text; the resolver makes terms of them, in the scope of their procedure.

use invar_base::{Diagnostic, Interner, SourceMap, Span, Symbol};

use super::ast::Annotation;
use super::lex::lex;
use super::lex::locate::OwnText;
use super::lex::token::{Punct, Token, TokenKind};

/// A predicate file before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PredicateText {
    pub path: String,
    pub text: String,
}

/// The predicates of one scope.
#[derive(Clone, Debug)]
pub struct PredicateSet {
    /// None if they are global.
    pub procedure: Option<Symbol>,
    /// Of the procedure's name.
    pub span: Span,
    pub predicates: Vec<Predicate>,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    /// As written, on one line.
    pub text: String,
    /// `assert e;`, which says in annotations that e holds.
    pub statement: Annotation,
}

/// Reads a predicate file; its text becomes a source of the map.
pub fn parse(
    file: &PredicateText,
    sources: &mut SourceMap,
    names: &mut Interner,
) -> Result<Vec<PredicateSet>, Vec<Diagnostic>> {
    let own = sources.add(file.path.as_str(), file.text.as_str());
    let assert = TokenKind::Name(names.intern("assert"));
    let null = (names.intern("NULL"), names.intern("0"));
    let lexed = lex(file.text.as_bytes(), own, &mut OwnText(sources), names);
    if !lexed.diagnostics.is_empty() {
        return Err(lexed.diagnostics);
    }
    let mut reader = Reader { tokens: &lexed.tokens, at: 0, names, text: &file.text, assert, null };
    let mut sets = Vec::new();
    while reader.peek().kind != TokenKind::Eof {
        sets.push(reader.set().map_err(|error| vec![error])?);
    }
    Ok(sets)
}

struct Reader<'a> {
    /// Ends in `Eof`, which is never passed.
    tokens: &'a [Token],
    at: usize,
    names: &'a Interner,
    text: &'a str,
    assert: TokenKind,
    /// The name that stands for the null pointer, as headers define it, and the number that it is.
    null: (Symbol, Symbol),
}

impl Reader<'_> {
    /// `procedure { e, … }`
    fn set(&mut self) -> Result<PredicateSet, Diagnostic> {
        let Token { kind: TokenKind::Name(name), span } = *self.peek() else {
            return Err(self.expected("the name of a procedure, or `global`"));
        };
        self.at += 1;
        if self.peek().kind != TokenKind::Punct(Punct::LBrace) {
            return Err(self.expected("`{` before the predicates"));
        }
        let open = self.peek().span;
        self.at += 1;
        let mut predicates = Vec::new();
        while self.peek().kind != TokenKind::Punct(Punct::RBrace) {
            predicates.push(self.predicate(open)?);
            if self.peek().kind == TokenKind::Punct(Punct::Comma) {
                self.at += 1;
            }
        }
        self.at += 1;
        let procedure = (self.names.name(name) != "global").then_some(name);
        Ok(PredicateSet { procedure, span, predicates })
    }

    /// Up to the comma or the brace that ends it.
    fn predicate(&mut self, open: Span) -> Result<Predicate, Diagnostic> {
        let (first, mut depth) = (self.at, 0);
        loop {
            match self.peek().kind {
                TokenKind::Punct(Punct::Comma | Punct::RBrace) if depth == 0 => break,
                TokenKind::Punct(Punct::LParen | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) => depth -= 1,
                TokenKind::Eof => return Err(Diagnostic::error("bad-predicates", open, "this `{` is never closed")),
                TokenKind::Name(_) | TokenKind::Keyword(_) | TokenKind::Punct(_) | TokenKind::Number(_) => {}
                TokenKind::Char(_) | TokenKind::Str(_) | TokenKind::Logic(_) => {}
            }
            self.at += 1;
        }
        if self.at == first {
            return Err(self.expected("a predicate"));
        }
        let (start, end) = (self.tokens[first].span, self.tokens[self.at - 1].span);
        let span = Span { end: end.end, ..start };
        let text = self.text[span.start as usize..span.end as usize].split_whitespace().collect::<Vec<_>>().join(" ");
        let mut tokens = vec![Token { kind: self.assert.clone(), span }];
        tokens.extend(self.tokens[first..self.at].iter().map(|token| self.expanded(token)));
        tokens.push(Token { kind: TokenKind::Punct(Punct::Semi), span: end });
        Ok(Predicate { text, statement: Annotation { span, tokens, lines: Vec::new() } })
    }

    /// Predicate files are not preprocessed; `NULL` is what everybody writes nevertheless.
    fn expanded(&self, token: &Token) -> Token {
        match token.kind {
            TokenKind::Name(name) if name == self.null.0 => Token { kind: TokenKind::Number(self.null.1), ..*token },
            _ => token.clone(),
        }
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("bad-predicates", self.peek().span, format!("expected {what}"))
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Is a set global, and its predicates.
    type Found = (bool, Vec<String>);

    /// The sets, or the place of an error and its message.
    fn read(text: &str) -> Result<Vec<Found>, (String, String)> {
        let (mut sources, mut names) = (SourceMap::default(), Interner::default());
        let file = PredicateText { path: "a.preds".to_string(), text: text.to_string() };
        let sets = parse(&file, &mut sources, &mut names).map_err(|errors| {
            let place = sources.place(errors[0].span.expect("errors have places"));
            (format!("{}:{}", place.line, place.column), errors[0].message.clone())
        })?;
        let texts = |set: &PredicateSet| set.predicates.iter().map(|predicate| predicate.text.clone()).collect();
        Ok(sets.iter().map(|set| (set.procedure.is_none(), texts(set))).collect())
    }

    #[test]
    fn predicates_belong_to_procedures_or_to_all() {
        let sets = read("global { x == 0 } f { *p  <=\n y, a[i] > f(1, 2) }").expect("predicates");
        let expected = [(true, vec!["x == 0"]), (false, vec!["*p <= y", "a[i] > f(1, 2)"])];
        assert_eq!(sets.len(), 2);
        for (set, (is_global, texts)) in sets.iter().zip(expected) {
            assert_eq!((set.0, set.1.iter().map(String::as_str).collect::<Vec<_>>()), (is_global, texts));
        }
    }

    #[test]
    fn errors_have_places() {
        assert_eq!(read("f { x == 0").err().map(|error| error.0), Some("1:3".to_string()));
        assert_eq!(read("f x").err().map(|error| error.1), Some("expected `{` before the predicates".to_string()));
        assert_eq!(read("f { , }").err().map(|error| error.1), Some("expected a predicate".to_string()));
    }
}
