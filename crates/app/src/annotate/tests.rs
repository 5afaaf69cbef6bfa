use std::path::{Path, PathBuf};
use std::sync::Arc;

use invar_base::{Budget, Effort, Id, SourceMap};
use invar_engine::task::Task;
use invar_engine::{ImplReport, Verdict};
use invar_front::c::CheckSet;
use invar_front::{Language, ReadOptions};
use invar_gcl::Program;

use super::{Annotated, annotated};
use crate::backend::{self, Counter, EngineChoice};
use crate::inferred::{self, Clause, LoopText, Words};
use crate::session::{FileReport, Outcome};

fn read(name: &str, text: &str) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let language = Language::of_path(name).expect("a language");
    let folder = std::env::temp_dir().join(format!("invar-annotate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path").to_string();
    match language.read(&ReadOptions::default(), &mut sources, &path, text.as_bytes().to_vec()) {
        Ok(reading) => (reading.program, sources),
        Err(errors) => panic!("{}: {text}", errors[0].message),
    }
}

fn verify(choice: EngineChoice, program: &Program) -> Vec<ImplReport> {
    let verify =
        |id| backend::verify(choice, CheckSet::EMPTY, program, id, &Budget::new(Effort::DEFAULT), &Counter::default());
    program.impls.ids().map(verify).collect()
}

fn are_proved(reports: &[ImplReport]) -> bool {
    reports.iter().all(|report| matches!(report.verdict, Verdict::Proved(_)))
}

fn is_proved(program: &Program) -> bool {
    are_proved(&verify(EngineChoice::Proof, program))
}

fn report(name: &str, program: Program, sources: SourceMap, procedures: Vec<ImplReport>) -> FileReport {
    let program = Arc::new(program);
    let outcome = Outcome::Read { hashes: Default::default(), program, warnings: Vec::new(), guide: None, procedures };
    FileReport { path: name.to_string(), sources: Arc::new(sources), outcome }
}

/// The file with what is inferred about it, and whether it is proved.
fn annotate_inferred(name: &str, text: &str) -> (Annotated, bool) {
    let (program, sources) = read(name, text);
    let reports = verify(EngineChoice::Auto, &program);
    let proved = are_proved(&reports);
    (annotated(&report(name, program, sources, reports), text).expect("it is a program"), proved)
}

/// The file with the given invariants (in the words of evidence) of the first loop of its first body, taken as inferred.
fn annotate(name: &str, text: &str, invariants: &[&str]) -> String {
    let (program, sources) = read(name, text);
    assert!(!is_proved(&program), "the invariant is needed");
    let impl_id = program.impls.ids().next().expect("a body");
    let task = Task::at_leisure(&program, impl_id).expect("a small body");
    let head = task.heads[0].head.index();
    let mut words = Words::new(&program, impl_id).expect("a small body");
    let texts: Vec<String> = invariants.iter().map(|text| text.to_string()).collect();
    let found = words.read(head, &texts).expect("the invariants are well formed");
    let budget = Budget::new(Effort::DEFAULT);
    let mut report =
        backend::verify(EngineChoice::Proof, CheckSet::EMPTY, &program, impl_id, &budget, &Counter::default());
    report.loops = vec![found];
    let file = self::report(name, program, sources, vec![report]);
    let result = annotated(&file, text).expect("it is a program");
    assert!(result.notes.is_empty(), "{}", result.notes.join("\n"));
    assert_eq!(result.clauses, invariants.len());
    result.text
}

#[test]
fn annotated_boogie_is_proved() {
    let text = "procedure fill(n: int) returns (b: [int]int)
  requires n >= 0;
  ensures (forall x: int :: 0 <= x && x < n ==> b[x] == 7);
{
  var i: int;
  i := 0;
  while (/* ) */ (i) < n)
    invariant i <= n;
  {
    b[i] := 7;
    i := i + 1;
  }
}
";
    let invariants = ["0 <= i", "(forall x: int :: {b[x]} 0 <= x && x < i ==> b[x] == 7)"];
    let written = annotate("fill.bpl", text, &invariants);
    assert!(written.contains("while (/* ) */ (i) < n)\n    invariant i >= 0;\n    invariant (forall"), "{written}");
    assert!(is_proved(&read("again.bpl", &written).0), "{written}");
}

#[test]
fn annotated_c_is_proved() {
    let text = "/*@ requires \\valid(a + (0 .. n - 1)) && n >= 0;
    assigns a[0 .. n - 1];
    ensures \\forall integer k; 0 <= k < n ==> a[k] == 7; */
void fill(int *a, int n)
{
  int i = 0;
  //@ loop assigns i, a[0 .. n - 1];
  while (i < n) {
    a[i] = 7;
    i++;
  }
}
";
    let (program, _) = read("names.i", text);
    let memory = program.source.variables.iter().find_map(|(&var, shown)| {
        let is_memory = matches!(shown, invar_gcl::source::Shown::Memory { .. });
        is_memory.then(|| program.pool.var_name(var).replace('@', "_"))
    });
    let memory = memory.expect("the array is in memory");
    let filled = format!("(forall x: int :: a_offset <= x && x < a_offset + i ==> {memory}[a_object][x] == 7)");
    let written = annotate("fill.i", text, &["0 <= i", "i <= n", &filled]);
    assert!(written.contains("  /*@ loop invariant 0 <= i;\n      loop invariant i <= n;\n"), "{written}");
    assert!(written.contains("loop invariant \\forall integer x; 0 <= x < i ==> a[x] == 7; */\n  while"), "{written}");
    assert!(is_proved(&read("again.i", &written).0), "{written}");
}

/// A loop's invariant can be about the variables of other loops, which the text at this loop cannot name.
#[test]
fn variables_that_are_not_in_scope_are_not_written() {
    let text = "/*@ requires n <= 100000 && m <= 100000; */
void there_and_back(int n, int m)
{
  int height = 0;
  for (int i = 0; i < n; i++)
    height++;
  for (int i = 0; i < m; i++)
    height++;
  for (int i = 0; i < n + m; i++) {
    /*@ assert height > 0; */
    height--;
  }
}
";
    let (result, proved) = annotate_inferred("back.i", text);
    assert!(proved);
    assert!(result.text.contains("  /*@ loop invariant height == i; */\n  for"), "{}", result.text);
    assert_eq!(result.clauses, 1, "{}", result.text);
    let notes = [":7: C has no words for `height == i + i_1`", ":9: C has no words for `height + i_2 == i + i_1`"];
    assert_eq!(result.notes.len(), notes.len(), "{}", result.notes.join("\n"));
    for (note, wanted) in result.notes.iter().zip(notes) {
        assert!(note.ends_with(wanted), "{note}");
    }
    let again = verify(EngineChoice::Auto, &read("back_again.i", &result.text).0);
    assert!(are_proved(&again), "{}", result.text);
}

/// A function that is expanded twice: in each of its loops `i` is the variable of this call, not of the other one, nor the
/// caller's.
#[test]
fn words_in_an_expanded_call_are_about_its_own_variables() {
    let text = "int count(int n) { int h = 0; for (int i = 0; i < n; i++) h++; return h; }
int main(void)
{
  int a = count(3), b = count(4);
  for (int i = 0; i < a; i++)
    b--;
  return b;
}
";
    let (program, _) = read("twice.i", text);
    let impl_id = program.impls.ids().find(|&id| program.impl_name(id) == "main").expect("a body");
    let task = Task::at_leisure(&program, impl_id).expect("a small body");
    let mut report = backend::verify(
        EngineChoice::Proof,
        CheckSet::EMPTY,
        &program,
        impl_id,
        &Budget::new(Effort::DEFAULT),
        &Counter::default(),
    );
    let mut words = Words::new(&program, impl_id).expect("a small body");
    let names = ["i".to_string()].into_iter().chain((1..40).map(|number| format!("i_{number}")));
    let texts: Vec<String> = names.map(|name| format!("{name} <= 7")).collect();
    let mut meant = Vec::new();
    for head in task.heads {
        let block = head.head.index();
        let known: Vec<&String> =
            texts.iter().filter(|text| words.read(block, std::slice::from_ref(*text)).is_ok()).collect();
        report.loops =
            known.iter().map(|text| words.read(block, std::slice::from_ref(*text)).expect("as before")).collect();
        let shown = inferred::of_report(&program, &report);
        let is_said = |text: &LoopText| matches!(&text.inferred[0].clause, Clause::Said(said) if said == "i <= 7");
        let said = known.iter().zip(&shown).filter(|(_, text)| is_said(text)).map(|(name, _)| name.to_string());
        meant.push(said.collect::<Vec<_>>());
    }
    assert!(meant.len() == 3 && meant.iter().all(|said| said.len() == 1), "{meant:?}");
    assert!(meant[0] != meant[1] && meant[1] != meant[2] && meant[0] != meant[2], "{meant:?}");
}

/// What is written about a program can be read, and is proved if the program is. Where something cannot be written in C, that may fail; today it is so
/// of none of them.
#[test]
fn what_is_inferred_about_the_test_programs_can_be_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/infer");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    paths.sort();
    let (mut written, mut in_part) = (0, Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        let name = path.with_extension("i");
        let name = name.file_name().and_then(|name| name.to_str()).expect("a name");
        let (result, proved) = annotate_inferred(name, &text);
        written += result.clauses;
        let (again, _) = read(&format!("annotated_{name}"), &result.text);
        if proved && !are_proved(&verify(EngineChoice::Auto, &again)) {
            assert!(!result.notes.is_empty(), "{}", result.text);
            in_part.push(name.to_string());
        }
    }
    assert_eq!(in_part, Vec::<String>::new());
    assert!(written > 50, "{written}");
}
