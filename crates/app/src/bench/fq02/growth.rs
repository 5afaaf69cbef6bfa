//! How the inference grows with the number of predicates: one loop of thirty lines, and a budget that lets more and more
//! guesses in, the most relevant first.
//!
//! In: a budget. Out: what the inference took that `verify` does. Queries are the same on every machine, times are not.

use std::time::Duration;

use invar_base::Budget;
use invar_engine::Provers;
use invar_engine::infer::compare::{Grown, with_budget};
use serde::Serialize;

use super::program::{FLAG, read};
use crate::bench::columns::columns;

/// The budgets, in predicates.
pub const BUDGETS: [usize; 10] = [5, 10, 15, 20, 25, 30, 35, 40, 80, 160];

/// Each row is the fastest of so many runs: what else the machine does only adds.
const RUNS: usize = 3;

#[derive(Serialize)]
pub struct Row {
    pub predicates: usize,
    pub queries: u64,
    pub invariants: usize,
    pub seconds: f64,
}

/// An error says what went wrong, in plain words.
pub fn measure(most: usize, provers: &dyn Provers, budget: &Budget) -> Result<Row, String> {
    let (program, impl_id) = read("flag", FLAG)?;
    let run = || with_budget(&program, impl_id, most, provers, budget).ok_or("the program has no loops to measure");
    let mut best: Grown = run()?;
    for _ in 1..RUNS {
        best.time = Duration::min(best.time, run()?.time);
    }
    let Grown { predicates, queries, time, invariants } = best;
    Ok(Row { predicates, queries, invariants, seconds: time.as_secs_f64() })
}

const LEGEND: &str = "\
The whole inference of one loop of thirty lines (three ranges around a pivot), as `invar verify` does it, with more and more
guessed predicates. Seconds are the fastest of three runs.
";

pub fn text(rows: &[Row]) -> String {
    let mut lines = vec![["predicates", "queries", "invariants", "seconds"].map(str::to_string).to_vec()];
    for row in rows {
        let Row { predicates, queries, invariants, seconds } = row;
        lines.push(vec![predicates.to_string(), queries.to_string(), invariants.to_string(), format!("{seconds:.3}")]);
    }
    format!("{}\n{LEGEND}", columns(&lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Counter;
    use invar_base::Effort;

    /// Queries and time grow gently.
    #[test]
    fn forty_predicates_are_not_much_harder_than_fifteen() {
        let budget = Budget::new(Effort::DEFAULT);
        let [few, many] = [15, 40].map(|most| measure(most, &Counter::default(), &budget).expect("a row"));
        assert_eq!((few.predicates, many.predicates), (15, 40));
        assert!(few.seconds < 1.0, "15 predicates took {} s", few.seconds);
        assert!(many.queries <= 8 * few.queries, "{} queries, then {}", few.queries, many.queries);
    }
}
