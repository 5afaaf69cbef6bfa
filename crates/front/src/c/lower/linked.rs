//! Candidates about all records of a type that lead to others of the same type, as in lists and trees. In: a pointer to such a record, and what
//! is said of one of its members. Out: the same of the members of all such records.
//!
//! A list has no longest length that callers could be asked for, and no formula without recursion says what it leads to. That all records of the type
//! are well formed is more than that, and needs no induction: a walk goes from one of them to the next.
//!
//! Only where memory holds nothing but whole records of the type: in cells and bytes, what the formula calls a record may be half of two.

use invar_logic::Term;
use rustc_hash::FxHashMap;

use super::candidate::{Candidate, boolean, one};
use super::code::Body;
use super::sights::load;
use super::triggers::quantify;
use crate::c::hir::spec::{self, TermKind};
use crate::c::hir::{FunctionId, Unit};
use crate::c::points_to::{Mode, RegionId, Regions};
use crate::c::resolve::show::type_name;

/// Looks at the records of one function.
pub struct Links<'a> {
    pub unit: &'a Unit,
    pub regions: &'a Regions,
    pub function: FunctionId,
}

impl Links<'_> {
    /// The type of the pointer, as annotations write it, and the memory that it points into, if one of the members leads to another such record.
    pub fn of(&self, pointer: &spec::Place, members: &[&spec::Place]) -> Option<(String, RegionId)> {
        let types = &self.unit.types;
        let record = types.pointee(pointer.ty)?;
        let name = type_name(types, pointer.ty);
        let home = self.target(pointer);
        let is_whole = matches!(self.regions.regions()[home].mode, Mode::Elements(own) if own == record);
        let leads_on = members.iter().any(|member| member.ty == pointer.ty && self.target(member) == home);
        (is_whole && leads_on && !name.contains('<')).then_some((name, home))
    }

    fn target(&self, place: &spec::Place) -> RegionId {
        self.regions.spec_target(self.function, &load(place))
    }
}

/// What is said of `q->member` for the record that the pointer points to, of every such record.
pub fn of_every(pointer: &spec::Place, name: &str, said: Candidate) -> Candidate {
    let span = pointer.span;
    let kind = TermKind::Valid { locations: vec![one(&load(pointer))], read_only: true };
    let term = TermKind::Implies(Box::new(boolean(kind, span)), Box::new(said.term));
    let text = format!("\\forall {name}q; \\valid_read(q) ==> {}", said.text);
    Candidate { text, term: boolean(term, span), text_at: None, every: Some(load(pointer)) }
}

impl Body<'_, '_> {
    /// What a formula says of one pointer, of all pointers to objects that exist. Nothing is said of those that are made later: until then,
    /// their memory has no meaning.
    pub fn of_every(&mut self, pointer: &spec::Term, formula: Term) -> Term {
        let next = self.cx.next;
        let next = self.var(next);
        let pointer = self.logical_pointer(pointer);
        let mut bound = Vec::new();
        let mut by = FxHashMap::default();
        for (part, name) in [(pointer.object, "q"), (pointer.offset, "q@offset")] {
            if !self.pool().op(part).is_literal() {
                let sort = self.pool().sort_of(part);
                let var = self.pool().fresh_var(name, sort);
                by.insert(part, self.pool().var(var));
                bound.push(var);
            }
        }
        let pool = self.pool();
        let formula = pool.replace(formula, &by);
        let existed = by.get(&pointer.object).map_or(Term::TRUE, |&object| pool.lt(object, next));
        let formula = pool.implies(existed, formula);
        quantify(pool, &bound, formula, true)
    }
}
