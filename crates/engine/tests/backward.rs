//! SPW09's engine: what its search takes for the paper's programs, and that it notices where it does not come to an end.

use std::collections::BTreeSet;

use invar_base::{Budget, Effort, SourceMap};
use invar_engine::backward::{Extract, Found, Outcome, Question, prove};
use invar_engine::loops::ExtraInvariants;
use invar_engine::task::{Task, asserted};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Means, Provers, Quantifiers, Verdict};
use invar_gcl::{CheckId, ImplId, Program};
use invar_logic::{Op, Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", text.to_string());
    invar_gcl::boogie::read(source, sources.text(source)).expect("the program is well formed").program
}

fn first(program: &Program) -> ImplId {
    program.impls.ids().next().expect("there is a body")
}

fn search(text: &str, extract: Extract) -> Found {
    let program = read(text);
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let task = Task::at_leisure(&program, first(&program)).expect("the body is small");
    let open: BTreeSet<CheckId> = asserted(&task.body);
    prove(&task, Question { open: &open, extract, facts: &ExtraInvariants::new() }, &means)
}

/// Do the invariants that are found at a loop exclude these states?
fn excludes(text: &str, head: usize, states: impl Fn(&mut TermPool, &[(String, Term)]) -> Vec<Term>) -> bool {
    let found = search(text, Extract::Saturated);
    let program = read(text);
    let task = Task::at_leisure(&program, first(&program)).expect("the body is small");
    let mut pool = task.pool.clone();
    let mut prover = Z3.session(Quantifiers::Models);
    for invariant in &found.invariants[&task.heads[head].head] {
        let invariant = task.import(&mut pool, invariant).expect("it is about the body's variables");
        prover.assert(&pool, invariant);
    }
    let mut named: Vec<(String, Term)> = Vec::new();
    for var in task.body.variables(&task.pool) {
        let term = pool.var(var);
        named.push((pool.show(term), term));
    }
    for term in states(&mut pool, &named) {
        prover.assert(&pool, term);
    }
    matches!(prover.check(&pool, &[], &Limit::resources(10_000_000)), Answer::Unsat(_))
}

fn the(named: &[(String, Term)], name: &str) -> Term {
    named.iter().find(|(text, _)| text == name).expect("the program has the variable").1
}

fn ghost(pool: &mut TermPool) -> Term {
    let ghost = pool.fresh_var("ghost", Sort::INT);
    pool.var(ghost)
}

fn proves(text: &str) {
    let found = search(text, Extract::Saturated);
    assert!(found.is_proof(), "{:?}", found.goals);
    let program = read(text);
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let report = verify_with(Strategy::Backward, &program, first(&program), &means);
    assert!(matches!(report.verdict, Verdict::Proved(_)), "{:?}", report.verdict);
}

const ARRAY_INIT: &str = "
    procedure array_init(n: int) returns (a: [int]int)
    {
      var i: int;
      i := 0;
      while (i < n) { a[i] := 0; i := i + 1; }
      assert (forall x: int :: 0 <= x && x < n ==> a[x] == 0);
    }";

#[test]
fn an_array_is_filled() {
    proves(ARRAY_INIT);
}

/// §4.1: the states of φ, 0 ≤ k < n ∧ a(k) ≠ 0 ∧ k < i, are excluded at the loop; without k < i they are not.
#[test]
fn the_invariant_of_the_paper_is_found() {
    let phi = |bound: bool| {
        excludes(ARRAY_INIT, 0, move |pool, named| {
            let (k, zero) = (ghost(pool), pool.int(0));
            let (a, n, i) = (the(named, "a"), the(named, "n"), the(named, "i"));
            let element = pool.mk(Op::Select, &[a, k]);
            let below = if bound { pool.lt(k, i) } else { pool.le(i, k) };
            vec![pool.le(zero, k), pool.lt(k, n), pool.ne(element, zero), below]
        })
    };
    assert!(phi(true));
    assert!(!phi(false));
}

/// §4.1: with the conjuncts of the path alone, every round needs one more.
#[test]
fn without_saturation_the_search_diverges() {
    let found = search(ARRAY_INIT, Extract::Conjuncts);
    assert!(matches!(&found.goals[0].1, Outcome::Diverged(_)), "{:?}", found.goals);
}

#[test]
fn an_array_is_copied() {
    proves(
        "procedure copy(a: [int]int, n: int) returns (b: [int]int)
         {
           var i: int;
           i := 0;
           while (i < n) { b[i] := a[i]; i := i + 1; }
           assert (forall x: int :: 0 <= x && x < n ==> a[x] == b[x]);
         }",
    );
}

#[test]
fn a_string_is_copied() {
    proves(
        "procedure string_copy(s: [int]int) returns (t: [int]int)
         {
           var i: int;
           i := 0;
           while (s[i] != 0) { t[i] := s[i]; i := i + 1; }
           t[i] := 0;
           assert (forall x: int :: 0 <= x && x <= i ==> s[x] == t[x]);
         }",
    );
}

#[test]
fn elements_before_the_first_are_other_values() {
    proves(
        "procedure find(a: [int]int, n: int, v: int)
         {
           var i: int;
           i := 0;
           while (i < n && a[i] != v) { i := i + 1; }
           assert (forall x: int :: 0 <= x && x < i ==> a[x] != v);
         }",
    );
}

#[test]
fn two_loops_copy_twice() {
    proves(
        "procedure copy_twice(a: [int]int, n: int)
         {
           var i: int;
           var b, c: [int]int;
           i := 0;
           while (i < n) { b[i] := a[i]; i := i + 1; }
           i := 0;
           while (i < n) { c[i] := b[i]; i := i + 1; }
           assert (forall x: int :: 0 <= x && x < n ==> a[x] == c[x]);
         }",
    );
}

#[test]
fn the_least_element_is_found() {
    proves(
        "procedure least(a: [int]int, i: int, n: int)
           requires i < n;
         {
           var j, s: int;
           s := i;
           j := i + 1;
           while (j < n) { if (a[j] < a[s]) { s := j; } j := j + 1; }
           assert (forall x: int :: i <= x && x < n ==> a[s] <= a[x]);
         }",
    );
}

#[test]
fn positive_elements_are_taken_out() {
    proves(
        "procedure partition(a: [int]int, n: int) returns (b: [int]int, c: [int]int)
         {
           var i, p, q: int;
           i, p, q := 0, 0, 0;
           while (i < n)
           {
             if (a[i] > 0) { b[p] := a[i]; p := p + 1; } else { c[q] := a[i]; q := q + 1; }
             i := i + 1;
           }
           assert (forall x: int :: 0 <= x && x < p ==> b[x] > 0);
           assert (forall x: int :: 0 <= x && x < q ==> c[x] <= 0);
         }",
    );
}

#[test]
fn what_fails_is_not_proved() {
    let text = ARRAY_INIT.replace("x < n ==>", "x <= n ==>");
    let found = search(&text, Extract::Saturated);
    assert_eq!(found.goals[0].1, Outcome::Real);
}

#[test]
fn a_table_of_two_dimensions_is_filled() {
    proves(
        "procedure fill(n: int, m: int) returns (a: [int][int]int)
         {
           var i, j: int;
           i := 0;
           while (i < n)
           {
             j := 0;
             while (j < m) { a[i][j] := 0; j := j + 1; }
             i := i + 1;
           }
           assert (forall x: int, y: int :: 0 <= x && x < n && 0 <= y && y < m ==> a[x][y] == 0);
         }",
    );
}

/// Two quantified variables, each about an array of its own.
#[test]
fn several_variables_are_quantified() {
    proves(
        "procedure below(n: int) returns (a: [int]int, b: [int]int)
         {
           var i: int;
           i := 0;
           while (i < n) { a[i] := 0; b[i] := i + 1; i := i + 1; }
           assert (forall x: int, y: int :: 0 <= x && x < n && 0 <= y && y < n ==> a[x] < b[y]);
         }",
    );
}

const SELECTION_SORT: &str = "procedure selection_sort(b: [int]int, n: int)
           requires 0 <= n;
         {
           var i, j, s, t: int;
           var a: [int]int;
           a, i := b, 0;
           while (i < n)
           {
             s, j := i, i + 1;
             while (j < n) { if (a[j] < a[s]) { s := j; } j := j + 1; }
             t := a[i];
             a[i] := a[s];
             a[s] := t;
             i := i + 1;
           }
           assert (forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y]);
         }";

/// §4.2: the whole of selection sort, whose inner loop's invariant is about other elements than the assertion's.
#[test]
fn an_array_is_sorted_by_selection() {
    proves(SELECTION_SORT);
}

/// §4.2: the disjunct at ℓ₁, 0 ≤ l < i ∧ l < k < n ∧ a(k) < a(l), is excluded at the outer loop.
#[test]
fn the_disjunct_of_the_paper_is_found() {
    assert!(excludes(SELECTION_SORT, 0, |pool, named| {
        let (l, k, zero) = (ghost(pool), ghost(pool), pool.int(0));
        let (a, n, i) = (the(named, "a"), the(named, "n"), the(named, "i"));
        let [at_k, at_l] = [k, l].map(|index| pool.mk(Op::Select, &[a, index]));
        vec![pool.le(zero, l), pool.lt(l, i), pool.lt(l, k), pool.lt(k, n), pool.lt(at_k, at_l)]
    }));
}

/// §3: the four assertions of cyber_init, one at a time.
#[test]
fn the_stages_of_four_are_filled() {
    for rest in 0..4 {
        proves(&format!(
            "procedure cyber_init(n: int, v0: int, v1: int, v2: int, v3: int) returns (a: [int]int)
             {{
               var i: int;
               i := 0;
               while (i < 4 * n)
               {{
                 a[i] := v0; a[i + 1] := v1; a[i + 2] := v2; a[i + 3] := v3;
                 i := i + 4;
               }}
               assert (forall x: int :: 0 <= x && x < 4 * n && x mod 4 == {rest} ==> a[x] == v{rest});
             }}"
        ));
    }
}

/// Counters that grow together, and a loop that begins with what the one before it stopped at.
#[test]
fn two_loops_append() {
    proves(
        "procedure append(count: int, pad: int)
           requires 0 <= pad;
         {
           var i, end: int;
           i, end := 0, count;
           while (i < pad) { end := end + 1; i := i + 1; }
           i := 0;
           while (i < pad) { end := end + 1; i := i + 1; }
           assert end <= count + pad + pad;
         }",
    );
}

/// `0 <= i` holds at the inner loop because it does at the outer one; without it the precondition says nothing about `size`.
#[test]
fn what_an_outer_loop_maintains_is_known_inside() {
    proves(
        "procedure inside(n: int, size: int)
           requires 0 <= n && (n < 1 || 4 * n <= size);
         {
           var i, j: int;
           i := 0;
           while (i < n)
           {
             j := i + 1;
             while (j < n) { assert 4 * j + 4 <= size; j := j + 1; }
             i := i + 1;
           }
         }",
    );
}

/// Fills `a` with zeros up to `n`, and goes on with the text.
fn filled_and_then(text: &str) -> String {
    format!(
        "procedure filled(n: int, m: int) returns (a: [int]int)
           requires 0 <= m;
         {{
           var i, x, t, cond: int;
           i := 0;
           while (i < n) {{ a[i] := 0; i := i + 1; }}
           {text}
         }}"
    )
}

/// A loop that looks at one element after the other, and complains: that is about all of them.
#[test]
fn a_loop_that_only_looks_asks_about_all_elements() {
    let text = |bound: &str| {
        let look = "t := a[x]; if (t == 0) { cond := 1; } else { cond := 0; } if (cond == 0) { assert false; }";
        filled_and_then(&format!("x := 0; while (x < {bound}) {{ {look} x := x + 1; }}"))
    };
    proves(&text("n"));
    let found = search(&text("m"), Extract::Saturated);
    assert_eq!(found.goals[0].1, Outcome::Real);
}

#[test]
fn an_element_that_is_chosen_may_be_any() {
    proves(&filled_and_then(
        "havoc x; assume 0 <= x && x < n; t := a[x]; cond := 0; if (t < 0 || t > 9) { cond := 1; } if (cond == 1) { assert false; }",
    ));
}

/// Elements from `m` on need not be zero: that the loop asks about all of them is wrong, and what it asks itself holds.
#[test]
fn a_loop_that_stops_asks_about_those_it_saw() {
    proves(&filled_and_then(
        "a[m] := 5; x := 0; while (x < n) { if (x == m) { break; } t := a[x]; if (t != 0) { assert false; } x := x + 1; }",
    ));
}
