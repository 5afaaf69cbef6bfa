//! Errors, each where it is, and what is read in spite of them.

use super::*;

#[test]
fn every_error_is_reported_where_it_is() {
    let text = "int f() {\n  int x = ;\n  x = 1\n  y = 2;\n  if (x { }\n  return x;\n}\nint g( { }\nint ok;\nfoo bar;\nfoo baz;\n}\n";
    let found = errors(text);
    let places: Vec<&str> = found.iter().map(|error| error.split(' ').next().unwrap()).collect();
    assert_eq!(places, ["2:11", "3:8", "5:9", "8:8", "10:1", "12:1"], "{found:?}");
    assert_eq!(found[1], "3:8 syntax: expected `;` behind this expression, found `y`");
    assert!(found[4].contains("unknown-name") && found[4].contains("`foo`"));
}

#[test]
fn what_is_whole_is_kept() {
    let (parsed, names, _) = parse_bytes(b"int a; int b = = 2; int c; void f() { x; y y y; z; }");
    let dump = Dump(&names).unit(&parsed.unit);
    assert_eq!(dump, "(decl int a)\n(decl int c)\n(fn void f<> {x ERROR z})");
}

#[test]
fn unclosed_things() {
    for text in [
        "int f() { if (a) {",
        "struct s { int x;",
        "int x = (1",
        "char *s = \"abc",
        "/* comment",
        "int x[",
        "enum {",
        "int f(",
    ] {
        let found = errors(text);
        assert!(!found.is_empty() && found.len() <= 2, "{text}: {found:?}");
    }
}

#[test]
fn nested_functions_are_refused_clearly() {
    let found = errors("void f() { int g(int x) { return x; } int y; y y; }");
    assert!(found[0].starts_with("1:16 unsupported: nested functions"), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn errors_are_limited() {
    assert_eq!(errors(&"int = ;\n".repeat(1000)).len(), 50);
    assert_eq!(errors(&"` ".repeat(1000)).len(), 50);
}

#[test]
fn other_encodings_do_not_matter() {
    let (parsed, names, _) = parse_bytes(b"/* \xe9 */ char *s = \"\xe9\"; // \xff\nint x;");
    assert!(parsed.diagnostics.is_empty());
    assert_eq!(Dump(&names).unit(&parsed.unit), "(decl char s*=\"<233>\")\n(decl int x)");
    let (parsed, ..) = parse_bytes(b"int \xe9; int y;");
    assert!(!parsed.diagnostics.is_empty());
}

#[test]
fn directives_without_a_preprocessor() {
    assert!(errors("#include <stdio.h>\nint x;")[0].starts_with("1:1 syntax: the directive `#include`"));
    check(tree("#pragma once\n#ident \"x\"\n#\n # 3 \"a.c\" 1\n#define X 1\nint x;"), "(decl int x)");
}

#[test]
fn odd_bytes() {
    for text in [
        &b"\0\0\0"[..],
        b"\xff\xfe",
        b"'",
        b"\"",
        b"\\",
        b"#",
        b"# 99999999999999 \"",
        b"int x = '",
        b"\xef\xbb\xbfint x;",
        b"/*@",
        b"//@",
        b"@",
        b"_Pragma(",
    ] {
        parse_bytes(text);
    }
    check(tree("\u{feff}# 1 \"a.c\"\nint x;"), "(decl int x)");
    check(tree("in\\\nt x\\\ny; // c \\\n still\nint z;"), "(decl int xy)\n(decl int z)");
    check(tree("int a<:2:> = <%1, 2%>;"), "(decl int a[2]={1 2})");
}

/// No text makes the parser panic or place an error outside its source.
#[test]
fn damaged_texts() {
    let seed = b"typedef int T; struct s { T a : 3; } x = { .a = 'c' }; /*@ requires \\valid(p + (0..n)); */\n\
        int f(T *p, ...) { //@ loop invariant i ==> 0;\n for (int i = 0x1p3; i < sizeof(T[2]); i++) { switch (i) {\n\
        case 1 ... 2: goto l; default: asm(\"x\" : \"=r\"(i)); } }\n# 3 \"a.c\"\nl: return ({ (T) p ? *p : L\"\xe9\"[0]; }); }";
    let mut state = 12345u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..3000 {
        let mut text = seed.to_vec();
        for _ in 0..=random(4) {
            let at = random(text.len());
            match random(4) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, b"(){}[];:*,'\"/@#\\ \n\xe9=."[random(21)]),
                2 => text.truncate(at.max(1)),
                _ => {
                    let copied = text[at..(at + 12).min(text.len())].to_vec();
                    let to = random(text.len());
                    text.splice(to..to, copied);
                }
            }
        }
        let (parsed, _, map) = parse_bytes(&text);
        for diagnostic in &parsed.diagnostics {
            let span = diagnostic.span.unwrap();
            assert!(
                map.text(span.source).get(span.start as usize..span.end as usize).is_some(),
                "{}",
                diagnostic.message
            );
        }
    }
}
