//! Who resolves nondeterminism, and who is told what runs come to.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use invar_base::Span;
use invar_logic::{Environment, FuncId, MapDefault, MapValue, Sort, Term, TermPool, Value, VarId};
use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::code::Registers;
use crate::check::CheckId;
use crate::interp::{Decision, Why};
use crate::program::{BlockId, ImplId};

/// Answers what the program leaves open. `None` leaves the run undecided.
pub trait Choices {
    /// A value for a variable. Its `where` condition is assumed afterwards.
    fn value(&mut self, request: &Request<'_>) -> Option<Value>;

    /// The position of one of the targets whose opening assumptions are not false; there are at least two.
    fn branch(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId]) -> Option<usize>;

    /// A run is at a loop's head, if heads are watched.
    fn at_head(&mut self, _visit: &Visit<'_>) {}

    /// A watched way was not taken, or a watched check passed: how the formulas stand that decide it.
    fn missed(&mut self, _way: Way, _terms: &[Term], _state: &dyn Environment) {}
}

/// What somebody may want a run to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// An edge of the executor: its formulas should be true.
    Edge(u32),
    /// A check: its formula should be false.
    Check(CheckId),
}

pub struct Request<'a> {
    pub pool: &'a TermPool,
    pub var: VarId,
    pub sort: Sort,
    pub why: Why,
    /// The command, call or declaration that asks.
    pub span: Span,
    /// What the value should satisfy together with the state.
    pub conditions: &'a [Term],
    pub state: &'a dyn Environment,
}

/// A loop's head, and the state there.
pub struct Visit<'a> {
    pub impl_id: ImplId,
    pub head: BlockId,
    pub state: &'a dyn Environment,
}

/// Repeats decisions in order, as `ScriptedOracle` does.
#[derive(Clone, Default, Debug)]
pub struct Script {
    decisions: VecDeque<Decision>,
}

impl Script {
    pub fn new(decisions: impl IntoIterator<Item = Decision>) -> Script {
        Script { decisions: decisions.into_iter().collect() }
    }

    /// Have all decisions been used?
    pub fn is_exhausted(&self) -> bool {
        self.decisions.is_empty()
    }
}

impl Choices for Script {
    fn value(&mut self, request: &Request<'_>) -> Option<Value> {
        match self.decisions.pop_front()? {
            Decision::Value(var, value) if var == request.var => Some(value),
            Decision::Value(..) | Decision::Branch(_) | Decision::Truth(_) => None,
        }
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<usize> {
        match self.decisions.pop_front()? {
            Decision::Branch(chosen) => targets.iter().position(|&target| target == chosen),
            Decision::Value(..) | Decision::Truth(_) => None,
        }
    }
}

/// The registers as the evaluator sees them. What is looked at is brought into its form once.
pub(super) struct View<'a> {
    registers: &'a Registers,
    cells: &'a [Cell],
    functions: &'a BTreeMap<FuncId, MapValue>,
    seen: RefCell<FxHashMap<VarId, Option<Value>>>,
}

impl<'a> View<'a> {
    pub fn new(registers: &'a Registers, cells: &'a [Cell], functions: &'a BTreeMap<FuncId, MapValue>) -> View<'a> {
        View { registers, cells, functions, seen: RefCell::default() }
    }
}

impl Environment for View<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        let cell = self.cells.get(self.registers.find(var)? as usize)?;
        if !matches!(cell, Cell::Map(_)) {
            return cell.to_value();
        }
        self.seen.borrow_mut().entry(var).or_insert_with(|| cell.to_value()).clone()
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        let map = self.functions.get(&function)?;
        match (map.entries.get(args), &map.default) {
            (Some(value), _) => Some(value.clone()),
            (None, MapDefault::Value(value)) => Some(value.clone()),
            (None, MapDefault::Closure { .. } | MapDefault::Missing) => None,
        }
    }
}
