//! Invariants, lengths of runs, and budgets. That answers are right on many programs, and how the work grows, is tested in `referee`.

use std::fmt::Write;

use invar_base::{Budget, Effort, Id, SourceId};
use invar_gcl::boolprog::program::NodeKind;
use invar_gcl::boolprog::run::{self, Run};
use invar_gcl::boolprog::{Program, read};

use super::{Answer, Goal, Outcome, Place, Query, Why, reach};

fn program(text: &str) -> Program {
    read(SourceId::from_index(0), text).unwrap_or_else(|errors| panic!("{:?}", errors[0]))
}

/// Every assertion, and the states at every label.
fn asked(program: &Program) -> Query {
    let entry = program.proc_named("main").expect("main");
    let mut query = Query { entry, goals: Vec::new(), invariants: Vec::new(), diagrams: Vec::new() };
    for (proc, body) in program.procs.iter() {
        for (node, _) in body.nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Assert(..))) {
            query.goals.push(Goal { place: Place { proc, node }, kind: run::Goal::Failed });
        }
        query.invariants.extend(body.labels.iter().map(|(_, node)| Place { proc, node: *node }));
    }
    query
}

fn answer(text: &str) -> Answer {
    let program = program(text);
    reach(&program, &asked(&program), &Budget::new(Effort::new(1).expect("an effort")))
}

fn runs(answer: &Answer) -> Vec<&Run> {
    let runs = answer.outcomes.iter().map(|outcome| match outcome {
        Outcome::Reachable(run) => run,
        Outcome::Unreachable | Outcome::Unknown(_) => panic!("{outcome:?}"),
    });
    runs.collect()
}

/// The invariant of the first label, as text.
fn invariant(text: &str) -> Vec<String> {
    let program = program(text);
    let query = asked(&program);
    let answer = reach(&program, &query, &Budget::new(Effort::DEFAULT));
    let place = query.invariants[0];
    let clauses = &answer.invariants[0].as_ref().expect("an invariant").clauses;
    let shown = clauses.iter().map(|clause| {
        let literals = clause.iter().map(|literal| {
            format!("{}{}", if literal.value { "" } else { "!" }, program.variable(place.proc, literal.var).name)
        });
        literals.collect::<Vec<_>>().join(" | ")
    });
    shown.collect()
}

#[test]
fn invariants_are_small_clauses() {
    let at = |body: &str| {
        let mut clauses = invariant(&format!("decl a, b, c; void main() begin {body} L: skip; end"));
        clauses.sort();
        clauses
    };
    assert_eq!(at(""), Vec::<String>::new());
    assert_eq!(at("assume(F);"), [""]);
    assert_eq!(at("a, b := T, F;"), ["!b", "a"]);
    assert_eq!(at("b := a;"), ["!a | b", "a | !b"]);
    assert_eq!(at("assume(a & (b | !c));"), ["a", "b | !c"]);
    assert_eq!(at("assume(a | b | c);"), ["a | b | c"]);
    assert_eq!(at("c := a ^ b;"), ["!a | !b | !c", "!a | b | c", "a | !b | c", "a | b | !c"]);
}

/// BMMR01 §2.2.
#[test]
fn list_partition_has_the_invariant_of_the_paper() {
    let text = include_str!("../../../../tests/bp/partition.bp").replace("partition()", "main()");
    assert_eq!(invariant(&text), ["!curr==NULL", "curr->val>v", "prev==NULL | !prev->val>v"]);
}

#[test]
fn a_returned_call_is_one_step() {
    let text = "decl g; void f() begin skip; skip; g := T; end void main() begin g := F; f(); assert(!g); end";
    let answer = answer(text);
    let [run] = runs(&answer)[..] else { panic!("one run") };
    assert_eq!((run.frames.len(), run.frames[0].steps.len(), run.calls.len()), (1, 3, 1));
    assert_eq!(run.calls[0].frame.steps.len(), 4);
}

#[test]
fn an_open_call_is_a_frame() {
    let text = "void f(x) begin if x then f(!x); else assert(F); fi; end void main() begin f(T); end";
    let answer = answer(text);
    let [run] = runs(&answer)[..] else { panic!("one run") };
    assert_eq!(run.frames.iter().map(|frame| frame.steps.len()).collect::<Vec<_>>(), [1, 2, 2]);
    assert!(run.calls.is_empty());
}

/// Fully told, the run would have 2^40 steps.
#[test]
fn calls_that_are_alike_are_told_once() {
    let mut text = "decl g;\nvoid f0() begin g := !g; end\n".to_string();
    for n in 1..=40 {
        let _ = writeln!(text, "void f{n}() begin f{0}(); f{0}(); end", n - 1);
    }
    text.push_str("void main() begin g := F; f40(); assert(g); end\n");
    let answer = answer(&text);
    let [run] = runs(&answer)[..] else { panic!("one run") };
    assert!(run.calls.len() <= 82, "{}", run.calls.len());
}

#[test]
fn budgets_make_unknown_never_unreachable() {
    let bits: Vec<String> = (0..30).map(|n| format!("b{n}")).collect();
    let mut text = format!("decl {};\nvoid main() begin\n", bits.join(", "));
    let _ = writeln!(text, "{} := {};\nwhile (*) do", bits.join(", "), vec!["F"; 30].join(", "));
    // Counting to 2^30, one state after the other.
    let next: Vec<String> = (0..30)
        .map(|n| {
            format!("b{n} ^ ({})", [vec!["T"], bits[..n].iter().map(String::as_str).collect()].concat().join(" & "))
        })
        .collect();
    let _ = writeln!(text, "{} := {};\nod;\nassert(!b29);\nend", bits.join(", "), next.join(", "));
    let answer = answer(&text);
    assert!(matches!(answer.outcomes[0], Outcome::Unknown(Why::TooLong)), "{:?}", answer.outcomes);
    let stopped = program(&text);
    let budget = Budget::new(Effort::DEFAULT).with_deadline(Some(std::time::Instant::now()));
    let answer = reach(&stopped, &asked(&stopped), &budget);
    assert!(matches!(answer.outcomes[0], Outcome::Unknown(Why::Stopped(_))), "{:?}", answer.outcomes);
}
