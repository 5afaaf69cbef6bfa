//! SG09's Tables 4, 5 and 6, measured again on programs of our own.
//!
//! In: a row of a table. Out: whether each of the paper's algorithms proves it, or which preconditions it finds, and in how many seconds. Reading
//! order: [`program`] (the programs), [`measure`].

pub mod program;

use std::time::{Duration, Instant};

use invar_base::{Budget, SourceMap};
use invar_engine::conditions::weakest_conditions;
use invar_engine::template::Fixpoint;
use invar_engine::verify::{Strategy, verification_targets, verify_with};
use invar_engine::{Means, Provers, Verdict};
use invar_front::{Language, ReadOptions};
use invar_gcl::{ImplId, Program};
use serde::Serialize;

use super::columns::columns;
use crate::inferred::{Clause, Words};
use crate::report::json::to_text;
use program::{Asked, Benchmark};

const ALGORITHMS: [Fixpoint; 3] = [Fixpoint::Least, Fixpoint::Greatest, Fixpoint::Constraint];

/// One row, measured.
#[derive(Serialize)]
pub struct Row {
    table: &'static str,
    name: &'static str,
    /// By each algorithm, in the paper's order; none where it has nothing to say.
    runs: Vec<Option<Measured>>,
    paper: [Option<f64>; 3],
    /// The preconditions that the constraint-based algorithm finds, each as a conjunction.
    preconditions: Vec<String>,
}

#[derive(Serialize)]
struct Measured {
    is_solved: bool,
    seconds: f64,
}

/// An error says what went wrong, in plain words.
pub fn measure(
    benchmark: &Benchmark,
    provers: &dyn Provers,
    budget: &Budget,
    timeout: Duration,
) -> Result<Row, String> {
    let (program, impl_id) = read(benchmark)?;
    let mut row = Row {
        table: benchmark.table,
        name: benchmark.name,
        runs: Vec::new(),
        paper: benchmark.paper,
        preconditions: Vec::new(),
    };
    for fixpoint in ALGORITHMS {
        let timed = budget.clone().with_deadline(Instant::now().checked_add(timeout));
        let means = Means::new(provers, &timed);
        let start = Instant::now();
        let is_solved = match (benchmark.asked, fixpoint) {
            (Asked::Proof, _) => {
                let report = verify_with(Strategy::Templates(Some(fixpoint)), &program, impl_id, &means);
                matches!(report.verdict, Verdict::Proved(_))
            }
            (Asked::Precondition, Fixpoint::Least) => {
                row.runs.push(None);
                continue;
            }
            (Asked::Precondition, Fixpoint::Greatest | Fixpoint::Constraint) => {
                row.preconditions = preconditions(&program, impl_id, fixpoint, &means);
                !row.preconditions.is_empty()
            }
        };
        row.runs.push(Some(Measured { is_solved, seconds: start.elapsed().as_secs_f64() }));
    }
    Ok(row)
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
fn read(benchmark: &Benchmark) -> Result<(Program, ImplId), String> {
    let (path, bytes) = (format!("{}.bpl", benchmark.name), benchmark.text.as_bytes().to_vec());
    let reading = Language::Boogie.read(&ReadOptions::default(), &mut SourceMap::new(), &path, bytes);
    let program =
        reading.map_err(|errors| errors.first().map_or(benchmark.name.to_string(), |e| e.message.clone()))?.program;
    let target = verification_targets(&program).into_iter().next();
    let impl_id = target.ok_or_else(|| format!("{} has no procedure", benchmark.name))?;
    Ok((program, impl_id))
}

pub fn text(rows: &[Row]) -> String {
    let head = ["table", "program", "least", "paper", "greatest", "paper", "constraint", "paper"];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    for row in rows {
        let mut line = vec![row.table.to_string(), row.name.to_string()];
        for (run, paper) in row.runs.iter().zip(row.paper) {
            line.push(match run {
                Some(Measured { is_solved: true, seconds }) => format!("{seconds:.2}"),
                Some(Measured { is_solved: false, .. }) => "unknown".to_string(),
                None => "-".to_string(),
            });
            line.push(paper.map_or("-".to_string(), |seconds| format!("{seconds:.2}")));
        }
        lines.push(line);
    }
    let is_solved = |row: &&Row| row.runs.iter().flatten().any(|run| run.is_solved);
    let solved = rows.iter().filter(is_solved).count();
    let mut text = columns(&lines);
    text.push_str(&format!(
        "\n{solved} of {} rows are solved by some algorithm; seconds, templates guessed\n",
        rows.len()
    ));
    for row in rows.iter().filter(|row| !row.preconditions.is_empty()) {
        text.push_str(&format!("\npreconditions of {}:\n", row.name));
        row.preconditions.iter().for_each(|condition| text.push_str(&format!("  {condition}\n")));
    }
    text
}

pub fn json(rows: &[Row]) -> String {
    to_text(&Report { schema: 1, bench: "sg09", rows })
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
            assert!(read(row).is_ok(), "{}", row.name);
        }
    }
}
