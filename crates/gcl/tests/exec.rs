//! The fast executor ends as the interpreter does, for the same decisions: one test for each thing that has code of its own.

use std::time::Instant;

use invar_base::{Id, SourceId};
use invar_gcl::exec::{Amount, Ended, Executor, Script, Visit};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, RandomOracle, Run};
use invar_gcl::{ImplId, Program};
use invar_logic::Value;

const LIMITS: Limits = Limits { steps: 50_000_000, events: 0 };
const AMOUNT: Amount = Amount { steps: 10_000_000, decisions: 10_000, watch_heads: false };

fn program(text: &str) -> Program {
    invar_gcl::boogie::read(SourceId::from_index(0), text).expect("the program is correct").program
}

fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Returned(_) => "returned",
        Outcome::Failed(_) => "failed",
        Outcome::Blocked { .. } => "blocked",
        Outcome::Undecided { .. } => "undecided",
        Outcome::OutOfBudget => "out of budget",
    }
}

/// Runs the first body both ways, on several seeds, and says how the last run ended.
fn both(text: &str) -> &'static str {
    let program = program(text);
    let main = ImplId::from_index(0);
    let mut executor = Executor::new(&program, &program.pool);
    let mut interpreter = Interpreter::new(&program, &program.pool);
    let mut last = "";
    for seed in 0..8 {
        let run = interpreter.run(main, &Inputs::default(), &mut RandomOracle::new(seed), LIMITS);
        let mut script = Script::new(run.decisions.clone());
        let execution = executor.run(main, &Inputs::default(), &mut script, AMOUNT);
        assert_eq!(run.decisions, execution.decisions, "{text}");
        last = name(&run.outcome);
        match (&run.outcome, &execution.ended) {
            (Outcome::Returned(state), Ended::Returned) => assert_eq!(*state, executor.state(&Inputs::default())),
            (Outcome::Failed(failure), Ended::Failed(failed)) => {
                assert_eq!((failure.check, failure.kind, failure.span), (failed.check, failed.kind, failed.span));
                assert_eq!((failure.depth, failure.impl_id), (failed.depth, failed.impl_id));
            }
            (Outcome::Blocked { .. }, Ended::Blocked { .. }) => {}
            (Outcome::Undecided { .. }, Ended::Undecided { .. }) => {}
            (_, ended) => panic!("{last} and {ended:?}"),
        }
    }
    last
}

#[test]
fn integers_beyond_machine_words() {
    let text = "procedure p() returns (r: int) { var x: int; var i: int; x := 1; i := 0;
        while (i < 200) { x := x * 3 - i; i := i + 1; }
        r := x div 7 + x mod 1000 - (-x); assert r > 0 && x != 9223372036854775807; assert r < x; }";
    assert_eq!(both(text), "failed");
}

#[test]
fn division_rounds_as_the_logic_says() {
    let text = "procedure p(a: int) returns (r: int) { var b: int; b := -3;
        while (b <= 3) { if (b != 0) { r := r + (a div b) * 100 + a mod b; } b := b + 1; } }";
    assert_eq!(both(text), "returned");
}

#[test]
fn division_by_zero_is_undecided_unless_others_decide() {
    assert_eq!(both("procedure p() { var z: int; z := 0; assert 1 div z == 1; }"), "undecided");
    assert_eq!(both("procedure p() { var z: int; z := 0; assert 1 div z == 1 || z == 0; }"), "returned");
    assert_eq!(
        both("procedure p() { var z: int; z := 0; if (1 div z == 1) { z := 1; } else { z := 2; } }"),
        "undecided"
    );
}

#[test]
fn maps_of_maps_change_in_place_and_copies_do_not() {
    let text = "var m: [int][int]int; procedure p() modifies m; { var c: [int][int]int; var i: int; i := 0;
        m := (lambda k: int :: (lambda j: int :: 0));
        c := m;
        while (i < 100) { m[i mod 7][i - 50] := i; m := m[i := m[3]]; i := i + 1; }
        assert c[0][0] == 0; assert m[6][-44] == 6 || m[3][0] >= 0; c := m; m[0][0] := 12345; assert c[0][0] != 12345; }";
    assert_eq!(both(text), "returned");
}

#[test]
fn several_stores_at_once_read_the_old_map() {
    let text = "procedure p() { var m: [int]int; m := (lambda k: int :: 5);
        m := m[0 := 1][1 := m[0] + 1][2 := m[1]]; assert m[0] == 1 && m[1] == 6 && m[2] == 5; }";
    assert_eq!(both(text), "returned");
}

#[test]
fn lambdas_and_quantifiers_are_the_evaluators() {
    let text = "procedure p(n: int) { var a: [int]int; var b: [int]int; var i: int;
        a := (lambda k: int :: k * k); i := 0; while (i < 10) { b[i] := a[i]; a[i] := 0; i := i + 1; }
        assert (forall k: int :: 0 <= k && k < 10 ==> b[k] == k * k && a[k] == 0); assert a[12] == 144;
        assert (exists k: int :: 0 <= k && k < 10 && b[k] == 49); }";
    assert_eq!(both(text), "returned");
}

#[test]
fn contracts_old_values_and_recursion() {
    let text = "var g: int; procedure p(n: int) returns (r: int) modifies g; { g := 0; call r := sum(20); assert r == 210 && g == 21; }
        procedure sum(n: int) returns (r: int) requires n >= 0; ensures r >= n; ensures g > old(g); modifies g;
        { var t: int; g := g + 1; r := 0; if (n > 0) { call t := sum(n - 1); r := t + n; } }";
    assert_eq!(both(text), "returned");
}

#[test]
fn preconditions_fail_at_the_call() {
    let text = "procedure p() { call q(3); call q(-1); } procedure q(n: int) requires n > 0; { }";
    assert_eq!(both(text), "failed");
}

#[test]
fn what_has_no_body_keeps_its_contract() {
    let text =
        "procedure p() { var x: int; var i: int; i := 0; while (i < 5) { call x := q(i); assert x >= i; i := i + 1; } }
        procedure q(n: int) returns (r: int); ensures r >= n && r <= n + 3;";
    both(text);
}

#[test]
fn where_conditions_hold_at_havocs_and_heads() {
    let text = "procedure p() { var x: int where x >= 0; var i: int; i := 0; x := 0;
        while (i < 5) { havoc x; assert x >= 0; x := x - 1; i := i + 1; } }";
    both(text);
}

#[test]
fn invariants_fail_on_entry_or_are_not_maintained() {
    let text = "procedure p() { var i: int; i := 0; while (i < 5) invariant i < 3; { i := i + 1; } }";
    assert_eq!(both(text), "failed");
}

#[test]
fn other_sorts_are_the_evaluators() {
    let text =
        "procedure p(x: real, v: bv8) { var y: real; var w: bv8; var m: [int]real; y := x + 1.5; w := v; m[3] := y;
        assert y > x; assert m[3] - x == 1.5; assert w == v; }";
    assert_eq!(both(text), "returned");
}

/// `100,000` iterations, each with an assertion, are no work.
const LOOP: &str = "procedure p() { var i: int; var s: int; i := 0; s := 0;
    while (i < 1000000) { s := s + i mod 7; assert s >= 0; i := i + 1; } assert s != 2999997; }";

#[test]
fn deep_runs_end() {
    let program = program(LOOP);
    let mut executor = Executor::new(&program, &program.pool);
    let started = Instant::now();
    let execution = executor.run(ImplId::from_index(0), &Inputs::default(), &mut script(&program), AMOUNT);
    assert!(matches!(execution.ended, Ended::Failed(_)), "{:?}", execution.ended);
    eprintln!("{} steps in {:?}", execution.steps, started.elapsed());
}

fn script(program: &Program) -> Script {
    let few = Limits { steps: 1_000, events: 0 };
    let run: Run = Interpreter::new(program, &program.pool).run(
        ImplId::from_index(0),
        &Inputs::default(),
        &mut RandomOracle::new(0),
        few,
    );
    Script::new(run.decisions)
}

/// Somebody who reads states at heads.
struct Watcher {
    script: Script,
    seen: Vec<Value>,
}

impl invar_gcl::exec::Choices for Watcher {
    fn value(&mut self, request: &invar_gcl::exec::Request<'_>) -> Option<Value> {
        self.script.value(request)
    }

    fn branch(&mut self, impl_id: ImplId, from: invar_gcl::BlockId, targets: &[invar_gcl::BlockId]) -> Option<usize> {
        self.script.branch(impl_id, from, targets)
    }

    fn at_head(&mut self, visit: &Visit<'_>) {
        let program_var = visit.state.var(self.watched());
        self.seen.extend(program_var);
    }
}

impl Watcher {
    /// The counter, the first local of the body.
    fn watched(&self) -> invar_logic::VarId {
        invar_logic::VarId::from_index(0)
    }
}

#[test]
fn heads_are_reported_with_their_states() {
    let program = program("procedure p() { var i: int; i := 0; while (i < 4) { i := i + 1; } }");
    let mut executor = Executor::new(&program, &program.pool);
    let mut watcher = Watcher { script: script(&program), seen: Vec::new() };
    let amount = Amount { watch_heads: true, ..AMOUNT };
    let execution = executor.run(ImplId::from_index(0), &Inputs::default(), &mut watcher, amount);
    assert_eq!(execution.ended, Ended::Returned);
    assert_eq!(watcher.seen, (0..5).map(Value::int).collect::<Vec<Value>>());
}
