//! `invar contract`.

use std::sync::Arc;

use invar_front::text::load_text;

use super::args::{ContractArgs, Engine, Format, VerifyArgs};
use super::verify::{leave, read_options, run};
use super::{BAD_INPUT, terminal};
use crate::contract::{Contracts, contracts, written};
use crate::input;
use crate::report::text;
use crate::session::{FileReport, Verify};

pub fn contract(args: ContractArgs) -> u8 {
    let ContractArgs { files, in_place, function, c, limits } = args;
    let files: Vec<String> = files.iter().flat_map(|path| input::expand(path)).collect();
    let (engine, format) = (Engine::Auto, Format::Text);
    let (evidence, accept_conditions, show_invariants, show_predicates) = (None, false, false, false);
    let args = VerifyArgs {
        verbose: false,
        separate: true,
        headers: false,
        files,
        function,
        engine,
        fixpoint: None,
        format,
        evidence,
        accept_conditions,
        show_invariants,
        show_predicates,
        rule: Vec::new(),
        c,
        limits,
    };
    let engine = Verify::default();
    let run = run(&args.files, &args.limits, read_options(&args, None), Arc::new(engine));
    terminal::print_error(&text::errors(&run, terminal::colour(&std::io::stderr())));
    let said = run.files.iter().map(|file| say(file, in_place)).max();
    leave(&run, said.unwrap_or(BAD_INPUT))
}

/// Prints the contracts of a file, or writes them into it.
fn say(file: &FileReport, in_place: bool) -> u8 {
    let Ok(source) = load_text(&file.path) else { return BAD_INPUT };
    let Some(Contracts { contracts, notes }) = contracts(file, &source) else { return BAD_INPUT };
    for note in notes {
        terminal::print_error(&format!("note: {note}\n"));
    }
    if !in_place {
        for contract in &contracts {
            let place = format!("// {}:{}", file.path, contract.line);
            terminal::print(&format!("{place}\n{}{};\n\n", contract.annotation, contract.head));
        }
        return 0;
    }
    match std::fs::write(&file.path, written(&source, &contracts)) {
        Ok(()) => {
            terminal::print_error(&format!("note: {} contracts written to {}\n", contracts.len(), file.path));
            0
        }
        Err(error) => {
            terminal::print_error(&format!("error: {} cannot be written: {error}\n", file.path));
            BAD_INPUT
        }
    }
}
