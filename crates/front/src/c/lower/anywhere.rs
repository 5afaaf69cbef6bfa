//! Loads and stores through pointers of which nobody knows where they point (`made_up`). In: a place that such a pointer may lead to. Out:
//! what any program could do there.
//!
//! Where nobody asks whether pointers are valid, one that is followed is: it points to an object of the program. A load then gives any value. A store changes one scalar,
//! somewhere, to what is stored; as what is accessed has the type that it is accessed at (C11 6.5p7), pointers stay what they are.
//! A variable whose address nobody takes and that other files cannot name is not pointed to. So proofs hold, and a run through here is approximated.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Sort, Term, VarId};

use super::code::{Body, Pointer, Value};
use super::flat::Slot;
use super::ints;
use super::location::{Base, Location, Within};
use super::memory::Seen;
use super::program::{LeafVars, Part, VarStorage};
use super::shape::{Leaf, Scalar, scalar};
use super::views::is_known_outside;
use crate::c::hir::Place;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::TypeId;

const FOLLOWED: &str = "a pointer made from an integer or from bytes";

const ASSUMED: &str = "pointers of unknown origin point to objects of the type at which they are followed";

/// A store at a place that nobody knows, if the condition holds.
struct Somewhere<'v> {
    condition: Term,
    object: Term,
    offset: Term,
    /// Which kind of place it is, by number; `count` were asked so far.
    chosen: Term,
    count: i128,
    ty: TypeId,
    value: &'v Value,
}

/// What a store at an unknown place may do to a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meets {
    /// It gets the value.
    Alike,
    /// It gets some of the value's bits.
    Across,
    /// It has another type, and is not read after that.
    Never,
}

impl Body<'_, '_> {
    /// The value of the place, checked; any value, if it is not known where the place is.
    pub fn load_anywhere(&mut self, place: &Place, location: &Location) -> Value {
        let ty = place.ty;
        let is_known = match scalar(&self.cx.unit.types, ty) {
            Some(Scalar::Int(_)) => true,
            // What is loaded may be of unknown origin, too.
            Some(Scalar::Pointer) => {
                let target = self.cx.regions.stored_target(self.id, place, &[]);
                self.cx.regions.regions()[target].made_up
            }
            Some(_) | None => false,
        };
        let astray = if is_known { self.astray(location, ty) } else { None };
        let Some((location, astray)) = astray else { return self.load(location, ty) };
        let found = self.fetch(&location, ty);
        match found {
            Value::Int(int) => {
                let Value::Int(any) = self.any_value(ty) else { return Value::Int(int) };
                let term = self.pool().ite(astray, any.term, int.term);
                let term = self.save(term);
                match self.cx.range(ty, None) {
                    Some(range) => Value::Int(range.value(term)),
                    None => Value::Int(any),
                }
            }
            Value::Pointer(pointer) => {
                let any = self.unknown_pointer();
                let pool = self.pool();
                let object = pool.ite(astray, any.object, pointer.object);
                let offset = pool.ite(astray, any.offset, pointer.offset);
                Value::Pointer(Pointer { object: self.save(object), offset: self.save(offset) })
            }
            Value::Void | Value::Token(_) | Value::Record(_) => found,
        }
    }

    /// An integer is about to be stored: if it is not known where, it is stored in some object of the program. The place is checked then.
    pub fn store_anywhere(&mut self, location: Location, ty: TypeId, value: Value) -> (Location, Value) {
        // What a character may change is every object, and what a bit-field does, those beside it.
        let is_typed = matches!(scalar(&self.cx.unit.types, ty), Some(Scalar::Int(_)))
            && self.cx.unit.types.size_of(ty).is_some_and(|size| size > 1);
        let is_bit_field = location.followed.is_some_and(|followed| followed.bits.is_some());
        if !is_typed || is_bit_field || !self.may_be_astray(&location, ty) {
            return (location, value);
        }
        let location = self.save_location(location);
        let value = self.save_value(value);
        let Some((location, astray)) = self.astray(&location, ty) else { return (location, value) };
        if let Some((region, object)) = location.object() {
            self.check_writable(region, object, astray);
        }
        self.store_somewhere(astray, ty, &value);
        (location, value)
    }

    /// May the pointer to a place be of unknown origin, and is that modelled?
    fn may_be_astray(&self, location: &Location, ty: TypeId) -> bool {
        let Some(followed) = location.followed else { return false };
        let is_asked = [CheckKind::Null, CheckKind::Dead, CheckKind::Bounds, CheckKind::ReadOnly];
        let is_asked = is_asked.into_iter().any(|kind| self.cx.wants(kind));
        let is_made_up = self.cx.regions.regions()[followed.region].made_up;
        let is_lost = matches!(location.base, Base::Nowhere(_) | Base::Row { .. });
        is_made_up && !is_asked && !is_lost && self.cx.is_closed() && !self.changes_by_itself(location, ty)
    }

    /// A place once it is checked, and whether the pointer to it is of unknown origin.
    fn astray(&mut self, location: &Location, ty: TypeId) -> Option<(Location, Term)> {
        let followed = location.followed.filter(|_| self.may_be_astray(location, ty))?;
        let astray = self.is_made_up(followed.pointer);
        if astray == Term::FALSE {
            return None;
        }
        let astray = self.save(astray);
        let known = self.pool().not(astray);
        self.approximate_unless(known, FOLLOWED);
        self.cx.assumptions.insert(ASSUMED.to_string());
        self.check_pointed(followed, ty, astray);
        self.check_indices(location);
        Some((Location { followed: None, checks: Vec::new(), is_followed: false, ..location.clone() }, astray))
    }

    /// One scalar of the type, in some object, gets the value. In memory of other types nothing happens.
    fn store_somewhere(&mut self, condition: Term, ty: TypeId, value: &Value) {
        let inputs = self.any_indices(3);
        let mut somewhere =
            Somewhere { condition, object: inputs[0], offset: inputs[1], chosen: inputs[2], count: 0, ty, value };
        let regions: Vec<RegionId> = self.cx.regions.regions().iter().map(|(id, _)| id).collect();
        for region in regions {
            match self.mode(region) {
                Mode::Elements(element) => self.store_in_leaves(region, element, &mut somewhere),
                // Cells have one sign, and a size that need not be that of the value.
                Mode::Cells => {
                    let map = self.cx.flat_map(region, Part::Int);
                    self.forget_objects(&[map], &mut somewhere);
                }
                Mode::Bytes => {
                    let (object, offset) = (self.object_here(&mut somewhere), somewhere.offset);
                    self.store_flat(Slot { region, object, offset, bits: None }, ty, value);
                }
            }
        }
        self.store_in_globals(&mut somewhere);
    }

    fn store_in_leaves(&mut self, region: RegionId, element: TypeId, somewhere: &mut Somewhere<'_>) {
        let mut crossed = Vec::new();
        for (number, leaf) in self.leaves(element).iter().enumerate() {
            match self.meets(leaf, somewhere.ty) {
                Meets::Alike => {
                    let within = Within { steps: leaf.steps.clone(), indices: self.any_indices(leaf.dimensions()) };
                    let (object, offset) = (self.object_here(somewhere), somewhere.offset);
                    let location = Location::new(Base::Element { region, element, object, offset, within });
                    self.put_here(&location, somewhere.ty, somewhere.value, Seen::Here);
                }
                Meets::Across => crossed.push(self.cx.element_map(region, number, Part::Int)),
                Meets::Never => {}
            }
        }
        self.forget_objects(&crossed, somewhere);
    }

    /// One object has any integers in these maps.
    fn forget_objects(&mut self, maps: &[VarId], somewhere: &mut Somewhere<'_>) {
        if maps.is_empty() {
            return;
        }
        let object = self.object_here(somewhere);
        for &map in maps {
            let any = self.any_row(map);
            self.write_map(map, &[object], any);
        }
    }

    /// Variables that other files can name.
    fn store_in_globals(&mut self, somewhere: &mut Somewhere<'_>) {
        let named = self.cx.unit.globals.iter().filter(|(_, global)| is_known_outside(global) && !global.is_const);
        for id in named.map(|(id, _)| id).collect::<Vec<_>>() {
            let VarStorage::Plain(leaves) = self.cx.globals[id].clone() else { continue };
            let mut crossed = Vec::new();
            for vars in leaves.iter() {
                match self.meets(&vars.leaf, somewhere.ty) {
                    Meets::Alike => {
                        let indices = self.any_indices(vars.leaf.dimensions());
                        let within = Within { steps: vars.leaf.steps.clone(), indices };
                        let location = Location::new(Base::Plain { leaves: leaves.clone(), within });
                        self.perhaps_store(&location, vars.leaf.ty, somewhere);
                    }
                    Meets::Across => crossed.push(vars),
                    Meets::Never => {}
                }
            }
            self.perhaps_forget(&crossed, somewhere);
        }
    }

    /// The place gets the value, or stays as it is.
    fn perhaps_store(&mut self, location: &Location, own: TypeId, somewhere: &mut Somewhere<'_>) {
        let here = self.is_here(somewhere);
        let (Value::Int(old), Value::Int(new)) = (self.fetch(location, own), somewhere.value) else { return };
        let Some(range) = self.cx.range(own, None) else { return };
        let new = ints::wrap(self.pool(), *new, range);
        let term = self.pool().ite(here, new.term, old.term);
        self.put_here(location, own, &Value::Int(range.value(term)), Seen::Here);
    }

    /// These parts of a variable have any values, or stay as they are.
    fn perhaps_forget(&mut self, crossed: &[&LeafVars], somewhere: &mut Somewhere<'_>) {
        if crossed.is_empty() {
            return;
        }
        let here = self.is_here(somewhere);
        for vars in crossed {
            let range = self.cx.range(vars.leaf.ty, vars.leaf.bits.map(|bits| bits.width));
            for &(_, var) in &vars.parts {
                let any = match range.filter(|_| vars.leaf.dimensions() == 0) {
                    Some(range) => self.any_in(range),
                    None => self.any_like(var),
                };
                let old = self.var(var);
                let term = self.pool().ite(here, any, old);
                self.assign(var, term);
            }
        }
    }

    fn any_like(&mut self, var: VarId) -> Term {
        let sort = self.cx.b.pool.variable(var).sort;
        let any = self.temporary(sort);
        self.emit(CmdKind::Havoc(any));
        self.var(any)
    }

    /// Does the next kind of place get the value? At most one does.
    fn is_here(&mut self, somewhere: &mut Somewhere<'_>) -> Term {
        let number = self.int(somewhere.count);
        somewhere.count += 1;
        let pool = self.pool();
        let chosen = pool.eq(somewhere.chosen, number);
        pool.and(&[somewhere.condition, chosen])
    }

    /// Of the next kind of memory, the object that gets the value. Nobody relies on what an object that does not exist holds.
    fn object_here(&mut self, somewhere: &mut Somewhere<'_>) -> Term {
        let (here, nowhere) = (self.is_here(somewhere), self.int(-1));
        let object = self.pool().ite(here, somewhere.object, nowhere);
        self.save(object)
    }

    fn any_indices(&mut self, count: usize) -> Vec<Term> {
        (0..count)
            .map(|_| {
                let index = self.temporary(Sort::INT);
                self.emit(CmdKind::Havoc(index));
                self.var(index)
            })
            .collect()
    }

    /// How does a store of this type change the leaf? Memory from `malloc` may have been given characters or bit-fields first, and is then
    /// stored to as a whole: both may still be read (C11 6.5p6, p7).
    fn meets(&self, leaf: &Leaf, ty: TypeId) -> Meets {
        let types = &self.cx.unit.types;
        match scalar(types, leaf.ty) {
            Some(Scalar::Int(_)) if leaf.bits.is_some() || types.size_of(leaf.ty) == Some(1) => Meets::Across,
            Some(Scalar::Int(_)) if types.size_of(leaf.ty) == types.size_of(ty) => Meets::Alike,
            Some(_) | None => Meets::Never,
        }
    }
}
