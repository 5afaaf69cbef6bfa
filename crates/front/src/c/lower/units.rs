//! What offsets count, in each region: elements, cells or bytes; and which maps hold what is there.

use invar_logic::Term;

use super::code::Body;
use super::program::Part;
use super::shape::{Leaf, cells, field_cell, uniform_size};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, BitField, Type, TypeId};

impl Body<'_, '_> {
    pub fn mode(&self, region: RegionId) -> Mode {
        self.cx.regions.regions()[region].mode
    }

    /// An offset in the units of `$size`: bytes, or cells in a region of cells.
    pub fn unit_offset(&mut self, region: RegionId, offset: Term) -> Term {
        match self.mode(region) {
            Mode::Elements(element) => {
                let size = self.cx.unit.types.size_of(element).unwrap_or(1);
                let size = self.int(i128::from(size));
                self.pool().mul(offset, size)
            }
            Mode::Cells | Mode::Bytes => offset,
        }
    }

    /// How many units of `$size` a type takes.
    pub fn units(&self, region: RegionId, ty: TypeId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(_) | Mode::Bytes => self.cx.unit.types.size_of(ty),
            Mode::Cells => cells(&self.cx.unit.types, ty),
        }
    }

    /// By how much one step of a pointer to `ty` moves the offset.
    pub fn stride(&self, region: RegionId, ty: TypeId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(_) => Some(1),
            Mode::Cells => cells(&self.cx.unit.types, ty),
            Mode::Bytes => self.cx.unit.types.size_of(ty),
        }
    }

    /// By how much one step of a pointer to `ty` moves the offset, also where that is known at run time only.
    pub fn offset_stride(&mut self, region: RegionId, ty: TypeId) -> Option<Term> {
        match self.mode(region) {
            Mode::Elements(_) => Some(self.int(1)),
            Mode::Cells | Mode::Bytes => self.unit_stride(region, ty),
        }
    }

    /// The distance between neighbours of this type, in units of `@size`; `None` if a length in it is not known.
    pub fn unit_stride(&mut self, region: RegionId, ty: TypeId) -> Option<Term> {
        if let Type::Array { element, length: ArrayLength::Variable(number) } = self.cx.unit.types.get(ty).clone() {
            let (length, each) = (*self.lengths.get(&number)?, self.unit_stride(region, element)?);
            return Some(self.pool().mul(length, each));
        }
        if let Type::Array { element, length: ArrayLength::Known(length) } = self.cx.unit.types.get(ty).clone() {
            let each = self.unit_stride(region, element)?;
            let length = self.int(i128::from(length));
            return Some(self.pool().mul(length, each));
        }
        let units = self.units(region, ty)?;
        Some(self.int(i128::from(units)))
    }

    /// Where a field lies in its record, in units of `@size`.
    pub fn field_units(&mut self, region: RegionId, record: TypeId, number: u32) -> Term {
        let by = match self.mode(region) {
            Mode::Cells => field_cell(&self.cx.unit.types, record, number),
            Mode::Bytes | Mode::Elements(_) => self.field_offset(record, number),
        };
        self.int(i128::from(by.unwrap_or(0)))
    }

    pub fn field_bits(&self, record: TypeId, number: u32) -> Option<BitField> {
        let Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        self.cx.unit.types.fields(*id).get(number as usize)?.bits
    }

    fn field_offset(&self, record: TypeId, number: u32) -> Option<u64> {
        let Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        Some(self.cx.unit.types.fields(*id).get(number as usize)?.offset)
    }

    pub fn flat_parts(&self, region: RegionId, ty: TypeId) -> &'static [Part] {
        let is_pointer = self.cx.unit.types.is_pointer(ty);
        let target = is_pointer.then(|| self.cx.regions.region_pointee(region, ty, &[]));
        self.cx.parts(ty, target)
    }

    /// How many bytes one offset of the region is.
    pub fn unit_size(&self, region: RegionId) -> Option<u64> {
        match self.mode(region) {
            Mode::Elements(element) => self.cx.unit.types.size_of(element),
            Mode::Bytes => Some(1),
            Mode::Cells => self.cell_size(region),
        }
    }

    /// The size that all cells of a region share.
    pub fn cell_size(&self, region: RegionId) -> Option<u64> {
        let types = &self.cx.regions.regions()[region].types;
        let mut sizes = types.iter().map(|&ty| uniform_size(&self.cx.unit.types, ty));
        let first = sizes.next()??;
        sizes.all(|size| size == Some(first)).then_some(first)
    }

    pub fn element_parts(&self, region: RegionId, element: TypeId, leaf: &Leaf) -> Vec<Part> {
        let is_pointer = self.cx.unit.types.is_pointer(leaf.ty);
        let target = is_pointer.then(|| self.cx.regions.region_pointee(region, element, &leaf.fields()));
        self.cx.parts(leaf.ty, target).to_vec()
    }
}
