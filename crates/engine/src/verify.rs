//! The driver: from one implementation to its report, on one screen.

use std::collections::BTreeSet;

use invar_base::Budget;
use invar_gcl::{BlockId, Check, CheckId, ImplId, Program, Vacuity};

use crate::bounded::{FirstRuns, Reach, bounded, first_runs, search};
use crate::calls::is_recursion_limit;
pub use crate::calls::verification_targets;
use crate::certify::conclude;
use crate::discharge::{CheckAnswer, Counterexample, Discharged, Settled, discharge};
use crate::infer::clauses::Search;
use crate::infer::{LoopFound, Size, infer_invariants};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::needed::needed;
use crate::passive::asserted_checks;
use crate::prepare::{Prepared, loop_invariants, prepare};
use crate::provers::Provers;
pub use crate::report::without_answer;
use crate::report::{header, sort_checks, worst};
use crate::shares::Stage;
use crate::task::{Task, Unprepared};
use crate::trace::{Explained, RealFailure, candidate_of, explain};
use crate::verdict::{Cause, CheckOutcome, CheckReport, Guesses, ImplReport, Unknown, Verdict};

/// Which engine answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// A few runs, proofs of what they do not refute, with inferred invariants where those of the text are too weak, and a
    /// search for longer runs where those leave something open.
    #[default]
    Auto,
    /// Proofs from the invariants and contracts of the text alone; runs only as far as those lead to them.
    Proof,
    /// Runs of growing length, without invariants.
    Bounded,
}

/// Verifies one implementation against its contract.
pub fn verify(program: &Program, impl_id: ImplId, provers: &dyn Provers, budget: &Budget) -> ImplReport {
    verify_with(Engine::Auto, program, impl_id, &Means::new(provers, budget))
}

pub fn verify_with(engine: Engine, program: &Program, impl_id: ImplId, means: &Means<'_>) -> ImplReport {
    let budget = &means.budget;
    match engine {
        Engine::Auto => {
            let runs = first_runs(program, impl_id, means);
            match Task::new(program, impl_id, budget) {
                Ok(task) => runs_and_proofs(&task, runs, means),
                Err(why) => not_prepared(program, impl_id, why, budget),
            }
        }
        Engine::Proof => match Task::new(program, impl_id, budget) {
            Ok(task) => prove(&task, Known::default(), Loops::Given, means),
            Err(why) => not_prepared(program, impl_id, why, budget),
        },
        Engine::Bounded => bounded(program, impl_id, means),
    }
}

/// Runs and proofs in turn, the cheap ones first.
fn runs_and_proofs(task: &Task<'_>, runs: FirstRuns, means: &Means<'_>) -> ImplReport {
    let &Task { program, impl_id, .. } = task;
    let mut known = Known { reached: runs.reached(task), failures: runs.failures };
    let mut loops = Loops::Inferred;
    // Is there a loop without an invariant in the text?
    if known.failures.is_empty() && task.heads.iter().any(|head| head.invariant.is_empty()) {
        // The shortest runs are cheaper to search than clauses, and longer ones than combinations of predicates; where all
        // are short, that is the proof.
        let mut found = search(program, impl_id, None, means, Reach::Glance);
        if found.complete.is_none() && found.failures.is_empty() {
            if let Some(report) = prove_by_clauses(task, &known, means) {
                return report;
            }
            loops = Loops::Combined;
            found = search(program, impl_id, None, means, Reach::Rest);
        }
        if found.complete.is_some() {
            loops = Loops::Given;
        }
        known.failures = found.failures;
    }
    let mut report = prove(task, known, loops, means);
    look_for_runs(&mut report, program, means);
    match loops {
        Loops::Inferred | Loops::Combined if is_worth_another_try(&report) => second_try(report, task, means),
        Loops::Inferred | Loops::Combined | Loops::Longer | Loops::Given => report,
    }
}

/// Invariants were inferred, and every check that is open may hold.
fn is_worth_another_try(report: &ImplReport) -> bool {
    let is_worth = |report: &CheckReport| match &report.outcome {
        CheckOutcome::Proved { .. } => true,
        CheckOutcome::Refuted(_) => false,
        CheckOutcome::Unknown(unknown) => matches!(unknown.cause, Cause::NotInductive | Cause::Incomplete),
    };
    matches!(report.verdict, Verdict::Unknown(_)) && !report.guesses.is_empty() && report.checks.iter().all(is_worth)
}

/// Longer clauses (FQ02's are as long as they need be), where shorter ones did not suffice and no run was found that fails.
fn second_try(first: ImplReport, task: &Task<'_>, means: &Means<'_>) -> ImplReport {
    let second = prove(task, Known::default(), Loops::Longer, means);
    match second.verdict {
        Verdict::Proved(_) => second,
        Verdict::Refuted(_) | Verdict::Unknown(_) => first,
    }
}

/// Nothing is known of a body that cannot be looked at.
fn not_prepared(program: &Program, impl_id: ImplId, why: Unprepared, budget: &Budget) -> ImplReport {
    without_answer(program, impl_id, why.into(), &budget.clone().and_a_moment())
}

/// How often a proof is tried with the inferred invariants that were left.
const MOST_ATTEMPTS: usize = 6;

/// Where the invariants of loops come from.
#[derive(Clone, Copy)]
enum Loops {
    /// From the text.
    Given,
    /// From the text, from whole clauses, and from predicate abstraction.
    Inferred,
    /// From the text and from predicate abstraction.
    Combined,
    /// From the text and from predicate abstraction with longer clauses.
    Longer,
}

/// What runs have shown.
#[derive(Default)]
struct Known {
    failures: Vec<RealFailure>,
    /// Checks of the body that runs pass.
    reached: BTreeSet<CheckId>,
}

/// The proof, as far as it goes. The known failing runs are believed: nobody proves the checks that they refute.
///
/// The invariants of the text are tried first if every loop has one. What they do not prove is tried again with inferred
/// ones (FQ02); an inferred invariant that cannot be shown again by the plain verification condition is dropped.
fn prove(task: &Task<'_>, known: Known, loops: Loops, means: &Means<'_>) -> ImplReport {
    let stage = if known.failures.is_empty() { Stage::Rest } else { Stage::Settled };
    let proving = Proving { task, known: &known, loops, means: &means.share(stage) };
    match proving.prove() {
        Ok(done) => done.report(task, known.failures, means),
        Err(why) => not_prepared(task.program, task.impl_id, why, &means.budget),
    }
}

/// The proof from whole clauses, if there is one.
fn prove_by_clauses(task: &Task<'_>, known: &Known, means: &Means<'_>) -> Option<ImplReport> {
    let proving = Proving { task, known, loops: Loops::Inferred, means };
    // Why a body cannot be prepared, the proof that is tried next says; runs of it are looked for all the same.
    let done = proving.by_clauses().ok().flatten()?;
    Some(done.report(task, Vec::new(), means))
}

struct Proving<'a> {
    task: &'a Task<'a>,
    known: &'a Known,
    loops: Loops,
    means: &'a Means<'a>,
}

/// The last attempt, the inferred invariants that it was made with, and where those come from.
struct Done {
    attempt: Attempt,
    extra: ExtraInvariants,
    guesses: Vec<Guesses>,
}

impl Done {
    fn report(self, task: &Task<'_>, known: Vec<RealFailure>, means: &Means<'_>) -> ImplReport {
        let report = self.attempt.report(task, &self.extra, known, means);
        ImplReport { guesses: self.guesses, ..report }
    }
}

impl Proving<'_> {
    fn prove(&self) -> Result<Done, Unprepared> {
        let heads = &self.task.heads;
        let size = match self.loops {
            Loops::Inferred | Loops::Combined if !heads.is_empty() => Some(Size::FIRST),
            Loops::Longer if !heads.is_empty() => Some(Size::SECOND),
            Loops::Inferred | Loops::Combined | Loops::Longer | Loops::Given => None,
        };
        let is_given = heads.iter().all(|head| !head.invariant.is_empty());
        if is_given || size.is_none() {
            let attempt = self.attempt(&ExtraInvariants::new())?;
            if size.is_none() || attempt.holds() {
                return Ok(Done { attempt, extra: ExtraInvariants::new(), guesses: Vec::new() });
            }
        }
        if matches!(self.loops, Loops::Inferred)
            && let Some(done) = self.by_clauses()?
        {
            return Ok(done);
        }
        if let Some(done) = self.by_single_facts()? {
            return Ok(done);
        }
        let (mut extra, guesses) = self.infer(size.unwrap_or(Size::FIRST));
        for _ in 0..MOST_ATTEMPTS {
            let attempt = self.attempt(&extra)?;
            if !attempt.drop_open(&mut extra) {
                let fewer = if attempt.holds() { self.proof_from_fewer(&extra) } else { None };
                let (attempt, extra) = fewer.unwrap_or((attempt, extra));
                return Ok(Done { attempt, extra, guesses });
            }
        }
        Ok(Done { attempt: self.attempt(&ExtraInvariants::new())?, extra: ExtraInvariants::new(), guesses })
    }

    /// The proof from whole clauses, if there is one. Where a run fails, there is none; where the text says what invariants
    /// are made of, they are made of that.
    fn by_clauses(&self) -> Result<Option<Done>, Unprepared> {
        if !self.known.failures.is_empty() || self.task.has_given_predicates() {
            return Ok(None);
        }
        let share = self.means.share(Stage::Clauses);
        let Some(mut search) = Search::new(self.task, &share) else { return Ok(None) };
        let mut extra = search.all();
        let open = self.open_checks(&extra, &share)?;
        if !open.is_empty() {
            let own = open.into_iter().filter(|&check| self.task.body.checks.get(check).is_some()).collect();
            if !search.prove(&own) {
                return Ok(None);
            }
            extra = search.needed();
        }
        if let Some((attempt, extra)) = self.proof_from_fewer(&extra) {
            return Ok(Some(Done { attempt, extra, guesses: Vec::new() }));
        }
        let attempt = self.attempt(&extra)?;
        Ok(attempt.holds().then(|| Done { attempt, extra, guesses: Vec::new() }))
    }

    /// Where a run fails, the verdict is settled: the other checks, if single facts about integers suffice for all of them.
    fn by_single_facts(&self) -> Result<Option<Done>, Unprepared> {
        if self.known.failures.is_empty() || self.task.has_given_predicates() {
            return Ok(None);
        }
        let share = self.means.share(Stage::Clauses);
        let Some(mut search) = Search::new(self.task, &share) else { return Ok(None) };
        let extra = search.all();
        let attempt = self.attempt(&extra)?;
        Ok(attempt.holds().then(|| Done { attempt, extra, guesses: Vec::new() }))
    }

    /// The checks that do not hold yet. Nobody asks here whether the others are reached.
    fn open_checks(&self, extra: &ExtraInvariants, means: &Means<'_>) -> Result<Vec<CheckId>, Unprepared> {
        let Prepared { mut pool, facts, passive, .. } = prepare(self.task, extra, &means.budget)?;
        let unasked = asserted_checks(&passive).into_iter().collect();
        let settled = Settled { unasked, ..Settled::default() };
        let answers = discharge(&mut pool, &facts, &passive, &settled, means).answers;
        let is_open = |answer: &CheckAnswer| !matches!(answer, CheckAnswer::Holds { .. });
        Ok(answers.into_iter().filter(|(_, answer)| is_open(answer)).map(|(check, _)| check).collect())
    }

    /// A proof from some of the invariants, if the prover says that it does without the others.
    fn proof_from_fewer(&self, extra: &ExtraInvariants) -> Option<(Attempt, ExtraInvariants)> {
        let count = |extra: &ExtraInvariants| extra.values().map(Vec::len).sum::<usize>();
        if extra.is_empty() {
            return None;
        }
        // A proof from all of them wants its time, too.
        let fewer = needed(self.task, extra, &self.means.share(Stage::Fewer).half_the_time())?;
        if count(&fewer) == count(extra) {
            return None;
        }
        let attempt = self.attempt(&fewer).ok()?;
        attempt.holds().then_some((attempt, fewer))
    }

    /// What predicate abstraction finds out about the loops.
    fn infer(&self, size: Size) -> (ExtraInvariants, Vec<Guesses>) {
        let mut pool = self.task.pool.clone();
        let inferred = infer_invariants(&mut pool, self.task, self.means, size);
        let (mut extra, mut guesses) = (ExtraInvariants::new(), Vec::new());
        for LoopFound { head, guessed, invariants } in inferred.loops {
            let mut uses = Vec::new();
            for found in invariants {
                let used = found.used.iter().filter_map(|used| Some((pool.export(used.term)?, used.suggestion)));
                let used = used.collect();
                uses.extend(pool.export(found.formula).map(|formula| (formula, used)));
            }
            if !uses.is_empty() {
                extra.insert(head, uses.iter().map(|(formula, _)| formula.clone()).collect());
            }
            guesses.push(Guesses { block: head, counts: guessed, uses });
        }
        (extra, guesses)
    }

    fn attempt(&self, extra: &ExtraInvariants) -> Result<Attempt, Unprepared> {
        let mut prepared = prepare(self.task, extra, &self.means.budget)?;
        // No run speaks of an inferred invariant: whatever is assumed at a loop must be shown.
        let is_refuted = |check: &CheckId| {
            !prepared.acyclic.extra.contains_key(check)
                && self.known.failures.iter().any(|run| run.refutes(&prepared.passive.checks[*check]))
        };
        let refuted: Vec<CheckId> = asserted_checks(&prepared.passive).into_iter().filter(is_refuted).collect();
        // Whether somebody arrives where nobody may, or where the text says nothing, is not reported.
        let is_unasked =
            |check: &CheckId| prepared.acyclic.extra.contains_key(check) || prepared.passive.checks[*check].never;
        let unasked = asserted_checks(&prepared.passive).into_iter().filter(is_unasked).collect();
        let settled = Settled { refuted, by_runs: self.known.reached.clone(), unasked };
        let stage = if extra.is_empty() { Stage::Text } else { Stage::Proof };
        let Prepared { pool, facts, passive, .. } = &mut prepared;
        let discharged = discharge(pool, facts, passive, &settled, &self.means.share(stage));
        Ok(Attempt { prepared, refuted: settled.refuted, discharged })
    }
}

/// One verification condition, with its answers.
struct Attempt {
    prepared: Prepared,
    refuted: Vec<CheckId>,
    discharged: Discharged,
}

impl Attempt {
    fn holds(&self) -> bool {
        self.discharged.answers.iter().all(|(_, answer)| matches!(answer, CheckAnswer::Holds { .. }))
    }

    /// Drops the extra invariants that were not shown. Were there any?
    fn drop_open(&self, extra: &mut ExtraInvariants) -> bool {
        let open = self.discharged.answers.iter().filter(|(_, answer)| !matches!(answer, CheckAnswer::Holds { .. }));
        let open: BTreeSet<(BlockId, usize)> =
            open.filter_map(|(check, _)| self.prepared.acyclic.extra.get(check).copied()).collect();
        for &(head, position) in open.iter().rev() {
            if let Some(invariants) = extra.get_mut(&head) {
                invariants.remove(position);
            }
        }
        extra.retain(|_, invariants| !invariants.is_empty());
        !open.is_empty()
    }

    fn report(
        mut self,
        task: &Task<'_>,
        extra: &ExtraInvariants,
        known: Vec<RealFailure>,
        means: &Means<'_>,
    ) -> ImplReport {
        let &Task { program, impl_id, ref heads, .. } = task;
        let proved = conclude(task, &self.prepared, extra, &self.discharged);
        let vacuous_entry = self.discharged.vacuous_entry;
        let loops = loop_invariants(program, heads, extra);
        // That the inferred invariants hold is part of the proof, not of the text.
        self.discharged.answers.retain(|(check, _)| !self.prepared.acyclic.extra.contains_key(check));
        let checks = check_reports(task, &mut self, known, means);
        let verdict = match proved {
            Some(_) if vacuous_entry && program.vacuity == Vacuity::Doubts => {
                Verdict::Unknown(Unknown::new(Cause::Vacuous, "no state satisfies the preconditions"))
            }
            Some(proved) => Verdict::Proved(proved),
            None => worst(&checks),
        };
        let assumptions = self.prepared.assumptions;
        ImplReport { verdict, checks, loops, assumptions, vacuous_entry, ..header(program, impl_id) }
    }
}

/// What the proof leaves open, the bounded engine looks at (decision 20): a run that fails refutes a check; if there is
/// no longer run, and none fails, everything is proved.
fn look_for_runs(report: &mut ImplReport, program: &Program, means: &Means<'_>) {
    let open = report.checks.iter().filter(|report| is_worth_a_search(&report.outcome));
    let mut open: Vec<Check> = open.map(|report| report.check.clone()).collect();
    if open.is_empty() {
        return;
    }
    if !open.iter().all(is_recursion_limit) {
        // No run fails there, so nobody should wait for one.
        open.retain(|check| !is_recursion_limit(check));
    }
    let is_refuted = report.checks.iter().any(|report| matches!(report.outcome, CheckOutcome::Refuted(_)));
    let share = if is_refuted { Reach::Rest } else { Reach::Part };
    let findings = search(program, report.impl_id, Some(&open), means, share);
    let proved = if is_refuted { None } else { findings.proved(program, report.impl_id, means) };
    if let Some(proved) = proved {
        for check in &mut report.checks {
            if !matches!(check.outcome, CheckOutcome::Proved { .. }) {
                check.outcome = CheckOutcome::Proved { vacuous: false };
            }
        }
        report.loops = Vec::new();
        report.guesses = Vec::new();
        report.assumptions = findings.assumptions;
        report.verdict = Verdict::Proved(proved);
        return;
    }
    settle(&mut report.checks, &findings.failures);
    report.verdict = worst(&report.checks);
}

/// Is there no answer because the proof was not good enough?
fn is_worth_a_search(outcome: &CheckOutcome) -> bool {
    match outcome {
        CheckOutcome::Proved { .. } | CheckOutcome::Refuted(_) => false,
        CheckOutcome::Unknown(unknown) => match unknown.cause {
            Cause::NotInductive | Cause::ContractTooWeak | Cause::NotReplayed | Cause::Unsupported => true,
            Cause::Incomplete | Cause::ResourceLimit => true,
            Cause::Uninterpreted | Cause::Deadline | Cause::Interrupted | Cause::Vacuous => false,
        },
    }
}

fn check_reports(
    task: &Task<'_>,
    attempt: &mut Attempt,
    mut failures: Vec<RealFailure>,
    means: &Means<'_>,
) -> Vec<CheckReport> {
    let &Task { program, impl_id, .. } = task;
    let Attempt { prepared, refuted, discharged } = attempt;
    let unreachable = std::mem::take(&mut prepared.unreachable);
    let vacuous = |check: Check| {
        let outcome = CheckOutcome::Proved { vacuous: !check.never };
        CheckReport { check, outcome }
    };
    let mut reports: Vec<CheckReport> = unreachable.into_iter().map(vacuous).collect();
    for &id in refuted.iter() {
        let check = prepared.passive.checks[id].clone();
        // `settle` finds the run.
        let outcome = CheckOutcome::Unknown(Unknown::new(Cause::NotReplayed, "a run fails here"));
        reports.push(CheckReport { check, outcome });
    }
    for (id, answer) in std::mem::take(&mut discharged.answers) {
        let check = prepared.passive.checks[id].clone();
        let outcome = match answer {
            CheckAnswer::Holds { vacuous } => CheckOutcome::Proved { vacuous: vacuous && !check.never },
            CheckAnswer::Open(reason) => CheckOutcome::Unknown(Unknown::from_reason(&reason)),
            CheckAnswer::Fails(counterexample) => {
                match explain(program, impl_id, prepared, &counterexample, &means.share(Stage::Replay)) {
                    Explained::NoRun(unknown) => CheckOutcome::Unknown(unknown),
                    Explained::Run(failure) => {
                        failures.push(failure);
                        CheckOutcome::Unknown(another_check_first(program, prepared, &counterexample))
                    }
                }
            }
        };
        reports.push(CheckReport { check, outcome });
    }
    forget_relative_proofs(&mut reports);
    settle(&mut reports, &failures);
    sort_checks(&mut reports);
    reports
}

/// Unless the limit of a recursion is proved, the other checks were proved of the runs that end before it, and runs of the
/// program go on.
fn forget_relative_proofs(reports: &mut [CheckReport]) {
    let holds = |report: &CheckReport| matches!(report.outcome, CheckOutcome::Proved { .. });
    if !reports.iter().any(|report| is_recursion_limit(&report.check) && !holds(report)) {
        return;
    }
    for report in reports.iter_mut().filter(|report| holds(report)) {
        let detail = "this holds as long as no function calls itself that has no contract";
        report.outcome = CheckOutcome::Unknown(Unknown::new(Cause::ContractTooWeak, detail));
    }
}

fn another_check_first(program: &Program, prepared: &Prepared, counterexample: &Counterexample) -> Unknown {
    let candidate = Some(candidate_of(program, prepared, counterexample));
    let detail = "run on these values, the program fails at another check first".to_string();
    Unknown { cause: Cause::NotReplayed, detail, candidate }
}

/// Every failing run refutes its check. If the prover said that the check holds, one of us is wrong and nobody is believed.
/// A check of an expanded body stands in several reports: one call may fail where the other holds.
fn settle(reports: &mut [CheckReport], failures: &[RealFailure]) {
    let is_open = |report: &&CheckReport| !matches!(report.outcome, CheckOutcome::Proved { .. });
    let open: Vec<Check> = reports.iter().filter(is_open).map(|report| report.check.clone()).collect();
    for report in reports {
        let holds = matches!(report.outcome, CheckOutcome::Proved { .. });
        if holds && open.contains(&report.check) {
            continue;
        }
        let Some(failure) = failures.iter().find(|failure| failure.refutes(&report.check)) else { continue };
        report.outcome = match &report.outcome {
            CheckOutcome::Unknown(_) | CheckOutcome::Refuted(_) => CheckOutcome::Refuted(failure.trace.clone()),
            CheckOutcome::Proved { .. } => {
                let detail = "prover and interpreter disagree about this check: please report this as a bug of Invar";
                let candidate = Some(failure.trace.clone());
                CheckOutcome::Unknown(Unknown { cause: Cause::NotReplayed, detail: detail.to_string(), candidate })
            }
        };
    }
}
