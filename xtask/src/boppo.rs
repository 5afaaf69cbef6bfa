//! `cargo xtask boppo DIR`: `invar reach` on SatAbs' tests of Boppo. Each stands in a folder with a `test.desc`, whose options may name
//! the label that is asked about.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use invar_app::bench::columns::columns;
use invar_app::bench::corpus::tasks::{Task, read};

use crate::CorpusArgs;
use crate::tool;

#[derive(Default)]
struct Row {
    tasks: usize,
    as_expected: usize,
    wrong: usize,
    open: usize,
    seconds: f64,
}

pub fn run(args: &CorpusArgs) -> Result<bool, String> {
    let mut tasks = read(&args.tsv)?;
    tasks.retain(|task| task.language == "bp" && args.only.as_ref().is_none_or(|part| task.path.contains(part)));
    let invar = tool::build()?;
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut notes = Vec::new();
    for task in &tasks {
        let start = Instant::now();
        let answer = answer(&invar, &args.dir, task, args.timeout)?;
        let folder = Path::new(&task.path).parent().and_then(Path::parent);
        let row = rows.entry(folder.unwrap_or(Path::new("")).display().to_string()).or_default();
        row.seconds += start.elapsed().as_secs_f64();
        row.tasks += 1;
        match (answer, task.expected.as_str()) {
            ("unreachable", "true") | ("reachable", "false") => row.as_expected += 1,
            ("unreachable" | "reachable", _) => {
                row.wrong += 1;
                notes.push(format!("{}: {answer}, expected {}", task.path, task.expected));
            }
            (_, _) => {
                row.open += 1;
                notes.push(format!("{}: {answer}", task.path));
            }
        }
    }
    print!("{}", table(&rows));
    notes.iter().for_each(|note| println!("{note}"));
    Ok(notes.is_empty() && !tasks.is_empty())
}

fn table(rows: &BTreeMap<String, Row>) -> String {
    let head = ["directory", "tasks", "as expected", "wrong", "open", "seconds"].map(str::to_string).to_vec();
    let lines = rows.iter().map(|(folder, Row { tasks, as_expected, wrong, open, seconds })| {
        let counts = [tasks, as_expected, wrong, open].map(|count| count.to_string());
        [vec![folder.clone()], counts.to_vec(), vec![format!("{seconds:.2}")]].concat()
    });
    columns(&std::iter::once(head).chain(lines).collect::<Vec<_>>())
}

/// What the exit code says.
fn answer(invar: &Path, folder: &Path, task: &Task, timeout: u32) -> Result<&'static str, String> {
    let file = folder.join(&task.path);
    let description = std::fs::read_to_string(file.with_file_name("test.desc")).unwrap_or_default();
    let mut words = description.split_whitespace().skip_while(|word| *word != "-l");
    let label: Vec<&str> = words.nth(1).map(|label| vec!["--label", label]).unwrap_or_default();
    let status = Command::new(invar)
        .args(["reach", "--timeout", &timeout.to_string()])
        .args(label)
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status.map_err(|error| format!("invar cannot be run: {error}"))?.code() {
        Some(0) => Ok("unreachable"),
        Some(1) => Ok("reachable"),
        Some(2) => Ok("unknown"),
        Some(3) => Ok("rejected"),
        Some(_) | None => Ok("broke down"),
    }
}
