//! SG09's Tables 4, 5 and 6, measured again on programs of our own.
//!
//! In: a row of a table. Out: whether each of the paper's algorithms proves it, or which preconditions it finds, and in how many seconds. Reading
//! order: [`program`] (the programs), [`measure`].

pub mod program;

use std::time::{Duration, Instant};

use invar_base::{Budget, Effort, SourceMap};
use invar_engine::conditions::weakest_conditions;
use invar_engine::template::Fixpoint;
use invar_engine::verify::{Strategy, verification_targets, verify_with};
use invar_engine::{Means, Verdict};
use invar_front::{Language, ReadOptions};
use invar_gcl::{ImplId, Program};
use serde::Serialize;

use super::columns::columns;
use crate::backend::Counter;
use crate::inferred::{Clause, Words};
use crate::report::json::to_text;
use program::{Asked, Benchmark, Templates};

const ALGORITHMS: [Fixpoint; 3] = [Fixpoint::Least, Fixpoint::Greatest, Fixpoint::Constraint];

/// One row, measured.
#[derive(Serialize)]
pub struct Row {
    table: &'static str,
    name: &'static str,
    /// By each algorithm, in the paper's order; none where it has nothing to say. First with the templates of the program's own text, if it has some.
    given: Vec<Option<Measured>>,
    /// With templates that are guessed; or, where robustness is asked for, given with irrelevant predicates.
    other: Vec<Option<Measured>>,
    paper: [Option<f64>; 3],
    /// The preconditions that the constraint-based algorithm finds, each as a conjunction.
    preconditions: Vec<String>,
}

#[derive(Clone, Serialize)]
struct Measured {
    is_solved: bool,
    seconds: f64,
    queries: u64,
}

/// An error says what went wrong, in plain words.
pub fn measure(benchmark: &Benchmark, other: Templates, budget: &Budget, timeout: Duration) -> Result<Row, String> {
    let mut row = Row {
        table: benchmark.table,
        name: benchmark.name,
        given: Vec::new(),
        other: Vec::new(),
        paper: benchmark.paper,
        preconditions: Vec::new(),
    };
    row.given = runs(benchmark, Templates::Given, (budget, timeout), &mut row.preconditions)?;
    row.other = runs(benchmark, other, (budget, timeout), &mut row.preconditions)?;
    Ok(row)
}

/// By each algorithm. The preconditions that are found last are told.
fn runs(
    benchmark: &Benchmark,
    templates: Templates,
    (budget, timeout): (&Budget, Duration),
    told: &mut Vec<String>,
) -> Result<Vec<Option<Measured>>, String> {
    let Some(text) = benchmark.text_with(templates) else { return Ok(vec![None; ALGORITHMS.len()]) };
    let (program, impl_id) = read(benchmark.name, &text)?;
    let mut runs = Vec::new();
    for fixpoint in ALGORITHMS {
        // Time is the only limit, as in the paper.
        let mut timed = budget.clone().with_deadline(Instant::now().checked_add(timeout));
        timed.effort = Effort::new(5).unwrap_or(Effort::DEFAULT);
        let counter = Counter::default();
        let means = Means::new(&counter, &timed);
        let start = Instant::now();
        let is_solved = match (benchmark.asked, fixpoint) {
            (Asked::Proof, _) => {
                let report = verify_with(Strategy::Templates(Some(fixpoint)), &program, impl_id, &means);
                matches!(report.verdict, Verdict::Proved(_))
            }
            (Asked::Precondition, Fixpoint::Least) => {
                runs.push(None);
                continue;
            }
            (Asked::Precondition, Fixpoint::Greatest | Fixpoint::Constraint) => {
                let found = preconditions(&program, impl_id, fixpoint, &means);
                let is_solved = !found.is_empty();
                if is_solved {
                    *told = found;
                }
                is_solved
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        runs.push(Some(Measured { is_solved, seconds, queries: counter.total().queries }));
    }
    Ok(runs)
}

fn preconditions(program: &Program, impl_id: ImplId, fixpoint: Fixpoint, means: &Means<'_>) -> Vec<String> {
    let Some(found) = weakest_conditions(program, impl_id, fixpoint, means) else { return Vec::new() };
    let Some(mut words) = Words::new(program, impl_id) else { return Vec::new() };
    let mut said = Vec::new();
    for conditions in found.found {
        let parts = conditions.iter().filter_map(|condition| words.condition(impl_id, condition));
        let text = |clause: Clause| match clause {
            Clause::Said(text) | Clause::Unsaid(text) => text,
        };
        let parts: Vec<String> = parts.map(text).collect();
        said.push(parts.join(" && "));
    }
    said
}

/// The program and the one procedure in it.
fn read(name: &str, text: &str) -> Result<(Program, ImplId), String> {
    let (path, bytes) = (format!("{name}.bpl"), text.as_bytes().to_vec());
    let reading = Language::Boogie.read(&ReadOptions::default(), &mut SourceMap::new(), &path, bytes);
    let program = reading.map_err(|errors| errors.first().map_or(name.to_string(), |e| e.message.clone()))?.program;
    let target = verification_targets(&program).into_iter().next();
    let impl_id = target.ok_or_else(|| format!("{name} has no procedure"))?;
    Ok((program, impl_id))
}

/// Seconds with given templates and with guessed ones, beside the paper's.
pub fn text(rows: &[Row]) -> String {
    let names = ["least", "greatest", "constraint"];
    let mut head: Vec<String> = ["table", "program"].map(str::to_string).to_vec();
    for column in ["given", "guessed", "paper"] {
        head.extend(names.map(|name| format!("{column} {name}")));
    }
    let mut lines = vec![head];
    for row in rows {
        let mut line = vec![row.table.to_string(), row.name.to_string()];
        let seconds = |run: &Option<Measured>| match run {
            Some(Measured { is_solved: true, seconds, .. }) => format!("{seconds:.2}"),
            Some(Measured { is_solved: false, .. }) => "unknown".to_string(),
            None => "-".to_string(),
        };
        line.extend(row.given.iter().chain(&row.other).map(seconds));
        line.extend(row.paper.map(|paper| paper.map_or("-".to_string(), |seconds| format!("{seconds:.2}"))));
        lines.push(line);
    }
    let mut text = columns(&lines);
    let is_solved = |runs: &[Option<Measured>]| runs.iter().flatten().any(|run| run.is_solved);
    let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    text.push_str(&format!(
        "\nof {} rows, some algorithm solves {} with given templates, {} with guessed ones, {} with either; seconds\n",
        rows.len(),
        count(&|row| is_solved(&row.given)),
        count(&|row| is_solved(&row.other)),
        count(&|row| is_solved(&row.given) || is_solved(&row.other)),
    ));
    for row in rows.iter().filter(|row| !row.preconditions.is_empty()) {
        text.push_str(&format!("\npreconditions of {}:\n", row.name));
        row.preconditions.iter().for_each(|condition| text.push_str(&format!("  {condition}\n")));
    }
    text
}

/// Figure 5: how many times as many queries there are with irrelevant predicates.
pub fn robustness(rows: &[Row]) -> String {
    let mut lines = vec![["program", "least", "greatest", "constraint"].map(str::to_string).to_vec()];
    for row in rows.iter().filter(|row| row.given.iter().any(Option::is_some)) {
        let mut line = vec![row.name.to_string()];
        for (plain, more) in row.given.iter().zip(&row.other) {
            line.push(match (plain, more) {
                (Some(plain), Some(more)) if plain.is_solved && more.is_solved => {
                    format!("{:.2}", more.queries as f64 / plain.queries.max(1) as f64)
                }
                (Some(plain), Some(_)) if plain.is_solved => "lost".to_string(),
                (Some(_) | None, Some(_) | None) => "-".to_string(),
            });
        }
        lines.push(line);
    }
    columns(&lines) + "\nqueries with irrelevant predicates, as a multiple of those without\n"
}

pub fn json(rows: &[Row]) -> String {
    to_text(&Report { schema: 2, bench: "sg09", rows })
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    bench: &'static str,
    rows: &'a [Row],
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ROWS;

    #[test]
    fn every_program_is_well_formed() {
        for row in &ROWS {
            for templates in [Templates::Given, Templates::WithIrrelevant(3), Templates::Guessed] {
                let read = row.text_with(templates).map(|text| read(row.name, &text));
                assert!(!matches!(read, Some(Err(_))), "{} {templates:?}", row.name);
            }
        }
    }
}
