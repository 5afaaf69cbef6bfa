//! Values to begin runs with: models of what holds before the first loop. Where a contract asks for much, values by chance do
//! not get there.

use invar_gcl::Role;
use invar_gcl::random::Random;
use invar_logic::{EvalError, Sort, Term, TermPool, VarId, eval_bool};
use invar_solve::Limit;

use super::session::Session;
use crate::infer::visited::states::{Begin, EVALUATION};
use crate::literals::has_quantifier;
use crate::task::Task;

/// Models, and what integers are wished to be in them.
const MODELS: u64 = 16;
const WISHES: std::ops::RangeInclusive<i64> = 0..=5;

const OFFSETS: std::ops::RangeInclusive<i64> = 0..=3;

/// Objects are wished to have small numbers.
const OBJECTS: std::ops::RangeInclusive<i64> = 1..=40;

/// Different models of a region before all loops, with small numbers where that is possible.
pub fn begins(
    pool: &mut TermPool,
    task: &Task<'_>,
    session: &mut Session,
    limit: &Limit,
    left: &mut u64,
) -> Vec<Begin> {
    let vars: Vec<VarId> = pool.free_vars(session.region.formula);
    let is_first = |var: VarId| pool.variable(var).sort == Sort::INT && pool.variable(var).of.is_none();
    let integers: Vec<VarId> = vars.iter().copied().filter(|&var| is_first(var)).collect();
    let assumed = session.region.assumed_first();
    let mut found: Vec<Begin> = Vec::new();
    for seed in 0..MODELS {
        let mut random = Random::new(seed);
        let mut wishes: Vec<Term> = Vec::new();
        for &var in &integers {
            let value = match task.program.roles.of(pool, var) {
                Role::Value | Role::Old => random.between(*WISHES.start(), *WISHES.end()),
                Role::Offset => random.between(*OFFSETS.start(), *OFFSETS.end()),
                Role::Object => random.between(*OBJECTS.start(), *OBJECTS.end()),
                _ => continue,
            };
            let (own, value) = (pool.var(var), pool.int(value));
            wishes.push(pool.eq(own, value));
        }
        let Some(model) = session.model(pool, &wishes, limit, left) else { break };
        let known = vars.iter().filter_map(|&var| Some((var, model.value(pool, pool.find_var(var)?)?)));
        let begin: Begin = known.collect();
        if !found.contains(&begin) && !is_too_large(pool, &assumed, &begin) {
            found.push(begin);
        }
    }
    found
}

/// Is what is assumed of all elements too much to evaluate? A run that begins there would go on although it may be false: the
/// prover may not have looked at the place where its model violates it.
fn is_too_large(pool: &TermPool, assumed: &[Term], begin: &Begin) -> bool {
    let mut quantified = assumed.iter().filter(|&&term| has_quantifier(pool, term));
    quantified.any(|&term| eval_bool(pool, term, begin, &mut EVALUATION.clone()) == Err(EvalError::OutOfSteps))
}
