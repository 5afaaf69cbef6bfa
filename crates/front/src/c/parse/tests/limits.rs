//! Depth and length.

use super::*;

const MANY: usize = 100_000;

fn is_too_deep(text: &str) -> bool {
    let found = errors(text);
    found.iter().any(|error| error.contains("nesting-too-deep"))
}

#[test]
fn deep_nesting_is_an_error() {
    for (opening, closing) in [
        ("(", ")"),
        ("-", ""),
        ("(T)", ""),
        ("({ ", "; })"),
        ("f(", ")"),
        ("a[", "]"),
        ("sizeof ", ""),
        ("a = ", ""),
        ("a ? ", " : 0"),
    ] {
        let text = format!("typedef int T; int x = {}1{};", opening.repeat(MANY), closing.repeat(MANY));
        assert!(is_too_deep(&text), "{opening}");
    }
    for (opening, closing) in [
        ("{", "}"),
        ("if (a) ", ""),
        ("while (a) ", ""),
        ("for (;;) {", "}"),
        ("switch (a) ", ""),
        ("do ", " while (1);"),
    ] {
        let text = format!("void f() {{ {} ; {} }}", opening.repeat(MANY), closing.repeat(MANY));
        assert!(is_too_deep(&text), "{opening}");
    }
    for (opening, closing) in [("struct { ", " x; }"), ("int (*f)(", ")"), ("typeof(", ")")] {
        assert!(is_too_deep(&format!("{}int{} x;", opening.repeat(MANY), closing.repeat(MANY))), "{opening}");
    }
    assert!(is_too_deep(&format!("int x = {};", "sizeof(int[".repeat(MANY))));
    assert!(is_too_deep(&format!("int x = {};", "{".repeat(MANY))));
    assert!(is_too_deep(&format!("int {}x;", "*".repeat(MANY))));
    assert!(is_too_deep(&format!("int {}x;", "(".repeat(MANY))));
    assert!(is_too_deep(&format!("int x = a{};", ".b".repeat(MANY))));
}

#[test]
fn the_deepest_that_is_allowed_fits_on_a_small_stack() {
    // A level of this costs the most frames: every operator binds tighter than the one before.
    let level = "a || b && c | d ^ e & f == g < h << i + j * (";
    let deepest = crate::c::ast::MAX_DEPTH as usize / 11;
    let text = format!("int x = {}1{};", level.repeat(deepest), ")".repeat(deepest));
    assert_eq!(errors(&text), Vec::<String>::new());
    let levels = crate::c::ast::MAX_DEPTH as usize - 3;
    let text = format!("void f() {{ {} ; {} }}", "if (a) { x; ".repeat(levels), "}".repeat(levels));
    assert_eq!(errors(&text), Vec::<String>::new());
}

#[test]
fn long_chains_are_no_nesting() {
    let repeat = |part: &str| part.repeat(MANY);
    for text in [
        format!("int x = 1{};", repeat(" + a")),
        format!("int x = 1{};", repeat(" * a - b")),
        format!("int x = {} 1;", repeat("a ? b : ")),
        format!("int x = (a{});", repeat(", b")),
        format!("void f() {{ {} x; }}", repeat("if (a) b; else ")),
        format!("void f() {{ switch (a) {{ {} x; }} }}", repeat("case 1: ")),
        format!("void f() {{ {} }}", repeat("x;")),
        format!("char *s = {};", repeat("\"ab\" ")),
        format!("int a[] = {{ {} }};", repeat("1,")),
        format!("int f(int{});", repeat(", int")),
        format!("int x{};", repeat(", y")),
        repeat("int x;"),
    ] {
        assert_eq!(errors(&text), Vec::<String>::new(), "{}", &text[..40]);
    }
}
