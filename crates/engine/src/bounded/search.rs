//! The driver of the bounded engine: runs, then depth after depth.

use std::collections::BTreeSet;

use invar_base::{Budget, Span, Stop};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Run};
use invar_gcl::{Check, CheckId, ImplId, Program};
use invar_logic::{Op, Term};
use invar_solve::Reason;
use rustc_hash::FxHashMap;

use super::follow::Follow;
use super::runs::{Amount, run_at_random};
use super::small::{self, long_runs, small_runs};
use super::symbolic::{self, symbolic_runs};
use crate::certify::certify;
use crate::discharge::{CheckAnswer, Counterexample, answers};
use crate::means::Means;
use crate::passive::asserted_checks;
use crate::report::{header, own_checks, sort_checks, worst};
use crate::shares::{STATE, Stage};
use crate::task::Task;
use crate::trace::{Judged, RealFailure, judge};
use crate::unroll::{Plan, Purpose, Runs, Unrolled, Wanted, unroll};
use crate::verdict::{Cause, CheckOutcome, CheckReport, Evidence, ImplReport, Proved, Unknown, Verdict};

/// The depths, one after the other.
const DEPTHS: [u32; 15] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];

/// The one depth of a glance. Loops whose bounds are constant are followed to their end at any depth.
const GLANCE: [u32; 1] = [3];

/// In a glance, so many pairs of an update and a read of maps: the prover compares each with each.
const MOST_PAIRS: usize = 2_000;

/// Steps of the fast executor for one of the interpreter.
const SMALLER: u64 = 10;

/// Steps of symbolic runs for one of the interpreter.
const SYMBOLIC: u64 = 10;

/// Symbolic runs before any proof. A question costs as much there as one of the proof, and proofs are found in some dozens.
const GLANCE_SYMBOLIC: symbolic::Amount = symbolic::Amount { steps: 40_000, alone: 60_000, questions: 8 };

/// Symbolic runs once the verdict is settled.
const OTHER_SYMBOLIC: symbolic::Amount = symbolic::Amount { steps: 100_000, alone: 300_000, questions: 40 };

/// Symbolic runs of a program that has one way through.
const ALONE: u64 = 30_000_000;

/// How far the search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nobody else is waiting.
    Whole,
    /// After an attempt at a proof.
    Part,
    /// Between attempts at proofs.
    Rest,
    /// Where a run is known to fail, the verdict is settled: what else fails.
    Others,
    /// Before any proof, and after the first runs: the shortest ones.
    Glance,
}

impl Reach {
    /// Who pays for all depths together.
    fn stage(self) -> Stage {
        match self {
            Reach::Whole => Stage::RunsAlone,
            Reach::Part => Stage::OpenChecks,
            Reach::Rest | Reach::Others => Stage::LongerRuns,
            Reach::Glance => Stage::Glance,
        }
    }

    /// Runs on random values, if any.
    fn runs(self, budget: &Budget) -> Option<Amount> {
        let all = budget.effort.step_limit();
        match self {
            Reach::Whole => Some(Amount { steps: 5 * all, long: true }),
            Reach::Part => Some(Amount { steps: all, long: true }),
            Reach::Rest | Reach::Others => Some(Amount { steps: all / 10, long: false }),
            Reach::Glance => None,
        }
    }

    fn depths(self) -> &'static [u32] {
        match self {
            Reach::Whole | Reach::Part | Reach::Rest | Reach::Others => &DEPTHS,
            Reach::Glance => &GLANCE,
        }
    }

    fn most_blocks(self, budget: &Budget) -> usize {
        let all = [500, 2_000, 8_000, 20_000, 50_000][budget.effort.level() as usize - 1];
        match self {
            Reach::Whole => all,
            Reach::Part => all / 2,
            Reach::Rest | Reach::Others => all / 8,
            Reach::Glance => all / 32,
        }
    }
}

/// What the search found out.
pub struct Findings {
    pub failures: Vec<RealFailure>,
    /// Every run was looked at: none is longer than this depth.
    pub complete: Option<u32>,
    /// Checks that fail for the prover's values, but not when the program is run on them.
    pub not_replayed: Vec<Check>,
    /// The last depth that was answered.
    pub depth: u32,
    /// Why it went no further.
    pub why: Unknown,
    /// Checks that only runs through approximated constructs were seen to fail, with the construct.
    pub approximated: Vec<(Check, Unknown)>,
    pub assumptions: Vec<String>,
}

/// Looks for failing runs, and says how far it looked.
pub fn bounded(program: &Program, impl_id: ImplId, means: &Means<'_>) -> ImplReport {
    let findings = search(program, impl_id, None, means, Reach::Whole);
    let proved = findings.proved(program, impl_id, means);
    let mut checks = own_checks(program, impl_id, &means.budget);
    for report in &mut checks {
        let failure = findings.failures.iter().find(|failure| failure.refutes(&report.check));
        report.outcome = match (failure, &proved) {
            (Some(failure), _) => CheckOutcome::Refuted(failure.trace.clone()),
            (None, Some(_)) => CheckOutcome::Proved { vacuous: false },
            (None, None) if findings.holds(program, &report.check) => CheckOutcome::Proved { vacuous: false },
            (None, None) => CheckOutcome::Unknown(findings.why_not(&report.check).clone()),
        };
    }
    for failure in &findings.failures {
        if !checks.iter().any(|report| failure.refutes(&report.check)) {
            let outcome = CheckOutcome::Refuted(failure.trace.clone());
            checks.push(CheckReport { check: failure.check(program), outcome });
        }
    }
    sort_checks(&mut checks);
    let verdict = match proved {
        Some(proved) => Verdict::Proved(proved),
        None if findings.failures.is_empty() => Verdict::Unknown(findings.why.clone()),
        None => worst(&checks),
    };
    ImplReport { verdict, checks, assumptions: findings.assumptions, ..header(program, impl_id) }
}

impl Findings {
    /// One run that fails, and nothing else.
    pub fn failing(failure: RealFailure) -> Findings {
        Findings {
            failures: vec![failure],
            complete: None,
            not_replayed: Vec::new(),
            depth: 0,
            why: Unknown::new(Cause::Incomplete, "one path was followed"),
            approximated: Vec::new(),
            assumptions: Vec::new(),
        }
    }

    /// Does the check hold in every run, although another one may not?
    fn holds(&self, program: &Program, check: &Check) -> bool {
        let fails = Wanted::Only(&self.not_replayed).has(check);
        self.complete.is_some() && program.approximations.is_none() && !fails
    }

    /// Why there is no answer about a check.
    fn why_not(&self, check: &Check) -> &Unknown {
        let same = |other: &Check| Wanted::Only(std::slice::from_ref(check)).has(other);
        self.approximated.iter().find(|(other, _)| same(other)).map_or(&self.why, |(_, unknown)| unknown)
    }

    /// If no run is longer than the depth and none fails: the proof, checked again.
    pub fn proved(&self, program: &Program, impl_id: ImplId, means: &Means<'_>) -> Option<Proved> {
        let depth = self.complete.filter(|_| self.failures.is_empty() && self.not_replayed.is_empty())?;
        let evidence = Evidence { loops: Vec::new(), unrolled: Some(depth) };
        certify(program, impl_id, &evidence, means).ok()
    }
}

/// Looks for runs that fail at one of the checks; at any if none are given.
pub fn search(program: &Program, impl_id: ImplId, only: Option<&[Check]>, means: &Means<'_>, reach: Reach) -> Findings {
    let why = Unknown::new(Cause::ResourceLimit, "no run that fails was found");
    let assumptions = program.assumptions.clone();
    let findings = Findings {
        failures: Vec::new(),
        complete: None,
        not_replayed: Vec::new(),
        depth: 0,
        why,
        approximated: Vec::new(),
        assumptions,
    };
    let [share, symbolic, replay] = [reach.stage(), Stage::Symbolic, Stage::Replay].map(|stage| means.share(stage));
    let mut search =
        Search { program, impl_id, only, means: share, symbolic, replay, reach, findings, refuted: Vec::new() };
    if let Err(stop) = search.run().and_then(|()| search.approximated_runs()) {
        search.findings.why = match stop {
            Stop::Deadline => Unknown::new(Cause::Deadline, search.so_far("the time limit was reached")),
            Stop::Interrupted => Unknown::new(Cause::Interrupted, search.so_far("the search was interrupted")),
            Stop::Memory => Unknown::new(Cause::Memory, search.so_far("the memory limit was reached")),
        };
    }
    search.findings
}

/// Steps of the runs that are made before anything else, whatever the effort: a mistake that is easy to meet is met at once.
const FIRST_STEPS: u64 = 50_000;

/// The same of the fast executor.
const FIRST_SMALL: small::Amount = small::Amount { steps: 800_000, long: 300_000 };

/// The same of symbolic runs.
const FIRST_SYMBOLIC: symbolic::Amount = symbolic::Amount { steps: 20_000, alone: 20_000, questions: 0 };

/// What the first runs show.
pub struct FirstRuns {
    pub failures: Vec<RealFailure>,
    /// Assertions of the program that runs come to, and that hold there.
    pub passed: BTreeSet<CheckId>,
}

impl FirstRuns {
    /// The checks of the task's body that runs pass. A check that stands in the body more often than in the text, in calls
    /// that were expanded, is not among them: one call may be reached where another is not.
    pub fn reached(&self, task: &Task<'_>) -> BTreeSet<CheckId> {
        let mut passed: FxHashMap<Span, Vec<&Check>> = FxHashMap::default();
        for check in self.passed.iter().filter_map(|&check| task.program.checks.get(check)) {
            passed.entry(check.span).or_default().push(check);
        }
        let mut own: FxHashMap<Span, Vec<(CheckId, &Check)>> = FxHashMap::default();
        for (id, check) in task.body.checks.iter() {
            own.entry(check.span).or_default().push((id, check));
        }
        let mut reached = BTreeSet::new();
        for (span, own) in own {
            let passed = passed.get(&span).map_or(&[][..], Vec::as_slice);
            let times = |check: &Check| own.iter().filter(|(_, other)| *other == check).count();
            let is_reached = |check: &Check| passed.iter().filter(|other| **other == check).count() >= times(check);
            reached.extend(own.iter().filter(|(_, check)| is_reached(check)).map(|(id, _)| *id));
        }
        reached
    }
}

/// Failing runs that are found at once, before any proof.
pub fn first_runs(program: &Program, impl_id: ImplId, means: &Means<'_>) -> FirstRuns {
    let means = means.share(Stage::FirstRuns);
    let amount = Amount { steps: FIRST_STEPS, long: false };
    let mut passed = BTreeSet::new();
    // If the time is up, whoever comes next will say so.
    let (mut failures, _) =
        judged_runs(program, impl_id, &means, |judge| small_runs(program, impl_id, FIRST_SMALL, &means.budget, judge));
    let (others, _) = judged_runs(program, impl_id, &means, |judge| {
        let mut found = |inputs, run| _ = judge(inputs, run);
        run_at_random(program, impl_id, amount, &means.budget, &mut passed, &mut found)
    });
    let is_new = |failure: &RealFailure| failures.iter().all(|known| known.check(program) != failure.check(program));
    let others: Vec<RealFailure> = others.into_iter().filter(is_new).collect();
    failures.extend(others);
    if failures.is_empty() {
        let symbolic = |judge: &mut dyn FnMut(Inputs, Run) -> bool| {
            symbolic_runs(program, impl_id, FIRST_SYMBOLIC, &means, judge).map(drop)
        };
        failures = judged_runs(program, impl_id, &means, symbolic).0;
    }
    FirstRuns { failures, passed }
}

/// Failing runs as the interpreter repeats them: of the fast executor, with symbols for what is open, or others. Whoever makes
/// them gives them to a judge, who says whether one is real.
fn judged_runs(
    program: &Program,
    impl_id: ImplId,
    means: &Means<'_>,
    runs: impl FnOnce(&mut dyn FnMut(Inputs, Run) -> bool) -> Result<(), Stop>,
) -> (Vec<RealFailure>, Result<(), Stop>) {
    let limit = means.at_most(STATE);
    let mut found = Vec::new();
    let mut judge = |inputs, run| match judge(program, impl_id, inputs, run, means, &limit) {
        Judged::Fails(failure) => {
            found.push(*failure);
            true
        }
        Judged::Approximated(_) | Judged::No => false,
    };
    let stop = runs(&mut judge);
    (found, stop)
}

fn pairs(unrolled: &Unrolled) -> usize {
    let cmds = unrolled.passive.blocks.values().flat_map(|block| &block.cmds);
    let terms: Vec<Term> = cmds.map(|cmd| cmd.kind.term()).collect();
    let parts = unrolled.pool.postorder(&terms);
    let count = |wanted: &Op| parts.iter().filter(|&&part| unrolled.pool.op(part) == wanted).count();
    count(&Op::Store) * count(&Op::Select)
}

struct Search<'a> {
    program: &'a Program,
    impl_id: ImplId,
    only: Option<&'a [Check]>,
    /// For the formulas of all depths.
    means: Means<'a>,
    /// For symbolic runs, before those.
    symbolic: Means<'a>,
    /// For what is asked when models are run.
    replay: Means<'a>,
    reach: Reach,
    findings: Findings,
    /// The checks that failures refute, as the unrolled program names them.
    refuted: Vec<Check>,
}

/// After a depth.
enum Next {
    Deeper,
    Done,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        self.random_runs()?;
        if matches!(self.reach, Reach::Whole | Reach::Part) && !self.is_all_refuted() {
            self.long_runs()?;
        }
        for &depth in self.reach.depths() {
            self.means.budget.check()?;
            if self.is_all_refuted() {
                return Ok(());
            }
            if let Next::Done = self.depth(depth)? {
                return Ok(());
            }
        }
        let detail = self.so_far("the depth of the search is limited");
        self.findings.why = Unknown::new(Cause::ResourceLimit, detail);
        Ok(())
    }

    fn so_far(&self, why: &str) -> String {
        match self.findings.depth {
            0 => format!("no run that fails was found, and {why}"),
            1 => format!("no run with at most one iteration of each loop fails, and {why}"),
            depth => format!("no run with at most {depth} iterations of each loop fails, and {why}"),
        }
    }

    fn is_wanted(&self, failure: &RealFailure) -> bool {
        self.only.is_none_or(|only| only.iter().any(|check| failure.refutes(check)))
    }

    fn is_all_refuted(&self) -> bool {
        let refuted = |check: &Check| self.findings.failures.iter().any(|failure| failure.refutes(check));
        self.only.is_some_and(|only| only.iter().all(refuted))
    }

    fn random_runs(&mut self) -> Result<(), Stop> {
        let Some(amount) = self.reach.runs(&self.means.budget) else { return self.symbolic_runs(GLANCE_SYMBOLIC) };
        let small = small::Amount { steps: SMALLER * amount.steps, long: SMALLER / 2 * amount.steps };
        let (program, impl_id) = (self.program, self.impl_id);
        let (found, stop) = judged_runs(program, impl_id, &self.replay, |judge| {
            small_runs(program, impl_id, small, &self.replay.budget, judge)
        });
        found.into_iter().for_each(|failure| self.record(failure));
        stop?;
        if self.is_all_refuted() {
            return Ok(());
        }
        self.symbolic_runs(match self.reach {
            Reach::Others => OTHER_SYMBOLIC,
            Reach::Glance => GLANCE_SYMBOLIC,
            Reach::Whole | Reach::Part | Reach::Rest => {
                symbolic::Amount { steps: SYMBOLIC * amount.steps, alone: ALONE, questions: u32::MAX }
            }
        })?;
        if self.is_all_refuted() {
            return Ok(());
        }
        let mut passed = BTreeSet::new();
        let (found, stop) = judged_runs(program, impl_id, &self.replay, |judge| {
            let mut found = |inputs, run| _ = judge(inputs, run);
            run_at_random(program, impl_id, amount, &self.replay.budget, &mut passed, &mut found)
        });
        found.into_iter().for_each(|failure| self.record(failure));
        stop
    }

    fn long_runs(&mut self) -> Result<(), Stop> {
        let (found, stop) = judged_runs(self.program, self.impl_id, &self.replay, |judge| {
            long_runs(self.program, self.impl_id, &self.replay.budget, judge)
        });
        found.into_iter().for_each(|failure| self.record(failure));
        stop
    }

    fn symbolic_runs(&mut self, amount: symbolic::Amount) -> Result<(), Stop> {
        let (found, stop) = judged_runs(self.program, self.impl_id, &self.symbolic, |judge| {
            symbolic_runs(self.program, self.impl_id, amount, &self.symbolic, judge).map(drop)
        });
        found.into_iter().for_each(|failure| self.record(failure));
        stop
    }

    fn record(&mut self, failure: RealFailure) {
        let check = failure.check(self.program);
        if self.is_wanted(&failure) && !self.refuted.contains(&check) {
            self.refuted.push(check);
            self.findings.failures.push(failure);
        }
    }

    fn depth(&mut self, depth: u32) -> Result<Next, Stop> {
        loop {
            let before = self.findings.failures.len();
            let mut unrolled = self.unrolled(depth, Runs::Real)?;
            self.findings.assumptions.clone_from(&unrolled.assumptions);
            if self.reach == Reach::Glance && (unrolled.is_truncated || pairs(&unrolled) > MOST_PAIRS) {
                // Somebody who only glances does not wait for an answer about a part of a large formula.
                return Ok(self.next(depth, &unrolled, None, true));
            }
            let next = self.ask(depth, &mut unrolled)?;
            // A run that failed at another check first: once that one is out of the way, there may be one that does not.
            if self.findings.failures.len() == before || self.findings.not_replayed.is_empty() {
                return Ok(next);
            }
        }
    }

    fn unrolled(&self, depth: u32, runs: Runs) -> Result<Unrolled, Stop> {
        let open: Option<Vec<Check>> = self.only.map(|only| {
            let refuted = |check: &Check| self.findings.failures.iter().any(|failure| failure.refutes(check));
            only.iter().filter(|check| !refuted(check)).cloned().collect()
        });
        let wanted = match &open {
            Some(open) => Wanted::Only(open),
            None => Wanted::Every { except: &self.refuted },
        };
        let most_blocks = self.reach.most_blocks(&self.means.budget);
        let plan = Plan { depth, most_blocks, purpose: Purpose::Refute(wanted, runs) };
        unroll(self.program, self.impl_id, &plan, &self.means.budget)
    }

    /// Once nothing else fails: what fails behind an approximated construct is worth saying, where nobody else says it.
    fn approximated_runs(&mut self) -> Result<(), Stop> {
        if self.program.approximations.is_none() || self.reach != Reach::Whole || self.is_all_refuted() {
            return Ok(());
        }
        let mut unrolled = self.unrolled(self.findings.depth.max(1), Runs::All)?;
        for (check, answer) in self.answers(&mut unrolled) {
            if let CheckAnswer::Fails(counterexample) = answer
                && check != unrolled.limit
                && let Judged::Approximated(unknown) = self.run_again(&unrolled, &counterexample)
            {
                self.findings.approximated.push((unrolled.passive.checks[check].clone(), *unknown));
            }
        }
        Ok(())
    }

    fn answers(&self, unrolled: &mut Unrolled) -> Vec<(CheckId, CheckAnswer)> {
        answers(&mut unrolled.pool, &unrolled.facts, &unrolled.passive, &self.means)
    }

    /// One formula for the depth; every model is run.
    fn ask(&mut self, depth: u32, unrolled: &mut Unrolled) -> Result<Next, Stop> {
        let asserted = asserted_checks(&unrolled.passive);
        let mut open: Option<Reason> = None;
        let mut is_longer = false;
        self.findings.not_replayed.clear();
        if !asserted.is_empty() {
            for (check, answer) in self.answers(unrolled) {
                match answer {
                    CheckAnswer::Holds { .. } => {}
                    CheckAnswer::Open(reason) => open = Some(reason),
                    CheckAnswer::Fails(_) if check == unrolled.limit => is_longer = true,
                    CheckAnswer::Fails(counterexample) => {
                        self.follow(unrolled, &counterexample);
                        let check = &unrolled.passive.checks[check];
                        if !self.findings.failures.iter().any(|failure| failure.refutes(check)) {
                            self.findings.not_replayed.push(check.clone());
                        }
                    }
                }
            }
        }
        self.means.budget.check()?;
        if open.is_none() {
            self.findings.depth = depth;
        }
        Ok(self.next(depth, unrolled, open, is_longer))
    }

    fn next(&mut self, depth: u32, unrolled: &Unrolled, open: Option<Reason>, is_longer: bool) -> Next {
        if let Some(reason) = open {
            let unknown = Unknown::from_reason(&reason);
            self.findings.why = Unknown::new(unknown.cause, self.so_far(&unknown.detail));
            return Next::Done;
        }
        if unrolled.is_truncated {
            let detail = self.so_far("longer runs make the formula too large");
            self.findings.why = Unknown::new(Cause::ResourceLimit, detail);
            return Next::Done;
        }
        if is_longer && self.means.left() > 0 {
            return Next::Deeper;
        }
        if is_longer {
            let detail = self.so_far("the effort was used up");
            self.findings.why = Unknown::new(Cause::ResourceLimit, detail);
            return Next::Done;
        }
        self.findings.complete = Some(depth);
        self.findings.why = if self.findings.not_replayed.is_empty() {
            Unknown::new(Cause::Incomplete, "no run fails here, but the proof of that could not be repeated")
        } else {
            let detail = "the prover found values for which the check fails, but the run on them does not";
            Unknown::new(Cause::NotReplayed, detail)
        };
        Next::Done
    }

    fn follow(&mut self, unrolled: &Unrolled, counterexample: &Counterexample) {
        match self.run_again(unrolled, counterexample) {
            Judged::Fails(failure) => self.record(*failure),
            Judged::Approximated(_) | Judged::No => {}
        }
    }

    /// The counterexample as a run of the interpreter.
    fn run_again(&self, unrolled: &Unrolled, counterexample: &Counterexample) -> Judged {
        let (program, limit) = (self.program, self.replay.at_most(STATE));
        let inputs = Follow::inputs(program, self.impl_id, unrolled, &counterexample.model);
        let mut oracle = Follow::new(program, unrolled, counterexample, &self.replay, limit.clone());
        let limits = Limits { steps: 10 * self.replay.budget.effort.step_limit(), events: 2_000 };
        let run = Interpreter::new(program, &program.pool).run(self.impl_id, &inputs, &mut oracle, limits);
        judge(program, self.impl_id, inputs, run, &self.replay, &limit)
    }
}
