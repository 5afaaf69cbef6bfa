//! `cargo xtask spacer`: `invar verify` against Spacer, Z3's engine for constrained Horn clauses (Komuravelli, Gurfinkel and
//! Chaki: SMT-based model checking for recursive programs, 2014) with the quantified lemmas of Gurfinkel, Shoham and Vizel:
//! Quantifiers on demand, 2018, in one run.
//!
//! In: `benches/spacer/NAME.smt2`, clauses over mathematical integers and arrays that state the C program `NAME.c` of the
//! folder of forms. Out: a table, and how often Invar is slower than allowed. Both tools are timed from start to end, as a
//! user waits, one after the other; beside stands the processor time of the process and its children, which a busy machine
//! disturbs less. The comparison favours Spacer: it neither reads C nor sees machine integers and memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use invar_app::bench::columns::columns;

use crate::SpacerArgs;
use crate::tool::{self, children_seconds};

const CLAUSES: &str = "benches/spacer";

/// Quantified generalisation: lemmas and proof obligations with quantified indices, instantiated by matching only.
const OPTIONS: [&str; 7] = [
    "fp.engine=spacer",
    "fp.spacer.q3=true",
    "fp.spacer.q3.instantiate=true",
    "fp.spacer.q3.use_qgen=true",
    "fp.spacer.ground_pobs=false",
    "fp.spacer.mbqi=false",
    "fp.spacer.use_euf_gen=true",
];

/// Invar may take this many times what Spacer takes, or `ALWAYS_ALLOWED` seconds, whichever is more.
const FACTOR: f64 = 3.0;
const ALWAYS_ALLOWED: f64 = 1.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Proved,
    Refuted,
    Open,
}

/// Seconds of one run: of the wall clock, and of the processor where the system tells.
#[derive(Clone, Copy, Debug)]
struct Times {
    wall: f64,
    processor: Option<f64>,
}

/// One program, both answers.
struct Row {
    name: String,
    spacer: Answer,
    spacer_times: Times,
    invar: Answer,
    queries: u64,
    invar_times: Times,
}

pub fn run(args: &SpacerArgs) -> Result<bool, String> {
    let invar = tool::build()?;
    let names = names(Path::new(CLAUSES))?;
    let bar = tool::bar(names.len());
    let mut rows = Vec::new();
    for name in names {
        bar.set_message(name.clone());
        rows.push(race(&invar, name, args)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut lines = vec![heading()];
    lines.extend(rows.iter().map(line));
    print!("{}", columns(&lines));
    let proved: Vec<&Row> = rows.iter().filter(|row| row.spacer == Answer::Proved).collect();
    println!("\nSpacer proves {} of {}", proved.len(), rows.len());
    println!("by processor time, {}", summary(&proved, |times| times.processor.unwrap_or(times.wall)));
    println!("{}", summary(&proved, |times| times.wall));
    Ok(proved.iter().all(|row| row.is_allowed(|times| times.wall)))
}

impl Row {
    /// invar ≤ max(3 · spacer, 1 s), for a program that Spacer proves. An answer that is not a proof is never in time.
    fn is_allowed(&self, seconds: fn(&Times) -> f64) -> bool {
        let allowed = ALWAYS_ALLOWED.max(FACTOR * seconds(&self.spacer_times));
        self.invar == Answer::Proved && seconds(&self.invar_times) <= allowed
    }
}

/// The programs for which there are clauses, in the order of their names.
fn names(clauses: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(clauses).map_err(|error| format!("{}: {error}", clauses.display()))?;
    let files = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let files: Vec<_> = files.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let name = |file: &std::ffi::OsString| file.to_str()?.strip_suffix(".smt2").map(String::from);
    let mut names: Vec<String> = files.iter().filter_map(name).collect();
    names.sort();
    Ok(names)
}

fn race(invar: &Path, name: String, args: &SpacerArgs) -> Result<Row, String> {
    let clauses = Path::new(CLAUSES).join(format!("{name}.smt2"));
    let program: PathBuf = args.forms.join(format!("{name}.c"));
    let (spacer, spacer_times) = timed(|| ask_spacer(&args.z3, &clauses, args.timeout));
    let (report, invar_times) = timed(|| tool::verify(invar, &program, args.timeout, &["--property", "unreach-call"]));
    let report = report.map_err(|error| format!("{}: {error}", program.display()))?;
    let answer = match report.verdict.as_str() {
        "proved" => Answer::Proved,
        "refuted" => Answer::Refuted,
        _ => Answer::Open,
    };
    Ok(Row { name, spacer: spacer?, spacer_times, invar: answer, queries: report.statistics.queries, invar_times })
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Times) {
    let (start, before) = (Instant::now(), children_seconds());
    let result = run();
    let wall = start.elapsed().as_secs_f64();
    let processor = children_seconds().zip(before).map(|(after, before)| after - before);
    (result, Times { wall, processor })
}

fn ask_spacer(z3: &str, file: &Path, timeout: u32) -> Result<Answer, String> {
    let output = Command::new(z3)
        .args(OPTIONS)
        .arg(format!("-T:{timeout}"))
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`{z3}` cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    answer(&text).ok_or_else(|| format!("{}: Z3 says {}", file.display(), text.trim()))
}

/// Clauses have a solution if and only if no error can be reached.
fn answer(text: &str) -> Option<Answer> {
    match text.lines().next()?.trim() {
        "sat" => Some(Answer::Proved),
        "unsat" => Some(Answer::Refuted),
        "unknown" | "timeout" => Some(Answer::Open),
        _ => None,
    }
}

fn heading() -> Vec<String> {
    let names = ["program", "spacer", "seconds", "cpu", "invar", "queries", "seconds", "cpu", "ratio", "cpu ratio"];
    names.map(String::from).to_vec()
}

fn line(row: &Row) -> Vec<String> {
    let seconds = |seconds: f64| format!("{seconds:.2}");
    let or_dash = |value: Option<f64>| value.map_or("-".to_string(), seconds);
    let (ours, theirs) = (row.invar_times, row.spacer_times);
    let is_proved = row.spacer == Answer::Proved;
    let ratio = is_proved.then(|| ours.wall / theirs.wall);
    let processor = ours.processor.zip(theirs.processor).filter(|(_, theirs)| is_proved && *theirs > 0.0);
    vec![
        row.name.clone(),
        word(row.spacer).to_string(),
        seconds(theirs.wall),
        or_dash(theirs.processor),
        word(row.invar).to_string(),
        row.queries.to_string(),
        seconds(ours.wall),
        or_dash(ours.processor),
        or_dash(ratio),
        or_dash(processor.map(|(ours, theirs)| ours / theirs)),
    ]
}

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Proved => "proved",
        Answer::Refuted => "refuted",
        Answer::Open => "open",
    }
}

fn summary(proved: &[&Row], seconds: fn(&Times) -> f64) -> String {
    let slower: Vec<&str> = proved.iter().filter(|row| !row.is_allowed(seconds)).map(|row| row.name.as_str()).collect();
    let names = if slower.is_empty() { String::new() } else { format!(": {}", slower.join(", ")) };
    let limit = format!("max({FACTOR} x, {ALWAYS_ALLOWED} s)");
    format!("{} of those that Spacer proves take Invar more than {limit}{names}", slower.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowed_time_is_three_times_or_a_second() {
        let times = |wall| Times { wall, processor: None };
        let is_allowed = |spacer, invar, seconds| {
            let (spacer_times, invar_times) = (times(spacer), times(seconds));
            let row = Row { name: String::new(), spacer: Answer::Proved, spacer_times, invar, queries: 0, invar_times };
            row.is_allowed(|times| times.wall)
        };
        assert!(is_allowed(0.1, Answer::Proved, 1.0));
        assert!(is_allowed(1.0, Answer::Proved, 3.0));
        assert!(!is_allowed(0.1, Answer::Proved, 1.1));
        assert!(!is_allowed(1.0, Answer::Proved, 3.1));
        assert!(!is_allowed(1.0, Answer::Open, 0.1));
    }

    #[test]
    fn what_is_not_an_answer_is_not_taken_for_one() {
        assert_eq!(answer("sat\n"), Some(Answer::Proved));
        assert_eq!(answer("timeout\n"), Some(Answer::Open));
        assert_eq!(answer("(error \"line 9\")\nsat\n"), None);
        assert_eq!(answer(""), None);
    }
}
