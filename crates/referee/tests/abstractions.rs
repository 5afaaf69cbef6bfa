//! Abstractions of generated C programs have the runs of the programs.

use invar_base::{Budget, Effort};
use invar_engine::c2bp::Making;
use invar_engine::{Provers, Quantifiers};
use invar_gcl::boolprog::program::{Expr, NodeKind};
use invar_referee::abstraction_runs::Followed;
use invar_referee::abstractions::{Tally, boolean, compare, follow_runs, follow_sample, sample};
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

/// §4.6, also on the way, through loops, calls and recursion.
#[test]
fn runs_are_followed_step_by_step() {
    let mut total = Followed::default();
    for seed in 0..25 {
        let followed = follow_sample(seed, 4, &Z3, &budget()).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        total.places += followed.places;
        total.values += followed.values;
        total.calls += followed.calls;
    }
    assert!(total.places > 2_000 && total.values > 8_000 && total.calls > 100, "little was followed: {total:?}");
}

/// What follows runs would find a mistake: with the opposite of what one assignment says, there are runs that cannot be followed.
#[test]
fn a_wrong_assignment_is_found() {
    let mut found = 0;
    for seed in 0..10 {
        let (program, _) = sample(seed).expect("the sample is read");
        let (mut wrong, _) = boolean(&program, Making::default(), &Z3, &budget()).expect("it is abstracted");
        for proc in wrong.procs.values_mut() {
            for node in proc.nodes.values_mut() {
                if let NodeKind::Assign { values, .. } = &mut node.kind
                    && let Some(first) = values.first_mut()
                {
                    *first = Expr::Not(Box::new(first.clone()));
                }
            }
        }
        found += usize::from(follow_runs(&program, &wrong, (seed, 4)).is_err());
    }
    assert!(found >= 8, "only {found} of ten were found");
}
