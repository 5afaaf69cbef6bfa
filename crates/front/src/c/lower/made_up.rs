//! Pointers that were made from integers, or from bytes that hold no pointer.
//!
//! Such a pointer is no pointer to an object of the model: its object is `MADE_UP`, its offset the address. As a number it
//! is exact, and so is a comparison with null or with its like. It may point to anything that the program has, though: where it
//! is followed, nothing is proved, and whether it equals a pointer to an object is open.

use invar_base::Id;
use invar_logic::{Op, Term};
use rustc_hash::FxHashSet;

use super::code::{Addresses, Body, Pointer};
use super::ints::{self, Int, Range};
use super::program::VarStorage;
use crate::c::hir::{
    BinaryOp, CompareOp, Expr, ExprKind, InitEntry, InitValue, Initialiser, Place, PlaceKind, UnaryOp,
};
use crate::c::points_to::{Mode, RegionId, Variable};

/// The object of pointers that were made up.
const MADE_UP: i128 = -1;

/// Terms with more subterms are not searched for the pointer that they were computed from.
const MOST_TERMS: usize = 2000;

impl Body<'_, '_> {
    /// The pointer with this address; null for 0.
    pub fn made_up(&mut self, address: Term) -> Pointer {
        let (zero, made_up) = (self.int(0), self.int(MADE_UP));
        let pool = self.pool();
        let null = pool.eq(address, zero);
        Pointer { object: pool.ite(null, zero, made_up), offset: address }
    }

    /// The pointer into a region that an integer becomes. If it is an address in the object of a pointer that it, or one
    /// of the carried numbers, was made from, then it points there.
    pub fn pointer_from(&mut self, int: Int, region: RegionId, carried: &[Int]) -> Pointer {
        let address = self.as_address(int);
        let mut pointer = self.made_up(address);
        for &number in [&int].into_iter().chain(carried) {
            let number = self.as_address(number);
            if let Some((object, start, at_home)) = self.recorded(number, region) {
                pointer = self.inside_or((address, start), object, at_home, pointer);
            }
        }
        if let Some((object, start)) = self.origin(int.term) {
            pointer = self.inside_or((address, start), object, Term::TRUE, pointer);
        }
        self.doubt_lost(pointer, carried);
        pointer
    }

    /// Bits that are put into an address and taken out again give the address only where it is aligned, which the model
    /// does not know: a number that comes from an address and is none is not one to refute with.
    fn doubt_lost(&mut self, pointer: Pointer, carried: &[Int]) {
        let zero = self.int(0);
        let pool = self.pool();
        let found = pool.lt(zero, pointer.object);
        let nulls: Vec<Term> = carried.iter().map(|number| pool.eq(number.term, zero)).collect();
        let null = pool.and(&nulls);
        let clear = pool.or(&[found, null]);
        self.approximate_unless(clear, "a pointer made from an integer or from bytes");
    }

    fn as_address(&mut self, int: Int) -> Term {
        let bits = 8 * self.cx.unit.types.pointer_size() as u32;
        let address = ints::wrap(self.pool(), int, Range { bits, signed: false }).term;
        self.save(address)
    }

    /// The pointer to an address in the object that starts at an address, if it lies in it.
    fn inside_or(&mut self, (address, start): (Term, Term), object: Term, known: Term, other: Pointer) -> Pointer {
        let size = self.cx.size;
        let (sizes, zero) = (self.var(size), self.int(0));
        let pool = self.pool();
        let size = pool.select(sizes, &[object]);
        let offset = pool.sub(address, start);
        let (exists, from, until) = (pool.lt(zero, object), pool.le(zero, offset), pool.le(offset, size));
        let inside = pool.and(&[known, exists, from, until]);
        // Objects do not overlap, but the addresses of the model are any numbers.
        let (found, another) = (pool.lt(zero, other.object), pool.ne(other.object, object));
        let both = pool.and(&[inside, found, another]);
        let apart = pool.not(both);
        self.approximate_unless(apart, "objects at one address");
        let pool = self.pool();
        Pointer { object: pool.ite(inside, object, other.object), offset: pool.ite(inside, offset, other.offset) }
    }

    /// The object that a pointer with this address was converted from, where it starts, and whether it is in the region.
    fn recorded(&mut self, address: Term, region: RegionId) -> Option<(Term, Term, Term)> {
        let (origins, homes) = self.cx.origins?;
        let addresses = self.cx.address_map();
        let (origins, homes, addresses) = (self.var(origins), self.var(homes), self.var(addresses));
        let here = self.int(region.index() as i128);
        let pool = self.pool();
        let object = pool.select(origins, &[address]);
        let home = pool.select(homes, &[address]);
        let start = pool.select(addresses, &[object]);
        Some((object, start, pool.eq(home, here)))
    }

    /// Remembers which object a pointer with this address points into.
    pub fn record(&mut self, pointer: Pointer, address: Term, region: RegionId) {
        let Some((origins, homes)) = self.cx.origins else { return };
        let (zero, here) = (self.int(0), self.int(region.index() as i128));
        let known = self.var(origins);
        let pool = self.pool();
        let old = pool.select(known, &[address]);
        let (none, same, unreal) = (pool.eq(old, zero), pool.eq(old, pointer.object), pool.le(pointer.object, zero));
        let apart = pool.or(&[none, same, unreal]);
        self.approximate_unless(apart, "objects at one address");
        for (map, new) in [(origins, pointer.object), (homes, here)] {
            let known = self.var(map);
            let pool = self.pool();
            let real = pool.lt(zero, pointer.object);
            let old = pool.select(known, &[address]);
            let term = pool.ite(real, new, old);
            self.write_map(map, &[address], term);
        }
    }

    /// The one object whose address the integer is computed from, with the address.
    fn origin(&mut self, integer: Term) -> Option<(Term, Term)> {
        let address = self.cx.address?;
        let address = self.var(address);
        let pool = &self.cx.b.pool;
        let (mut stack, mut seen, mut found) = (vec![integer], FxHashSet::default(), None);
        while let Some(term) = stack.pop() {
            if !seen.insert(term) || seen.len() > MOST_TERMS {
                continue;
            }
            match (pool.op(term), pool.args(term)) {
                (Op::Select, [map, object]) if *map == address => match found {
                    Some((known, _)) if known != *object => return None,
                    Some(_) | None => found = Some((*object, term)),
                },
                (_, args) => stack.extend(args),
            }
        }
        found.filter(|_| seen.len() <= MOST_TERMS)
    }

    /// Where such a pointer is followed, anything may be read or written.
    pub fn doubt_made_up(&mut self, region: RegionId, object: Term) {
        if self.cx.regions.regions()[region].made_up {
            let made_up = self.int(MADE_UP);
            let known = self.pool().ne(object, made_up);
            self.doubt_unless(known, "a pointer made from an integer or from bytes");
        }
    }

    /// What a comparison gives, if neither pointer is a made-up one that is compared with an object's; then their addresses
    /// decide, which are any numbers.
    pub fn unless_made_up(
        &mut self,
        op: CompareOp,
        regions: [RegionId; 2],
        pointers: [Pointer; 2],
        known: Term,
    ) -> Term {
        if !regions.iter().any(|region| self.cx.regions.regions()[*region].made_up) {
            return known;
        }
        let (zero, made_up) = (self.int(0), self.int(MADE_UP));
        let pool = self.pool();
        let [a, b] = pointers.map(|pointer| (pool.eq(pointer.object, made_up), pool.lt(zero, pointer.object)));
        let (one, other) = (pool.and(&[a.0, b.1]), pool.and(&[b.0, a.1]));
        let open = pool.or(&[one, other]);
        let clear = pool.not(open);
        if clear == Term::TRUE {
            return known;
        }
        self.approximate_unless(clear, "a comparison with a pointer made from an integer or from bytes");
        let [a, b] = [0, 1].map(|side| self.number_of(pointers[side], regions[side]));
        let by_address = ints::compare(self.pool(), op, a, b);
        self.pool().ite(clear, known, by_address)
    }

    /// The address of a pointer, made up or not.
    fn number_of(&mut self, pointer: Pointer, region: RegionId) -> Term {
        let bytes = self.bytes_into_object(region, pointer.offset);
        let addresses = self.cx.address_map();
        let addresses = self.var(addresses);
        let made_up = self.is_made_up(pointer);
        let pool = self.pool();
        let start = pool.select(addresses, &[pointer.object]);
        let address = pool.add(start, bytes);
        pool.ite(made_up, pointer.offset, address)
    }

    /// How many bytes an offset is.
    pub fn bytes_into_object(&mut self, region: RegionId, offset: Term) -> Term {
        let zero = self.int(0);
        match (self.mode(region), self.cx.regions.regions()[region].cells.size) {
            (Mode::Elements(_) | Mode::Bytes, _) => self.unit_offset(region, offset),
            (Mode::Cells, _) if offset == zero => zero,
            (Mode::Cells, Some(size)) => {
                let size = self.int(i128::from(size));
                self.pool().mul(offset, size)
            }
            (Mode::Cells, None) => {
                self.approximate("a pointer into a record converted to an integer");
                self.any_in(Range { bits: 64, signed: true })
            }
        }
    }

    /// A made-up pointer is moved by bytes, others by the units of their region: it is then any other.
    pub fn moved_made_up(&mut self, region: RegionId, object: Term, offset: Term) -> Term {
        if !self.cx.regions.regions()[region].made_up || self.mode(region) == Mode::Bytes {
            return offset;
        }
        let made_up = self.int(MADE_UP);
        let other = self.pool().ne(object, made_up);
        if other == Term::TRUE {
            return offset;
        }
        self.approximate_unless(other, "arithmetic on a pointer made from an integer or from bytes");
        let any = self.any_in(Range { bits: 64, signed: false });
        self.pool().ite(other, offset, any)
    }

    /// Is the pointer made up, so that its offset is its address?
    pub fn is_made_up(&mut self, pointer: Pointer) -> Term {
        let made_up = self.int(MADE_UP);
        self.pool().eq(pointer.object, made_up)
    }

    // ---- addresses in integer variables

    /// A whole variable that holds addresses, and of which every use is seen.
    pub fn carrier(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(id) => {
                let plain = matches!(self.vars.get(id), Some(VarStorage::Plain(_)));
                let carries = self.cx.regions.carries(Variable::Local(self.id, *id));
                plain && carries
            }
            PlaceKind::Global(id) => {
                let plain = matches!(self.cx.globals[*id], VarStorage::Plain(_));
                plain && self.cx.regions.carries(Variable::Global(*id)) && !self.cx.unit.globals[*id].volatile.itself()
            }
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) => false,
            PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
        }
    }

    /// An address that is used as a number is one that is not known.
    pub fn observe_address(&mut self, place: &Place) {
        if self.addresses == Addresses::Observed && self.cx.origins.is_some() && self.carrier(place) {
            self.approximate("an address used as a number");
        }
    }

    /// Evaluates what a place gets: if it is a variable that holds addresses, they are only kept. Gives how it was before.
    pub fn carry_to(&mut self, place: &Place, value: &Expr) -> Addresses {
        let carried = self.cx.origins.is_some() && self.carrier(place) && self.is_carried(value);
        self.carry_if(carried)
    }

    pub fn carry_into(&mut self, variable: Variable, init: &Initialiser) -> Addresses {
        let value = match init.entries.as_slice() {
            [InitEntry { value: InitValue::Expr(value), .. }] => Some(value),
            _ => None,
        };
        let plain = match variable {
            Variable::Local(_, id) => matches!(self.vars.get(&id), Some(VarStorage::Plain(_))),
            Variable::Global(id) => matches!(self.cx.globals[id], VarStorage::Plain(_)),
        };
        let carries = self.cx.origins.is_some() && plain && self.cx.regions.carries(variable);
        self.carry_if(carries && value.is_some_and(|value| self.is_carried(value)))
    }

    fn carry_if(&mut self, carried: bool) -> Addresses {
        let now = if carried { Addresses::Carried } else { Addresses::Observed };
        std::mem::replace(&mut self.addresses, now)
    }

    /// Is the integer nothing but addresses, variables and constants, put together?
    pub fn is_carried(&self, integer: &Expr) -> bool {
        let types = &self.cx.unit.types;
        if types.size_of(integer.ty) < Some(types.pointer_size()) {
            return false;
        }
        match &integer.kind {
            ExprKind::Int(_) => true,
            ExprKind::Cast { operand, .. } if types.is_pointer(operand.ty) => is_plain_pointer(operand),
            ExprKind::Cast { operand, .. } => matches!(operand.kind, ExprKind::Int(_)) || self.is_carried(operand),
            ExprKind::Unary(UnaryOp::Complement, operand) => self.is_carried(operand),
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitXor | BinaryOp::BitOr | BinaryOp::BitAnd,
                a,
                b,
            ) => self.is_carried(a) && self.is_carried(b),
            ExprKind::Load(place) => matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)),
            _ => false,
        }
    }

    /// Null, or a pointer to nothing that the program has.
    pub fn unknown_pointer(&mut self) -> Pointer {
        let address = self.any_in(Range { bits: 64, signed: false });
        self.made_up(address)
    }
}

/// A variable's address, or a variable.
fn is_plain_pointer(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::AddressOf(place) | ExprKind::Load(place) => {
            matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_))
        }
        ExprKind::Cast { operand, .. } => is_plain_pointer(operand),
        _ => false,
    }
}
