//! `invar verify`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use invar_base::memory;
use invar_engine::template::Fixpoint;
use invar_front::ReadOptions;
use invar_front::c::slic::RuleText;
use invar_front::c::types::DataModel;
use invar_front::c::{self, CheckSet, Headers, Start};
use invar_front::read::Preprocess;

use super::args::{self, CArgs, Format, Limits, VerifyArgs, checks_of_rules};
use super::{BAD_INPUT, harness, terminal};
use crate::backend::EngineChoice;
use crate::property::{self, Answer, Property};
use crate::report::text::Detail;
use crate::session::{Engine, Options, Progress, Run, Verify};
use crate::{evidence, input, report, session};

pub fn verify(args: &VerifyArgs) -> u8 {
    match property_of(args) {
        Ok(property) => verify_with(args, property.as_ref()),
        Err(error) => {
            terminal::print_error(&error);
            if args.c.property.is_some() {
                terminal::print("unknown\n");
            }
            BAD_INPUT
        }
    }
}

fn verify_with(args: &VerifyArgs, property: Option<&Property>) -> u8 {
    if args.fixpoint.is_some() && args.engine != args::Engine::Templates {
        terminal::print_error("error: `--fixpoint` says how `--engine templates` works; no other engine has one\n");
        return BAD_INPUT;
    }
    let start = Instant::now();
    let files: Vec<String> = args.files.iter().flat_map(|path| input::expand(path)).collect();
    let decisive = property.map_or(CheckSet::EMPTY, Property::decisive);
    let extent = if args.c.harness.is_some() { session::Extent::Whole } else { session::Extent::Below };
    let engine = Verify { engine: engine(args.engine, args.fixpoint), decisive, extent };
    // A property, a harness and evidence are about one file.
    let is_alone = args.separate || property.is_some() || args.c.harness.is_some() || args.evidence.is_some();
    let verify = if is_alone { session::run } else { session::run_linked };
    let options = session_options(&args.limits, read_options(args, property));
    let options = Options { listener: args.verbose.then_some(terminal::note), ..options };
    let run = run_by(verify, &files, options, Arc::new(engine));
    let answer = property.map(|property| {
        let first = answer(property, &run);
        let left = args.limits.timeout.map(|limit| limit.saturating_sub(start.elapsed()));
        beyond_failure(args, property, &first, &files, left).unwrap_or(first)
    });
    match args.format {
        Format::Text => {
            print_text(&run, detail(args));
            if let Some(answer) = &answer {
                print_answer(answer);
            }
        }
        Format::Json => terminal::print(&report::json::report(&run, answer.as_ref())),
    }
    if let Some(path) = &args.c.harness {
        harness::write(path, &run, decisive);
    }
    let own = match run.overall() {
        session::Overall::Conditional if args.accept_conditions => session::Overall::Proved,
        overall => overall,
    };
    let code = answer.as_ref().map_or(own.exit_code(), |answer| exit_code(answer, &run));
    let code = match &args.evidence {
        Some(path) if !write_evidence(path, &run, read_words(&args.c, &args.function, &args.rule)) => BAD_INPUT,
        Some(_) | None => code,
    };
    leave(&run, code)
}

fn detail(args: &VerifyArgs) -> Detail {
    match (args.show_predicates, args.show_invariants) {
        (true, _) => Detail::Predicates,
        (false, true) => Detail::Invariants,
        (false, false) => Detail::Verdicts,
    }
}

/// The property that was asked for, or what is wrong with it as it is printed.
pub fn property_of(args: &VerifyArgs) -> Result<Option<Property>, String> {
    let Some(argument) = &args.c.property else { return Ok(None) };
    if args.files.len() != 1 || input::expand(&args.files[0]).len() != 1 {
        return Err("error: a property is about one program; name one file\n".to_string());
    }
    let colour = terminal::colour(&std::io::stderr());
    let loaded = property::load(argument);
    loaded.map(Some).map_err(|error| report::text::lone_error(argument, &error, colour))
}

fn answer(property: &Property, run: &Run) -> Answer {
    match &run.files[..] {
        [file] => property.answer(file),
        _ => Answer::unknown("a property is about one program"),
    }
}

/// Does an assertion fail in a run that goes on after what the property rests on has failed? Nothing is proved there.
fn beyond_failure(
    args: &VerifyArgs,
    property: &Property,
    first: &Answer,
    files: &[String],
    left: Option<Duration>,
) -> Option<Answer> {
    let read = read_options(args, Some(property));
    let c = property.beyond(read.c.model).filter(|_| first.rests_on_failure())?;
    let options = Options { timeout: left, ..session_options(&args.limits, ReadOptions { c, ..read }) };
    let engine =
        Verify { engine: EngineChoice::Bounded, decisive: property.decisive(), extent: session::Extent::Below };
    let run = run_by(session::run, files, options, Arc::new(engine));
    let answer = answer(property, &run);
    let words = "an assertion fails after another check has failed, from where on C leaves open what the program does";
    answer.verdict.starts_with("false").then(|| Answer { reason: Some(words.to_string()), ..answer })
}

/// The verdict stands alone on the last line, as competitions expect it.
fn print_answer(answer: &Answer) {
    if let Some(reason) = &answer.reason {
        let open = if answer.verdict == "unknown" { "the property is not answered: " } else { "" };
        terminal::print(&format!("note: {open}{reason}\n"));
    }
    terminal::print(&format!("{}\n", answer.verdict));
}

/// As without a property, but for a check that the property does not mention.
fn exit_code(answer: &Answer, run: &Run) -> u8 {
    match (answer.verdict.as_str(), run.overall()) {
        (_, session::Overall::BadInput) => BAD_INPUT,
        ("true", _) => session::Overall::Proved.exit_code(),
        ("unknown", _) => session::Overall::Unknown.exit_code(),
        (_, _) => session::Overall::Refuted.exit_code(),
    }
}

/// The exit code, unless workers were given up: then there is nobody left to return to.
pub fn leave(run: &Run, code: u8) -> u8 {
    if run.has_stuck_workers { terminal::leave_now(code) } else { code }
}

/// Runs an engine over files with Ctrl-C and a progress bar.
pub fn run(files: &[String], limits: &Limits, read: ReadOptions, engine: Arc<dyn Engine>) -> Run {
    run_by(session::run, files, session_options(limits, read), engine)
}

/// A session of one kind or the other.
type Session = fn(&[String], &Options, Arc<dyn Engine>, &mut dyn FnMut(Progress)) -> Run;

fn run_by(session: Session, files: &[String], options: Options, engine: Arc<dyn Engine>) -> Run {
    let options = Options { interrupt: terminal::interrupt_flag(), ..options };
    let mut bar = terminal::Bar::new(files.len());
    let run = session(files, &options, engine, &mut |progress| bar.update(progress));
    bar.finish();
    run
}

/// From here on, memory is watched.
pub fn session_options(limits: &Limits, read: ReadOptions) -> Options {
    memory::watch(u64::from(limits.memory) << 20);
    let defaults = Options::default();
    let jobs = limits.jobs.map_or(defaults.jobs, usize::from);
    Options { effort: limits.effort, timeout: limits.timeout, jobs, read, ..defaults }
}

pub fn engine(choice: args::Engine, fixpoint: Option<args::Fixpoint>) -> EngineChoice {
    match choice {
        args::Engine::Auto => EngineChoice::Auto,
        args::Engine::Forward => EngineChoice::Forward,
        args::Engine::Proof => EngineChoice::Proof,
        args::Engine::Bounded => EngineChoice::Bounded,
        args::Engine::Backward => EngineChoice::Backward,
        args::Engine::Slam => EngineChoice::Slam,
        args::Engine::Templates => EngineChoice::Templates(fixpoint.map(|fixpoint| match fixpoint {
            args::Fixpoint::Least => Fixpoint::Least,
            args::Fixpoint::Greatest => Fixpoint::Greatest,
            args::Fixpoint::Constraint => Fixpoint::Constraint,
        })),
    }
}

/// How the files are to be read.
pub fn read_options(args: &VerifyArgs, property: Option<&Property>) -> ReadOptions {
    let CArgs { include, define, compile_commands, data_model, check, property: _, harness: _ } = &args.c;
    let model = match data_model {
        args::Model::Ilp32 => DataModel::Ilp32,
        args::Model::Lp64 => DataModel::Lp64,
    };
    // A function that is asked for by its name is verified for all its inputs, also if there is a `main`.
    let start = if args.function.is_some() { Start::Functions } else { Start::Auto };
    let headers = if args.headers { Headers::All } else { Headers::Contracts };
    let rules = args.rule.clone();
    let c = match (property, rules.is_empty()) {
        (Some(property), _) => property.options(model),
        (None, true) => {
            let checks = check.unwrap_or_default();
            c::Options { model, checks, start, headers, rules, ..c::Options::default() }
        }
        // A rule is about what happens from the beginning of a run on.
        (None, false) => {
            let checks = checks_of_rules(*check);
            c::Options { model, checks, start: Start::Main, headers, rules, ..c::Options::default() }
        }
    };
    let preprocess =
        Preprocess { include: include.clone(), define: define.clone(), compile_commands: compile_commands.clone() };
    ReadOptions { c, preprocess, function: args.function.clone() }
}

/// The options that say how the files are read, as words of a command line: evidence keeps them for `invar check`.
pub fn read_words(args: &CArgs, function: &Option<String>, rules: &[RuleText]) -> Vec<String> {
    let CArgs { include, define, compile_commands, data_model, check, property, harness: _ } = args;
    let mut words = Vec::new();
    words.extend(include.iter().map(|folder| format!("-I{folder}")));
    words.extend(define.iter().map(|name| format!("-D{name}")));
    words.extend(compile_commands.iter().map(|path| format!("--compile-commands={path}")));
    if *data_model == args::Model::Ilp32 {
        words.push("--data-model=ILP32".to_string());
    }
    words.extend(check.map(|set| format!("--check={}", args::check_list(set))));
    words.extend(property.iter().map(|property| format!("--property={}", property::meaning(property))));
    words.extend(function.iter().map(|name| format!("--function={name}")));
    words.extend(rules.iter().map(|rule| format!("--rule={}", rule.argument)));
    words
}

pub fn print_text(run: &Run, detail: Detail) {
    terminal::print_error(&report::text::errors(run, terminal::colour(&std::io::stderr())));
    terminal::print(&report::text::report(run, detail, terminal::colour(&std::io::stdout())));
}

fn write_evidence(path: &str, run: &Run, options: Vec<String>) -> bool {
    let text = report::json::to_text(&evidence::from_run(run, options));
    match std::fs::write(path, text) {
        Ok(()) => true,
        Err(error) => {
            terminal::print_error(&format!("error: the evidence cannot be written to {path}: {error}\n"));
            false
        }
    }
}
