//! Abstractions of generated C programs have the runs of the programs.

use invar_base::{Budget, Effort};
use invar_engine::{Provers, Quantifiers};
use invar_referee::abstractions::{Tally, compare};
use invar_solve::{Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("a session"))
    }
}

fn budget() -> Budget {
    Budget::new(Effort::new(2).expect("an effort"))
}

#[test]
fn runs_are_runs_of_the_abstraction() {
    let mut total = Tally::default();
    // Others of the first dozen agree, too, and take longer.
    for seed in [0, 2, 7, 9] {
        let tally = compare(seed, &Z3, &budget()).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        total.ends += tally.ends;
        total.predicates += tally.predicates;
    }
    assert!(total.ends == 4 && total.predicates >= 50, "little was compared: {total:?}");
}
