//! The rows as text and as JSON.

use serde::Serialize;

use super::measure::{Abstracted, Growth, Measured};
use crate::bench::columns::columns;
use crate::report::json::to_text;

pub fn text(rows: &[Measured]) -> String {
    let (mut tables, mut growth) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Measured::Abstracted(row) => tables.push(row),
            Measured::Growth(row) => growth.push(row),
        }
    }
    let parts = [(!tables.is_empty()).then(|| both(&tables)), (!growth.is_empty()).then(|| larger(&growth))];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("\n")
}

fn both(rows: &[&Abstracted]) -> String {
    let head = ["program", "lines", "predicates", "questions", "paper", "s", "Bebop s", "paper", "claim", "broken"];
    let rules = ["rules", "s", "broken"];
    let mut lines = vec![head.iter().chain(&rules).map(ToString::to_string).collect::<Vec<_>>()];
    for row in rows {
        let mut line = vec![
            row.name.to_string(),
            row.lines.to_string(),
            row.predicates.to_string(),
            row.queries.to_string(),
            row.paper_queries.to_string(),
            format!("{:.2}", row.seconds),
            format!("{:.2}", row.search_seconds),
            row.paper_seconds.to_string(),
            row.claim.to_string(),
            row.broken.join(", "),
        ];
        if let Some(rules) = &row.rules {
            line.extend([rules.verdict.to_string(), format!("{:.2}", rules.seconds), rules.broken.join(", ")]);
        }
        lines.push(line);
    }
    format!("{}\n{LEGEND}", columns(&lines))
}

const LEGEND: &str = "\
Claim: what Bebop says about the assertions of the boolean program; broken: the same in a twin with a mistake. Rules: locking and completion by
`--engine slam`, with two twins for drivers. The paper's times are those of its machine of 2001; its Bebop took less than 10 s everywhere.
";

fn larger(rows: &[&Growth]) -> String {
    let head = ["lines", "rules", "s", "broken", "s"].map(str::to_string).to_vec();
    let line = |row: &&Growth| {
        let (lines, verdict, broken) = (row.lines.to_string(), row.verdict.to_string(), row.broken.to_string());
        vec![lines, verdict, format!("{:.2}", row.seconds), broken, format!("{:.2}", row.broken_seconds)]
    };
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    columns(&lines)
}

pub fn json(rows: &[Measured]) -> String {
    to_text(&Report { schema: 1, bench: "bmmr01", rows })
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    bench: &'static str,
    rows: &'a [Measured],
}
