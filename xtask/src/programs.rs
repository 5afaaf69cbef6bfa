//! `cargo xtask programs`: generated programs, verified, and every verdict held against `wp` and the interpreter by
//! `referee::verdicts`. A violation is printed with its seed and the program's text, and the command fails.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;
use invar_app::backend::Counter;
use invar_base::{Budget, Effort};
use invar_gcl::boogie::print;
use invar_referee::programs::generate;
use invar_referee::verdicts::{Tally, Trials, Violation, referee};

use crate::ProgramsArgs;
use crate::tool;

/// Violations that are printed in full.
const SHOWN: usize = 3;

pub fn run(args: &ProgramsArgs) -> Result<bool, String> {
    let bar = tool::bar(args.count as usize);
    let next = AtomicU64::new(0);
    let total = Mutex::new((Tally::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                while let Some(seed) = take(&next, args) {
                    let result = judge(args, seed);
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    match result {
                        Ok(tally) => total.0.add(&tally),
                        Err(violation) => total.1.push((seed, violation)),
                    }
                    progress(&bar, total.1.len());
                }
            });
        }
    });
    bar.finish_and_clear();
    let (tally, mut violations) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    violations.sort_by_key(|(seed, _)| *seed);
    print!("{}", summary(args, &tally, violations.len()));
    for (seed, violation) in violations.iter().take(SHOWN) {
        println!("\nseed {seed}, `{}`: {}", violation.implementation, violation.what);
        println!("{}", print(&generate(*seed, args.size).program));
    }
    Ok(violations.is_empty())
}

/// The next seed.
fn take(next: &AtomicU64, args: &ProgramsArgs) -> Option<u64> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    (number < args.count).then(|| args.seed.wrapping_add(number))
}

fn judge(args: &ProgramsArgs, seed: u64) -> Result<Tally, Violation> {
    let work = || {
        let program = generate(seed, args.size).program;
        referee(&program, &Counter::default(), &Budget::new(Effort::DEFAULT), Trials { runs: args.inputs, seed })
    };
    // A panic is a violation too, and must not hide its seed.
    std::panic::catch_unwind(work).unwrap_or_else(|_| {
        Err(Violation { implementation: "program".to_string(), what: "Invar panicked".to_string() })
    })
}

fn progress(bar: &ProgressBar, violations: usize) {
    if violations > 0 {
        bar.set_message(format!("{violations} violations"));
    }
    bar.inc(1);
}

fn summary(args: &ProgramsArgs, tally: &Tally, violations: usize) -> String {
    let line = |what: &str, count: u64| vec![format!("  {what}"), count.to_string()];
    let heading = |text: &str| vec![text.to_string()];
    let mut lines = vec![
        heading("implementations"),
        line("proved", tally.proved),
        line("refuted", tally.refuted),
        line("unknown", tally.unknown),
        heading("checks"),
        line("proved", tally.checks_proved),
        line("refuted, and the run repeats", tally.repeated),
    ];
    let unknown = |(cause, count): (&&str, &u64)| line(&format!("unknown, {cause}"), *count);
    lines.extend(tally.checks_unknown.iter().map(unknown));
    lines.extend([
        heading("wp and compact"),
        line("agree", tally.wp_agrees),
        line("wp too big", tally.wp_too_big),
        line("no answer of the prover", tally.wp_open),
        heading("runs on random inputs"),
        line("returned", tally.returned),
        line("failed, at a check that is not proved", tally.failed),
        line("blocked at an assumption", tally.blocked),
        line("undecided", tally.undecided),
    ]);
    let last = args.seed.wrapping_add(args.count.saturating_sub(1));
    format!(
        "{} programs of size {}, seeds {} to {last}, {} inputs for each implementation\n\n{}\n{violations} violations\n",
        args.count,
        args.size,
        args.seed,
        args.inputs,
        invar_app::bench::columns::columns(&lines)
    )
}
