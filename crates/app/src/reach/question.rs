//! What the user asked, in the places of the program.

use invar_base::{Diagnostic, Severity};
use invar_engine::bebop::{Goal, Place, Query};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{NodeKind, ProcId};
use invar_gcl::boolprog::run;

/// As it stands on the command line.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub labels: Vec<String>,
    pub invariants: Vec<String>,
    pub entry: Option<String>,
}

pub fn query(program: &Program, asked: &Asked) -> Result<Query, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut noted = |found: Result<Vec<Place>, Diagnostic>| {
        found.unwrap_or_else(|error| {
            errors.push(error);
            Vec::new()
        })
    };
    let labels: Vec<Place> = asked.labels.iter().flat_map(|label| noted(places(program, label))).collect();
    let invariants = asked.invariants.iter().flat_map(|label| noted(places(program, label))).collect();
    let entry = entry(program, asked.entry.as_deref());
    let goals = if asked.labels.is_empty() {
        assertions(program).map(|place| Goal { place, kind: run::Goal::Failed }).collect()
    } else {
        labels.into_iter().map(|place| Goal { place, kind: run::Goal::Reached }).collect()
    };
    match entry {
        Ok(entry) if errors.is_empty() => Ok(Query { entry, goals, invariants, diagrams: Vec::new() }),
        Ok(_) => Err(errors),
        Err(error) => Err(std::iter::once(error).chain(errors).collect()),
    }
}

/// Where runs begin.
fn entry(program: &Program, name: Option<&str>) -> Result<ProcId, Diagnostic> {
    let wanted = name.unwrap_or("main");
    let only = program.procs.ids().next().filter(|_| name.is_none() && program.procs.len() == 1);
    program.proc_named(wanted).or(only).ok_or_else(|| {
        let names: Vec<&str> = program.procs.values().map(|proc| proc.name.as_str()).collect();
        let help = match names.is_empty() {
            true => "the file has no procedures".to_string(),
            false => format!("`--entry` says in which procedure runs begin: {}", listed(&names)),
        };
        missing(format!("there is no procedure `{wanted}`"), help)
    })
}

/// The statements with a label: `L`, or `P:L` for the one of a procedure.
fn places(program: &Program, text: &str) -> Result<Vec<Place>, Diagnostic> {
    let (proc, label) = match text.split_once(':') {
        Some((proc, label)) => (Some(bare(proc)), bare(label)),
        None => (None, bare(text)),
    };
    let mut found = Vec::new();
    let mut names = Vec::new();
    for (id, body) in program.procs.iter() {
        for (name, node) in &body.labels {
            if name.name == label && proc.is_none_or(|proc| body.name == proc) {
                found.push(Place { proc: id, node: *node });
            }
            names.push(format!("{}:{}", body.name, name.name));
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let help =
        if names.is_empty() { "it has no labels".to_string() } else { format!("its labels: {}", listed(&names)) };
    Err(missing(format!("the program has no label `{text}`"), help))
}

/// `{x}` is the name `x`.
fn bare(name: &str) -> &str {
    name.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(name)
}

fn assertions(program: &Program) -> impl Iterator<Item = Place> {
    program.procs.iter().flat_map(|(proc, body)| {
        let asserts = body.nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Assert(..)));
        asserts.map(move |(node, _)| Place { proc, node })
    })
}

fn listed(names: &[&str]) -> String {
    let more = if names.len() > 10 { ", ..." } else { "" };
    format!("{}{more}", names[..names.len().min(10)].join(", "))
}

/// Something that the command line names is not there: no place in the file is at fault.
fn missing(message: String, help: String) -> Diagnostic {
    let (severity, code) = (Severity::Error, "unknown-name");
    Diagnostic { severity, code, message, span: None, labels: Vec::new(), help: Some(help) }
}
