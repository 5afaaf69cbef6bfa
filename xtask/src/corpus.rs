//! A corpus as `get.py` lays it out: the rows of its list, the options that a Boogie test is run with, and the answers
//! that it expects.

use std::path::Path;

use invar_app::bench::corpus::tasks::Task;
use invar_base::SourceMap;
use invar_gcl::boogie::ast::{Attribute, DeclKind};

/// The tasks in Boogie's language of one corpus, in the order of the list.
pub fn tasks(tsv: &Path, corpus: &str, only: Option<&str>) -> Result<Vec<Task>, String> {
    let mut tasks = invar_app::bench::corpus::tasks::read(tsv)?;
    tasks.retain(|task| {
        let is_wanted = task.corpus.split('/').next() == Some(corpus) && task.language == "bpl";
        is_wanted && only.is_none_or(|part| task.path.contains(part))
    });
    Ok(tasks)
}

/// Options of Boogie under which it verifies another program than the text, verifies nothing, or stops early.
const CHANGING: [&str; 24] = [
    "contractInfer",
    "noVerify",
    "infer",
    "inferModifies",
    "instrumentInfer",
    "lib",
    "inline",
    "inlineDepth",
    "loopUnroll",
    "soundLoopUnrolling",
    "extractLoops",
    "deterministicExtractLoops",
    "stratifiedInline",
    "recursionBound",
    "printInstrumented",
    "monomorphize",
    "noResolve",
    "noTypecheck",
    "proc",
    "errorLimit",
    "timeLimit",
    "rlimit",
    "doModSetAnalysis",
    "civlDesugaredFile",
];

/// Why a test's `RUN` lines do not simply verify the file, if so.
pub fn other_run(text: &str) -> Option<String> {
    let runs: Vec<&str> = text.lines().filter_map(|line| line.split_once("RUN:")).map(|(_, run)| run.trim()).collect();
    let runs: Vec<&str> = runs.into_iter().filter(|run| run.contains("boogie")).collect();
    if runs.is_empty() {
        return Some("no RUN line".to_string());
    }
    for run in runs {
        for word in run.split_whitespace().skip(1).map(|word| word.trim_matches('"')) {
            if word == ">" || word == ">>" {
                break;
            }
            if word.ends_with(".bpl") {
                return Some("several files".to_string());
            }
            let option = word.trim_start_matches(['-', '/']).split(':').next().unwrap_or("");
            if word.starts_with(['-', '/']) && CHANGING.contains(&option) {
                return Some(format!("run with -{option}"));
            }
        }
    }
    None
}

/// What a test expects: the counts of its summary, and the lines of its errors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    pub verified: u64,
    pub errors: u64,
    /// "time outs", "out of resource" and the like.
    pub others: u64,
    pub error_lines: Vec<u32>,
}

/// Several summaries (one for each run of the test) must agree; error lines are those of all runs.
pub fn expected(text: &str) -> Option<Expected> {
    let mut found: Option<Expected> = None;
    let mut error_lines = Vec::new();
    for line in text.lines() {
        error_lines.extend(error_line(line));
        if let Some((_, counts)) = line.split_once("program verifier finished with ") {
            let counts = summary(counts)?;
            if found.as_ref().is_some_and(|known| *known != counts) {
                return None;
            }
            found = Some(counts);
        }
    }
    found.map(|counts| Expected { error_lines, ..counts })
}

fn summary(counts: &str) -> Option<Expected> {
    let mut expected = Expected::default();
    for count in counts.split(',') {
        let (number, what) = count.trim().split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match what.trim() {
            "verified" => expected.verified = number,
            "error" | "errors" => expected.errors = number,
            _ => expected.others += number,
        }
    }
    Some(expected)
}

/// `File.bpl(12,3): Error: …`
fn error_line(line: &str) -> Option<u32> {
    let (place, message) = line.split_once("): ")?;
    let is_error = message.trim_start().to_ascii_lowercase().starts_with("error");
    let (_, place) = place.rsplit_once('(')?;
    let (line, _) = place.split_once(',')?;
    if is_error { line.parse().ok() } else { None }
}

/// Where an implementation stands, and whether Boogie verifies it by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub name: String,
    pub first: u32,
    pub last: u32,
    pub is_inlined: bool,
    pub is_skipped: bool,
}

/// The implementations of a text; empty if it does not parse.
pub fn implementations(text: &str) -> Vec<Range> {
    let mut sources = SourceMap::new();
    let source = sources.add("test.bpl", text);
    let (program, _) = invar_gcl::boogie::parse(source, text);
    let line =
        |offset: usize| text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() as u32 + 1;
    let mut inlined: Vec<String> = Vec::new();
    for decl in &program.decls {
        if let DeclKind::Procedure(procedure) = &decl.kind
            && has(&decl.attributes, "inline")
        {
            inlined.push(procedure.signature.name.name.clone());
        }
    }
    let ranges = program.decls.iter().filter_map(|decl| {
        let (signature, body) = match &decl.kind {
            DeclKind::Procedure(procedure) => (&procedure.signature, procedure.body.as_ref()?),
            DeclKind::Implementation(implementation) => (&implementation.signature, &implementation.body),
            DeclKind::Types(_) | DeclKind::Datatype(_) | DeclKind::Consts(_) => return None,
            DeclKind::Function(_) | DeclKind::Axiom(_) | DeclKind::Vars(_) => return None,
        };
        let name = signature.name.name.clone();
        Some(Range {
            first: line(decl.span.start as usize),
            last: line(body.span.end as usize),
            is_inlined: has(&decl.attributes, "inline") || inlined.contains(&name),
            is_skipped: has(&decl.attributes, "verify"),
            name,
        })
    });
    ranges.collect()
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.name.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_change_the_question_are_seen() {
        let run = |options: &str| other_run(&format!("// RUN: %parallel-boogie {options} \"%s\" > \"%t\"\n"));
        assert_eq!(run(""), None);
        assert_eq!(run("-typeEncoding:p /proverWarnings:1"), None);
        assert_eq!(run("-infer:j").as_deref(), Some("run with -infer"));
        assert_eq!(run("/lib:base").as_deref(), Some("run with -lib"));
        assert_eq!(run("-noVerify other.bpl").as_deref(), Some("run with -noVerify"));
        assert_eq!(run("other.bpl").as_deref(), Some("several files"));
        assert_eq!(other_run("procedure p();").as_deref(), Some("no RUN line"));
    }

    #[test]
    fn summaries_are_read() {
        let text = "a.bpl(3,1): Error: wrong\na.bpl(2,1): Related location\n\
                    Boogie program verifier finished with 2 verified, 1 error\n";
        let read = expected(text).expect("a summary");
        assert_eq!((read.verified, read.errors, read.others, &read.error_lines[..]), (2, 1, 0, &[3][..]));
        let text = "Boogie program verifier finished with 0 verified, 0 errors, 1 time out";
        assert_eq!(expected(text).map(|read| read.others), Some(1));
        assert_eq!(expected("no summary"), None);
        let text = "Boogie program verifier finished with 1 verified, 0 errors\n\
                    Boogie program verifier finished with 2 verified, 0 errors\n";
        assert_eq!(expected(text), None);
    }

    #[test]
    fn ranges_cover_whole_bodies() {
        let text = "procedure p();\nimplementation p()\n{\n}\nprocedure {:inline 1} q()\n{\n\n}\n";
        let ranges = implementations(text);
        let lines: Vec<_> = ranges.iter().map(|range| (range.first, range.last, range.is_inlined)).collect();
        assert_eq!(lines, [(2, 4, false), (5, 8, true)]);
    }
}
