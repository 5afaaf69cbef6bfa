//! Formulas as ACSL. In: a formula over the variables of a lowered program, such as an inferred loop invariant. Out: what
//! a person would have written in the C text, or nothing where C has no words for it.
//!
//! `lower::names` says what the variables stand for. A pointer is an object and an offset in elements: memory at
//! `[p's object][p's offset + i]` is `p[i]`, and a bound variable that runs over offsets is shifted to run over indices.
//! Words depend on the place (`scope`): a name means what is in scope there, and a variable of which the loop's text knows
//! nothing has no name. Whoever inserts the text into a program verifies it again, so nothing here is trusted.
//!
//! Mutually recursive: `sum`, `place`, `formula`. An index is a sum, a summand may be what lies at a place.

mod scope;
mod sum;
mod place;
mod formula;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Span;
use invar_gcl::Program;
use invar_gcl::source::{Kind, Shown};
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

/// Larger formulas are not for people.
const MAX_SIZE: u64 = 10_000;

/// Whose words are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The loop that the formula is an invariant of: names mean what they mean in annotations of what begins here.
    pub place: Span,
    /// If the loop is in an expanded call: for all variables of this call, the callee's own.
    pub copies: Option<&'a FxHashMap<VarId, VarId>>,
}

/// The formula as an ACSL predicate. `pool` extends the program's.
pub fn show(program: &Program, pool: &mut TermPool, reader: Reader<'_>, term: Term) -> Option<String> {
    if pool.tree_size(term) > MAX_SIZE {
        return None;
    }
    let mut acsl = Acsl::new(program, pool, reader);
    if !acsl.can_name_all(term) {
        return None;
    }
    acsl.formula(term).map(|said| said.text)
}

struct Acsl<'a> {
    program: &'a Program,
    pool: &'a mut TermPool,
    reader: Reader<'a>,
    globals: BTreeSet<VarId>,
    /// The object of the pointer whose offset a variable is.
    object_of: BTreeMap<VarId, VarId>,
    /// The global variable whose value at entry a variable is.
    now: BTreeMap<VarId, VarId>,
    /// Parameters that always have the value that they have at entry.
    kept: BTreeSet<VarId>,
    /// What is being said is inside of `\at(…, Pre)`.
    is_at_entry: bool,
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
    fn new(program: &'a Program, pool: &'a mut TermPool, reader: Reader<'a>) -> Acsl<'a> {
        let source = &program.source;
        let mut object_of = BTreeMap::new();
        let mut taken: BTreeSet<String> = source.scopes.hiding.keys().cloned().collect();
        taken.extend(source.objects.values().map(|name| scope::word(&name.text).to_string()));
        for (&var, shown) in &source.variables {
            match shown {
                Shown::Place { name, kind } => {
                    taken.extend(scope::root(name).map(str::to_string));
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
        let globals = program.globals.iter().flat_map(|global| [global.var, global.old]).collect();
        let kept = source.arguments.values().filter(|argument| argument.is_kept);
        let kept = kept.map(|argument| argument.parameter).collect();
        let bound = BTreeMap::new();
        Acsl { program, pool, reader, globals, object_of, now, kept, is_at_entry: false, bound, taken }
    }
}

fn offset_of(kind: Kind) -> Option<VarId> {
    match kind {
        Kind::Plain | Kind::Float(_) => None,
        Kind::Pointer { offset } => offset,
    }
}
