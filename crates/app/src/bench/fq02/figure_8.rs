//! FQ02's Figure 8: queries of the abstraction algorithms over the whole inference of a loop.
//!
//! In: a row of the figure. Out: what each algorithm took on our rendering of the program (`tests/papers/fq02/`), and
//! whether all found the same invariant. The counts are the same on every machine. A query is one search of the prover.

use invar_base::Budget;
use invar_engine::Provers;
use invar_engine::infer::compare::{self, Measured};
use serde::Serialize;

use super::contest::{CONTESTANTS, Contestant, is_same};
use super::program::{CREATE, FIND, PARTITION, SORT, read};
use crate::bench::columns::columns;

/// A row of Figure 8.
pub struct Benchmark {
    pub name: &'static str,
    /// Our program.
    text: &'static str,
    /// Which of its loops, in the order of the text.
    number: usize,
    /// What the paper's FQ, DDP and SS took.
    pub paper: [u64; 3],
}

pub const FIGURE_8: [Benchmark; 5] = [
    Benchmark { name: "partition", text: PARTITION, number: 0, paper: [27, 28, 41] },
    Benchmark { name: "sort (outer)", text: SORT, number: 0, paper: [44, 54, 111] },
    Benchmark { name: "sort (inner)", text: SORT, number: 1, paper: [37, 32, 40] },
    Benchmark { name: "find", text: FIND, number: 0, paper: [111, 110, 129] },
    Benchmark { name: "create", text: CREATE, number: 0, paper: [358, 1191, 2012] },
];

/// An algorithm that takes more queries on a loop is stopped.
const MOST_QUERIES: u64 = 5_000;

pub struct Row {
    pub name: &'static str,
    pub predicates: usize,
    pub paper: [u64; 3],
    /// One for each of [`CONTESTANTS`].
    pub counts: Vec<Count>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    pub queries: u64,
    /// Stopped before the end.
    pub stopped: bool,
    /// Queries that the prover could not decide.
    pub open: u64,
    /// How many clauses the invariant has.
    pub clauses: usize,
    /// Is it the invariant that `core` finds? None if it need not be.
    pub agrees: Option<bool>,
}

/// An error says what went wrong, in plain words.
pub fn measure(benchmark: &Benchmark, provers: &dyn Provers, budget: &Budget) -> Result<Row, String> {
    let (program, impl_id) = read(benchmark.name, benchmark.text)?;
    let mut all = Vec::new();
    for contestant in &CONTESTANTS {
        let loops = compare::with_given(&program, impl_id, &contestant.contest(MOST_QUERIES), provers, budget);
        let measured = loops.and_then(|loops| loops.into_iter().nth(benchmark.number));
        all.push(measured.ok_or_else(|| format!("{} has no such loop", benchmark.name))?);
    }
    let predicates = all[0].predicates;
    let reference = CONTESTANTS.iter().zip(&all).find(|(contestant, _)| contestant.name == "core");
    let reference = reference.map(|(_, measured)| measured.clone()).ok_or("there is nothing to compare with")?;
    let counts = CONTESTANTS.iter().zip(&all).map(|(contestant, measured)| count(contestant, measured, &reference));
    Ok(Row { name: benchmark.name, predicates, paper: benchmark.paper, counts: counts.collect() })
}

fn count(contestant: &Contestant, measured: &Measured, reference: &Measured) -> Count {
    let stopped = measured.queries >= MOST_QUERIES;
    Count {
        queries: measured.queries,
        stopped,
        open: measured.open,
        clauses: measured.clauses.len(),
        agrees: (contestant.is_exact && !stopped).then(|| is_same(measured, reference)),
    }
}

const LEGEND: &str = "\
Queries over the whole inference of a loop; the first three columns are the paper's (FQ02, Figure 8; the text of create is
not given there, ours is a model of its description). fq follows the paper's text, identical queries asked once; fq tuned
asks first whether the invariant is stable and for its own clauses, skips what earlier answers imply, and goes on where it
was when the loop is analysed again. core is ours; core 3 keeps to clauses of three literals.
";

pub fn text(rows: &[Row]) -> String {
    let mut lines = vec![vec!["loop".to_string(), "predicates".into(), "FQ".into(), "DDP".into(), "SS".into()]];
    lines[0].extend(CONTESTANTS.iter().map(|contestant| contestant.name.to_string()));
    lines[0].push("same invariant".into());
    for row in rows {
        let mut line = vec![row.name.to_string(), row.predicates.to_string()];
        line.extend(row.paper.iter().map(u64::to_string));
        line.extend(row.counts.iter().map(cell));
        line.push(if row.counts.iter().all(|count| count.agrees != Some(false)) { "yes" } else { "no" }.into());
        lines.push(line);
    }
    format!("{}\n{LEGEND}", columns(&lines))
}

fn cell(count: &Count) -> String {
    let more = if count.stopped { "> " } else { "" };
    let open = if count.open > 0 { format!(" ({} open)", count.open) } else { String::new() };
    format!("{more}{}{open}", count.queries)
}

#[derive(Serialize)]
pub struct JsonRow {
    name: &'static str,
    predicates: usize,
    paper: JsonPaper,
    algorithms: Vec<JsonCount>,
}

#[derive(Serialize)]
struct JsonPaper {
    fq: u64,
    ddp: u64,
    ss: u64,
}

#[derive(Serialize)]
struct JsonCount {
    algorithm: &'static str,
    #[serde(flatten)]
    count: Count,
}

pub fn json(rows: &[Row]) -> Vec<JsonRow> {
    let row = |row: &Row| {
        let [fq, ddp, ss] = row.paper;
        let counts = CONTESTANTS.iter().zip(&row.counts);
        let counts = counts.map(|(contestant, &count)| JsonCount { algorithm: contestant.name, count });
        let paper = JsonPaper { fq, ddp, ss };
        JsonRow { name: row.name, predicates: row.predicates, paper, algorithms: counts.collect() }
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Counter;
    use invar_base::Effort;

    /// `core` against the published figures, and `fq` tuned against the paper's.
    #[test]
    fn figure_8_is_kept() {
        let most_core = [15, 25, 15, 30, u64::MAX];
        for (benchmark, most_core) in FIGURE_8.iter().zip(most_core) {
            let row =
                measure(benchmark, &Counter::default(), &Budget::new(Effort::DEFAULT)).expect("it can be measured");
            let [_, tuned, _, _, core, core_3] = row.counts[..] else { panic!("six columns") };
            assert!(row.counts.iter().all(|count| count.agrees != Some(false)), "{}", text(&[row]));
            assert!(row.counts.iter().all(|count| count.open == 0), "{}", text(&[row]));
            assert!(tuned.queries * 10 <= row.paper[0] * 12, "{}: fq tuned took {}", row.name, tuned.queries);
            assert!(core.queries <= most_core, "{}: core took {}", row.name, core.queries);
            assert!(core_3.queries <= core.queries);
            if row.name == "create" {
                assert!(core.queries * 3 <= tuned.queries, "core took {}, fq {}", core.queries, tuned.queries);
            }
        }
    }
}
