//! Runs of boolean programs, told hierarchically: a call that returned is one step, and how it went is told beside the run. In:
//! a run that somebody claims. Out: whether it is one, statement by statement.
//!
//! Calls that look alike are told once, so a run may be exponentially longer than its account. An account is well-founded: a
//! call may refer only to calls that stand before it in the list.

use invar_base::Id;

use super::moves::{Move, is_allowed, may, resumed};
use super::program::{NodeId, NodeKind, ProcId, Program};
use super::values::State;

/// A run from the entry of the first frame's procedure to the last statement of the last frame.
#[derive(Clone, Debug)]
pub struct Run {
    /// The calls that are still open at the end, outermost first; at least one. The last step of each but the last is the call
    /// that the next one is.
    pub frames: Vec<Frame>,
    /// The calls that returned.
    pub calls: Vec<Call>,
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub proc: ProcId,
    /// At least one.
    pub steps: Vec<Step>,
}

/// A statement and the state before it.
#[derive(Clone, Debug)]
pub struct Step {
    pub node: NodeId,
    pub state: State,
    /// For a call that returned: which of the run's calls it was.
    pub call: Option<usize>,
}

/// A call that returned: its last step is a `return`.
#[derive(Clone, Debug)]
pub struct Call {
    pub frame: Frame,
    pub results: Vec<bool>,
}

/// What the last statement of a run shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// It is about to run.
    Reached,
    /// It is an assertion, and it fails.
    Failed,
}

/// Is it a run of the program, from the entry of this procedure? Otherwise the first step that is not possible, in words.
pub fn replay(program: &Program, entry: ProcId, run: &Run, goal: Goal) -> Result<(), String> {
    let starts_at_entry = run.frames.first().is_some_and(|frame| frame.proc == entry);
    if !starts_at_entry {
        return Err("the run does not begin at the entry".to_string());
    }
    for (index, call) in run.calls.iter().enumerate() {
        let calls = &run.calls[..index];
        follow(program, &call.frame, calls)?;
        let last = last(&call.frame)?;
        let leave = Move::Leave { results: call.results.clone() };
        check(program, call.frame.proc, last, &leave)?;
    }
    for frame in &run.frames {
        follow(program, frame, &run.calls)?;
    }
    for pair in run.frames.windows(2) {
        entered(program, &pair[0], &pair[1])?;
    }
    let Some(frame) = run.frames.last() else { return Err("the run is empty".to_string()) };
    let end = last(frame)?;
    match goal {
        Goal::Failed => check(program, frame.proc, end, &Move::Fail),
        Goal::Reached if is_allowed(&program.procs[frame.proc], &end.state) => Ok(()),
        Goal::Reached => Err(described(program, frame.proc, end)),
    }
}

fn last(frame: &Frame) -> Result<&Step, String> {
    frame.steps.last().ok_or_else(|| "a call has no steps".to_string())
}

/// The steps of a frame: it begins where its procedure does, and each step is possible.
fn follow(program: &Program, frame: &Frame, calls: &[Call]) -> Result<(), String> {
    let proc = &program.procs[frame.proc];
    let fits = |step: &Step| {
        let State { globals, locals } = &step.state;
        step.node.index() < proc.nodes.len()
            && globals.len() == program.globals.len()
            && locals.len() == proc.variables.len()
    };
    if !frame.steps.iter().all(fits) || frame.steps.first().is_none_or(|step| step.node != proc.entry) {
        return Err(format!("the steps are not those of `{}`", proc.name));
    }
    for pair in frame.steps.windows(2) {
        let (step, next) = (&pair[0], &pair[1]);
        match step.call {
            None => check(program, frame.proc, step, &Move::Step(next.node, next.state.clone()))?,
            Some(call) => {
                let call = calls.get(call).ok_or_else(|| described(program, frame.proc, step))?;
                returned(program, frame.proc, step, call, next)?;
            }
        }
    }
    Ok(())
}

/// A step over a call: its arguments, what it does, and what the caller goes on with.
fn returned(program: &Program, proc: ProcId, step: &Step, call: &Call, next: &Step) -> Result<(), String> {
    let wrong = || described(program, proc, step);
    let NodeKind::Call { targets, next: after, .. } = &program.procs[proc].nodes[step.node].kind else {
        return Err(wrong());
    };
    begins(program, proc, step, &call.frame)?;
    let end = last(&call.frame)?;
    let state = resumed(&step.state, &end.state.globals, targets, &call.results);
    let fits = call.results.len() == targets.len() && *after == next.node && state == next.state;
    if fits { Ok(()) } else { Err(wrong()) }
}

/// The last step of a frame is a call, which the next frame is.
fn entered(program: &Program, caller: &Frame, callee: &Frame) -> Result<(), String> {
    begins(program, caller.proc, last(caller)?, callee)
}

/// The frame begins with the arguments and the global variables of the call.
fn begins(program: &Program, caller: ProcId, step: &Step, callee: &Frame) -> Result<(), String> {
    let params = program.procs[callee.proc].params;
    let first = callee.steps.first().ok_or_else(|| "a call has no steps".to_string())?;
    let args = first.state.locals.iter().take(params).copied().collect();
    check(program, caller, step, &Move::Enter { callee: callee.proc, args })?;
    let same = first.state.globals == step.state.globals;
    if same { Ok(()) } else { Err(described(program, caller, step)) }
}

fn check(program: &Program, proc: ProcId, step: &Step, made: &Move) -> Result<(), String> {
    if may(program, proc, step.node, &step.state, made) { Ok(()) } else { Err(described(program, proc, step)) }
}

fn described(program: &Program, proc: ProcId, step: &Step) -> String {
    format!("statement {} of `{}` cannot do this", step.node.index() + 1, program.procs[proc].name)
}
