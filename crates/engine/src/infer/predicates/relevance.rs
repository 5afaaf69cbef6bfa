//! Relevance by data flow: how far a variable is from what is to be shown.
//!
//! What a check mentions is at distance 0, what the checks of memory and the conditions on the way mention at distance 1, and
//! what is assigned to a variable one farther than the variable. Where there are more guesses than the budget allows, the
//! nearest are kept.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::reading::{Said, matters};
use crate::infer::group::Predicate;

pub struct Relevance {
    distances: FxHashMap<VarId, u32>,
}

/// No data flow leads to a check.
const NEVER: u32 = u32::MAX;

impl Relevance {
    /// Of the variables of a loop, given what is said in the loop and behind it.
    pub fn new(pool: &TermPool, said: &[Said]) -> Relevance {
        let mut flows: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        let mut near: [Vec<VarId>; 2] = Default::default();
        for said in said {
            match *said {
                Said::Goal(kind, term) => near[usize::from(!matters(kind))].extend(pool.free_vars(term)),
                Said::Condition(term) => near[1].extend(pool.free_vars(term)),
                Said::Assign(var, term) => flows.entry(var).or_default().extend(pool.free_vars(term)),
            }
        }
        let mut relevance = Relevance { distances: FxHashMap::default() };
        let mut work: VecDeque<VarId> = VecDeque::new();
        for (distance, vars) in (0..).zip(&near) {
            for &var in vars {
                relevance.reach(var, distance, &mut work);
            }
        }
        // The queue is ordered by distance, so the first distance that is found is the shortest.
        while let Some(var) = work.pop_front() {
            let next = relevance.of_var(var).saturating_add(1);
            for &from in flows.get(&var).into_iter().flatten() {
                relevance.reach(from, next, &mut work);
            }
        }
        relevance
    }

    fn reach(&mut self, var: VarId, distance: u32, work: &mut VecDeque<VarId>) {
        if let Entry::Vacant(entry) = self.distances.entry(var) {
            entry.insert(distance);
            work.push_back(var);
        }
    }

    pub fn of_var(&self, var: VarId) -> u32 {
        self.distances.get(&var).copied().unwrap_or(NEVER)
    }

    /// As far as the farthest variable that is known at all: skolem constants flow nowhere.
    fn of(&self, pool: &TermPool, term: Term) -> u32 {
        pool.free_vars(term).into_iter().filter_map(|var| self.distances.get(&var).copied()).max().unwrap_or(0)
    }

    /// At most so many of the predicates: the nearest ones, in the order in which they were guessed.
    pub fn nearest(&self, pool: &TermPool, mut predicates: Vec<Predicate>, most: usize) -> Vec<Predicate> {
        predicates.sort_by_key(|predicate| self.of(pool, predicate.term));
        predicates.truncate(most);
        predicates
    }
}
