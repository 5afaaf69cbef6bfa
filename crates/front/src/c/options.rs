//! What the user can choose about the reading of a C program: sizes, which checks are asserted, where runs start.

use invar_gcl::CheckKind;

use crate::c::predicates::PredicateText;
use crate::c::slic::RuleText;
use crate::c::types::DataModel;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub model: DataModel,
    pub checks: CheckSet,
    pub start: Start,
    pub headers: Headers,
    /// The rules of a competition apply: runs start at `main`, `malloc` always succeeds, and only the checks of
    /// `checks` count, whatever else is undefined in the program.
    pub property: Option<Property>,
    /// Temporal rules that are woven into the program.
    pub rules: Vec<RuleText>,
    /// Predicates to abstract the program with.
    pub predicates: Option<PredicateText>,
    pub unasked: Unasked,
}

/// What becomes of a run where a check fails that nobody asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unasked {
    /// It ends there, as a listed assumption.
    #[default]
    Ends,
    /// It goes on with any value: abstractions follow the text, as BMMR01's do.
    GoesOn,
    /// It goes on at checks of these kinds, and ends at others.
    GoesOnAt(CheckSet),
}

/// Where runs start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// At `main` and at every function with a contract; at every function if there is no `main`.
    #[default]
    Auto,
    /// At every function, whatever its arguments and the globals hold.
    Functions,
    Main,
}

/// Which bodies of headers are verified on their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Headers {
    /// Those with a contract; the others are verified where they are called.
    #[default]
    Contracts,
    All,
}

/// What a whole program is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// Assertions hold and functions that mark an error are never called.
    Assertions,
    UnreachCall,
    NoOverflow,
    Memsafety,
}

/// A set of kinds of checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckSet(u32);

impl CheckSet {
    pub const EMPTY: CheckSet = CheckSet(0);
    pub const ALL: CheckSet = CheckSet(u32::MAX);

    pub fn of(kinds: &[CheckKind]) -> CheckSet {
        kinds.iter().fold(CheckSet::EMPTY, |set, kind| set.with(*kind))
    }

    pub fn has(self, kind: CheckKind) -> bool {
        self.0 & bit(kind) != 0
    }

    #[must_use]
    pub fn with(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 | bit(kind))
    }

    #[must_use]
    pub fn without(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 & !bit(kind))
    }

    /// In the order of the table of checks.
    pub fn kinds(self) -> impl Iterator<Item = CheckKind> {
        CheckKind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

/// Is the kind checked unless somebody asks for something else? Signed overflow, shifts and leaks are common in programs
/// that work as meant, so they are checked on request (`docs/c.md`).
fn is_default(kind: CheckKind) -> bool {
    match kind {
        CheckKind::Assertion | CheckKind::Precondition | CheckKind::Postcondition => true,
        CheckKind::Invariant | CheckKind::InvariantEntry | CheckKind::InvariantMaintained => true,
        CheckKind::Variant | CheckKind::Assigns => true,
        CheckKind::Bounds | CheckKind::Null | CheckKind::Dead | CheckKind::Free => true,
        CheckKind::ReadOnly | CheckKind::Overlap => true,
        CheckKind::DivisionByZero | CheckKind::FunctionPointer | CheckKind::Unreachable => true,
        CheckKind::Rule => true,
        CheckKind::Leak | CheckKind::SignedOverflow | CheckKind::Shift => false,
    }
}

impl Default for CheckSet {
    fn default() -> CheckSet {
        CheckKind::ALL.into_iter().filter(|kind| is_default(*kind)).fold(CheckSet::EMPTY, CheckSet::with)
    }
}

impl std::fmt::Debug for CheckSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.kinds().map(CheckKind::code)).finish()
    }
}

/// A bit of its own for every kind: its number in the enumeration.
fn bit(kind: CheckKind) -> u32 {
    1 << (kind as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_kinds_apart() {
        for kind in CheckKind::ALL {
            let alone = CheckSet::of(&[kind]);
            assert!(CheckKind::ALL.into_iter().all(|other| alone.has(other) == (other == kind)));
            assert!(!CheckSet::ALL.without(kind).has(kind));
        }
        assert!(CheckSet::default().has(CheckKind::Bounds) && !CheckSet::default().has(CheckKind::SignedOverflow));
    }
}
