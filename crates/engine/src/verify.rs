//! The driver: from one implementation to its report, on one screen.

use invar_base::{Budget, Span};
use invar_gcl::{Check, ImplId, Program};
use invar_solve::Limit;

pub use crate::calls::verification_targets;
use crate::certify::conclude;
use crate::discharge::{CheckAnswer, Counterexample, Discharged, asserted_checks, discharge};
use crate::loops::ExtraInvariants;
use crate::prepare::{Prepared, loop_invariants, prepare};
use crate::provers::{Provers, Quantifiers};
use crate::trace::{Explained, RealFailure, candidate_of, explain};
use crate::verdict::{Cause, CheckOutcome, CheckReport, ImplReport, Unknown, Verdict};

const NOT_ANSWERED: &str = "not every check was answered";

/// Verifies one implementation against its contract, with the loop invariants of the text.
pub fn verify(program: &Program, impl_id: ImplId, provers: &dyn Provers, budget: &Budget) -> ImplReport {
    let extra = ExtraInvariants::default();
    let mut prepared = match prepare(program, impl_id, &extra) {
        Ok(prepared) => prepared,
        Err(tangled) => return without_answer(program, impl_id, tangled.into()),
    };
    let limit = Limit::from(budget);
    let mut prover = provers.session(Quantifiers::Triggers);
    let discharged = discharge(&mut prepared.pool, &prepared.facts, &prepared.passive, &mut *prover, &limit);
    let proved = conclude(program, &prepared, &extra, &discharged);
    let vacuous_entry = discharged.vacuous_entry;
    let loops = loop_invariants(program, &prepared.acyclic.heads, &extra);
    let checks = check_reports(program, impl_id, &mut prepared, discharged, provers, budget);
    let verdict = match proved {
        Some(proved) => Verdict::Proved(proved),
        None => worst(&checks),
    };
    ImplReport { verdict, checks, loops, assumptions: prepared.assumptions, vacuous_entry, ..header(program, impl_id) }
}

/// The report of an implementation that was not, or not completely, looked at: every check is open.
pub fn without_answer(program: &Program, impl_id: ImplId, unknown: Unknown) -> ImplReport {
    let mut checks = Vec::new();
    if let Ok(prepared) = prepare(program, impl_id, &ExtraInvariants::default()) {
        for id in asserted_checks(&prepared.passive) {
            let outcome = CheckOutcome::Unknown(unknown.clone());
            checks.push(CheckReport { check: prepared.passive.checks[id].clone(), outcome });
        }
        checks.sort_by_key(|report| source_order(&report.check));
    }
    ImplReport { verdict: Verdict::Unknown(unknown), checks, ..header(program, impl_id) }
}

fn header(program: &Program, impl_id: ImplId) -> ImplReport {
    ImplReport {
        impl_id,
        name: program.impl_name(impl_id).to_string(),
        span: program.impls[impl_id].span,
        verdict: Verdict::Unknown(Unknown::new(Cause::Incomplete, NOT_ANSWERED)),
        checks: Vec::new(),
        loops: Vec::new(),
        assumptions: program.assumptions.clone(),
        vacuous_entry: false,
    }
}

fn check_reports(
    program: &Program,
    impl_id: ImplId,
    prepared: &mut Prepared,
    discharged: Discharged,
    provers: &dyn Provers,
    budget: &Budget,
) -> Vec<CheckReport> {
    let unreachable = std::mem::take(&mut prepared.unreachable);
    let vacuous = |check| CheckReport { check, outcome: CheckOutcome::Proved { vacuous: true } };
    let mut reports: Vec<CheckReport> = unreachable.into_iter().map(vacuous).collect();
    let mut failures = Vec::new();
    for (id, answer) in discharged.answers {
        let check = prepared.passive.checks[id].clone();
        let outcome = match answer {
            CheckAnswer::Holds { vacuous } => CheckOutcome::Proved { vacuous },
            CheckAnswer::Open(reason) => CheckOutcome::Unknown(Unknown::from_reason(&reason)),
            CheckAnswer::Fails(counterexample) => {
                match explain(program, impl_id, prepared, &counterexample, provers, budget) {
                    Explained::NoRun(unknown) => CheckOutcome::Unknown(unknown),
                    Explained::Run(failure) => {
                        failures.push(failure);
                        CheckOutcome::Unknown(another_check_first(prepared, &counterexample))
                    }
                }
            }
        };
        reports.push(CheckReport { check, outcome });
    }
    settle(&mut reports, &failures);
    reports.sort_by_key(|report| source_order(&report.check));
    reports
}

fn another_check_first(prepared: &Prepared, counterexample: &Counterexample) -> Unknown {
    let candidate = Some(candidate_of(prepared, counterexample));
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

fn source_order(check: &Check) -> (Span, Option<Span>, &'static str) {
    (check.span, check.related, check.kind.code())
}

/// Refuted if any check is, else unknown. Called when the implementation is not proved.
fn worst(checks: &[CheckReport]) -> Verdict {
    let mut unknown = None;
    for report in checks {
        match &report.outcome {
            CheckOutcome::Refuted(trace) => return Verdict::Refuted(trace.clone()),
            CheckOutcome::Unknown(why) => unknown = unknown.or(Some(why)),
            CheckOutcome::Proved { .. } => {}
        }
    }
    let why = unknown.cloned();
    Verdict::Unknown(why.unwrap_or_else(|| Unknown::new(Cause::Incomplete, NOT_ANSWERED)))
}
