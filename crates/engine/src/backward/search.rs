//! SPW09 Figure 5: abstract fixed point checking with refinement, for one goal after the other.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::CheckId;
use invar_logic::{Portable, Term};

use super::counters::learn_counters;
use super::extract::Extract;
use super::goal::{Before, Goal, goals};
use super::path::Path;
use super::predicates::Predicates;
use super::refine::{Refined, refine};
use super::result::invariants;
use super::space::Space;
use super::tree::{Explored, Tree};
use super::weaken::{Cube, weakened};
use super::whole::about_all;
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

impl Effort {
    fn and(self, more: Effort) -> Effort {
        Effort {
            refinements: self.refinements + more.refinements,
            predicates: self.predicates.max(more.predicates),
            states: self.states.max(more.states),
            queries: self.queries + more.queries,
        }
    }
}

/// What is to be shown, and from what.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub open: &'a BTreeSet<CheckId>,
    pub extract: Extract,
    /// What others showed of the loops: states in which it is false are none.
    pub facts: &'a ExtraInvariants,
}

/// What was found for the open checks.
#[derive(Default)]
pub struct Found {
    pub goals: Vec<(CheckId, Outcome, Effort)>,
    pub invariants: ExtraInvariants,
    /// What is said of goals that are left, made of their predicates: it need not hold.
    pub wanted: ExtraInvariants,
}

impl Found {
    pub fn is_proof(&self) -> bool {
        self.goals.iter().all(|(_, outcome, _)| *outcome == Outcome::Proved)
    }
}

/// Looks for loop invariants from which the open checks follow.
pub fn prove(task: &Task<'_>, question: Question<'_>, means: &Means<'_>) -> Found {
    let mut space = Space::new(task, means);
    for (number, head) in task.heads.iter().enumerate() {
        for fact in question.facts.get(&head.head).into_iter().flatten() {
            if let Some(fact) = task.import(&mut space.pool, fact) {
                space.learn(number, fact);
            }
        }
    }
    let counted = learn_counters(&mut space);
    let (places, before) = (space.points.checks(), Before::new(&space.pool, task));
    let open = goals(&mut space.pool, &before, &places, question.open);
    let open = open.into_iter().map(|goal| about_all(&mut space, &before, &counted, goal));
    let mut open: Vec<Goal> = open.collect();
    // What is not about elements is cheap, and what comes of it is known to the others.
    open.sort_by_key(|goal| !goal.ghosts.is_empty());
    let (shown, wanted) = (AtHeads::new(), AtHeads::new());
    let mut rounds = Rounds { space, extract: question.extract, shown, wanted, learnt: 0 };
    for (head, fact) in counted {
        rounds.shown.entry(head).or_default().push(fact);
    }
    let mut goals: Vec<(CheckId, Outcome, Effort)> = Vec::new();
    loop {
        let before = rounds.learnt;
        let (left, ended) = rounds.go(open);
        goals.retain(|(_, outcome, _)| *outcome == Outcome::Proved);
        goals.extend(ended);
        open = left;
        // What was open may follow from what is known by now.
        let is_over = rounds.space.is_over();
        if open.is_empty()
            || is_over
            || rounds.learnt == before
            || goals.iter().any(|(_, outcome, _)| *outcome == Outcome::Real)
        {
            break;
        }
    }
    Found { goals, invariants: rounds.export(&rounds.shown.clone()), wanted: rounds.export(&rounds.wanted.clone()) }
}

/// Formulas about the loops, by head.
type AtHeads = BTreeMap<usize, Vec<Term>>;

/// One goal after the other, as often as that gives something new.
struct Rounds<'a> {
    space: Space<'a>,
    extract: Extract,
    /// What follows from the goals that are proved.
    shown: AtHeads,
    /// What would follow from those that are left.
    wanted: AtHeads,
    /// How much of what is shown all goals know.
    learnt: usize,
}

impl Rounds<'_> {
    /// Each goal once; those that are left, and how the search for each of them ended.
    fn go(&mut self, goals: Vec<Goal>) -> (Vec<Goal>, Vec<(CheckId, Outcome, Effort)>) {
        self.wanted.clear();
        let (mut left, mut ended) = (Vec::new(), Vec::new());
        let count = goals.len();
        for (number, goal) in goals.into_iter().enumerate() {
            let (outcome, effort) = self.search_either(&goal, count - number - 1);
            ended.push((goal.check, outcome.clone(), effort));
            match outcome {
                Outcome::Proved => {}
                Outcome::Real => break,
                Outcome::Diverged(_) | Outcome::NoProgress | Outcome::TooMany | Outcome::Open => left.push(goal),
            }
        }
        (left, ended)
    }

    /// The goal, or else the one that says less, with so many others to follow.
    fn search_either(&mut self, goal: &Goal, others: usize) -> (Outcome, Effort) {
        let Some(own) = &goal.own else {
            self.space.spare(others);
            return self.search(goal);
        };
        self.space.spare(2 * others + 1);
        let (outcome, effort) = self.search(goal);
        if outcome == Outcome::Proved {
            return (outcome, effort);
        }
        self.space.spare(others);
        let (outcome, more) = self.search(own);
        (outcome, effort.and(more))
    }

    fn search(&mut self, goal: &Goal) -> (Outcome, Effort) {
        let space = &mut self.space;
        space.aim_at(goal.place);
        if space.is_over() {
            return (Outcome::Open, Effort { refinements: 0, predicates: 0, states: 0, queries: 0 });
        }
        let before = space.queries();
        let heads = space.task.heads.len();
        let (predicates, tree) = (Predicates::new(heads), Tree::new(heads));
        let mut search = Search { space, goal, extract: self.extract, predicates, tree, refinements: 0 };
        let outcome = search.run();
        let formulas = search.negated(&outcome);
        let mut effort = search.effort();
        effort.queries = self.space.queries().saturating_sub(before);
        let is_proved = outcome == Outcome::Proved;
        for (head, formula) in formulas {
            let all = if is_proved { &mut self.shown } else { &mut self.wanted };
            let all = all.entry(head).or_default();
            if all.contains(&formula) {
                continue;
            }
            all.push(formula);
            if is_proved && self.space.pool.op(formula).binder().is_none() {
                self.space.learn(head, formula);
                self.learnt += 1;
            }
        }
        (outcome, effort)
    }

    fn export(&mut self, formulas: &AtHeads) -> ExtraInvariants {
        let task = self.space.task;
        let mut found = ExtraInvariants::new();
        for (&head, formulas) in formulas {
            let portable = formulas.iter().filter_map(|&formula| task.export(&mut self.space.pool, formula));
            let portable: Vec<Portable> = portable.collect();
            if !portable.is_empty() {
                found.insert(task.heads[head].head, portable);
            }
        }
        found
    }
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

    /// For each cube of each loop, that it does not hold. Those of a backward invariant are as weak as it allows.
    fn negated(&mut self, outcome: &Outcome) -> Vec<(usize, Term)> {
        let heads = 0..self.space.task.heads.len();
        let cubes = heads.flat_map(|head| self.tree.cubes(head).map(move |state| (head, state.cube.clone())));
        let mut cubes: Vec<Cube> = cubes.collect();
        if *outcome == Outcome::Proved {
            cubes = weakened(self.space, &self.goal.ghosts, cubes);
        }
        let mut found = Vec::new();
        for (head, cube) in cubes {
            let formulas = invariants(&mut self.space.pool, &self.goal.ghosts, &cube);
            found.extend(formulas.into_iter().map(|formula| (head, formula)));
        }
        found
    }

    fn run(&mut self) -> Outcome {
        loop {
            let (hops, states) = match self.tree.explore(self.space, &self.predicates, self.goal) {
                Explored::All => return Outcome::Proved,
                Explored::TooMany => return Outcome::TooMany,
                Explored::Open => return Outcome::Open,
                Explored::Path(hops, states) => (hops, states),
            };
            // States are computed again only where a path needs it.
            if self.tree.drop_outdated(&states, &self.predicates) {
                continue;
            }
            if self.refinements >= MOST_REFINEMENTS {
                return Outcome::TooMany;
            }
            self.refinements += 1;
            let path = Path { hops, cubes: self.tree.cubes_of(&states) };
            match refine(self.space, &mut self.predicates, self.goal, &path, self.extract) {
                Refined::Real => return Outcome::Real,
                Refined::Nothing => return Outcome::NoProgress,
                Refined::Open => return Outcome::Open,
                Refined::New => {}
            }
            if let Some(same) = self.predicates.diverging(&self.space.pool) {
                return Outcome::Diverged(same.into_iter().map(|term| self.space.pool.show(term)).collect());
            }
        }
    }
}
