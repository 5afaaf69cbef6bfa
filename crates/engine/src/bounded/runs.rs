//! Cheap runs: the interpreter on values that tend to matter. Random, with fixed seeds, so that the same program has the
//! same runs for ever.
//!
//! Candidates for an integer are the literals of the program and their neighbours, small numbers, and the bounds that stand
//! in the conditions on it: its `where`, the callee's postconditions, and the assumptions that follow the command at once.

use std::collections::BTreeSet;

use invar_base::{Budget, Span, Stop};
use invar_gcl::interp::{
    Decision, Inputs, Interpreter, Limits, Oracle, Outcome, Run, ScriptedOracle, ValueRequest, random_value,
};
use invar_gcl::random::Random;
use invar_gcl::{BlockId, CheckId, ImplId, Program};
use invar_logic::{Op, Sort, Term, Value, VarId, eval, eval_bool};
use rustc_hash::FxHashSet;

use super::guide::{Asked, Guide, With};

/// Runs at most.
const RUNS: u64 = 300;

/// Where even the first runs are cut short, so many have this many times all steps.
const LONG_RUNS: u64 = 2;
const LONGER: u64 = 30;

/// Events of a failing run that are kept.
pub const EVENTS: usize = 2_000;

/// Values tried for one variable.
const ATTEMPTS: usize = 40;

/// How much is run.
#[derive(Clone, Copy)]
pub struct Amount {
    /// Steps of all runs together.
    pub steps: u64,
    /// May a few runs be as long as real ones, if the usual ones are cut short?
    pub long: bool,
}

/// Gives every failing run, with its inputs, to `found`, and adds the assertions that runs come to, and that hold there, to
/// `passed`.
pub fn run_at_random(
    program: &Program,
    impl_id: ImplId,
    amount: Amount,
    budget: &Budget,
    passed: &mut BTreeSet<CheckId>,
    found: &mut dyn FnMut(Inputs, Run),
) -> Result<(), Stop> {
    let mut interpreter = Interpreter::new(program, &program.pool).with_budget(budget.clone());
    let mut guide = Guide::new(program, impl_id);
    // Asking for the inputs is work too, and a file may have many globals.
    let asking = (program.constants.len() + program.globals.len()) as u64;
    let Amount { mut steps, long } = amount;
    let (all, share) = (steps, (steps / 8).max(1_000));
    let mut places: FxHashSet<(Span, Option<Span>)> = FxHashSet::default();
    let mut cut_short = 0;
    for seed in 0..RUNS {
        budget.check()?;
        // A program that never ends within the usual share is given a few runs that are as long as real ones.
        let is_long = long && (LONG_RUNS..2 * LONG_RUNS).contains(&seed) && cut_short == LONG_RUNS && places.is_empty();
        let steps_now = if is_long { all.saturating_mul(LONGER) } else { share.min(steps) };
        let limits = Limits { steps: steps_now, events: 0 };
        let mut oracle = Guided { guide: &mut guide, random: Random::new(seed), seed, passed: FxHashSet::default() };
        let run = interpreter.run(impl_id, &Inputs::default(), &mut oracle, limits);
        // A run that had to take an axiom for granted may be none.
        if run.undecided_axioms.is_empty() {
            passed.extend(oracle.passed);
        }
        if let Outcome::Failed(failure) = &run.outcome
            && places.insert((failure.span, failure.related))
        {
            let (inputs, decisions) = inputs_of(program, impl_id, run.decisions);
            let limits = Limits { steps: u64::MAX, events: EVENTS };
            let again = interpreter.run(impl_id, &inputs, &mut ScriptedOracle::new(decisions), limits);
            found(inputs, again);
        }
        if seed < LONG_RUNS && matches!(run.outcome, Outcome::OutOfBudget) {
            cut_short += 1;
        }
        if is_long {
            continue;
        }
        // What a run decides and does is counted alike; a run without any events still took a step.
        let used = run.events_dropped.saturating_mul(4) + 100 + asking;
        steps = steps.saturating_sub(used);
        if steps == 0 {
            break;
        }
    }
    Ok(())
}

/// The values of constants, globals and parameters, which are asked for first, are inputs.
pub fn inputs_of(program: &Program, impl_id: ImplId, decisions: Vec<Decision>) -> (Inputs, Vec<Decision>) {
    let mut inputs = Inputs::default();
    let constants: FxHashSet<VarId> = program.constants.iter().map(|constant| constant.var).collect();
    let ins: FxHashSet<VarId> = program.impls[impl_id].ins.iter().map(|local| local.var).collect();
    let mut rest = Vec::with_capacity(decisions.len());
    let mut is_first = true;
    for decision in decisions {
        match decision {
            Decision::Value(var, value) if is_first && constants.contains(&var) => {
                inputs.constants.insert(var, value);
            }
            Decision::Value(var, value) if is_first && ins.contains(&var) => inputs.ins.push(value),
            Decision::Value(var, value) if is_first && program.global(var).is_some() => {
                inputs.globals.insert(var, value);
            }
            decision => {
                is_first &= matches!(decision, Decision::Truth(_));
                rest.push(decision);
            }
        }
    }
    (inputs, rest)
}

struct Guided<'g, 'a> {
    guide: &'g mut Guide<'a>,
    random: Random,
    seed: u64,
    passed: FxHashSet<CheckId>,
}

impl Oracle for Guided<'_, '_> {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        let (var, mut conditions) = self.guide.ahead(Asked { var: request.var, why: request.why, span: request.span });
        conditions.extend(request.conditions);
        let bounds = if request.sort == Sort::INT { self.bounds(&conditions, request, var) } else { Vec::new() };
        let mut value = self.candidate(request, &bounds, 0)?;
        for attempt in 1..ATTEMPTS {
            let env = With { state: request.state, vars: [var, request.var], value: &value };
            let pool = &self.guide.pool;
            let fails = |&condition: &Term| eval_bool(pool, condition, &env, &mut 10_000) == Ok(false);
            if !conditions.iter().any(fails) {
                break;
            }
            value = self.candidate(request, &bounds, attempt)?;
        }
        Some(value)
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        // Runs differ in how long they stay on the first way: that is how loops get long and short.
        let bias = [50, 50, 85, 15, 97][(self.seed % 5) as usize];
        if self.random.chance(bias) { targets.first().copied() } else { self.random.pick(&targets[1..]).copied() }
    }

    fn passed(&mut self, check: CheckId) {
        self.passed.insert(check);
    }
}

impl Guided<'_, '_> {
    fn candidate(&mut self, request: &ValueRequest<'_>, bounds: &[Value], attempt: usize) -> Option<Value> {
        // The first two runs take the plainest values that the conditions allow.
        if attempt == 0 && self.seed == 0 {
            return Value::default_of(request.pool, request.sort);
        }
        if request.sort != Sort::INT {
            return random_value(&mut self.random, request.pool, request.sort);
        }
        if attempt == 0 && self.seed == 1 {
            return Some(Value::int(1));
        }
        let literals = self.guide.literals.len();
        match self.random.below(10) {
            0..=3 if !bounds.is_empty() => self.random.pick(bounds).cloned(),
            4 | 5 if literals > 0 => {
                let position = self.random.below(literals);
                let neighbour = Value::int(self.random.between(-1, 1));
                let literal = self.guide.literals[position].clone();
                match (literal, neighbour) {
                    (Value::Int(a), Value::Int(b)) => Some(Value::Int(&a + &b)),
                    (other, _) => Some(other),
                }
            }
            6 => Some(Value::int(self.random.between(-200, 200))),
            7 => Some(Value::int(self.random.between(i64::from(i32::MIN), i64::from(i32::MAX)))),
            _ => Some(Value::int(self.random.between(-3, 12))),
        }
    }

    /// The values that the conditions compare something with, and their neighbours.
    fn bounds(&mut self, conditions: &[Term], request: &ValueRequest<'_>, var: VarId) -> Vec<Value> {
        let pool = &self.guide.pool;
        let mut values = Vec::new();
        let mut work: Vec<Term> = conditions.to_vec();
        let mut looked_at = 0;
        while let Some(term) = work.pop() {
            looked_at += 1;
            if looked_at > 200 {
                break;
            }
            match pool.op(term) {
                Op::And | Op::Or | Op::Not | Op::Implies => work.extend(pool.args(term)),
                Op::Le | Op::Lt | Op::Eq => {
                    for &side in pool.args(term) {
                        let is_other = pool.sort_of(side) == Sort::INT && !pool.free_vars(side).contains(&var);
                        if is_other && let Ok(Value::Int(value)) = eval(pool, side, request.state, &mut 1_000) {
                            values.extend([-1, 0, 1].map(|by| Value::Int(&value + &by.into())));
                        }
                    }
                }
                _ => {}
            }
        }
        values
    }
}
