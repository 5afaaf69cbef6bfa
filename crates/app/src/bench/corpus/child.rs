//! One task in a process of its own, with limits on time and memory: one that crashes or grows beyond measure is one row
//! of the table and not its end.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::tasks::{Task, data_model};

/// How every task is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program itself.
    pub invar: PathBuf,
    pub folder: PathBuf,
    /// Seconds for each task.
    pub timeout: u32,
    pub memory_megabytes: u64,
    /// Further options of `invar verify`, e.g. `--engine=bounded`.
    pub options: Vec<String>,
}

/// What came of one task.
pub struct Answered {
    pub seconds: f64,
    pub answer: Answer,
}

pub enum Answer {
    Report(Box<Report>),
    /// No report: it was killed, ran out of memory, or broke down; in words.
    Nothing(String),
}

/// The part of `docs/json.md` that is needed here.
#[derive(Deserialize, Debug)]
pub struct Report {
    pub verdict: String,
    #[serde(default)]
    pub property: Option<PropertyVerdict>,
    pub files: Vec<File>,
}

#[derive(Deserialize, Debug)]
pub struct PropertyVerdict {
    pub verdict: String,
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Deserialize, Debug)]
pub struct File {
    #[serde(default)]
    pub errors: Vec<Error>,
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(default)]
    pub procedures: Vec<Procedure>,
}

#[derive(Deserialize, Debug)]
pub struct Error {
    pub code: String,
    pub message: String,
    #[serde(default)]
    pub place: Option<Place>,
}

#[derive(Deserialize, Debug)]
pub struct Place {
    pub line: u32,
}

#[derive(Deserialize, Debug)]
pub struct Procedure {
    pub verdict: String,
    pub reason: String,
    #[serde(default)]
    pub checks: Vec<Check>,
}

#[derive(Deserialize, Debug)]
pub struct Check {
    pub code: String,
    #[serde(default)]
    pub cause: Option<String>,
    #[serde(default)]
    pub detail: Option<String>,
}

/// Longer than the child's own limit: it should have stopped by itself.
const GRACE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(10);

pub fn run(settings: &Settings, task: &Task) -> Answered {
    let start = Instant::now();
    let answer = match command(settings, task).stdin(Stdio::null()).spawn() {
        Ok(child) => wait(child, start + Duration::from_secs(settings.timeout.into()) + GRACE),
        Err(error) => Answer::Nothing(format!("it cannot be started: {error}")),
    };
    Answered { seconds: start.elapsed().as_secs_f64(), answer }
}

fn command(settings: &Settings, task: &Task) -> Command {
    let mut command = limited(&settings.invar, settings.memory_megabytes);
    command.args(["verify", "--format", "json", "--jobs", "1", "--timeout", &settings.timeout.to_string()]);
    command.args(&settings.options);
    if task.language == "c" {
        command.args(["--data-model", data_model(&settings.folder, task), "--property", &task.property]);
    }
    command.arg(settings.folder.join(&task.path)).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program under the shell's memory limit, where there is one.
fn limited(program: &Path, megabytes: u64) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1024)]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn wait(mut child: Child, deadline: Instant) -> Answer {
    // Both pipes are emptied while the child runs; it would stop at a full one.
    let out = child.stdout.take().map(|pipe| thread::spawn(|| read_all(pipe)));
    let err = child.stderr.take().map(|pipe| thread::spawn(|| read_all(pipe)));
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(POLL),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                break Err("it did not stop in time".to_string());
            }
            Err(error) => break Err(error.to_string()),
        }
    };
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    let (out, err) = (text(out), text(err));
    match status {
        Err(why) => Answer::Nothing(why),
        Ok(status) => match serde_json::from_slice(&out) {
            Ok(report) => Answer::Report(Box::new(report)),
            Err(_) => Answer::Nothing(broken(status, &String::from_utf8_lossy(&err))),
        },
    }
}

fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is still worth something.
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

fn broken(status: ExitStatus, errors: &str) -> String {
    let is_memory = ["memory allocation", "out of memory", "std::bad_alloc"].iter().any(|words| errors.contains(words));
    if is_memory {
        return "it ran out of memory".to_string();
    }
    if errors.contains("overflowed its stack") {
        return "it ran out of stack".to_string();
    }
    let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no message");
    format!("it broke down ({status}): {last}")
}
