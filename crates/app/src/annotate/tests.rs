use std::sync::Arc;

use invar_base::{Budget, Effort, Id, SourceMap};
use invar_engine::Verdict;
use invar_engine::loops::loop_heads;
use invar_engine::prepare::reducible_body;
use invar_gcl::Program;

use super::{annotated, end_of_guard};
use crate::backend::{self, Counter, EngineChoice, ReadOptions};
use crate::inferred::Words;
use crate::input::{Language, SourceText};
use crate::session::{FileReport, Outcome};

fn read(name: &str, text: &str) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let language = if name.ends_with(".bpl") { Language::Boogie } else { Language::PreprocessedC };
    let folder = std::env::temp_dir().join(format!("invar-annotate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path").to_string();
    let source = SourceText { language, bytes: text.as_bytes().to_vec() };
    match backend::read(&ReadOptions::default(), &mut sources, &path, source) {
        Ok(reading) => (reading.program, sources),
        Err(errors) => panic!("{}: {text}", errors[0].message),
    }
}

fn is_proved(program: &Program) -> bool {
    program.impls.ids().all(|id| {
        let budget = Budget::new(Effort::DEFAULT);
        let report = backend::verify(EngineChoice::Proof, program, id, &budget, &Counter::default());
        matches!(report.verdict, Verdict::Proved(_))
    })
}

/// The file with the given invariants (in the words of evidence) of the first loop of its first body, taken as inferred.
fn annotate(name: &str, text: &str, invariants: &[&str]) -> String {
    let (program, sources) = read(name, text);
    assert!(!is_proved(&program), "the invariant is needed");
    let impl_id = program.impls.ids().next().expect("a body");
    let (_, body) = reducible_body(&program, impl_id).expect("a small body");
    let head = loop_heads(&body)[0].head.index();
    let mut words = Words::new(&program, impl_id).expect("a small body");
    let texts: Vec<String> = invariants.iter().map(|text| text.to_string()).collect();
    let found = words.read(head, &texts).expect("the invariants are well formed");
    let budget = Budget::new(Effort::DEFAULT);
    let mut report = backend::verify(EngineChoice::Proof, &program, impl_id, &budget, &Counter::default());
    report.loops = vec![found];
    let outcome = Outcome::Read {
        sha256: String::new(),
        program: Arc::new(program),
        warnings: Vec::new(),
        guide: None,
        procedures: vec![report],
    };
    let file = FileReport { path: name.to_string(), sources: Arc::new(sources), outcome };
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

#[test]
fn the_guard_ends_where_its_parentheses_do() {
    assert_eq!(end_of_guard("while (a(b)) {"), Some(12));
    assert_eq!(end_of_guard("while (*)\n{"), Some(9));
    assert_eq!(end_of_guard("while // (\n (x) {"), Some(15));
    assert_eq!(end_of_guard("while { (x)"), None);
    assert_eq!(end_of_guard("while (x"), None);
}
