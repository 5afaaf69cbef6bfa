//! What a harness consists of. All texts are C, as they appear in the output.

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HarnessPlan {
    /// What fails and where, for the comment at the top: one sentence per line.
    pub title: Vec<String>,
    /// The file to include, as the compiler finds it from where it is run.
    pub source_path: String,
    /// What fails is that memory is never freed.
    pub is_leak: bool,
    /// What fails is that a place is reached or an assertion fails.
    pub is_marked: bool,
    /// Only if the run depends on uninitialised memory: the source's text, to be copied with these insertions in place of
    /// an `#include`.
    pub copy: Option<(String, Vec<Insertion>)>,
    /// Which allocations fail, in order; empty if none does.
    pub allocations: Vec<bool>,
    /// Functions that the source only declares.
    pub functions: Vec<Function>,
    /// Memory that the arguments and globals reach. Not for a run from `main`.
    pub objects: Vec<Object>,
    /// Globals (and cells that no object owns) with their values on entry.
    pub globals: Vec<Store>,
    /// The function to call; none for a run from the source's own `main`.
    pub call: Option<Call>,
    /// What fails is a postcondition, once the call has returned.
    pub ending: Option<Ending>,
}

/// How a run ends that breaks a postcondition. C has no words for those; but this run is the one that was recorded, and of
/// that it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Where the postcondition stands.
    pub file: String,
    pub line: u32,
    /// What the function returns, if it is a number.
    pub result: Option<String>,
}

/// Text to be added at a byte of the source. It must hold no line break, so that lines keep their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    pub offset: usize,
    pub text: String,
}

/// A function that the source leaves open, and what it does in this run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// `int __VERIFIER_nondet_int(void)`
    pub header: String,
    pub name: String,
    pub meaning: Meaning,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Returns these values, one per call; `result` is the type.
    Returns { result: String, values: Vec<String> },
    /// Does nothing that this run depends on.
    Nothing,
    /// Goes on only if the parameter of this name is not zero.
    Assumes { parameter: String },
    /// Fails if the parameter of this name is zero.
    Asserts { parameter: String },
    /// Marks an error: the run ends here, as a failure.
    Fails,
}

/// An object of so many bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    /// The type of its elements; a pointer to it is `element *`.
    pub element: String,
    pub bytes: u64,
    /// Freed before the call.
    pub is_dead: bool,
    pub stores: Vec<Store>,
}

/// `place = value;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    /// E.g. `list[0].next`.
    pub place: String,
    pub value: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Call {
    pub function: String,
    pub arguments: Vec<String>,
    /// Does the source have a `main` of its own?
    pub hides_main: bool,
}

/// Functions of which only the name says what they do, if they have no body.
pub const ASSUMED: [&str; 3] = ["__VERIFIER_assume", "__CPROVER_assume", "assume"];
pub const ASSERTED: [&str; 3] = ["assert", "__VERIFIER_assert", "__CPROVER_assert"];

/// Is it without body what a condition is given to?
pub fn takes_condition(name: &str) -> bool {
    ASSUMED.contains(&name) || ASSERTED.contains(&name)
}
