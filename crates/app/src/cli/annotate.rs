//! `invar annotate`.

use std::sync::Arc;

use invar_front::text::load_text;

use super::args::{AnnotateArgs, Engine, Format, VerifyArgs};
use super::verify::{leave, property_of, read_options, run};
use super::{BAD_INPUT, terminal};
use crate::annotate::{Annotated, annotated};
use crate::report::text;
use crate::session::Verify;

pub fn annotate(args: AnnotateArgs) -> u8 {
    let AnnotateArgs { file, output, in_place, function, c, limits } = args;
    let args = VerifyArgs {
        verbose: false,
        separate: true,
        headers: false,
        files: vec![file.clone()],
        function,
        engine: Engine::Auto,
        fixpoint: None,
        format: Format::Text,
        evidence: None,
        accept_conditions: false,
        show_invariants: false,
        show_predicates: false,
        rule: Vec::new(),
        c,
        limits,
    };
    let colour = terminal::colour(&std::io::stderr());
    let property = match property_of(&args) {
        Ok(property) => property,
        Err(error) => {
            terminal::print_error(&error);
            return BAD_INPUT;
        }
    };
    let source = match load_text(&file) {
        Ok(source) => source,
        Err(error) => {
            terminal::print_error(&text::lone_error(&file, &error, colour));
            return BAD_INPUT;
        }
    };
    let engine = Verify::default();
    let run = run(&args.files, &args.limits, read_options(&args, property.as_ref()), Arc::new(engine));
    terminal::print_error(&text::errors(&run, colour));
    let [report] = &run.files[..] else { return leave(&run, BAD_INPUT) };
    let Some(Annotated { text, clauses, notes }) = annotated(report, &source) else { return leave(&run, BAD_INPUT) };
    for note in notes {
        terminal::print_error(&format!("note: {note}\n"));
    }
    let target = if in_place { Some(file) } else { output };
    let code = match target {
        None => {
            terminal::print(&text);
            run.overall().exit_code()
        }
        Some(path) => match std::fs::write(&path, text) {
            Ok(()) => {
                terminal::print_error(&format!("note: {clauses} invariants written to {path}\n"));
                run.overall().exit_code()
            }
            Err(error) => {
                terminal::print_error(&format!("error: {path} cannot be written: {error}\n"));
                BAD_INPUT
            }
        },
    };
    leave(&run, code)
}
