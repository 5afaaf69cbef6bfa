//! What the prover was asked and how long it took: SG09's Figure 4 is drawn from the histogram.

use std::time::Duration;

/// Upper bounds of the histogram's buckets in microseconds; one more bucket holds everything slower.
pub const BUCKETS_MICROS: [u64; 11] =
    [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Time inside `check`.
    pub time: Duration,
    /// Time that the prover itself took to open the session and to take formulas in. Translating terms is not in it.
    pub asserting: Duration,
    /// Queries per bucket of `BUCKETS_MICROS`, the slowest bucket last.
    pub histogram: [u64; BUCKETS_MICROS.len() + 1],
    /// Solver resource units spent, where the prover counts them.
    pub resources: u64,
}

impl Statistics {
    /// Counts one query, but not its answer.
    pub(crate) fn record_query(&mut self, time: Duration, resources: u64) {
        self.queries += 1;
        self.time += time;
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.histogram[BUCKETS_MICROS.partition_point(|&bound| bound < micros)] += 1;
        self.resources += resources;
    }

    /// Adds what another prover counted.
    pub fn add(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.time += other.time;
        self.asserting += other.asserting;
        self.resources += other.resources;
        for (sum, count) in self.histogram.iter_mut().zip(other.histogram) {
            *sum += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prover::{Answer, Core, Reason};

    #[test]
    fn every_time_falls_in_one_bucket() {
        let mut statistics = Statistics::default();
        let unsat = Answer::Unsat(Core(Vec::new()));
        let unknown = Answer::Unknown { reason: Reason::Deadline, candidate: None };
        statistics.record(&unsat, Duration::from_micros(100), 5);
        statistics.record(&unsat, Duration::from_micros(101), 5);
        statistics.record(&unknown, Duration::from_secs(1000), 5);
        assert_eq!(statistics.histogram[0], 1);
        assert_eq!(statistics.histogram[1], 1);
        assert_eq!(statistics.histogram[BUCKETS_MICROS.len()], 1);
        assert_eq!((statistics.queries, statistics.unsat, statistics.unknown), (3, 2, 1));
        let mut sum = statistics.clone();
        sum.add(&statistics);
        assert_eq!((sum.queries, sum.resources, sum.histogram[0]), (6, 30, 2));
    }
}
