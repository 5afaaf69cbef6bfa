//! Which runs are made, one after the other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use invar_base::{Budget, Span, Stop};
use invar_gcl::exec::{self, Ended, Executor, Way};
use invar_gcl::interp::{Decision, Inputs, Interpreter, Limits, Run, ScriptedOracle};
use invar_gcl::random::Random;
use invar_gcl::{CheckId, ImplId, Program};
use invar_logic::Value;
use num_traits::ToPrimitive;
use rustc_hash::FxHasher;

use super::chooser::{Chooser, Sites};
use super::plan::{Made, Pick, Plan, Tail};
use crate::bounded::runs::{EVENTS, inputs_of};

/// How much is run.
#[derive(Clone, Copy)]
pub struct Amount {
    /// Steps of all runs together.
    pub steps: u64,
    /// Steps of the few runs that may be as long as real ones.
    pub long: u64,
}

/// What a run costs before its first step.
const RUN: u64 = 1_500;

/// What a decision costs, and one that a plan is about.
const ASKED: u64 = 20;
const CHOSEN: u64 = 20;

/// How many times as long the only run of a program may be, and how long at most.
const ALONE: u64 = 12;
const MOST_ALONE: u64 = 20_000_000;

/// Steps of a usual run.
const SHORT: u64 = 20_000;

/// Choices of a run that are planned, and choices after the last planned one that are changed.
const POSITIONS: usize = 12;
const WINDOW: usize = 6;

/// Plans that wait.
const MOST_PLANS: usize = 20_000;

/// Decisions of one run.
const DECISIONS: usize = 1_000_000;

/// Failing runs at one place that the interpreter runs again.
const TRIES: u32 = 3;

/// Parts of all steps for the combinations, and for mutations; the rest moves numbers.
const COMBINATIONS: u64 = 40;
const MUTATIONS: u64 = 30;

/// Once a run is known to fail, the others look for this long.
const AFTERWARDS: u64 = 100_000;

/// Runs that move numbers towards one way, and ways.
const MOVES: u32 = 300;
const WAYS: usize = 24;

/// Gives failing runs, with their inputs, to `found`, which says whether one is a real one.
pub fn small_runs(
    program: &Program,
    impl_id: ImplId,
    amount: Amount,
    budget: &Budget,
    found: &mut dyn FnMut(Inputs, Run) -> bool,
) -> Result<(), Stop> {
    let mut search = Search::new(program, impl_id, amount.steps, budget, found);
    search.plain_runs(amount.long)?;
    if !search.has_choices {
        return Ok(());
    }
    let all = search.left;
    search.enumerate(all - all / 100 * COMBINATIONS)?;
    search.mutate(all - all / 100 * (COMBINATIONS + MUTATIONS))?;
    search.approach()
}

/// A run is as long as the numbers that the program counts to: from this one on, usual runs do not get there, and up to this one
/// longer ones do.
const COUNTED: RangeInclusive<i64> = 20_000..=20_000_000;

/// Steps for each number that is counted, and of one run.
const COUNTING: u64 = 200;
const MOST_COUNTING: u64 = 400_000_000;

/// Two runs as long as the largest number of the text asks for, on the plainest values and on the largest ones.
pub fn long_runs(
    program: &Program,
    impl_id: ImplId,
    budget: &Budget,
    found: &mut dyn FnMut(Inputs, Run) -> bool,
) -> Result<(), Stop> {
    let mut search = Search::new(program, impl_id, 0, budget, found);
    let numbers = search.sites.literals().iter().filter_map(|literal| literal.as_int()?.to_big().to_i64());
    let Some(most) = numbers.filter(|number| COUNTED.contains(number)).max() else { return Ok(()) };
    for tail in [Tail::default(), Tail::Largest] {
        search.left = (COUNTING * most.unsigned_abs()).min(MOST_COUNTING);
        let ran = search.go(&Plan::with_tail(tail), search.left)?;
        if ran.failed.is_some() || !search.has_choices {
            break;
        }
    }
    Ok(())
}

struct Search<'a, 'f> {
    program: &'a Program,
    impl_id: ImplId,
    executor: Executor<'a>,
    sites: Sites<'a>,
    budget: &'f Budget,
    found: &'f mut dyn FnMut(Inputs, Run) -> bool,
    /// Steps.
    left: u64,
    /// Edges that runs took: how often at most, in powers of two.
    seen: Vec<u32>,
    /// The choices of runs that went new ways.
    corpus: Vec<Vec<Made>>,
    /// Where runs failed: how many, unless one is known to be real.
    places: BTreeMap<(Span, Option<Span>), Option<u32>>,
    /// Has a run asked for anything that a plan is about?
    has_choices: bool,
}

/// What a run did.
struct Ran {
    made: Vec<Made>,
    is_new: bool,
    /// Of the edges it took.
    path: u64,
    nearest: Option<u128>,
    is_cut_short: bool,
    /// A watched check failed, or a watched edge was taken.
    failed: Option<Option<CheckId>>,
}

/// A plan that waits: those that cost less come first, then the older ones.
type Waiting = Reverse<(u32, u64, Plan, u64)>;

impl<'a, 'f> Search<'a, 'f> {
    fn new(
        program: &'a Program,
        impl_id: ImplId,
        left: u64,
        budget: &'f Budget,
        found: &'f mut dyn FnMut(Inputs, Run) -> bool,
    ) -> Search<'a, 'f> {
        let executor = Executor::new(program, &program.pool).with_budget(budget.clone());
        let sites = Sites::new(program, impl_id);
        let (seen, corpus, places, has_choices) = Default::default();
        Search { program, impl_id, executor, sites, budget, found, left, seen, corpus, places, has_choices }
    }

    fn run(&mut self, plan: &Plan, steps: u64) -> Result<Ran, Stop> {
        self.budget.check()?;
        self.executor.forget_edges();
        let amount = exec::Amount { steps: steps.min(self.left), decisions: DECISIONS, watch_heads: false };
        let mut chooser = Chooser::new(&mut self.sites, plan);
        let execution = self.executor.run(self.impl_id, &Inputs::default(), &mut chooser, amount);
        let (made, nearest) = (std::mem::take(&mut chooser.made), chooser.nearest);
        let choices = ASKED * execution.decisions.len() as u64 + CHOSEN * made.len() as u64;
        self.left = self.left.saturating_sub(execution.steps + RUN + choices);
        self.has_choices |= !made.is_empty();
        let is_cut_short = execution.ended == Ended::OutOfBudget;
        let mut failed = None;
        if let Ended::Failed(failure) = execution.ended {
            failed = Some(failure.check);
            // A run that had to take an axiom for granted may be none.
            if execution.undecided_axioms.is_empty() {
                self.report((failure.span, failure.related), execution.decisions);
            }
        }
        let is_new = self.note_edges();
        Ok(Ran { made, is_new, path: self.path(), nearest, is_cut_short, failed })
    }

    /// Has the run taken an edge that no run took, or one more often by far?
    fn note_edges(&mut self) -> bool {
        let taken = self.executor.taken();
        self.seen.resize(taken.len().max(self.seen.len()), 0);
        let mut is_new = false;
        for (seen, &taken) in self.seen.iter_mut().zip(taken) {
            let times = u32::BITS - taken.leading_zeros();
            if times > *seen {
                *seen = times;
                is_new = true;
            }
        }
        is_new
    }

    fn path(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for (edge, &taken) in self.executor.taken().iter().enumerate().filter(|(_, taken)| **taken > 0) {
            (edge, taken).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The interpreter runs it again.
    fn report(&mut self, place: (Span, Option<Span>), decisions: Vec<Decision>) {
        let Some(tries) = self.places.entry(place).or_insert(Some(0)) else { return };
        if *tries >= TRIES {
            return;
        }
        *tries += 1;
        let (inputs, decisions) = inputs_of(self.program, self.impl_id, decisions);
        let limits = Limits { steps: u64::MAX, events: EVENTS };
        let mut interpreter = Interpreter::new(self.program, &self.program.pool).with_budget(self.budget.clone());
        let run = interpreter.run(self.impl_id, &inputs, &mut ScriptedOracle::new(decisions), limits);
        if (self.found)(inputs, run) {
            self.places.insert(place, None);
            self.left = self.left.min(AFTERWARDS);
        }
    }

    // ---- plain runs

    /// The plainest choices, as long as real runs are; then ones, and small numbers. A program that asks for nothing has this one run,
    /// which is worth more steps.
    fn plain_runs(&mut self, long: u64) -> Result<(), Stop> {
        let ran = self.go(&Plan::default(), long)?;
        if !self.has_choices && ran.is_cut_short {
            let steps = (ALONE * long).min(MOST_ALONE);
            self.left = steps;
            self.go(&Plan::default(), steps)?;
        }
        for rank in [1, 3] {
            if self.left == 0 || !self.has_choices {
                break;
            }
            self.go(&Plan::with_tail(Tail::Rank(rank)), long / 3)?;
        }
        Ok(())
    }

    /// Runs, and remembers what went new ways.
    fn go(&mut self, plan: &Plan, steps: u64) -> Result<Ran, Stop> {
        let ran = self.run(plan, steps)?;
        if ran.is_new && !ran.made.is_empty() {
            self.corpus.push(ran.made.clone());
        }
        Ok(ran)
    }

    // ---- combinations

    /// Until no more than `rest` steps are left.
    fn enumerate(&mut self, rest: u64) -> Result<(), Stop> {
        let mut waiting: BinaryHeap<Waiting> = BinaryHeap::new();
        let mut number = 0;
        waiting.push(Reverse((0, number, Plan::default(), 0)));
        while self.left > rest
            && let Some(Reverse((cost, _, plan, parent))) = waiting.pop()
        {
            let ran = self.go(&plan, SHORT)?;
            // What a changed choice does not change need not be combined soon; what it leads to should.
            let cost = match (ran.is_new, ran.path == parent) {
                (true, _) => cost.saturating_sub(2),
                (false, true) => cost + 4,
                (false, false) => cost,
            };
            let first = plan.picks.len();
            let last = ran.made.len().min(first + WINDOW).min(POSITIONS);
            for position in first..last {
                for rank in 1..ran.made[position].count {
                    if waiting.len() >= MOST_PLANS {
                        break;
                    }
                    number += 1;
                    let cost = cost + (position - first) as u32 / 2 + u32::BITS - rank.leading_zeros();
                    waiting.push(Reverse((cost, number, plan.extended(position, rank), ran.path)));
                }
            }
        }
        Ok(())
    }

    // ---- mutations

    fn mutate(&mut self, rest: u64) -> Result<(), Stop> {
        let mut seed = 0;
        while self.left > rest {
            seed += 1;
            let mut random = Random::new(seed);
            let plan = match self.corpus.is_empty() || seed % 4 == 0 {
                true => Plan::with_tail(Tail::Random(seed)),
                false => {
                    let made = random.pick(&self.corpus).map_or(&[][..], Vec::as_slice);
                    changed(made, &mut random, seed)
                }
            };
            let steps = if seed % 8 == 0 { 10 * SHORT } else { SHORT };
            self.go(&plan, steps)?;
        }
        Ok(())
    }

    // ---- distances

    /// Moves numbers towards edges that no run takes, and checks that no run fails.
    fn approach(&mut self) -> Result<(), Stop> {
        let is_open = |edge: &usize| self.seen.get(*edge).is_none_or(|&times| times == 0);
        let edges = (0..self.executor.edges()).filter(is_open).map(|edge| edge as u32);
        let edges = edges.filter(|&edge| !self.executor.opening(edge).is_empty()).map(Way::Edge);
        let checks = self.program.checks.ids().map(Way::Check);
        let ways: BTreeSet<Way> = edges.take(WAYS).chain(checks.take(WAYS)).collect();
        let share = self.left / (ways.len() as u64).max(1);
        for way in ways {
            let rest = self.left.saturating_sub(share.max(RUN));
            self.executor.watch(vec![way]);
            self.move_towards(way, rest)?;
            self.executor.watch(Vec::new());
        }
        Ok(())
    }

    /// The alternating variable method: one number after the other, by steps that double while they help.
    fn move_towards(&mut self, way: Way, rest: u64) -> Result<(), Stop> {
        let Some((mut made, mut nearest)) = self.nearest_run(way, rest)? else { return Ok(()) };
        let mut moves = 0;
        let mut position = 0;
        let mut since = 0;
        while since < made.len().min(POSITIONS) && moves < MOVES && self.left > rest {
            let mut helped = false;
            for direction in [1, -1] {
                let mut by: i64 = direction;
                while let Some(plan) = moved(&made, position, by)
                    && moves < MOVES
                    && self.left > rest
                {
                    moves += 1;
                    let ran = self.go(&plan, SHORT)?;
                    if self.is_there(way, &ran) {
                        return Ok(());
                    }
                    let Some(distance) = ran.nearest.filter(|&distance| distance < nearest) else { break };
                    (made, nearest, helped) = (ran.made, distance, true);
                    by = by.saturating_mul(2);
                }
            }
            since = if helped { 0 } else { since + 1 };
            if !helped {
                position = (position + 1) % made.len().clamp(1, POSITIONS);
            }
        }
        Ok(())
    }

    fn is_there(&self, way: Way, ran: &Ran) -> bool {
        match way {
            Way::Edge(edge) => self.executor.taken().get(edge as usize).is_some_and(|&taken| taken > 0),
            Way::Check(check) => ran.failed == Some(Some(check)),
        }
    }

    /// The run, of those that went new ways, that comes nearest.
    fn nearest_run(&mut self, way: Way, rest: u64) -> Result<Option<(Vec<Made>, u128)>, Stop> {
        let mut best: Option<(Vec<Made>, u128)> = None;
        for position in (0..self.corpus.len()).rev().take(12) {
            if self.left <= rest {
                break;
            }
            let plan = Plan::repeat(&self.corpus[position], Tail::default());
            let ran = self.run(&plan, SHORT)?;
            if self.is_there(way, &ran) {
                return Ok(None);
            }
            if let Some(nearest) = ran.nearest
                && best.as_ref().is_none_or(|(_, distance)| nearest < *distance)
            {
                best = Some((ran.made, nearest));
            }
        }
        Ok(best)
    }
}

/// The same choices with one number moved; none if it is no number.
fn moved(made: &[Made], position: usize, by: i64) -> Option<Plan> {
    let mut plan = Plan::repeat(made, Tail::default());
    let Value::Int(number) = &made.get(position)?.value else { return None };
    plan.picks[position] = Pick::Value(Value::Int(number + &by.into()));
    Some(plan)
}

/// Choices of a run, with some of them changed, and others after them.
fn changed(made: &[Made], random: &mut Random, seed: u64) -> Plan {
    let mut plan = Plan::repeat(made, Tail::Random(seed));
    let count = plan.picks.len();
    match random.below(4) {
        // Cut off, and gone on by chance.
        0 => plan.picks.truncate(random.below(count + 1)),
        // A part once more: what led there may lead further.
        1 => {
            let (from, to) = (random.below(count), random.below(count));
            let part = plan.picks[from.min(to)..=from.max(to)].to_vec();
            plan.picks.extend(part);
        }
        _ => {
            for _ in 0..1 + random.below(3) {
                let position = random.below(count);
                let candidates = made[position].count as usize;
                plan.picks[position] = Pick::Rank(random.below(candidates) as u32);
            }
        }
    }
    plan
}
