//! Which memory may be the same, although the program reaches it at two types?
//!
//! Code outside the unit decides what pointers from outside point to: an `int *` may point to a member of a struct that is
//! also reached as such, to an element of an array of arrays, or to a global that others can reach. Regions are kept by type
//! all the same (`points_to`); each is a *view* of memory, and so is every global outside of regions that others can reach.
//! Two views may overlap only if the type of one is part of the type of the other, or is a character type (C11 6.5p7, the
//! effective type of an object).

use invar_base::Id;
use invar_logic::VarId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::hir::{Global, GlobalId, Unit};
use crate::c::points_to::{Mode, RegionId, Regions};
use crate::c::types::{Field, IntKind, Type, TypeId, Types};

/// See the module header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum View {
    Region(RegionId),
    /// A global variable that is no object of a region.
    Global(GlobalId),
}

/// All views, and which overlap. Without functions that are verified for all arguments there are none.
#[derive(Default)]
pub struct Views {
    regions: Vec<RegionId>,
    globals: Vec<GlobalId>,
    /// Of plain globals: the view that a variable belongs to.
    owners: FxHashMap<VarId, GlobalId>,
    /// The unions that are in memory anywhere.
    unions: Vec<TypeId>,
    overlaps: FxHashMap<(TypeId, TypeId), bool>,
    united: FxHashMap<(TypeId, TypeId), bool>,
    has_others: FxHashMap<View, bool>,
    /// Do types keep something apart that is written?
    pub by_type: bool,
}

/// May code outside the unit have the global's address, although nobody takes it here?
pub fn is_known_outside(global: &Global) -> bool {
    !global.is_static && !global.is_ghost
}

impl Views {
    /// `plain`: the globals that are no objects, with their variables.
    pub fn new(unit: &Unit, regions: &Regions, plain: impl Iterator<Item = (GlobalId, Vec<VarId>)>) -> Views {
        let shared = regions.regions().iter().filter(|(_, region)| region.is_shared);
        let mut views = Views { regions: shared.map(|(id, _)| id).collect(), ..Views::default() };
        if views.regions.is_empty() {
            return views;
        }
        let in_regions = regions.regions().values().flat_map(|region| &region.types).copied();
        let in_globals = unit.globals.values().map(|global| global.ty);
        views.unions = unions(&unit.types, in_regions.chain(in_globals));
        // What must not be written is the same whoever reads it.
        let is_view = |global: &Global| is_known_outside(global) && !global.is_const;
        for (id, vars) in plain.filter(|(id, _)| is_view(&unit.globals[*id])) {
            views.globals.push(id);
            views.owners.extend(vars.into_iter().map(|var| (var, id)));
        }
        views
    }

    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    pub fn has(&self, view: View) -> bool {
        match view {
            View::Region(region) => self.regions.binary_search(&region).is_ok(),
            View::Global(global) => self.globals.binary_search(&global).is_ok(),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = View> {
        let regions = self.regions.iter().map(|id| View::Region(*id));
        regions.chain(self.globals.iter().map(|id| View::Global(*id)))
    }

    pub fn globals(&self) -> &[GlobalId] {
        &self.globals
    }

    /// The global that a variable outside of regions belongs to, if others can reach it.
    pub fn owner(&self, var: VarId) -> Option<GlobalId> {
        self.owners.get(&var).copied()
    }

    /// Does anything else overlap with this view?
    pub fn has_others(&mut self, unit: &Unit, regions: &Regions, view: View) -> bool {
        if !self.has(view) {
            return false;
        }
        if let Some(&known) = self.has_others.get(&view) {
            return known;
        }
        let (others, globals) = (self.regions.clone(), self.globals.clone());
        // Globals are many and their types few.
        let mut seen = FxHashSet::default();
        let globals = globals.into_iter().filter(|id| seen.insert(unit.globals[*id].ty)).map(View::Global);
        let others = others.into_iter().map(View::Region).chain(globals).filter(|other| *other != view);
        let mut found = false;
        for other in others {
            let overlaps = self.may_overlap(unit, regions, view, other);
            found |= overlaps;
            self.by_type |= !overlaps && !matches!((view, other), (View::Global(_), View::Global(_)));
        }
        self.has_others.insert(view, found);
        found
    }

    pub fn may_overlap(&mut self, unit: &Unit, regions: &Regions, a: View, b: View) -> bool {
        match (a, b) {
            (View::Global(_), View::Global(_)) => false,
            (View::Region(region), View::Global(global)) | (View::Global(global), View::Region(region)) => {
                let whole = unit.globals[global].ty;
                let types = &regions.regions()[region].types;
                types.is_empty()
                    || types.iter().any(|&ty| same(&unit.types, ty, whole) || self.is_inside(&unit.types, ty, whole))
                    || types.iter().any(|&ty| is_laid_over(&unit.types, ty, whole))
            }
            (View::Region(x), View::Region(y)) => {
                let (x, y) = (&regions.regions()[x].types, &regions.regions()[y].types);
                // Through `void *` library functions look at any memory.
                if x.is_empty() || y.is_empty() {
                    return true;
                }
                let mut pairs = x.iter().flat_map(|&a| y.iter().map(move |&b| (a, b)));
                pairs.any(|(a, b)| {
                    self.is_inside(&unit.types, a, b)
                        || self.is_inside(&unit.types, b, a)
                        || self.are_in_one_union(&unit.types, a, b)
                })
            }
        }
    }

    /// May the smaller of the two lie in the larger at a place that its offsets, which count whole elements, cannot name?
    /// Then their objects have different numbers, and addresses say nothing.
    pub fn is_shifted(&mut self, unit: &Unit, regions: &Regions, a: View, b: View) -> bool {
        let types = |view: View| match view {
            View::Region(region) => regions.regions()[region].types.clone(),
            View::Global(global) => vec![unit.globals[global].ty],
        };
        let (wholes, parts) = (types(a), types(b));
        let counts =
            |view: View| matches!(view, View::Region(id) if matches!(regions.regions()[id].mode, Mode::Elements(_)));
        let among = |parts: &[TypeId], wholes: &[TypeId]| {
            parts.iter().any(|&part| wholes.iter().any(|&whole| lies_between(&unit.types, part, whole)))
        };
        let over = |views: (View, &[TypeId]), other: View| match other {
            View::Global(global) if counts(views.0) => {
                views.1.iter().any(|&ty| is_laid_over(&unit.types, ty, unit.globals[global].ty))
            }
            View::Global(_) | View::Region(_) => false,
        };
        // Alternatives of a union that differ in size: the elements of one lie between those of the other.
        let mut pairs = wholes.iter().flat_map(|&x| parts.iter().map(move |&y| (x, y)));
        let uneven = pairs
            .any(|(x, y)| unit.types.size_of(x) != unit.types.size_of(y) && self.are_in_one_union(&unit.types, x, y));
        uneven && (counts(a) || counts(b))
            || counts(b) && among(&parts, &wholes)
            || counts(a) && among(&wholes, &parts)
            || over((a, &wholes), b)
            || over((b, &parts), a)
    }

    /// Are two types parts of one union? What they have in common may then be read through either (C11 6.5.2.3p6), and what is
    /// written through one is seen through the other.
    pub fn are_in_one_union(&mut self, types: &Types, a: TypeId, b: TypeId) -> bool {
        if let Some(&known) = self.united.get(&(a, b)) {
            return known;
        }
        let (x, y) = (innermost(types, a), innermost(types, b));
        let both = |whole: TypeId| contains(types, whole, x) && contains(types, whole, y);
        let found = self.unions.iter().any(|&whole| both(whole)) || are_alternatives(types, x, y);
        self.united.insert((a, b), found);
        found
    }

    /// May an object of the first type be a part of one of the second?
    fn is_inside(&mut self, types: &Types, part: TypeId, whole: TypeId) -> bool {
        if let Some(&known) = self.overlaps.get(&(part, whole)) {
            return known;
        }
        // An array may lie in any row of its elements, wherever it begins.
        let each = innermost(types, part);
        let is_row = each != part && same(types, each, innermost(types, whole));
        let found = is_character(types, part) || is_row || contains(types, whole, each);
        self.overlaps.insert((part, whole), found);
        found
    }
}

/// May it look at any memory: a character type, or a row of such?
pub fn is_character(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) => true,
        Type::Array { element, .. } => is_character(types, *element),
        _ => false,
    }
}

/// Are two records alternatives of any union that the unit declares?
fn are_alternatives(types: &Types, a: TypeId, b: TypeId) -> bool {
    let is_record = |ty: TypeId| matches!(types.get(ty), Type::Record(_));
    let has = |fields: &[Field], ty: TypeId| fields.iter().any(|field| same(types, innermost(types, field.ty), ty));
    let unions = || types.records.iter().filter(|(_, record)| record.is_union && record.layout.is_some());
    let together = |fields: &[Field]| has(fields, a) && has(fields, b);
    is_record(a) && is_record(b) && unions().any(|(id, _)| together(types.fields(id)))
}

/// The unions among these types and what they are made of.
fn unions(types: &Types, roots: impl Iterator<Item = TypeId>) -> Vec<TypeId> {
    let (mut open, mut seen, mut found): (Vec<TypeId>, _, _) = (roots.collect(), FxHashSet::default(), Vec::new());
    while let Some(ty) = open.pop() {
        match types.get(ty) {
            _ if !seen.insert(ty.index()) => {}
            Type::Array { element, .. } => open.push(*element),
            Type::Record(record) => {
                found.extend(types.records[*record].is_union.then_some(ty));
                open.extend(types.fields(*record).iter().map(|field| field.ty));
            }
            _ => {}
        }
    }
    found
}

/// What an array, of any number of dimensions, is made of.
pub fn innermost(types: &Types, mut ty: TypeId) -> TypeId {
    while let Type::Array { element, .. } = types.get(ty) {
        ty = *element;
    }
    ty
}

/// May an object of the first type be made of the elements of the second, which need not be of that type? Characters hold
/// anything, and the members of a record may be elements of an array. What is larger cannot be there.
fn is_laid_over(types: &Types, ty: TypeId, whole: TypeId) -> bool {
    let each = innermost(types, whole);
    let fits = types.size_of(ty) <= types.size_of(whole);
    fits && !is_character(types, ty) && (is_character(types, each) || contains(types, ty, each))
}

/// Is an object of type `part` among the members and elements of `whole`, at any depth?
fn contains(types: &Types, whole: TypeId, part: TypeId) -> bool {
    let (mut open, mut seen) = (vec![whole], FxHashSet::default());
    while let Some(ty) = open.pop() {
        let inner: Vec<TypeId> = match types.get(ty) {
            Type::Array { element, .. } => vec![*element],
            Type::Record(record) => types.fields(*record).iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        };
        for inner in inner.into_iter().filter(|inner| seen.insert(inner.index())) {
            if same(types, inner, part) {
                return true;
            }
            open.push(inner);
        }
    }
    false
}

/// Is a `part` inside of `whole` somewhere that is no multiple of its own size?
fn lies_between(types: &Types, part: TypeId, whole: TypeId) -> bool {
    let Some(size) = types.size_of(part).filter(|size| *size > 1) else { return false };
    let holds = |ty: TypeId| same(types, ty, part) || contains(types, ty, part);
    if !contains(types, whole, part) {
        return false;
    }
    let (mut open, mut seen) = (vec![whole], FxHashSet::default());
    let mut steps: Vec<u64> = types.size_of(whole).into_iter().collect();
    while let Some(ty) = open.pop() {
        let inner: Vec<(TypeId, u64)> = match types.get(ty) {
            Type::Array { element, .. } => vec![(*element, types.size_of(*element).unwrap_or(1))],
            Type::Record(record) => types.fields(*record).iter().map(|field| (field.ty, field.offset)).collect(),
            _ => Vec::new(),
        };
        for (inner, step) in inner.into_iter().filter(|(inner, _)| holds(*inner)) {
            steps.push(step);
            if seen.insert(inner.index()) {
                open.push(inner);
            }
        }
    }
    steps.iter().any(|step| step % size != 0)
}

/// Are the two one type to memory: equal, integers of one size, or pointers?
pub fn same(types: &Types, a: TypeId, b: TypeId) -> bool {
    match (types.get(a), types.get(b)) {
        (Type::Record(x), Type::Record(y)) => x == y,
        _ => super::shape::same_element(types, a, b),
    }
}
