//! FQ02's `traverse` and `infer` (§4, Figure 4): the loops of a body in the order of the program, each iterated until its
//! invariant is stable.
//!
//! The paper begins the inner loops afresh in every iteration of the outer one. The outer approximation only weakens, so
//! the inner one can go on from where it was: the least fixed point is the same.

use std::collections::BTreeSet;

use invar_base::Budget;
use invar_logic::{TermPool, VarId};
use invar_solve::{Limit, Prover, Statistics};
use rustc_hash::FxHashMap;

use super::abstraction::Algorithm;
use super::asking::{Asking, Equations, LoopState};
use super::group::{GroupState, Guess};
use super::hull::Hull;
use super::region::{Edges, Nest, Node, nesting, region};
use super::visited::cubes::Shown;
use crate::provers::{Provers, Quantifiers};
use crate::task::Task;

/// What one query may cost, and all of them together.
pub struct Costs {
    pub query: u32,
    pub total: u64,
    /// How many queries one group may take.
    pub queries: u64,
}

/// How the fixed point is looked for: by which algorithm, with which provers, and at which costs.
pub struct Method<'a> {
    pub algorithm: Algorithm,
    pub provers: &'a dyn Provers,
    pub budget: &'a Budget,
    pub costs: Costs,
    /// Is there something to be learnt of runs, before anybody is asked?
    pub seeds: Seeds,
}

/// What the fixed point begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeds {
    /// With no state, as published.
    Nothing,
    /// With the states that runs visit.
    Runs,
}

pub struct Inference<'a> {
    pool: &'a mut TermPool,
    nest: Nest<'a>,
    tree: Vec<Node>,
    states: Vec<LoopState>,
    sessions: FxHashMap<(usize, bool), Option<Asking>>,
    provers: &'a dyn Provers,
    /// Finds redundant clauses; knows nothing of the program.
    reducer: Box<dyn Prover>,
    limit: Limit,
    total: u64,
    queries: u64,
    algorithm: Algorithm,
    phase: usize,
}

/// The budget ran out before the invariants were stable.
pub struct Unfinished;

/// Runs all phases; the groups of a phase that was not finished say nothing.
pub fn infer(
    pool: &mut TermPool,
    task: &Task<'_>,
    guesses: Vec<Guess>,
    method: &Method<'_>,
) -> (Vec<LoopState>, Statistics) {
    let &Method { algorithm, provers, budget, ref costs, seeds } = method;
    let Task { body, heads, facts, .. } = task;
    let mentioned: Vec<BTreeSet<VarId>> = guesses.iter().map(|guess| mentioned(pool, guess)).collect();
    let tree = nesting(heads, &crate::loops::graph_of(&body.blocks), invar_base::Id::index(body.entry));
    let last = guesses.iter().flat_map(|guess| &guess.groups).map(|group| group.phase).max();
    let mut states: Vec<LoopState> = guesses
        .into_iter()
        .map(|guess| LoopState {
            equations: Equations::new(guess.integers),
            groups: guess.groups.into_iter().map(|group| GroupState::new(group, algorithm)).collect(),
            age: 0,
        })
        .collect();
    if seeds == Seeds::Runs {
        begin_with(&mut states, pool, &Shown::of_runs(pool, task, &mentioned, budget));
    }
    let mut inference = Inference {
        pool,
        nest: Nest { body, heads, mentioned: &mentioned, facts, always: &[] },
        tree,
        states,
        sessions: FxHashMap::default(),
        provers,
        reducer: provers.session(Quantifiers::Triggers),
        limit: Limit { resources: costs.query, ..Limit::from(budget) },
        total: costs.total,
        queries: costs.queries,
        algorithm,
        phase: 0,
    };
    for phase in 0..last.map_or(1, |last| last + 1) {
        inference.phase = phase;
        let tree = inference.tree.clone();
        if inference.traverse(&tree).is_err() {
            inference.give_up();
            break;
        }
    }
    let statistics = inference.statistics();
    (inference.states, statistics)
}

/// The loops begin with what runs have shown of them.
fn begin_with(states: &mut [LoopState], pool: &TermPool, shown: &Shown) {
    for (number, LoopState { groups, equations, .. }) in states.iter_mut().enumerate() {
        for state in groups {
            let cubes = shown.cubes(pool, number, &state.group);
            state.begin_with(&cubes);
        }
        for point in shown.coordinates(number, &equations.integers) {
            equations.hull.add(&point);
        }
    }
}

fn mentioned(pool: &TermPool, guess: &Guess) -> BTreeSet<VarId> {
    let groups = &guess.groups;
    let terms: Vec<_> = groups.iter().flat_map(|group| group.terms().chain(group.domain.iter().copied())).collect();
    let skolems: BTreeSet<VarId> = groups.iter().flat_map(|group| group.skolems.iter().copied()).collect();
    let free = pool.free_vars_of(&terms).into_iter().filter(|var| !skolems.contains(var));
    free.chain(guess.integers.vars.iter().copied()).collect()
}

impl Inference<'_> {
    /// FQ02's `traverse`: loop by loop.
    fn traverse(&mut self, nodes: &[Node]) -> Result<(), Unfinished> {
        nodes.iter().try_for_each(|node| self.infer(node))
    }

    /// FQ02's `infer`: `r := r ∨ α(entry)`, then `r := r ∨ α(back)` until nothing changes.
    fn infer(&mut self, node: &Node) -> Result<(), Unfinished> {
        if self.algorithm.begins_afresh() {
            self.reset(node.number);
        }
        self.union(node.number, Edges::Entry)?;
        loop {
            self.traverse(&node.inner)?;
            if !self.union(node.number, Edges::Back)? {
                return Ok(());
            }
        }
    }

    /// `r := r ∨ α(Q)` for all groups of the phase. Did one of them grow?
    fn union(&mut self, number: usize, edges: Edges) -> Result<bool, Unfinished> {
        let Inference { pool, nest, states, sessions, provers, reducer, limit, total, .. } = self;
        for state in states.iter_mut().flat_map(|state| &mut state.groups) {
            if state.group.phase <= self.phase {
                state.find_basis(pool, &mut **reducer, limit);
            }
        }
        let session = sessions.entry((number, edges == Edges::Back)).or_insert_with(|| {
            let region = region(pool, nest, number, edges)?;
            Some(Asking::new(pool, region, provers.session(Quantifiers::Triggers), &states[number].groups))
        });
        let Some(session) = session else { return Ok(false) };
        session.assume(pool, states, self.phase);
        let mut grew = self.phase == 0 && session.add_states(pool, &mut states[number].equations, limit, total);
        for group in 0..states[number].groups.len() {
            let state = &mut states[number].groups[group];
            if state.group.phase == self.phase {
                let mut question = session.question(pool, group, limit, total);
                grew |= state.union(&mut question, self.queries);
            }
        }
        if grew {
            states[number].age += 1;
        }
        if self.total == 0 || self.limit.exhausted().is_some() {
            return Err(Unfinished);
        }
        Ok(grew)
    }

    /// As in the paper: nothing is known about the loop.
    fn reset(&mut self, number: usize) {
        let LoopState { groups, age, .. } = &mut self.states[number];
        for state in groups.iter_mut().filter(|state| state.group.phase == self.phase) {
            state.begin(self.algorithm);
        }
        *age += 1;
    }

    fn give_up(&mut self) {
        if self.phase == 0 {
            self.states.iter_mut().for_each(|state| state.equations.hull = Hull::full());
        }
        for state in self.states.iter_mut().flat_map(|state| &mut state.groups) {
            if state.group.phase >= self.phase {
                state.give_up();
            }
        }
    }

    fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        for session in self.sessions.values().flatten() {
            all.add(session.prover().statistics());
        }
        all
    }
}
