//! Types taken apart: the scalar leaves of a type with their names, and how many cells it fills.
//!
//! A leaf is a scalar reached by fields and array indices; the elements of an array share one leaf. Cells count scalars
//! with every array element on its own, which is how regions of mode `Cells` count offsets.

use std::rc::Rc;

use invar_gcl::source::Piece;
use invar_logic::FloatWidth;
use rustc_hash::FxHashMap;

use crate::c::types::{ArrayLength, BitField, FloatKind, IntKind, Type, TypeId, Types};

/// One step from an object towards a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafStep {
    Field(u32),
    Index,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub steps: Vec<LeafStep>,
    pub ty: TypeId,
    pub bits: Option<BitField>,
}

impl Leaf {
    /// As the points-to analysis names it: fields only.
    pub fn fields(&self) -> Vec<u32> {
        let field = |step: &LeafStep| match step {
            LeafStep::Field(number) => Some(*number),
            LeafStep::Index => None,
        };
        self.steps.iter().filter_map(field).collect()
    }

    /// Arrays on the way.
    pub fn dimensions(&self) -> usize {
        self.steps.iter().filter(|step| **step == LeafStep::Index).count()
    }
}

/// What a scalar is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Int(IntKind),
    Pointer,
    Float(FloatKind),
    /// `va_list` and what else is opaque.
    Opaque,
}

/// Leaves deeper than this many fields are not met in programs; a cyclic type cannot exist.
#[derive(Default)]
pub struct Shapes {
    leaves: FxHashMap<TypeId, Rc<Vec<Leaf>>>,
}

impl Shapes {
    pub fn leaves(&mut self, types: &Types, ty: TypeId) -> Rc<Vec<Leaf>> {
        if let Some(known) = self.leaves.get(&ty) {
            return known.clone();
        }
        let mut found = Vec::new();
        collect(types, ty, None, &mut Vec::new(), &mut found);
        let found = Rc::new(found);
        self.leaves.insert(ty, found.clone());
        found
    }
}

fn collect(types: &Types, ty: TypeId, bits: Option<BitField>, steps: &mut Vec<LeafStep>, found: &mut Vec<Leaf>) {
    match types.get(ty) {
        Type::Array { element, .. } => {
            steps.push(LeafStep::Index);
            collect(types, *element, None, steps, found);
            steps.pop();
        }
        Type::Record(id) => {
            for (number, field) in types.fields(*id).iter().enumerate() {
                steps.push(LeafStep::Field(number as u32));
                collect(types, field.ty, field.bits, steps, found);
                steps.pop();
            }
        }
        Type::Void | Type::Function(_) => {}
        Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
            found.push(Leaf { steps: steps.clone(), ty, bits });
        }
        Type::VaList | Type::Opaque { .. } | Type::Error => found.push(Leaf { steps: steps.clone(), ty, bits }),
    }
}

/// What the source calls the leaf of a variable `root` of type `ty`: `s.a[·].b`.
pub fn leaf_pieces(types: &Types, root: &str, ty: TypeId, leaf: &Leaf) -> Vec<Piece> {
    let mut made = Vec::new();
    let mut text = root.to_string();
    let mut at = ty;
    for step in &leaf.steps {
        match (step, types.get(at)) {
            (LeafStep::Field(number), Type::Record(id)) => {
                let Some(field) = types.fields(*id).get(*number as usize) else { break };
                if !field.name.is_empty() {
                    text.push('.');
                    text.push_str(&field.name);
                }
                at = field.ty;
            }
            (LeafStep::Index, Type::Array { element, .. }) => {
                made.push(Piece::Text(std::mem::take(&mut text)));
                made.push(Piece::Index);
                at = *element;
            }
            (LeafStep::Field(_) | LeafStep::Index, _) => break,
        }
    }
    made.push(Piece::Text(text));
    made.retain(|piece| *piece != Piece::Text(String::new()));
    made
}

/// The same without the indices, for the variables that stand for it: `s.a.b`.
pub fn leaf_name(types: &Types, root: &str, ty: TypeId, leaf: &Leaf) -> String {
    let text = |piece| match piece {
        Piece::Text(text) => Some(text),
        Piece::Index => None,
    };
    leaf_pieces(types, root, ty, leaf).into_iter().filter_map(text).collect()
}

/// Of types whose bits are known: the others are `long double` and the like.
pub fn float_width(types: &Types, ty: TypeId) -> Option<FloatWidth> {
    match scalar(types, ty)? {
        Scalar::Float(FloatKind::Float) => Some(FloatWidth::Single),
        Scalar::Float(FloatKind::Double) => Some(FloatWidth::Double),
        Scalar::Float(FloatKind::LongDouble | FloatKind::Quad) => None,
        Scalar::Int(_) | Scalar::Pointer | Scalar::Opaque => None,
    }
}

pub fn scalar(types: &Types, ty: TypeId) -> Option<Scalar> {
    match types.get(ty) {
        Type::Int(kind) => Some(Scalar::Int(*kind)),
        Type::Enum(id) => Some(Scalar::Int(types.enums[*id].kind)),
        Type::Pointer(_) => Some(Scalar::Pointer),
        Type::Float(kind) => Some(Scalar::Float(*kind)),
        Type::VaList | Type::Opaque { .. } | Type::Error => Some(Scalar::Opaque),
        Type::Void | Type::Function(_) | Type::Array { .. } | Type::Record(_) => None,
    }
}

/// Scalars in a value of the type; `None` where an array has no known length. A flexible member counts nothing.
pub fn cells(types: &Types, ty: TypeId) -> Option<u64> {
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Known(length) } => cells(types, *element)?.checked_mul(*length),
        Type::Array { length: ArrayLength::Unknown, .. } => Some(0),
        Type::Array { length: ArrayLength::Variable(_), .. } => None,
        Type::Record(id) => {
            types.fields(*id).iter().try_fold(0u64, |sum, field| sum.checked_add(cells(types, field.ty)?))
        }
        Type::Void | Type::Function(_) => Some(1),
        Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => Some(1),
        Type::VaList | Type::Opaque { .. } | Type::Error => Some(1),
    }
}

/// The cell at which a field starts.
pub fn field_cell(types: &Types, record: TypeId, number: u32) -> Option<u64> {
    let Type::Record(id) = types.get(record) else { return None };
    let before = types.fields(*id).get(..number as usize)?;
    before.iter().try_fold(0u64, |sum, field| sum.checked_add(cells(types, field.ty)?))
}

/// The size that all scalars of the type share, if they do and no padding lies between them.
pub fn uniform_size(types: &Types, ty: TypeId) -> Option<u64> {
    let (cells, size) = (cells(types, ty)?, types.size_of(ty)?);
    if cells == 0 || size % cells != 0 {
        return None;
    }
    let each = size / cells;
    let mut leaves = Vec::new();
    collect(types, ty, None, &mut Vec::new(), &mut leaves);
    leaves.iter().all(|leaf| leaf.bits.is_none() && types.size_of(leaf.ty) == Some(each)).then_some(each)
}

/// Are the two the same to memory: equal, or integers of one size?
pub fn same_element(types: &Types, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    match (types.get(a), types.get(b)) {
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (Type::Array { element: x, length: n }, Type::Array { element: y, length: m }) => {
            n == m && same_element(types, *x, *y)
        }
        _ => match (types.int_kind(a), types.int_kind(b)) {
            (Some(_), Some(_)) => types.size_of(a) == types.size_of(b),
            _ => false,
        },
    }
}
