//! The report for a person: every finding with its line underlined, then one line per procedure, then a summary.

use std::fmt::Write;

use indexmap::IndexMap;
use invar_base::{Diagnostic, SourceMap, Span};
use invar_engine::{Cause, CheckReport, ImplReport, Suggestion, Trace, Unknown, Verdict};
use invar_front::language::{common_noun, noun};
use invar_gcl::{CheckKind, Program};
use invar_solve::Statistics;
use rustc_hash::FxHashSet;

use super::findings::{Finding, Kind, findings, severity, wording};
use super::path;
use super::snippet::{Colour, Message, render};
use crate::inferred::{self, Clause};
use crate::session::{FileReport, Outcome, Run};

/// How much is said about a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    Verdicts,
    /// The invariants of its loops, too.
    Invariants,
    /// And the predicates that inferred ones combine.
    Predicates,
}

/// What goes to standard output: the findings, the procedures, the summary.
pub fn report(run: &Run, detail: Detail, colour: Colour) -> String {
    let mut out = String::new();
    for file in &run.files {
        if !matches!(file.outcome, Outcome::Bad(_)) {
            show_findings(&mut out, file, colour);
        }
    }
    for file in &run.files {
        show_procedures(&mut out, file, detail);
    }
    if run.files.iter().any(|file| !matches!(file.outcome, Outcome::Bad(_))) {
        out.push_str(&summary(run));
    }
    out
}

/// What goes to standard error: the files that could not be read as programs.
pub fn errors(run: &Run, colour: Colour) -> String {
    let mut out = String::new();
    for file in run.files.iter().filter(|file| matches!(file.outcome, Outcome::Bad(_))) {
        show_findings(&mut out, file, colour);
    }
    out
}

/// A diagnostic that has no file of a run behind it.
pub fn lone_error(path: &str, diagnostic: &Diagnostic, colour: Colour) -> String {
    let finding = Finding { span: None, procedure: None, code: diagnostic.code, kind: Kind::Diagnostic(diagnostic) };
    render(&SourceMap::new(), &message(&SourceMap::new(), path, &finding), colour) + "\n"
}

/// A diagnostic about a file that was read for something else than a run.
pub fn error_in(sources: &SourceMap, path: &str, diagnostic: &Diagnostic, colour: Colour) -> String {
    let kind = Kind::Diagnostic(diagnostic);
    let finding = Finding { span: diagnostic.span, procedure: None, code: diagnostic.code, kind };
    render(sources, &message(sources, path, &finding), colour) + "\n"
}

/// Unknown checks that are shown one by one, of those with the same reason in one procedure.
const MAX_ALIKE: usize = 3;

/// Procedures without an answer that are shown one by one, of those with the same reason in one file.
const MAX_PROCEDURES: usize = 20;

fn show_findings(out: &mut String, file: &FileReport, colour: Colour) {
    let findings = findings(file);
    let refuted: FxHashSet<Option<usize>> =
        findings.iter().filter(|f| matches!(f.kind, Kind::Refuted { .. })).map(|f| f.procedure).collect();
    let mut counts: IndexMap<Alike<'_>, usize> = IndexMap::new();
    let late = late_procedures(&findings);
    for finding in &findings {
        if late.contains(&finding.procedure) && is_late(finding) {
            continue;
        }
        // The table of the procedures says so.
        if matches!(finding.kind, Kind::ProvedIf { .. }) {
            continue;
        }
        if let Some(alike) = alike(finding) {
            let count = counts.entry(alike).or_default();
            *count += 1;
            // Where something fails, that is what to look at first.
            if *count > alike.shown() || refuted.contains(&alike.procedure) {
                continue;
            }
        }
        out.push_str(&render(&file.sources, &message(&file.sources, &file.path, finding), colour));
        out.push_str("\n\n");
    }
    if !late.is_empty() {
        let checks = findings.iter().filter(|finding| is_late(finding)).count();
        let bodies = counted(late.len(), noun(&file.path));
        let open = format!("{} of {bodies} in {}", counted(checks, "check"), file.path);
        line(out, format_args!("unknown: the time limit was reached before {open} had an answer\n"));
    }
    for (alike, count) in counts {
        let shown = if refuted.contains(&alike.procedure) { 0 } else { alike.shown() };
        show_hidden(out, file, alike, count.saturating_sub(shown));
    }
}

/// What there was no time for. It says nothing about the check.
fn is_late(finding: &Finding<'_>) -> bool {
    match &finding.kind {
        Kind::Unknown { unknown, .. } | Kind::UnknownProcedure { unknown, .. } => unknown.cause == Cause::Deadline,
        Kind::Diagnostic(_) | Kind::Refuted { .. } | Kind::UnknownFile { .. } => false,
        Kind::VacuousCheck { .. } | Kind::VacuousProcedure { .. } | Kind::ProvedIf { .. } => false,
    }
}

/// Where the time was not enough for several procedures, they are one line; of a single one, its checks are shown.
fn late_procedures(findings: &[Finding<'_>]) -> FxHashSet<Option<usize>> {
    let late: FxHashSet<Option<usize>> =
        findings.iter().filter(|finding| is_late(finding)).map(|finding| finding.procedure).collect();
    if late.len() > 1 { late } else { FxHashSet::default() }
}

/// Findings that a person need not see all of: unknown checks of one procedure, or procedures of one file, for one reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Alike<'a> {
    /// None where the procedures themselves have no answer.
    procedure: Option<usize>,
    cause: &'a str,
    detail: &'a str,
}

impl Alike<'_> {
    fn shown(self) -> usize {
        if self.procedure.is_some() { MAX_ALIKE } else { MAX_PROCEDURES }
    }
}

fn alike<'a>(finding: &'a Finding<'_>) -> Option<Alike<'a>> {
    let (procedure, unknown) = match &finding.kind {
        Kind::Unknown { unknown, .. } => (finding.procedure, unknown),
        Kind::UnknownProcedure { unknown, .. } => (None, unknown),
        Kind::Diagnostic(_) | Kind::Refuted { .. } | Kind::UnknownFile { .. } => return None,
        Kind::VacuousCheck { .. } | Kind::VacuousProcedure { .. } | Kind::ProvedIf { .. } => return None,
    };
    Some(Alike { procedure, cause: unknown.cause.code(), detail: &unknown.detail })
}

/// What is not shown one by one is at least counted.
fn show_hidden(out: &mut String, file: &FileReport, alike: Alike<'_>, hidden: usize) {
    let Outcome::Read { procedures, .. } = &file.outcome else { return };
    let Alike { procedure, cause, detail } = alike;
    let report = procedure.and_then(|index| procedures.get(index));
    match (hidden, report) {
        (0, _) => {}
        (_, Some(report)) => {
            let checks = if hidden == 1 { "1 more check is".into() } else { format!("{hidden} more checks are") };
            let place = format!("`{}` ({cause}: {detail})", report.name);
            line(out, format_args!("unknown: {checks} open in {place}; `--format json` lists them\n"));
        }
        (_, None) => {
            let more = counted(hidden, &format!("more {}", noun(&file.path)));
            line(out, format_args!("unknown: no answer for {more} ({cause}: {detail})\n"));
        }
    }
}

/// One line per procedure, proved ones included, with what each verdict assumes.
fn show_procedures(out: &mut String, file: &FileReport, detail: Detail) {
    match &file.outcome {
        Outcome::Bad(_) => {}
        Outcome::Unread(_) => line(out, format_args!("{:<8} {}", "unknown", file.path)),
        Outcome::Read { program, procedures, .. } => {
            if procedures.is_empty() {
                line(out, format_args!("{:<8} {}: there is nothing to verify on its own", "", file.path));
            }
            let shared = shared_assumptions(procedures);
            for report in procedures {
                show_procedure(out, file, report, &shared);
                match detail {
                    Detail::Verdicts => {}
                    Detail::Invariants | Detail::Predicates => show_invariants(out, file, program, report, detail),
                }
            }
            for assumption in shared {
                line(out, format_args!("{:<8} all of these assuming: {assumption}", ""));
            }
        }
    }
}

/// What the verdicts of several procedures have in common, which is said once.
fn shared_assumptions(procedures: &[ImplReport]) -> Vec<&String> {
    let [first, rest @ ..] = procedures else { return Vec::new() };
    let is_shared = |text: &&String| !rest.is_empty() && rest.iter().all(|report| report.assumptions.contains(text));
    first.assumptions.iter().filter(is_shared).collect()
}

fn show_procedure(out: &mut String, file: &FileReport, report: &ImplReport, shared: &[&String]) {
    let checks = counted(report.checks.len(), "check");
    let place = file.sources.place(report.span);
    let (word, conditions) = match &report.verdict {
        Verdict::ProvedIf(conditional) => ("proved", conditional.conditions.as_slice()),
        Verdict::Proved(_) | Verdict::Refuted(_) | Verdict::Unknown(_) => (report.verdict.word(), [].as_slice()),
    };
    let so = if conditions.is_empty() { "" } else { ", if its callers keep to" };
    line(out, format_args!("{word:<8} {} ({}:{}, {checks}){so}", report.name, place.file, place.line));
    for condition in conditions {
        line(out, format_args!("{:<10} requires {};", "", condition.text));
    }
    for assumption in report.assumptions.iter().filter(|assumption| !shared.contains(assumption)) {
        line(out, format_args!("{:<8} assuming: {assumption}", ""));
    }
    if !report.missing.is_empty() {
        let clauses: Vec<String> = report.missing.iter().map(|text| format!("requires {text};")).collect();
        line(out, format_args!("{:<8} it would be proved with: {}", "", clauses.join(" ")));
    }
}

/// `loop at f.c:3 keeps` and what it keeps, one clause per line.
fn show_invariants(out: &mut String, file: &FileReport, program: &Program, report: &ImplReport, detail: Detail) {
    for known in inferred::of_report(program, report) {
        let place = file.sources.place(known.found.span);
        let is_empty = known.given.is_empty() && known.inferred.is_empty();
        let word = if is_empty { "has no invariant" } else { "keeps" };
        line(out, format_args!("{:<8} loop at {}:{} {word}", "", place.file, place.line));
        known.given.iter().for_each(|clause| show_clause(out, clause));
        for found in &known.inferred {
            show_clause(out, &found.clause);
            if detail == Detail::Predicates {
                show_predicates(out, &found.used);
            }
        }
        if detail == Detail::Predicates && known.tried > 0 {
            line(out, format_args!("{:<8} ({} were tried for this loop)", "", counted(known.tried, "predicate")));
        }
    }
}

fn show_clause(out: &mut String, clause: &Clause) {
    match clause {
        Clause::Said(text) => line(out, format_args!("{:<10} {text}", "")),
        Clause::Unsaid(text) => line(out, format_args!("{:<10} /* {text} */", "")),
    }
}

/// One line for each predicate that an invariant combines.
fn show_predicates(out: &mut String, used: &[(String, Suggestion)]) {
    let width = used.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    for (text, suggestion) in used {
        line(out, format_args!("{:<14} {text:<width$}  from {}", "", suggestion.text()));
    }
}

fn summary(run: &Run) -> String {
    let words: Vec<&str> = run.files.iter().flat_map(procedure_words).collect();
    let of = |word: &str| words.iter().filter(|other| **other == word).count();
    let noun = common_noun(run.files.iter().map(|file| file.path.as_str()));
    let mut text = counted(words.len(), noun);
    let _ = write!(text, ": {} proved", of("proved"));
    if of("conditional") > 0 {
        let _ = write!(text, ", {} proved if", of("conditional"));
    }
    for word in ["refuted", "unknown"] {
        let _ = write!(text, ", {} {word}", of(word));
    }
    let bad = run.files.iter().filter(|file| matches!(file.outcome, Outcome::Bad(_))).count();
    if bad > 0 {
        let _ = write!(text, "; {} could not be read", counted(bad, "file"));
    }
    let Statistics { queries, .. } = run.statistics;
    let queries = if queries == 1 { "1 query".to_string() } else { format!("{queries} queries") };
    format!("{text} ({queries}, {:.2} s)\n", run.time.as_secs_f64())
}

fn procedure_words(file: &FileReport) -> Vec<&'static str> {
    match &file.outcome {
        Outcome::Bad(_) | Outcome::Unread(_) => Vec::new(),
        Outcome::Read { procedures, .. } => procedures.iter().map(|report| report.verdict.word()).collect(),
    }
}

// ----- one finding -----

fn message(sources: &SourceMap, path: &str, finding: &Finding<'_>) -> Message {
    let base = Message {
        severity: severity(finding),
        name: None,
        code: finding.code,
        title: String::new(),
        path: path.to_string(),
        span: finding.span,
        label: None,
        related: Vec::new(),
        notes: Vec::new(),
        help: None,
    };
    match &finding.kind {
        Kind::Diagnostic(diagnostic) => from_diagnostic(base, diagnostic),
        Kind::Refuted { check, trace } => {
            let notes = path_note(sources, base.span, "this run fails:", trace);
            let is_here = base.span == Some(check.check.span);
            let label = if is_here { path::label(sources, check.check.span, trace) } else { None };
            let mut message = Message { name: Some("refuted"), notes, label, ..with_check(base, check) };
            if !is_here {
                message.related.push((check.check.span, "this is what fails inside of the call".to_string()));
            }
            message
        }
        Kind::Unknown { check, unknown } => {
            let base = with_check(base, check);
            with_unknown(sources, Message { name: Some("unknown"), ..base }, unknown)
        }
        Kind::UnknownProcedure { report, unknown } => {
            let title = format!("no answer for {} `{}`", noun(path), report.name);
            with_unknown(sources, Message { name: Some("unknown"), title, ..base }, unknown)
        }
        Kind::UnknownFile { unknown } => {
            let title = "no answer for this file".to_string();
            with_unknown(sources, Message { name: Some("unknown"), title, ..base }, unknown)
        }
        Kind::ProvedIf { conditional } => {
            let clauses = conditional.conditions.iter().map(|condition| format!("requires {};", condition.text));
            let notes = clauses.collect();
            Message { title: "this is proved if its callers keep to a condition".into(), notes, ..base }
        }
        Kind::VacuousCheck { .. } => Message {
            title: "this holds only because no run reaches it".into(),
            help: Some("look for a contradiction among the assumptions, invariants and axioms before it".into()),
            ..base
        },
        Kind::VacuousProcedure { report } => Message {
            title: format!("no run enters {} `{}`, so anything would be proved of it", noun(path), report.name),
            help: Some("its preconditions contradict each other or the axioms".into()),
            ..base
        },
    }
}

fn from_diagnostic(base: Message, diagnostic: &Diagnostic) -> Message {
    let related = diagnostic.labels.iter().map(|label| (label.span, label.text.clone())).collect();
    Message { title: diagnostic.message.clone(), related, help: diagnostic.help.clone(), ..base }
}

fn with_check(base: Message, check: &CheckReport) -> Message {
    let related: Vec<(Span, String)> =
        check.check.related.iter().map(|span| (*span, related_to(check.check.kind).to_string())).collect();
    Message { title: wording(check), related, ..base }
}

/// What stands at the further place that explains a check.
fn related_to(kind: CheckKind) -> &'static str {
    if kind == CheckKind::Rule { "the rule is violated here" } else { "this is the condition" }
}

fn with_unknown(sources: &SourceMap, base: Message, unknown: &Unknown) -> Message {
    let mut notes = vec![format!("{}: {}", unknown.cause.code(), unknown.detail)];
    if let Some(candidate) = &unknown.candidate {
        notes.extend(path_note(
            sources,
            base.span,
            "this could not be excluded (it need not be a real run):",
            candidate,
        ));
    }
    Message { notes, help: Some(unknown.cause.next_step().to_string()), ..base }
}

fn path_note(sources: &SourceMap, span: Option<Span>, heading: &str, trace: &Trace) -> Vec<String> {
    let lines = path::lines(sources, span, trace);
    if lines.is_empty() { Vec::new() } else { vec![format!("{heading}\n{}", lines.join("\n"))] }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{text}");
}
