//! Questions about types that the analysis asks: when are two the same to memory, where are the pointers in one, which
//! lie inside another?

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::types::{ArrayLength, FloatKind, IntKind, RecordId, Type, TypeId, Types};

/// A type as memory sees it: signed, unsigned and enumeration variants of one size are one, and so are all pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(u32);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Int(u64),
    Bool,
    Float(FloatKind),
    Pointer,
    Record(u32),
    Array(Key, Option<u64>),
    Other(TypeId),
}

/// A pointer inside a value: the path of fields that leads to it and the type it points to.
pub type PointerLeaf = (Box<[u32]>, TypeId);

/// What a scalar leaf is, for types all of whose leaves are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    Int(u64),
    Pointer,
}

pub struct Shapes<'a> {
    pub types: &'a Types,
    keys: FxHashMap<Form, Key>,
    key_of: Vec<Option<Option<Key>>>,
    leaves_of: FxHashMap<TypeId, Rc<[PointerLeaf]>>,
    /// Unions that nobody looks into.
    pub unused: FxHashSet<RecordId>,
}

impl<'a> Shapes<'a> {
    pub fn new(types: &'a Types) -> Shapes<'a> {
        let (keys, leaves_of, unused) = Default::default();
        Shapes { types, keys, key_of: vec![None; types.len()], leaves_of, unused }
    }

    /// `None` for what is no type of an object: `void`, functions, what could not be typed.
    pub fn key(&mut self, ty: TypeId) -> Option<Key> {
        let index = invar_base::Id::index(ty);
        if let Some(Some(key)) = self.key_of.get(index) {
            return *key;
        }
        let form = match self.types.get(ty) {
            Type::Void | Type::Function(_) | Type::Error => None,
            Type::Int(IntKind::Bool) => Some(Form::Bool),
            Type::Int(_) | Type::Enum(_) => Some(Form::Int(self.types.size_of(ty).unwrap_or(0))),
            Type::Float(kind) => Some(Form::Float(*kind)),
            Type::Pointer(_) => Some(Form::Pointer),
            Type::Record(record) => Some(Form::Record(invar_base::Id::index(*record) as u32)),
            Type::Array { element, length } => {
                let length = match length {
                    ArrayLength::Known(length) => Some(*length),
                    ArrayLength::Unknown | ArrayLength::Variable(_) => None,
                };
                self.key(*element).map(|element| Form::Array(element, length))
            }
            Type::VaList | Type::Opaque { .. } => Some(Form::Other(ty)),
        };
        let next = Key(self.keys.len() as u32);
        let key = form.map(|form| *self.keys.entry(form).or_insert(next));
        if let Some(entry) = self.key_of.get_mut(index) {
            *entry = Some(key);
        }
        key
    }

    /// The pointers in a value of this type, in order. Those in a union are all listed.
    pub fn pointer_leaves(&mut self, ty: TypeId) -> Rc<[PointerLeaf]> {
        if let Some(leaves) = self.leaves_of.get(&ty) {
            return leaves.clone();
        }
        let mut leaves = Vec::new();
        self.collect_leaves(ty, &mut Vec::new(), &mut leaves);
        let leaves: Rc<[PointerLeaf]> = leaves.into();
        self.leaves_of.insert(ty, leaves.clone());
        leaves
    }

    fn collect_leaves(&self, ty: TypeId, path: &mut Vec<u32>, leaves: &mut Vec<PointerLeaf>) {
        match self.types.get(ty) {
            Type::Pointer(to) => leaves.push((path.clone().into(), *to)),
            Type::Array { element, .. } => self.collect_leaves(*element, path, leaves),
            Type::Record(record) => {
                for (number, field) in self.types.fields(*record).iter().enumerate() {
                    path.push(number as u32);
                    self.collect_leaves(field.ty, path, leaves);
                    path.pop();
                }
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Function(_) => {}
            Type::VaList | Type::Opaque { .. } | Type::Error => {}
        }
    }

    /// The key of what an array, of any number of dimensions, is made of.
    pub fn scalar_key(&mut self, mut ty: TypeId) -> Option<Key> {
        while let Type::Array { element, .. } = self.types.get(ty) {
            ty = *element;
        }
        self.key(ty)
    }

    /// One dimension of an array is stripped: what the object is a row of.
    pub fn element(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            Type::Array { element, .. } => *element,
            _ => ty,
        }
    }

    pub fn is_incomplete(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Record(record) if self.types.records[*record].layout.is_none())
    }

    pub fn is_variable_length(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array { length: ArrayLength::Variable(_), .. } => true,
            Type::Array { element, .. } => self.is_variable_length(*element),
            _ => false,
        }
    }

    /// Does it contain a union that somebody may look into?
    pub fn contains_union(&self, ty: TypeId) -> bool {
        self.contains(ty, &|record| self.types.records[record].is_union && !self.unused.contains(&record))
    }

    pub fn contains_any_union(&self, ty: TypeId) -> bool {
        self.contains(ty, &|record| self.types.records[record].is_union)
    }

    fn contains(&self, ty: TypeId, is_one: &dyn Fn(RecordId) -> bool) -> bool {
        match self.types.get(ty) {
            Type::Array { element, .. } => self.contains(*element, is_one),
            Type::Record(record) => {
                is_one(*record) || self.types.fields(*record).iter().any(|field| self.contains(field.ty, is_one))
            }
            _ => false,
        }
    }

    /// Is its size not known from the type: does it end in `member[]`, `member[0]` or, as older programs write it,
    /// `member[1]`, or is it an array of a length that is only known at run time? Pointers to such types cannot count in
    /// elements.
    pub fn is_flexible(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array { length: ArrayLength::Unknown | ArrayLength::Variable(_) | ArrayLength::Known(0), .. } => true,
            Type::Array { element, .. } => self.is_flexible(*element),
            Type::Record(record) => self.types.fields(*record).last().is_some_and(|last| {
                let is_hack = matches!(self.types.get(last.ty), Type::Array { length: ArrayLength::Known(1), .. });
                is_hack || self.is_flexible(last.ty)
            }),
            _ => false,
        }
    }

    /// Is `inner` what `outer` begins with: its first member or element, or that one's, and so on?
    pub fn begins_with(&mut self, mut outer: TypeId, inner: TypeId) -> bool {
        let inner = self.key(inner);
        loop {
            let first = match self.types.get(outer) {
                Type::Array { element, .. } => Some(*element),
                // A bit-field is not the whole of its type.
                Type::Record(record) => {
                    self.types.fields(*record).first().filter(|field| field.bits.is_none()).map(|field| field.ty)
                }
                _ => None,
            };
            let Some(first) = first else { return false };
            if self.key(first) == inner {
                return true;
            }
            outer = first;
        }
    }

    /// The one kind of scalar that the type is made of, without padding: then it does not matter through which such
    /// type memory is read.
    pub fn uniform_leaf(&self, ty: TypeId) -> Option<Leaf> {
        match self.types.get(ty) {
            Type::Int(IntKind::Bool) => None,
            Type::Int(_) | Type::Enum(_) => self.types.size_of(ty).map(Leaf::Int),
            Type::Pointer(_) => Some(Leaf::Pointer),
            Type::Array { element, .. } => self.uniform_leaf(*element),
            Type::Record(record) => {
                let layout = self.types.records[*record].layout.as_ref()?;
                let (first, rest) = layout.fields.split_first()?;
                let leaf = self.uniform_leaf(first.ty)?;
                let mut size = self.types.size_of(first.ty)?;
                for field in rest {
                    if self.uniform_leaf(field.ty)? != leaf {
                        return None;
                    }
                    size = size.checked_add(self.types.size_of(field.ty)?)?;
                }
                let has_bits = layout.fields.iter().any(|field| field.bits.is_some());
                (size == layout.size && !has_bits).then_some(leaf)
            }
            Type::Void | Type::Function(_) | Type::Float(_) => None,
            Type::VaList | Type::Opaque { .. } | Type::Error => None,
        }
    }

    pub fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
    }

    /// Is it signed? Of arrays, the elements; `None` if it is no integer.
    pub fn is_signed(&self, ty: TypeId) -> Option<bool> {
        match self.types.get(ty) {
            Type::Array { element, .. } => self.is_signed(*element),
            _ => self.types.int_kind(ty).map(|kind| kind.is_signed()),
        }
    }

    /// The sizes and signs of the integers in the type.
    pub fn integers(&self, ty: TypeId, found: &mut FxHashSet<(u64, bool)>) {
        match self.types.get(ty) {
            Type::Array { element, .. } => self.integers(*element, found),
            Type::Record(record) => self.types.fields(*record).iter().for_each(|field| self.integers(field.ty, found)),
            _ => {
                if let (Some(size), Some(signed)) = (self.types.size_of(ty), self.is_signed(ty)) {
                    found.insert((size, signed));
                }
            }
        }
    }

    /// For reports, when no object gives a name.
    pub fn name(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::Int(_) | Type::Enum(_) => match self.types.int_kind(ty) {
                Some(kind) => int_name(kind).to_string(),
                None => "int".to_string(),
            },
            Type::Float(_) => "double".to_string(),
            Type::Pointer(_) => "pointer".to_string(),
            Type::Array { element, .. } => format!("{}_array", self.name(*element)),
            Type::Record(record) if self.types.records[*record].name.is_empty() => "record".to_string(),
            Type::Record(record) => self.types.records[*record].name.clone(),
            Type::Function(_) => "function".to_string(),
            Type::Void | Type::VaList | Type::Opaque { .. } | Type::Error => "memory".to_string(),
        }
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "bool",
        IntKind::Char | IntKind::SChar | IntKind::UChar => "char",
        IntKind::Short | IntKind::UShort => "short",
        IntKind::Int | IntKind::UInt => "int",
        IntKind::Long | IntKind::ULong => "long",
        IntKind::LongLong | IntKind::ULongLong => "llong",
        IntKind::Int128 | IntKind::UInt128 => "int128",
    }
}
