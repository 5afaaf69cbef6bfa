//! The bounded engine on small programs: what it refutes, at which check, and what it proves by exhausting the runs.

use invar_base::{Budget, Effort, Id, SourceId};
use invar_engine::bounded::{Reach, bounded, search};
use invar_engine::certify::certify;
use invar_engine::unroll::{Plan, Purpose, unroll};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Cause, CheckOutcome, ImplReport, Means, Provers, Quantifiers, Verdict};
use invar_gcl::interp::{Limits, Outcome, ScriptedOracle, run};
use invar_gcl::{Approximation, Approximations, ImplId, Program};
use invar_solve::{Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

fn read(text: &str) -> Program {
    invar_gcl::boogie::read(SourceId::from_index(0), text).expect("the program is correct").program
}

fn first() -> ImplId {
    ImplId::from_index(0)
}

fn budget() -> Budget {
    Budget::new(Effort::new(2).expect("a level"))
}

fn means() -> Means<'static> {
    Means::new(&Z3, &budget())
}

fn check(text: &str) -> (Program, ImplReport) {
    let program = read(text);
    let report = bounded(&program, first(), &means());
    replays(&program, &report);
    (program, report)
}

/// Whatever is refuted fails when it is run again.
fn replays(program: &Program, report: &ImplReport) {
    for check in &report.checks {
        let CheckOutcome::Refuted(trace) = &check.outcome else { continue };
        let recording = trace.recording.as_ref().expect("a refutation is recorded");
        let mut oracle = ScriptedOracle::new(recording.decisions.clone());
        let limits = Limits { steps: 10_000_000, events: 0 };
        let again = run(program, &program.pool, report.impl_id, &recording.inputs, &mut oracle, limits);
        assert!(matches!(again.outcome, Outcome::Failed(_)), "{:?}", again.outcome);
    }
}

/// The codes of the checks with this outcome.
fn codes(report: &ImplReport, word: &str) -> Vec<&'static str> {
    let with = report.checks.iter().filter(|check| check.outcome.word() == word);
    with.map(|check| check.check.kind.code()).collect()
}

fn why(report: &ImplReport) -> &invar_engine::Unknown {
    match &report.verdict {
        Verdict::Unknown(unknown) => unknown,
        other => panic!("expected unknown, got {}", other.word()),
    }
}

#[test]
fn a_loop_that_must_iterate_to_fail() {
    // Random values do not find the number: only the formula does.
    let text = "procedure main(n: int) { var i, s: int; i := 0; s := n * 7919; 
        while (i < 5) { i := i + 1; s := s - n; } assert s != 7914 * 123457; }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["assert"]);
}

#[test]
fn a_loop_with_a_symbolic_bound() {
    let text = "procedure main(n: int) requires 0 <= n; { var i, s: int; i := 0; s := 0;
        while (i < n) { i := i + 1; s := s + i; } assert s != 21; }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["assert"]);
}

#[test]
fn constant_loops_are_proved_by_running_them() {
    let text = "procedure main() { var i, j, s: int; var a: [int]int; i := 0; s := 0;
        while (i < 20) { a := a[i := i * i]; i := i + 1; }
        i := 0; while (i < 20) { j := 0; while (j < i) { s := s + a[j]; j := j + 1; } i := i + 1; }
        assert s == 10830; assert a[7] == 49; }";
    let (program, report) = check(text);
    assert_eq!(report.verdict.word(), "proved");
    // Nothing is open in it, so that one depth does, and no question is left.
    let plan = Plan { depth: 1, most_blocks: 1_000, purpose: Purpose::All };
    let unrolled = unroll(&program, first(), &plan, &budget()).expect("time enough");
    assert_eq!((unrolled.is_truncated, unrolled.passive.blocks.len()), (false, 1));
    assert!(unrolled.passive.blocks.values().all(|block| block.cmds.is_empty()), "everything is computed");
}

#[test]
fn bounded_symbolic_loops_are_proved_and_certified() {
    let text = "procedure main(n: int) requires 0 <= n && n <= 6; { var i, s: int; i := 0; s := 0;
        while (i < n) { i := i + 1; s := s + 2; } assert s == 2 * n; }";
    let (program, report) = check(text);
    let Verdict::Proved(proved) = &report.verdict else { panic!("not proved") };
    let evidence = proved.evidence();
    assert!(evidence.unrolled.is_some_and(|depth| depth >= 6), "{evidence:?}");
    assert!(certify(&program, first(), evidence, &means()).is_ok());
    let shallow = invar_engine::Evidence { loops: Vec::new(), unrolled: Some(3) };
    assert!(certify(&program, first(), &shallow, &means()).is_err(), "runs are longer than 3");
}

#[test]
fn unbounded_loops_stay_unknown() {
    let text =
        "procedure main(n: int) requires 0 <= n; { var i: int; i := 0; while (i < n) { i := i + 1; } assert i == n; }";
    let (_, report) = check(text);
    assert_eq!(why(&report).cause, Cause::ResourceLimit);
    assert!(why(&report).detail.contains("iterations"), "{}", why(&report).detail);
}

#[test]
fn nested_loops_and_maps() {
    let text = "procedure main(a: [int]int, n: int) requires 2 <= n && n <= 3; { var i, j, t: int; var b: [int]int;
        b := a; i := 0;
        while (i < n) { j := 0;
          while (j + 1 < n) { if (b[j] > b[j + 1]) { t := b[j]; b := b[j := b[j + 1]]; b := b[j + 1 := t]; } j := j + 1; }
          i := i + 1; }
        assert b[0] <= b[1]; assert b[0] == a[0]; }";
    let (_, report) = check(text);
    // No run is longer, so that the other one holds.
    assert_eq!((codes(&report, "refuted").len(), codes(&report, "proved").len()), (1, 1));
}

#[test]
fn recursion() {
    let text = "procedure main(n: int) requires 0 <= n; { var r: int; call r := sum(n); assert r != 10; }
        procedure sum(n: int) returns (r: int) { var s: int;
          if (n <= 0) { r := 0; } else { call s := sum(n - 1); r := s + n; } }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["assert"]);
    let constant = text.replace("call r := sum(n); assert r != 10;", "call r := sum(60); assert r == 1830;");
    assert!(matches!(check(&constant).1.verdict, Verdict::Proved(_)));
}

#[test]
fn procedures_without_body_do_what_their_contract_allows() {
    let text = "var g: int; procedure unknown(k: int) returns (r: int); modifies g; ensures r > k && g == old(g) + r;
        procedure main(n: int) modifies g; { var r, s: int; g := 0; call r := unknown(n); call s := unknown(r);
          assert s > n + 1; assert g == r + s; assert g != 4000003; }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["assert"]);
    assert!(report.assumptions.iter().any(|text| text.contains("unknown")), "{:?}", report.assumptions);
}

#[test]
fn contracts_are_checked_on_the_way() {
    let text = "procedure half(n: int) returns (r: int) requires n >= 0; ensures 2 * r == n; { r := n div 2; }
        procedure main(n: int) { var r: int; call r := half(n); }";
    let program = read(text);
    let report = bounded(&program, ImplId::from_index(1), &means());
    assert_eq!(codes(&report, "refuted"), ["ensures", "requires"]);
    replays(&program, &report);
}

#[test]
fn invariants_are_refuted_where_they_break() {
    let text = "procedure main(n: int) requires n > 10; { var i: int; i := 0;
        while (i < n) invariant i <= 5; invariant i <= n; { i := i + 1; } }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["invariant-maintained"]);
}

#[test]
fn jumps_into_loops() {
    let text = "procedure main(c: bool) { var i: int; i := 0; goto A, B;
        A: assume c; i := i + 1; goto B, C; B: i := i + 10; goto A, C; C: assert i != 32; return; }";
    let (_, report) = check(text);
    assert_eq!(codes(&report, "refuted"), ["assert"]);
}

/// A search for given checks passes all others by.
#[test]
fn only_what_is_asked_for_is_refuted() {
    let text = "procedure main(x: int) { assert x != 3; assert x != 4; }";
    let (program, report) = check(text);
    let only = [report.checks[1].check.clone()];
    let findings = search(&program, first(), Some(&only), &means(), Reach::Part);
    assert_eq!(findings.failures.len(), 1);
    assert!(findings.failures[0].refutes(&only[0]));
}

#[test]
fn a_proof_that_is_not_inductive_is_finished_by_runs() {
    // Only one way of three choices fails: a single iteration does not show which.
    let bad = "procedure main() { var i, c: int; i := 0;
        while (i < 4) { havoc c; if (c == 77) { i := i + 1; } else { i := i + 2; } } assert i != 5; }";
    let program = read(bad);
    let proof = verify_with(Strategy::Proof, &program, first(), &means());
    assert_eq!(why(&proof).cause, Cause::NotInductive);
    let auto = verify_with(Strategy::Auto, &program, first(), &means());
    assert_eq!(auto.verdict.word(), "refuted");
    let good = "procedure main() { var i: int; i := 0; while (i < 9) { i := i + 1; } assert i == 9; }";
    let auto = verify_with(Strategy::Auto, &read(good), first(), &means());
    assert_eq!(auto.verdict.word(), "proved");
}

/// Through an approximated construct there are no real runs, before it there are.
#[test]
fn approximated_runs_refute_nothing() {
    let text = "var flag: int; procedure main(x: int) modifies flag; { var y: int;
        if (x > 10) { assert x != 4711; y := 1; } else { if (flag == 0) { flag := 1; } havoc y; }
        assert y == 1; }";
    let mut program = read(text);
    let span = program.impls[first()].span;
    let constructs = vec![Approximation { span, what: "inline assembly".to_string() }];
    program.approximations = Some(Approximations { flag: program.globals[0].var, constructs });
    let report = bounded(&program, first(), &means());
    assert_eq!(codes(&report, "refuted").len(), 1);
    let open = report.checks.iter().find_map(|check| match &check.outcome {
        CheckOutcome::Unknown(unknown) => Some(unknown),
        CheckOutcome::Proved { .. } | CheckOutcome::Refuted(_) => None,
    });
    let open = open.expect("one check is open");
    assert_eq!(open.cause, Cause::Unsupported);
    assert!(open.detail.contains("inline assembly"), "{}", open.detail);
    let proof = verify_with(Strategy::Proof, &program, first(), &means());
    assert_eq!(codes(&proof, "refuted").len(), 1);
}

/// The search ends soon, and says why, on programs whose runs have no end.
#[test]
fn endless_programs() {
    let text = "procedure main() { var i: int; i := 0; while (true) { i := i + 1; assert i > 0; } }";
    let (_, report) = check(text);
    assert_eq!(why(&report).cause, Cause::ResourceLimit);
    let text = "procedure main(n: int) { var a, b: int; call a := main2(n); }
        procedure main2(n: int) returns (r: int) { var a, b: int; call a := main2(n + 1); call b := main2(a); r := a + b; }";
    let (_, report) = check(text);
    assert_eq!(report.verdict.word(), "unknown");
}
