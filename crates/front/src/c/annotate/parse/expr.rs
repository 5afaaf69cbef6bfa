//! Logical expressions, by precedence: from the weakest (naming, quantifiers, `?:`) to the strongest.
//!
//! ```text
//! e     ::= name: e | e1 ? e : e | e1             e1  ::= e2 (<==> e2)*        e2 ::= e3 ==> e2 | e3
//! e3    ::= e4 (|| e4)*      e4 ::= e5 (^^ e5)*    e5 ::= e6 (&& e6)*          e6 ::= | ^ & levels
//! chain ::= shift (< shift)* with the six comparisons       shift, sum, product: as in C
//! unary ::= (type) unary | - ! ~ * & + sizeof | \forall, \exists, \let (reach as far as they can) | postfix
//! ```

use super::cursor::{Parser, Wrong};
use crate::c::annotate::syntax::{Expr, ExprKind, MAX_CHAIN, Quantifier, UnaryOp};
use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::{Diagnostic, Span};

type Parsed = Result<Expr, Wrong>;

/// Levels of binary operators, from the weakest.
const LEVELS: [&[(Punct, BinaryOp)]; 6] = [
    &[(Punct::Bar, BinaryOp::BitOr)],
    &[(Punct::Caret, BinaryOp::BitXor)],
    &[(Punct::Amp, BinaryOp::BitAnd)],
    &[(Punct::Shl, BinaryOp::ShiftLeft), (Punct::Shr, BinaryOp::ShiftRight)],
    &[(Punct::Plus, BinaryOp::Add), (Punct::Minus, BinaryOp::Subtract)],
    &[(Punct::Star, BinaryOp::Multiply), (Punct::Slash, BinaryOp::Divide), (Punct::Percent, BinaryOp::Remainder)],
];
/// Comparisons stand between `&` and the shifts.
const SHIFTS: usize = 3;

impl Parser<'_> {
    pub fn expression(&mut self) -> Parsed {
        self.deeper(|parser| parser.named())
    }

    /// An expression that stands alone, between parentheses or commas: names are possible again.
    fn separate(&mut self) -> Parsed {
        let outer = std::mem::replace(&mut self.in_choice, false);
        let expr = self.expression();
        self.in_choice = outer;
        expr
    }

    /// Expressions with commas between them, up to a closing token that is not taken.
    pub fn expressions(&mut self, close: Punct) -> Result<Vec<Expr>, Wrong> {
        let mut exprs = Vec::new();
        if self.is(close) {
            return Ok(exprs);
        }
        loop {
            exprs.push(self.range_or_expression()?);
            if !self.eat(Punct::Comma) {
                return Ok(exprs);
            }
        }
    }

    /// `name: e`: the name is for readers.
    fn named(&mut self) -> Parsed {
        let is_named = !self.in_choice
            && matches!(self.peek(), Some(TokenKind::Name(_) | TokenKind::Str(_)))
            && matches!(self.peek_at(1), Some(TokenKind::Punct(Punct::Colon)));
        if is_named {
            self.advance();
            self.advance();
            return self.expression();
        }
        self.conditional()
    }

    fn conditional(&mut self) -> Parsed {
        let start = self.here();
        let condition = self.iff()?;
        if !self.eat(Punct::Question) {
            return Ok(condition);
        }
        let outer = std::mem::replace(&mut self.in_choice, true);
        let then = self.expression();
        self.in_choice = outer;
        let then = then?;
        self.expect(Punct::Colon)?;
        let otherwise = self.expression()?;
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { kind, span: self.since(start) })
    }

    fn iff(&mut self) -> Parsed {
        self.joined(Punct::Iff, ExprKind::Iff, Self::implies)
    }

    fn implies(&mut self) -> Parsed {
        let start = self.here();
        let left = self.joined(Punct::BarBar, ExprKind::Or, Self::exclusive)?;
        if !self.eat(Punct::Implies) {
            return Ok(left);
        }
        let right = self.deeper(|parser| match parser.label_before() {
            true => parser.named(),
            false => parser.implies(),
        })?;
        Ok(Expr { kind: ExprKind::Implies(Box::new(left), Box::new(right)), span: self.since(start) })
    }

    fn label_before(&self) -> bool {
        !self.in_choice
            && matches!(self.peek(), Some(TokenKind::Name(_)))
            && matches!(self.peek_at(1), Some(TokenKind::Punct(Punct::Colon)))
    }

    fn exclusive(&mut self) -> Parsed {
        self.joined(Punct::XorXor, ExprKind::Xor, Self::conjunction)
    }

    fn conjunction(&mut self) -> Parsed {
        self.joined(Punct::AmpAmp, ExprKind::And, |parser| parser.binary(0))
    }

    /// One operator, any number of times.
    fn joined(&mut self, op: Punct, make: fn(Vec<Expr>) -> ExprKind, part: fn(&mut Self) -> Parsed) -> Parsed {
        let start = self.here();
        let first = part(self)?;
        if !self.is(op) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(op) {
            parts.push(part(self)?);
        }
        Ok(Expr { kind: make(parts), span: self.since(start) })
    }

    fn binary(&mut self, level: usize) -> Parsed {
        if level == LEVELS.len() {
            return self.unary();
        }
        let start = self.here();
        let first = self.operand(level)?;
        let mut rest = Vec::new();
        while let Some(op) = self.operator(LEVELS[level]) {
            if rest.len() >= MAX_CHAIN {
                let message = format!("more than {MAX_CHAIN} operators in a row");
                return Err(Box::new(Diagnostic::error("syntax", self.here(), message)));
            }
            self.advance();
            rest.push((op, self.operand(level)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { kind: ExprKind::Binary { first: Box::new(first), rest }, span: self.since(start) })
    }

    fn operand(&mut self, level: usize) -> Parsed {
        if level + 1 == SHIFTS { self.comparison() } else { self.binary(level + 1) }
    }

    fn operator<Op: Copy>(&self, table: &[(Punct, Op)]) -> Option<Op> {
        table.iter().find(|(punct, _)| self.is(*punct)).map(|(_, op)| *op)
    }

    fn comparison(&mut self) -> Parsed {
        const TABLE: [(Punct, CompareOp); 6] = [
            (Punct::EqEq, CompareOp::Equal),
            (Punct::Ne, CompareOp::NotEqual),
            (Punct::Lt, CompareOp::Less),
            (Punct::Le, CompareOp::LessEqual),
            (Punct::Gt, CompareOp::Greater),
            (Punct::Ge, CompareOp::GreaterEqual),
        ];
        let start = self.here();
        let first = self.binary(SHIFTS)?;
        let mut rest: Vec<(CompareOp, Expr)> = Vec::new();
        while let Some(op) = self.operator(&TABLE) {
            if let Some((before, _)) = rest.last()
                && !goes_on(*before, op)
            {
                let message = "a chain of comparisons must go in one direction";
                let wrong = Diagnostic::error("syntax", self.here(), message);
                return Err(Box::new(wrong.with_help("put parentheses around one of the comparisons, or use `&&`")));
            }
            self.advance();
            rest.push((op, self.binary(SHIFTS)?));
        }
        if rest.is_empty() && self.logic() == Some("in") {
            self.advance();
            self.binary(SHIFTS)?;
            return Ok(Expr { kind: ExprKind::Unsupported("membership in sets (`\\in`)"), span: self.since(start) });
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { kind: ExprKind::Compare { first: Box::new(first), rest }, span: self.since(start) })
    }

    fn unary(&mut self) -> Parsed {
        let start = self.here();
        let op = match self.peek() {
            Some(TokenKind::Punct(Punct::Minus)) => UnaryOp::Minus,
            Some(TokenKind::Punct(Punct::Plus)) => UnaryOp::Plus,
            Some(TokenKind::Punct(Punct::Bang)) => UnaryOp::Not,
            Some(TokenKind::Punct(Punct::Tilde)) => UnaryOp::BitNot,
            Some(TokenKind::Punct(Punct::Star)) => UnaryOp::Deref,
            Some(TokenKind::Punct(Punct::Amp)) => UnaryOp::Address,
            Some(TokenKind::Punct(Punct::LParen)) if self.is_type_at(1) => return self.cast(start),
            Some(TokenKind::Keyword(Keyword::Sizeof)) => return self.sizeof(start),
            Some(TokenKind::Logic(_)) => return self.binding_or_postfix(start),
            Some(_) | None => return self.postfix(),
        };
        self.advance();
        let operand = self.deeper(Self::unary)?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.since(start) })
    }

    fn cast(&mut self, start: Span) -> Parsed {
        self.advance();
        let ty = self.type_name()?;
        self.expect(Punct::RParen)?;
        let operand = self.deeper(Self::unary)?;
        Ok(Expr { kind: ExprKind::Cast(ty, Box::new(operand)), span: self.since(start) })
    }

    fn sizeof(&mut self, start: Span) -> Parsed {
        self.advance();
        if self.is(Punct::LParen) && self.is_type_at(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(Punct::RParen)?;
            return Ok(Expr { kind: ExprKind::SizeofType(ty), span: self.since(start) });
        }
        let operand = self.deeper(Self::unary)?;
        Ok(Expr { kind: ExprKind::SizeofExpr(Box::new(operand)), span: self.since(start) })
    }

    fn binding_or_postfix(&mut self, start: Span) -> Parsed {
        let quantifier = match self.logic() {
            Some("forall") => Quantifier::Forall,
            Some("exists") => Quantifier::Exists,
            Some("let") => return self.let_in(start),
            Some("lambda") => {
                self.advance();
                self.binders()?;
                self.expect(Punct::Semi)?;
                self.expression()?;
                return Ok(Expr { kind: ExprKind::Unsupported("`\\lambda`"), span: self.since(start) });
            }
            Some(_) | None => return self.postfix(),
        };
        self.advance();
        let binders = self.binders()?;
        self.expect(Punct::Semi)?;
        let body = Box::new(self.expression()?);
        Ok(Expr { kind: ExprKind::Quantified { quantifier, binders, body }, span: self.since(start) })
    }

    fn let_in(&mut self, start: Span) -> Parsed {
        self.advance();
        let name = self.ident("the name of a variable")?;
        self.expect(Punct::Eq)?;
        let value = Box::new(self.expression()?);
        self.expect(Punct::Semi)?;
        let body = Box::new(self.expression()?);
        Ok(Expr { kind: ExprKind::Let { name, value, body }, span: self.since(start) })
    }

    fn postfix(&mut self) -> Parsed {
        let start = self.here();
        let mut expr = self.primary()?;
        for _ in 0..MAX_CHAIN {
            let kind = if self.eat(Punct::LBracket) {
                let index = self.range_or_expression()?;
                self.expect(Punct::RBracket)?;
                ExprKind::Index(Box::new(expr), Box::new(index))
            } else if self.eat(Punct::Dot) {
                ExprKind::Field(Box::new(expr), self.ident("the name of a field")?)
            } else if self.eat(Punct::Arrow) {
                ExprKind::Arrow(Box::new(expr), self.ident("the name of a field")?)
            } else {
                return Ok(expr);
            };
            expr = Expr { kind, span: self.since(start) };
        }
        Err(self.unexpected("the end of this chain of accesses"))
    }

    fn primary(&mut self) -> Parsed {
        let start = self.here();
        let kind = match self.peek() {
            Some(TokenKind::Name(name)) => {
                self.advance();
                return self.name_or_apply(*name, start);
            }
            Some(TokenKind::Number(spelling)) => {
                self.advance();
                ExprKind::Number(*spelling)
            }
            Some(TokenKind::Char(literal)) => {
                self.advance();
                ExprKind::Char(literal.clone())
            }
            Some(TokenKind::Str(_)) => {
                let mut parts = Vec::new();
                while let Some(TokenKind::Str(literal)) = self.peek() {
                    parts.push(literal.clone());
                    self.advance();
                }
                ExprKind::Str(parts)
            }
            Some(TokenKind::Logic(name)) => {
                self.advance();
                return self.builtin(*name, start);
            }
            Some(TokenKind::Punct(Punct::LParen)) => {
                self.advance();
                let inner = self.range_or_expression()?;
                self.expect(Punct::RParen)?;
                return Ok(Expr { span: self.since(start), ..inner });
            }
            Some(TokenKind::Punct(Punct::LBrace)) => return self.set(start),
            Some(_) | None => return Err(self.unexpected("an expression")),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// `e`, or `e .. e` with either bound missing.
    fn range_or_expression(&mut self) -> Parsed {
        let start = self.here();
        let low = if self.is(Punct::DotDot) { None } else { Some(self.separate()?) };
        if !self.eat(Punct::DotDot) {
            return low.ok_or_else(|| self.unexpected("an expression"));
        }
        let open = self.at_end()
            || [Punct::RBracket, Punct::RParen, Punct::RBrace, Punct::Comma].iter().any(|close| self.is(*close));
        let high = if open { None } else { Some(Box::new(self.separate()?)) };
        Ok(Expr { kind: ExprKind::Range(low.map(Box::new), high), span: self.since(start) })
    }

    fn name_or_apply(&mut self, name: invar_base::Symbol, start: Span) -> Parsed {
        let is_applied = self.is(Punct::LParen) || self.is(Punct::LBrace);
        if !is_applied {
            return Ok(Expr { kind: ExprKind::Name(name), span: start });
        }
        let labels = self.labels()?;
        let mut args = Vec::new();
        if self.eat(Punct::LParen) {
            args = self.expressions(Punct::RParen)?;
            self.expect(Punct::RParen)?;
        }
        let name = crate::c::annotate::syntax::Ident { name, span: start };
        Ok(Expr { kind: ExprKind::Apply { name, labels, args }, span: self.since(start) })
    }

    fn builtin(&mut self, name: invar_base::Symbol, start: Span) -> Parsed {
        if self.name(name) == "at" {
            self.expect(Punct::LParen)?;
            let value = Box::new(self.separate()?);
            self.expect(Punct::Comma)?;
            let label = self.ident("a label")?;
            self.expect(Punct::RParen)?;
            return Ok(Expr { kind: ExprKind::At(value, label), span: self.since(start) });
        }
        let labels = self.labels()?;
        let mut args = None;
        if self.eat(Punct::LParen) {
            args = Some(self.expressions(Punct::RParen)?);
            self.expect(Punct::RParen)?;
        }
        Ok(Expr { kind: ExprKind::Builtin { name, labels, args }, span: self.since(start) })
    }

    /// `{ a, b }`; `{ e | binders; p }` and `{ s \with .f = e }` are not supported.
    fn set(&mut self, start: Span) -> Parsed {
        self.advance();
        let members = self.expressions(Punct::RBrace)?;
        if self.eat(Punct::RBrace) {
            return Ok(Expr { kind: ExprKind::Set(members), span: self.since(start) });
        }
        let what = if self.logic() == Some("with") { "`\\with`" } else { "sets described by a condition" };
        while !self.is(Punct::RBrace) {
            if self.at_end() || self.is(Punct::LBrace) {
                return Err(self.unexpected("`}`"));
            }
            self.advance();
        }
        self.advance();
        Ok(Expr { kind: ExprKind::Unsupported(what), span: self.since(start) })
    }
}

/// May the second operator follow the first one in a chain?
fn goes_on(first: CompareOp, second: CompareOp) -> bool {
    let direction = |op| match op {
        CompareOp::Equal => Some(0),
        CompareOp::Less | CompareOp::LessEqual => Some(1),
        CompareOp::Greater | CompareOp::GreaterEqual => Some(-1),
        CompareOp::NotEqual => None,
    };
    match (direction(first), direction(second)) {
        (Some(a), Some(b)) => a * b >= 0,
        (None, _) | (_, None) => false,
    }
}
