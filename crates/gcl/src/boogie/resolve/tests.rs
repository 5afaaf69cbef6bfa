//! What the files under `tests/boogie` cannot say.

use invar_base::{Id, SourceId};
use invar_logic::{Op, SortKind};

use super::super::{print, read, show_term};
use crate::check::CheckKind;
use crate::program::{CmdKind, Program};

fn program(text: &str) -> Program {
    read(SourceId::from_index(0), text).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}")).program
}

fn codes(text: &str) -> Vec<&'static str> {
    match read(SourceId::from_index(0), text) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics.iter().map(|diagnostic| diagnostic.code).collect(),
    }
}

/// The terms of all asserts, as shown to users.
fn asserts(program: &Program) -> Vec<String> {
    let cmds = program.impls.values().flat_map(|body| body.blocks.values()).flat_map(|block| &block.cmds);
    cmds.filter_map(|cmd| match &cmd.kind {
        CmdKind::Assert(_, term) => Some(show_term(program, &program.pool, *term)),
        _ => None,
    })
    .collect()
}

#[test]
fn terms_are_shown_as_they_were_written() {
    let conditions = [
        "x > 0 ==> y == x - 1 + 2 * (x - y)",
        "!(x <= y) || (x == y && y != 3)",
        "(forall i: int :: { m[i] } 0 <= i && i < x ==> m[i] == m[i := -1][i + 1])",
        "old(g) == g",
        "(if x < y then x else y) == x",
        "b <==> (b || x == y)",
        "x - (y - x) == -x * (-3)",
        "(lambda i: int :: i + x) == m",
        "x div 2 mod 3 == 0",
    ];
    for condition in conditions {
        let text = format!("var g: int; procedure P(x: int, y: int, b: bool, m: [int]int) {{ assert {condition}; }}");
        let shown = asserts(&program(&text));
        let again = format!("var g: int; procedure P(x: int, y: int, b: bool, m: [int]int) {{ assert {}; }}", shown[0]);
        assert_eq!(asserts(&program(&again)), shown, "{condition}");
    }
    let exact = "var g: int; procedure P(x: int, y: int) { assert x > 0 ==> y == x - 1 + 2 * (x - y); }";
    assert_eq!(asserts(&program(exact)), ["x > 0 ==> y == x - 1 + 2 * (x - y)"]);
}

#[test]
fn temporaries_only_where_a_later_value_reads_an_earlier_target() {
    let locals = |text: &str| program(text).impls.values().next().map_or(0, |body| body.locals.len());
    assert_eq!(locals("procedure P() { var x, y: int; x, y := y, x; }"), 3);
    assert_eq!(locals("procedure P() { var x, y: int; x, y := 1, 2; }"), 2);
    assert_eq!(locals("procedure P() { var x, y: int; x, y := y, y; }"), 2);
}

#[test]
fn assertions_at_a_goto_loops_head_are_its_invariant() {
    let text = "procedure P() { var i: int; L: assert i > 0; i := i + 1; assert i > 1; goto L, M; M: assert i > 2; }";
    let kinds: Vec<CheckKind> = program(text).checks.values().map(|check| check.kind).collect();
    assert_eq!(kinds, [CheckKind::Invariant, CheckKind::Assertion, CheckKind::Assertion]);
}

#[test]
fn a_polymorphic_map_keeps_what_is_at_other_types_apart() {
    let text = "type F a; type H = <a>[F a]a; var h: H; const i: F int; const b: F bool;
        procedure P() modifies h; { h[i] := 1; h[b] := true; }";
    let program = program(text);
    let sort = program.pool.variable(program.globals[0].var).sort;
    let SortKind::Datatype(id) = program.pool.sort_kind(sort) else { panic!("a record of maps") };
    assert_eq!(program.pool.datatype(*id).constructors[0].fields.len(), 3);
}

#[test]
fn a_goal_over_all_types_is_about_a_type_nothing_is_known_of() {
    let text = "function f<a>(x: a): bool; procedure P() { assert (forall<a> x: a :: f(x)); assert f(1); }";
    let program = program(text);
    let functions: Vec<_> = program.functions.iter().map(|decl| program.pool.function(decl.function)).collect();
    // One at int, because f(1) occurs, and one at the made-up sort.
    assert_eq!(functions.len(), 2);
    assert!(functions.iter().any(|f| matches!(program.pool.sort_kind(f.domain[0]), SortKind::Uninterpreted(_))));
}

#[test]
fn each_goal_over_types_has_types_of_its_own() {
    // With one type for both, the disjunction would follow from (forall<a> :: A or B).
    let text = "function {:inline} F(k: int): bool { (forall<a> x: a :: g(x, k)) } function g<a>(x: a, k: int): bool;
        procedure P() { assert F(1) || F(2); }";
    assert_eq!(program(text).sorts.len(), 2);
}

#[test]
fn a_hypothesis_that_would_become_stronger_is_weakened() {
    let text =
        "function f<a>(x: a): bool; procedure P(b: bool) { assume f(1); assume (forall<a> x: a :: f(x)) ==> b; }";
    let program = program(text);
    let block = &program.impls.values().next().unwrap().blocks.values().next().unwrap();
    let CmdKind::Assume(last) = block.cmds[1].kind else { panic!("an assumption") };
    assert_eq!(*program.pool.op(last), Op::True);
    assert_eq!(program.assumptions.len(), 1);
}

#[test]
fn unknown_types_are_never_told_apart() {
    // Read as false, the comparison would prove these goals.
    let program = program("procedure P<b>(y: b) { assert (forall<a> x: a :: x != y); assert y != 1; assume y == 1; }");
    let body = program.impls.values().next().unwrap();
    for cmd in &body.blocks.values().next().unwrap().cmds {
        let (CmdKind::Assert(_, term) | CmdKind::Assume(term)) = cmd.kind else { panic!("a formula") };
        let parts = program.pool.postorder(&[term]);
        assert!(parts.iter().any(|&part| matches!(program.pool.op(part), Op::App(_))));
    }
}

#[test]
fn a_goal_over_types_includes_those_at_which_maps_are_changed() {
    // True for every type but int.
    let text = "type F a; type H = <a>[F a]a; const i: F int; procedure P(h: H) {
        assert (forall<a> f: F a :: h[i := 1][f] == h[f]); }";
    let program = program(text);
    let shown = &asserts(&program)[0];
    assert!(shown.contains("f: F int ::"), "{shown}");
}

#[test]
fn a_generic_body_may_not_change_a_map_at_its_own_type() {
    let text = "type F a; type H = <a>[F a]a; const i: F int; var h: H; procedure P<a>(f: F a, x: a) modifies h; {
        h[i] := 1; h[f] := x; assert h[i] == 1; }";
    assert_eq!(codes(text), ["unsupported"]);
}

#[test]
fn types_that_grow_for_ever_are_bounded() {
    let text = "type L a; function wrap<a>(x: a): L a; function f<a>(x: a): bool;
        axiom (forall<a> x: a :: f(x) ==> f(wrap(x))); procedure P() { assume f(1); }";
    assert!(program(text).functions.len() < 100);
    let doubling: String = (0..100).map(|i| format!("type T{i} = [T{}]T{};\n", i + 1, i + 1)).collect();
    assert!(codes(&format!("{doubling} type T100;")).contains(&"unsupported"));
}

#[test]
fn deep_and_wide_texts_are_read_without_overflow() {
    let deep = 150;
    let text = format!("procedure P(x: int) {{ assert {}x{} == 0; }}", "(1 + ".repeat(deep), ")".repeat(deep));
    program(&text);
    let text = format!("procedure P() {{ {} {} }}", "if (*) { ".repeat(deep), "} ".repeat(deep));
    program(&text);
    let wide = vec!["x > 0"; 20_000].join(" && ");
    program(&format!("procedure P(x: int) {{ assert {wide}; }}"));
    let chain: String = (0..3_000).map(|i| format!("datatype D{i} {{ C{i}(f: D{}), N{i}() }}\n", i + 1)).collect();
    program(&format!("{chain} type D3000;"));
}

#[test]
fn names_that_clash_are_printed_apart() {
    let text = "var x: int; procedure P(y: int) { var x: int; var then_: int; x := (if (forall x: int :: x > y) then x else 1); }";
    let first = program(text);
    let printed = print(&first);
    assert!(printed.contains("x_1: int"), "{printed}");
    assert_eq!(print(&program(&printed)), printed);
}

#[test]
fn code_expressions_are_what_every_path_returns() {
    let text = "procedure P(x: int) { assert |{ var y: int; A: y := x; goto B, C; B: assume y > 0; return y >= 1; C: return true; }|; }";
    assert_eq!(asserts(&program(text)), ["x > 0 ==> x >= 1"]);
}

/// Whether the prover then proves less is up to the prover, which finds some instances without triggers.
#[test]
fn functions_that_are_never_patterns_are_excluded_where_the_prover_chooses() {
    let declared = "function {:never_pattern} f(x: int): int; function {:never_pattern false} g(x: int): int;";
    let shown = |condition: &str| {
        let text = format!("{declared} procedure P() {{ assert {condition}; }}");
        asserts(&program(&text)).remove(0)
    };
    assert_eq!(shown("(forall x: int :: f(x) > 0)"), "(forall x: int :: {:nopats f(x) } f(x) > 0)");
    assert_eq!(shown("(forall x: int :: g(x) > 0)"), "(forall x: int :: g(x) > 0)");
    assert_eq!(shown("(forall x: int :: { f(x) } f(x) > 0)"), "(forall x: int :: { f(x) } f(x) > 0)");
}
