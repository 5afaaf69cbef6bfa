//! What is asked about a boolean program, and the answers.

use invar_base::Stop;
use invar_gcl::boolprog::program::{NodeId, ProcId, Var};
use invar_gcl::boolprog::run::{self, Run};
use invar_solve::bdd::Exhausted;

/// A statement of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub proc: ProcId,
    pub node: NodeId,
}

/// Can a run get there?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    pub place: Place,
    /// That the statement is reached, or that it is an assertion and fails.
    pub kind: run::Goal,
}

#[derive(Clone, Debug)]
pub struct Query {
    /// Where runs begin, with any values of all variables.
    pub entry: ProcId,
    pub goals: Vec<Goal>,
    /// Where the states that are reached are asked for.
    pub invariants: Vec<Place>,
    /// The same as diagrams, which may be smaller.
    pub diagrams: Vec<Place>,
}

#[derive(Clone, Debug)]
pub struct Answer {
    /// In the order of the goals.
    pub outcomes: Vec<Outcome>,
    /// In the order of the places.
    pub invariants: Vec<Result<Invariant, Why>>,
    pub diagrams: Vec<Result<Diagram, Why>>,
    pub work: Work,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// This run does; the interpreter repeated it.
    Reachable(Run),
    Unreachable,
    Unknown(Why),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The diagrams grew larger than the effort allows.
    TooLarge,
    /// More steps than the effort allows.
    TooLong,
    Stopped(Stop),
    /// The interpreter could not repeat the run; the text says which step. This is a bug.
    NotReplayed(String),
    /// What was found is not closed under the steps of the program. This is a bug.
    NotClosed,
    /// The invariant has more clauses than anybody would read.
    ManyClauses,
}

impl From<Exhausted> for Why {
    fn from(_: Exhausted) -> Why {
        Why::TooLarge
    }
}

impl From<Stop> for Why {
    fn from(stop: Stop) -> Why {
        Why::Stopped(stop)
    }
}

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Literal {
    pub var: Var,
    pub value: bool,
}

/// The reached states as a conjunction of disjunctions: exactly these. No clause: any state; an empty clause: none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    pub clauses: Vec<Vec<Literal>>,
}

/// The reached states by decisions, each of which leads to earlier ones; the last one is where it begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    pub decisions: Vec<Decision>,
    pub root: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    pub var: Var,
    pub yes: Choice,
    pub no: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Any state.
    #[default]
    All,
    None,
    /// By the decision with this number.
    Decide(usize),
}

/// What an answer cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Statements whose new states were carried on.
    pub steps: u64,
    /// Procedures that runs enter.
    pub procedures: usize,
    /// The nodes of all diagrams at the end.
    pub nodes: usize,
}
