//! Pointers that were made from integers, or from bytes that hold no pointer.
//!
//! Such a pointer is no pointer to an object of the model: its object is `MADE_UP`, its offset the address. As a number it
//! is exact, and so is a comparison with null or with its like. It may point to anything that the program has, though: where it
//! is followed, nothing is proved, and whether it equals a pointer to an object is open.

use invar_logic::{Op, Term};
use rustc_hash::FxHashSet;

use super::code::{Body, Pointer};
use super::ints::{self, Int, Range};
use crate::c::points_to::{Mode, RegionId};

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

    /// The pointer that an integer becomes. If one pointer's address is all that the integer was computed from, and it is
    /// an address in that object, then it points there.
    pub fn pointer_from(&mut self, int: Int) -> Pointer {
        let bits = 8 * self.cx.unit.types.pointer_size() as u32;
        let address = ints::wrap(self.pool(), int, Range { bits, signed: false }).term;
        let address = self.save(address);
        let made_up = self.made_up(address);
        let Some((object, start)) = self.origin(int.term) else { return made_up };
        let size = self.cx.size;
        let (sizes, zero) = (self.var(size), self.int(0));
        let pool = self.pool();
        let size = pool.select(sizes, &[object]);
        let offset = pool.sub(address, start);
        let (exists, from, until) = (pool.ne(object, zero), pool.le(zero, offset), pool.le(offset, size));
        let inside = pool.and(&[exists, from, until]);
        let object = pool.ite(inside, object, made_up.object);
        Pointer { object, offset: pool.ite(inside, offset, made_up.offset) }
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

    /// What a comparison gives, if neither pointer is a made-up one that is compared with an object's.
    pub fn unless_made_up(&mut self, regions: [RegionId; 2], pointers: [Pointer; 2], known: Term) -> Term {
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
        let any = self.any_truth();
        self.pool().ite(clear, known, any)
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
}
