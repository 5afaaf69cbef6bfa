//! `cargo xtask boolean-programs`: generated boolean programs, searched by Bebop and explored state by state
//! (`referee::boolean_programs`). A difference is printed with its seed and the program, and the command fails.

use invar_base::{Budget, Effort};
use invar_referee::boolean_programs::{Tally, compare, text_of};

use crate::BooleanProgramsArgs;
use crate::tool;

/// Differences that are printed in full.
const SHOWN: usize = 3;

pub fn run(args: &BooleanProgramsArgs) -> Result<bool, String> {
    let bar = tool::bar(args.count as usize);
    let budget = Budget::new(Effort::new(1).unwrap_or(Effort::DEFAULT));
    let mut tally = Tally::default();
    let mut different = Vec::new();
    for seed in args.seed..args.seed.saturating_add(args.count) {
        // A panic is a difference too, and must not hide its seed.
        let compared = std::panic::catch_unwind(|| compare(seed, &budget));
        match compared.unwrap_or_else(|_| Err("Invar panicked".to_string())) {
            Ok(one) => tally.add(one),
            Err(what) => different.push((seed, what)),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Tally { reached, unreached, failing, safe, calls, states } = tally;
    println!("{} programs, seeds from {}", args.count, args.seed);
    println!(
        "  statements reached {reached}, not reached {unreached}; assertions that can fail {failing}, that cannot {safe}"
    );
    println!("  calls on the runs {calls}, states compared with invariants {states}");
    println!("{} differences", different.len());
    for (seed, what) in different.iter().take(SHOWN) {
        println!("\nseed {seed}: {what}\n{}", text_of(*seed));
    }
    Ok(different.is_empty())
}
