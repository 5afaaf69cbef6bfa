//! What the user types.
//!
//! Reading order: [`args`] (the commands and their options), then one file per command. Entry point: [`main`]. Every
//! command returns its exit code: 0 proved, 1 refuted, 2 unknown, 3 bad input.

pub mod args;
mod terminal;
mod harness;
pub mod verify;
mod vc;
mod corpus;
mod bench;
mod check;
mod annotate;
mod weakest;
mod contract;
mod abstraction;
mod reach;
mod explain;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};

pub const BAD_INPUT: u8 = 3;

pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS };
        }
    };
    crate::session::keep_panics_of_workers();
    ExitCode::from(run(cli.command))
}

fn run(command: Command) -> u8 {
    match command {
        Command::Verify(args) => verify::verify(&args),
        Command::Vc(args) => vc::vc(&args),
        Command::Check(args) => check::check(&args),
        Command::Annotate(args) => annotate::annotate(args),
        Command::Contract(args) => contract::contract(args),
        Command::Abstract(args) => abstraction::abstraction(&args),
        Command::Reach(args) => reach::reach(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "invar", &mut script);
            terminal::print(&String::from_utf8_lossy(&script));
            0
        }
    }
}
