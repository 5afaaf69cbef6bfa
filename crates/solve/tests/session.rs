//! The in-process Z3 session: scopes, cores, models of every sort, quantifiers, deep terms, limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use invar_logic::{BvOp, Constructor, DatatypeId, Field, MapDefault, Op, Sort, Term, TermPool, Trigger, Value, VarId};
use invar_solve::{Answer, Core, Limit, Model, Prover, Reason, SessionOptions, Z3Session};
use num_bigint::BigInt;
use num_rational::BigRational;

fn session() -> Z3Session {
    Z3Session::new(SessionOptions::default()).expect("the pinned Z3 works")
}

fn limit() -> Limit {
    Limit::resources(50_000_000)
}

fn variable(pool: &mut TermPool, name: &str, sort: Sort) -> Term {
    let var = pool.new_var(name, sort);
    pool.var(var)
}

fn model_of(pool: &TermPool, formulas: &[Term]) -> Model {
    let mut prover = session();
    formulas.iter().for_each(|&formula| prover.assert(pool, formula));
    match prover.check(pool, &[], &limit()) {
        Answer::Sat(model) => model,
        answer => panic!("expected a model, got {answer:?}"),
    }
}

fn is_unsat(pool: &TermPool, formulas: &[Term]) -> bool {
    let mut prover = session();
    formulas.iter().for_each(|&formula| prover.assert(pool, formula));
    let answer = prover.check(pool, &[], &limit());
    println!("{answer:?}");
    answer.is_unsat()
}

fn int(value: i64) -> Value {
    Value::int(value)
}

#[test]
fn scopes_are_popped() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let zero = pool.int(0);
    let positive = pool.lt(zero, x);
    let negative = pool.lt(x, zero);
    let mut prover = session();
    prover.assert(&pool, positive);
    assert!(prover.check(&pool, &[], &limit()).is_sat());
    prover.push();
    prover.assert(&pool, negative);
    assert!(prover.check(&pool, &[], &limit()).is_unsat());
    prover.pop();
    assert!(prover.check(&pool, &[], &limit()).is_sat());
    prover.pop();
    assert!(prover.check(&pool, &[negative], &limit()).is_unsat(), "a pop without push forgets nothing");
    let statistics = prover.statistics();
    assert_eq!((statistics.queries, statistics.sat, statistics.unsat, statistics.unknown), (4, 2, 2, 0));
    assert_eq!(statistics.histogram.iter().sum::<u64>(), 4);
    assert!(statistics.resources > 0);
}

#[test]
fn cores_name_the_given_assumptions() {
    let mut pool = TermPool::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| variable(&mut pool, name, Sort::BOOL));
    let x = variable(&mut pool, "x", Sort::INT);
    let (zero, ten) = (pool.int(0), pool.int(10));
    let (low, high) = (pool.lt(x, zero), pool.lt(ten, x));
    let not_a = pool.not(a);
    let mut prover = session();
    for (name, meaning) in [(a, low), (b, high)] {
        let defined = pool.eq(name, meaning);
        prover.assert(&pool, defined);
    }
    let Answer::Unsat(core) = prover.check(&pool, &[c, a, b, a], &limit()) else { panic!("a and b contradict") };
    assert_eq!(core, Core(vec![a, b]));
    assert!(prover.check(&pool, &[c, not_a, b], &limit()).is_sat());
    // Assumptions that are no literals work too, in the scope they are used in.
    prover.push();
    let Answer::Unsat(core) = prover.check(&pool, &[c, low, high], &limit()) else { panic!("they contradict") };
    assert_eq!(core, Core(vec![low, high]));
    prover.pop();
    let Answer::Unsat(core) = prover.check(&pool, &[high, low], &limit()) else { panic!("they contradict") };
    assert_eq!(core, Core(vec![high, low]));
    let Answer::Unsat(core) = prover.check(&pool, &[c, Term::FALSE], &limit()) else { panic!("false was assumed") };
    assert_eq!(core, Core(vec![Term::FALSE]));
    assert!(prover.check(&pool, &[Term::TRUE, low], &limit()).is_sat());
}

#[test]
fn variables_of_one_name_differ() {
    let mut pool = TermPool::new();
    let (x, other) = (variable(&mut pool, "x", Sort::INT), variable(&mut pool, "x", Sort::INT));
    let differ = pool.ne(x, other);
    let model = model_of(&pool, &[differ]);
    assert_ne!(model.value(&pool, x), model.value(&pool, other));
}

#[test]
fn numbers_come_back() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let big = BigInt::from(-7) * BigInt::from(10).pow(40);
    let literal = pool.int(big.clone());
    let is_big = pool.eq(x, literal);
    let r = variable(&mut pool, "r", Sort::REAL);
    let ratio = BigRational::new((-22).into(), 7.into());
    let third = pool.real(ratio.clone());
    let is_ratio = pool.eq(r, third);
    let sort = pool.bitvec_sort(8);
    let v = variable(&mut pool, "v", sort);
    let byte = pool.bitvec(200, 8);
    let is_byte = pool.eq(v, byte);
    let high = pool.mk(Op::Bv(BvOp::Extract { high: 8, low: 4 }), &[v]);
    let b = variable(&mut pool, "b", Sort::BOOL);
    let model = model_of(&pool, &[is_big, is_ratio, is_byte, b]);
    assert_eq!(model.value(&pool, x), Some(Value::int(big)));
    assert_eq!(model.value(&pool, r), Some(Value::Real(ratio)));
    assert_eq!(model.value(&pool, v), Some(Value::BitVec { value: 200.into(), width: 8 }));
    assert_eq!(model.value(&pool, high), Some(Value::BitVec { value: 12.into(), width: 4 }));
    assert_eq!(model.holds(&pool, b), Some(true));
    assert_eq!(model.holds(&pool, x), None);
    let unconstrained = variable(&mut pool, "free", Sort::INT);
    assert!(model.value(&pool, unconstrained).is_some(), "models are completed");
    assert_eq!(model.value(&pool, unconstrained), model.value(&pool, unconstrained));
}

#[test]
fn maps_come_back() {
    let mut pool = TermPool::new();
    let [one, two, five, six] = [1, 2, 5, 6].map(|n| pool.int(n));
    let rows = pool.map_sort(&[Sort::INT, Sort::INT], Sort::INT);
    let m = variable(&mut pool, "m", rows);
    let n = variable(&mut pool, "n", rows);
    let stored = pool.store(m, &[one, two], five);
    let changed = pool.eq(n, stored);
    let at = pool.select(m, &[one, two]);
    let before = pool.eq(at, six);
    let model = model_of(&pool, &[changed, before]);
    let read = |index: &[Term], map: Term, pool: &mut TermPool| {
        let term = pool.select(map, index);
        model.value(pool, term)
    };
    assert_eq!(read(&[one, two], n, &mut pool), Some(int(5)));
    assert_eq!(read(&[one, two], m, &mut pool), Some(int(6)));
    let (left, right) = (read(&[two, one], m, &mut pool), read(&[two, one], n, &mut pool));
    assert_eq!(left, right);
    let Some(Value::Map(map)) = model.value(&pool, n) else { panic!("a map has a value") };
    assert_eq!(map.entries.get(&vec![int(1), int(2)]), Some(&int(5)));
}

#[test]
fn one_argument_maps_are_entries_and_a_default() {
    let mut pool = TermPool::new();
    let sort = pool.map_sort(&[Sort::INT], Sort::BOOL);
    let m = variable(&mut pool, "m", sort);
    let (three, four) = (pool.int(3), pool.int(4));
    let (at3, at4) = (pool.select(m, &[three]), pool.select(m, &[four]));
    let not4 = pool.not(at4);
    let model = model_of(&pool, &[at3, not4]);
    let Some(Value::Map(map)) = model.value(&pool, m) else { panic!("a map has a value") };
    let MapDefault::Value(default) = map.default.clone() else { panic!("the map has a default") };
    let at = |index: i64| map.entries.get(&vec![int(index)]).cloned().unwrap_or_else(|| default.clone());
    assert_eq!(at(3), Value::Bool(true));
    assert_eq!(at(4), Value::Bool(false));
}

#[test]
fn maps_of_no_arguments_are_cells() {
    let mut pool = TermPool::new();
    let cell = pool.map_sort(&[], Sort::INT);
    let (a, b) = (variable(&mut pool, "a", cell), variable(&mut pool, "b", cell));
    let seven = pool.int(7);
    let (in_a, in_b) = (pool.select(a, &[]), pool.select(b, &[]));
    let (same, differ) = (pool.eq(in_a, in_b), pool.ne(a, b));
    assert!(is_unsat(&pool, &[same, differ]), "cells with one content are one");
    let stored = pool.store(a, &[], seven);
    let after = pool.eq(b, stored);
    let model = model_of(&pool, &[after]);
    assert_eq!(model.value(&pool, in_b), Some(int(7)));
}

#[test]
fn elements_are_numbered() {
    let mut pool = TermPool::new();
    let sort = pool.uninterpreted_sort("Ref");
    let [a, b, c] = ["a", "b", "c"].map(|name| variable(&mut pool, name, sort));
    let function = pool.new_function("next", &[sort], sort);
    let next = pool.app(function, &[a]);
    let (differ, same) = (pool.ne(a, b), pool.eq(b, c));
    let linked = pool.eq(next, b);
    let model = model_of(&pool, &[differ, same, linked]);
    let value = |term: Term| model.value(&pool, term);
    assert!(matches!(value(a), Some(Value::Element { .. })));
    assert_ne!(value(a), value(b));
    assert_eq!(value(b), value(c));
    assert_eq!(value(next), value(c));
}

fn list(pool: &mut TermPool) -> (DatatypeId, Sort) {
    let (id, sort) = pool.declare_datatype("List");
    let [nil, cons, head, tail] = ["nil", "cons", "head", "tail"].map(|name| pool.intern(name));
    let fields = vec![Field { name: head, sort: Sort::INT }, Field { name: tail, sort }];
    pool.define_datatype(id, vec![Constructor { name: nil, fields: Vec::new() }, Constructor { name: cons, fields }]);
    (id, sort)
}

#[test]
fn datatypes_come_back() {
    let mut pool = TermPool::new();
    let (id, sort) = list(&mut pool);
    let x = variable(&mut pool, "x", sort);
    let is_cons = pool.is(id, 1, x);
    let tail = pool.project(id, 1, 1, x);
    let tail_is_nil = pool.is(id, 0, tail);
    let head = pool.project(id, 1, 0, x);
    let nine = pool.int(9);
    let head_is_nine = pool.eq(head, nine);
    let model = model_of(&pool, &[is_cons, tail_is_nil, head_is_nine]);
    let nil = Value::Data { datatype: id, constructor: 0, fields: Vec::new() };
    let expected = Value::Data { datatype: id, constructor: 1, fields: vec![int(9), nil] };
    assert_eq!(model.value(&pool, x), Some(expected));
    let contradiction = pool.is(id, 0, x);
    assert!(is_unsat(&pool, &[is_cons, contradiction]));
}

#[test]
fn datatypes_may_be_mutually_recursive_and_nested_in_maps() {
    let mut pool = TermPool::new();
    let (tree, tree_sort) = pool.declare_datatype("Tree");
    let (forest, forest_sort) = pool.declare_datatype("Forest");
    let children = pool.map_sort(&[Sort::INT], tree_sort);
    let [leaf, node, below, none, some, first, all] =
        ["leaf", "node", "below", "none", "some", "first", "all"].map(|name| pool.intern(name));
    pool.define_datatype(
        tree,
        vec![
            Constructor { name: leaf, fields: Vec::new() },
            Constructor { name: node, fields: vec![Field { name: below, sort: forest_sort }] },
        ],
    );
    let fields = vec![Field { name: first, sort: tree_sort }, Field { name: all, sort: children }];
    pool.define_datatype(
        forest,
        vec![Constructor { name: none, fields: Vec::new() }, Constructor { name: some, fields }],
    );
    let t = variable(&mut pool, "t", tree_sort);
    let is_node = pool.is(tree, 1, t);
    let under = pool.project(tree, 1, 0, t);
    let is_some = pool.is(forest, 1, under);
    let model = model_of(&pool, &[is_node, is_some]);
    assert_eq!(model.holds(&pool, is_some), Some(true));
    let in_map = pool.project(forest, 1, 1, under);
    let zero = pool.int(0);
    let at_zero = pool.select(in_map, &[zero]);
    assert!(matches!(model.value(&pool, at_zero), Some(Value::Data { .. })));
}

/// `∀i. {p(i)} p(i) ⇒ q(i)` with the given triggers, and `p(5)`, `¬q(5)`.
fn chain(pool: &mut TermPool, triggers: impl FnOnce(&mut TermPool, VarId, Term) -> Vec<Trigger>) -> Vec<Term> {
    let p = pool.new_function("p", &[Sort::INT], Sort::BOOL);
    let q = pool.new_function("q", &[Sort::INT], Sort::BOOL);
    let i = pool.new_var("i", Sort::INT);
    let at = pool.var(i);
    let (p_i, q_i) = (pool.app(p, &[at]), pool.app(q, &[at]));
    let body = pool.implies(p_i, q_i);
    let triggers = triggers(pool, i, p_i);
    let every = pool.forall(&[i], triggers, body);
    let five = pool.int(5);
    let (p5, q5) = (pool.app(p, &[five]), pool.app(q, &[five]));
    let not_q5 = pool.not(q5);
    vec![every, p5, not_q5]
}

#[test]
fn triggers_instantiate() {
    let mut pool = TermPool::new();
    let formulas = chain(&mut pool, |_, _, p| vec![Trigger::Pattern(vec![p])]);
    assert!(is_unsat(&pool, &formulas));
    // Without `¬q(5)` nothing is refuted, and without model-based instantiation nothing is confirmed either.
    let mut prover = session();
    formulas[..2].iter().for_each(|&formula| prover.assert(&pool, formula));
    match prover.check(&pool, &[], &limit()) {
        Answer::Unknown { reason: Reason::Incomplete(_), candidate: Some(model) } => {
            assert_eq!(model.holds(&pool, formulas[1]), Some(true));
        }
        answer => panic!("expected unknown with a candidate, got {answer:?}"),
    }
    let mut with_mbqi = Z3Session::new(SessionOptions { mbqi: true }).expect("the pinned Z3 works");
    formulas[..2].iter().for_each(|&formula| with_mbqi.assert(&pool, formula));
    assert!(with_mbqi.check(&pool, &[], &limit()).is_sat());
}

#[test]
fn a_trigger_that_matches_nothing_proves_nothing() {
    let mut pool = TermPool::new();
    let formulas = chain(&mut pool, |pool, i, _| {
        let other = pool.new_function("other", &[Sort::INT], Sort::BOOL);
        let at = pool.var(i);
        vec![Trigger::Pattern(vec![pool.app(other, &[at])])]
    });
    let mut prover = session();
    formulas.iter().for_each(|&formula| prover.assert(&pool, formula));
    let answer = prover.check(&pool, &[], &limit());
    assert!(matches!(answer, Answer::Unknown { reason: Reason::Incomplete(_), .. }), "got {answer:?}");
}

#[test]
fn illegal_triggers_are_left_out() {
    let mut pool = TermPool::new();
    for kind in 0..4 {
        let formulas = chain(&mut pool, |pool, i, p| {
            let (at, one) = (pool.var(i), pool.int(1));
            let pattern = match kind {
                0 => pool.add(at, one),
                1 => pool.not(p),
                2 => at,
                _ => one,
            };
            vec![Trigger::Pattern(vec![pattern]), Trigger::NoPattern(at)]
        });
        assert!(is_unsat(&pool, &formulas), "trigger kind {kind}");
    }
}

#[test]
fn lambdas_are_maps() {
    let mut pool = TermPool::new();
    let [i, j] = ["i", "j"].map(|name| pool.new_var(name, Sort::INT));
    let (vi, vj) = (pool.var(i), pool.var(j));
    let sum = pool.add(vi, vj);
    let lambda = pool.lambda(&[i, j], sum);
    let (two, three, six) = (pool.int(2), pool.int(3), pool.int(6));
    let at = pool.select(lambda, &[two, three]);
    let wrong = pool.eq(at, six);
    assert!(is_unsat(&pool, &[wrong]));
}

#[test]
fn division_is_smtlib_division() {
    let mut pool = TermPool::new();
    let (seven, minus_two) = (pool.int(-7), pool.int(-2));
    let (quotient, remainder) = (pool.mk(Op::Div, &[seven, minus_two]), pool.mk(Op::Mod, &[seven, minus_two]));
    let model = model_of(&pool, &[]);
    assert_eq!(model.value(&pool, quotient), Some(int(4)));
    assert_eq!(model.value(&pool, remainder), Some(int(1)));
}

#[test]
fn what_z3_refuses_is_unknown_until_popped() {
    let mut pool = TermPool::new();
    let sort = pool.bitvec_sort(0);
    let (a, b) = (variable(&mut pool, "a", sort), variable(&mut pool, "b", sort));
    let differ = pool.ne(a, b);
    let mut prover = session();
    prover.push();
    prover.assert(&pool, differ);
    prover.assert(&pool, Term::FALSE);
    let answer = prover.check(&pool, &[], &limit());
    assert!(matches!(answer, Answer::Unknown { reason: Reason::Failed(_), candidate: None }), "got {answer:?}");
    prover.pop();
    assert!(prover.check(&pool, &[], &limit()).is_sat());
    assert!(matches!(prover.check(&pool, &[differ], &limit()), Answer::Unknown { reason: Reason::Failed(_), .. }));
    assert!(prover.check(&pool, &[], &limit()).is_sat());
}

const DEEP: usize = 100_000;

#[test]
fn deep_sums_do_not_overflow_the_stack() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let f = pool.new_function("f", &[Sort::INT], Sort::INT);
    let mut sum = x;
    for _ in 0..DEEP {
        sum = pool.add(sum, x);
    }
    let (zero, one) = (pool.int(0), pool.int(1));
    let is_zero = pool.eq(sum, zero);
    let model = model_of(&pool, &[is_zero]);
    assert_eq!(model.value(&pool, x), Some(int(0)));
    let mut nested = x;
    for _ in 0..DEEP {
        nested = pool.app(f, &[nested]);
    }
    // f(0) = 0, hence f(…f(0)…) = 0.
    let (at_zero, is_one) = (pool.app(f, &[zero]), pool.eq(nested, one));
    let fixed = pool.eq(at_zero, zero);
    assert!(is_unsat(&pool, &[is_zero, fixed, is_one]));
}

#[test]
fn deep_boolean_terms_do_not_overflow_the_stack() {
    let mut pool = TermPool::new();
    let atoms: Vec<Term> = (0..10).map(|i| variable(&mut pool, &format!("b{i}"), Sort::BOOL)).collect();
    let mut nested = atoms[0];
    for index in 0..DEEP {
        let atom = atoms[index % atoms.len()];
        nested = if index % 2 == 0 { pool.and(&[atom, nested]) } else { pool.or(&[atom, nested]) };
    }
    let model = model_of(&pool, &[nested]);
    assert_eq!(model.holds(&pool, nested), Some(true));
}

/// Pigeons in too few holes: exponential for Z3.
fn hard(pool: &mut TermPool, holes: usize) -> Vec<Term> {
    let pigeon: Vec<Vec<Term>> =
        (0..=holes).map(|p| (0..holes).map(|h| variable(pool, &format!("p{p}h{h}"), Sort::BOOL)).collect()).collect();
    let mut formulas: Vec<Term> = pigeon.iter().map(|row| pool.or(row)).collect();
    for hole in 0..holes {
        for (first, row) in pigeon.iter().enumerate() {
            for other in &pigeon[first + 1..] {
                let both = pool.and(&[row[hole], other[hole]]);
                formulas.push(pool.not(both));
            }
        }
    }
    formulas
}

fn hard_session(pool: &mut TermPool) -> Z3Session {
    let mut prover = session();
    let formulas = hard(pool, 14);
    formulas.iter().for_each(|&formula| prover.assert(pool, formula));
    prover
}

#[test]
fn the_resource_limit_stops_a_search() {
    let mut pool = TermPool::new();
    let mut prover = hard_session(&mut pool);
    let start = Instant::now();
    let answer = prover.check(&pool, &[], &Limit::resources(200_000));
    assert!(matches!(answer, Answer::Unknown { reason: Reason::ResourceLimit, .. }), "got {answer:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
    let none = prover.check(&pool, &[], &Limit::resources(0));
    assert!(matches!(none, Answer::Unknown { reason: Reason::ResourceLimit, .. }));
}

#[test]
fn the_resource_limit_repeats_exactly() {
    let spent = || {
        let mut pool = TermPool::new();
        let mut prover = hard_session(&mut pool);
        prover.check(&pool, &[], &Limit::resources(100_000));
        prover.statistics().resources
    };
    assert_eq!(spent(), spent());
}

#[test]
fn the_deadline_stops_a_search() {
    let mut pool = TermPool::new();
    let mut prover = hard_session(&mut pool);
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(100));
    let answer = prover.check(&pool, &[], &Limit { deadline, ..Limit::resources(u32::MAX) });
    assert!(matches!(answer, Answer::Unknown { reason: Reason::Deadline, .. }), "got {answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    // The session goes on.
    assert!(matches!(prover.check(&pool, &[], &Limit::resources(1_000)), Answer::Unknown { .. }));
    assert!(prover.check(&pool, &[Term::FALSE], &limit()).is_unsat());
}

#[test]
fn the_interrupt_flag_stops_a_search() {
    let mut pool = TermPool::new();
    let mut prover = hard_session(&mut pool);
    let interrupt = Arc::new(AtomicBool::new(false));
    let raise = interrupt.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        raise.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let answer = prover.check(&pool, &[], &Limit { interrupt: interrupt.clone(), ..Limit::resources(u32::MAX) });
    let late = thread.join().expect("the thread only sleeps").elapsed();
    assert!(matches!(answer, Answer::Unknown { reason: Reason::Interrupted, .. }), "got {answer:?}");
    println!("stopped {late:?} after the flag was raised");
    assert!(late < Duration::from_secs(5));
}

#[test]
fn models_stay_when_the_session_goes_on() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let (four, five) = (pool.int(4), pool.int(5));
    let (is_four, is_five) = (pool.eq(x, four), pool.eq(x, five));
    let mut prover = session();
    let Answer::Sat(first) = prover.check(&pool, &[is_four], &limit()) else { panic!("x may be 4") };
    let Answer::Sat(second) = prover.check(&pool, &[is_five], &limit()) else { panic!("x may be 5") };
    prover.push();
    prover.assert(&pool, Term::FALSE);
    assert!(prover.check(&pool, &[], &limit()).is_unsat());
    assert_eq!((first.value(&pool, x), second.value(&pool, x)), (Some(int(4)), Some(int(5))));
}

#[test]
fn models_outlive_the_session() {
    let mut pool = TermPool::new();
    let x = variable(&mut pool, "x", Sort::INT);
    let four = pool.int(4);
    let is_four = pool.eq(x, four);
    let model = model_of(&pool, &[is_four]);
    let again = pool.add(x, four);
    assert_eq!(model.value(&pool, again), Some(int(8)));
}
