//! Symbolic runs of generated programs, held against the interpreter.

use invar_base::SourceMap;
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

/// What a procedure without body gives back is looked up in a map, element after element. Each time the call is looked at once more
/// it gives back the same symbol, or nothing that was learnt of it would ever help.
#[test]
fn results_are_chosen_once() {
    let text = "
        var live: [int]bool;
        var values: [int]int;
        procedure new() returns (r: int);
          ensures !live[r] && r > 0;
        procedure apart() modifies live, values;
        {
          var p, q: int;
          live[1] := true;
          live[2] := true;
          call p := new();
          live[p] := true;
          call q := new();
          values[p] := 1;
          values[q] := 2;
          assert values[p] == 1;
          assert values[q] != 2 || live[3];
        }";
    let mut sources = SourceMap::new();
    let id = sources.add("new.bpl", text);
    let program = invar_gcl::boogie::read(id, sources.text(id)).expect("a program").program;
    let apart = program.impls.ids().next().expect("a body");
    let tally = compare(&program, apart, &Z3, RUNS, 0).unwrap_or_else(|what| panic!("{what}"));
    assert!(tally.repeated > 0, "{tally:?}");
}
