//! The path of a counterexample through the passive program, with the values of the variables where they change.

use invar_gcl::CheckKind;
use invar_logic::{Term, TermPool, VarId};

use crate::body::Origin;
use crate::discharge::Counterexample;
use crate::passive::{Change, Note, PassiveBlock};
use crate::prepare::Prepared;
use crate::verdict::{Trace, TraceStep};

pub fn candidate(prepared: &Prepared, counterexample: &Counterexample) -> Trace {
    let mut trace = Trace::default();
    for &id in &counterexample.path {
        let block = &prepared.passive.blocks[id];
        let entering = steps_of(prepared, counterexample, block);
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

fn steps_of(prepared: &Prepared, counterexample: &Counterexample, block: &PassiveBlock) -> Vec<TraceStep> {
    let mut steps: Vec<TraceStep> = Vec::new();
    for note in &block.notes {
        if is_internal(&prepared.pool, note.var) {
            continue;
        }
        let Some(value) = value_text(prepared, counterexample, note.variant) else { continue };
        let name = prepared.pool.var_name(note.var).to_string();
        let event = event(note);
        match steps.last_mut() {
            Some(last) if last.span == note.span && last.event == event => last.values.push((name, value)),
            Some(_) | None => steps.push(TraceStep { span: note.span, event, values: vec![(name, value)] }),
        }
    }
    steps
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

/// Variables that no source text can name are ours.
pub fn is_internal(pool: &TermPool, var: VarId) -> bool {
    pool.var_name(var).contains('@')
}

fn value_text(prepared: &Prepared, counterexample: &Counterexample, term: Term) -> Option<String> {
    let value = counterexample.model.value(&prepared.pool, term)?;
    Some(value.display(&prepared.pool).to_string())
}
