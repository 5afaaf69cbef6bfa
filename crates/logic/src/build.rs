//! Smart constructors: the only way to make terms. They check sorts (in debug builds), fold constants and apply the
//! peephole rules that FS01's implementation applied too (`Q ∧ true = Q` and the like). They never flatten: a long chain
//! built step by step must not cost quadratic time.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::sort::{DatatypeId, Sort, SortKind};
use crate::term::{Binder, BvOp, FuncId, Op, Term, TermPool, Trigger, VarId};

impl TermPool {
    /// The term `op(args)`, simplified. All other constructors are spellings of this one.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        match self.simplify(&op, args) {
            Some(term) => term,
            None => {
                let sort = self.result_sort(&op, args);
                self.intern_term(op, args, sort)
            }
        }
    }

    /// The same head with other arguments; for binders the argument is the body.
    pub fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        let op = self.op(term).clone();
        match op.binder() {
            Some(binder) => self.rebind(&op, binder.clone(), args[0]),
            None => self.mk(op, args),
        }
    }

    pub(crate) fn rebind(&mut self, op: &Op, binder: Binder, body: Term) -> Term {
        let binder = Box::new(binder);
        match op {
            Op::Forall(_) => self.mk(Op::Forall(binder), &[body]),
            Op::Exists(_) => self.mk(Op::Exists(binder), &[body]),
            Op::Lambda(_) => self.mk(Op::Lambda(binder), &[body]),
            _ => unreachable!("rebind is called on binders only"),
        }
    }

    // ---- literals and variables

    pub fn bool(&self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> Term {
        self.mk(Op::Int(value.into()), &[])
    }

    pub fn real(&mut self, value: BigRational) -> Term {
        self.mk(Op::Real(value), &[])
    }

    /// The literal `value mod 2^width`.
    pub fn bitvec(&mut self, value: impl Into<BigInt>, width: u32) -> Term {
        let value = value.into().mod_floor(&(BigInt::one() << width));
        self.mk(Op::BitVec { value, width }, &[])
    }

    pub fn var(&mut self, var: VarId) -> Term {
        self.mk(Op::Var(var), &[])
    }

    /// The term of a variable, if it was built already.
    pub fn find_var(&self, var: VarId) -> Option<Term> {
        self.find(&Op::Var(var), &[])
    }

    pub fn app(&mut self, function: FuncId, args: &[Term]) -> Term {
        self.mk(Op::App(function), args)
    }

    // ---- booleans

    pub fn not(&mut self, a: Term) -> Term {
        self.mk(Op::Not, &[a])
    }

    pub fn and(&mut self, args: &[Term]) -> Term {
        self.mk(Op::And, args)
    }

    pub fn or(&mut self, args: &[Term]) -> Term {
        self.mk(Op::Or, args)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Implies, &[a, b])
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Eq, &[a, b])
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn distinct(&mut self, args: &[Term]) -> Term {
        self.mk(Op::Distinct, args)
    }

    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        self.mk(Op::Ite, &[condition, a, b])
    }

    // ---- arithmetic (Int and Real)

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Add, &[a, b])
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Mul, &[a, b])
    }

    pub fn neg(&mut self, a: Term) -> Term {
        self.mk(Op::Neg, &[a])
    }

    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Le, &[a, b])
    }

    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Lt, &[a, b])
    }

    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    pub fn gt(&mut self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }

    // ---- maps, datatypes

    pub fn select(&mut self, map: Term, index: &[Term]) -> Term {
        let args: Vec<Term> = std::iter::once(map).chain(index.iter().copied()).collect();
        self.mk(Op::Select, &args)
    }

    pub fn store(&mut self, map: Term, index: &[Term], value: Term) -> Term {
        let args: Vec<Term> = std::iter::once(map).chain(index.iter().copied()).chain([value]).collect();
        self.mk(Op::Store, &args)
    }

    pub fn construct(&mut self, datatype: DatatypeId, constructor: u32, fields: &[Term]) -> Term {
        self.mk(Op::Construct { datatype, constructor }, fields)
    }

    pub fn project(&mut self, datatype: DatatypeId, constructor: u32, field: u32, value: Term) -> Term {
        self.mk(Op::Project { datatype, constructor, field }, &[value])
    }

    pub fn is(&mut self, datatype: DatatypeId, constructor: u32, value: Term) -> Term {
        self.mk(Op::Is { datatype, constructor }, &[value])
    }

    // ---- binders; no variables means no binder

    pub fn forall(&mut self, vars: &[VarId], triggers: Vec<Trigger>, body: Term) -> Term {
        self.mk(Op::Forall(Box::new(Binder { vars: vars.to_vec(), triggers })), &[body])
    }

    pub fn exists(&mut self, vars: &[VarId], triggers: Vec<Trigger>, body: Term) -> Term {
        self.mk(Op::Exists(Box::new(Binder { vars: vars.to_vec(), triggers })), &[body])
    }

    pub fn lambda(&mut self, vars: &[VarId], body: Term) -> Term {
        self.mk(Op::Lambda(Box::new(Binder { vars: vars.to_vec(), triggers: Vec::new() })), &[body])
    }

    /// Peephole rules. `None`: build the node as it is.
    fn simplify(&mut self, op: &Op, args: &[Term]) -> Option<Term> {
        match op {
            Op::Not => match self.op(args[0]) {
                Op::True => Some(Term::FALSE),
                Op::False => Some(Term::TRUE),
                Op::Not => Some(self.args(args[0])[0]),
                _ => None,
            },
            Op::And => self.simplify_junction(op, args, Term::TRUE, Term::FALSE),
            Op::Or => self.simplify_junction(op, args, Term::FALSE, Term::TRUE),
            Op::Implies => match (args[0], args[1]) {
                (Term::TRUE, b) => Some(b),
                (Term::FALSE, _) | (_, Term::TRUE) => Some(Term::TRUE),
                (a, Term::FALSE) => Some(self.not(a)),
                (a, b) if a == b => Some(Term::TRUE),
                _ => None,
            },
            Op::Eq => self.simplify_eq(args[0], args[1]),
            Op::Distinct => match args {
                [] | [_] => Some(Term::TRUE),
                [a, b] => Some(self.ne(*a, *b)),
                _ => None,
            },
            Op::Ite => match args[0] {
                Term::TRUE => Some(args[1]),
                Term::FALSE => Some(args[2]),
                _ if args[1] == args[2] => Some(args[1]),
                _ => None,
            },
            Op::Add | Op::Mul | Op::Neg | Op::Le | Op::Lt | Op::ToReal => self.simplify_arithmetic(op, args),
            Op::Div | Op::Mod => self.simplify_division(op, args),
            Op::Bv(op) => self.simplify_bits(*op, args),
            Op::Select => self.simplify_select(args),
            Op::Store => self.simplify_store(args),
            Op::App(function) => self.compute(*function, args),
            Op::Project { datatype, constructor, field } => match self.op(args[0]) {
                Op::Construct { datatype: d, constructor: c } if d == datatype && c == constructor => {
                    Some(self.args(args[0])[*field as usize])
                }
                _ => None,
            },
            Op::Is { datatype, constructor } => match self.op(args[0]) {
                Op::Construct { datatype: d, constructor: c } if d == datatype => Some(self.bool(c == constructor)),
                _ => None,
            },
            Op::Forall(binder) | Op::Exists(binder) => {
                let trivial = binder.vars.is_empty() || args[0] == Term::TRUE || args[0] == Term::FALSE;
                trivial.then_some(args[0])
            }
            _ => None,
        }
    }

    /// A computed function of literals.
    fn compute(&mut self, function: FuncId, args: &[Term]) -> Option<Term> {
        let computed = self.function(function).computed?;
        let literal = |&arg: &Term| match self.op(arg) {
            Op::Int(value) => Some(value.clone()),
            _ => None,
        };
        let args: Vec<BigInt> = args.iter().map(literal).collect::<Option<_>>()?;
        let value = computed.apply(&args)?;
        Some(self.int(value))
    }

    /// ∧ and ∨: neutral elements go, the absorbing one wins, repeated arguments count once.
    fn simplify_junction(&mut self, op: &Op, args: &[Term], neutral: Term, absorbing: Term) -> Option<Term> {
        if args.contains(&absorbing) {
            return Some(absorbing);
        }
        let mut kept: Vec<Term> = Vec::with_capacity(args.len());
        let mut seen = rustc_hash::FxHashSet::default();
        kept.extend(args.iter().filter(|&&arg| arg != neutral && seen.insert(arg)));
        match kept[..] {
            [] => Some(neutral),
            [one] => Some(one),
            _ if kept.len() < args.len() => Some(self.intern_term(op.clone(), &kept, Sort::BOOL)),
            _ => None,
        }
    }

    fn simplify_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(Term::TRUE);
        }
        match (a, b) {
            (Term::TRUE, other) | (other, Term::TRUE) => return Some(other),
            (Term::FALSE, other) | (other, Term::FALSE) => return Some(self.not(other)),
            _ => {}
        }
        let literals = self.op(a).is_literal() && self.op(b).is_literal();
        literals.then_some(Term::FALSE)
    }

    fn simplify_arithmetic(&mut self, op: &Op, args: &[Term]) -> Option<Term> {
        let numbers: Option<Vec<BigRational>> = args.iter().map(|&arg| self.op(arg).number()).collect();
        if let Some(numbers) = numbers {
            let is_int = args.iter().all(|&arg| self.sort_of(arg) == Sort::INT);
            let value = match op {
                Op::Add => numbers.iter().sum(),
                Op::Mul => numbers.iter().product(),
                Op::Neg => -numbers[0].clone(),
                Op::ToReal => return Some(self.real(numbers[0].clone())),
                Op::Le => return Some(self.bool(numbers[0] <= numbers[1])),
                Op::Lt => return Some(self.bool(numbers[0] < numbers[1])),
                _ => return None,
            };
            return Some(if is_int { self.int(value.to_integer()) } else { self.real(value) });
        }
        let is = |pool: &TermPool, term: Term, number: &BigRational| pool.op(term).number().as_ref() == Some(number);
        let (zero, one) = (BigRational::zero(), BigRational::one());
        match (op, args) {
            (Op::Add, [a, b]) if is(self, *a, &zero) => Some(*b),
            (Op::Add, [a, b]) if is(self, *b, &zero) => Some(*a),
            (Op::Mul, [a, b]) if is(self, *a, &zero) || is(self, *b, &zero) => {
                Some(if is(self, *a, &zero) { *a } else { *b })
            }
            (Op::Mul, [a, b]) if is(self, *a, &one) => Some(*b),
            (Op::Mul, [a, b]) if is(self, *b, &one) => Some(*a),
            (Op::Neg, [a]) if *self.op(*a) == Op::Neg => Some(self.args(*a)[0]),
            (Op::Le, [a, b]) if a == b => Some(Term::TRUE),
            (Op::Lt, [a, b]) if a == b => Some(Term::FALSE),
            _ => None,
        }
    }

    /// `select(store(m, i, v), i) = v`; a store at an index that is certainly another one is passed over, and a map that is
    /// the same everywhere is that.
    fn simplify_select(&mut self, args: &[Term]) -> Option<Term> {
        let mut map = args[0];
        loop {
            match self.op(map) {
                Op::Store => {
                    let store = self.args(map);
                    let index = &store[1..store.len() - 1];
                    if *index == args[1..] {
                        return Some(store[store.len() - 1]);
                    }
                    let differs =
                        |(a, b): (&Term, &Term)| a != b && self.op(*a).is_literal() && self.op(*b).is_literal();
                    if !index.iter().zip(&args[1..]).any(differs) {
                        break;
                    }
                    map = store[0];
                }
                Op::Lambda(binder) if self.is_constant(binder, self.args(map)[0]) => return Some(self.args(map)[0]),
                _ => break,
            }
        }
        if map == args[0] {
            return None;
        }
        let rest: Vec<Term> = std::iter::once(map).chain(args[1..].iter().copied()).collect();
        let sort = self.result_sort(&Op::Select, &rest);
        Some(self.intern_term(Op::Select, &rest, sort))
    }

    /// Does the body not depend on what is bound?
    fn is_constant(&self, binder: &Binder, body: Term) -> bool {
        match self.op(body) {
            Op::Var(var) => !binder.vars.contains(var),
            op if op.is_literal() => true,
            Op::Lambda(inner) => {
                let (inner, body) = (inner.clone(), self.args(body)[0]);
                self.op(body).is_literal() || self.is_constant(&inner, body) && self.is_constant(binder, body)
            }
            _ => false,
        }
    }

    /// `store(store(m, i, v), i, w) = store(m, i, w)`
    fn simplify_store(&mut self, args: &[Term]) -> Option<Term> {
        let Op::Store = self.op(args[0]) else { return None };
        let inner = self.args(args[0]);
        let (index, last) = (1..args.len() - 1, args.len() - 1);
        if inner[index.clone()] != args[index] {
            return None;
        }
        let mut rest = args.to_vec();
        rest[0] = inner[0];
        let sort = self.sort_of(args[0]);
        debug_assert!(last > 0);
        Some(self.intern_term(Op::Store, &rest, sort))
    }

    /// SMT-LIB's division of literals: the remainder is never negative.
    fn simplify_division(&mut self, op: &Op, args: &[Term]) -> Option<Term> {
        let (Op::Int(a), Op::Int(b)) = (self.op(args[0]), self.op(args[1])) else {
            let one = matches!(self.op(args[1]), Op::Int(b) if b.is_one());
            return match op {
                Op::Div if one => Some(args[0]),
                Op::Mod if one => Some(self.int(0)),
                _ => None,
            };
        };
        if b.is_zero() {
            return None;
        }
        let rest = ((a % b) + b.abs()) % b.abs();
        let value = if *op == Op::Mod { rest } else { (a - rest) / b };
        Some(self.int(value))
    }

    /// Bit operations on literals, as far as the C front end makes them.
    fn simplify_bits(&mut self, op: BvOp, args: &[Term]) -> Option<Term> {
        match (op, args.iter().map(|&arg| self.op(arg)).collect::<Vec<_>>().as_slice()) {
            (BvOp::FromInt { width }, [Op::Int(value)]) => {
                let modulus = BigInt::one() << width;
                let value = ((value % &modulus) + &modulus) % &modulus;
                Some(self.bitvec(value, width))
            }
            (BvOp::ToNat, [Op::BitVec { value, .. }]) => {
                let value = value.clone();
                Some(self.int(value))
            }
            (BvOp::And, [Op::BitVec { value: a, width }, Op::BitVec { value: b, .. }]) => {
                let (value, width) = (a & b, *width);
                Some(self.bitvec(value, width))
            }
            _ => None,
        }
    }

    pub(crate) fn result_sort(&mut self, op: &Op, args: &[Term]) -> Sort {
        match op {
            Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct => Sort::BOOL,
            Op::Le | Op::Lt | Op::Is { .. } | Op::Forall(_) | Op::Exists(_) => Sort::BOOL,
            Op::Int(_) | Op::Div | Op::Mod | Op::ToInt => Sort::INT,
            Op::Real(_) | Op::RealDiv | Op::ToReal => Sort::REAL,
            Op::BitVec { width, .. } => self.bitvec_sort(*width),
            Op::Var(var) => self.variable(*var).sort,
            Op::App(function) => self.function(*function).range,
            Op::Ite => self.sort_of(args[1]),
            Op::Add | Op::Mul | Op::Neg | Op::Store => self.sort_of(args[0]),
            Op::Bv(op) => self.bv_result_sort(*op, args),
            Op::Select => match self.sort_kind(self.sort_of(args[0])) {
                SortKind::Map { range, .. } => *range,
                kind => unreachable!("select from a term of sort {kind:?}"),
            },
            Op::Construct { datatype, .. } => self.sort(SortKind::Datatype(*datatype)),
            Op::Project { datatype, constructor, field } => {
                self.datatype(*datatype).constructors[*constructor as usize].fields[*field as usize].sort
            }
            Op::Lambda(binder) => {
                let domain: Vec<Sort> = binder.vars.iter().map(|&var| self.variable(var).sort).collect();
                self.map_sort(&domain, self.sort_of(args[0]))
            }
        }
    }

    fn bv_result_sort(&mut self, op: BvOp, args: &[Term]) -> Sort {
        let width = |pool: &TermPool, term: Term| match pool.sort_kind(pool.sort_of(term)) {
            SortKind::BitVec(width) => *width,
            kind => unreachable!("a bit-vector operation on sort {kind:?}"),
        };
        match op {
            BvOp::Not | BvOp::Neg | BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Sub | BvOp::Mul => {
                self.sort_of(args[0])
            }
            BvOp::Udiv | BvOp::Urem | BvOp::Sdiv | BvOp::Srem | BvOp::Smod => self.sort_of(args[0]),
            BvOp::Shl | BvOp::Lshr | BvOp::Ashr => self.sort_of(args[0]),
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => Sort::BOOL,
            BvOp::Concat => self.bitvec_sort(width(self, args[0]) + width(self, args[1])),
            BvOp::Extract { high, low } => self.bitvec_sort(high - low),
            BvOp::ZeroExtend { by } | BvOp::SignExtend { by } => self.bitvec_sort(width(self, args[0]) + by),
            BvOp::ToNat => Sort::INT,
            BvOp::FromInt { width } => self.bitvec_sort(width),
        }
    }
}

impl Op {
    /// A literal denotes one value, and different literals of one sort denote different values.
    pub fn is_literal(&self) -> bool {
        matches!(self, Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. })
    }

    fn number(&self) -> Option<BigRational> {
        match self {
            Op::Int(value) => Some(BigRational::from_integer(value.clone())),
            Op::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Is it a number below zero? Printers put those in parentheses.
    pub fn is_negative(&self) -> bool {
        self.number().is_some_and(|number| number.is_negative())
    }
}
