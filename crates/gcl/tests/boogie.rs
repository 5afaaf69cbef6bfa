//! The files under `tests/boogie`: bad ones are reported line by line as they say, good ones are well-formed programs
//! whose text reads back as the same program.

use std::fs;
use std::path::{Path, PathBuf};

use invar_base::SourceMap;
use invar_gcl::boogie::{print, read};
use invar_gcl::{CheckKind, CmdKind, Program, wellformed};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            found.push(path);
        }
    }
}

fn test_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/boogie"), &mut found);
    assert!(!found.is_empty());
    found
}

fn is_error_file(path: &Path) -> bool {
    path.parent().is_some_and(|parent| parent.ends_with("errors"))
}

#[test]
fn errors_are_reported_where_the_files_say() {
    for path in test_files().into_iter().filter(|path| is_error_file(path)) {
        let text = fs::read_to_string(&path).unwrap();
        let mut wanted: Vec<(u32, String)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if let Some((_, code)) = line.split_once("//~ error ") {
                wanted.push((index as u32 + 1, code.trim().to_string()));
            }
        }
        let mut sources = SourceMap::new();
        let source = sources.add(path.display().to_string(), text);
        let diagnostics = read(source, sources.text(source)).expect_err("an error file");
        let place = |span| sources.place(span).line;
        let mut found: Vec<(u32, String)> =
            diagnostics.iter().map(|d| (d.span.map_or(0, place), d.code.to_string())).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{}", path.display());
    }
}

#[test]
fn good_files_read_print_and_read_back() {
    for path in test_files().into_iter().filter(|path| !is_error_file(path)) {
        let text = fs::read_to_string(&path).unwrap();
        let mut sources = SourceMap::new();
        let source = sources.add(path.display().to_string(), text);
        let program =
            read(source, sources.text(source)).unwrap_or_else(|d| panic!("{}: {d:?}", path.display())).program;
        assert_eq!(wellformed::check(&program), Ok(()), "{}", path.display());
        let printed = print(&program);
        let again = read(source, &printed).unwrap_or_else(|d| panic!("{}: {d:?}\n{printed}", path.display())).program;
        assert_eq!(print(&again), printed, "{}", path.display());
        assert_eq!(shape(&again), shape(&program), "{}", path.display());
    }
}

/// What must survive the text: procedures, clauses, blocks, edges, commands and kinds of checks.
fn shape(program: &Program) -> Vec<String> {
    let mut lines = Vec::new();
    for proc in program.procs.values() {
        let counts = (proc.ins.len(), proc.outs.len(), proc.modifies.len());
        let trust = |clauses: &[invar_gcl::Clause]| clauses.iter().map(|clause| clause.trust).collect::<Vec<_>>();
        lines.push(format!("proc {counts:?} {:?} {:?}", trust(&proc.requires), trust(&proc.ensures)));
    }
    for body in program.impls.values() {
        lines.push(format!("impl {:?} {}", body.proc, body.locals.len()));
        for block in body.blocks.values() {
            let hints = (block.hints.predicates.len(), block.hints.skolems.len());
            lines.push(format!("block {hints:?} {:?}", block.next));
            for cmd in &block.cmds {
                lines.push(match &cmd.kind {
                    CmdKind::Assign(..) => "assign".to_string(),
                    CmdKind::Havoc(_) => "havoc".to_string(),
                    CmdKind::Assume(_) => "assume".to_string(),
                    // What a `measure` became is printed as the assertion that it is.
                    CmdKind::Assert(check, _) => match program.checks[*check].kind {
                        CheckKind::Variant => "assert assert".to_string(),
                        kind => format!("assert {}", kind.code()),
                    },
                    CmdKind::Call { callee, ins, outs } => format!("call {callee:?} {} {}", ins.len(), outs.len()),
                });
            }
        }
    }
    let axioms = program.axioms.len();
    lines.push(format!("{axioms} axioms, {} functions, {} sorts", program.functions.len(), program.sorts.len()));
    lines
}
