//! Bebop against exploring state by state, on a few programs; `cargo xtask boolean-programs` takes thousands.

use invar_base::{Budget, Effort, Id, SourceId};
use invar_engine::bebop::{Goal, Outcome, Place, Query, reach};
use invar_gcl::boolprog::program::NodeKind;
use invar_gcl::boolprog::{read, run};
use invar_referee::boolean_programs::family::{Shape, family};
use invar_referee::boolean_programs::{Tally, compare, text_of};

#[test]
fn generated_programs_are_reached_as_far_as_exploring_goes() {
    let budget = Budget::new(Effort::new(1).expect("the lowest effort"));
    let mut tally = Tally::default();
    for seed in 0..150 {
        match compare(seed, &budget) {
            Ok(one) => tally.add(one),
            Err(what) => panic!("seed {seed}: {what}\n{}", text_of(seed)),
        }
    }
    // All kinds of answers occur.
    assert!(
        tally.reached > 1000 && tally.unreached > 100 && tally.failing > 50 && tally.safe > 10 && tally.calls > 100,
        "{tally:?}"
    );
}

/// The steps that the search takes for a member of a family.
fn steps(shape: Shape, procedures: usize) -> u64 {
    let program = read(SourceId::from_index(0), &family(shape, procedures, 10)).expect("a program");
    let entry = program.proc_named("main").expect("main");
    let mut nodes = program.procs[entry].nodes.iter();
    let (node, _) = nodes.find(|(_, node)| matches!(node.kind, NodeKind::Assert(..))).expect("an assertion");
    let goals = vec![Goal { place: Place { proc: entry, node }, kind: run::Goal::Failed }];
    let answer = reach(
        &program,
        &Query { entry, goals, invariants: Vec::new(), diagrams: Vec::new() },
        &Budget::new(Effort::DEFAULT),
    );
    assert!(matches!(answer.outcomes[0], Outcome::Unreachable), "{:?}", answer.outcomes);
    assert_eq!(answer.work.procedures, procedures + 1);
    answer.work.steps
}

#[test]
fn work_grows_linearly_with_the_number_of_procedures() {
    for shape in [Shape::Chain, Shape::Ring] {
        let (small, large) = (steps(shape, 20), steps(shape, 80));
        assert!(large < 5 * small, "{shape:?}: {small} steps for 20 procedures, {large} for 80");
    }
}
