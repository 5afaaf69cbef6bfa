//! Invariants as whole clauses (beyond FQ02): goals of open checks, generalised against states that runs visit, kept as long as
//! they are inductive.
//!
//! Reading order: `clause`, `heads` (what the text says of loops), `copies` (one name for each value), `symbols` (numbers too large for runs), `states` (runs of the
//! body), `points` (where literals hold), `covers` (a goal becomes candidates), `shape` and `equations` (what states have in
//! common), `session` (the prover's side), `begins` (what runs begin with where contracts ask for much), `goals` (weakest
//! preconditions along a model's path), and the search here: the strongest inductive set of candidates (Houdini); what falls
//! gives new goals, for its own loop or an earlier one, first those of clauses that a loop maintains by itself.

mod clause;
mod heads;
mod copies;
mod symbols;
mod states;
mod points;
mod covers;
mod shape;
mod equations;
mod session;
mod begins;
mod goals;

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Budget;
use invar_gcl::{BlockId, CheckId, Role};
use invar_logic::{Portable, Term, TermPool, VarId};
use invar_solve::{Limit, Model};
use rustc_hash::FxHashMap;

use super::region::{Edges, Nest, region, region_before};
use super::results::closed;
use crate::body::{Body, StepKind};
use crate::loops::{ExtraInvariants, prefix};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUERY;
use crate::task::Task;
use clause::{Clause, Skolems, claims};
use copies::ReadThrough;
use covers::{Scope, units};
use equations::{Place, equations};
use goals::{World, Wraps, goals, growth};
use heads::{guards, integers, live_at_heads, offsets, sums};
use session::{Asked, Book, Claim, ClauseId, Session};
use shape::{More, Shape, all_ends, stored_indices};
use states::{Begin, Seen, State, Watched, is_small};
use symbols::Symbols;

/// How often what falls gives new goals, how many in one round, and queries in all.
const ROUNDS: usize = 14;
const NEW_GOALS: usize = 8;
const QUERIES: u64 = 600;

/// In these rounds, equations speak of sums, and have longer products than the text.
const SUMS: usize = 1;
const LONGER_PRODUCTS: usize = 3;

/// How often one goal is generalised: states may show too little of it at first.
const MOST_TIMES: usize = 3;

/// How often states are learnt from models, and from how many at once.
const MOST_LEARNT: usize = 6;
const MOST_MODELS: usize = 4;

/// Checks that are looked at together.
const MOST_CHECKS: usize = 12;

/// Bodies with more loops or steps are not looked at: there is a session for every way to every loop.
const MOST_LOOPS: usize = 12;
const MOST_STEPS: usize = 6_000;

/// The loop of a clause that is a check: none.
const CHECK: usize = usize::MAX;

pub struct Search<'a> {
    pool: TermPool,
    task: &'a Task<'a>,
    /// The task's body, without copies.
    read: ReadThrough,
    provers: &'a dyn Provers,
    budget: &'a Budget,
    limit: Limit,
    left: u64,
    world: World<'a>,
    /// What is live at each head.
    live: Vec<BTreeSet<VarId>>,
    scopes: Vec<Scope>,
    clauses: Vec<(usize, Clause)>,
    origins: Vec<Origin>,
    alive: BTreeSet<ClauseId>,
    /// Those that some run violates.
    refuted: BTreeSet<ClauseId>,
    /// Those that their loops maintain, each by itself.
    maintained: BTreeSet<ClauseId>,
    /// The goals that were generalised, with their depths.
    goals_met: Vec<HeadGoal>,
    knows_sums: bool,
    /// Are candidates looked at although others of the same goal are better?
    is_thorough: bool,
    /// States at heads, of models in which clauses fell before any loop.
    models: Vec<(usize, State)>,
    /// How often states were learnt from models.
    learnt: usize,
    /// What fell since the last round, in order: where, and in which model.
    fallen: Vec<(ClauseId, usize, Model)>,
    /// Shown on arrival in a session, because of others.
    shown: BTreeMap<(usize, ClauseId), Vec<ClauseId>>,
    sessions: Vec<Session>,
    /// The sessions of each head.
    of_head: Vec<Vec<usize>>,
    /// The checks: their sessions, and their clauses.
    checks: Vec<(usize, ClauseId)>,
}

/// A goal at the head of a loop, with its depth.
type HeadGoal = (usize, Clause, usize);

/// Where a candidate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
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
    fn goal(self) -> Option<usize> {
        match self {
            Origin::Goal { goal, .. } => Some(goal),
            Origin::Fact | Origin::Equation | Origin::Check => None,
        }
    }
}

impl<'a> Search<'a> {
    /// `None` if the body is too large, or runs do not show enough of its loops.
    pub fn new(task: &'a Task<'a>, means: &'a Means<'a>) -> Option<Search<'a>> {
        let steps: usize = task.body.blocks.values().map(|block| block.steps.len() + 1).sum();
        if task.heads.len() > MOST_LOOPS || steps > MOST_STEPS {
            return None;
        }
        let mut pool = task.pool.clone();
        let skolems = Skolems::new(&mut pool);
        let read = ReadThrough::new(&mut pool, task);
        let live = live_at_heads(&pool, &read.body, &task.heads);
        let (limit, left) = (means.at_most(QUERY), means.left());
        let world = World { roles: &task.program.roles, skolems, offsets: offsets(task) };
        let mut search = Search {
            pool,
            task,
            read,
            provers: means,
            budget: &means.budget,
            limit,
            left,
            world,
            live,
            scopes: Vec::new(),
            clauses: Vec::new(),
            origins: Vec::new(),
            alive: BTreeSet::new(),
            refuted: BTreeSet::new(),
            maintained: BTreeSet::new(),
            goals_met: Vec::new(),
            knows_sums: false,
            is_thorough: false,
            models: Vec::new(),
            learnt: 0,
            fallen: Vec::new(),
            shown: BTreeMap::new(),
            sessions: Vec::new(),
            of_head: vec![Vec::new(); task.heads.len()],
            checks: Vec::new(),
        };
        search.open_heads();
        if !search.look() {
            return None;
        }
        search.single_facts();
        Some(search)
    }

    /// Runs the body. `false` if that does not show enough of its loops.
    fn look(&mut self) -> bool {
        let plain = Symbols::default();
        let mut seen = self.visited(&self.read.body, &plain, &[]);
        if !seen.is_enough() {
            let begins = self.begins();
            if !begins.is_empty() {
                seen = self.visited(&self.read.body, &plain, &begins);
            }
        }
        if !seen.is_enough() || seen.left.contains(&false) {
            let symbols = Symbols::new(&mut self.pool, &self.read.body);
            if !symbols.is_empty() {
                let body = symbols.body(&mut self.pool, &self.read.body);
                let smaller = self.visited(&body, &symbols, &[]);
                if smaller.is_enough() {
                    self.open_scopes(smaller.states, &symbols);
                    return true;
                }
            }
        }
        let is_enough = seen.is_enough();
        if is_enough {
            self.open_scopes(seen.states, &plain);
        }
        is_enough
    }

    fn visited(&self, body: &Body, symbols: &Symbols, begins: &[Begin]) -> Seen {
        let watched = Watched { task: self.task, body, symbols };
        states::visited(&self.pool, &watched, &self.live, begins, self.budget)
    }

    /// What is known of the loops, of which runs have seen these states.
    fn open_scopes(&mut self, states: Vec<Vec<State>>, symbols: &Symbols) {
        self.scopes.clear();
        let mut ends = all_ends(&self.pool, &self.read.body, &self.task.heads);
        ends.extend(stored_indices(&mut self.pool, &self.read.body));
        for ((number, states), live) in states.into_iter().enumerate().zip(&self.live) {
            let integers = integers(self.task, &self.pool, live);
            let (guards, exits) = guards(&mut self.pool, &self.read.body, &self.task.heads[number], live);
            let is_offset = |var: &VarId| self.task.program.roles.of(&self.pool, *var) == Role::Offset;
            let offsets: Vec<VarId> = integers.iter().copied().filter(is_offset).collect();
            let mut scope = Scope::new(states, integers, guards, exits);
            (scope.offsets, scope.symbols) = (offsets, symbols.clone());
            scope.targets = self.task.heads[number].targets.clone();
            scope.ends = sums(&mut self.pool, &ends, &scope.integers);
            scope.sum = self.task.program.sums.as_ref().map(|sums| sums.function);
            self.scopes.push(scope);
        }
    }

    /// Models of what holds before the first loop.
    fn begins(&mut self) -> Vec<Begin> {
        let is_first = |session: &&mut Session| session.region.cuts.is_empty();
        let Some(session) = self.sessions.iter_mut().find(is_first) else { return Vec::new() };
        begins::begins(&mut self.pool, self.task, session, &self.limit, &mut self.left)
    }

    fn open_heads(&mut self) {
        let nest =
            Nest { body: &self.read.body, heads: &self.task.heads, mentioned: &self.live, facts: &self.task.facts };
        for number in 0..self.task.heads.len() {
            for edges in [Edges::Entry, Edges::Back] {
                if let Some(region) = region(&mut self.pool, &nest, number, edges) {
                    self.of_head[number].push(self.sessions.len());
                    let prover = self.provers.session(Quantifiers::Triggers);
                    self.sessions.push(Session::new(&self.pool, region, prover));
                }
            }
        }
    }

    /// The facts about single integers that hold in all states and are inductive together.
    fn single_facts(&mut self) {
        for number in 0..self.scopes.len() {
            for clause in units(&mut self.pool, &self.world.skolems, &mut self.scopes[number]) {
                self.add(number, clause, Origin::Fact);
            }
        }
        self.strengthen();
    }

    /// The equations that hold in all states. Are there any? Single facts get another chance with them.
    fn add_equations(&mut self, more: More) -> bool {
        let shape = Shape::new(&self.pool, &self.task.program.roles, &self.read.body, &self.task.heads, more);
        let mut grew = false;
        for number in 0..self.scopes.len() {
            let place = Place {
                skolems: &self.world.skolems,
                shape: &shape,
                targets: &self.task.heads[number].targets,
                live: &self.live[number],
            };
            for clause in equations(&mut self.pool, &mut self.scopes[number], &place) {
                grew |= self.add(number, clause, Origin::Equation);
            }
        }
        if grew {
            self.know_sums();
            let all = 0..self.clauses.len();
            self.alive.extend(all.filter(|id| matches!(self.origins[*id], Origin::Fact | Origin::Equation)));
        }
        grew
    }

    /// Tells the sessions what sums are, once clauses mention them.
    fn know_sums(&mut self) {
        let Some(sums) = self.task.program.sums.as_ref().filter(|_| !self.knows_sums) else { return };
        let terms: Vec<Term> = self.clauses.iter().map(|(_, clause)| clause.then).collect();
        if sums.is_in(&self.pool, &terms) {
            self.knows_sums = true;
            for session in &mut self.sessions {
                sums.axioms.iter().for_each(|&axiom| session.assert(&self.pool, axiom));
            }
        }
    }

    fn add(&mut self, head: usize, clause: Clause, origin: Origin) -> bool {
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
    fn strengthen(&mut self) {
        self.fallen.clear();
        loop {
            let mut asked = false;
            for number in 0..self.of_head.len() {
                for session in self.of_head[number].clone() {
                    asked |= self.show(session, number);
                }
            }
            if !asked {
                return;
            }
        }
    }

    /// Shows what can be shown of a loop's clauses in one session. Was there anything to ask?
    fn show(&mut self, session: usize, head: usize) -> bool {
        let mut asked = false;
        loop {
            let open = |id: &ClauseId| self.clauses[*id].0 == head && !self.shown.contains_key(&(session, *id));
            let goals: Vec<ClauseId> = self.alive.iter().copied().filter(open).collect();
            if goals.is_empty() {
                return asked;
            }
            asked = true;
            match self.ask(session, &goals) {
                Asked::Hold(because) => {
                    for id in goals {
                        self.shown.insert((session, id), because.clone());
                    }
                    return true;
                }
                Asked::Fail(failing, model) => {
                    failing.into_iter().for_each(|id| self.fell(id, session, Some(&model)));
                }
                Asked::Open if goals.len() > 1 => {
                    // Perhaps it is only the disjunction that is too much.
                    for id in goals {
                        match self.ask(session, &[id]) {
                            Asked::Hold(because) => drop(self.shown.insert((session, id), because)),
                            Asked::Fail(_, model) => self.fell(id, session, Some(&model)),
                            Asked::Open => self.fell(id, session, None),
                        }
                    }
                }
                Asked::Open => self.fell(goals[0], session, None),
            }
        }
    }

    fn ask(&mut self, session: usize, goals: &[ClauseId]) -> Asked {
        let assumed: Vec<ClauseId> = self.alive.iter().copied().collect();
        let book = Book { skolems: &self.world.skolems, clauses: &self.clauses };
        let claim = Claim { assumed: &assumed, goals };
        self.sessions[session].ask(&mut self.pool, &book, claim, &self.limit, &mut self.left)
    }

    fn fell(&mut self, id: ClauseId, session: usize, model: Option<&Model>) {
        self.alive.remove(&id);
        self.shown.retain(|_, because| !because.contains(&id));
        let Some(model) = model else { return };
        if self.sessions[session].region.cuts.is_empty() {
            // No loop is on the way: nothing that is found later helps, and the program gets there.
            let state = self.arrived(session, id, model);
            self.models.extend(state);
        } else {
            self.fallen.push((id, session, model.clone()));
        }
    }

    /// The state of a model in which a clause about a loop falls on arrival there.
    fn arrived(&self, session: usize, id: ClauseId, model: &Model) -> Option<(usize, State)> {
        let head = Some(self.clauses[id].0).filter(|&head| head != CHECK)?;
        let mut state = State::default();
        for (var, term) in self.sessions[session].region.arrival.iter() {
            if let Some(value) = model.value(&self.pool, term).filter(is_small) {
                state.values.insert(var, value);
            }
        }
        Some((head, state))
    }

    /// Runs from the states of models on: they show what values by chance did not. Was there anything to learn?
    fn learn(&mut self) -> bool {
        let models = std::mem::take(&mut self.models);
        let is_symbolic = self.scopes.iter().any(|scope| !scope.symbols.is_empty());
        if models.is_empty() || is_symbolic || self.learnt >= MOST_LEARNT {
            return false;
        }
        self.learnt += 1;
        let plain = Symbols::default();
        let watched = Watched { task: self.task, body: &self.read.body, symbols: &plain };
        let mut grew = false;
        for (head, state) in models.into_iter().take(MOST_MODELS) {
            let visited = states::resumed(&self.pool, &watched, &self.live, (head, &state));
            for (scope, states) in self.scopes.iter_mut().zip(visited) {
                grew |= !states.is_empty();
                scope.learn(states);
            }
        }
        let (pool, scopes, skolems) = (&self.pool, &mut self.scopes, &self.world.skolems);
        for (id, (head, clause)) in self.clauses.iter().enumerate() {
            if *head != CHECK && !self.refuted.contains(&id) && !scopes[*head].holds(pool, skolems, clause) {
                self.refuted.insert(id);
            }
        }
        grew
    }

    /// Looks for clauses with which the checks hold. Did it find them?
    pub fn prove(&mut self, open: &BTreeSet<CheckId>) -> bool {
        if !self.open_checks(open) {
            return false;
        }
        let mut seen: FxHashMap<(usize, Clause), usize> = FxHashMap::default();
        let mut goals = self.failing_checks();
        for round in 0..ROUNDS {
            let sum = self.task.program.sums.as_ref().map(|sums| sums.function);
            let more = match round {
                0 => Some(More { degree: 0, sum: None }),
                SUMS => Some(More { degree: 0, sum }),
                LONGER_PRODUCTS => Some(More { degree: 1, sum: None }),
                _ => None,
            };
            if !goals.is_empty() && more.is_some_and(|more| self.add_equations(more)) {
                self.try_again();
                self.strengthen();
                goals = self.failing_checks();
                goals.extend(self.goals_of_fallen(&seen));
            }
            if goals.is_empty() || self.is_spent() {
                break;
            }
            if !self.take_all(std::mem::take(&mut goals), &mut seen) {
                if self.is_thorough {
                    break;
                }
                self.is_thorough = true;
                let all = 0..self.clauses.len();
                self.alive.extend(all.filter(|id| self.clauses[*id].0 != CHECK && !self.refuted.contains(id)));
            }
            self.try_again();
            self.strengthen();
            if self.learn() {
                // What goals are worth is seen with other eyes.
                seen.clear();
            }
            goals = self.failing_checks();
            if goals.is_empty() {
                return self.all_shown();
            }
            goals.extend(self.goals_of_fallen(&seen));
        }
        self.all_shown()
    }

    /// What fell may stand now that there is more to stand on.
    fn try_again(&mut self) {
        let fallen = self.fallen.iter().map(|(id, ..)| *id);
        // An equation that its loop maintains waits for what comes before the loop.
        let is_wanted = |id: &ClauseId| {
            (self.origins[*id].goal().is_some() || self.maintained.contains(id)) && !self.is_set_aside(*id)
        };
        let wanted: Vec<ClauseId> = fallen.filter(is_wanted).collect();
        self.alive.extend(wanted);
    }

    /// The candidates of the goals that are new; if there are none, more candidates of the others. Are there new ones?
    fn take_all(&mut self, goals: Vec<HeadGoal>, seen: &mut FxHashMap<(usize, Clause), usize>) -> bool {
        for again in [false, true] {
            let mut grew = false;
            for (head, goal, depth) in &goals {
                let times = seen.entry((*head, goal.clone())).or_default();
                if (*times > 0) == again && *times < MOST_TIMES {
                    *times += 1;
                    let times = *times;
                    grew |= self.take(*head, goal, *depth, times);
                }
            }
            if grew {
                return true;
            }
        }
        false
    }

    fn is_spent(&self) -> bool {
        let queries: u64 = self.sessions.iter().map(Session::queries).sum();
        self.left == 0 || queries > QUERIES || self.budget.check().is_err()
    }

    /// The candidates of a goal: more of them, the more often it was met. Are there new ones?
    fn take(&mut self, head: usize, goal: &Clause, depth: usize, times: usize) -> bool {
        let scope = &mut self.scopes[head];
        if !scope.holds(&self.pool, &self.world.skolems, goal) {
            return false;
        }
        let mut grew = false;
        self.goals_met.push((head, goal.clone(), depth));
        for (rank, clause) in
            scope.generalised(&mut self.pool, &self.world.skolems, goal, times).into_iter().enumerate()
        {
            grew |= self.add(head, clause, Origin::Goal { depth, goal: self.goals_met.len(), rank });
        }
        grew
    }

    /// A session for every open check. `false` if one cannot be looked at.
    fn open_checks(&mut self, open: &BTreeSet<CheckId>) -> bool {
        let task = self.task;
        let body = &self.read.body;
        let nest = Nest { body, heads: &task.heads, mentioned: &self.live, facts: &task.facts };
        let mut found: Vec<(BlockId, usize, Term)> = Vec::new();
        for (id, block) in body.blocks.iter() {
            for (position, step) in block.steps.iter().enumerate() {
                if let StepKind::Assert(check, term) = step.kind
                    && open.contains(&check)
                {
                    let is_invariant =
                        task.heads.iter().any(|head| head.head == id) && position < prefix(block).count();
                    if is_invariant {
                        return false;
                    }
                    found.push((id, position, term));
                }
            }
        }
        if found.is_empty() || found.len() > MOST_CHECKS {
            return false;
        }
        for (block, position, term) in found {
            let Some(region) = region_before(&mut self.pool, &nest, block, position) else { continue };
            let prover = self.provers.session(Quantifiers::Triggers);
            let session = self.sessions.len();
            self.sessions.push(Session::new(&self.pool, region, prover));
            for clause in claims(&mut self.pool, &self.world.skolems, term) {
                self.checks.push((session, self.clauses.len()));
                self.clauses.push((CHECK, clause));
                self.origins.push(Origin::Check);
            }
        }
        true
    }

    /// The goals of the checks that are not shown yet.
    fn failing_checks(&mut self) -> Vec<HeadGoal> {
        let mut found = Vec::new();
        for (session, id) in self.checks.clone() {
            if self.shown.contains_key(&(session, id)) {
                continue;
            }
            match self.ask(session, &[id]) {
                Asked::Hold(because) => drop(self.shown.insert((session, id), because)),
                Asked::Fail(_, model) => found.extend(self.goals(id, session, &model, 0)),
                Asked::Open => {}
            }
        }
        found
    }

    fn all_shown(&self) -> bool {
        self.checks.iter().all(|check| self.shown.contains_key(check))
    }

    /// The goals of a clause that a model violates; where those of integer arithmetic were met before, those of machine
    /// arithmetic too.
    fn goals(&mut self, id: ClauseId, session: usize, model: &Model, depth: usize) -> Vec<HeadGoal> {
        let region = &self.sessions[session].region;
        let (head, clause) = &self.clauses[id];
        let mut all: Vec<HeadGoal> = Vec::new();
        for wraps in [Wraps::Resolved, Wraps::Kept] {
            let is_met = |goal: &HeadGoal| self.goals_met.iter().any(|met| (met.0, &met.1) == (goal.0, &goal.1));
            if !all.iter().all(is_met) {
                break;
            }
            for goal in goals(&mut self.pool, &self.world, region, model, clause, wraps) {
                let step = if goal.head == *head { growth(&mut self.pool, clause, &goal.clause) } else { None };
                for clause in step.into_iter().chain([goal.clause]) {
                    let goal = (goal.head, clause, depth);
                    if !all.contains(&goal) {
                        all.push(goal);
                    }
                }
            }
        }
        all
    }

    /// Did it fall only on entry to its loop, which maintains it? What comes before the loop must show it then.
    fn is_maintained(&mut self, id: ClauseId, session: usize) -> bool {
        let ways = self.of_head[self.clauses[id].0].clone();
        if ways.first() != Some(&session) || self.maintained.contains(&id) {
            return self.maintained.contains(&id);
        }
        self.alive.insert(id);
        let maintained = ways[1..].iter().all(|&way| matches!(self.ask(way, &[id]), Asked::Hold(_)));
        self.alive.remove(&id);
        if maintained {
            self.maintained.insert(id);
        }
        maintained
    }

    /// Some run violates it, or another candidate of its goal is better.
    fn is_set_aside(&self, id: ClauseId) -> bool {
        let goal = self.origins[id].goal();
        let is_better = |other: ClauseId| self.alive.contains(&other) || self.maintained.contains(&other);
        let mut others = (0..self.clauses.len()).filter(|&other| other != id && self.origins[other].goal() == goal);
        self.refuted.contains(&id)
            || !self.is_thorough && goal.is_some() && !self.maintained.contains(&id) && others.any(is_better)
    }

    /// New goals of what fell, first those of clauses that loops maintain, then those nearest to the checks; if there are
    /// none, those that are known.
    fn goals_of_fallen(&mut self, seen: &FxHashMap<(usize, Clause), usize>) -> Vec<HeadGoal> {
        let mut fallen: Vec<(bool, usize, usize, ClauseId, usize, Model)> = Vec::new();
        for (id, session, model) in self.fallen.clone() {
            let (depth, rank) = match self.origins[id] {
                Origin::Goal { depth, rank, .. } => (depth, rank),
                Origin::Equation => (0, 0),
                Origin::Fact | Origin::Check => continue,
            };
            let is_maintained = self.is_maintained(id, session);
            if self.origins[id] == Origin::Equation && !is_maintained {
                continue;
            }
            fallen.push((!is_maintained, depth, rank, id, session, model));
        }
        fallen.retain(|&(_, _, _, id, ..)| !self.is_set_aside(id));
        fallen.sort_by_key(|&(later, depth, rank, id, ..)| (later, depth, rank, id));
        let (mut new, mut known): (Vec<HeadGoal>, Vec<HeadGoal>) = (Vec::new(), Vec::new());
        let mut of_maintained = false;
        for (later, depth, _, id, session, model) in fallen {
            if new.len() >= NEW_GOALS || later && of_maintained {
                break;
            }
            for goal in self.goals(id, session, &model, depth + 1) {
                let (head, clause, _) = &goal;
                if !self.scopes[*head].holds(&self.pool, &self.world.skolems, clause) {
                    // So there is a run on which the clause is false.
                    self.refuted.insert(id);
                    break;
                }
                let is_known = seen.contains_key(&(*head, clause.clone()));
                let list = if is_known { &mut known } else { &mut new };
                if list.iter().all(|other| (other.0, &other.1) != (*head, clause)) {
                    list.push(goal);
                }
                of_maintained |= !is_known && !later;
            }
        }
        if new.is_empty() { known } else { new }
    }

    /// All that is inductive, for a first look at the checks.
    pub fn all(&mut self) -> ExtraInvariants {
        let alive = self.alive.clone();
        self.stated(alive)
    }

    /// What the proofs of the checks rest on, and the single facts, which others may.
    pub fn needed(&mut self) -> ExtraInvariants {
        let mut open: Vec<ClauseId> = Vec::new();
        for check in &self.checks {
            open.extend(self.shown.get(check).into_iter().flatten());
        }
        let mut needed: BTreeSet<ClauseId> = BTreeSet::new();
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                for &session in &self.of_head[self.clauses[id].0] {
                    open.extend(self.shown.get(&(session, id)).into_iter().flatten());
                }
            }
        }
        needed.extend(self.alive.iter().filter(|&&id| self.origins[id] == Origin::Fact));
        self.stated(needed)
    }

    /// What the search looked for at each loop, that nearest to the checks first.
    pub fn wanted(&mut self) -> ExtraInvariants {
        let mut goals = self.goals_met.clone();
        goals.sort_by_key(|&(_, _, depth)| depth);
        let live = live_at_heads(&self.pool, &self.task.body, &self.task.heads);
        let mut wanted = ExtraInvariants::new();
        for (number, goal, _) in goals {
            let formula = self.formulas(number, &goal, &live[number]).into_iter().next();
            let all = wanted.entry(self.task.heads[number].head).or_default();
            all.extend(formula.filter(|formula| !all.contains(formula)));
        }
        wanted
    }

    fn stated(&mut self, ids: BTreeSet<ClauseId>) -> ExtraInvariants {
        let mut stated = ExtraInvariants::new();
        let live = live_at_heads(&self.pool, &self.task.body, &self.task.heads);
        for (head, live) in self.task.heads.iter().zip(&live) {
            let kept = self.read.kept(&mut self.pool, head, live);
            let portable: Vec<Portable> = kept.into_iter().filter_map(|term| self.pool.export(term)).collect();
            if !portable.is_empty() {
                stated.insert(head.head, portable);
            }
        }
        for id in ids {
            let (number, clause) = self.clauses[id].clone();
            let formulas = self.formulas(number, &clause, &live[number]);
            stated.entry(self.task.heads[number].head).or_default().extend(formulas);
        }
        stated
    }

    /// A clause in the program's own names, in as many ways as it is to be used in.
    fn formulas(&mut self, number: usize, clause: &Clause, live: &BTreeSet<VarId>) -> Vec<Portable> {
        let head = self.task.heads[number].head;
        let body = clause.readable(&mut self.pool).body(&mut self.pool);
        let body = self.read.named(&mut self.pool, self.task, head, live, body);
        let formulas = closed(&mut self.pool, &self.world.skolems.vars[..clause.skolems], body);
        formulas.into_iter().filter_map(|formula| self.pool.export(formula)).collect()
    }
}
