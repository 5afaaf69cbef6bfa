//! SG09's engine: the paper's running example by each of its algorithms, sorting with templates of its form and with guessed ones,
//! and that what does not hold is not proved.

use invar_base::{Budget, Effort, SourceMap};
use invar_engine::conditions::weakest_conditions;
use invar_engine::loops::ExtraInvariants;
use invar_engine::task::{Task, asserted};
use invar_engine::template::{Fixpoint, Question, prove};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Means, Provers, Quantifiers, Verdict};
use invar_gcl::Program;
use invar_logic::{Portable, TermPool};
use invar_solve::{Prover, SessionOptions, Z3Session};

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

fn verdict(text: &str, strategy: Strategy) -> Verdict {
    let program = read(text);
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let first = program.impls.ids().next().expect("there is a body");
    verify_with(strategy, &program, first, &means).verdict
}

fn proves(text: &str, fixpoint: Fixpoint) {
    let verdict = verdict(text, Strategy::Templates(Some(fixpoint)));
    assert!(matches!(verdict, Verdict::Proved(_)), "{fixpoint:?}: {verdict:?}");
}

/// Examples 7, 8 and 9. In the template, the guard chooses from Q with `j` on one side and 0, i and n on the other.
const ARRAY_INIT: &str = "
    procedure array_init(n: int) returns (a: [int]int)
    {
      var i: int;
      i := 0;
      while (i < n)
        template (forall j: int ::
          j < 0 && j <= 0 && j > 0 && j >= 0 && j < i && j <= i && j > i && j >= i && j < n && j <= n && j > n && j >= n
          ==> a[j] == 0);
      { a[i] := 0; i := i + 1; }
      assert (forall x: int :: 0 <= x && x < n ==> a[x] == 0);
    }";

#[test]
fn an_array_is_filled_forward() {
    proves(ARRAY_INIT, Fixpoint::Least);
}

#[test]
fn an_array_is_filled_backward() {
    proves(ARRAY_INIT, Fixpoint::Greatest);
}

#[test]
fn an_array_is_filled_by_constraints() {
    proves(ARRAY_INIT, Fixpoint::Constraint);
}

/// Over predicates that do not suffice, nothing is proved.
#[test]
fn predicates_may_not_suffice() {
    let text = ARRAY_INIT.replace("j <= 0 && j > 0 && j >= 0 &&", "");
    let program = read(&text);
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let first = program.impls.ids().next().expect("there is a body");
    let task = Task::at_leisure(&program, first).expect("the body is small");
    let (open, facts) = (asserted(&task.body), ExtraInvariants::new());
    for fixpoint in [Fixpoint::Least, Fixpoint::Greatest, Fixpoint::Constraint] {
        let found = prove(&task, Question { open: &open, facts: &facts, fixpoint }, &means);
        assert!(found.invariants.is_none(), "{fixpoint:?}");
    }
}

/// Sortedness, with a guessed template.
#[test]
fn selection_sort_sorts() {
    proves(
        "procedure selection_sort(n: int, A0: [int]int) returns (A: [int]int)
         {
           var i, j, min, t: int;
           A := A0;
           i := 0;
           while (i < n - 1)
           {
             min := i; j := i + 1;
             while (j < n)
             {
               if (A[j] < A[min]) { min := j; }
               j := j + 1;
             }
             t := A[i]; A[i] := A[min]; A[min] := t;
             i := i + 1;
           }
           assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
         }",
        Fixpoint::Constraint,
    );
}

/// Figure 1(a), with a guessed template. `last` is what the sort does with the element that it moves.
fn insertion_sort(last: &str) -> String {
    format!(
        "procedure insertion_sort(n: int, A0: [int]int) returns (A: [int]int)
         {{
           var i, j, val: int;
           A := A0;
           i := 1;
           while (i < n)
           {{
             j := i - 1; val := A[i];
             while (j >= 0 && A[j] > val)
             {{
               A[j + 1] := A[j];
               j := j - 1;
             }}
             {last}
             i := i + 1;
           }}
           assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
         }}"
    )
}

#[test]
fn insertion_sort_loses_no_element() {
    proves(&insertion_sort("A[j + 1] := val;"), Fixpoint::Constraint);
}

#[test]
fn a_sort_that_loses_elements_is_not_proved() {
    let verdict = verdict(&insertion_sort(""), Strategy::Templates(Some(Fixpoint::Constraint)));
    assert!(!matches!(verdict, Verdict::Proved(_)));
}

/// The same template as the paper writes it: unknowns, and one set of predicates for all of them.
#[test]
fn unknowns_choose_from_all_predicates() {
    let text = "
        procedure array_init(n: int) returns (a: [int]int)
        {
          var i: int;
          i := 0;
          while (i < n)
            template v0 && (forall j: int :: v1 ==> v2)
              over AllPreds({i, j, n}, {0}, {<, <=, >, >=}), AllPreds({a[j]}, {0}, {==});
          { a[i] := 0; i := i + 1; }
          assert (forall x: int :: 0 <= x && x < n ==> a[x] == 0);
        }";
    proves(text, Fixpoint::Constraint);
}

/// Table 3, with guessed templates: what is expected up to `m` is set up to `n`, so the rest must be there. That `m` is at most `n` is stronger.
#[test]
fn partial_init_expects_the_rest_to_be_set() {
    let program = read(
        "procedure partial_init(A0: [int]int, m: int, n: int) returns (A: [int]int)
         {
           var i: int;
           A := A0;
           i := 0;
           while (i < n) { A[i] := 0; i := i + 1; }
           assert (forall k: int :: 0 <= k && k < m ==> A[k] == 0);
         }",
    );
    let first = program.impls.ids().next().expect("there is a body");
    for fixpoint in [Fixpoint::Greatest, Fixpoint::Constraint] {
        let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
        let found = weakest_conditions(&program, first, fixpoint, &means).expect("the body is small").found;
        let mut pool = TermPool::extend(&program.pool);
        let mut shown = |conditions: &Vec<Portable>| -> Vec<String> {
            conditions.iter().map(|one| pool.import(one).map_or(String::new(), |term| pool.show(term))).collect()
        };
        let shown: Vec<Vec<String>> = found.iter().map(&mut shown).collect();
        assert!(
            shown.iter().any(|conditions| conditions.iter().any(|one| one.contains("A0"))),
            "{fixpoint:?}: {shown:?}"
        );
    }
}

/// A bound variable that is no index must be looked at, too: `∀k. 0 <= k < n ⇒ n <= 0` says `n <= 0`, which the other instance follows from.
#[test]
fn no_precondition_implies_another() {
    let program = read(
        "procedure p(n: int, A: [int]int)
         {
           template (forall k: int :: 0 <= k && k < n ==> n <= 0 && A[k] <= 0);
           assert (forall k: int :: 0 <= k && k < n ==> A[k] <= 0);
         }",
    );
    let first = program.impls.ids().next().expect("there is a body");
    for fixpoint in [Fixpoint::Greatest, Fixpoint::Constraint] {
        let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
        let found = weakest_conditions(&program, first, fixpoint, &means).expect("the body is small").found;
        let mut pool = TermPool::extend(&program.pool);
        let shown: Vec<String> = found
            .iter()
            .flatten()
            .filter_map(|one| pool.import(one))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|one| pool.show(one))
            .collect();
        assert_eq!(shown.len(), 1, "{fixpoint:?}: {shown:?}");
        assert!(shown[0].contains("A["), "{fixpoint:?}: {shown:?}");
    }
}

/// Small programs that move elements to and fro, at random. What they do to symbols says whether an element is lost: the proof must say the
/// same, in both directions, where the claim follows from what is assumed of all elements and where it follows from the moves alone.
#[test]
fn claims_that_something_exists_are_proved_exactly_where_they_hold() {
    let mut random = Random(7);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..60 {
        let size = 1 + random.below(3);
        let mut symbols: Vec<Option<usize>> = (0..size).map(Some).collect();
        let mut moves = String::new();
        for _ in 0..1 + random.below(3) {
            let (from, to) = (random.below(size), random.below(size));
            match random.below(4) {
                0 => {
                    symbols[to] = symbols[from];
                    moves += &format!("A[{to}] := A[{from}]; ");
                }
                1 => {
                    symbols[to] = None;
                    moves += &format!("A[{to}] := 5; ");
                }
                _ => {
                    symbols.swap(from, to);
                    moves += &format!("t := A[{from}]; A[{from}] := A[{to}]; A[{to}] := t; ");
                }
            }
        }
        let holds = (0..size).all(|symbol| symbols.contains(&Some(symbol)));
        let claim = format!(
            "(forall y: int :: 0 <= y && y < {size} ==> (exists x: int :: 0 <= x && x < {size} && A0[y] == A[x]))"
        );
        for begin in ["A := A0;".to_string(), format!("havoc A; assume {claim};")] {
            let text =
                format!("procedure p(A0: [int]int) {{ var A: [int]int; var t: int; {begin} {moves} assert {claim}; }}");
            let is_proved = matches!(verdict(&text, Strategy::Proof), Verdict::Proved(_));
            assert_eq!(is_proved, holds, "{text}");
        }
        if holds { kept += 1 } else { lost += 1 }
    }
    assert!(kept >= 10 && lost >= 10, "{kept} programs lose nothing, {lost} do");
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The paper's footnote 4: the inner loop of selection sort, and that of insertion sort.
const INNER_LOOPS: [&str; 2] = [
    "procedure least_element(n: int, i: int, A: [int]int) returns (min: int)
       requires i < n;
     {
       var j: int;
       min := i;
       j := i + 1;
       while (j < n)
         template v0 && (forall k: int :: v1 ==> v2) over AllPreds({k, i, j, min, n}, {0}, {<, <=}), AllPreds({A[k], A[min]}, {0}, {<=});
       {
         if (A[j] < A[min]) { min := j; }
         j := j + 1;
       }
       assert (forall k: int :: i <= k && k < n ==> A[min] <= A[k]);
     }",
    "procedure place(i: int, A0: [int]int) returns (A: [int]int)
       requires (forall k: int, l: int :: 0 <= k && k < l && l < i ==> A0[k] <= A0[l]);
     {
       var j, val: int;
       A := A0;
       j := i - 1;
       val := A[i];
       while (j >= 0 && A[j] > val)
         template v0 && (forall k: int, l: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4)
           over AllPreds({k, l, i}, {0}, {<, <=}), AllPreds({k}, {0}, {>=}), AllPreds({k, j}, {1}, {!=}),
             AllPreds({l, j}, {1}, {!=}), AllPreds({j, i}, {0}, {<}), AllPreds({j, k}, {0}, {<}),
             AllPreds({A[k], A[l], val}, {0}, {<=});
       {
         A[j + 1] := A[j];
         j := j - 1;
       }
       A[j + 1] := val;
       assert (forall k: int, l: int :: 0 <= k && k < l && l <= i ==> A[k] <= A[l]);
     }",
];

#[test]
fn inner_loops_of_sorts_are_proved() {
    for text in INNER_LOOPS {
        proves(text, Fixpoint::Constraint);
    }
}

/// A list, with a guessed template: what is reached from the head and not from the current node is set.
#[test]
fn a_list_is_initialized() {
    proves(
        "function reach(f: [int]int, x: int, y: int) returns (bool);
         axiom (forall f: [int]int, x: int, y: int ::
           {reach(f, x, y), f[x]} reach(f, x, y) <==> x == y || (x != 0 && reach(f, f[x], y)));
         axiom (forall f: [int]int, y: int :: {reach(f, 0, y)} reach(f, 0, y) <==> y == 0);
         procedure list_init(next: [int]int, head: int) returns (value: [int]int)
         {
           var curr: int;
           curr := head;
           while (curr != 0) { value[curr] := 0; curr := next[curr]; }
           assert (forall k: int :: reach(next, head, k) && k != 0 ==> value[k] == 0);
         }",
        Fixpoint::Constraint,
    );
}

/// Bubble sort with a flag, with a guessed template: the flag stands in guards.
#[test]
fn a_sort_that_stops_when_nothing_was_swapped_sorts() {
    proves(
        "procedure bubble_sort_flag(n: int, A0: [int]int) returns (A: [int]int)
         {
           var j, t: int;
           var swapped: bool;
           A := A0;
           swapped := true;
           while (swapped)
           {
             swapped := false;
             j := 0;
             while (j < n - 1)
             {
               if (A[j] > A[j + 1]) { t := A[j]; A[j] := A[j + 1]; A[j + 1] := t; swapped := true; }
               j := j + 1;
             }
           }
           assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
         }",
        Fixpoint::Constraint,
    );
}
