//! SPW09's Table 1, measured again on programs of our own.
//!
//! In: a row of the table. Out: what the backward engine took for it with its assertion alone, whether the function is proved,
//! also with its memory checks, and whether its broken twin is refuted. Reading order: [`program`] (the programs), [`measure`].

pub mod program;

use std::time::{Duration, Instant};

use invar_base::{Budget, SourceMap};
use invar_engine::backward::{Effort, Extract, Outcome, Question, prove};
use invar_engine::loops::ExtraInvariants;
use invar_engine::task::{Task, asserted};
use invar_engine::verify::{Strategy, verification_targets, verify_with};
use invar_engine::{Means, Provers, Verdict};
use invar_front::c::{self, CheckSet};
use invar_front::{Language, ReadOptions};
use invar_gcl::{CheckKind, ImplId, Program};
use serde::Serialize;

use super::columns::columns;
use crate::report::json::to_text;
use program::Benchmark;

/// One row, measured.
#[derive(Serialize)]
pub struct Row {
    name: &'static str,
    refinements: usize,
    paper_refinements: u32,
    /// Per location.
    predicates: f64,
    paper_predicates: u32,
    queries: u64,
    /// How the search ended for each goal, if not with a proof.
    ended: Vec<String>,
    verdict: &'static str,
    seconds: f64,
    paper_seconds: f64,
    /// With the memory checks.
    checked: &'static str,
    checked_seconds: f64,
    broken: &'static str,
}

/// An error says what went wrong, in plain words.
pub fn measure(
    benchmark: &Benchmark,
    provers: &dyn Provers,
    budget: &Budget,
    timeout: Duration,
) -> Result<Row, String> {
    let alone = CheckSet::of(&[CheckKind::Assertion]);
    let (program, impl_id) = read(benchmark.name, benchmark.text, alone)?;
    let timed = || budget.clone().with_deadline(Instant::now().checked_add(timeout));
    let (efforts, ended, locations) = search(&program, impl_id, &Means::new(provers, &timed()))?;
    let (verdict, seconds) = verdict(&program, impl_id, &Means::new(provers, &timed()));
    let (program, impl_id) = read(benchmark.name, benchmark.text, CheckSet::default())?;
    let (checked, checked_seconds) = self::verdict(&program, impl_id, &Means::new(provers, &timed()));
    let (program, impl_id) = read(benchmark.name, &benchmark.broken_text(), alone)?;
    let (broken, _) = self::verdict(&program, impl_id, &Means::new(provers, &timed()));
    let most = efforts.iter().map(|effort| effort.predicates).max().unwrap_or(0);
    Ok(Row {
        name: benchmark.name,
        refinements: efforts.iter().map(|effort| effort.refinements).sum(),
        paper_refinements: benchmark.paper.refinements,
        predicates: most as f64 / locations.max(1) as f64,
        paper_predicates: benchmark.paper.predicates,
        queries: efforts.iter().map(|effort| effort.queries).sum(),
        ended,
        verdict,
        seconds,
        paper_seconds: benchmark.paper.seconds,
        checked,
        checked_seconds,
        broken,
    })
}

/// What each goal took, how those ended that were not proved, and how many locations have predicates.
fn search(program: &Program, impl_id: ImplId, means: &Means<'_>) -> Result<(Vec<Effort>, Vec<String>, usize), String> {
    let task = Task::new(program, impl_id, &means.budget).map_err(|_| "the body cannot be prepared".to_string())?;
    let (open, facts) = (asserted(&task.body), ExtraInvariants::new());
    let found = prove(&task, Question { open: &open, extract: Extract::Saturated, facts: &facts }, means);
    let efforts = found.goals.iter().map(|(_, _, effort)| *effort).collect();
    let open = found.goals.iter().map(|(_, outcome, _)| outcome).filter(|outcome| **outcome != Outcome::Proved);
    Ok((efforts, open.map(|outcome| outcome.describe()).collect(), task.heads.len()))
}

fn verdict(program: &Program, impl_id: ImplId, means: &Means<'_>) -> (&'static str, f64) {
    let start = Instant::now();
    let report = verify_with(Strategy::Backward, program, impl_id, means);
    let verdict = match report.verdict {
        Verdict::Proved(_) => "proved",
        Verdict::ProvedIf(_) => "conditional",
        Verdict::Refuted(_) => "refuted",
        Verdict::Unknown(_) => "unknown",
    };
    (verdict, start.elapsed().as_secs_f64())
}

/// The program and the one function in it.
fn read(name: &str, text: &str, checks: CheckSet) -> Result<(Program, ImplId), String> {
    let options = ReadOptions { c: c::Options { checks, ..c::Options::default() }, ..ReadOptions::default() };
    // What is preprocessed already is not given to a compiler.
    let path = format!("{name}.i");
    let reading = Language::C.read(&options, &mut SourceMap::new(), &path, text.as_bytes().to_vec());
    let program = reading.map_err(|errors| errors.first().map_or(name.to_string(), |e| e.message.clone()))?.program;
    let target = verification_targets(&program).into_iter().next();
    let impl_id = target.ok_or_else(|| format!("{name} has no function"))?;
    Ok((program, impl_id))
}

pub fn text(rows: &[Row]) -> String {
    let head = [
        "program",
        "iterations",
        "paper",
        "predicates",
        "paper",
        "queries",
        "verdict",
        "s",
        "paper",
        "memory",
        "s",
        "broken",
    ];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    for row in rows {
        lines.push(vec![
            row.name.to_string(),
            row.refinements.to_string(),
            row.paper_refinements.to_string(),
            format!("{:.1}", row.predicates),
            row.paper_predicates.to_string(),
            row.queries.to_string(),
            row.verdict.to_string(),
            format!("{:.2}", row.seconds),
            format!("{:.2}", row.paper_seconds),
            row.checked.to_string(),
            format!("{:.2}", row.checked_seconds),
            row.broken.to_string(),
        ]);
    }
    let mut text = format!("{}\n{LEGEND}", columns(&lines));
    for row in rows.iter().filter(|row| !row.ended.is_empty()) {
        text.push_str(&format!("{}: {}\n", row.name, row.ended.join("; ")));
    }
    text
}

const LEGEND: &str = "\
Iterations: refinements of all goals of the assertion. Predicates: per location, of the goal that takes most. Verdict and s:
with the assertion alone; memory: with the checks of memory, too; broken: the twin with a mistake. The paper's times are
those of its machine of 2009.
";

pub fn json(rows: &[Row]) -> String {
    to_text(&Report { schema: 1, bench: "spw09", rows })
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    bench: &'static str,
    rows: &'a [Row],
}

#[cfg(test)]
mod tests {
    use super::program::TABLE_1;
    use super::*;

    /// Every program is one that the front end reads, and every mistake changes it.
    #[test]
    fn programs_are_read_and_broken() {
        for benchmark in &TABLE_1 {
            read(benchmark.name, benchmark.text, CheckSet::default()).expect("the program is well formed");
            assert_ne!(benchmark.broken_text(), benchmark.text, "{}", benchmark.name);
            read(benchmark.name, &benchmark.broken_text(), CheckSet::default()).expect("so is the twin");
        }
    }
}
