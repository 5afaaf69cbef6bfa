//! Which objects may a pointer point to, and how is the memory of those objects encoded?
//!
//! In: the typed program. Out: `Regions`, a partition of all objects such that every pointer points into one region,
//! with the encoding of each (decision 21). The analysis is Steensgaard's (POPL 1996): unification,
//! without regard to order of execution or calling context, near linear; but by field, as long as all pointers into a
//! region agree on one type.
//!
//! Reading order: `overlays` (unions that no code looks into), `graph` (the classes and what joining does), `walk` (from an expression to its class), `carriers`
//! (addresses in integer variables), `outside` (what code that is not there may call), `constrain`, `calls`, `annotations` (which
//! classes the code joins), `modes` (encodings), `answers` (the finished result).
//!
//! Regions are kept by type also where code outside the unit decides what pointers point to. A pointer to a T from outside
//! may point into a larger object that is reached at its own type, or at a global of this unit: the regions of the two
//! stay apart, both are `is_shared`, and the lowering makes what is written through one visible through the other
//! (`lower/alias.rs`). An integer that becomes a pointer may point anywhere: its region says so (`is_unknown`), nothing
//! is joined.
//!
//! Mutually recursive: `constrain`, `calls`, `annotations`. A call joins what its arguments are, an argument may be a
//! call, and ghost code stands in annotations.

mod union_find;
mod overlays;
mod shape;
mod graph;
mod walk;
mod carriers;
mod analysis;
mod outside;
mod constrain;
mod calls;
mod annotations;
mod modes;
mod answers;
#[cfg(test)]
mod tests;

use invar_base::{Arena, Span, define_id};

use crate::c::hir::{self, FunctionId, GlobalId, LocalId, SiteId, StringId, spec};
use crate::c::types::TypeId;
use analysis::Analysis;
use answers::Answers;
pub use outside::Outside;
use walk::{Root, Walk};
pub use walk::{converted_pointer, copied_byte, is_null};

define_id!(
    /// A set of objects that one pointer may point to, disjoint from all other regions.
    RegionId
);

/// Who else runs besides the functions of this unit?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum World {
    /// The whole program, started at `main`. These functions are verified beside it, for whatever arguments their contracts
    /// allow.
    Closed(Vec<FunctionId>),
    /// Every function may be called from outside, with whatever arguments.
    Open,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Its address is never needed: a plain variable.
    Plain,
    /// It is an object of this region.
    Object(RegionId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    Local(FunctionId, LocalId),
    Global(GlobalId),
}

/// From an object or element to a scalar inside: the numbers of the fields, outermost first. Arrays on the way are not
/// mentioned (all their elements share one answer): in `struct { int *p[3]; } s[5]` the pointers' path is `[0]`.
pub type LeafPath = [u32];

#[derive(Clone, Debug)]
pub struct Region {
    pub mode: Mode,
    /// Every pointer into it has offset 0: nothing ever moves one. Only in mode `Elements`.
    pub always_at_start: bool,
    /// Of its first object or else of its type; for names of maps and for reports, not unique.
    pub name: String,
    pub span: Span,
    /// Code outside this unit may read and write it.
    pub escapes: bool,
    /// Its objects may be parts of objects of other such regions, or contain them: outside code decides.
    pub is_shared: bool,
    /// The types at which it is accessed, as far as they are complete.
    pub types: Vec<TypeId>,
    /// Some pointer into it was made from an integer or is otherwise of unknown origin: it may really point anywhere.
    pub is_unknown: bool,
    /// A pointer into it may have been made from an integer or from bytes: it is no pointer to any object then.
    pub made_up: bool,
    /// Some type in it contains pointers.
    pub holds_pointers: bool,
    pub cells: Cells,
}

/// What is known of the scalars in a region.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// Of all of them, if they are of one kind and no padding lies between them.
    pub size: Option<u64>,
    /// The type of which all others are parts.
    pub whole: Option<TypeId>,
    /// May an integer be read with another sign than it was written?
    pub both_signs: bool,
}

/// How offsets in a region are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Every object is a row of elements of this one type and every pointer points to a whole element: offsets count
    /// elements.
    Elements(TypeId),
    /// Offsets count scalar leaves; all pointers respect the layout of the objects.
    Cells,
    /// Anything: offsets count bytes.
    Bytes,
}

/// What the analysis found. Questions are answered by the structure of what is asked about.
pub struct Regions {
    answers: Answers,
}

pub fn analyse(unit: &hir::Unit, world: &World) -> Regions {
    let mut analysis = Analysis::new(unit, world);
    analysis.constrain_unit();
    analysis.close(world);
    let mut answers = answers::freeze(&mut analysis);
    answers.doubt_bytes();
    Regions { answers }
}

impl Regions {
    pub fn regions(&self) -> &Arena<RegionId, Region> {
        &self.answers.regions
    }

    pub fn local(&self, function: FunctionId, local: LocalId) -> Storage {
        self.storage(Variable::Local(function, local))
    }

    pub fn global(&self, global: GlobalId) -> Storage {
        self.storage(Variable::Global(global))
    }

    pub fn storage(&self, variable: Variable) -> Storage {
        self.answers.variable_place(variable).region.map_or(Storage::Plain, Storage::Object)
    }

    /// Does the text take the global's address, or assign to it by name?
    pub fn may_change(&self, global: GlobalId) -> bool {
        self.answers.variable_place(Variable::Global(global)).may_change
    }

    /// Does the text call the function, or take its address?
    pub fn is_used(&self, function: FunctionId) -> bool {
        self.answers.is_used(function)
    }

    pub fn string(&self, string: StringId) -> RegionId {
        self.answers.string(string)
    }

    /// The region that a pointer-valued expression points into: any pointer expression has one.
    pub fn target(&self, function: FunctionId, pointer: &hir::Expr) -> RegionId {
        self.walk(Some(function), |walk| walk.target(pointer))
    }

    /// The same for an expression in the initialiser of a global.
    pub fn global_target(&self, pointer: &hir::Expr) -> RegionId {
        self.walk(None, |walk| walk.target(pointer))
    }

    /// The region in which a place lies: `None` when it is (part of) a plain variable or of a value.
    pub fn region_of_place(&self, function: FunctionId, place: &hir::Place) -> Option<RegionId> {
        self.walk(Some(function), |walk| self.region_of_root(walk.place(place).root))
    }

    /// The same for a place in the initialiser of a global.
    pub fn region_of_global_place(&self, place: &hir::Place) -> Option<RegionId> {
        self.walk(None, |walk| self.region_of_root(walk.place(place).root))
    }

    /// The same for a place in an annotation.
    pub fn region_of_spec_place(&self, function: FunctionId, place: &spec::Place) -> Option<RegionId> {
        self.walk(Some(function), |walk| self.region_of_root(walk.term_place(place).root))
    }

    /// The region that the pointer at `path` below this place points into; the path is empty for a place of pointer
    /// type (or an array of pointers).
    pub fn stored_target(&self, function: FunctionId, place: &hir::Place, path: &LeafPath) -> RegionId {
        self.walk(Some(function), |walk| walk.stored(place, path, place.ty))
    }

    /// The same for a place in an annotation.
    pub fn stored_spec_target(&self, function: FunctionId, place: &spec::Place, path: &LeafPath) -> RegionId {
        self.walk(Some(function), |walk| {
            let home = walk.term_place(place);
            self.answers.leaf(home.contents, &[&home.path[..], path].concat())
        })
    }

    /// The same for a record value: the region that the pointer at `path` in it points into.
    pub fn value_target(&self, function: FunctionId, value: &hir::Expr, path: &LeafPath) -> RegionId {
        self.walk(Some(function), |walk| {
            let home = walk.value(value);
            self.answers.leaf(home.contents, &[&home.path[..], path].concat())
        })
    }

    /// What the pointer at `path` of an element stored in this region points into. In a region of `Elements` the element
    /// is of that type; in others all pointers have one answer.
    pub fn region_pointee(&self, region: RegionId, _element: TypeId, path: &LeafPath) -> RegionId {
        self.answers.leaf(self.answers.contents_of(region), path)
    }

    /// What the pointer at `path` of a variable points into, plain or not.
    pub fn variable_pointee(&self, variable: Variable, path: &LeafPath) -> RegionId {
        self.answers.leaf(self.answers.variable_place(variable).contents, path)
    }

    /// What the pointer at `path` of the function's result points into.
    pub fn result_target(&self, function: FunctionId, path: &LeafPath) -> RegionId {
        self.answers.leaf(self.answers.result(function), path)
    }

    /// What the result of a call, or an integer cast to a pointer, points into.
    pub fn site_target(&self, site: SiteId) -> RegionId {
        self.answers.leaf(self.answers.site(site), &[])
    }

    /// The functions that a function pointer may be, sorted. If the region of its target escapes, it may be others too.
    pub fn callees(&self, function: FunctionId, pointer: &hir::Expr) -> Vec<FunctionId> {
        self.answers.callees(self.target(function, pointer), pointer.ty)
    }

    /// The region that a pointer-valued term of an annotation points into. In the logic's own functions and lemmas, which
    /// name no locals, the function does not matter.
    pub fn spec_target(&self, function: FunctionId, pointer: &spec::Term) -> RegionId {
        self.walk(Some(function), |walk| walk.term_target(pointer))
    }

    /// What a pointer variable of the logic points into: quantified, bound by `\let`, or a parameter.
    pub fn logic_var_target(&self, var: spec::LogicVarId) -> RegionId {
        self.answers.leaf(self.answers.logic_var(var), &[])
    }

    /// May the variable hold the address of an object, on its way to becoming a pointer again?
    pub fn carries(&self, variable: Variable) -> bool {
        self.answers.carriers.contains(&variable)
    }

    /// Does any variable?
    pub fn has_carriers(&self) -> bool {
        !self.answers.carriers.is_empty()
    }

    /// What of this unit code that is not there may call.
    pub fn outside(&self) -> &Outside {
        &self.answers.outside
    }

    /// Where the null pointer points to, and pointers that are never read: a region without objects.
    pub fn nowhere(&self) -> RegionId {
        self.answers.nowhere()
    }

    fn walk<T>(&self, function: Option<FunctionId>, ask: impl FnOnce(&mut Walk<&Answers>) -> T) -> T {
        ask(&mut Walk { heap: &mut &self.answers, function })
    }

    fn region_of_root(&self, root: Root<RegionId>) -> Option<RegionId> {
        match root {
            Root::Variable(variable) => self.answers.variable_place(variable).region,
            Root::Region(region) => Some(region),
            Root::Value => None,
        }
    }
}
