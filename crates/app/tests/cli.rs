//! The program as a user meets it: exit codes, bad input, JSON, evidence, Ctrl-C.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const GOOD: &str = "procedure good(x: int) returns (y: int)\n  ensures y > x;\n{\n  y := x + 1;\n}\n";
const LOOP: &str = "procedure count(n: int)\n  requires n >= 0;\n{\n  var i: int;\n  i := 0;\n  while (i < n)\n    \
                    invariant 0 <= i && i <= n;\n  {\n    i := i + 1;\n  }\n  assert i == n;\n}\n";
const WRONG: &str = "procedure wrong(x: int)\n{\n  assert x != 7;\n}\n";
/// True, but the invariant says too little.
const WEAK: &str = "procedure weak(n: int) requires n >= 0;\n{\n  var i: int;\n  i := 0;\n  while (i < n)\n    invariant true;\n  \
                    {\n    i := i + 1;\n  }\n  assert i == n;\n}\n";
/// No prover settles this one within the patience of a test.
const HARD: &str = "procedure hard(x: int, y: int, z: int)\n  requires x > 0 && y > 0 && z > 0;\n{\n  \
                    assert x * x * x * x + y * y * y * y != z * z * z * z;\n}\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("write a file");
        path
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a UTF-8 path").to_string()
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(args).stdin(Stdio::null());
    command
}

fn invar(args: &[&str]) -> Output {
    command(args).output().expect("the program runs")
}

fn code(args: &[&str]) -> i32 {
    invar(args).status.code().expect("an exit code")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(args: &[&str]) -> Value {
    let output = invar(args);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", out(&output), err(&output)))
}

#[test]
fn exit_codes_say_the_verdict() {
    let folder = Folder::new();
    let good = folder.write("good.bpl", GOOD);
    let wrong = folder.write("wrong.bpl", WRONG);
    let weak = folder.write("weak.bpl", WEAK);
    assert_eq!(code(&["verify", &good]), 0);
    assert_eq!(code(&["verify", "--engine", "proof", &weak]), 2);
    assert_eq!(code(&["verify", &weak]), 0);
    assert_eq!(code(&["verify", "--engine", "proof", &weak, &wrong, &good]), 1);
    assert_eq!(code(&["verify", &good, &folder.path("missing.bpl"), &wrong]), 3);
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let folder = Folder::new();
    let wrong = folder.write("wrong.bpl", WRONG);
    let output = invar(&["verify", &folder.path("missing.bpl"), &wrong]);
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("refuted  wrong"), "{}", out(&output));
    assert!(err(&output).contains("there is no such file"), "{}", err(&output));
}

#[test]
fn help_lists_options_under_headings() {
    let text = out(&invar(&["verify", "--help"]));
    let headings = ["Options:", "What is checked:", "How it is checked:", "How C is read:", "Output:", "Limits:"];
    let places: Vec<Option<usize>> = headings.iter().map(|heading| text.find(&format!("\n{heading}\n"))).collect();
    assert!(places.iter().all(Option::is_some), "{text}");
    let (what, how) = (places[1].unwrap_or(0), places[2].unwrap_or(0));
    for option in ["--function", "--check", "--property"] {
        assert!(text[what..how].contains(option), "{option} is not under its heading: {text}");
    }
    // Nothing but the help itself stands outside of the headings.
    let plain = text.split("Options:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    assert!(plain.contains("--help") && plain.matches("--").count() == 1, "{text}");
}

#[test]
fn usage_errors_are_bad_input_and_help_is_not() {
    for args in [&["--help"][..], &["verify", "--help"], &["--version"], &["explain"], &["completions", "bash"]] {
        assert_eq!(code(args), 0, "{args:?}");
    }
    let usage: [&[&str]; 6] = [
        &[],
        &["verify"],
        &["nonsense"],
        &["verify", "--effort", "6", "x.bpl"],
        &["verify", "--timeout", "-1", "x.bpl"],
        &["vc", "x.bpl", "--cutoff", "many", "--procedure", "p"],
    ];
    for args in usage {
        assert_eq!(code(args), 3, "{args:?}");
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    let folder = Folder::new();
    let cases: [(&str, &[u8], &str); 10] = [
        ("empty.bpl", b"", "the file is empty"),
        ("binary.bpl", b"\x7fELF\0\0\0", "binary"),
        ("latin.bpl", b"// \xe4\n", "UTF-8"),
        ("truncated.bpl", b"procedure p(x: int)\n{\n  assert x ", "truncated.bpl:3:"),
        ("type.bpl", b"procedure p()\n{\n  var x: widget;\n}\n", "type.bpl:3:10"),
        ("twice.bpl", b"procedure p();\nprocedure p();\n", "twice.bpl:2:11"),
        ("arity.bpl", b"procedure p(x: int);\nprocedure q()\n{\n  call p(1, 2);\n}\n", "arity.bpl:4:"),
        ("name.bpl", b"procedure p()\n{\n  assert y > 0;\n}\n", "name.bpl:3:10"),
        ("prog.java", b"class A {}", "not supported yet"),
        ("notes.txt", b"hello", "cannot tell the language"),
    ];
    for (name, text, expected) in cases {
        let output = invar(&["verify", &folder.write(name, text)]);
        assert_eq!(output.status.code(), Some(3), "{name}: {}", err(&output));
        assert!(err(&output).contains(expected), "{name}: {}", err(&output));
        assert!(!err(&output).contains("panicked"), "{name}: {}", err(&output));
    }
    assert_eq!(code(&["verify", &folder.path("")]), 3);
}

#[test]
fn ten_megabytes_of_parentheses_are_refused_quickly() {
    let folder = Folder::new();
    let half = 5 << 20;
    let nested = format!("procedure p()\n{{\n  assert {}true{};\n}}\n", "(".repeat(half), ")".repeat(half));
    let path = folder.write("nested.bpl", nested);
    let start = Instant::now();
    let output = invar(&["verify", &path]);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("nested.bpl:3:"), "{}", err(&output));
    assert!(err(&output).len() < 100_000, "the message is {} bytes long", err(&output).len());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn json_has_the_documented_shape() {
    let folder = Folder::new();
    let (good, wrong) = (folder.write("loop.bpl", LOOP), folder.write("wrong.bpl", WRONG));
    let bad = folder.write("bad.bpl", "procedure (\n");
    let report = json(&["verify", "--format", "json", &good, &wrong]);
    assert_eq!((&report["schema"], &report["verdict"]), (&Value::from(1), &Value::from("refuted")));
    let count = &report["files"][0]["procedures"][0];
    assert_eq!((&count["name"], &count["verdict"]), (&Value::from("count"), &Value::from("proved")));
    assert_eq!(count["loops"][0]["place"]["line"], 6);
    assert!(!count["loops"][0]["invariant"][0].as_str().unwrap_or("").is_empty());
    assert!(count["checks"].as_array().is_some_and(|checks| checks.len() >= 3));
    let check = &report["files"][1]["procedures"][0]["checks"][0];
    assert_eq!((&check["code"], &check["verdict"]), (&Value::from("assert"), &Value::from("refuted")));
    let place = serde_json::json!({"file": wrong, "line": 3, "column": 3});
    assert_eq!((&check["place"]["file"], &check["place"]["line"]), (&place["file"], &place["line"]));
    let trace = check["trace"].as_array().expect("a trace");
    assert!(trace.iter().all(|step| step["place"]["line"].is_u64() && step["event"].is_string()));
    assert!(trace.iter().any(|step| step["values"]["x"] == "7"), "{trace:?}");
    assert!(report["statistics"]["queries"].as_u64().is_some_and(|queries| queries > 0));
    assert!(report["statistics"]["seconds"].is_f64());

    let report = json(&["verify", "--format", "json", &bad, &good]);
    assert_eq!(report["verdict"], "bad-input");
    assert_eq!(report["files"][0]["errors"][0]["place"]["line"], 1);
    assert_eq!(report["files"][1]["procedures"][0]["verdict"], "proved");
}

#[test]
fn the_answer_does_not_depend_on_the_jobs() {
    let folder = Folder::new();
    let many: String = (0..12).map(|n| GOOD.replace("good", &format!("good{n}"))).collect();
    let path = folder.write("many.bpl", many + WRONG);
    let report = |jobs| json(&["verify", "--format", "json", "--jobs", jobs, &path])["files"].take();
    assert_eq!(report("1"), report("4"));
}

#[test]
fn evidence_is_checked_again() {
    let folder = Folder::new();
    let path = folder.write("loop.bpl", format!("{LOOP}{GOOD}{WRONG}"));
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--evidence", &evidence, &path]), 1);
    let output = invar(&["check", &evidence]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("proved   count") && !out(&output).contains("wrong ("), "{}", out(&output));
    assert!(out(&output).contains("says nothing about 1 procedure"), "{}", out(&output));
    // A solver that says nothing sensible is no second opinion.
    assert_eq!(code(&["check", &evidence, "--solver", "cat"]), 2);
    assert_eq!(code(&["check", &evidence, "--solver", "no-such-solver"]), 2);
}

/// Once a panic: terms that expanding a call makes are not terms of the program.
#[test]
fn loops_of_expanded_bodies_are_in_the_reports() {
    let folder = Folder::new();
    let text = "procedure {:inline 1} up(n: int) returns (r: int) requires n >= 0; {
        r := 0; while (r < n) invariant r <= n; { r := r + 1; } }
        procedure caller() { var p: int; call p := up(5); assert p == 5; }
        procedure positive(p: int); requires p > 0;
        procedure again(x: int) requires x > 0; { head: call positive(x); goto head, end; end: return; }";
    let path = folder.write("expanded.bpl", text);
    assert_eq!(json(&["verify", "--format", "json", &path])["verdict"], "proved");
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--evidence", &evidence, &path]), 0);
    assert_eq!(code(&["check", &evidence]), 0);
}

#[test]
fn a_second_solver_agrees() {
    // The second opinion is never required: without the solver there is nothing to test.
    if Command::new("cvc5").arg("--version").stdout(Stdio::null()).status().is_err() {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("loop.bpl", format!("{LOOP}{GOOD}"));
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--evidence", &evidence, &path]), 0);
    let output = invar(&["check", &evidence, "--solver", "cvc5", "--timeout", "60"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
}

#[test]
fn evidence_that_does_not_fit_is_refused() {
    let folder = Folder::new();
    let path = folder.write("loop.bpl", LOOP);
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--evidence", &evidence, &path]), 0);
    let text = std::fs::read_to_string(&evidence).expect("the evidence");

    let invented = folder.write("invented.json", text.replace("\"count\"", "\"invented\""));
    assert_eq!(code(&["check", &invented]), 3);
    let mut parsed: Value = serde_json::from_str(&text).expect("JSON");
    parsed["files"][0]["procedures"][0]["loops"][0]["invariant"] = serde_json::json!(["i == 0"]);
    assert_eq!(code(&["check", &folder.write("other.json", parsed.to_string())]), 3);
    assert_eq!(code(&["check", &folder.write("short.json", &text[..text.len() / 2])]), 3);
    assert_eq!(code(&["check", &folder.write("schema.json", text.replace("\"schema\": 1", "\"schema\": 2"))]), 3);
    assert_eq!(code(&["check", &folder.path("missing.json")]), 3);

    folder.write("loop.bpl", LOOP.replace("i + 1", "1 + i"));
    let output = invar(&["check", &evidence]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("has changed"), "{}", err(&output));
}

/// A proof says something about the checks, macros and sizes that were asked for, and about nothing else.
#[test]
fn evidence_answers_only_the_question_it_was_made_for() {
    let folder = Folder::new();
    let text = "#include \"limit.h\"\nint f(int x) { if (x < 0 || x > LIMIT) x = LIMIT; return x + 1; }\n";
    let header = folder.write("limit.h", "#ifndef LIMIT\n#define LIMIT 10\n#endif\n");
    let path = folder.write("limit.c", text);
    let evidence = folder.path("evidence.json");
    let verify = |options: &[&str]| code(&[&["verify", "--evidence", &evidence, &path], options].concat());
    let check = |options: &[&str]| {
        let output = invar(&[&["check", evidence.as_str()], options].concat());
        (output.status.code().unwrap_or(-1), out(&output) + &err(&output))
    };
    for options in [&["--check", "+overflow"][..], &["-DLIMIT=3"], &["--data-model", "ILP32"], &["--function", "f"]] {
        assert_eq!(verify(options), 0, "{options:?}");
        let (code, text) = check(&[]);
        assert!(code == 3 && text.contains("other-options") && text.contains("was made under"), "{options:?}: {text}");
        let (code, text) = check(options);
        assert!(code == 0 && text.contains("note: the evidence was made under "), "{options:?}: {text}");
    }
    assert_eq!(verify(&[]), 0);
    let (code, text) = check(&[]);
    assert!(code == 0 && text.contains("assuming: signed arithmetic does not overflow"), "{text}");
    let (code, text) = check(&["-DLIMIT=3"]);
    assert!(code == 3 && text.contains("was not made under `-DLIMIT=3`"), "{text}");
    // What a header says belongs to the program.
    std::fs::write(header, "#define LIMIT 11\n").expect("write the header");
    let (code, text) = check(&[]);
    assert!(code == 3 && text.contains("the preprocessor makes something else"), "{text}");
}

#[test]
fn evidence_for_nothing_proves_nothing() {
    let folder = Folder::new();
    let path = folder.write("wrong.bpl", WRONG);
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--evidence", &evidence, &path]), 1);
    let output = invar(&["check", &evidence]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("proves nothing"), "{}", err(&output));
}

/// A proof from invariants that are not in the text, as evidence says them: what it says is proved, never believed.
#[test]
fn inferred_invariants_are_proved_again() {
    let folder = Folder::new();
    let text =
        "procedure fill(a: [int]int, n: int) returns (b: [int]int) requires n >= 0; ensures b[0] == 7 || n == 0; {
        var i: int; b := a; i := 0; while (i < n) { b[i] := 7; i := i + 1; } }";
    let path = folder.write("fill.bpl", format!("{text}{GOOD}"));
    let evidence = folder.path("evidence.json");
    assert_eq!(code(&["verify", "--engine", "proof", "--evidence", &evidence, &path]), 2);
    let mut parsed: Value = serde_json::from_str(&std::fs::read_to_string(&evidence).expect("evidence")).expect("JSON");
    let mut check = |inferred: &[&str], block: Option<usize>| {
        let place = serde_json::json!({"file": path, "line": 2, "column": 37});
        let found = serde_json::json!({"place": place, "invariant": [], "inferred": inferred, "block": block});
        let claim = serde_json::json!({"name": "fill", "index": 0, "loops": [found], "contracts": []});
        parsed["files"][0]["procedures"][0] = claim;
        let output = invar(&["check", &folder.write("edited.json", parsed.to_string())]);
        (output.status.code().unwrap_or(-1), out(&output) + &err(&output))
    };
    let good = ["0 <= i", "(forall x: int :: {b[x]} 0 <= x && x < i ==> b[x] == 7)", "i <= n"];
    let found = (0..8).find(|&block| check(&["true"], Some(block)).0 != 3).expect("one block is the loop's head");
    let (code, text) = check(&good, Some(found));
    assert_eq!(code, 0, "{text}");
    for weak in [&good[..1], &["i >= 1"], &["false"], &["(forall x: int :: b[x] == 7)"]] {
        let (code, text) = check(weak, Some(found));
        assert_eq!(code, 2, "{weak:?}: {text}");
    }
    for (wrong, message) in [("i +", "expected"), ("i", "of type `bool`"), ("j == 0", "no variable named `j`")] {
        let (code, text) = check(&[wrong], Some(found));
        assert_eq!(code, 3, "{wrong}: {text}");
        assert!(text.contains("the loop at 2:37") && text.contains(message), "{wrong}: {text}");
    }
    assert_eq!(check(&good, Some(9999)).0, 3);
    assert_eq!(check(&good, None).0, 3);
}

/// The invariants of the text are shown in its words; without inferred ones there is nothing to write.
#[test]
fn invariants_are_shown_and_files_without_inferred_ones_stay_as_they_are() {
    let folder = Folder::new();
    let c = "/*@ requires \\valid(a + (0 .. n - 1)) && n >= 0; assigns a[0 .. n - 1];
    ensures \\forall integer k; 0 <= k < n ==> a[k] == 7; */
void fill(int *a, int n)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \\forall integer k; 0 <= k < i ==> a[k] == 7;
      loop assigns i, a[0 .. n - 1]; */
  while (i < n)
    a[i++] = 7;
}
";
    let (c_path, boogie) = (folder.write("fill.c", c), folder.write("loop.bpl", LOOP));
    let shown = out(&invar(&["verify", "--show-invariants", &c_path, &boogie]));
    for line in ["fill.c:9 keeps", " 0 <= i <= n\n", " \\forall integer k; 0 <= k < i ==> a[k] == 7\n", "loop.bpl:"] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert!(!out(&invar(&["verify", &c_path])).contains("keeps"));
    for (path, text) in [(&c_path, c), (&boogie, LOOP)] {
        let output = invar(&["annotate", path]);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), text), "{}", err(&output));
        let copy = folder.path("copy");
        assert_eq!(code(&["annotate", path, "-o", &copy]), 0);
        assert_eq!(std::fs::read_to_string(&copy).expect("the copy"), text);
    }
    assert_eq!(code(&["annotate", &folder.path("missing.c")]), 3);
    assert_eq!(code(&["annotate", &folder.write("bad.c", "int f( {")]), 3);
}

/// Which predicates an inferred invariant combines, and what suggested them: for people and for programs.
#[test]
fn the_predicates_of_inferred_invariants_are_shown() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/infer/walking_copy.c");
    let shown = out(&invar(&["verify", "--show-predicates", path]));
    let copied = "==> \\at(dst, Pre)[x] == \\at(src[x], Pre)";
    for line in [copied, "from a value on entry", "from an index of the loop", "from an assertion", "were tried"] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let json = out(&invar(&["verify", "--format", "json", path]));
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let known = &report["files"][0]["procedures"][0]["loops"][0];
    let (inferred, used) = (known["inferred"].as_array().expect("texts"), known["used"].as_array().expect("uses"));
    assert_eq!(inferred.len(), used.len());
    assert!(used.iter().flat_map(|used| used.as_array().expect("a list")).any(|used| used["suggestion"] == "limit"));
    assert!(known["tried"]["bound"].as_u64().is_some_and(|count| count > 0), "{known}");
}

/// FQ02 §7.2: from the paper's predicates, the paper's invariants.
#[test]
fn the_invariants_of_selection_sort_are_the_papers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/papers/fq02/sort.c");
    let shown = out(&invar(&["verify", "--show-invariants", path]));
    let outer = [" 0 <= i\n", " \\forall integer x, y; 0 <= x < i && x < y < n ==> a[x] <= a[y]\n"];
    let inner =
        [" \\forall integer z; i <= z < j ==> w <= a[z]\n", " i <= k\n", " k < j\n", " j <= n\n", " w == a[k]\n"];
    for line in outer.iter().chain(&inner) {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert_eq!(shown.matches("forall integer").count(), 2, "{shown}");
}

#[test]
fn codes_are_explained() {
    assert!(out(&invar(&["explain", "ensures"])).contains("postcondition"));
    assert!(out(&invar(&["explain", "not-inductive"])).contains("invariant"));
    let listed = out(&invar(&["explain"]));
    assert!(["assert", "timeout", "vacuous", "syntax"].iter().all(|code| listed.contains(code)), "{listed}");
    let output = invar(&["explain", "asert"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("did you mean `assert`?"));
}

const ERROR: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                     int x = __VERIFIER_nondet_int();\n  if (x == 42)\n    reach_error();\n  return 0;\n}\n";

#[test]
fn properties_are_answered_on_the_last_line() {
    let folder = Folder::new();
    let wrong = folder.write("wrong.c", ERROR);
    let right = folder.write("right.c", ERROR.replace("x == 42", "x != x"));
    let broken = folder.write("broken.c", "int main(void) { return 0;\n");
    let file = folder.write("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let strange = folder.write("strange.prp", "G ! nothing\n");
    let parts = folder.write("parts.c", "void f(int n) { int m = n; //@ assert m == n;\n }\n");
    let wrong_parts = folder.write("wrong_parts.c", "void f(int n) { int m = n; //@ assert m > n;\n }\n");
    let cases = [
        (&"assert".to_string(), &parts, 0, "true"),
        (&"assert".to_string(), &wrong_parts, 1, "false(assert)"),
        (&file, &parts, 3, "unknown"),
        (&file, &wrong, 1, "false(unreach-call)"),
        (&file, &right, 0, "true"),
        (&file, &broken, 3, "unknown"),
        (&strange, &right, 3, "unknown"),
        (&"termination".to_string(), &right, 2, "unknown"),
        (&"no-overflow".to_string(), &wrong, 0, "true"),
    ];
    for (property, program, code, verdict) in cases {
        let output = invar(&["verify", "--property", property, program]);
        assert_eq!(out(&output).lines().last(), Some(verdict), "{property} {program}: {}", err(&output));
        assert_eq!(output.status.code(), Some(code), "{property} {program}: {}", err(&output));
    }
    let report = json(&["verify", "--format", "json", "--property", &file, &wrong]);
    assert_eq!(report["property"]["verdict"], "false(unreach-call)");
}

/// A header can change every line: with this one, `main` fails.
#[test]
fn without_a_header_nothing_is_proved() {
    let folder = Folder::new();
    let text = "#include \"config.h\"\nextern void reach_error(void);\nint main(void) {\n#ifdef SMALL\n  reach_error();\n#endif\n  return 0;\n}\n";
    let path = folder.write("configured.c", text);
    let evidence = folder.path("evidence.json");
    let output = invar(&["verify", "--evidence", &evidence, &path]);
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    assert!(err(&output).contains("missing-header") || out(&output).contains("missing-header"));
    assert_ne!(invar(&["check", &evidence]).status.code(), Some(0));
    folder.write("config.h", "#define SMALL\n");
    assert_eq!(invar(&["verify", &path]).status.code(), Some(1));
}

const BEGINS: &str = "//#Safe\nvar n: int;\nprocedure ULTIMATE.start() modifies n; { n := 0; call step(1); }\n\
                      procedure step(by: int) modifies n; { n := n + by; assert n > 0; }\n";

/// Once *true*: the call is its body, which does not promise what the result's `where` condition says.
const BODY_BREAKS_WHERE: &str = "procedure negate(x: int) returns (r: int where r > 0) { r := -x; }\n\
                                 procedure ULTIMATE.start() { var z: int; call z := negate(3); assert z > 0; }\n";

/// A Boogie program that says where it begins: a property is about its runs, and without one every procedure is for all arguments.
#[test]
fn boogie_programs_may_say_where_they_begin() {
    let folder = Folder::new();
    let again = BEGINS.replace("assert n > 0;", "assert n > 0; if (*) { call step(by); }");
    let programs = [
        (BEGINS.to_string(), "true"),
        (BEGINS.replace("step(1)", "step(-1)"), "false(assert)"),
        (BEGINS.replace("ULTIMATE.start", "main"), "false(assert)"),
        (BODY_BREAKS_WHERE.to_string(), "false(assert)"),
        // Nothing says what a procedure does that calls itself.
        (again, "unknown"),
    ];
    for (number, (text, verdict)) in programs.into_iter().enumerate() {
        let program = folder.write(&format!("{number}.bpl"), text);
        let output = invar(&["verify", "--property", "assert", "--timeout", "5", &program]);
        assert_eq!(out(&output).lines().last(), Some(verdict), "{number}: {}", out(&output));
    }
    let program = folder.write("alone.bpl", BEGINS);
    assert_eq!(invar(&["verify", &program]).status.code(), Some(1));
}

/// What needs more memory than it may is *unknown*, and says so.
#[test]
fn memory_has_a_limit() {
    let folder = Folder::new();
    let elements: String = (0..100_000).map(|n| format!("{}, ", n % 100)).collect();
    let text =
        format!("int t[] = {{ {elements} }};\nint main(void) {{ int i = 0; while (t[i] < 99) i++; return t[i]; }}\n");
    let program = folder.write("table.c", text);
    let output = invar(&["verify", "--memory", "64", &program]);
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    assert!(out(&output).contains("unknown[memory-limit]"), "{}", out(&output));
}

#[test]
fn checks_are_chosen() {
    let folder = Folder::new();
    let path = folder.write(
        "f.c",
        "/*@ requires \\true; */\nint f(int *p, int n)\n{\n  return *p / n;\n}\nint g(int x)\n{\n  return x + 1;\n}\n",
    );
    let refuted = |args: &[&str]| {
        let report = json(&[&["verify", "--format", "json", &path][..], args].concat());
        let procedures = report["files"][0]["procedures"].as_array().expect("functions").clone();
        let checks = procedures.iter().flat_map(|procedure| procedure["checks"].as_array().expect("checks").clone());
        let refuted = checks.filter(|check| check["verdict"] == "refuted");
        let mut codes: Vec<String> = refuted.map(|check| check["code"].as_str().unwrap_or("").to_string()).collect();
        codes.sort();
        codes.dedup();
        codes
    };
    assert!(refuted(&["--check", "division"]) == ["division"], "{:?}", refuted(&["--check", "division"]));
    let all = refuted(&["--check", "+overflow"]);
    assert!(all.contains(&"null".to_string()) && all.contains(&"overflow".to_string()), "{all:?}");
    assert_eq!(refuted(&["--function", "g", "--check", "+overflow"]), ["overflow"]);
    assert_eq!(code(&["verify", &path, "--function", "h"]), 3);
    assert_eq!(code(&["verify", &path, "--check", "bound"]), 3);
}

#[test]
fn a_directory_is_verified_as_a_whole() {
    let folder = Folder::new();
    folder.write("good.bpl", GOOD);
    folder.write("wrong.bpl", WRONG);
    folder.write("notes.txt", "nothing");
    let output = invar(&["verify", &folder.path("")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("2 procedures: 1 proved, 1 refuted"), "{}", out(&output));
}

#[test]
fn conditions_have_a_size_and_a_text() {
    let folder = Folder::new();
    let path = folder.write("loop.bpl", LOOP);
    for method in [&["--method", "wp"][..], &["--method", "compact", "--cutoff", "0"], &["--cutoff", "inf"]] {
        let size = out(&invar(&[&["vc", &path, "--procedure", "count", "--emit", "size"][..], method].concat()));
        let number = size.strip_prefix("size ").and_then(|rest| rest.strip_suffix('\n')).map(str::parse::<u64>);
        assert!(matches!(number, Some(Ok(1..))), "{size}");
        let script = out(&invar(&[&["vc", &path, "--procedure", "count", "--emit", "smt2"][..], method].concat()));
        assert!(script.contains("(check-sat)"), "{script}");
    }
    let output = invar(&["vc", &path, "--procedure", "nobody"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("count"), "{}", err(&output));
}

#[test]
fn a_timeout_is_unknown() {
    let folder = Folder::new();
    // Beside another procedure, the last round that ended may have said something else.
    for (text, said) in [(HARD.to_string(), "timeout"), (format!("{GOOD}{HARD}"), "proved   good")] {
        let path = folder.write("hard.bpl", text);
        let start = Instant::now();
        let output = invar(&["verify", "--effort", "5", "--timeout", "1", &path]);
        assert_eq!(output.status.code(), Some(2), "{}", out(&output));
        assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
        assert!(out(&output).contains(said), "{}", out(&output));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_is_known() {
    let folder = Folder::new();
    let path = folder.write("hard.bpl", format!("{GOOD}{HARD}"));
    let mut child = command(&["verify", "--effort", "5", &path]);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let start = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("the program ends");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(2), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("interrupted") && out(&output).contains("proved   good"), "{}", out(&output));
}

/// Three mistakes in a C program of 300 lines: the report that the README shows.
#[test]
fn the_report_about_a_c_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output =
        command(&["verify", "tests/c/reports/inventory.c"]).current_dir(&root).output().expect("the program runs");
    // The number of queries and the time are no part of it.
    let text = out(&output).lines().filter(|line| !line.starts_with("1 function:")).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!("inventory", text);
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let first = text.split("\n\n").next().expect("a finding");
    assert!(readme.contains(first), "the README shows another report than this:\n{first}");
}

#[test]
fn reports_look_as_they_should() {
    let folder = Folder::new();
    folder.write("wrong.bpl", WRONG);
    folder.write("weak.bpl", WEAK);
    let report = |name: &str| {
        let output = command(&["verify", "--engine", "proof", name])
            .current_dir(folder.0.path())
            .output()
            .expect("the program runs");
        // The summary's times change from run to run.
        let text = out(&output);
        let untimed = |line: &str| match line.split_once(" procedure") {
            Some(_) => line.split(" (").next().unwrap_or("").to_string(),
            None => line.to_string(),
        };
        let lines = text.lines().map(untimed);
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!("refuted", report("wrong.bpl"));
    insta::assert_snapshot!("unknown", report("weak.bpl"));
}

/// The README's example must exist and be proved.
#[test]
fn the_example_of_the_readme_is_proved() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let line = readme.lines().find(|line| line.contains("-- verify ")).expect("a command that verifies something");
    let file = line.split("-- verify ").nth(1).expect("a file").trim();
    let output = command(&["verify", file]).current_dir(&root).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}
