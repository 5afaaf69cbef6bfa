//! Expressions.
//!
//! Binary operators, from the loosest: `<==>` (left); `==>` (right), `<==` (left); `&&`, `||`; relations, which do not
//! chain; `++`; `+ -`; `* / div mod`; `**` (right). Then `is`, the prefixes `-` and `!`, coercions `e: T`, and the
//! postfixes `[…]` and `->f`. `&&` next to `||`, and `==>` next to `<==`, need parentheses.
//!
//! Operators are resolved with an explicit stack, so only parentheses and the like cost recursion. Constructs whose
//! functions need much of our own stack (quantifiers, brackets, attributes) count as two levels of nesting.

use super::super::ast::{BinaryOp, ChainOp, Expr, ExprKind, MAX_DEPTH, QuantifierKind, UnaryOp};
use super::super::lex::Tok;
use super::{Parsed, Parser};
use invar_base::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Binary(BinaryOp),
    Chain(ChainOp),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Logical,
    Relation,
    Concat,
    Additive,
    Multiplicative,
    Power,
}

impl Op {
    fn level(self) -> Level {
        match self {
            Op::Chain(ChainOp::And | ChainOp::Or) => Level::Logical,
            Op::Chain(ChainOp::Add) => Level::Additive,
            Op::Chain(ChainOp::Mul) => Level::Multiplicative,
            Op::Binary(op) => match op {
                BinaryOp::Iff => Level::Iff,
                BinaryOp::Implies | BinaryOp::Explies => Level::Implies,
                BinaryOp::Eq | BinaryOp::Neq | BinaryOp::Lt | BinaryOp::Le => Level::Relation,
                BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Extends => Level::Relation,
                BinaryOp::Concat => Level::Concat,
                BinaryOp::Sub => Level::Additive,
                BinaryOp::RealDiv | BinaryOp::Div | BinaryOp::Mod => Level::Multiplicative,
                BinaryOp::Pow => Level::Power,
            },
        }
    }

    fn is_right_associative(self) -> bool {
        self == Op::Binary(BinaryOp::Implies) || self == Op::Binary(BinaryOp::Pow)
    }
}

/// The operators of one expression that wait for their right operand.
#[derive(Default)]
struct Pending {
    /// The flag: is it a chain that was written here, without parentheses, and can grow?
    operands: Vec<(Expr, bool)>,
    ops: Vec<Op>,
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep(self.span()));
        }
        self.depth += 1;
        let result = self.operators();
        self.depth -= 1;
        result
    }

    pub(super) fn exprs(&mut self) -> Parsed<Vec<Expr>> {
        self.separated(Self::expr)
    }

    /// A new expression, unless it is too tall.
    pub(super) fn make(&mut self, span: Span, kind: ExprKind) -> Parsed<Expr> {
        let expr = Expr::new(span, kind);
        self.tallest = self.tallest.max(expr.height());
        if expr.height() > MAX_DEPTH { Err(self.too_deep(span)) } else { Ok(expr) }
    }

    // ----- binary operators -----

    fn operators(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        // Most expressions have no operator; they need no stack.
        if self.operator().is_none() {
            return Ok(first);
        }
        let mut pending = Pending::default();
        pending.operands.push((first, false));
        while let Some(op) = self.operator() {
            self.reduce_before(op, &mut pending)?;
            self.advance();
            pending.ops.push(op);
            let operand = self.operand()?;
            pending.operands.push((operand, false));
        }
        while let Some(op) = pending.ops.pop() {
            self.reduce(op, &mut pending)?;
        }
        pending.operands.pop().map(|(expr, _)| expr).ok_or(super::Reported)
    }

    /// Applies the waiting operators that bind tighter than `op`, the next one.
    #[inline(never)]
    fn reduce_before(&mut self, op: Op, pending: &mut Pending) -> Parsed<()> {
        while let Some(&top) = pending.ops.last() {
            if top.level() < op.level() {
                return Ok(());
            }
            if top.level() == op.level() {
                self.check_neighbours(top, op)?;
                if op.is_right_associative() {
                    return Ok(());
                }
            }
            pending.ops.pop();
            self.reduce(top, pending)?;
        }
        Ok(())
    }

    fn check_neighbours(&mut self, left: Op, right: Op) -> Parsed<()> {
        let problem = match right.level() {
            Level::Logical if left != right => "`&&` and `||` side by side need parentheses",
            Level::Implies if left != right => "`==>` and `<==` side by side need parentheses",
            Level::Relation => "a comparison does not chain; write `a < b && b < c`, or parentheses",
            Level::Logical | Level::Implies | Level::Iff | Level::Concat => return Ok(()),
            Level::Additive | Level::Multiplicative | Level::Power => return Ok(()),
        };
        let span = self.span();
        Err(self.error(span, problem))
    }

    /// Applies `op` to the last two operands.
    #[inline(never)]
    fn reduce(&mut self, op: Op, pending: &mut Pending) -> Parsed<()> {
        let (Some((right, _)), Some((mut left, open))) = (pending.operands.pop(), pending.operands.pop()) else {
            return Ok(());
        };
        let span = left.span.to(right.span);
        let expr = match op {
            Op::Binary(op) => self.make(span, ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) })?,
            Op::Chain(op) => {
                if open && left.is_chain_of(op) {
                    left.push_operand(right);
                    self.tallest = self.tallest.max(left.height());
                    if left.height() > MAX_DEPTH {
                        return Err(self.too_deep(span));
                    }
                    left
                } else {
                    self.make(span, ExprKind::Chain { op, args: vec![left, right] })?
                }
            }
        };
        pending.operands.push((expr, true));
        Ok(())
    }

    fn operator(&self) -> Option<Op> {
        let op = match self.peek() {
            Tok::And => return Some(Op::Chain(ChainOp::And)),
            Tok::Or => return Some(Op::Chain(ChainOp::Or)),
            Tok::Plus => return Some(Op::Chain(ChainOp::Add)),
            Tok::Star => return Some(Op::Chain(ChainOp::Mul)),
            Tok::Iff => BinaryOp::Iff,
            Tok::Implies => BinaryOp::Implies,
            Tok::Explies => BinaryOp::Explies,
            Tok::EqEq => BinaryOp::Eq,
            Tok::Neq => BinaryOp::Neq,
            Tok::Lt => BinaryOp::Lt,
            Tok::Le => BinaryOp::Le,
            Tok::Gt => BinaryOp::Gt,
            Tok::Ge => BinaryOp::Ge,
            Tok::Subtype => BinaryOp::Extends,
            Tok::Concat => BinaryOp::Concat,
            Tok::Minus => BinaryOp::Sub,
            Tok::Slash => BinaryOp::RealDiv,
            Tok::Div => BinaryOp::Div,
            // Ultimate and early versions of Boogie write `%`.
            Tok::Mod | Tok::Percent => BinaryOp::Mod,
            Tok::Power => BinaryOp::Pow,
            _ => return None,
        };
        Some(Op::Binary(op))
    }

    // ----- prefixes, postfixes -----

    /// What stands between binary operators: `-!e[i]->f: T is Cons`.
    fn operand(&mut self) -> Parsed<Expr> {
        let first = self.at;
        while matches!(self.peek(), Tok::Minus | Tok::Not) {
            self.advance();
        }
        let prefixes = first..self.at;
        let mut expr = self.atom()?;
        if matches!(self.peek(), Tok::LBracket | Tok::Arrow | Tok::Colon) {
            expr = self.postfixes(expr)?;
        }
        for index in prefixes.rev() {
            let op = if self.tokens[index].tok == Tok::Minus { UnaryOp::Neg } else { UnaryOp::Not };
            let span = self.token_span(index).to(expr.span);
            expr = self.make(span, ExprKind::Unary { op, arg: Box::new(expr) })?;
        }
        if self.at_word("is") { self.is_constructor(expr) } else { Ok(expr) }
    }

    #[inline(never)]
    fn is_constructor(&mut self, arg: Expr) -> Parsed<Expr> {
        self.advance();
        let constructor = self.ident("a constructor after `is`")?;
        self.make(arg.span.to(constructor.span), ExprKind::Is { arg: Box::new(arg), constructor })
    }

    #[inline(never)]
    fn postfixes(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            expr = match self.peek() {
                Tok::LBracket => self.nested(|p| p.brackets(expr))?,
                Tok::Arrow => self.nested(|p| p.field(expr))?,
                _ => break,
            };
        }
        while self.eat(Tok::Colon) {
            if self.peek() == Tok::Int {
                let span = self.span();
                return Err(self.error(span, "a bit range has two number literals as its bounds, as in `x[8:0]`"));
            }
            let ty = self.ty()?;
            expr = self.make(expr.span.to(ty.span), ExprKind::Coerce { arg: Box::new(expr), ty })?;
        }
        Ok(expr)
    }

    /// `m[i, j]`, `m[i, j := v]`, `x[high:low]`
    fn brackets(&mut self, target: Expr) -> Parsed<Expr> {
        let start = target.span;
        let target = Box::new(target);
        self.advance();
        if self.peek() == Tok::Int && self.peek_ahead(1) == Tok::Colon && self.peek_ahead(2) == Tok::Int {
            let high = self.small_number()?;
            self.advance();
            let low = self.small_number()?;
            self.expect(Tok::RBracket, "after the bit range")?;
            return self.make(self.since(start), ExprKind::Extract { arg: target, high, low });
        }
        let indices = if matches!(self.peek(), Tok::RBracket | Tok::Assign) { Vec::new() } else { self.exprs()? };
        let value = if self.eat(Tok::Assign) { Some(self.expr()?) } else { None };
        self.expect(Tok::RBracket, "after the index")?;
        let kind = match value {
            Some(value) => ExprKind::Store { map: target, indices, value: Box::new(value) },
            None => ExprKind::Select { map: target, indices },
        };
        self.make(self.since(start), kind)
    }

    /// `e->f`, `e->(f := v)`
    fn field(&mut self, arg: Expr) -> Parsed<Expr> {
        let start = arg.span;
        let arg = Box::new(arg);
        self.advance();
        if !self.eat(Tok::LParen) {
            let field = self.ident("a field after `->`")?;
            return self.make(start.to(field.span), ExprKind::Field { arg, field });
        }
        let field = self.ident("a field")?;
        self.expect(Tok::Assign, "in the field update")?;
        let value = Box::new(self.expr()?);
        self.expect(Tok::RParen, "after the field update")?;
        self.make(self.since(start), ExprKind::FieldUpdate { arg, field, value })
    }

    /// A number that fits 32 bits, such as a width.
    fn small_number(&mut self) -> Parsed<u32> {
        let Ok(number) = self.word().parse() else {
            let span = self.span();
            return Err(self.error(span, "this number is too big for a bit position"));
        };
        self.advance();
        Ok(number)
    }

    // ----- atoms -----

    fn atom(&mut self) -> Parsed<Expr> {
        match self.peek() {
            Tok::LParen => self.parenthesised(),
            Tok::Ident if self.peek_ahead(1) == Tok::LParen => self.application(),
            Tok::Old | Tok::IntType | Tok::RealType => self.builtin_application(),
            Tok::If => self.conditional(),
            Tok::CodeOpen => self.code(),
            _ => self.leaf(),
        }
    }

    #[inline(never)]
    fn leaf(&mut self) -> Parsed<Expr> {
        let (span, word) = (self.span(), self.word());
        let kind = match self.peek() {
            Tok::True => ExprKind::Bool(true),
            Tok::False => ExprKind::Bool(false),
            Tok::Int => ExprKind::Int(word.to_string()),
            Tok::Real => ExprKind::Real(word.to_string()),
            Tok::BitVector => return self.bit_vector(span, word),
            Tok::Ident => ExprKind::Name(word.strip_prefix('\\').unwrap_or(word).to_string()),
            Tok::Float => {
                self.unsupported(span, "floating-point numbers are not supported");
                ExprKind::Error
            }
            Tok::Forall | Tok::Exists | Tok::Lambda => {
                return Err(self.error(span, format!("`{word}` must stand in parentheses, `({word} …)`")));
            }
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        self.make(span, kind)
    }

    fn bit_vector(&mut self, span: Span, word: &str) -> Parsed<Expr> {
        let (value, width) = word.split_once("bv").unwrap_or((word, "0"));
        let Ok(width) = width.parse() else {
            return Err(self.error(span, "this bit-vector is too wide"));
        };
        let value = value.to_string();
        self.advance();
        self.make(span, ExprKind::BitVector { value, width })
    }

    #[inline(never)]
    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        let mut expr = match self.peek() {
            Tok::Forall => self.nested(|p| p.quantifier(start, QuantifierKind::Forall))?,
            Tok::Exists => self.nested(|p| p.quantifier(start, QuantifierKind::Exists))?,
            Tok::Lambda => self.nested(|p| p.quantifier(start, QuantifierKind::Lambda))?,
            Tok::Var => self.nested(|p| p.let_expr(start))?,
            Tok::Ident if self.at_let() => self.nested(|p| p.let_expr(start))?,
            _ => self.expr()?,
        };
        self.expect(Tok::RParen, "to close the parenthesis")?;
        expr.span = self.since(start);
        Ok(expr)
    }

    fn at_let(&self) -> bool {
        self.at_word("let") && matches!(self.peek_ahead(1), Tok::Ident | Tok::LBrace)
    }

    #[inline(never)]
    fn application(&mut self) -> Parsed<Expr> {
        let function = self.ident("a function")?;
        let args = self.arguments()?;
        self.make(self.since(function.span), ExprKind::Apply { function, args })
    }

    /// `(e, …)`
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Tok::LParen, "before the arguments")?;
        let args = if self.peek() == Tok::RParen { Vec::new() } else { self.exprs()? };
        self.expect(Tok::RParen, "after the arguments")?;
        Ok(args)
    }

    /// `old(e)`, `int(e)`, `real(e)`
    #[inline(never)]
    fn builtin_application(&mut self) -> Parsed<Expr> {
        let (start, tok) = (self.span(), self.peek());
        self.advance();
        self.expect(Tok::LParen, &format!("after {}", tok.describe()))?;
        let arg = Box::new(self.expr()?);
        self.expect(Tok::RParen, "after the argument")?;
        let kind = match tok {
            Tok::Old => ExprKind::Old(arg),
            Tok::IntType => ExprKind::ToInt(arg),
            _ => ExprKind::ToReal(arg),
        };
        self.make(self.since(start), kind)
    }

    #[inline(never)]
    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        let cond = Box::new(self.expr()?);
        self.expect(Tok::Then, "after the condition")?;
        let then = Box::new(self.expr()?);
        self.expect(Tok::Else, "and the other value")?;
        let otherwise = Box::new(self.expr()?);
        self.make(self.since(start), ExprKind::If { cond, then, otherwise })
    }

    /// `|{ var …; statements }|`
    #[inline(never)]
    fn code(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let outer = std::mem::take(&mut self.tallest);
        self.code_depth += 1;
        let block = self.nested(|p| p.block_between(Tok::CodeOpen, Tok::CodeClose));
        self.code_depth -= 1;
        let result = match block {
            Ok(block) => self.make(self.since(start), ExprKind::Code(Box::new(block))),
            Err(reported) => Err(reported),
        };
        self.tallest = self.tallest.max(outer);
        result
    }
}

pub(super) fn count_mismatch(targets: usize, values: usize) -> String {
    let values = if values == 1 { "1 value is".to_string() } else { format!("{values} values are") };
    let targets = if targets == 1 { "1 variable".to_string() } else { format!("{targets} variables") };
    format!("{values} assigned to {targets}")
}
