//! Terms as compact text, for tests and for looking at what happens. It is not a user's language: sorts are not shown,
//! variables print their bare names, and terms that are too deep or too long are cut with `…`.

use std::fmt::Write;

use crate::term::{BvOp, Op, Term, TermPool, Trigger};
use crate::value::Value;

const MAX_DEPTH: u32 = 100;
const MAX_LENGTH: usize = 100_000;

impl TermPool {
    /// `(forall i :: {a[i]} (0 <= i) ==> (a[i] == x))`
    pub fn show(&self, term: Term) -> String {
        let mut printer = Printer { pool: self, text: String::new() };
        printer.term(term, MAX_DEPTH);
        printer.text
    }
}

struct Printer<'a> {
    pool: &'a TermPool,
    text: String,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn term(&mut self, term: Term, depth: u32) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.text.len() < MAX_LENGTH) else {
            return self.push("…");
        };
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::True => self.push("true"),
            Op::False => self.push("false"),
            Op::Int(value) => self.literal(&Value::Int(value.into())),
            Op::Real(value) => self.literal(&Value::Real(value.clone())),
            Op::BitVec { value, width } => self.literal(&Value::BitVec { value: value.clone(), width: *width }),
            Op::Var(var) => self.push(pool.var_name(*var)),
            Op::App(function) => self.call(pool.name(pool.function(*function).name), args, depth),
            Op::Not => self.prefix("!", args[0], depth),
            Op::Neg => self.prefix("-", args[0], depth),
            Op::And => self.infix(" && ", args, depth),
            Op::Or => self.infix(" || ", args, depth),
            Op::Implies => self.infix(" ==> ", args, depth),
            Op::Eq => self.infix(" == ", args, depth),
            Op::Add => self.infix(" + ", args, depth),
            Op::Mul => self.infix(" * ", args, depth),
            Op::Div => self.infix(" div ", args, depth),
            Op::Mod => self.infix(" mod ", args, depth),
            Op::RealDiv => self.infix(" / ", args, depth),
            Op::Le => self.infix(" <= ", args, depth),
            Op::Lt => self.infix(" < ", args, depth),
            Op::Distinct => self.call("distinct", args, depth),
            Op::Ite => self.call("if", args, depth),
            Op::ToReal => self.call("real", args, depth),
            Op::ToInt => self.call("int", args, depth),
            Op::Bv(op) => self.call(&bv_name(*op), args, depth),
            Op::Select => {
                self.term(args[0], depth);
                self.list("[", &args[1..], "]", depth);
            }
            Op::Store => {
                self.term(args[0], depth);
                self.list("[", &args[1..args.len() - 1], " := ", depth);
                self.term(args[args.len() - 1], depth);
                self.push("]");
            }
            Op::Construct { datatype, constructor } => {
                let constructor = &pool.datatype(*datatype).constructors[*constructor as usize];
                self.call(pool.name(constructor.name), args, depth);
            }
            Op::Project { datatype, constructor, field } => {
                let constructor = &pool.datatype(*datatype).constructors[*constructor as usize];
                self.term(args[0], depth);
                self.push(".");
                self.push(pool.name(constructor.fields[*field as usize].name));
            }
            Op::Is { datatype, constructor } => {
                let constructor = &pool.datatype(*datatype).constructors[*constructor as usize];
                self.push("(");
                self.term(args[0], depth);
                self.push(" is ");
                self.push(pool.name(constructor.name));
                self.push(")");
            }
            Op::Forall(_) => self.binder("forall", term, depth),
            Op::Exists(_) => self.binder("exists", term, depth),
            Op::Lambda(_) => self.binder("lambda", term, depth),
        }
    }

    fn literal(&mut self, value: &Value) {
        let _ = write!(self.text, "{}", value.display(self.pool));
    }

    fn prefix(&mut self, operator: &str, arg: Term, depth: u32) {
        self.push(operator);
        self.term(arg, depth);
    }

    fn infix(&mut self, operator: &str, args: &[Term], depth: u32) {
        self.push("(");
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                self.push(operator);
            }
            self.term(arg, depth);
        }
        self.push(")");
    }

    fn call(&mut self, name: &str, args: &[Term], depth: u32) {
        self.push(name);
        self.list("(", args, ")", depth);
    }

    fn list(&mut self, open: &str, args: &[Term], close: &str, depth: u32) {
        self.push(open);
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                self.push(", ");
            }
            self.term(arg, depth);
        }
        self.push(close);
    }

    fn binder(&mut self, word: &str, term: Term, depth: u32) {
        let Some(binder) = self.pool.op(term).binder() else { return };
        let names: Vec<&str> = binder.vars.iter().map(|&var| self.pool.var_name(var)).collect();
        let _ = write!(self.text, "({word} {} :: ", names.join(", "));
        for trigger in &binder.triggers {
            match trigger {
                Trigger::Pattern(terms) => self.list("{", terms, "} ", depth),
                Trigger::NoPattern(term) => self.list("{:nopats ", &[*term], "} ", depth),
            }
        }
        self.term(self.pool.args(term)[0], depth);
        self.push(")");
    }
}

fn bv_name(op: BvOp) -> String {
    match op {
        BvOp::Not => "bvnot".into(),
        BvOp::Neg => "bvneg".into(),
        BvOp::And => "bvand".into(),
        BvOp::Or => "bvor".into(),
        BvOp::Xor => "bvxor".into(),
        BvOp::Add => "bvadd".into(),
        BvOp::Sub => "bvsub".into(),
        BvOp::Mul => "bvmul".into(),
        BvOp::Udiv => "bvudiv".into(),
        BvOp::Urem => "bvurem".into(),
        BvOp::Sdiv => "bvsdiv".into(),
        BvOp::Srem => "bvsrem".into(),
        BvOp::Smod => "bvsmod".into(),
        BvOp::Shl => "bvshl".into(),
        BvOp::Lshr => "bvlshr".into(),
        BvOp::Ashr => "bvashr".into(),
        BvOp::Ult => "bvult".into(),
        BvOp::Ule => "bvule".into(),
        BvOp::Slt => "bvslt".into(),
        BvOp::Sle => "bvsle".into(),
        BvOp::Concat => "concat".into(),
        BvOp::Extract { high, low } => format!("extract[{high}:{low}]"),
        BvOp::ZeroExtend { by } => format!("zero_extend[{by}]"),
        BvOp::SignExtend { by } => format!("sign_extend[{by}]"),
        BvOp::ToNat => "bv2int".into(),
        BvOp::FromInt { width } => format!("int2bv[{width}]"),
    }
}
