use super::codes;
use invar_base::Severity;

fn errors(text: &str) -> Vec<&'static str> {
    codes(text, Severity::Error)
}

fn in_function(stmts: &str) -> Vec<&'static str> {
    errors(&format!("struct s {{ int a; }} s; struct u *u; int f(int); int *p; void g(void) {{ {stmts} }}"))
}

#[test]
fn wrong_expressions() {
    assert_eq!(in_function("x = 1;"), ["unknown-name"]);
    assert_eq!(in_function("s.b;"), ["no-member"]);
    assert_eq!(in_function("p.a;"), ["no-member"]);
    assert_eq!(in_function("u->a;"), ["incomplete-type"]);
    assert_eq!(in_function("*u;  sizeof *u;"), ["incomplete-type"]);
    assert_eq!(in_function("s + 1;"), ["type-mismatch"]);
    assert_eq!(in_function("p * 2;"), ["type-mismatch"]);
    assert_eq!(in_function("s = 1;"), ["type-mismatch"]);
    assert_eq!(in_function("if (s) ;"), ["type-mismatch"]);
    assert_eq!(in_function("f();"), ["arity"]);
    assert_eq!(in_function("f(1, 2);"), ["arity"]);
    assert_eq!(in_function("f(s);"), ["type-mismatch"]);
    assert_eq!(in_function("3 = 4;"), ["not-assignable"]);
    assert_eq!(in_function("int a[2]; a = 0;"), ["not-assignable"]);
    assert_eq!(in_function("const int c = 1; c = 2;"), ["not-assignable"]);
    assert_eq!(in_function("&3;"), ["not-assignable"]);
    assert_eq!(in_function("p();"), ["type-mismatch"]);
}

#[test]
fn wrong_statements() {
    assert_eq!(in_function("break;"), ["misplaced-statement"]);
    assert_eq!(in_function("switch (1) { continue; }"), ["misplaced-statement"]);
    assert_eq!(in_function("case 1: ;"), ["misplaced-statement"]);
    assert_eq!(in_function("switch (1) { case 1: case 1: ; }"), ["duplicate-case"]);
    assert_eq!(in_function("switch (1) { case 1 ... 4: ; case 2: ; }"), ["duplicate-case"]);
    assert_eq!(in_function("int i; switch (i) { case i: ; }"), ["not-constant"]);
    assert_eq!(in_function("goto nowhere;"), ["unknown-label"]);
    assert_eq!(in_function("l: ; l: ;"), ["duplicate-name"]);
}

#[test]
fn wrong_declarations() {
    assert_eq!(errors("int x = 1; int x = 2;"), ["duplicate-name"]);
    assert_eq!(errors("int x; long x;"), ["type-mismatch"]);
    assert_eq!(errors("int f(int); int f(long);"), ["type-mismatch"]);
    assert_eq!(errors("void f(void) {} void f(void) {}"), ["duplicate-name"]);
    assert_eq!(errors("struct s { int a; }; struct s { int b; };"), ["duplicate-name"]);
    assert_eq!(errors("struct s { int a; int a; };"), ["duplicate-name"]);
    assert_eq!(errors("struct s { struct s a; };"), ["incomplete-type"]);
    assert_eq!(errors("void f(void) { struct s x; }"), ["incomplete-type"]);
    assert_eq!(errors("void f(void) { int x; int x; }"), ["duplicate-name"]);
    assert_eq!(errors("int n; int a[n];"), ["not-constant"]);
    assert_eq!(errors("int a[-1];"), ["negative-length"]);
    assert_eq!(errors("int g(void); int x = g();"), ["not-constant"]);
    assert_eq!(errors("_Static_assert(sizeof(int) == 8, \"no\");"), ["static-assert"]);
    assert_eq!(errors("struct { int a : 33; } x;"), ["bit-field"]);
    assert_eq!(errors("int a[2] = { [2] = 1 };"), ["bad-index"]);
    assert_eq!(errors("signed unsigned x;"), ["type-mismatch"]);
}

#[test]
fn gcc_only_warns() {
    let warnings = |text| {
        assert_eq!(errors(text), Vec::<&str>::new());
        codes(text, Severity::Warning)
    };
    assert_eq!(warnings("int f(void) { return g(1); }"), ["implicit-declaration"]);
    assert_eq!(warnings("int *p; int i; void f(void) { p = i; }"), ["pointer-conversion"]);
    assert_eq!(warnings("int *p; int i; void f(void) { i = p; }"), ["pointer-conversion"]);
    assert_eq!(warnings("int *p; long *q; void f(void) { p = q; }"), ["pointer-conversion"]);
    assert_eq!(warnings("int a[1] = { 1, 2 };"), ["excess-initialiser"]);
    assert_eq!(warnings("void f(void) { return 1; }"), ["return-value"]);
    assert_eq!(warnings("void f(void) { void *p = malloc(3); }"), ["implicit-declaration"]);
}

#[test]
fn every_error_is_reported_up_to_a_limit() {
    let text = "void f(void) { a; b; c; }";
    assert_eq!(errors(text).len(), 3);
    let many: String = (0..80).map(|n| format!("x{n}; ")).collect();
    assert_eq!(errors(&format!("void f(void) {{ {many} }}")).len(), 50);
}
