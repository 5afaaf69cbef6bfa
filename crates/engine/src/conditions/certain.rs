//! Does a run fail whatever callers could be asked for? In: a failing run of a program whose callers are asked for everything. Out: yes,
//! unless it fails because of memory that was there before: what a pointer from outside should point to can be asked for in
//! more ways than Invar knows.

use invar_gcl::interp::{Failure, Interpreter, Limits, Outcome, Recording, ScriptedOracle, State};
use invar_gcl::{CheckKind, CmdKind, Program};
use invar_logic::{Op, Term, TermPool, Value, VarId, eval};

use crate::verdict::Trace;

/// Steps of evaluating one term.
const STEPS: u64 = 100_000;

/// Is it the implementation's own fault?
pub fn is_certain(program: &Program, impl_id: invar_gcl::ImplId, trace: &Trace) -> bool {
    let Some(recording) = &trace.recording else { return false };
    let mut oracle = ScriptedOracle::new(recording.decisions.iter().cloned());
    let limits = Limits { steps: u64::MAX, events: 0 };
    let run = Interpreter::new(program, &program.pool).run(impl_id, &recording.inputs, &mut oracle, limits);
    let Outcome::Failed(failure) = run.outcome else { return false };
    match failure.kind {
        // Of these the text says itself what must hold.
        CheckKind::Assertion | CheckKind::Postcondition | CheckKind::Invariant => true,
        CheckKind::InvariantEntry | CheckKind::InvariantMaintained | CheckKind::Variant => true,
        CheckKind::Assigns | CheckKind::Unreachable | CheckKind::Leak => true,
        CheckKind::DivisionByZero | CheckKind::SignedOverflow | CheckKind::Shift => true,
        CheckKind::FunctionPointer | CheckKind::Precondition => false,
        CheckKind::Bounds | CheckKind::Null | CheckKind::Dead => is_of_own_memory(program, recording, &failure),
        CheckKind::Free | CheckKind::ReadOnly | CheckKind::Overlap => is_of_own_memory(program, recording, &failure),
    }
}

/// Is no object of the check one that was there before, without a name, or none at all? An array that is no object is the body's own.
fn is_of_own_memory(program: &Program, recording: &Recording, failure: &Failure) -> bool {
    let (Some(live), Some(next)) = (program.source.live, program.source.next) else { return false };
    let Some(term) = asserted(program, failure) else { return false };
    let objects = objects(&program.pool, failure.kind, term);
    let start = State {
        values: recording.inputs.globals.clone().into_iter().collect(),
        functions: recording.inputs.functions.clone(),
    };
    let own = |object: &Term| {
        let number = number(&program.pool, *object, &failure.state)?;
        let (first, last) = (value(program, next, &start)?, value(program, next, &failure.state)?);
        let is_named = program.source.objects.contains_key(&number);
        let is_new = (first..last).contains(&number);
        // What was there, and is no more, the implementation gave back itself.
        let is_freed = failure.kind == CheckKind::Dead && was_live(program, live, number, &start)?;
        Some(is_named || is_new || is_freed || number == 0)
    };
    objects.iter().all(|object| own(object).unwrap_or(false))
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

/// The objects that a check is about: those whose entry in a map it looks up; a check for null compares one.
fn objects(pool: &TermPool, kind: CheckKind, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    for part in pool.postorder(&[term]) {
        match (pool.op(part), pool.args(part)) {
            (Op::Select, [map, object]) if matches!(pool.op(*map), Op::Var(_)) => found.push(*object),
            (Op::Eq, [a, b]) if kind == CheckKind::Null => {
                found.extend([*a, *b].into_iter().filter(|side| !pool.op(*side).is_literal()));
            }
            (_, _) => {}
        }
    }
    found
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
