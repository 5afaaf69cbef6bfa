//! `invar abstract`: BMMR01's figures, as the paper prints them up to naming, and what Bebop says about them.

use std::path::Path;
use std::sync::Arc;

use invar_app::abstraction::{Abstracted, Asked, abstract_file};
use invar_app::reach::{self, Found};
use invar_base::Effort;
use invar_engine::bebop::Outcome;
use invar_engine::c2bp::Method;
use invar_front::ReadOptions;

fn abstracted(name: &str, method: Method) -> Abstracted {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/papers/bmmr01/abstracted");
    let path = |end: &str| folder.join(format!("{name}.{end}")).display().to_string();
    let (file, predicates) = (path("c"), path("preds"));
    let effort = Effort::new(3).expect("an effort");
    let asked =
        Asked { file: &file, predicates: &predicates, read: ReadOptions::default(), method, effort, timeout: None };
    match abstract_file(&asked) {
        Ok(done) => done,
        Err(problem) => panic!("{name}: {}", problem.diagnostics[0].message),
    }
}

/// The statements that stand for a line of C, without labels and comments.
fn statements_of(text: &str, line: u32) -> Vec<String> {
    let mark = format!("  // {line}: ");
    text.lines().filter_map(|found| Some(found.split_once(&mark)?.0.trim().to_string())).collect()
}

/// What `invar reach` says holds at a label, clause by clause.
fn invariant(text: &str, label: &str) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("a.bp").display().to_string();
    std::fs::write(&path, text).expect("write a file");
    let asked = reach::Asked { labels: Vec::new(), invariants: vec![label.to_string()], entry: None };
    let options =
        reach::Options { effort: Effort::new(3).expect("an effort"), timeout: None, interrupt: Arc::default() };
    let report = reach::search(&path, &asked, &options);
    assert!(matches!(report.found, Found::Answered(_)), "no answer about {text}");
    let shown = reach::text::report(&report, invar_app::report::snippet::Colour::Plain);
    shown.lines().skip(1).take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_string()).collect()
}

/// Figure 1(b).
#[test]
fn list_partition_is_the_papers() {
    let Abstracted { text, .. } = abstracted("partition", Method::Models);
    for (line, expected) in [
        (10, "{curr == NULL}, {curr->val > v} := *, *;"),
        (24, "skip;"),
        (26, "{prev == NULL}, {prev->val > v} := {curr == NULL}, {curr->val > v};"),
        (28, "{curr == NULL}, {curr->val > v} := *, *;"),
    ] {
        assert!(statements_of(&text, line).contains(&expected.to_string()), "line {line}:\n{text}");
    }
    let head = statements_of(&text, 13);
    assert!(
        head.contains(&"assume(!{curr == NULL});".to_string()) && head.contains(&"assume({curr == NULL});".to_string())
    );
    let test = statements_of(&text, 15);
    assert!(
        test.contains(&"assume({curr->val > v});".to_string())
            && test.contains(&"assume(!{curr->val > v});".to_string())
    );
    for line in [12, 14, 17, 20, 22, 24] {
        let assigns = statements_of(&text, line).iter().any(|stmt| stmt.contains(":="));
        assert!(!assigns, "line {line} changes no predicate:\n{text}");
    }
}

/// §2.2: the invariant at L, from which it follows that `prev` and `curr` are different.
#[test]
fn the_invariant_at_l_is_the_papers() {
    let clauses = invariant(&abstracted("partition", Method::Models).text, "L");
    assert_eq!(clauses, ["!{curr == NULL}", "{curr->val > v}", "{prev == NULL} | !{prev->val > v}"]);
}

/// Figure 2 with §4.3, §4.4, §4.5.2 and §4.5.3: conditions, assignments, signatures and the call.
#[test]
fn the_call_of_figure_2_is_the_papers() {
    let Abstracted { text, .. } = abstracted("foobar", Method::Models);
    assert!(text.contains("bool<2> bar({y >= 0}, {*q <= y}) begin"), "{text}");
    assert!(text.contains("return {*q <= y}, {y == l1};"), "{text}");
    let sum = "{*p <= 0} := choose({*p <= 0} & {x == 0}, !{*p <= 0} & {x == 0});";
    assert!(statements_of(&text, 18).contains(&sum.to_string()), "{text}");
    let condition = statements_of(&text, 15);
    assert!(condition.contains(&"assume({*p <= 0} | !{x == 0});".to_string()), "{text}");
    assert!(condition.contains(&"assume(!{*p <= 0} | !{x == 0});".to_string()), "{text}");
    let call = statements_of(&text, 19);
    // The figure leaves out that a result that equals x is not 0 if x is not.
    let expected = [
        "t1, t2 := bar(choose({x == 0}, F), choose({*p <= 0} & {x == 0}, !{*p <= 0} & {x == 0}));",
        "{*p <= 0}, {r == 0} := choose({x == 0} & t1, {x == 0} & !t1), choose({x == 0} & t2, {x == 0} & !t2 | !{x == 0} & t2);",
    ];
    assert_eq!(call, expected, "{text}");
}

#[test]
fn models_answer_most_questions() {
    for name in ["partition", "foobar"] {
        let (models, cubes) = (abstracted(name, Method::Models), abstracted(name, Method::Cubes));
        assert!(models.queries * 5 < cubes.queries, "{name}: {} and {}", models.queries, cubes.queries);
        assert_eq!(models.text, cubes.text);
    }
}

/// Between a call and the update after it, the predicates of the caller are old: `enforce` must not end the run there.
#[test]
fn enforce_does_not_end_runs_at_calls() {
    let clauses = invariant(&abstracted("enforced", Method::Models).text, "zero");
    assert_eq!(clauses, ["{g == 0}", "!{g > 0}"]);
}

/// What the predicates do not decide may be either; what is not modelled may fail, and the run goes on; names hide nothing. Each of these labels was once called
/// unreachable, or did not exist.
const REACHED: [(&str, &str, &str); 7] = [
    (
        "int nd(void);\nint g;\nint main(void)\n{\n  int x = nd();\n  //@ assert x > 0;\nafter:\n  g = 3;\n  return 0;\n}\n",
        "main { g == 3 }",
        "after",
    ),
    (
        "#include <stdlib.h>\nstatic int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n\
         int main(void)\n{\n  int a[3] = { 3, 2, 1 };\n  qsort(a, 3, sizeof(int), less);\n  int x = a[2];\nafter:\n  return x;\n}\n",
        "main { x == 5 }",
        "after",
    ),
    (
        "static int t1;\nstatic int f(void)\n{\n  int r = 3;\n  t1 = 1;\n  return r;\n}\nint main(void)\n{\n  int x = f();\n  if (t1) {\nhit:\n    x = 4;\n  }\n  return x;\n}\n",
        "global { t1 } f { r == 5 } main { x == 5 }",
        "hit",
    ),
    (
        "static int g;\nint main(void)\n{\n  if (g)\n    g = 7;\nthen3:\n  g = 2;\n  return g;\n}\n",
        "global { g == 0 }",
        "then3",
    ),
    ("int g;\nint main(void)\n{\n  g = 1;\nL1:\n  return g;\n}\n", "global { g == 0 }", "L1"),
    (
        "int g;\nint main(void)\n{\n  goto out;\nentry:\n  return g;\nout:\n  goto entry;\n}\n",
        "global { g == 0 }",
        "entry",
    ),
    (
        "char nd(void);\nint main(void)\n{\n  char c = nd();\n  if (c == '}') {\nbrace:\n    c = 0;\n  }\n  return c;\n}\n",
        "main { c == '}' }",
        "brace",
    ),
];

#[test]
fn what_runs_reach_is_reached_in_the_abstraction() {
    for (program, predicates, label) in REACHED {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name).display().to_string();
            std::fs::write(&path, text).expect("write a file");
            path
        };
        let (file, predicates) = (write("a.c", program), write("a.preds", predicates));
        let effort = Effort::new(3).expect("an effort");
        let asked = Asked {
            file: &file,
            predicates: &predicates,
            read: ReadOptions::default(),
            method: Method::Models,
            effort,
            timeout: None,
        };
        let Ok(Abstracted { text, .. }) = abstract_file(&asked) else { panic!("{program}") };
        let path = write("a.bp", &text);
        let asked = reach::Asked { labels: vec![label.to_string()], invariants: Vec::new(), entry: None };
        let options = reach::Options { effort, timeout: None, interrupt: Arc::default() };
        let report = reach::search(&path, &asked, &options);
        let Found::Answered(answered) = &report.found else { panic!("{program}{text}") };
        let outcomes = &answered.answer.outcomes;
        let is_reached = |outcome: &Outcome| matches!(outcome, Outcome::Reachable(_));
        assert!(!outcomes.is_empty() && outcomes.iter().all(is_reached), "{program}{text}");
    }
}
