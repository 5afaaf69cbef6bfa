//! From the syntax tree to the typed program (`hir`): names, scopes, types, conversions, constants, initialisers.
//!
//! In: a [`TranslationUnit`](ast::TranslationUnit), the interner of its names and a data model. Out: a [`Unit`] and what is
//! to be said about the text. The unit is complete even if there are errors: what is wrong has the type `Error` and is
//! `Unsupported` where it is evaluated. What gcc only warns about is accepted with a warning. What Invar does not model is
//! `Unsupported` too, but no error.
//!
//! Every implicit conversion is a `Cast` with `explicit: false`, unless the types are equal. Literals are converted and
//! negated right away; other expressions are folded only where C demands a constant.
//!
//! Recursion follows the syntax tree, whose depth the parser bounds, and the typed trees made of it, in which a chain of
//! operators nests to the left: the caller runs the whole front end on a thread with a large stack.
//!
//! Departures from the standard: qualifiers are no part of types, so choices by type know them only as far as `qualifiers`
//! finds them, and writing through a pointer to `const` is not reported.
//!
//! Reading order: `scope` (the state), `extent`, `show`, `constant`, `widths`, `convert`; then types: `layout`, `attributes`,
//! `linkage`, `files` (several that are linked), `specifiers`, `records`, `declarators`; expressions: `expr`, `qualifiers`, `literals`, `access`, `operators`, `overrides`,
//! `initialise`, `library`, `builtins`,
//! `inline_boogie`, `call`; `ghost`, `annotations`, `stmt`, `declare`; `rules` and `predicates`, which are about the program as a whole.
//!
//! Mutually recursive: `scope`, `extent`, `widths`, `convert`. Whether a name may be declared again depends on its
//! type, and what types are compatible on the names in scope.
//!
//! Mutually recursive: `attributes`, `linkage`, `specifiers`, `records`, `declarators`, `literals`, `expr`,
//! `qualifiers`, `access`, `operators`, `assign`, `initialise`, `library`, `builtins`, `inline_boogie`, `call`, `ghost`, `annotations`,
//! `stmt`, `declare`, `functions`, `rules`. As in the grammar: a declaration holds types and expressions, a type the expression
//! of an array's length, an expression types and statements.

pub mod show;
mod constant;
mod scope;
mod extent;
mod widths;
mod convert;
mod layout;
mod overrides;
mod attributes;
mod linkage;
mod files;
mod specifiers;
mod records;
mod declarators;
mod literals;
mod expr;
mod qualifiers;
mod access;
mod operators;
mod assign;
mod initialise;
mod library;
mod builtins;
mod inline_boogie;
mod call;
mod ghost;
mod annotations;
mod stmt;
mod declare;
mod functions;
mod rules;
mod predicates;
pub mod dump;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use invar_base::{Diagnostic, Interner};

use super::ast;
use super::hir::Unit;
use super::predicates::PredicateSet;
use super::slic::Rule;
use super::types::DataModel;
pub use constant::{Constant, evaluate, wrap};
pub use scope::{Named, Resolver};
pub use show::type_name;

/// A translation unit that was resolved, with errors and warnings in the order of the text.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub unit: Unit,
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves a parsed translation unit.
pub fn resolve(unit: &ast::TranslationUnit, names: &Interner, model: DataModel) -> Resolved {
    resolve_together(std::slice::from_ref(unit), names, model, &Woven::default())
}

/// What is not in the text of the program, and becomes part of it.
#[derive(Clone, Default, Debug)]
pub struct Woven {
    pub rules: Vec<Rule>,
    pub predicates: Vec<PredicateSet>,
}

/// Resolves translation units that are linked, in this order, with rules and predicates woven into them.
pub fn resolve_together(units: &[ast::TranslationUnit], names: &Interner, model: DataModel, woven: &Woven) -> Resolved {
    let mut apart = BTreeSet::new();
    loop {
        let mut resolver = Resolver::new(names, model);
        resolver.elsewhere.apart = apart.clone();
        for (number, unit) in units.iter().enumerate() {
            if number > 0 {
                resolver.next_file();
            }
            resolver.file(unit);
        }
        let different = std::mem::take(&mut resolver.elsewhere.different);
        if different.is_empty() {
            resolver.order_starts();
            woven.rules.iter().for_each(|rule| resolver.rule(rule));
            woven.predicates.iter().for_each(|set| resolver.predicate_set(set));
            return resolver.finish();
        }
        // A tag that is known to be another one is not found again, so this ends.
        apart.extend(different);
    }
}

impl Resolver<'_> {
    /// One file, after those that it is linked with.
    fn file(&mut self, unit: &ast::TranslationUnit) {
        self.hide_what_is_static(unit);
        for (index, external) in unit.externals.iter().enumerate() {
            self.is_system = unit.system.binary_search(&index).is_ok();
            self.external(external);
        }
        if let Some(span) = unit.changed_by_comments {
            self.doubt_program("comments that change what the preprocessor does".to_string(), span);
        }
        unit.pragmas.iter().for_each(|pragma| self.pragma(pragma));
        self.doubt_assembler();
        self.doubt_linker_names();
    }
}
