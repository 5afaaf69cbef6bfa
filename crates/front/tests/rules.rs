//! Rules that are woven into programs: what handlers may do, and what is said about those that do more.

use invar_base::{Diagnostic, Severity, SourceMap};
use invar_front::c::slic::RuleText;
use invar_front::c::{Options, Reading, Start, read_text};

const PROGRAM: &str = "int g; int f(int a, int b); int main(void) { int x = f(1, 2); return x; }";

fn woven(program: &str, rule: &str) -> (SourceMap, Result<Reading, Vec<Diagnostic>>) {
    let rule = RuleText { argument: "r".to_string(), path: "r.slic".to_string(), text: rule.to_string() };
    let options = Options { start: Start::Main, rules: vec![rule], ..Options::default() };
    let mut sources = SourceMap::new();
    let reading = read_text(&options, &mut sources, "a.c", program);
    (sources, reading)
}

/// The first error, with its place.
fn error(program: &str, rule: &str) -> String {
    let (sources, reading) = woven(program, rule);
    let errors = reading.err().expect("an error");
    let first = errors.iter().find(|error| error.severity == Severity::Error).expect("an error");
    let place = sources.place(first.span.expect("a place"));
    let span = first.span.expect("a place");
    format!("{}:{}: {}", sources.path(span.source), place.line, first.message)
}

#[test]
fn handlers_change_only_their_own_variables() {
    for (rule, expected) in [
        ("f.entry { g = 1; }", "r.slic:1: a handler may change only the variables of its rule"),
        ("f.entry { $1 = 1; }", "r.slic:1: a handler may change only the variables of its rule"),
        ("f.entry {\n  f(1, 2);\n}", "r.slic:2: a handler cannot call functions"),
        ("f.exit { while (1) ; }", "r.slic:1: a handler with loops is not supported: it might not end"),
        ("f.exit { return; }", "r.slic:1: a handler must run on to the statement behind it"),
        ("g.entry { }", "r.slic:1: `g` is a variable of the program, not a function"),
        ("state { s = 1; } f.entry { }", "r.slic:1: the state of a rule consists of declarations"),
    ] {
        assert_eq!(error(PROGRAM, rule), expected, "{rule}");
    }
    assert!(error(PROGRAM, "f.entry { if ($3) abort \"no\"; }").contains("$3"));
    assert!(error("int main(void) { abort \"no\"; }", "main.entry { }").contains("stands in the handlers of rules"));
}

#[test]
fn what_is_wrong_with_a_handler_is_said_once() {
    let (_, reading) = woven("int f(void); int main(void) { f(); f(); return f(); }", "f.entry { h = 1; }");
    assert_eq!(reading.err().expect("an error").iter().filter(|found| found.severity == Severity::Error).count(), 1);
}

/// Each call has checks of its own, wherever it stands; a function whose address is taken is watched in its wrapper.
#[test]
fn every_call_is_watched() {
    let checks = |program: &str, rule: &str| {
        let (_, reading) = woven(program, rule);
        let reading = reading.unwrap_or_else(|errors| panic!("{}", errors[0].message));
        reading.program.checks.values().filter(|check| check.kind.code() == "rule").count()
    };
    let rule = "state { int s; } f.entry { if (s > $1) abort \"down\"; s = $1; } f.exit { if ($return) abort \"up\"; }";
    assert_eq!(checks("int f(int a); int main(void) { return f(1) + f(2); }", rule), 4);
    assert_eq!(checks("int f(int a) { return a; } int main(void) { int (*p)(int) = f; return p(1); }", rule), 2);
    assert_eq!(checks("int f(int a, int b); int h(void); int main(void) { return f(h(), h()); }", rule), 2);
    let rule = "state { int s; } main.entry { if (s) abort \"a\"; } main.exit { if ($return) abort \"b\"; }";
    assert_eq!(checks("int main(void) { if (1) return 1; return 2; }", rule), 2);
}

#[test]
fn a_function_that_is_not_there_is_worth_a_warning() {
    let (_, reading) = woven(PROGRAM, "nobody.entry { }");
    let warnings = reading.unwrap_or_else(|errors| panic!("{}", errors[0].message)).warnings;
    assert!(warnings.iter().any(|warning| warning.message.contains("this handler never runs")));
}
