//! SMT-LIB text and solver processes, and their agreement with the in-process session.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use invar_logic::{BvOp, Constructor, Field, Op, Sort, Term, TermPool, Trigger};
use invar_solve::smtlib::{Opinion, ProcessSolver, ScriptOptions, script};
use invar_solve::{Answer, Limit, Prover, Reason, SessionOptions, Z3Session};

fn text(pool: &TermPool, assertions: &[Term]) -> String {
    script(pool, assertions, &ScriptOptions::default())
}

fn limit() -> Limit {
    Limit { deadline: Some(Instant::now() + Duration::from_secs(20)), ..Limit::resources(20_000_000) }
}

/// The solver processes of this machine.
fn solvers() -> Vec<ProcessSolver> {
    let (present, absent): (Vec<_>, Vec<_>) =
        [ProcessSolver::cvc5(), ProcessSolver::z3()].into_iter().partition(ProcessSolver::is_installed);
    absent.iter().for_each(|solver| println!("skipped: {} is not installed", solver.command[0]));
    present
}

fn variable(pool: &mut TermPool, name: &str, sort: Sort) -> Term {
    let var = pool.new_var(name, sort);
    pool.var(var)
}

#[test]
fn a_script_is_readable() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let strange = variable(&mut pool, "a|b c", Sort::INT);
    let rows = pool.map_sort(&[Sort::INT, Sort::INT], Sort::INT);
    let m = variable(&mut pool, "m", rows);
    let minus = pool.int(-3);
    let stored = pool.store(m, &[x, minus], strange);
    let same = pool.eq(stored, m);
    let expected = "\
; two lines
; of title
(set-logic ALL)
(declare-fun x!0 () Int)
(declare-fun |va_b c!1| () Int)
(declare-fun m!2 () (Array Int (Array Int Int)))
(assert (= (store m!2 x!0 (store (select m!2 x!0) (- 3) |va_b c!1|)) m!2))
(check-sat)
";
    assert_eq!(script(&pool, &[same], &ScriptOptions { title: "two lines\nof title".to_string() }), expected);
}

#[test]
fn shared_terms_under_binders_become_definitions_with_parameters() {
    let mut pool = TermPool::new();
    let i = pool.new_var("i", Sort::INT);
    let mut doubled = pool.var(i);
    for _ in 0..60 {
        doubled = pool.add(doubled, doubled);
    }
    let f = pool.new_function("f", &[Sort::INT], Sort::INT);
    let bound = pool.var(i);
    let f_i = pool.app(f, &[bound]);
    let body = pool.eq(f_i, doubled);
    let every = pool.forall(&[i], vec![Trigger::Pattern(vec![f_i])], body);
    let one = pool.int(1);
    let (at_one, power) = (pool.app(f, &[one]), pool.int(1u64 << 60));
    let wrong = pool.ne(at_one, power);
    let text = text(&pool, &[every, wrong]);
    assert!(text.len() < 10_000, "the text is linear in the DAG, not {} bytes", text.len());
    assert!(text.contains("(define-fun def!0 ((i!0 Int)) Int "));
    for solver in solvers() {
        assert_eq!(solver.run(&text, &limit()), Opinion::Unsat, "{}", solver.command[0]);
    }
}

#[test]
fn nested_stores_do_not_double() {
    let mut pool = TermPool::new();
    let rows = pool.map_sort(&[Sort::INT, Sort::INT], Sort::INT);
    let m = variable(&mut pool, "m", rows);
    let mut stored = m;
    for index in 0..200 {
        let index = pool.int(index);
        stored = pool.store(stored, &[index, index], index);
    }
    let (seven, eight) = (pool.int(7), pool.int(8));
    let at = pool.select(stored, &[seven, seven]);
    let wrong = pool.eq(at, eight);
    let text = text(&pool, &[wrong]);
    assert!(text.len() < 100_000, "{} bytes", text.len());
    for solver in solvers() {
        assert_eq!(solver.run(&text, &limit()), Opinion::Unsat, "{}", solver.command[0]);
    }
}

#[test]
fn deep_terms_print() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let f = pool.new_function("f", &[Sort::INT], Sort::INT);
    let mut deep = x;
    for _ in 0..100_000 {
        deep = pool.app(f, &[deep]);
    }
    let zero = pool.int(0);
    let is_zero = pool.eq(deep, zero);
    let text = text(&pool, &[is_zero]);
    assert!(text.contains("def!400"));
    assert!(text.lines().all(|line| line.len() < 5_000));
}

#[test]
fn every_sort_is_declared() {
    let mut pool = TermPool::new();
    let (tree, tree_sort) = pool.declare_datatype("Tree");
    let element = pool.uninterpreted_sort("Element");
    let [leaf, node, left, value] = ["leaf", "node", "left", "value"].map(|name| pool.intern(name));
    let fields = vec![Field { name: left, sort: tree_sort }, Field { name: value, sort: element }];
    pool.define_datatype(
        tree,
        vec![Constructor { name: leaf, fields: Vec::new() }, Constructor { name: node, fields }],
    );
    let t = variable(&mut pool, "t", tree_sort);
    let is_node = pool.is(tree, 1, t);
    let below = pool.project(tree, 1, 0, t);
    let cycle = pool.eq(below, t);
    for solver in solvers() {
        let name = &solver.command[0];
        assert_eq!(solver.run(&text(&pool, &[is_node, cycle]), &limit()), Opinion::Unsat, "{name}");
        assert_eq!(solver.run(&text(&pool, &[is_node]), &limit()), Opinion::Sat, "{name}");
    }
}

fn shell(program: &str) -> ProcessSolver {
    ProcessSolver::new(["sh", "-c", program])
}

#[test]
fn only_a_clean_answer_counts() {
    let run = |program: &str| shell(program).run("(check-sat)\n", &limit());
    assert_eq!(run("cat >/dev/null; echo unsat"), Opinion::Unsat);
    assert_eq!(run("cat >/dev/null; echo sat"), Opinion::Sat);
    for program in [
        "echo '(error \"no\")'; echo unsat",
        "echo unsat; exit 1",
        "echo unsat; kill -9 $$",
        "echo unsat; echo sat",
        "echo unsatisfiable",
        "echo",
        "true",
        "yes | head -c 3000000",
    ] {
        let opinion = run(&format!("cat >/dev/null; {program}"));
        assert!(matches!(opinion, Opinion::Unknown(Reason::Failed(_))), "{program}: {opinion:?}");
    }
    let missing = ProcessSolver::new(["no-such-solver-anywhere"]);
    assert!(!missing.is_installed());
    assert!(matches!(missing.run("", &limit()), Opinion::Unknown(Reason::Failed(_))));
    assert!(matches!(ProcessSolver { command: Vec::new() }.run("", &limit()), Opinion::Unknown(Reason::Failed(_))));
}

#[test]
fn a_slow_solver_is_ended() {
    let start = Instant::now();
    let soon = Limit { deadline: Some(start + Duration::from_millis(100)), ..Limit::resources(1) };
    assert_eq!(shell("exec sleep 60").run("", &soon), Opinion::Unknown(Reason::Deadline));
    let interrupted = Limit { interrupt: Arc::new(AtomicBool::new(true)), ..Limit::resources(1) };
    assert_eq!(shell("exec sleep 60").run("", &interrupted), Opinion::Unknown(Reason::Interrupted));
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A generator that repeats: the tests are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick(&mut self, terms: &[Term]) -> Term {
        terms[self.roll(terms.len())]
    }
}

struct Vocabulary {
    ints: Vec<Term>,
    maps: Vec<Term>,
    bytes: Vec<Term>,
    bools: Vec<Term>,
}

impl Vocabulary {
    fn new(pool: &mut TermPool) -> Vocabulary {
        let rows = pool.map_sort(&[Sort::INT, Sort::INT], Sort::INT);
        let byte = pool.bitvec_sort(4);
        let mut ints: Vec<Term> = ["x", "y"].map(|name| variable(pool, name, Sort::INT)).to_vec();
        ints.extend([-1, 0, 1].map(|n| pool.int(n)));
        let mut bytes: Vec<Term> = ["u", "v"].map(|name| variable(pool, name, byte)).to_vec();
        bytes.push(pool.bitvec(9, 4));
        let maps = ["m", "n"].map(|name| variable(pool, name, rows)).to_vec();
        let bools = ["p", "q"].map(|name| variable(pool, name, Sort::BOOL)).to_vec();
        Vocabulary { ints, maps, bytes, bools }
    }

    /// Adds a random term to one of the lists.
    fn grow(&mut self, pool: &mut TermPool, dice: &mut Dice) {
        let (a, b) = (dice.pick(&self.ints), dice.pick(&self.ints));
        let (m, n) = (dice.pick(&self.maps), dice.pick(&self.maps));
        let (u, v) = (dice.pick(&self.bytes), dice.pick(&self.bytes));
        let (p, q) = (dice.pick(&self.bools), dice.pick(&self.bools));
        let three = pool.int(3);
        match dice.roll(18) {
            0 => self.ints.push(pool.add(a, b)),
            1 => self.ints.push(pool.sub(a, b)),
            2 => self.ints.push(pool.mul(three, a)),
            3 => self.ints.push(pool.mk(Op::Mod, &[a, three])),
            4 => self.ints.push(pool.mk(Op::Div, &[a, three])),
            5 => self.ints.push(pool.select(m, &[a, b])),
            6 => self.ints.push(pool.ite(p, a, b)),
            7 => self.maps.push(pool.store(m, &[a, b], b)),
            8 => self.bytes.push(pool.mk(Op::Bv(BvOp::Add), &[u, v])),
            9 => self.bytes.push(pool.mk(Op::Bv(BvOp::Ashr), &[u, v])),
            10 => self.bools.push(pool.mk(Op::Bv(BvOp::Slt), &[u, v])),
            11 => self.bools.push(pool.lt(a, b)),
            12 => self.bools.push(pool.eq(a, b)),
            13 => self.bools.push(pool.eq(m, n)),
            14 => self.bools.push(pool.eq(u, v)),
            15 => self.bools.push(pool.implies(p, q)),
            16 => self.bools.push(pool.and(&[p, q])),
            _ => self.bools.push(pool.not(p)),
        }
    }
}

#[test]
fn processes_and_the_session_agree_on_random_formulas() {
    let solvers = solvers();
    let mut dice = Dice(2026);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..60 {
        let mut pool = TermPool::new();
        let mut words = Vocabulary::new(&mut pool);
        (0..40).for_each(|_| words.grow(&mut pool, &mut dice));
        let assertions: Vec<Term> = (0..6).map(|_| dice.pick(&words.bools)).collect();
        let mut session = Z3Session::new(SessionOptions::default()).expect("the pinned Z3 works");
        assertions.iter().for_each(|&assertion| session.assert(&pool, assertion));
        let expected = match session.check(&pool, &[], &limit()) {
            Answer::Sat(model) => {
                for &assertion in &assertions {
                    assert_eq!(model.holds(&pool, assertion), Some(true), "round {round}: the model is no model");
                }
                sat += 1;
                Opinion::Sat
            }
            Answer::Unsat(_) => {
                unsat += 1;
                Opinion::Unsat
            }
            Answer::Unknown { reason, .. } => panic!("round {round}: {reason}"),
        };
        let text = text(&pool, &assertions);
        for solver in &solvers {
            match solver.run(&text, &limit()) {
                Opinion::Unknown(Reason::Failed(why)) => panic!("round {round}, {}: {why}\n{text}", solver.command[0]),
                Opinion::Unknown(_) => {}
                opinion => assert_eq!(opinion, expected, "round {round}, {}:\n{text}", solver.command[0]),
            }
        }
    }
    println!("{sat} satisfiable, {unsat} unsatisfiable");
    assert!(sat > 5 && unsat > 5, "the formulas are too much alike: {sat} sat, {unsat} unsat");
}
