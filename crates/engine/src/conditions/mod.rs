//! Under which condition is an implementation proved? In: an implementation that nobody wrote a contract for, and what its callers
//! could be asked for (`Program::conditions`). Out: its report; `Verdict::ProvedIf` names the condition.
//!
//! Everything that could be asked for is assumed first. What fails even then is refuted, unless callers may be to blame (`certain`). What is proved is proved from less:
//! `least` drops and weakens, `certify` proves the rest again as it would if the text said so, and `shown` looks for a run that
//! satisfies it and returns, and for runs that fail without each part of it.
//!
//! Reading order: `asked` (the program whose callers are asked for something), `certain`, `least`, `shown`, `weakest` (preconditions as instances of templates). A body that calls itself gets no
//! condition: its inner calls would have to be held to it wherever somebody else calls it.

mod asked;
mod certain;
mod least;
mod shown;
mod weakest;

use invar_gcl::{ImplId, Precondition, Program, Wish};

use crate::certify::certify;
use crate::means::Means;
use crate::report::{open_checks, worst};
use crate::shares::Stage;
use crate::verdict::{Cause, CheckOutcome, Condition, Conditional, Evidence, ImplReport, Unknown, Verdict};
use crate::verify::{Strategy, verify_with};
use asked::asking;
use certain::is_certain;
use least::least;
use shown::{is_needed, is_satisfied};
pub use weakest::{WeakestConditions, weakest_conditions};

/// The report of an implementation of which callers may be asked something.
pub fn verify_conditionally(
    strategy: Strategy,
    program: &Program,
    impl_id: ImplId,
    choices: &[Vec<Wish>],
    means: &Means<'_>,
) -> ImplReport {
    let strongest: Vec<&Precondition> = choices.iter().filter_map(|strengths| Some(&strengths.last()?.asked)).collect();
    let asked = asking(program, impl_id, &strongest);
    let report = verify_with(strategy, &asked, impl_id, means);
    let evidence = match &report.verdict {
        Verdict::Proved(_) if choices.is_empty() => return report,
        Verdict::Proved(proved) => proved.evidence().clone(),
        // What cannot be asked for together says nothing about the implementation.
        Verdict::Unknown(unknown) if unknown.cause == Cause::Vacuous => {
            return verify_with(strategy, program, impl_id, means);
        }
        Verdict::Refuted(_) => return doubted(&asked, report),
        Verdict::ProvedIf(_) | Verdict::Unknown(_) => return report,
    };
    let case = Case { strategy, program, impl_id, choices, evidence, means };
    case.conclude(report)
}

/// An implementation that is proved if callers do all that they could be asked for.
struct Case<'a> {
    strategy: Strategy,
    program: &'a Program,
    impl_id: ImplId,
    choices: &'a [Vec<Wish>],
    evidence: Evidence,
    means: &'a Means<'a>,
}

impl Case<'_> {
    fn conclude(&self, report: ImplReport) -> ImplReport {
        let Some(chosen) = least(self.program, self.impl_id, self.choices, &self.evidence, self.means) else {
            return self.open(report, "it is proved under conditions on its callers, of which no short list was found");
        };
        let chosen: Vec<&Precondition> =
            chosen.into_iter().map(|(choice, strength)| &self.choices[choice][strength].asked).collect();
        if chosen.is_empty() {
            return self.unconditional(report);
        }
        let asked = asking(self.program, self.impl_id, &chosen);
        let Ok(proved) = certify(&asked, self.impl_id, &self.evidence, self.means) else {
            return self.open(report, "it is proved under conditions on its callers, but not from the fewest of them");
        };
        if self.program.calls_itself(self.impl_id) {
            let missing = chosen.iter().map(|condition| condition.text.clone()).collect();
            let detail = "it calls itself, so its callers have to be held to a contract that the text does not have";
            return ImplReport { missing, ..self.open(report, detail) };
        }
        if !is_satisfied(&asked, self.impl_id, self.means) {
            return self
                .open(report, "no run was found that does what callers would have to be asked for, and returns");
        }
        let conditions = (0..chosen.len()).map(|number| self.condition(&chosen, number)).collect();
        ImplReport { verdict: Verdict::ProvedIf(Conditional { proved, conditions }), ..settled(report) }
    }

    fn condition(&self, chosen: &[&Precondition], number: usize) -> Condition {
        let mut others = chosen.to_vec();
        let own = others.remove(number);
        let needed = is_needed(&asking(self.program, self.impl_id, &others), self.impl_id, self.means);
        Condition { text: own.text.clone(), is_needed: needed }
    }

    /// Nothing is asked for: the ordinary answer, which knows best what is reached.
    fn unconditional(&self, report: ImplReport) -> ImplReport {
        let plain = verify_with(self.strategy, self.program, self.impl_id, self.means);
        if matches!(plain.verdict, Verdict::Proved(_) | Verdict::Refuted(_)) {
            return plain;
        }
        match certify(self.program, self.impl_id, &self.evidence, self.means) {
            Ok(proved) => ImplReport { verdict: Verdict::Proved(proved), ..settled(report) },
            Err(_) => plain,
        }
    }

    fn open(&self, report: ImplReport, detail: &str) -> ImplReport {
        let unknown = Unknown::new(Cause::NoCondition, detail);
        let checks = open_checks(report.checks, &unknown);
        ImplReport { verdict: Verdict::Unknown(unknown), checks, ..report }
    }
}

/// Of the checks that fail, those that callers are not to blame for.
fn doubted(asked: &Program, report: ImplReport) -> ImplReport {
    let ImplReport { impl_id, mut checks, .. } = report;
    // What nobody but the file itself can call is checked in its callers, where the body stands in place of the call.
    let is_inner = asked.inner.contains(&impl_id);
    for check in &mut checks {
        if let CheckOutcome::Refuted(trace) = &check.outcome
            && (is_inner || !is_certain(asked, impl_id, trace))
        {
            let detail = "this fails for some arguments, and no condition on callers was found under which it does not";
            let unknown = Unknown { candidate: Some(trace.clone()), ..Unknown::new(Cause::NoCondition, detail) };
            check.outcome = CheckOutcome::Unknown(unknown);
        }
    }
    ImplReport { verdict: worst(&checks), checks, ..report }
}

/// Whether a check is reached was asked under conditions that are not these.
fn settled(mut report: ImplReport) -> ImplReport {
    for check in &mut report.checks {
        if matches!(check.outcome, CheckOutcome::Proved { .. }) {
            check.outcome = CheckOutcome::Proved { vacuous: false };
        }
    }
    report
}

/// For the search of conditions, of what is left.
fn share<'a>(means: &Means<'a>) -> Means<'a> {
    means.share(Stage::Conditions)
}
