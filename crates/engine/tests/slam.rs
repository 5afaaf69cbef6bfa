//! The SLAM loop: state machines are proved from predicates that nobody gave, broken ones are not, and a feasible path is a run of the interpreter.

use invar_base::{Budget, Effort, SourceMap};
use invar_engine::slam::{Found, prove, replay};
use invar_engine::task::Task;
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

fn found(program: &Program) -> Found {
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let first = program.impls.ids().next().expect("there is a body");
    let task = Task::at_leisure(program, first).expect("the body has a task");
    prove(&task, usize::MAX, &means)
}

fn verdict(text: &str) -> Verdict {
    let program = read(text);
    let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
    let first = program.impls.ids().next().expect("there is a body");
    verify_with(Strategy::Slam, &program, first, &means).verdict
}

/// A protocol of four states in a loop; `last` is what the third one leads to.
fn protocol(last: u32) -> String {
    format!(
        "procedure protocol()
         {{
           var state, next: int;
           var locked: bool;
           state := 100; next := 100; locked := false;
           while (*)
           {{
             if (state == 100) {{ next := 110; }}
             else if (state == 110) {{ assert !locked; locked := true; next := 120; }}
             else if (state == 120) {{ if (*) {{ next := 130; }} else {{ next := 120; }} }}
             else if (state == 130) {{ assert locked; locked := false; next := {last}; }}
             else {{ assert false; }}
             state := next;
           }}
         }}"
    )
}

#[test]
fn a_protocol_is_proved_from_predicates_that_paths_ask_for() {
    assert!(matches!(verdict(&protocol(100)), Verdict::Proved(_)));
}

#[test]
fn a_broken_protocol_has_a_feasible_path_that_is_replayed() {
    for last in [130, 140] {
        let text = protocol(last);
        let program = read(&text);
        let Found::Path(path) = found(&program) else { panic!("no path for {last}") };
        let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
        let task = Task::at_leisure(&program, program.impls.ids().next().expect("a body")).expect("a task");
        assert!(replay(&task, &path, &means).is_some(), "the path for {last} is no run");
    }
}

/// Values from outside, memories and sums: what Newton has to follow back.
#[test]
fn paths_through_inputs_maps_and_sums_are_excluded() {
    let text = "
        procedure mixed(p: int, q: int)
        {
          var m: [int]int;
          var x, y, n: int;
          n := 0;
          m[p] := 1;
          while (*)
          {
            havoc x;
            if (x > 3) { y := x; assert y >= 4; }
            if (q != p) { m[q] := 2; }
            assert m[p] == 1;
            n := n + 1; n := n - 1;
            assert n == 0;
          }
        }";
    assert!(matches!(verdict(text), Verdict::Proved(_)), "{:?}", verdict(text));
}

/// Two variables get one input: that one of them has a value says what the other is, which predicates that are assigned one by one do not say.
#[test]
fn copies_of_an_input_are_related() {
    let text = |last: u32| {
        format!(
            "procedure copies()
             {{
               var x, y, z: int;
               z := 7;
               while (*) {{ havoc y; x := y; while (*) {{ z := 7; }} if (x == z) {{ assert y == {last}; }} }}
             }}"
        )
    };
    assert!(matches!(verdict(&text(7)), Verdict::Proved(_)), "{:?}", verdict(&text(7)));
    assert!(!matches!(verdict(&text(8)), Verdict::Proved(_)));
}

/// A counter has no end of predicates: the loop gives up, and says nothing.
#[test]
fn what_has_no_end_of_predicates_is_not_proved() {
    let text = "
        procedure counter(n: int)
        {
          var i, j: int;
          i := 0; j := 0;
          while (i < n) { i := i + 1; j := j + 2; }
          assert j == 2 * i + 1 || n > 50;
        }";
    assert!(!matches!(verdict(text), Verdict::Proved(_)));
}
