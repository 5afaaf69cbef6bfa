//! From an attempt at a proof, and runs that fail, to a report: what each check's outcome is, and why.

use invar_gcl::{Check, Program, Vacuity};

use crate::attempt::Attempt;
use crate::calls::is_recursion_limit;
use crate::certify::conclude;
use crate::discharge::{CheckAnswer, Counterexample};
use crate::means::Means;
use crate::prepare::{Prepared, loop_invariants};
use crate::report::{header, sort_checks, worst};
use crate::shares::Stage;
use crate::task::Task;
use crate::trace::{Explained, RealFailure, candidate_of, explain};
use crate::verdict::{Cause, CheckOutcome, CheckReport, ImplReport, Unknown, Verdict};

/// The report of an attempt; the runs are known to fail.
pub fn report(task: &Task<'_>, mut attempt: Attempt, known: Vec<RealFailure>, means: &Means<'_>) -> ImplReport {
    let &Task { program, impl_id, ref heads, .. } = task;
    let proved = conclude(task, &attempt.prepared, &attempt.extra, &attempt.discharged);
    let vacuous_entry = attempt.discharged.vacuous_entry;
    let loops = loop_invariants(program, heads, &attempt.extra);
    // That the inferred invariants hold is part of the proof, not of the text.
    attempt.discharged.answers.retain(|(check, _)| !attempt.prepared.acyclic.extra.contains_key(check));
    let checks = check_reports(task, &mut attempt, known, means);
    let verdict = match proved {
        Some(_) if vacuous_entry && program.vacuity == Vacuity::Doubts => {
            Verdict::Unknown(Unknown::new(Cause::Vacuous, "no state satisfies the preconditions"))
        }
        Some(proved) => Verdict::Proved(proved),
        None => worst(&checks),
    };
    let assumptions = attempt.prepared.assumptions;
    ImplReport { verdict, checks, loops, assumptions, vacuous_entry, ..header(program, impl_id) }
}

fn check_reports(
    task: &Task<'_>,
    attempt: &mut Attempt,
    mut failures: Vec<RealFailure>,
    means: &Means<'_>,
) -> Vec<CheckReport> {
    let &Task { program, impl_id, .. } = task;
    let Attempt { prepared, settled, discharged, .. } = attempt;
    let unreachable = std::mem::take(&mut prepared.unreachable);
    let vacuous = |check: Check| {
        let outcome = CheckOutcome::Proved { vacuous: !check.never };
        CheckReport { check, outcome }
    };
    let mut reports: Vec<CheckReport> = unreachable.into_iter().map(vacuous).collect();
    for &id in &settled.refuted {
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
pub fn settle(reports: &mut [CheckReport], failures: &[RealFailure]) {
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
