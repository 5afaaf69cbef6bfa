//! Symbols and the terms over them: where a symbol comes from, the numbers that its type allows, the intervals that follow for
//! terms, and the value of a term once all symbols have one.

use std::rc::Rc;

use invar_gcl::Program;
use invar_logic::{BvOp, Op, Sort, SortKind, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use super::value::{Base, Sym, SymMap};

/// Further out than any number of C; sums of such limits still fit.
pub const FAR: i128 = i128::MAX / 8;

/// Deeper terms are not looked at.
const DEEPEST: u32 = 300;

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Int(i128),
    Bool(bool),
}

/// Values of symbols; those that are not there are 0 or false.
pub type Model = FxHashMap<Term, Number>;

/// See the module header.
pub struct Symbols<'a> {
    pub program: &'a Program,
    /// An extension of the program's.
    pub pool: TermPool,
    ranges: FxHashMap<Term, (i128, i128)>,
    /// Conditions of variables, as far as they are limits.
    conditions: FxHashMap<Term, Option<(i128, i128)>>,
    intervals: FxHashMap<Term, (i128, i128)>,
    mentioned: FxHashMap<Term, Rc<[Term]>>,
    /// By the variable that stands for a map: its cells that were read.
    pub cells: FxHashMap<VarId, Vec<Term>>,
    /// Terms that say which object: memory was indexed by them.
    pub objects: FxHashSet<Term>,
    closures: u64,
}

impl<'a> Symbols<'a> {
    pub fn new(program: &'a Program) -> Symbols<'a> {
        let pool = TermPool::extend(&program.pool);
        let (ranges, conditions, intervals, mentioned, cells, objects) = Default::default();
        Symbols { program, pool, ranges, conditions, intervals, mentioned, cells, objects, closures: 0 }
    }

    /// A value for the variable of which nothing is known. `None` for sorts that are not followed.
    pub fn fresh(&mut self, var: VarId) -> Option<Sym> {
        let symbol = self.pool.variant(var);
        let term = self.pool.var(symbol);
        self.open(term)
    }

    /// The term as a value: a map of symbols, or a symbol.
    fn open(&mut self, term: Term) -> Option<Sym> {
        match self.pool.sort_kind(self.pool.sort_of(term)) {
            SortKind::Map { domain, .. } if **domain == [Sort::INT] => {
                Some(Sym::Map(Rc::new(SymMap::new(Base::Symbol(term)))))
            }
            SortKind::Int | SortKind::Bool => Some(Sym::Term(term)),
            SortKind::Map { .. } | SortKind::Real | SortKind::BitVec(_) => None,
            SortKind::Uninterpreted(_) | SortKind::Datatype(_) => None,
        }
    }

    /// The cell of a map of which only the name is known.
    pub fn cell(&mut self, map: Term, key: i64) -> Option<Sym> {
        let index = self.pool.int(key);
        let cell = self.pool.select(map, &[index]);
        let found = self.open(cell)?;
        if let (Sym::Term(_), Some(var)) = (&found, self.root(map)) {
            let cells = self.cells.entry(var).or_default();
            if !cells.contains(&cell) {
                cells.push(cell);
                if let Some((low, high)) = self.program.roles.range(&self.pool, var) {
                    let limits = (low.to_i128().unwrap_or(-FAR), high.to_i128().unwrap_or(FAR));
                    self.ranges.insert(cell, limits);
                }
            }
        }
        Some(found)
    }

    fn root(&self, map: Term) -> Option<VarId> {
        let mut at = map;
        loop {
            match self.pool.op(at) {
                Op::Var(var) => return Some(*var),
                Op::Select => at = self.pool.args(at)[0],
                _ => return None,
            }
        }
    }

    pub fn next_closure(&mut self) -> u64 {
        self.closures += 1;
        self.closures
    }

    /// The symbol is new, and has these values.
    pub fn set_range(&mut self, symbol: Term, limits: (i128, i128)) {
        self.ranges.insert(symbol, limits);
    }

    /// If the condition only says between which numbers the variable lies: these.
    pub fn limits(&mut self, var: VarId, condition: Term) -> Option<(i128, i128)> {
        if let Some(known) = self.conditions.get(&condition) {
            return *known;
        }
        let own = self.pool.find_var(var)?;
        let found = self.limits_of(own, condition);
        self.conditions.insert(condition, found);
        found
    }

    fn limits_of(&self, own: Term, condition: Term) -> Option<(i128, i128)> {
        let mut limits = (-FAR, FAR);
        let parts = match self.pool.op(condition) {
            Op::And => self.pool.args(condition).to_vec(),
            _ => vec![condition],
        };
        for part in parts {
            let (Op::Le, [a, b]) = (self.pool.op(part), self.pool.args(part)) else { return None };
            match (self.literal(*a), self.literal(*b)) {
                (Some(low), None) if *b == own => limits.0 = limits.0.max(low),
                (None, Some(high)) if *a == own => limits.1 = limits.1.min(high),
                _ => return None,
            }
        }
        (limits.0 <= limits.1).then_some(limits)
    }

    pub fn literal(&self, term: Term) -> Option<i128> {
        match self.pool.op(term) {
            Op::Int(value) => value.to_i128(),
            _ => None,
        }
    }

    /// The least and the greatest value that the symbol's type allows.
    pub fn range(&self, symbol: Term) -> (i128, i128) {
        self.ranges.get(&symbol).copied().unwrap_or((-FAR, FAR))
    }

    /// Is it a value that the program leaves open?
    pub fn is_symbol(&self, term: Term) -> bool {
        matches!(self.pool.op(term), Op::Var(_) | Op::Select)
    }

    /// The symbols that the term mentions, each once.
    pub fn mentioned(&mut self, term: Term) -> Rc<[Term]> {
        if let Some(known) = self.mentioned.get(&term) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![term];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            if self.is_symbol(at) {
                found.push(at);
            } else {
                stack.extend(self.pool.args(at).iter().rev());
            }
        }
        let found: Rc<[Term]> = found.into();
        self.mentioned.insert(term, found.clone());
        found
    }

    /// Numbers between which the term's value lies, whatever the symbols are.
    pub fn interval(&mut self, term: Term) -> (i128, i128) {
        self.interval_at(term, 0)
    }

    fn interval_at(&mut self, term: Term, depth: u32) -> (i128, i128) {
        if let Some(value) = self.literal(term) {
            return (value, value);
        }
        if self.is_symbol(term) {
            return self.range(term);
        }
        if let Some(&known) = self.intervals.get(&term) {
            return known;
        }
        if depth > DEEPEST {
            return (-FAR, FAR);
        }
        let args: Vec<Term> = self.pool.args(term).to_vec();
        let found = match self.pool.op(term).clone() {
            Op::Add => {
                let all = args.iter().map(|&arg| self.interval_at(arg, depth + 1));
                all.fold((0, 0), |(low, high), (a, b)| (low + a, high + b))
            }
            Op::Neg => {
                let (low, high) = self.interval_at(args[0], depth + 1);
                (-high, -low)
            }
            Op::Mul => {
                let mut product = (1, 1);
                for &arg in &args {
                    product = times(product, self.interval_at(arg, depth + 1));
                }
                product
            }
            Op::Mod => match self.literal(args[1]) {
                Some(by) if by != 0 => (0, by.abs() - 1),
                _ => (0, FAR),
            },
            Op::Div => match self.literal(args[1]) {
                Some(by) if by > 0 => {
                    let (low, high) = self.interval_at(args[0], depth + 1);
                    (low.div_euclid(by), high.div_euclid(by))
                }
                _ => (-FAR, FAR),
            },
            Op::Ite => {
                let (a, b) = (self.interval_at(args[1], depth + 1), self.interval_at(args[2], depth + 1));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Op::Bv(BvOp::ToNat) => match self.pool.sort_kind(self.pool.sort_of(args[0])) {
                SortKind::BitVec(width) if *width < 120 => (0, (1 << *width) - 1),
                _ => (0, FAR),
            },
            _ => (-FAR, FAR),
        };
        let found = (found.0.clamp(-FAR, FAR), found.1.clamp(-FAR, FAR));
        self.intervals.insert(term, found);
        found
    }

    /// The truth of a comparison that the intervals of its sides decide.
    pub fn decided(&mut self, term: Term) -> Option<bool> {
        let (op, args) = (self.pool.op(term).clone(), self.pool.args(term).to_vec());
        let [a, b] = args[..] else {
            let inner = (op == Op::Not).then(|| self.decided(args[0])).flatten();
            return inner.map(|truth| !truth);
        };
        if self.pool.sort_of(a) != Sort::INT {
            return None;
        }
        let (x, y) = (self.interval(a), self.interval(b));
        match op {
            Op::Le if x.1 <= y.0 => Some(true),
            Op::Le if x.0 > y.1 => Some(false),
            Op::Lt if x.1 < y.0 => Some(true),
            Op::Lt if x.0 >= y.1 => Some(false),
            Op::Eq if x.1 < y.0 || x.0 > y.1 => Some(false),
            _ => None,
        }
    }

    /// The value of a term over symbols.
    pub fn value(&self, term: Term, model: &Model) -> Option<Number> {
        Values { symbols: self, model, memo: FxHashMap::default() }.of(term, 0)
    }

    pub fn holds(&self, term: Term, model: &Model) -> Option<bool> {
        match self.value(term, model)? {
            Number::Bool(truth) => Some(truth),
            Number::Int(_) => None,
        }
    }
}

fn times((a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    let corner = |x: i128, y: i128| x.saturating_mul(y).clamp(-FAR, FAR);
    let all = [corner(a, c), corner(a, d), corner(b, c), corner(b, d)];
    (all.into_iter().min().unwrap_or(-FAR), all.into_iter().max().unwrap_or(FAR))
}

/// Terms under a model. Bit-vectors are their unsigned numbers.
struct Values<'v, 'a> {
    symbols: &'v Symbols<'a>,
    model: &'v Model,
    memo: FxHashMap<Term, Number>,
}

/// Smaller terms are evaluated again rather than looked up.
const SMALL: u64 = 30;

impl Values<'_, '_> {
    fn of(&mut self, term: Term, depth: u32) -> Option<Number> {
        let pool = &self.symbols.pool;
        let is_large = pool.tree_size(term) > SMALL;
        if is_large && let Some(&known) = self.memo.get(&term) {
            return Some(known);
        }
        if depth > DEEPEST {
            return None;
        }
        let value = self.computed(term, depth)?;
        if is_large {
            self.memo.insert(term, value);
        }
        Some(value)
    }

    fn int(&mut self, term: Term, depth: u32) -> Option<i128> {
        match self.of(term, depth + 1)? {
            Number::Int(value) => Some(value),
            Number::Bool(_) => None,
        }
    }

    fn bool(&mut self, term: Term, depth: u32) -> Option<bool> {
        match self.of(term, depth + 1)? {
            Number::Bool(value) => Some(value),
            Number::Int(_) => None,
        }
    }

    fn computed(&mut self, term: Term, depth: u32) -> Option<Number> {
        let symbols = self.symbols;
        let (op, args) = (symbols.pool.op(term), symbols.pool.args(term));
        let (int, truth) = (Number::Int, Number::Bool);
        Some(match op {
            Op::True => truth(true),
            Op::False => truth(false),
            Op::Int(value) | Op::BitVec { value, .. } => int(value.to_i128()?),
            Op::Var(_) | Op::Select => {
                let none = if symbols.pool.sort_of(term) == Sort::BOOL { truth(false) } else { int(0) };
                self.model.get(&term).copied().unwrap_or(none)
            }
            Op::Not => truth(!self.bool(args[0], depth)?),
            Op::And => truth(self.all(args, true, depth)?),
            Op::Or => truth(!self.all(args, false, depth)?),
            Op::Implies => truth(!self.bool(args[0], depth)? || self.bool(args[1], depth)?),
            Op::Eq => truth(self.of(args[0], depth + 1)? == self.of(args[1], depth + 1)?),
            Op::Ite if self.bool(args[0], depth)? => self.of(args[1], depth + 1)?,
            Op::Ite => self.of(args[2], depth + 1)?,
            Op::Le => truth(self.int(args[0], depth)? <= self.int(args[1], depth)?),
            Op::Lt => truth(self.int(args[0], depth)? < self.int(args[1], depth)?),
            Op::Neg => int(self.int(args[0], depth)?.checked_neg()?),
            Op::Add => int(self.folded(args, 0, depth, i128::checked_add)?),
            Op::Mul => int(self.folded(args, 1, depth, i128::checked_mul)?),
            Op::Div => int(self.int(args[0], depth)?.checked_div_euclid(self.int(args[1], depth)?)?),
            Op::Mod => int(self.int(args[0], depth)?.checked_rem_euclid(self.int(args[1], depth)?)?),
            Op::Bv(BvOp::FromInt { width }) if *width < 120 => {
                int(self.int(args[0], depth)?.rem_euclid(1i128 << *width))
            }
            Op::Bv(BvOp::ToNat) => int(self.int(args[0], depth)?),
            Op::Bv(BvOp::And) => int(self.int(args[0], depth)? & self.int(args[1], depth)?),
            Op::Bv(BvOp::Or) => int(self.int(args[0], depth)? | self.int(args[1], depth)?),
            Op::Bv(BvOp::Xor) => int(self.int(args[0], depth)? ^ self.int(args[1], depth)?),
            Op::App(function) => {
                let computed = symbols.pool.function(*function).computed?;
                let args: Option<Vec<BigInt>> = args.iter().map(|&arg| Some(self.int(arg, depth)?.into())).collect();
                int(computed.apply(&args?)?.to_i128()?)
            }
            _ => return None,
        })
    }

    /// Are all of them like that?
    fn all(&mut self, terms: &[Term], wanted: bool, depth: u32) -> Option<bool> {
        for &term in terms {
            if self.bool(term, depth)? != wanted {
                return Some(false);
            }
        }
        Some(true)
    }

    fn folded(
        &mut self,
        terms: &[Term],
        start: i128,
        depth: u32,
        with: fn(i128, i128) -> Option<i128>,
    ) -> Option<i128> {
        let mut result = start;
        for &term in terms {
            result = with(result, self.int(term, depth)?)?;
        }
        Some(result)
    }
}
