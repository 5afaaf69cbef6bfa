//! Facts at joins, held against the formula of the whole on generated programs.

use invar_base::{Budget, Effort};
use invar_engine::discharge::{CheckAnswer, answers};
use invar_engine::joins::strengthen;
use invar_engine::loops::ExtraInvariants;
use invar_engine::passive::asserted_checks;
use invar_engine::prepare::{Prepared, prepare_alone};
use invar_engine::{Means, Provers, Quantifiers};
use invar_referee::programs::generate;
use invar_solve::{Limit, Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

/// What is proved from joins does not fail; what is added excludes no failure.
#[test]
fn the_formula_of_the_whole_agrees() {
    let mut compared = 0;
    for seed in 0..120 {
        let program = generate(seed, 14).program;
        for impl_id in program.impls.ids() {
            let Ok(mut prepared) = prepare_alone(&program, impl_id, &ExtraInvariants::default()) else { continue };
            let limit = Limit::resources(20_000_000);
            let mut prover = Z3.session(Quantifiers::Triggers);
            let strengthened = strengthen(&mut prepared.pool, &prepared.facts, &prepared.passive, &mut *prover, &limit);
            let Prepared { pool, facts, passive, .. } = &mut prepared;
            let budget = Budget::new(Effort::new(2).expect("a level"));
            let mut plain = answers(pool, facts, passive, &Means::new(&Z3, &budget));
            let mut stronger = answers(pool, facts, &strengthened.passive, &Means::new(&Z3, &budget));
            plain.sort_by_key(|(check, _)| *check);
            stronger.sort_by_key(|(check, _)| *check);
            assert_eq!(asserted_checks(passive), asserted_checks(&strengthened.passive));
            for ((check, plain), (_, stronger)) in plain.iter().zip(&stronger) {
                let fails = matches!(plain, CheckAnswer::Fails(example) if example.doubt.is_none());
                let is_proved = strengthened.holding.contains(check) || matches!(stronger, CheckAnswer::Holds { .. });
                assert!(!(fails && is_proved), "seed {seed}\n{}", invar_gcl::boogie::print(&program));
                compared += usize::from(fails || is_proved);
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
