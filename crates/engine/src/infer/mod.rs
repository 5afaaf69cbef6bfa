//! Loop invariants by predicate abstraction (FQ02): a body with loops in, an invariant for each loop out.
//!
//! Reading order: `abstraction` (α and Union over any question, §5), `polynomial`, `hull` (linear equations), `instantiate` (where quantified invariants
//! are used), `region` (strongest postconditions as formulas, §3.2), `group` and `asking` (a region seen through
//! predicates), `visited` (what runs visit at loop heads), `fixpoint` (`traverse` and `infer`, §4), `predicates` (§6), `results` (what a person reads); `clauses` (another
//! engine: whole clauses instead of combinations); `compare` (the
//! abstraction algorithms side by side, §7.4).

pub mod abstraction;
pub mod polynomial;
pub mod hull;
pub mod instantiate;
pub mod region;
pub mod group;
pub mod visited;
pub mod asking;
pub mod fixpoint;
pub mod predicates;
pub mod results;
pub mod clauses;
pub mod compare;

use std::collections::BTreeMap;

use invar_gcl::BlockId;
use invar_logic::TermPool;
use invar_solve::Statistics;

use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};
use crate::shares::{QUERY, Stage};
use crate::task::Task;
use crate::verdict::Suggestion;
use abstraction::Algorithm;
use fixpoint::{Costs, Method, Seeds};
pub use predicates::Size;
use results::Found;

/// What was found out about the loops of a body.
pub struct Inferred {
    pub loops: Vec<LoopFound>,
    pub statistics: Statistics,
}

/// What was found out about one loop.
pub struct LoopFound {
    pub head: BlockId,
    /// How many predicates were guessed, by where they come from.
    pub guessed: BTreeMap<Suggestion, usize>,
    /// A conjunction.
    pub invariants: Vec<Found>,
}

/// Guesses predicates for the loops of a task's body and infers invariants over them.
pub fn infer_invariants(
    pool: &mut TermPool,
    task: &Task<'_>,
    wanted: &ExtraInvariants,
    means: &Means<'_>,
    size: Size,
) -> Inferred {
    let guesses = predicates::guess(pool, task, wanted, size);
    let share = means.share(Stage::Combined);
    let costs = Costs { query: QUERY, total: share.left(), queries: u64::MAX };
    let method =
        Method { algorithm: Algorithm::Core, provers: &share, budget: &share.budget, costs, seeds: Seeds::Runs };
    let (states, statistics) = fixpoint::infer(pool, task, guesses, &method);
    let wording = means.share(Stage::Wording);
    let (mut prover, limit) = (wording.session(Quantifiers::Triggers), wording.limit());
    let mut loops = Vec::new();
    for (head, state) in task.heads.iter().zip(&states) {
        let mut guessed = BTreeMap::new();
        for predicate in state.groups.iter().flat_map(|state| &state.group.predicates) {
            *guessed.entry(predicate.suggestion).or_default() += 1;
        }
        let invariants = results::invariants(pool, state, &mut *prover, &limit);
        loops.push(LoopFound { head: head.head, guessed, invariants });
    }
    Inferred { loops, statistics }
}
