//! `cargo xtask executors`: generated programs, run by the fast executor and by the interpreter, and compared by
//! `referee::executors`. A difference is printed with its seed, and the command fails.

use invar_front::c::types::DataModel;
use invar_referee::execute::program_of;
use invar_referee::executors::{Tally, compare};
use invar_referee::{c_programs, programs};

use crate::ExecutorsArgs;
use crate::tool;

/// Differences that are printed.
const SHOWN: usize = 5;

/// One program of so many is C.
const C_PROGRAMS: u64 = 4;

pub fn run(args: &ExecutorsArgs) -> Result<bool, String> {
    let bar = tool::bar(args.count as usize);
    let mut tally = Tally::default();
    let mut differences = Vec::new();
    for number in 0..args.count {
        let seed = args.seed.wrapping_add(number);
        let found = if seed.is_multiple_of(C_PROGRAMS) { c_program(args, seed) } else { commands(args, seed) };
        match found {
            Ok(found) => tally.add(&found),
            Err(what) => differences.push(format!("seed {seed}: {what}")),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{} programs, {} runs each way round: {} differences", args.count, args.runs, differences.len());
    println!(
        "returned {}, failed {}, blocked {}, undecided {}; not compared {}, without code {}",
        tally.returned, tally.failed, tally.blocked, tally.undecided, tally.not_compared, tally.no_code
    );
    differences.iter().take(SHOWN).for_each(|difference| println!("{difference}"));
    Ok(differences.is_empty())
}

fn commands(args: &ExecutorsArgs, seed: u64) -> Result<Tally, String> {
    let program = programs::generate(seed, args.size).program;
    let mut tally = Tally::default();
    for id in program.impls.ids() {
        tally.add(&compare(&program, id, args.runs, seed)?);
    }
    Ok(tally)
}

/// A generated C program has no input: what is open is what memory holds.
fn c_program(args: &ExecutorsArgs, seed: u64) -> Result<Tally, String> {
    let text = c_programs::generate(seed).text();
    let (program, main, _) = program_of(&text, DataModel::Lp64)?;
    compare(&program, main, args.runs.min(2), seed)
}
