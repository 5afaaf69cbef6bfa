//! Statements. A `;` stands between them; after `fi`, `od` and the last one it may be left out.

use super::super::ast::{Arm, Expr, Name, Stmt, StmtKind, Target};
use super::super::lex::Tok;
use super::{Parsed, Parser, Reported};
use invar_base::{Diagnostic, Span};

/// The words with which Boppo's dialect speaks of threads.
const THREADS: [&str; 7] = ["start_thread", "end_thread", "atomic_begin", "atomic_end", "sync", "broadcast", "wait"];

impl Parser<'_> {
    /// Up to a word that ends a block, which is left where it is.
    pub(super) fn statements(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            while self.eat(Tok::Semi) {}
            if self.ends_block() {
                return stmts;
            }
            let before = self.at;
            match self.nested(Parser::statement) {
                Ok(stmt) => stmts.push(stmt),
                Err(Reported) => self.skip_statement(before),
            }
        }
    }

    fn ends_block(&self) -> bool {
        matches!(
            self.tok(),
            Tok::End | Tok::Fi | Tok::Od | Tok::Else | Tok::Elsif | Tok::Eof | Tok::Void | Tok::Bool | Tok::Begin
        )
    }

    /// To the next `;` or the end of the block, and past at least one token.
    fn skip_statement(&mut self, before: usize) {
        if self.at == before {
            self.advance();
        }
        while self.tok() != Tok::Semi && !self.ends_block() {
            self.advance();
        }
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let mut labels = Vec::new();
        while self.tok() == Tok::Ident && self.ahead() == Tok::Colon {
            labels.push(self.name("a label")?);
            self.advance();
        }
        let start = self.span();
        let (kind, span) = self.statement_kind(start)?;
        let is_block = matches!(kind, StmtKind::If { .. } | StmtKind::While(_));
        if !is_block && !self.ends_block() {
            self.expect(Tok::Semi, "after the statement")?;
        }
        Ok(Stmt { labels, kind, span })
    }

    fn statement_kind(&mut self, start: Span) -> Parsed<(StmtKind, Span)> {
        let kind = match self.tok() {
            Tok::If => return self.branches(start),
            Tok::While => return self.repetition(start),
            Tok::Skip => {
                self.advance();
                StmtKind::Skip
            }
            Tok::Goto => {
                self.advance();
                StmtKind::Goto(self.list(|p| p.name("a label"))?)
            }
            Tok::Return => {
                self.advance();
                let is_bare = self.tok() == Tok::Semi || self.ends_block();
                StmtKind::Return(if is_bare { Vec::new() } else { self.list(Parser::expr)? })
            }
            Tok::Assert => StmtKind::Assert(self.condition()?),
            Tok::Assume => StmtKind::Assume(self.condition()?),
            Tok::Dead => {
                self.advance();
                StmtKind::Dead(self.list(|p| p.name("a variable"))?)
            }
            Tok::Ident if self.ahead() == Tok::LParen => {
                let (callee, args) = self.call()?;
                StmtKind::Call { targets: Vec::new(), callee, args }
            }
            Tok::Ident | Tok::Nowhere => self.assignment(start)?,
            _ => return self.unexpected("expected a statement"),
        };
        Ok((kind, self.since(start)))
    }

    /// After the word that introduces it.
    fn condition(&mut self) -> Parsed<Expr> {
        self.advance();
        self.expr()
    }

    fn branches(&mut self, start: Span) -> Parsed<(StmtKind, Span)> {
        let mut arms = vec![self.arm(Tok::Then)?];
        let span = self.head(start, &arms);
        while self.tok() == Tok::Elsif {
            arms.push(self.arm(Tok::Then)?);
        }
        let otherwise = if self.eat(Tok::Else) { self.statements() } else { Vec::new() };
        self.close(Tok::Fi, start, "this `if` has no `fi`")?;
        Ok((StmtKind::If { arms, otherwise }, span))
    }

    fn repetition(&mut self, start: Span) -> Parsed<(StmtKind, Span)> {
        let arm = self.arm(Tok::Do)?;
        let span = start.to(arm.condition.span);
        self.close(Tok::Od, start, "this `while` has no `od`")?;
        Ok((StmtKind::While(arm), span))
    }

    fn head(&self, start: Span, arms: &[Arm]) -> Span {
        arms.first().map_or(start, |arm| start.to(arm.condition.span))
    }

    /// A word, a condition, `then` or `do`, and statements.
    fn arm(&mut self, opening: Tok) -> Parsed<Arm> {
        let condition = self.condition()?;
        self.expect(opening, "after the condition")?;
        let body = self.statements();
        Ok(Arm { condition, body })
    }

    fn close(&mut self, tok: Tok, start: Span, message: &str) -> Parsed<()> {
        if self.eat(tok) {
            return Ok(());
        }
        let place = self.span();
        self.report(Diagnostic::error("syntax", start, message).with_label(place, "it should stand before this"))
    }

    fn call(&mut self) -> Parsed<(Name, Vec<Expr>)> {
        let callee = self.name("a procedure")?;
        self.expect(Tok::LParen, "before the arguments")?;
        let args = if self.tok() == Tok::RParen { Vec::new() } else { self.list(Parser::expr)? };
        self.expect(Tok::RParen, "after the arguments")?;
        Ok((callee, args))
    }

    /// `x, y := e, e` and `x, _ := f(e)`.
    fn assignment(&mut self, start: Span) -> Parsed<StmtKind> {
        let word = &self.text[start.start as usize..start.end as usize];
        if THREADS.contains(&word) && self.ahead() != Tok::Assign && self.ahead() != Tok::Comma {
            return self.fail(start, "threads are not supported: boolean programs are sequential here");
        }
        let targets = self.list(Parser::target)?;
        if self.tok() == Tok::Equal {
            let diagnostic = Diagnostic::error("syntax", self.span(), "expected `:=` after the variables, found `=`");
            return self.report(diagnostic.with_help("`=` compares two values; `:=` assigns them"));
        }
        self.expect(Tok::Assign, "after the variables")?;
        if self.tok() == Tok::Ident && self.ahead() == Tok::LParen {
            let (callee, args) = self.call()?;
            if self.tok() == Tok::Comma {
                return self.fail(callee.span, "a call stands alone on its side of `:=`");
            }
            return Ok(StmtKind::Call { targets, callee, args });
        }
        let names = targets.into_iter().map(|target| match target {
            Target::Variable(name) => Ok(name),
            Target::Nowhere => self.fail(start, "`_` stands only for results of a call"),
        });
        let targets = names.collect::<Parsed<Vec<Name>>>()?;
        let values = self.list(Parser::expr)?;
        let constrain = if self.eat(Tok::Constrain) { Some(self.expr()?) } else { None };
        Ok(StmtKind::Assign { targets, values, constrain })
    }

    fn target(&mut self) -> Parsed<Target> {
        if self.eat(Tok::Nowhere) { Ok(Target::Nowhere) } else { self.name("a variable").map(Target::Variable) }
    }
}
