//! The abstract states that lead to the error, as a tree that is kept between refinements.
//!
//! A state is a cube of predicates at a loop's head: pre#(⋀ φⱼ) = ⋀ { p ∈ P | pre(⋀ φⱼ) ⊨ p } (SPW09 §5), computed for one way
//! inside a transition at a time. States that other cubes at the head cover are not looked at.

use invar_logic::Term;
use invar_solve::Model;

use super::extract::as_in_model;
use super::goal::Goal;
use super::path::Hop;
use super::predicates::Predicates;
use super::space::{Passed, Space};
use super::updates::{compared, decisive};
use crate::cutpoints::Point;

/// With more states, or more cubes from one of them by one transition, nobody goes on.
const MOST_STATES: usize = 300;

pub struct State {
    pub head: usize,
    pub cube: Vec<Term>,
    /// How a run gets from here to the next state, and which one that is; `None` for the error.
    hop: Hop,
    next: Option<usize>,
    is_dropped: bool,
    /// How many predicates its head had when it was computed.
    predicates: usize,
    done: Progress,
}

/// For each transition that arrives, at which age of the tree its predecessors were all there.
#[derive(Default)]
struct Progress(Vec<(usize, u64)>);

impl Progress {
    fn at(&self, edge: usize) -> Option<u64> {
        self.0.iter().find(|(number, _)| *number == edge).map(|(_, age)| *age)
    }

    fn set(&mut self, edge: usize, age: u64) {
        self.0.retain(|(number, _)| *number != edge);
        self.0.push((edge, age));
    }
}

#[derive(Default)]
pub struct Tree {
    states: Vec<State>,
    /// The error's own progress.
    root: Progress,
    /// By head, when states were last dropped there.
    dropped: Vec<u64>,
    age: u64,
}

pub enum Explored {
    /// No state is left to look at: the cubes are a backward invariant.
    All,
    /// An abstract path from the entry to the error, and the states on it, the first one first.
    Path(Vec<Hop>, Vec<usize>),
    TooMany,
    Open,
}

impl Tree {
    pub fn new(heads: usize) -> Tree {
        Tree { dropped: vec![0; heads], age: 1, ..Tree::default() }
    }

    /// The cubes of a head.
    pub fn cubes(&self, head: usize) -> impl Iterator<Item = &State> {
        self.states.iter().filter(move |state| state.head == head && !state.is_dropped)
    }

    /// The cubes of some states.
    pub fn cubes_of(&self, states: &[usize]) -> Vec<Vec<Term>> {
        states.iter().map(|&state| self.states[state].cube.clone()).collect()
    }

    pub fn count(&self) -> usize {
        self.states.iter().filter(|state| !state.is_dropped).count()
    }

    /// Goes on until nothing is left to do, from the states nearest to the error on.
    pub fn explore(&mut self, space: &mut Space<'_>, known: &Predicates, goal: &Goal) -> Explored {
        let mut at: Option<usize> = None;
        loop {
            if let Some(found) = self.expand(space, known, goal, at) {
                return found;
            }
            let next = at.map_or(0, |number| number + 1);
            match (next..self.states.len()).find(|&number| !self.states[number].is_dropped) {
                Some(number) => at = Some(number),
                None => return Explored::All,
            }
        }
    }

    /// The predecessors of a state, or of the error.
    fn expand(
        &mut self,
        space: &mut Space<'_>,
        known: &Predicates,
        goal: &Goal,
        at: Option<usize>,
    ) -> Option<Explored> {
        let target = at.map_or(Point::Check(goal.place), |number| Point::Head(self.states[number].head));
        let arriving = |edge: &usize| space.edges[*edge].transition.target == target;
        let edges: Vec<usize> = (0..space.edges.len()).filter(arriving).collect();
        let cube = at.map_or_else(|| goal.denial.clone(), |number| self.states[number].cube.clone());
        for edge in edges {
            let source = space.edges[edge].transition.source;
            let progress = at.map_or(&self.root, |number| &self.states[number].done);
            let found = match (source, progress.at(edge)) {
                (Point::Head(head), Some(age)) if age > self.dropped[head] => continue,
                (Point::Head(head), _) => self.precede(space, (known, goal), (edge, head), &cube, at),
                (Point::Entry | Point::Check(_) | Point::Exit, Some(_)) => continue,
                (Point::Entry | Point::Check(_) | Point::Exit, None) => self.arrive(space, edge, &cube, at),
            };
            if found.is_some() {
                return found;
            }
            self.age += 1;
            let age = self.age;
            at.map_or(&mut self.root, |number| &mut self.states[number].done).set(edge, age);
        }
        None
    }

    /// Does the entry lead to the state? Then that is an abstract path.
    fn arrive(&self, space: &mut Space<'_>, edge: usize, cube: &[Term], at: Option<usize>) -> Option<Explored> {
        match space.pass(edge, &[], cube) {
            Passed::Never => None,
            Passed::Open => Some(Explored::Open),
            Passed::By(way, _) => {
                let (mut hops, mut states, mut next) = (vec![Hop { edge, way }], Vec::new(), at);
                while let Some(number) = next {
                    states.push(number);
                    hops.push(self.states[number].hop);
                    next = self.states[number].next;
                }
                Some(Explored::Path(hops, states))
            }
        }
    }

    /// pre# of a state over a transition, as far as no cubes cover it.
    fn precede(
        &mut self,
        space: &mut Space<'_>,
        (known, goal): (&Predicates, &Goal),
        (edge, head): (usize, usize),
        cube: &[Term],
        next: Option<usize>,
    ) -> Option<Explored> {
        loop {
            let cubes: Vec<Vec<Term>> = self.cubes(head).map(|state| state.cube.clone()).collect();
            let mut outside: Vec<Term> = Vec::new();
            for cube in cubes {
                outside.extend(space.edges[edge].outside(&mut space.pool, &goal.ghosts, &cube));
            }
            let (way, model) = match space.pass(edge, &outside, cube) {
                Passed::Never => return None,
                Passed::Open => return Some(Explored::Open),
                Passed::By(way, model) => (way, model),
            };
            let hop = Hop { edge, way };
            let Some(cube) = implied(space, known, head, hop, (cube, &outside), &model) else {
                return Some(Explored::Open);
            };
            if self.count() >= MOST_STATES {
                return Some(Explored::TooMany);
            }
            let (predicates, done) = (known.count_at(head), Progress::default());
            self.states.push(State { head, cube, hop, next, is_dropped: false, predicates, done });
        }
    }

    /// Drops the states on a path from the one nearest to the error on whose head has new predicates, and all that they lead
    /// to. The others stay. Were there any?
    pub fn drop_outdated(&mut self, path: &[usize], known: &Predicates) -> bool {
        let is_outdated = |state: &State| state.predicates < known.count_at(state.head);
        let nearest = path.iter().rev().find(|&&state| is_outdated(&self.states[state]));
        let Some(&first) = nearest else { return false };
        self.age += 1;
        for number in first..self.states.len() {
            let leads = self.states[number].next.is_some_and(|next| next >= first && self.states[next].is_dropped);
            if (number == first || leads) && !self.states[number].is_dropped {
                self.states[number].is_dropped = true;
                self.dropped[self.states[number].head] = self.age;
            }
        }
        true
    }
}

/// What states are split by: whether what the way writes is what the cube reads, and what a refinement found.
fn splitting(space: &mut Space<'_>, known: &Predicates, head: usize, hop: Hop, cube: &[Term]) -> Vec<Term> {
    let Space { pool, edges, .. } = space;
    let way = &edges[hop.edge].ways[hop.way];
    let read: Vec<Term> = cube.iter().map(|&term| pool.substitute(term, &way.updates)).collect();
    let mut found = known.splitting[head].clone();
    for pair in decisive(pool, &read) {
        let equal = compared(pool, pair, &known.of[head]);
        found.extend(equal.filter(|equal| !found.contains(equal)));
    }
    found
}

/// The literals over a head's predicates that hold before every run by the way to the cube; the model is one such run. Those
/// that states are split by hold as they do in the model, as far as that says something.
fn implied(
    space: &mut Space<'_>,
    known: &Predicates,
    head: usize,
    hop: Hop,
    (cube, outside): (&[Term], &[Term]),
    model: &Model,
) -> Option<Vec<Term>> {
    let splitting = splitting(space, known, head, hop, cube);
    let pool = &mut space.pool;
    let mut fixed: Vec<Term> = splitting.into_iter().filter_map(|term| as_in_model(pool, model, term)).collect();
    let all: Vec<Term> = known.of[head].iter().filter_map(|&term| as_in_model(pool, model, term)).collect();
    let mut left = strongest(space, hop, (cube, outside), &fixed, all)?;
    for number in (0..fixed.len()).rev().filter(|_| fixed.len() > 1).collect::<Vec<_>>() {
        let mut fewer = fixed.clone();
        let split = fewer.remove(number);
        let weaker = strongest(space, hop, (cube, outside), &fewer, left.clone())?;
        if left.iter().all(|term| *term == split || weaker.contains(term)) {
            (fixed, left) = (fewer, weaker);
        }
    }
    Some(left)
}

/// Those of the literals that hold before every run by the way to the cube that begins with what is fixed.
fn strongest(
    space: &mut Space<'_>,
    hop: Hop,
    (cube, outside): (&[Term], &[Term]),
    fixed: &[Term],
    mut left: Vec<Term>,
) -> Option<Vec<Term>> {
    let way = space.edges[hop.edge].ways[hop.way].formula;
    loop {
        let all = space.pool.and(&left);
        let some_fail = space.pool.not(all);
        let assumed: Vec<Term> = fixed.iter().chain(outside).copied().chain([way, some_fail]).collect();
        match space.pass(hop.edge, &assumed, cube) {
            Passed::Never => return Some(left),
            Passed::Open => return None,
            Passed::By(_, model) => {
                let before = left.len();
                left.retain(|&term| model.holds(&space.pool, term) == Some(true));
                if left.len() == before {
                    return None;
                }
            }
        }
    }
}
