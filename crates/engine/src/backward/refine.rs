//! Refinement: a spurious abstract error path in, predicates out (SPW09 §4, §6).
//!
//! The path is followed backward from the error as far as it is feasible: φₘ₊₁ is the denial of the assertion, φⱼ =
//! pre(τⱼ, φⱼ₊₁). A model of the longest feasible suffix says which cases of array updates count. What is extracted at each
//! loop's head on the suffix are conjuncts of φⱼ (`extract₀`) and of saturate(φⱼ) (`extract₁`).
//!
//! Departure from the paper: of these only those are taken that a proof uses. At each head of the suffix, from its first on, the
//! states of φⱼ are covered by cubes, one for each case of a model: the step to the first cubes is impossible, and from the
//! others every run goes on from cubes of the head before. A proof is preferred that says nothing about the path alone (`general`); of
//! several proofs that one which uses known predicates, then what all cases have in common, inequalities between indices, and
//! conjuncts with small numbers.

use invar_gcl::Role;
use invar_logic::{Substitution, Term, VarId};
use invar_solve::Model;

use super::extract::{Extract, States, at_ghosts, candidates, disjuncts, without_unknowns};
use super::general::{self, MOST_CASES, general_suffix};
use super::goal::Goal;
use super::path::{Level, Path, Suffix, levels, longest_feasible};
use super::predicates::Predicates;
use super::saturate::halves;
use super::session::Asked;
use super::space::Space;
use super::way::sorted;
use crate::cases::{Cases, View, Wraps};
use crate::cutpoints::Point;
use crate::literals::{disequality, predicate, reads_map};

pub enum Refined {
    /// The whole path is feasible.
    Real,
    /// There are predicates that were not known before, or some by which states are split from now on.
    New,
    /// No new predicates.
    Nothing,
    /// The prover does not know.
    Open,
}

/// One refinement.
pub fn refine(space: &mut Space<'_>, known: &mut Predicates, goal: &Goal, path: &Path, extract: Extract) -> Refined {
    let levels = levels(space, goal, path);
    let (first, model) = match longest_feasible(space, &levels) {
        Suffix::From(0, _) => return Refined::Real,
        Suffix::From(first, model) => (first, model),
        Suffix::Empty => return Refined::Nothing,
        Suffix::Open => return Refined::Open,
    };
    let mut refining = Refining { space, known, goal, extract, distinguishing: Vec::new(), is_new: false };
    refining.take_general(&levels);
    if !refining.is_new {
        refining.take_used(&levels, first);
    }
    if !refining.is_new {
        refining.split_by_cases();
    }
    if !refining.is_new {
        for wanted in [Wanted::AboutGhosts, Wanted::All] {
            if !refining.is_new {
                refining.take_all(&levels, first, &model, wanted);
            }
        }
    }
    if refining.is_new { Refined::New } else { Refined::Nothing }
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
        let formula = level.before(space, &after);
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
    /// Is there something that was not known?
    is_new: bool,
}

impl Refining<'_, '_> {
    /// Those that a proof uses which says nothing about the path alone. What contradicts all steps before a level needs fewer of them
    /// than what contradicts the step before it, but its cubes need not lead to each other; where it gives nothing new, they do.
    fn take_general(&mut self, levels: &[Level]) {
        let Some(suffix) = general_suffix(self.space, self.known, self.goal, levels, self.extract) else { return };
        let states = states(self.space, levels, 0);
        for (number, cubes) in (suffix.first..).zip(&suffix.cubes) {
            let Point::Head(head) = levels[number].source else { return };
            let mut used = Vec::new();
            for cube in self.sorted_by_use(head, cubes.clone()) {
                used.extend(self.core_of_prefix(head, &levels[..number], &states, &cube));
            }
            self.learn_cubes(head, &used);
        }
        if !self.is_new {
            self.take_chain(levels, suffix);
        }
    }

    /// Cubes that lead to each other.
    fn take_chain(&mut self, levels: &[Level], suffix: general::Suffix) {
        let mut before: Vec<Vec<Term>> = Vec::new();
        for (number, cubes) in (suffix.first..).zip(suffix.cubes) {
            let Point::Head(head) = levels[number].source else { return };
            let mut used = Vec::new();
            for cube in self.sorted_by_use(head, cubes) {
                let core = self.core(&levels[number - 1], &before, &cube);
                used.push(core.unwrap_or(cube));
            }
            self.learn_cubes(head, &used);
            before = used;
        }
    }

    /// As few of the formulas at the end of the first levels as contradict all of them.
    fn core_of_prefix(
        &mut self,
        head: usize,
        prefix: &[Level],
        states: &[Substitution],
        offered: &[Term],
    ) -> Option<Vec<Term>> {
        let limit = self.space.limit();
        let mut fixed: Vec<Term> = Vec::new();
        for (level, here) in prefix.iter().zip(states) {
            for &term in level.way.guard.iter().chain(&level.cube) {
                fixed.push(self.space.pool.substitute(term, here));
            }
        }
        let arrived: Vec<Term> =
            offered.iter().map(|&term| self.space.pool.substitute(term, &states[prefix.len()])).collect();
        let (session, pool) = self.space.site(Point::Entry);
        let late = session.core(pool, &fixed, (&arrived, (0..arrived.len()).rev()), &limit)?;
        let early = session.core(pool, &fixed, (&arrived, 0..arrived.len()), &limit)?;
        Some(self.smaller(head, offered, [late, early]))
    }

    /// Cubes whose conditions are sorted: known predicates first, then what all cubes have in common, then what the loop does
    /// not change.
    fn sorted_by_use(&mut self, head: usize, mut cubes: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
        let first = cubes.first().cloned().unwrap_or_default();
        let common: Vec<Term> = first.into_iter().filter(|term| cubes.iter().all(|cube| cube.contains(term))).collect();
        let targets = &self.space.task.heads[head].targets;
        let (pool, known) = (&mut self.space.pool, &self.known.of[head]);
        for cube in &mut cubes {
            cube.sort_by_cached_key(|&term| {
                let is_known = known.contains(&predicate(pool, term));
                let changes = pool.free_vars(term).iter().any(|var| targets.contains(var));
                (!is_known, !common.contains(&term), changes)
            });
        }
        cubes
    }

    /// The predicates of cubes that cover the states of a level.
    fn learn_cubes(&mut self, head: usize, cubes: &[Vec<Term>]) {
        for cube in cubes {
            cube.iter().for_each(|&term| self.learn(head, term));
            let others = cubes.iter().filter(|other| *other != cube);
            let lacking = |term: &&Term| others.clone().any(|other| !other.contains(term));
            self.distinguishing.extend(cube.iter().filter(lacking).map(|&term| (head, term)));
        }
    }

    /// The predicates that the proof uses that no run goes on from the suffix to what comes before it.
    fn take_used(&mut self, levels: &[Level], first: usize) {
        let mut before: Vec<Vec<Term>> = Vec::new();
        for number in first..levels.len() {
            let Point::Head(head) = levels[number].source else { return };
            let cubes = self.cover(levels, number, head, &before);
            self.learn_cubes(head, &cubes);
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
            let offered = candidates(self.space, &self.known.of[head], head, states, (&self.goal.ghosts, self.extract));
            let used = self.core(&levels[number - 1], before, &offered);
            cubes.push(used.unwrap_or(offered));
        }
        cubes
    }

    /// A state of the level outside the cubes.
    fn outside(&mut self, level: &Level, cubes: &[Vec<Term>]) -> Option<Model> {
        let mut asked = level.formula.clone();
        asked.extend(cubes.iter().map(|cube| self.space.none_of(cube)).collect::<Vec<_>>());
        let limit = self.space.limit();
        let (session, pool) = self.space.site(level.source);
        match session.ask(pool, &asked, &limit) {
            Asked::Yes(model) => Some(model),
            Asked::No | Asked::Open => None,
        }
    }

    /// As few of the formulas at the target of a step as contradict it, if it begins in its abstract state and outside the cubes.
    /// Those that stand last are left out first, or those that stand first, if then fewer are left.
    fn core(&mut self, step: &Level, before: &[Vec<Term>], offered: &[Term]) -> Option<Vec<Term>> {
        let limit = self.space.limit();
        let none: Vec<Term> = before.iter().map(|cube| self.space.none_of(cube)).collect();
        let Space { pool, edges, .. } = &mut *self.space;
        let edge = &mut edges[step.hop.edge];
        let way = edge.ways[step.hop.way].formula;
        let fixed: Vec<Term> = none.into_iter().chain(step.cube.iter().copied()).chain([way]).collect();
        let arrived: Vec<Term> = offered.iter().map(|&term| edge.arrived(pool, term)).collect();
        let late = edge.session.core(pool, &fixed, (&arrived, (0..arrived.len()).rev()), &limit)?;
        let early = edge.session.core(pool, &fixed, (&arrived, 0..arrived.len()), &limit)?;
        let Point::Head(head) = edge.transition.target else { return None };
        Some(self.smaller(head, offered, [late, early]))
    }

    /// The formulas of the first core, or of the second, if it is smaller and has no more new predicates.
    fn smaller(&mut self, head: usize, offered: &[Term], cores: [Vec<usize>; 2]) -> Vec<Term> {
        let cores = cores.map(|core| core.into_iter().map(|number| offered[number]).collect::<Vec<_>>());
        let (pool, known) = (&mut self.space.pool, &self.known.of[head]);
        let mut count_new =
            |terms: &[Term]| terms.iter().filter(|&&term| !known.contains(&predicate(pool, term))).count();
        let [first, second] = cores;
        let is_smaller = second.len() < first.len() && count_new(&second) <= count_new(&first);
        if is_smaller { second } else { first }
    }

    /// Abstract states are split by what tells cases apart.
    fn split_by_cases(&mut self) {
        for (head, term) in std::mem::take(&mut self.distinguishing) {
            let term = predicate(&mut self.space.pool, term);
            if self.known.of[head].contains(&term) && !self.known.splitting[head].contains(&term) {
                self.known.splitting[head].push(term);
                self.is_new = true;
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
                self.is_new = true;
            }
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
