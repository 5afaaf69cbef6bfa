//! Measurements: the abstraction algorithms side by side (FQ02 §7.4, Figures 7 and 8), and how the inference grows with the
//! number of predicates.
//!
//! In: an implementation, an algorithm, and whose predicates. Out: for each loop, how many queries the whole inference took
//! and what it found.

use std::time::{Duration, Instant};

use invar_base::{Budget, Span};
use invar_gcl::{ImplId, Program};
use invar_solve::Limit;

use super::abstraction::{Algorithm, Clause};
use super::asking::LoopState;
use super::fixpoint::{self, Costs, Method, Seeds};
use super::group::{Group, GroupState, Guess, Integers};
use super::predicates::{Size, given, guess};
use super::results;
use crate::loops::{ExtraInvariants, LoopHead};
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUERY;
use crate::task::Task;

/// One loop, seen through one group of predicates.
#[derive(Clone, Debug)]
pub struct Measured {
    pub span: Span,
    pub predicates: usize,
    pub queries: u64,
    /// Queries that the prover could not decide.
    pub open: u64,
    /// The invariant, over the loop's predicates in the order of the text.
    pub clauses: Vec<Clause>,
}

/// What is measured: an algorithm, and how far it may go.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    pub algorithm: Algorithm,
    /// `core` keeps to clauses of at most so many literals.
    pub longest: usize,
    /// A group stops at so many queries, and its invariant is then weaker.
    pub most: u64,
}

/// Resource units of one query: none of the table's needs nearly as many.
const LARGE_QUERY: u32 = 4_000_000;

/// The loops with predicates, in the order of the text. `None` if the control flow cannot be untangled.
pub fn with_given(
    program: &Program,
    impl_id: ImplId,
    contest: &Contest,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<Vec<Measured>> {
    let task = Task::new(program, impl_id, budget).ok()?;
    let mut pool = task.pool.clone();
    let guess = |head: &LoopHead| -> Guess {
        let given = given(program, head).into_iter();
        let groups =
            given.map(|group| Group { phase: 0, longest: contest.longest.min(group.predicates.len()), ..group });
        Guess { groups: groups.collect(), integers: Integers::default() }
    };
    let guesses = task.heads.iter().map(guess).collect();
    let (states, _) = fixpoint::infer(&mut pool, &task, guesses, &contest.method(LARGE_QUERY, provers, budget));
    Some(measured(&task.heads, &states))
}

/// The same with guessed predicates, for the groups of predicates that are combined with each other. Single facts are the
/// same work for every algorithm and are not counted.
pub fn with_guessed(
    program: &Program,
    impl_id: ImplId,
    contest: &Contest,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<Vec<Measured>> {
    let task = Task::new(program, impl_id, budget).ok()?;
    let mut pool = task.pool.clone();
    let mut guesses = guess(&mut pool, &task, &ExtraInvariants::new(), Size::FIRST);
    let groups = guesses.iter_mut().flat_map(|guess| &mut guess.groups);
    for group in groups.filter(|group| group.longest > 1) {
        group.longest = contest.longest.min(group.predicates.len());
    }
    let (states, _) = fixpoint::infer(&mut pool, &task, guesses, &contest.method(QUERY, provers, budget));
    Some(measured(&task.heads, &states))
}

/// The inference as `verify` does it, with a budget of predicates for each loop.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// Of all loops.
    pub predicates: usize,
    /// All searches of the prover, those for linear equations included.
    pub queries: u64,
    pub time: Duration,
    /// How many invariants were found, none of which follows from the others.
    pub invariants: usize,
}

pub fn with_budget(
    program: &Program,
    impl_id: ImplId,
    most: usize,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<Grown> {
    let start = Instant::now();
    let task = Task::new(program, impl_id, budget).ok()?;
    let mut pool = task.pool.clone();
    let guesses = guess(&mut pool, &task, &ExtraInvariants::new(), Size { predicates: most, ..Size::FIRST });
    let predicates = guesses.iter().flat_map(|guess| &guess.groups).map(|group| group.predicates.len()).sum();
    let contest = Contest { algorithm: Algorithm::Core, longest: usize::MAX, most: u64::MAX };
    let method = Method { seeds: Seeds::Runs, ..contest.method(QUERY, provers, budget) };
    let (states, statistics) = fixpoint::infer(&mut pool, &task, guesses, &method);
    let mut prover = provers.session(Quantifiers::Triggers);
    let limit = Limit::from(budget);
    let found = states.iter().map(|state| results::invariants(&mut pool, state, &mut *prover, &limit).len()).sum();
    Some(Grown { predicates, queries: statistics.queries, time: start.elapsed(), invariants: found })
}

impl Contest {
    fn method<'a>(&self, query: u32, provers: &'a dyn Provers, budget: &'a Budget) -> Method<'a> {
        let costs = Costs { query, total: u64::MAX, queries: self.most };
        Method { algorithm: self.algorithm, provers, budget, costs, seeds: Seeds::Nothing }
    }
}

fn measured(heads: &[LoopHead], states: &[LoopState]) -> Vec<Measured> {
    let mut all: Vec<Measured> = Vec::new();
    for (head, state) in heads.iter().zip(states) {
        let combined = state.groups.iter().filter(|state| state.group.longest > 1);
        all.extend(combined.map(|state| of_group(head, state)));
    }
    all.sort_by_key(|measured| measured.span.start);
    all
}

fn of_group(head: &LoopHead, state: &GroupState) -> Measured {
    Measured {
        span: head.span,
        predicates: state.group.predicates.len(),
        queries: state.queries,
        open: state.open,
        clauses: state.element.clauses().to_vec(),
    }
}
