//! One thread for the whole process that interrupts searches whose deadline passed or whose interrupt flag was raised.
//!
//! A search registers itself and takes itself off when it ends; both cost a short lock. While searches come and go the
//! thread only ticks; it sleeps for good after a second without work. A tick repeats its interrupt until the search is
//! gone, so an interrupt that came before Z3 was listening is not lost.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use invar_base::memory;
use z3_sys::*;

use crate::prover::{Limit, Reason};

const TICK: Duration = Duration::from_millis(10);
const IDLE: Duration = Duration::from_secs(1);

const RUNNING: u8 = 0;
const PAST_DEADLINE: u8 = 1;
const INTERRUPTED: u8 = 2;
const SHORT: u8 = 3;

struct Search {
    context: SharedContext,
    deadline: Option<Instant>,
    interrupt: Arc<AtomicBool>,
    fired: Arc<AtomicU8>,
}

/// The context of a registered search.
struct SharedContext(Z3_context);

// SAFETY: the watchdog only calls `Z3_interrupt` on it, the one call that Z3 allows from another thread, and only while
// the search is registered, hence the context alive: both happen under the table's lock.
unsafe impl Send for SharedContext {}

#[derive(Default)]
struct Table {
    searches: Vec<Search>,
    asleep: bool,
}

#[derive(Default)]
struct Watchdog {
    table: Mutex<Table>,
    wake: Condvar,
}

/// A registered search; dropping it takes it off the table.
pub struct Watch {
    fired: Arc<AtomicU8>,
}

impl Watch {
    /// Registers the search that is about to start in `context`.
    pub fn start(context: Z3_context, limit: &Limit) -> Watch {
        let fired = Arc::new(AtomicU8::new(RUNNING));
        let watchdog = watchdog();
        let mut table = watchdog.lock();
        table.searches.push(Search {
            context: SharedContext(context),
            deadline: limit.deadline,
            interrupt: limit.interrupt.clone(),
            fired: fired.clone(),
        });
        if table.asleep {
            table.asleep = false;
            watchdog.wake.notify_one();
        }
        Watch { fired }
    }

    /// Why the watchdog stopped the search, if it did.
    pub fn fired(&self) -> Option<Reason> {
        match self.fired.load(Ordering::Relaxed) {
            PAST_DEADLINE => Some(Reason::Deadline),
            INTERRUPTED => Some(Reason::Interrupted),
            SHORT => Some(Reason::Memory),
            _ => None,
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        watchdog().lock().searches.retain(|search| !Arc::ptr_eq(&search.fired, &self.fired));
    }
}

impl Watchdog {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut last_work = Instant::now();
        let mut table = self.lock();
        loop {
            let now = Instant::now();
            if !table.searches.is_empty() {
                last_work = now;
            }
            table.searches.iter().for_each(|search| search.stop_if_due(now));
            if now.duration_since(last_work) >= IDLE {
                table.asleep = true;
                table = self.wake.wait(table).unwrap_or_else(PoisonError::into_inner);
            } else {
                table = self.wake.wait_timeout(table, TICK).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

impl Search {
    fn stop_if_due(&self, now: Instant) {
        let why = if self.interrupt.load(Ordering::Relaxed) {
            INTERRUPTED
        } else if memory::is_short() {
            SHORT
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            PAST_DEADLINE
        } else {
            return;
        };
        let _ = self.fired.compare_exchange(RUNNING, why, Ordering::Relaxed, Ordering::Relaxed);
        // SAFETY: see `SharedContext`.
        unsafe { Z3_interrupt(self.context.0) };
    }
}

fn watchdog() -> &'static Watchdog {
    static WATCHDOG: OnceLock<&'static Watchdog> = OnceLock::new();
    WATCHDOG.get_or_init(|| {
        let watchdog: &'static Watchdog = Box::leak(Box::default());
        // Without the thread only the resource limit ends a search, which it always does.
        let _ = std::thread::Builder::new().name("prover watchdog".to_string()).spawn(|| watchdog.run());
        watchdog
    })
}
