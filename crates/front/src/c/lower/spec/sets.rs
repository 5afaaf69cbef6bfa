//! Sets of memory in annotations. In: places and ranges. Out: where they lie, whether they exist (`\valid`), and whether
//! they have nothing in common (`\separated`).

use invar_logic::Term;

use crate::c::hir::GlobalId;
use crate::c::hir::spec::{self, Location};
use crate::c::lower::code::{Body, Pointer};
use crate::c::lower::location::Base;
use crate::c::lower::shape::LeafStep;
use crate::c::lower::views::View;
use crate::c::points_to::RegionId;

/// Offsets of one object.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub region: RegionId,
    pub object: Term,
    pub first: Option<Term>,
    pub last: Option<Term>,
    empty: Term,
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
                let more = self.pool().sub(units, one);
                let last = self.pool().add(offset, more);
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

    pub fn bounds(&mut self, location: &Location) -> Option<Bounds> {
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
        // Types keep apart what is written, not what is freed: two pointers from outside may be one, whatever they point to.
        if !self.cx.views.has(View::Region(a.region)) || !self.cx.views.has(View::Region(b.region)) {
            return Term::TRUE;
        }
        match (self.in_bytes(a), self.in_bytes(b)) {
            (Some(a), Some(b)) => self.offsets_apart(&a, &b),
            // Nothing is required of callers then, and nothing is known in the function.
            (_, _) => {
                self.cx.views.by_type |= !self.may_share(a.region, b.region);
                Term::TRUE
            }
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
    pub fn may_share(&mut self, a: RegionId, b: RegionId) -> bool {
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
}
