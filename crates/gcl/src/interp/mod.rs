//! Executable semantics of guarded-command programs: the referee. In: a program, a body, its inputs, and an `Oracle` that
//! resolves every nondeterministic step; out: how the run ended, what happened on the way, and the decisions taken.
//!
//! A run ends by returning, by failing a check, by being blocked at a false assumption, or undecided. Loops iterate and
//! calls with a body run it (FS01 §3.1); the checks of contracts are made on the way. Nothing is guessed: a formula that
//! cannot be evaluated is put to the oracle, and without an answer the run is undecided.
//!
//! Reading order: `values` (a state's variables), `oracle` (what is asked), `given` (what is answered), `back_edges`, `table` (what is known about a body
//! before it runs), `machine` (the run itself).

mod values;
mod oracle;
pub(crate) mod given;
pub(crate) mod back_edges;
pub(crate) mod table;
mod machine;

use std::collections::BTreeMap;

use invar_base::Span;
use invar_logic::{Environment, EvalError, FuncId, MapDefault, MapValue, TermPool, Value, VarId};

pub use machine::Interpreter;
pub use oracle::{Decision, Oracle, RandomOracle, ScriptedOracle, ValueRequest, Why, random_value};
pub use values::Values;

use crate::check::{CheckId, CheckKind};
use crate::program::{BlockId, ImplId, ProcId, Program};

/// What the run starts from. A constant, global or parameter that is not given is asked of the oracle.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Inputs {
    pub constants: BTreeMap<VarId, Value>,
    pub globals: BTreeMap<VarId, Value>,
    pub ins: Vec<Value>,
    /// Meanings of functions without definition, as maps from the arguments.
    pub functions: BTreeMap<FuncId, MapValue>,
}

/// What a run started from and what was decided where the program leaves it open, in order: what it takes to repeat it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    pub inputs: Inputs,
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands executed plus steps of evaluating terms.
    pub steps: u64,
    /// Events kept; later ones are only counted.
    pub events: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub outcome: Outcome,
    pub events: Vec<Event>,
    pub events_dropped: u64,
    /// What the oracle answered, in order: a `ScriptedOracle` replays it.
    pub decisions: Vec<Decision>,
    /// Axioms, by number, that could not be evaluated: the run assumes them.
    pub undecided_axioms: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Returned(State),
    Failed(Failure),
    /// An assumption is false: no such run exists.
    Blocked {
        span: Span,
    },
    Undecided {
        reason: Undecided,
        span: Span,
    },
    OutOfBudget,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The assertion's check; contract checks have none of their own in the program.
    pub check: Option<CheckId>,
    /// For a loop invariant: on entry or maintained.
    pub kind: CheckKind,
    /// The assertion, the call (precondition) or the clause (postcondition).
    pub span: Span,
    /// The `requires` clause behind a call's check.
    pub related: Option<Span>,
    /// How many calls deep; 0 is the body that was started.
    pub depth: usize,
    pub impl_id: ImplId,
    pub state: State,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    Eval(EvalError),
    /// The oracle had no value for this variable.
    NoValue(VarId),
    /// The oracle did not choose among the targets.
    NoBranch,
    /// A value of another sort than its variable's, or a body that is not well-formed.
    Malformed,
}

/// What happened, with the variables it changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub span: Span,
    pub kind: EventKind,
    pub depth: usize,
    pub values: Vec<(VarId, Value)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The body starts; the values are its inputs and the globals.
    Started(ImplId),
    EnteredBlock(BlockId),
    Assigned,
    Havoced,
    Assumed,
    Checked(CheckId),
    /// The values are the arguments.
    Called(ProcId),
    /// The values are the results and the modified globals.
    Returned(ProcId),
}

/// The variables of the bodies that are running, the globals, their old values where somebody reads them, and the
/// constants. A body that calls itself shows its innermost activation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct State {
    pub values: Values,
    pub functions: BTreeMap<FuncId, MapValue>,
}

impl Environment for State {
    fn var(&self, var: VarId) -> Option<Value> {
        self.values.get(&var).cloned()
    }

    fn var_ref(&self, var: VarId) -> Option<&Value> {
        self.values.get(&var)
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        let map = self.functions.get(&function)?;
        match (map.entries.get(args), &map.default) {
            (Some(value), _) => Some(value.clone()),
            (None, MapDefault::Value(value)) => Some(value.clone()),
            (None, MapDefault::Closure { .. } | MapDefault::Missing) => None,
        }
    }
}

/// Runs one body; for many runs, an `Interpreter` keeps what it learns about the program. Terms are of `pool`, the program's own or an extension of it.
pub fn run(
    program: &Program,
    pool: &TermPool,
    impl_id: ImplId,
    inputs: &Inputs,
    oracle: &mut dyn Oracle,
    limits: Limits,
) -> Run {
    Interpreter::new(program, pool).run(impl_id, inputs, oracle, limits)
}
