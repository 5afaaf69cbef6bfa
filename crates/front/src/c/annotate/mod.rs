//! ACSL annotations: from the tokens of annotation comments to `hir::spec`.
//!
//! Reading order: `syntax` (what is written), `parse` (tokens → syntax), `scope` (what the surrounding program tells),
//! `term` and the files of its kinds of expressions (syntax → typed terms), `location` (sets of places), then what is made
//! of them: `contract`, `code` (loops and statements), `global`. The resolver of C calls [`parse()`] on each comment and
//! hands the items to the function of the place it stands at.
//!
//! Nothing is dropped in silence: a comment that does not begin with a word of ACSL is skipped with the warning
//! `unknown-annotation`, a clause that Invar has no meaning for with `unsupported-annotation`; anything else that is wrong
//! is an error.
//!
//! Departures from ACSL: integers and booleans convert to each other where the place asks for it; a predicate with
//! several labels is expanded at its uses; the limits of `<limits.h>` are known by their names, since the preprocessor
//! does not look into comments.
//!
//! Mutually recursive: `term`, `constant`, `place`, `operator`, `builtin`, `string`, `apply`, `location`. Terms contain terms,
//! whatever kind of term a file is about.

pub mod syntax;
pub mod parse;
pub mod scope;
mod term;
mod constant;
mod place;
mod operator;
mod builtin;
mod string;
mod apply;
mod location;
mod contract;
mod template;
mod code;
mod global;
#[cfg(test)]
mod tests;

pub use code::{Code, Position, Statement, StatementContract, misplaced};
pub use contract::{Behaviors, contract};
pub use global::{GhostCode, global};
pub use parse::parse;
pub use scope::{Logic, Named, Scope};

use invar_base::Diagnostic;
use syntax::{Items, Note, NoteKind};

use crate::c::hir::spec::Unchecked;

/// Warnings about clauses that were read and have no meaning for Invar.
pub fn notes(items: &Items, diagnostics: &mut Vec<Diagnostic>) {
    for Note { kind, what, span } in &items.notes {
        diagnostics.push(match kind {
            NoteKind::Unsupported | NoteKind::Frees | NoteKind::Invariant => {
                Diagnostic::warning("unsupported-annotation", *span, format!("{what} is not supported and is skipped"))
            }
            NoteKind::NoEffect => Diagnostic::warning("ignored", *span, what.clone()),
        });
    }
}

/// The clauses behind these notes: what they say is not proved by anything else.
fn unchecked(items: &Items) -> impl Iterator<Item = Unchecked> {
    items.notes.iter().map(|note| Unchecked { what: clause_name(note), span: note.span })
}

/// Notes without effect begin with the clause that they are about.
fn clause_name(note: &Note) -> String {
    match (note.kind, note.what.split_once("` has no effect")) {
        (NoteKind::NoEffect, Some((word, _))) => format!("{word}`"),
        (_, _) => note.what.clone(),
    }
}
