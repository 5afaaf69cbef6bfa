//! How the functions of a file share its time. With a limit they take turns in rounds: each gets a little effort first, the cheapest
//! before the others, and those without an answer get more in the next round, as long as there is time. A turn is over when it has
//! taken twice its share of the time that is left. Without a limit every function gets all its effort at once, so that the answer
//! does not depend on the clock.

use std::time::{Duration, Instant};

use invar_base::Effort;
use invar_engine::{Cause, ImplReport, Verdict};
use invar_gcl::{ImplId, Program};

use super::outcome::Options;

/// What a turn may always take.
const LEAST_TURN: Duration = Duration::from_millis(150);

/// The efforts of the rounds for so many functions.
pub(super) fn rounds(options: &Options, functions: usize) -> Vec<Effort> {
    // More rounds cost more than they give: half of what a function takes does not depend on the effort.
    let first = Effort::new(options.effort.level().div_ceil(2)).filter(|first| *first != options.effort);
    let is_shared = options.timeout.is_some() && functions > 1;
    first.filter(|_| is_shared).into_iter().chain([options.effort]).collect()
}

/// Small bodies first; those of one size as in the text.
pub(super) fn cheapest_first(program: &Program, mut targets: Vec<ImplId>) -> Vec<ImplId> {
    let size = |id: &ImplId| program.impls[*id].blocks.values().map(|block| 1 + block.cmds.len()).sum::<usize>();
    targets.sort_by_cached_key(size);
    targets
}

/// When a turn ends, of which so many are still to come, this one included.
pub(super) fn end_of_turn(deadline: Option<Instant>, turns: usize, workers: usize) -> Option<Instant> {
    let (deadline, now) = (deadline?, Instant::now());
    let share = deadline.saturating_duration_since(now).mul_f64(2.0 * workers as f64 / turns.max(1) as f64);
    now.checked_add(share.max(LEAST_TURN)).map(|end| end.min(deadline))
}

/// Could more effort answer what this report leaves open?
pub(super) fn is_worth_more(report: &ImplReport) -> bool {
    match &report.verdict {
        Verdict::Proved(_) | Verdict::ProvedIf(_) | Verdict::Refuted(_) => false,
        Verdict::Unknown(unknown) => match unknown.cause {
            Cause::NotInductive | Cause::ContractTooWeak | Cause::NotReplayed | Cause::Incomplete => true,
            Cause::ResourceLimit | Cause::Deadline | Cause::NoCondition => true,
            Cause::Uninterpreted | Cause::Unsupported | Cause::Interrupted | Cause::Memory | Cause::Vacuous => false,
        },
    }
}
