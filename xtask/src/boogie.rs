//! `cargo xtask boogie DIR`: Invar against the expectations of Boogie's own tests.
//!
//! A test agrees if as many implementations are proved as Boogie verifies and as many checks are not proved (refuted or
//! unknown) as it reports errors; both count at most five per implementation, where Boogie stops. An implementation that
//! is proved although an error is expected inside it is UNSOUND, and the command fails.

use std::collections::BTreeMap;
use std::path::Path;

use invar_app::bench::columns::columns;
use invar_app::bench::corpus::tasks::Task;
use serde::Serialize;

use crate::corpus::{self, Expected, Range};
use crate::tool::{self, Procedure, Report};
use crate::{CorpusArgs, Format};

/// Boogie's default `-errorLimit`.
const ERROR_LIMIT: usize = 5;

#[derive(Serialize)]
struct Line {
    file: String,
    expected: (u64, u64),
    ours: Option<(u64, u64)>,
    agree: bool,
    reason: &'static str,
    note: String,
    unsound: Vec<String>,
}

pub fn run(args: &CorpusArgs) -> Result<bool, String> {
    let rows = corpus::tasks(&args.tsv, "boogie", args.only.as_deref())?;
    let invar = tool::build()?;
    let bar = tool::bar(rows.len());
    let (mut lines, mut excluded) = (Vec::new(), BTreeMap::new());
    for row in &rows {
        bar.set_message(row.path.clone());
        match task(args, row) {
            Ok((text, expected)) => lines.push(measure(args, &invar, row, &text, &expected)),
            Err(why) => *excluded.entry(why).or_insert(0) += 1,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let is_sound = lines.iter().all(|line| line.unsound.is_empty());
    match args.format {
        Format::Text => print!("{}", text(&lines, &excluded)),
        Format::Json => println!("{}", serde_json::to_string_pretty(&lines).map_err(|error| error.to_string())?),
    }
    Ok(is_sound)
}

/// The text of a test and what it expects, or why it is not comparable.
fn task(args: &CorpusArgs, row: &Task) -> Result<(String, Expected), String> {
    if !row.expected.starts_with("verified:") {
        return Err("the test is about names and types, not about verification".to_string());
    }
    let path = args.dir.join(&row.path);
    let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = read(&path).map_err(|_| "the file is missing".to_string())?;
    if let Some(why) = corpus::other_run(&text) {
        return Err(why);
    }
    let mut name = path.into_os_string();
    name.push(".expect");
    let expected = read(Path::new(&name)).map_err(|_| "the expectation is missing".to_string())?;
    let expected = corpus::expected(&expected).ok_or("its runs expect different counts")?;
    if expected.others > 0 {
        return Err("time outs are expected".to_string());
    }
    Ok((text, expected))
}

fn measure(args: &CorpusArgs, invar: &Path, row: &Task, text: &str, expected: &Expected) -> Line {
    let counts = (expected.verified, expected.errors);
    let line = Line {
        file: row.path.clone(),
        expected: counts,
        ours: None,
        agree: false,
        reason: "no answer",
        note: String::new(),
        unsound: Vec::new(),
    };
    let report = match tool::verify(invar, &args.dir.join(&row.path), args.timeout, &[]) {
        Ok(report) => report,
        Err(note) => return Line { note, ..line },
    };
    let Some(file) = report.files.first() else { return line };
    if let Some(error) = file.errors.first() {
        let place = error.place.as_ref().map_or(String::new(), |place| format!("line {}: ", place.line));
        return Line { reason: "rejected", note: format!("{place}{} [{}]", error.message, error.code), ..line };
    }
    let ranges = corpus::implementations(text);
    let ours = count(&report, &ranges);
    let unsound = unsound(&file.procedures, &ranges, &expected.error_lines);
    let agree = ours == counts;
    let reason = if agree { "agrees" } else { difference(counts, ours) };
    let note = if agree { String::new() } else { differing(&file.procedures, &expected.error_lines) };
    Line { ours: Some(ours), agree, reason, note, unsound, ..line }
}

/// Implementations proved and checks not proved.
fn count(report: &Report, ranges: &[Range]) -> (u64, u64) {
    let procedures = report.files.iter().flat_map(|file| &file.procedures).filter(|p| !is_inlined(p, ranges));
    let (mut proved, mut failing) = (0, 0);
    for procedure in procedures {
        proved += u64::from(procedure.verdict == "proved");
        let open = procedure.checks.iter().filter(|check| check.verdict != "proved").count();
        failing += open.min(ERROR_LIMIT) as u64;
    }
    (proved, failing)
}

/// Boogie verifies an inlined procedure only where it is called.
fn is_inlined(procedure: &Procedure, ranges: &[Range]) -> bool {
    range_of(procedure, ranges).is_some_and(|range| range.is_inlined)
}

fn range_of<'a>(procedure: &Procedure, ranges: &'a [Range]) -> Option<&'a Range> {
    let line = procedure.place.line;
    ranges.iter().find(|range| range.name == procedure.name && range.first <= line && line <= range.last)
}

/// Implementations that are proved although an error is expected in them. An error inside an inlined body belongs to one of
/// its callers, so there it is enough that somebody is not proved.
fn unsound(procedures: &[Procedure], ranges: &[Range], error_lines: &[u32]) -> Vec<String> {
    let mut unsound = Vec::new();
    let all_proved = procedures.iter().all(|procedure| procedure.verdict == "proved");
    for &line in error_lines {
        let Some(range) = ranges.iter().find(|range| range.first <= line && line <= range.last) else {
            if all_proved {
                unsound.push(format!("line {line}"));
            }
            continue;
        };
        let own = procedures.iter().filter(|procedure| range_of(procedure, ranges) == Some(range));
        let is_wrong = match range.is_inlined {
            true => all_proved,
            false => own.into_iter().any(|procedure| procedure.verdict == "proved"),
        };
        let name = format!("{} (line {line})", range.name);
        if is_wrong && !unsound.contains(&name) {
            unsound.push(name);
        }
    }
    unsound
}

fn difference(expected: (u64, u64), ours: (u64, u64)) -> &'static str {
    match (expected.0.cmp(&ours.0), expected.1.cmp(&ours.1)) {
        (std::cmp::Ordering::Less, _) => "more is proved",
        (std::cmp::Ordering::Greater, _) => "less is proved",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => "more checks fail",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => "fewer checks fail",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => "agrees",
    }
}

/// The lines that fail here only and there only, and why answers are unknown.
fn differing(procedures: &[Procedure], error_lines: &[u32]) -> String {
    let mut ours: Vec<(u32, String)> = Vec::new();
    for procedure in procedures.iter().filter(|procedure| procedure.verdict != "proved") {
        for check in procedure.checks.iter().filter(|check| check.verdict != "proved") {
            let cause = check.cause.as_deref().map_or(String::new(), |cause| format!(" {cause}"));
            ours.push((check.place.line, format!("{} {}{cause}", check.place.line, check.code)));
        }
        if procedure.checks.is_empty() {
            ours.push((procedure.place.line, format!("{}: {}", procedure.name, procedure.reason)));
        }
    }
    let only_here: Vec<String> =
        ours.iter().filter(|(line, _)| !error_lines.contains(line)).map(|(_, text)| text.clone()).collect();
    let only_there: Vec<String> =
        error_lines.iter().filter(|line| ours.iter().all(|(own, _)| own != *line)).map(u32::to_string).collect();
    let mut parts = Vec::new();
    if !only_here.is_empty() {
        parts.push(format!("only here: {}", only_here.join(", ")));
    }
    if !only_there.is_empty() {
        parts.push(format!("only there: {}", only_there.join(", ")));
    }
    parts.join("; ")
}

fn text(lines: &[Line], excluded: &BTreeMap<String, u32>) -> String {
    let heading = ["file", "expected", "ours", "agree", "note"].map(String::from).to_vec();
    let counts = |(proved, failing): (u64, u64)| format!("{proved} / {failing}");
    let rows = lines.iter().map(|line| {
        let unsound = line.unsound.iter().map(|name| format!("UNSOUND: {name} is proved; "));
        let reason = if line.agree { String::new() } else { format!("{}: ", line.reason) };
        vec![
            line.file.clone(),
            counts(line.expected),
            line.ours.map_or("-".to_string(), counts),
            if line.agree { "yes" } else { "no" }.to_string(),
            format!("{}{reason}{}", unsound.collect::<String>(), line.note),
        ]
    });
    let mut text = columns(&std::iter::once(heading).chain(rows).collect::<Vec<_>>());
    text.push_str("\nCounts are implementations proved / checks not proved.\n\n");
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for line in lines {
        *reasons.entry(line.reason).or_default() += 1;
    }
    for (reason, count) in &reasons {
        text.push_str(&format!("{count:5}  {reason}\n"));
    }
    let agreeing = lines.iter().filter(|line| line.agree).count();
    let percent = agreeing as f64 * 100.0 / lines.len().max(1) as f64;
    let unsound: usize = lines.iter().map(|line| line.unsound.len()).sum();
    text.push_str(&format!(
        "\n{agreeing} of {} agree ({percent:.1} %); unsound: {unsound}\n\nNot compared:\n",
        lines.len()
    ));
    for (why, count) in excluded {
        text.push_str(&format!("{count:5}  {why}\n"));
    }
    text
}
