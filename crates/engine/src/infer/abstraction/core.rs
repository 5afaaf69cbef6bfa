//! `core`, ours: the strongest conjunction of clauses of bounded length, learnt from models alone.
//!
//! The element is the set of all shortest clauses (up to a length) that no state seen so far falsifies; it begins as the
//! empty clause, false. The prover is asked for a state outside the element. A state kills every clause that it falsifies,
//! and each of them lives on in the clauses that are longer by one literal which the state satisfies; when there is no
//! such state, the element is the abstraction. So a union takes one query for every state that adds something, and one
//! more for every batch of clauses. With the length unbounded this is FQ02's α exactly: the shortest clauses are then the
//! prime implicates of the disjunction of the cubes seen.
//!
//! While few states are known the long clauses are many and nearly all of them wrong, so they wait: only clauses up to the
//! length `ripe` are there. What waits is computed when the shorter clauses are settled (`transversals`).

use rustc_hash::FxHashSet;

use super::clause::{Bits, Clause, Cube};
use super::question::{Implied, Question};
use super::transversals::States;

/// An abstract element: a conjunction of clauses.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// No clause is longer.
    longest: usize,
    /// The shortest clauses that hold in all states seen, none of which subsumes another, up to the length `ripe`.
    clauses: Vec<Clause>,
    states: States,
    /// Clauses up to this length are there.
    ripe: usize,
    /// Some of the clauses of length `ripe` may be missing: they were too many, when this many states were known.
    partial: Option<usize>,
    /// Clauses that hold in all states seen, but that the prover could not decide. They, and all that they subsume, are out.
    given_up: Vec<Clause>,
}

/// How many clauses one query asks about. More make the disjunction that the prover splits on too wide.
const BATCH: usize = 200;

/// How many open clauses a disjunction of them has at first.
const WIDTH: usize = 64;

/// How many disjunctions of open clauses one query asks about.
const MERGED: usize = 50;

/// With more clauses than this the longest ones wait.
const CROWD: usize = 1_000;

/// Above this many clauses the element keeps only its short ones.
const MOST_CLAUSES: usize = 20_000;

impl PartialEq for Learnt {
    fn eq(&self, other: &Learnt) -> bool {
        let sorted = |learnt: &Learnt| {
            let mut clauses = learnt.clauses.clone();
            clauses.sort_unstable();
            clauses
        };
        self.longest == other.longest && sorted(self) == sorted(other)
    }
}

impl Eq for Learnt {}

impl Learnt {
    /// The element false: no state.
    pub fn bottom(longest: usize) -> Learnt {
        Learnt {
            longest,
            clauses: vec![Clause::FALSE],
            states: States::default(),
            ripe: longest,
            partial: None,
            given_up: Vec::new(),
        }
    }

    /// The element true: any state.
    pub fn top() -> Learnt {
        Learnt { clauses: Vec::new(), ..Learnt::bottom(0) }
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The least element above this one that contains the state. Did it grow?
    pub fn add(&mut self, state: Cube) -> bool {
        let grew = self.learn(state);
        while self.ripe < self.longest && self.partial.is_none() {
            self.ripen();
        }
        if self.partial.is_some() || self.clauses.len() > MOST_CLAUSES {
            self.forget_the_longest();
        }
        grew
    }

    /// The element gets the states that are known without asking. The long clauses wait, as they do in `union`.
    pub fn begin_with(&mut self, predicates: usize, states: &[Cube]) {
        self.states.speak_of(predicates);
        let mut union = Union::default();
        for &state in states {
            if self.learn(state) {
                self.let_wait(&mut union);
            }
        }
    }

    /// `self ∨ α(Q)`. Did it grow?
    pub fn union(&mut self, question: &mut dyn Question) -> bool {
        let before = self.clauses.clone();
        self.states.speak_of(question.predicates());
        let mut union = Union::default();
        loop {
            let asked = self.next_clauses(&mut union);
            if asked.is_empty() {
                break;
            }
            if question.is_spent() {
                union.grew = true;
                self.keep_only(&union.settled);
                break;
            }
            if self.find_far_state(&asked, question, &mut union) {
                continue;
            }
            match question.implies_all(&asked) {
                Implied::Holds(_) => {
                    union.settled.extend(asked);
                    union.batch = (union.batch * 2).min(BATCH);
                }
                Implied::Fails(state) | Implied::Open(Some(state)) if self.learn(state) => self.thin_out(&mut union),
                // The prover is lost among so many clauses; one that it cannot decide alone is given up.
                Implied::Fails(_) | Implied::Open(_) if asked.len() > 1 => union.batch = (asked.len() / 4).max(1),
                Implied::Fails(_) | Implied::Open(_) => {
                    self.give_up(asked[0]);
                    union.grew = true;
                }
            }
        }
        // Whatever the bookkeeping: the union is weaker than what it began with.
        self.clauses.retain(|&clause| before.iter().any(|known| known.subsumes(clause)));
        union.grew
    }

    /// Clauses that were not settled yet, the shortest first; none if the union is complete.
    fn next_clauses(&mut self, union: &mut Union) -> Vec<Clause> {
        loop {
            let open = self.clauses.iter().filter(|clause| !union.settled.contains(clause));
            let open: Vec<Clause> = open.take(union.batch).copied().collect();
            let waiting = self.partial.is_some() || self.ripe < self.longest;
            if !waiting || open.len() == union.batch {
                return open;
            }
            if open.is_empty() {
                union.crowded = false;
                union.floor = self.ripe + 1;
                union.width = WIDTH;
            } else if union.crowded || self.partial.is_some() {
                return open;
            }
            if self.partial == Some(self.states.count()) {
                self.forget_the_longest();
            } else {
                self.ripen();
                self.let_wait(union);
            }
        }
    }

    /// Where many clauses are open, a state that falsifies many of them at once is worth a try: the clauses asked are
    /// disjunctions of open ones, and become shorter as no such states are left. Was there one?
    fn find_far_state(&mut self, open: &[Clause], question: &mut dyn Question, union: &mut Union) -> bool {
        while open.len() >= BATCH && union.width > 1 {
            let all: Vec<Clause> = self.clauses.iter().filter(|c| !union.settled.contains(c)).copied().collect();
            let merged = merge(&all, union.width, &mut union.seed);
            match question.implies_all(&merged) {
                Implied::Fails(state) | Implied::Open(Some(state)) if self.learn(state) => {
                    self.thin_out(union);
                    return true;
                }
                Implied::Holds(_) | Implied::Fails(_) | Implied::Open(_) => union.width /= 4,
            }
        }
        false
    }

    /// After something was learnt.
    fn thin_out(&mut self, union: &mut Union) {
        union.grew = true;
        self.let_wait(union);
    }

    /// The longest clauses wait if there are too many, except those whose turn it is.
    fn let_wait(&mut self, union: &mut Union) {
        while self.clauses.len() > CROWD && self.ripe > union.floor {
            self.ripe -= 1;
            self.partial = None;
            union.crowded = true;
            let ripe = self.ripe;
            self.clauses.retain(|clause| clause.len() <= ripe);
        }
    }

    /// Kills what the state falsifies. Did it kill anything?
    fn learn(&mut self, state: Cube) -> bool {
        let (killed, kept): (Vec<Clause>, Vec<Clause>) =
            self.clauses.iter().partition(|&&clause| state.falsifies(clause));
        if killed.is_empty() {
            return false;
        }
        let state = complete(state, self.states.predicates(), &kept);
        self.states.add(state);
        self.clauses = kept;
        let mut longer: Vec<Clause> = Vec::new();
        for clause in killed.into_iter().filter(|clause| clause.len() < self.ripe) {
            // A predicate of the clause has the opposite literal true, and with it the clause would say nothing.
            let others = state.literals().filter(|literal| clause.predicates() >> literal.predicate & 1 == 0);
            longer.extend(others.map(|literal| clause.with(literal)));
        }
        longer.sort_unstable();
        longer.dedup();
        longer.retain(|&clause| self.states.is_shortest(clause) && !self.is_given_up(clause));
        self.clauses.extend(longer);
        self.clauses.sort_by_key(|clause| clause.len());
        true
    }

    /// The clauses that are longer by one literal than the longest there are; or again these, if some were left out.
    fn ripen(&mut self) {
        if self.partial.is_none() {
            self.ripe += 1;
        }
        let ripe = self.ripe;
        self.clauses.retain(|clause| clause.len() < ripe);
        let longer = self.states.shortest_clauses(ripe, MOST_CLAUSES);
        self.partial = (longer.len() >= MOST_CLAUSES).then_some(self.states.count());
        let longer: Vec<Clause> = longer.into_iter().filter(|&clause| !self.is_given_up(clause)).collect();
        self.clauses.extend(longer);
    }

    /// Dropping a clause is sound; the long ones are many and say little.
    fn forget_the_longest(&mut self) {
        self.partial = None;
        self.ripe = self.ripe.saturating_sub(1);
        self.longest = self.ripe;
        let longest = self.longest;
        self.clauses.retain(|clause| clause.len() <= longest);
    }

    /// What is not settled goes, and does not come back.
    fn keep_only(&mut self, settled: &FxHashSet<Clause>) {
        self.clauses.retain(|clause| settled.contains(clause));
        self.longest = self.ripe;
        self.partial = None;
    }

    fn give_up(&mut self, clause: Clause) {
        self.given_up.push(clause);
        self.clauses.retain(|&known| known != clause);
    }

    fn is_given_up(&self, clause: Clause) -> bool {
        self.given_up.iter().any(|known| known.subsumes(clause))
    }
}

/// How far one union is.
struct Union {
    grew: bool,
    /// Longer clauses wait until all that are there are settled.
    crowded: bool,
    /// Clauses up to this length do not wait any more.
    floor: usize,
    /// How many clauses to ask about at once.
    batch: usize,
    /// How many clauses a state should falsify at least.
    width: usize,
    /// Of the choice of these clauses.
    seed: u64,
    /// Clauses that Q implies.
    settled: FxHashSet<Clause>,
}

impl Default for Union {
    fn default() -> Union {
        let settled = FxHashSet::default();
        Union { grew: false, crowded: false, floor: 0, batch: BATCH, width: WIDTH, seed: 1, settled }
    }
}

/// Disjunctions of at most `width` of the clauses, chosen at random but the same on every run; no disjunction is trivial.
fn merge(clauses: &[Clause], width: usize, seed: &mut u64) -> Vec<Clause> {
    let mut next = || {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        clauses[(*seed >> 33) as usize % clauses.len()]
    };
    let mut merged = Vec::new();
    for _ in 0..MERGED {
        let mut clause = next();
        for _ in 1..width {
            let wider = clause.union(next());
            if !wider.is_trivial() {
                clause = wider;
            }
        }
        merged.push(clause);
    }
    merged
}

/// A model may leave predicates open: each is given a value that keeps a clause alive, if there is one to keep.
fn complete(state: Cube, predicates: Bits, clauses: &[Clause]) -> Cube {
    let mut state = state;
    for clause in clauses {
        let mut literals = clause.literals();
        if !literals.any(|literal| state.value(literal.predicate) == Some(literal.positive)) {
            let open = clause.literals().find(|literal| state.value(literal.predicate).is_none());
            state = open.map_or(state, |literal| state.with(literal));
        }
    }
    state.or_false(predicates)
}
