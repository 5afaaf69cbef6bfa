use super::{Reader, World};

/// What is said about a contract, a loop annotation or a statement.
fn said(kind: fn(&mut Reader, &str), text: &str) -> Vec<String> {
    let mut reader = Reader::new(World::new());
    kind(&mut reader, text);
    reader.said()
}

fn of_contract(reader: &mut Reader, text: &str) {
    reader.contract(text);
}

fn of_statement(reader: &mut Reader, text: &str) {
    reader.statements(text);
}

fn of_loop(reader: &mut Reader, text: &str) {
    reader.loop_spec(text);
}

fn of_global(reader: &mut Reader, text: &str) {
    reader.define(text);
}

#[track_caller]
fn expect(kind: fn(&mut Reader, &str), text: &str, expected: &[&str]) {
    let said = said(kind, text);
    let fits = said.len() == expected.len() && said.iter().zip(expected).all(|(line, start)| line.starts_with(start));
    assert!(fits, "{text}\nexpected {expected:#?}\nfound {said:#?}");
}

#[test]
fn syntax() {
    expect(of_statement, "/*@ assert n > ; */", &["1:16 error syntax: expected an expression, but found `;`"]);
    expect(of_statement, "/*@ assert n > 0 */", &["1:18 error syntax: expected `;`, but the annotation ends"]);
    expect(of_statement, "/*@ assert (n > 0; */", &["1:18 error syntax: expected `)`"]);
    expect(of_statement, "/*@ assert 0 < n > g; */", &["1:18 error syntax: a chain of comparisons"]);
    expect(
        of_contract,
        "/*@ requires n > 0\n  ensures \\true; */",
        &["2:3 error syntax: expected `;`, but found `ensures`"],
    );
    expect(of_contract, "/*@ requires ]; ensures n >; */", &["1:14 error syntax", "1:28 error syntax"]);
    expect(of_loop, "/*@ loop invarient n > 0; */", &["1:10 error syntax: expected `invariant`"]);
    expect(of_contract, "/*@ assigns ; */", &["1:13 error syntax: expected a place"]);
    expect(of_statement, "/*@ assert \\forall i; i > 0; */", &["1:20 error syntax: expected a type, but found `i`"]);
    let deep = format!("/*@ assert {}n{}; */", "(".repeat(3000), ")".repeat(3000));
    assert!(said(of_statement, &deep)[0].contains("levels deep"));
    let long = format!("/*@ assert n{} > 0; */", " + n".repeat(100_000));
    assert!(said(of_statement, &long)[0].contains("in a row"));
    let minus = format!("/*@ assert {}n; */", "- ".repeat(100_000));
    assert!(said(of_statement, &minus)[0].contains("levels deep"));
}

#[test]
fn names() {
    expect(of_statement, "/*@ assert x > 0; */", &["1:12 error unknown-name: `x`"]);
    expect(of_statement, "/*@ assert sorted(a); */", &["1:12 error unknown-name"]);
    expect(of_statement, "/*@ assert f(a) == 1; */", &["1:12 error type-mismatch: `f` is a function of the program"]);
    expect(of_statement, "/*@ assert \\foo(a); */", &["1:12 error unknown-name: `\\foo`"]);
    expect(of_statement, "/*@ assert p->weight == 1; */", &["1:15 error unknown-name"]);
    expect(of_statement, "/*@ assert \\at(n, nowhere) == 1; */", &["1:19 error unknown-label"]);
    expect(of_statement, "/*@ assert \\forall struct tree *t; t == t; */", &["1:20 error unknown-name"]);
    expect(of_statement, "/*@ for b: assert n > 0; */", &["1:9 error unknown-name: the function has no behavior `b`"]);
    expect(of_contract, "/*@ behavior a: ensures \\true; complete behaviors b; */", &["1:51 error unknown-name"]);
    expect(of_contract, "/*@ behavior a: behavior a: ensures \\true; */", &["1:26 error duplicate-name"]);
    expect(of_global, "/*@ predicate P = \\true; */ /*@ predicate P = \\false; */", &["1:43 error duplicate-name"]);
    expect(of_global, "/*@ predicate P(integer i) = i > n; */", &["1:34 error unknown-name: `n`"]);
    let limit = "/*@ assert n < SIZE; */";
    expect(of_statement, limit, &["1:16 error unknown-name"]);
}

#[test]
fn types() {
    expect(of_statement, "/*@ assert p->value->next; */", &["1:12 error type-mismatch: this must be a pointer"]);
    expect(of_statement, "/*@ assert n[0] == 1; */", &["1:12 error type-mismatch: this must be an array or a pointer"]);
    expect(of_statement, "/*@ assert a == p; */", &["1:17 error type-mismatch: these pointers"]);
    expect(of_statement, "/*@ assert a == n; */", &["1:17 error type-mismatch"]);
    expect(
        of_statement,
        "/*@ assert s; */",
        &["1:12 error type-mismatch: this must be a predicate, but it is a struct"],
    );
    expect(of_statement, "/*@ assert *v == 1; */", &["1:12 error type-mismatch: a `void *`"]);
    expect(of_statement, "/*@ assert n.x == 1; */", &["1:14 error type-mismatch: only a struct"]);
    expect(of_statement, "/*@ assert &(n + 1) == a; */", &["1:13 error type-mismatch: only places"]);
    expect(of_statement, "/*@ assert \\valid(n); */", &["1:19 error type-mismatch"]);
    expect(of_statement, "/*@ assert \\valid(v); */", &["1:19 error type-mismatch"]);
    expect(of_contract, "/*@ assigns n + 1; */", &["1:13 error type-mismatch: this is a value"]);
    expect(of_statement, "/*@ assert a * 2 == 1; */", &["1:12 error type-mismatch: this must be an integer"]);
    expect(of_statement, "/*@ assert size_t > 1; */", &["1:12 error type-mismatch: `size_t` is a type"]);
    let predicate = "/*@ predicate P(int *t, integer k) = k > 0; */";
    let mut reader = Reader::new(World::new());
    reader.define(predicate);
    reader.statements("/*@ assert P(a); */");
    reader.statements("/*@ assert P(p, 1); */");
    let said = reader.said();
    assert!(said[0].starts_with("1:12 error arity"), "{said:?}");
    assert!(said[1].starts_with("1:14 error type-mismatch"), "{said:?}");
}

#[test]
fn misplaced() {
    expect(of_contract, "/*@ requires \\result > 0; */", &["1:14 error misplaced-term"]);
    expect(of_contract, "/*@ requires \\old(n) > 0; */", &["1:14 error old"]);
    expect(of_statement, "/*@ assert \\result > 0; */", &["1:12 error misplaced-term"]);
    expect(of_contract, "/*@ ensures \\at(n, LoopEntry) > 0; */", &["1:20 error misplaced-term"]);
    expect(of_contract, "/*@ assumes n > 0; */", &["1:5 error misplaced-clause"]);
    expect(of_contract, "/*@ loop invariant n > 0; */", &["1:5 error misplaced-clause"]);
    expect(of_contract, "/*@ assert n > 0; */", &["1:5 error misplaced-clause"]);
    expect(of_statement, "/*@ loop invariant n > 0; */", &["1:5 error misplaced-clause"]);
    expect(of_statement, "/*@ predicate P = \\true; */", &["1:5 error misplaced-clause"]);
    expect(of_global, "/*@ requires \\true; */", &["1:5 error misplaced-clause"]);
    expect(of_statement, "/*@ requires n > 0; ensures \\true; */", &[]);
    expect(of_statement, "/*@ assert n == (0 .. 3); */", &["1:17 error misplaced-term"]);
    let mut reader = Reader::new(World::returning_nothing());
    reader.contract("/*@ ensures \\result > 0; */");
    assert!(reader.said()[0].starts_with("1:13 error misplaced-term: this function has no result"));
}

#[test]
fn comments_that_are_not_ours() {
    for text in ["/*@ @*/", "//@ slevel 10", "/*@ split n == 0; */", "/*@brief Does things (well) */", "/*@ {@ [ */"] {
        let said = said(of_statement, text);
        assert_eq!(said.len(), 1, "{text}: {said:?}");
        assert!(said[0].contains("warning unknown-annotation"), "{text}: {said:?}");
    }
}

/// Lines of other tools do not take ours with them.
#[test]
fn lines_of_other_tools() {
    let mut reader = Reader::new(World::new());
    let text = "//@ slevel 10\n//@ assert n > 0;\n//@ split n\n//@ unroll 3\n//@ assert n\n//@   > 1;\n//@ ghost int i;\n//@ i++;";
    let statements = reader.statements(text);
    assert_eq!(statements.len(), 3);
    let said = reader.said();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("1:5 warning unknown") && said[1].starts_with("3:5 warning unknown"), "{said:?}");
}

/// Whatever stands in a comment, reading it ends, and ends in a message or a meaning.
#[test]
fn broken_comments_are_survived() {
    let parts = [
        "loop",
        "invariant",
        "requires",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "n",
        "a",
        "\\forall",
        "\\at",
        "..",
        "axiomatic",
        "predicate",
        "logic",
        "integer",
        "=",
        "behavior",
        ":",
        "for",
        "ghost",
        "1",
        "==>",
        "\\let",
        ",",
    ];
    let mut state = 7u32;
    for _ in 0..3000 {
        let mut text = String::from("/*@ ");
        for _ in 0..12 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(parts[(state >> 16) as usize % parts.len()]);
            text.push(' ');
        }
        text.push_str("*/");
        for kind in [of_contract, of_statement, of_loop, of_global] {
            said(kind, &text);
        }
    }
}
