//! Candidates for preconditions, and the terms that they are made of.

use crate::c::hir::spec::{self, Location, LogicType, TermKind};
use invar_base::Span;

/// A precondition, and how it is written.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub text: String,
    pub term: spec::Term,
    /// It says that a text ends somewhere after where this pointer points.
    pub text_at: Option<spec::Term>,
    /// It is said of all pointers of the type of this one, in its place.
    pub every: Option<spec::Term>,
}

/// The element itself.
pub fn one(pointer: &spec::Term) -> Location {
    let zero = || Some(number(0, pointer.span));
    Location::Range { pointer: pointer.clone(), low: zero(), high: zero(), span: pointer.span }
}

pub fn number(value: i128, span: Span) -> spec::Term {
    spec::Term { kind: TermKind::Integer(value.into()), ty: LogicType::Integer, span }
}

pub fn boolean(kind: TermKind, span: Span) -> spec::Term {
    spec::Term { kind, ty: LogicType::Boolean, span }
}
