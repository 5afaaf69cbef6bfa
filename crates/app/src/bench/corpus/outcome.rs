//! An answer beside the one that is expected.

use serde::Serialize;

use super::child::{Answer, Answered, Report};
use super::tasks::Task;

/// One row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    #[serde(flatten)]
    pub task: Task,
    pub outcome: Outcome,
    /// The verdict in SV-COMP's words, if there is one.
    pub verdict: Option<String>,
    /// Of an unknown the cause, of an error its code.
    pub cause: Option<String>,
    pub detail: Option<String>,
    /// Constructs that Invar does not model and that a check depends on, each once.
    pub unsupported: Vec<String>,
    pub seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    CorrectTrue,
    CorrectFalse,
    Unknown,
    /// `true` is answered and `false` expected.
    WrongTrue,
    /// `false` is answered and `true` expected.
    WrongFalse,
    /// The file is rejected.
    Rejected,
    /// There is no report: killed, out of memory, a crash.
    Crashed,
    /// The expected answer is not known.
    NotScored,
}

impl Outcome {
    pub fn is_wrong(self) -> bool {
        matches!(self, Outcome::WrongTrue | Outcome::WrongFalse)
    }

    pub fn is_correct(self) -> bool {
        matches!(self, Outcome::CorrectTrue | Outcome::CorrectFalse)
    }
}

pub fn row(task: &Task, answered: Answered) -> Row {
    let base = Row {
        task: task.clone(),
        outcome: Outcome::Crashed,
        verdict: None,
        cause: None,
        detail: None,
        unsupported: Vec::new(),
        seconds: answered.seconds,
    };
    match answered.answer {
        Answer::Nothing(why) => Row { detail: Some(why), ..base },
        Answer::Report(report) => of_report(base, &report),
    }
}

fn of_report(base: Row, report: &Report) -> Row {
    if let Some(error) = report.files.iter().flat_map(|file| &file.errors).next() {
        let place = error.place.as_ref().map_or(String::new(), |place| format!("line {}: ", place.line));
        let detail = Some(format!("{place}{}", error.message));
        return Row { outcome: Outcome::Rejected, cause: Some(error.code.clone()), detail, ..base };
    }
    let (verdict, reason) = verdict(report);
    let outcome = compare(&base.task.expected, &verdict);
    let (cause, detail) = match reason.as_deref().map(|reason| reason.split_once(": ").unwrap_or(("other", reason))) {
        Some((cause, detail)) if verdict == "unknown" => (Some(cause.to_string()), Some(detail.to_string())),
        Some(_) | None => (None, None),
    };
    Row { outcome, verdict: Some(verdict), cause, detail, unsupported: unsupported(report), ..base }
}

/// The verdict, and the reason for an unknown one as `code: words`.
fn verdict(report: &Report) -> (String, Option<String>) {
    if let Some(property) = &report.property {
        return (property.verdict.clone(), property.reason.clone());
    }
    let procedures = report.files.iter().flat_map(|file| &file.procedures);
    let open = procedures.filter(|procedure| procedure.verdict == "unknown").map(|procedure| procedure.reason.clone());
    let unread = report.files.iter().filter_map(|file| file.reason.clone());
    let verdict = match report.verdict.as_str() {
        "proved" => "true",
        "refuted" => "false",
        _ => "unknown",
    };
    (verdict.to_string(), unread.chain(open).next())
}

fn compare(expected: &str, verdict: &str) -> Outcome {
    let is_false = verdict == "false" || verdict.starts_with("false(");
    match (expected, verdict) {
        ("true", "true") => Outcome::CorrectTrue,
        ("false", "true") => Outcome::WrongTrue,
        ("true", _) if is_false => Outcome::WrongFalse,
        ("false", _) if is_false => Outcome::CorrectFalse,
        ("true" | "false", _) => Outcome::Unknown,
        (_, _) => Outcome::NotScored,
    }
}

fn unsupported(report: &Report) -> Vec<String> {
    let checks = report.files.iter().flat_map(|file| &file.procedures).flat_map(|procedure| &procedure.checks);
    let details = checks.filter(|check| check.cause.as_deref() == Some("unsupported"));
    let mut details: Vec<String> = details.filter_map(|check| check.detail.clone()).collect();
    details.sort();
    details.dedup();
    details
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of(expected: &str, json: &str) -> Row {
        let task = Task {
            corpus: "ours".into(),
            language: "c".into(),
            path: "a.c".into(),
            property: "unreach-call".into(),
            expected: expected.into(),
        };
        let report = serde_json::from_str(json).expect("a report");
        row(&task, Answered { seconds: 1.0, answer: Answer::Report(Box::new(report)) })
    }

    #[test]
    fn answers_are_compared() {
        let with = |verdict: &str| {
            format!(
                r#"{{"verdict": "x", "property": {{"verdict": "{verdict}", "reason": "timeout: late"}}, "files": []}}"#
            )
        };
        let outcome = |expected: &str, verdict: &str| row_of(expected, &with(verdict)).outcome;
        assert_eq!(outcome("true", "true"), Outcome::CorrectTrue);
        assert_eq!(outcome("false", "true"), Outcome::WrongTrue);
        assert_eq!(outcome("true", "false(valid-free)"), Outcome::WrongFalse);
        assert_eq!(outcome("false", "false(valid-free)"), Outcome::CorrectFalse);
        assert_eq!(outcome("false", "unknown"), Outcome::Unknown);
        assert_eq!(outcome("conflict", "true"), Outcome::NotScored);
        assert_eq!(row_of("true", &with("unknown")).cause.as_deref(), Some("timeout"));
        let rejected = r#"{"verdict": "bad-input", "property": {"verdict": "unknown"}, "files": [{"procedures": [],
            "errors": [{"code": "syntax", "place": {"file": "a.c", "line": 3, "column": 1}, "message": "no"}]}]}"#;
        let row = row_of("true", rejected);
        assert_eq!((row.outcome, row.cause.as_deref()), (Outcome::Rejected, Some("syntax")));
        assert_eq!(row.detail.as_deref(), Some("line 3: no"));
    }

    #[test]
    fn without_a_property_the_verdict_of_the_files_counts() {
        let json = r#"{"verdict": "unknown", "files": [{"procedures": [{"verdict": "unknown",
            "reason": "not-inductive: weak", "checks": [{"code": "assert", "cause": "unsupported", "detail": "asm"}]}]}]}"#;
        let row = row_of("true", json);
        assert_eq!((row.outcome, row.cause.as_deref()), (Outcome::Unknown, Some("not-inductive")));
        assert_eq!(row.unsupported, ["asm"]);
    }
}
