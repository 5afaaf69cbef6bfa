//! Where witnesses are set.

use invar_base::SourceMap;
use invar_engine::task::Task;
use invar_gcl::Program;

/// The assignments to witnesses in the body of the first procedure.
fn set(text: &str) -> Vec<String> {
    let program = read(text);
    let implementation = program.impls.ids().next().expect("there is a procedure with a body");
    let task = Task::at_leisure(&program, implementation).expect("the body is small");
    let mut shown = Vec::new();
    for step in task.body.blocks.values().flat_map(|block| &block.steps) {
        if let (Some(var), Some(value)) = (step.assigned(), step.term())
            && task.witnesses.iter().any(|witness| witness.var == var)
        {
            shown.push(task.pool.show(value));
        }
    }
    shown
}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", text.to_string());
    invar_gcl::boogie::read(source, sources.text(source)).expect("the program is well formed").program
}

#[test]
fn the_place_of_an_element_is_remembered_wherever_it_is_assigned() {
    let text = "
        procedure main(a: [int]int, n: int) {
            var m: int;
            var i: int;
            m := a[0];
            i := 1;
            while (i < n) {
                if (a[i] > m) { m := a[i]; }
                i := i + 1;
            }
        }";
    assert_eq!(set(text), ["0", "i"]);
}

#[test]
fn the_place_because_of_which_a_flag_is_set_is_remembered() {
    let text = "
        procedure main(a: [int]int, n: int) {
            var found: bool;
            var i: int;
            found := false;
            i := 0;
            while (i < n) {
                if (a[i + 2] < 0) { found := true; }
                i := i + 1;
            }
        }";
    assert_eq!(set(text), ["(i + 2)"]);
}

#[test]
fn counters_and_sums_have_no_place() {
    let text = "
        procedure main(a: [int]int, n: int) {
            var sum: int;
            var i: int;
            sum := 0;
            i := 0;
            while (i < n) {
                sum := sum + a[i];
                i := i + 1;
            }
        }";
    assert!(set(text).is_empty());
}
