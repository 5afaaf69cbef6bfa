//! Refinement: a spurious abstract error path in, predicates out (SPW09 §4, §6).
//!
//! The path is followed backward from the error as far as it is feasible: φₘ₊₁ is the denial of the assertion, φⱼ =
//! pre(τⱼ, φⱼ₊₁). A model of the longest feasible suffix says which cases of array updates count. What is extracted at each
//! loop's head on the suffix are conjuncts of φⱼ (`extract₀`) and of saturate(φⱼ) (`extract₁`).
//!
//! Departure from the paper: of these only those are taken that a proof uses. At each head of the suffix, from its first on, the
//! states of φⱼ are covered by cubes, one for each case of a model: the step to the first cubes is impossible, and from the
//! others every run goes on from cubes of the head before. Of several proofs that one is preferred which uses known predicates, then
//! inequalities between indices, then conjuncts with small numbers.

use invar_gcl::Role;
use invar_logic::{Substitution, Term, VarId};
use invar_solve::Model;

use super::extract::{Extract, States, at_ghosts, candidates, disjuncts, without_unknowns};
use super::goal::Goal;
use super::predicates::Predicates;
use super::saturate::halves;
use super::session::Asked;
use super::space::Space;
use super::way::{Way, sorted};
use crate::cases::{Cases, View, Wraps};
use crate::cutpoints::Point;
use crate::literals::{disequality, predicate, reads_map};

/// A step of an abstract path: the transition, and the way in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    pub edge: usize,
    pub way: usize,
}

pub enum Refined {
    /// The whole path is feasible.
    Real,
    /// There are predicates that were not known before, at these heads.
    At(Vec<usize>),
    /// No new predicates.
    Nothing,
    /// The prover does not know.
    Open,
}

/// A step of the path, with names of its own for what is chosen on it.
struct Level {
    hop: Hop,
    source: Point,
    way: Way,
    /// pre of the rest of the path.
    formula: Vec<Term>,
}

/// An abstract path: the first hop leaves the entry, the last one arrives at the check, and the cubes are those of the states
/// between them.
pub struct Path {
    pub hops: Vec<Hop>,
    pub cubes: Vec<Vec<Term>>,
}

/// One refinement.
pub fn refine(space: &mut Space<'_>, known: &mut Predicates, goal: &Goal, path: &Path, extract: Extract) -> Refined {
    let levels = levels(space, goal, &path.hops);
    let (first, model) = match longest_feasible(space, &levels) {
        Suffix::From(0, _) => return Refined::Real,
        Suffix::From(first, model) => (first, model),
        Suffix::Empty => return Refined::Nothing,
        Suffix::Open => return Refined::Open,
    };
    let mut refining = Refining { space, known, goal, extract, distinguishing: Vec::new(), changed: Vec::new() };
    refining.take_used(&levels, first);
    if refining.changed.is_empty() {
        refining.split_by_cases();
    }
    if refining.changed.is_empty() {
        let model = in_cube(refining.space, &levels[first], &path.cubes[first - 1], model);
        for wanted in [Wanted::AboutGhosts, Wanted::All] {
            if refining.changed.is_empty() {
                refining.take_all(&levels, first, &model, wanted);
            }
        }
    }
    match refining.changed.is_empty() {
        true => Refined::Nothing,
        false => Refined::At(refining.changed),
    }
}

/// φⱼ = pre(τⱼ, φⱼ₊₁), from the error on.
fn levels(space: &mut Space<'_>, goal: &Goal, hops: &[Hop]) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut formula = goal.denial.clone();
    for &hop in hops.iter().rev() {
        let edge = &space.edges[hop.edge];
        let source = edge.transition.source;
        let way = edge.ways[hop.way].clone().renamed(&mut space.pool);
        formula = way.pre(&mut space.pool, &formula);
        levels.push(Level { hop, source, way, formula: formula.clone() });
    }
    levels.reverse();
    levels
}

enum Suffix {
    /// The first level of the longest feasible suffix, and a model of it.
    From(usize, Model),
    Empty,
    Open,
}

fn longest_feasible(space: &mut Space<'_>, levels: &[Level]) -> Suffix {
    let mut longest = Suffix::Empty;
    for (number, level) in levels.iter().enumerate().rev() {
        let limit = space.limit();
        let (session, pool) = space.site(level.source);
        match session.ask(pool, &level.formula, &limit) {
            Asked::Yes(model) => longest = Suffix::From(number, model),
            Asked::No => return longest,
            Asked::Open => return Suffix::Open,
        }
    }
    longest
}

/// The abstract state at the beginning of the suffix was left in one case: a model of that case, if there is one.
fn in_cube(space: &mut Space<'_>, level: &Level, cube: &[Term], other: Model) -> Model {
    let limit = space.limit();
    let (session, pool) = space.site(level.source);
    match session.ask(pool, &[&level.formula, cube].concat(), &limit) {
        Asked::Yes(model) => model,
        Asked::No | Asked::Open => other,
    }
}

/// The literals of φⱼ for the levels of the suffix, in the case that the model takes; the first level's come first.
fn literals(space: &mut Space<'_>, goal: &Goal, levels: &[Level], first: usize, model: &Model) -> Vec<Vec<Term>> {
    let states = states(space, levels, first);
    let split = |space: &mut Space<'_>, terms: &[Term], here: &Substitution| {
        let mut cases = Cases::new(&mut space.pool, View { model, here }, None, Wraps::Resolved);
        terms.iter().for_each(|&term| cases.split(term, true));
        cases.literals
    };
    let mut found = Vec::new();
    let mut after = split(space, &goal.denial, &states[levels.len() - first]);
    for (level, here) in levels[first..].iter().zip(&states).rev() {
        let formula = level.way.pre(&mut space.pool, &after);
        let all = split(space, &formula, here);
        let all = without_unknowns(&mut space.pool, all, &level.way.unknowns);
        after = at_ghosts(&mut space.pool, all, &goal.ghosts);
        if let Point::Head(head) = level.source {
            after.retain(|&literal| !space.is_known(head, literal));
        }
        found.push(after.clone());
    }
    found.reverse();
    found
}

/// The values of the variables at each level from the first on, and at the error, over those at the first.
fn states(space: &mut Space<'_>, levels: &[Level], first: usize) -> Vec<Substitution> {
    let mut states = vec![Substitution::new()];
    for level in &levels[first..] {
        let here = &states[states.len() - 1];
        let mut next = Substitution::new();
        for (var, value) in sorted(&level.way.updates) {
            let value = space.pool.substitute(value, here);
            next.insert(var, value);
        }
        states.push(next);
    }
    states
}

struct Refining<'a, 'b> {
    space: &'a mut Space<'b>,
    known: &'a mut Predicates,
    goal: &'a Goal,
    extract: Extract,
    /// What is so in one case at a head, and not in another.
    distinguishing: Vec<(usize, Term)>,
    changed: Vec<usize>,
}

/// So many cases of one level are looked at.
const MOST_CASES: usize = 6;

impl Refining<'_, '_> {
    /// The predicates that the proof uses that no run goes on from the suffix to what comes before it.
    fn take_used(&mut self, levels: &[Level], first: usize) {
        let mut before: Vec<Vec<Term>> = Vec::new();
        for number in first..levels.len() {
            let Point::Head(head) = levels[number].source else { return };
            let cubes = self.cover(levels, number, head, &before);
            for cube in &cubes {
                cube.iter().for_each(|&term| self.learn(head, term));
                let others = cubes.iter().filter(|other| *other != cube);
                let lacking = |term: &&Term| others.clone().any(|other| !other.contains(term));
                self.distinguishing.extend(cube.iter().filter(lacking).map(|&term| (head, term)));
            }
            before = cubes;
        }
    }

    /// Cubes that cover the states of a level. From each of them the step before leads from cubes of the level before; if there
    /// are none, it is impossible.
    fn cover(&mut self, levels: &[Level], number: usize, head: usize, before: &[Vec<Term>]) -> Vec<Vec<Term>> {
        let mut cubes: Vec<Vec<Term>> = Vec::new();
        while cubes.len() < MOST_CASES {
            let Some(model) = self.outside(&levels[number], &cubes) else { break };
            let own = literals(self.space, self.goal, levels, number, &model).swap_remove(0);
            let states = States { literals: &own, formula: &levels[number].formula, model: &model };
            let offered = candidates(self.space, self.known, head, states, (&self.goal.ghosts, self.extract));
            let none: Vec<Term> = before.iter().map(|cube| none_of(self.space, cube)).collect();
            let used = self.core(levels[number - 1].hop, &none, &offered);
            cubes.push(used.unwrap_or(offered));
        }
        cubes
    }

    /// A state of the level outside the cubes.
    fn outside(&mut self, level: &Level, cubes: &[Vec<Term>]) -> Option<Model> {
        let mut asked = level.formula.clone();
        asked.extend(cubes.iter().map(|cube| none_of(self.space, cube)).collect::<Vec<_>>());
        let limit = self.space.limit();
        let (session, pool) = self.space.site(level.source);
        match session.ask(pool, &asked, &limit) {
            Asked::Yes(model) => Some(model),
            Asked::No | Asked::Open => None,
        }
    }

    /// As few of the formulas at the target of a step as contradict it and what is assumed at its source.
    fn core(&mut self, hop: Hop, assumed: &[Term], offered: &[Term]) -> Option<Vec<Term>> {
        let limit = self.space.limit();
        let Space { pool, edges, .. } = &mut *self.space;
        let edge = &mut edges[hop.edge];
        let arrived: Vec<Term> = offered.iter().map(|&term| edge.arrived(pool, term)).collect();
        let fixed: Vec<Term> = assumed.iter().copied().chain([edge.ways[hop.way].formula]).collect();
        let core = edge.session.core(pool, &fixed, &arrived, &limit)?;
        Some(core.into_iter().map(|number| offered[number]).collect())
    }

    /// Abstract states are split by what tells cases apart.
    fn split_by_cases(&mut self) {
        for (head, term) in std::mem::take(&mut self.distinguishing) {
            let term = predicate(&mut self.space.pool, term);
            if self.known.of[head].contains(&term) && !self.known.splitting[head].contains(&term) {
                self.known.splitting[head].push(term);
                self.change(head);
            }
        }
    }

    /// Where the predicates that are used are known already: all that there are.
    fn take_all(&mut self, levels: &[Level], first: usize, model: &Model, wanted: Wanted) {
        let literals = literals(self.space, self.goal, levels, first, model);
        for (level, own) in levels[first..].iter().zip(&literals) {
            let Point::Head(head) = level.source else { continue };
            let mut offered = own.clone();
            if self.extract == Extract::Saturated {
                offered.extend(disjuncts(self.space, head, own, &level.formula));
            }
            offered.retain(|&term| self.is_wanted(term, wanted));
            for term in offered {
                self.learn(head, term);
            }
        }
    }

    /// Conditions about the bookkeeping of memory are left out: what they say of the program's variables, others say shorter.
    fn is_wanted(&self, term: Term, wanted: Wanted) -> bool {
        let pool = &self.space.pool;
        let vars = pool.free_vars(term);
        let is_bookkeeping = |var: &VarId| self.space.task.program.roles.of(pool, *var) == Role::Bookkeeping;
        let is_about_ghosts = vars.iter().any(|var| self.goal.ghosts.contains(var));
        pool.tree_size(term) <= LARGEST
            && !vars.iter().any(is_bookkeeping)
            && (is_about_ghosts || wanted == Wanted::All)
    }

    fn learn(&mut self, head: usize, term: Term) {
        let mut terms = vec![term];
        if let Some(pair) = disequality(&self.space.pool, term)
            && self.extract == Extract::Saturated
            && !reads_map(&self.space.pool, term)
        {
            terms.extend(halves(&mut self.space.pool, pair));
        }
        for term in terms {
            let term = predicate(&mut self.space.pool, term);
            if term != Term::TRUE && term != Term::FALSE && !self.known.of[head].contains(&term) {
                self.known.of[head].push(term);
                self.change(head);
            }
        }
    }

    fn change(&mut self, head: usize) {
        if !self.changed.contains(&head) {
            self.changed.push(head);
        }
    }
}

/// Which of the conjuncts are taken where all are known that a proof uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    AboutGhosts,
    All,
}

/// Larger predicates say something about one path only.
const LARGEST: u64 = 60;

/// That the cube does not hold.
fn none_of(space: &mut Space<'_>, cube: &[Term]) -> Term {
    let all = space.pool.and(cube);
    space.pool.not(all)
}
