//! Annotations in whole C programs: they reach the function, the loop and the statement they stand before.

use std::path::{Path, PathBuf};

use invar_base::{Diagnostic, Interner, SourceMap};
use invar_front::c::hir::spec::{LoopSpec, StmtSpec, TermKind};
use invar_front::c::hir::{Function, Stmt, StmtKind, Unit};
use invar_front::c::lex::locate::OwnText;
use invar_front::c::parse::parse;
use invar_front::c::resolve::resolve;
use invar_front::c::types::DataModel;

struct Program {
    unit: Unit,
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let source = sources.add("test.c", text);
    let mut names = Interner::default();
    let parsed = parse(text.as_bytes(), source, &mut OwnText(&sources), &mut names);
    let resolved = resolve(&parsed.unit, &names, DataModel::Lp64);
    let diagnostics = parsed.diagnostics.into_iter().chain(resolved.diagnostics).collect();
    Program { unit: resolved.unit, sources, diagnostics }
}

impl Program {
    fn said(&self) -> Vec<String> {
        let place = |diagnostic: &Diagnostic| diagnostic.span.map_or(0, |span| self.sources.place(span).line);
        self.diagnostics.iter().map(|d| format!("{} {}: {}", place(d), d.code, d.message)).collect()
    }

    fn silent(self) -> Program {
        assert!(self.diagnostics.is_empty(), "{:#?}", self.said());
        self
    }

    fn function(&self, name: &str) -> &Function {
        let found = self.unit.functions.iter().map(|(_, function)| function).find(|function| function.name == name);
        found.unwrap_or_else(|| panic!("no function {name}"))
    }
}

/// Every statement, outer ones first.
fn statements<'a>(stmt: &'a Stmt, out: &mut Vec<&'a Stmt>) {
    out.push(stmt);
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| statements(stmt, out)),
        StmtKind::If(_, then, otherwise) => {
            statements(then, out);
            otherwise.iter().for_each(|stmt| statements(stmt, out));
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
            statements(body, out);
        }
        _ => {}
    }
}

fn loops(function: &Function) -> Vec<&LoopSpec> {
    let mut all = Vec::new();
    function.body.iter().for_each(|body| statements(body, &mut all));
    let spec =
        |stmt: &&'_ Stmt| matches!(stmt.kind, StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::DoWhile { .. });
    all.into_iter()
        .filter(spec)
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::While { annotation, .. }
            | StmtKind::DoWhile { annotation, .. }
            | StmtKind::For { annotation, .. } => Some(annotation),
            _ => None,
        })
        .collect()
}

fn annotated(function: &Function) -> Vec<&StmtSpec> {
    let mut all = Vec::new();
    function.body.iter().for_each(|body| statements(body, &mut all));
    all.into_iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Annotation(spec) => Some(spec),
            _ => None,
        })
        .collect()
}

/// The parameter that `requires p > 0` is about, by its number.
fn required_parameter(function: &Function) -> usize {
    let contract = function.contract.as_ref().expect("a contract");
    let text = format!("{:?}", contract.requires[0].term);
    (0..function.params.len())
        .find(|number| text.contains(&format!("Local({:?})", function.params[*number])))
        .expect("a parameter")
}

#[test]
fn the_names_of_a_declaration_are_its_own() {
    let program = read(
        "/*@ requires second > 0; */ int f(int first, int second);
         int f(int second, int first) { return first; }
         /*@ requires b > 0; */ int g(int a, int b);
         int g(int, int);
         int h(int x, int y) { return y; }
         /*@ requires x > 0; */ int h(int y, int x);",
    )
    .silent();
    assert_eq!(required_parameter(program.function("f")), 1);
    assert_eq!(required_parameter(program.function("g")), 1);
    assert_eq!(required_parameter(program.function("h")), 1);
}

#[test]
fn the_contract_of_the_definition_wins() {
    let program = read(
        "/*@ requires a > 0; */ int f(int a);
         /*@ requires a > 1; */ int f(int a) { return a; }
         /*@ requires a > 2; */ int f(int a);",
    );
    let contract = program.function("f").contract.as_ref().expect("a contract");
    assert_eq!(program.sources.place(contract.requires[0].span).line, 2);
    let said = program.said();
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said.iter().all(|line| line.contains("ignored")), "{said:#?}");
}

#[test]
fn loops_statements_and_definitions() {
    let program = read(
        "typedef unsigned long size_type; struct s { int len; int *data; };
         /*@ predicate ok{L}(struct s *p) = p->len >= 0 && \\valid(p->data + (0 .. p->len - 1)); */
         //@ ghost int calls = 0;
         /*@ requires ok(p); ensures calls == \\old(calls) + 1;
             behavior small: assumes p->len < 3; ensures \\result == 0; */
         int f(struct s *p) {
           //@ ghost calls++;
           //@ ghost int seen = 0;
           //@ assert seen == 0;
           //@ loop invariant 0 <= i <= p->len;
           //@ for small: loop invariant i < 3;
           for (int i = 0; i < p->len; i++) {
             /*@ assert (size_type)i < 10 && \\at(p->len, Pre) >= \\at(i, LoopEntry); */
             p->data[i] = 0;
           }
           int k = 3;
           /*@ loop assigns k; loop variant k; */ while (k > 0) k--;
           again: k++;
           /*@ loop invariant \\at(k, again) > 0; */ do k--; while (k > 0);
           return 0;
         }",
    )
    .silent();
    let f = program.function("f");
    let counts: Vec<usize> = loops(f).iter().map(|spec| spec.invariants.len()).collect();
    assert_eq!(counts, [2, 0, 1]);
    assert!(loops(f)[1].variant.is_some() && loops(f)[1].assigns.as_ref().is_some_and(|places| places.len() == 1));
    let kinds: Vec<&str> = annotated(f)
        .iter()
        .map(|spec| match spec {
            StmtSpec::Assert(_) => "assert",
            StmtSpec::Unchecked(_) => "unchecked",
            StmtSpec::Ghost(_) => "ghost",
            StmtSpec::Predicate { .. } => "predicate",
            StmtSpec::Abort { .. } => "abort",
        })
        .collect();
    assert_eq!(kinds, ["ghost", "ghost", "assert", "assert"]);
    assert!(f.locals.iter().any(|(_, local)| local.name == "seen" && local.is_ghost));
    assert!(program.unit.globals.iter().any(|(_, global)| global.name == "calls" && global.is_ghost));
    let guarded = &f.contract.as_ref().expect("a contract").ensures[1].term;
    assert!(matches!(guarded.kind, TermKind::Implies(..)));
}

#[test]
fn ghost_code_changes_nothing_else() {
    let cases = [
        ("int f(int x) { /*@ ghost x = 1; */ return x; }", "may change only ghost variables"),
        ("int f(int *x) { /*@ ghost *x = 1; */ return *x; }", "may change only ghost variables"),
        ("int f(int x) { /*@ ghost return 1; */ return x; }", "must run on"),
        ("int f(int x) { /*@ ghost f(x); */ return x; }", "cannot call"),
        ("int f(int x) { /*@ ghost while (1) ; */ return x; }", "might not end"),
        ("int f(int x) { /*@ ghost int y = 0; */ return y; }", "only annotations may use it"),
        ("int y; int f(int x) { /*@ ghost int y = 0; */ return y; }", "hides a name"),
        ("/*@ ghost x = 1; */ int g;", ""),
    ];
    for (text, expected) in cases {
        let said = read(text).said();
        assert!(said.iter().any(|line| line.contains(expected)), "{text}: {said:#?}");
    }
}

#[test]
fn errors_have_their_places() {
    let program = read(
        "int g;
         /*@ requires \\valid(g); */
         int f(int x) {
           //@ loop invariant x > y;
           while (x) x--;
           //@ asert x;
           //@ assert x >;
           return 0;
         }
         /*@ ensures \\result; */ int h;",
    );
    let said = program.said();
    let starts = ["2 type-mismatch", "4 unknown-name", "6 unknown-annotation", "7 syntax", "10 misplaced-clause"];
    assert_eq!(said.len(), starts.len(), "{said:#?}");
    for (line, start) in said.iter().zip(starts) {
        assert!(line.starts_with(start), "{start}: {said:#?}");
    }
}

/// The annotated programs under `tests/c` are read without any message.
#[test]
fn the_annotated_programs_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "c") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        // Only programs that need no preprocessor, and that are not wrong on purpose.
        if text.contains("//~ error") || text.contains("//~ warning") || text.contains("#include") {
            continue;
        }
        let program = read(&text);
        assert!(program.diagnostics.is_empty(), "{}: {:#?}", path.display(), program.said());
        let has_contract = program.unit.functions.iter().any(|(_, function)| function.contract.is_some());
        assert!(has_contract || !text.contains("ensures"), "{}: no contract arrived", path.display());
    }
}
