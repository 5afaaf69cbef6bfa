//! Which pointers of a function lead only to memory that this very call of it allocated? In: where the variables and
//! results of all functions come from. Out: those of which every source is a new object.
//!
//! Nobody else can use such memory before the call returns, so writing it interferes with nothing: `f(leaf(1), leaf(2))`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::hir::{Callee, Expr, ExprKind, FunctionId, LocalId, PlaceKind, Unit};
use crate::c::library::{Effect, facts};

/// Something that holds a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Holder {
    Local(FunctionId, LocalId),
    Result(FunctionId),
}

/// Where a pointer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A new object, or null.
    New,
    Held(Holder),
    Elsewhere,
}

/// Every holder with every source of what it holds.
#[derive(Default)]
pub struct Flows {
    flows: Vec<(Holder, Source)>,
}

impl Flows {
    pub fn add(&mut self, unit: &Unit, holder: Holder, function: FunctionId, value: &Expr) {
        for source in sources(unit, function, value) {
            self.flows.push((holder, source));
        }
    }

    pub fn add_unknown(&mut self, holder: Holder) {
        self.flows.push((holder, Source::Elsewhere));
    }

    /// What is not listed here holds something else, or nothing at all.
    pub fn holders_of_new(&self, unit: &Unit) -> FxHashSet<Holder> {
        let is_known = |holder: Holder| match holder {
            Holder::Local(function, local) => !unit.functions[function].locals[local].is_param,
            Holder::Result(_) => true,
        };
        let mut fresh: FxHashSet<Holder> =
            self.flows.iter().map(|(holder, _)| *holder).filter(|holder| is_known(*holder)).collect();
        let mut users: FxHashMap<Holder, Vec<Holder>> = FxHashMap::default();
        let mut work = Vec::new();
        for &(holder, source) in &self.flows {
            match source {
                Source::New => {}
                Source::Held(from) if fresh.contains(&from) => users.entry(from).or_default().push(holder),
                Source::Held(_) | Source::Elsewhere => work.push(holder),
            }
        }
        while let Some(holder) = work.pop() {
            if fresh.remove(&holder) {
                work.extend(users.remove(&holder).unwrap_or_default());
            }
        }
        fresh
    }
}

fn sources(unit: &Unit, function: FunctionId, value: &Expr) -> Vec<Source> {
    let of = |part: &Expr| sources(unit, function, part);
    match &value.kind {
        ExprKind::Int(0) => vec![Source::New],
        ExprKind::Cast { operand, .. } => of(operand),
        ExprKind::PointerAdd { pointer, .. } => of(pointer),
        ExprKind::Comma(_, last) | ExprKind::Assign(_, last) => of(last),
        ExprKind::Conditional(_, a, b) => [of(a), of(b)].concat(),
        ExprKind::Load(place) => match place.kind {
            PlaceKind::Local(local) => vec![Source::Held(Holder::Local(function, local))],
            _ => vec![Source::Elsewhere],
        },
        ExprKind::Call(call) => match call.callee {
            Callee::Direct(id) if unit.functions[id].body.is_some() => vec![Source::Held(Holder::Result(id))],
            Callee::Direct(id) if makes_new(&unit.functions[id].name) => vec![Source::New],
            Callee::Direct(_) | Callee::Pointer(_) | Callee::Builtin(_) => vec![Source::Elsewhere],
        },
        _ => vec![Source::Elsewhere],
    }
}

fn makes_new(name: &str) -> bool {
    facts(name).is_some_and(|facts| facts.pointers == Effect::Fresh)
}
