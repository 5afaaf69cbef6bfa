//! Reports, put together: the parts that every engine's report has.

use invar_base::{Budget, Span};
use invar_gcl::{Check, ImplId, Program};

use crate::loops::ExtraInvariants;
use crate::passive::asserted_checks;
use crate::prepare::prepare;
use crate::task::Task;
use crate::verdict::{Cause, CheckOutcome, CheckReport, ImplReport, Unknown, Verdict};

const NOT_ANSWERED: &str = "not every check was answered";

/// The report of an implementation that was not, or not completely, looked at: every check is open. They are listed as far
/// as the budget allows: whoever waited for the time limit does not want to wait much longer for what is open.
pub fn without_answer(program: &Program, impl_id: ImplId, unknown: Unknown, budget: &Budget) -> ImplReport {
    let mut checks = own_checks(program, impl_id, budget);
    for report in &mut checks {
        report.outcome = CheckOutcome::Unknown(unknown.clone());
    }
    ImplReport { verdict: Verdict::Unknown(unknown), checks, ..header(program, impl_id) }
}

/// The checks of the implementation, all open; none if it cannot be prepared.
pub fn own_checks(program: &Program, impl_id: ImplId, budget: &Budget) -> Vec<CheckReport> {
    let task = Task::new(program, impl_id, budget);
    let prepared = task.and_then(|task| prepare(&task, &ExtraInvariants::default(), budget));
    let Ok(prepared) = prepared else { return Vec::new() };
    let open = || CheckOutcome::Unknown(Unknown::new(Cause::Incomplete, NOT_ANSWERED));
    let checks = asserted_checks(&prepared.passive).into_iter().map(|id| prepared.passive.checks[id].clone());
    let mut reports: Vec<CheckReport> = checks.map(|check| CheckReport { check, outcome: open() }).collect();
    sort_checks(&mut reports);
    reports
}

/// The same checks, of which nothing is known that counts.
pub fn open_checks(mut checks: Vec<CheckReport>, unknown: &Unknown) -> Vec<CheckReport> {
    for check in &mut checks {
        check.outcome = CheckOutcome::Unknown(unknown.clone());
    }
    checks
}

/// In source order.
pub fn sort_checks(reports: &mut [CheckReport]) {
    reports.sort_by_key(|report| source_order(&report.check));
}

fn source_order(check: &Check) -> (Span, Option<Span>, &'static str) {
    (check.span, check.related, check.kind.code())
}

pub fn header(program: &Program, impl_id: ImplId) -> ImplReport {
    ImplReport {
        impl_id,
        name: program.impl_name(impl_id).to_string(),
        span: program.impls[impl_id].span,
        verdict: Verdict::Unknown(Unknown::new(Cause::Incomplete, NOT_ANSWERED)),
        checks: Vec::new(),
        loops: Vec::new(),
        guesses: Vec::new(),
        assumptions: program.assumptions.clone(),
        missing: Vec::new(),
        vacuous_entry: false,
    }
}

/// Refuted if any check is, else unknown. For an implementation that is not proved.
pub fn worst(checks: &[CheckReport]) -> Verdict {
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
