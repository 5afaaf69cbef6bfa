//! C's types: interned, with sizes and layouts for a data model.
//!
//! A type is a `TypeId`; equal ids mean the same type. Qualifiers are not part of a type here: what matters of them
//! (`volatile`, also of what is pointed to, `const`, `restrict`) stands with the declaration, member or cast. A record is identified by its declaration, so two
//! structs with equal members are different types, as in C.

use invar_base::{Arena, Span, define_id};
use rustc_hash::FxHashMap;

define_id!(TypeId);
define_id!(RecordId);
define_id!(EnumId);

/// Sizes of `long` and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    Ilp32,
    #[default]
    Lp64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Enum(EnumId),
    /// To any type; a function pointer points to a `Function`.
    Pointer(TypeId),
    Array {
        element: TypeId,
        length: ArrayLength,
    },
    Function(FunctionType),
    Record(RecordId),
    /// `va_list`: opaque.
    VaList,
    /// `_Complex` and vector types: opaque, of this size.
    Opaque {
        name: &'static str,
        size: u64,
    },
    /// What could not be typed; a diagnostic was given. Converts to and from everything in silence.
    Error,
}

/// `char` is a type of its own, signed here as on the usual platforms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// `_Float128`, `__float128`.
    Quad,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    Known(u64),
    /// `[]` of a parameter, extern declaration or flexible member.
    Unknown,
    /// Depends on values at run time; the number is that of `hir::Function::lengths` in the function it is declared in.
    Variable(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: TypeId,
    pub params: Vec<TypeId>,
    pub variadic: bool,
    /// `f()` in the old style says nothing about parameters.
    pub prototyped: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    /// The tag, or empty.
    pub name: String,
    pub is_union: bool,
    pub span: Span,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
}

#[derive(Clone, Debug)]
pub struct RecordLayout {
    /// In order; members of anonymous structs and unions are reached through the unnamed member that holds them.
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// Empty for an anonymous member; unnamed bit-fields are not listed.
    pub name: String,
    pub ty: TypeId,
    /// In bytes, from the start of the record; for a bit-field, of its storage unit.
    pub offset: u64,
    pub bits: Option<BitField>,
    pub is_const: bool,
    pub volatile: Volatile,
    pub span: Span,
}

/// Which of the objects that a declaration leads to are volatile: what is declared itself, and what is found by following
/// so many pointers from there. The elements of an array count as the array.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Volatile(u32);

impl Volatile {
    pub const NOTHING: Volatile = Volatile(0);
    pub const ITSELF: Volatile = Volatile(1);

    pub fn itself(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Of what a pointer leads to.
    #[must_use]
    pub fn followed(self) -> Volatile {
        Volatile(self.0 >> 1)
    }

    /// Of a pointer to this.
    #[must_use]
    pub fn pointed(self) -> Volatile {
        Volatile(self.0 << 1)
    }

    /// Of the value that was read from this.
    #[must_use]
    pub fn value(self) -> Volatile {
        Volatile(self.0 & !1)
    }

    #[must_use]
    pub fn with(self, other: Volatile) -> Volatile {
        Volatile(self.0 | other.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// From the least significant bit of the unit at `offset`.
    pub start: u32,
    pub width: u32,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: String,
    /// What its values are represented as.
    pub kind: IntKind,
    pub span: Span,
    /// For reports: names of values.
    pub constants: Vec<(String, i128)>,
}

/// All types of a translation unit.
#[derive(Clone, Debug)]
pub struct Types {
    pub model: DataModel,
    types: Arena<TypeId, Type>,
    index: FxHashMap<Type, TypeId>,
    pub records: Arena<RecordId, Record>,
    pub enums: Arena<EnumId, Enum>,
}

impl Types {
    pub fn new(model: DataModel) -> Types {
        Types { model, types: Arena::new(), index: FxHashMap::default(), records: Arena::new(), enums: Arena::new() }
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// The type, if the program mentions it.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.index.get(ty).copied()
    }

    /// Does the program mention the type?
    pub fn has(&self, ty: &Type) -> bool {
        self.index.contains_key(ty)
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    /// The integer kind of an integer or enumeration type.
    pub fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.get(id) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(id) => Some(self.enums[*id].kind),
            Type::Void | Type::Float(_) | Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => None,
            Type::Record(_) | Type::VaList | Type::Opaque { .. } | Type::Error => None,
        }
    }

    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }

    pub fn fields(&self, id: RecordId) -> &[Field] {
        self.records[id].layout.as_ref().map_or(&[], |layout| &layout.fields)
    }

    pub fn pointer_size(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// Width in bits.
    pub fn bits(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Bool => 1,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong => self.pointer_size() as u32 * 8,
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// Size in bytes; `None` for incomplete, function and variable-length types.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) => Some(1), // as GNU C has it
            Type::Int(kind) => Some(u64::from(self.bits(*kind).div_ceil(8))),
            Type::Enum(id) => Some(u64::from(self.bits(self.enums[*id].kind) / 8)),
            Type::Float(kind) => Some(self.float_layout(*kind).0),
            Type::Pointer(_) => Some(self.pointer_size()),
            Type::Array { element, length: ArrayLength::Known(length) } => self.size_of(*element)?.checked_mul(*length),
            Type::Array { .. } => None,
            Type::Record(id) => Some(self.records[*id].layout.as_ref()?.size),
            Type::VaList => Some(match self.model {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 => 24,
            }),
            Type::Opaque { size, .. } => Some(*size),
            Type::Error => Some(4),
        }
    }

    /// Is the size of an object not said by its type: `extern int a[]`, or a record that ends in `member[]`?
    pub fn ends_open(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array { length: ArrayLength::Unknown | ArrayLength::Known(0), .. } => true,
            Type::Record(id) => self.fields(*id).last().is_some_and(|last| self.ends_open(last.ty)),
            Type::Array { length: ArrayLength::Known(_) | ArrayLength::Variable(_), .. } => false,
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => false,
            Type::VaList | Type::Opaque { .. } | Type::Error => false,
        }
    }

    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Error => 1,
            Type::Int(_) | Type::Enum(_) => {
                let size = self.size_of(id).unwrap_or(1);
                // The i386 ABI aligns 8-byte members to 4 bytes.
                if self.model == DataModel::Ilp32 { size.min(4) } else { size }
            }
            Type::Float(kind) => self.float_layout(*kind).1,
            Type::Pointer(_) | Type::VaList => self.pointer_size(),
            Type::Array { element, .. } => self.align_of(*element),
            Type::Record(id) => self.records[*id].layout.as_ref().map_or(1, |layout| layout.align),
            Type::Opaque { .. } => self.pointer_size(),
        }
    }

    /// What gcc's `__alignof__` says: on i386, variables of 8 bytes are better aligned than members.
    pub fn preferred_align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Int(_) | Type::Enum(_) => self.size_of(id).unwrap_or(1),
            Type::Float(FloatKind::Double) => 8,
            Type::Array { element, .. } => self.preferred_align_of(*element),
            Type::Float(FloatKind::Float | FloatKind::LongDouble | FloatKind::Quad) => self.align_of(id),
            Type::Void | Type::Pointer(_) | Type::Function(_) | Type::Record(_) => self.align_of(id),
            Type::VaList | Type::Opaque { .. } | Type::Error => self.align_of(id),
        }
    }

    /// Size and alignment.
    fn float_layout(&self, kind: FloatKind) -> (u64, u64) {
        match (kind, self.model) {
            (FloatKind::Float, _) => (4, 4),
            (FloatKind::Double, DataModel::Ilp32) => (8, 4),
            (FloatKind::Double, DataModel::Lp64) => (8, 8),
            (FloatKind::LongDouble, DataModel::Ilp32) => (12, 4),
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => (16, 16),
        }
    }
}

impl IntKind {
    pub fn is_signed(self) -> bool {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::Short | IntKind::Int | IntKind::Long => true,
            IntKind::LongLong | IntKind::Int128 => true,
            IntKind::Bool | IntKind::UChar | IntKind::UShort | IntKind::UInt | IntKind::ULong => false,
            IntKind::ULongLong | IntKind::UInt128 => false,
        }
    }
}
