//! Loads, stores and objects. In: a location, and what is to be there. Out: the value it holds, or the assignment to its
//! variable or map, with the checks that the location carries; and new objects.

use invar_gcl::CheckKind;
use invar_logic::{Term, VarId};

use super::code::{Body, Value};
use super::flat::Slot;
use super::ints::{self, Int};
use super::location::{Base, IndexCheck, Location, Within, element_indices};
use super::maps::read;
use super::program::Part;
use super::shape::{Leaf, scalar};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{IntKind, Type, TypeId};

/// May what is written be read through another view of memory?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    Here,
    Elsewhere,
}

/// A part of a leaf of what is written.
struct Piece<'l> {
    leaf: &'l Leaf,
    /// The leaf's number, and the part's.
    position: usize,
    which: usize,
    part: Part,
}

impl Body<'_, '_> {
    /// What is accessed at a location, as a `ty`, exists and lies inside its object and its arrays.
    pub fn make_checks(&mut self, location: &Location, ty: TypeId) {
        if let Some(followed) = location.followed {
            self.check_followed(followed, ty);
        }
        self.check_indices(location);
    }

    /// What is accessed lies inside its arrays.
    pub fn check_indices(&mut self, location: &Location) {
        for &IndexCheck { inside, relied_on } in &location.checks {
            if let Some(what) = relied_on {
                self.doubt_unless(inside, what);
            }
            self.check(CheckKind::Bounds, inside);
        }
    }

    /// The value of the place, checked.
    pub fn load(&mut self, location: &Location, ty: TypeId) -> Value {
        self.make_checks(location, ty);
        if self.changes_by_itself(location, ty) {
            // In a program that is here as a whole, perhaps nothing changes it.
            if self.cx.is_closed() {
                self.approximate("a volatile object");
            }
            return self.any_value(ty);
        }
        self.fetch(location, ty)
    }

    /// May what is read there change by itself?
    pub fn changes_by_itself(&self, location: &Location, ty: TypeId) -> bool {
        location.is_volatile || location.object().is_some() && self.has_volatile_member(ty)
    }

    fn has_volatile_member(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        match types.get(ty) {
            Type::Record(id) => {
                let fields = types.fields(*id).iter();
                fields.clone().any(|field| field.volatile.itself() || self.has_volatile_member(field.ty))
            }
            Type::Array { element, .. } => self.has_volatile_member(*element),
            _ => false,
        }
    }

    pub fn fetch(&mut self, location: &Location, ty: TypeId) -> Value {
        match &location.base {
            Base::Nowhere(what) => {
                self.doubt((*what).to_string());
                self.any_value(ty)
            }
            &Base::Flat { region, object, offset, bits } => self.load_flat(Slot { region, object, offset, bits }, ty),
            Base::Row { .. } => {
                self.approximate("an array as a value");
                self.any_value(ty)
            }
            Base::Plain { .. } | Base::Element { .. } | Base::Value { .. } => {
                let leaves = self.part_terms(location);
                if scalar(&self.cx.unit.types, ty).is_none() {
                    return Value::Record(leaves.into_iter().map(|(_, parts)| terms(&parts)).collect());
                }
                let Some((leaf, parts)) = leaves.into_iter().next() else {
                    self.doubt("parts that a variable does not have".to_string());
                    return self.any_value(ty);
                };
                self.assume_older_pointers(location);
                let from_map = !matches!(location.base, Base::Plain { ref within, .. } if within.indices.is_empty());
                let parts = if from_map { self.settle(&leaf, parts) } else { parts };
                let bits = leaf.bits;
                match (self.assemble(leaf.ty, &parts), bits, self.cx.range(leaf.ty, bits.map(|bits| bits.width))) {
                    (Value::Int(int), Some(_), Some(range)) => Value::Int(range.value(int.term)),
                    (Value::Int(int), None, _) if leaf.ty != ty => self.reinterpret(int, ty),
                    (value, _, _) => value,
                }
            }
        }
    }

    /// Read through a type of the same size and the other sign.
    pub fn reinterpret(&mut self, int: Int, ty: TypeId) -> Value {
        match self.cx.range(ty, None) {
            Some(range) if range.bits > 1 => Value::Int(ints::wrap(self.pool(), int, range)),
            Some(_) | None => Value::Int(int),
        }
    }

    /// Names what was read from a map, and assumes that it is in range.
    fn settle(&mut self, leaf: &Leaf, parts: Vec<(Part, Term)>) -> Vec<(Part, Term)> {
        parts.into_iter().map(|(part, term)| (part, self.settled(leaf, part, term))).collect()
    }

    fn settled(&mut self, leaf: &Leaf, part: Part, term: Term) -> Term {
        let saved = self.save(term);
        if saved != term
            && let Some(range) = self.cx.part_range(saved, leaf.ty, leaf.bits.map(|bits| bits.width), part)
        {
            self.assume(range);
        }
        saved
    }

    /// The leaves below a location with the terms of their parts; arrays below it are maps.
    pub fn part_terms(&mut self, location: &Location) -> Vec<(Leaf, Vec<(Part, Term)>)> {
        let mut found = Vec::new();
        match &location.base {
            Base::Plain { leaves, within } => {
                for vars in leaves.iter().filter(|vars| vars.leaf.steps.starts_with(&within.steps)) {
                    let read_var = |(part, var): &(Part, VarId)| (*part, self.read_map(*var, &within.indices));
                    let parts = vars.parts.iter().map(read_var).collect();
                    found.push((below(&vars.leaf, within), parts));
                }
            }
            Base::Element { region, element, object, offset, within } => {
                let indices = element_indices(*object, *offset, within);
                for (number, leaf) in self.leaves(*element).iter().enumerate() {
                    if !leaf.steps.starts_with(&within.steps) {
                        continue;
                    }
                    let mut parts = Vec::new();
                    for part in self.element_parts(*region, *element, leaf) {
                        let map = self.cx.element_map(*region, number, part);
                        parts.push((part, self.read_map(map, &indices)));
                    }
                    found.push((below(leaf, within), parts));
                }
            }
            Base::Value { ty, leaves, within } => {
                for (leaf, parts) in self.leaves(*ty).iter().zip(leaves) {
                    if !leaf.steps.starts_with(&within.steps) {
                        continue;
                    }
                    let kinds = self.kinds(leaf.ty, parts.len());
                    let read = |term: &Term| read(&mut self.cx.b.pool, *term, &within.indices);
                    let parts = kinds.iter().copied().zip(parts.iter().map(read)).collect();
                    found.push((below(leaf, within), parts));
                }
            }
            Base::Row { .. } | Base::Flat { .. } | Base::Nowhere(_) => {}
        }
        found
    }

    /// Writes the place, checked.
    pub fn store(&mut self, location: &Location, ty: TypeId, value: &Value) {
        self.check_store(location, ty);
        self.put(location, ty, value);
    }

    /// The place exists, and may be written.
    pub fn check_store(&mut self, location: &Location, ty: TypeId) {
        self.make_checks(location, ty);
        if location.is_followed
            && let Some((region, object)) = location.object()
        {
            self.check_writable(region, object, Term::FALSE);
            self.doubt_constant_members(region, ty);
        }
    }

    /// Writes without checks: for initialisation.
    pub fn put(&mut self, location: &Location, ty: TypeId, value: &Value) {
        if !self.is_seen_elsewhere(&location.base) {
            return self.put_here(location, ty, value, Seen::Here);
        }
        let (location, value) = (self.save_location(location.clone()), self.save_value(value.clone()));
        self.put_here(&location, ty, &value, Seen::Elsewhere);
    }

    pub fn put_here(&mut self, location: &Location, ty: TypeId, value: &Value, seen: Seen) {
        match &location.base {
            // What is written is lost.
            Base::Nowhere(what) => self.doubt((*what).to_string()),
            Base::Row { .. } | Base::Value { .. } => self.doubt("writes to a value".to_string()),
            &Base::Flat { region, object, offset, bits } => {
                self.store_flat(Slot { region, object, offset, bits }, ty, value);
            }
            Base::Plain { leaves, within } => {
                let matching = leaves.iter().filter(|vars| vars.leaf.steps.starts_with(&within.steps));
                for (position, vars) in matching.enumerate() {
                    let (mut homes, mut parts) = (Vec::new(), Vec::new());
                    for (number, &(part, var)) in vars.parts.iter().enumerate() {
                        let piece = Piece { leaf: &vars.leaf, position, which: number, part };
                        let term = self.new_part(value, ty, piece);
                        self.write_map(var, &within.indices, term);
                        homes.push((var, within.indices.clone()));
                        parts.push((part, term));
                    }
                    if seen == Seen::Elsewhere {
                        self.note_leaf(location, &vars.leaf, homes, parts);
                    }
                }
            }
            Base::Element { region, element, object, offset, within } => {
                let leaves = self.leaves(*element);
                let matching = leaves.iter().enumerate().filter(|(_, leaf)| leaf.steps.starts_with(&within.steps));
                for (position, (number, leaf)) in matching.enumerate() {
                    let (mut homes, mut parts) = (Vec::new(), Vec::new());
                    for (which, part) in self.element_parts(*region, *element, leaf).into_iter().enumerate() {
                        let term = self.new_part(value, ty, Piece { leaf, position, which, part });
                        let map = self.cx.element_map(*region, number, part);
                        let indices = element_indices(*object, *offset, within);
                        self.write_map(map, &indices, term);
                        homes.push((map, indices));
                        parts.push((part, term));
                    }
                    if seen == Seen::Elsewhere {
                        self.note_leaf(location, leaf, homes, parts);
                    }
                }
            }
        }
    }

    /// One part of what is written.
    fn new_part(&mut self, value: &Value, ty: TypeId, piece: Piece<'_>) -> Term {
        let Piece { leaf, position, which, part } = piece;
        match value {
            Value::Record(leaves) => match leaves.get(position).and_then(|parts| parts.get(which)) {
                Some(&term) => term,
                None => self.int(0),
            },
            Value::Int(int) => {
                let width = leaf.bits.map(|bits| bits.width);
                match self.cx.range(leaf.ty, width) {
                    // A value of type `_Bool` is 0 or 1 already.
                    Some(range) if (width.is_some() || leaf.ty != ty) && !self.is_bool(leaf.ty) => {
                        ints::wrap(self.pool(), *int, range).term
                    }
                    Some(_) | None => int.term,
                }
            }
            Value::Void | Value::Pointer(_) | Value::Token(_) => self.part_of(value, part),
        }
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        self.cx.unit.types.int_kind(ty) == Some(IntKind::Bool)
    }

    /// A new object of so many units, which nobody has to free.
    pub fn allocate(&mut self, units: Term) -> Term {
        let (live, size, next, heap) = (self.cx.live, self.cx.size, self.cx.next, self.cx.heap);
        let next_term = self.var(next);
        let object = self.save(next_term);
        let one = self.int(1);
        let after = self.pool().add(object, one);
        self.assign(next, after);
        self.write_map(size, &[object], units);
        self.write_map(live, &[object], Term::TRUE);
        self.write_map(heap, &[object], Term::FALSE);
        self.assume_writable(object);
        object
    }

    pub fn kill(&mut self, object: Term) {
        let live = self.cx.live;
        self.write_map(live, &[object], Term::FALSE);
    }

    /// Fills a whole new object with zeros.
    pub fn clear_object(&mut self, region: RegionId, object: Term) {
        let zero = self.int(0);
        match self.mode(region) {
            Mode::Elements(element) => {
                for (number, leaf) in self.leaves(element).iter().enumerate() {
                    for part in self.element_parts(region, element, leaf) {
                        let map = self.cx.element_map(region, number, part);
                        let row = self.cx.constant_map(1 + leaf.dimensions(), zero);
                        self.write_map(map, &[object], row);
                    }
                }
            }
            Mode::Cells | Mode::Bytes => {
                for part in [Part::Int, Part::Object, Part::Offset, Part::Token] {
                    let map = self.cx.flat_map(region, part);
                    let row = self.cx.constant_map(1, zero);
                    self.write_map(map, &[object], row);
                }
            }
        }
    }
}

fn terms(parts: &[(Part, Term)]) -> Vec<Term> {
    parts.iter().map(|(_, term)| *term).collect()
}

/// The leaf as seen from the location.
fn below(leaf: &Leaf, within: &Within) -> Leaf {
    Leaf { steps: leaf.steps[within.steps.len()..].to_vec(), ty: leaf.ty, bits: leaf.bits }
}
