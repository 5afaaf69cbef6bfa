//! The interpreter, one test per command and per way a run can end. Programs are built by hand so that a test shows
//! everything it depends on.

use invar_base::{Id, SourceId, Span};
use invar_gcl::builder::{ProgramBuilder, Stmt};
use invar_gcl::interp::{
    Decision, EventKind, Inputs, Limits, Oracle, Outcome, RandomOracle, Run, ScriptedOracle, State, Undecided,
    ValueRequest, run,
};
use invar_gcl::{
    Axiom, BlockId, CheckKind, Clause, Global, ImplId, Local, LoopHints, ProcId, Program, Trust, wellformed,
};
use invar_logic::{EvalError, Op, Sort, Term, TermPool, Value, VarId};

const LIMITS: Limits = Limits { steps: 10_000, events: 1000 };

/// A builder with a global `g` and one procedure `p(a) returns (r)` with a local `x`.
struct Setup {
    b: ProgramBuilder,
    g: Global,
    proc: ProcId,
    ins: Vec<Local>,
    outs: Vec<Local>,
    x: Local,
}

fn span(position: usize) -> Span {
    Span::new(SourceId::from_index(0), position, position + 1)
}

impl Setup {
    fn new() -> Setup {
        let mut b = ProgramBuilder::new(TermPool::new(), span(0));
        let g = b.global("g", Sort::INT);
        let (formal_in, formal_out) = (b.local("a", Sort::INT), b.local("r", Sort::INT));
        let proc = b.proc("p", vec![formal_in], vec![formal_out], vec![g.var]);
        let (ins, outs) = (vec![b.local("a", Sort::INT)], vec![b.local("r", Sort::INT)]);
        let x = b.local("x", Sort::INT);
        Setup { b, g, proc, ins, outs, x }
    }

    fn var(&mut self, var: VarId) -> Term {
        self.b.pool.var(var)
    }

    fn int(&mut self, value: i64) -> Term {
        self.b.pool.int(value)
    }

    /// `var + value`
    fn plus(&mut self, var: VarId, value: i64) -> Term {
        let (var, value) = (self.var(var), self.int(value));
        self.b.pool.add(var, value)
    }

    fn equals(&mut self, var: VarId, value: i64) -> Term {
        let (var, value) = (self.var(var), self.int(value));
        self.b.pool.eq(var, value)
    }

    fn finish(mut self, body: Vec<Stmt>) -> (Program, ImplId) {
        let body = self.b.seq(body);
        let id = self.b.implement(self.proc, self.ins, self.outs, vec![self.x], &body);
        let program = self.b.finish();
        assert_eq!(wellformed::check(&program), Ok(()));
        (program, id)
    }
}

/// Every open value is 7; branches follow the list, then the last target.
struct Sevens {
    branches: Vec<usize>,
    truth: Option<bool>,
}

impl Oracle for Sevens {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        (request.sort == Sort::INT).then(|| Value::int(7))
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        if self.branches.is_empty() { targets.last().copied() } else { targets.get(self.branches.remove(0)).copied() }
    }

    fn decide(&mut self, _pool: &TermPool, _term: Term, _state: &State) -> Option<bool> {
        self.truth
    }
}

fn execute(program: &Program, id: ImplId, inputs: &Inputs) -> Run {
    run(program, &program.pool, id, inputs, &mut Sevens { branches: vec![], truth: None }, LIMITS)
}

fn with_a(value: i64) -> Inputs {
    Inputs { ins: vec![Value::int(value)], ..Inputs::default() }
}

fn returned(run: Run) -> State {
    match run.outcome {
        Outcome::Returned(state) => state,
        other => panic!("expected a return, got {other:?}"),
    }
}

fn failed(run: Run) -> invar_gcl::interp::Failure {
    match run.outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("expected a failure, got {other:?}"),
    }
}

#[test]
fn assignments_read_the_state_before_them_and_havoc_asks() {
    let mut s = Setup::new();
    let (a, r, x) = (s.ins[0].var, s.outs[0].var, s.x.var);
    let (a_plus, x_plus) = (s.plus(a, 1), s.plus(x, 10));
    let body = vec![s.b.assign(r, a_plus), s.b.havoc(x), s.b.assign(r, x_plus)];
    let (program, id) = s.finish(body);
    let run = execute(&program, id, &with_a(5));
    let shown: Vec<(VarId, Value)> = run
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Assigned | EventKind::Havoced))
        .flat_map(|event| event.values.clone())
        .collect();
    assert_eq!(shown, [(r, Value::int(6)), (x, Value::int(7)), (r, Value::int(17))]);
    assert_eq!(returned(run).values[&r], Value::int(17));
}

#[test]
fn a_false_assumption_blocks_and_a_false_assertion_fails() {
    for (value, blocks) in [(0, true), (1, false)] {
        let mut s = Setup::new();
        let a = s.ins[0].var;
        let (is_one, is_two) = (s.equals(a, 1), s.equals(a, 2));
        s.b.span = span(10);
        let assume = s.b.assume(is_one);
        s.b.span = span(20);
        let assert_ = s.b.assert_(is_two);
        let (program, id) = s.finish(vec![assume, assert_]);
        let run = execute(&program, id, &with_a(value));
        if blocks {
            assert_eq!(run.outcome, Outcome::Blocked { span: span(10) });
        } else {
            let failure = failed(run);
            assert_eq!((failure.kind, failure.span, failure.depth), (CheckKind::Assertion, span(20), 0));
            assert!(failure.check.is_some());
        }
    }
}

#[test]
fn where_conditions_hold_after_every_havoc() {
    let mut s = Setup::new();
    let x = s.x.var;
    let is_eight = s.equals(x, 8);
    s.x.where_ = Some(is_eight);
    let body = vec![s.b.havoc(x)];
    let (program, id) = s.finish(body);
    let run = execute(&program, id, &with_a(0));
    assert!(matches!(run.outcome, Outcome::Blocked { .. }), "7 is not 8: {:?}", run.outcome);
}

#[test]
fn only_open_branches_are_asked_for() {
    let mut s = Setup::new();
    let (a, r) = (s.ins[0].var, s.outs[0].var);
    let condition = s.equals(a, 1);
    let (one, two, three) = (s.int(1), s.int(2), s.int(3));
    let (then, otherwise) = (s.b.assign(r, one), s.b.assign(r, two));
    let deterministic = s.b.if_(condition, then, otherwise);
    let open = s.b.choose(vec![s.b.skip(), s.b.assign(r, three)]);
    let (program, id) = s.finish(vec![deterministic, open]);
    for (choice, expected) in [(0, 1), (1, 3)] {
        let mut oracle = Sevens { branches: vec![choice], truth: None };
        let run = run(&program, &program.pool, id, &with_a(1), &mut oracle, LIMITS);
        assert_eq!(run.decisions.iter().filter(|d| matches!(d, Decision::Branch(_))).count(), 1);
        assert_eq!(returned(run).values[&r], Value::int(expected));
    }
    let mut empty = ScriptedOracle::new([]);
    let run = run(&program, &program.pool, id, &with_a(1), &mut empty, LIMITS);
    assert!(matches!(run.outcome, Outcome::Undecided { reason: Undecided::NoValue(_), .. }));
}

#[test]
fn raise_goes_to_the_innermost_handler_and_an_uncaught_one_returns() {
    let mut s = Setup::new();
    let (r, x) = (s.outs[0].var, s.x.var);
    let (one, two, three, four) = (s.int(1), s.int(2), s.int(3), s.int(4));
    // ((r := 1; raise; r := 2) ! (x := 3; raise)) ! (r := r + 10); raise; r := 4
    let inner = s.b.catch(
        s.b.seq(vec![s.b.assign(r, one), s.b.raise(), s.b.assign(r, two)]),
        s.b.seq(vec![s.b.assign(x, three), s.b.raise()]),
    );
    let ten_more = s.plus(r, 10);
    let outer = s.b.catch(inner, s.b.assign(r, ten_more));
    let body = vec![outer, s.b.raise(), s.b.assign(r, four)];
    let (program, id) = s.finish(body);
    let state = returned(execute(&program, id, &with_a(0)));
    assert_eq!((&state.values[&r], &state.values[&x]), (&Value::int(11), &Value::int(3)));
}

/// `x := 0; while (x < a) invariant { x := x + 1 }; assert x == 3`
fn counting(invariant: impl Fn(&mut Setup) -> Term, a: i64) -> Run {
    let mut s = Setup::new();
    let (a_var, x) = (s.ins[0].var, s.x.var);
    let invariant = invariant(&mut s);
    let (zero, tx, ta) = (s.int(0), s.var(x), s.var(a_var));
    let guard = s.b.pool.lt(tx, ta);
    let next = s.plus(x, 1);
    let body = s.b.assign(x, next);
    let start = s.b.assign(x, zero);
    let looping = s.b.loop_(Some(guard), vec![invariant], LoopHints::default(), body);
    let is_three = s.equals(x, 3);
    let end = s.b.assert_(is_three);
    let (program, id) = s.finish(vec![start, looping, end]);
    execute(&program, id, &with_a(a))
}

#[test]
fn loops_iterate_and_invariants_fail_on_entry_or_maintenance() {
    let at_most = |bound: i64| {
        move |s: &mut Setup| {
            let (x, bound) = (s.var(s.x.var), s.int(bound));
            s.b.pool.le(x, bound)
        }
    };
    returned(counting(at_most(5), 3));
    assert_eq!(failed(counting(at_most(5), 4)).kind, CheckKind::Assertion);
    assert_eq!(failed(counting(at_most(-1), 3)).kind, CheckKind::InvariantEntry);
    let failure = failed(counting(at_most(1), 3));
    assert_eq!(failure.kind, CheckKind::InvariantMaintained);
    assert_eq!(counting(at_most(100_000), 100_000).outcome, Outcome::OutOfBudget);
}

/// A callee `q(b) returns (s)` that increments g; `p` calls it as `r := q(a)`.
fn calling(
    contract: impl Fn(&mut Setup, ProcId),
    has_body: bool,
    after: impl Fn(&mut Setup) -> Term,
) -> (Program, ImplId) {
    let mut s = Setup::new();
    let (formal_in, formal_out) = (s.b.local("b", Sort::INT), s.b.local("s", Sort::INT));
    let callee = s.b.proc("q", vec![formal_in], vec![formal_out], vec![s.g.var]);
    contract(&mut s, callee);
    if has_body {
        let (own_in, own_out) = (s.b.local("b", Sort::INT), s.b.local("s", Sort::INT));
        let g = s.g.var;
        let (more, result) = (s.plus(g, 1), s.plus(own_in.var, 100));
        let body = s.b.seq(vec![s.b.assign(g, more), s.b.assign(own_out.var, result)]);
        s.b.implement(callee, vec![own_in], vec![own_out], vec![], &body);
    }
    let (a, r) = (s.ins[0].var, s.outs[0].var);
    let argument = s.var(a);
    s.b.span = span(50);
    let call = s.b.call(callee, vec![argument], vec![r]);
    let fact = after(&mut s);
    s.b.span = span(60);
    let check = s.b.assert_(fact);
    s.finish(vec![call, check])
}

fn clause(term: Term, trust: Trust, position: usize) -> Clause {
    Clause { term, trust, span: span(position), message: None }
}

#[test]
fn calls_run_bodies_and_bring_results_and_globals_back() {
    let (program, id) = calling(
        |_, _| {},
        true,
        |s| {
            let (r, g, old) = (s.outs[0].var, s.g.var, s.g.old);
            let (is_result, tg, one_more) = (s.equals(r, 105), s.var(g), s.plus(old, 1));
            let counted = s.b.pool.eq(tg, one_more);
            s.b.pool.and(&[is_result, counted])
        },
    );
    let inputs = Inputs { globals: [(program.globals[0].var, Value::int(40))].into(), ..with_a(5) };
    let run = execute(&program, id, &inputs);
    let kinds: Vec<usize> = run.events.iter().map(|event| event.depth).collect();
    assert!(kinds.contains(&1), "the callee's events are one call deep");
    assert_eq!(returned(run).values[&program.globals[0].var], Value::int(41));
}

#[test]
fn contracts_are_checked_on_the_way() {
    let requires_two = |s: &mut Setup, callee: ProcId| {
        let formal = s.b.program.procs[callee].ins[0].var;
        let term = s.equals(formal, 2);
        s.b.program.procs[callee].requires.push(clause(term, Trust::Checked, 70));
    };
    let (program, id) = calling(requires_two, true, |_| Term::TRUE);
    returned(execute(&program, id, &with_a(2)));
    let failure = failed(execute(&program, id, &with_a(3)));
    assert_eq!((failure.kind, failure.span, failure.related), (CheckKind::Precondition, span(50), Some(span(70))));
    assert_eq!(failure.depth, 0);
    for (increment, holds) in [(1, true), (2, false)] {
        let counts = |s: &mut Setup, callee: ProcId| {
            let (g, more) = (s.var(s.g.var), s.plus(s.g.old, increment));
            let term = s.b.pool.eq(g, more);
            s.b.program.procs[callee].ensures.push(clause(term, Trust::Checked, 80));
        };
        let (program, id) = calling(counts, true, |_| Term::TRUE);
        let run = execute(&program, id, &with_a(0));
        if holds {
            returned(run);
        } else {
            let failure = failed(run);
            assert_eq!((failure.kind, failure.span, failure.depth), (CheckKind::Postcondition, span(80), 1));
        }
    }
}

#[test]
fn free_clauses_are_assumed_and_the_callers_own_requires_too() {
    let free = |s: &mut Setup, callee: ProcId| {
        let formal = s.b.program.procs[callee].ins[0].var;
        let term = s.equals(formal, 2);
        s.b.program.procs[callee].requires.push(clause(term, Trust::Free, 70));
    };
    let (program, id) = calling(free, true, |_| Term::TRUE);
    assert_eq!(execute(&program, id, &with_a(3)).outcome, Outcome::Blocked { span: span(70) });
    let mut s = Setup::new();
    let formal = s.b.program.procs[s.proc].ins[0].var;
    let term = s.equals(formal, 2);
    s.b.program.procs[s.proc].requires.push(clause(term, Trust::Checked, 90));
    let (program, id) = s.finish(vec![]);
    assert_eq!(execute(&program, id, &with_a(3)).outcome, Outcome::Blocked { span: span(90) });
}

#[test]
fn a_call_without_body_gets_its_results_from_the_oracle_within_its_contract() {
    for (result, allowed) in [(7, true), (8, false)] {
        let ensures = |s: &mut Setup, callee: ProcId| {
            let formal = s.b.program.procs[callee].outs[0].var;
            let term = s.equals(formal, result);
            s.b.program.procs[callee].ensures.push(clause(term, Trust::Checked, 80));
        };
        let (program, id) = calling(ensures, false, |s| {
            let (r, g) = (s.outs[0].var, s.g.var);
            let parts = [s.equals(r, 7), s.equals(g, 7)];
            s.b.pool.and(&parts)
        });
        let run = execute(&program, id, &with_a(0));
        match allowed {
            true => drop(returned(run)),
            false => assert_eq!(run.outcome, Outcome::Blocked { span: span(80) }),
        }
    }
}

#[test]
fn what_cannot_be_evaluated_is_put_to_the_oracle() {
    let mut s = Setup::new();
    let a = s.ins[0].var;
    let k = s.b.pool.new_var("k", Sort::INT);
    let (tk, ta) = (s.var(k), s.var(a));
    let below = s.b.pool.lt(tk, ta);
    let unbounded = s.b.pool.exists(&[k], vec![], below);
    let assume = s.b.assume(unbounded);
    let (program, id) = s.finish(vec![assume]);
    let undecided = execute(&program, id, &with_a(0)).outcome;
    assert!(matches!(
        undecided,
        Outcome::Undecided { reason: Undecided::Eval(EvalError::UndecidedQuantifier(..)), .. }
    ));
    let mut oracle = Sevens { branches: vec![], truth: Some(true) };
    returned(run(&program, &program.pool, id, &with_a(0), &mut oracle, LIMITS));
    let mut s = Setup::new();
    let (ta, zero, r) = (s.var(s.ins[0].var), s.int(0), s.outs[0].var);
    let quotient = s.b.pool.mk(Op::Div, &[ta, zero]);
    let body = vec![s.b.assign(r, quotient)];
    let (program, id) = s.finish(body);
    let outcome = execute(&program, id, &with_a(1)).outcome;
    assert!(matches!(outcome, Outcome::Undecided { reason: Undecided::Eval(EvalError::DivisionByZero), .. }));
}

#[test]
fn axioms_and_unique_constants_are_assumptions_on_the_inputs() {
    let build = || {
        let mut s = Setup::new();
        let (c, d) = (s.b.constant("c", Sort::INT), s.b.constant("d", Sort::INT));
        for constant in &mut s.b.program.constants {
            constant.unique = true;
        }
        let (tc, zero, k) = (s.var(c), s.int(0), s.b.pool.new_var("k", Sort::INT));
        let positive = s.b.pool.lt(zero, tc);
        s.b.program.axioms.push(Axiom { term: positive, span: span(30) });
        let tk = s.var(k);
        let above = s.b.pool.lt(tc, tk);
        let unbounded = s.b.pool.exists(&[k], vec![], above);
        s.b.program.axioms.push(Axiom { term: unbounded, span: span(31) });
        (s.finish(vec![]), c, d)
    };
    let ((program, id), c, d) = build();
    let inputs = |x: i64, y: i64| Inputs { constants: [(c, Value::int(x)), (d, Value::int(y))].into(), ..with_a(0) };
    let fine = execute(&program, id, &inputs(1, 2));
    assert_eq!(fine.undecided_axioms, [1]);
    returned(fine);
    assert_eq!(execute(&program, id, &inputs(0, 2)).outcome, Outcome::Blocked { span: span(30) });
    assert!(matches!(execute(&program, id, &inputs(2, 2)).outcome, Outcome::Blocked { .. }));
}

#[test]
fn recursion_to_any_depth_stays_within_the_budget() {
    // p(a) calls itself with a + 1, for ever.
    let mut s = Setup::new();
    let (proc, a, r) = (s.proc, s.ins[0].var, s.outs[0].var);
    let next = s.plus(a, 1);
    let body = vec![s.b.call(proc, vec![next], vec![r])];
    let (program, id) = s.finish(body);
    let limits = Limits { steps: 100_000, events: 0 };
    let mut oracle = Sevens { branches: vec![], truth: None };
    let run = run(&program, &program.pool, id, &with_a(0), &mut oracle, limits);
    assert_eq!(run.outcome, Outcome::OutOfBudget);
}

fn read(text: &str) -> Program {
    invar_gcl::boogie::read(SourceId::from_index(0), text).expect("the program is correct").program
}

/// Runs the first body of the text, without events.
fn run_text(text: &str, steps: u64) -> Run {
    let program = read(text);
    let limits = Limits { steps, events: 0 };
    let mut oracle = RandomOracle::new(1);
    run(&program, &program.pool, ImplId::from_index(0), &Inputs::default(), &mut oracle, limits)
}

#[test]
fn deep_recursion_needs_no_stack() {
    let text = "procedure main() { var r: int; call r := down(100000); assert r == 100000; }
        procedure down(n: int) returns (r: int) ensures r == n; { var s: int;
          if (n == 0) { r := 0; } else { call s := down(n - 1); r := s + 1; } }";
    returned(run_text(text, 10_000_000));
}

/// Each activation has its own variables and its own `old`.
#[test]
fn activations_do_not_share_variables() {
    let text = "var g: int;
        procedure main() modifies g; { var r: int; g := 0; call r := sum(4); assert r == 10 && g == 5; }
        procedure sum(n: int) returns (r: int) modifies g; ensures g == old(g) + n + 1; { var s, m: int;
          m := n * 2; g := g + 1;
          if (n == 0) { r := 0; } else { call s := sum(n - 1); r := s + n; }
          assert m == n * 2; assert old(g) <= g; }";
    returned(run_text(text, 10_000));
}

/// Copying the map at each store would take far longer than anybody waits.
#[test]
fn stores_happen_in_place() {
    let text = "var mem: [int, int]int;
        procedure main() modifies mem; { var i: int; i := 0;
          while (i < 60000) { call put(i); i := i + 1; } assert mem[3, 59999] == 59999; }
        procedure put(i: int) modifies mem; ensures mem[3, i] == i; { mem := mem[3, i := 0][3, i := i]; }";
    returned(run_text(text, 100_000_000));
}

#[test]
fn a_store_reads_the_map_before_it_changes() {
    let text = "procedure main() { var a: [int]int; a := a[0 := 1]; a := a[0 := 2][1 := a[0]]; assert a[0] == 2 && a[1] == 1; }";
    returned(run_text(text, 1_000));
}

#[test]
fn a_local_that_is_written_first_is_not_asked_for() {
    let text = "procedure main() { var x: int; var y: int where 3 <= y && y <= 5; var z: int where z < 0 && z > 0;
          x := 1; while (x < 3) { y := 4; x := x + 1; } }";
    // The unsatisfiable `where` of z still blocks the run.
    let run = run_text(text, 1_000);
    assert!(matches!(run.outcome, Outcome::Blocked { .. }));
    assert_eq!(run.decisions.len(), 1);
}

/// What a `where` condition mentions has a value, too.
#[test]
fn where_conditions_may_speak_of_other_locals() {
    let text = "procedure main() { var low: int where 0 <= low; var high: int where low <= high;
          low := 10; havoc high; assert high >= 10; }";
    let run = run_text(text, 1_000);
    assert!(matches!(run.outcome, Outcome::Returned(_) | Outcome::Blocked { .. }), "{:?}", run.outcome);
}
