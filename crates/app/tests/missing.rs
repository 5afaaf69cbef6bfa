//! A function that fails only because its pointers may reach one memory: the answer says which `\separated` is missing, and
//! with that clause the function is proved.

use std::process::Command;

use serde_json::Value;

const START: &str = "#include <assert.h>\nstruct pair { int a; char name[8]; };\nstruct buffer { int *data; int length; };\n\
                     int total;\nint row[10];\nint *last;\n";

/// Functions, each a line of its own, and the clauses that it lacks.
const LACKING: [(&str, &[&str]); 13] = [
    ("void f(int *a, int *b) { *a = 1; *b = 2; assert(*a == 1); }", &["\\separated(a, b)"]),
    ("void f(int *a) { total = 1; *a = 2; assert(total == 1); }", &["\\separated(a, &total)"]),
    ("void f(int *a) { row[3] = 1; *a = 2; assert(row[3] == 1); }", &["\\separated(a, &row)"]),
    ("void f(struct pair *x, int *a) { x->a = 1; *a = 2; assert(x->a == 1); }", &["\\separated(x, a)"]),
    ("void f(struct pair *x, char *a) { x->a = 1; *a = 2; assert(x->a == 1); }", &["\\separated(x, a)"]),
    ("void f(struct pair *x, struct pair *y) { x->a = 1; y->a = 2; assert(x->a == 1); }", &["\\separated(x, y)"]),
    (
        "void f(int *a, int *b, int n) { a[0] = 1; for (int i = 0; i < n; i++) b[i] = 0; assert(a[0] == 1); }",
        &["\\separated(a + (..), b + (..))"],
    ),
    ("void f(void *a, int *b) { *b = 1; *(char *)a = 0; assert(*b == 1); }", &["\\separated((char *)a + (..), b)"]),
    ("void f(int *a) { *last = 3; *a = 4; assert(*last == 3); }", &["\\separated(a, last)"]),
    ("void f(struct buffer *b) { b->length = 5; *b->data = 3; assert(b->length == 5); }", &["\\separated(b, b->data)"]),
    (
        "void f(int (*m)[4], int *a) { m[1][2] = 1; *a = 4; assert(m[1][2] == 1); }",
        &["\\separated(m + (..), a + (..))"],
    ),
    (
        "void f(struct buffer *a, struct buffer *b, int i) { a->data[0] = 1; b->data[i] = 2; assert(a->data[0] == 1); }",
        &["\\separated(a->data + (..), b->data + (..))"],
    ),
    (
        "void f(int *a, int *b, int *c) { *a = 1; *b = 2; *c = 3; assert(*a == 1 && *b == 2); }",
        &["\\separated(a, b)", "\\separated(a, c)", "\\separated(b, c)"],
    ),
];

/// Functions that fail for other reasons, or hold: nothing is said about them.
const OTHERS: [&str; 6] = [
    "void f(int *a, int *b) { *a = 6; *b = 2; assert(*a == 7); }",
    "void f(int *a, int *b) { *a = 2; *b = 2; assert(*a == 2); }",
    "void f(double *a, long *b) { *b = 1; *a = 4; assert(*b == 1); }",
    // No contract can name these.
    "int *f(int *a) { static int s; s = 1; *a = 2; assert(s == 1); return &s; }",
    "void f(int *a) { extern int g; g = 1; *a = 2; assert(g == 1); }",
    // Nobody writes a constant.
    "const int limit = 1; void f(int *a) { *a = 2; assert(limit == 1); }",
];

/// The function's verdict, and what is missing.
fn verify(text: &str) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, text).expect("write a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    let output = command.args(["verify", "--format", "json", "--check", "assert"]).arg(&path).output();
    let report: Value = serde_json::from_slice(&output.expect("the program runs").stdout).expect("a report");
    let function = &report["files"][0]["procedures"][0];
    let missing = function["missing"].as_array().cloned().unwrap_or_default();
    let texts = missing.iter().filter_map(|text| Some(text.as_str()?.to_string())).collect();
    (function["verdict"].as_str().expect("a verdict").to_string(), texts)
}

#[test]
fn what_is_missing_makes_it_hold() {
    for (function, lacking) in LACKING {
        let (verdict, missing) = verify(&format!("{START}{function}\n"));
        assert_eq!((verdict.as_str(), missing.join(" ")), ("refuted", lacking.join(" ")), "{function}");
        let clauses: String = missing.iter().map(|text| format!("requires {text};\n")).collect();
        let (verdict, missing) = verify(&format!("{START}/*@ {clauses}*/\n{function}\n"));
        assert_eq!((verdict.as_str(), missing.len()), ("proved", 0), "{function} with {clauses}");
    }
}

#[test]
fn nothing_is_said_where_other_things_are_missing() {
    for function in OTHERS {
        let (_, missing) = verify(&format!("{START}{function}\n"));
        assert!(missing.is_empty(), "{function}: {missing:?}");
    }
}
