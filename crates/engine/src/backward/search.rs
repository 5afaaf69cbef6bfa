//! SPW09 Figure 5: abstract fixed point checking with refinement, for one goal after the other.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::{BlockId, CheckId};
use invar_logic::{Portable, Term};

use super::extract::Extract;
use super::goal::{Goal, goals};
use super::predicates::Predicates;
use super::refine::{Path, Refined, refine};
use super::result::invariants;
use super::space::Space;
use super::tree::{Explored, Tree};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::task::Task;

/// With more refinements of one goal, nobody goes on.
const MOST_REFINEMENTS: usize = 60;

/// How the search for one goal ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No abstract state reaches the entry.
    Proved,
    /// A path to the error is feasible.
    Real,
    /// The predicates of a loop differ only in a number, more and more of them.
    Diverged(Vec<String>),
    /// A path is spurious, and gives no new predicates.
    NoProgress,
    /// Too many states or refinements.
    TooMany,
    /// The prover does not know, or nothing is left to spend.
    Open,
}

impl Outcome {
    /// In plain words.
    pub fn describe(&self) -> String {
        match self {
            Outcome::Proved => "no state that leads to the error reaches the entry".to_string(),
            Outcome::Real => "a path to the error could not be excluded".to_string(),
            Outcome::Diverged(predicates) => {
                let few: Vec<&str> = predicates.iter().take(3).map(String::as_str).collect();
                format!("the predicates differ only in a number, more and more of them: {}, …", few.join(", "))
            }
            Outcome::NoProgress => "a spurious path gives no new predicates".to_string(),
            Outcome::TooMany => "there are too many abstract states".to_string(),
            Outcome::Open => "the prover has no answer, or nothing is left to spend".to_string(),
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    pub refinements: usize,
    /// Of all loops together.
    pub predicates: usize,
    pub states: usize,
    pub queries: u64,
}

/// What was found for the open checks.
#[derive(Default)]
pub struct Found {
    pub goals: Vec<(CheckId, Outcome, Effort)>,
    pub invariants: ExtraInvariants,
}

impl Found {
    pub fn is_proof(&self) -> bool {
        self.goals.iter().all(|(_, outcome, _)| *outcome == Outcome::Proved)
    }
}

/// Looks for loop invariants from which the open checks follow.
pub fn prove(task: &Task<'_>, open: &BTreeSet<CheckId>, extract: Extract, means: &Means<'_>) -> Found {
    let mut space = Space::new(task, means);
    let places = space.points.checks();
    let goals = goals(&mut space.pool, task, &places, open);
    let mut found = Found::default();
    let mut formulas: BTreeMap<BlockId, Vec<Term>> = BTreeMap::new();
    for goal in goals {
        space.aim_at(goal.place);
        let before = space.queries();
        let (predicates, tree) = (Predicates::new(task.heads.len()), Tree::new(task.heads.len()));
        let mut search = Search { space: &mut space, goal: &goal, extract, predicates, tree, refinements: 0 };
        let outcome = search.run();
        if outcome == Outcome::Proved {
            search.negate(&mut formulas);
        }
        let mut effort = search.effort();
        effort.queries = space.queries().saturating_sub(before);
        found.goals.push((goal.check, outcome, effort));
    }
    for (head, formulas) in formulas {
        let portable: Vec<Portable> =
            formulas.into_iter().filter_map(|formula| task.export(&mut space.pool, formula)).collect();
        if !portable.is_empty() {
            found.invariants.insert(head, portable);
        }
    }
    found
}

/// One goal.
struct Search<'s, 'a> {
    space: &'s mut Space<'a>,
    goal: &'s Goal,
    extract: Extract,
    predicates: Predicates,
    tree: Tree,
    refinements: usize,
}

impl Search<'_, '_> {
    fn effort(&self) -> Effort {
        let (predicates, states) = (self.predicates.count(), self.tree.count());
        Effort { refinements: self.refinements, predicates, states, queries: 0 }
    }

    /// Adds, for each cube of each loop, that it does not hold.
    fn negate(&mut self, formulas: &mut BTreeMap<BlockId, Vec<Term>>) {
        for (number, head) in self.space.task.heads.iter().enumerate() {
            let known = formulas.entry(head.head).or_default();
            for state in self.tree.cubes(number) {
                for formula in invariants(&mut self.space.pool, &self.goal.ghosts, &state.cube) {
                    if !known.contains(&formula) {
                        known.push(formula);
                    }
                }
            }
        }
    }

    fn run(&mut self) -> Outcome {
        loop {
            let (hops, states) = match self.tree.explore(self.space, &self.predicates, self.goal) {
                Explored::All => return Outcome::Proved,
                Explored::TooMany => return Outcome::TooMany,
                Explored::Open => return Outcome::Open,
                Explored::Path(hops, states) => (hops, states),
            };
            if self.refinements >= MOST_REFINEMENTS {
                return Outcome::TooMany;
            }
            self.refinements += 1;
            let path = Path { hops, cubes: self.tree.cubes_of(&states) };
            let changed = match refine(self.space, &mut self.predicates, self.goal, &path, self.extract) {
                Refined::Real => return Outcome::Real,
                Refined::Nothing => return Outcome::NoProgress,
                Refined::Open => return Outcome::Open,
                Refined::At(changed) => changed,
            };
            if let Some(same) = self.predicates.diverging(&self.space.pool) {
                return Outcome::Diverged(same.into_iter().map(|term| self.space.pool.show(term)).collect());
            }
            self.tree.drop_from(&states, &changed);
        }
    }
}
