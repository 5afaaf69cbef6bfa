use super::{body, program};
use crate::c::resolve::tests::resolved;
use crate::c::types::DataModel;

#[test]
fn cases_are_in_the_type_of_the_switch() {
    let lines = body("unsigned u;", "switch (u) { case -1: case 1 ... 3: break; default:; }");
    assert_eq!(lines, ["switch u", "case 4294967295", "case 1..3", "break", "default", "empty"]);
}

#[test]
fn loops_and_jumps() {
    let lines = body("int n;", "for (int i = 0; i < n; i++) { if (i) continue; else break; } goto out; out: return;");
    let expected =
        ["i: int = {0}", "for ; (i < n); i++", "if i", "continue", "else", "break", "goto out", "label out", "return"];
    assert_eq!(lines, expected);
}

#[test]
fn statement_expressions_have_the_value_of_their_end() {
    assert_eq!(body("int x;", "x = ({ int y = x; y + 1; });"), ["x = ({y: int = {x} => (y + 1)})"]);
    assert_eq!(body("int x;", "({ x++; });"), ["({ => x++})"]);
}

#[test]
fn old_definitions_keep_their_parameter_types() {
    let text = program("int f(c, l) char c; long l; { return c + l; } int g(void) { return f(1, 2); }");
    assert!(text.contains("f(c: char, l: long): int"), "{text}");
    assert!(text.contains("return f(1, 2)"), "{text}");
}

#[test]
fn variable_lengths_of_parameters_come_behind_them() {
    let unit = resolved("int f(int n, int a[n][n], int m) { return a[m][n]; }", DataModel::Lp64).unit;
    let function = unit.functions.values().next().expect("one function");
    let names: Vec<&str> = function.locals.values().map(|local| local.name.as_str()).collect();
    assert_eq!(names, ["n", "a", "m", "length", "length"]);
    assert_eq!(function.params.len(), 3);
    assert_eq!(function.lengths.len(), 2);
}

#[test]
fn what_is_not_modelled_is_no_error() {
    assert_eq!(body("", "void *p = &&l; goto *p; l:;").join("; "), "p: void * = {&&0}; goto *p; label l; empty");
    assert_eq!(body("int x;", "asm(\"nop\" : \"=r\"(x) : \"r\"(3) : \"memory\");"), ["asm(x; 3) memory"]);
    assert_eq!(body("int x;", "asm volatile(\"\" ::: \"memory\");"), ["asm(; )"]);
    assert!(body("_Complex double z;", "z = z * 2;")[0].starts_with("z = unsupported"));
}

#[test]
fn main_returns_0_at_its_end() {
    assert_eq!(program("int main(void) { }"), "main(): int\n  return 0\n");
}

#[test]
fn what_nobody_classified_is_doubted_where_it_stands() {
    let unit = resolved(
        "int a __attribute__((noinit)); int b __attribute__((unused)); __attribute__((weak)) int f(void) { return 0; }
         struct __attribute__((strange)) s { int i; }; extern int c __asm__(\"b\"); int setjmp(void *);",
        DataModel::Lp64,
    )
    .unit;
    let global = |name: &str| unit.globals.values().find(|global| global.name == name).and_then(|g| g.doubt.clone());
    let function = |name: &str| unit.functions.values().find(|f| f.name == name).and_then(|f| f.doubt.clone());
    assert_eq!(global("a").as_deref(), Some("effects of the attribute `noinit`"));
    assert_eq!(global("b").as_deref(), Some("other names of the symbol `b`"));
    assert_eq!(global("c").as_deref(), Some("other names of the symbol `b`"));
    assert_eq!(function("f").as_deref(), Some("effects of the attribute `weak`"));
    assert_eq!(function("setjmp").as_deref(), Some("jumps of `setjmp`"));
    let whole: Vec<&str> = unit.doubts.iter().map(|doubt| doubt.what.as_str()).collect();
    assert_eq!(whole, ["effects of the attribute `strange`"]);
}
