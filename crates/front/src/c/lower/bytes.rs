//! Regions without one element type: rows of cells, or of bytes.
//!
//! In cells, a scalar is one entry of the map of its part. In bytes, an integer is its bytes, lowest first. A pointer or a
//! floating value has its parts at its first byte, and markers (256 + k for byte k of a pointer, 512 + k of a token) in
//! its bytes: what overwrites any of them is seen. Reading a pointer whose bytes are all zero gives null; reading what was
//! written as something else gives any value, as an approximation.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Sort, Term, TermPool};
use num_bigint::BigInt;

use super::code::{Body, Pointer, Value};
use super::ints::{self, Int, Range};
use super::location::Base;
use super::program::{Part, read, write};
use super::shape::{Leaf, LeafStep, Scalar, cells, field_cell, scalar};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, BitField, Type, TypeId};

/// Records with more scalars are not copied one by one.
const MOST_SCALARS: usize = 300;

/// What the bytes of values other than integers hold.
const POINTER: i128 = 256;
const TOKEN: i128 = 512;
const HIGHEST: i128 = 1023;

/// One scalar of a type: its leaf by number, the indices on the way, and where it lies.
struct Spot {
    leaf: usize,
    indices: Vec<u64>,
    offset: u64,
}

impl Body<'_, '_> {
    pub fn load_flat(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
    ) -> Value {
        if scalar(&self.cx.unit.types, ty).is_some() {
            return self.load_scalar(region, object, offset, ty, bits);
        }
        let leaves = self.leaves(ty);
        let Some(spots) = self.spots(region, ty, &leaves) else {
            self.approximate("a large record copied as a value");
            return self.any_value(ty);
        };
        let zero = self.int(0);
        let mut parts: Vec<Vec<Term>> = Vec::new();
        for leaf in leaves.iter() {
            let blank = self.cx.constant_map(leaf.dimensions(), zero);
            parts.push(vec![blank; self.flat_parts(region, leaf.ty).len()]);
        }
        for spot in spots {
            let leaf = &leaves[spot.leaf];
            let at = self.moved(offset, spot.offset);
            let value = self.load_scalar(region, object, at, leaf.ty, leaf.bits);
            let indices: Vec<Term> = spot.indices.iter().map(|&index| self.int(i128::from(index))).collect();
            for (number, part) in self.flat_parts(region, leaf.ty).iter().enumerate() {
                let term = self.part_of(&value, *part);
                let old = parts[spot.leaf][number];
                parts[spot.leaf][number] = write(self.pool(), old, &indices, term);
            }
        }
        Value::Record(parts)
    }

    pub fn store_flat(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
        value: &Value,
    ) {
        let Value::Record(parts) = value else {
            return self.store_scalar(region, object, offset, ty, bits, value);
        };
        let leaves = self.leaves(ty);
        let Some(spots) = self.spots(region, ty, &leaves) else {
            self.forget_row(region, object);
            return self.approximate("a large record copied as a value");
        };
        for spot in spots {
            let leaf = &leaves[spot.leaf];
            let at = self.moved(offset, spot.offset);
            let indices: Vec<Term> = spot.indices.iter().map(|&index| self.int(i128::from(index))).collect();
            let kinds = self.kinds(leaf.ty, parts[spot.leaf].len());
            let mut scalar = Vec::new();
            for (part, map) in kinds.iter().zip(&parts[spot.leaf]) {
                scalar.push((*part, read(self.pool(), *map, &indices)));
            }
            let value = self.assemble(leaf.ty, &scalar);
            self.store_scalar(region, object, at, leaf.ty, leaf.bits, &value);
        }
    }

    fn moved(&mut self, offset: Term, by: u64) -> Term {
        let by = self.int(i128::from(by));
        self.pool().add(offset, by)
    }

    pub fn flat_parts(&self, region: RegionId, ty: TypeId) -> &'static [Part] {
        let is_pointer = self.cx.unit.types.is_pointer(ty);
        let target = is_pointer.then(|| self.cx.regions.region_pointee(region, ty, &[]));
        self.cx.parts(ty, target)
    }

    /// All scalars of a type; `None` if there are too many or not known how many.
    fn spots(&self, region: RegionId, ty: TypeId, leaves: &[Leaf]) -> Option<Vec<Spot>> {
        let total = cells(&self.cx.unit.types, ty)?;
        if total > MOST_SCALARS as u64 {
            return None;
        }
        let mut spots = Vec::new();
        for (number, leaf) in leaves.iter().enumerate() {
            self.spots_of(region, ty, number, &leaf.steps, 0, &mut Vec::new(), &mut spots)?;
        }
        Some(spots)
    }

    fn spots_of(
        &self,
        region: RegionId,
        ty: TypeId,
        leaf: usize,
        steps: &[LeafStep],
        offset: u64,
        indices: &mut Vec<u64>,
        spots: &mut Vec<Spot>,
    ) -> Option<()> {
        let types = &self.cx.unit.types;
        let Some((step, rest)) = steps.split_first() else {
            spots.push(Spot { leaf, indices: indices.clone(), offset });
            return Some(());
        };
        match (step, types.get(ty)) {
            (LeafStep::Field(number), Type::Record(id)) => {
                let field = types.fields(*id).get(*number as usize)?;
                let by = match self.mode(region) {
                    Mode::Cells => field_cell(types, ty, *number)?,
                    Mode::Bytes | Mode::Elements(_) => field.offset,
                };
                self.spots_of(region, field.ty, leaf, rest, offset + by, indices, spots)
            }
            (LeafStep::Index, Type::Array { element, length }) => {
                let length = match length {
                    ArrayLength::Known(length) => *length,
                    ArrayLength::Unknown => 0,
                    ArrayLength::Variable(_) => return None,
                };
                let stride = self.stride(region, *element)?;
                for index in 0..length {
                    indices.push(index);
                    self.spots_of(region, *element, leaf, rest, offset + index * stride, indices, spots)?;
                    indices.pop();
                }
                Some(())
            }
            (LeafStep::Field(_) | LeafStep::Index, _) => None,
        }
    }

    // ---- scalars

    fn load_scalar(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
    ) -> Value {
        match (self.mode(region), scalar(&self.cx.unit.types, ty)) {
            (Mode::Bytes, Some(Scalar::Int(_))) => self.load_int_bytes(region, object, offset, ty, bits),
            (Mode::Bytes, _) => self.load_marked(region, object, offset, ty),
            (Mode::Cells | Mode::Elements(_), _) => {
                let width = bits.map(|bits| bits.width);
                let mut parts = Vec::new();
                for &part in self.flat_parts(region, ty) {
                    let map = self.cx.flat_map(region, part);
                    let map = self.var(map);
                    let term = read(self.pool(), map, &[object, offset]);
                    let saved = self.save(term);
                    match self.cx.range(ty, width).filter(|_| self.has_both_signs(region)) {
                        Some(range) => {
                            let (cell, either) = (either_sign(range, saved), either_range(self.pool(), range, saved));
                            self.assume(either);
                            parts.push((part, ints::wrap(self.pool(), cell, range).term));
                        }
                        None => {
                            if let Some(range) = self.cx.part_range(saved, ty, width, part) {
                                self.assume(range);
                            }
                            parts.push((part, saved));
                        }
                    }
                }
                self.assemble(ty, &parts)
            }
        }
    }

    /// May a cell hold an integer of the other sign than it is read with?
    pub fn has_both_signs(&self, region: RegionId) -> bool {
        self.cx.regions.regions()[region].cells.both_signs
    }

    fn store_scalar(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
        value: &Value,
    ) {
        let base = Base::Flat { region, object, offset, bits };
        if !self.is_seen_elsewhere(&base) {
            return self.store_scalar_here(region, object, offset, ty, bits, value);
        }
        let (object, offset, value) = (self.save(object), self.save(offset), self.save_value(value.clone()));
        self.store_scalar_here(region, object, offset, ty, bits, &value);
        match bits {
            Some(_) => self.note_block(region, Some(object)),
            None => self.note_flat(region, object, offset, ty, &value),
        }
    }

    fn store_scalar_here(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
        value: &Value,
    ) {
        match (self.mode(region), value) {
            (Mode::Bytes, Value::Int(int)) => self.store_int_bytes(region, object, offset, ty, bits, *int),
            (Mode::Bytes, _) => self.store_marked(region, object, offset, ty, value),
            (Mode::Cells | Mode::Elements(_), _) => {
                for &part in self.flat_parts(region, ty) {
                    let mut term = self.part_of(value, part);
                    if let (Value::Int(int), Some(bits)) = (value, bits)
                        && let Some(range) = self.cx.range(ty, Some(bits.width))
                    {
                        term = ints::wrap(self.pool(), *int, range).term;
                    }
                    let map = self.cx.flat_map(region, part);
                    self.write_map(map, &[object, offset], term);
                }
            }
        }
    }

    /// The bytes of a scalar, each at most `HIGHEST`, saved.
    fn bytes_at(&mut self, region: RegionId, object: Term, offset: Term, count: u64) -> Vec<Term> {
        let map = self.cx.flat_map(region, Part::Int);
        let map = self.var(map);
        let mut bytes = Vec::new();
        for k in 0..count {
            let at = self.moved(offset, k);
            let byte = read(self.pool(), map, &[object, at]);
            let byte = self.save(byte);
            if !super::program::is_literal(&self.cx.b.pool, byte) {
                let (zero, high) = (self.int(0), self.int(HIGHEST));
                let pool = self.pool();
                let (from, until) = (pool.le(zero, byte), pool.le(byte, high));
                let inside = pool.and(&[from, until]);
                self.assume(inside);
            }
            bytes.push(byte);
        }
        bytes
    }

    /// The number that bytes are, lowest first.
    pub fn sum_of_bytes(&mut self, bytes: &[Term]) -> Term {
        let mut sum = self.int(0);
        for (k, &byte) in bytes.iter().enumerate() {
            let factor = self.pool().int(BigInt::from(1) << (8 * k));
            let part = self.pool().mul(byte, factor);
            sum = self.pool().add(sum, part);
        }
        sum
    }

    fn load_int_bytes(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
    ) -> Value {
        let count = match bits {
            Some(bits) => u64::from((bits.start + bits.width).div_ceil(8)),
            None => self.cx.unit.types.size_of(ty).unwrap_or(1),
        };
        let bytes = self.bytes_at(region, object, offset, count);
        let limit = self.int(255);
        let plain: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.le(byte, limit)).collect();
        let plain = self.pool().and(&plain);
        let sum = self.sum_of_bytes(&bytes);
        let whole = Range { bits: (8 * count) as u32, signed: false };
        let Some(range) = self.cx.range(ty, bits.map(|bits| bits.width)) else { return self.any_value(ty) };
        let mut value = whole.value(sum);
        if let Some(bits) = bits {
            let start = Int::literal(self.pool(), i128::from(bits.start));
            let shifted = ints::shift_right(self.pool(), value, start, whole.bits);
            value = ints::wrap(self.pool(), shifted, Range { bits: bits.width, signed: false });
        }
        let value = if range.bits == 1 && !range.signed { value } else { ints::wrap(self.pool(), value, range) };
        if plain == Term::TRUE {
            return Value::Int(range.value(value.term));
        }
        self.approximate_unless(plain, "a pointer or floating value read as an integer");
        let other = self.any_in(range);
        let term = self.pool().ite(plain, value.term, other);
        let saved = self.save(term);
        let inside = ints::in_range(self.pool(), saved, range);
        self.assume(inside);
        Value::Int(range.value(saved))
    }

    fn store_int_bytes(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        ty: TypeId,
        bits: Option<BitField>,
        int: Int,
    ) {
        let mut int = int;
        let mut count = self.cx.unit.types.size_of(ty).unwrap_or(1);
        if let Some(bits) = bits {
            count = u64::from((bits.start + bits.width).div_ceil(8));
            int = self.merge_bits(region, object, offset, count, bits, int);
        }
        let natural = ints::wrap(self.pool(), int, Range { bits: (8 * count) as u32, signed: false });
        let natural = self.save(natural.term);
        let map = self.cx.flat_map(region, Part::Int);
        let mut term = self.var(map);
        for k in 0..count {
            let (low, base) = (self.pool().int(BigInt::from(1) << (8 * k)), self.int(256));
            let high_part = self.pool().mk(Op::Div, &[natural, low]);
            let byte = if k + 1 == count { high_part } else { self.pool().mk(Op::Mod, &[high_part, base]) };
            let at = self.moved(offset, k);
            term = write(self.pool(), term, &[object, at], byte);
        }
        self.assign(map, term);
    }

    /// The storage unit with the bit-field's bits replaced.
    fn merge_bits(
        &mut self,
        region: RegionId,
        object: Term,
        offset: Term,
        count: u64,
        bits: BitField,
        new: Int,
    ) -> Int {
        let bytes = self.bytes_at(region, object, offset, count);
        let whole = Range { bits: (8 * count) as u32, signed: false };
        let base = self.int(256);
        let bytes: Vec<Term> = bytes.into_iter().map(|byte| self.cx.b.pool.mk(Op::Mod, &[byte, base])).collect();
        let sum = self.sum_of_bytes(&bytes);
        let start = Int::literal(self.pool(), i128::from(bits.start));
        let width = Range { bits: bits.width, signed: false };
        let old = ints::shift_right(self.pool(), whole.value(sum), start, whole.bits);
        let old = ints::wrap(self.pool(), old, width);
        let new = ints::wrap(self.pool(), new, width);
        let difference = ints::subtract(self.pool(), new, old);
        let factor = self.pool().int(BigInt::from(1) << bits.start);
        let moved = self.pool().mul(difference.term, factor);
        whole.value(self.pool().add(sum, moved))
    }

    fn load_marked(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId) -> Value {
        let parts = self.flat_parts(region, ty);
        let is_token = parts.contains(&Part::Token);
        let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
        let bytes = self.bytes_at(region, object, offset, count);
        let marked = self.are_marked(&bytes, if is_token { TOKEN } else { POINTER });
        let zero = self.int(0);
        let clear: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.eq(byte, zero)).collect();
        let clear = self.pool().and(&clear);
        let known = self.pool().or(&[marked, clear]);
        let made_up = if is_token { None } else { Some(self.pointer_from_bytes(&bytes, known)) };
        if is_token {
            self.approximate_unless(known, "bytes read as a floating value");
        }
        let mut terms = Vec::new();
        for &part in parts {
            let map = self.cx.flat_map(region, part);
            let map = self.var(map);
            let stored = read(self.pool(), map, &[object, offset]);
            let other = match (made_up, part) {
                (Some(made_up), Part::Object) => made_up.object,
                (Some(made_up), _) => made_up.offset,
                (None, _) => self.any_unless(known),
            };
            let otherwise = self.pool().ite(clear, zero, other);
            let term = self.pool().ite(marked, stored, otherwise);
            let saved = self.save(term);
            if let Some(range) = self.cx.part_range(saved, ty, None, part) {
                self.assume(range);
            }
            terms.push((part, saved));
        }
        self.assemble(ty, &terms)
    }

    /// Are these all the bytes of one such value, in their order?
    fn are_marked(&mut self, bytes: &[Term], marker: i128) -> Term {
        let mut marked = Vec::new();
        for (k, &byte) in bytes.iter().enumerate() {
            let mark = self.int(marker + k as i128);
            marked.push(self.pool().eq(byte, mark));
        }
        self.pool().and(&marked)
    }

    /// Integers read as a pointer are its address; with a byte of another pointer among them, it is any.
    fn pointer_from_bytes(&mut self, bytes: &[Term], known: Term) -> Pointer {
        let limit = self.int(255);
        let plain: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.le(byte, limit)).collect();
        let plain = self.pool().and(&plain);
        let fine = self.pool().or(&[known, plain]);
        self.approximate_unless(fine, "bytes read as a pointer");
        let sum = self.sum_of_bytes(bytes);
        let any = self.any_unless(fine);
        let address = self.pool().ite(plain, sum, any);
        self.made_up(address)
    }

    /// Any number, for where the condition is false.
    fn any_unless(&mut self, condition: Term) -> Term {
        let any = self.temporary(Sort::INT);
        if condition != Term::TRUE {
            self.emit(CmdKind::Havoc(any));
        }
        self.var(any)
    }

    fn store_marked(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId, value: &Value) {
        let parts = self.flat_parts(region, ty);
        let marker = if parts.contains(&Part::Token) { TOKEN } else { POINTER };
        let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
        let map = self.cx.flat_map(region, Part::Int);
        let mut term = self.var(map);
        for k in 0..count {
            let at = self.moved(offset, k);
            let mark = self.int(marker + i128::from(k));
            term = write(self.pool(), term, &[object, at], mark);
        }
        self.assign(map, term);
        for &part in parts {
            let part_term = self.part_of(value, part);
            let map = self.cx.flat_map(region, part);
            self.write_map(map, &[object, offset], part_term);
        }
    }

    /// Copies one byte. The first byte of a pointer takes the pointer along; another one must follow a byte of the same
    /// pointer, or what is there is no pointer any more.
    pub fn copy_marked_byte(&mut self, to: (RegionId, Pointer), from: (RegionId, Pointer)) {
        let ((target, to), (source, from)) = (to, from);
        let bytes = self.bytes_at(source, from.object, from.offset, 1);
        let &[byte] = bytes.as_slice() else { return };
        let (limit, first) = (self.int(255), self.int(POINTER));
        let pool = self.pool();
        let (plain, is_first) = (pool.le(byte, limit), pool.eq(byte, first));
        let back = pool.sub(first, byte);
        let (from_start, to_start) = (pool.add(from.offset, back), pool.add(to.offset, back));
        let mut same = Vec::new();
        for part in [Part::Object, Part::Offset] {
            let (theirs, ours) = (self.cx.flat_map(source, part), self.cx.flat_map(target, part));
            let (theirs, our_rows) = (self.var(theirs), self.var(ours));
            let pool = self.pool();
            let there = read(pool, theirs, &[from.object, from_start]);
            let here = read(pool, our_rows, &[to.object, to_start]);
            let (equal, now) = (pool.eq(there, here), read(pool, our_rows, &[to.object, to.offset]));
            same.push(self.save(equal));
            let new = self.pool().ite(is_first, there, now);
            let new = self.save(new);
            self.write_map(ours, &[to.object, to.offset], new);
        }
        let token = self.int(TOKEN);
        let pool = self.pool();
        same.push(pool.lt(byte, token));
        let same = pool.and(&same);
        let known = pool.or(&[plain, is_first, same]);
        let known = self.save(known);
        self.approximate_unless(known, "bytes of several pointers put together");
        let any = self.any_in(Range { bits: 8, signed: false });
        let byte = self.pool().ite(known, byte, any);
        let map = self.cx.flat_map(target, Part::Int);
        self.write_map(map, &[to.object, to.offset], byte);
    }

    /// A run in which the condition is false is approximated from here on.
    pub fn approximate_unless(&mut self, condition: Term, what: &str) {
        if condition == Term::TRUE {
            return;
        }
        let number = self.cx.construct(self.span, what.to_string());
        let flag = self.cx.flag;
        let pool = &mut self.cx.b.pool;
        let (old, zero, new) = (pool.var(flag), pool.int(0), pool.int(number));
        let first = pool.eq(old, zero);
        let other = pool.not(condition);
        let set = pool.and(&[first, other]);
        let term = pool.ite(set, new, old);
        self.assign(flag, term);
    }

    /// A run in which the condition is false may miss something that the program does: nothing is proved about it.
    pub fn doubt_unless(&mut self, condition: Term, what: &str) {
        self.approximate_unless(condition, what);
        let Some(kind) = CheckKind::ALL.into_iter().find(|kind| self.cx.wants(*kind)) else { return };
        if condition != Term::TRUE {
            let other = self.any_truth();
            let fine = self.pool().or(&[condition, other]);
            self.check_at(kind, fine, None, Some(format!("{what} is not followed")));
        }
    }

    /// Any contents for one object.
    pub fn forget_row(&mut self, region: RegionId, object: Term) {
        for map in self.region_maps(region) {
            let sort = self.cx.b.pool.variable(map).sort;
            let row = match self.cx.b.pool.sort_kind(sort) {
                invar_logic::SortKind::Map { range, .. } => *range,
                _ => continue,
            };
            let fresh = self.temporary(row);
            self.emit(CmdKind::Havoc(fresh));
            let fresh = self.var(fresh);
            self.write_map(map, &[object], fresh);
        }
        self.note_block(region, Some(object));
    }

    /// Every map that the region can have.
    pub fn region_maps(&mut self, region: RegionId) -> Vec<invar_logic::VarId> {
        match self.mode(region) {
            Mode::Elements(element) => {
                for (number, leaf) in self.leaves(element).iter().enumerate() {
                    for part in self.element_parts(region, element, leaf) {
                        self.cx.element_map(region, number, part);
                    }
                }
            }
            Mode::Cells | Mode::Bytes => {
                for part in [Part::Int, Part::Object, Part::Offset, Part::Token] {
                    self.cx.flat_map(region, part);
                }
            }
        }
        self.cx.maps_of(region)
    }

    pub fn null(&mut self) -> Pointer {
        let zero = self.int(0);
        Pointer { object: zero, offset: zero }
    }
}

/// An integer of this width and of either sign.
pub fn either_sign(range: Range, term: Term) -> Int {
    let (signed, natural) = (Range { signed: true, ..range }, Range { signed: false, ..range });
    Int { term, low: signed.value(term).low, high: natural.value(term).high }
}

/// What is written is of the width that is read; only what nobody wrote could be anything else.
fn either_range(pool: &mut TermPool, range: Range, term: Term) -> Term {
    let (low, high) = (Range { signed: true, ..range }.low(), Range { signed: false, ..range }.high());
    let (low, high) = (pool.int(low), pool.int(high));
    let (above, below) = (pool.le(low, term), pool.le(term, high));
    pool.and(&[above, below])
}
