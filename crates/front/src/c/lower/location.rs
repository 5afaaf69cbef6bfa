//! Locations: where a C lvalue lies in the variables and maps of the program, and when it may be followed.
//!
//! In: a place, or a pointer and a type. Out: a location, computed without any check (`&a[n]` is fine); the checks it
//! needs when it is read or written travel with it and are made there (`memory`).

use std::rc::Rc;

use invar_gcl::CheckKind;
use invar_logic::Term;

use super::code::{Body, Pointer};
use super::extent::is_last;
use super::ints::Int;
use super::program::{LeafVars, VarStorage};
use super::shape::{LeafStep, same_element};
use crate::c::hir::{GlobalId, LocalId};
use crate::c::points_to::{Mode, RegionId, Variable};
use crate::c::types::{ArrayLength, BitField, Type, TypeId};

/// See the module header.
#[derive(Clone, Debug)]
pub struct Location {
    pub base: Base,
    /// The pointer that leads here, if one does: what is accessed must lie inside its object.
    pub followed: Option<Followed>,
    /// Made when the location is read or written.
    pub checks: Vec<IndexCheck>,
    pub is_volatile: bool,
    /// Reached through a pointer: what is there may be constant.
    pub is_followed: bool,
}

/// From a pointer to the part of what it points to that is accessed. Only that part must be inside the object: C programs
/// allocate the beginning of a record, and step from a member to a record around it that is not there.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    pub region: RegionId,
    pub pointer: Pointer,
    /// The distance from the pointer to the part, in units of `@size`.
    inner: Term,
    pub bits: Option<BitField>,
    /// Does the part lie at the end of what the pointer points to? An array there may be longer than its type says.
    trailing: bool,
    object: Known,
}

/// Is the object known to exist, because it is a variable's?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Exists,
    Pointed,
}

/// An index that must be inside its array.
#[derive(Clone, Copy, Debug)]
pub struct IndexCheck {
    pub inside: Term,
    /// Says why C forbids what programs nevertheless rely on: then it is neither proved nor refuted.
    pub relied_on: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub enum Base {
    /// Part of a variable that is not an object.
    Plain { leaves: Rc<Vec<LeafVars>>, within: Within },
    /// Part of an element of a region of mode `Elements`.
    Element { region: RegionId, element: TypeId, object: Term, offset: Term, within: Within },
    /// A whole array object of such a region.
    Row { region: RegionId, element: TypeId, object: Term },
    /// At a cell or byte.
    Flat { region: RegionId, object: Term, offset: Term, bits: Option<BitField> },
    /// Part of a record value.
    Value { ty: TypeId, leaves: Vec<Vec<Term>>, within: Within },
    /// What cannot be located: reading gives anything, writing is lost. The run is doubted when it is used.
    Nowhere(&'static str),
}

/// The way from a variable or element to a part of it.
#[derive(Clone, Debug, Default)]
pub struct Within {
    pub steps: Vec<LeafStep>,
    pub indices: Vec<Term>,
}

impl Location {
    pub fn new(base: Base) -> Location {
        Location { base, followed: None, checks: Vec::new(), is_volatile: false, is_followed: false }
    }

    /// The same place, once its checks have been made.
    pub fn unchecked(self) -> Location {
        Location { followed: None, checks: Vec::new(), ..self }
    }

    /// The object that the location is a part of.
    pub fn object(&self) -> Option<(RegionId, Term)> {
        match self.base {
            Base::Element { region, object, .. } | Base::Row { region, object, .. } => Some((region, object)),
            Base::Flat { region, object, .. } => Some((region, object)),
            Base::Plain { .. } | Base::Value { .. } | Base::Nowhere(_) => None,
        }
    }
}

impl Body<'_, '_> {
    /// The object of a standard stream, and its size in the units of its region.
    pub fn stream_extent(&mut self, id: GlobalId) -> Option<(Term, u64)> {
        let object = self.cx.stream_object(id)?;
        let region = self.cx.regions.variable_pointee(Variable::Global(id), &[]);
        let pointee = self.cx.unit.types.pointee(self.cx.unit.globals[id].ty)?;
        Some((object, self.units(region, pointee).unwrap_or(0)))
    }

    pub fn local_location(&mut self, id: LocalId) -> Location {
        let ty = self.function.locals[id].ty;
        match self.vars.get(&id).cloned() {
            Some(storage) => self.variable_location(storage, ty),
            None => Location::new(Base::Nowhere("variables outside of their function")),
        }
    }

    pub fn variable_location(&mut self, storage: VarStorage, ty: TypeId) -> Location {
        match storage {
            VarStorage::Plain(leaves) => Location::new(Base::Plain { leaves, within: Within::default() }),
            VarStorage::Object(region, object) => {
                let zero = self.int(0);
                let mut location = match self.mode(region) {
                    Mode::Elements(element) if same_element(&self.cx.unit.types, element, ty) => {
                        let within = Within::default();
                        Location::new(Base::Element { region, element, object, offset: zero, within })
                    }
                    Mode::Elements(element) => Location::new(Base::Row { region, element, object }),
                    Mode::Cells | Mode::Bytes => Location::new(Base::Flat { region, object, offset: zero, bits: None }),
                };
                if self.cx.unit.types.ends_open(ty) {
                    let pointer = Pointer { object, offset: zero };
                    location.followed = Some(Followed { object: Known::Exists, ..self.follow(region, pointer) });
                }
                location
            }
        }
    }

    /// The place of type `ty` that a pointer into the region points to; what is accessed there will be checked.
    pub fn at_pointer(&mut self, region: RegionId, pointer: Pointer, ty: TypeId) -> Location {
        let Pointer { object, offset } = pointer;
        let base = match self.mode(region) {
            Mode::Elements(element) if same_element(&self.cx.unit.types, element, ty) => {
                Base::Element { region, element, object, offset, within: Within::default() }
            }
            Mode::Elements(_) => Base::Nowhere("pointers of another type than their memory"),
            Mode::Cells | Mode::Bytes => Base::Flat { region, object, offset, bits: None },
        };
        Location { followed: Some(self.follow(region, pointer)), is_followed: true, ..Location::new(base) }
    }

    fn follow(&mut self, region: RegionId, pointer: Pointer) -> Followed {
        let inner = self.int(0);
        Followed { region, pointer, inner, bits: None, trailing: true, object: Known::Pointed }
    }

    /// Not null, alive, and all of the part of type `ty` inside the object.
    pub fn check_followed(&mut self, followed: Followed, ty: TypeId) {
        self.doubt_made_up(followed.region, followed.pointer.object);
        self.check_pointed(followed, ty, Term::FALSE);
    }

    /// The same, unless the pointer is exempt.
    pub fn check_pointed(&mut self, followed: Followed, ty: TypeId, exempt: Term) {
        let Followed { region, pointer, inner, bits, .. } = followed;
        let units = match (bits, self.mode(region)) {
            (Some(bits), Mode::Elements(_) | Mode::Bytes) => u64::from((bits.start + bits.width).div_ceil(8)),
            (Some(_), Mode::Cells) => 1,
            (None, _) => self.units(region, ty).unwrap_or(1),
        };
        let length = self.int(i128::from(units));
        let start = self.unit_offset(region, pointer.offset);
        let start = self.pool().add(start, inner);
        for (kind, term) in self.block_checks(pointer.object, start, length) {
            let term = self.pool().or(&[exempt, term]);
            if kind == CheckKind::Bounds {
                self.spare_unknown_extent(region, pointer.object, start, term);
            } else if followed.object == Known::Exists {
                continue;
            }
            self.check(kind, term);
        }
    }

    /// The same for `length` units (bytes, or cells in a region of cells) from an element on.
    pub fn range_checks(&mut self, region: RegionId, pointer: Pointer, length: Term) -> Vec<(CheckKind, Term)> {
        let start = self.unit_offset(region, pointer.offset);
        self.block_checks(pointer.object, start, length)
    }

    /// From `start` on, in units of `@size`.
    fn block_checks(&mut self, object: Term, start: Term, length: Term) -> Vec<(CheckKind, Term)> {
        let (live, size) = (self.cx.live, self.cx.size);
        let pool = &mut self.cx.b.pool;
        let zero = pool.int(0);
        let not_null = pool.ne(object, zero);
        let live = pool.var(live);
        let is_live = pool.select(live, &[object]);
        let positive = pool.lt(zero, object);
        let alive = pool.and(&[positive, is_live]);
        let size = pool.var(size);
        let size = pool.select(size, &[object]);
        let (from, end) = (pool.le(zero, start), pool.add(start, length));
        let until = pool.le(end, size);
        let inside = pool.and(&[from, until]);
        vec![(CheckKind::Null, not_null), (CheckKind::Dead, alive), (CheckKind::Bounds, inside)]
    }

    pub fn field_location(&mut self, mut location: Location, record: TypeId, number: u32) -> Location {
        if let Some(followed) = location.followed {
            location.followed = Some(self.followed_field(followed, record, number));
        }
        match &mut location.base {
            Base::Plain { within, .. } | Base::Element { within, .. } | Base::Value { within, .. } => {
                within.steps.push(LeafStep::Field(number));
            }
            Base::Flat { region, offset, .. } => {
                let (region, offset) = (*region, *offset);
                let by = self.field_units(region, record, number);
                let moved = self.pool().add(offset, by);
                let field_bits = self.field_bits(record, number);
                if let Base::Flat { offset, bits, .. } = &mut location.base {
                    *offset = moved;
                    *bits = field_bits;
                }
            }
            Base::Row { .. } => location.base = Base::Nowhere("fields of an array"),
            Base::Nowhere(_) => {}
        }
        location
    }

    fn followed_field(&mut self, followed: Followed, record: TypeId, number: u32) -> Followed {
        let by = self.field_units(followed.region, record, number);
        let inner = self.pool().add(followed.inner, by);
        let trailing = followed.trailing && is_last(&self.cx.unit.types, record, number);
        Followed { inner, bits: self.field_bits(record, number), trailing, ..followed }
    }

    pub fn index_location(&mut self, mut location: Location, array: TypeId, index: Int) -> Location {
        let Type::Array { element, length } = self.cx.unit.types.get(array).clone() else {
            location.base = Base::Nowhere("indices of something that is no array");
            return location;
        };
        let trailing = location.followed.is_some_and(|followed| followed.trailing);
        // What lies before the start of the object is outside of it: only inside of a record there is more to check.
        let at_start = location.followed.is_some_and(|followed| followed.inner == self.cx.b.pool.int(0));
        let check = self.index_check(&length, index, trailing);
        location.checks.extend(check.filter(|_| !at_start || !matches!(length, ArrayLength::Unknown)));
        if let Some(followed) = location.followed {
            location.followed = self.followed_index(followed, element, index);
        }
        match &mut location.base {
            Base::Plain { within, .. } | Base::Element { within, .. } | Base::Value { within, .. } => {
                within.steps.push(LeafStep::Index);
                within.indices.push(index.term);
            }
            Base::Row { region, element, object } => {
                let (region, element, object) = (*region, *element, *object);
                let within = Within::default();
                location.base = Base::Element { region, element, object, offset: index.term, within };
            }
            Base::Flat { region, offset, .. } => {
                let (region, offset) = (*region, *offset);
                let moved = match self.unit_stride(region, element) {
                    Some(stride) => {
                        let by = self.pool().mul(index.term, stride);
                        self.pool().add(offset, by)
                    }
                    None => {
                        location.base = Base::Nowhere("arrays of arrays of variable length");
                        return location;
                    }
                };
                if let Base::Flat { offset, .. } = &mut location.base {
                    *offset = moved;
                }
            }
            Base::Nowhere(_) => {}
        }
        location
    }

    fn followed_index(&mut self, followed: Followed, element: TypeId, index: Int) -> Option<Followed> {
        let stride = self.unit_stride(followed.region, element)?;
        let by = self.pool().mul(index.term, stride);
        let inner = self.pool().add(followed.inner, by);
        Some(Followed { inner, bits: None, trailing: false, ..followed })
    }

    /// `0 <= index < length`. An array at the end of what a pointer points to goes on as far as its object does, if its
    /// length is left open; declared with one element it is an old way to say the same, and with more C forbids it.
    fn index_check(&mut self, length: &ArrayLength, index: Int, trailing: bool) -> Option<IndexCheck> {
        const LONGER: &str = "an index beyond the declared length of the last member";
        let (length, relied_on) = match length {
            ArrayLength::Known(0 | 1) if trailing => (None, Some("an index before the last member")),
            ArrayLength::Known(length) => (Some(self.int(i128::from(*length))), trailing.then_some(LONGER)),
            ArrayLength::Variable(number) => (Some(*self.lengths.get(number)?), None),
            ArrayLength::Unknown => (None, trailing.then_some("an index before the last member")),
        };
        let zero = self.int(0);
        let pool = self.pool();
        let from = if index.low.is_some_and(|low| low >= 0) { Term::TRUE } else { pool.le(zero, index.term) };
        let until = length.map_or(Term::TRUE, |length| pool.lt(index.term, length));
        Some(IndexCheck { inside: pool.and(&[from, until]), relied_on })
    }

    /// Fixes what the location depends on, before side effects.
    pub fn save_location(&mut self, mut location: Location) -> Location {
        let save = |body: &mut Self, term: &mut Term| *term = body.save(*term);
        if let Some(followed) = &mut location.followed {
            save(self, &mut followed.pointer.object);
            save(self, &mut followed.pointer.offset);
            save(self, &mut followed.inner);
        }
        location.checks.iter_mut().for_each(|check| save(self, &mut check.inside));
        match &mut location.base {
            Base::Plain { within, .. } => within.indices.iter_mut().for_each(|index| save(self, index)),
            Base::Element { object, offset, within, .. } => {
                save(self, object);
                save(self, offset);
                within.indices.iter_mut().for_each(|index| save(self, index));
            }
            Base::Row { object, .. } => save(self, object),
            Base::Flat { object, offset, .. } => {
                save(self, object);
                save(self, offset);
            }
            Base::Value { leaves, within, .. } => {
                leaves.iter_mut().flatten().for_each(|part| save(self, part));
                within.indices.iter_mut().for_each(|index| save(self, index));
            }
            Base::Nowhere(_) => {}
        }
        location
    }

    /// `&place`
    pub fn address(&mut self, location: &Location) -> Pointer {
        let zero = self.int(0);
        match &location.base {
            Base::Element { object, offset, within, .. } if within.steps.is_empty() => {
                Pointer { object: *object, offset: *offset }
            }
            Base::Row { object, .. } => Pointer { object: *object, offset: zero },
            Base::Flat { object, offset, .. } => Pointer { object: *object, offset: *offset },
            Base::Element { .. } | Base::Plain { .. } | Base::Value { .. } | Base::Nowhere(_) => {
                self.doubt("addresses of parts of variables".to_string());
                self.unknown_pointer()
            }
        }
    }
}

pub fn element_indices(object: Term, offset: Term, within: &Within) -> Vec<Term> {
    [object, offset].into_iter().chain(within.indices.iter().copied()).collect()
}
