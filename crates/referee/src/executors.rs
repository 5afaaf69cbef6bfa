//! The fast executor against the interpreter: the same decisions, the same run. In: a program and a seed; out: a tally of how runs
//! ended, or the first difference.
//!
//! Each way round: decisions of a random run of the interpreter are repeated by the executor, and those of a random run of the
//! executor by the interpreter. Ends, failing checks, decisions and last states are compared; a run that one of them stops
//! for want of steps, which they count differently, is not.

use invar_gcl::exec::{Amount, Choices, Ended, Execution, Executor, Failed, Request, Script};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, RandomOracle, Run, ScriptedOracle, State, random_value};
use invar_gcl::random::Random;
use invar_gcl::{BlockId, ImplId, Program};
use invar_logic::{Environment, FuncId, Term, TermPool, Value, VarId, eval_bool};

/// How runs ended, of those that were compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub returned: u64,
    pub failed: u64,
    pub blocked: u64,
    pub undecided: u64,
    /// One of the two had too few steps.
    pub not_compared: u64,
    /// Commands without code.
    pub no_code: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.returned += other.returned;
        self.failed += other.failed;
        self.blocked += other.blocked;
        self.undecided += other.undecided;
        self.not_compared += other.not_compared;
        self.no_code += other.no_code;
    }
}

const LIMITS: Limits = Limits { steps: 2_000_000, events: 0 };
const AMOUNT: Amount = Amount { steps: 400_000, decisions: 100_000, watch_heads: false };

/// `runs` runs each way of one body.
pub fn compare(program: &Program, impl_id: ImplId, runs: u64, seed: u64) -> Result<Tally, String> {
    let pool: &TermPool = &program.pool;
    let mut tally = Tally::default();
    let mut interpreter = Interpreter::new(program, &program.pool);
    let mut executor = Executor::new(program, &program.pool);
    let inputs = Inputs::default();
    for number in 0..runs {
        let seed = seed.wrapping_mul(1_000).wrapping_add(number);
        let run = interpreter.run(impl_id, &inputs, &mut RandomOracle::new(seed), LIMITS);
        let mut script = Script::new(run.decisions.clone());
        let execution = executor.run(impl_id, &inputs, &mut script, AMOUNT);
        let state = executor.state(&inputs);
        same(pool, &run, &execution, &state, &mut tally)
            .map_err(|what| format!("run {seed}, interpreter first: {what}"))?;

        let execution = executor.run(impl_id, &inputs, &mut Chance(Random::new(seed)), AMOUNT);
        let state = executor.state(&inputs);
        let mut script = ScriptedOracle::new(execution.decisions.clone());
        let run = interpreter.run(impl_id, &inputs, &mut script, LIMITS);
        same(pool, &run, &execution, &state, &mut tally)
            .map_err(|what| format!("run {seed}, executor first: {what}"))?;
    }
    Ok(tally)
}

fn same(pool: &TermPool, run: &Run, execution: &Execution, state: &State, tally: &mut Tally) -> Result<(), String> {
    let differs = || Err(format!("{} and {:?}", summary(&run.outcome), execution.ended));
    match (&run.outcome, &execution.ended) {
        (Outcome::OutOfBudget, _) | (_, Ended::OutOfBudget) => {
            tally.not_compared += 1;
            return Ok(());
        }
        (_, Ended::NoCode) => {
            tally.no_code += 1;
            return Ok(());
        }
        (Outcome::Returned(other), Ended::Returned) => {
            tally.returned += 1;
            same_state(pool, other, state)?;
        }
        (Outcome::Failed(failure), Ended::Failed(failed)) => {
            tally.failed += 1;
            let Failed { check, kind, span, related, depth, impl_id } = failed.clone();
            let theirs = (failure.check, failure.kind, failure.span, failure.related, failure.depth, failure.impl_id);
            if theirs != (check, kind, span, related, depth, impl_id) {
                return differs();
            }
        }
        (Outcome::Blocked { .. }, Ended::Blocked { .. }) => tally.blocked += 1,
        (Outcome::Undecided { .. }, Ended::Undecided { .. }) => tally.undecided += 1,
        _ => return differs(),
    }
    if run.decisions != execution.decisions || run.undecided_axioms != execution.undecided_axioms {
        return Err("the decisions differ".to_string());
    }
    Ok(())
}

/// One may hold an element that equals its map's default, and the other not.
fn same_state(pool: &TermPool, theirs: &State, ours: &State) -> Result<(), String> {
    for (var, value) in theirs.values.iter() {
        let sort = pool.variable(var).sort;
        match ours.values.get(&var) {
            Some(own) if own == value || own.equal(value, pool, sort) == Some(true) => {}
            own => {
                let own = own.map_or("nothing".to_string(), |own| own.display(pool).to_string());
                return Err(format!("`{}` is {} and {own}", pool.var_name(var), value.display(pool)));
            }
        }
    }
    match theirs.values.iter().count() == ours.values.iter().count() {
        true => Ok(()),
        false => Err("the executor has values that the interpreter has not".to_string()),
    }
}

fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(_) => "Returned".to_string(),
        Outcome::Failed(failure) => format!("Failed {:?} {:?} at {:?}", failure.check, failure.kind, failure.span),
        Outcome::Blocked { span } => format!("Blocked at {span:?}"),
        Outcome::Undecided { reason, span } => format!("Undecided {reason:?} at {span:?}"),
        Outcome::OutOfBudget => "OutOfBudget".to_string(),
    }
}

/// Random values that satisfy the conditions, if some are found soon.
struct Chance(Random);

/// Values tried.
const ATTEMPTS: usize = 100;

impl Choices for Chance {
    fn value(&mut self, request: &Request<'_>) -> Option<Value> {
        let mut value = random_value(&mut self.0, request.pool, request.sort)?;
        for _ in 0..ATTEMPTS {
            let env = With { state: request.state, var: request.var, value: &value };
            let fails = |&condition: &Term| eval_bool(request.pool, condition, &env, &mut 10_000) == Ok(false);
            if !request.conditions.iter().any(fails) {
                break;
            }
            value = random_value(&mut self.0, request.pool, request.sort)?;
        }
        Some(value)
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<usize> {
        Some(self.0.below(targets.len()))
    }
}

/// A state with one variable changed.
struct With<'a> {
    state: &'a dyn Environment,
    var: VarId,
    value: &'a Value,
}

impl Environment for With<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        if var == self.var { Some(self.value.clone()) } else { self.state.var(var) }
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        self.state.apply(function, args)
    }
}
