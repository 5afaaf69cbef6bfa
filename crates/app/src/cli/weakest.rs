//! `invar contract --weakest`: the preconditions that an implementation lacks (SG09 §6).

use std::sync::Arc;
use std::time::Instant;

use invar_base::Budget;
use invar_engine::conditions::WeakestConditions;
use invar_engine::template::Fixpoint;
use invar_front::read::no_body;
use invar_front::{Language, ReadOptions};
use invar_gcl::{ImplId, Program};

use super::args::{self, ContractArgs};
use super::verify::session_options;
use super::{BAD_INPUT, terminal};
use crate::backend::{self, Counter};
use crate::inferred::{Clause, Words};
use crate::report::text;
use crate::session::{FileReport, Outcome, Run, read_only};

/// Prints the preconditions of one function of a file. The exit code is 0, and 3 for bad input.
pub fn print(path: &str, args: &ContractArgs, read: &ReadOptions) -> u8 {
    let file = read_only(path, &session_options(&args.limits, read.clone()));
    let colour = terminal::colour(&std::io::stderr());
    let program = match &file.outcome {
        Outcome::Read { program, .. } => Arc::clone(program),
        Outcome::Bad(_) | Outcome::Unread(_) => {
            terminal::print_error(&text::errors(&Run::of_file(file), colour));
            return BAD_INPUT;
        }
    };
    let name = args.function.as_deref().unwrap_or_default();
    match program.impls.ids().find(|id| program.impl_name(*id) == name) {
        Some(impl_id) => say(&file, &program, impl_id, args),
        None => {
            terminal::print_error(&text::lone_error(path, &no_body(&program, name), colour));
            BAD_INPUT
        }
    }
}

fn say(file: &FileReport, program: &Program, impl_id: ImplId, args: &ContractArgs) -> u8 {
    let fixpoint = match args.fixpoint {
        args::Fixpoint::Greatest => Fixpoint::Greatest,
        args::Fixpoint::Constraint => Fixpoint::Constraint,
        args::Fixpoint::Least => {
            terminal::print_error("error: the least fixed point begins at the entry: it finds no preconditions\n");
            return BAD_INPUT;
        }
    };
    let deadline = args.limits.timeout.map(|timeout| Instant::now() + timeout);
    let budget = Budget::new(args.limits.effort).with_deadline(deadline).with_interrupt(terminal::interrupt_flag());
    let found = backend::weakest(fixpoint, program, impl_id, &budget, &Counter::default());
    terminal::print(&printed(file, program, impl_id, found, args.all));
    0
}

fn printed(
    file: &FileReport,
    program: &Program,
    impl_id: ImplId,
    found: Option<WeakestConditions>,
    all: bool,
) -> String {
    let span = program.impls[impl_id].span;
    let place = file.sources.place(span);
    let name = program.impl_name(impl_id);
    let mut printed = format!("// {}:{}: `{name}`\n", place.file, place.line);
    let Some(mut words) = Words::new(program, impl_id) else { return printed };
    let Some(WeakestConditions { found, is_maximal }) = found.filter(|found| !found.found.is_empty()) else {
        printed.push_str("// no precondition was found under which every check holds\n");
        return printed;
    };
    let how = if is_maximal {
        "the search came to its end, and found no weaker instance of the template"
    } else {
        "there may be others, and weaker ones"
    };
    printed.push_str(&format!("// every check holds under each of these {} preconditions; {how}\n", found.len()));
    let most = if all { found.len() } else { 1 };
    for (number, conditions) in found.iter().take(most).enumerate() {
        if number > 0 {
            printed.push_str("// or\n");
        }
        let clauses: Vec<Clause> =
            conditions.iter().filter_map(|condition| words.condition(impl_id, condition)).collect();
        printed.push_str(&annotation(Language::of_program(program), &clauses));
    }
    printed
}

/// The clauses as the text would have them; what the language cannot express is a comment, in Boogie's syntax.
fn annotation(language: Language, clauses: &[Clause]) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut unsaid = String::new();
    for clause in clauses {
        match clause {
            Clause::Said(text) => said.push(format!("requires {text};")),
            Clause::Unsaid(text) => unsaid.push_str(&format!("// and, which cannot be expressed in C: {text}\n")),
        }
    }
    if said.is_empty() && unsaid.is_empty() {
        said.push("requires true;".to_string());
    }
    let said = match language {
        Language::Boogie => said.iter().map(|clause| format!("{clause}\n")).collect(),
        Language::C if said.is_empty() => String::new(),
        Language::C => format!("/*@ {} */\n", said.join("\n    ").replace("requires true;", "requires \\true;")),
    };
    said + &unsaid
}
