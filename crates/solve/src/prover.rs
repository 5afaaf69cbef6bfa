//! What a prover is: formulas go in, an `Answer` comes out.
//!
//! `Unknown` is never read as valid nor as satisfiable. A prover never panics on a term: what it cannot translate or
//! what its library refuses is `Unknown` with `Reason::Failed`.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use invar_base::{Budget, memory};
use invar_logic::{Term, TermPool, Value};

use crate::statistics::Statistics;

/// An incremental session. All terms of one session come from one pool (which may grow between calls).
pub trait Prover {
    fn assert(&mut self, pool: &TermPool, formula: Term);
    fn push(&mut self);
    /// Drops what was asserted since the matching `push`; without one it does nothing.
    fn pop(&mut self);
    /// Are the asserted formulas and the assumptions satisfiable together? One search, which counts as one query; none where nothing is
    /// left of the limit.
    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit) -> Answer;
    fn statistics(&self) -> &Statistics;
}

#[derive(Clone, Debug)]
pub enum Answer {
    Unsat(Core),
    Sat(Model),
    /// The candidate, if any, is a model of the ground part that the prover could not check against the quantified
    /// formulas: a hint, never evidence.
    Unknown {
        reason: Reason,
        candidate: Option<Model>,
    },
}

impl Answer {
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn failed(text: impl Into<String>) -> Answer {
        Answer::Unknown { reason: Reason::Failed(text.into()), candidate: None }
    }
}

impl Statistics {
    /// Counts one query and its answer.
    pub fn record(&mut self, answer: &Answer, time: Duration, resources: u64) {
        self.record_query(time, resources);
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown { .. } => self.unknown += 1,
        }
    }
}

/// The assumptions that the contradiction used, in the order they were given. Not necessarily minimal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Core(pub Vec<Term>);

/// Why there is no answer. `Display` says it in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    ResourceLimit,
    Deadline,
    Interrupted,
    /// The process uses more memory than it may.
    Memory,
    /// The formula is outside what the prover decides.
    Incomplete(String),
    /// The prover could not take the formula or broke down.
    Failed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::ResourceLimit => write!(f, "the prover used up its resource limit"),
            Reason::Deadline => write!(f, "the time limit was reached"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Memory => write!(f, "the memory limit was reached"),
            Reason::Incomplete(why) => write!(f, "the prover could not decide the formula ({why})"),
            Reason::Failed(why) => write!(f, "the prover failed ({why})"),
        }
    }
}

/// What one query may cost.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Solver resource units; deterministic. Zero means none left: the answer is `Unknown` at once.
    pub resources: u32,
    pub deadline: Option<Instant>,
    pub interrupt: Arc<AtomicBool>,
}

impl Limit {
    /// Only a resource limit: no clock, no interrupt.
    pub fn resources(resources: u32) -> Limit {
        Limit { resources, deadline: None, interrupt: Arc::default() }
    }

    /// Why a query must not even start.
    pub fn exhausted(&self) -> Option<Reason> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        if memory::is_short() {
            return Some(Reason::Memory);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Reason::Deadline);
        }
        (self.resources == 0).then_some(Reason::ResourceLimit)
    }
}

impl From<&Budget> for Limit {
    fn from(budget: &Budget) -> Limit {
        Limit {
            resources: budget.effort.resource_limit(),
            deadline: budget.deadline(),
            interrupt: budget.interrupt_flag().clone(),
        }
    }
}

/// Where a model's values come from. Implementations complete the model: what it leaves open gets some fixed value, the
/// same one each time.
pub trait Interpretation {
    fn value(&self, pool: &TermPool, term: Term) -> Option<Value>;
}

/// A model, owned; values are computed when asked for. It stays valid after the prover moved on or was dropped.
#[derive(Clone)]
pub struct Model(Rc<dyn Interpretation>);

impl Model {
    pub fn new(interpretation: impl Interpretation + 'static) -> Model {
        Model(Rc::new(interpretation))
    }

    pub fn shared(interpretation: Rc<dyn Interpretation>) -> Model {
        Model(interpretation)
    }

    /// The value of a term; `None` if it cannot be computed (a quantifier, an irrational number).
    pub fn value(&self, pool: &TermPool, term: Term) -> Option<Value> {
        self.0.value(pool, term)
    }

    /// Does a boolean term hold?
    pub fn holds(&self, pool: &TermPool, term: Term) -> Option<bool> {
        match self.value(pool, term)? {
            Value::Bool(value) => Some(value),
            Value::Int(_) | Value::Real(_) | Value::BitVec { .. } => None,
            Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model")
    }
}
