//! Symbolic runs against the interpreter. In: a program and a seed; out: a tally, or the first difference.
//!
//! 1. A failing run that symbolic runs claim is one of the interpreter, if everything on the way was exact.
//! 2. Where no run was left out, no run of the interpreter on random values fails anywhere else.

use std::collections::BTreeSet;

use invar_base::{Budget, Span};
use invar_engine::bounded::symbolic::{Amount, symbolic_runs};
use invar_engine::{Means, Provers};
use invar_gcl::interp::{Failure, Inputs, Interpreter, Limits, Outcome, RandomOracle};
use invar_gcl::{ImplId, Program};

/// What was compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Failing runs that the interpreter repeats.
    pub repeated: u64,
    /// Bodies all of whose runs were looked at.
    pub complete: u64,
    /// Bodies where something was left out.
    pub open: u64,
    /// Random runs that fail, in bodies all of whose runs were looked at.
    pub failed: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.repeated += other.repeated;
        self.complete += other.complete;
        self.open += other.open;
        self.failed += other.failed;
    }
}

const AMOUNT: Amount = Amount { steps: 60_000, alone: 60_000, questions: u32::MAX };
const LIMITS: Limits = Limits { steps: 200_000, events: 0 };

/// Where a run fails.
type At = (Span, Option<Span>);

/// One body, and so many runs of the interpreter.
pub fn compare(
    program: &Program,
    impl_id: ImplId,
    provers: &dyn Provers,
    runs: u64,
    seed: u64,
) -> Result<Tally, String> {
    let means = Means::new(provers, &Budget::new(invar_base::Effort::DEFAULT));
    let mut places: BTreeSet<At> = BTreeSet::new();
    let mut found = |_: Inputs, run: invar_gcl::interp::Run| match run.outcome {
        Outcome::Failed(failure) => places.insert(place(&failure)),
        Outcome::Returned(_) | Outcome::Blocked { .. } | Outcome::Undecided { .. } | Outcome::OutOfBudget => false,
    };
    let looked = symbolic_runs(program, impl_id, AMOUNT, &means, &mut found).map_err(|stop| format!("{stop:?}"))?;
    if looked.is_exact && looked.repeated < looked.tried {
        return Err(format!("{} of {} failing runs are none", looked.tried - looked.repeated, looked.tried));
    }
    let mut tally = Tally { repeated: looked.repeated, ..Tally::default() };
    if !looked.is_complete {
        tally.open = 1;
        return Ok(tally);
    }
    tally.complete = 1;
    let mut interpreter = Interpreter::new(program, &program.pool);
    for number in 0..runs {
        let seed = seed.wrapping_mul(1_000).wrapping_add(number);
        let run = interpreter.run(impl_id, &Inputs::default(), &mut RandomOracle::new(seed), LIMITS);
        if let Outcome::Failed(failure) = &run.outcome {
            tally.failed += 1;
            if run.undecided_axioms.is_empty() && !places.contains(&place(failure)) {
                return Err(format!("run {seed} fails at {:?}, and no symbolic run does", failure.span));
            }
        }
    }
    Ok(tally)
}

fn place(failure: &Failure) -> At {
    (failure.span, failure.related)
}
