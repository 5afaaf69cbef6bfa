//! Terms of the program in a symbolic state: concrete values are computed, the rest becomes a term over symbols. Evaluation is
//! three-valued, as the evaluator's: what decides a connective decides it, whatever the other arguments are.
//!
//! A read or write at an index that is not known stops the evaluation: the run goes on in several ways, one for each index
//! (`Pause::Split`).

use std::collections::BTreeMap;
use std::rc::Rc;

use invar_gcl::Role;
use invar_logic::{Environment, FuncId, Op, Term, Value, VarId, eval};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::state::State;
use super::symbols::Symbols;
use super::value::{Base, Closure, Sym, SymMap};

/// Why a term has no value yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// It has none, or it is beyond what is followed here.
    NoValue,
    /// The term must be known first.
    Split(Term),
}

pub type Evaluated = Result<Sym, Pause>;

/// Deeper terms have no value.
const DEEPEST: u32 = 300;

/// Larger terms are remembered while one term is evaluated.
const SMALL: u64 = 40;

/// Values of a bound variable that are tried.
const MOST_INSTANCES: i64 = 2_000;

/// See the module header.
pub struct Eval<'e, 'a> {
    pub symbols: &'e mut Symbols<'a>,
    state: &'e State,
    bound: Vec<(VarId, Sym)>,
    memo: FxHashMap<Term, Sym>,
}

/// What is done with a term, without what its head owns.
#[derive(Clone, Copy)]
enum Kind {
    Number(i64),
    Literal,
    Truth(bool),
    Var(VarId),
    App(FuncId),
    Not,
    And,
    Or,
    Implies,
    Eq,
    Ite,
    Add,
    Mul,
    Neg,
    Div,
    Mod,
    Le,
    Lt,
    Select,
    Store,
    Lambda,
    Forall,
    Exists,
    Other,
}

impl<'e, 'a> Eval<'e, 'a> {
    pub fn new(symbols: &'e mut Symbols<'a>, state: &'e State) -> Eval<'e, 'a> {
        Eval { symbols, state, bound: Vec::new(), memo: FxHashMap::default() }
    }

    pub fn of(&mut self, term: Term) -> Evaluated {
        self.at(term, 0)
    }

    fn at(&mut self, term: Term, depth: u32) -> Evaluated {
        let is_large = self.symbols.pool.tree_size(term) > SMALL;
        if is_large && let Some(known) = self.memo.get(&term) {
            return Ok(known.clone());
        }
        if depth > DEEPEST {
            return Err(Pause::NoValue);
        }
        let value = self.computed(term, depth + 1)?;
        if is_large && self.bound.is_empty() {
            self.memo.insert(term, value.clone());
        }
        Ok(value)
    }

    fn kind(&self, term: Term) -> Kind {
        match self.symbols.pool.op(term) {
            Op::True => Kind::Truth(true),
            Op::False => Kind::Truth(false),
            Op::Int(value) => value.to_i64().map_or(Kind::Literal, Kind::Number),
            Op::Real(_) | Op::BitVec { .. } => Kind::Literal,
            Op::Var(var) => Kind::Var(*var),
            Op::App(function) => Kind::App(*function),
            Op::Not => Kind::Not,
            Op::And => Kind::And,
            Op::Or => Kind::Or,
            Op::Implies => Kind::Implies,
            Op::Eq => Kind::Eq,
            Op::Ite => Kind::Ite,
            Op::Add => Kind::Add,
            Op::Mul => Kind::Mul,
            Op::Neg => Kind::Neg,
            Op::Div => Kind::Div,
            Op::Mod => Kind::Mod,
            Op::Le => Kind::Le,
            Op::Lt => Kind::Lt,
            Op::Select => Kind::Select,
            Op::Store => Kind::Store,
            Op::Lambda(_) => Kind::Lambda,
            Op::Forall(_) => Kind::Forall,
            Op::Exists(_) => Kind::Exists,
            Op::Distinct | Op::RealDiv | Op::ToReal | Op::ToInt | Op::Bv(_) => Kind::Other,
            Op::Construct { .. } | Op::Project { .. } | Op::Is { .. } => Kind::Other,
        }
    }

    fn arg(&self, term: Term, number: usize) -> Term {
        self.symbols.pool.args(term)[number]
    }

    fn computed(&mut self, term: Term, depth: u32) -> Evaluated {
        match self.kind(term) {
            Kind::Number(number) => Ok(Sym::Int(number)),
            Kind::Literal => Ok(Sym::Term(term)),
            Kind::Truth(truth) => Ok(Sym::Bool(truth)),
            Kind::Var(var) => self.var(var),
            Kind::App(function) => self.application(term, function, depth),
            Kind::Not => match self.at(self.arg(term, 0), depth)? {
                Sym::Bool(truth) => Ok(Sym::Bool(!truth)),
                value => self.built(Op::Not, &[value]),
            },
            Kind::And => self.connective(term, Op::And, depth),
            Kind::Or => self.connective(term, Op::Or, depth),
            Kind::Implies => self.implication(term, depth),
            Kind::Eq => self.comparison(term, Op::Eq, |a, b| a == b, depth),
            Kind::Le => self.comparison(term, Op::Le, |a, b| a <= b, depth),
            Kind::Lt => self.comparison(term, Op::Lt, |a, b| a < b, depth),
            Kind::Ite => self.choice(term, depth),
            Kind::Add => self.folded(term, Op::Add, i64::checked_add, depth),
            Kind::Mul => self.folded(term, Op::Mul, i64::checked_mul, depth),
            Kind::Neg => match self.at(self.arg(term, 0), depth)? {
                Sym::Int(number) if number != i64::MIN => Ok(Sym::Int(-number)),
                value => self.built(Op::Neg, &[value]),
            },
            Kind::Div => self.division(term, Op::Div, i64::checked_div_euclid, depth),
            Kind::Mod => self.division(term, Op::Mod, i64::checked_rem_euclid, depth),
            Kind::Select => self.read(term, depth),
            Kind::Store => self.store(term, depth),
            Kind::Lambda => self.lambda(term),
            Kind::Forall => self.quantifier(term, Op::And, depth),
            Kind::Exists => self.quantifier(term, Op::Or, depth),
            Kind::Other => {
                let args = self.args(term, depth)?;
                let op = self.symbols.pool.op(term).clone();
                self.built(op, &args)
            }
        }
    }

    fn args(&mut self, term: Term, depth: u32) -> Result<Vec<Sym>, Pause> {
        let count = self.symbols.pool.args(term).len();
        (0..count).map(|number| self.at(self.arg(term, number), depth)).collect()
    }

    fn var(&mut self, var: VarId) -> Evaluated {
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| *bound == var) {
            return Ok(value.clone());
        }
        match self.state.vars.get(var) {
            Some(Sym::Term(term)) => Ok(self.looked_up(*term)),
            Some(value) => Ok(value.clone()),
            None => Err(Pause::NoValue),
        }
    }

    /// What the conditions determine is known.
    fn looked_up(&self, term: Term) -> Sym {
        self.state.known(term).cloned().unwrap_or(Sym::Term(term))
    }

    // ---- formulas

    fn connective(&mut self, term: Term, op: Op, depth: u32) -> Evaluated {
        let decisive = op == Op::Or;
        let mut rest = Vec::new();
        let mut pause = None;
        for number in 0..self.symbols.pool.args(term).len() {
            match self.at(self.arg(term, number), depth) {
                Ok(Sym::Bool(truth)) if truth == decisive => return Ok(Sym::Bool(decisive)),
                Ok(Sym::Bool(_)) => {}
                Ok(value) => rest.push(value),
                Err(other) => pause = pause.or(Some(other)),
            }
        }
        match pause {
            Some(pause) => Err(pause),
            None if rest.is_empty() => Ok(Sym::Bool(!decisive)),
            None => self.built(op, &rest),
        }
    }

    fn implication(&mut self, term: Term, depth: u32) -> Evaluated {
        let left = self.at(self.arg(term, 0), depth);
        if let Ok(Sym::Bool(false)) = left {
            return Ok(Sym::Bool(true));
        }
        let right = self.at(self.arg(term, 1), depth);
        match (left, right) {
            (_, Ok(Sym::Bool(true))) => Ok(Sym::Bool(true)),
            (Ok(Sym::Bool(true)), right) => right,
            (left, right) => {
                let (left, right) = (left?, right?);
                self.built(Op::Implies, &[left, right])
            }
        }
    }

    fn comparison(&mut self, term: Term, op: Op, compare: fn(i64, i64) -> bool, depth: u32) -> Evaluated {
        let (a, b) = (self.at(self.arg(term, 0), depth)?, self.at(self.arg(term, 1), depth)?);
        match (&a, &b) {
            (Sym::Int(a), Sym::Int(b)) => Ok(Sym::Bool(compare(*a, *b))),
            (Sym::Bool(a), Sym::Bool(b)) => Ok(Sym::Bool(a == b)),
            (Sym::Map(a), Sym::Map(b)) if Rc::ptr_eq(a, b) => Ok(Sym::Bool(true)),
            _ => self.built(op, &[a, b]),
        }
    }

    fn choice(&mut self, term: Term, depth: u32) -> Evaluated {
        let condition = self.at(self.arg(term, 0), depth)?;
        let open = match condition {
            Sym::Bool(true) => return self.at(self.arg(term, 1), depth),
            Sym::Bool(false) => return self.at(self.arg(term, 2), depth),
            Sym::Term(open) => open,
            Sym::Int(_) | Sym::Map(_) => return Err(Pause::NoValue),
        };
        let (a, b) = (self.at(self.arg(term, 1), depth), self.at(self.arg(term, 2), depth));
        match (a, b) {
            (Ok(Sym::Map(a)), Ok(Sym::Map(b))) if Rc::ptr_eq(&a, &b) => Ok(Sym::Map(a)),
            (Ok(Sym::Map(_)), Ok(_)) | (Err(Pause::NoValue), _) | (_, Err(Pause::NoValue)) => Err(Pause::Split(open)),
            (a, b) => {
                let (a, b) = (a?, b?);
                self.built(Op::Ite, &[Sym::Term(open), a, b])
            }
        }
    }

    // ---- numbers

    fn folded(&mut self, term: Term, op: Op, with: fn(i64, i64) -> Option<i64>, depth: u32) -> Evaluated {
        let mut result = self.at(self.arg(term, 0), depth)?;
        for number in 1..self.symbols.pool.args(term).len() {
            let next = self.at(self.arg(term, number), depth)?;
            let exact = match (&result, &next) {
                (Sym::Int(a), Sym::Int(b)) => with(*a, *b),
                _ => None,
            };
            result = match exact {
                Some(number) => Sym::Int(number),
                None if op == Op::Add => self.sum(result, next)?,
                None => self.built(op.clone(), &[result, next])?,
            };
        }
        Ok(result)
    }

    /// `(x + 1) + 1 = x + 2`: counters stay small.
    fn sum(&mut self, a: Sym, b: Sym) -> Evaluated {
        let (open, number) = match (&a, &b) {
            (Sym::Term(open), Sym::Int(number)) | (Sym::Int(number), Sym::Term(open)) => (*open, *number),
            _ => return self.built(Op::Add, &[a, b]),
        };
        let pool = &self.symbols.pool;
        if let (Op::Add, [x, y]) = (pool.op(open), pool.args(open))
            && let Some(inner) = self.symbols.literal(*y)
            && let Some(total) = i64::try_from(inner).ok().and_then(|inner| inner.checked_add(number))
        {
            let x = *x;
            return if total == 0 {
                Ok(self.looked_up(x))
            } else {
                self.built(Op::Add, &[Sym::Term(x), Sym::Int(total)])
            };
        }
        if number == 0 { Ok(Sym::Term(open)) } else { self.built(Op::Add, &[Sym::Term(open), Sym::Int(number)]) }
    }

    fn division(&mut self, term: Term, op: Op, with: fn(i64, i64) -> Option<i64>, depth: u32) -> Evaluated {
        let (a, b) = (self.at(self.arg(term, 0), depth)?, self.at(self.arg(term, 1), depth)?);
        match (&a, &b) {
            (_, Sym::Int(0)) => Err(Pause::NoValue),
            (Sym::Int(x), Sym::Int(y)) if let Some(number) = with(*x, *y) => Ok(Sym::Int(number)),
            _ => self.built(op, &[a, b]),
        }
    }

    /// An operation on values, at least one of which is a term.
    fn built(&mut self, op: Op, args: &[Sym]) -> Evaluated {
        let terms: Option<Vec<Term>> = args.iter().map(|arg| self.symbols.term(arg)).collect();
        let terms = terms.ok_or(Pause::NoValue)?;
        let term = self.symbols.pool.mk(op, &terms);
        self.symbols.sym_of(term).map(|value| match value {
            Sym::Term(term) => self.looked_up(term),
            value => value,
        })
    }

    // ---- maps

    fn read(&mut self, term: Term, depth: u32) -> Evaluated {
        if self.symbols.pool.args(term).len() != 2 {
            return Err(Pause::NoValue);
        }
        let Sym::Map(map) = self.at(self.arg(term, 0), depth)? else { return Err(Pause::NoValue) };
        match self.at(self.arg(term, 1), depth)? {
            Sym::Int(key) => self.cell(&map, key, depth),
            Sym::Term(index) => match &map.base {
                Base::Const(value) if map.cells().next().is_none() => Ok((**value).clone()),
                _ if self.symbols.is_literal(index) => Err(Pause::NoValue),
                _ => {
                    self.note_object(self.arg(term, 0), index);
                    Err(Pause::Split(index))
                }
            },
            Sym::Bool(_) | Sym::Map(_) => Err(Pause::NoValue),
        }
    }

    fn cell(&mut self, map: &SymMap, key: i64, depth: u32) -> Evaluated {
        if let Some(value) = map.written(key) {
            return Ok(match value {
                Sym::Term(term) => self.looked_up(*term),
                value => value.clone(),
            });
        }
        match &map.base {
            Base::Const(value) => Ok((**value).clone()),
            Base::Symbol(name) => match self.symbols.cell(*name, key).ok_or(Pause::NoValue)? {
                Sym::Term(term) => Ok(self.looked_up(term)),
                value => Ok(value),
            },
            Base::Lambda(closure) => {
                let mut bound = closure.env.clone();
                bound.push((closure.var, Sym::Int(key)));
                self.under(bound, closure.body, depth)
            }
        }
    }

    /// A term where these variables are bound, and nothing else is.
    fn under(&mut self, bound: Vec<(VarId, Sym)>, body: Term, depth: u32) -> Evaluated {
        let outer = std::mem::replace(&mut self.bound, bound);
        let value = self.at(body, depth + 1);
        self.bound = outer;
        value
    }

    fn store(&mut self, term: Term, depth: u32) -> Evaluated {
        if self.symbols.pool.args(term).len() != 3 {
            return Err(Pause::NoValue);
        }
        let Sym::Map(mut map) = self.at(self.arg(term, 0), depth)? else { return Err(Pause::NoValue) };
        let key = self.key(self.arg(term, 1), depth)?;
        let value = self.at(self.arg(term, 2), depth)?;
        Rc::make_mut(&mut map).write(key, value);
        Ok(Sym::Map(map))
    }

    /// Memory is indexed by objects.
    fn note_object(&mut self, map: Term, index: Term) {
        let Op::Var(var) = self.symbols.pool.op(map) else { return };
        let role = self.symbols.program.roles.of(&self.symbols.pool, *var);
        if matches!(role, Role::Memory | Role::Bookkeeping) {
            self.symbols.objects.insert(index);
        }
    }

    /// An index that must be known.
    fn key(&mut self, index: Term, depth: u32) -> Result<i64, Pause> {
        match self.at(index, depth)? {
            Sym::Int(key) => Ok(key),
            Sym::Term(term) if !self.symbols.is_literal(term) => Err(Pause::Split(term)),
            Sym::Term(_) | Sym::Bool(_) | Sym::Map(_) => Err(Pause::NoValue),
        }
    }

    /// The parts of `m[i := v]` or `m[i := m[i][j := v]]` for the variable m itself, so that the map can be changed in place.
    pub fn update(&mut self, var: VarId, term: Term) -> Result<Option<Update>, Pause> {
        let pool = &self.symbols.pool;
        let (Op::Store, &[map, index, value]) = (pool.op(term), pool.args(term)) else { return Ok(None) };
        if *pool.op(map) != Op::Var(var) {
            return Ok(None);
        }
        let inner = match (pool.op(value), pool.args(value)) {
            (Op::Store, &[row, offset, value]) if pool.op(row) == &Op::Select && pool.args(row) == [map, index] => {
                Some((offset, value))
            }
            _ => None,
        };
        let key = self.key(index, 0).inspect_err(|pause| {
            if let Pause::Split(index) = *pause {
                self.note_object(map, index);
            }
        });
        let key = key?;
        Ok(Some(match inner {
            Some((offset, value)) => {
                let inner = self.key(offset, 0)?;
                Update { key, inner: Some(inner), value: self.at(value, 0)? }
            }
            None => Update { key, inner: None, value: self.at(value, 0)? },
        }))
    }

    /// The row of the map that a variable holds.
    pub fn row(&mut self, var: VarId, key: i64) -> Evaluated {
        let Sym::Map(map) = self.var(var)? else { return Err(Pause::NoValue) };
        self.cell(&map, key, 0)
    }

    fn lambda(&mut self, term: Term) -> Evaluated {
        let Op::Lambda(binder) = self.symbols.pool.op(term) else { return Err(Pause::NoValue) };
        let [var] = binder.vars[..] else { return Err(Pause::NoValue) };
        let body = self.arg(term, 0);
        let free = self.symbols.pool.free_vars(body);
        if !free.contains(&var) {
            let value = self.at(body, 0)?;
            return Ok(Sym::Map(Rc::new(SymMap::new(Base::Const(Box::new(value))))));
        }
        let mut env = Vec::new();
        for other in free.into_iter().filter(|&other| other != var) {
            env.push((other, self.var(other)?));
        }
        let number = self.symbols.next_closure();
        Ok(Sym::Map(Rc::new(SymMap::new(Base::Lambda(Rc::new(Closure { var, body, env, number }))))))
    }

    // ---- functions and quantifiers

    fn application(&mut self, term: Term, function: FuncId, depth: u32) -> Evaluated {
        if self.symbols.pool.function(function).computed.is_some() {
            let args = self.args(term, depth)?;
            return self.built(Op::App(function), &args);
        }
        let Some(definition) = self.symbols.pool.function(function).definition.clone() else {
            return Err(Pause::NoValue);
        };
        let args = self.args(term, depth)?;
        let bound = definition.params.iter().copied().zip(args).collect();
        self.under(bound, definition.body, depth)
    }

    /// `∀ i: low <= i ∧ i < high ⇒ body` with known bounds, one instance after the other.
    fn quantifier(&mut self, term: Term, op: Op, depth: u32) -> Evaluated {
        let vars = self.symbols.pool.op(term).binder().map(|binder| binder.vars.clone()).unwrap_or_default();
        let [var] = vars[..] else { return Err(Pause::NoValue) };
        let body = self.arg(term, 0);
        let guard = match (op.clone(), self.symbols.pool.op(body)) {
            (Op::And, Op::Implies) | (Op::Or, Op::And) => self.arg(body, 0),
            _ => return Err(Pause::NoValue),
        };
        let guards = if op == Op::Or { vec![body] } else { vec![guard] };
        let (low, high) = self.limits(var, &guards, depth).ok_or(Pause::NoValue)?;
        if high.saturating_sub(low) > MOST_INSTANCES {
            return Err(Pause::NoValue);
        }
        let decisive = op == Op::Or;
        let mut rest = Vec::new();
        for instance in low..=high {
            self.bound.push((var, Sym::Int(instance)));
            let value = self.at(body, depth);
            self.bound.pop();
            match value? {
                Sym::Bool(truth) if truth == decisive => return Ok(Sym::Bool(decisive)),
                Sym::Bool(_) => {}
                value => rest.push(value),
            }
        }
        if rest.is_empty() { Ok(Sym::Bool(!decisive)) } else { self.built(op, &rest) }
    }

    fn limits(&mut self, var: VarId, guards: &[Term], depth: u32) -> Option<(i64, i64)> {
        let own = self.symbols.pool.find_var(var)?;
        let (mut low, mut high) = (None, None);
        let mut work = guards.to_vec();
        while let Some(guard) = work.pop() {
            let args = self.symbols.pool.args(guard).to_vec();
            let strict = i64::from(*self.symbols.pool.op(guard) == Op::Lt);
            match self.symbols.pool.op(guard) {
                Op::And => work.extend(args),
                Op::Le | Op::Lt if args[1] == own => {
                    if let Ok(Sym::Int(bound)) = self.at(args[0], depth) {
                        low = low.max(Some(bound.saturating_add(strict)));
                    }
                }
                Op::Le | Op::Lt if args[0] == own => {
                    if let Ok(Sym::Int(bound)) = self.at(args[1], depth) {
                        let bound = bound.saturating_sub(strict);
                        high = Some(high.map_or(bound, |high: i64| high.min(bound)));
                    }
                }
                _ => {}
            }
        }
        Some((low?, high?))
    }
}

/// One cell of a variable's map changes.
pub struct Update {
    pub key: i64,
    pub inner: Option<i64>,
    pub value: Sym,
}

struct Nothing;

impl Environment for Nothing {
    fn var(&self, _: VarId) -> Option<Value> {
        None
    }
}

impl Symbols<'_> {
    /// The value as a term; maps have none.
    pub fn term(&mut self, value: &Sym) -> Option<Term> {
        match value {
            Sym::Int(number) => Some(self.pool.int(*number)),
            Sym::Bool(truth) => Some(self.pool.bool(*truth)),
            Sym::Term(term) => Some(*term),
            Sym::Map(_) => None,
        }
    }

    fn is_literal(&self, term: Term) -> bool {
        self.pool.op(term).is_literal()
    }

    /// The term as a value: computed if its arguments are literals, decided if its intervals decide it.
    fn sym_of(&mut self, term: Term) -> Evaluated {
        if let Some(value) = self.constant(term) {
            return Ok(value);
        }
        let args = self.pool.args(term);
        let is_closed = args.iter().all(|&arg| arg == Term::TRUE || arg == Term::FALSE || self.is_literal(arg));
        if !args.is_empty() && is_closed {
            let value = eval(&self.pool, term, &Nothing, &mut 10_000).map_err(|_| Pause::NoValue)?;
            let sort = self.pool.sort_of(term);
            let literal = value.to_term(&mut self.pool, sort, &mut BTreeMap::new()).ok_or(Pause::NoValue)?;
            return Ok(self.constant(literal).unwrap_or(Sym::Term(literal)));
        }
        Ok(self.decided(term).map_or(Sym::Term(term), Sym::Bool))
    }

    fn constant(&self, term: Term) -> Option<Sym> {
        match self.pool.op(term) {
            Op::True => Some(Sym::Bool(true)),
            Op::False => Some(Sym::Bool(false)),
            Op::Int(value) => Some(value.to_i64().map_or(Sym::Term(term), Sym::Int)),
            Op::Real(_) | Op::BitVec { .. } => Some(Sym::Term(term)),
            _ => None,
        }
    }
}
