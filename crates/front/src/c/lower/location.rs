//! Locations: where a C lvalue lies in the variables and maps of the program, and when it may be followed.
//!
//! In: a place, or a pointer and a type. Out: a location, computed without any check (`&a[n]` is fine); the checks it
//! needs when it is read or written travel with it and are made there (`memory`).

use std::rc::Rc;

use invar_gcl::CheckKind;
use invar_logic::Term;

use super::code::{Body, Pointer, Value};
use super::extent::is_last;
use super::ints::Int;
use super::program::{Closure, LeafVars, VarStorage};
use super::shape::{LeafStep, cells, field_cell, same_element};
use crate::c::hir::{Expr, GlobalId, LocalId, Place, PlaceKind};
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
    region: RegionId,
    pointer: Pointer,
    /// The distance from the pointer to the part, in units of `@size`.
    inner: Term,
    bits: Option<BitField>,
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
    /// What a place holds that is a standard stream.
    pub fn standard_stream(&mut self, place: &Place) -> Option<Value> {
        let PlaceKind::Global(id) = &place.kind else { return None };
        let object = self.cx.stream_object(*id)?;
        self.mentioned.insert(*id);
        let text = "`stdin`, `stdout` and `stderr` stay what they are when the program starts";
        self.cx.assumptions.insert(text.to_string());
        let offset = self.int(0);
        Some(Value::Pointer(Pointer { object, offset }))
    }

    /// The object of a standard stream, and its size in the units of its region.
    pub fn stream_extent(&mut self, id: GlobalId) -> Option<(Term, u64)> {
        let object = self.cx.stream_object(id)?;
        let region = self.cx.regions.variable_pointee(Variable::Global(id), &[]);
        let pointee = self.cx.unit.types.pointee(self.cx.unit.globals[id].ty)?;
        Some((object, self.units(region, pointee).unwrap_or(0)))
    }

    pub fn locate(&mut self, place: &Place) -> Location {
        match &place.kind {
            PlaceKind::Local(id) => {
                self.doubt_argument(*id);
                if let Some(what) = &self.function.locals[*id].doubt {
                    self.doubt(what.clone());
                }
                let mut location = self.local_location(*id);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Global(id) => {
                self.mentioned.insert(*id);
                if self.cx.streams.contains(id) {
                    self.doubt("other values of standard streams".to_string());
                }
                if let Some(what) = &self.cx.unit.globals[*id].doubt {
                    self.doubt(what.clone());
                }
                let storage = self.cx.globals[*id].clone();
                let mut location = self.variable_location(storage, self.declared_type(place));
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::String(id) => {
                self.strings.insert(*id);
                let (region, object) = (self.cx.regions.string(*id), self.cx.string_object(*id));
                self.variable_location(VarStorage::Object(region, object), place.ty)
            }
            PlaceKind::Deref(pointer) => {
                let mut location = self.deref_location(pointer, place.ty);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Field(record, number) => {
                let location = self.locate(record);
                let mut location = self.field_location(location, record.ty, *number);
                location.is_volatile = self.is_volatile(place);
                location
            }
            PlaceKind::Index(array, index) => {
                let mut location = self.locate(array);
                if self.has_effects(index) {
                    location = self.save_location(location);
                }
                let index = self.int_value(index);
                self.index_location(location, self.declared_type(array), index)
            }
            PlaceKind::Compound(local, init) => {
                self.begin_literal(*local);
                self.initialise_local(*local, Some(init));
                self.local_location(*local)
            }
            PlaceKind::Value(value) => self.value_location(value),
        }
    }

    /// May what is there change without the program's doing, or be watched? Not in a local variable that no pointer
    /// points to.
    pub fn is_volatile(&self, place: &Place) -> bool {
        !self.is_plain_local(place) && self.cx.unit.volatile_place(self.function, place).itself()
    }

    fn is_plain_local(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(id) | PlaceKind::Compound(id, _) => {
                matches!(self.vars.get(id), Some(VarStorage::Plain(_)))
            }
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => self.is_plain_local(base),
            PlaceKind::Value(_) => true,
            PlaceKind::Global(_) | PlaceKind::String(_) | PlaceKind::Deref(_) => false,
        }
    }

    fn value_location(&mut self, value: &Expr) -> Location {
        match self.value(value) {
            Value::Record(leaves) => Location::new(Base::Value { ty: value.ty, leaves, within: Within::default() }),
            Value::Void | Value::Int(_) | Value::Pointer(_) | Value::Token(_) => {
                Location::new(Base::Nowhere("values that are no records"))
            }
        }
    }

    /// The memory that the system passes to `main`, other than `argv`, is not modelled: where it is used, nothing is
    /// proved or refuted.
    fn doubt_argument(&mut self, id: LocalId) {
        let local = &self.function.locals[id];
        if !local.is_param || self.cx.closure != Closure::From(self.id) || !self.cx.unit.types.is_pointer(local.ty) {
            return;
        }
        if self.is_argument_table(id) {
            self.uses_arguments = true;
        } else {
            self.doubt("the arguments of `main`".to_string());
        }
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

    pub fn mode(&self, region: RegionId) -> Mode {
        self.cx.regions.regions()[region].mode
    }

    fn deref_location(&mut self, pointer: &Expr, ty: TypeId) -> Location {
        let region = self.cx.regions.target(self.id, pointer);
        let value = self.pointer_value(pointer);
        self.at_pointer(region, value, ty)
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
        let Followed { region, pointer, inner, bits, .. } = followed;
        let units = match (bits, self.mode(region)) {
            (Some(bits), Mode::Elements(_) | Mode::Bytes) => u64::from((bits.start + bits.width).div_ceil(8)),
            (Some(_), Mode::Cells) => 1,
            (None, _) => self.units(region, ty).unwrap_or(1),
        };
        let length = self.int(i128::from(units));
        let start = self.unit_offset(region, pointer.offset);
        let start = self.pool().add(start, inner);
        self.doubt_made_up(region, pointer.object);
        for (kind, term) in self.block_checks(pointer.object, start, length) {
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

    /// An offset in the units of `$size`: bytes, or cells in a region of cells.
    pub fn unit_offset(&mut self, region: RegionId, offset: Term) -> Term {
        match self.mode(region) {
            Mode::Elements(element) => {
                let size = self.cx.unit.types.size_of(element).unwrap_or(1);
                let size = self.int(i128::from(size));
                self.pool().mul(offset, size)
            }
            Mode::Cells | Mode::Bytes => offset,
        }
    }

    /// How many units of `$size` a type takes.
    pub fn units(&self, region: RegionId, ty: TypeId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(_) | Mode::Bytes => self.cx.unit.types.size_of(ty),
            Mode::Cells => cells(&self.cx.unit.types, ty),
        }
    }

    /// By how much one step of a pointer to `ty` moves the offset.
    pub fn stride(&self, region: RegionId, ty: TypeId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(_) => Some(1),
            Mode::Cells => cells(&self.cx.unit.types, ty),
            Mode::Bytes => self.cx.unit.types.size_of(ty),
        }
    }

    /// By how much one step of a pointer to `ty` moves the offset, also where that is known at run time only.
    pub fn offset_stride(&mut self, region: RegionId, ty: TypeId) -> Option<Term> {
        match self.mode(region) {
            Mode::Elements(_) => Some(self.int(1)),
            Mode::Cells | Mode::Bytes => self.unit_stride(region, ty),
        }
    }

    /// The distance between neighbours of this type, in units of `@size`; `None` if a length in it is not known.
    pub fn unit_stride(&mut self, region: RegionId, ty: TypeId) -> Option<Term> {
        if let Type::Array { element, length: ArrayLength::Variable(number) } = self.cx.unit.types.get(ty).clone() {
            let (length, each) = (*self.lengths.get(&number)?, self.unit_stride(region, element)?);
            return Some(self.pool().mul(length, each));
        }
        if let Type::Array { element, length: ArrayLength::Known(length) } = self.cx.unit.types.get(ty).clone() {
            let each = self.unit_stride(region, element)?;
            let length = self.int(i128::from(length));
            return Some(self.pool().mul(length, each));
        }
        let units = self.units(region, ty)?;
        Some(self.int(i128::from(units)))
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

    /// Where a field lies in its record, in units of `@size`.
    fn field_units(&mut self, region: RegionId, record: TypeId, number: u32) -> Term {
        let by = match self.mode(region) {
            Mode::Cells => field_cell(&self.cx.unit.types, record, number),
            Mode::Bytes | Mode::Elements(_) => self.field_offset(record, number),
        };
        self.int(i128::from(by.unwrap_or(0)))
    }

    fn field_bits(&self, record: TypeId, number: u32) -> Option<BitField> {
        let Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        self.cx.unit.types.fields(*id).get(number as usize)?.bits
    }

    fn field_offset(&self, record: TypeId, number: u32) -> Option<u64> {
        let Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        Some(self.cx.unit.types.fields(*id).get(number as usize)?.offset)
    }

    /// A later declaration may have given an array its length (C11 §6.2.7): `extern int a[];`, then `int a[2];`.
    fn declared_type(&self, place: &Place) -> TypeId {
        match &place.kind {
            PlaceKind::Global(id) => self.cx.unit.globals[*id].ty,
            PlaceKind::Local(_) | PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) => place.ty,
            PlaceKind::Index(..) | PlaceKind::Compound(..) | PlaceKind::Value(_) => place.ty,
        }
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
