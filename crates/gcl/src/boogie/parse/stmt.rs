//! Blocks and statements.

use super::super::ast::{
    Access, AssignTarget, Attribute, Block, Branch, Guard, Ident, LocalVars, LoopClause, LoopClauseKind, Stmt, StmtKind,
};
use super::super::lex::Tok;
use super::expr::count_mismatch;
use super::types::Where;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.nested(|p| p.block_between(Tok::LBrace, Tok::RBrace))
    }

    /// `{ var …; statements }` with these delimiters.
    pub(super) fn block_between(&mut self, open: Tok, close: Tok) -> Parsed<Block> {
        let outer = std::mem::take(&mut self.tallest);
        let result = self.block_contents(open, close);
        let height = self.tallest;
        self.tallest = height.max(outer);
        result.map(|block| Block { height, ..block })
    }

    fn block_contents(&mut self, open: Tok, close: Tok) -> Parsed<Block> {
        let start = self.span();
        self.expect(open, "to open the block")?;
        let errors_before = self.diagnostics.len();
        let (mut locals, mut stmts) = (Vec::new(), Vec::new());
        while self.peek() != close {
            if self.peek() == Tok::Eof || self.at_declaration_keyword() || self.at_other_close(close) {
                // Where the contents are broken, their end is a guess.
                if self.diagnostics.len() > errors_before {
                    return Err(super::Reported);
                }
                let unclosed = self.expectation(&format!("a statement or {}", close.describe()));
                return Err(self.report(unclosed.with_label(start, "the block opens here")));
            }
            let before = self.at;
            if self.block_item(&mut locals, &mut stmts).is_err() {
                self.skip_statement();
                if self.at == before {
                    self.advance();
                }
            }
        }
        self.advance();
        Ok(Block { span: self.since(start), locals, stmts, height: 0 })
    }

    fn at_other_close(&self, close: Tok) -> bool {
        matches!(self.peek(), Tok::RBrace | Tok::CodeClose) && self.peek() != close
    }

    fn block_item(&mut self, locals: &mut Vec<LocalVars>, stmts: &mut Vec<Stmt>) -> Parsed<()> {
        if self.peek() != Tok::Var {
            stmts.extend(self.statement()?);
            return Ok(());
        }
        let start = self.span();
        if !stmts.is_empty() {
            self.error(start, "variables are declared at the start of a block, before its statements");
        }
        self.advance();
        let attributes = self.attributes()?;
        let binders = self.binders_list(Where::Allowed)?;
        self.expect(Tok::Semi, "after the variable declaration")?;
        locals.push(LocalVars { span: self.since(start), attributes, binders });
        Ok(())
    }

    /// `None` for a statement that means nothing to us, such as `hide`.
    fn statement(&mut self) -> Parsed<Option<Stmt>> {
        let start = self.span();
        let stmt = match self.peek() {
            Tok::Ident if self.peek_ahead(1) == Tok::Colon => {
                let label = self.ident("a label")?;
                self.advance();
                Ok((Vec::new(), StmtKind::Label(label)))
            }
            Tok::Ident if self.at_loop_clause() => {
                let clause = self.loop_clause()?;
                Ok((Vec::new(), StmtKind::Clause(clause)))
            }
            Tok::Ident => match self.contextual_statement()? {
                Contextual::Ignored => return Ok(None),
                Contextual::None => self.assignment(),
            },
            Tok::Assert => self.condition("assertion", StmtKind::Assert),
            Tok::Assume => self.condition("assumption", StmtKind::Assume),
            Tok::Havoc => self.havoc(),
            Tok::Call | Tok::Free => self.call(),
            Tok::Goto => self.goto(),
            Tok::Return => self.return_(),
            Tok::Break => self.break_(),
            Tok::If => self.if_(),
            Tok::While => self.while_(),
            _ => Err(self.expected("a statement")),
        };
        stmt.map(|(attributes, kind)| Some(Stmt { span: self.since(start), attributes, kind }))
    }

    // ----- simple statements -----

    fn condition(&mut self, what: &str, kind: fn(super::ast::Expr) -> StmtKind) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let cond = self.expr()?;
        self.expect(Tok::Semi, &format!("after the {what}"))?;
        Ok((attributes, kind(cond)))
    }

    fn havoc(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let names = self.idents("a variable")?;
        self.expect(Tok::Semi, "after the `havoc`")?;
        Ok((attributes, StmtKind::Havoc(names)))
    }

    fn goto(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let labels = self.idents("a label")?;
        self.expect(Tok::Semi, "after the `goto`")?;
        Ok((attributes, StmtKind::Goto(labels)))
    }

    fn return_(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let span = self.span();
        let value = if self.peek() == Tok::Semi { None } else { Some(self.expr()?) };
        self.expect(Tok::Semi, "after the `return`")?;
        if value.is_some() && self.code_depth == 0 {
            self.error(span, "`return` takes a value only inside a code expression; assign to the out-parameter");
        }
        Ok((attributes, StmtKind::Return(value)))
    }

    fn break_(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let label = if self.peek() == Tok::Ident { Some(self.ident("a label")?) } else { None };
        self.expect(Tok::Semi, "after the `break`")?;
        Ok((attributes, StmtKind::Break(label)))
    }

    // ----- words that are statements by their place -----

    /// Statements of Boogie 3 whose first word may also name a variable.
    fn contextual_statement(&mut self) -> Parsed<Contextual> {
        let (span, next) = (self.span(), self.peek_ahead(1));
        let concurrent = match self.word() {
            "yield" => next == Tok::Semi,
            "par" => matches!(next, Tok::Ident | Tok::Call | Tok::LBrace),
            "async" => next == Tok::Call,
            // Which functions a proof may use: leaving this out can only prove more, and what is proved stays true.
            "hide" | "reveal" if matches!(next, Tok::Ident | Tok::Star | Tok::Function) => {
                self.advance();
                self.eat(Tok::Function);
                if !self.eat(Tok::Star) {
                    self.idents("a function")?;
                }
                self.expect(Tok::Semi, "after the statement")?;
                return Ok(Contextual::Ignored);
            }
            "push" | "pop" if next == Tok::Semi => {
                self.advance();
                self.advance();
                return Ok(Contextual::Ignored);
            }
            _ => false,
        };
        if concurrent {
            let word = self.word();
            let reported = self.unsupported(span, format!("`{word}` belongs to concurrent programs, not supported"));
            // Otherwise recovery would stop at the `call` of `async call`.
            self.advance();
            self.eat(Tok::Call);
            return Err(reported);
        }
        Ok(Contextual::None)
    }

    // ----- assignments and calls -----

    /// `x, y[i][j], d->f := e1, e2, e3;` or `Cons(x, y) := e;`
    fn assignment(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        if self.peek_ahead(1) == Tok::LParen {
            return self.unpack();
        }
        let targets = self.separated(Self::assign_target)?;
        let assign = self.expect(Tok::Assign, "in the assignment")?;
        let attributes = self.attributes()?;
        let values = self.exprs()?;
        self.expect(Tok::Semi, "after the assignment")?;
        if targets.len() != values.len() {
            self.error(assign, count_mismatch(targets.len(), values.len()));
        }
        Ok((attributes, StmtKind::Assign { targets, values }))
    }

    fn assign_target(&mut self) -> Parsed<AssignTarget> {
        let name = self.ident("a variable")?;
        let start = name.span;
        let mut path = Vec::new();
        loop {
            match self.peek() {
                Tok::LBracket => {
                    let bracket = self.span();
                    self.advance();
                    let indices = if self.peek() == Tok::RBracket { Vec::new() } else { self.exprs()? };
                    self.expect(Tok::RBracket, "after the index")?;
                    path.push(Access::Index { indices, span: self.since(bracket) });
                }
                Tok::Arrow => {
                    self.advance();
                    path.push(Access::Field(self.ident("a field after `->`")?));
                }
                _ => return Ok(AssignTarget { span: self.since(start), name, path }),
            }
        }
    }

    fn unpack(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        let constructor = self.ident("a constructor")?;
        self.advance();
        let targets = if self.peek() == Tok::RParen { Vec::new() } else { self.idents("a variable")? };
        self.expect(Tok::RParen, "after the variables")?;
        if self.peek() == Tok::Semi {
            let span = constructor.span;
            return Err(self.error(span, "a procedure is called with `call`, as in `call P(x);`"));
        }
        self.expect(Tok::Assign, "after the pattern")?;
        let attributes = self.attributes()?;
        let value = self.expr()?;
        self.expect(Tok::Semi, "after the assignment")?;
        Ok((attributes, StmtKind::Unpack { constructor, targets, value }))
    }

    /// `call {:a} x, y := P(e, …);`
    fn call(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        let free = self.eat(Tok::Free);
        self.expect(Tok::Call, "after `free`")?;
        let attributes = self.attributes()?;
        if self.peek() == Tok::Forall {
            let span = self.span();
            return Err(self.unsupported(span, "`call forall` is not supported"));
        }
        let mut outs = Vec::new();
        if self.peek_ahead(1) != Tok::LParen {
            outs = self.separated(Self::call_target)?;
            self.expect(Tok::Assign, "before the called procedure, or `(` after it")?;
        }
        let procedure = self.ident("a procedure")?;
        if self.peek() == Tok::LParen && self.peek_ahead(1) == Tok::Star {
            let span = self.span();
            return Err(self.unsupported(span, "`*` as an argument of a call is not supported"));
        }
        let args = self.arguments()?;
        if self.peek() == Tok::Bar {
            let span = self.span();
            return Err(self.unsupported(span, "parallel calls belong to concurrent programs, not supported"));
        }
        self.expect(Tok::Semi, "after the call")?;
        Ok((attributes, StmtKind::Call { free, outs, procedure, args }))
    }

    fn call_target(&mut self) -> Parsed<Ident> {
        if self.peek() == Tok::Star {
            let span = self.span();
            return Err(self.unsupported(span, "`*` as a result of a call is not supported"));
        }
        self.ident("a variable or a procedure")
    }

    // ----- structured statements -----

    /// An `else if` chain is one statement however long it is.
    fn if_(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        let mut branches = Vec::new();
        let mut attributes = Vec::new();
        loop {
            let start = self.span();
            self.expect(Tok::If, "to begin the branch")?;
            attributes.extend(self.attributes()?);
            let guard = self.guard()?;
            let body = self.block()?;
            branches.push(Branch { span: self.since(start), guard, body });
            if !self.eat(Tok::Else) {
                return Ok((attributes, StmtKind::If { branches, otherwise: None }));
            }
            if self.peek() != Tok::If {
                let otherwise = Some(self.block()?);
                return Ok((attributes, StmtKind::If { branches, otherwise }));
            }
        }
    }

    fn while_(&mut self) -> Parsed<(Vec<Attribute>, StmtKind)> {
        self.advance();
        let attributes = self.attributes()?;
        let guard = self.guard()?;
        let mut clauses = Vec::new();
        while matches!(self.peek(), Tok::Invariant | Tok::Free) || self.at_loop_clause() {
            clauses.push(self.loop_clause()?);
        }
        let body = self.block()?;
        Ok((attributes, StmtKind::While { guard, clauses, body }))
    }

    /// `(*)` or `(e)`
    fn guard(&mut self) -> Parsed<Guard> {
        self.expect(Tok::LParen, "before the condition")?;
        let span = self.span();
        let guard = if self.eat(Tok::Star) { Guard::Any(span) } else { Guard::Cond(self.expr()?) };
        self.expect(Tok::RParen, "after the condition")?;
        Ok(guard)
    }

    /// `predicate`, `template`, `measure` and `skolem` may also name variables: these are assigned to.
    fn at_loop_clause(&self) -> bool {
        let assigned = matches!(
            self.peek_ahead(1),
            Tok::Assign | Tok::Colon | Tok::Comma | Tok::LBracket | Tok::Arrow | Tok::Semi
        );
        ["predicate", "template", "measure"].into_iter().any(|word| self.at_word(word)) && !assigned
            || self.at_word("skolem") && matches!(self.peek_ahead(1), Tok::Ident | Tok::LBrace)
    }

    fn loop_clause(&mut self) -> Parsed<LoopClause> {
        let start = self.span();
        let free = self.eat(Tok::Free);
        let first = if free { Tok::Invariant } else { self.peek() };
        let (is_skolem, is_measure) = (self.at_word("skolem"), self.at_word("measure"));
        let is_template = self.at_word("template");
        self.expect(first, "after `free`")?;
        let attributes = self.attributes()?;
        let kind = match first {
            Tok::Invariant => LoopClauseKind::Invariant { free, cond: self.expr()? },
            _ if is_skolem => LoopClauseKind::Skolem(self.binders_list(Where::Forbidden)?),
            _ if is_measure => LoopClauseKind::Measure(self.exprs()?),
            _ if is_template => LoopClauseKind::Templates(self.separated(Self::template)?),
            _ => LoopClauseKind::Predicates(self.exprs()?),
        };
        self.expect(Tok::Semi, "after the clause of the loop")?;
        Ok(LoopClause { span: self.since(start), attributes, kind })
    }
}

enum Contextual {
    /// Read, and nothing to keep.
    Ignored,
    /// Not one of these statements; nothing was taken.
    None,
}
