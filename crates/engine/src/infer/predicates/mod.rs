//! Guesses of predicates for each loop (FQ02 §6, and beyond it).
//!
//! Phase 0 holds single facts about integers (a conjunctive pre-pass), phase 1 combinations of conditions without
//! quantifiers, phase 2 the groups with skolem constants. Reading order: `reading` (what the text says), `relevance` (how far
//! a variable is from the checks), `goals` (assertions in loops that only read), `scope` (the variables and terms of one loop
//! that matter), `ground`, `limits` (of skolem constants), `written` (what stores do to what is said), `elements`,
//! `quantified`.

mod reading;
mod relevance;
mod goals;
mod scope;
mod ground;
mod limits;
mod written;
mod elements;
mod quantified;

use invar_gcl::Program;
use invar_logic::{Term, TermPool, VarId};

use super::group::{Group, Guess, Predicate};
use crate::loops::LoopHead;
use crate::task::Task;
use crate::verdict::Suggestion;
use goals::loop_goals;
use reading::Reading;
use scope::{Scope, Surroundings};

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

/// What is guessed about each loop, in the order of the heads.
pub fn guess(pool: &mut TermPool, task: &Task<'_>, size: Size) -> Vec<Guess> {
    let Task { program, body, heads, .. } = task;
    let reading = Reading::new(pool, &program.roles, body, heads);
    let goals = loop_goals(pool, body, heads, &reading);
    let olds: Vec<(VarId, VarId)> = program.globals.iter().map(|global| (global.old, global.var)).collect();
    let around = Surroundings { body, heads, reading: &reading, goals: &goals, olds: &olds };
    let mut all = Vec::new();
    for head in heads {
        let scope = Scope::new(pool, &around, head);
        let mut groups = vec![ground::facts(pool, &scope), ground::combinations(pool, &scope, size.longest)];
        let quantified = quantified::groups(pool, &scope, size.longest);
        if !quantified.is_empty() || scope.has_existential_goal(pool) {
            // Some facts about integers hold only because of what the quantified invariants say.
            groups.push(ground::facts_again(pool, &scope, &groups[0]));
        }
        groups.extend(quantified);
        share(&mut groups, size.predicates);
        // What the text gives comes first: it is what a person wants to see in the result.
        groups.splice(0..0, given(program, head));
        groups.retain(|group| !group.predicates.is_empty());
        all.push(Guess { groups, integers: ground::integers(pool, &scope) });
    }
    all
}

/// Leaves so many predicates in all, each group its first ones.
fn share(groups: &mut [Group], most: usize) {
    let longest = groups.iter().map(|group| group.predicates.len()).max().unwrap_or(0);
    let taken = |each: usize| groups.iter().map(|group| group.predicates.len().min(each)).sum::<usize>();
    let Some(each) = (0..=longest).rev().find(|&each| taken(each) <= most) else { return };
    let mut left = most - taken(each);
    for group in groups {
        // What the rounds leave over goes to the first groups.
        let one_more = group.predicates.len() > each && left > 0;
        left -= usize::from(one_more);
        group.predicates.truncate(each + usize::from(one_more));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn group(predicates: usize) -> Group {
        let predicate = Predicate { term: Term::TRUE, suggestion: Suggestion::Bound };
        let predicates = vec![predicate; predicates];
        Group { phase: 0, skolems: Vec::new(), domain: Vec::new(), predicates, longest: 1 }
    }

    #[test]
    fn a_budget_is_shared_evenly() {
        let shared = |sizes: &[usize], most: usize| -> Vec<usize> {
            let mut groups: Vec<Group> = sizes.iter().map(|&size| group(size)).collect();
            share(&mut groups, most);
            groups.iter().map(|group| group.predicates.len()).collect()
        };
        assert_eq!(shared(&[9, 2, 5], 100), [9, 2, 5]);
        assert_eq!(shared(&[9, 2, 5], 16), [9, 2, 5]);
        assert_eq!(shared(&[9, 2, 5], 10), [4, 2, 4]);
        assert_eq!(shared(&[9, 2, 5], 9), [4, 2, 3]);
        assert_eq!(shared(&[9, 2, 5], 0), [0, 0, 0]);
        assert_eq!(shared(&[], 7), [0; 0]);
    }
}
