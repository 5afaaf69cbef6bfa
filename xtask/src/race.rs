//! `cargo xtask fs01-race`: `invar verify` against `boogie` on the same generated loop-free programs, in one run.
//!
//! Both are timed from start to end, as a user waits; the time on an empty procedure is measured the same way and
//! subtracted for the second comparison. Medians of several runs, the two tools taking turns.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use invar_app::bench::families::Family;

use crate::RaceArgs;
use crate::tool;

const FAMILIES: [Family; 3] = [Family::Branches, Family::Doubling, Family::Switch];
const SIZES: [u32; 6] = [10, 20, 50, 100, 200, 500];
const EMPTY: &str = "procedure empty()\n{\n}\n";

/// Median times of one file, in seconds.
struct Times {
    invar: f64,
    boogie: Option<f64>,
    /// Of `invar`'s own account: in the prover, and elsewhere.
    prover: f64,
    rest: f64,
}

pub fn run(args: &RaceArgs) -> Result<bool, String> {
    let invar = tool::build()?;
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let members: Vec<(Family, u32)> = FAMILIES
        .into_iter()
        .flat_map(|family| SIZES.into_iter().map(move |k| (family, k)))
        .filter(|(_, k)| *k <= args.max)
        .collect();
    let boogie = works(&args.boogie).then_some(args.boogie.as_str());
    let bar = tool::bar(members.len() + 1);
    let empty = times(&invar, boogie, &write(dir.path(), "empty", EMPTY)?, args.runs)?;
    bar.inc(1);
    let mut lines = vec![heading()];
    let mut is_faster = boogie.is_some();
    for (family, k) in members {
        bar.set_message(format!("{} {k}", family.name()));
        let file = write(dir.path(), &format!("{}{k}", family.name()), &family.program(k))?;
        let times = times(&invar, boogie, &file, args.runs)?;
        is_faster &= times.boogie.is_some_and(|boogie| times.invar < boogie);
        lines.push(line(family, k, &times, &empty));
        bar.inc(1);
    }
    bar.finish_and_clear();
    print!("{}", invar_app::bench::columns::columns(&lines));
    let start = empty.boogie.map_or("not run".to_string(), |seconds| format!("{seconds:.3} s"));
    println!("\nempty procedure: invar {:.3} s, boogie {start}; medians of {} runs", empty.invar, args.runs);
    if boogie.is_none() {
        println!("`{}` cannot be run, so there is nothing to compare with", args.boogie);
    }
    Ok(is_faster || boogie.is_none())
}

fn heading() -> Vec<String> {
    let names = ["routine", "invar", "boogie", "ratio", "invar - empty", "boogie - empty", "ratio", "in Z3", "rest"];
    names.map(String::from).to_vec()
}

fn line(family: Family, k: u32, times: &Times, empty: &Times) -> Vec<String> {
    let seconds = |seconds: f64| format!("{seconds:.3}");
    let ratio = |a: f64, b: f64| if a > 0.0 { format!("{:.1}", b / a) } else { "-".to_string() };
    let own = times.invar - empty.invar;
    let other = times.boogie.zip(empty.boogie).map(|(full, empty)| full - empty);
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_string());
    vec![
        format!("{} {k}", family.name()),
        seconds(times.invar),
        or_dash(times.boogie.map(seconds)),
        or_dash(times.boogie.map(|boogie| ratio(times.invar, boogie))),
        seconds(own),
        or_dash(other.map(seconds)),
        or_dash(other.map(|other| ratio(own, other))),
        seconds(times.prover),
        seconds(times.rest),
    ]
}

fn write(dir: &Path, name: &str, text: &str) -> Result<std::path::PathBuf, String> {
    let path = dir.join(format!("{name}.bpl"));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

fn works(boogie: &str) -> bool {
    let status = Command::new(boogie).arg("/version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok()
}

fn times(invar: &Path, boogie: Option<&str>, file: &Path, runs: usize) -> Result<Times, String> {
    let (mut own, mut other, mut prover, mut rest) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        let report = tool::verify(invar, file, 600, &[])?;
        own.push(start.elapsed().as_secs_f64());
        if report.verdict != "proved" {
            return Err(format!("{}: invar says {}", file.display(), report.verdict));
        }
        prover.push(report.statistics.prover_seconds);
        rest.push(report.statistics.seconds - report.statistics.prover_seconds);
        if let Some(boogie) = boogie {
            other.push(time_boogie(boogie, file)?);
        }
    }
    let boogie = boogie.map(|_| median(other));
    Ok(Times { invar: median(own), boogie, prover: median(prover), rest: median(rest) })
}

fn time_boogie(boogie: &str, file: &Path) -> Result<f64, String> {
    let start = Instant::now();
    let output = Command::new(boogie).arg(file).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("1 verified, 0 errors") {
        Ok(seconds)
    } else {
        Err(format!("{}: boogie says {}", file.display(), text.lines().last().unwrap_or("nothing")))
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
