//! How much work may be done. Effort is deterministic (solver resource units and steps); the deadline, the interrupt and the
//! memory of the process are the only parts that depend on the machine, and they can only turn an answer into *unknown*.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::memory;

/// The deterministic budget, from 1 (a glance) to 5 (leave it running).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Effort(u8);

impl Effort {
    pub const DEFAULT: Effort = Effort(3);

    /// `None` unless `1 <= level <= 5`.
    pub fn new(level: u8) -> Option<Effort> {
        (1..=5).contains(&level).then_some(Effort(level))
    }

    pub fn level(self) -> u8 {
        self.0
    }

    /// Solver resource units for one procedure: six to ten times as many per level. Level 3 is ten to twenty seconds of Z3.
    pub fn resource_limit(self) -> u32 {
        [1_000_000, 7_000_000, 50_000_000, 400_000_000, 4_000_000_000][self.0 as usize - 1]
    }

    /// Steps of an interpreter run, and other loops of our own.
    pub fn step_limit(self) -> u64 {
        10_000 * 10u64.pow(self.0 as u32 - 1)
    }
}

/// How much later than the deadline what is known may be put together.
const MOMENT: Duration = Duration::from_millis(300);

/// Why work stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Deadline,
    Interrupted,
    /// The process uses more memory than it may.
    Memory,
}

#[derive(Clone, Debug)]
pub struct Budget {
    pub effort: Effort,
    deadline: Option<Instant>,
    interrupt: Arc<AtomicBool>,
}

impl Budget {
    pub fn new(effort: Effort) -> Budget {
        Budget { effort, deadline: None, interrupt: Arc::default() }
    }

    pub fn with_deadline(mut self, deadline: Option<Instant>) -> Budget {
        self.deadline = deadline;
        self
    }

    /// For what is put together once the time is up: a moment longer, which all who are late share.
    pub fn and_a_moment(mut self) -> Budget {
        self.deadline = self.deadline.and_then(|deadline| deadline.checked_add(MOMENT));
        self
    }

    /// For what others can do without: half of the time that is left.
    pub fn half(mut self) -> Budget {
        let now = Instant::now();
        self.deadline = self.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2);
        self
    }

    pub fn with_interrupt(mut self, interrupt: Arc<AtomicBool>) -> Budget {
        self.interrupt = interrupt;
        self
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    pub fn interrupt_flag(&self) -> &Arc<AtomicBool> {
        &self.interrupt
    }

    /// Called wherever work may take long; every loop over queries or blocks asks it.
    pub fn check(&self) -> Result<(), Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if memory::is_short() {
            return Err(Stop::Memory);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Deadline),
            Some(_) | None => Ok(()),
        }
    }
}
