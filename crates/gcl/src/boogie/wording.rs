//! Single terms as text and back, for programs of any front end. In: a program, and the variables of some body made from
//! it. Out: for every term about them a Boogie expression, and for every such expression its term.
//!
//! Everything has a name of its own, given in the order of declarations and ids, so a text means the same whenever the
//! wording is made again. Reading never panics: what is ill-formed or ill-typed is an error that says so. Programs have no
//! type parameters, so every expression has its sort from its parts.

mod read;

use std::collections::BTreeMap;

use invar_logic::{DatatypeId, FuncId, Sort, Term, TermPool, VarId};

use super::print::builtins::Builtins;
use super::print::names::Names;
use super::print::term::TermPrinter;
use crate::program::Program;

/// The names of everything that a term may mention.
pub struct Wording {
    names: Names,
    vars: BTreeMap<String, VarId>,
    functions: BTreeMap<String, FuncId>,
    sorts: BTreeMap<String, Sort>,
    constructors: BTreeMap<String, (DatatypeId, u32)>,
    old: BTreeMap<VarId, VarId>,
}

impl Wording {
    /// `pool` is the program's or extends it; `vars` are the variables besides its constants and globals.
    pub fn new(program: &Program, pool: &TermPool, vars: &[VarId]) -> Wording {
        let mut names = Names::unique(program);
        for var in vars {
            if !names.vars.contains_key(var) && !names.old.contains_key(var) {
                names.claim_var(pool, *var);
            }
        }
        let mut constructors = BTreeMap::new();
        for (&id, all) in &names.constructors {
            for (number, (name, _)) in all.iter().enumerate() {
                constructors.insert(name.clone(), (id, number as u32));
            }
        }
        Wording {
            vars: names.vars.iter().map(|(&var, name)| (name.clone(), var)).collect(),
            functions: names.functions.iter().map(|(&function, name)| (name.clone(), function)).collect(),
            sorts: names.sorts.iter().map(|(&sort, name)| (name.clone(), sort)).collect(),
            old: names.old.iter().map(|(&old, &now)| (now, old)).collect(),
            constructors,
            names,
        }
    }

    /// The term as an expression that [`Wording::read`] understands.
    pub fn show(&self, pool: &TermPool, term: Term) -> String {
        let mut names = self.names.clone();
        let builtins = Builtins::collect(pool, &mut names, &[term]);
        TermPrinter::new(pool, &mut names, &builtins).show(term)
    }
}

#[cfg(test)]
mod tests;
