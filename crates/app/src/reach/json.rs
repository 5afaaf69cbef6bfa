//! The report for a program, as `docs/json.md` describes it.

use indexmap::IndexMap;
use invar_base::{SourceMap, Span};
use invar_engine::bebop::{Goal, Outcome};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::run::{Frame, Run as Trace};
use serde::Serialize;

use super::search::{Answered, Finding, Found, Report, finding};
use super::text::{clauses, code, label, span};
use crate::session::Overall;

/// Changes only when a field changes its meaning or goes away.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Output {
    schema: u32,
    verdict: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Error>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    goals: Vec<GoalOutput>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invariants: Vec<InvariantOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<Work>,
}

#[derive(Serialize)]
struct Error {
    code: &'static str,
    place: Option<Place>,
    message: String,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct GoalOutput {
    code: &'static str,
    procedure: String,
    place: Place,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunOutput>,
}

#[derive(Serialize)]
struct RunOutput {
    frames: Vec<FrameOutput>,
    calls: Vec<CallOutput>,
}

#[derive(Serialize)]
struct FrameOutput {
    procedure: String,
    steps: Vec<StepOutput>,
}

#[derive(Serialize)]
struct CallOutput {
    #[serde(flatten)]
    frame: FrameOutput,
    results: Vec<bool>,
}

#[derive(Serialize)]
struct StepOutput {
    line: u32,
    column: u32,
    values: IndexMap<String, bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<usize>,
}

#[derive(Serialize)]
struct InvariantOutput {
    label: String,
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
}

#[derive(Serialize)]
struct Work {
    steps: u64,
    procedures: usize,
    nodes: usize,
}

pub fn report(report: &Report) -> String {
    let mut output = Output {
        schema: SCHEMA,
        verdict: word(report.overall()),
        path: report.path.clone(),
        errors: Vec::new(),
        cause: None,
        detail: None,
        goals: Vec::new(),
        invariants: Vec::new(),
        work: None,
    };
    match &report.found {
        Found::Bad(errors) => {
            output.errors = errors
                .iter()
                .map(|error| Error {
                    code: error.code,
                    place: error.span.map(|span| place(&report.sources, span)),
                    message: error.message.clone(),
                })
                .collect();
        }
        Found::Nothing(Finding { cause, detail }) => {
            output.cause = Some(cause.code());
            output.detail = Some(detail.clone());
        }
        Found::Answered(answered) => fill(&mut output, &report.sources, answered),
    }
    crate::report::json::to_text(&output)
}

/// The words of this command for what the exit code says.
fn word(overall: Overall) -> &'static str {
    match overall {
        Overall::Proved => "unreachable",
        Overall::Refuted => "reachable",
        Overall::Conditional | Overall::Unknown => "unknown",
        Overall::BadInput => "bad-input",
    }
}

fn fill(output: &mut Output, sources: &SourceMap, answered: &Answered) {
    let Answered { program, query, answer } = answered;
    let goals = query.goals.iter().zip(&answer.outcomes);
    output.goals = goals.map(|(goal, outcome)| goal_output(sources, program, goal, outcome)).collect();
    let invariants = query.invariants.iter().zip(&answer.invariants).map(|(at, found)| InvariantOutput {
        label: label(program, *at),
        place: place(sources, span(program, *at)),
        clauses: found.as_ref().ok().map(|invariant| clauses(program, at.proc, invariant)),
        cause: found.as_ref().err().map(|why| finding(why, None).cause.code()),
    });
    output.invariants = invariants.collect();
    let work = answer.work;
    output.work = Some(Work { steps: work.steps, procedures: work.procedures, nodes: work.nodes });
}

fn goal_output(sources: &SourceMap, program: &Program, goal: &Goal, outcome: &Outcome) -> GoalOutput {
    let (verdict, why, run) = match outcome {
        Outcome::Unreachable => ("unreachable", None, None),
        Outcome::Unknown(why) => ("unknown", Some(finding(why, None)), None),
        Outcome::Reachable(run) => ("reachable", None, Some(run_output(sources, program, run))),
    };
    GoalOutput {
        code: code(goal),
        procedure: program.procs[goal.place.proc].name.clone(),
        place: place(sources, span(program, goal.place)),
        verdict,
        cause: why.as_ref().map(|finding| finding.cause.code()),
        detail: why.map(|finding| finding.detail),
        run,
    }
}

fn run_output(sources: &SourceMap, program: &Program, run: &Trace) -> RunOutput {
    let frame = |frame: &Frame| frame_output(sources, program, frame);
    let calls = run.calls.iter().map(|call| CallOutput { frame: frame(&call.frame), results: call.results.clone() });
    RunOutput { frames: run.frames.iter().map(frame).collect(), calls: calls.collect() }
}

fn frame_output(sources: &SourceMap, program: &Program, frame: &Frame) -> FrameOutput {
    let proc = &program.procs[frame.proc];
    let steps = frame.steps.iter().map(|step| {
        let at = sources.place(proc.nodes[step.node].span);
        let values = program.scope(frame.proc).map(|var| {
            // A local variable hides a global one.
            (program.variable(frame.proc, var).name.clone(), step.state.get(var))
        });
        StepOutput { line: at.line, column: at.column, values: values.collect(), call: step.call }
    });
    FrameOutput { procedure: proc.name.clone(), steps: steps.collect() }
}

fn place(sources: &SourceMap, span: Span) -> Place {
    let at = sources.place(span);
    Place { file: at.file, line: at.line, column: at.column }
}
