//! A C text as tokens, with just enough structure to change it: which bracket closes which, where the bodies of functions
//! are, their statements and the variables that they declare. Annotations and comments are no tokens.

use std::collections::BTreeMap;
use std::ops::Range;

use invar_base::{Interner, SourceMap};
use invar_front::c::lex::lex;
use invar_front::c::lex::locate::OwnText;
use invar_front::c::lex::token::{Keyword, Punct, Token, TokenKind};

pub struct Code<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Bytes of annotations.
    annotations: Vec<Range<usize>>,
    /// Of every bracket: the other one.
    partner: BTreeMap<usize, usize>,
}

/// A function with a body; everything is counted in tokens.
pub struct Function {
    /// Inside the braces.
    pub body: Range<usize>,
    pub statements: Vec<Statement>,
    /// What decides about branches and loops.
    pub conditions: Vec<Range<usize>>,
    /// The types of parameters and local variables.
    pub types: BTreeMap<String, String>,
    /// The names that are declared where they stand.
    pub declarators: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Statement {
    pub shape: Shape,
    /// The `;` included.
    pub tokens: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Expression,
    Declaration,
    /// `break` or `continue`
    Jump,
    /// `return` or `goto`
    Exit,
}

impl<'a> Code<'a> {
    pub fn new(text: &'a str) -> Code<'a> {
        let mut sources = SourceMap::new();
        let own = sources.add("program.c", text);
        let lexed = lex(text.as_bytes(), own, &mut OwnText(&sources), &mut Interner::default());
        let annotations = lexed.annotations.iter().map(|(_, annotation)| annotation.span);
        let annotations = annotations.map(|span| span.start as usize..span.end as usize).collect();
        let partner = partners(&lexed.tokens);
        Code { text, tokens: lexed.tokens, annotations, partner }
    }

    pub fn kind(&self, token: usize) -> &TokenKind {
        self.tokens.get(token).map_or(&TokenKind::Eof, |token| &token.kind)
    }

    pub fn is(&self, token: usize, punct: Punct) -> bool {
        *self.kind(token) == TokenKind::Punct(punct)
    }

    pub fn is_name(&self, token: usize) -> bool {
        matches!(self.kind(token), TokenKind::Name(_))
    }

    pub fn partner(&self, token: usize) -> Option<usize> {
        self.partner.get(&token).copied()
    }

    /// The bytes of some tokens.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        match (self.tokens.get(tokens.start), self.tokens.get(tokens.end.saturating_sub(1))) {
            (Some(first), Some(last)) if !tokens.is_empty() => first.span.start as usize..last.span.end as usize,
            (Some(first), _) => first.span.start as usize..first.span.start as usize,
            (None, _) => self.text.len()..self.text.len(),
        }
    }

    pub fn spelling(&self, tokens: Range<usize>) -> &'a str {
        &self.text[self.bytes(tokens)]
    }

    pub fn has_annotation(&self, bytes: &Range<usize>) -> bool {
        self.annotations.iter().any(|annotation| annotation.start < bytes.end && bytes.start < annotation.end)
    }

    /// Does an operand end here, so that an operator that follows has two?
    pub fn ends_operand(&self, token: usize) -> bool {
        match self.kind(token) {
            TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Char(_) | TokenKind::Str(_) => true,
            TokenKind::Punct(punct) => matches!(punct, Punct::RParen | Punct::RBracket),
            TokenKind::Keyword(_) | TokenKind::Logic(_) | TokenKind::Eof => false,
        }
    }

    pub fn functions(&self) -> Vec<Function> {
        let mut functions = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let Some(end) = self.partner(at) else {
                at += 1;
                continue;
            };
            let parameters = at.checked_sub(1).and_then(|before| self.partner(before));
            if let Some(parameters) =
                parameters.filter(|_| self.is(at, Punct::LBrace) && self.is(at - 1, Punct::RParen))
            {
                functions.push(self.function(parameters + 1..at - 1, at + 1..end));
            }
            at = end + 1;
        }
        functions
    }

    fn function(&self, parameters: Range<usize>, body: Range<usize>) -> Function {
        let mut function = Function {
            body: body.clone(),
            statements: Vec::new(),
            conditions: Vec::new(),
            types: BTreeMap::new(),
            declarators: Vec::new(),
        };
        for parameter in self.split(parameters, Punct::Comma) {
            self.declare(parameter, &mut function);
        }
        self.find_statements(body, &mut function);
        for statement in function.statements.clone() {
            if statement.shape == Shape::Declaration {
                self.declare(statement.tokens.start..statement.tokens.end - 1, &mut function);
            }
        }
        function
    }

    /// The statements that end in `;`, wherever they stand, and the conditions of the others.
    fn find_statements(&self, body: Range<usize>, function: &mut Function) {
        let mut at = body.start;
        while at < body.end {
            match self.kind(at) {
                TokenKind::Punct(Punct::LBrace | Punct::RBrace | Punct::Semi | Punct::Colon) => at += 1,
                TokenKind::Keyword(Keyword::Else | Keyword::Do | Keyword::Default) => at += 1,
                TokenKind::Keyword(Keyword::If | Keyword::While | Keyword::For | Keyword::Switch) => {
                    let end = self.partner(at + 1).unwrap_or(at + 1);
                    self.header(at, at + 2..end, function);
                    at = end + 1;
                }
                TokenKind::Keyword(Keyword::Case) => at = self.find(at..body.end, Punct::Colon),
                TokenKind::Name(_) if self.is(at + 1, Punct::Colon) => at += 2,
                _ => {
                    let end = (self.find(at..body.end, Punct::Semi) + 1).min(body.end);
                    function.statements.push(Statement { shape: self.shape(at), tokens: at..end });
                    at = end;
                }
            }
        }
    }

    /// What stands in the parentheses behind a keyword.
    fn header(&self, keyword: usize, inside: Range<usize>, function: &mut Function) {
        match self.kind(keyword) {
            TokenKind::Keyword(Keyword::If | Keyword::While) => function.conditions.push(inside),
            TokenKind::Keyword(Keyword::For) => {
                let parts = self.split(inside, Punct::Semi);
                if let Some(first) = parts.first().filter(|first| self.shape(first.start) == Shape::Declaration) {
                    self.declare(first.clone(), function);
                }
                function.conditions.extend(parts.get(1).filter(|part| !part.is_empty()).cloned());
            }
            _ => {}
        }
    }

    fn shape(&self, first: usize) -> Shape {
        match self.kind(first) {
            TokenKind::Keyword(Keyword::Break | Keyword::Continue) => Shape::Jump,
            TokenKind::Keyword(Keyword::Return | Keyword::Goto) => Shape::Exit,
            TokenKind::Keyword(Keyword::Sizeof) => Shape::Expression,
            TokenKind::Keyword(_) => Shape::Declaration,
            // `size_t n` and `node *p`: no program multiplies for nothing.
            TokenKind::Name(_) if self.is_name(first + 1) => Shape::Declaration,
            TokenKind::Name(_) if self.is(first + 1, Punct::Star) && self.is_name(first + 2) => Shape::Declaration,
            _ => Shape::Expression,
        }
    }

    /// Adds the variables of a declaration. Arrays count as pointers: the reader of mutants knows better.
    fn declare(&self, tokens: Range<usize>, function: &mut Function) {
        let mut words: Vec<&str> = Vec::new();
        let mut at = tokens.start;
        while at < tokens.end {
            let is_tag = matches!(
                self.kind(at.saturating_sub(1)),
                TokenKind::Keyword(Keyword::Struct | Keyword::Union | Keyword::Enum)
            );
            match self.kind(at) {
                TokenKind::Keyword(Keyword::Const | Keyword::Volatile | Keyword::Static | Keyword::Register) => {}
                TokenKind::Keyword(_) => words.push(self.spelling(at..at + 1)),
                TokenKind::Name(_) if words.is_empty() || is_tag && at > tokens.start => {
                    words.push(self.spelling(at..at + 1));
                }
                _ => break,
            }
            at += 1;
        }
        for declarator in self.split(at..tokens.end, Punct::Comma) {
            self.declarator(&words.join(" "), declarator, function);
        }
    }

    fn declarator(&self, specifiers: &str, tokens: Range<usize>, function: &mut Function) {
        let Some(name) = tokens.clone().find(|&token| self.is_name(token)) else { return };
        let before = (tokens.start..name).filter(|&token| self.is(token, Punct::Star)).count();
        let mut behind = 0;
        let mut at = name + 1;
        while at < tokens.end && self.is(at, Punct::LBracket) {
            behind += 1;
            at = self.partner(at).unwrap_or(at) + 1;
        }
        let stars = "*".repeat(before + behind);
        function.types.insert(self.spelling(name..name + 1).to_string(), format!("{specifiers}{stars}"));
        function.declarators.push(name);
    }

    /// The first such token that no bracket encloses, or the end.
    fn find(&self, tokens: Range<usize>, punct: Punct) -> usize {
        let mut at = tokens.start;
        while at < tokens.end && !self.is(at, punct) {
            at = self.partner(at).filter(|&end| end > at).unwrap_or(at) + 1;
        }
        at.min(tokens.end)
    }

    fn split(&self, tokens: Range<usize>, at: Punct) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = tokens.start;
        loop {
            let end = self.find(start..tokens.end, at);
            parts.push(start..end);
            if end >= tokens.end {
                return parts;
            }
            start = end + 1;
        }
    }
}

fn partners(tokens: &[Token]) -> BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut partner = BTreeMap::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => open.push(index),
            TokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                if let Some(other) = open.pop() {
                    partner.insert(other, index);
                    partner.insert(index, other);
                }
            }
            _ => {}
        }
    }
    partner
}
