//! Does a run fail whatever callers could be asked for? In: a failing run of a program whose callers are asked for everything. Out: yes,
//! unless it fails because of memory that was there before: what a pointer from outside should point to can be asked for in
//! more ways than Invar knows.

use std::sync::Arc;

use invar_gcl::interp::{Failure, Interpreter, Limits, Outcome, Recording, ScriptedOracle, State};
use invar_gcl::source::{Kind, Shown};
use invar_gcl::{CheckKind, CmdKind, ImplId, Program, Role};
use invar_logic::{MapDefault, Op, Term, TermPool, Value, VarId, eval};

use crate::verdict::Trace;

/// Steps of evaluating one term, and of a run that is repeated.
const STEPS: u64 = 100_000;
const MOST_STEPS: u64 = 50_000_000;

/// Objects that are looked at for one that exists.
const MOST_OBJECTS: usize = 1_000;

/// Places that an object is found in, of which each is tried.
const MOST_PLACES: usize = 16;

/// Is it the implementation's own fault?
pub fn is_certain(program: &Program, impl_id: ImplId, trace: &Trace) -> bool {
    let Some(recording) = &trace.recording else { return false };
    let Some(failure) = repeated(program, impl_id, recording) else { return false };
    match failure.kind {
        // Of these the text says itself what must hold.
        CheckKind::Assertion | CheckKind::Postcondition | CheckKind::Invariant => true,
        CheckKind::InvariantEntry | CheckKind::InvariantMaintained | CheckKind::Variant => true,
        CheckKind::Assigns | CheckKind::Unreachable | CheckKind::Rule | CheckKind::Leak => true,
        CheckKind::DivisionByZero | CheckKind::SignedOverflow | CheckKind::Shift => true,
        CheckKind::FunctionPointer | CheckKind::Precondition => false,
        CheckKind::Null => is_own_null(program, impl_id, recording, &failure),
        CheckKind::Bounds | CheckKind::Dead | CheckKind::Free | CheckKind::ReadOnly | CheckKind::Overlap => {
            is_of_own_memory(program, impl_id, recording, &failure)
        }
    }
}

/// Is every object of the check named in the text, made by the run, or given back by it? An array that is no object is the body's own.
fn is_of_own_memory(program: &Program, impl_id: ImplId, recording: &Recording, failure: &Failure) -> bool {
    let (Some(live), Some(next)) = (program.source.live, program.source.next) else { return false };
    let Some(term) = asserted(program, failure) else { return false };
    let start = State {
        values: recording.inputs.globals.clone().into_iter().collect(),
        functions: recording.inputs.functions.clone(),
    };
    let own = |object: &Term| {
        if program.pool.op(*object).is_literal() {
            return Some(true);
        }
        let number = number(&program.pool, *object, &failure.state)?;
        let (first, last) = (value(program, next, &start)?, value(program, next, &failure.state)?);
        // Of numbers that no object has, memory says anything.
        let is_gone =
            || Some(was_live(program, live, number, &start)? && !was_live(program, live, number, &failure.state)?);
        let has_name = program.source.objects.contains_key(&number);
        let may_be_gone = matches!(failure.kind, CheckKind::Dead | CheckKind::Free) && number > 0 && !has_name;
        let is_freed = may_be_gone && is_gone()? && is_from_one_place(program, impl_id, recording, failure, number);
        let is_constant = failure.kind == CheckKind::ReadOnly && has_name;
        Some((first..last).contains(&number) || is_freed || is_constant)
    };
    objects(&program.pool, term).iter().all(|object| own(object).unwrap_or(false))
}

/// Does the run fail at the same check if no pointer that was in memory before is null? Then the null pointer is its own.
fn is_own_null(program: &Program, impl_id: ImplId, recording: &Recording, failure: &Failure) -> bool {
    let mut inputs = recording.inputs.clone();
    let (Some(live), Some(next)) = (program.source.live, program.source.next) else { return false };
    let start = State { values: inputs.globals.clone().into_iter().collect(), functions: inputs.functions.clone() };
    let Some(next) = value(program, next, &start) else { return false };
    let named = program.source.objects.keys().next_back().copied().unwrap_or(0);
    let exists = |object: &i64| was_live(program, live, *object, &start) == Some(true);
    let other = (named + 1..next).rev().take(MOST_OBJECTS).find(exists).unwrap_or(next - 1);
    for (var, value) in &mut inputs.globals {
        if may_hold_pointers(program, *var) {
            replace_null(value, other);
        }
    }
    let again = repeated(program, impl_id, &Recording { inputs, decisions: recording.decisions.clone() });
    again.is_some_and(|again| (again.span, again.kind) == (failure.span, failure.kind))
}

/// Does the run fail at the same check if only one of the places that an object was found in leads to it? Where it takes two, callers
/// may be asked to keep the places apart.
fn is_from_one_place(
    program: &Program,
    impl_id: ImplId,
    recording: &Recording,
    failure: &Failure,
    object: i64,
) -> bool {
    let without = |kept: Option<usize>| {
        let mut inputs = recording.inputs.clone();
        let mut dropped = Dropped { object, kept, places: 0, fills_maps: false };
        let args = program.impls[impl_id].ins.iter().map(|local| local.var).zip(&mut inputs.ins);
        let globals = inputs.globals.iter_mut().map(|(var, value)| (*var, value));
        let held = args.chain(globals).filter(|(var, _)| may_hold_pointers(program, *var));
        held.for_each(|(_, value)| dropped.drop_in(value));
        (inputs, dropped)
    };
    let (_, Dropped { places, fills_maps, .. }) = without(None);
    places <= 1 && !fills_maps
        || (0..places.min(MOST_PLACES)).any(|kept| {
            let (inputs, _) = without(Some(kept));
            let again = repeated(program, impl_id, &Recording { inputs, decisions: recording.decisions.clone() });
            again.is_some_and(|again| (again.span, again.kind) == (failure.span, failure.kind))
        })
}

/// An object's number becomes null wherever it stands, except at the place that is kept.
struct Dropped {
    object: i64,
    kept: Option<usize>,
    places: usize,
    /// Is it what all cells of a map hold that have no value of their own? These are more places than one, so none of them is kept.
    fills_maps: bool,
}

impl Dropped {
    fn drop_in(&mut self, value: &mut Value) {
        match value {
            Value::Int(number) if number.to_i64() == Some(self.object) => {
                if self.kept != Some(self.places) {
                    *value = Value::int(0);
                }
                self.places += 1;
            }
            Value::Map(map) => {
                let map = Arc::make_mut(map);
                map.entries.values_mut().for_each(|value| self.drop_in(value));
                if let MapDefault::Value(value) = &mut map.default {
                    let mut others = Dropped { object: self.object, kept: None, places: 0, fills_maps: false };
                    others.drop_in(value);
                    self.fills_maps |= others.places > 0 || others.fills_maps;
                }
            }
            Value::Int(_) | Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } => {}
            Value::Element { .. } | Value::Data { .. } => {}
        }
    }
}

/// Objects of pointers, or cells of which it is not known what they hold.
fn may_hold_pointers(program: &Program, var: VarId) -> bool {
    let is_plain = matches!(program.source.variables.get(&var), Some(Shown::Memory { kind: Kind::Plain, .. }));
    match program.roles.of(&program.pool, var) {
        Role::Object => true,
        Role::Memory => !is_plain,
        Role::Value | Role::Old | Role::Offset | Role::Float | Role::Address => false,
        Role::Chosen | Role::Temporary | Role::Bookkeeping => false,
    }
}

/// Every null pointer in a map becomes another.
fn replace_null(value: &mut Value, other: i64) {
    match value {
        Value::Int(number) if number.is_zero() => *value = Value::int(other),
        Value::Map(map) => {
            let map = Arc::make_mut(map);
            map.entries.values_mut().for_each(|value| replace_null(value, other));
            if let MapDefault::Value(value) = &mut map.default {
                replace_null(value, other);
            }
        }
        Value::Int(_) | Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } => {}
        Value::Element { .. } | Value::Data { .. } => {}
    }
}

/// How the run fails.
fn repeated(program: &Program, impl_id: ImplId, recording: &Recording) -> Option<Failure> {
    let mut oracle = ScriptedOracle::new(recording.decisions.iter().cloned());
    let limits = Limits { steps: MOST_STEPS, events: 0 };
    let run = Interpreter::new(program, &program.pool).run(impl_id, &recording.inputs, &mut oracle, limits);
    match run.outcome {
        Outcome::Failed(failure) => Some(failure),
        Outcome::Returned(_) | Outcome::Blocked { .. } | Outcome::Undecided { .. } | Outcome::OutOfBudget => None,
    }
}

/// What the program asserts there.
fn asserted(program: &Program, failure: &Failure) -> Option<Term> {
    let cmds = program.impls[failure.impl_id].blocks.values().flat_map(|block| &block.cmds);
    let mut terms = cmds.filter_map(|cmd| match cmd.kind {
        CmdKind::Assert(check, term) if Some(check) == failure.check => Some(term),
        CmdKind::Assert(..) | CmdKind::Assign(..) | CmdKind::Havoc(_) => None,
        CmdKind::Assume(_) | CmdKind::Call { .. } => None,
    });
    terms.next()
}

/// The objects that a check is about: those whose entry in a map it looks up.
fn objects(pool: &TermPool, term: Term) -> Vec<Term> {
    let parts = pool.postorder(&[term]).into_iter();
    let object = |part| match (pool.op(part), pool.args(part)) {
        (Op::Select, [map, object]) if matches!(pool.op(*map), Op::Var(_)) => Some(*object),
        (_, _) => None,
    };
    parts.filter_map(object).collect()
}

fn number(pool: &TermPool, term: Term, state: &State) -> Option<i64> {
    match eval(pool, term, state, &mut { STEPS }).ok()? {
        Value::Int(number) => number.to_i64(),
        Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } => None,
        Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
    }
}

fn value(program: &Program, var: VarId, state: &State) -> Option<i64> {
    number(&program.pool, program.pool.find_var(var)?, state)
}

fn was_live(program: &Program, live: VarId, object: i64, start: &State) -> Option<bool> {
    let mut pool = TermPool::extend(&program.pool);
    let (map, object) = (pool.var(live), pool.int(object));
    let entry = pool.select(map, &[object]);
    eval(&pool, entry, start, &mut { STEPS }).ok()?.as_bool()
}
