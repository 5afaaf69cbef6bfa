//! The report for a program, as `docs/json.md` describes it. The order of the fields here is the order in the output.

use indexmap::IndexMap;
use invar_base::{Diagnostic, SourceMap, Span};
use invar_engine::{CheckOutcome, CheckReport, ImplReport, LoopInvariant, Suggestion, Trace, Unknown, Verdict};
use invar_gcl::Program;
use invar_solve::statistics::BUCKETS_MICROS;
use serde::Serialize;

use super::findings::{shown_span, wording};
use crate::backend;
use crate::inferred;
use crate::property::Answer;
use crate::session::{FileReport, Outcome, Run};

/// Changes only when a field changes its meaning or goes away; new fields may appear at any time.
pub const SCHEMA: u32 = 1;

#[derive(Serialize, Debug)]
pub struct Report {
    pub schema: u32,
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<PropertyVerdict>,
    pub files: Vec<File>,
    pub statistics: Statistics,
}

#[derive(Serialize, Debug)]
pub struct PropertyVerdict {
    pub verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Serialize, Debug)]
pub struct File {
    pub path: String,
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Error>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Error>,
    pub procedures: Vec<Procedure>,
}

#[derive(Serialize, Debug)]
pub struct Error {
    pub code: &'static str,
    pub place: Option<Place>,
    pub message: String,
}

#[derive(Serialize, Debug)]
pub struct Procedure {
    pub name: String,
    pub place: Place,
    pub verdict: &'static str,
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vacuous: bool,
    pub checks: Vec<Check>,
    pub loops: Vec<Loop>,
    pub assumptions: Vec<String>,
    /// Of a conditional verdict: the preconditions that were inferred.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// Preconditions that nobody wrote, and with which it would be proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

#[derive(Serialize, Debug)]
pub struct Condition {
    pub requires: String,
    /// Was a run seen to fail that satisfies all others and not this one?
    pub needed: bool,
}

#[derive(Serialize, Debug)]
pub struct Check {
    pub code: &'static str,
    pub place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related: Option<Place>,
    pub verdict: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vacuous: bool,
    pub trace: Vec<Step>,
}

#[derive(Serialize, Debug)]
pub struct Loop {
    pub place: Place,
    /// What the text says.
    pub invariant: Vec<String>,
    /// What was inferred.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<String>,
    /// How many predicates were tried for it, by what suggested them.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub tried: IndexMap<&'static str, usize>,
    /// For each inferred invariant, the predicates that it combines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Vec<Used>>,
}

#[derive(Serialize, Debug)]
pub struct Used {
    pub predicate: String,
    pub suggestion: &'static str,
}

#[derive(Serialize, Debug)]
pub struct Step {
    pub place: Place,
    pub event: String,
    pub values: IndexMap<String, String>,
}

#[derive(Serialize, serde::Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Serialize, Debug)]
pub struct Statistics {
    pub queries: u64,
    pub seconds: f64,
    pub prover_seconds: f64,
    pub prover_resources: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Only what is not empty, the fastest first.
    pub histogram: Vec<Bucket>,
}

/// How many queries took at most this long, and longer than the bucket before; no bound for the slowest.
#[derive(Serialize, Debug)]
pub struct Bucket {
    pub up_to_microseconds: Option<u64>,
    pub queries: u64,
}

/// The whole report as one JSON text with a newline at its end.
pub fn report(run: &Run, answer: Option<&Answer>) -> String {
    let property =
        answer.map(|answer| PropertyVerdict { verdict: answer.verdict.clone(), reason: answer.reason.clone() });
    to_text(&Report { property, ..from_run(run) })
}

pub fn to_text<T: Serialize>(value: &T) -> String {
    // Our own structs have string keys and finite numbers, so this cannot fail; if it did, say so in JSON.
    let text = serde_json::to_string_pretty(value);
    text.unwrap_or_else(|error| format!("{{\"schema\": {SCHEMA}, \"error\": \"{error}\"}}")) + "\n"
}

pub fn from_run(run: &Run) -> Report {
    Report {
        schema: SCHEMA,
        verdict: run.overall().word(),
        property: None,
        files: run.files.iter().map(file).collect(),
        statistics: statistics(run),
    }
}

pub fn place(sources: &SourceMap, span: Span) -> Place {
    let invar_base::Place { file, line, column } = sources.place(span);
    Place { file, line, column }
}

fn file(file: &FileReport) -> File {
    let sources = &file.sources;
    let base = File {
        path: file.path.clone(),
        verdict: file.overall().word(),
        reason: None,
        errors: Vec::new(),
        warnings: Vec::new(),
        procedures: Vec::new(),
    };
    let errors = |diagnostics: &[Diagnostic]| diagnostics.iter().map(|diagnostic| error(sources, diagnostic)).collect();
    match &file.outcome {
        Outcome::Bad(diagnostics) => File { errors: errors(diagnostics), ..base },
        Outcome::Unread(unknown) => File { reason: Some(because(unknown)), ..base },
        Outcome::Read { program, warnings, procedures, .. } => File {
            warnings: errors(warnings),
            procedures: procedures.iter().map(|report| procedure(sources, program, report)).collect(),
            ..base
        },
    }
}

fn error(sources: &SourceMap, diagnostic: &Diagnostic) -> Error {
    Error {
        code: diagnostic.code,
        place: diagnostic.span.map(|span| place(sources, span)),
        message: diagnostic.message.clone(),
    }
}

fn tried(report: &ImplReport, found: &LoopInvariant) -> IndexMap<&'static str, usize> {
    let guesses = report.guesses.iter().find(|guesses| guesses.block == found.block);
    let counts = guesses.into_iter().flat_map(|guesses| &guesses.counts);
    counts.map(|(suggestion, &count)| (suggestion.code(), count)).collect()
}

fn json_used((predicate, suggestion): (String, Suggestion)) -> Used {
    Used { predicate, suggestion: suggestion.code() }
}

fn procedure(sources: &SourceMap, program: &Program, report: &ImplReport) -> Procedure {
    let (reason, cause) = match &report.verdict {
        Verdict::Proved(_) => ("every check holds in every run".to_string(), None),
        Verdict::ProvedIf(_) => ("every check holds in every run that satisfies the conditions".to_string(), None),
        Verdict::Refuted(_) => (refuted_reason(sources, report), None),
        Verdict::Unknown(unknown) => (because(unknown), Some(unknown.cause.code())),
    };
    let inferred = inferred::show_all(program, report.impl_id, &report.loops);
    let used = inferred::show_used(program, report);
    let loops = report.loops.iter().zip(inferred).zip(used).map(|((found, inferred), used)| Loop {
        place: place(sources, found.span),
        invariant: found.invariant.iter().map(|term| backend::show_term(program, *term)).collect(),
        inferred,
        tried: tried(report, found),
        used: used.into_iter().map(|used| used.into_iter().map(json_used).collect()).collect(),
    });
    Procedure {
        name: report.name.clone(),
        place: place(sources, report.span),
        verdict: report.verdict.word(),
        reason,
        cause,
        vacuous: report.vacuous_entry,
        checks: report.checks.iter().map(|found| check(sources, found)).collect(),
        loops: loops.collect(),
        assumptions: report.assumptions.clone(),
        conditions: conditions(&report.verdict),
        missing: report.missing.clone(),
    }
}

fn conditions(verdict: &Verdict) -> Vec<Condition> {
    match verdict {
        Verdict::ProvedIf(conditional) => {
            let conditions = conditional.conditions.iter();
            conditions.map(|known| Condition { requires: known.text.clone(), needed: known.is_needed }).collect()
        }
        Verdict::Proved(_) | Verdict::Refuted(_) | Verdict::Unknown(_) => Vec::new(),
    }
}

fn because(unknown: &Unknown) -> String {
    format!("{}: {}", unknown.cause.code(), unknown.detail)
}

/// The first refuted check stands for all of them.
fn refuted_reason(sources: &SourceMap, report: &ImplReport) -> String {
    let refuted = report.checks.iter().find(|check| matches!(check.outcome, CheckOutcome::Refuted(_)));
    match refuted {
        Some(check) => {
            let place = sources.place(shown_span(sources, check));
            format!("{} ({}:{}:{})", wording(check), place.file, place.line, place.column)
        }
        None => "there is a run that fails".to_string(),
    }
}

fn check(sources: &SourceMap, report: &CheckReport) -> Check {
    let (trace, unknown, vacuous) = match &report.outcome {
        CheckOutcome::Proved { vacuous } => (None, None, *vacuous),
        CheckOutcome::Refuted(trace) => (Some(trace), None, false),
        CheckOutcome::Unknown(unknown) => (unknown.candidate.as_ref(), Some(unknown), false),
    };
    Check {
        code: report.check.kind.code(),
        place: place(sources, shown_span(sources, report)),
        related: report.check.related.map(|span| place(sources, span)),
        verdict: report.outcome.word(),
        message: wording(report),
        cause: unknown.map(|unknown| unknown.cause.code()),
        detail: unknown.map(|unknown| unknown.detail.clone()),
        vacuous,
        trace: trace.map_or(Vec::new(), |trace| steps(sources, trace)),
    }
}

fn steps(sources: &SourceMap, trace: &Trace) -> Vec<Step> {
    let step = |step: &invar_engine::TraceStep| Step {
        place: place(sources, step.span),
        event: step.event.clone(),
        values: step.values.iter().cloned().collect(),
    };
    trace.steps.iter().map(step).collect()
}

fn statistics(run: &Run) -> Statistics {
    let counted = &run.statistics;
    let bounds = BUCKETS_MICROS.into_iter().map(Some).chain([None]);
    let buckets = bounds.zip(counted.histogram).map(|(bound, queries)| Bucket { up_to_microseconds: bound, queries });
    Statistics {
        queries: counted.queries,
        seconds: run.time.as_secs_f64(),
        prover_seconds: (counted.time + counted.asserting).as_secs_f64(),
        prover_resources: counted.resources,
        sat: counted.sat,
        unsat: counted.unsat,
        unknown: counted.unknown,
        histogram: buckets.filter(|bucket| bucket.queries > 0).collect(),
    }
}
