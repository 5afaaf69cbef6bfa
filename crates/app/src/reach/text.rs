//! The report for a person: what is reached, with a run; what holds at labels; and one line for the file.

use std::fmt::Write;

use invar_base::{Severity, Span};
use invar_engine::Cause;
use invar_engine::bebop::{Goal, Invariant, Outcome, Place};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::print::name;
use invar_gcl::boolprog::program::ProcId;
use invar_gcl::boolprog::run;

use super::search::{Answered, Finding, Found, Report, finding};
use super::story;
use crate::report::snippet::{Colour, Message, render};

/// What goes to standard output.
pub fn report(report: &Report, colour: Colour) -> String {
    let mut out = String::new();
    match &report.found {
        Found::Bad(_) => {}
        Found::Nothing(Finding { cause, detail }) => {
            let _ = writeln!(out, "unknown      {} ({}: {detail})", report.path, cause.code());
        }
        Found::Answered(answered) => {
            for (goal, outcome) in answered.query.goals.iter().zip(&answered.answer.outcomes) {
                if let Some(message) = message(report, answered, goal, outcome) {
                    out.push_str(&render(&report.sources, &message, colour));
                    out.push_str("\n\n");
                }
            }
            invariants(&mut out, report, answered);
            let _ = writeln!(out, "{}", summary(report, answered));
        }
    }
    out
}

/// What goes to standard error.
pub fn errors(report: &Report, colour: Colour) -> String {
    let Found::Bad(errors) = &report.found else { return String::new() };
    let mut out = String::new();
    for error in errors {
        let message = Message {
            severity: error.severity,
            name: None,
            code: error.code,
            title: error.message.clone(),
            path: report.path.clone(),
            span: error.span,
            label: None,
            related: error.labels.iter().map(|label| (label.span, label.text.clone())).collect(),
            notes: Vec::new(),
            help: error.help.clone(),
        };
        out.push_str(&render(&report.sources, &message, colour));
        out.push_str("\n\n");
    }
    out
}

/// The code of what a goal is about.
pub fn code(goal: &Goal) -> &'static str {
    match goal.kind {
        run::Goal::Reached => "label",
        run::Goal::Failed => "assert",
    }
}

pub fn span(program: &Program, place: Place) -> Span {
    program.procs[place.proc].nodes[place.node].span
}

fn message(report: &Report, answered: &Answered, goal: &Goal, outcome: &Outcome) -> Option<Message> {
    let (severity, name, title, notes, help) = match outcome {
        Outcome::Unreachable => return None,
        Outcome::Reachable(run) => {
            let title = match goal.kind {
                run::Goal::Reached => "a run reaches this label",
                run::Goal::Failed => "this assertion can fail",
            };
            let lines = story::lines(&report.sources, &answered.program, run);
            let note = format!("this run gets there:\n{}", lines.join("\n"));
            (Severity::Error, "reachable", title.to_string(), vec![note], None)
        }
        Outcome::Unknown(why) => {
            let Finding { cause, detail } = finding(why, None);
            let help = next_step(cause).map(str::to_string);
            (Severity::Warning, "unknown", detail, Vec::new(), help)
        }
    };
    Some(Message {
        severity,
        name: Some(name),
        code: code(goal),
        title,
        path: report.path.clone(),
        span: Some(span(&answered.program, goal.place)),
        label: None,
        related: Vec::new(),
        notes,
        help,
    })
}

fn next_step(cause: Cause) -> Option<&'static str> {
    (cause == Cause::ResourceLimit).then_some("try a higher `--effort`")
}

fn invariants(out: &mut String, report: &Report, answered: &Answered) {
    for (place, found) in answered.query.invariants.iter().zip(&answered.answer.invariants) {
        let at = report.sources.place(span(&answered.program, *place));
        let label = label(&answered.program, *place);
        let _ = writeln!(out, "invariant at {label} ({}:{}:{})", at.file, at.line, at.column);
        match found {
            Ok(invariant) => {
                for clause in clauses(&answered.program, place.proc, invariant) {
                    let _ = writeln!(out, "  {clause}");
                }
            }
            Err(why) => {
                let Finding { cause, detail } = finding(why, None);
                let _ = writeln!(out, "  unknown ({}: {detail})", cause.code());
            }
        }
        out.push('\n');
    }
}

/// `P:L`, by the first label of the statement.
pub fn label(program: &Program, place: Place) -> String {
    let proc = &program.procs[place.proc];
    let label = proc.labels.iter().find(|(_, node)| *node == place.node).map_or("", |(label, _)| label.name.as_str());
    format!("{}:{}", name(&proc.name), name(label))
}

/// Each clause as it would be written in the program; `T` if any state is reached, `F` if none is.
pub fn clauses(program: &Program, proc: ProcId, invariant: &Invariant) -> Vec<String> {
    if invariant.clauses.is_empty() {
        return vec!["T".to_string()];
    }
    let clause = |clause: &Vec<invar_engine::bebop::Literal>| {
        let literals: Vec<String> = clause
            .iter()
            .map(|literal| {
                let not = if literal.value { "" } else { "!" };
                format!("{not}{}", name(&program.variable(proc, literal.var).name))
            })
            .collect();
        if literals.is_empty() { "F".to_string() } else { literals.join(" | ") }
    };
    invariant.clauses.iter().map(clause).collect()
}

fn summary(report: &Report, answered: &Answered) -> String {
    let outcomes = &answered.answer.outcomes;
    let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| wanted(outcome)).count();
    let reachable = count(|outcome| matches!(outcome, Outcome::Reachable(_)));
    let unknown = count(|outcome| matches!(outcome, Outcome::Unknown(_)));
    let word = if reachable > 0 {
        "reachable"
    } else if unknown > 0 {
        "unknown"
    } else {
        "unreachable"
    };
    let is_label = answered.query.goals.iter().any(|goal| goal.kind == run::Goal::Reached);
    let (one, many) = if is_label { ("label", "labels") } else { ("assertion", "assertions") };
    let noun = if outcomes.len() == 1 { one } else { many };
    let what = match (outcomes.len(), is_label) {
        (0, _) => "it has no assertions".to_string(),
        (total, true) => format!("{reachable} of {total} {noun} reached"),
        (total, false) => format!("{reachable} of {total} {noun} can fail"),
    };
    let open = if unknown > 0 { format!(", {unknown} unknown") } else { String::new() };
    format!("{word:<12} {} ({what}{open})", report.path)
}
