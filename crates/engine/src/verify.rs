//! The driver: from one implementation to its report. It says whose turn it is, proves what they find, and reports.

use invar_base::Budget;
use invar_gcl::{Check, ImplId, Program};

use crate::attempt::Attempt;
use crate::bounded::{FirstRuns, Reach, bounded, first_runs, search};
use crate::calls::is_recursion_limit;
pub use crate::calls::verification_targets;
use crate::engines::{
    Backward, Clauses, Combined, Engine, Given, Round, Runs, SingleFacts, Slam, Templates, claims_existence,
    has_many_cases,
};
use crate::infer::Size;
use crate::known::{Goals, Known};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::provers::Provers;
pub use crate::report::without_answer;
use crate::report::{header, sort_checks, worst};
use crate::settle::{report, settle};
use crate::shares::Stage;
use crate::task::{Task, Unprepared};
use crate::template::Fixpoint;
use crate::trace::RealFailure;
use crate::verdict::{Cause, CheckOutcome, CheckReport, Guesses, ImplReport, Verdict};

/// Which engines are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// A few runs, proofs of what they do not refute, with inferred invariants where those of the text are too weak, and a
    /// search for longer runs where those leave something open.
    #[default]
    Auto,
    /// The same, but nothing is looked for backward from errors.
    Forward,
    /// Proofs from the invariants and contracts of the text alone; runs only as far as those lead to them.
    Proof,
    /// Runs of growing length, without invariants.
    Bounded,
    /// Proofs with invariants that are found backward from errors (SPW09), and runs for what that leaves open.
    Backward,
    /// Proofs with invariants that are instances of templates (SG09), by one algorithm or by all of them, and runs for what that
    /// leaves open.
    Templates(Option<Fixpoint>),
    /// Proofs with invariants from predicates that spurious paths ask for (BMMR01), and runs for what that leaves open.
    Slam,
}

/// An engine's turn, and when it comes.
struct Turn {
    when: fn(&Task<'_>, &Known) -> bool,
    engine: &'static dyn Engine,
}

/// The cheap ones first. The shortest runs are cheaper to search than clauses, and longer ones than combinations of
/// predicates; where all are short, that is the proof. An attempt that proves everything ends it.
const FIRST: [Turn; 3] = [
    Turn { when: |task, known| has_open_loops(task) && !known.is_refuted(), engine: &Runs(Reach::Glance) },
    Turn { when: |task, _| !has_open_loops(task), engine: &Given },
    Turn { when: needs_templates, engine: &Templates::InTurn },
];

/// Predicates from spurious paths, where control has many cases: there, clauses cost much and rarely say enough.
const CASES: [Turn; 1] =
    [Turn { when: |task, known| is_open(task, known) && has_many_cases(task), engine: &Slam::InTurn }];

/// Whole clauses, and longer runs, which are cheaper than combinations of predicates.
const CLAUSES: [Turn; 4] = [
    Turn {
        when: |task, known| has_long_loops(task, known) && !known.is_refuted() && !task.witnesses.is_empty(),
        engine: &Clauses::WitnessesAtOnce,
    },
    Turn { when: |task, known| has_long_loops(task, known) && !known.is_refuted(), engine: &Clauses::Text },
    Turn {
        when: |task, known| has_long_loops(task, known) && !known.is_refuted() && !task.witnesses.is_empty(),
        engine: &Clauses::Witnesses,
    },
    Turn {
        when: |task, known| has_open_loops(task) && !known.is_short && !known.is_refuted(),
        engine: &Runs(Reach::Rest),
    },
];

/// What leads to errors, among others.
const IN_TURN: [Turn; 1] = [Turn { when: is_open, engine: &Backward::InTurn }];

const LAST: [Turn; 4] = [
    Turn { when: |_, known| known.is_short, engine: &Given },
    Turn { when: |task, known| has_long_loops(task, known) && known.is_refuted(), engine: &SingleFacts },
    Turn { when: has_long_loops, engine: &Combined(Size::FIRST) },
    Turn { when: needs_templates, engine: &Templates::InTurn },
];

/// Longer clauses (FQ02's are as long as they need be), where shorter ones did not suffice and no run was found that fails.
const AGAIN: [Turn; 1] = [Turn { when: has_long_loops, engine: &Combined(Size::SECOND) }];

/// What the text says, whatever it says.
const PROOF: [Turn; 1] = [Turn { when: |_, _| true, engine: &Given }];

/// What leads to errors, and nothing else.
const BACKWARD: [Turn; 1] = [Turn { when: |_, known| !known.is_refuted(), engine: &Backward::Alone }];

/// Instances of templates, and nothing else.
const LEAST: [Turn; 1] = [Turn { when: |_, known| !known.is_refuted(), engine: &Templates::Alone(&[Fixpoint::Least]) }];
const GREATEST: [Turn; 1] =
    [Turn { when: |_, known| !known.is_refuted(), engine: &Templates::Alone(&[Fixpoint::Greatest]) }];
const CONSTRAINT: [Turn; 1] =
    [Turn { when: |_, known| !known.is_refuted(), engine: &Templates::Alone(&[Fixpoint::Constraint]) }];
const TEMPLATES: [Turn; 1] = [Turn {
    when: |_, known| !known.is_refuted(),
    engine: &Templates::Alone(&[Fixpoint::Constraint, Fixpoint::Least, Fixpoint::Greatest]),
}];

/// Abstraction, search and refinement, and nothing else.
const SLAM: [Turn; 1] = [Turn { when: |_, known| !known.is_refuted(), engine: &Slam::Alone }];

/// Is there still something to be found of loops, with nothing in the text to make it of?
fn is_open(task: &Task<'_>, known: &Known) -> bool {
    has_long_loops(task, known) && !known.is_refuted() && !task.has_given_predicates()
}

/// Is there a loop without an invariant in the text?
fn has_open_loops(task: &Task<'_>) -> bool {
    task.heads.iter().any(|head| head.invariant.is_empty())
}

/// Are there loops, with more iterations than can be looked at?
fn has_long_loops(task: &Task<'_>, known: &Known) -> bool {
    !task.heads.is_empty() && !known.is_short
}

/// Is something claimed that only templates speak of, after long loops?
fn needs_templates(task: &Task<'_>, known: &Known) -> bool {
    has_long_loops(task, known) && !known.is_refuted() && claims_existence(task)
}

/// Verifies one implementation against its contract.
pub fn verify(program: &Program, impl_id: ImplId, provers: &dyn Provers, budget: &Budget) -> ImplReport {
    verify_with(Strategy::Auto, program, impl_id, &Means::new(provers, budget))
}

/// The same, for what is left.
pub fn verify_with(strategy: Strategy, program: &Program, impl_id: ImplId, means: &Means<'_>) -> ImplReport {
    if strategy == Strategy::Bounded {
        return bounded(program, impl_id, means);
    }
    // Runs go only where they go; a task is as large as the program.
    let runs = matches!(strategy, Strategy::Auto | Strategy::Forward).then(|| first_runs(program, impl_id, means));
    if let Some(runs) = &runs
        && is_answered(&runs.failures, means)
    {
        return refuted(program, impl_id, &runs.failures);
    }
    let task = match Task::new(program, impl_id, &means.budget) {
        Ok(task) => task,
        Err(why) => return not_prepared(program, impl_id, why, &means.budget),
    };
    match (strategy, runs) {
        (Strategy::Auto, Some(runs)) => {
            runs_and_proofs(&task, runs, &[&FIRST, &CASES, &CLAUSES, &IN_TURN, &LAST], means)
        }
        (Strategy::Forward, Some(runs)) => runs_and_proofs(&task, runs, &[&FIRST, &CLAUSES, &LAST], means),
        (Strategy::Backward, _) => alone(&task, &BACKWARD, means),
        (Strategy::Slam, _) => alone(&task, &SLAM, means),
        (Strategy::Templates(None), _) => alone(&task, &TEMPLATES, means),
        (Strategy::Templates(Some(Fixpoint::Least)), _) => alone(&task, &LEAST, means),
        (Strategy::Templates(Some(Fixpoint::Greatest)), _) => alone(&task, &GREATEST, means),
        (Strategy::Templates(Some(Fixpoint::Constraint)), _) => alone(&task, &CONSTRAINT, means),
        (Strategy::Proof | Strategy::Bounded | Strategy::Auto | Strategy::Forward, _) => {
            Case::new(&task, Known::default(), means).follow(&[&PROOF])
        }
    }
}

/// Does one of the runs answer what was asked?
fn is_answered(failures: &[RealFailure], means: &Means<'_>) -> bool {
    failures.iter().any(|failure| means.is_decisive(failure.kind()))
}

/// The report where nobody asks about other checks than those that fail.
fn refuted(program: &Program, impl_id: ImplId, failures: &[RealFailure]) -> ImplReport {
    let report = |failure: &RealFailure| {
        let outcome = CheckOutcome::Refuted(failure.trace.clone());
        CheckReport { check: failure.check(program), outcome }
    };
    let mut checks: Vec<CheckReport> = failures.iter().map(report).collect();
    sort_checks(&mut checks);
    ImplReport { verdict: worst(&checks), checks, ..header(program, impl_id) }
}

/// One engine alone, as published.
fn alone(task: &Task<'_>, turns: &[Turn], means: &Means<'_>) -> ImplReport {
    let runs = first_runs(task.program, task.impl_id, means);
    let mut report = Case::new(task, Known::from_first_runs(task, runs), means).follow(&[turns]);
    look_for_runs(&mut report, task.program, means);
    report
}

/// Runs and proofs in turn.
fn runs_and_proofs(task: &Task<'_>, runs: FirstRuns, turns: &[&[Turn]], means: &Means<'_>) -> ImplReport {
    let mut report = Case::new(task, Known::from_first_runs(task, runs), means).follow(turns);
    look_for_runs(&mut report, task.program, means);
    if is_worth_another_try(&report) {
        let second = Case::new(task, Known::default(), means).follow(&[&AGAIN]);
        if matches!(second.verdict, Verdict::Proved(_)) {
            return second;
        }
    }
    report
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

/// Nothing is known of a body that cannot be looked at.
fn not_prepared(program: &Program, impl_id: ImplId, why: Unprepared, budget: &Budget) -> ImplReport {
    without_answer(program, impl_id, why.into(), &budget.clone().and_a_moment())
}

/// One body, while engines take their turns.
struct Case<'a> {
    task: &'a Task<'a>,
    known: Known,
    means: &'a Means<'a>,
    /// The last attempt at a proof, and what its invariants were made of.
    attempt: Option<Attempt>,
    guesses: Vec<Guesses>,
}

impl<'a> Case<'a> {
    fn new(task: &'a Task<'a>, known: Known, means: &'a Means<'a>) -> Case<'a> {
        Case { task, known, means, attempt: None, guesses: Vec::new() }
    }

    fn follow(mut self, turns: &[&[Turn]]) -> ImplReport {
        for turn in turns.iter().copied().flatten() {
            if self.is_settled() {
                break;
            }
            if (turn.when)(self.task, &self.known)
                && let Err(why) = self.take(turn.engine)
            {
                return not_prepared(self.task.program, self.task.impl_id, why, &self.means.budget);
            }
            if self.attempt.as_ref().is_some_and(Attempt::holds) {
                break;
            }
        }
        self.report()
    }

    /// Do runs fail at every check, or at one that answers what was asked? Then nothing is left to prove.
    fn is_settled(&self) -> bool {
        let fails = |check: &Check| self.known.failures.iter().any(|run| run.refutes(check));
        if is_answered(&self.known.failures, self.means) {
            return true;
        }
        self.known.is_refuted() && self.task.body.checks.values().all(fails)
    }

    /// One round. Where a run is known to fail, the verdict is settled, and answers about the other checks may cost less.
    fn take(&mut self, engine: &dyn Engine) -> Result<(), Unprepared> {
        let means = self.means.share(if self.known.is_refuted() { Stage::Settled } else { Stage::Rest });
        match engine.round(self.task, &self.known, &means) {
            Round::Proof(invariants) => {
                let attempt = Attempt::from_all(self.task, invariants, &self.known, &means);
                self.attempt = attempt.or(self.attempt.take());
            }
            Round::Certain(invariants) => {
                let attempt = Attempt::from_all(self.task, invariants, &self.known, &means.convinced());
                self.attempt = attempt.or(self.attempt.take());
            }
            Round::Progress(candidates) => {
                let attempt = Attempt::from_some(self.task, candidates.invariants, &self.known, &means)?;
                // Of the invariants, those are left that the attempt shows.
                self.known.go_on_with(Goals { facts: attempt.extra.clone(), ..Goals::default() });
                self.attempt = Some(attempt);
                self.guesses = candidates.guesses;
            }
            Round::Runs(findings) => self.known.learn(findings),
            Round::Wanted(goals) => self.known.go_on_with(goals),
            Round::Stuck => {}
        }
        Ok(())
    }

    fn report(self) -> ImplReport {
        let Case { task, known, means, attempt, guesses } = self;
        if is_answered(&known.failures, means) {
            return refuted(task.program, task.impl_id, &known.failures);
        }
        let attempt = match attempt {
            Some(attempt) => Ok(attempt),
            None => Attempt::new(task, ExtraInvariants::new(), &known, &means.share(Stage::Text)),
        };
        match attempt {
            Ok(mut attempt) => {
                if !known.is_refuted() {
                    attempt.reconsider(&means.share(Stage::Models).half_the_time());
                }
                ImplReport { guesses, ..report(task, attempt, known.failures, means) }
            }
            Err(why) => not_prepared(task.program, task.impl_id, why, &means.budget),
        }
    }
}

/// What the proof leaves open, the bounded engine looks at (decision 20): a run that fails refutes a check; if there is
/// no longer run, and none fails, everything is proved.
fn look_for_runs(report: &mut ImplReport, program: &Program, means: &Means<'_>) {
    let open = report.checks.iter().filter(|report| is_worth_a_search(&report.outcome));
    let mut open: Vec<Check> = open.map(|report| report.check.clone()).collect();
    let refutes = |report: &CheckReport| matches!(report.outcome, CheckOutcome::Refuted(_));
    let is_answered = report.checks.iter().any(|report| refutes(report) && means.is_decisive(report.check.kind));
    if open.is_empty() || is_answered {
        return;
    }
    if !open.iter().all(is_recursion_limit) {
        // No run fails there, so nobody should wait for one.
        open.retain(|check| !is_recursion_limit(check));
    }
    let is_refuted = report.checks.iter().any(refutes);
    let reach = if is_refuted { Reach::Others } else { Reach::Part };
    let findings = search(program, report.impl_id, Some(&open), means, reach);
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
            Cause::Uninterpreted | Cause::Deadline | Cause::Interrupted | Cause::Memory => false,
            Cause::Vacuous | Cause::NoCondition => false,
        },
    }
}
