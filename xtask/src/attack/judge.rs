//! Invar's answer to a question, as `invar verify` gives it, and whether it is right.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use invar_app::cli::args::{Cli, Command};
use invar_app::cli::verify::{engine, read_options, session_options};
use invar_app::property;
use invar_app::session::{self, Options, Outcome, Overall, Run, Verify};
use invar_engine::{Unknown, Verdict};

use super::question::{Expect, Question};

/// After how many times the limit Invar counts as hanging.
const HANGS: u64 = 4;

/// What came of one question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    Right,
    Open,
    /// Invar does not read the program.
    Rejected,
    Wrong,
}

pub struct Judgement {
    pub grade: Grade,
    /// The answer, or how it broke down.
    pub answer: String,
}

pub fn judge(folder: &Path, question: &Question, seconds: u64) -> Result<Judgement, String> {
    let path = folder.join("attack.c");
    fs::write(&path, &question.text).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let answer = answer(&path.display().to_string(), question.args, seconds)?;
    if start.elapsed() > Duration::from_secs(HANGS * seconds) {
        return Ok(Judgement { grade: Grade::Wrong, answer: format!("hangs ({answer})") });
    }
    let grade = match (question.expect, answer.as_str()) {
        (Expect::Holds, "proved") | (Expect::Fails, "refuted") => Grade::Right,
        // A condition on callers promises nothing about those that do not keep to it.
        (Expect::Holds | Expect::Fails, "unknown" | "conditional") => Grade::Open,
        (_, "proved" | "refuted") => Grade::Wrong,
        (_, other) if other.starts_with("rejected") => Grade::Rejected,
        (_, _) => Grade::Wrong,
    };
    Ok(Judgement { grade, answer })
}

/// `proved`, `refuted`, `unknown`, `conditional`, `rejected: …` or a breakdown.
fn answer(path: &str, words: &str, seconds: u64) -> Result<String, String> {
    let seconds = seconds.to_string();
    let line = ["invar", "verify", "--timeout", &seconds, "--jobs", "1"].into_iter();
    let cli =
        Cli::try_parse_from(line.chain(words.split_whitespace()).chain([path])).map_err(|error| error.to_string())?;
    let Command::Verify(args) = cli.command else { return Err("these are the options of `invar verify`".to_string()) };
    let property = args.c.property.as_ref().map(|name| property::load(name)).transpose();
    let property = property.map_err(|error| error.message)?;
    let options: Options = session_options(&args.limits, read_options(&args, property.as_ref()));
    let run = session::run(
        &[path.to_string()],
        &options,
        Arc::new(Verify { engine: engine(args.engine, None), ..Verify::default() }),
        &mut |_| {},
    );
    if let Some(breakdown) = breakdown(&run) {
        return Ok(breakdown);
    }
    Ok(match (&property, run.overall(), &run.files[..]) {
        (Some(property), Overall::Proved | Overall::Conditional | Overall::Refuted | Overall::Unknown, [file]) => {
            match property.answer(file).verdict.as_str() {
                "true" => "proved".to_string(),
                "unknown" => "unknown".to_string(),
                _ => "refuted".to_string(),
            }
        }
        (_, overall, _) => overall.word().to_string(),
    })
}

/// A panic, or a file that is not read.
fn breakdown(run: &Run) -> Option<String> {
    let crash =
        |unknown: &Unknown| unknown.detail.contains("internal error").then(|| format!("crash: {}", unknown.detail));
    match &run.files.first()?.outcome {
        Outcome::Bad(errors) => {
            let error = errors.first()?;
            let word = if error.code == "internal-error" { "crash" } else { "rejected" };
            Some(format!("{word}: {}", error.message))
        }
        Outcome::Unread(unknown) => crash(unknown),
        Outcome::Read { procedures, .. } => procedures.iter().find_map(|report| match &report.verdict {
            Verdict::Unknown(unknown) => crash(unknown),
            Verdict::Proved(_) | Verdict::ProvedIf(_) | Verdict::Refuted(_) => None,
        }),
    }
}
