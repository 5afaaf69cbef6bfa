//! `cargo xtask ultimate DIR`: Invar against the marks of Ultimate's Boogie programs. Their loops have no invariants, so
//! *unknown* is a common answer for now; what must not happen is a wrong one.
//!
//! The marks are about whole programs, Invar's answers about each procedure for all its inputs. A procedure that is refuted
//! on its own but called by others says nothing about a program marked safe, so that is counted apart.

use std::collections::BTreeMap;

use invar_app::bench::columns::columns;
use serde::Serialize;

use crate::corpus;
use crate::tool;
use crate::{CorpusArgs, Format};

#[derive(Serialize)]
struct Line {
    file: String,
    expected: &'static str,
    ours: String,
    wrong: Option<&'static str>,
    note: String,
}

pub fn run(args: &CorpusArgs) -> Result<bool, String> {
    let rows = corpus::tasks(&args.tsv, "ultimate", args.only.as_deref())?;
    let invar = tool::build()?;
    let bar = tool::bar(rows.len());
    let mut lines = Vec::new();
    for row in &rows {
        bar.set_message(row.path.clone());
        let expected = match row.expected.as_str() {
            "true" => "safe",
            "false" => "unsafe",
            _ => continue,
        };
        let path = args.dir.join(&row.path);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let (ours, note) = match tool::verify(&invar, &path, args.timeout, &[]) {
            Ok(report) => (verdict(&report, &text), note(&report)),
            Err(error) => ("no answer".to_string(), error),
        };
        let wrong = match (expected, ours.as_str()) {
            ("safe", "refuted") => Some("WRONG: refuted but safe"),
            ("unsafe", "proved") => Some("UNSOUND: proved but unsafe"),
            (_, _) => None,
        };
        lines.push(Line { file: row.path.clone(), expected, ours, wrong, note });
        bar.inc(1);
    }
    bar.finish_and_clear();
    match args.format {
        Format::Text => print!("{}", text(&lines)),
        Format::Json => println!("{}", serde_json::to_string_pretty(&lines).map_err(|error| error.to_string())?),
    }
    Ok(lines.iter().all(|line| line.wrong.is_none()))
}

fn verdict(report: &tool::Report, text: &str) -> String {
    let procedures = report.files.iter().flat_map(|file| &file.procedures);
    let mut refuted = procedures.filter(|procedure| procedure.verdict == "refuted").peekable();
    if refuted.peek().is_some() && refuted.all(|procedure| is_called(text, &procedure.name)) {
        return "refuted by itself".to_string();
    }
    report.verdict.clone()
}

/// Does the text call the procedure? Lines are enough here: the corpus writes a call on one line.
fn is_called(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    text.lines().any(|line| line.contains("call ") && line.replace(" (", "(").contains(&call))
}

fn note(report: &tool::Report) -> String {
    let files = report.files.iter();
    let errors = files.clone().flat_map(|file| &file.errors).map(|error| error.message.clone());
    let unread = files.clone().filter_map(|file| file.reason.clone());
    let open = files.flat_map(|file| &file.procedures).filter(|procedure| procedure.verdict != "proved");
    let open = open.map(|procedure| format!("{}: {}", procedure.name, procedure.reason));
    errors.chain(unread).chain(open).next().unwrap_or_default()
}

fn text(lines: &[Line]) -> String {
    let heading = ["file", "expected", "ours", "note"].map(String::from).to_vec();
    let rows = lines.iter().map(|line| {
        let wrong = line.wrong.map_or(String::new(), |wrong| format!("{wrong}: "));
        vec![line.file.clone(), line.expected.to_string(), line.ours.clone(), format!("{wrong}{}", line.note)]
    });
    let mut text = columns(&std::iter::once(heading).chain(rows).collect::<Vec<_>>());
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for line in lines {
        *counts.entry((line.expected, &line.ours)).or_default() += 1;
    }
    text.push('\n');
    for ((expected, ours), count) in counts {
        text.push_str(&format!("{count:5}  {expected}: {ours}\n"));
    }
    let wrong = lines.iter().filter(|line| line.wrong.is_some()).count();
    text.push_str(&format!("\nwrong answers: {wrong} of {}\n", lines.len()));
    text
}
