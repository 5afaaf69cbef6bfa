//! Who resolves nondeterminism: the trait, a random oracle for fuzzing and a scripted one that replays a recorded run.

use std::collections::VecDeque;

use invar_base::Span;
use invar_logic::{Environment, FuncId, MapValue, Sort, SortKind, Term, TermPool, Value, VarId, eval_bool};
use num_rational::BigRational;

use super::State;
use crate::check::CheckId;
use crate::program::{BlockId, ImplId, ProcId};
use crate::random::Random;

/// Answers what the program leaves open. `None` leaves the run undecided.
pub trait Oracle {
    /// A value for a variable. The interpreter checks its `where` condition afterwards.
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value>;

    /// One of the targets whose opening assumptions are not false; there are at least two.
    fn branch(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId]) -> Option<BlockId>;

    /// The truth of a formula that cannot be evaluated on the state.
    fn decide(&mut self, _pool: &TermPool, _term: Term, _state: &State) -> Option<bool> {
        None
    }

    /// The run has entered a block; for oracles that follow a path.
    fn entered(&mut self, _impl_id: ImplId, _block: BlockId) {}

    /// The run has come to an assertion, which holds; for oracles that say what runs come to.
    fn passed(&mut self, _check: CheckId) {}
}

pub struct ValueRequest<'a> {
    pub pool: &'a TermPool,
    pub var: VarId,
    pub sort: Sort,
    pub why: Why,
    /// The command, call or declaration that asks.
    pub span: Span,
    /// What the value should satisfy together with the state: `where`, and the postconditions of a call. Those that
    /// mention variables not yet given cannot be evaluated.
    pub conditions: &'a [Term],
    pub state: &'a State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A constant, global or parameter that the inputs do not give.
    Input,
    /// A result or local variable at the start of its body.
    Uninitialised,
    Havoc,
    /// A result or modified global of a procedure without body.
    CallResult(ProcId),
}

/// One answer of an oracle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    Value(VarId, Value),
    Branch(BlockId),
    Truth(bool),
}

/// Replays decisions in order; a question of another kind than the next decision gets no answer.
#[derive(Clone, Default, Debug)]
pub struct ScriptedOracle {
    decisions: VecDeque<Decision>,
}

impl ScriptedOracle {
    pub fn new(decisions: impl IntoIterator<Item = Decision>) -> ScriptedOracle {
        ScriptedOracle { decisions: decisions.into_iter().collect() }
    }

    /// Have all decisions been used?
    pub fn is_exhausted(&self) -> bool {
        self.decisions.is_empty()
    }
}

impl Oracle for ScriptedOracle {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        match self.decisions.pop_front()? {
            Decision::Value(var, value) if var == request.var => Some(value),
            Decision::Value(..) | Decision::Branch(_) | Decision::Truth(_) => None,
        }
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        match self.decisions.pop_front()? {
            Decision::Branch(target) => targets.contains(&target).then_some(target),
            Decision::Value(..) | Decision::Truth(_) => None,
        }
    }

    fn decide(&mut self, _pool: &TermPool, _term: Term, _state: &State) -> Option<bool> {
        match self.decisions.front()? {
            Decision::Truth(truth) => {
                let truth = *truth;
                self.decisions.pop_front();
                Some(truth)
            }
            Decision::Value(..) | Decision::Branch(_) => None,
        }
    }
}

/// Small random values and fair branches.
#[derive(Clone, Debug)]
pub struct RandomOracle {
    random: Random,
}

/// Values tried until one satisfies the `where` condition.
const ATTEMPTS: usize = 300;

impl RandomOracle {
    pub fn new(seed: u64) -> RandomOracle {
        RandomOracle { random: Random::new(seed) }
    }
}

impl Oracle for RandomOracle {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        let mut value = random_value(&mut self.random, request.pool, request.sort)?;
        for _ in 0..ATTEMPTS {
            let env = With { state: request.state, var: request.var, value: &value };
            let fails = |&condition: &Term| eval_bool(request.pool, condition, &env, &mut 10_000) == Ok(false);
            if !request.conditions.iter().any(fails) {
                break;
            }
            value = random_value(&mut self.random, request.pool, request.sort)?;
        }
        Some(value)
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        self.random.pick(targets).copied()
    }
}

/// A state with one variable changed.
struct With<'a> {
    state: &'a State,
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

/// A random value of the sort: integers are mostly near zero, maps have few entries. `None` for a sort without values.
pub fn random_value(random: &mut Random, pool: &TermPool, sort: Sort) -> Option<Value> {
    nested(random, pool, sort, 4)
}

fn nested(random: &mut Random, pool: &TermPool, sort: Sort, depth: u32) -> Option<Value> {
    let Some(depth) = depth.checked_sub(1) else { return Value::default_of(pool, sort) };
    match pool.sort_kind(sort) {
        SortKind::Bool => Some(Value::Bool(random.chance(50))),
        SortKind::Int => Some(Value::int(integer(random))),
        SortKind::Real => {
            let (numerator, denominator) = (random.between(-12, 12), random.between(1, 4));
            Some(Value::Real(BigRational::new(numerator.into(), denominator.into())))
        }
        SortKind::BitVec(width) => {
            let value =
                num_bigint::BigInt::from(if random.chance(50) { random.next_u64() } else { random.below(4) as u64 });
            Some(Value::BitVec { value: value % (num_bigint::BigInt::from(1) << *width), width: *width })
        }
        SortKind::Uninterpreted(_) => Some(Value::Element { sort, index: random.below(4) as u32 }),
        SortKind::Map { domain, range } => {
            let mut map = MapValue::constant(nested(random, pool, *range, depth)?);
            for _ in 0..random.below(5) {
                let index: Option<Vec<Value>> = domain.iter().map(|&sort| index(random, pool, sort, depth)).collect();
                map.insert(index?, nested(random, pool, *range, depth)?);
            }
            Some(Value::map(map))
        }
        SortKind::Datatype(id) => {
            let constructors = &pool.datatype(*id).constructors;
            let number = random.below(constructors.len());
            let fields: Option<Vec<Value>> =
                constructors.get(number)?.fields.iter().map(|f| nested(random, pool, f.sort, depth)).collect();
            Some(Value::Data { datatype: *id, constructor: number as u32, fields: fields? })
        }
    }
}

/// Indices are near zero, where programs look.
fn index(random: &mut Random, pool: &TermPool, sort: Sort, depth: u32) -> Option<Value> {
    if sort == Sort::INT { Some(Value::int(random.between(0, 5))) } else { nested(random, pool, sort, depth) }
}

fn integer(random: &mut Random) -> i64 {
    match random.below(10) {
        0 => random.between(-1000, 1000),
        1..=3 => random.between(-10, 10),
        _ => random.between(-3, 6),
    }
}
