//! Harnesses are compiled with the system's compiler and run.

use std::process::{Command, Output};

use super::*;

/// Writes the files, compiles the harness as its own comment says, runs it.
fn run(source: &str, plan: &HarnessPlan) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = write(plan);
    std::fs::write(folder.path().join("program.c"), source).expect("write the source");
    std::fs::write(folder.path().join("harness.c"), &text).expect("write the harness");
    let mut words = super::write::COMPILE.split_whitespace();
    let mut compile = Command::new(words.next().expect("a compiler"));
    let compiled = compile.args(words).args(["harness.c", "-o", "harness"]).current_dir(folder.path()).output();
    let compiled = compiled.expect("the compiler runs");
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(folder.path().join("harness")).current_dir(folder.path()).output().expect("the harness runs")
}

fn fails_at(output: &Output, place: &str) {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success(), "the run does not fail: {text}");
    assert_ne!(output.status.code(), Some(77), "the run is another one: {text}");
    assert!(text.contains(place), "{place} is not in: {text}");
}

fn plan() -> HarnessPlan {
    let title = vec!["refuted[unreachable]: this is reached (program.c:9) */".to_string()];
    HarnessPlan { title, source_path: "program.c".into(), ..HarnessPlan::default() }
}

fn nondet(values: &[&str]) -> Function {
    let values = values.iter().map(|value| value.to_string()).collect();
    Function {
        header: "int __VERIFIER_nondet_int(void)".into(),
        name: "__VERIFIER_nondet_int".into(),
        meaning: Meaning::Returns { result: "int".into(), values },
    }
}

const WHOLE: &str =
    "extern int __VERIFIER_nondet_int();\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);
int main(void) {\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x > 3);\n  int y = __VERIFIER_nondet_int();
  if (x + y == 5)\n    reach_error();\n  return 0;\n}\n";

fn whole(values: &[&str]) -> HarnessPlan {
    let assume = Function {
        header: "void __VERIFIER_assume(int condition)".into(),
        name: "__VERIFIER_assume".into(),
        meaning: Meaning::Assumes { parameter: "condition".into() },
    };
    let error =
        Function { header: "void reach_error(void)".into(), name: "reach_error".into(), meaning: Meaning::Fails };
    HarnessPlan { functions: vec![nondet(values), assume, error], ..plan() }
}

#[test]
fn a_run_from_main_is_repeated() {
    let output = run(WHOLE, &whole(&["7", "-2"]));
    fails_at(&output, "program.c:9");
    fails_at(&output, "in reach_error");
}

#[test]
fn another_run_is_told_from_the_recorded_one() {
    assert_eq!(run(WHOLE, &whole(&["7", "0"])).status.code(), Some(0));
    assert_eq!(run(WHOLE, &whole(&["2", "3"])).status.code(), Some(77));
    assert_eq!(run(WHOLE, &whole(&["7"])).status.code(), Some(77));
    assert_eq!(run(WHOLE, &whole(&[])).status.code(), Some(77));
}

const LIST: &str = "struct node { int value; struct node *next; };\nstatic int limit = 9;\n
static int third(struct node *list) {\n  if (list->value < limit)\n    return 0;\n  list = list->next;
  return list->next->value;\n}\nint main(void) { return third(0); }\n";

/// A cycle of two nodes, the second of them damaged as the test asks for.
fn list(second: &str, is_dead: bool) -> HarnessPlan {
    let store = |place: &str, value: &str| Store { place: place.into(), value: value.into() };
    let node = |name: &str, stores: Vec<Store>, is_dead| Object {
        name: name.into(),
        element: "struct node".into(),
        bytes: 16,
        is_dead,
        stores,
    };
    HarnessPlan {
        objects: vec![
            node("first", vec![store("first->value", "4"), store("first->next", "second")], false),
            node("second", vec![store("second->next", second)], is_dead),
        ],
        globals: vec![store("limit", "4")],
        call: Some(Call { function: "third".into(), arguments: vec!["first".into()], hides_main: true }),
        ..plan()
    }
}

#[test]
fn memory_is_built_and_the_function_called() {
    assert_eq!(run(LIST, &list("first", false)).status.code(), Some(0));
    fails_at(&run(LIST, &list("0", false)), "program.c:8");
    fails_at(&run(LIST, &list("first", true)), "program.c:8");
    fails_at(&run(LIST, &list("second + 1", false)), "program.c:8");
}

#[test]
fn uninitialised_variables_are_set_in_a_copy() {
    let source = "int main(void) {\n  int a[4], i;\n  a[1] = 2;\n  return a[i];\n}\n";
    let offset = source.find("a[4], i;").expect("the declaration") + "a[4], i;".len();
    let set = |value: &str| Insertion { offset, text: format!(" i = {value};") };
    let copied = |value: &str| HarnessPlan { copy: Some((source.to_string(), vec![set(value)])), ..plan() };
    fails_at(&run(source, &copied("4")), "program.c:4");
    assert_eq!(run(source, &copied("1")).status.code(), Some(2));
}
