//! A function that fails only because its pointers may reach one memory, or point to too little of it: the answer says under which
//! condition on its callers it is proved, and with that clause in the text it is.

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

/// Functions with all their memory checks, and the condition on their callers.
const CONDITIONAL: [(&str, &[&str]); 18] = [
    ("int f(const int *p) { return *p; }", &["\\valid_read(p)"]),
    ("void f(int *p) { if (p) *p = 1; }", &["p == \\null || \\valid(p)"]),
    ("int f(const int *a) { return a[2]; }", &["\\valid_read(a + (0 .. 2))"]),
    ("int f(struct buffer *b) { return b->length; }", &["\\valid_read(b)"]),
    ("int f(int i) { return row[i]; }", &["i >= 0", "i < 10"]),
    ("int f(int a, int b) { return a / b; }", &["b >= 1"]),
    ("int f(const int *a, int n) { return n > 0 ? a[n - 1] : 0; }", &["\\valid_read(a + (0 .. n - 1))"]),
    ("int f(const int *a, int n) { return a[n]; }", &["\\valid_read(a + n)"]),
    // What is printed is what is assumed, also where memory is counted in something else than characters.
    ("int f(void *p) { return *(int *)p; }", &["\\valid_read((int *)p)"]),
    ("int f(void **v) { return *(int *)v[0]; }", &["\\valid_read(v)", "\\valid_read((int *)*v)"]),
    ("int f(void *p, int n) { int *q = p; return n > 0 ? q[n - 1] : 0; }", &["\\valid_read((int *)p + (0 .. n - 1))"]),
    ("int f(char *p) { return *(int *)p; }", &["\\valid_read((int *)p)"]),
    (
        "typedef struct { int x, y; } two; int f(void *p) { two *t = p; return t->y; }",
        &["\\valid_read((char *)p + (0 .. 7))"],
    ),
    ("struct hidden; int f(struct hidden *p) { return ((int *)p)[1]; }", &["\\valid_read((int *)p + (0 .. 1))"]),
    (
        "void free(void *); void f(char **s) { free(*s); *s = 0; }",
        &["\\valid(s)", "*s == \\null || \\freeable(*s)", "\\separated(s + (..), *s + (..))"],
    ),
    // Memory that is walked through: as far as a loop counts, as a text goes, and along a list.
    (
        "int f(const int *a) { int t = 0; for (int i = 0; i < 6; i++) t ^= a[i]; return t; }",
        &["\\valid_read(a + (0 .. 5))"],
    ),
    (
        "void f(char *s) { for (; *s; s++) *s = 'x'; }",
        &["\\exists integer k; 0 <= k && \\valid(s + (0 .. k)) && s[k] == 0"],
    ),
    (
        "struct item { struct item *next; int value; }; int f(struct item *p) { int t = 0; for (; p; p = p->next) t ^= p->value; return t; }",
        &[
            "p == \\null || \\valid_read(p)",
            "\\forall struct item *q; \\valid_read(q) ==> q->next == \\null || \\valid_read(q->next)",
        ],
    ),
];

/// Functions that fail whatever callers do, or for reasons that are their own.
const OWN_FAULT: [&str; 4] = [
    // The function says itself which values it means, and means one too many.
    "int f(int i) { return i < 0 || i > 10 ? 0 : row[i]; }",
    "int f(int n) { int a[4] = {0}; for (int i = 0; i <= 4; i++) a[i] = n; return a[0]; }",
    "int f(int c) { int *p = c ? &total : 0; return *p; }",
    "int f(const int *p) { return *p / (*p - *p); }",
];

/// The function's verdict, and what callers have to be asked for.
fn verify(text: &str) -> (String, Vec<String>) {
    verify_with(text, &["--check", "assert"])
}

fn verify_with(text: &str, options: &[&str]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, text).expect("write a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    let output = command.args(["verify", "--format", "json"]).args(options).arg(&path).output();
    let report: Value = serde_json::from_slice(&output.expect("the program runs").stdout).expect("a report");
    let function = &report["files"][0]["procedures"][0];
    let conditions = function["conditions"].as_array().cloned().unwrap_or_default();
    let texts = conditions.iter().filter_map(|known| Some(known["requires"].as_str()?.to_string())).collect();
    (function["verdict"].as_str().expect("a verdict").to_string(), texts)
}

#[test]
fn what_is_missing_makes_it_hold() {
    for (function, lacking) in LACKING {
        let (verdict, missing) = verify(&format!("{START}{function}\n"));
        assert_eq!((verdict.as_str(), missing.join(" ")), ("conditional", lacking.join(" ")), "{function}");
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

#[test]
fn conditions_are_the_least_that_proves_it() {
    for (function, conditions) in CONDITIONAL {
        let (verdict, found) = verify_with(&format!("{START}{function}\n"), &[]);
        assert_eq!((verdict.as_str(), found.join("; ")), ("conditional", conditions.join("; ")), "{function}");
        let clauses: String = found.iter().map(|text| format!("requires {text};\n")).collect();
        let (verdict, _) = verify_with(&format!("{START}{}\n", with_contract(function, &clauses)), &[]);
        assert_eq!(verdict, "proved", "{function} with {clauses}");
    }
}

/// The function with a contract, after the declarations that stand before it.
fn with_contract(function: &str, clauses: &str) -> String {
    let at = ["int f(", "void f("].iter().filter_map(|start| function.find(start)).min().unwrap_or(0);
    format!("{}/*@ {clauses}*/\n{}", &function[..at], &function[at..])
}

#[test]
fn what_no_condition_excludes_is_refuted() {
    for function in OWN_FAULT {
        let (verdict, found) = verify_with(&format!("{START}{function}\n"), &[]);
        assert_eq!((verdict.as_str(), found.len()), ("refuted", 0), "{function}");
    }
}

#[test]
fn conditions_count_as_unknown_unless_they_are_accepted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, CONDITIONAL[0].0).expect("write a file");
    let code = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
        command.arg("verify").args(options).arg(&path).output().expect("the program runs").status.code()
    };
    assert_eq!((code(&[]), code(&["--accept-conditions"])), (Some(2), Some(0)));
}

#[test]
fn contracts_are_written_before_their_functions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, "int x;\n\nstatic int\nf(const int *p)\n{\n    return *p;\n}\n").expect("write a file");
    let invar = |command: &str, options: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_invar"));
        program.arg(command).args(options).arg(&path).output().expect("the program runs")
    };
    let printed = String::from_utf8_lossy(&invar("contract", &[]).stdout).into_owned();
    assert!(printed.contains("/*@ requires \\valid_read(p); */\nstatic int\nf(const int *p);"), "{printed}");
    assert_eq!(invar("contract", &["--in-place"]).status.code(), Some(0));
    let text = std::fs::read_to_string(&path).expect("read the file");
    assert!(text.contains("\n\n/*@ requires \\valid_read(p); */\nstatic int\nf("), "{text}");
    assert_eq!(invar("verify", &[]).status.code(), Some(0), "{text}");
}
