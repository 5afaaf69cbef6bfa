//! The encoding of each region, from the types and facts collected for it (decision 21).
//!
//! Whatever is not `Elements` has had its contents collapsed while the constraints were read: the second type, the union
//! or the pun did it. So no encoding chosen here can invalidate a join that was made there.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Noted, RegionData};
use super::shape::{Key, Leaf, Shapes};
use super::{Cells, Mode, Region};
use crate::c::types::{Type, TypeId};
use invar_base::Span;

pub struct Chooser<'g, 'a> {
    pub shapes: &'g mut Shapes<'a>,
    parts: FxHashMap<Key, Rc<FxHashSet<Key>>>,
}

impl<'g, 'a> Chooser<'g, 'a> {
    pub fn new(shapes: &'g mut Shapes<'a>) -> Chooser<'g, 'a> {
        Chooser { shapes, parts: FxHashMap::default() }
    }

    pub fn region(&mut self, data: &RegionData, nowhere: Span) -> Region {
        let facts = data.facts;
        let known = self.known(data);
        let mode = self.mode(data, &known);
        let named = data.name.clone().map(|(name, _)| name);
        let name = named.or_else(|| data.types.first().map(|noted| self.shapes.name(noted.ty)));
        let escapes = facts.external || facts.escapes;
        Region {
            mode,
            always_at_start: matches!(mode, Mode::Elements(_)) && !facts.moved && !escapes && !facts.unknown,
            name: name.unwrap_or_else(|| "memory".to_string()),
            span: data.name.as_ref().map(|(_, span)| *span).or(data.span).unwrap_or(nowhere),
            escapes,
            is_shared: facts.external,
            types: data.types.iter().map(|noted| noted.ty).filter(|ty| !self.shapes.is_incomplete(*ty)).collect(),
            is_unknown: facts.unknown,
            made_up: facts.unknown || facts.made_up,
            holds_pointers: known.iter().any(|noted| !self.shapes.pointer_leaves(noted.ty).is_empty()),
            cells: self.cells(data, &known),
        }
    }

    fn known(&self, data: &RegionData) -> Vec<Noted> {
        data.types.iter().copied().filter(|noted| !self.shapes.is_incomplete(noted.ty)).collect()
    }

    fn cells(&mut self, data: &RegionData, known: &[Noted]) -> Cells {
        let size = match self.common_leaf(known) {
            Some(Leaf::Int(size)) => Some(size),
            Some(Leaf::Pointer) => Some(self.shapes.types.pointer_size()),
            None => None,
        };
        let mut integers = FxHashSet::default();
        known.iter().for_each(|noted| self.shapes.integers(noted.ty, &mut integers));
        let both_signs = integers.iter().any(|&(size, signed)| integers.contains(&(size, !signed)));
        let whole = self.whole(known).map(|noted| noted.ty);
        Cells { size, whole, both_signs: both_signs || data.facts.both_signs }
    }

    fn mode(&mut self, data: &RegionData, known: &[Noted]) -> Mode {
        let Some(first) = known.first() else {
            return data.types.first().map_or(Mode::Bytes, |noted| Mode::Elements(noted.ty));
        };
        let leaf = self.common_leaf(known);
        let is_char = leaf == Some(Leaf::Int(1));
        // A union that nobody looks into may be anything, where only its record is seen.
        let has_union = match known {
            [only] => self.shapes.contains_union(only.ty),
            _ => known.iter().any(|noted| self.shapes.contains_any_union(noted.ty)),
        };
        if data.facts.needs_bytes || has_union || (data.facts.moved_by_bytes && !is_char) {
            return Mode::Bytes;
        }
        if data.facts.punned && leaf.is_none() {
            return Mode::Bytes;
        }
        // What comes from outside need not begin where whole arrays do.
        let is_shifted = data.facts.external && leaf.is_some() && self.shapes.element(first.ty) != first.ty;
        if known.len() == 1 && !is_shifted && !self.shapes.is_flexible(first.ty) {
            return Mode::Elements(first.ty);
        }
        // How many cells an object of unknown type has is not known; how many bytes, is.
        let in_cells = leaf.is_some() || !data.facts.untyped && self.agree(data, known);
        if in_cells { Mode::Cells } else { Mode::Bytes }
    }

    /// Do all pointers see the same cells? One type must contain the others, only pointers to all of it may take steps,
    /// its size must be known, and no row of its parts may be seen as if it were one.
    fn agree(&mut self, data: &RegionData, known: &[Noted]) -> bool {
        let flexible = known.iter().any(|noted| self.shapes.is_flexible(noted.ty));
        let Some(whole) = self.whole(known).filter(|_| !flexible) else { return false };
        let rows_fit = !data.facts.widened || data.rows.iter().all(|key| *key == whole.key);
        rows_fit && data.moved_at.iter().all(|key| *key == whole.key)
    }

    /// The type of which all others are parts.
    fn whole(&mut self, known: &[Noted]) -> Option<Noted> {
        let is_whole = |chooser: &mut Self, whole: &Noted| {
            let parts = chooser.parts(whole);
            known.iter().all(|noted| noted.key == whole.key || parts.contains(&noted.key))
        };
        known.iter().find(|noted| is_whole(self, noted)).copied()
    }

    /// The one kind of scalar that all these types are made of without padding.
    fn common_leaf(&self, types: &[Noted]) -> Option<Leaf> {
        let (first, rest) = types.split_first()?;
        let leaf = self.shapes.uniform_leaf(first.ty)?;
        rest.iter().all(|noted| self.shapes.uniform_leaf(noted.ty) == Some(leaf)).then_some(leaf)
    }

    fn parts(&mut self, noted: &Noted) -> Rc<FxHashSet<Key>> {
        if let Some(parts) = self.parts.get(&noted.key) {
            return parts.clone();
        }
        let types = self.shapes.types;
        let (mut parts, mut stack, mut seen) = (FxHashSet::default(), vec![noted.ty], FxHashSet::default());
        while let Some(ty) = stack.pop() {
            let inner: Vec<TypeId> = match types.get(ty) {
                Type::Array { element, .. } => vec![*element],
                Type::Record(record) => {
                    types.fields(*record).iter().filter(|field| field.bits.is_none()).map(|field| field.ty).collect()
                }
                _ => Vec::new(),
            };
            for part in inner.into_iter().filter(|part| seen.insert(*part)) {
                parts.extend(self.shapes.key(part));
                stack.push(part);
            }
        }
        let parts = Rc::new(parts);
        self.parts.insert(noted.key, parts.clone());
        parts
    }
}
