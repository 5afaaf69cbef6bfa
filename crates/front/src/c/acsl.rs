//! Formulas as ACSL. In: a formula over the variables of a lowered program, such as an inferred loop invariant. Out: what
//! a person would have written in the C text, or nothing where C has no words for it.
//!
//! `lower::names` says what the variables stand for. A pointer is an object and an offset in elements: memory at
//! `[p's object][p's offset + i]` is `p[i]`, and a bound variable that runs over offsets is shifted to run over indices.
//! Whoever inserts the text into a program verifies it again, so nothing here is trusted.

mod sum;
mod place;
mod formula;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::Program;
use invar_gcl::source::{Kind, Piece, Shown};
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

/// Larger formulas are not for people.
const MAX_SIZE: u64 = 10_000;

/// The formula as an ACSL predicate. `pool` extends the program's; for a variable of an expanded call, `copies` knows the
/// callee's own.
pub fn show(program: &Program, pool: &mut TermPool, copies: &FxHashMap<VarId, VarId>, term: Term) -> Option<String> {
    if pool.tree_size(term) > MAX_SIZE {
        return None;
    }
    let mut acsl = Acsl::new(program, pool, copies);
    acsl.formula(term).map(|said| said.text)
}

struct Acsl<'a> {
    program: &'a Program,
    pool: &'a mut TermPool,
    copies: &'a FxHashMap<VarId, VarId>,
    /// The object of the pointer whose offset a variable is.
    object_of: BTreeMap<VarId, VarId>,
    /// The variable whose value at entry a variable is.
    now: BTreeMap<VarId, VarId>,
    bound: BTreeMap<VarId, String>,
    taken: BTreeSet<String>,
}

/// How tightly a text holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Quantifier,
    Iff,
    Implies,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Unary,
    Primary,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    text: String,
    level: Level,
}

impl Said {
    fn new(text: impl Into<String>, level: Level) -> Said {
        Said { text: text.into(), level }
    }

    /// The text where one of at least this level is wanted.
    fn at(&self, wanted: Level) -> String {
        if self.level < wanted { format!("({})", self.text) } else { self.text.clone() }
    }
}

impl<'a> Acsl<'a> {
    fn new(program: &'a Program, pool: &'a mut TermPool, copies: &'a FxHashMap<VarId, VarId>) -> Acsl<'a> {
        let mut object_of = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (&var, shown) in &program.source.variables {
            match shown {
                Shown::Place { name, kind } => {
                    if let Some(Piece::Text(text)) = name.first() {
                        let root = text.split('.').next().unwrap_or(text);
                        taken.insert(root.to_string());
                    }
                    object_of.extend(offset_of(*kind).map(|offset| (offset, var)));
                }
                Shown::Memory { kind, .. } => object_of.extend(offset_of(*kind).map(|offset| (offset, var))),
                Shown::Address(name) => {
                    taken.insert(name.text.clone());
                }
                Shown::Hidden => {}
            }
        }
        let now = program.globals.iter().map(|global| (global.old, global.var)).collect();
        Acsl { program, pool, copies, object_of, now, bound: BTreeMap::new(), taken }
    }
}

fn offset_of(kind: Kind) -> Option<VarId> {
    match kind {
        Kind::Plain => None,
        Kind::Pointer { offset } => offset,
    }
}
