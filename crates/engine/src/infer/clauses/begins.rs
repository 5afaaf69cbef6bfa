//! Values to begin runs with: models of what holds before the first loop. Where a contract asks for much, values by chance do
//! not get there. A prover's model says as little as it can, so models are wished that differ: in integers, and in the first
//! elements of rows of which the contract requires something for all elements.

use invar_gcl::random::Random;
use invar_gcl::{Role, Roles};
use invar_logic::{EvalError, Op, Sort, Term, TermPool, VarId, eval_bool};
use invar_solve::Limit;
use num_traits::One;

use super::session::Session;
use crate::infer::visited::states::Begin;
use crate::linear::Linear;
use crate::task::Task;

/// Models, and what integers are wished to be in them.
const MODELS: u64 = 16;
const WISHES: std::ops::RangeInclusive<i64> = 0..=5;

const OFFSETS: std::ops::RangeInclusive<i64> = 0..=3;

/// Objects are wished to have small numbers.
const OBJECTS: std::ops::RangeInclusive<i64> = 1..=40;

/// Steps of the evaluator for one assumption.
const EVALUATION: u64 = 20_000;

/// More models where something is required of all elements of a row: few elements, which differ.
const MODELS_OF_ROWS: u64 = 8;

/// Rows whose first elements are wished to be different, how many elements of each, and from what.
const MOST_ROWS: usize = 4;
const ELEMENTS: i64 = 6;
const ELEMENT: std::ops::RangeInclusive<i64> = 0..=7;

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
    let rows = rows(pool, &assumed);
    let mut found: Vec<Begin> = Vec::new();
    let models = if rows.is_empty() { MODELS } else { MODELS + MODELS_OF_ROWS };
    for seed in 0..models {
        let mut random = Random::new(seed);
        let is_small = seed >= MODELS;
        let mut wishes: Vec<Term> = Vec::new();
        if is_small {
            wishes.extend(integers.iter().filter_map(|&var| small(pool, &task.program.roles, var)));
        }
        wishes.extend(integers.iter().filter_map(|&var| chosen(pool, &task.program.roles, var, &mut random)));
        if is_small {
            wishes.extend(rows.iter().map(|&row| elements(pool, row, &mut random)));
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

/// Is what is assumed of all elements too much to evaluate? A run that begins there would go on although it may be false: the prover
/// may not have looked at the place where its model violates it.
fn is_too_large(pool: &TermPool, assumed: &[Term], begin: &Begin) -> bool {
    let is_quantified = |term: &Term| pool.postorder(&[*term]).iter().any(|part| pool.op(*part).binder().is_some());
    let mut quantified = assumed.iter().filter(|term| is_quantified(term));
    quantified.any(|&term| eval_bool(pool, term, begin, &mut EVALUATION.clone()) == Err(EvalError::OutOfSteps))
}

/// That a value of the program is small: whatever else is chosen, runs get to the end of loops.
fn small(pool: &mut TermPool, roles: &Roles, var: VarId) -> Option<Term> {
    (roles.of(pool, var) == Role::Value).then(|| {
        let (own, least, most) = (pool.var(var), pool.int(*WISHES.start()), pool.int(*WISHES.end()));
        let bounds = [pool.le(least, own), pool.le(own, most)];
        pool.and(&bounds)
    })
}

/// That an integer has a value by chance.
fn chosen(pool: &mut TermPool, roles: &Roles, var: VarId, random: &mut Random) -> Option<Term> {
    let range = match roles.of(pool, var) {
        Role::Value | Role::Old => WISHES,
        Role::Offset => OFFSETS,
        Role::Object => OBJECTS,
        _ => return None,
    };
    let (own, value) = (pool.var(var), pool.int(random.between(*range.start(), *range.end())));
    Some(pool.eq(own, value))
}

/// A map from integers to integers, and where its elements begin.
type Row = (Term, Term);

/// Rows of which something is required for all elements.
fn rows(pool: &mut TermPool, assumed: &[Term]) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    let mut open: Vec<Term> = assumed.iter().rev().copied().collect();
    while let Some(quantified) = open.pop() {
        if *pool.op(quantified) == Op::And {
            open.extend(pool.args(quantified).iter().rev());
        }
        let Op::Forall(binder) = pool.op(quantified).clone() else { continue };
        for part in pool.postorder(pool.args(quantified)) {
            let (Op::Select, &[row, index]) = (pool.op(part), pool.args(part)) else { continue };
            let is_fixed = pool.free_vars(row).iter().all(|var| !binder.vars.contains(var));
            if pool.sort_of(part) != Sort::INT || pool.sort_of(index) != Sort::INT || !is_fixed {
                continue;
            }
            let row = begin(pool, &binder.vars, index).map(|begin| (row, begin));
            found.extend(row.filter(|row| found.len() < MOST_ROWS && !found.contains(row)));
        }
    }
    found
}

/// What an index is where the one bound variable in it is zero.
fn begin(pool: &mut TermPool, bound: &[VarId], index: Term) -> Option<Term> {
    let mut sum = Linear::of(pool, index);
    let is_bound = |part: &Term| pool.free_vars(*part).iter().any(|var| bound.contains(var));
    let mut parts = sum.terms.keys().copied().filter(is_bound);
    let (part, None) = (parts.next()?, parts.next()) else { return None };
    let factor = sum.terms.remove(&part)?;
    (matches!(pool.op(part), Op::Var(_)) && factor.is_one()).then(|| sum.term(pool))
}

/// That the first elements are these by chance: in any order, or from the least on, or from the greatest on.
fn elements(pool: &mut TermPool, (row, begin): Row, random: &mut Random) -> Term {
    let mut values: Vec<i64> = (0..ELEMENTS).map(|_| random.between(*ELEMENT.start(), *ELEMENT.end())).collect();
    match random.between(0, 3) {
        0 => {}
        1 => values.sort_unstable_by_key(|value| -value),
        _ => values.sort_unstable(),
    }
    let mut all = Vec::new();
    for (place, value) in (0..).zip(values) {
        let (place, value) = (pool.int(place), pool.int(value));
        let index = pool.add(begin, place);
        let element = pool.select(row, &[index]);
        all.push(pool.eq(element, value));
    }
    pool.and(&all)
}
