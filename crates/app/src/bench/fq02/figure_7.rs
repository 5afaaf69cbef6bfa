//! FQ02's Figure 7: queries by the number of predicates, over the loops of programs that the user names.
//!
//! In: programs. Out: for each number of predicates, how many loops have a group of so many that are combined with each
//! other, and what each algorithm takes on them on average. The predicates are those that `invar verify` guesses.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use invar_base::Budget;
use invar_engine::Provers;
use invar_engine::infer::compare::{Measured, with_guessed};
use invar_engine::verify::verification_targets;
use invar_gcl::Program;
use serde::Serialize;

use super::contest::{CONTESTANTS, Contestant, is_same};
use crate::bench::columns::columns;

/// An algorithm that takes more queries on a group of predicates is stopped.
const MOST_QUERIES: u64 = 1_000;

/// All groups with the same number of predicates.
#[derive(Clone, Default)]
pub struct Row {
    groups: usize,
    /// Those of them on which every algorithm but the slowest came to an end.
    counted: usize,
    /// One for each of [`CONTESTANTS`].
    sums: [Sum; CONTESTANTS.len()],
    /// Groups on which several exact algorithms came to an end, and those of them on which these found the same invariant.
    compared: usize,
    same: usize,
}

/// One algorithm.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// On the groups that are counted.
    queries: u64,
    /// On how many of these it was stopped.
    stopped: usize,
    /// On how many groups it was stopped in all.
    stopped_in_all: usize,
}

/// It is stopped so often that hardly anything would be counted.
const SLOWEST: &str = "ss";

#[derive(Default)]
pub struct Figure {
    /// By the number of predicates.
    rows: BTreeMap<usize, Row>,
}

/// One algorithm on one body.
struct Ran {
    groups: Vec<Measured>,
    /// It ran out of time.
    is_late: bool,
}

impl Ran {
    fn is_stopped(&self, group: usize) -> bool {
        self.is_late || self.groups[group].queries >= MOST_QUERIES
    }

    /// Where one group stops early, the others of the same body have less to rest on.
    fn is_complete(&self) -> bool {
        (0..self.groups.len()).all(|group| !self.is_stopped(group) && self.groups[group].open == 0)
    }
}

impl Figure {
    /// Adds the loops of a program. Each algorithm has so much time for each body.
    pub fn add(&mut self, program: &Program, provers: &dyn Provers, budget: &Budget, time: Duration) {
        for impl_id in verification_targets(program) {
            let mut all: Vec<Ran> = Vec::new();
            for contestant in &CONTESTANTS {
                let timed = budget.clone().with_deadline(Instant::now().checked_add(time));
                let measured = with_guessed(program, impl_id, &contestant.contest(MOST_QUERIES), provers, &timed);
                let is_late = timed.check().is_err();
                all.extend(measured.map(|groups| Ran { groups, is_late }));
            }
            if all.len() == CONTESTANTS.len() && budget.check().is_ok() {
                self.add_groups(&all);
            }
        }
    }

    fn add_groups(&mut self, all: &[Ran]) {
        let exact = CONTESTANTS.iter().zip(all).filter(|(contestant, ran)| contestant.is_exact && ran.is_complete());
        let exact: Vec<&Ran> = exact.map(|(_, ran)| ran).collect();
        for group in 0..all[0].groups.len() {
            let row = self.rows.entry(all[0].groups[group].predicates).or_default();
            row.groups += 1;
            let is_slowest = |contestant: &Contestant| contestant.name == SLOWEST;
            let is_counted = CONTESTANTS.iter().zip(all).all(|(c, ran)| is_slowest(c) || !ran.is_stopped(group));
            row.counted += usize::from(is_counted);
            for (sum, ran) in row.sums.iter_mut().zip(all) {
                let is_stopped = usize::from(ran.is_stopped(group));
                sum.stopped_in_all += is_stopped;
                if is_counted {
                    sum.queries += ran.groups[group].queries;
                    sum.stopped += is_stopped;
                }
            }
            if let [first, others @ ..] = &exact[..]
                && !others.is_empty()
            {
                row.compared += 1;
                row.same += usize::from(others.iter().all(|ran| is_same(&ran.groups[group], &first.groups[group])));
            }
        }
    }

    pub fn text(&self) -> String {
        let mut lines = vec![vec!["predicates".to_string(), "groups".into(), "counted".into()]];
        lines[0].extend(CONTESTANTS.iter().map(|contestant| contestant.name.to_string()));
        lines[0].push("same invariant".into());
        for (predicates, row) in &self.rows {
            let mut line = vec![predicates.to_string(), row.groups.to_string(), row.counted.to_string()];
            line.extend(row.sums.iter().map(|sum| sum.cell(row.counted)));
            line.push(format!("{} of {}", row.same, row.compared));
            lines.push(line);
        }
        let mut stopped = vec!["stopped".to_string(), String::new(), String::new()];
        for number in 0..CONTESTANTS.len() {
            stopped.push(self.rows.values().map(|row| row.sums[number].stopped_in_all).sum::<usize>().to_string());
        }
        lines.push(stopped);
        format!("{}\n{LEGEND}", columns(&lines))
    }

    pub fn json(&self) -> Vec<JsonRow> {
        let row = |(&predicates, row): (&usize, &Row)| JsonRow {
            predicates,
            groups: row.groups,
            counted: row.counted,
            compared: row.compared,
            same: row.same,
            algorithms: CONTESTANTS
                .iter()
                .zip(&row.sums)
                .map(|(contestant, sum)| JsonSum::new(contestant.name, sum))
                .collect(),
        };
        self.rows.iter().map(row).collect()
    }
}

impl Sum {
    /// The average; a lower bound if something was stopped.
    fn cell(&self, counted: usize) -> String {
        if counted == 0 {
            return "-".to_string();
        }
        let more = if self.stopped > 0 { "> " } else { "" };
        format!("{more}{:.1}", self.queries as f64 / counted as f64)
    }
}

const LEGEND: &str = "\
Average queries on a group of guessed predicates, over the whole inference of its loop, by the number of predicates. An
algorithm that took 1000 queries, or too long on the body, was stopped there (last line: on how many groups); averages are
over the groups on which none but ss was. The last column counts the groups on which the exact algorithms that came to an
end, with every query decided, found the same invariant. Columns as in Figure 8.
";

#[derive(Serialize)]
pub struct JsonRow {
    predicates: usize,
    groups: usize,
    counted: usize,
    compared: usize,
    same: usize,
    algorithms: Vec<JsonSum>,
}

#[derive(Serialize)]
struct JsonSum {
    algorithm: &'static str,
    queries: u64,
    stopped: usize,
    stopped_in_all: usize,
}

impl JsonSum {
    fn new(algorithm: &'static str, sum: &Sum) -> JsonSum {
        JsonSum { algorithm, queries: sum.queries, stopped: sum.stopped, stopped_in_all: sum.stopped_in_all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Counter;
    use crate::bench::fq02::program::read;
    use invar_base::Effort;

    /// Every group is in the table, and where the algorithms come to an end they agree.
    #[test]
    fn the_algorithms_agree_on_guessed_predicates() {
        let text = "procedure p(n: int) { var i, j: int; i, j := 0, n; while (i < n) { i, j := i + 1, j - 1; }
                    assert 0 <= n ==> j == 0; }";
        let (program, _) = read("p", text).expect("a program");
        let budget = Budget::new(Effort::DEFAULT);
        let mut figure = Figure::default();
        figure.add(&program, &Counter::default(), &budget, Duration::from_secs(60));
        assert!(!figure.rows.is_empty());
        for (predicates, row) in &figure.rows {
            assert!(*predicates > 0 && row.groups > 0);
            assert_eq!(
                (row.counted, row.compared, row.same),
                (row.groups, row.groups, row.groups),
                "{}",
                figure.text()
            );
        }
    }
}
