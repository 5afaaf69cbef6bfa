//! Sets of memory in annotations: `\valid`, `\separated`, and what `assigns` leaves alone.

use invar_gcl::{Clause, Trust};
use invar_logic::{Op, Sort, Term, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::code::View as StateView;
use super::code::{Body, Pointer};
use super::location::Base;
use super::program::{Cx, MapOwner, VarStorage};
use super::shape::LeafStep;
use super::views::View;
use crate::c::hir::spec::{self, Location};
use crate::c::hir::{FunctionId, GlobalId};
use crate::c::points_to::{Mode, RegionId};

/// What an `assigns` clause allows to be written.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    blocks: Vec<Footed>,
    /// Variables that are not objects, as a whole.
    variables: Vec<VarId>,
}

#[derive(Clone, Debug)]
struct Footed {
    region: RegionId,
    object: Term,
    /// First and last offset, both included; an absent one is open.
    first: Option<Term>,
    last: Option<Term>,
    /// Of an element: only this part.
    steps: Vec<LeafStep>,
}

impl Body<'_, '_> {
    /// `p + (low .. high)` as a pointer to the first and the number of offsets before the first and up to the last.
    fn range_bounds(&mut self, pointer: &spec::Term, low: Option<&spec::Term>, high: Option<&spec::Term>) -> Bounds {
        let region = self.cx.regions.spec_target(self.id, pointer);
        let base = self.logical_pointer(pointer);
        let pointee = match pointer.ty {
            spec::LogicType::C(ty) => self.cx.unit.types.pointee(ty),
            spec::LogicType::Integer | spec::LogicType::Real | spec::LogicType::Boolean => None,
        };
        let stride = pointee.and_then(|pointee| self.stride(region, pointee));
        let stride = self.known_size(stride, pointer.span);
        let one = self.int(1);
        let low = low.map(|low| self.spec_integer(low));
        let high = high.map(|high| self.spec_integer(high));
        let pool = self.pool();
        let empty = match (low, high) {
            (Some(low), Some(high)) => pool.lt(high, low),
            (_, _) => Term::FALSE,
        };
        let first = low.map(|low| {
            let by = pool.mul(low, stride);
            pool.add(base.offset, by)
        });
        let last = high.map(|high| {
            let after = pool.add(high, one);
            let by = pool.mul(after, stride);
            let end = pool.add(base.offset, by);
            pool.sub(end, one)
        });
        Bounds { region, object: base.object, first, last, empty, steps: Vec::new() }
    }

    fn place_bounds(&mut self, place: &spec::Place) -> Option<Bounds> {
        let location = self.spec_location(place);
        let (zero, one) = (self.int(0), self.int(1));
        match location.base {
            Base::Element { region, object, offset, within, .. } => {
                let (first, last, steps) = (Some(offset), Some(offset), within.steps);
                Some(Bounds { region, object, first, last, empty: Term::FALSE, steps })
            }
            Base::Row { region, object, .. } => {
                let (first, steps) = (Some(zero), Vec::new());
                Some(Bounds { region, object, first, last: None, empty: Term::FALSE, steps })
            }
            Base::Flat { region, object, offset, .. } => {
                let units = self.stride(region, place.ty);
                let units = self.known_size(units, place.span);
                let end = self.pool().add(offset, units);
                let last = self.pool().sub(end, one);
                let (first, last, steps) = (Some(offset), Some(last), Vec::new());
                Some(Bounds { region, object, first, last, empty: Term::FALSE, steps })
            }
            Base::Plain { .. } | Base::Value { .. } => None,
            Base::Nowhere(what) => {
                self.problems.push((place.span, what.to_string()));
                None
            }
        }
    }

    fn bounds(&mut self, location: &Location) -> Option<Bounds> {
        match location {
            Location::Place(place) => self.place_bounds(place),
            Location::Range { pointer, low, high, .. } | Location::RangeField { pointer, low, high, .. } => {
                Some(self.range_bounds(pointer, low.as_ref(), high.as_ref()))
            }
        }
    }

    pub fn valid(&mut self, location: &Location) -> Term {
        let Some(bounds) = self.bounds(location) else { return Term::TRUE };
        if let Location::Range { low, high, span, .. } | Location::RangeField { low, high, span, .. } = location
            && (low.is_none() || high.is_none())
        {
            self.problems.push((*span, "the validity of a range without end".to_string()));
        }
        let (one, zero) = (self.int(1), self.int(0));
        let first = bounds.first.unwrap_or(zero);
        let last = bounds.last.unwrap_or(first);
        let after = self.pool().add(last, one);
        let count = self.pool().sub(after, first);
        let length = self.unit_offset(bounds.region, count);
        let pointer = Pointer { object: bounds.object, offset: first };
        let checks = self.range_checks(bounds.region, pointer, length);
        let terms: Vec<Term> = checks.into_iter().map(|(_, term)| term).collect();
        let pool = self.pool();
        let all = pool.and(&terms);
        pool.or(&[bounds.empty, all])
    }

    /// The location's object is neither a string literal nor constant; an empty range is in no object.
    pub fn writable_location(&mut self, location: &Location) -> Term {
        let Some(bounds) = self.bounds(location) else { return Term::TRUE };
        let writable = self.writable(bounds.region, bounds.object);
        self.pool().or(&[bounds.empty, writable])
    }

    pub fn separated(&mut self, locations: &[Location]) -> Term {
        let all: Vec<Option<Bounds>> = locations.iter().map(|location| self.bounds(location)).collect();
        let globals: Vec<Option<GlobalId>> = locations.iter().map(|location| self.whole_global(location)).collect();
        let mut parts = Vec::new();
        for (first, a) in all.iter().enumerate() {
            for (second, b) in all.iter().enumerate().skip(first + 1) {
                match (a, b, globals[first], globals[second]) {
                    (Some(a), Some(b), _, _) => parts.push(self.disjoint(a, b)),
                    (Some(bounds), None, _, Some(global)) | (None, Some(bounds), Some(global), _) => {
                        parts.push(self.apart_from_global(bounds, global));
                    }
                    (_, _, _, _) => {}
                }
            }
        }
        self.pool().and(&parts)
    }

    /// A global that is no object, named as a whole, and that a pointer may point to.
    fn whole_global(&mut self, location: &Location) -> Option<GlobalId> {
        let Location::Place(spec::Place { kind: spec::PlaceKind::Global(id), .. }) = location else { return None };
        self.cx.views.has(View::Global(*id)).then_some(*id)
    }

    fn apart_from_global(&mut self, bounds: &Bounds, global: GlobalId) -> Term {
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let (region, own) = (View::Region(bounds.region), View::Global(global));
        if !self.cx.views.has(region) || !self.cx.views.may_overlap(unit, regions, region, own) {
            return Term::TRUE;
        }
        let size = unit.types.size_of(unit.globals[global].ty);
        let (Some(bounds), Some(size)) = (self.in_bytes(bounds), size) else { return Term::TRUE };
        let object = self.cx.global_object(global);
        let (first, last) = (Some(self.int(0)), Some(self.int(i128::from(size) - 1)));
        let whole = Bounds { region: bounds.region, object, first, last, empty: Term::FALSE, steps: Vec::new() };
        self.offsets_apart(&bounds, &whole)
    }

    fn disjoint(&mut self, a: &Bounds, b: &Bounds) -> Term {
        if a.region == b.region {
            // Different members of an element are never the same memory.
            let apart = !a.steps.starts_with(&b.steps) && !b.steps.starts_with(&a.steps);
            return if apart { Term::TRUE } else { self.offsets_apart(a, b) };
        }
        if !self.may_share(a.region, b.region) {
            return Term::TRUE;
        }
        match (self.in_bytes(a), self.in_bytes(b)) {
            (Some(a), Some(b)) => self.offsets_apart(&a, &b),
            // Nothing is required of callers then, and nothing is known in the function.
            (_, _) => Term::TRUE,
        }
    }

    fn offsets_apart(&mut self, a: &Bounds, b: &Bounds) -> Term {
        let pool = self.pool();
        let mut ways = vec![a.empty, b.empty, pool.ne(a.object, b.object)];
        if let (Some(last), Some(first)) = (a.last, b.first) {
            ways.push(pool.lt(last, first));
        }
        if let (Some(last), Some(first)) = (b.last, a.first) {
            ways.push(pool.lt(last, first));
        }
        pool.or(&ways)
    }

    /// May the two regions be views of one memory?
    fn may_share(&mut self, a: RegionId, b: RegionId) -> bool {
        let (a, b) = (View::Region(a), View::Region(b));
        let views = &mut self.cx.views;
        views.has(a) && views.has(b) && views.may_overlap(self.cx.unit, self.cx.regions, a, b)
    }

    /// The same bounds, counted in bytes; `None` where cells have several sizes, or a member is meant.
    fn in_bytes(&mut self, bounds: &Bounds) -> Option<Bounds> {
        if !bounds.steps.is_empty() {
            return None;
        }
        let size = self.unit_size(bounds.region)?;
        let (size, one) = (self.int(i128::from(size)), self.int(1));
        let pool = self.pool();
        let first = bounds.first.map(|first| pool.mul(first, size));
        let last = bounds.last.map(|last| {
            let after = pool.add(last, one);
            let end = pool.mul(after, size);
            pool.sub(end, one)
        });
        Some(Bounds { first, last, ..bounds.clone() })
    }

    /// How many bytes one offset of the region is.
    fn unit_size(&self, region: RegionId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(element) => self.cx.unit.types.size_of(element),
            Mode::Bytes => Some(1),
            Mode::Cells => self.cell_size(region),
        }
    }

    // ---- frames

    pub fn footprint(&mut self, locations: &[Location]) -> Footprint {
        let mut footprint = Footprint::default();
        for location in locations {
            if let Location::Place(place) = location {
                let at = self.spec_location(place);
                match at.base {
                    Base::Plain { leaves, within } => {
                        let inside = leaves.iter().filter(|vars| vars.leaf.steps.starts_with(&within.steps));
                        footprint.variables.extend(inside.flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)));
                        continue;
                    }
                    Base::Element { region, object, offset, within, .. } => {
                        let (first, last) = (Some(offset), Some(offset));
                        footprint.blocks.push(Footed { region, object, first, last, steps: within.steps });
                        continue;
                    }
                    Base::Row { .. } | Base::Flat { .. } | Base::Value { .. } | Base::Nowhere(_) => {}
                }
            }
            let steps = match location {
                Location::RangeField { fields, .. } => fields.iter().map(|field| LeafStep::Field(*field)).collect(),
                Location::Place(_) | Location::Range { .. } => Vec::new(),
            };
            if let Some(bounds) = self.bounds(location) {
                let Bounds { region, object, first, last, .. } = bounds;
                footprint.blocks.push(Footed { region, object, first, last, steps });
            }
        }
        footprint
    }

    /// `None` if a location is not understood: anything may be written.
    fn known_footprint(&mut self, locations: &[Location]) -> Option<Footprint> {
        let before = self.problems.len();
        let footprint = self.footprint(locations);
        (self.problems.len() == before).then_some(footprint)
    }

    /// What a clause that is all we know of a function lets it write.
    pub fn written_by_contract(&mut self, contract: &spec::Contract) -> Vec<VarId> {
        let mut written = Vec::new();
        match &contract.assigns {
            Some(locations) => {
                let Some(footprint) = self.known_footprint(locations) else { return self.unseen_writes() };
                written.extend(footprint.variables.iter().copied());
                let variables =
                    footprint.variables.iter().filter_map(|var| self.cx.views.owner(*var)).map(View::Global);
                let blocks = footprint.blocks.iter().map(|block| View::Region(block.region));
                let views: BTreeSet<View> = variables.chain(blocks).collect();
                for view in views {
                    written.extend(self.variables_of(view));
                    for other in self.others(view) {
                        written.extend(self.variables_of(other));
                    }
                }
            }
            None => written.extend(self.unseen_writes()),
        }
        written.sort();
        written.dedup();
        written
    }

    pub fn variables_of(&mut self, view: View) -> Vec<VarId> {
        match view {
            View::Region(region) => self.region_maps(region),
            View::Global(global) => self.cx.globals[global].plain_variables().unwrap_or_default(),
        }
    }

    /// The other views that may be the same memory.
    fn others(&mut self, view: View) -> Vec<View> {
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let all: Vec<View> = self.cx.views.all().collect();
        let mut others = Vec::new();
        if self.cx.views.has_others(unit, regions, view) {
            let views = &mut self.cx.views;
            others = all
                .into_iter()
                .filter(|&other| other != view && views.may_overlap(unit, regions, view, other))
                .collect();
        }
        others
    }

    /// `now` agrees with `before` outside the footprint. `None` if nothing is to be said of this variable.
    pub fn frame(&mut self, footprint: &Footprint, now: VarId, before: VarId, in_loop: bool) -> Option<Term> {
        let cx = &self.cx;
        if now == cx.flag {
            return None;
        }
        let (next, live, size) = (cx.next, cx.live, cx.size);
        let (now_term, before_term) = (self.cx.b.pool.var(now), self.cx.b.pool.var(before));
        if now == next {
            return Some(self.pool().le(before_term, now_term));
        }
        let old_next = if in_loop { self.loop_save(next) } else { self.cx.old_of(next).unwrap_or(next) };
        let old_next = self.cx.b.pool.var(old_next);
        match self.cx.map_owner(now) {
            Some(MapOwner { region, steps }) => {
                let blocks = self.blocks_in(footprint, region, steps.as_deref());
                Some(self.map_frame(&blocks, now_term, before_term, old_next))
            }
            None if now == live || now == size || now == self.cx.heap => {
                Some(self.row_frame(now_term, before_term, old_next))
            }
            None if footprint.variables.contains(&now) || in_loop && !self.is_c_variable(now) => None,
            None => {
                let same = self.pool().eq(now_term, before_term);
                let mut ways = vec![same];
                if let Some(global) = self.cx.views.owner(now) {
                    ways.extend(self.pointed_at(footprint, global));
                }
                Some(self.pool().or(&ways))
            }
        }
    }

    /// A block of the footprint is the global: what is written there is written to it.
    fn pointed_at(&mut self, footprint: &Footprint, global: GlobalId) -> Vec<Term> {
        let object = self.cx.global_object(global);
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let mut ways = Vec::new();
        for block in &footprint.blocks {
            let (region, own) = (View::Region(block.region), View::Global(global));
            if self.cx.views.has(region) && self.cx.views.may_overlap(unit, regions, region, own) {
                ways.push(self.pool().eq(block.object, object));
            }
        }
        ways
    }

    /// The blocks of the footprint as offsets of this region: its own, and those of other views of the same memory.
    fn blocks_in(&mut self, footprint: &Footprint, region: RegionId, steps: Option<&[LeafStep]>) -> Vec<Footed> {
        let mut blocks = Vec::new();
        for block in &footprint.blocks {
            if block.region == region && alike(&block.steps, steps) {
                blocks.push(block.clone());
            } else if block.region != region && self.may_share(block.region, region) {
                blocks.push(self.block_elsewhere(block, region));
            }
        }
        let own = View::Region(region);
        if self.cx.views.has(own) {
            let owners: BTreeSet<GlobalId> =
                footprint.variables.iter().filter_map(|var| self.cx.views.owner(*var)).collect();
            let (unit, regions) = (self.cx.unit, self.cx.regions);
            for global in owners {
                if self.cx.views.may_overlap(unit, regions, own, View::Global(global)) {
                    let object = self.cx.global_object(global);
                    blocks.push(Footed { region, object, first: None, last: None, steps: Vec::new() });
                }
            }
        }
        blocks
    }

    /// The offsets of a region that a block of another view lies over; all of the object where cells have several sizes.
    fn block_elsewhere(&mut self, block: &Footed, region: RegionId) -> Footed {
        let all = Footed { region, object: block.object, first: None, last: None, steps: Vec::new() };
        let (Some(from), Some(to)) = (self.unit_size(block.region), self.unit_size(region)) else { return all };
        let (from, to, one) = (self.int(i128::from(from)), self.int(i128::from(to.max(1))), self.int(1));
        let pool = self.pool();
        let first = block.first.map(|first| {
            let start = pool.mul(first, from);
            pool.mk(Op::Div, &[start, to])
        });
        let last = block.last.map(|last| {
            let after = pool.add(last, one);
            let end = pool.mul(after, from);
            let end = pool.sub(end, one);
            pool.mk(Op::Div, &[end, to])
        });
        Footed { first, last, ..all }
    }

    fn is_c_variable(&self, var: VarId) -> bool {
        !self.cx.b.pool.var_name(var).contains('@')
    }

    /// All older objects are as they were.
    fn row_frame(&mut self, now: Term, before: Term, old_next: Term) -> Term {
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let (x, y) = (pool.select(now, &[object]), pool.select(before, &[object]));
        let (old, same) = (pool.lt(object, old_next), pool.eq(x, y));
        let body = pool.implies(old, same);
        pool.forall(&[bound], Vec::new(), body)
    }

    /// All older cells outside the blocks are as they were.
    fn map_frame(&mut self, blocks: &[Footed], now: Term, before: Term, old_next: Term) -> Term {
        let pool = self.pool();
        let (bound_object, bound_offset) = (pool.fresh_var("o@", Sort::INT), pool.fresh_var("i@", Sort::INT));
        let (object, offset) = (pool.var(bound_object), pool.var(bound_offset));
        let mut allowed = Vec::new();
        for block in blocks {
            let mut parts = vec![pool.eq(object, block.object)];
            parts.extend(block.first.map(|first| pool.le(first, offset)));
            parts.extend(block.last.map(|last| pool.le(offset, last)));
            allowed.push(pool.and(&parts));
        }
        let allowed = pool.or(&allowed);
        let kept = pool.not(allowed);
        let old = pool.lt(object, old_next);
        let x = super::program::read(pool, now, &[object, offset]);
        let y = super::program::read(pool, before, &[object, offset]);
        let same = pool.eq(x, y);
        let guard = pool.and(&[old, kept]);
        let body = pool.implies(guard, same);
        pool.forall(&[bound_object, bound_offset], Vec::new(), body)
    }
}

/// Does writing the part of an element touch this leaf?
fn alike(part: &[LeafStep], leaf: Option<&[LeafStep]>) -> bool {
    leaf.is_none_or(|leaf| leaf.starts_with(part))
}

/// Offsets of one object.
#[derive(Clone, Debug)]
struct Bounds {
    region: RegionId,
    object: Term,
    first: Option<Term>,
    last: Option<Term>,
    empty: Term,
    /// Of an element: only this part.
    steps: Vec<LeafStep>,
}

/// Postconditions that say what a function with a contract leaves alone.
pub fn frames(cx: &mut Cx<'_>) {
    let unit = cx.unit;
    let ids: Vec<FunctionId> = unit.functions.ids().collect();
    for id in ids {
        let function = &unit.functions[id];
        let (Some(contract), Some(&proc)) = (cx.contract_of(id), cx.procs.get(&id)) else { continue };
        let formals = cx.proc_formals.get(&id).cloned().unwrap_or_default();
        let modifies = cx.b.program.procs[proc].modifies.clone();
        let span = contract.span.unwrap_or(function.name_span);
        let mut body = Body::new(cx, id);
        let formals: FxHashMap<_, _> = function.params.iter().copied().zip(formals).collect();
        for (param, leaves) in formals {
            body.vars.insert(param, VarStorage::Plain(Rc::new(leaves)));
        }
        body.view = StateView::Pre;
        let footprint = contract.assigns.as_ref().and_then(|locations| body.known_footprint(locations));
        let mut clauses = Vec::new();
        for var in modifies {
            let Some(old) = body.cx.old_of(var) else { continue };
            let frame = match &footprint {
                Some(footprint) => body.frame(footprint, var, old, false),
                None if var == body.cx.next => body.frame(&Footprint::default(), var, old, false),
                None => None,
            };
            if let Some(term) = frame {
                let message = Some("the function writes only what `assigns` lists".to_string());
                clauses.push(Clause { term, trust: Trust::Checked, span, message });
            }
        }
        cx.b.program.procs[proc].ensures.extend(clauses);
    }
}
