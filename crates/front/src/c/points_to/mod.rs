//! Which objects may a pointer point to, and how is the memory of those objects encoded?
//!
//! In: the typed program. Out: `Regions`, a partition of all objects such that every pointer points into one region,
//! with the encoding of each (`DESIGN.md` §7, table of memory).

use invar_base::{Arena, Id, SourceId, Span, define_id};

use crate::c::hir::{self, FunctionId, GlobalId, LocalId, SiteId, StringId, spec};
use crate::c::types::TypeId;

define_id!(
    /// A set of objects that one pointer may point to, disjoint from all other regions.
    RegionId
);

/// Who else runs besides the functions of this unit?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum World {
    /// The whole program, started at `main`.
    Closed,
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
    /// Some pointer into it was made from an integer or is otherwise of unknown origin: it may really point anywhere.
    pub is_unknown: bool,
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

pub struct Regions {
    regions: Arena<RegionId, Region>,
    everything: RegionId,
}

pub fn analyse(_unit: &hir::Unit, _world: World) -> Regions {
    let mut regions = Arena::new();
    let everything = regions.push(Region {
        mode: Mode::Bytes,
        always_at_start: false,
        name: "memory".to_string(),
        span: Span::new(SourceId::from_index(0), 0, 0),
        escapes: true,
        is_unknown: true,
    });
    Regions { regions, everything }
}

impl Regions {
    pub fn regions(&self) -> &Arena<RegionId, Region> {
        &self.regions
    }

    pub fn local(&self, _function: FunctionId, _local: LocalId) -> Storage {
        Storage::Object(self.everything)
    }

    pub fn global(&self, _global: GlobalId) -> Storage {
        Storage::Object(self.everything)
    }

    pub fn string(&self, _string: StringId) -> RegionId {
        self.everything
    }

    /// The region that a pointer-valued expression points into: any pointer expression has one.
    pub fn target(&self, _function: FunctionId, _pointer: &hir::Expr) -> RegionId {
        self.everything
    }

    /// The region in which a place lies: `None` when it is (part of) a plain variable or of a value.
    pub fn region_of_place(&self, _function: FunctionId, _place: &hir::Place) -> Option<RegionId> {
        Some(self.everything)
    }

    /// The same for a place in an annotation.
    pub fn region_of_spec_place(&self, _function: FunctionId, _place: &spec::Place) -> Option<RegionId> {
        Some(self.everything)
    }

    /// The region that the pointer at `path` below this place points into; the path is empty for a place of pointer
    /// type (or an array of pointers).
    pub fn stored_target(&self, _function: FunctionId, _place: &hir::Place, _path: &LeafPath) -> RegionId {
        self.everything
    }

    /// The same for a record value: the region that the pointer at `path` in it points into.
    pub fn value_target(&self, _function: FunctionId, _value: &hir::Expr, _path: &LeafPath) -> RegionId {
        self.everything
    }

    /// What the pointer at `path` of an element of type `element` that is stored in this region points into.
    pub fn region_pointee(&self, _region: RegionId, _element: TypeId, _path: &LeafPath) -> RegionId {
        self.everything
    }

    /// What the pointer at `path` of a variable points into, plain or not.
    pub fn variable_pointee(&self, _variable: Variable, _path: &LeafPath) -> RegionId {
        self.everything
    }

    /// What the pointer at `path` of the function's result points into.
    pub fn result_target(&self, _function: FunctionId, _path: &LeafPath) -> RegionId {
        self.everything
    }

    /// What the result of a call, or an integer cast to a pointer, points into.
    pub fn site_target(&self, _site: SiteId) -> RegionId {
        self.everything
    }

    /// The functions that a function pointer may be, sorted.
    pub fn callees(&self, _function: FunctionId, _pointer: &hir::Expr) -> Vec<FunctionId> {
        Vec::new()
    }

    /// The region that a pointer-valued term of an annotation points into.
    pub fn spec_target(&self, _function: FunctionId, _pointer: &spec::Term) -> RegionId {
        self.everything
    }

    /// What a pointer variable of the logic points into: quantified, bound by `\let`, or a parameter.
    pub fn logic_var_target(&self, _var: spec::LogicVarId) -> RegionId {
        self.everything
    }
}
