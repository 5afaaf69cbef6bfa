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
    /// A loop's or a recursive function's measure decreases and stays above zero.
    Variant,
    /// A write stays inside the `assigns` clause.
    Assigns,
    Bounds,
    Null,
    /// A dereference of an object that was freed or whose scope was left.
    Dead,
    /// What is freed is a live allocation's beginning.
    Free,
    /// A write to a string literal, or to an object that is defined `const`.
    ReadOnly,
    /// What a function copies must not overlap with where it goes.
    Overlap,
    /// Memory that nothing frees before the program ends.
    Leak,
    DivisionByZero,
    SignedOverflow,
    Shift,
    /// A call through a pointer reaches a function, and one of the right type.
    FunctionPointer,
    /// `reach_error`, `__VERIFIER_error` and the like are not called.
    Unreachable,
    /// No handler of a temporal rule aborts.
    Rule,
}

/// One row of the table that `invar explain` prints.
pub struct CheckText {
    pub code: &'static str,
    pub holds: &'static str,
    pub fails: &'static str,
    pub explanation: &'static str,
}

impl CheckKind {
    pub const ALL: [CheckKind; 21] = [
        CheckKind::Assertion,
        CheckKind::Precondition,
        CheckKind::Postcondition,
        CheckKind::Invariant,
        CheckKind::InvariantEntry,
        CheckKind::InvariantMaintained,
        CheckKind::Variant,
        CheckKind::Assigns,
        CheckKind::Bounds,
        CheckKind::Null,
        CheckKind::Dead,
        CheckKind::Free,
        CheckKind::ReadOnly,
        CheckKind::Overlap,
        CheckKind::Leak,
        CheckKind::DivisionByZero,
        CheckKind::SignedOverflow,
        CheckKind::Shift,
        CheckKind::FunctionPointer,
        CheckKind::Unreachable,
        CheckKind::Rule,
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
            CheckKind::Variant => CheckText {
                code: "variant",
                holds: "this measure decreases",
                fails: "this measure does not decrease",
                explanation: "A `variant` (or `decreases`) clause is a measure that shows termination: every \
                              iteration, or every recursive call, must start with the measure at least zero and make \
                              it smaller.",
            },
            CheckKind::Assigns => CheckText {
                code: "assigns",
                holds: "this writes only what the `assigns` clause allows",
                fails: "this writes outside the `assigns` clause",
                explanation: "A function with an `assigns` clause changes nothing else that its caller could see. \
                              Local variables and memory that the function itself allocated may always be written.",
            },
            CheckKind::Bounds => CheckText {
                code: "bounds",
                holds: "this access is inside the object",
                fails: "this access is out of bounds",
                explanation: "An array or another object is read or written at an index that it does not have: below \
                              its beginning, or at or past its end.",
            },
            CheckKind::Null => CheckText {
                code: "null",
                holds: "this pointer is not null",
                fails: "this dereferences a null pointer",
                explanation: "A pointer that is dereferenced must point to an object. `malloc` and its like may \
                              return a null pointer.",
            },
            CheckKind::Dead => CheckText {
                code: "use-after-free",
                holds: "this object is alive",
                fails: "this object was freed or is out of scope",
                explanation: "Memory must not be used once it was freed, nor a local variable through a pointer once \
                              its scope was left, nor a pointer that was never set to an object.",
            },
            CheckKind::Free => CheckText {
                code: "free",
                holds: "this frees a live allocation",
                fails: "this frees what is not a live allocation",
                explanation: "`free` and `realloc` take a null pointer or what `malloc`, `calloc` or `realloc` \
                              returned, and only once: no pointer into the middle of an object, none to a variable, \
                              none that was freed before.",
            },
            CheckKind::ReadOnly => CheckText {
                code: "read-only",
                holds: "what this writes may be written",
                fails: "this writes a string literal or a constant object",
                explanation: "A string literal, and an object that is defined `const`, must not be written, not even \
                              through a pointer to a type that is not `const`. In annotations `\\valid` says that memory \
                              may be written, `\\valid_read` only that it may be read.",
            },
            CheckKind::Overlap => CheckText {
                code: "overlap",
                holds: "what is copied does not overlap with where it goes",
                fails: "what is copied overlaps with where it goes",
                explanation: "`memcpy` and most functions of the C library that copy must not be given blocks that \
                              overlap: what the memory then holds is undefined. `memmove` may.",
            },
            CheckKind::Leak => CheckText {
                code: "leak",
                holds: "all allocated memory is freed",
                fails: "allocated memory is never freed",
                explanation: "When the program ends, every object that it allocated must have been freed, or still be \
                              reachable from its variables.",
            },
            CheckKind::DivisionByZero => CheckText {
                code: "division",
                holds: "this divisor is not zero",
                fails: "this divides by zero",
                explanation: "`/` and `%` have no meaning for integers when the divisor is zero.",
            },
            CheckKind::SignedOverflow => CheckText {
                code: "overflow",
                holds: "this result fits its type",
                fails: "this result does not fit its type",
                explanation: "The result of signed integer arithmetic must fit its type; otherwise the behaviour is \
                              undefined. Unsigned arithmetic wraps around and is not checked. Invar checks this on \
                              request.",
            },
            CheckKind::Shift => CheckText {
                code: "shift",
                holds: "this shift is in range",
                fails: "this shift is out of range",
                explanation: "The number of bits to shift by must be at least zero and smaller than the width of the \
                              shifted value's type.",
            },
            CheckKind::FunctionPointer => CheckText {
                code: "call",
                holds: "this pointer points to a function of this type",
                fails: "this pointer is not a function that can be called here",
                explanation: "A call through a pointer must reach a function, and the function's type must be the one \
                              the pointer is called with.",
            },
            CheckKind::Unreachable => CheckText {
                code: "unreachable",
                holds: "this is never reached",
                fails: "this is reached",
                explanation: "A function that marks an error, such as `reach_error` or `__VERIFIER_error`, must not \
                              be called in any run; nor must a place that the program says is unreachable, with \
                              `__builtin_unreachable`.",
            },
            CheckKind::Rule => CheckText {
                code: "rule",
                holds: "this call keeps to the rule",
                fails: "this call violates the rule",
                explanation: "A rule (`--rule FILE.slic`) watches the calls of an interface: its handlers run where a \
                              function is entered or left, remember what happened in the rule's own state, and abort \
                              where the interface is used in the wrong order. The message is the rule's own.",
            },
        }
    }

    pub fn code(self) -> &'static str {
        self.text().code
    }

    /// A loop invariant, as written or as one of the two checks that it stands for.
    pub fn is_invariant(self) -> bool {
        matches!(self, CheckKind::Invariant | CheckKind::InvariantEntry | CheckKind::InvariantMaintained)
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
    /// It marks a place that no run may reach: that none does is what it says, not a sign of a contradiction.
    pub never: bool,
}

impl Check {
    pub fn new(kind: CheckKind, span: Span) -> Check {
        Check { kind, span, related: None, message: None, never: false }
    }
}
