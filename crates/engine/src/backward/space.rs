//! The transitions of a body as the search asks about them: a session for each of them, and one for each loop's head.
//!
//! What holds at a head whatever the loops do is known there: the way from the entry to it, with all loops on it cut, says
//! something about the variables that its loop does not change (`infer::region`). The plain verification condition knows the
//! same.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use invar_solve::{Limit, Model};
use rustc_hash::FxHashMap;

use super::session::{Asked, Session};
use super::way::{Way, sorted};
use crate::cutpoints::{CutPoints, Place, Point, Transition};
use crate::infer::instantiate::{Indices, instances};
use crate::infer::region::{Edges, Nest, region};
use crate::means::Means;
use crate::passive::blocks_of;
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUERY;
use crate::task::Task;

/// Of one cube.
const MOST_INSTANCES: usize = 40;

/// A transition, its session, and the ways in it that were taken.
pub struct Edge {
    pub transition: Transition,
    pub session: Session,
    pub ways: Vec<Way>,
    /// What its formula reads and writes.
    indices: Indices,
    by_blocks: FxHashMap<Vec<BlockId>, usize>,
}

pub struct Space<'a> {
    pub task: &'a Task<'a>,
    pub points: CutPoints<'a>,
    pub pool: TermPool,
    pub edges: Vec<Edge>,
    /// By head: what holds there whatever the loops do, and a session that knows it.
    known: Vec<Vec<Term>>,
    sites: Vec<Session>,
    start: Session,
    /// What was asked about heads.
    asked: FxHashMap<(usize, Term), bool>,
    means: &'a Means<'a>,
    /// What is to be left for others.
    floor: u64,
    /// The number of the program's variables.
    own: usize,
}

impl<'a> Space<'a> {
    /// With the transitions between the heads, and from the entry to them.
    pub fn new(task: &'a Task<'a>, means: &'a Means<'a>) -> Space<'a> {
        let mut pool = task.pool.clone();
        let points = CutPoints::new(task);
        let known: Vec<Vec<Term>> =
            (0..task.heads.len()).map(|head| known_at(&mut pool, task, &points, head, &[])).collect();
        let open = |pool: &TermPool, known: &[Term]| Session::new(pool, means.session(Quantifiers::Triggers), known);
        let sites = known.iter().map(|known| open(&pool, known)).collect();
        let start = open(&pool, &task.facts);
        let own = task.pool.var_count();
        let (edges, asked) = (Vec::new(), FxHashMap::default());
        let floor = 0;
        let mut space = Space { task, points, pool, edges, known, sites, start, asked, means, floor, own };
        for head in 0..task.heads.len() {
            space.lead_to(Point::Head(head));
        }
        space
    }

    /// The transitions to a check: they take the place of those to the check before.
    pub fn aim_at(&mut self, place: Place) {
        self.edges.retain(|edge| !matches!(edge.transition.target, Point::Check(_)));
        self.lead_to(Point::Check(place));
    }

    fn lead_to(&mut self, target: Point) {
        for source in self.points.sources() {
            // A transition costs as much as the body is long, and nobody looks at any of them when the time is up.
            if self.is_over() {
                return;
            }
            let Some(transition) = self.points.transition(&mut self.pool, source, target) else { continue };
            let mut known = transition.facts.clone();
            if let Point::Head(head) = source {
                known.extend(&self.known[head]);
            }
            known.push(transition.formula);
            let session = Session::new(&self.pool, self.means.session(Quantifiers::Triggers), &known);
            let mut indices = Indices::default();
            indices.collect(&self.pool, &[transition.formula]);
            let by_blocks = FxHashMap::default();
            self.edges.push(Edge { transition, session, ways: Vec::new(), indices, by_blocks });
        }
    }

    /// Is there no time for anything more? Then transitions may be missing.
    pub fn is_over(&self) -> bool {
        self.means.budget.check().is_err()
    }

    /// What holds at a head, somebody showed.
    pub fn learn(&mut self, head: usize, fact: Term) {
        if fact == Term::TRUE || self.known[head].contains(&fact) {
            return;
        }
        self.known[head].push(fact);
        self.sites[head].know(&self.pool, fact);
        for edge in self.edges.iter_mut().filter(|edge| edge.transition.source == Point::Head(head)) {
            edge.session.know(&self.pool, fact);
        }
        self.asked.retain(|(at, _), is_known| *at != head || *is_known);
    }

    /// Does it hold at the head whatever the loops do?
    pub fn is_known(&mut self, head: usize, literal: Term) -> bool {
        if let Some(&known) = self.asked.get(&(head, literal)) {
            return known;
        }
        let limit = self.limit();
        let known = self.sites[head].follows(&mut self.pool, &[], literal, &limit);
        self.asked.insert((head, literal), known);
        known
    }

    /// Of what is left, so many shares are for others, and one is to be spent.
    pub fn spare(&mut self, others: usize) {
        let others = others as u64;
        self.floor = self.means.left() / (others + 1) * others;
    }

    /// What one question may cost.
    pub fn limit(&self) -> Limit {
        let own = self.means.left().saturating_sub(self.floor);
        self.means.at_most(QUERY.min(u32::try_from(own).unwrap_or(QUERY)))
    }

    /// Is there a run through the transition with these formulas true at its source and its target? The model's way is the
    /// answer, if there is one.
    pub fn pass(&mut self, edge: usize, before: &[Term], after: &[Term]) -> Passed {
        let limit = self.limit();
        let Space { pool, edges, own, .. } = self;
        let edge = &mut edges[edge];
        let arrived = after.iter().map(|&term| pool.substitute(term, &edge.transition.arrival));
        let assumed: Vec<Term> = before.iter().copied().chain(arrived).collect();
        match edge.session.ask(pool, &assumed, &limit) {
            Asked::No => Passed::Never,
            Asked::Open => Passed::Open,
            Asked::Yes(model) => match edge.way(pool, &model, *own) {
                Some(way) => Passed::By(way, model),
                None => Passed::Open,
            },
        }
    }

    /// The session of a point that transitions begin at.
    pub fn site(&mut self, point: Point) -> (&mut Session, &mut TermPool) {
        match point {
            Point::Head(head) => (&mut self.sites[head], &mut self.pool),
            Point::Entry | Point::Check(_) | Point::Exit => (&mut self.start, &mut self.pool),
        }
    }

    /// That the cube does not hold.
    pub fn none_of(&mut self, cube: &[Term]) -> Term {
        let all = self.pool.and(cube);
        self.pool.not(all)
    }

    /// The elements that ways read and write at indices that are known at a head, whether ways leave it or others.
    pub fn accesses(&self, head: usize) -> Vec<Term> {
        let (pool, live) = (&self.pool, self.points.live_at(head));
        let mut found = Vec::new();
        for way in self.edges.iter().flat_map(|edge| &edge.ways) {
            let values = sorted(&way.updates).into_iter().map(|(_, value)| value);
            let terms: Vec<Term> = way.guard.iter().copied().chain(values).collect();
            for term in pool.postorder(&terms) {
                let args = pool.args(term);
                let indices = match pool.op(term) {
                    Op::Select => &args[1..],
                    Op::Store => &args[1..args.len() - 1],
                    _ => continue,
                };
                let is_here = pool.free_vars_of(indices).iter().all(|var| live.contains(var));
                if is_here && !found.contains(&term) {
                    found.push(term);
                }
            }
        }
        found
    }

    pub fn queries(&self) -> u64 {
        let sessions = self.edges.iter().map(|edge| &edge.session).chain(&self.sites).chain([&self.start]);
        sessions.map(Session::queries).sum()
    }
}

pub enum Passed {
    Never,
    /// By a way of the transition, by number.
    By(usize, Model),
    Open,
}

impl Edge {
    /// The way that the model takes.
    fn way(&mut self, pool: &mut TermPool, model: &Model, own: usize) -> Option<usize> {
        let blocks = blocks_of(pool, &self.transition.passive, model)?;
        if let Some(&known) = self.by_blocks.get(&blocks) {
            return Some(known);
        }
        let way = Way::new(pool, &self.transition, &blocks, own);
        self.ways.push(way);
        self.by_blocks.insert(blocks, self.ways.len() - 1);
        Some(self.ways.len() - 1)
    }

    /// That no cube holds at the source, for the ghost variables themselves and for the indices on the way. The invariant that
    /// comes of it holds for all values of them.
    pub fn outside(&self, pool: &mut TermPool, ghosts: &[VarId], cube: &[Term]) -> Vec<Term> {
        let all = pool.and(cube);
        let none = pool.not(all);
        let free = pool.free_vars(all);
        let ghosts: Vec<VarId> = ghosts.iter().copied().filter(|ghost| free.contains(ghost)).collect();
        if ghosts.is_empty() {
            return vec![none];
        }
        let tuples = instances(pool, &ghosts, cube, &Substitution::new(), &self.indices);
        tuples.iter().take(MOST_INSTANCES).map(|tuple| pool.substitute(none, tuple)).collect()
    }

    /// A formula about the target, as one about the whole transition.
    pub fn arrived(&self, pool: &mut TermPool, term: Term) -> Term {
        pool.substitute(term, &self.transition.arrival)
    }
}

/// See the module header. The names that variables have on entry are not those that they have at the head. `facts`: what is
/// known at each loop's head, if anything is, for the loops on the way.
pub fn known_at(
    pool: &mut TermPool,
    task: &Task<'_>,
    points: &CutPoints<'_>,
    head: usize,
    facts: &[Vec<Term>],
) -> Vec<Term> {
    let mentioned: Vec<BTreeSet<VarId>> = (0..task.heads.len()).map(|head| points.live_at(head).clone()).collect();
    let nest = Nest { body: &task.body, heads: &task.heads, mentioned: &mentioned, facts: &task.facts, always: &[] };
    let Some(region) = region(pool, &nest, head, Edges::Entry) else { return vec![Term::FALSE] };
    let assigned: BTreeSet<VarId> = assigned(task);
    let mut by = Substitution::new();
    for &var in assigned.iter() {
        let before = pool.variant(var);
        let before = pool.var(before);
        by.insert(var, before);
    }
    let mut known = region.facts.clone();
    known.push(pool.substitute(region.formula, &by));
    for cut in &region.cuts {
        for &fact in facts.get(cut.number).into_iter().flatten() {
            let there = pool.substitute(fact, &cut.values);
            let known_there = pool.implies(cut.gate, there);
            known.push(pool.substitute(known_there, &by));
        }
    }
    for (var, value) in sorted(&region.arrival) {
        if task.heads[head].targets.contains(&var) {
            continue;
        }
        let (own, value) = (pool.var(var), pool.substitute(value, &by));
        known.push(pool.eq(own, value));
    }
    let targets = task.heads[head].targets.iter();
    known.extend(targets.filter_map(|target| task.body.wheres.get(target)));
    known.retain(|&term| term != Term::TRUE);
    known
}

fn assigned(task: &Task<'_>) -> BTreeSet<VarId> {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    steps.filter_map(|step| step.assigned()).filter(|var| var.index() < task.pool.var_count()).collect()
}
