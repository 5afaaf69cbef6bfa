//! `invar contract`.

use std::sync::Arc;

use invar_front::text::load_text;

use super::args::{ContractArgs, Engine, Format, VerifyArgs};
use super::verify::{leave, read_options, run};
use super::{BAD_INPUT, terminal, weakest};
use crate::contract::{Contracts, contracts, written};
use crate::input;
use crate::report::text;
use crate::session::{FileReport, Verify, on_big_stack};

pub fn contract(args: ContractArgs) -> u8 {
    let files: Vec<String> = args.files.iter().flat_map(|path| input::expand(path)).collect();
    let read = read_options(&verify_args(&args), None);
    if args.weakest {
        return files.iter().map(|path| on_big_stack(|| weakest::print(path, &args, &read))).max().unwrap_or(BAD_INPUT);
    }
    let run = run(&files, &args.limits, read, Arc::new(Verify::default()));
    terminal::print_error(&text::errors(&run, terminal::colour(&std::io::stderr())));
    let said = run.files.iter().map(|file| say(file, args.in_place)).max();
    leave(&run, said.unwrap_or(BAD_INPUT))
}

/// The files are read as `invar verify` reads them.
fn verify_args(args: &ContractArgs) -> VerifyArgs {
    VerifyArgs {
        verbose: false,
        separate: true,
        headers: false,
        files: Vec::new(),
        function: args.function.clone(),
        engine: Engine::Auto,
        fixpoint: None,
        format: Format::Text,
        evidence: None,
        accept_conditions: false,
        show_invariants: false,
        show_predicates: false,
        rule: Vec::new(),
        c: args.c.clone(),
        limits: args.limits.clone(),
    }
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
