//! Calls of `memset`, `memcpy` and `memmove`: their arguments, their checks, and the block that is filled or copied.

use invar_gcl::CheckKind;
use invar_logic::Term;

use crate::c::hir::Call;
use crate::c::lower::code::{Body, Pointer, Value};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::points_to::{Mode, RegionId};

impl Body<'_, '_> {
    pub fn memset(&mut self, call: &Call) -> Value {
        let [target, _, _] = call.args.as_slice() else { return Value::Void };
        let region = self.cx.regions.target(self.id, target);
        let args = self.arguments(&call.args);
        let [Value::Pointer(to), Value::Int(fill), Value::Int(length)] = args.as_slice() else { return Value::Void };
        let (fill, length) = (*fill, Int { term: self.save(length.term), ..*length });
        let to = Pointer { object: self.save(to.object), offset: self.save(to.offset) };
        let Some(extent) = self.extent((region, to), length, self.pointed(target)) else {
            self.approximate("`memset` over memory of several types");
            self.check_unmeasured(region, to, length.term);
            self.check_written_block_object(region, to, length.term);
            self.forget_row(region, to.object);
            return Value::Pointer(to);
        };
        self.check_block(region, to, extent, length.term);
        self.check_written_block_object(region, to, length.term);
        self.approximate_unless(extent.exact, "`memset` of a part of an element");
        let byte = ints::wrap(self.pool(), fill, Range { bits: 8, signed: false });
        let byte = self.save(byte.term);
        self.fill_block(region, to, extent, byte);
        Value::Pointer(to)
    }

    /// Is an offset in one region as far as in the other?
    fn have_same_units(&self, a: RegionId, b: RegionId) -> bool {
        let regions = self.cx.regions.regions();
        let (a, b) = (&regions[a], &regions[b]);
        a.mode == b.mode && (a.mode != Mode::Cells || a.cells.size == b.cells.size)
    }

    pub fn memcpy(&mut self, call: &Call, overlap: Overlap) -> Value {
        let [to_arg, from_arg, ..] = call.args.as_slice() else { return Value::Void };
        let (target, source) = (self.cx.regions.target(self.id, to_arg), self.cx.regions.target(self.id, from_arg));
        let args = self.arguments(&call.args);
        let [Value::Pointer(to), Value::Pointer(from), Value::Int(length), ..] = args.as_slice() else {
            return Value::Void;
        };
        let (to, from) = (*to, *from);
        let length = Int { term: self.save(length.term), ..*length };
        let to = Pointer { object: self.save(to.object), offset: self.save(to.offset) };
        let from = Pointer { object: self.save(from.object), offset: self.save(from.offset) };
        let alike = self.have_same_units(target, source);
        let ty = self.pointed(to_arg).or(self.pointed(from_arg));
        let extent = if alike { self.extent((target, to), length, ty) } else { None };
        let Some(extent) = extent else {
            self.approximate("a copy between memory of different types");
            if self.holds_pointers(target) && !self.holds_pointers(source) {
                self.doubt("copies of integers over pointers".to_string());
            }
            let regions = self.cx.regions.regions();
            if regions[source].holds_pointers && !regions[target].holds_pointers {
                self.doubt("copies of pointers into memory of other types".to_string());
            }
            self.check_unmeasured(target, to, length.term);
            self.check_written_block_object(target, to, length.term);
            self.check_unmeasured(source, from, length.term);
            self.forget_row(target, to.object);
            return Value::Pointer(to);
        };
        self.check_block(target, to, extent, length.term);
        self.check_written_block_object(target, to, length.term);
        self.check_block(source, from, extent, length.term);
        // Objects of different regions are different objects.
        let apart = match overlap {
            Overlap::Undefined if target == source => self.are_apart(to, from, extent),
            Overlap::Undefined | Overlap::Allowed => Term::TRUE,
        };
        if self.cx.wants(CheckKind::Overlap) {
            self.check(CheckKind::Overlap, apart);
        }
        self.approximate_unless(extent.exact, "a copy of a part of an element");
        self.copy_block((target, to), (source, from), extent);
        if !self.cx.wants(CheckKind::Overlap) {
            self.approximate_unless(apart, "a copy between blocks that overlap");
            self.forget_unless(apart, target);
        }
        Value::Pointer(to)
    }
}

/// May the blocks of a copy overlap?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    Allowed,
    Undefined,
}
