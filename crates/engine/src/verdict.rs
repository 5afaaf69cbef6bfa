//! What the engines answer. `Proved` is made only from evidence by the code that checks evidence; `Refuted` carries a run
//! that the interpreter replayed; `Unknown` always says why and what to try next (`ARCHITECTURE.md`).

use std::collections::BTreeMap;

use invar_base::Span;
use invar_gcl::interp::Recording;
use invar_gcl::{BlockId, Check, ImplId};
use invar_logic::{Portable, Term};
use invar_solve::Reason;

use crate::body::Source;

/// The answer about one implementation.
#[derive(Clone, Debug)]
pub enum Verdict {
    Proved(Proved),
    /// Proved, if callers do what nobody wrote down.
    ProvedIf(Conditional),
    Refuted(Trace),
    Unknown(Unknown),
}

impl Verdict {
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::ProvedIf(_) => "conditional",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// A proof that was checked. Only `certify` can make one.
#[derive(Clone, Debug)]
pub struct Proved {
    evidence: Evidence,
}

impl Proved {
    pub(crate) fn from_checked(evidence: Evidence) -> Proved {
        Proved { evidence }
    }

    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}

/// A proof of an implementation with preconditions that its text does not have.
#[derive(Clone, Debug)]
pub struct Conditional {
    pub proved: Proved,
    /// At least one; all of them hold where it is entered.
    pub conditions: Vec<Condition>,
}

/// A precondition that was inferred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// As an annotation states it.
    pub text: String,
    /// Was a run seen to fail that satisfies all others and not this one?
    pub is_needed: bool,
}

/// What a proof rests on: an invariant for every loop of the body, or that no run is longer than a depth. Calls rest on their contracts, which are in the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    pub loops: Vec<LoopInvariant>,
    /// Instead of invariants: no run has more iterations of a loop, or activations of a procedure inside each other, than
    /// this, counted as `unroll` counts them.
    pub unrolled: Option<u32>,
}

/// The invariant of one loop, as a conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    pub head: Source,
    /// The head in the reducible body: a loop of an expanded call occurs once for every call.
    pub block: BlockId,
    pub span: Span,
    /// What the text says, in terms of the program's own pool.
    pub invariant: Vec<Term>,
    /// What was inferred, about the variables of the reducible body.
    pub inferred: Vec<Portable>,
}

/// What suggested a predicate of a loop (FQ02 §6, and beyond it).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suggestion {
    /// The text gives it (`predicate`).
    Given,
    /// An integer compared with its value on entry to the loop.
    Entry,
    /// A pointer that is null or not.
    NotNull,
    /// Integers compared with each other and with numbers of the text.
    Bound,
    /// A sum or difference of integers that change together.
    Relation,
    /// A condition of the loop or of the code behind it.
    Condition,
    /// What a variable was set to.
    Assigned,
    /// A part of an assertion that the loop may have to establish.
    Goal,
    /// The same where the loop has just written an element.
    Written,
    /// What the loop stores in an element.
    Stored,
    /// Any index compared with those that the loop uses.
    Limit,
    /// An element that is as it was.
    Frame,
}

impl Suggestion {
    /// For programs that read reports.
    pub fn code(self) -> &'static str {
        match self {
            Suggestion::Given => "given",
            Suggestion::Entry => "entry",
            Suggestion::NotNull => "not-null",
            Suggestion::Bound => "bound",
            Suggestion::Relation => "relation",
            Suggestion::Condition => "condition",
            Suggestion::Assigned => "assigned",
            Suggestion::Goal => "goal",
            Suggestion::Written => "written",
            Suggestion::Stored => "stored",
            Suggestion::Limit => "limit",
            Suggestion::Frame => "frame",
        }
    }

    /// For a person, behind "from".
    pub fn text(self) -> &'static str {
        match self {
            Suggestion::Given => "a predicate of the text",
            Suggestion::Entry => "a value on entry to the loop",
            Suggestion::NotNull => "a pointer that the loop changes",
            Suggestion::Bound => "bounds of integers",
            Suggestion::Relation => "integers that change together",
            Suggestion::Condition => "a condition",
            Suggestion::Assigned => "an assignment",
            Suggestion::Goal => "an assertion",
            Suggestion::Written => "an assertion about an element that the loop writes",
            Suggestion::Stored => "what the loop stores",
            Suggestion::Limit => "an index of the loop",
            Suggestion::Frame => "elements that stay as they were",
        }
    }
}

/// Where the inferred invariants of one loop come from: for people, not for proofs.
#[derive(Clone, Debug)]
pub struct Guesses {
    /// The loop's head, as in [`LoopInvariant::block`].
    pub block: BlockId,
    /// How many predicates were tried, by what suggested them.
    pub counts: BTreeMap<Suggestion, usize>,
    /// Each invariant with the predicates that it combines. A predicate about bound variables is quantified over them,
    /// though it need not hold for all.
    pub uses: Vec<(Portable, Vec<(Portable, Suggestion)>)>,
}

/// Everything there is to say about one implementation.
#[derive(Clone, Debug)]
pub struct ImplReport {
    pub impl_id: ImplId,
    pub name: String,
    pub span: Span,
    pub verdict: Verdict,
    /// In source order.
    pub checks: Vec<CheckReport>,
    pub loops: Vec<LoopInvariant>,
    /// Of the loops whose invariants were inferred.
    pub guesses: Vec<Guesses>,
    /// In plain words: bodies that were not seen, free clauses, and the like.
    pub assumptions: Vec<String>,
    /// Preconditions that nobody wrote, and with which it would be proved.
    pub missing: Vec<String>,
    /// No run enters the procedure at all: its preconditions, or the axioms, contradict each other.
    pub vacuous_entry: bool,
}

#[derive(Clone, Debug)]
pub struct CheckReport {
    pub check: Check,
    pub outcome: CheckOutcome,
}

#[derive(Clone, Debug)]
pub enum CheckOutcome {
    /// `vacuous`: it holds only because no run reaches it.
    Proved {
        vacuous: bool,
    },
    Refuted(Trace),
    Unknown(Unknown),
}

impl CheckOutcome {
    pub fn word(&self) -> &'static str {
        match self {
            CheckOutcome::Proved { .. } => "proved",
            CheckOutcome::Refuted(_) => "refuted",
            CheckOutcome::Unknown(_) => "unknown",
        }
    }
}

/// Why there is no answer, the values that the prover could not exclude (if any), and the next thing to try.
#[derive(Clone, Debug)]
pub struct Unknown {
    pub cause: Cause,
    /// In plain words, for this case.
    pub detail: String,
    /// The path that could not be excluded; it is not a real run.
    pub candidate: Option<Trace>,
}

/// The kinds of reasons; the code is stable and `invar explain` knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// The counterexample starts in a loop state that no run was seen to reach.
    NotInductive,
    /// The counterexample uses a call's result that the contract allows but the body does not give.
    ContractTooWeak,
    /// The counterexample depends on the meaning of an uninterpreted function.
    Uninterpreted,
    /// The prover gave up on quantifiers or arithmetic.
    Incomplete,
    /// The deterministic budget of `--effort` ran out.
    ResourceLimit,
    /// `--timeout` ran out.
    Deadline,
    Interrupted,
    /// `--memory` was reached.
    Memory,
    /// A construct that Invar does not understand well enough.
    Unsupported,
    /// The counterexample did not replay, for another reason.
    NotReplayed,
    /// No state satisfies the preconditions.
    Vacuous,
    /// It fails for some arguments, and no condition on callers was found under which it does not.
    NoCondition,
}

impl Cause {
    pub const ALL: [Cause; 12] = [
        Cause::NotInductive,
        Cause::ContractTooWeak,
        Cause::Uninterpreted,
        Cause::Incomplete,
        Cause::ResourceLimit,
        Cause::Deadline,
        Cause::Interrupted,
        Cause::Memory,
        Cause::Unsupported,
        Cause::NotReplayed,
        Cause::Vacuous,
        Cause::NoCondition,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Cause::NotInductive => "not-inductive",
            Cause::ContractTooWeak => "contract-too-weak",
            Cause::Uninterpreted => "uninterpreted",
            Cause::Incomplete => "incomplete",
            Cause::ResourceLimit => "resource-limit",
            Cause::Deadline => "timeout",
            Cause::Interrupted => "interrupted",
            Cause::Memory => "memory-limit",
            Cause::Unsupported => "unsupported",
            Cause::NotReplayed => "not-replayed",
            Cause::Vacuous => "vacuous",
            Cause::NoCondition => "no-condition",
        }
    }

    /// What the user can do about it.
    pub fn next_step(self) -> &'static str {
        match self {
            Cause::NotInductive => {
                "strengthen the loop invariant so that it excludes the state shown, or look for a run that reaches it"
            }
            Cause::ContractTooWeak => "add an `ensures` clause to the called procedure that excludes the result shown",
            Cause::Uninterpreted => "add an axiom or a body that says what the function does",
            Cause::Incomplete => "give the quantifiers triggers, or assert an intermediate fact before this check",
            Cause::ResourceLimit => "try `--effort` with a higher level, or split the procedure",
            Cause::Deadline => "try a longer `--timeout`, or split the procedure",
            Cause::Interrupted => "run it again and let it finish",
            Cause::Memory => "try a higher `--memory` or `--jobs 1`, or split the procedure",
            Cause::Unsupported => "rewrite the construct that is named",
            Cause::Vacuous => "look for a contradiction among the preconditions",
            Cause::NoCondition => "write a `requires` clause that says what callers pass",
            Cause::NotReplayed => "look at the values shown: they satisfy the formula but did not lead to the failure",
        }
    }
}

/// A run as a person reads it: places, what happened there, and the values in source names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    /// Of a real run: what the interpreter needs to repeat it. `None` for a path that the prover could not exclude.
    pub recording: Option<Box<Recording>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub span: Span,
    pub event: String,
    pub values: Vec<(String, String)>,
}

impl Unknown {
    pub fn new(cause: Cause, detail: impl Into<String>) -> Unknown {
        Unknown { cause, detail: detail.into(), candidate: None }
    }

    pub fn from_reason(reason: &Reason) -> Unknown {
        let cause = match reason {
            Reason::ResourceLimit => Cause::ResourceLimit,
            Reason::Deadline => Cause::Deadline,
            Reason::Interrupted => Cause::Interrupted,
            Reason::Memory => Cause::Memory,
            Reason::Incomplete(_) => Cause::Incomplete,
            Reason::Failed(_) => Cause::Incomplete,
        };
        Unknown::new(cause, reason.to_string())
    }
}
