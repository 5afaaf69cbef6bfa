//! Files that are given together are one program, with C's rules of linkage, or are said not to be.

use std::process::{Command, Output, Stdio};

/// The answer about C files with these texts, which are called `0.c`, `1.c` and so on, beside a header `h.h`.
fn verify(header: &str, texts: &[&str], options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("h.h"), header).expect("write a file");
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number}.c")), text).expect("write a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(["verify", "--jobs", "1", "."]).args(options).current_dir(folder.path()).stdin(Stdio::null());
    let Output { stdout, stderr, .. } = command.output().expect("the program runs");
    String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr)
}

fn has(report: &str, verdict: &str, function: &str) -> bool {
    report.lines().any(|line| line.starts_with(verdict) && line.contains(&format!(" {function} (")))
}

const ASSERT: &str = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n\
                      #define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))\n";

#[test]
fn calls_find_their_bodies_in_other_files() {
    let texts = [
        "#include \"h.h\"\nint twice(int x) { calls = 1; return x + x; }",
        "#include \"h.h\"\nvoid good(void) { assert(twice(2) == 4); assert(calls == 1); }\n\
         void bad(void) { assert(twice(2) == 5); }",
    ];
    let header = format!("{ASSERT}int twice(int); int calls;");
    let report = verify(&header, &texts, &[]);
    assert!(has(&report, "proved", "good") && has(&report, "refuted", "bad"), "{report}");
    let report = verify(&header, &texts, &["--separate"]);
    assert!(!has(&report, "proved", "good") && !has(&report, "refuted", "bad"), "{report}");
}

#[test]
fn what_is_static_stays_apart() {
    let texts = [
        "static int x = 1; static int f(void) { static int n; n = 5; x = 7; return n; } int a(void) { return f(); }",
        "#include \"h.h\"\nstatic int x; static int f(void) { static int n; return n; } int a(void);\n\
         void good(void) { int n = f(); x = 2; a(); assert(x == 2 && f() == n); }\n\
         void bad(void) { x = 2; a(); assert(x == 7); }",
    ];
    let report = verify(ASSERT, &texts, &[]);
    assert!(has(&report, "proved", "good") && has(&report, "refuted", "bad"), "{report}");
}

#[test]
fn one_tag_is_one_type_if_the_members_are_the_same() {
    let shared = [
        "#include \"h.h\"\nint get(struct s *p) { return p->t.b; }",
        "#include \"h.h\"\nvoid good(void) { struct s s = {1, {2}, 0, ON}; assert(get(&s) == 2); }",
    ];
    let header = format!(
        "{ASSERT}enum e {{ OFF, ON }}; struct s {{ int a; struct {{ int b; }} t; struct s *n; enum e e; }}; int get(struct s *);"
    );
    let report = verify(&header, &shared, &[]);
    assert!(has(&report, "proved", "good"), "{report}");
    let own = [
        "struct s { int a; }; static struct s s; int get(void) { s.a = 1; return s.a; }",
        "#include \"h.h\"\nstruct s { char c[9]; }; static struct s s; int get(void);\n\
         void good(void) { s.c[8] = 3; assert(get() == 1 && s.c[8] == 3); }",
    ];
    let report = verify(ASSERT, &own, &[]);
    assert!(has(&report, "proved", "good"), "{report}");
}

#[test]
fn an_array_has_the_length_of_its_definition() {
    let texts = [
        "extern char buf[]; char last(void) { return buf[15]; } char after(void) { return buf[16]; }",
        "char buf[16]; char last(void); char use(void) { return last(); }",
    ];
    let report = verify("", &texts, &[]);
    assert!(has(&report, "proved", "last") && has(&report, "refuted", "after"), "{report}");
}

#[test]
fn what_does_not_fit_is_not_linked() {
    let pairs = [
        // Two types, two definitions, a constant that somebody writes.
        ["int f(int x) { return x; }", "long f(char *); long g(void) { return f(0); }"],
        [
            "int f(void) { return h(); } int h(void) { return 1; }",
            "int f(void) { return 2; } int g(void) { return h(); }",
        ],
        ["extern const int c; int f(void) { return c; }", "int c = 1; int f(void); int g(void) { c = 2; return f(); }"],
        ["int v = 1; int f(void) { return v; }", "int v = 2; int f(void); int g(void) { return f(); }"],
    ];
    for pair in pairs {
        let report = verify("", &pair, &[]);
        assert!(report.contains("not-linked") && report.contains("0.c:1") && report.contains("1.c:1"), "{report}");
    }
}

#[test]
fn inline_functions_and_headers_are_read_once() {
    let texts = [
        "#include \"h.h\"\nint a(void) { return sq(2); }",
        "#include \"h.h\"\nint a(void); void good(void) { assert(sq(3) == 9 && a() == 4); }",
    ];
    let header = format!("{ASSERT}inline int sq(int x) {{ return x * x; }} static int own(int *p) {{ return *p; }}");
    let report = verify(&header, &texts, &[]);
    assert!(has(&report, "proved", "good") && !report.contains(" own (") && !report.contains(" sq ("), "{report}");
    let report = verify(&header, &texts, &["--headers"]);
    assert!(has(&report, "proved", "sq") && has(&report, "proved", "own"), "{report}");
}

#[test]
fn a_rule_watches_static_functions_of_every_file() {
    let texts = [
        "static void acquire(void) {}\nvoid twice(void) { acquire(); acquire(); }",
        "void twice(void);\nint main(void) { twice(); return 0; }",
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rule = folder.path().join("lock.slic");
    let text = "state { int held = 0; }\nacquire.entry { if (held) abort \"acquired twice\"; else held = 1; }\n";
    std::fs::write(&rule, text).expect("write a file");
    for order in [[0, 1], [1, 0]] {
        let texts = order.map(|number| texts[number]);
        let report = verify("", &texts, &["--rule", rule.to_str().expect("a path")]);
        assert!(report.contains("refuted[rule]: acquired twice"), "{report}");
    }
}

/// A name that is static in a later file is not the one that the files before it share.
#[test]
fn what_is_static_in_a_later_file_hides_what_is_shared() {
    let texts = [
        "#include \"h.h\"\nint x;\nvoid set(void);\nint f(void);\nint g(void);\n\
         int main(void) { set(); assert(x == 6); assert(f() == g()); return 0; }",
        "static int x;\nstatic int f(void) { return 2; }\nvoid set(void) { x = 6; }\nint g(void) { return f(); }",
        "int f(void) { return 1; }",
    ];
    let report = verify(ASSERT, &texts, &[]);
    assert!(report.contains("refuted[assert]") && !has(&report, "proved", "main"), "{report}");
    let right =
        [&texts[0].replace("x == 6", "x == 0").replace("f() == g()", "f() == 1 && g() == 2"), texts[1], texts[2]];
    let report = verify(ASSERT, &right, &[]);
    assert!(has(&report, "proved", "main"), "{report}");
}

/// A body that breaks the contract which callers trust, in forms that only the preprocessor and the parser understand.
#[test]
fn definitions_are_found_whatever_they_look_like() {
    let caller = "/*@ ensures \\result > 0; assigns \\nothing; */\nint g(int x);\n\
                  int main(void) { int r = g(3);\n/*@ assert r > 0; */ return 0; }";
    let header = "#define DEFINE(name) int name(int x) { return -x; }";
    let bodies = ["int (g)(int x) { return -x; }", "#include \"h.h\"\nDEFINE(g)", "int g(x) int x; { return -x; }"];
    for body in bodies {
        let report = verify(header, &[caller, body], &[]);
        assert!(has(&report, "refuted", "g"), "{report}");
    }
}

#[test]
fn files_that_share_a_variable_are_one_program() {
    let texts = [
        "#include \"h.h\"\nint v; extern int w; int main(void) { assert(v == 0 && w == 0); return 0; }",
        "int v = 5; int w = 0;",
    ];
    let report = verify(ASSERT, &texts, &[]);
    assert!(has(&report, "refuted", "main"), "{report}");
    let report = verify(ASSERT, &[&texts[0].replace("v == 0", "v == 5"), texts[1]], &[]);
    assert!(has(&report, "proved", "main"), "{report}");
}

#[test]
fn a_library_is_linked_with_each_program_that_uses_it() {
    let texts = [
        "#include \"h.h\"\nint twice(int); int main(void) { assert(twice(2) == 4); return 0; }",
        "#include \"h.h\"\nint twice(int); int main(void) { assert(twice(2) == 5); return 0; }",
        "int once(int x) { return x; } int twice(int x) { return x + x; }",
    ];
    let report = verify(ASSERT, &texts, &[]);
    let line = |start: &str, rest: &str| report.lines().any(|line| line.starts_with(start) && line.contains(rest));
    assert!(line("proved", " main (./0.c") && line("refuted", " main (./1.c"), "{report}");
    assert!(has(&report, "proved", "once") && report.matches(" twice (").count() == 1, "{report}");
}

/// C leaves open which of the two is called, whichever file comes first.
#[test]
fn inline_functions_with_other_bodies_elsewhere_do_not_fit() {
    let inline = "#include \"h.h\"\ninline int f(void) { return 1; }\nint main(void) { assert(f() == 1); return 0; }";
    for other in ["extern inline int f(void) { return 2; }", "int f(void) { return 2; }"] {
        for texts in [[inline, other], [other, inline]] {
            let report = verify(ASSERT, &texts, &[]);
            assert!(report.contains("not-linked"), "{report}");
        }
    }
}

/// What a format says is looked at in a watched call, too.
#[test]
fn formats_of_watched_calls_are_literals() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rule = folder.path().join("print.slic");
    std::fs::write(&rule, "state { int n = 0; }\nprintf.entry { n = n + 1; if (n > 2) abort \"too many\"; }\n")
        .expect("write a file");
    let text = "int printf(const char *, ...);\nint main(void) { printf(\"%d\", 1); printf(\"%s\", (char *)0); }";
    let report = verify("", &[text], &["--rule", rule.to_str().expect("a path"), "--check", "null"]);
    assert!(report.contains("[null]") && !report.contains("literal"), "{report}");
}
