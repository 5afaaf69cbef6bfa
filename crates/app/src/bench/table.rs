//! Rows to text and to JSON (`docs/bench.md`). The text has Figure 9's columns and, below them, the paper's own figures.

use std::fmt::Write;

use invar_engine::vc::name::Cutoff;
use serde::Serialize;

use super::fs01::{Proof, ProofResult, Row, WpColumns};
use crate::report::json::to_text;

const SCHEMA: u32 = 1;

/// What Figure 9 says, to be read beside our numbers. The programs, the prover and the machine are others, so it is the
/// percentages that compare.
pub const PAPER: &str = "\
For comparison, FS01's Figure 9 on the 2211 routines of ESC/Java's front end:
  passive form in % of the guarded command: 86 to 614 on the ten hardest routines, 129 on the 2184 ordinary ones
  VC at K = 30 in % of the wp VC: up to 35 on the hardest, 4 on the 17 slow ones, 60 on the ordinary ones
  VC at K = 0 / 10 / 30 / inf in % of the wp VC: 64 / 61 / 60 / 65 on the ordinary ones
  time at K = 30 in % of the wp time: 2 to 544 on the hardest, 57 on the 17 slow ones, 93 on the ordinary ones
  wp VC too big for 5 of the ten hardest
";

const LEGEND: &str = "\
Sizes are tree nodes; times are seconds for all stages, the formula and its proof. \"too big\": the wp VC has over a
million nodes and is not built (--format json gives its size). \">\": not proved within the limit.
";

const HEADINGS: [&str; 12] = ["routine", "AST", "GC", "wp VC", "time", "PGC", "%", "K", "VC", "%", "time", "%"];

/// The whole table.
pub fn text(rows: &[Row]) -> String {
    let mut lines: Vec<Vec<String>> = vec![HEADINGS.map(String::from).to_vec()];
    for row in rows {
        lines.extend(row_lines(row));
    }
    let columns = lines[0].len();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let mut out = format!("{:<width$}", line[0], width = widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            let _ = write!(out, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{}", out.trim_end());
    }
    format!("{text}\n{LEGEND}\n{PAPER}")
}

/// As in Figure 9: one line for each K, the columns that do not depend on it only on the first.
fn row_lines(row: &Row) -> Vec<Vec<String>> {
    let name = format!("{} {}", row.family.name(), row.k);
    let first = vec![
        name,
        row.ast.to_string(),
        row.guarded_command.to_string(),
        if row.wp.is_too_big() { "too big".to_string() } else { row.wp.size.to_string() },
        row.wp.proof.map_or(String::new(), seconds),
        row.passive.to_string(),
        percent(row.passive as f64, row.guarded_command as f64),
    ];
    let blank = vec![String::new(); first.len()];
    let line = |(index, column): (usize, &super::fs01::CompactColumns)| {
        let mut line = if index == 0 { first.clone() } else { blank.clone() };
        line.push(cutoff_text(column.cutoff));
        line.push(column.size.to_string());
        line.push(of_wp_size(column.size, &row.wp).map_or(String::new(), |p| format!("{p:.0}")));
        line.push(seconds(column.proof));
        line.push(of_wp_time(column.proof, &row.wp).map_or(String::new(), |p| format!("{p:.0}")));
        line
    };
    row.compact.iter().enumerate().map(line).collect()
}

fn seconds(proof: Proof) -> String {
    match proof.result {
        ProofResult::Proved => format!("{:.3}", proof.seconds),
        ProofResult::Open => format!("> {:.3}", proof.seconds),
        ProofResult::Failed => "wrong".to_string(),
    }
}

fn percent(part: f64, whole: f64) -> String {
    format!("{:.0}", ratio(part, whole))
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part * 100.0 / whole } else { 0.0 }
}

fn of_wp_size(size: u64, wp: &WpColumns) -> Option<f64> {
    (!wp.is_too_big()).then(|| ratio(size as f64, wp.size as f64))
}

/// Only where both were proved: otherwise the quotient would say nothing.
fn of_wp_time(proof: Proof, wp: &WpColumns) -> Option<f64> {
    let whole = wp.proof?;
    let both = proof.result == ProofResult::Proved && whole.result == ProofResult::Proved;
    both.then(|| ratio(proof.seconds, whole.seconds))
}

fn cutoff_text(cutoff: Cutoff) -> String {
    match cutoff {
        Cutoff::Above(k) => k.to_string(),
        Cutoff::Never => "∞".to_string(),
    }
}

// ----- JSON -----

#[derive(Serialize)]
struct Report {
    schema: u32,
    bench: &'static str,
    wp_budget: u64,
    rows: Vec<JsonRow>,
}

#[derive(Serialize)]
struct JsonRow {
    family: &'static str,
    k: u32,
    ast: u64,
    guarded_command: u64,
    wp: JsonWp,
    passive: u64,
    passive_percent: f64,
    compact: Vec<JsonCompact>,
}

#[derive(Serialize)]
struct JsonWp {
    /// None past 2^64.
    size: Option<u64>,
    too_big: bool,
    seconds: Option<f64>,
    proved: Option<bool>,
}

#[derive(Serialize)]
struct JsonCompact {
    /// A number, or none for ∞.
    cutoff: Option<u64>,
    size: u64,
    percent_of_wp_size: Option<f64>,
    seconds: f64,
    percent_of_wp_seconds: Option<f64>,
    proved: bool,
}

pub fn json(rows: &[Row]) -> String {
    let wp_budget = u64::try_from(super::fs01::WP_BUDGET).unwrap_or(u64::MAX);
    to_text(&Report { schema: SCHEMA, bench: "fs01", wp_budget, rows: rows.iter().map(json_row).collect() })
}

fn json_row(row: &Row) -> JsonRow {
    let proved = |proof: Proof| proof.result == ProofResult::Proved;
    let compact = row.compact.iter().map(|column| JsonCompact {
        cutoff: match column.cutoff {
            Cutoff::Above(k) => Some(k),
            Cutoff::Never => None,
        },
        size: column.size,
        percent_of_wp_size: of_wp_size(column.size, &row.wp),
        seconds: column.proof.seconds,
        percent_of_wp_seconds: of_wp_time(column.proof, &row.wp),
        proved: proved(column.proof),
    });
    JsonRow {
        family: row.family.name(),
        k: row.k,
        ast: row.ast,
        guarded_command: row.guarded_command,
        wp: JsonWp {
            size: u64::try_from(row.wp.size).ok(),
            too_big: row.wp.is_too_big(),
            seconds: row.wp.proof.map(|proof| proof.seconds),
            proved: row.wp.proof.map(proved),
        },
        passive: row.passive,
        passive_percent: ratio(row.passive as f64, row.guarded_command as f64),
        compact: compact.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::families::Family;
    use super::super::fs01::{CUTOFFS, CompactColumns};
    use super::*;

    fn row(wp: u128, proof: Option<Proof>) -> Row {
        let proved = Proof { seconds: 0.5, result: ProofResult::Proved };
        let compact = CUTOFFS.into_iter().map(|cutoff| CompactColumns { cutoff, size: 50, proof: proved });
        Row {
            family: Family::Switch,
            k: 7,
            ast: 10,
            guarded_command: 20,
            wp: WpColumns { size: wp, proof },
            passive: 30,
            compact: compact.collect(),
        }
    }

    #[test]
    fn percentages_are_those_of_the_paper() {
        let proof = Proof { seconds: 2.0, result: ProofResult::Proved };
        let text = text(&[row(200, Some(proof))]);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["switch", "7", "10", "20", "200", "2.000", "30", "150", "0", "50", "25", "0.500", "25"]);
        assert_eq!(lines[4], ["∞", "50", "25", "0.500", "25"]);
    }

    #[test]
    fn what_is_too_big_has_no_percentages() {
        let rows = [row(u128::MAX, None)];
        let text = text(&rows);
        assert!(text.contains("too big"));
        assert!(text.lines().nth(4).is_some_and(|line| line.split_whitespace().count() == 3));
        let json: serde_json::Value = serde_json::from_str(&json(&rows)).expect("JSON");
        assert!(json["rows"][0]["wp"]["size"].is_null() && json["rows"][0]["wp"]["too_big"] == true);
        assert!(json["rows"][0]["compact"][3]["cutoff"].is_null());
    }
}
