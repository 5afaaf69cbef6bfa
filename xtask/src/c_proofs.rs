//! `cargo xtask c-proofs`: for generated C programs without loops, that the result is what the interpreter says (and gcc, by
//! `c-programs`) must be proved, and that it is anything else refuted, through the verification condition and under both data
//! models.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use invar_app::backend::Counter;
use invar_base::{Budget, Effort, SourceMap};
use invar_engine::Verdict;
use invar_engine::means::Means;
use invar_engine::verify::{Strategy, verify_with};
use invar_front::c::types::DataModel;
use invar_front::c::{CheckSet, Options, Property, Start, read_text};
use invar_gcl::CheckKind;
use invar_referee::c_programs::{Comparison, generate_loop_free};
use invar_referee::execute::result_of;

use crate::CProofsArgs;
use crate::tool;

/// Violations that are named.
const SHOWN: usize = 20;

#[derive(Default)]
struct Tally {
    proved: u64,
    refuted: u64,
    violations: Vec<String>,
}

pub fn run(args: &CProofsArgs) -> Result<bool, String> {
    let bar = tool::bar(args.count as usize);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.count {
                        break;
                    }
                    for model in [DataModel::Lp64, DataModel::Ilp32] {
                        judge(args.seed + number, model, &total);
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let tally = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("programs  {} under two data models", args.count);
    println!("proved    {}", tally.proved);
    println!("refuted   {}", tally.refuted);
    println!("not so    {}", tally.violations.len());
    for violation in tally.violations.iter().take(SHOWN) {
        println!("  {violation}");
    }
    Ok(tally.violations.is_empty())
}

fn judge(seed: u64, model: DataModel, total: &Mutex<Tally>) {
    let program = generate_loop_free(seed);
    let name = if model == DataModel::Lp64 { "LP64" } else { "ILP32" };
    let result = result_of(&program.text(), model, "compute");
    let result = result.and_then(|value| i64::try_from(value).map_err(|_| "the result is too large".to_string()));
    for (comparison, wanted) in [(Comparison::Equals, "proved"), (Comparison::Differs, "refuted")] {
        let answer = result.clone().and_then(|value| verdict(&program.with_assertion(value, comparison), model));
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok("proved") if wanted == "proved" => total.proved += 1,
            Ok("refuted") if wanted == "refuted" => total.refuted += 1,
            Ok(other) => total.violations.push(format!("seed {seed} {name}: {other}, should be {wanted}")),
            Err(why) => total.violations.push(format!("seed {seed} {name}: {why}, should be {wanted}")),
        }
    }
}

/// The verdict on `main` by the verification condition alone.
fn verdict(text: &str, model: DataModel) -> Result<&'static str, String> {
    let checks = CheckSet::of(&[CheckKind::Unreachable]);
    let options =
        Options { model, checks, start: Start::Main, property: Some(Property::UnreachCall), ..Options::default() };
    let mut sources = SourceMap::new();
    let reading = read_text(&options, &mut sources, "generated.c", text)
        .map_err(|found| found.first().map_or(String::new(), |found| found.message.clone()))?;
    let target = reading.program.targets.as_ref().and_then(|targets| targets.first().copied()).ok_or("no target")?;
    let (provers, budget) = (Counter::default(), Budget::new(Effort::DEFAULT));
    let report = verify_with(Strategy::Proof, &reading.program, target, &Means::new(&provers, &budget));
    match report.verdict {
        Verdict::Proved(_) => Ok("proved"),
        Verdict::ProvedIf(_) => Ok("conditional"),
        Verdict::Refuted(_) => Ok("refuted"),
        Verdict::Unknown(unknown) => Err(format!("unknown ({}: {})", unknown.cause.code(), unknown.detail)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smaller run.
    #[test]
    fn the_first_programs_are_decided() {
        let total = Mutex::new(Tally::default());
        for seed in 0..12 {
            for model in [DataModel::Lp64, DataModel::Ilp32] {
                judge(seed, model, &total);
            }
        }
        let tally = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(tally.violations.is_empty(), "{}", tally.violations.join("\n"));
        assert_eq!((tally.proved, tally.refuted), (24, 24));
    }
}
