//! Layout of structs and unions as gcc does it on x86 (the System V ABI), for both data models.
//!
//! Bit-fields: a field starts at the next bit, unless it would then touch more units of its type's alignment than its type
//! has; then it starts at the next such unit. `int : 0` ends the unit. Unnamed bit-fields do not align the record.
//! A packed bit-field starts at the next bit always and may cross units: then `offset` is that of the byte it starts in,
//! and `start + width` may be more than the width of its type.

use invar_base::Span;

use crate::c::types::{BitField, Field, RecordLayout, TypeId, Types, Volatile};

/// A member as it is declared.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Empty for anonymous members and unnamed bit-fields.
    pub name: String,
    pub ty: TypeId,
    pub width: Option<u32>,
    /// From `aligned` at the typedef that is its type: packing undoes it.
    pub type_align: Option<u64>,
    /// From `aligned` or `_Alignas` at the member itself.
    pub align: Option<u64>,
    pub is_packed: bool,
    pub is_const: bool,
    pub volatile: Volatile,
    pub span: Span,
}

/// What attributes say about the whole record.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Packing {
    pub is_packed: bool,
    pub align: Option<u64>,
    /// `#pragma pack`: the largest alignment of a member.
    pub most: Option<u64>,
}

/// Places the members.
pub(super) fn lay_out(types: &Types, members: &[Member], is_union: bool, packing: Packing) -> RecordLayout {
    let mut layout = Layout { types, is_union, packing, position: 0, extent: 0, align: 1, fields: Vec::new() };
    for member in members {
        match member.width {
            Some(width) => layout.bit_field(member, width),
            None => layout.member(member),
        }
    }
    let align = layout.align.max(packing.align.unwrap_or(1));
    let size = layout.extent.div_ceil(8).next_multiple_of(align);
    RecordLayout { fields: layout.fields, size, align }
}

struct Layout<'t> {
    types: &'t Types,
    is_union: bool,
    packing: Packing,
    /// The next free bit.
    position: u64,
    /// The last used bit.
    extent: u64,
    align: u64,
    fields: Vec<Field>,
}

impl Layout<'_> {
    fn member(&mut self, member: &Member) {
        let is_packed = self.packing.is_packed || member.is_packed;
        let natural = self.types.align_of(member.ty).max(member.type_align.unwrap_or(1));
        let natural = if is_packed { 1 } else { natural };
        let align = self.capped(natural.max(member.align.unwrap_or(1)));
        let position = self.position.next_multiple_of(align * 8);
        let size = self.types.size_of(member.ty).unwrap_or(0);
        self.align = self.align.max(align);
        self.push(member, position / 8, None);
        self.occupy(position, size.saturating_mul(8));
    }

    fn bit_field(&mut self, member: &Member, width: u32) {
        let bits = self.types.size_of(member.ty).unwrap_or(4).max(1) * 8;
        let natural = self.types.align_of(member.ty) * 8;
        let is_packed = self.packing.is_packed || member.is_packed;
        if width == 0 {
            let position = self.position.next_multiple_of(natural);
            return self.occupy(position, 0);
        }
        let mut position = self.position;
        let width = u64::from(width);
        // Under `#pragma pack` bit-fields may cross, as packed ones do.
        if !is_packed && self.packing.most.is_none() && (position % natural + width).div_ceil(natural) > bits / natural
        {
            position = position.next_multiple_of(natural);
        }
        if let Some(align) = member.align {
            position = position.next_multiple_of(align * 8);
        }
        if !member.name.is_empty() {
            let align = if is_packed && self.packing.most.is_none() { 1 } else { natural / 8 };
            self.align = self.align.max(self.capped(align.max(member.align.unwrap_or(1))));
            let mut unit = position / natural * natural;
            if position - unit + width > bits {
                unit = position / 8 * 8;
            }
            let start = (position - unit) as u32;
            self.push(member, unit / 8, Some(BitField { start, width: width as u32 }));
        }
        self.occupy(position, width);
    }

    fn capped(&self, align: u64) -> u64 {
        self.packing.most.map_or(align, |most| align.min(most))
    }

    fn push(&mut self, member: &Member, offset: u64, bits: Option<BitField>) {
        let Member { name, ty, is_const, volatile, span, .. } = member.clone();
        self.fields.push(Field { name, ty, offset, bits, is_const, volatile, span });
    }

    fn occupy(&mut self, position: u64, bits: u64) {
        let end = position.saturating_add(bits);
        self.extent = self.extent.max(end);
        if !self.is_union {
            self.position = end;
        }
    }
}
