//! Regions without one element type: rows of cells, or of bytes.
//!
//! In cells, a scalar is one entry of the map of its part. In bytes, an integer is its bytes, lowest first; the bytes of other
//! values are those of `markers`.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Term, TermPool};
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

/// No byte holds more, see `markers`.
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

    pub fn moved(&mut self, offset: Term, by: u64) -> Term {
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
                    if part == Part::Object {
                        self.assume_older_pointer(map, Some(object), &[object, offset]);
                    }
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
    pub fn bytes_at(&mut self, region: RegionId, object: Term, offset: Term, count: u64) -> Vec<Term> {
        let bytes = self.any_bytes_at(region, object, offset, count);
        for &byte in &bytes {
            if !super::program::is_literal(&self.cx.b.pool, byte) {
                let (zero, high) = (self.int(0), self.int(HIGHEST));
                let pool = self.pool();
                let (from, until) = (pool.le(zero, byte), pool.le(byte, high));
                let inside = pool.and(&[from, until]);
                self.assume(inside);
            }
        }
        bytes
    }

    /// Bytes that perhaps nobody wrote, saved.
    fn any_bytes_at(&mut self, region: RegionId, object: Term, offset: Term, count: u64) -> Vec<Term> {
        let map = self.cx.flat_map(region, Part::Int);
        let map = self.var(map);
        let mut bytes = Vec::new();
        for k in 0..count {
            let at = self.moved(offset, k);
            let byte = read(self.pool(), map, &[object, at]);
            bytes.push(self.save(byte));
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
        let (skipped, count, bits) = self.reach(ty, bits);
        let offset = self.moved(offset, skipped);
        let bytes = self.bytes_at(region, object, offset, count);
        let limit = self.int(255);
        let plain: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.le(byte, limit)).collect();
        let plain = self.pool().and(&plain);
        let Some(range) = self.cx.range(ty, bits.map(|bits| bits.width)) else { return self.any_value(ty) };
        let value = self.int_of_bytes(&bytes, bits, range);
        if plain == Term::TRUE {
            return Value::Int(range.value(value));
        }
        self.approximate_unless(plain, "a pointer or floating value read as an integer");
        let other = self.any_in(range);
        let told = self.told_bytes(region, object, offset, &bytes);
        let told = self.int_of_bytes(&told, bits, range);
        let as_told = self.pool().eq(other, told);
        let as_told = self.pool().or(&[plain, as_told]);
        self.assume(as_told);
        let term = self.pool().ite(plain, value, other);
        let saved = self.save(term);
        let inside = ints::in_range(self.pool(), saved, range);
        self.assume(inside);
        Value::Int(range.value(saved))
    }

    /// The integer, or the bit-field, that these bytes are.
    pub fn int_of_bytes(&mut self, bytes: &[Term], bits: Option<BitField>, range: Range) -> Term {
        let sum = self.sum_of_bytes(bytes);
        let whole = Range { bits: 8 * bytes.len() as u32, signed: false };
        let mut value = whole.value(sum);
        if let Some(bits) = bits {
            let start = Int::literal(self.pool(), i128::from(bits.start));
            let shifted = ints::shift_right(self.pool(), value, start, whole.bits);
            value = ints::wrap(self.pool(), shifted, Range { bits: bits.width, signed: false });
        }
        if range.bits == 1 && !range.signed { value.term } else { ints::wrap(self.pool(), value, range).term }
    }

    /// The bytes that an integer reaches: how many are before it, how many it has, and the bits within them.
    fn reach(&self, ty: TypeId, bits: Option<BitField>) -> (u64, u64, Option<BitField>) {
        let Some(bits) = bits else { return (0, self.cx.unit.types.size_of(ty).unwrap_or(1), None) };
        let (skipped, start) = (bits.start / 8, bits.start % 8);
        let count = (start + bits.width).div_ceil(8);
        (u64::from(skipped), u64::from(count), Some(BitField { start, ..bits }))
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
        let (skipped, count, bits) = self.reach(ty, bits);
        let offset = self.moved(offset, skipped);
        let int = match bits {
            Some(bits) => {
                let bytes = self.any_bytes_at(region, object, offset, count);
                self.merge_bits(&bytes, bits, int)
            }
            None => int,
        };
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

    /// These bytes with the bit-field's bits replaced. What nobody wrote holds some byte, what a pointer or a floating value
    /// left there may be any.
    fn merge_bits(&mut self, bytes: &[Term], bits: BitField, new: Int) -> Int {
        let whole = Range { bits: 8 * bytes.len() as u32, signed: false };
        let mut known = Vec::new();
        for &byte in bytes {
            let (last, high, base) = (self.int(255), self.int(HIGHEST), self.int(256));
            let pool = self.pool();
            let (below, above) = (pool.le(byte, last), pool.lt(high, byte));
            let is_known = pool.or(&[below, above]);
            let plain = pool.mk(Op::Mod, &[byte, base]);
            self.approximate_unless(is_known, "a bit-field in the bytes of a pointer or a floating value");
            let any = if is_known == Term::TRUE { plain } else { self.any_in(Range { bits: 8, signed: false }) };
            known.push(self.pool().ite(is_known, plain, any));
        }
        let sum = self.sum_of_bytes(&known);
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
            mode @ (Mode::Cells | Mode::Bytes) => {
                for &part in flat_maps(mode) {
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

/// The parts that have maps of their own in regions without one element type.
pub fn flat_maps(mode: Mode) -> &'static [Part] {
    match mode {
        Mode::Bytes => &[Part::Int, Part::Object, Part::Offset, Part::Token, Part::Hidden],
        Mode::Cells | Mode::Elements(_) => &[Part::Int, Part::Object, Part::Offset, Part::Token],
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
