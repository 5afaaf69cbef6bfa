//! Every kind of check there is: its stable code, and what to say when it holds and when it fails.

use invar_base::{Span, define_id};

define_id!(CheckId);

/// The kinds of checks. The code is what users, tests and JSON see; it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    Assertion,
    Precondition,
    Postcondition,
    /// A loop invariant as written; cutting the loop turns it into the two kinds below.
    Invariant,
    InvariantEntry,
    InvariantMaintained,
}

/// One row of the table that `invar explain` prints.
pub struct CheckText {
    pub code: &'static str,
    pub holds: &'static str,
    pub fails: &'static str,
    pub explanation: &'static str,
}

impl CheckKind {
    pub const ALL: [CheckKind; 6] = [
        CheckKind::Assertion,
        CheckKind::Precondition,
        CheckKind::Postcondition,
        CheckKind::Invariant,
        CheckKind::InvariantEntry,
        CheckKind::InvariantMaintained,
    ];

    pub fn text(self) -> CheckText {
        match self {
            CheckKind::Assertion => CheckText {
                code: "assert",
                holds: "this assertion holds",
                fails: "this assertion fails",
                explanation: "An `assert` states what must be true whenever execution reaches it. Invar looks for a run \
                              in which it is false.",
            },
            CheckKind::Precondition => CheckText {
                code: "requires",
                holds: "the precondition of this call holds",
                fails: "this call violates a precondition",
                explanation: "A caller must establish every `requires` clause of the procedure it calls (`free requires` \
                              excepted). The clause is shown with the call.",
            },
            CheckKind::Postcondition => CheckText {
                code: "ensures",
                holds: "this postcondition holds on every return",
                fails: "this postcondition fails on return",
                explanation: "When a procedure returns, every `ensures` clause of its contract must hold (`free ensures` \
                              excepted). `old(e)` is the value of e when the procedure was entered.",
            },
            CheckKind::Invariant => CheckText {
                code: "invariant",
                holds: "this loop invariant holds",
                fails: "this loop invariant fails",
                explanation: "A loop invariant must hold whenever execution arrives at the head of its loop: see \
                              `invariant-entry` and `invariant-maintained`.",
            },
            CheckKind::InvariantEntry => CheckText {
                code: "invariant-entry",
                holds: "this loop invariant holds on entry",
                fails: "this loop invariant fails on entry",
                explanation: "The first time execution arrives at the loop, its invariant must already hold.",
            },
            CheckKind::InvariantMaintained => CheckText {
                code: "invariant-maintained",
                holds: "this loop invariant is maintained",
                fails: "this loop invariant is not maintained",
                explanation: "From any state that satisfies the loop's invariants, one iteration must lead to a state \
                              that satisfies this one again. If every run does so but Invar cannot show it, the \
                              invariant is true but not inductive: it needs to say more.",
            },
        }
    }

    pub fn code(self) -> &'static str {
        self.text().code
    }
}

/// One check of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    pub kind: CheckKind,
    /// Where the check stands: the assertion, the call, the clause, the invariant.
    pub span: Span,
    /// A further place that explains it: the `requires` clause behind a call's check.
    pub related: Option<Span>,
    /// The author's own message, `{:msg "…"}`.
    pub message: Option<String>,
}

impl Check {
    pub fn new(kind: CheckKind, span: Span) -> Check {
        Check { kind, span, related: None, message: None }
    }
}
