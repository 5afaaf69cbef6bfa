//! The referee: holds the verdicts about a program against what does not depend on how they were found.
//! In: a program, best a generated one; out: a tally of what was compared, or the first violation.
//!
//! 1. `wp` and `compact` agree: the textbook formula is valid exactly if every check holds (FS01, Theorems 1 and 2).
//! 2. No run of the interpreter fails at a check that is proved. A run ends at its first failure, so that a check which is
//!    proved under the assumption of earlier ones is never blamed for them. A failure inside a called body counts
//!    against the verdict about that body.
//! 3. Every refutation repeats: the interpreter, given what was recorded and nothing else, fails at that check again.
//!
//! 4. In a body without loops and calls, every counterexample is a run.
//!
//! Everything is deterministic: budgets count resources, and the random inputs follow from a seed.

use std::collections::BTreeMap;

use invar_base::{Budget, Id};
use invar_gcl::interp::{Failure, Inputs, Limits, Outcome, RandomOracle, Recording, ScriptedOracle, run};
use invar_gcl::{Check, CmdKind, ImplId, Program};
use invar_logic::{Term, lift_lambdas};
use invar_solve::{Answer, Limit};

use invar_engine::loops::ExtraInvariants;
use invar_engine::prepare::prepare_alone;
use invar_engine::provers::{Provers, Quantifiers};
use invar_engine::trace::shows;
use invar_engine::vc::wp::{TooBig, wp};
use invar_engine::verdict::{Cause, CheckOutcome, CheckReport, ImplReport, Verdict};
use invar_engine::verify::verify;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Runs of each implementation on random inputs.
    pub runs: u64,
    pub seed: u64,
}

/// What was compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub proved: u64,
    pub refuted: u64,
    pub unknown: u64,
    pub checks_proved: u64,
    pub checks_refuted: u64,
    /// By the code of the cause.
    pub checks_unknown: BTreeMap<&'static str, u64>,
    /// `wp` was valid where all is proved and not valid where it is not.
    pub wp_agrees: u64,
    pub wp_too_big: u64,
    /// The prover had no answer about one of the two formulas.
    pub wp_open: u64,
    pub returned: u64,
    pub failed: u64,
    pub blocked: u64,
    pub undecided: u64,
    /// Refuted checks whose recording was run again.
    pub repeated: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub implementation: String,
    pub what: String,
}

/// Terms that `wp` may build.
const WP_TERMS: usize = 20_000;
/// Resource units for the question about `wp`.
const WP_RESOURCES: u32 = 4_000_000;
const RUN_LIMITS: Limits = Limits { steps: 1_000_000, events: 0 };

/// Verifies every implementation and looks for a violation.
pub fn referee(program: &Program, provers: &dyn Provers, budget: &Budget, trials: Trials) -> Result<Tally, Violation> {
    let reports: Vec<ImplReport> = program.impls.ids().map(|id| verify(program, id, provers, budget)).collect();
    judge(program, &reports, provers, trials)
}

/// The same for verdicts that somebody else gave; one report for each implementation, in order.
pub fn judge(
    program: &Program,
    reports: &[ImplReport],
    provers: &dyn Provers,
    trials: Trials,
) -> Result<Tally, Violation> {
    let mut tally = Tally::default();
    for report in reports {
        let violation = |what| Violation { implementation: report.name.clone(), what };
        tally.count(report);
        compare_with_wp(program, report, provers, &mut tally).map_err(violation)?;
        repeat_refutations(program, report, &mut tally).map_err(violation)?;
        every_counterexample_runs(program, report).map_err(violation)?;
        run_on_random_inputs(program, reports, report.impl_id, trials, &mut tally).map_err(violation)?;
    }
    Ok(tally)
}

impl Tally {
    fn count(&mut self, report: &ImplReport) {
        match report.verdict {
            Verdict::Proved(_) => self.proved += 1,
            Verdict::Refuted(_) => self.refuted += 1,
            Verdict::ProvedIf(_) | Verdict::Unknown(_) => self.unknown += 1,
        }
        for check in &report.checks {
            match &check.outcome {
                CheckOutcome::Proved { .. } => self.checks_proved += 1,
                CheckOutcome::Refuted(_) => self.checks_refuted += 1,
                CheckOutcome::Unknown(unknown) => *self.checks_unknown.entry(unknown.cause.code()).or_default() += 1,
            }
        }
    }

    pub fn add(&mut self, other: &Tally) {
        self.proved += other.proved;
        self.refuted += other.refuted;
        self.unknown += other.unknown;
        self.checks_proved += other.checks_proved;
        self.checks_refuted += other.checks_refuted;
        for (cause, count) in &other.checks_unknown {
            *self.checks_unknown.entry(cause).or_default() += count;
        }
        self.wp_agrees += other.wp_agrees;
        self.wp_too_big += other.wp_too_big;
        self.wp_open += other.wp_open;
        self.returned += other.returned;
        self.failed += other.failed;
        self.blocked += other.blocked;
        self.undecided += other.undecided;
        self.repeated += other.repeated;
    }
}

/// What a formula was found to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Validity {
    Valid,
    Invalid,
    Open,
}

fn compare_with_wp(
    program: &Program,
    report: &ImplReport,
    provers: &dyn Provers,
    tally: &mut Tally,
) -> Result<(), String> {
    // The weakest precondition knows the invariants of the text only.
    if report.loops.iter().any(|known| !known.inferred.is_empty()) {
        return Ok(());
    }
    let Ok(wp) = wp_validity(program, report.impl_id, provers) else {
        tally.wp_too_big += 1;
        return Ok(());
    };
    match (wp, compact_validity(report)) {
        (Validity::Open, _) | (_, Validity::Open) => tally.wp_open += 1,
        (Validity::Valid, Validity::Valid) | (Validity::Invalid, Validity::Invalid) => tally.wp_agrees += 1,
        (Validity::Valid, Validity::Invalid) => {
            return Err("the weakest precondition is valid, but a check has a counterexample".to_string());
        }
        (Validity::Invalid, Validity::Valid) => {
            return Err("every check is proved, but the weakest precondition is not valid".to_string());
        }
    }
    Ok(())
}

/// Is wp.S.true valid under the program's facts?
fn wp_validity(program: &Program, impl_id: ImplId, provers: &dyn Provers) -> Result<Validity, TooBig> {
    let Ok(mut prepared) = prepare_alone(program, impl_id, &ExtraInvariants::default()) else { return Err(TooBig) };
    let pool = &mut prepared.pool;
    let condition = wp(pool, &prepared.acyclic, Term::TRUE, WP_TERMS)?;
    let failure = pool.not(condition);
    let lifted = lift_lambdas(pool, &[failure]);
    let mut prover = provers.session(Quantifiers::Triggers);
    for &formula in prepared.facts.iter().chain(&lifted.axioms).chain(&lifted.roots) {
        prover.assert(pool, formula);
    }
    Ok(match prover.check(pool, &[], &Limit::resources(WP_RESOURCES)) {
        Answer::Unsat(_) => Validity::Valid,
        Answer::Sat(_) => Validity::Invalid,
        Answer::Unknown { .. } => Validity::Open,
    })
}

/// What the verdict says about the formula. A counterexample that is no run is still one of the formula, unless the prover
/// itself had doubts.
fn compact_validity(report: &ImplReport) -> Validity {
    let claims: Vec<Validity> = report.checks.iter().map(|check| compact_claim(&check.outcome)).collect();
    match &report.verdict {
        // A proof by unrolling is about another formula.
        Verdict::Proved(proved) if proved.evidence().unrolled.is_some() => Validity::Open,
        Verdict::Proved(_) => Validity::Valid,
        Verdict::Refuted(_) => Validity::Invalid,
        Verdict::Unknown(_) if claims.contains(&Validity::Invalid) => Validity::Invalid,
        Verdict::ProvedIf(_) | Verdict::Unknown(_) => Validity::Open,
    }
}

fn compact_claim(outcome: &CheckOutcome) -> Validity {
    match outcome {
        CheckOutcome::Proved { .. } => Validity::Valid,
        CheckOutcome::Refuted(_) => Validity::Invalid,
        CheckOutcome::Unknown(unknown) => match unknown.cause {
            Cause::NotInductive | Cause::ContractTooWeak | Cause::NotReplayed => Validity::Invalid,
            Cause::Uninterpreted | Cause::Incomplete | Cause::ResourceLimit => Validity::Open,
            Cause::Deadline | Cause::Interrupted | Cause::Memory | Cause::Unsupported => Validity::Open,
            Cause::Vacuous | Cause::NoCondition => Validity::Open,
        },
    }
}

fn repeat_refutations(program: &Program, report: &ImplReport, tally: &mut Tally) -> Result<(), String> {
    for CheckReport { check, outcome } in &report.checks {
        let CheckOutcome::Refuted(trace) = outcome else { continue };
        let Some(recording) = &trace.recording else { return Err(format!("{} has no recording", name(check))) };
        if !repeats(program, report.impl_id, recording, check) {
            return Err(format!("{} is refuted by a run that does not repeat", name(check)));
        }
        tally.repeated += 1;
    }
    match (&report.verdict, report.checks.iter().any(|check| matches!(check.outcome, CheckOutcome::Refuted(_)))) {
        (Verdict::Refuted(_), false) => Err("refuted, but no check is".to_string()),
        (Verdict::Proved(_), true) => Err("proved, but a check is refuted".to_string()),
        (Verdict::Refuted(_) | Verdict::Proved(_) | Verdict::ProvedIf(_) | Verdict::Unknown(_), _) => Ok(()),
    }
}

/// Only the cut of a loop and the contract of a call make up states that nothing leads to.
fn every_counterexample_runs(program: &Program, report: &ImplReport) -> Result<(), String> {
    let cmds = program.impls[report.impl_id].blocks.values().flat_map(|block| &block.cmds);
    let calls = cmds.into_iter().any(|cmd| matches!(cmd.kind, CmdKind::Call { .. }));
    if calls || !report.loops.is_empty() {
        return Ok(());
    }
    for CheckReport { check, outcome } in &report.checks {
        if matches!(outcome, CheckOutcome::Unknown(_)) && compact_claim(outcome) == Validity::Invalid {
            return Err(format!("{} has a counterexample that is no run, without loops and calls", name(check)));
        }
    }
    Ok(())
}

/// Does the interpreter, answering only from the recording, fail at the check?
fn repeats(program: &Program, impl_id: ImplId, recording: &Recording, check: &Check) -> bool {
    let mut script = ScriptedOracle::new(recording.decisions.iter().cloned());
    let run = run(program, &program.pool, impl_id, &recording.inputs, &mut script, RUN_LIMITS);
    match run.outcome {
        Outcome::Failed(failure) => failure.depth == 0 && shows(&failure, check) && script.is_exhausted(),
        Outcome::Returned(_) | Outcome::Blocked { .. } | Outcome::Undecided { .. } | Outcome::OutOfBudget => false,
    }
}

fn run_on_random_inputs(
    program: &Program,
    reports: &[ImplReport],
    impl_id: ImplId,
    trials: Trials,
    tally: &mut Tally,
) -> Result<(), String> {
    for number in 0..trials.runs {
        // The oracle mixes its seed, so that neighbours have nothing in common.
        let seed =
            trials.seed.wrapping_mul(1_000_003).wrapping_add((impl_id.index() as u64) << 40).wrapping_add(number);
        let mut oracle = RandomOracle::new(seed);
        let run = run(program, &program.pool, impl_id, &Inputs::default(), &mut oracle, RUN_LIMITS);
        match run.outcome {
            Outcome::Returned(_) => tally.returned += 1,
            Outcome::Blocked { .. } => tally.blocked += 1,
            Outcome::Undecided { .. } | Outcome::OutOfBudget => tally.undecided += 1,
            Outcome::Failed(failure) => {
                tally.failed += 1;
                blame(reports, &failure).map_err(|what| format!("run {number} (seed {seed}): {what}"))?;
            }
        }
    }
    Ok(())
}

/// The check at which a run failed must be known and must not be proved.
fn blame(reports: &[ImplReport], failure: &Failure) -> Result<(), String> {
    let what = failure.kind.text().fails;
    let Some(report) = reports.iter().find(|report| report.impl_id == failure.impl_id) else {
        return Err(format!("{what}, in a body without verdict"));
    };
    let checks: Vec<&CheckReport> = report.checks.iter().filter(|own| shows(failure, &own.check)).collect();
    let is_proved = |own: &&&CheckReport| matches!(own.outcome, CheckOutcome::Proved { .. });
    match (&report.verdict, checks.iter().find(|own| !is_proved(own))) {
        (Verdict::Proved(_), _) => Err(format!("{what}, but `{}` is proved", report.name)),
        (Verdict::ProvedIf(_), _) | (Verdict::Refuted(_) | Verdict::Unknown(_), Some(_)) => Ok(()),
        (Verdict::Refuted(_) | Verdict::Unknown(_), None) if checks.is_empty() => {
            Err(format!("{what}, but `{}` has no such check", report.name))
        }
        (Verdict::Refuted(_) | Verdict::Unknown(_), None) => Err(format!("{what}, but that check is proved")),
    }
}

fn name(check: &Check) -> String {
    format!("the check {} at {}", check.kind.code(), check.span.start)
}
