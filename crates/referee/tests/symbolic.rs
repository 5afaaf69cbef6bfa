//! Symbolic runs of generated programs, held against the interpreter.

use invar_engine::{Provers, Quantifiers};
use invar_front::c::types::DataModel;
use invar_referee::execute::program_of;
use invar_referee::symbolic::{Tally, compare};
use invar_referee::{c_programs, programs};
use invar_solve::{Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

const PROGRAMS: u64 = 200;
const SIZE: usize = 12;
const RUNS: u64 = 30;

#[test]
fn guarded_commands_fail_where_the_interpreter_fails() {
    let mut total = Tally::default();
    for seed in 0..PROGRAMS {
        let program = programs::generate(seed, SIZE).program;
        for id in program.impls.ids() {
            match compare(&program, id, &Z3, RUNS, seed) {
                Ok(tally) => total.add(&tally),
                Err(what) => panic!("seed {seed}: {what}\n{}", invar_gcl::boogie::print(&program)),
            }
        }
    }
    println!("{total:?}");
    // A referee that compares nothing would be content with everything.
    assert!(total.repeated > 40 && total.complete > 200 && total.failed > 100, "{total:?}");
}

#[test]
fn c_programs_run_alike() {
    let mut total = Tally::default();
    for seed in 0..40 {
        let text = c_programs::generate(seed).text();
        let (program, main, _) = program_of(&text, DataModel::Lp64).expect("a generated program");
        match compare(&program, main, &Z3, 2, seed) {
            Ok(tally) => total.add(&tally),
            Err(what) => panic!("seed {seed}: {what}\n{text}"),
        }
    }
    println!("{total:?}");
}
