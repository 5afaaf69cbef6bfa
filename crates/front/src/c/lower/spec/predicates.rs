//! What annotations say about pointers and their objects. In: a pointer, or sets of memory. Out: `\valid`,
//! `\block_length`, `\freeable` and the like, over the maps that describe objects.

use invar_logic::Term;

use crate::c::hir::spec;
use crate::c::lower::code::{Body, Logical, Pointer, View};

impl Body<'_, '_> {
    pub(super) fn all_valid(&mut self, locations: &[spec::Location]) -> Term {
        let parts: Vec<Term> = locations.iter().map(|location| self.valid(location)).collect();
        self.pool().and(&parts)
    }

    /// `\valid`: memory that may be read and written.
    pub(super) fn all_writable(&mut self, locations: &[spec::Location]) -> Term {
        let parts: Vec<Term> = locations.iter().map(|location| self.writable_location(location)).collect();
        self.pool().and(&parts)
    }

    pub(super) fn block_length(&mut self, pointer: &spec::Term) -> Term {
        let base = self.logical_pointer(pointer);
        let size = self.cx.size;
        let size = self.var(size);
        self.pool().select(size, &[base.object])
    }

    pub(super) fn byte_offset(&mut self, pointer: &spec::Term) -> Term {
        let region = self.cx.regions.spec_target(self.id, pointer);
        let base = self.logical_pointer(pointer);
        self.unit_offset(region, base.offset)
    }

    pub(super) fn base_address(&mut self, pointer: &spec::Term) -> Logical {
        let base = self.logical_pointer(pointer);
        let offset = self.int(0);
        Logical::Pointer(Pointer { object: base.object, offset })
    }

    /// At the start of an object that was allocated and is not freed yet.
    pub(super) fn freeable(&mut self, pointer: &spec::Term) -> Term {
        let base = self.logical_pointer(pointer);
        let (live, heap) = (self.cx.live, self.cx.heap);
        let (live, heap, zero) = (self.var(live), self.var(heap), self.int(0));
        let first = self.int(self.cx.numbers.first_free as i128);
        let pool = self.pool();
        let (alive, allocated) = (pool.select(live, &[base.object]), pool.select(heap, &[base.object]));
        // What has a name was never allocated.
        let (nameless, start) = (pool.le(first, base.object), pool.eq(base.offset, zero));
        pool.and(&[nameless, alive, allocated, start])
    }

    /// Into an object that did not exist on entry.
    pub(super) fn fresh(&mut self, pointer: &spec::Term) -> Term {
        let base = self.logical_pointer(pointer);
        let (next, live) = (self.cx.next, self.cx.live);
        let live = self.var(live);
        let outer = std::mem::replace(&mut self.view, View::Pre);
        let before = self.var(next);
        self.view = outer;
        let pool = self.pool();
        let (new, alive) = (pool.le(before, base.object), pool.select(live, &[base.object]));
        pool.and(&[new, alive])
    }
}
