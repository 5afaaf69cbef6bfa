//! A C program's abstraction for a user (BMMR01 §2.1). In: a C file, a file of predicates. Out: the text of the boolean program, in which
//! every statement carries the line of C that it stands for.

use std::time::Duration;

use invar_base::{Budget, Diagnostic, Effort, SourceMap, Span};
use invar_engine::Means;
use invar_engine::c2bp::{self, Making, Method, Refusal};
use invar_front::c::options::Unasked;
use invar_front::c::predicates::PredicateText;
use invar_front::c::{self, CheckSet};
use invar_front::text::{bad, load_program, load_text};
use invar_front::{Language, ReadOptions};
use invar_gcl::boolprog::ast::Stmt;
use invar_gcl::boolprog::print_with;
use invar_gcl::{CheckKind, Program};

use crate::backend::Counter;

pub struct Asked<'a> {
    pub file: &'a str,
    pub predicates: &'a str,
    pub read: ReadOptions,
    pub method: Method,
    pub effort: Effort,
    pub timeout: Option<Duration>,
}

pub struct Abstracted {
    pub text: String,
    pub predicates: usize,
    pub queries: u64,
    /// Does it leave out cubes that are too long?
    pub is_limited: bool,
    /// Did a question have no answer in time?
    pub is_open: bool,
}

/// What is wrong, and the texts that it is about.
pub struct Problem {
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn abstract_file(asked: &Asked<'_>) -> Result<Abstracted, Problem> {
    let mut sources = SourceMap::default();
    let result = program(asked, &mut sources).and_then(|program| abstracted(asked, &program, &sources));
    result.map_err(|diagnostics| Problem { sources, diagnostics })
}

/// The program with its predicates; only what the text itself asserts is checked.
fn program(asked: &Asked<'_>, sources: &mut SourceMap) -> Result<Program, Vec<Diagnostic>> {
    let only = |error: Diagnostic| vec![error];
    if Language::of_path(asked.file).map_err(only)? != Language::C {
        return Err(only(bad("unknown-extension", format!("{} is not a C program", asked.file))));
    }
    let bytes = load_program(asked.file).map_err(only)?;
    let text = load_text(asked.predicates)
        .map_err(|error| only(Diagnostic { message: format!("{}: {}", asked.predicates, error.message), ..error }))?;
    let checks = CheckSet::of(&[CheckKind::Assertion, CheckKind::Unreachable]);
    let predicates = Some(PredicateText { path: asked.predicates.to_string(), text });
    let c = c::Options { checks, predicates, unasked: Unasked::GoesOn, ..asked.read.c.clone() };
    let read = ReadOptions { c, ..asked.read.clone() };
    Ok(Language::C.read(&read, sources, asked.file, bytes)?.program)
}

fn abstracted(asked: &Asked<'_>, program: &Program, sources: &SourceMap) -> Result<Abstracted, Vec<Diagnostic>> {
    let deadline = asked.timeout.map(|limit| std::time::Instant::now() + limit);
    let budget = Budget::new(asked.effort).with_deadline(deadline);
    let provers = Counter::default();
    let means = Means::new(&provers, &budget);
    let lines = |span: Span| sources.place(span).line;
    let making = Making { method: asked.method, without: None };
    let abstraction =
        c2bp::abstract_program(program, &lines, making, &means).map_err(|refusal| vec![refused(program, &refusal)])?;
    let note = |stmt: &Stmt| Some(line_of(sources, stmt.span));
    let text = print_with(&abstraction.tree, &note);
    let c2bp::Abstraction { predicates, queries, is_limited, is_open, .. } = abstraction;
    let heading = format!("// {} abstracted by the predicates of {}", asked.file, asked.predicates);
    Ok(Abstracted { text: format!("{heading}\n{text}"), predicates, queries, is_limited, is_open })
}

/// `12: x = y;`
fn line_of(sources: &SourceMap, span: Span) -> String {
    let line = sources.place(span).line;
    let range = sources.line_range(span.source, line);
    let text = range.and_then(|(start, end)| sources.text(span.source).get(start..end)).unwrap_or_default();
    format!("{line}: {}", text.trim())
}

fn refused(program: &Program, refusal: &Refusal) -> Diagnostic {
    match refusal {
        Refusal::TooManyPredicates(name) => {
            let message = format!("`{name}` has more than {} predicates, global ones included", c2bp::cubes::MOST);
            bad("bad-predicates", message)
        }
        Refusal::NotAboutVariables(at) => {
            let message = "this is no predicate over the variables of a state";
            Diagnostic::error("bad-predicates", program.predicates[*at].span, message)
        }
    }
}
