//! Candidates for invariants, and which of them are inductive together (Houdini).

use std::collections::{BTreeMap, BTreeSet};

use invar_logic::{Term, TermPool, eval_bool};
use invar_solve::{Limit, Model};

use super::clause::{Clause, Skolems};
use super::session::{Asked, Book, Claim, ClauseId, Session};
use crate::infer::visited::states::{EVALUATION, State, is_small};
use crate::literals::has_quantifier;

/// The loop of a clause that is a check: none.
pub const CHECK: usize = usize::MAX;

/// Where a candidate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A single fact about integers.
    Fact,
    /// An equation between what states hold.
    Equation,
    /// A goal.
    Goal {
        /// How many weakest preconditions it is away from a check.
        depth: usize,
        /// Which goal, and the candidate's place among those of the goal.
        goal: usize,
        rank: usize,
    },
    /// It is a check itself.
    Check,
}

impl Origin {
    /// The number of its goal.
    pub fn goal(self) -> Option<usize> {
        match self {
            Origin::Goal { goal, .. } => Some(goal),
            Origin::Fact | Origin::Equation | Origin::Check => None,
        }
    }
}

pub struct Candidates {
    /// What one question may cost, and what is left for all of them.
    pub limit: Limit,
    pub left: u64,
    /// The clauses, each with the number of its loop.
    pub clauses: Vec<(usize, Clause)>,
    pub origins: Vec<Origin>,
    pub alive: BTreeSet<ClauseId>,
    /// Those that some run violates.
    pub refuted: BTreeSet<ClauseId>,
    /// Those that their loops maintain, each by itself.
    pub maintained: BTreeSet<ClauseId>,
    /// Are candidates looked at although others of the same goal are better?
    pub is_thorough: bool,
    /// States at heads, of models in which clauses fell before any loop.
    pub models: Vec<(usize, State)>,
    /// What fell since the last round, in order: where, and in which model.
    pub fallen: Vec<(ClauseId, usize, Model)>,
    /// Shown on arrival in a session, because of others.
    pub shown: BTreeMap<(usize, ClauseId), Vec<ClauseId>>,
    pub sessions: Vec<Session>,
    /// The sessions of each head.
    pub of_head: Vec<Vec<usize>>,
}

impl Candidates {
    pub fn new(heads: usize, limit: Limit, left: u64) -> Candidates {
        Candidates {
            limit,
            left,
            clauses: Vec::new(),
            origins: Vec::new(),
            alive: BTreeSet::new(),
            refuted: BTreeSet::new(),
            maintained: BTreeSet::new(),
            is_thorough: false,
            models: Vec::new(),
            fallen: Vec::new(),
            shown: BTreeMap::new(),
            sessions: Vec::new(),
            of_head: vec![Vec::new(); heads],
        }
    }

    /// Was it unknown?
    pub fn add(&mut self, head: usize, clause: Clause, origin: Origin) -> bool {
        let known = (head, clause);
        if self.clauses.contains(&known) {
            return false;
        }
        self.alive.insert(self.clauses.len());
        self.clauses.push(known);
        self.origins.push(origin);
        true
    }

    /// Houdini: what is not shown on every way to its loop's head falls, until all the others are.
    pub fn strengthen(&mut self, pool: &mut TermPool, skolems: &Skolems) {
        self.fallen.clear();
        loop {
            let mut asked = false;
            for number in 0..self.of_head.len() {
                for session in self.of_head[number].clone() {
                    asked |= self.show(pool, skolems, session, number);
                }
            }
            if !asked {
                return;
            }
        }
    }

    /// Shows what can be shown of a loop's clauses in one session. Was there anything to ask?
    fn show(&mut self, pool: &mut TermPool, skolems: &Skolems, session: usize, head: usize) -> bool {
        let mut asked = false;
        loop {
            let open = |id: &ClauseId| self.clauses[*id].0 == head && !self.shown.contains_key(&(session, *id));
            let goals: Vec<ClauseId> = self.alive.iter().copied().filter(open).collect();
            if goals.is_empty() {
                return asked;
            }
            asked = true;
            match self.ask(pool, skolems, session, &goals) {
                Asked::Hold(because) => {
                    for id in goals {
                        self.shown.insert((session, id), because.clone());
                    }
                    return true;
                }
                Asked::Fail(failing) => {
                    failing.iter().for_each(|(id, model)| self.fell(pool, *id, session, Some(model)));
                }
                Asked::Open if goals.len() > 1 => {
                    // Perhaps it is only the disjunction that is too much.
                    for id in goals {
                        match self.ask(pool, skolems, session, &[id]) {
                            Asked::Hold(because) => drop(self.shown.insert((session, id), because)),
                            Asked::Fail(failing) => {
                                self.fell(pool, id, session, failing.first().map(|(_, model)| model))
                            }
                            Asked::Open => self.fell(pool, id, session, None),
                        }
                    }
                }
                Asked::Open => self.fell(pool, goals[0], session, None),
            }
        }
    }

    /// Does what rests on this clause hold without it, too? Then the clause is gone.
    pub fn do_without(
        &mut self,
        pool: &mut TermPool,
        skolems: &Skolems,
        id: ClauseId,
        checks: &[(usize, ClauseId)],
    ) -> bool {
        self.alive.remove(&id);
        let is_alive = |key: &(usize, ClauseId)| self.alive.contains(&key.1) || checks.contains(key);
        let resting = self.shown.iter().filter(|(key, because)| is_alive(key) && because.contains(&id));
        let mut by_session: BTreeMap<usize, Vec<ClauseId>> = BTreeMap::new();
        resting.for_each(|((session, other), _)| by_session.entry(*session).or_default().push(*other));
        let mut again: Vec<(usize, Vec<ClauseId>, Vec<ClauseId>)> = Vec::new();
        for (session, others) in by_session {
            match self.ask(pool, skolems, session, &others) {
                Asked::Hold(because) => again.push((session, others, because)),
                Asked::Fail(_) | Asked::Open => {
                    self.alive.insert(id);
                    return false;
                }
            }
        }
        for (session, others, because) in again {
            others.into_iter().for_each(|other| drop(self.shown.insert((session, other), because.clone())));
        }
        true
    }

    pub fn ask(&mut self, pool: &mut TermPool, skolems: &Skolems, session: usize, goals: &[ClauseId]) -> Asked {
        let assumed: Vec<ClauseId> = self.alive.iter().copied().collect();
        let book = Book { skolems, clauses: &self.clauses };
        let claim = Claim { assumed: &assumed, goals };
        self.sessions[session].ask(pool, &book, claim, &self.limit, &mut self.left)
    }

    fn fell(&mut self, pool: &TermPool, id: ClauseId, session: usize, model: Option<&Model>) {
        self.alive.remove(&id);
        self.shown.retain(|_, because| !because.contains(&id));
        let Some(model) = model else { return };
        if self.sessions[session].region.cuts.is_empty() {
            // No loop is on the way: nothing that is found later helps, and the program gets there.
            let state = self.arrived(pool, session, id, model);
            self.models.extend(state);
        } else {
            self.fallen.push((id, session, model.clone()));
        }
    }

    /// The state of a model in which a clause about a loop falls on arrival there.
    fn arrived(&self, pool: &TermPool, session: usize, id: ClauseId, model: &Model) -> Option<(usize, State)> {
        let head = Some(self.clauses[id].0).filter(|&head| head != CHECK)?;
        let mut state = State::default();
        for (var, term) in self.sessions[session].region.arrival.iter() {
            if let Some(value) = model.value(pool, term).filter(is_small) {
                state.values.insert(var, value);
            }
        }
        let assumed = self.sessions[session].region.assumed_first();
        let mut quantified = assumed.into_iter().filter(|&term| has_quantifier(pool, term));
        // The prover may not have seen a quantified assumption at the place where its model violates it, and a state that the program
        // cannot reach refutes what is true.
        let holds = |term: Term| {
            let vars = pool.free_vars(term).into_iter();
            let values = vars.filter_map(|var| Some((var, model.value(pool, pool.find_var(var)?)?))).collect();
            matches!(eval_bool(pool, term, &State { values }, &mut EVALUATION.clone()), Ok(true))
        };
        quantified.all(holds).then_some((head, state))
    }

    /// Did it fall only on entry to its loop, which maintains it? What comes before the loop must show it then.
    pub fn is_maintained(&mut self, pool: &mut TermPool, skolems: &Skolems, id: ClauseId, session: usize) -> bool {
        let ways = self.of_head[self.clauses[id].0].clone();
        if ways.first() != Some(&session) || self.maintained.contains(&id) {
            return self.maintained.contains(&id);
        }
        self.alive.insert(id);
        let maintained = ways[1..].iter().all(|&way| matches!(self.ask(pool, skolems, way, &[id]), Asked::Hold(_)));
        self.alive.remove(&id);
        if maintained {
            self.maintained.insert(id);
        }
        maintained
    }

    /// Some run violates it, or another candidate of its goal is better.
    pub fn is_set_aside(&self, id: ClauseId) -> bool {
        let goal = self.origins[id].goal();
        let is_better = |other: ClauseId| self.alive.contains(&other) || self.maintained.contains(&other);
        let mut others = (0..self.clauses.len()).filter(|&other| other != id && self.origins[other].goal() == goal);
        self.refuted.contains(&id)
            || !self.is_thorough && goal.is_some() && !self.maintained.contains(&id) && others.any(is_better)
    }
}
