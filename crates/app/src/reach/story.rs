//! A run in lines that a person reads: one for each statement that changes something or decides something; a call that returned is
//! one line. In the middle of a long run, lines are left out; JSON has all of it.

use invar_base::{SourceMap, Span};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::print::name;
use invar_gcl::boolprog::program::{NodeKind, ProcId, Var};
use invar_gcl::boolprog::run::{Frame, Run, Step};
use invar_gcl::boolprog::values::State;

const MAX_LINES: usize = 24;
/// Of a longer run the beginning says where the values come from, the end how it gets there.
const FIRST_LINES: usize = 8;
/// More values than this on one line are cut.
const MAX_VALUES: usize = 12;

pub fn lines(sources: &SourceMap, program: &Program, run: &Run) -> Vec<String> {
    let mut all = Vec::new();
    for (index, frame) in run.frames.iter().enumerate() {
        let story = Story { sources, program, run, proc: frame.proc };
        story.frame(frame, index == 0, &mut all);
    }
    if all.len() > MAX_LINES {
        let rest = MAX_LINES - FIRST_LINES - 1;
        let left_out = all.len() - FIRST_LINES - rest;
        let note = format!("... {left_out} lines are left out (`--format json` shows all)");
        all.splice(FIRST_LINES..all.len() - rest, [note]);
    }
    all
}

/// `x = T, y = F`
pub fn values(program: &Program, proc: ProcId, state: &State, vars: impl Iterator<Item = Var>) -> String {
    let mut shown: Vec<String> =
        vars.map(|var| format!("{} = {}", name(&program.variable(proc, var).name), letter(state.get(var)))).collect();
    if shown.len() > MAX_VALUES {
        let more = shown.len() - MAX_VALUES;
        shown.truncate(MAX_VALUES);
        shown.push(format!("{more} more"));
    }
    shown.join(", ")
}

fn letter(value: bool) -> char {
    if value { 'T' } else { 'F' }
}

struct Story<'a> {
    sources: &'a SourceMap,
    program: &'a Program,
    run: &'a Run,
    proc: ProcId,
}

impl Story<'_> {
    fn line(&self, span: Span, text: &str) -> String {
        format!("line {}: {text}", self.sources.place(span).line)
    }

    fn frame(&self, frame: &Frame, is_first: bool, all: &mut Vec<String>) {
        let proc = &self.program.procs[self.proc];
        if let Some(first) = frame.steps.first() {
            let vars: Vec<Var> = if is_first {
                self.program.scope(self.proc).collect()
            } else {
                (0..proc.variables.len()).map(Var::Local).collect()
            };
            let shown = values(self.program, self.proc, &first.state, vars.into_iter());
            let verb = if is_first { "is entered" } else { "is called" };
            let text = format!("`{}` {verb}{}", proc.name, after(&shown));
            all.push(self.line(proc.span, &text));
        }
        for pair in frame.steps.windows(2) {
            all.extend(self.step(&pair[0], &pair[1]));
        }
    }

    fn step(&self, step: &Step, next: &Step) -> Option<String> {
        let node = &self.program.procs[self.proc].nodes[step.node];
        let changed = self.program.scope(self.proc).filter(|var| step.state.get(*var) != next.state.get(*var));
        let changes = values(self.program, self.proc, &next.state, changed);
        let text = match &node.kind {
            NodeKind::Goto(targets) if targets.len() > 1 => {
                let next = self.program.procs[self.proc].nodes[next.node].span;
                format!("on to line {}", self.sources.place(next).line)
            }
            NodeKind::Goto(_) | NodeKind::Assume(..) | NodeKind::Assert(..) | NodeKind::Return(_) => return None,
            NodeKind::Branch { yes, no, .. } if yes == no => return None,
            NodeKind::Branch { yes, .. } if *yes == next.node => "the condition is true".to_string(),
            NodeKind::Branch { .. } => "the condition is false".to_string(),
            NodeKind::Assign { .. } if changes.is_empty() => "nothing changes".to_string(),
            NodeKind::Assign { .. } => changes,
            NodeKind::Call { callee, .. } => {
                let returned = self.call(step).unwrap_or_default();
                format!("`{}{returned}` returns{}", self.program.procs[*callee].name, after(&changes))
            }
        };
        Some(self.line(node.span, &text))
    }

    /// `(T, F) = T`: the arguments of a call that returned, and its results.
    fn call(&self, step: &Step) -> Option<String> {
        let call = self.run.calls.get(step.call?)?;
        let params = self.program.procs[call.frame.proc].params;
        let letters =
            |values: &[bool]| values.iter().map(|value| letter(*value).to_string()).collect::<Vec<_>>().join(", ");
        let args = letters(call.frame.steps.first()?.state.locals.get(..params)?);
        let results = if call.results.is_empty() { String::new() } else { format!(" = {}", letters(&call.results)) };
        Some(format!("({args}){results}"))
    }
}

fn after(values: &str) -> String {
    if values.is_empty() { String::new() } else { format!("; {values}") }
}
