//! The path of a counterexample through the passive program, with the values of the variables where they change.

use invar_gcl::source::{Kind, Piece, Shown};
use invar_gcl::{CheckKind, Program};
use invar_logic::Value;

use crate::body::Origin;
use crate::discharge::Counterexample;
use crate::passive::{Change, Note, PassiveBlock};
use crate::prepare::Prepared;
use crate::verdict::{Trace, TraceStep};

pub fn candidate(program: &Program, prepared: &Prepared, counterexample: &Counterexample) -> Trace {
    let mut trace = Trace::default();
    for &id in &counterexample.path {
        let block = &prepared.passive.blocks[id];
        let entering = steps_of(program, prepared, counterexample, block);
        trace.steps.extend(entering);
    }
    let check = &prepared.passive.checks[counterexample.check];
    let event = failure_event(check.kind).to_string();
    trace.steps.push(TraceStep { span: check.span, event, values: Vec::new() });
    trace
}

fn failure_event(kind: CheckKind) -> &'static str {
    kind.text().fails
}

fn steps_of(
    program: &Program,
    prepared: &Prepared,
    counterexample: &Counterexample,
    block: &PassiveBlock,
) -> Vec<TraceStep> {
    let mut steps: Vec<TraceStep> = Vec::new();
    for note in &block.notes {
        let Some((name, value)) = name_and_value(program, prepared, counterexample, note) else { continue };
        let event = event(note);
        match steps.last_mut() {
            Some(last) if last.span == note.span && last.event == event => last.values.push((name, value)),
            Some(_) | None => steps.push(TraceStep { span: note.span, event, values: vec![(name, value)] }),
        }
    }
    steps
}

/// Memory, and pointers to it, are left out: what the formula says of them is spread over many terms.
fn name_and_value(
    program: &Program,
    prepared: &Prepared,
    counterexample: &Counterexample,
    note: &Note,
) -> Option<(String, String)> {
    let value = || counterexample.model.value(&prepared.pool, note.variant);
    match program.source.variables.get(&note.var) {
        None if prepared.unnamed.contains(&note.var) => None,
        None if program.roles.is_internal(&prepared.pool, note.var) => None,
        None => {
            let name = prepared.pool.var_name(note.var).to_string();
            Some((name, value()?.display(&prepared.pool).to_string()))
        }
        Some(Shown::Place { name, kind }) => {
            let [Piece::Text(name)] = &name[..] else { return None };
            match (kind, value()?) {
                (Kind::Plain | Kind::Float(_), value) => Some((name.clone(), kind.number(&prepared.pool, &value))),
                (Kind::Pointer { .. }, value) => {
                    let is_null = value == Value::int(0);
                    is_null.then(|| (name.clone(), program.source.null.to_string()))
                }
            }
        }
        Some(Shown::Memory { .. } | Shown::Address(_) | Shown::Hidden) => None,
    }
}

fn event(note: &Note) -> String {
    let text = match (note.origin, note.how) {
        (Origin::Loop, _) => "at the head of the loop",
        (Origin::Call(_), Change::Havoced) => "after the call",
        (Origin::Call(_), Change::Assigned) => "for the call",
        (Origin::Own, _) => "on entry",
        (Origin::Text, Change::Assigned) => "assigned",
        (Origin::Text, Change::Havoced) => "chosen",
    };
    text.to_string()
}
