//! The interpreter's record of a failing run, as a person reads it.

use invar_base::Span;
use invar_gcl::interp::{Event, EventKind, Failure, Recording};
use invar_gcl::{CheckKind, Local, Program};
use invar_logic::{Value, VarId};

use super::names::{Narrator, Told};
use super::replay::FailingRun;
use crate::verdict::{Trace, TraceStep};

/// Steps that are shown; of a longer run the first ones and the last ones.
const SHOWN: usize = 200;

pub fn trace_of_run(program: &Program, failing: &FailingRun) -> Trace {
    let FailingRun { inputs, failure, run } = failing;
    let mut narrator = Narrator::new(program);
    let mut steps: Vec<TraceStep> = Vec::new();
    for (position, event) in run.events.iter().enumerate() {
        let values = narrator.tell(&run.events[position..]);
        if let Some(text) = event_text(program, event, !values.is_empty()) {
            push(&mut steps, event, text, values);
        }
    }
    shorten(&mut steps, failure.span, run.events_dropped);
    let values = failing_values(program, failure, &mut narrator);
    steps.push(TraceStep { span: failure.span, event: failure.kind.text().fails.to_string(), values });
    let recording = Recording { inputs: inputs.clone(), decisions: run.decisions.clone() };
    Trace { steps, recording: Some(Box::new(recording)) }
}

fn push(steps: &mut Vec<TraceStep>, event: &Event, text: String, values: Told) {
    match steps.last_mut() {
        Some(last) if last.span == event.span && last.event == text => last.values.extend(values),
        Some(_) | None => steps.push(TraceStep { span: event.span, event: text, values }),
    }
}

/// What is worth a line: choices, changes and calls.
fn event_text(program: &Program, event: &Event, has_values: bool) -> Option<String> {
    match event.kind {
        EventKind::Started(body) if event.depth == 0 => Some(format!("`{}` is entered", program.impl_name(body))),
        EventKind::Started(_) | EventKind::EnteredBlock(_) => None,
        EventKind::Assigned => has_values.then(|| "assigned".to_string()),
        EventKind::Havoced => has_values.then(|| "chosen".to_string()),
        EventKind::Assumed | EventKind::Checked(_) => None,
        EventKind::Called(callee) => Some(format!("`{}` is called", program.proc_name(callee))),
        EventKind::Returned(callee) => Some(format!("`{}` returns", program.proc_name(callee))),
    }
}

fn shorten(steps: &mut Vec<TraceStep>, span: Span, dropped: u64) {
    let left_out = steps.len().saturating_sub(SHOWN);
    if left_out == 0 && dropped == 0 {
        return;
    }
    let tail = steps.split_off(steps.len() - (SHOWN / 2).min(steps.len()));
    steps.truncate(SHOWN / 2);
    let event = format!("{} more steps", left_out as u64 + dropped);
    steps.push(TraceStep { span: steps.last().map_or(span, |step| step.span), event, values: Vec::new() });
    if dropped == 0 {
        steps.extend(tail);
    }
}

/// The body's variables when the check fails; a postcondition is about parameters, results and globals only.
fn failing_values(program: &Program, failure: &Failure, narrator: &mut Narrator<'_>) -> Told {
    let body = &program.impls[failure.impl_id];
    let formals = body.ins.iter().chain(&body.outs).map(|local| local.var);
    let locals: &[Local] = if failure.kind == CheckKind::Postcondition { &[] } else { &body.locals };
    let globals = program.globals.iter().map(|global| global.var);
    let vars = globals.chain(formals).chain(locals.iter().map(|local| local.var));
    let known: Vec<(VarId, Value)> =
        vars.filter_map(|var| Some((var, failure.state.values.get(&var)?.clone()))).collect();
    narrator.state(&known)
}
