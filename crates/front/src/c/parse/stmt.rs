//! Statements (C11 §6.8), and what GNU C and annotations add to them.

use super::{Parser, Reading};
use crate::c::ast::{Annotation, Block, Expr, For, ForInit, IfArm, Label, LabelKind, Stmt, StmtKind};
use crate::c::lex::token::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    /// `{ … }`, a scope of its own. Statements that cannot be read become `Error`s.
    pub(super) fn block(&mut self) -> Reading<Block> {
        let start = self.span();
        self.expect(Punct::LBrace, "to open a block")?;
        self.scopes.open();
        let mut stmts = Vec::new();
        loop {
            let loop_annotations = self.leading_annotations(&mut stmts);
            if self.is_punct(Punct::RBrace) || self.is_at_end() {
                break;
            }
            let from = self.span();
            match self.statement(loop_annotations) {
                Ok(stmt) => stmts.push(stmt),
                Err(_) => {
                    self.skip_item();
                    stmts.push(Stmt { kind: StmtKind::Error, span: self.since(from) });
                }
            }
        }
        self.scopes.close();
        if !self.eat(Punct::RBrace) {
            return Err(self.unclosed(start));
        }
        Ok(Block { span: self.since(start), stmts })
    }

    /// The annotations before a statement: those of a loop are its own, the others are statements.
    fn leading_annotations(&mut self, stmts: &mut Vec<Stmt>) -> Vec<Annotation> {
        let mut of_loop = Vec::new();
        for annotation in self.take_annotations() {
            if self.is_at_loop() && self.is_loop_annotation(&annotation) {
                of_loop.push(annotation);
            } else {
                stmts.push(Stmt { span: annotation.span, kind: StmtKind::Annotation(annotation) });
            }
        }
        of_loop
    }

    /// A statement that is part of another one. With annotations before it, it becomes a block.
    fn substatement(&mut self) -> Reading<Stmt> {
        let start = self.span();
        let mut stmts = Vec::new();
        let loop_annotations = self.leading_annotations(&mut stmts);
        // A block counts its own level.
        let stmt = if self.is_punct(Punct::LBrace) {
            self.statement(loop_annotations)?
        } else {
            self.nested(|p| p.statement(loop_annotations))?
        };
        if stmts.is_empty() {
            return Ok(stmt);
        }
        stmts.push(stmt);
        let span = self.since(start);
        Ok(Stmt { kind: StmtKind::Block(Block { span, stmts }), span })
    }

    /// A statement or declaration; `loop_annotations` are those of the loop that it is, if it is one.
    fn statement(&mut self, loop_annotations: Vec<Annotation>) -> Reading<Stmt> {
        let start = self.span();
        if self.starts_label() {
            let kind = self.labeled(loop_annotations)?;
            return Ok(Stmt { kind, span: self.since(start) });
        }
        let kind = match self.keyword() {
            Some(Keyword::Attribute) if self.is_attribute_statement() => {
                self.attributes(&mut Vec::new())?;
                self.expect_semicolon("behind this attribute")?;
                StmtKind::Empty
            }
            _ if self.starts_type_ahead(0) || self.is_at_unknown_type() => {
                StmtKind::Declaration(self.local_declaration()?)
            }
            Some(keyword) => self.keyword_statement(keyword, loop_annotations)?,
            None if self.is_punct(Punct::LBrace) => StmtKind::Block(self.nested(Self::block)?),
            None if self.eat(Punct::Semi) => StmtKind::Empty,
            None if self.is_at_abort() => self.abort_statement()?,
            None => self.expression_statement()?,
        };
        Ok(Stmt { kind, span: self.since(start) })
    }

    fn keyword_statement(&mut self, keyword: Keyword, annotations: Vec<Annotation>) -> Reading<StmtKind> {
        match keyword {
            Keyword::If => self.if_statement(),
            Keyword::Switch => {
                self.advance();
                let value = Box::new(self.condition("`switch`")?);
                Ok(StmtKind::Switch { value, body: Box::new(self.substatement()?) })
            }
            Keyword::While => {
                self.advance();
                let condition = Box::new(self.condition("`while`")?);
                Ok(StmtKind::While { annotations, condition, body: Box::new(self.substatement()?) })
            }
            Keyword::Do => self.do_statement(annotations),
            Keyword::For => self.for_statement(annotations),
            Keyword::Goto => self.goto_statement(),
            Keyword::Break => self.jump(StmtKind::Break, "`break`"),
            Keyword::Continue => self.jump(StmtKind::Continue, "`continue`"),
            Keyword::Return => {
                self.advance();
                let value = if self.is_punct(Punct::Semi) { None } else { Some(Box::new(self.expr()?)) };
                self.expect_semicolon("behind `return`")?;
                Ok(StmtKind::Return(value))
            }
            Keyword::Asm => {
                let asm = self.asm()?;
                self.expect_semicolon("behind `asm`")?;
                Ok(StmtKind::Asm(asm))
            }
            Keyword::StaticAssert => Ok(StmtKind::StaticAssert(self.static_assert()?)),
            Keyword::LabelDecl => self.local_labels(),
            Keyword::Else => Err(self.error(self.span(), "this `else` belongs to no `if`")),
            _ => self.expression_statement(),
        }
    }

    /// `abort "message";` is no C; the resolver says where it may stand.
    fn is_at_abort(&self) -> bool {
        let is_abort = self.name().is_some_and(|name| self.names.name(name) == "abort");
        is_abort && matches!(self.peek_ahead(1), TokenKind::Str(_))
    }

    fn abort_statement(&mut self) -> Reading<StmtKind> {
        self.advance();
        let message = self.string("a message")?;
        self.expect_semicolon("after this message")?;
        Ok(StmtKind::Abort(message))
    }

    fn expression_statement(&mut self) -> Reading<StmtKind> {
        let value = self.expr()?;
        self.expect_semicolon("behind this expression")?;
        Ok(StmtKind::Expr(Box::new(value)))
    }

    /// `( e )` behind the word of a statement.
    fn condition(&mut self, statement: &str) -> Reading<Expr> {
        self.expect(Punct::LParen, &format!("behind {statement}"))?;
        let condition = self.expr()?;
        self.expect(Punct::RParen, &format!("behind the condition of {statement}"))?;
        Ok(condition)
    }

    /// The whole chain of `else if`, by a loop.
    fn if_statement(&mut self) -> Reading<StmtKind> {
        let mut arms = Vec::new();
        loop {
            let start = self.span();
            self.advance();
            let condition = self.condition("`if`")?;
            let then = self.substatement()?;
            arms.push(IfArm { span: self.since(start), condition, then });
            if !self.eat_keyword(Keyword::Else) {
                return Ok(StmtKind::If { arms, otherwise: None });
            }
            let is_annotated = self.annotations.peek().is_some_and(|(index, _)| *index == self.at);
            if !self.is_keyword(Keyword::If) || is_annotated {
                return Ok(StmtKind::If { arms, otherwise: Some(Box::new(self.substatement()?)) });
            }
        }
    }

    fn do_statement(&mut self, annotations: Vec<Annotation>) -> Reading<StmtKind> {
        self.advance();
        let body = Box::new(self.substatement()?);
        if !self.eat_keyword(Keyword::While) {
            return Err(self.expected("`while` behind the body of `do`"));
        }
        let condition = Box::new(self.condition("`do`")?);
        self.expect_semicolon("behind `do … while (…)`")?;
        Ok(StmtKind::DoWhile { annotations, body, condition })
    }

    fn for_statement(&mut self, annotations: Vec<Annotation>) -> Reading<StmtKind> {
        self.advance();
        self.expect(Punct::LParen, "behind `for`")?;
        self.scopes.open();
        let parts = self.for_parts(annotations);
        self.scopes.close();
        parts.map(|parts| StmtKind::For(Box::new(parts)))
    }

    fn for_parts(&mut self, annotations: Vec<Annotation>) -> Reading<For> {
        let init = if self.eat(Punct::Semi) {
            ForInit::None
        } else if self.starts_type_ahead(0) || self.is_at_unknown_type() {
            ForInit::Declaration(self.local_declaration()?)
        } else {
            let init = self.expr()?;
            self.expect(Punct::Semi, "behind the first part of `for`")?;
            ForInit::Expr(init)
        };
        let condition = if self.is_punct(Punct::Semi) { None } else { Some(self.expr()?) };
        self.expect(Punct::Semi, "behind the condition of `for`")?;
        let step = if self.is_punct(Punct::RParen) { None } else { Some(self.expr()?) };
        self.expect(Punct::RParen, "behind the last part of `for`")?;
        let body = self.substatement()?;
        Ok(For { annotations, init, condition, step, body })
    }

    fn goto_statement(&mut self) -> Reading<StmtKind> {
        self.advance();
        let kind = if self.eat(Punct::Star) {
            StmtKind::ComputedGoto(Box::new(self.expr()?))
        } else {
            StmtKind::Goto(self.ident("a label behind `goto`")?)
        };
        self.expect_semicolon("behind `goto`")?;
        Ok(kind)
    }

    fn jump(&mut self, kind: StmtKind, word: &str) -> Reading<StmtKind> {
        self.advance();
        self.expect_semicolon(&format!("behind {word}"))?;
        Ok(kind)
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Reading<StmtKind> {
        self.advance();
        let mut labels = vec![self.ident("a label")?];
        while self.eat(Punct::Comma) {
            labels.push(self.ident("a label")?);
        }
        self.expect_semicolon("behind the labels")?;
        Ok(StmtKind::LocalLabels(labels))
    }

    // ----- labels -----

    fn starts_label(&self) -> bool {
        let is_name = self.name().is_some() && self.is_punct_ahead(1, Punct::Colon);
        is_name || matches!(self.keyword(), Some(Keyword::Case | Keyword::Default))
    }

    /// All labels before one statement, by a loop. A declaration behind them is a statement of the block, so that its
    /// scope is the block.
    fn labeled(&mut self, loop_annotations: Vec<Annotation>) -> Reading<StmtKind> {
        let mut labels = Vec::new();
        while self.starts_label() {
            labels.push(self.label()?);
            if self.is_keyword(Keyword::Attribute) {
                self.attributes(&mut Vec::new())?;
            }
        }
        let is_alone = self.is_punct(Punct::RBrace) || self.starts_type_ahead(0) || self.is_at_unknown_type();
        let body = if is_alone {
            let span = labels.last().map_or(self.span(), |label| label.span);
            Stmt { kind: StmtKind::Empty, span }
        } else if loop_annotations.is_empty() {
            self.substatement()?
        } else {
            self.nested(|p| p.statement(loop_annotations))?
        };
        Ok(StmtKind::Labeled { labels, body: Box::new(body) })
    }

    fn label(&mut self) -> Reading<Label> {
        let start = self.span();
        let kind = if self.eat_keyword(Keyword::Default) {
            LabelKind::Default
        } else if self.eat_keyword(Keyword::Case) {
            let first = self.nested(Self::conditional)?;
            if self.eat(Punct::Ellipsis) {
                LabelKind::CaseRange(first, self.nested(Self::conditional)?)
            } else {
                LabelKind::Case(first)
            }
        } else {
            LabelKind::Name(self.ident("a label")?)
        };
        self.expect(Punct::Colon, "behind a label")?;
        Ok(Label { kind, span: self.since(start) })
    }

    /// `__attribute__((fallthrough));`
    fn is_attribute_statement(&self) -> bool {
        let mut ahead = 0;
        while self.keyword_ahead(ahead) == Some(Keyword::Attribute) {
            let mut open = 0usize;
            ahead += 1;
            loop {
                if self.is_punct_ahead(ahead, Punct::LParen) {
                    open += 1;
                } else if self.is_punct_ahead(ahead, Punct::RParen) {
                    open = open.saturating_sub(1);
                } else if self.at + ahead >= self.tokens.len() {
                    return false;
                }
                ahead += 1;
                if open == 0 {
                    break;
                }
            }
        }
        self.is_punct_ahead(ahead, Punct::Semi)
    }
}
