//! Leaks: memory that nobody freed and nothing leads to when the program ends.
//!
//! A proof is that all memory is freed or pointed to directly. A run shows a leak only if memory is left and no global variable leads to
//! allocated memory: what is left could hang on that. Every pointer that a global holds is looked at, in whatever form its memory is kept.

use invar_gcl::CheckKind;
use invar_logic::{Sort, Term};

use crate::c::lower::code::{Body, Value};
use crate::c::lower::ints::Int;
use crate::c::lower::location::{Base, Location};
use crate::c::lower::maps::read;
use crate::c::lower::markers::POINTER;
use crate::c::lower::program::{Part, VarStorage};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, Type, TypeId};

/// Pointers, or bytes, of one global variable that are looked at.
const LOOKED_AT: u64 = 128;

/// The objects that a global variable's pointers point to; `None` if some of them are not looked at.
type Held = Option<Vec<Term>>;

impl Body<'_, '_> {
    /// The objects that pointers in local variables point to.
    pub fn local_pointers(&mut self) -> Vec<Term> {
        if !self.cx.wants(CheckKind::Leak) {
            return Vec::new();
        }
        let mut plain: Vec<_> = self.vars.iter().map(|(id, storage)| (*id, storage.clone())).collect();
        plain.sort_by_key(|(id, _)| *id);
        plain.into_iter().flat_map(|(_, storage)| self.direct_pointers(&storage)).collect()
    }

    /// The objects that the pointers of a plain variable point to; those in arrays are not looked at.
    fn direct_pointers(&mut self, storage: &VarStorage) -> Vec<Term> {
        let VarStorage::Plain(leaves) = storage else { return Vec::new() };
        let single = leaves.iter().filter(|vars| vars.leaf.dimensions() == 0);
        let parts: Vec<_> = single.flat_map(|vars| vars.parts.clone()).collect();
        let objects = parts.into_iter().filter(|(part, _)| *part == Part::Object);
        objects.map(|(_, var)| self.var(var)).collect()
    }

    /// Nothing allocated lives when the program ends, except what is pointed to directly by `kept` or a global.
    pub fn leak_check(&mut self, kept: &[Term], ends: Ends) {
        if !self.cx.wants(CheckKind::Leak) || !self.cx.is_closed() {
            return;
        }
        if ends == Ends::InTheMiddle {
            self.approximate("memory that variables of running functions may still reach when the program ends");
        }
        self.doubt_leaks();
        let storages: Vec<VarStorage> = self.cx.globals.values().cloned().collect();
        let mut kept = kept.to_vec();
        kept.extend(storages.iter().flat_map(|storage| self.direct_pointers(storage)).collect::<Vec<_>>());
        let (live, heap, next) = (self.cx.live, self.cx.heap, self.cx.next);
        let first = self.cx.numbers.first_free;
        let (live, heap, next) = (self.var(live), self.var(heap), self.var(next));
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let first = pool.int(first);
        let (from, until) = (pool.le(first, object), pool.lt(object, next));
        let (is_live, allocated) = (pool.select(live, &[object]), pool.select(heap, &[object]));
        let exists = pool.and(&[from, until]);
        let lost = pool.and(&[is_live, allocated]);
        let mut ways: Vec<Term> = kept.into_iter().map(|pointer| pool.eq(object, pointer)).collect();
        ways.push(pool.not(lost));
        let fine = pool.or(&ways);
        let body = pool.implies(exists, fine);
        let none = pool.forall(&[bound], Vec::new(), body);
        self.check(CheckKind::Leak, none);
    }

    /// What a global leads to is not lost: with a pointer to memory that must be freed a leak is only suspected.
    fn doubt_leaks(&mut self) {
        let mut clear = Vec::new();
        // What is constant was initialised before anything was allocated.
        for (id, global) in self.cx.unit.globals.iter().filter(|(_, global)| !global.is_const) {
            let storage = self.cx.globals[id].clone();
            let held = self.held_by_variable(storage, global.ty).filter(|_| !global.volatile.itself());
            match held {
                Some(objects) => objects.into_iter().for_each(|object| clear.push(self.is_not_allocated(object))),
                None => clear.push(Term::FALSE),
            }
        }
        let none = self.pool().and(&clear);
        self.approximate_unless(none, "memory that global pointers may still reach when the program ends");
    }

    fn held_by_variable(&mut self, storage: VarStorage, ty: TypeId) -> Held {
        if let VarStorage::Object(region, object) = storage
            && self.mode(region) == Mode::Bytes
        {
            return self.held_in_bytes(region, object, ty);
        }
        let mut found = Vec::new();
        let location = self.variable_location(storage, ty);
        self.held_at(&location, ty, &mut found)?;
        Some(found)
    }

    /// Any byte of the object may be the first of a pointer, whatever its type is: bytes can be copied.
    fn held_in_bytes(&mut self, region: RegionId, object: Term, ty: TypeId) -> Held {
        let size = self.cx.unit.types.size_of(ty).filter(|size| *size <= LOOKED_AT)?;
        let (bytes, objects) = (self.cx.flat_map(region, Part::Int), self.cx.flat_map(region, Part::Object));
        let (bytes, objects) = (self.var(bytes), self.var(objects));
        let (marker, zero) = (self.int(POINTER), self.int(0));
        let mut found = Vec::new();
        for at in 0..size {
            let at = self.int(i128::from(at));
            let pool = self.pool();
            let (byte, pointed) = (read(pool, bytes, &[object, at]), read(pool, objects, &[object, at]));
            let begins = pool.eq(byte, marker);
            found.push(pool.ite(begins, pointed, zero));
        }
        Some(found)
    }

    fn held_at(&mut self, location: &Location, ty: TypeId, found: &mut Vec<Term>) -> Option<()> {
        if matches!(location.base, Base::Nowhere(_)) || found.len() as u64 > LOOKED_AT {
            return None;
        }
        match self.cx.unit.types.get(ty).clone() {
            Type::Pointer(_) => match self.fetch(location, ty) {
                Value::Pointer(pointer) => found.push(pointer.object),
                _ => return None,
            },
            _ if !self.has_pointer(ty) => {}
            Type::Array { element, length: ArrayLength::Known(length) } if length <= LOOKED_AT => {
                for number in 0..length {
                    let index = Int::literal(self.pool(), i128::from(number));
                    let part = self.index_location(location.clone(), ty, index);
                    self.held_at(&part, element, found)?;
                }
            }
            Type::Record(record) if !self.cx.unit.types.records[record].is_union => {
                let fields: Vec<TypeId> = self.cx.unit.types.fields(record).iter().map(|field| field.ty).collect();
                for (number, field) in fields.into_iter().enumerate() {
                    let part = self.field_location(location.clone(), ty, number as u32);
                    self.held_at(&part, field, found)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn has_pointer(&mut self, ty: TypeId) -> bool {
        let leaves = self.leaves(ty);
        leaves.iter().any(|leaf| self.cx.unit.types.is_pointer(leaf.ty))
    }

    /// Is the object null, gone, or one that nobody has to free?
    fn is_not_allocated(&mut self, object: Term) -> Term {
        let (live, heap, zero) = (self.cx.live, self.cx.heap, self.int(0));
        let (live, heap) = (self.var(live), self.var(heap));
        let pool = self.pool();
        let (null, is_live) = (pool.eq(object, zero), pool.select(live, &[object]));
        let allocated = pool.select(heap, &[object]);
        let lost = pool.and(&[is_live, allocated]);
        let kept = pool.not(lost);
        pool.or(&[null, kept])
    }
}

/// Where does the program end?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// `main` returns: no local variable is left.
    WithMain,
    /// `exit` is called.
    InTheMiddle,
}
