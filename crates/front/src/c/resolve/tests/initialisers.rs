use super::{body, program};

fn global(text: &str) -> String {
    program(text).lines().last().unwrap_or_default().to_string()
}

#[test]
fn braces_may_be_left_out() {
    let text = "struct p { int x, y; }; struct q { struct p a[2]; int n; } v = { 1, 2, { 3 }, 4 };";
    assert_eq!(global(text), "v: struct q = {.0[0].0 = 1, .0[0].1 = 2, .0[1].0 = 3, .1 = 4}");
    assert_eq!(global("int a[2][2] = { 1, 2, 3 };"), "a: int [2][2] = {[0][0] = 1, [0][1] = 2, [1][0] = 3}");
    assert_eq!(global("int x = { 5 };"), "x: int = {5}");
}

#[test]
fn designators_set_the_place() {
    let text = "struct s { int a; union { int b; char c; }; int d[4]; } v = { .c = 1, .d[1] = 2, 3, .a = 4 };";
    assert_eq!(global(text), "v: struct s = {.1.1 = 1:char, .2[1] = 2, .2[2] = 3, .0 = 4}");
    assert_eq!(global("int a[] = { [2 ... 4] = 1, 2, [0] = 3 };"), "a: int [6] = {[2..4] = 1, [5] = 2, [0] = 3}");
}

#[test]
fn strings_fill_arrays_and_are_pointed_to() {
    assert_eq!(global("char a[] = \"ab\";"), "a: char [3] = {\"ab\"}");
    assert_eq!(global("char a[] = { \"ab\" };"), "a: char [3] = {\"ab\"}");
    assert_eq!(global("char *a[] = { \"a\", \"b\" };"), "a: char *[2] = {[0] = &\"a\", [1] = &\"b\"}");
    assert_eq!(global("char a[][3] = { \"a\", \"b\" };"), "a: char [2][3] = {[0] = \"a\", [1] = \"b\"}");
    assert_eq!(
        global("struct { char n[4]; int i; } a = { \"ab\", 1 };"),
        "a: struct <anonymous> = {.0 = \"ab\", .1 = 1}"
    );
    assert_eq!(global("int w[] = L\"ab\";"), "w: int [3] = {\"ab\"}");
}

#[test]
fn records_are_copied_as_a_whole() {
    let lines = body("struct p { int x, y; } g; struct p f(void);", "struct p a[2] = { g, f() }; struct p b = g;");
    assert_eq!(lines[0], "a: struct p [2] = {[0] = g, [1] = f()}");
    assert_eq!(lines[1], "b: struct p = {g}");
}

#[test]
fn compound_literals_are_temporaries_or_variables() {
    let lines = body("struct p { int x, y; }; int f(struct p *);", "f(&(struct p){ .y = 2 });");
    assert_eq!(lines[0], "f(&literal struct p = {.1 = 2})");
    let text = program("int *p = (int[]){ 1, 2 };");
    assert_eq!(text, "p: int * = {&<literal>}\n<literal>: int [2] = {[0] = 1, [1] = 2}\n");
    assert_eq!(global("struct p { int x, y; } v = (struct p){ 1, 2 };"), "v: struct p = {.0 = 1, .1 = 2}");
}

#[test]
fn static_initialisers_are_folded() {
    assert_eq!(global("int x = 3 * 4 + sizeof(int);"), "x: int = {16}");
    assert_eq!(global("enum { A = 1 << 4, B }; int x = B ? A | 1 : 0;"), "x: int = {17}");
    assert_eq!(global("int a[4]; int *p = a + 2;"), "p: int * = {(&a +~ 2)}");
}

#[test]
fn tentative_definitions_and_completion() {
    assert_eq!(program("int x; int x = 3; extern int x; extern int y;"), "x: int = {3}\nextern y: int\n");
    assert_eq!(program("extern int a[]; int a[3];"), "a: int [3]\n");
    let text = program("int f(void) { static int x = 4; extern int y; return x + y; }");
    assert_eq!(text, "f::x: int = {4}\nextern y: int\nf(): int\n  return (f::x + y)\n");
}
