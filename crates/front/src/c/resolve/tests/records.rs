use super::resolved;
use crate::c::types::{BitField, DataModel, IntKind};

/// Offset, and first bit and width of a bit-field.
type Place = (u64, Option<(u32, u32)>);

/// The places of the fields of the only record, then size and alignment.
fn layout(members: &str, model: DataModel) -> (Vec<Place>, u64, u64) {
    let unit = resolved(&format!("struct s {{ {members} }} x;"), model).unit;
    let record = unit.types.records.values().next().expect("a record");
    let layout = record.layout.as_ref().expect("a complete record");
    let bits = |bits: Option<BitField>| bits.map(|bits| (bits.start, bits.width));
    (layout.fields.iter().map(|field| (field.offset, bits(field.bits))).collect(), layout.size, layout.align)
}

#[test]
fn members_are_aligned() {
    let members = "char a; long long b; short c;";
    assert_eq!(layout(members, DataModel::Lp64), (vec![(0, None), (8, None), (16, None)], 24, 8));
    assert_eq!(layout(members, DataModel::Ilp32), (vec![(0, None), (4, None), (12, None)], 16, 4));
}

#[test]
fn bit_fields_share_units() {
    let members = "int a : 3; int b : 30; unsigned char c : 2; int : 0; char d;";
    let expected = vec![(0, Some((0, 3))), (4, Some((0, 30))), (7, Some((6, 2))), (8, None)];
    assert_eq!(layout(members, DataModel::Lp64), (expected, 12, 4));
    assert_eq!(layout("char a; int b : 8;", DataModel::Lp64), (vec![(0, None), (0, Some((8, 8)))], 4, 4));
}

#[test]
fn enumerations_are_unsigned_unless_something_is_negative() {
    let kind = |text: &str| resolved(text, DataModel::Lp64).unit.types.enums.values().next().expect("an enum").kind;
    assert_eq!(kind("enum e { A, B };"), IntKind::UInt);
    assert_eq!(kind("enum e { A = -1, B };"), IntKind::Int);
    assert_eq!(kind("enum e { A = 1L << 40 };"), IntKind::ULong);
    assert_eq!(kind("enum __attribute__((packed)) e { A, B };"), IntKind::UChar);
}
