//! SG09's engine: the paper's running example by each of its algorithms, sorting with templates of its form and with guessed ones,
//! and that what does not hold is not proved.

use invar_base::{Budget, Effort, SourceMap};
use invar_engine::loops::ExtraInvariants;
use invar_engine::task::{Task, asserted};
use invar_engine::template::{Fixpoint, Question, prove};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Means, Provers, Quantifiers, Verdict};
use invar_gcl::Program;
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
