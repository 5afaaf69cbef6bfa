//! `cargo xtask cbmc DIR`: `invar verify` and CBMC (Clarke, Kroening and Lerda: A tool for checking ANSI-C programs, 2004) on the C
//! programs of a list that are expected to fail, in one run.
//!
//! In: the list, its files, and CBMC's command. Out: for each corpus how many programs each tool refutes and the medians of the
//! processor time over those that both refute; what only one refutes; and of Invar's harnesses, how many compile and fail at the
//! line of the report. CBMC unwinds loops 2, 5, 12, 30 and 100 times, one after the other within the limit. `--record` writes every row
//! to a file as soon as it is measured; CBMC's part of a row that is there already is not measured again.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use invar_app::bench::columns::columns;
use invar_app::bench::corpus::child::{self, Settings};
use invar_app::bench::corpus::outcome::{Outcome, row};
use invar_app::bench::corpus::tasks::{self, Task, data_model};
use serde::{Deserialize, Serialize};

use crate::tool::{self, children_seconds};
use crate::{CbmcArgs, harness};

const UNWINDINGS: [u32; 5] = [2, 5, 12, 30, 100];
const MEGABYTES: u64 = 4096;

/// What the properties of the list are to CBMC.
const ERROR_FUNCTIONS: [&str; 2] = ["__VERIFIER_error", "reach_error"];
const MEMORY: [&str; 3] = ["--pointer-check", "--bounds-check", "--memory-leak-check"];
/// CBMC's exit code if something fails.
const FAILS: i32 = 10;

/// What one tool does with one program.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Effort {
    refuted: bool,
    /// Of the processor.
    seconds: f64,
}

/// One program, both tools.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    corpus: String,
    path: String,
    property: String,
    cbmc: Effort,
    invar: Option<Effort>,
    /// Of a refutation by Invar.
    harness: Option<harness::Repeats>,
}

pub fn run(args: &CbmcArgs) -> Result<bool, String> {
    let invar = tool::build()?;
    let mut all = tasks::read(&args.tsv)?;
    all.retain(|task| task.language == "c" && task.expected == "false");
    all.retain(|task| args.only.as_ref().is_none_or(|part| task.path.contains(part) || task.corpus.contains(part)));
    let known = known(args.record.as_deref())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let bar = tool::bar(all.len());
    let mut rows = Vec::new();
    for task in &all {
        bar.set_message(task.path.clone());
        let before = known.get(&(task.path.clone(), task.property.clone()));
        let cbmc = match before {
            Some(row) => row.cbmc,
            None => ask_cbmc(args, task, folder.path())?,
        };
        let (invar, harness) =
            if args.only_cbmc { (None, None) } else { ask_invar(args, &invar, task, folder.path())? };
        let (corpus, path, property) = (task.corpus.clone(), task.path.clone(), task.property.clone());
        let row = Row { corpus, path, property, cbmc, invar, harness };
        record(args.record.as_deref(), &row)?;
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{}", table(&rows));
    Ok(true)
}

fn known(file: Option<&Path>) -> Result<BTreeMap<(String, String), Row>, String> {
    let Some(text) = file.and_then(|file| std::fs::read_to_string(file).ok()) else { return Ok(BTreeMap::new()) };
    let rows: Result<Vec<Row>, _> = text.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|error| format!("what was recorded: {error}"))?;
    Ok(rows.into_iter().map(|row| ((row.path.clone(), row.property.clone()), row)).collect())
}

/// One line of JSON; of several for one program the last counts.
fn record(file: Option<&Path>, row: &Row) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let line = serde_json::to_string(row).map_err(|error| error.to_string())?;
    let open = OpenOptions::new().create(true).append(true).open(file);
    let written = open.and_then(|mut out| writeln!(out, "{line}"));
    written.map_err(|error| format!("{}: {error}", file.display()))
}

fn ask_invar(
    args: &CbmcArgs,
    invar: &Path,
    task: &Task,
    folder: &Path,
) -> Result<(Option<Effort>, Option<harness::Repeats>), String> {
    let harness = folder.join("harness.c");
    // The last program's must not be taken for this one's.
    let _ = std::fs::remove_file(&harness);
    let mut options = vec![format!("--harness={}", harness.display())];
    options.extend(args.include.iter().map(|folder| format!("-I{}", folder.display())));
    let settings = Settings {
        invar: invar.to_path_buf(),
        folder: args.dir.clone(),
        timeout: args.timeout,
        memory_megabytes: MEGABYTES,
        options,
    };
    let before = children_seconds();
    let answered = child::run(&settings, task);
    let seconds = elapsed(before).unwrap_or(answered.seconds);
    let refuted = row(task, answered).outcome == Outcome::CorrectFalse;
    let is_32 = data_model(&args.dir, task) == "ILP32";
    let repeats = refuted.then(|| harness::repeats(&args.gcc, &harness, is_32, &args.include, folder)).transpose()?;
    Ok((Some(Effort { refuted, seconds }), repeats))
}

fn elapsed(before: Option<f64>) -> Option<f64> {
    children_seconds().zip(before).map(|(after, before)| after - before)
}

/// Unwindings one after the other, until one fails or the time is over.
fn ask_cbmc(args: &CbmcArgs, task: &Task, folder: &Path) -> Result<Effort, String> {
    let file = args.dir.join(&task.path);
    let text = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let errors = folder.join("errors.c");
    std::fs::write(&errors, definitions(&String::from_utf8_lossy(&text))).map_err(|error| error.to_string())?;
    let (start, before) = (Instant::now(), children_seconds());
    let limit = Duration::from_secs(args.timeout.into());
    let mut refuted = false;
    for unwinding in UNWINDINGS {
        let left = limit.saturating_sub(start.elapsed());
        if left.is_zero() || refuted {
            break;
        }
        let options = cbmc_options(args, task, unwinding);
        let files = [file.clone(), errors.clone()];
        let is_asked = |text: &str| text.lines().filter_map(failed).any(|what| is_asked(what, &task.property));
        refuted = match fails(&args.cbmc, &[options.as_slice(), &["--stop-on-fail".into()]].concat(), &files, left)? {
            None => false,
            // The first that fails need not be the one that is asked for.
            Some(text) => {
                let left = limit.saturating_sub(start.elapsed());
                is_asked(&text) || fails(&args.cbmc, &options, &files, left)?.is_some_and(|text| is_asked(&text))
            }
        };
    }
    Ok(Effort { refuted, seconds: elapsed(before).unwrap_or(start.elapsed().as_secs_f64()) })
}

/// The functions that mean an error or an assumption, unless the program has bodies for them.
fn definitions(text: &str) -> String {
    let mut out = String::new();
    for name in ERROR_FUNCTIONS.into_iter().filter(|name| !has_body(text, name)) {
        out += &format!("void {name}(void) {{ __CPROVER_assert(0, \"error\"); __CPROVER_assume(0); }}\n");
    }
    if !has_body(text, "__VERIFIER_assume") {
        out += "void __VERIFIER_assume(int condition) { __CPROVER_assume(condition); }\n";
    }
    out
}

/// Is there, after the name and what is in parentheses, a brace?
fn has_body(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let rest = text[at + name.len()..].trim_start();
        let Some(inner) = rest.strip_prefix('(') else { return false };
        inner.split_once(')').is_some_and(|(_, after)| after.trim_start().starts_with('{'))
    })
}

fn cbmc_options(args: &CbmcArgs, task: &Task, unwinding: u32) -> Vec<String> {
    let size = if data_model(&args.dir, task) == "ILP32" { "--32" } else { "--64" };
    let fixed = ["--no-standard-checks", size, "--unwind"];
    let mut options: Vec<String> = fixed.map(String::from).to_vec();
    options.push(unwinding.to_string());
    if task.property == "valid-memsafety" {
        options.extend(MEMORY.map(String::from));
    }
    options.extend(args.include.iter().flat_map(|folder| ["-I".to_string(), folder.display().to_string()]));
    options
}

/// What CBMC prints if something fails. What it cannot read, or is too large for it, is not refuted.
fn fails(command: &str, options: &[String], files: &[PathBuf], limit: Duration) -> Result<Option<String>, String> {
    let shell = format!("ulimit -v {}; exec timeout {:.1} {command} \"$@\"", MEGABYTES * 1024, limit.as_secs_f64());
    let output = Command::new("sh")
        .args(["-c", &shell, "cbmc"])
        .args(options)
        .args(files)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("`{command}` cannot be run: {error}"))?;
    match output.status.code() {
        Some(126 | 127) => Err(format!("`{command}` cannot be run")),
        code => Ok((code == Some(FAILS)).then(|| String::from_utf8_lossy(&output.stdout).into_owned())),
    }
}

/// The description of what fails: after `[name] line 9` and before `: FAILURE` in the list of all checks, or below the place of the
/// violated one.
fn failed(line: &str) -> Option<&str> {
    match line.strip_prefix('[') {
        Some(rest) => {
            let text = rest.strip_suffix(": FAILURE")?.split_once("] ")?.1;
            let after_line = text.strip_prefix("line ").and_then(|text| text.split_once(' '));
            Some(after_line.map_or(text, |(_, text)| text))
        }
        None => line.strip_prefix("  "),
    }
}

/// Of assertions, the program's own and the error function's count; of memory, everything else.
fn is_asked(description: &str, property: &str) -> bool {
    let is_assertion = description == "error" || description.starts_with("assertion ");
    let is_place = description.starts_with("file ");
    !is_place && is_assertion == (property != "valid-memsafety")
}

/// What is counted of some rows.
#[derive(Default)]
struct Count {
    rows: usize,
    cbmc: usize,
    invar: usize,
    both: Vec<(f64, f64)>,
}

impl Count {
    fn add(&mut self, row: &Row) {
        let invar = row.invar.filter(|invar| invar.refuted);
        self.rows += 1;
        self.cbmc += usize::from(row.cbmc.refuted);
        self.invar += usize::from(invar.is_some());
        self.both.extend(invar.filter(|_| row.cbmc.refuted).map(|invar| (row.cbmc.seconds, invar.seconds)));
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let cbmc = median(self.both.iter().map(|(cbmc, _)| *cbmc));
        let invar = median(self.both.iter().map(|(_, invar)| *invar));
        let seconds = |seconds: Option<f64>| seconds.map_or("-".to_string(), |seconds| format!("{seconds:.2}"));
        let counts = [self.rows, self.cbmc, self.invar].map(|count| count.to_string());
        std::iter::once(name.to_string()).chain(counts).chain([seconds(cbmc), seconds(invar)]).collect()
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

fn table(rows: &[Row]) -> String {
    let (mut all, mut corpora): (Count, BTreeMap<&str, Count>) = Default::default();
    for row in rows {
        all.add(row);
        corpora.entry(&row.corpus).or_default().add(row);
    }
    let heading = ["corpus", "rows", "cbmc", "invar", "cbmc s", "invar s"].map(String::from).to_vec();
    let mut lines = vec![heading];
    lines.extend(corpora.iter().map(|(name, count)| count.cells(name)));
    lines.push(all.cells("all"));
    let mut out = columns(&lines);
    let ours = |row: &Row| row.invar.is_some_and(|invar| invar.refuted);
    for (title, wanted) in [("only CBMC refutes:", true), ("only Invar refutes:", false)] {
        out += &format!("\n{title}\n");
        let found = rows.iter().filter(|row| row.cbmc.refuted == wanted && ours(row) != wanted);
        found.for_each(|row| out += &format!("  {}\n", row.path));
    }
    out += "\nharnesses\n";
    let mut repeats: BTreeMap<String, usize> = BTreeMap::new();
    let made = rows.iter().filter_map(|row| row.harness.as_ref());
    made.for_each(|harness| *repeats.entry(harness.to_string()).or_default() += 1);
    repeats.iter().for_each(|(words, count)| out += &format!("  {count:4} {words}\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_with_bodies_are_not_defined_again() {
        let text =
            "void reach_error(void) {\n}\nextern void __VERIFIER_error (void);\nint main() { __VERIFIER_error(); }";
        let made = definitions(text);
        assert!(made.contains("void __VERIFIER_error") && made.contains("void __VERIFIER_assume"), "{made}");
        assert!(!made.contains("reach_error"), "{made}");
        assert!(has_body("void __VERIFIER_assume(int c)\n{", "__VERIFIER_assume"));
    }

    #[test]
    fn only_what_is_asked_counts() {
        let listed = "[main.assertion.1] line 9 assertion x == 1: FAILURE";
        assert_eq!(failed(listed), Some("assertion x == 1"));
        assert_eq!(failed("[main.assertion.2] line 9 assertion x == 1: SUCCESS"), None);
        assert_eq!(failed("  free argument has offset zero"), Some("free argument has offset zero"));
        assert!(is_asked("error", "unreach-call") && is_asked("assertion x == 1", "assert"));
        assert!(!is_asked("free argument has offset zero", "assert"));
        assert!(is_asked("free argument has offset zero", "valid-memsafety"));
        assert!(!is_asked("file a.c line 3", "valid-memsafety"));
    }

    #[test]
    fn only_rows_that_both_refute_are_compared() {
        let row = |cbmc, invar: Option<bool>| Row {
            corpus: "a".into(),
            path: "a/b.c".into(),
            property: "unreach-call".into(),
            cbmc: Effort { refuted: cbmc, seconds: 1.0 },
            invar: invar.map(|refuted| Effort { refuted, seconds: 2.0 }),
            harness: None,
        };
        let mut count = Count::default();
        for row in [row(true, Some(true)), row(true, Some(false)), row(false, Some(true)), row(true, None)] {
            count.add(&row);
        }
        assert_eq!(count.cells("a"), ["a", "4", "3", "2", "1.00", "2.00"]);
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
    }
}
