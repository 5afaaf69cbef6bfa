//! `cargo xtask c-programs`: generated C programs, compiled in several ways and read by Invar; all must give one result.
//!
//! Many programs share a file, for starting a compiler costs more than compiling one of them. When a file does not compile,
//! or its run ends early, its programs are tried one by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use invar_app::bench::columns::columns;
use invar_front::c::types::DataModel;
use invar_referee::c_programs::{Generated, ILP32_RUNTIME, batch, generate, generate_loop_free, generate_wide};

use crate::tool;
use crate::{CProgramsArgs, Programs};

/// Programs in one file.
const BATCH: u64 = 100;

/// Violations that are named; the first one's program is printed.
const SHOWN: usize = 20;

/// A way to compile and run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Leg {
    Plain,
    Optimised,
    Sanitised,
    /// With checks for undefined behaviour that need no library.
    Ilp32,
}

impl Leg {
    const ALL: [Leg; 4] = [Leg::Plain, Leg::Optimised, Leg::Sanitised, Leg::Ilp32];

    fn name(self) -> &'static str {
        match self {
            Leg::Plain => "gcc -O0",
            Leg::Optimised => "gcc -O2",
            Leg::Sanitised => "gcc -O0 with sanitizers",
            Leg::Ilp32 => "gcc -m32 -O0 with undefined-behaviour traps",
        }
    }

    fn model(self) -> DataModel {
        match self {
            Leg::Plain | Leg::Optimised | Leg::Sanitised => DataModel::Lp64,
            Leg::Ilp32 => DataModel::Ilp32,
        }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Leg::Plain => &["-O0"],
            Leg::Optimised => &["-O2"],
            Leg::Sanitised => &["-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover"],
            Leg::Ilp32 => &[
                "-m32",
                "-O0",
                "-static",
                "-nostdlib",
                "-fno-pie",
                "-no-pie",
                "-fno-stack-protector",
                "-fsanitize=undefined",
                "-fsanitize-undefined-trap-on-error",
            ],
        }
    }
}

/// What Invar's interpreter makes of a program; `Err` says why it has no answer. A panic must not hide its seed.
fn invar_result(text: &str, model: DataModel) -> Result<i64, String> {
    let work = || invar_referee::execute::result_of(text, model, "compute");
    let result = std::panic::catch_unwind(work).unwrap_or_else(|_| Err("panics".to_string()))?;
    i64::try_from(result).map_err(|_| "the result is no `long long`".to_string())
}

#[derive(Default)]
struct Tally {
    programs: u64,
    /// The two models give different results.
    model_matters: u64,
    invar_agrees: u64,
    /// Invar says itself that it does not know: something is approximated.
    open: u64,
    violations: Vec<(u64, String)>,
}

pub fn run(args: &CProgramsArgs) -> Result<bool, String> {
    let start = Instant::now();
    let bar = tool::bar(args.count as usize);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                while let Some(seeds) = take(&next, args) {
                    let result = judge(args, &seeds);
                    bar.inc(seeds.len() as u64);
                    match result {
                        Ok(tally) => add(&mut total.lock().unwrap_or_else(PoisonError::into_inner), tally),
                        Err(message) => *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(message),
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(message) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(message);
    }
    let mut tally = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.violations.sort();
    print!("{}", summary(args, &tally, start.elapsed().as_secs_f64()));
    for (seed, what) in tally.violations.iter().take(SHOWN) {
        println!("seed {seed}: {what}");
    }
    if let Some((seed, _)) = tally.violations.first() {
        println!("\n{}", program(args, *seed).text());
    }
    Ok(tally.violations.is_empty())
}

fn program(args: &CProgramsArgs, seed: u64) -> Generated {
    match args.programs {
        Programs::Wide => generate_wide(seed),
        Programs::Any => generate(seed),
        Programs::LoopFree => generate_loop_free(seed),
    }
}

/// The seeds of the next file.
fn take(next: &AtomicU64, args: &CProgramsArgs) -> Option<Vec<u64>> {
    let first = next.fetch_add(BATCH, Ordering::Relaxed);
    let last = (first + BATCH).min(args.count);
    (first < last).then(|| (first..last).map(|number| args.seed.wrapping_add(number)).collect())
}

fn add(total: &mut Tally, tally: Tally) {
    total.programs += tally.programs;
    total.model_matters += tally.model_matters;
    total.invar_agrees += tally.invar_agrees;
    total.open += tally.open;
    total.violations.extend(tally.violations);
}

/// All legs for these seeds. `Err` when the compiler cannot be started at all.
fn judge(args: &CProgramsArgs, seeds: &[u64]) -> Result<Tally, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let programs: Vec<Generated> = seeds.iter().map(|&seed| program(args, seed)).collect();
    let mut results = BTreeMap::new();
    for leg in Leg::ALL {
        results.insert(leg, leg_results(folder.path(), leg, &programs)?);
    }
    let mut tally = Tally { programs: seeds.len() as u64, ..Tally::default() };
    for (index, seed) in seeds.iter().enumerate() {
        let of = |leg: Leg| results[&leg][index].clone();
        if let Err(what) = compare(&programs[index], of, &mut tally) {
            tally.violations.push((*seed, what));
        }
    }
    Ok(tally)
}

fn compare(program: &Generated, of: impl Fn(Leg) -> Result<i64, String>, tally: &mut Tally) -> Result<(), String> {
    let plain = of(Leg::Plain)?;
    for leg in Leg::ALL {
        let result = of(leg)?;
        if leg.model() == DataModel::Lp64 && result != plain {
            return Err(format!("{} gives {plain}, {} gives {result}", Leg::Plain.name(), leg.name()));
        }
    }
    let narrow = of(Leg::Ilp32)?;
    tally.model_matters += u64::from(narrow != plain);
    for (model, name, expected) in [(DataModel::Lp64, "LP64", plain), (DataModel::Ilp32, "ILP32", narrow)] {
        match invar_result(&program.text(), model) {
            Ok(result) if result == expected => tally.invar_agrees += 1,
            Ok(result) => return Err(format!("gcc gives {expected}, Invar under {name} gives {result}")),
            Err(reason) if reason.starts_with("approximated") => tally.open += 1,
            Err(reason) => return Err(format!("gcc gives {expected}, Invar under {name}: {reason}")),
        }
    }
    Ok(())
}

/// One result per program, or what went wrong with it.
fn leg_results(folder: &Path, leg: Leg, programs: &[Generated]) -> Result<Vec<Result<i64, String>>, String> {
    match compile_and_run(folder, leg, programs)? {
        Ok(results) if results.len() == programs.len() => Ok(results.into_iter().map(Ok).collect()),
        Ok(_) | Err(_) if programs.len() > 1 => {
            // Some program among them is the culprit: halve until it stands alone.
            let (left, right) = programs.split_at(programs.len() / 2);
            let mut results = leg_results(folder, leg, left)?;
            results.extend(leg_results(folder, leg, right)?);
            Ok(results)
        }
        Ok(_) => Ok(vec![Err(format!("{}: no result", leg.name()))]),
        Err(what) => Ok(vec![Err(format!("{}: {what}", leg.name()))]),
    }
}

fn compile_and_run(folder: &Path, leg: Leg, programs: &[Generated]) -> Result<Result<Vec<i64>, String>, String> {
    let (source, binary) = (folder.join("programs.c"), folder.join("programs"));
    fs::write(&source, batch(programs)).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11", "-fno-strict-aliasing", "-pipe"])
        .args(leg.flags())
        .arg(&source)
        .arg("-o")
        .arg(&binary);
    if leg == Leg::Ilp32 {
        let runtime = folder.join("runtime.c");
        fs::write(&runtime, ILP32_RUNTIME).map_err(|error| error.to_string())?;
        gcc.arg(&runtime);
    }
    let compiled = gcc.output().map_err(|error| format!("cannot start gcc: {error}"))?;
    if !compiled.status.success() {
        return Ok(Err(format!("does not compile: {}", first_line(&compiled.stderr))));
    }
    let ran = Command::new(&binary).output().map_err(|error| error.to_string())?;
    if !ran.status.success() {
        return Ok(Err(format!("ends with {}: {}", ran.status, first_line(&ran.stderr))));
    }
    let lines = String::from_utf8_lossy(&ran.stdout);
    Ok(lines.lines().map(|line| line.parse().map_err(|_| format!("prints `{line}`"))).collect())
}

/// The line of a compiler or sanitizer that says what is wrong.
fn first_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
    line.unwrap_or_default().to_string()
}

fn summary(args: &CProgramsArgs, tally: &Tally, seconds: f64) -> String {
    let line = |what: &str, count: u64| vec![format!("  {what}"), count.to_string()];
    let lines = vec![
        line("programs", tally.programs),
        line("with different results under ILP32 and LP64", tally.model_matters),
        line("results of Invar that agree", tally.invar_agrees),
        line("programs that Invar approximates", tally.open),
        line("violations", tally.violations.len() as u64),
    ];
    let last = args.seed.wrapping_add(args.count.saturating_sub(1));
    format!("C programs, seeds {} to {last}, {seconds:.0} s\n\n{}\n", args.seed, columns(&lines))
}
