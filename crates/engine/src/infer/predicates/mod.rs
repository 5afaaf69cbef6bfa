//! Guesses of predicates for each loop (FQ02 §6, and beyond it): groups of predicates, each filled by a table of sources.
//!
//! In: a task. Out: for each loop, groups that are combined each for itself. Phase 0 has single facts about integers,
//! phase 1 conditions without quantifiers, phase 2 what needs skolem constants, and the single facts once more. A source is a
//! function from a [`Subject`] to predicates, in a file of its own, with the [`Suggestion`] that reports name; which of the
//! suggestions are taken, `ranking` decides for all of them.
//!
//! Reading order: `reading` (what the text says), `ranking`, `scope` (what matters for one loop),
//! `subject`, `sources` (the tables), any source, and `quantified` (the groups with skolem constants).

mod reading;
mod ranking;
mod scope;
mod subject;
mod sources;
mod quantified;
#[cfg(test)]
mod examples;

use invar_gcl::Program;
use invar_logic::{Term, TermPool, VarId};

use super::group::{Group, Guess, Predicate};
use crate::loops::{ExtraInvariants, LoopHead};
use crate::task::Task;
use crate::verdict::Suggestion;
use ranking::share;
use reading::Reading;
use scope::{Scope, Surroundings};
use sources::{COMBINED, FACTS, FACTS_AGAIN, group};
use subject::Subject;

/// How much is guessed for a loop.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// So many predicates at most.
    pub predicates: usize,
    /// Clauses with so many literals at most.
    pub longest: usize,
}

impl Size {
    /// Enough for nearly all loops.
    pub const FIRST: Size = Size { predicates: 256, longest: 3 };

    /// For a second try: more to combine, of fewer predicates.
    pub const SECOND: Size = Size { predicates: 128, longest: 4 };
}

/// With more predicates than this, clauses of those that the text gives have at most [`LONG`] literals.
const FEW_GIVEN: usize = 16;
const LONG: usize = 4;

/// What is guessed about each loop, in the order of the heads, given what another engine wanted to know of them.
pub fn guess(pool: &mut TermPool, task: &Task<'_>, wanted: &ExtraInvariants, size: Size) -> Vec<Guess> {
    let Task { program, body, heads, .. } = task;
    let reading = Reading::new(pool, &program.roles, body, heads);
    let olds: Vec<(VarId, VarId)> = program.globals.iter().map(|global| (global.old, global.var)).collect();
    let around = Surroundings { task, reading: &reading, olds: &olds, wanted };
    let mut all = Vec::new();
    for head in heads {
        let scope = Scope::new(pool, &around, head);
        let mut groups = groups(pool, &scope, size.longest);
        share(&mut groups, size.predicates);
        // What the text gives comes first: it is what a person wants to see in the result.
        groups.splice(0..0, given(program, head));
        groups.retain(|group| !group.predicates.is_empty());
        all.push(Guess { groups, integers: scope.integers(pool) });
    }
    all
}

fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let single = Subject::of_loop(scope);
    let mut groups = vec![group(pool, &single, FACTS, 0, 1), group(pool, &single, COMBINED, 1, longest)];
    let quantified = quantified::groups(pool, scope, longest);
    if !quantified.is_empty() || scope.has_existential_goal(pool) {
        // Some facts about integers hold only because of what the quantified invariants say.
        groups.push(group(pool, &single, FACTS_AGAIN, 2, 1));
    }
    groups.extend(quantified);
    groups
}

/// The clauses `predicate` and `skolem` that the text gives.
pub fn given(program: &Program, head: &LoopHead) -> Option<Group> {
    let source = head.source?;
    let hints = &program.impls[source.impl_id].blocks[source.block].hints;
    if hints.predicates.is_empty() {
        return None;
    }
    let given = |&term: &Term| Predicate { term, suggestion: Suggestion::Given };
    let predicates: Vec<Predicate> = hints.predicates.iter().map(given).collect();
    let longest = if predicates.len() <= FEW_GIVEN { predicates.len() } else { LONG };
    Some(Group { phase: 2, skolems: hints.skolems.clone(), domain: Vec::new(), longest, predicates })
}
