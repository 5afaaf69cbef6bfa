//! `cargo xtask mutate`: small mistakes in proved C programs. Each mutant is verified; if it is proved, failing runs of it
//! are looked for all the same, and one that is found is a bug of Invar. The mutants that stay proved are printed, so that
//! a person can say why each is as good as the original (`docs/mutants.md`).

mod code;
mod mutants;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use invar_app::backend::Counter;
use invar_app::bench::columns::columns;
use invar_base::{Budget, Effort, SourceMap};
use invar_engine::bounded::{Reach, first_runs, search};
use invar_engine::means::Means;
use invar_engine::verify::{Strategy, verification_targets, verify_with};
use invar_engine::{CheckOutcome, ImplReport, Verdict};
use invar_front::c::{Options, Reading, read_text};
use invar_gcl::random::Random;
use invar_gcl::{ImplId, Program};

use crate::{MutateArgs, tool};
use mutants::{Kind, Mutant, mutants};

/// Seconds for an original, which must be proved.
const ORIGINAL: u32 = 60;

/// Terms and programs nest; a mutant may nest deeper than anybody writes.
const STACK: usize = 256 << 20;

struct Original {
    path: String,
    text: String,
}

/// A mutant of the program with this number.
type Chosen = (usize, Mutant);

enum Outcome {
    /// No run fails whose loops go round this often: what the second look adds to the proof.
    Proved {
        depth: u32,
    },
    Refuted,
    Unknown(String),
    /// Prover and interpreter contradict each other, or the program that verifies breaks down.
    Bug(String),
}

pub fn run(args: &MutateArgs) -> Result<bool, String> {
    let start = Instant::now();
    let mut originals = Vec::new();
    for path in files(&args.paths)? {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        originals.push(Original { path: path.display().to_string(), text });
    }
    let proved = in_parallel(args.jobs, &originals, |original| judge(&original.text, ORIGINAL, verdict));
    let mut programs = Vec::new();
    for (original, outcome) in originals.into_iter().zip(proved) {
        match outcome {
            Outcome::Proved { .. } => programs.push(original),
            Outcome::Refuted => println!("{}: refuted, left out", original.path),
            Outcome::Unknown(why) | Outcome::Bug(why) => println!("{}: {why}, left out", original.path),
        }
    }
    let chosen = choose(&programs, args.count, args.seed);
    let outcomes = in_parallel(args.jobs, &chosen, |(_, mutant)| judge(&mutant.text, args.timeout, verdict_on_mutant));
    Ok(report(&programs, &chosen, &outcomes, start.elapsed().as_secs_f64()))
}

/// The C files among the paths and in their folders, except those that are meant to be wrong.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|path| path.is_dir() || is_program(path));
        inside.sort();
        found.extend(files(&inside)?);
    }
    Ok(found)
}

fn is_program(path: &Path) -> bool {
    let is_broken = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_broken"));
    path.extension().is_some_and(|extension| extension == "c") && !is_broken
}

/// So many mutants that can be read, of all kinds alike as far as there are any, in the order of the programs.
fn choose(programs: &[Original], count: usize, seed: u64) -> Vec<Chosen> {
    let mut random = Random::new(seed);
    let mut kinds: Vec<Vec<Chosen>> = Kind::ALL.iter().map(|_| Vec::new()).collect();
    for (number, program) in programs.iter().enumerate() {
        for mutant in mutants(&program.text) {
            kinds[mutant.kind as usize].push((number, mutant));
        }
    }
    for kind in &mut kinds {
        for last in (1..kind.len()).rev() {
            kind.swap(last, random.below(last + 1));
        }
    }
    let mut chosen: Vec<Chosen> = Vec::new();
    while chosen.len() < count && kinds.iter().any(|kind| !kind.is_empty()) {
        for kind in &mut kinds {
            let next = std::iter::from_fn(|| kind.pop()).find(|(_, mutant)| read(&mutant.text).is_ok());
            chosen.extend(next.filter(|_| chosen.len() < count));
        }
    }
    chosen.sort_by_key(|(number, mutant)| (*number, mutant.start, mutant.kind));
    chosen
}

/// The answers in the order of the items, whoever was first.
fn in_parallel<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let bar = tool::bar(items.len());
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let worker = || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    let answer = work(item);
                    answers.lock().unwrap_or_else(PoisonError::into_inner).push((number, answer));
                    bar.inc(1);
                }
            };
            // Without a thread, this one does the work.
            if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).is_err() {
                worker();
            }
        }
    });
    bar.finish_and_clear();
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn judge(text: &str, seconds: u32, verdict: impl Fn(&Program, u32) -> Outcome) -> Outcome {
    let work = || match read(text) {
        Ok(program) => verdict(&program, seconds),
        Err(why) => Outcome::Unknown(why),
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Outcome::Bug("panics".to_string()))
}

fn read(text: &str) -> Result<Program, String> {
    let reading = read_text(&Options::default(), &mut SourceMap::new(), "mutant.c", text);
    let Reading { program, .. } =
        reading.map_err(|found| found.first().map_or(String::new(), |found| found.message.clone()))?;
    Ok(program)
}

/// The answer about all functions together, within the deterministic effort and the time.
fn verdict(program: &Program, seconds: u32) -> Outcome {
    let budget = Budget::new(Effort::DEFAULT).with_deadline(in_seconds(seconds));
    let mut open = None;
    for target in verification_targets(program) {
        let report = verify_with(Strategy::Auto, program, target, &Means::new(&Counter::default(), &budget));
        if let Some(disagreement) = disagreement(&report) {
            return Outcome::Bug(disagreement);
        }
        match report.verdict {
            Verdict::Proved(_) => {}
            Verdict::ProvedIf(_) => open = Some("proved under conditions on callers".to_string()),
            Verdict::Refuted(_) => return Outcome::Refuted,
            Verdict::Unknown(unknown) => open = Some(format!("{}: {}", unknown.cause.code(), unknown.detail)),
        }
    }
    open.map_or(Outcome::Proved { depth: 0 }, Outcome::Unknown)
}

/// The same, and then what was proved is doubted. Most mutants fail at once, and nobody asks which of their checks hold.
fn verdict_on_mutant(program: &Program, seconds: u32) -> Outcome {
    let budget = Budget::new(Effort::DEFAULT).with_deadline(in_seconds(seconds));
    let fails =
        |&target: &ImplId| !first_runs(program, target, &Means::new(&Counter::default(), &budget)).failures.is_empty();
    if verification_targets(program).iter().any(fails) {
        return Outcome::Refuted;
    }
    match verdict(program, seconds) {
        Outcome::Proved { .. } => second_look(program, seconds),
        other @ (Outcome::Refuted | Outcome::Unknown(_) | Outcome::Bug(_)) => other,
    }
}

/// The engine believes neither side then; here it is a bug.
fn disagreement(report: &ImplReport) -> Option<String> {
    report.checks.iter().find_map(|check| match &check.outcome {
        CheckOutcome::Unknown(unknown) if unknown.detail.contains("disagree") => Some(unknown.detail.clone()),
        CheckOutcome::Unknown(_) | CheckOutcome::Proved { .. } | CheckOutcome::Refuted(_) => None,
    })
}

/// A glance, whose few runs leave time for formulas, and then as many runs as the time allows.
const DOUBTS: [u8; 2] = [2, 4];

/// Looks for a failing run of what was proved: ten times as many runs as a verification begins with, then the formulas of
/// growing depth, whose models are run; in the end a thousand times as many runs, as far as the time allows.
fn second_look(program: &Program, seconds: u32) -> Outcome {
    let mut least = u32::MAX;
    for target in verification_targets(program) {
        let mut deepest = 0;
        for effort in DOUBTS.into_iter().filter_map(Effort::new) {
            let budget = Budget::new(effort).with_deadline(in_seconds(seconds));
            let findings = search(program, target, None, &Means::new(&Counter::default(), &budget), Reach::Whole);
            if let Some(failure) = findings.failures.first() {
                return Outcome::Bug(format!("proved, but a run fails: {}", failure.check(program).kind.code()));
            }
            deepest = deepest.max(findings.depth);
            // Every run was looked at.
            if findings.complete.is_some() {
                deepest = u32::MAX;
                break;
            }
        }
        least = least.min(deepest);
    }
    Outcome::Proved { depth: least }
}

fn in_seconds(seconds: u32) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_secs(seconds.into()))
}

/// Prints what came out. Is there no bug?
fn report(programs: &[Original], chosen: &[Chosen], outcomes: &[Outcome], seconds: f64) -> bool {
    let show = |title: &str, shown: &dyn Fn(&Outcome) -> Option<String>| {
        println!("{title}");
        for ((number, mutant), outcome) in chosen.iter().zip(outcomes) {
            if let Some(more) = shown(outcome) {
                let Mutant { line, before, after, .. } = mutant;
                println!("  {}:{line}: {before}  →  {after}{more}", programs[*number].path);
            }
        }
    };
    let are_sound = !outcomes.iter().any(|outcome| matches!(outcome, Outcome::Bug(_)));
    show("proved", &|outcome| match outcome {
        Outcome::Proved { depth: u32::MAX } => Some("  (every run was looked at)".to_string()),
        Outcome::Proved { depth } => Some(format!("  (no failing run up to depth {depth})")),
        Outcome::Refuted | Outcome::Unknown(_) | Outcome::Bug(_) => None,
    });
    show("\nneither proved nor refuted", &|outcome| match outcome {
        Outcome::Unknown(why) => Some(format!("  ({why})")),
        Outcome::Proved { .. } | Outcome::Refuted | Outcome::Bug(_) => None,
    });
    if !are_sound {
        show("\nSOUNDNESS: A BUG OF INVAR", &|outcome| match outcome {
            Outcome::Bug(what) => Some(format!("  ({what})")),
            Outcome::Proved { .. } | Outcome::Refuted | Outcome::Unknown(_) => None,
        });
    }
    println!("\n{} mutants of {} programs, {seconds:.0} s\n", chosen.len(), programs.len());
    println!("{}", columns(&table(chosen, outcomes)));
    are_sound
}

fn table(chosen: &[Chosen], outcomes: &[Outcome]) -> Vec<Vec<String>> {
    let mut rows = vec![["", "mutants", "proved", "refuted", "unknown", "bugs"].map(str::to_string).to_vec()];
    let kinds = Kind::ALL.into_iter().map(Some).chain([None]);
    for kind in kinds {
        let mut counts = [0usize; 5];
        for ((_, mutant), outcome) in chosen.iter().zip(outcomes) {
            if kind.is_some_and(|kind| kind != mutant.kind) {
                continue;
            }
            counts[0] += 1;
            counts[match outcome {
                Outcome::Proved { .. } => 1,
                Outcome::Refuted => 2,
                Outcome::Unknown(_) => 3,
                Outcome::Bug(_) => 4,
            }] += 1;
        }
        let name = kind.map_or("all", Kind::name).to_string();
        rows.push([name].into_iter().chain(counts.map(|count| count.to_string())).collect());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: &str = "/*@ requires n >= 0 && \\valid(a + (0 .. n-1));\n  @ ensures \\forall int x; 0 <= x && x < n ==> a[x] == 0;\n  \
                         @*/\nvoid clear(int *a, int n)\n{\n  int i;\n  for (i = 0; i < n; i++)\n    a[i] = 0;\n}\n";

    fn outcome(after: &str, seconds: u32, verdict: impl Fn(&Program, u32) -> Outcome) -> &'static str {
        let all = mutants(CLEAR);
        let mutant = all.iter().find(|mutant| mutant.after == after).expect("there is such a mutant");
        match judge(&mutant.text, seconds, verdict) {
            Outcome::Proved { .. } => "proved",
            Outcome::Refuted => "refuted",
            Outcome::Unknown(_) => "unknown",
            Outcome::Bug(_) => "bug",
        }
    }

    #[test]
    fn mistakes_are_refuted_and_others_are_not() {
        for mistake in ["for (i = 0; i <= n; i++)", "for (i = 1; i < n; i++)", "a[i] = 1;"] {
            assert_eq!(outcome(mistake, 60, verdict_on_mutant), "refuted", "{mistake}");
        }
        assert_eq!(outcome("for (i = 0; i != n; i++)", 60, verdict), "proved");
    }

    /// What the second look is for: had a mistake been proved, it would find a run that fails.
    #[test]
    fn a_wrong_proof_would_be_noticed() {
        assert_eq!(outcome("for (i = 0; i <= n; i++)", 3, second_look), "bug");
        assert_eq!(outcome("for (i = 0; i != n; i++)", 1, second_look), "proved");
    }

    #[test]
    fn the_seed_decides_and_nothing_occurs_twice() {
        let programs = [Original { path: "clear.c".to_string(), text: CLEAR.to_string() }];
        let texts = |seed| choose(&programs, 8, seed).into_iter().map(|(_, mutant)| mutant.text).collect::<Vec<_>>();
        let mut first = texts(1);
        assert_eq!(first, texts(1));
        assert_ne!(first, texts(2));
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 8);
    }
}
