//! Rows of bytes, for regions without one element type: an integer is its bytes, lowest first; the bytes of other values are
//! those of `markers`.

use invar_gcl::CmdKind;
use invar_logic::{Term, TermPool};
use num_bigint::BigInt;

use super::code::Body;
use super::ints::{self, Int, Range};
use super::maps::read;
use super::program::Part;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::BitField;

/// No byte holds more, see `markers`.
pub const HIGHEST: i128 = 1023;

impl Body<'_, '_> {
    pub fn moved(&mut self, offset: Term, by: u64) -> Term {
        let by = self.int(i128::from(by));
        self.pool().add(offset, by)
    }

    /// May a cell hold an integer of the other sign than it is read with?
    pub fn has_both_signs(&self, region: RegionId) -> bool {
        self.cx.regions.regions()[region].cells.both_signs
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
    pub fn any_bytes_at(&mut self, region: RegionId, object: Term, offset: Term, count: u64) -> Vec<Term> {
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

    /// The map in which characters of the region are, if each is an entry of its own.
    pub fn characters(&mut self, region: RegionId) -> Option<invar_logic::VarId> {
        match self.mode(region) {
            Mode::Elements(element) => {
                let types = &self.cx.unit.types;
                let is_char = types.int_kind(element).is_some() && types.size_of(element) == Some(1);
                is_char.then(|| self.cx.element_map(region, 0, Part::Int))
            }
            Mode::Cells | Mode::Bytes => Some(self.cx.flat_map(region, Part::Int)),
        }
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
pub fn either_range(pool: &mut TermPool, range: Range, term: Term) -> Term {
    let (low, high) = (Range { signed: true, ..range }.low(), Range { signed: false, ..range }.high());
    let (low, high) = (pool.int(low), pool.int(high));
    let (above, below) = (pool.le(low, term), pool.le(term, high));
    pool.and(&[above, below])
}
