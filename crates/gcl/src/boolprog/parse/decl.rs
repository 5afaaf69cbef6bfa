//! Declarations: `decl x, y;` and procedures. Global variables may also be declared between procedures.

use super::super::ast::{Name, Proc, Program};
use super::super::lex::Tok;
use super::{Parsed, Parser, Reported};

/// More results than any tool writes.
const MAX_RETURNS: usize = 10_000;

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Program {
        let mut program = Program::default();
        while self.tok() != Tok::Eof {
            let before = self.at;
            let read = match self.tok() {
                Tok::Decl => self.declaration().map(|names| program.globals.extend(names)),
                Tok::Void | Tok::Bool => self.procedure().map(|proc| program.procs.push(proc)),
                _ => self.unexpected("expected `decl`, `void` or `bool`"),
            };
            if let Err(Reported) = read {
                self.skip_declaration(before);
            }
        }
        program
    }

    /// To the next procedure, or past the end of this one.
    fn skip_declaration(&mut self, before: usize) {
        if self.at == before {
            self.advance();
        }
        while !matches!(self.tok(), Tok::Eof | Tok::Void | Tok::Bool) {
            if self.eat(Tok::End) {
                return;
            }
            self.advance();
        }
    }

    fn declaration(&mut self) -> Parsed<Vec<Name>> {
        self.advance();
        let names = self.list(|p| p.name("the name of a variable"))?;
        self.expect(Tok::Semi, "after the variables")?;
        Ok(names)
    }

    fn procedure(&mut self) -> Parsed<Proc> {
        let returns = self.returns()?;
        let name = self.name("the name of a procedure")?;
        self.expect(Tok::LParen, "before the parameters")?;
        let is_empty = self.tok() == Tok::RParen;
        let params = if is_empty { Vec::new() } else { self.list(|p| p.name("a parameter"))? };
        self.expect(Tok::RParen, "after the parameters")?;
        self.expect(Tok::Begin, "before the body")?;
        let (mut locals, mut enforce) = (Vec::new(), None);
        loop {
            match self.tok() {
                Tok::Decl => locals.extend(self.declaration()?),
                Tok::Enforce if enforce.is_some() => {
                    return self.fail(self.span(), "a procedure has one `enforce`; join the conditions by `&`");
                }
                Tok::Enforce => {
                    self.advance();
                    enforce = Some(self.expr()?);
                    self.expect(Tok::Semi, "after the condition")?;
                }
                _ => break,
            }
        }
        let body = self.statements();
        let end = self.span();
        if !self.eat(Tok::End) {
            return self.unexpected("expected a statement or `end`");
        }
        Ok(Proc { name, returns, params, locals, enforce, body, end })
    }

    /// `void`, `bool` or `bool<n>`.
    fn returns(&mut self) -> Parsed<usize> {
        if self.eat(Tok::Void) {
            return Ok(0);
        }
        self.advance();
        if !self.eat(Tok::Less) {
            return Ok(1);
        }
        let span = self.span();
        let number = self.text[span.start as usize..span.end as usize].parse::<usize>();
        self.expect(Tok::Int, "of results after `<`")?;
        self.expect(Tok::Greater, "after the number of results")?;
        match number {
            Ok(count) if (1..=MAX_RETURNS).contains(&count) => Ok(count),
            Ok(_) | Err(_) => self.fail(span, format!("a number of results is from 1 to {MAX_RETURNS}")),
        }
    }
}
