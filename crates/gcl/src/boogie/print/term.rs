//! Terms in Boogie syntax, with as few parentheses as the grammar allows.

use std::fmt::Write;

use invar_logic::{Binder, BvOp, Op, Sort, Term, TermPool, Trigger};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use super::builtins::Builtins;
use super::names::Names;

/// Deeper terms and longer texts are cut short.
const MAX_DEPTH: usize = 1_000;
const MAX_TREE: u64 = 2_000_000;

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Iff,
    Implies,
    Junction,
    Relation,
    Concat,
    Sum,
    Product,
    Unary,
    Primary,
}

pub struct TermPrinter<'a> {
    pub pool: &'a TermPool,
    pub names: &'a mut Names,
    pub builtins: &'a Builtins,
    out: String,
}

impl<'a> TermPrinter<'a> {
    pub fn new(pool: &'a TermPool, names: &'a mut Names, builtins: &'a Builtins) -> TermPrinter<'a> {
        TermPrinter { pool, names, builtins, out: String::new() }
    }

    pub fn show(&mut self, term: Term) -> String {
        if self.pool.tree_size(term) > MAX_TREE || depth_exceeds(self.pool, term, MAX_DEPTH) {
            return "…".to_string();
        }
        self.out.clear();
        self.term(term, Level::Iff);
        std::mem::take(&mut self.out)
    }

    /// Prints `term` where an expression of at least this level is wanted.
    fn term(&mut self, term: Term, wanted: Level) {
        let level = self.level(term);
        if level < wanted {
            self.out.push('(');
            self.bare(term);
            self.out.push(')');
        } else {
            self.bare(term);
        }
    }

    fn level(&self, term: Term) -> Level {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Eq if self.pool.sort_of(args[0]) == Sort::BOOL => Level::Iff,
            Op::Implies => Level::Implies,
            Op::And | Op::Or => Level::Junction,
            Op::Eq | Op::Le | Op::Lt | Op::Is { .. } => Level::Relation,
            Op::Not if self.is_equality(args[0]) => Level::Relation,
            Op::Bv(BvOp::Concat) => Level::Concat,
            Op::Add => Level::Sum,
            Op::Mul | Op::Div | Op::Mod | Op::RealDiv => Level::Product,
            Op::Not | Op::Neg => Level::Unary,
            Op::Int(value) if value.is_negative() => Level::Unary,
            Op::Real(value) if decimal(value).is_none() => Level::Product,
            Op::Real(value) if value.is_negative() => Level::Unary,
            _ => Level::Primary,
        }
    }

    fn is_equality(&self, term: Term) -> bool {
        *self.pool.op(term) == Op::Eq
    }

    fn bare(&mut self, term: Term) {
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::True => self.out.push_str("true"),
            Op::False => self.out.push_str("false"),
            Op::Int(value) => self.push(value),
            Op::Real(value) => self.real(value),
            Op::BitVec { value, width } => self.push(&format_args!("{value}bv{width}")),
            Op::Var(var) => self.push(&self.names.var(pool, *var)),
            Op::App(function) => {
                let name = self.names.function(pool, *function);
                self.application(&name, args);
            }
            Op::Not if self.is_equality(args[0]) => {
                let inner = pool.args(args[0]);
                self.infix(inner, "!=", Level::Concat);
            }
            Op::Not => self.prefix("!", args[0]),
            Op::Neg => self.prefix("-", args[0]),
            Op::And => self.infix(args, "&&", Level::Relation),
            Op::Or => self.infix(args, "||", Level::Relation),
            Op::Implies => self.infix(args, "==>", Level::Junction),
            Op::Eq if pool.sort_of(args[0]) == Sort::BOOL => self.infix(args, "<==>", Level::Implies),
            Op::Eq => self.infix(args, "==", Level::Concat),
            Op::Le => self.order(args, "<=", ">="),
            Op::Lt => self.order(args, "<", ">"),
            Op::Distinct => {
                let name = self.builtins.distinct(pool, args);
                self.application(&name, args);
            }
            Op::Ite => self.if_then_else(args),
            Op::Add => self.sum(args),
            Op::Mul => self.left_infix(args, "*"),
            Op::Div => self.left_infix(args, "div"),
            Op::Mod => self.left_infix(args, "mod"),
            Op::RealDiv => self.left_infix(args, "/"),
            Op::ToReal => self.application("real", args),
            Op::ToInt => self.application("int", args),
            Op::Bv(op) => self.bit_vector(*op, args),
            Op::Select => self.index(args[0], &args[1..], None),
            Op::Store => self.index(args[0], &args[1..args.len() - 1], args.last().copied()),
            Op::Construct { datatype, constructor } => {
                let name = self.names.constructor(pool, *datatype, *constructor);
                self.application(&name, args);
            }
            Op::Project { datatype, constructor, field } => {
                self.term(args[0], Level::Primary);
                let field = self.names.field(pool, *datatype, *constructor, *field);
                self.push(&format_args!("->{field}"));
            }
            Op::Is { datatype, constructor } => {
                self.term(args[0], Level::Concat);
                let constructor = self.names.constructor(pool, *datatype, *constructor);
                self.push(&format_args!(" is {constructor}"));
            }
            Op::Forall(binder) => self.binder("forall", binder, args[0]),
            Op::Exists(binder) => self.binder("exists", binder, args[0]),
            Op::Lambda(binder) => self.binder("lambda", binder, args[0]),
        }
    }

    fn push(&mut self, text: &dyn std::fmt::Display) {
        // Writing into a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    fn real(&mut self, value: &BigRational) {
        match decimal(value) {
            Some(text) => self.out.push_str(&text),
            None => self.push(&format_args!("{}.0 / {}.0", value.numer(), value.denom())),
        }
    }

    fn application(&mut self, name: &str, args: &[Term]) {
        self.out.push_str(name);
        self.out.push('(');
        self.list(args);
        self.out.push(')');
    }

    fn list(&mut self, terms: &[Term]) {
        for (position, &term) in terms.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            self.term(term, Level::Iff);
        }
    }

    fn prefix(&mut self, operator: &str, arg: Term) {
        self.out.push_str(operator);
        // `--x` reads badly.
        let wanted = if operator == "-" && self.level(arg) == Level::Unary { Level::Primary } else { Level::Unary };
        self.term(arg, wanted);
    }

    /// All operands at one level, which is above the operator's own: nothing is left to associativity.
    fn infix(&mut self, args: &[Term], operator: &str, level: Level) {
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                self.push(&format_args!(" {operator} "));
            }
            self.term(arg, level);
        }
    }

    /// `0 < x` as `x > 0`: a literal stands on the right.
    fn order(&mut self, args: &[Term], operator: &str, mirrored: &str) {
        let literal = |term: Term| self.pool.op(term).is_literal();
        if literal(args[0]) && !literal(args[1]) {
            self.infix(&[args[1], args[0]], mirrored, Level::Concat);
        } else {
            self.infix(args, operator, Level::Concat);
        }
    }

    fn left_infix(&mut self, args: &[Term], operator: &str) {
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                self.push(&format_args!(" {operator} "));
            }
            let negative = self.level(arg) == Level::Unary;
            self.term(
                arg,
                if position == 0 {
                    Level::Product
                } else if negative {
                    Level::Primary
                } else {
                    Level::Unary
                },
            );
        }
    }

    /// `a + b - c`
    fn sum(&mut self, args: &[Term]) {
        for (position, &arg) in args.iter().enumerate() {
            if position == 0 {
                self.term(arg, Level::Sum);
                continue;
            }
            match self.pool.op(arg) {
                Op::Neg => {
                    self.out.push_str(" - ");
                    let inner = self.pool.args(arg)[0];
                    let wanted = if self.level(inner) == Level::Unary { Level::Primary } else { Level::Product };
                    self.term(inner, wanted);
                }
                Op::Int(value) if value.is_negative() => self.push(&format_args!(" - {}", value.abs())),
                _ => {
                    self.out.push_str(" + ");
                    let wanted = if self.level(arg) == Level::Unary { Level::Primary } else { Level::Product };
                    self.term(arg, wanted);
                }
            }
        }
    }

    fn if_then_else(&mut self, args: &[Term]) {
        self.out.push_str("(if ");
        self.term(args[0], Level::Iff);
        self.out.push_str(" then ");
        self.term(args[1], Level::Iff);
        self.out.push_str(" else ");
        self.term(args[2], Level::Iff);
        self.out.push(')');
    }

    fn index(&mut self, map: Term, indices: &[Term], value: Option<Term>) {
        self.term(map, Level::Primary);
        self.out.push('[');
        self.list(indices);
        if let Some(value) = value {
            self.out.push_str(if indices.is_empty() { ":= " } else { " := " });
            self.term(value, Level::Iff);
        }
        self.out.push(']');
    }

    fn bit_vector(&mut self, op: BvOp, args: &[Term]) {
        match op {
            BvOp::Concat => {
                self.term(args[0], Level::Concat);
                self.out.push_str(" ++ ");
                self.term(args[1], Level::Sum);
            }
            BvOp::Extract { high, low } => {
                self.term(args[0], Level::Primary);
                self.push(&format_args!("[{high}:{low}]"));
            }
            _ => {
                let name = self.builtins.bit_vector(self.pool, op, args);
                self.application(&name, args);
            }
        }
    }

    fn binder(&mut self, word: &str, binder: &Binder, body: Term) {
        let outer = self.names.bind(self.pool, &binder.vars);
        self.push(&format_args!("({word} "));
        for (position, &var) in binder.vars.iter().enumerate() {
            let name = self.names.var(self.pool, var);
            let sort = self.names.sort(self.pool, self.pool.variable(var).sort);
            self.push(&format_args!("{}{name}: {sort}", if position > 0 { ", " } else { "" }));
        }
        self.out.push_str(" :: ");
        for trigger in &binder.triggers {
            match trigger {
                Trigger::Pattern(terms) => {
                    self.out.push_str("{ ");
                    self.list(terms);
                }
                Trigger::NoPattern(term) => {
                    self.out.push_str("{:nopats ");
                    self.term(*term, Level::Iff);
                }
            }
            self.out.push_str(" } ");
        }
        self.term(body, Level::Iff);
        self.out.push(')');
        self.names.unbind(outer);
    }
}

/// `1.5` or `-0.25`; `None` if the number is not a finite decimal.
fn decimal(value: &BigRational) -> Option<String> {
    let mut rest = value.denom().clone();
    let (two, five, ten) = (BigInt::from(2), BigInt::from(5), BigInt::from(10));
    let mut digits = 0usize;
    let mut scale = BigInt::one();
    while !rest.is_one() {
        let by_two = (&rest % &two).is_zero();
        let by_five = (&rest % &five).is_zero();
        if !by_two && !by_five {
            return None;
        }
        if by_two {
            rest /= &two;
        }
        if by_five {
            rest /= &five;
        }
        digits += 1;
        scale *= &ten;
    }
    let scaled = (value.numer() * scale / value.denom()).abs().to_string();
    let padded = format!("{scaled:0>width$}", width = digits + 1);
    let (whole, fraction) = padded.split_at(padded.len() - digits);
    let sign = if value.is_negative() { "-" } else { "" };
    Some(format!("{sign}{whole}.{}", if fraction.is_empty() { "0" } else { fraction }))
}

fn depth_exceeds(pool: &TermPool, term: Term, limit: usize) -> bool {
    let mut depths: FxHashMap<Term, usize> = FxHashMap::default();
    for part in pool.postorder(&[term]) {
        let below = pool.args(part).iter().map(|arg| depths.get(arg).copied().unwrap_or(0)).max().unwrap_or(0);
        if below >= limit {
            return true;
        }
        depths.insert(part, below + 1);
    }
    false
}
