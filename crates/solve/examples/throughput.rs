//! Measures the in-process session: queries by push/pop and under assumptions, translation, memory over many sessions.

use std::time::Instant;

use invar_logic::{Sort, Term, TermPool, Trigger};
use invar_solve::{Answer, Limit, Prover, SessionOptions, Z3Session};

const QUERIES: usize = 5_000;

/// `∀i. 0 <= i < n ⇒ a[i] >= 0` with a few facts on k, and literals over them.
struct Workload {
    pool: TermPool,
    facts: Vec<Term>,
    literals: Vec<Term>,
}

fn workload() -> Workload {
    let mut pool = TermPool::new();
    let map = pool.map_sort(&[Sort::INT], Sort::INT);
    let a = pool.new_var("a", map);
    let a = pool.var(a);
    let [n, k, x] = ["n", "k", "x"].map(|name| pool.new_var(name, Sort::INT)).map(|var| pool.var(var));
    let i = pool.new_var("i", Sort::INT);
    let bound = pool.var(i);
    let (zero, one) = (pool.int(0), pool.int(1));
    let (low, high) = (pool.le(zero, bound), pool.lt(bound, n));
    let at = pool.select(a, &[bound]);
    let (range, nonnegative) = (pool.and(&[low, high]), pool.le(zero, at));
    let body = pool.implies(range, nonnegative);
    let every = pool.forall(&[i], vec![Trigger::Pattern(vec![at])], body);
    let at_k = pool.select(a, &[k]);
    let next = pool.add(k, one);
    let stored = pool.store(a, &[next], x);
    let at_next = pool.select(stored, &[k]);
    let literals = vec![
        pool.le(zero, k),
        pool.lt(k, n),
        pool.lt(at_k, zero),
        pool.lt(x, at_k),
        pool.eq(at_next, x),
        pool.le(n, next),
        pool.lt(x, zero),
        pool.eq(k, x),
    ];
    let fact = pool.lt(zero, n);
    Workload { pool, facts: vec![every, fact], literals }
}

fn cube(work: &mut Workload, number: usize) -> Vec<Term> {
    let mut cube = Vec::new();
    let mut seed = number.wrapping_mul(2_654_435_761) >> 3;
    for _ in 0..4 {
        let literal = work.literals[seed % work.literals.len()];
        seed /= work.literals.len();
        cube.push(if seed.is_multiple_of(2) { literal } else { work.pool.not(literal) });
        seed /= 2;
    }
    cube
}

fn report(name: &str, session: &Z3Session, start: Instant) {
    let s = session.statistics();
    let micros = start.elapsed().as_micros() as usize / QUERIES;
    println!("{name}: {micros} µs a query; {} unsat, {} sat, {} unknown", s.unsat, s.sat, s.unknown);
}

fn session(work: &Workload) -> Z3Session {
    let mut session = Z3Session::new(SessionOptions::default()).expect("Z3 works");
    work.facts.iter().for_each(|&fact| session.assert(&work.pool, fact));
    session
}

fn push_pop(work: &mut Workload, read_models: usize) {
    let limit = Limit::resources(1_000_000);
    let mut prover = session(work);
    let start = Instant::now();
    for number in 0..QUERIES {
        let cube = cube(work, number);
        prover.push();
        cube.iter().for_each(|&literal| prover.assert(&work.pool, literal));
        let answer = prover.check(&work.pool, &[], &limit);
        if let Answer::Unknown { candidate: Some(model), .. } | Answer::Sat(model) = &answer {
            work.literals[..read_models].iter().for_each(|&literal| {
                model.holds(&work.pool, literal);
            });
        }
        drop(answer);
        prover.pop();
    }
    report(&format!("push/pop, {read_models} literals read from each model"), &prover, start);
}

fn assumptions(work: &mut Workload) {
    let limit = Limit::resources(1_000_000);
    let mut prover = session(work);
    let literals = work.literals.clone();
    let names: Vec<Term> = (0..literals.len())
        .map(|number| {
            let var = work.pool.new_var(&format!("b{number}"), Sort::BOOL);
            work.pool.var(var)
        })
        .collect();
    for (&name, &literal) in names.iter().zip(&literals) {
        let defined = work.pool.eq(name, literal);
        prover.assert(&work.pool, defined);
    }
    work.literals = names;
    let start = Instant::now();
    for number in 0..QUERIES {
        let cube = cube(work, number);
        prover.check(&work.pool, &cube, &limit);
    }
    report("assumptions", &prover, start);
    work.literals = literals;
}

fn translation() {
    let mut pool = TermPool::new();
    let x = pool.new_var("x", Sort::INT);
    let x = pool.var(x);
    let mut terms = Vec::new();
    let mut sum = x;
    for number in 0..200_000 {
        let literal = pool.int(number);
        sum = pool.add(x, literal);
        terms.push(pool.lt(sum, x));
    }
    let all = pool.or(&terms);
    let count = pool.dag_size(&[all]);
    let mut prover = Z3Session::new(SessionOptions::default()).expect("Z3 works");
    let start = Instant::now();
    prover.assert(&pool, all);
    let seconds = start.elapsed().as_secs_f64();
    println!("translation and assertion: {count} terms, {:.0} terms/s", count as f64 / seconds);
    let start = Instant::now();
    drop(prover);
    println!("dropping that session: {:?}; last term of sort Int: {}", start.elapsed(), pool.sort_of(sum) == Sort::INT);
}

fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()).and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn memory(work: &mut Workload) {
    for round in 0..400 {
        let mut prover = session(work);
        let cube = cube(work, round);
        prover.check(&work.pool, &cube, &Limit::resources(1_000_000));
        if round % 100 == 0 {
            println!("after {round} sessions: {} kB", resident_kilobytes());
        }
    }
    let start = Instant::now();
    (0..100).for_each(|_| drop(session(work)));
    println!("a session costs {:?}", start.elapsed() / 100);
}

fn main() {
    let mut work = workload();
    push_pop(&mut work, 0);
    push_pop(&mut work, 8);
    assumptions(&mut work);
    translation();
    memory(&mut work);
}
