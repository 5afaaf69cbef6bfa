//! Scalars and records in regions of cells or bytes. In: an offset and a type. Out: the value that is there, or the
//! assignments to the maps. In cells, a scalar is one entry of the map of its part; in bytes, an integer is its bytes.

use invar_logic::{Op, Term};
use num_bigint::BigInt;

use super::bytes::{HIGHEST, either_range, either_sign};
use super::code::{Body, Value};
use super::ints::{self, Int, Range};
use super::location::Base;
use super::maps::{read, write};
use super::program::Part;
use super::shape::{Leaf, LeafStep, Scalar, cells, field_cell, scalar};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, BitField, Type, TypeId};

/// Records with more scalars are not copied one by one.
const MOST_SCALARS: usize = 300;

/// Where something lies in a region of cells or bytes, and which bits of what is there it is.
#[derive(Clone, Copy)]
pub struct Slot {
    pub region: RegionId,
    pub object: Term,
    pub offset: Term,
    pub bits: Option<BitField>,
}

/// One scalar of a type: its leaf by number, the indices on the way, and where it lies.
#[derive(Clone)]
struct Spot {
    leaf: usize,
    indices: Vec<u64>,
    offset: u64,
}

impl Body<'_, '_> {
    pub fn load_flat(&mut self, slot: Slot, ty: TypeId) -> Value {
        if scalar(&self.cx.unit.types, ty).is_some() {
            return self.load_scalar(slot, ty);
        }
        let region = slot.region;
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
            let offset = self.moved(slot.offset, spot.offset);
            let value = self.load_scalar(Slot { offset, bits: leaf.bits, ..slot }, leaf.ty);
            let indices: Vec<Term> = spot.indices.iter().map(|&index| self.int(i128::from(index))).collect();
            for (number, part) in self.flat_parts(region, leaf.ty).iter().enumerate() {
                let term = self.part_of(&value, *part);
                let old = parts[spot.leaf][number];
                parts[spot.leaf][number] = write(self.pool(), old, &indices, term);
            }
        }
        Value::Record(parts)
    }

    pub fn store_flat(&mut self, slot: Slot, ty: TypeId, value: &Value) {
        let Value::Record(parts) = value else {
            return self.store_scalar(slot, ty, value);
        };
        let leaves = self.leaves(ty);
        let Some(spots) = self.spots(slot.region, ty, &leaves) else {
            self.forget_row(slot.region, slot.object);
            return self.approximate("a large record copied as a value");
        };
        for spot in spots {
            let leaf = &leaves[spot.leaf];
            let offset = self.moved(slot.offset, spot.offset);
            let indices: Vec<Term> = spot.indices.iter().map(|&index| self.int(i128::from(index))).collect();
            let kinds = self.kinds(leaf.ty, parts[spot.leaf].len());
            let mut scalar = Vec::new();
            for (part, map) in kinds.iter().zip(&parts[spot.leaf]) {
                scalar.push((*part, read(self.pool(), *map, &indices)));
            }
            let value = self.assemble(leaf.ty, &scalar);
            self.store_scalar(Slot { offset, bits: leaf.bits, ..slot }, leaf.ty, &value);
        }
    }

    /// All scalars of a type; `None` if there are too many or not known how many.
    fn spots(&self, region: RegionId, ty: TypeId, leaves: &[Leaf]) -> Option<Vec<Spot>> {
        let total = cells(&self.cx.unit.types, ty)?;
        if total > MOST_SCALARS as u64 {
            return None;
        }
        let mut spots = Vec::new();
        for (number, leaf) in leaves.iter().enumerate() {
            let start = Spot { leaf: number, indices: Vec::new(), offset: 0 };
            self.spots_of(region, ty, &leaf.steps, start, &mut spots)?;
        }
        Some(spots)
    }

    /// Those that the steps lead to from here on.
    fn spots_of(
        &self,
        region: RegionId,
        ty: TypeId,
        steps: &[LeafStep],
        from: Spot,
        spots: &mut Vec<Spot>,
    ) -> Option<()> {
        let types = &self.cx.unit.types;
        let Some((step, rest)) = steps.split_first() else {
            spots.push(from);
            return Some(());
        };
        match (step, types.get(ty)) {
            (LeafStep::Field(number), Type::Record(id)) => {
                let field = types.fields(*id).get(*number as usize)?;
                let by = match self.mode(region) {
                    Mode::Cells => field_cell(types, ty, *number)?,
                    Mode::Bytes | Mode::Elements(_) => field.offset,
                };
                self.spots_of(region, field.ty, rest, Spot { offset: from.offset + by, ..from }, spots)
            }
            (LeafStep::Index, Type::Array { element, length }) => {
                let length = match length {
                    ArrayLength::Known(length) => *length,
                    ArrayLength::Unknown => 0,
                    ArrayLength::Variable(_) => return None,
                };
                let stride = self.stride(region, *element)?;
                for index in 0..length {
                    let mut inner = Spot { offset: from.offset + index * stride, ..from.clone() };
                    inner.indices.push(index);
                    self.spots_of(region, *element, rest, inner, spots)?;
                }
                Some(())
            }
            (LeafStep::Field(_) | LeafStep::Index, _) => None,
        }
    }

    fn load_scalar(&mut self, slot: Slot, ty: TypeId) -> Value {
        let Slot { region, object, offset, bits } = slot;
        match (self.mode(region), scalar(&self.cx.unit.types, ty)) {
            (Mode::Bytes, Some(Scalar::Int(_))) => self.load_int_bytes(slot, ty),
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

    fn store_scalar(&mut self, slot: Slot, ty: TypeId, value: &Value) {
        let Slot { region, object, offset, bits } = slot;
        let base = Base::Flat { region, object, offset, bits };
        if !self.is_seen_elsewhere(&base) {
            return self.store_scalar_here(slot, ty, value);
        }
        let (object, offset, value) = (self.save(object), self.save(offset), self.save_value(value.clone()));
        self.store_scalar_here(Slot { object, offset, ..slot }, ty, &value);
        match bits {
            Some(_) => self.note_block(region, Some(object)),
            None => self.note_flat(region, object, offset, ty, &value),
        }
    }

    fn store_scalar_here(&mut self, slot: Slot, ty: TypeId, value: &Value) {
        let Slot { region, object, offset, bits } = slot;
        match (self.mode(region), value) {
            (Mode::Bytes, Value::Int(int)) => self.store_int_bytes(slot, ty, *int),
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

    fn load_int_bytes(&mut self, slot: Slot, ty: TypeId) -> Value {
        let Slot { region, object, offset, bits } = slot;
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

    /// The bytes that an integer reaches: how many are before it, how many it has, and the bits within them.
    pub fn reach(&self, ty: TypeId, bits: Option<BitField>) -> (u64, u64, Option<BitField>) {
        let Some(bits) = bits else { return (0, self.cx.unit.types.size_of(ty).unwrap_or(1), None) };
        let (skipped, start) = (bits.start / 8, bits.start % 8);
        let count = (start + bits.width).div_ceil(8);
        (u64::from(skipped), u64::from(count), Some(BitField { start, ..bits }))
    }

    fn store_int_bytes(&mut self, slot: Slot, ty: TypeId, int: Int) {
        let Slot { region, object, offset, bits } = slot;
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
}
