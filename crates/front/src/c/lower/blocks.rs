//! Blocks of memory, checked, filled, copied and forgotten in the units of their region.
//!
//! A block is cut into offsets of its region (elements, cells, bytes). Where it ends within one, that one has any value
//! afterwards; where it is not known how many there are, the whole object has.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Sort, Term, VarId};

use super::bytes::flat_maps;
use super::code::{Body, Pointer};
use super::ints::{self, Int, Range};
use super::maps::read;
use super::program::Part;
use super::shape::{Leaf, cells, uniform_size};
use crate::c::hir::{Expr, ExprKind};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{IntKind, TypeId};

/// So many offsets are the block, and whether it ends with the last of them.
#[derive(Clone, Copy)]
pub struct Extent {
    count: Term,
    pub exact: Term,
}

struct BlockMap {
    var: VarId,
    /// Below the offset.
    dimensions: usize,
    /// Size and sign, of a plain integer.
    integer: Option<(u64, bool)>,
}

impl Body<'_, '_> {
    /// May pointers be stored in the region?
    pub fn holds_pointers(&mut self, region: RegionId) -> bool {
        match self.mode(region) {
            Mode::Elements(element) => {
                let leaves = self.leaves(element);
                leaves.iter().any(|leaf| self.cx.unit.types.is_pointer(leaf.ty))
            }
            Mode::Cells | Mode::Bytes => true,
        }
    }

    /// What the pointer points to, before it was converted.
    pub fn pointed(&self, arg: &Expr) -> Option<TypeId> {
        let types = &self.cx.unit.types;
        match &arg.kind {
            ExprKind::Cast { operand, .. } if types.is_pointer(operand.ty) => self.pointed(operand),
            _ => types.pointee(arg.ty).filter(|to| !types.is_void(*to)),
        }
    }

    /// How many offsets a block of bytes is. `ty`: of the objects in it, where the region does not say.
    pub fn extent(&mut self, (region, at): (RegionId, Pointer), bytes: Int, ty: Option<TypeId>) -> Option<Extent> {
        let types = &self.cx.unit.types;
        let (size, each) = match self.mode(region) {
            Mode::Bytes => (1, 1),
            Mode::Elements(element) => (types.size_of(element)?, 1),
            Mode::Cells if self.cx.regions.regions()[region].cells.size.is_some_and(|size| size > 0) => {
                (self.cx.regions.regions()[region].cells.size?, 1)
            }
            Mode::Cells => {
                // A character may be one of the bytes of a cell.
                let ty = ty.filter(|ty| types.size_of(*ty) != Some(1))?;
                let uniform = uniform_size(types, ty).map(|size| (size, 1));
                uniform.or_else(|| Some((types.size_of(ty)?, cells(types, ty)?)))?
            }
        };
        if size == 0 || each == 0 {
            return None;
        }
        if (size, each) == (1, 1) {
            return Some(Extent { count: bytes.term, exact: Term::TRUE });
        }
        let (size, each, zero) = (self.int(i128::from(size)), self.int(i128::from(each)), self.int(0));
        let pool = self.pool();
        let whole = pool.mk(Op::Div, &[bytes.term, size]);
        let count = pool.mul(whole, each);
        let rest = pool.mk(Op::Mod, &[bytes.term, size]);
        let exact = pool.eq(rest, zero);
        let exact = match self.mode(region) {
            Mode::Cells => {
                // A part of a record of cells is any number of them: only whole ones are measured. The rest of a block that goes on to
                // the last cell changes none, and whether it lies inside the object is open.
                let known = if self.cx.regions.regions()[region].cells.size.is_some() {
                    let ends = self.ends_with_object(at, count);
                    self.pool().or(&[exact, ends])
                } else {
                    exact
                };
                let other = self.any_truth();
                let pool = self.pool();
                let inside = pool.and(&[known, other]);
                let fine = pool.or(&[exact, inside]);
                self.approximate_unless(fine, "a part of a record in memory of several types");
                self.check_if_wanted(CheckKind::Bounds, fine);
                self.forget_unless(known, region);
                Term::TRUE
            }
            Mode::Bytes | Mode::Elements(_) => exact,
        };
        Some(Extent { count: self.save(count), exact })
    }

    /// Are so many units from the pointer on the rest of its object?
    fn ends_with_object(&mut self, at: Pointer, count: Term) -> Term {
        let size = self.cx.size;
        let sizes = self.var(size);
        let pool = self.pool();
        let (size, end) = (pool.select(sizes, &[at.object]), pool.add(at.offset, count));
        pool.le(size, end)
    }

    /// All of a region has any contents if the condition is false.
    pub fn forget_unless(&mut self, condition: Term, region: RegionId) {
        if condition == Term::TRUE {
            return;
        }
        for map in self.region_maps(region) {
            let sort = self.cx.b.pool.variable(map).sort;
            let other = self.temporary(sort);
            self.emit(CmdKind::Havoc(other));
            let (now, other) = (self.var(map), self.var(other));
            let term = self.pool().ite(condition, now, other);
            self.assign(map, term);
        }
        self.note_block(region, None);
    }

    /// The block lies inside its object; an empty one may be anywhere.
    pub fn check_block(&mut self, region: RegionId, at: Pointer, extent: Extent, bytes: Term) {
        let length = match self.mode(region) {
            Mode::Cells => extent.count,
            Mode::Bytes | Mode::Elements(_) => bytes,
        };
        let zero = self.int(0);
        let empty = self.pool().le(bytes, zero);
        self.doubt_made_up(region, at.object);
        for (kind, term) in self.range_checks(region, at, length) {
            let needed = self.pool().or(&[empty, term]);
            self.check(kind, needed);
        }
    }

    /// A block of bytes in memory whose units are not known to be bytes: its end cannot be checked.
    pub fn check_unmeasured(&mut self, region: RegionId, at: Pointer, bytes: Term) {
        let (zero, one) = (self.int(0), self.int(1));
        let empty = self.pool().le(bytes, zero);
        let measured = self.mode(region) != Mode::Cells;
        self.doubt_made_up(region, at.object);
        let length = if measured { bytes } else { one };
        for (kind, term) in self.range_checks(region, at, length) {
            let fine = self.pool().or(&[empty, term]);
            self.check(kind, fine);
        }
        if !measured {
            let fine = self.any_truth();
            let fine = self.pool().or(&[empty, fine]);
            self.check_if_wanted(CheckKind::Bounds, fine);
        }
    }

    pub fn check_written_block_object(&mut self, region: RegionId, at: Pointer, bytes: Term) {
        let zero = self.int(0);
        let empty = self.pool().le(bytes, zero);
        self.check_writable(region, at.object, empty);
    }

    /// The blocks do not overlap.
    pub fn are_apart(&mut self, to: Pointer, from: Pointer, extent: Extent) -> Term {
        let pool = self.pool();
        let other = pool.ne(to.object, from.object);
        let (to_end, from_end) = (pool.add(to.offset, extent.count), pool.add(from.offset, extent.count));
        let (before, after) = (pool.le(to_end, from.offset), pool.le(from_end, to.offset));
        pool.or(&[other, before, after])
    }

    /// Every map of the region, from `at` on.
    pub fn fill_block(&mut self, region: RegionId, at: Pointer, extent: Extent, byte: Term) {
        let zero = self.int(0);
        let clear = self.pool().eq(byte, zero);
        let by_bytes = self.mode(region) == Mode::Bytes;
        for map in self.block_maps(region) {
            let all = self.var(map.var);
            let row = read(self.pool(), all, &[at.object]);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let new = match map.integer {
                Some((size, signed)) => {
                    let value = repeated(self, byte, size, signed);
                    self.cx.constant_map(map.dimensions, value)
                }
                // Where bytes are kept, no pointer is.
                None if by_bytes || clear == Term::TRUE => self.cx.constant_map(map.dimensions, zero),
                None => {
                    self.approximate_unless(clear, "a pointer or a part of an integer filled with bytes");
                    let (cleared, other) = (self.cx.constant_map(map.dimensions, zero), self.any_row(map.var));
                    let other = self.pool().select(other, &[index]);
                    self.pool().ite(clear, cleared, other)
                }
            };
            let body = self.changed(index, (at, extent), map.var, row, new);
            let filled = self.pool().lambda(&[bound], body);
            self.write_map(map.var, &[at.object], filled);
        }
        self.note_block(region, Some(at.object));
    }

    /// So many bytes, between regions of bytes.
    pub fn copy_bytes(&mut self, to: (RegionId, Pointer), from: (RegionId, Pointer), size: u64) {
        let count = self.int(i128::from(size));
        self.copy_block(to, from, Extent { count, exact: Term::TRUE });
    }

    /// Ranges of bytes, counted from a pointer into a region of bytes, hold anything.
    pub fn forget_bytes(&mut self, region: RegionId, at: Pointer, ranges: &[(u64, u64)]) {
        for map in self.block_maps(region) {
            let any = self.any_row(map.var);
            let all = self.var(map.var);
            let row = read(self.pool(), all, &[at.object]);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let pool = self.pool();
            let place = pool.sub(index, at.offset);
            let mut inside = Vec::new();
            for &(first, end) in ranges {
                let (first, end) = (pool.int(first), pool.int(end));
                let (after, before) = (pool.le(first, place), pool.lt(place, end));
                inside.push(pool.and(&[after, before]));
            }
            let inside = pool.or(&inside);
            let (new, old) = (pool.select(any, &[index]), pool.select(row, &[index]));
            let body = pool.ite(inside, new, old);
            let spoilt = pool.lambda(&[bound], body);
            self.write_map(map.var, &[at.object], spoilt);
        }
        self.note_block(region, Some(at.object));
    }

    pub fn copy_block(&mut self, to: (RegionId, Pointer), from: (RegionId, Pointer), extent: Extent) {
        let ((target, to), (source, from)) = (to, from);
        let (to_maps, from_maps) = (self.block_maps(target), self.block_maps(source));
        // All sources are read before anything is written: the blocks may overlap.
        let mut rows = Vec::new();
        for map in &from_maps {
            let all = self.var(map.var);
            rows.push(read(self.pool(), all, &[from.object]));
        }
        for (map, source_row) in to_maps.iter().zip(rows) {
            let all = self.var(map.var);
            let row = read(self.pool(), all, &[to.object]);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let pool = self.pool();
            let distance = pool.sub(from.offset, to.offset);
            let there = pool.add(index, distance);
            let new = pool.select(source_row, &[there]);
            let body = self.changed(index, (to, extent), map.var, row, new);
            let copied = self.pool().lambda(&[bound], body);
            self.write_map(map.var, &[to.object], copied);
        }
        self.note_block(target, Some(to.object));
    }

    /// At an index of a row: new inside the block, anything where the block ends within an element, else as before.
    fn changed(&mut self, index: Term, block: (Pointer, Extent), map: VarId, row: Term, new: Term) -> Term {
        let (at, extent) = block;
        let pool = self.pool();
        let end = pool.add(at.offset, extent.count);
        let (after, before) = (pool.le(at.offset, index), pool.lt(index, end));
        let inside = pool.and(&[after, before]);
        let mut old = pool.select(row, &[index]);
        if extent.exact != Term::TRUE {
            let any = self.any_row(map);
            let pool = self.pool();
            let any = pool.select(any, &[index]);
            let (last, part) = (pool.eq(index, end), pool.not(extent.exact));
            let cut = pool.and(&[last, part]);
            old = pool.ite(cut, any, old);
        }
        self.pool().ite(inside, new, old)
    }

    fn block_maps(&mut self, region: RegionId) -> Vec<BlockMap> {
        let mut maps = Vec::new();
        match self.mode(region) {
            Mode::Elements(element) => {
                for (number, leaf) in self.leaves(element).iter().enumerate() {
                    for part in self.element_parts(region, element, leaf) {
                        let var = self.cx.element_map(region, number, part);
                        let integer = if part == Part::Int { self.plain_integer(leaf) } else { None };
                        maps.push(BlockMap { var, dimensions: leaf.dimensions(), integer });
                    }
                }
            }
            mode @ (Mode::Cells | Mode::Bytes) => {
                for &part in flat_maps(mode) {
                    let integer = (part == Part::Int && mode == Mode::Bytes).then_some((1, false));
                    maps.push(BlockMap { var: self.cx.flat_map(region, part), dimensions: 0, integer });
                }
            }
        }
        maps
    }

    /// Size and sign of what has all values that its bytes can have.
    fn plain_integer(&self, leaf: &Leaf) -> Option<(u64, bool)> {
        let types = &self.cx.unit.types;
        let kind = types.int_kind(leaf.ty).filter(|kind| leaf.bits.is_none() && *kind != IntKind::Bool)?;
        Some((types.size_of(leaf.ty)?, kind.is_signed()))
    }
}

/// An integer of `size` bytes that are all `byte`.
fn repeated(body: &mut Body<'_, '_>, byte: Term, size: u64, signed: bool) -> Term {
    let ones = (0..size).fold(num_bigint::BigInt::from(0), |sum, k| sum + (num_bigint::BigInt::from(1) << (8 * k)));
    let ones = body.pool().int(ones);
    let term = body.pool().mul(byte, ones);
    let natural = Range { bits: (8 * size) as u32, signed: false };
    ints::wrap(body.pool(), natural.value(term), Range { bits: (8 * size) as u32, signed }).term
}
