//! `invar reach` as a user meets it: exit codes, reports, JSON, the time limit and Ctrl-C.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const FLIP: &str = "decl g;\n\nbool flip(x) begin\n  g := x;\n  return !x;\nend\n\nvoid main() begin\n  decl y;\n  g := F;\n  \
                    y := flip(T);\n  if (*) then\n    L: assert(g & !y);\n  fi;\n  assert(y);\nend\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, text: &str) {
        std::fs::write(self.0.path().join("a.bp"), text).expect("write a file");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
        command
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn reach(&self, options: &[&str]) -> Output {
        self.command(&[&["reach", "a.bp"], options].concat()).output().expect("the program runs")
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_run_is_shown_line_by_line() {
    let folder = Folder::new();
    folder.write(FLIP);
    let output = folder.reach(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let text = said(&output);
    let lines = ["`main` is entered; g = F, y = F", "`flip(T) = F` returns; g = T", "the condition is false"];
    for (number, part) in [(8, lines[0]), (11, lines[1]), (12, lines[2])] {
        assert!(text.contains(&format!("line {number}: {part}\n")), "{part} is not in:\n{text}");
    }
    assert!(text.contains("reachable[assert]: this assertion can fail") && text.contains("a.bp:15:3"), "{text}");
    assert!(text.contains("reachable    a.bp (1 of 2 assertions can fail)"), "{text}");
}

#[test]
fn exit_codes() {
    let folder = Folder::new();
    folder.write(FLIP);
    let code = |options: &[&str]| folder.reach(options).status.code();
    assert_eq!(code(&["--label", "L"]), Some(1));
    assert_eq!(code(&["--label", "main:L", "--entry", "flip"]), Some(0));
    assert_eq!(code(&["--label", "gone"]), Some(3));
    assert_eq!(code(&["--entry", "gone"]), Some(3));
    folder.write("void main() begin assert(x); end");
    assert_eq!(code(&[]), Some(3));
    folder.write("");
    assert_eq!(code(&[]), Some(3));
}

#[test]
fn names_that_are_missing_are_explained() {
    let folder = Folder::new();
    folder.write(FLIP);
    let gone = said(&folder.reach(&["--label", "gone"]));
    assert!(gone.contains("no label `gone`") && gone.contains("its labels: main:L"), "{gone}");
    let gone = said(&folder.reach(&["--entry", "gone"]));
    assert!(gone.contains("no procedure `gone`") && gone.contains("flip, main"), "{gone}");
    let verified = folder.command(&["verify", "a.bp"]).output().expect("the program runs");
    assert!(verified.status.code() == Some(3) && said(&verified).contains("`invar reach`"), "{}", said(&verified));
}

#[test]
fn the_invariant_of_the_paper_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    let command = command.args(["reach", "tests/bp/partition.bp", "--invariant", "L"]).current_dir(root);
    let text = said(&command.output().expect("the program runs"));
    assert!(text.contains("  !{curr==NULL}\n  {curr->val>v}\n  {prev==NULL} | !{prev->val>v}\n"), "{text}");
}

#[test]
fn json_tells_the_whole_run() {
    let folder = Folder::new();
    folder.write(FLIP);
    let output = folder.reach(&["--format", "json", "--invariant", "L"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["verdict"], "reachable");
    assert_eq!(json["goals"][0]["verdict"], "unreachable");
    let failing = &json["goals"][1];
    assert_eq!((&failing["code"], &failing["place"]["line"]), (&Value::from("assert"), &Value::from(15)));
    let steps = failing["run"]["frames"][0]["steps"].as_array().expect("steps");
    assert_eq!((steps.len(), &steps[1]["call"]), (4, &Value::from(0)));
    assert_eq!(failing["run"]["calls"][0]["results"], serde_json::json!([false]));
    assert_eq!(json["invariants"][0]["clauses"], serde_json::json!(["g", "!y"]));
    folder.write("decl x");
    let output = folder.reach(&["--format", "json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["verdict"], &json["errors"][0]["code"]), (&Value::from("bad-input"), &Value::from("syntax")));
}

/// Counts through 2^60 states, one after the other.
fn counter() -> String {
    let bits: Vec<String> = (0..60).map(|n| format!("b{n}")).collect();
    let all = bits.join(", ");
    let mut text =
        format!("decl {all};\nvoid main() begin\n  {all} := {};\n  while (*) do\n", vec!["F"; 60].join(", "));
    let next: Vec<String> = (0..60)
        .map(|n| format!("b{n} ^ (T{})", bits[..n].iter().map(|bit| format!(" & {bit}")).collect::<String>()))
        .collect();
    let _ = writeln!(text, "    {all} := {};\n  od;\n  assert(!b59);\nend", next.join(", "));
    text
}

#[test]
fn the_time_limit_and_the_effort_hold() {
    let folder = Folder::new();
    folder.write(&counter());
    let start = Instant::now();
    let output = folder.reach(&["--timeout", "1", "--effort", "4"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("time limit"), "{}", said(&output));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let output = folder.reach(&["--effort", "1"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("effort"), "{}", said(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_an_answer() {
    let folder = Folder::new();
    folder.write(&counter());
    let child = folder.command(&["reach", "a.bp", "--effort", "4"]).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_secs(2));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let start = Instant::now();
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("interrupted"), "{}", said(&output));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
