//! What a run depends on: with other values for what the source leaves open, the interpreter must fail at the same check. A run that depends
//! on variables without initial value is repeated by a copy of the source that sets them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use crate::c::Guide;
use crate::c::hir::{FunctionId, LocalId};
use crate::c::lower::shape::{Leaf, float_width};
use crate::c::lower::{Open, Part};
use crate::c::types::TypeId;
use invar_base::{SourceMap, Span};
use invar_gcl::interp::{
    Decision, Failure, Inputs, Limits, Oracle, Outcome, Recording, ScriptedOracle, State, ValueRequest, Why, run,
};
use invar_gcl::{BlockId, Check, ImplId, Program};
use invar_logic::{Int, MapDefault, MapValue, SortKind, Term, TermPool, Value, VarId};

use super::literal::number_of;
use super::memory::{Memory, Problem, number};
use super::plan::{Insertion, Store};

/// Steps of a run that is tried again.
const STEPS: u64 = 400_000_000;

/// What a harness is made from.
pub struct Failing<'a> {
    pub guide: &'a Guide,
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub impl_id: ImplId,
    pub check: &'a Check,
    pub recording: &'a Recording,
}

/// A run that was repeated.
pub struct Repeated<'a> {
    pub failing: &'a Failing<'a>,
    /// The decisions, by position, that are choices of the program.
    pub havocs: BTreeSet<usize>,
}

/// Replays decisions, and notes which of them stand for a choice of the program itself.
struct Listening {
    script: ScriptedOracle,
    position: usize,
    havocs: BTreeSet<usize>,
}

/// A value that a run gave to one leaf of a variable.
type Visit<'v> = (VarId, &'v Leaf, &'v Value);

impl Oracle for Listening {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        if request.why == Why::Havoc {
            self.havocs.insert(self.position);
        }
        self.position += 1;
        self.script.value(request)
    }

    fn branch(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        self.position += 1;
        self.script.branch(impl_id, from, targets)
    }

    fn decide(&mut self, pool: &TermPool, term: Term, state: &State) -> Option<bool> {
        let truth = self.script.decide(pool, term, state);
        self.position += usize::from(truth.is_some());
        truth
    }
}

impl<'a> Deref for Repeated<'a> {
    type Target = Failing<'a>;

    fn deref(&self) -> &Failing<'a> {
        self.failing
    }
}

impl Failing<'_> {
    /// How the program fails at the check, run on this, if it does.
    pub fn repeat(&self, inputs: &Inputs, decisions: &[Decision]) -> (Option<Failure>, BTreeSet<usize>) {
        let script = ScriptedOracle::new(decisions.iter().cloned());
        let mut oracle = Listening { script, position: 0, havocs: BTreeSet::new() };
        let limits = Limits { steps: STEPS, events: 0 };
        let run = run(self.program, &self.program.pool, self.impl_id, inputs, &mut oracle, limits);
        let end = match run.outcome {
            Outcome::Failed(failure) => Some(failure).filter(|failure| failure.span == self.check.span),
            Outcome::Returned(_) | Outcome::Blocked { .. } | Outcome::Undecided { .. } | Outcome::OutOfBudget => None,
        };
        (end, oracle.havocs)
    }
}

impl Repeated<'_> {
    /// What the program left open and the run decided, in order.
    pub fn decided(&self) -> impl Iterator<Item = (&Open, VarId, &Value)> {
        let decisions = self.failing.recording.decisions.iter().enumerate();
        decisions.filter(|(position, _)| self.havocs.contains(position)).filter_map(|(_, decision)| match decision {
            Decision::Value(var, value) => Some((self.failing.guide.layout.open.get(var)?, *var, value)),
            Decision::Branch(_) | Decision::Truth(_) => None,
        })
    }

    /// Does the run go another way when this is changed?
    pub fn depends_on(&self, change: &dyn Fn(&mut Inputs, &mut Vec<Decision>)) -> bool {
        let Recording { mut inputs, mut decisions } = self.recording.clone();
        change(&mut inputs, &mut decisions);
        if (&inputs, &decisions) == (&self.recording.inputs, &self.recording.decisions) {
            return false;
        }
        self.repeat(&inputs, &decisions).0.is_none()
    }

    /// Memory holds ones instead; they are in the range of every type.
    pub fn change_memory(&self, inputs: &mut Inputs) {
        for var in self.guide.layout.maps.values() {
            let sort = self.program.pool.variable(*var).sort;
            if let Some(ones) = ones(self.program, sort) {
                inputs.globals.insert(*var, ones);
            }
        }
    }

    /// What a function returned is something else.
    pub fn change_results(&self, name: &str, decisions: &mut [Decision]) {
        for (position, decision) in decisions.iter_mut().enumerate() {
            if let Decision::Value(var, Value::Int(number)) = decision
                && self.havocs.contains(&position)
                && matches!(self.guide.layout.open.get(var), Some(Open::Result(of)) if of == name)
            {
                *number = if number.is_zero() { 1.into() } else { Int::ZERO };
            }
        }
    }

    pub fn change_locals(&self, decisions: &mut [Decision]) {
        for (position, decision) in decisions.iter_mut().enumerate() {
            if let Decision::Value(var, value) = decision
                && self.havocs.contains(&position)
                && matches!(self.guide.layout.open.get(var), Some(Open::Local(..)))
            {
                *value = match &*value {
                    Value::Int(number) if number.is_zero() => Value::int(1),
                    Value::Int(_) => Value::int(0),
                    other => ones(self.program, self.program.pool.variable(*var).sort).unwrap_or(other.clone()),
                };
            }
        }
    }

    /// The source, with values for the local variables that have none.
    pub fn copy(&self, span: Span) -> Result<(String, Vec<Insertion>), Problem> {
        let text = self.sources.text(span.source);
        let mut visits: BTreeMap<(FunctionId, LocalId), Vec<Visit<'_>>> = BTreeMap::new();
        for (open, var, value) in self.decided() {
            if let Open::Local(function, local, leaf) = open {
                visits.entry((*function, *local)).or_default().push((var, leaf, value));
            }
        }
        let mut insertions = Vec::new();
        for ((function, local), values) in visits {
            let local = &self.guide.unit.functions[function].locals[local];
            let place = self.sources.place(local.span);
            let lost = || format!("the declaration of `{}` (line {}) cannot be changed", local.name, place.line);
            if local.span.source != span.source || !self.sources.snippet(local.span).contains(&local.name) {
                return Err(lost());
            }
            let offset = end_of_declaration(text, local.span.end as usize).ok_or_else(lost)?;
            let settings = self.settings(&local.name, local.ty, &values).ok_or_else(lost)?;
            insertions.push(Insertion { offset, text: settings });
        }
        Ok((text.to_string(), insertions))
    }

    /// ` x = 5;`, or the values one after the other where the declaration is passed several times.
    fn settings(&self, name: &str, ty: TypeId, values: &[Visit<'_>]) -> Option<String> {
        let mut by_var: BTreeMap<VarId, Vec<&Visit<'_>>> = BTreeMap::new();
        values.iter().for_each(|value| by_var.entry(value.0).or_default().push(value));
        let mut text = String::new();
        for visits in by_var.values() {
            let (_, leaf, first) = visits.first()?;
            if self.guide.unit.types.is_pointer(leaf.ty) {
                // Null and what is never followed; other pointers would need their object.
                if !visits.iter().all(|(_, _, value)| number(value) == Some(0)) {
                    return None;
                }
            }
            if leaf.steps.is_empty() && visits.len() > 1 {
                let all: Option<Vec<String>> = visits
                    .iter()
                    .map(|(_, leaf, value)| Some(number_of(&self.guide.unit.types, leaf.ty, &number(value)?.into())))
                    .collect();
                let (all, count) = (all?.join(", "), visits.len());
                let is_float = float_width(&self.guide.unit.types, leaf.ty).is_some();
                let element = if is_float { "double" } else { "long long" };
                text +=
                    &format!(" {{ static unsigned invar_visit; static const {element} invar_values[] = {{{all}}}; ");
                text += &format!("if (invar_visit < {count}) {name} = invar_values[invar_visit++]; }}");
            } else if visits.len() == 1 {
                let globals = BTreeMap::new();
                let is_number = |part: Part| matches!(part, Part::Int | Part::Token);
                let value = |part: Part, indices: &[i64]| is_number(part).then(|| at(first, indices)).flatten();
                let stores = Memory::new(self.guide, &globals).variable(name, ty, leaf, None, &value).ok()?;
                stores.iter().for_each(|Store { place, value }| text += &format!(" {place} = {value};"));
            } else {
                return None;
            }
        }
        Some(text)
    }
}

/// What a value holds at some indices.
pub fn at(value: &Value, indices: &[i64]) -> Option<Value> {
    let found = indices.iter().try_fold(value, |value, &index| {
        let Value::Map(map) = value else { return None };
        match (map.entries.get(&vec![Value::int(index)]), &map.default) {
            (Some(value), _) => Some(value),
            (None, MapDefault::Value(value)) => Some(value),
            (None, MapDefault::Closure { .. } | MapDefault::Missing) => None,
        }
    });
    found.cloned()
}

/// A map of any dimension with 1 everywhere.
fn ones(program: &Program, sort: invar_logic::Sort) -> Option<Value> {
    match program.pool.sort_kind(sort) {
        SortKind::Int => Some(Value::int(1)),
        SortKind::Map { range, .. } => Some(Value::map(MapValue::constant(ones(program, *range)?))),
        SortKind::Bool | SortKind::Real | SortKind::BitVec(_) => None,
        SortKind::Uninterpreted(_) | SortKind::Datatype(_) => None,
    }
}

/// After the semicolon that ends the declaration.
fn end_of_declaration(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}
