//! Every program under `tests/` (at the root of the repository) is one test: the findings of `invar verify` (of `invar reach` for
//! boolean programs) must be
//! exactly the marks that its lines carry. `marks.rs` says what marks there are; everything unmarked must be proved.
//!
//! A name given on the command line selects the tests whose path contains it: `cargo test --test cases fs01`.

mod marks;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;
use invar_app::cli::args::{Cli, Command};
use invar_app::cli::verify::{engine, read_options, session_options};
use invar_app::property;
use invar_app::reach;
use invar_app::report::findings::{Kind, findings};
use invar_app::session::{self, FileReport, Options, Verify};
use invar_base::{Severity, Span};
use invar_engine::bebop::Outcome;
use libtest_mimic::{Arguments, Failed, Trial};
use marks::{Found, Word};

/// One runner for all languages: how the names of programs end.
const EXTENSIONS: [&str; 3] = ["bpl", "bp", "c"];
/// Programs here belong to other tests: snapshots of whole reports, and abstractions.
const NOT_CASES: [&str; 2] = ["reports", "abstracted"];

fn main() -> std::process::ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut trials: Vec<Trial> = programs(&root).into_iter().map(|path| trial(&root, path)).collect();
    // What programs use of the C library is proved here, against the contracts that they are given.
    let front = Path::new(env!("CARGO_MANIFEST_DIR")).join("../front/src/c");
    trials.push(trial(&front, front.join("library/library.c")));
    trials.extend(runner_trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trial(root: &Path, path: PathBuf) -> Trial {
    let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
    Trial::test(name, move || run_case(&path))
}

fn is_elsewhere(path: &Path) -> bool {
    NOT_CASES.iter().any(|folder| path.ends_with(folder))
}

/// All programs below a folder, sorted by path.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| !is_elsewhere(path)).collect();
    paths.sort();
    let is_program =
        |path: &Path| path.extension().and_then(|end| end.to_str()).is_some_and(|end| EXTENSIONS.contains(&end));
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { programs(&path) } else { vec![path] })
        .filter(|path| is_program(path))
        .collect()
}

fn run_case(path: &Path) -> Result<(), Failed> {
    // A file that is bad input on purpose need not be text.
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let expected = marks::read(&text)?;
    let path = path.to_str().ok_or("the path is not UTF-8")?.to_string();
    if path.ends_with(".bp") {
        let report = searched(&marks::options(&text)?, &path)?;
        marks::compare(&expected, &found_by_search(&report))?;
        return Ok(());
    }
    let (options, engine) = options(&marks::options(&text)?, &path)?;
    let run = session::run(&[path], &options, Arc::new(engine), &mut |_| {});
    marks::compare(&expected, &found(&run.files[0]))?;
    Ok(())
}

/// The options of `invar verify` that the file asks for. One job each: the runner itself is parallel.
fn options(words: &[String], path: &str) -> Result<(Options, Verify), String> {
    let line = ["invar", "verify"].into_iter().chain(words.iter().map(String::as_str)).chain([path]);
    let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
    let Command::Verify(args) = cli.command else {
        return Err("the options are those of `invar verify`".into());
    };
    let property = args.c.property.as_ref().map(|property| property::load(property)).transpose();
    let property = property.map_err(|error| error.message)?;
    let options = session_options(&args.limits, read_options(&args, property.as_ref()));
    Ok((Options { jobs: 1, ..options }, Verify { engine: engine(args.engine, args.fixpoint), ..Verify::default() }))
}

/// What `invar reach` finds, with the options that the file asks for.
fn searched(words: &[String], path: &str) -> Result<reach::Report, String> {
    let line = ["invar", "reach"].into_iter().chain(words.iter().map(String::as_str)).chain([path]);
    let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
    let Command::Reach(args) = cli.command else {
        return Err("the options are those of `invar reach`".into());
    };
    let asked = reach::Asked { labels: args.label, invariants: args.invariant, entry: args.entry };
    let options = reach::Options { effort: args.effort, timeout: args.timeout, interrupt: Arc::default() };
    Ok(reach::search(path, &asked, &options))
}

fn found_by_search(report: &reach::Report) -> Vec<Found> {
    let line = |span: Option<Span>| span.map_or(1, |span| report.sources.place(span).line);
    match &report.found {
        reach::Found::Bad(errors) => {
            let found = errors.iter().map(|error| {
                let (code, detail) = (error.code.to_string(), error.message.clone());
                Found { line: line(error.span), word: Word::Error, code, detail }
            });
            found.collect()
        }
        reach::Found::Nothing(finding) => {
            let (code, detail) = (finding.cause.code().to_string(), finding.detail.clone());
            vec![Found { line: 1, word: Word::Unknown, code, detail }]
        }
        reach::Found::Answered(answered) => {
            let goals = answered.query.goals.iter().zip(&answered.answer.outcomes);
            let found = goals.filter_map(|(goal, outcome)| {
                let (word, detail) = match outcome {
                    Outcome::Unreachable => return None,
                    Outcome::Reachable(_) => (Word::Reachable, String::new()),
                    Outcome::Unknown(why) => (Word::Unknown, format!("{why:?}")),
                };
                let span = reach::text::span(&answered.program, goal.place);
                Some(Found { line: line(Some(span)), word, code: reach::text::code(goal).to_string(), detail })
            });
            found.collect()
        }
    }
}

/// The findings of a file, as marks would state them. What has no place stands on line 1.
fn found(file: &FileReport) -> Vec<Found> {
    let found = findings(file).into_iter().map(|finding| {
        let line = finding.span.map_or(1, |span| file.sources.place(span).line);
        let (word, detail) = match &finding.kind {
            Kind::Diagnostic(diagnostic) => match diagnostic.severity {
                Severity::Error => (Word::Error, diagnostic.message.clone()),
                Severity::Warning | Severity::Note => (Word::Warning, diagnostic.message.clone()),
            },
            Kind::Refuted { .. } => (Word::Refuted, String::new()),
            Kind::Unknown { unknown, .. } => (Word::Unknown, format!("{}: {}", unknown.cause.code(), unknown.detail)),
            Kind::UnknownProcedure { unknown, .. } | Kind::UnknownFile { unknown } => {
                (Word::Unknown, unknown.detail.clone())
            }
            Kind::ProvedIf { conditional } => {
                let texts: Vec<&str> = conditional.conditions.iter().map(|known| known.text.as_str()).collect();
                (Word::Conditional, texts.join("; "))
            }
            Kind::VacuousCheck { .. } | Kind::VacuousProcedure { .. } => (Word::Vacuous, String::new()),
        };
        Found { line, word, code: finding.code.to_string(), detail }
    });
    found.collect()
}

// ----- the runner's own tests: it must be able to fail -----

fn runner_trials() -> Vec<Trial> {
    vec![
        Trial::test("runner::a_file_with_the_right_marks_passes", || expect(GOOD, None)),
        Trial::test("runner::a_failure_without_its_mark_fails", || {
            expect(&GOOD.replace("//~ refuted assert", ""), Some("line 3: refuted assert has no mark"))
        }),
        Trial::test("runner::a_mark_without_its_failure_fails", || {
            expect(&GOOD.replace("x == x;", "x == x; //~ refuted assert"), Some("line 4: nothing is refuted assert"))
        }),
        Trial::test("runner::a_mark_with_another_code_fails", || {
            expect(&GOOD.replace("refuted assert", "refuted ensures"), Some("line 3"))
        }),
        Trial::test("runner::bad_input_without_its_mark_fails", || {
            expect("procedure p( {\n", Some("error syntax has no mark"))
        }),
        Trial::test("runner::an_unknown_option_fails", || {
            expect(&format!("//! options: --nonsense\n{GOOD}"), Some("--nonsense"))
        }),
        Trial::test("runner::an_assertion_that_can_fail_without_its_mark_fails", || {
            expect_file("case.bp", BOOLEAN, None)?;
            expect_file("case.bp", &BOOLEAN.replace("//~ reachable assert", ""), Some("line 3: reachable assert"))?;
            expect_file("case.bp", &BOOLEAN.replace("T);", "T); //~ reachable assert"), Some("line 4: nothing is"))
        }),
        Trial::test("runner::marks", || Ok(marks::self_test()?)),
    ]
}

const GOOD: &str = "procedure p(x: int)\n{\n  assert x > 0; //~ refuted assert\n  assert x == x;\n}\n";

const BOOLEAN: &str = "void main() begin\n  decl x;\n  assert(x); //~ reachable assert\n  assert(T);\nend\n";

/// Runs a text as if it were a test; it must pass, or fail with a message that contains the text given.
fn expect(text: &str, failure: Option<&str>) -> Result<(), Failed> {
    expect_file("case.bpl", text, failure)
}

fn expect_file(name: &str, text: &str, failure: Option<&str>) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    std::fs::write(&path, text)?;
    match (run_case(&path), failure) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(_)) => Err("the runner accepted a wrong case".into()),
        (Err(failed), None) => Err(failed),
        (Err(failed), Some(part)) => {
            let message = failed.message().unwrap_or("").to_string();
            if message.contains(part) { Ok(()) } else { Err(format!("`{part}` is not in: {message}").into()) }
        }
    }
}
