//! Bebop against exploring state by state, on a few programs; `cargo xtask boolean-programs` takes thousands.

use invar_base::{Budget, Effort};
use invar_referee::boolean_programs::{Tally, compare, text_of};

#[test]
fn generated_programs_are_reached_as_far_as_exploring_goes() {
    let budget = Budget::new(Effort::new(1).expect("the lowest effort"));
    let mut tally = Tally::default();
    for seed in 0..150 {
        match compare(seed, &budget) {
            Ok(one) => tally.add(one),
            Err(what) => panic!("seed {seed}: {what}\n{}", text_of(seed)),
        }
    }
    // All kinds of answers occur.
    assert!(tally.reached > 1000 && tally.unreached > 100 && tally.failing > 50 && tally.safe > 10 && tally.calls > 100, "{tally:?}");
}
