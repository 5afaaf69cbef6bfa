//! The decisions of runs, each with the one before it, so that runs which began alike share them; and the interpreter's oracle that
//! makes the same decisions once all symbols have values.

use std::collections::VecDeque;
use std::rc::Rc;

use invar_gcl::BlockId;
use invar_gcl::ImplId;
use invar_gcl::interp::{Oracle, State as Concrete, ValueRequest, Why};
use invar_logic::{MapDefault, Op, Sort, SortKind, Term, TermPool, Value, VarId};
use invar_solve::Limit;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::symbols::{Model, Number, Symbols};
use super::value::{Base, Sym};
use crate::means::Means;
use crate::trace::decide;

/// Why a value was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Input,
    Uninitialised,
    Havoc,
    Result,
}

pub enum Record {
    /// `None` if values of the sort are not followed.
    Value { kind: Kind, var: VarId, value: Option<Sym> },
    /// The way that was taken, of those whose opening assumptions are not false.
    Branch { target: BlockId, open: Rc<[Option<Term>]> },
}

/// See the module header.
#[derive(Default)]
pub struct Records(Vec<(u32, Record)>);

impl Records {
    /// Before the first decision.
    pub const START: u32 = u32::MAX;

    pub fn push(&mut self, before: u32, record: Record) -> u32 {
        self.0.push((before, record));
        (self.0.len() - 1) as u32
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The decisions up to this one, as the model has them.
    pub fn script(&self, symbols: &Symbols<'_>, model: &Model, last: u32) -> Script {
        let mut chain = Vec::new();
        let mut at = last;
        while let Some((before, record)) = self.0.get(at as usize) {
            chain.push(record);
            at = *before;
        }
        let mut script = Script::default();
        for record in chain.into_iter().rev() {
            match record {
                Record::Value { kind, var, value } => {
                    let value = value.as_ref().and_then(|value| concrete(symbols, model, value));
                    let sort = symbols.pool.variable(*var).sort;
                    if let Some(value) = value.or_else(|| Value::default_of(&symbols.pool, sort)) {
                        script.values.entry((*kind, *var)).or_default().push_back(value);
                    }
                }
                Record::Branch { target, open } => {
                    let is_open = |condition: &&Option<Term>| {
                        condition.is_none_or(|condition| symbols.holds(condition, model) != Some(false))
                    };
                    if open.iter().filter(is_open).count() > 1 {
                        script.branches.push_back(*target);
                    }
                }
            }
        }
        script
    }
}

/// A value under the model.
fn concrete(symbols: &Symbols<'_>, model: &Model, value: &Sym) -> Option<Value> {
    match value {
        Sym::Int(number) => Some(Value::int(*number)),
        Sym::Bool(truth) => Some(Value::Bool(*truth)),
        Sym::Term(term) => symbols.value(*term, model).map(number_value),
        Sym::Map(map) => {
            let Base::Symbol(name) = map.base else { return None };
            let Op::Var(var) = symbols.pool.op(name) else { return None };
            let sort = symbols.pool.sort_of(name);
            let mut value = Value::default_of(&symbols.pool, sort)?;
            for &cell in symbols.cells.get(var).into_iter().flatten() {
                if let (Some(number), Some(path)) = (model.get(&cell), path(symbols, cell)) {
                    put(&mut value, &symbols.pool, sort, &path, number_value(*number));
                }
            }
            Some(value)
        }
    }
}

fn number_value(number: Number) -> Value {
    match number {
        Number::Int(number) => Value::int(BigInt::from(number)),
        Number::Bool(truth) => Value::Bool(truth),
    }
}

/// The indices at which the cell is read, the outermost first.
fn path(symbols: &Symbols<'_>, cell: Term) -> Option<Vec<Value>> {
    let mut path = Vec::new();
    let mut at = cell;
    while *symbols.pool.op(at) == Op::Select {
        let args = symbols.pool.args(at);
        path.push(Value::int(BigInt::from(symbols.literal(args[1])?)));
        at = args[0];
    }
    path.reverse();
    Some(path)
}

fn put(map: &mut Value, pool: &TermPool, sort: Sort, path: &[Value], value: Value) {
    let (Value::Map(map), SortKind::Map { range, .. }, [first, rest @ ..]) = (map, pool.sort_kind(sort), path) else {
        return;
    };
    let index = vec![first.clone()];
    let value = match rest {
        [] => value,
        _ => {
            let default = match &map.default {
                MapDefault::Value(value) => Some(value.clone()),
                MapDefault::Closure { .. } | MapDefault::Missing => Value::default_of(pool, *range),
            };
            let Some(mut row) = map.entries.get(&index).cloned().or(default) else { return };
            put(&mut row, pool, *range, rest, value);
            row
        }
    };
    std::sync::Arc::make_mut(map).insert(index, value);
}

/// Decisions, by what they are about.
#[derive(Default)]
pub struct Script {
    values: FxHashMap<(Kind, VarId), VecDeque<Value>>,
    branches: VecDeque<BlockId>,
}

/// Makes the decisions of a script, and plain ones after them. Formulas that cannot be evaluated are put to the prover.
pub struct Scripted<'a> {
    pub script: Script,
    pub program: &'a invar_gcl::Program,
    pub means: &'a Means<'a>,
    pub limit: Limit,
}

impl Oracle for Scripted<'_> {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        let kind = match request.why {
            Why::Input => Kind::Input,
            Why::Uninitialised => Kind::Uninitialised,
            Why::Havoc => Kind::Havoc,
            Why::CallResult(_) => Kind::Result,
        };
        let chosen = self.script.values.get_mut(&(kind, request.var)).and_then(VecDeque::pop_front);
        chosen.or_else(|| Value::default_of(request.pool, request.sort))
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        let next = self.script.branches.pop_front().filter(|next| targets.contains(next));
        next.or_else(|| targets.first().copied())
    }

    fn decide(&mut self, _pool: &TermPool, term: Term, state: &Concrete) -> Option<bool> {
        decide(self.program, term, state, self.means, &self.limit)
    }
}
