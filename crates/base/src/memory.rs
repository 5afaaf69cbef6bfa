//! How much memory the process uses, and whether that is more than it may. Memory belongs to the process as a whole, and so
//! does the answer: whoever works when it is short stops, and what it had taken is free for others.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static SHORT: AtomicBool = AtomicBool::new(false);

/// How often somebody looks.
const TICK: Duration = Duration::from_millis(50);

/// Whoever stops gives back what it holds within this time. What is held then is held by the allocator, for later.
const GIVEN_BACK: Duration = Duration::from_secs(3);

/// Does the process use more memory than it may?
pub fn is_short() -> bool {
    SHORT.load(Ordering::Relaxed)
}

/// From now on, memory is short when the process uses more than so many bytes. Only the first call counts. Where the system does
/// not say how much is used, it is never short.
pub fn watch(limit: u64) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a thread, nobody looks: what is proved is proved all the same.
        drop(thread::Builder::new().name("invar-memory".to_string()).spawn(move || look(limit)));
    });
}

fn look(limit: u64) {
    let mut watch = Watch { limit, now: limit, since: None };
    while let Some(used) = resident() {
        SHORT.store(watch.is_short(used, Instant::now()), Ordering::Relaxed);
        thread::sleep(TICK);
    }
}

/// The limit, and since when it has been passed.
struct Watch {
    limit: u64,
    /// What may be used now: more than the limit, if the allocator kept what was given back to it.
    now: u64,
    since: Option<Instant>,
}

impl Watch {
    fn is_short(&mut self, used: u64, time: Instant) -> bool {
        let low = self.now - self.limit / 4;
        match self.since {
            None if used > self.now => self.since = Some(time),
            Some(_) if used < low => self.since = None,
            Some(since) if time.duration_since(since) >= GIVEN_BACK => {
                self.since = None;
                self.now = used + self.limit / 4;
            }
            None | Some(_) => {}
        }
        self.since.is_some()
    }
}

/// Bytes that are in memory now.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_short_until_it_was_given_back() {
        let mut watch = Watch { limit: 400, now: 400, since: None };
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert!(!watch.is_short(400, at(0)));
        assert!(watch.is_short(401, at(1)));
        assert!(watch.is_short(350, at(2)), "a little less is not enough");
        assert!(!watch.is_short(299, at(3)));
        assert!(watch.is_short(500, at(4)));
        // Nothing was given back to the system: what the allocator holds is used again.
        assert!(!watch.is_short(480, at(8)));
        assert!(!watch.is_short(570, at(9)));
        assert!(watch.is_short(581, at(10)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_says_what_is_used() {
        assert!(resident().is_some_and(|used| used > 100_000));
    }
}
