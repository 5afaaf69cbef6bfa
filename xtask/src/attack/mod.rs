//! `cargo xtask attack`: programs around the constructs that mislead a verifier of C. Their truth is established by gcc, its
//! sanitizers and the way they are built; an answer of Invar that contradicts it is written down, and the command fails.
//!
//! Reading order: `grammar` (texts with choices), `template` (programs from them), `truth` (what gcc says), `question` (what
//! Invar is asked), `judge` (its answer). The templates themselves are in `templates/`, a file for each class.

mod grammar;
mod template;
mod truth;
mod question;
mod judge;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use invar_app::bench::columns::columns;
use invar_app::session::keep_panics_of_workers;

use crate::{AttackArgs, tool};
use judge::{Grade, Judgement, judge};
use question::{Question, questions};
use template::{Attack, Template, attack, templates};
use truth::{Truth, truths};

/// Programs in one file for gcc.
const BATCH: u64 = 40;

/// Programs at fault themselves that are named.
const SHOWN: usize = 5;

/// A wrong answer.
struct Wrong {
    seed: u64,
    name: String,
    what: String,
    text: String,
}

/// By class, and within it by template.
#[derive(Default)]
struct Tally {
    programs: u64,
    grades: BTreeMap<(&'static str, String), BTreeMap<Grade, u64>>,
    wrong: Vec<Wrong>,
    /// Programs without a truth: a fault of the template.
    unusable: Vec<(u64, String)>,
    /// Programs that Invar does not read.
    rejected: Vec<(u64, String)>,
}

pub fn run(args: &AttackArgs) -> Result<bool, String> {
    keep_panics_of_workers();
    let start = Instant::now();
    let tally = tally(args)?;
    report(args, &tally, start.elapsed());
    Ok(tally.wrong.is_empty())
}

fn tally(args: &AttackArgs) -> Result<Tally, String> {
    let start = Instant::now();
    let templates = selected(args)?;
    let bar = tool::bar(args.count as usize);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                while let Some(seeds) = take(&next, args, start) {
                    match attack_with(&templates, &seeds, args) {
                        Ok(tally) => add(&mut total.lock().unwrap_or_else(PoisonError::into_inner), tally, args, &bar),
                        Err(message) => *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(message),
                    }
                    bar.inc(seeds.len() as u64);
                }
            });
        }
    });
    bar.finish_and_clear();
    match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(message) => Err(message),
        None => Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// The templates whose class and name contain what was asked for.
fn selected(args: &AttackArgs) -> Result<Vec<Template>, String> {
    let mut templates = templates()?;
    if let Some(only) = &args.only {
        templates.retain(|template| format!("{}/{}", template.class, template.name).contains(only));
    }
    if templates.is_empty() { Err("no template has this name".to_string()) } else { Ok(templates) }
}

/// The seeds of the next file, unless the time is over.
fn take(next: &AtomicU64, args: &AttackArgs, start: Instant) -> Option<Vec<u64>> {
    if args.seconds.is_some_and(|seconds| start.elapsed() > Duration::from_secs(seconds)) {
        return None;
    }
    let first = next.fetch_add(BATCH, Ordering::Relaxed);
    let last = (first + BATCH).min(args.count);
    (first < last).then(|| (first..last).map(|number| args.from.wrapping_add(number)).collect())
}

/// `Err` when the tools do not work at all.
fn attack_with(templates: &[Template], seeds: &[u64], args: &AttackArgs) -> Result<Tally, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let programs = seeds.iter().map(|&seed| attack(templates, seed)).collect::<Result<Vec<Attack>, String>>()?;
    let mut tally = Tally { programs: programs.len() as u64, ..Tally::default() };
    for (program, truth) in programs.iter().zip(truths(folder.path(), &programs)?) {
        let name = format!("{}/{}", program.class, program.name);
        if let Truth::Unusable(why) = &truth {
            tally.unusable.push((program.seed, format!("{name}: {why}")));
        }
        let grades = tally.grades.entry((program.class, program.name.clone())).or_default();
        for question in some(questions(program, &truth), program, args.questions) {
            let Judgement { grade, answer } = judge(folder.path(), &question, args.timeout)?;
            *grades.entry(grade).or_default() += 1;
            match grade {
                Grade::Right | Grade::Open => {}
                Grade::Rejected => tally.rejected.push((program.seed, format!("{name}: {answer}"))),
                Grade::Wrong => tally.wrong.push(wrong(program.seed, &name, question, &answer)),
            }
        }
    }
    Ok(tally)
}

/// As many of the questions as were asked for, beginning anywhere among them.
fn some(mut questions: Vec<Question>, program: &Attack, count: Option<usize>) -> Vec<Question> {
    let mut random = program.random.clone();
    let first = random.below(questions.len().max(1));
    if let Some(count) = count {
        questions.rotate_left(first);
        questions.truncate(count);
    }
    questions
}

fn wrong(seed: u64, name: &str, question: Question, answer: &str) -> Wrong {
    let Question { expect, args, text } = question;
    let what = format!("expected {}, got {answer} ({args})", expect.letter());
    Wrong { seed, name: name.to_string(), what, text: format!("{text}// got {answer}\n") }
}

fn add(total: &mut Tally, tally: Tally, args: &AttackArgs, bar: &indicatif::ProgressBar) {
    total.programs += tally.programs;
    for (key, grades) in tally.grades {
        let entry = total.grades.entry(key).or_default();
        for (grade, count) in grades {
            *entry.entry(grade).or_default() += count;
        }
    }
    if let Some(folder) = &args.keep {
        for (number, wrong) in tally.wrong.iter().enumerate() {
            keep(folder, number, wrong);
        }
    }
    total.wrong.extend(tally.wrong);
    total.unusable.extend(tally.unusable);
    total.rejected.extend(tally.rejected);
    if !total.wrong.is_empty() {
        bar.set_message(format!("{} wrong", total.wrong.len()));
    }
}

/// Under a name by which `--only` and `--from` find the program again.
fn keep(folder: &Path, number: usize, wrong: &Wrong) {
    let name = wrong.name.replace('/', "_");
    let path = folder.join(format!("{name}_{}_{number}.c", wrong.seed));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &wrong.text));
    if let Err(error) = written {
        eprintln!("{}: {error}", path.display());
    }
}

fn report(args: &AttackArgs, tally: &Tally, time: Duration) {
    let last = args.from.wrapping_add(tally.programs.saturating_sub(1));
    println!("{} programs, seeds {} to {last}, {:.0} s\n", tally.programs, args.from, time.as_secs_f64());
    println!("{}", columns(&table(tally, args)));
    let mut wrong: Vec<&Wrong> = tally.wrong.iter().collect();
    wrong.sort_by(|left, right| (&left.name, left.seed).cmp(&(&right.name, right.seed)));
    for Wrong { seed, name, what, .. } in &wrong {
        println!("WRONG {name}, seed {seed}: {what}");
    }
    for (title, list) in [("without a truth", &tally.unusable), ("not read by Invar", &tally.rejected)] {
        let mut list = list.clone();
        list.sort();
        println!("{} {title}", list.len());
        for (seed, why) in list.iter().take(SHOWN) {
            println!("  seed {seed}, {why}");
        }
    }
}

/// One row for each class; for each template when only some were asked for.
fn table(tally: &Tally, args: &AttackArgs) -> Vec<Vec<String>> {
    let mut rows: BTreeMap<String, BTreeMap<Grade, u64>> = BTreeMap::new();
    for ((class, name), grades) in &tally.grades {
        let row = if args.only.is_some() { format!("{class}/{name}") } else { (*class).to_string() };
        for key in [row, "~ all".to_string()] {
            for (grade, count) in grades {
                *rows.entry(key.clone()).or_default().entry(*grade).or_default() += count;
            }
        }
    }
    let head = ["questions about", "right", "open", "rejected", "wrong"].map(str::to_string).to_vec();
    let line = |(name, grades): (String, BTreeMap<Grade, u64>)| {
        let count = |grade| grades.get(&grade).copied().unwrap_or(0).to_string();
        let counts = [Grade::Right, Grade::Open, Grade::Rejected, Grade::Wrong].map(count);
        [name.trim_start_matches("~ ").to_string()].into_iter().chain(counts).collect()
    };
    [head].into_iter().chain(rows.into_iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smaller run: fixed seeds, two threads.
    #[test]
    fn no_answer_is_wrong() {
        if std::process::Command::new("gcc").arg("--version").output().is_err() {
            println!("skipped: no gcc");
            return;
        }
        let args = AttackArgs {
            from: 0,
            count: 150,
            seconds: None,
            timeout: 10,
            questions: None,
            jobs: 2,
            keep: None,
            only: None,
        };
        let tally = tally(&args).expect("gcc runs");
        let wrong: Vec<String> =
            tally.wrong.iter().map(|wrong| format!("{}: {}\n{}", wrong.name, wrong.what, wrong.text)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tally.unusable.is_empty(), "{:?}", tally.unusable);
    }
}
