//! The rows as text: a line per corpus, a line per property, what is behind the unknowns, and every wrong, rejected or
//! crashed task.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::outcome::{Outcome, Row};
use crate::bench::columns::columns;

/// The whole report.
pub fn text(rows: &[Row]) -> String {
    let mut text = groups("corpus", rows, |row| row.task.corpus.clone());
    text.push('\n');
    text.push_str(&groups("property", rows, |row| row.task.property.clone()));
    let causes = count(rows, Outcome::Unknown, |row| row.cause.clone().unwrap_or_else(|| "other".into()));
    list(&mut text, "Unknown, by cause:", &causes);
    let rejected = count(rows, Outcome::Rejected, |row| {
        // The line differs from file to file, the words do not.
        let detail = row.detail.as_deref().unwrap_or("");
        let words = detail.strip_prefix("line ").and_then(|rest| rest.split_once(": ")).map_or(detail, |(_, w)| w);
        format!("[{}] {words}", row.cause.as_deref().unwrap_or(""))
    });
    list(&mut text, "Rejected, by message:", &rejected);
    list(&mut text, "Constructs that Invar does not model and that a check depends on:", &unsupported(rows));
    tasks(&mut text, "Rejected tasks:", rows, |row| row.outcome == Outcome::Rejected);
    tasks(&mut text, "Tasks that crashed:", rows, |row| row.outcome == Outcome::Crashed);
    tasks(&mut text, "WRONG ANSWERS:", rows, |row| row.outcome.is_wrong());
    let wrong = rows.iter().filter(|row| row.outcome.is_wrong()).count();
    let _ = writeln!(text, "\n{} tasks, {} correct, {wrong} wrong", rows.len(), correct(rows));
    text
}

/// For the progress bar.
pub fn short<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let (mut correct, mut unknown, mut failed, mut wrong) = (0, 0, 0, 0);
    for row in rows {
        match row.outcome {
            Outcome::CorrectTrue | Outcome::CorrectFalse => correct += 1,
            Outcome::Unknown => unknown += 1,
            Outcome::Rejected | Outcome::Crashed => failed += 1,
            Outcome::WrongTrue | Outcome::WrongFalse => wrong += 1,
            Outcome::NotScored => {}
        }
    }
    format!("{correct} correct, {unknown} unknown, {failed} failed, {wrong} wrong")
}

fn correct(rows: &[Row]) -> usize {
    rows.iter().filter(|row| row.outcome.is_correct()).count()
}

fn groups(heading: &str, rows: &[Row], key: impl Fn(&Row) -> String) -> String {
    let mut groups: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(row)).or_default().push(row);
    }
    let titles =
        [heading, "tasks", "true", "false", "unknown", "wrong true", "wrong false", "rejected", "crashed", "median s"];
    let mut lines = vec![titles.map(String::from).to_vec()];
    let has_several = groups.len() > 1;
    lines.extend(groups.iter().map(|(name, rows)| line(name, rows)));
    if has_several {
        lines.push(line("all", &rows.iter().collect::<Vec<_>>()));
    }
    columns(&lines)
}

/// `true` and `false` show how many of the expected ones were found.
fn line(name: &str, rows: &[&Row]) -> Vec<String> {
    let of = |outcome: Outcome| rows.iter().filter(|row| row.outcome == outcome).count();
    let expected = |answer: &str| rows.iter().filter(|row| row.task.expected == answer).count();
    vec![
        name.to_string(),
        rows.len().to_string(),
        format!("{}/{}", of(Outcome::CorrectTrue), expected("true")),
        format!("{}/{}", of(Outcome::CorrectFalse), expected("false")),
        of(Outcome::Unknown).to_string(),
        of(Outcome::WrongTrue).to_string(),
        of(Outcome::WrongFalse).to_string(),
        of(Outcome::Rejected).to_string(),
        of(Outcome::Crashed).to_string(),
        format!("{:.2}", median(rows.iter().map(|row| row.seconds).collect())),
    ]
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
}

fn count(rows: &[Row], outcome: Outcome, key: impl Fn(&Row) -> String) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for row in rows.iter().filter(|row| row.outcome == outcome) {
        *counts.entry(key(row)).or_default() += 1;
    }
    counts
}

fn unsupported(rows: &[Row]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for construct in rows.iter().flat_map(|row| &row.unsupported) {
        *counts.entry(construct.clone()).or_default() += 1;
    }
    counts
}

/// The most frequent first.
fn list(text: &mut String, heading: &str, counts: &BTreeMap<String, usize>) {
    if counts.is_empty() {
        return;
    }
    let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
    counts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    let _ = writeln!(text, "\n{heading}");
    for (name, count) in counts {
        let _ = writeln!(text, "{count:6}  {}", one_line(name));
    }
}

fn tasks(text: &mut String, heading: &str, rows: &[Row], is_wanted: impl Fn(&Row) -> bool) {
    let mut wanted = rows.iter().filter(|row| is_wanted(row)).peekable();
    if wanted.peek().is_some() {
        let _ = writeln!(text, "\n{heading}");
    }
    for row in wanted {
        let verdict = row.verdict.as_deref().map_or(String::new(), |verdict| format!(" answered {verdict},"));
        let detail = row.detail.as_deref().map_or(String::new(), |detail| format!(" ({})", one_line(detail)));
        let task = &row.task;
        let _ = writeln!(text, "  {} {}:{verdict} expected {}{detail}", task.path, task.property, task.expected);
    }
}

/// Messages of several lines are cut after the first one with anything on it.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.iter().take(2).map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    first.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::corpus::tasks::Task;

    fn row(corpus: &str, expected: &str, outcome: Outcome, verdict: &str) -> Row {
        let task = Task {
            corpus: corpus.into(),
            language: "c".into(),
            path: format!("{corpus}.c"),
            property: "unreach-call".into(),
            expected: expected.into(),
        };
        let (cause, detail) = (Some("timeout".to_string()), Some("late".to_string()));
        Row { task, outcome, verdict: Some(verdict.into()), cause, detail, unsupported: Vec::new(), seconds: 2.0 }
    }

    #[test]
    fn the_table_counts_and_names_what_is_wrong() {
        let rows = [
            row("a", "true", Outcome::CorrectTrue, "true"),
            row("a", "false", Outcome::Unknown, "unknown"),
            row("b", "false", Outcome::WrongTrue, "true"),
        ];
        let text = text(&rows);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["a", "2", "1/1", "0/1", "1", "0", "0", "0", "0", "2.00"]);
        assert_eq!(lines[2], ["b", "1", "0/0", "0/1", "0", "1", "0", "0", "0", "2.00"]);
        assert_eq!(lines[3][..4], ["all", "3", "1/1", "0/2"]);
        assert!(text.contains("WRONG ANSWERS:\n  b.c unreach-call: answered true, expected false"), "{text}");
        assert!(text.contains("     1  timeout") && text.ends_with("3 tasks, 1 correct, 1 wrong\n"), "{text}");
        assert_eq!(short(rows.iter()), "1 correct, 1 unknown, 0 failed, 1 wrong");
    }
}
