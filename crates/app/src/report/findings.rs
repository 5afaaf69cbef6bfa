//! What there is to say about a file that is not simply proved. In: the report of a file. Out: its findings in the order
//! of the text. Both the text report and the test runner are made from them, so they cannot disagree.

use invar_base::{Diagnostic, Severity, SourceMap, Span};
use invar_engine::{CheckOutcome, CheckReport, Conditional, ImplReport, Trace, Unknown, Verdict};
use invar_gcl::CheckKind;
use rustc_hash::FxHashSet;

use crate::session::{FileReport, Outcome};

pub struct Finding<'a> {
    /// None where the file as a whole is meant.
    pub span: Option<Span>,
    /// The number of the procedure in the report, if it is about one.
    pub procedure: Option<usize>,
    /// The code of the check, the cause, the warning or the error.
    pub code: &'static str,
    pub kind: Kind<'a>,
}

pub enum Kind<'a> {
    /// Bad input, or a warning about it.
    Diagnostic(&'a Diagnostic),
    Refuted {
        check: &'a CheckReport,
        trace: &'a Trace,
    },
    Unknown {
        check: &'a CheckReport,
        unknown: &'a Unknown,
    },
    /// No single check is at fault: the procedure as a whole has no answer.
    UnknownProcedure {
        report: &'a ImplReport,
        unknown: &'a Unknown,
    },
    /// It is proved under conditions that nobody wrote down.
    ProvedIf {
        conditional: &'a Conditional,
    },
    /// The file was not even read.
    UnknownFile {
        unknown: &'a Unknown,
    },
    /// A check that no run reaches.
    VacuousCheck {
        check: &'a CheckReport,
    },
    /// A procedure that no run enters.
    VacuousProcedure {
        report: &'a ImplReport,
    },
}

pub const VACUOUS: &str = "vacuous";
pub const CONDITIONAL: &str = "conditional";

pub fn findings(file: &FileReport) -> Vec<Finding<'_>> {
    let mut findings = Vec::new();
    match &file.outcome {
        Outcome::Bad(errors) => findings.extend(errors.iter().map(diagnostic)),
        Outcome::Unread(unknown) => {
            let kind = Kind::UnknownFile { unknown };
            findings.push(Finding { span: None, procedure: None, code: unknown.cause.code(), kind });
        }
        Outcome::Read { warnings, procedures, .. } => {
            findings.extend(warnings.iter().map(diagnostic));
            for (index, report) in procedures.iter().enumerate() {
                let own = of_procedure(&file.sources, report).into_iter();
                findings.extend(own.map(|finding| Finding { procedure: Some(index), ..finding }));
            }
            keep_one_of_each_check(&mut findings);
            keep_one_of_each_access(&mut findings);
        }
    }
    // Stable, so that what stands at one place keeps the order of the procedures and of their checks.
    findings.sort_by_key(|finding| finding.span.map(|span| (span.source, span.start)));
    findings
}

/// A body that is expanded at several calls has each of its checks several times. One failing run is enough to show, and
/// says more than an unknown answer.
fn keep_one_of_each_check(findings: &mut Vec<Finding<'_>>) {
    let mut seen: FxHashSet<(Span, &str, Option<Span>)> = FxHashSet::default();
    for is_refuted in [true, false] {
        findings.retain(|finding| {
            let check = match (&finding.kind, is_refuted) {
                (Kind::Refuted { check, .. }, true) | (Kind::Unknown { check, .. }, false) => &check.check,
                (_, _) => return true,
            };
            seen.insert((finding.span.unwrap_or(check.span), finding.code, check.related))
        });
    }
}

/// An access that may be null, freed or out of bounds has one cause: its pointer. What fails says more than what is unknown.
fn keep_one_of_each_access(findings: &mut Vec<Finding<'_>>) {
    let mut seen: FxHashSet<Span> = FxHashSet::default();
    for is_refuted in [true, false] {
        findings.retain(|finding| {
            let check = match (&finding.kind, is_refuted) {
                (Kind::Refuted { check, .. }, true) | (Kind::Unknown { check, .. }, false) => &check.check,
                (_, _) => return true,
            };
            let is_access = matches!(check.kind, CheckKind::Null | CheckKind::Dead | CheckKind::Bounds);
            !is_access || seen.insert(finding.span.unwrap_or(check.span))
        });
    }
}

/// What to call a check that is neither proved nor refuted.
pub fn unknown_wording(kind: CheckKind) -> String {
    format!("could not show that {}", kind.text().holds)
}

/// The message of a check for its outcome.
pub fn wording(check: &CheckReport) -> String {
    let text = check.check.kind.text();
    match (&check.outcome, &check.check.message) {
        (CheckOutcome::Proved { .. }, _) => text.holds.to_string(),
        (CheckOutcome::Refuted(_), Some(message)) => format!("{} ({})", message, text.fails),
        (CheckOutcome::Refuted(_), None) => text.fails.to_string(),
        (CheckOutcome::Unknown(_), Some(message)) => format!("{} ({message})", unknown_wording(check.check.kind)),
        (CheckOutcome::Unknown(_), None) => unknown_wording(check.check.kind),
    }
}

fn diagnostic(diagnostic: &Diagnostic) -> Finding<'_> {
    Finding { span: diagnostic.span, procedure: None, code: diagnostic.code, kind: Kind::Diagnostic(diagnostic) }
}

/// Where a check is shown: one inside a text of Invar's own, such as the C library's functions, at the call in the user's
/// file that led there, as far as a run is known.
pub fn shown_span(sources: &SourceMap, check: &CheckReport) -> Span {
    let own = check.check.span;
    let trace = match &check.outcome {
        CheckOutcome::Refuted(trace) => Some(trace),
        CheckOutcome::Unknown(unknown) => unknown.candidate.as_ref(),
        CheckOutcome::Proved { .. } => None,
    };
    match trace {
        Some(trace) if sources.is_internal(own.source) => {
            let outside = trace.steps.iter().rev().find(|step| !sources.is_internal(step.span.source));
            outside.map_or(own, |step| step.span)
        }
        Some(_) | None => own,
    }
}

fn of_procedure<'a>(sources: &SourceMap, report: &'a ImplReport) -> Vec<Finding<'a>> {
    let warns_of_vacuity = matches!(report.verdict, Verdict::Proved(_)) && !report.vacuous_entry;
    let mut findings: Vec<_> =
        report.checks.iter().filter_map(|check| of_check(sources, check, warns_of_vacuity)).collect();
    // Where that is no proof, the verdict says it.
    if report.vacuous_entry && matches!(report.verdict, Verdict::Proved(_)) {
        let kind = Kind::VacuousProcedure { report };
        findings.push(Finding { span: Some(report.span), procedure: None, code: VACUOUS, kind });
    }
    if let Verdict::ProvedIf(conditional) = &report.verdict {
        let kind = Kind::ProvedIf { conditional };
        findings.push(Finding { span: Some(report.span), procedure: None, code: CONDITIONAL, kind });
    }
    let is_explained = report.checks.iter().any(|check| !matches!(check.outcome, CheckOutcome::Proved { .. }));
    if let Verdict::Unknown(unknown) = &report.verdict
        && !is_explained
    {
        let kind = Kind::UnknownProcedure { report, unknown };
        findings.push(Finding { span: Some(report.span), procedure: None, code: unknown.cause.code(), kind });
    }
    findings
}

/// Where no run enters the procedure, none of its checks is reached; saying so once is enough. Behind a check that always
/// fails nothing is reached either, so while a procedure is not proved, its failures are what matters.
fn of_check<'a>(sources: &SourceMap, check: &'a CheckReport, warns_of_vacuity: bool) -> Option<Finding<'a>> {
    let span = Some(shown_span(sources, check));
    let code = check.check.kind.code();
    match &check.outcome {
        CheckOutcome::Proved { vacuous: false } => None,
        CheckOutcome::Proved { vacuous: true } if !warns_of_vacuity => None,
        CheckOutcome::Proved { vacuous: true } => {
            Some(Finding { span, procedure: None, code: VACUOUS, kind: Kind::VacuousCheck { check } })
        }
        CheckOutcome::Refuted(trace) => {
            Some(Finding { span, procedure: None, code, kind: Kind::Refuted { check, trace } })
        }
        CheckOutcome::Unknown(unknown) => {
            Some(Finding { span, procedure: None, code, kind: Kind::Unknown { check, unknown } })
        }
    }
}

/// How bad a finding is, for its heading.
pub fn severity(finding: &Finding<'_>) -> Severity {
    match &finding.kind {
        Kind::Diagnostic(diagnostic) => diagnostic.severity,
        Kind::Refuted { .. } => Severity::Error,
        Kind::Unknown { .. } | Kind::UnknownProcedure { .. } | Kind::UnknownFile { .. } => Severity::Warning,
        Kind::VacuousCheck { .. } | Kind::VacuousProcedure { .. } => Severity::Warning,
        Kind::ProvedIf { .. } => Severity::Note,
    }
}
