//! Invariants as whole clauses (beyond FQ02): goals of open checks, generalised against states that runs visit, kept as long as
//! they are inductive.
//!
//! Reading order: `clause`, `heads` (what the text says of loops), `copies` (one name for each value), `scope` (what is known of
//! a loop, from the states in `visited`), `indices`, `conditions` and `covers` (a goal becomes candidates), `units` (single
//! facts), `shape` and `equations` (what states have in common), `elsewhere` (what a model refutes at other indices), `session`
//! (the prover's side), `candidates` (the strongest inductive set of them), `begins` (what runs begin with where contracts ask for
//! much), `exists` (claims about witnesses), `frames` (what loops leave as it was), `led` (where records lead), `goals` (weakest preconditions along a
//! model's path), and the search here: what falls gives new goals, for its own loop or an earlier one, first those of clauses
//! that a loop maintains by itself.

mod clause;
mod heads;
mod copies;
mod indices;
mod scope;
mod conditions;
mod covers;
mod units;
mod shape;
mod equations;
mod elsewhere;
mod session;
mod candidates;
mod begins;
mod exists;
mod frames;
mod led;
mod goals;

use std::collections::BTreeSet;

use invar_base::Budget;
use invar_gcl::{CheckId, Role};
use invar_logic::{Portable, Term, TermPool, VarId};
use invar_solve::Model;
use rustc_hash::FxHashMap;

use super::region::{Edges, Nest, region, region_before};
use super::results::closed;
use crate::body::{Body, StepKind};
use crate::cases::Wraps;
use crate::infer::visited::states::{self, Begin, Seen, State, Watched};
use crate::infer::visited::symbols::Symbols;
use crate::loops::{ExtraInvariants, prefix};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUERY;
use crate::task::Task;
use crate::witnesses::Witness;
use candidates::{CHECK, Candidates, Origin};
use clause::{Clause, MOST_IN_ROWS, MOST_SKOLEMS, Skolems, claims};
use copies::ReadThrough;
use equations::{Place, equations};
use exists::at_witnesses;
use frames::{Writer, assumed, frames};
use goals::{World, goals, growth};
use heads::{add_where_set, guards, integers, live_at_heads, numbers, offsets, sums};
use indices::neighbours;
use led::led;
use scope::Scope;
use session::{Asked, ClauseId, Session};
use shape::{More, Shape, all_ends, carries_elements, stored_indices};
use units::{remembered, units};

/// How often what falls gives new goals, how many in one round, and queries in all.
const ROUNDS: usize = 16;
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

/// With so few clauses, the prover finds out by itself which of them a proof needs.
const FEW: usize = 3;

/// Checks that are looked at together.
const MOST_CHECKS: usize = 12;

/// Bodies with more loops or steps are not looked at: there is a session for every way to every loop.
const MOST_LOOPS: usize = 12;
const MOST_STEPS: usize = 6_000;

pub struct Search<'a> {
    pool: TermPool,
    task: &'a Task<'a>,
    /// The task's body, without copies.
    read: ReadThrough,
    provers: &'a dyn Provers,
    budget: &'a Budget,
    world: World<'a>,
    /// What is live at each head.
    live: Vec<BTreeSet<VarId>>,
    scopes: Vec<Scope>,
    candidates: Candidates,
    /// The goals that were generalised.
    goals_met: Vec<HeadGoal>,
    knows_sums: bool,
    /// How often states were learnt from models.
    learnt: usize,
    /// The checks: their sessions, and their clauses.
    checks: Vec<(usize, ClauseId)>,
    /// Of claims that something exists, the same claims about witnesses: one of them is enough.
    instances: FxHashMap<ClauseId, Vec<Clause>>,
}

/// A goal at the head of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HeadGoal {
    head: usize,
    clause: Clause,
    /// How many weakest preconditions it is away from a check.
    depth: usize,
    /// Is it the weakest precondition of what it comes from, or stronger?
    is_weakest: bool,
}

impl HeadGoal {
    fn says_the_same(&self, other: &HeadGoal) -> bool {
        (self.head, &self.clause) == (other.head, &other.clause)
    }
}

impl<'a> Search<'a> {
    /// A search whose clauses may speak of these witnesses. `None` if the body is too large, or runs do not show enough of its loops.
    pub fn new(task: &'a Task<'a>, means: &'a Means<'a>, witnesses: &[Witness]) -> Option<Search<'a>> {
        let steps: usize = task.body.blocks.values().map(|block| block.steps.len() + 1).sum();
        if task.heads.len() > MOST_LOOPS || steps > MOST_STEPS {
            return None;
        }
        let mut pool = task.pool.clone();
        let skolems = Skolems::new(&mut pool, if task.rows.is_some() { MOST_IN_ROWS } else { MOST_SKOLEMS });
        let read = ReadThrough::new(&mut pool, task);
        let mut live = live_at_heads(&pool, &read.body, &task.heads);
        for witness in witnesses {
            add_where_set(&read.body, &task.heads, witness.var, &mut live);
        }
        live.iter_mut().for_each(|live| live.extend(&task.named));
        let world = World {
            roles: &task.program.roles,
            skolems,
            offsets: offsets(task),
            witnesses: witnesses.to_vec(),
            rows: task.rows.as_ref(),
        };
        let mut search = Search {
            pool,
            task,
            read,
            provers: means,
            budget: &means.budget,
            world,
            live,
            scopes: Vec::new(),
            candidates: Candidates::new(task.heads.len(), means.at_most(QUERY), means.left()),
            goals_met: Vec::new(),
            knows_sums: false,
            learnt: 0,
            checks: Vec::new(),
            instances: FxHashMap::default(),
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
        if !seen.is_plenty() {
            let begins = self.begins();
            if !begins.is_empty() {
                seen.add(self.visited(&self.read.body, &plain, &begins));
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
        ends.extend(stored_indices(&mut self.pool, &self.task.program.roles, &self.read.body));
        let numbers = numbers(&self.pool, &self.read.body);
        for ((number, states), live) in states.into_iter().enumerate().zip(&self.live) {
            let integers = integers(self.task, &self.pool, live);
            let (guards, exits) = guards(&mut self.pool, &self.read.body, &self.task.heads[number], live);
            let is_offset = |var: &VarId| self.task.program.roles.of(&self.pool, *var) == Role::Offset;
            let offsets: Vec<VarId> = integers.iter().copied().filter(is_offset).collect();
            let mut scope = Scope::new(states, integers, guards, exits);
            (scope.offsets, scope.symbols) = (offsets, symbols.clone());
            scope.targets = self.task.heads[number].targets.clone();
            let witnesses = self.world.witnesses.iter().filter(|witness| live.contains(&witness.var));
            scope.witnesses = witnesses.copied().collect();
            scope.numbers = numbers.clone();
            scope.ends = sums(&mut self.pool, &ends, &scope.integers);
            scope.functions.sum = self.task.program.sums.as_ref().map(|sums| sums.function);
            scope.functions.place = self.task.rows.as_ref().map(|rows| rows.place);
            self.scopes.push(scope);
        }
    }

    /// Models of what holds before the first loop.
    fn begins(&mut self) -> Vec<Begin> {
        let is_first = |session: &&mut Session| session.region.cuts.is_empty();
        let Some(session) = self.candidates.sessions.iter_mut().find(is_first) else { return Vec::new() };
        begins::begins(&mut self.pool, self.task, session, &self.candidates.limit, &mut self.candidates.left)
    }

    fn open_heads(&mut self) {
        let nest = Nest {
            body: &self.read.body,
            heads: &self.task.heads,
            mentioned: &self.live,
            facts: &self.task.facts,
            always: &[],
        };
        for number in 0..self.task.heads.len() {
            for edges in [Edges::Entry, Edges::Back] {
                if let Some(region) = region(&mut self.pool, &nest, number, edges) {
                    self.candidates.of_head[number].push(self.candidates.sessions.len());
                    let prover = self.provers.session(Quantifiers::Triggers);
                    self.candidates.sessions.push(Session::new(&self.pool, region, prover));
                }
            }
        }
    }

    /// The facts about single integers that hold in all states and are inductive together.
    fn single_facts(&mut self) {
        for number in 0..self.scopes.len() {
            for clause in units(&mut self.pool, &self.world.skolems, &mut self.scopes[number]) {
                self.candidates.add(number, clause, Origin::Fact);
            }
            self.add_remembered(number);
            self.add_assumed(number);
            self.add_led(number);
        }
        self.candidates.strengthen(&mut self.pool, &self.world.skolems);
    }

    /// What is assumed of elements that the loop may change, where it is so in all states.
    fn add_assumed(&mut self, number: usize) {
        let (skolems, live) = (&self.world.skolems, &self.live[number]);
        let targets = &self.task.heads[number].targets;
        for clause in assumed(&mut self.pool, skolems, &self.read.body, &Writer { targets, live }) {
            if self.scopes[number].holds(&self.pool, skolems, &clause) {
                self.candidates.add(number, clause, Origin::Fact);
            }
        }
    }

    /// What is assumed of the pointers in records, of those that the loop changes, where it is so in all states.
    fn add_led(&mut self, number: usize) {
        let Some(exists) = self.task.program.source.live.and_then(|live| self.pool.find_var(live)) else { return };
        let (live, targets) = (&self.live[number], &self.task.heads[number].targets);
        let is_changed = |(object, _): &(&VarId, &VarId)| live.contains(object) && targets.contains(object);
        let mut changed: Vec<(VarId, VarId)> =
            self.world.offsets.iter().filter(is_changed).map(|(object, offset)| (*object, *offset)).collect();
        changed.sort_unstable();
        let pointers: Vec<(Term, Term)> =
            changed.into_iter().map(|(object, offset)| (self.pool.var(object), self.pool.var(offset))).collect();
        for then in led(&mut self.pool, exists, &self.read.body, &pointers, live) {
            let clause = Clause { skolems: 0, given: Vec::new(), then };
            if self.scopes[number].holds(&self.pool, &self.world.skolems, &clause) {
                self.candidates.add(number, clause, Origin::Fact);
            }
        }
    }

    /// What the text says of variables and the elements at their witnesses, where that is so in all states.
    fn add_remembered(&mut self, number: usize) {
        for witness in self.scopes[number].witnesses.clone() {
            let (given, then) = remembered(&mut self.pool, &witness);
            let head = self.task.heads[number].head;
            let mut here = |term: Term| self.read.read_at(&mut self.pool, head, term);
            let (given, then): (Vec<Term>, Term) = (given.into_iter().map(&mut here).collect(), here(then));
            // Where it is no longer known what the variable was set to, only those runs may be left that set it.
            for given in [given, Vec::new()] {
                let all = [given.clone(), vec![then]].concat();
                let is_known = self.pool.free_vars_of(&all).iter().all(|var| self.live[number].contains(var));
                let skolems = &self.world.skolems;
                if let Some(clause) = Clause::new(&mut self.pool, skolems, &[], &given, then).filter(|_| is_known)
                    && self.scopes[number].holds(&self.pool, skolems, &clause)
                {
                    self.candidates.add(number, clause, Origin::Fact);
                }
            }
        }
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
                carries: carries_elements(&self.pool, &self.read.body, &self.task.heads[number], &self.live[number]),
            };
            for clause in equations(&mut self.pool, &mut self.scopes[number], &place) {
                grew |= self.candidates.add(number, clause, Origin::Equation);
            }
        }
        if grew {
            self.know_sums();
            let all = 0..self.candidates.clauses.len();
            self.candidates
                .alive
                .extend(all.filter(|id| matches!(self.candidates.origins[*id], Origin::Fact | Origin::Equation)));
        }
        grew
    }

    /// Tells the sessions what sums are, once clauses mention them.
    fn know_sums(&mut self) {
        let Some(sums) = self.task.program.sums.as_ref().filter(|_| !self.knows_sums) else { return };
        let terms: Vec<Term> = self.candidates.clauses.iter().map(|(_, clause)| clause.then).collect();
        if sums.is_in(&self.pool, &terms) {
            self.knows_sums = true;
            for session in &mut self.candidates.sessions {
                sums.axioms.iter().for_each(|&axiom| session.assert(&self.pool, axiom));
            }
        }
    }

    /// Runs from the states of models on: they show what values by chance did not. Was there anything to learn?
    fn learn(&mut self) -> bool {
        let models = std::mem::take(&mut self.candidates.models);
        let is_symbolic = self.scopes.iter().any(|scope| !scope.symbols.is_empty());
        // A model may put places of rows elsewhere than runs do.
        if models.is_empty() || is_symbolic || self.task.rows.is_some() || self.learnt >= MOST_LEARNT {
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
        for (id, (head, clause)) in self.candidates.clauses.iter().enumerate() {
            if *head != CHECK && !self.candidates.refuted.contains(&id) && !scopes[*head].holds(pool, skolems, clause) {
                self.candidates.refuted.insert(id);
            }
        }
        grew
    }

    /// Looks for clauses with which the checks hold. Did it find them?
    pub fn prove(&mut self, open: &BTreeSet<CheckId>) -> bool {
        if !self.open_checks(open) {
            return false;
        }
        if self.add_frames() {
            self.candidates.strengthen(&mut self.pool, &self.world.skolems);
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
                self.candidates.strengthen(&mut self.pool, &self.world.skolems);
                goals = self.failing_checks();
                goals.extend(self.goals_of_fallen(&seen));
            }
            if goals.is_empty() || self.is_spent() {
                break;
            }
            if !self.take_all(std::mem::take(&mut goals), &mut seen) {
                if self.candidates.is_thorough {
                    break;
                }
                self.candidates.is_thorough = true;
                let all = 0..self.candidates.clauses.len();
                self.candidates.alive.extend(
                    all.filter(|id| self.candidates.clauses[*id].0 != CHECK && !self.candidates.refuted.contains(id)),
                );
            }
            self.try_again();
            self.candidates.strengthen(&mut self.pool, &self.world.skolems);
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
        let fallen = self.candidates.fallen.iter().map(|(id, ..)| *id);
        // An equation that its loop maintains waits for what comes before the loop.
        let is_wanted = |id: &ClauseId| {
            (self.candidates.origins[*id].goal().is_some() || self.candidates.maintained.contains(id))
                && !self.candidates.is_set_aside(*id)
        };
        let wanted: Vec<ClauseId> = fallen.filter(is_wanted).collect();
        self.candidates.alive.extend(wanted);
    }

    /// The candidates of the goals that are new; if there are none, more candidates of the others. Are there new ones?
    fn take_all(&mut self, goals: Vec<HeadGoal>, seen: &mut FxHashMap<(usize, Clause), usize>) -> bool {
        for again in [false, true] {
            let mut grew = false;
            for goal in &goals {
                let times = seen.entry((goal.head, goal.clause.clone())).or_default();
                if (*times > 0) == again && *times < MOST_TIMES {
                    *times += 1;
                    let times = *times;
                    grew |= self.take(goal, times);
                }
            }
            if grew {
                return true;
            }
        }
        false
    }

    fn is_spent(&self) -> bool {
        let queries: u64 = self.candidates.sessions.iter().map(Session::queries).sum();
        self.candidates.left == 0 || queries > QUERIES || self.budget.check().is_err()
    }

    /// The candidates of a goal: more of them, the more often it was met. Are there new ones?
    fn take(&mut self, goal: &HeadGoal, times: usize) -> bool {
        let scope = &mut self.scopes[goal.head];
        if !scope.holds(&self.pool, &self.world.skolems, &goal.clause) {
            return false;
        }
        let mut grew = false;
        self.goals_met.push(goal.clone());
        let mut general = scope.generalised(&mut self.pool, &self.world.skolems, &goal.clause, times);
        if times > 1 {
            for bridge in self.bridges(goal) {
                let scope = &mut self.scopes[goal.head];
                if scope.holds(&self.pool, &self.world.skolems, &bridge) {
                    general.extend(scope.generalised(&mut self.pool, &self.world.skolems, &bridge, 1));
                }
            }
        }
        for (rank, clause) in general.into_iter().enumerate() {
            let origin = Origin::Goal { depth: goal.depth, goal: self.goals_met.len(), rank };
            grew |= self.candidates.add(goal.head, clause, origin);
        }
        grew
    }

    /// Where the claim of a goal is known under other conditions: that the goal's conditions imply those.
    fn bridges(&mut self, goal: &HeadGoal) -> Vec<Clause> {
        let is_known = |id: &&ClauseId| {
            let (head, clause) = &self.candidates.clauses[**id];
            (*head, clause.then, clause.skolems) == (goal.head, goal.clause.then, goal.clause.skolems)
        };
        let known: Vec<ClauseId> = self.candidates.alive.iter().filter(is_known).copied().collect();
        let mut found = Vec::new();
        for given in known.into_iter().flat_map(|id| self.candidates.clauses[id].1.given.clone()) {
            let skolems = &self.world.skolems;
            let bridge = Clause::new(&mut self.pool, skolems, &skolems.vars, &goal.clause.given, given);
            found.extend(bridge.filter(|bridge| !found.contains(bridge)));
        }
        found
    }

    /// A session for every open check; invariants of the text are checked on every way to their loops. `false` if there are
    /// none, or too many.
    fn open_checks(&mut self, open: &BTreeSet<CheckId>) -> bool {
        let task = self.task;
        let body = &self.read.body;
        let always: Vec<VarId> = self.world.witnesses.iter().map(|witness| witness.var).collect();
        let nest = Nest { body, heads: &task.heads, mentioned: &self.live, facts: &task.facts, always: &always };
        let mut found: Vec<(Vec<usize>, Term)> = Vec::new();
        for (id, block) in body.blocks.iter() {
            let head = task.heads.iter().position(|head| head.head == id);
            for (position, step) in block.steps.iter().enumerate() {
                let term = match step.kind {
                    StepKind::Assert(check, term) if open.contains(&check) => term,
                    _ => continue,
                };
                let is_invariant = position < prefix(block).count();
                if let Some(number) = head.filter(|_| is_invariant) {
                    found.push((self.candidates.of_head[number].clone(), term));
                } else if let Some(region) = region_before(&mut self.pool, &nest, id, position) {
                    let prover = self.provers.session(Quantifiers::Triggers);
                    found.push((vec![self.candidates.sessions.len()], term));
                    self.candidates.sessions.push(Session::new(&self.pool, region, prover));
                }
                if found.len() > MOST_CHECKS {
                    return false;
                }
            }
        }
        for (sessions, term) in &found {
            for clause in claims(&mut self.pool, &self.world.skolems, *term) {
                let id = self.candidates.clauses.len();
                self.checks.extend(sessions.iter().map(|&session| (session, id)));
                let (clause, instances) = at_witnesses(&mut self.pool, &always, clause);
                self.candidates.clauses.push((CHECK, clause));
                self.instances.insert(id, instances);
                self.candidates.origins.push(Origin::Check);
            }
        }
        !found.is_empty()
    }

    /// What the checks ask loops to leave as it was. Are there such checks?
    fn add_frames(&mut self) -> bool {
        let is_check = |(head, _): &&(usize, Clause)| *head == CHECK;
        let checks: Vec<Clause> =
            self.candidates.clauses.iter().filter(is_check).map(|(_, check)| check.clone()).collect();
        let mut grew = false;
        for (number, head) in self.task.heads.iter().enumerate() {
            let writer = Writer { targets: &head.targets, live: &self.live[number] };
            for check in &checks {
                for frame in frames(&mut self.pool, &self.world.skolems, check, &writer) {
                    grew |= self.candidates.add(number, frame, Origin::Fact);
                }
            }
        }
        grew
    }

    /// The goals of the checks that are not shown yet.
    fn failing_checks(&mut self) -> Vec<HeadGoal> {
        let mut found = Vec::new();
        for (session, id) in self.checks.clone() {
            if self.candidates.shown.contains_key(&(session, id)) {
                continue;
            }
            match self.candidates.ask(&mut self.pool, &self.world.skolems, session, &[id]) {
                Asked::Hold(because) => drop(self.candidates.shown.insert((session, id), because)),
                Asked::Fail(failing) => {
                    for (id, model) in failing {
                        found.extend(self.goals(id, session, &model, 0));
                    }
                }
                Asked::Open => {}
            }
        }
        found
    }

    fn all_shown(&self) -> bool {
        self.checks.iter().all(|check| self.candidates.shown.contains_key(check))
    }

    /// The goals of a clause that a model violates; where those of integer arithmetic were met before, those of machine
    /// arithmetic too. Of a claim that something exists, the goals are those of what it says about witnesses.
    fn goals(&mut self, id: ClauseId, session: usize, model: &Model, depth: usize) -> Vec<HeadGoal> {
        let region = &self.candidates.sessions[session].region;
        let (head, own) = &self.candidates.clauses[id];
        let instances = self.instances.get(&id).filter(|instances| !instances.is_empty());
        let clauses = instances.map_or(std::slice::from_ref(own), Vec::as_slice);
        let mut all: Vec<HeadGoal> = Vec::new();
        for wraps in [Wraps::Resolved, Wraps::Kept] {
            let is_met = |goal: &HeadGoal| self.goals_met.iter().any(|met| met.says_the_same(goal));
            if !all.iter().all(is_met) {
                break;
            }
            for clause in clauses {
                for goal in goals(&mut self.pool, &self.world, region, model, clause, wraps) {
                    let step = if goal.head == *head { growth(&mut self.pool, clause, &goal.clause) } else { None };
                    let is_weakest = goal.is_weakest && instances.is_none();
                    let step = step.map(|clause| (clause, false));
                    for (clause, is_weakest) in step.into_iter().chain([(goal.clause, is_weakest)]) {
                        let goal = HeadGoal { head: goal.head, clause, depth, is_weakest };
                        if !all.contains(&goal) {
                            all.push(goal);
                        }
                    }
                }
            }
        }
        all
    }

    /// New goals of what fell, first those of clauses that loops maintain, then those nearest to the checks; if there are
    /// none, those that are known.
    fn goals_of_fallen(&mut self, seen: &FxHashMap<(usize, Clause), usize>) -> Vec<HeadGoal> {
        let mut fallen: Vec<(bool, usize, usize, ClauseId, usize, Model)> = Vec::new();
        for (id, session, model) in self.candidates.fallen.clone() {
            let (depth, rank) = match self.candidates.origins[id] {
                Origin::Goal { depth, rank, .. } => (depth, rank),
                Origin::Equation => (0, 0),
                Origin::Fact | Origin::Check => continue,
            };
            let is_maintained = self.candidates.is_maintained(&mut self.pool, &self.world.skolems, id, session);
            if self.candidates.origins[id] == Origin::Equation && !is_maintained {
                continue;
            }
            fallen.push((!is_maintained, depth, rank, id, session, model));
        }
        fallen.retain(|&(_, _, _, id, ..)| !self.candidates.is_set_aside(id));
        fallen.sort_by_key(|&(later, depth, rank, id, ..)| (later, depth, rank, id));
        let (mut new, mut known): (Vec<HeadGoal>, Vec<HeadGoal>) = (Vec::new(), Vec::new());
        let mut of_maintained = false;
        for (later, depth, _, id, session, model) in fallen {
            if new.len() >= NEW_GOALS || later && of_maintained {
                break;
            }
            for goal in self.goals(id, session, &model, depth + 1) {
                if !self.scopes[goal.head].holds(&self.pool, &self.world.skolems, &goal.clause) {
                    if goal.is_weakest {
                        // So there is a run on which the clause is false.
                        self.candidates.refuted.insert(id);
                        break;
                    }
                    continue;
                }
                let is_known = seen.contains_key(&(goal.head, goal.clause.clone()));
                let list = if is_known { &mut known } else { &mut new };
                of_maintained |= !is_known && !later;
                if !list.iter().any(|other| other.says_the_same(&goal)) {
                    list.push(goal);
                }
            }
        }
        if new.is_empty() { known } else { new }
    }

    /// All that is inductive, for a first look at the checks.
    pub fn all(&mut self) -> ExtraInvariants {
        let alive = self.candidates.alive.clone();
        self.stated(alive)
    }

    /// What the proofs of the checks rest on, and the single facts, which others may.
    pub fn needed(&mut self) -> ExtraInvariants {
        let mut needed = self.rested_on();
        self.leave_out(&mut needed);
        needed.extend(self.candidates.alive.iter().filter(|&&id| self.candidates.origins[id] == Origin::Fact));
        self.stated(needed)
    }

    /// The clauses because of which the checks hold, and those because of which these do, and so on.
    fn rested_on(&self) -> BTreeSet<ClauseId> {
        let mut open: Vec<ClauseId> = Vec::new();
        for check in &self.checks {
            open.extend(self.candidates.shown.get(check).into_iter().flatten());
        }
        let mut found: BTreeSet<ClauseId> = BTreeSet::new();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                for &session in &self.candidates.of_head[self.candidates.clauses[id].0] {
                    open.extend(self.candidates.shown.get(&(session, id)).into_iter().flatten());
                }
            }
        }
        found
    }

    /// Where there are many clauses, leaves out one after the other that the rest does without, first those that a prover with
    /// quantifiers has the most work with. Here all instances are at hand, so that a question costs little.
    fn leave_out(&mut self, needed: &mut BTreeSet<ClauseId>) {
        let is_fact = |id: &ClauseId| self.candidates.origins[*id] == Origin::Fact;
        let mut tried: Vec<ClauseId> = needed.iter().copied().filter(|id| !is_fact(id)).collect();
        if tried.len() <= FEW {
            return;
        }
        tried.sort_by_key(|&id| {
            let clause = &self.candidates.clauses[id].1;
            let steps = neighbours(&self.pool, &self.world.skolems, clause).len();
            std::cmp::Reverse((steps, clause.skolems, clause.given.len(), id))
        });
        for id in tried {
            let origins = &self.candidates.origins;
            self.candidates.alive.retain(|id| needed.contains(id) || origins[*id] == Origin::Fact);
            let is_open = needed.contains(&id);
            if is_open && self.candidates.do_without(&mut self.pool, &self.world.skolems, id, &self.checks) {
                *needed = self.rested_on();
            }
        }
    }

    /// What the search looked for at each loop, that nearest to the checks first, without what states that came later refute.
    pub fn wanted(&mut self) -> ExtraInvariants {
        let mut goals = self.goals_met.clone();
        let (pool, skolems, scopes) = (&self.pool, &self.world.skolems, &mut self.scopes);
        goals.retain(|goal| scopes[goal.head].holds(pool, skolems, &goal.clause));
        goals.sort_by_key(|goal| goal.depth);
        let live = live_at_heads(&self.pool, &self.task.body, &self.task.heads);
        let mut wanted = ExtraInvariants::new();
        for HeadGoal { head, clause, .. } in goals {
            let formula = self.formulas(head, &clause, &live[head]).into_iter().next();
            let all = wanted.entry(self.task.heads[head].head).or_default();
            all.extend(formula.filter(|formula| !all.contains(formula)));
        }
        wanted
    }

    fn stated(&mut self, ids: BTreeSet<ClauseId>) -> ExtraInvariants {
        let mut stated = ExtraInvariants::new();
        let live = live_at_heads(&self.pool, &self.task.body, &self.task.heads);
        for (head, live) in self.task.heads.iter().zip(&live) {
            let kept = self.read.kept(&mut self.pool, head, live);
            let portable: Vec<Portable> =
                kept.into_iter().filter_map(|term| self.task.export(&mut self.pool, term)).collect();
            if !portable.is_empty() {
                stated.insert(head.head, portable);
            }
        }
        for id in ids {
            let (number, clause) = self.candidates.clauses[id].clone();
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
        formulas.into_iter().filter_map(|formula| self.task.export(&mut self.pool, formula)).collect()
    }
}
