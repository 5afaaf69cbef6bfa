//! What a pointer can be said to point to, so that what an annotation says and what it means are the same. In: a pointer, the types that
//! the text casts it to, and what its memory is counted in. Out: the pointer as one to elements of a type, and how that is written.
//!
//! A `void *` has no elements, and memory that is only reached as integers is counted in integers: there, a clause about characters would mean
//! whole integers, and say single bytes.

use crate::c::hir::spec::{self, LogicType, TermKind};
use crate::c::hir::uses::Uses;
use crate::c::hir::{FunctionId, Unit};
use crate::c::points_to::{Mode, Regions};
use crate::c::resolve::show::type_name;
use crate::c::types::{IntKind, Type, TypeId};

use super::shape::{cells, uniform_size};
use super::views::same;

/// Types that one pointer is cast to, at most.
const MOST_CASTS: usize = 3;

/// A pointer as one to elements of a type.
pub struct Sight {
    pub base: spec::Term,
    pub text: String,
    /// The size of an element, if its type has no name and the text counts bytes.
    bytes: Option<u64>,
}

impl Sight {
    /// The first element.
    pub fn one(&self) -> String {
        if self.bytes.is_some() { self.up_to(0) } else { self.text.clone() }
    }

    /// The elements up to this number.
    pub fn up_to(&self, last: u64) -> String {
        let last = self.bytes.map_or(last, |size| (last + 1) * size - 1);
        format!("{} + (0 .. {last})", self.text)
    }

    /// As many elements as this says.
    pub fn counted(&self, length: &str) -> String {
        let scale = self.bytes.map_or(String::new(), |size| format!(" * {size}"));
        format!("{} + (0 .. {length}{scale} - 1)", self.text)
    }

    /// The element of this number, if that has a short name.
    pub fn at(&self, index: &str) -> Option<String> {
        self.bytes.is_none().then(|| format!("{} + {index}", self.text))
    }
}

/// Looks at the pointers of one function.
pub struct Sights<'a> {
    pub unit: &'a Unit,
    pub regions: &'a Regions,
    pub function: FunctionId,
}

impl Sights<'_> {
    /// A pointer, or an array, as what its type says, or as what it is cast to.
    pub fn of(&self, place: &spec::Place, text: &str, uses: &Uses) -> Vec<Sight> {
        let types = &self.unit.types;
        if let Type::Array { element, .. } = types.get(place.ty) {
            let Some(ty) = types.find(&Type::Pointer(*element)) else { return Vec::new() };
            let kind = TermKind::AddressOf(place.clone());
            let base = spec::Term { kind, ty: LogicType::C(ty), span: place.span };
            return vec![Sight { base, text: text.to_string(), bytes: None }];
        }
        let Some(own) = types.pointee(place.ty) else { return Vec::new() };
        let mut found = Vec::new();
        let is_own = !types.is_void(own) && types.size_of(own).is_some_and(|size| size > 0);
        if is_own && self.fits(place, own) {
            found.push(Sight { base: load(place), text: text.to_string(), bytes: None });
        }
        let is_record = matches!(types.get(own), Type::Record(_));
        let casts = uses.casts.iter().filter(|(from, to)| *from == own && !(is_record && self.is_character(*to)));
        let casts: Vec<TypeId> = casts.map(|(_, to)| *to).collect();
        found.extend(casts.into_iter().filter_map(|to| self.cast(place, text, to)).take(MOST_CASTS));
        if found.is_empty() && types.is_void(own) {
            found.extend(self.characters(place, text));
        }
        found
    }

    /// A pointer as one to characters, if its memory is counted in bytes.
    pub fn characters(&self, place: &spec::Place, text: &str) -> Option<Sight> {
        let types = &self.unit.types;
        let kinds = [IntKind::Char, IntKind::UChar].into_iter();
        let mut found = kinds.filter_map(|kind| self.cast(place, text, types.find(&Type::Int(kind))?));
        found.next()
    }

    fn cast(&self, place: &spec::Place, text: &str, to: TypeId) -> Option<Sight> {
        let types = &self.unit.types;
        let size = types.size_of(to).filter(|size| *size > 0 && !types.is_void(to))?;
        let ty = types.find(&Type::Pointer(to)).filter(|_| self.fits(place, to))?;
        let base = spec::Term { kind: TermKind::Cast(Box::new(load(place))), ty: LogicType::C(ty), span: place.span };
        let name = type_name(types, ty);
        let is_named = !name.contains('<');
        let name = if is_named { name } else { "char *".to_string() };
        Some(Sight { base, text: format!("({name}){text}"), bytes: (!is_named).then_some(size) })
    }

    /// Does an element of this type mean to memory what it means in C?
    fn fits(&self, place: &spec::Place, element: TypeId) -> bool {
        let types = &self.unit.types;
        let region = &self.regions.regions()[self.regions.spec_target(self.function, &load(place))];
        let size = types.size_of(element);
        match region.mode {
            Mode::Elements(each) => size.is_some() && size == types.size_of(each),
            Mode::Bytes => true,
            Mode::Cells => {
                let is_known = region.types.iter().any(|known| same(types, *known, element));
                let cell = region.types.first().and_then(|known| uniform_size(types, *known));
                is_known || cell.zip(cells(types, element)).map(|(cell, count)| cell * count) == size
            }
        }
    }

    fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.int_kind(ty), Some(IntKind::Char | IntKind::UChar | IntKind::SChar))
    }
}

/// What a place holds.
pub fn load(place: &spec::Place) -> spec::Term {
    spec::Term { kind: TermKind::Load(place.clone()), ty: LogicType::C(place.ty), span: place.span }
}
