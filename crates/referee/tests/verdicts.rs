//! The smaller run of `cargo xtask programs`: generated programs, verified, and the verdicts held against `wp` and the
//! interpreter. The other tests show that the referee notices what it is there for.

use invar_base::{Budget, Effort, Id};
use invar_engine::verify::verify;
use invar_engine::{CheckOutcome, ImplReport, Provers, Quantifiers, Verdict};
use invar_gcl::{ImplId, Program};
use invar_referee::programs::generate;
use invar_referee::verdicts::{Tally, Trials, judge, referee};
use invar_solve::{Prover, SessionOptions, Z3Session};

const PROGRAMS: u64 = 150;
const RUNS: u64 = 20;
const SIZE: usize = 12;

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

fn budget() -> Budget {
    Budget::new(Effort::DEFAULT)
}

#[test]
fn verdicts_agree_with_wp_and_the_interpreter() {
    let mut total = Tally::default();
    for seed in 0..PROGRAMS {
        let program = generate(seed, SIZE).program;
        match referee(&program, &Z3, &budget(), Trials { runs: RUNS, seed }) {
            Ok(tally) => total.add(&tally),
            Err(violation) => panic!(
                "seed {seed}, `{}`: {}\n{}",
                violation.implementation,
                violation.what,
                invar_gcl::boogie::print(&program)
            ),
        }
    }
    println!("{total:#?}");
    // A referee that compares nothing would be content with everything.
    assert!(total.proved > 300 && total.refuted > 40, "{total:?}");
    assert!(total.wp_agrees > 400 && total.wp_agrees > 10 * total.wp_too_big, "{total:?}");
    assert!(total.repeated > 50 && total.failed > 300 && total.returned > 4000, "{total:?}");
}

/// The first generated program in which some implementation has this verdict, with its reports.
fn example(word: &str) -> (Program, Vec<ImplReport>, usize) {
    for seed in 0..PROGRAMS {
        let program = generate(seed, SIZE).program;
        let reports: Vec<ImplReport> = program.impls.ids().map(|id| verify(&program, id, &Z3, &budget())).collect();
        if let Some(found) = reports.iter().position(|report| report.verdict.word() == word) {
            return (program, reports, found);
        }
    }
    panic!("nothing is {word}");
}

fn what(program: &Program, reports: &[ImplReport]) -> String {
    let judged = judge(program, reports, &Z3, Trials { runs: 200, seed: 1 });
    judged.map_or_else(|violation| violation.what, |_| "no violation".to_string())
}

/// Says of every check what a proof would say; the verdict itself stays.
fn all_proved(report: &mut ImplReport) {
    for check in &mut report.checks {
        check.outcome = CheckOutcome::Proved { vacuous: false };
    }
}

#[test]
fn a_false_proof_contradicts_wp() {
    let (program, mut reports, at) = example("refuted");
    let proof = reports.iter().find(|report| report.verdict.word() == "proved").expect("some helper is proved");
    let proof = proof.verdict.clone();
    reports[at].verdict = proof;
    all_proved(&mut reports[at]);
    assert_eq!(what(&program, &reports), "every check is proved, but the weakest precondition is not valid");
}

#[test]
fn a_false_refutation_contradicts_wp_and_does_not_repeat() {
    let (program, mut reports, at) = example("refuted");
    let Verdict::Refuted(trace) = reports[at].verdict.clone() else { unreachable!("it was chosen for that") };
    let other =
        reports.iter().position(|report| matches!(report.verdict, Verdict::Proved(_)) && !report.checks.is_empty());
    let other = other.expect("some helper is proved");
    reports[other].verdict = Verdict::Refuted(trace.clone());
    reports[other].checks[0].outcome = CheckOutcome::Refuted(trace);
    let only = std::slice::from_ref(&reports[other]);
    assert_eq!(what(&program, only), "the weakest precondition is valid, but a check has a counterexample");
}

#[test]
fn a_recording_is_needed_and_followed() {
    let (program, reports, at) = example("refuted");
    let mut without = reports[at].clone();
    edit_refutations(&mut without, |trace| trace.recording = None);
    assert!(what(&program, &[without]).ends_with("has no recording"));
    let mut shortened = reports[at].clone();
    edit_refutations(&mut shortened, |trace| {
        if let Some(recording) = &mut trace.recording {
            recording.decisions.pop();
        }
    });
    assert!(what(&program, &[shortened]).ends_with("is refuted by a run that does not repeat"));
}

fn edit_refutations(report: &mut ImplReport, edit: impl Fn(&mut invar_engine::Trace)) {
    for check in &mut report.checks {
        if let CheckOutcome::Refuted(trace) = &mut check.outcome {
            edit(trace);
        }
    }
}

#[test]
fn a_proved_check_that_fails_is_noticed() {
    let mut noticed = 0;
    for seed in 0..40 {
        let program = generate(seed, SIZE).program;
        let mut reports: Vec<ImplReport> = program.impls.ids().map(|id| verify(&program, id, &Z3, &budget())).collect();
        // Only single checks are called proved; the verdict stays, so that `wp` has nothing to object to.
        for report in reports.iter_mut().filter(|report| report.verdict.word() == "refuted") {
            all_proved(report);
            report.verdict = Verdict::Unknown(invar_engine::Unknown::new(invar_engine::Cause::Incomplete, ""));
        }
        noticed += usize::from(what(&program, &reports).ends_with("but that check is proved"));
    }
    assert!(noticed >= 8, "{noticed}");
}

#[test]
fn verdicts_do_not_depend_on_the_run() {
    for seed in 0..10 {
        let program = generate(seed, SIZE).program;
        let main = ImplId::from_index(program.impls.len() - 1);
        let text = |report: ImplReport| format!("{:?} {:?}", report.verdict, report.checks);
        let first = text(verify(&program, main, &Z3, &budget()));
        assert_eq!(first, text(verify(&program, main, &Z3, &budget())), "seed {seed}");
    }
}
