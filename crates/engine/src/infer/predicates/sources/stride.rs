//! `v % c == r` for an integer that moves in steps of c.

use std::collections::BTreeSet;

use invar_logic::{Op, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use crate::infer::predicates::scope::Scope;
use crate::infer::predicates::subject::Subject;
use crate::linear::Linear;

/// Steps whose remainders are guessed.
const LARGEST: i64 = 8;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    for &var in &about.scope.moving {
        let own = pool.var(var);
        for step in steps(pool, about.scope, var) {
            let Some(step) = step.abs().to_i64().filter(|step| (2..=LARGEST).contains(step)) else { continue };
            let modulus = pool.int(step);
            let rest = pool.mk(Op::Mod, &[own, modulus]);
            for value in 0..step {
                let value = pool.int(value);
                found.push(pool.eq(rest, value));
            }
        }
    }
    found
}

/// The constants that the loop adds to the variable.
pub fn steps(pool: &TermPool, scope: &Scope<'_>, var: VarId) -> BTreeSet<BigInt> {
    let Some(own) = pool.find_var(var) else { return BTreeSet::new() };
    let moves = scope.assigned.iter().filter(|(target, _)| *target == var);
    let added = moves.filter_map(|&(_, term)| {
        let mut sum = Linear::of(pool, term);
        (sum.terms.remove(&own) == Some(BigInt::one()) && sum.is_constant()).then_some(sum.constant)
    });
    added.collect()
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn remainders_follow_from_steps() {
        let text = "
            procedure main(n: int) {
                var i: int;
                i := 0;
                while (i < n) { i := i + 2; }
            }";
        assert_eq!(suggested(text, Suggestion::Stride), ["((i mod 2) == 0)", "((i mod 2) == 1)"]);
    }
}
