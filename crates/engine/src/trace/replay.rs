//! Replaying a counterexample: the prover's values in, a run of the interpreter out.
//!
//! The run starts from the model's inputs. Where the program leaves something open, the oracle answers what the model's
//! path did there; off that path (a second iteration, a callee's own choices) it answers with fixed defaults. A formula
//! that cannot be evaluated is put to the prover on the concrete state, and only *unsat* counts as an answer.

use std::collections::{BTreeMap, VecDeque};

use invar_base::Span;
use invar_gcl::interp::{Failure, Inputs, Limits, Oracle, Outcome, Run, State, Undecided, ValueRequest, Why, run};
use invar_gcl::{Approximation, BlockId, Check, CheckKind, ImplId, ProcId, Program};
use invar_logic::{EvalError, FuncId, Term, TermPool, Value, VarId};
use invar_solve::{Limit, Model};
use rustc_hash::FxHashMap;

use super::state::{Truth, decide_on_state, facts_are_consistent};
use crate::body::{Origin, Source};
use crate::discharge::Counterexample;
use crate::means::Means;
use crate::passive::Change;
use crate::prepare::Prepared;
use crate::provers::Provers;
use crate::shares::STATE;
use crate::verdict::Cause;

/// A replay that failed at some check of the body itself, or the reason why it is no refutation.
pub enum Replay {
    Fails(Box<FailingRun>),
    No(Cause, String),
}

pub struct FailingRun {
    pub inputs: Inputs,
    pub failure: Failure,
    pub run: Run,
}

pub fn replay(
    program: &Program,
    impl_id: ImplId,
    prepared: &Prepared,
    counterexample: &Counterexample,
    means: &Means<'_>,
) -> Replay {
    let model = &counterexample.model;
    let limit = means.at_most(STATE);
    let mut oracle = PathOracle::new(program, impl_id, prepared, counterexample, means, limit.clone());
    let inputs = model_inputs(program, impl_id, &prepared.pool, model);
    let limits = Limits { steps: 10 * means.budget.effort.step_limit(), events: 2_000 };
    let run = run(program, &program.pool, impl_id, &inputs, &mut oracle, limits);
    match &run.outcome {
        Outcome::Failed(failure) if is_own_check(prepared, failure) => {
            if let Some(construct) = approximated(program, &failure.state) {
                return Replay::No(Cause::Unsupported, not_modelled(construct));
            }
            if run.undecided_axioms.is_empty()
                || facts_are_consistent(program, impl_id, &inputs, &run.decisions, means, &limit)
            {
                let failure = failure.clone();
                return Replay::Fails(Box::new(FailingRun { inputs, failure, run }));
            }
            let detail = "the axioms could not be shown to allow these values".to_string();
            Replay::No(Cause::Incomplete, detail)
        }
        outcome => {
            let (cause, detail) = why_not(program, prepared, counterexample, outcome);
            Replay::No(cause, detail)
        }
    }
}

/// The construct because of which a run that ends in this state is not a real one.
pub fn approximated<'a>(program: &'a Program, state: &State) -> Option<&'a Approximation> {
    let approximations = program.approximations.as_ref()?;
    let number = match state.values.get(&approximations.flag) {
        Some(Value::Int(number)) => number,
        Some(_) | None => return approximations.constructs.first(),
    };
    if number.is_zero() {
        return None;
    }
    let index = number.to_i64().and_then(|number| usize::try_from(number - 1).ok());
    index.and_then(|index| approximations.constructs.get(index)).or(approximations.constructs.first())
}

pub fn not_modelled(construct: &Approximation) -> String {
    format!("a run that fails here goes through {}, which Invar does not model exactly", construct.what)
}

/// A failure inside a called procedure is that procedure's, unless its body is expanded here.
fn is_own_check(prepared: &Prepared, failure: &Failure) -> bool {
    prepared.passive.checks.values().any(|check| shows(failure, check))
}

/// Does this failure show that the check fails? Invariants of the text are assertions to the interpreter where their
/// author wrote them as such.
pub fn shows(failure: &Failure, check: &Check) -> bool {
    let same_kind = failure.kind == check.kind || failure.kind == CheckKind::Assertion && check.kind.is_invariant();
    // One call may be asked about several preconditions, and about several rules.
    let has_clauses = matches!(check.kind, CheckKind::Precondition | CheckKind::Rule);
    let same_clause = !has_clauses || failure.related == check.related;
    failure.span == check.span && same_kind && same_clause
}

/// The inputs in a model.
pub fn model_inputs(program: &Program, impl_id: ImplId, pool: &TermPool, model: &Model) -> Inputs {
    let value = |var: VarId| value_of(pool, model, var);
    let constants = program.constants.iter().map(|constant| constant.var);
    let globals = program.globals.iter().map(|global| global.var);
    let ins = program.impls[impl_id].ins.iter().map(|local| local.var);
    Inputs {
        constants: constants.filter_map(|var| Some((var, value(var)?))).collect(),
        globals: globals.filter_map(|var| Some((var, value(var)?))).collect(),
        ins: ins.map_while(value).collect(),
        functions: BTreeMap::<FuncId, _>::new(),
    }
}

/// The first variant of a variable is the variable itself.
fn value_of(pool: &TermPool, model: &Model, var: VarId) -> Option<Value> {
    pool.find_var(var).and_then(|term| model.value(pool, term)).or_else(|| default_value(pool, var))
}

fn default_value(pool: &TermPool, var: VarId) -> Option<Value> {
    Value::default_of(pool, pool.variable(var).sort)
}

/// Answers from the model's path, else with defaults.
struct PathOracle<'a> {
    program: &'a Program,
    impl_id: ImplId,
    pool: &'a TermPool,
    model: &'a Model,
    /// What the path chose, by place and variable, in order.
    havocs: FxHashMap<(Span, VarId), VecDeque<Value>>,
    /// Results of calls, in the order of the path. The interpreter asks for the callee's formals.
    results: VecDeque<(VarId, Value)>,
    /// The blocks of the same implementation that the path visits after a block, in order.
    branches: FxHashMap<Source, VecDeque<BlockId>>,
    provers: &'a dyn Provers,
    limit: Limit,
}

impl<'a> PathOracle<'a> {
    fn new(
        program: &'a Program,
        impl_id: ImplId,
        prepared: &'a Prepared,
        counterexample: &'a Counterexample,
        provers: &'a dyn Provers,
        limit: Limit,
    ) -> PathOracle<'a> {
        let (pool, model) = (&prepared.pool, &counterexample.model);
        let mut oracle = PathOracle {
            program,
            impl_id,
            pool,
            model,
            havocs: FxHashMap::default(),
            results: VecDeque::new(),
            branches: FxHashMap::default(),
            provers,
            limit,
        };
        let mut last = FxHashMap::default();
        for &id in &counterexample.path {
            let block = &prepared.passive.blocks[id];
            oracle.follow(block.source, &mut last);
            for note in block.notes.iter().filter(|note| note.how == Change::Havoced) {
                let Some(value) = model.value(pool, note.variant) else { continue };
                let var = prepared.acyclic.body.copies.get(&note.var).map_or(note.var, |copy| copy.own);
                match note.origin {
                    Origin::Text => oracle.havocs.entry((note.span, var)).or_default().push_back(value),
                    Origin::Call(callee) if has_no_body(program, callee) => {
                        oracle.results.push_back((note.var, value));
                    }
                    Origin::Call(_) | Origin::Own | Origin::Loop => {}
                }
            }
        }
        oracle
    }

    fn follow(&mut self, source: Option<Source>, last: &mut FxHashMap<ImplId, BlockId>) {
        let Some(Source { impl_id, block }) = source else { return };
        if let Some(before) = last.insert(impl_id, block) {
            self.branches.entry(Source { impl_id, block: before }).or_default().push_back(block);
        }
    }

    fn chosen(&mut self, span: Span, var: VarId) -> Option<Value> {
        self.havocs.get_mut(&(span, var)).and_then(VecDeque::pop_front)
    }
}

/// A body runs in the replay; only procedures without one have results to choose.
fn has_no_body(program: &Program, callee: ProcId) -> bool {
    !program.impls.values().any(|implementation| implementation.proc == callee)
}

impl Oracle for PathOracle<'_> {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        let recorded = match request.why {
            Why::Input => value_of(self.pool, self.model, request.var),
            Why::Uninitialised => {
                let own = self.program.impls[self.impl_id].variables().any(|local| local.var == request.var);
                let chosen = self.chosen(request.span, request.var);
                chosen.or_else(|| own.then(|| value_of(self.pool, self.model, request.var)).flatten())
            }
            Why::Havoc => self.chosen(request.span, request.var),
            Why::CallResult(_) => self.results.pop_front().map(|(_, value)| value),
        };
        recorded.or_else(|| default_value(self.pool, request.var))
    }

    fn branch(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        let next = self.branches.get_mut(&Source { impl_id, block: from }).and_then(VecDeque::pop_front);
        next.filter(|next| targets.contains(next)).or_else(|| targets.first().copied())
    }

    fn decide(&mut self, _pool: &TermPool, term: Term, state: &State) -> Option<bool> {
        match decide_on_state(self.program, term, state, self.provers, &self.limit) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Open => None,
        }
    }
}

/// Why a counterexample of the cut program is no run: what stopped the interpreter, else what the path goes through.
fn why_not(
    program: &Program,
    prepared: &Prepared,
    counterexample: &Counterexample,
    outcome: &Outcome,
) -> (Cause, String) {
    if let Outcome::Undecided { reason: Undecided::Eval(EvalError::Uninterpreted(function)), .. } = outcome {
        let name = program.pool.name(program.pool.function(*function).name);
        return (Cause::Uninterpreted, format!("whether the check fails depends on what `{name}` returns"));
    }
    if let Some(doubt) = &counterexample.doubt {
        return (Cause::Incomplete, doubt.to_string());
    }
    let notes = counterexample.path.iter().flat_map(|&block| &prepared.passive.blocks[block].notes);
    let origins: Vec<Origin> = notes.map(|note| note.origin).collect();
    if origins.contains(&Origin::Loop) {
        let detail = "the loop invariants allow a state, shown below, from which the check fails".to_string();
        return (Cause::NotInductive, detail);
    }
    let call = origins.iter().find_map(|origin| match origin {
        Origin::Call(callee) => Some(*callee),
        Origin::Text | Origin::Own | Origin::Loop => None,
    });
    if let Some(callee) = call.filter(|_| matches!(outcome, Outcome::Returned(_) | Outcome::Failed(_))) {
        let name = program.proc_name(callee);
        let detail =
            format!("the contract of `{name}` allows a result for which the check fails, but its body does not");
        return (Cause::ContractTooWeak, detail);
    }
    (Cause::NotReplayed, stopped(program, outcome))
}

fn stopped(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(_) => "run on these values, the program does not fail".to_string(),
        Outcome::Failed(_) => "run on these values, the program fails inside a called procedure first".to_string(),
        Outcome::Blocked { .. } => "run on these values, the program stops at an assumption that is false".to_string(),
        Outcome::OutOfBudget => "running the program on these values takes too many steps".to_string(),
        Outcome::Undecided { reason, .. } => match reason {
            Undecided::Eval(error) => format!("the run could not be finished: {}", error.describe(&program.pool)),
            Undecided::NoValue(_) | Undecided::NoBranch | Undecided::Malformed => {
                "the run could not be finished: a choice was left open".to_string()
            }
        },
    }
}
