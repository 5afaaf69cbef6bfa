//! Invariants as combinations of predicates (FQ02).

use invar_logic::TermPool;

use super::{Candidates, Engine, Round};
use crate::infer::{LoopFound, Size, infer_invariants};
use crate::known::Known;
use crate::means::Means;
use crate::task::Task;
use crate::verdict::Guesses;

/// With so many predicates, in clauses of such a length.
pub struct Combined(pub Size);

impl Engine for Combined {
    fn round(&self, task: &Task<'_>, known: &Known, means: &Means<'_>) -> Round {
        let mut pool = task.pool.clone();
        let inferred = infer_invariants(&mut pool, task, &known.wanted, means, self.0);
        let guesses: Vec<Guesses> = inferred.loops.into_iter().map(|found| guesses(&mut pool, task, found)).collect();
        let of_loop = |guesses: &Guesses| {
            let formulas: Vec<_> = guesses.uses.iter().map(|(formula, _)| formula.clone()).collect();
            (!formulas.is_empty()).then_some((guesses.block, formulas))
        };
        let invariants = guesses.iter().filter_map(of_loop).collect();
        Round::Progress(Candidates { invariants, guesses })
    }
}

/// What was found out about a loop, in a form that every pool can read.
fn guesses(pool: &mut TermPool, task: &Task<'_>, found: LoopFound) -> Guesses {
    let LoopFound { head, guessed, invariants } = found;
    let mut uses = Vec::new();
    for found in invariants {
        let used = found.used.iter().filter_map(|used| Some((task.export(pool, used.term)?, used.suggestion)));
        let used = used.collect();
        uses.extend(task.export(pool, found.formula).map(|formula| (formula, used)));
    }
    Guesses { block: head, counts: guessed, uses }
}
