//! Which predicates are taken where there are more than a loop may cost: the nearest to what is to be shown.
//!
//! Distance is by data flow. What a check mentions is at distance 0, what the checks of memory and the conditions on the way
//! mention at distance 1, and what is assigned to a variable one farther than the variable.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::reading::{Said, matters};
use crate::infer::abstraction::MOST_PREDICATES;
use crate::infer::group::{Group, Predicate};

/// How many predicates a group has: single facts are cheap, those that are combined are not, and those with skolem constants
/// cannot do with few.
pub fn most(longest: usize, has_skolems: bool) -> usize {
    match (longest, has_skolems) {
        (1, _) => MOST_PREDICATES,
        (_, false) => 14,
        (_, true) => 24,
    }
}

/// Leaves so many predicates in all groups of a loop, each group its first ones.
pub fn share(groups: &mut [Group], most: usize) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Suggestion;

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
