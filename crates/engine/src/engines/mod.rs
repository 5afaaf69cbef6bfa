//! The engines. Each looks for an answer in its own way, one round at a time; `verify` says whose turn it is.
//!
//! A round gets the task, what is known so far and the means of the procedure, of which it takes its own share. What it gives
//! is believed by nobody: the driver proves invariants again from the text, and every failing run is one of the interpreter.
//!
//! Reading order: `given` (what the text says), `runs` (runs of growing length), `clauses` (invariants as whole clauses),
//! `combined` (invariants as combinations of predicates), `backward` (invariants against what leads to an error), `templates`
//! (invariants as instances of templates), `slam` (invariants from predicates that spurious paths ask for).

mod given;
mod runs;
mod clauses;
mod combined;
mod backward;
mod templates;
mod slam;

use crate::bounded::Findings;
use crate::known::{Goals, Known};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::task::Task;
use crate::verdict::Guesses;

pub use backward::Backward;
pub use clauses::{Clauses, SingleFacts};
pub use combined::Combined;
pub use given::Given;
pub use runs::Runs;
pub use slam::{Slam, has_many_cases};
pub use templates::{Left, Templates, claims_existence, left_open};

pub trait Engine {
    fn round(&self, task: &Task<'_>, known: &Known, means: &Means<'_>) -> Round;
}

/// What a round gives.
pub enum Round {
    /// Invariants that prove all checks, the engine says.
    Proof(ExtraInvariants),
    /// Invariants that exclude every error, as far as the engine can see.
    Certain(ExtraInvariants),
    /// Runs that fail, or the news that there are no long ones.
    Runs(Findings),
    /// Invariants that may hold, and with which the proof may get further.
    Progress(Candidates),
    /// No proof, but what others may go on with.
    Wanted(Goals),
    /// The engine does not find anything, or cannot deal with the body; others may.
    Stuck,
}

/// Invariants that are yet to be shown, with what they were made of.
#[derive(Default)]
pub struct Candidates {
    pub invariants: ExtraInvariants,
    pub guesses: Vec<Guesses>,
}
