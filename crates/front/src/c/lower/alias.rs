//! What is written through one view of memory is visible through the others (`views`).
//!
//! While a function is lowered, every store to a view that another may overlap with leaves a record and an empty block after
//! it. Once all functions are lowered, and it is known what is read later (`later`), these blocks are filled: for every leaf
//! of another view that is read later, the value is stored there too, where the addresses say that it is the same memory.
//! Objects have one number in all views and offsets count from the start of the object, so the addresses decide:
//! `o.x` at byte b of object o and `*p` are the same if `p` points to byte b of o.
//!
//! Values of one kind and size go over as they are, characters replace one byte of an integer, integers become characters;
//! what cannot be computed has any value afterwards. Where nothing can be said about the place inside the object, the whole
//! object has. Both are more than the program does, and marked as approximated.

use invar_gcl::CmdKind;
use invar_logic::{Op, Sort, Term, VarId};
use rustc_hash::FxHashSet;

use super::code::Body;
use super::flat::Slot;
use super::ints::{self, Int, Range};
use super::later::{Later, Reads};
use super::maps::{read, write};
use super::program::{Cx, Part, VarStorage};
use super::shape::{Leaf, LeafStep, Scalar, scalar};
use super::views::{View, is_character, same};
use super::written::{Bytes, Cell, Lowered, What, Written};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, Type, TypeId};

/// What `views` rests on.
const BY_TYPE: &str = "pointers from outside to different types, other than characters, point to different memory";

/// Fills the blocks after stores.
pub fn show_writes(cx: &mut Cx<'_>, functions: &mut [Lowered]) {
    if cx.views.by_type {
        cx.assumptions.insert(BY_TYPE.to_string());
    }
    if functions.iter().all(|function| function.written.is_empty()) {
        return;
    }
    let matters = cx.variables_of_views();
    let later = Later::new(cx, functions, &matters);
    for (number, function) in functions.iter_mut().enumerate() {
        for written in std::mem::take(&mut function.written) {
            let reads = later.after(number, written.block);
            let views = read_views(cx, &matters, reads, written.view);
            if views.is_empty() {
                continue;
            }
            let mut body = Body::new(cx, function.id);
            body.span = written.span;
            for view in views {
                body.show(&written, view, reads);
            }
            let cmds = std::mem::take(&mut body.blocks[body.current].cmds);
            function.locals.append(&mut body.locals);
            function.blocks[written.block].cmds = cmds;
        }
    }
}

/// The views that overlap with this one and are read.
fn read_views(cx: &mut Cx<'_>, matters: &FxHashSet<VarId>, reads: &Reads, view: View) -> Vec<View> {
    let candidates: Vec<VarId> = match reads {
        Reads::Some(vars) => vars.iter().copied().collect(),
        Reads::All => matters.iter().copied().collect(),
    };
    let mut views: Vec<View> = candidates.into_iter().filter_map(|var| cx.view_of_variable(var)).collect();
    views.sort();
    views.dedup();
    views.retain(|&other| other != view && cx.views.may_overlap(cx.unit, cx.regions, view, other));
    views
}

impl Cx<'_> {
    /// The variables and maps that views are made of.
    fn variables_of_views(&self) -> FxHashSet<VarId> {
        let maps = self.maps.by_key.iter().filter(|((region, _), _)| self.views.has(View::Region(*region)));
        let globals = self.views.globals().iter().flat_map(|id| match &self.globals[*id] {
            VarStorage::Plain(leaves) => {
                leaves.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)).collect()
            }
            VarStorage::Object(..) => Vec::new(),
        });
        maps.map(|(_, var)| *var).chain(globals).collect()
    }

    fn view_of_variable(&self, var: VarId) -> Option<View> {
        match self.views.owner(var) {
            Some(global) => Some(View::Global(global)),
            None => self.region_of_map(var).map(View::Region),
        }
    }
}

/// A leaf of another view, for a byte of an object: where it would be, and when.
struct Spot {
    condition: Term,
    indices: Vec<Term>,
    /// How far into the leaf the byte is.
    rest: Bytes,
}

impl Body<'_, '_> {
    fn show(&mut self, written: &Written, view: View, reads: &Reads) {
        if self.cx.views.is_shifted(self.cx.unit, self.cx.regions, written.view, view) {
            return self.forget_view(view);
        }
        match view {
            View::Global(global) => {
                let VarStorage::Plain(leaves) = self.cx.globals[global].clone() else { return };
                let (ty, number) = (self.cx.unit.globals[global].ty, self.cx.global_object(global));
                let here = match written.object {
                    Some(object) => self.pool().eq(object, number),
                    None => Term::TRUE,
                };
                for vars in leaves.iter().filter(|vars| vars.parts.iter().any(|(_, var)| reads.has(*var))) {
                    let maps: Vec<(Part, VarId)> = vars.parts.clone();
                    self.show_leaf(written, &vars.leaf, &maps, &[], (here, ty, None));
                }
            }
            View::Region(region) => match (self.mode(region), written.object) {
                (Mode::Elements(element), Some(object)) => self.show_elements(written, region, element, object, reads),
                (Mode::Bytes, Some(object)) if matches!(written.what, What::Scalar { .. }) => {
                    self.show_bytes(written, region, object);
                }
                (Mode::Cells, Some(object)) if self.cell_size(region).is_some() => {
                    self.show_cells(written, region, object, reads);
                }
                (_, Some(object)) => {
                    self.approximate("memory of several types that may be reached in two ways");
                    self.forget_row(region, object);
                }
                (_, None) => self.forget_view(view),
            },
        }
    }

    fn forget_view(&mut self, view: View) {
        self.approximate("memory that may be reached in two ways");
        for var in self.variables_of(view) {
            self.emit(CmdKind::Havoc(var));
        }
    }

    fn show_elements(&mut self, written: &Written, region: RegionId, element: TypeId, object: Term, reads: &Reads) {
        let size = self.cx.unit.types.size_of(element).unwrap_or(1);
        for (number, leaf) in self.leaves(element).iter().enumerate() {
            let mut maps = Vec::new();
            for part in self.element_parts(region, element, leaf) {
                maps.push((part, self.cx.element_map(region, number, part)));
            }
            if maps.iter().any(|(_, map)| reads.has(*map)) {
                self.show_leaf(written, leaf, &maps, &[object], (Term::TRUE, element, Some(size)));
            }
        }
    }

    /// Cells of one size are elements of the one type that all types of the region are made of.
    fn show_cells(&mut self, written: &Written, region: RegionId, object: Term, reads: &Reads) {
        let (Some(size), Some(&ty)) = (self.cell_size(region), self.cx.regions.regions()[region].types.first()) else {
            return;
        };
        let Some(Leaf { ty, .. }) = self.leaves(ty).first().cloned() else { return };
        let mut maps = Vec::new();
        for &part in self.flat_parts(region, ty) {
            maps.push((part, self.cx.flat_map(region, part)));
        }
        if maps.iter().any(|(_, map)| reads.has(*map)) {
            let leaf = Leaf { steps: Vec::new(), ty, bits: None };
            self.show_leaf(written, &leaf, &maps, &[object], (Term::TRUE, ty, Some(size)));
        }
    }

    fn show_bytes(&mut self, written: &Written, region: RegionId, object: Term) {
        let What::Scalar { at, ty, parts, .. } = &written.what else { return };
        let at = at.term(self.pool());
        let at = self.save(at);
        let value = self.assemble(*ty, parts);
        self.approximate("memory of several types that may be reached in two ways");
        self.store_flat(Slot { region, object, offset: at, bits: None }, *ty, &value);
    }

    /// `place`: when the object is the leaf's, the type of an element or of the whole variable, and the element's size.
    fn show_leaf(
        &mut self,
        written: &Written,
        leaf: &Leaf,
        maps: &[(Part, VarId)],
        outer: &[Term],
        place: (Term, TypeId, Option<u64>),
    ) {
        let (here, ty, size) = place;
        let What::Scalar { at, ty: from, parts, home } = &written.what else {
            return self.forget_leaf(leaf, maps, outer, here);
        };
        let Some(kind) = self.appearance(*from, leaf).or_else(|| self.punned(*from, leaf)) else {
            self.cx.assumptions.insert(BY_TYPE.to_string());
            return;
        };
        // An integer is seen in as many characters as it has bytes.
        let count = if kind == Kind::Spread { self.cx.unit.types.size_of(*from).unwrap_or(1) } else { 1 };
        for k in 0..count {
            let Some(spot) = self.spot(&at.plus(i128::from(k)), ty, size, leaf, outer) else {
                return self.forget_leaf(leaf, maps, outer, here);
            };
            let condition = self.pool().and(&[here, spot.condition]);
            if condition == Term::FALSE {
                continue;
            }
            let spot = Spot { condition, ..spot };
            match kind {
                Kind::Same => self.show_same(leaf, maps, &spot, parts, home),
                Kind::Insert => self.show_inserted(leaf, maps, &spot, parts, home),
                Kind::Spread => self.show_byte(k, leaf, maps, &spot, (*from, parts, home)),
                Kind::Clobber => self.forget_at(leaf, maps, &spot),
            }
        }
    }

    /// How a scalar of one type shows in a leaf. `None`: by their effective types the two are never the same memory.
    fn appearance(&self, from: TypeId, leaf: &Leaf) -> Option<Kind> {
        let types = &self.cx.unit.types;
        let (from_char, to_char) = (is_character(types, from), is_character(types, leaf.ty));
        if leaf.bits.is_some() {
            return (from_char || scalar(types, leaf.ty).is_some()).then_some(Kind::Clobber);
        }
        match (scalar(types, from)?, scalar(types, leaf.ty)?) {
            (Scalar::Int(_), Scalar::Int(_)) if types.size_of(from) == types.size_of(leaf.ty) => Some(Kind::Same),
            (Scalar::Int(_), Scalar::Int(_)) if from_char => Some(Kind::Insert),
            (Scalar::Int(_), Scalar::Int(_)) if to_char => Some(Kind::Spread),
            (Scalar::Pointer, Scalar::Pointer) => self.have_one_target(from, leaf.ty).then_some(Kind::Same),
            (Scalar::Float(a), Scalar::Float(b)) if a == b => Some(Kind::Same),
            (Scalar::Pointer | Scalar::Float(_) | Scalar::Opaque, Scalar::Int(_)) if to_char => Some(Kind::Spread),
            (Scalar::Int(_), Scalar::Pointer | Scalar::Float(_) | Scalar::Opaque) if from_char => Some(Kind::Clobber),
            (_, _) => None,
        }
    }

    /// Alternatives of a union overwrite each other.
    fn punned(&mut self, from: TypeId, leaf: &Leaf) -> Option<Kind> {
        let may_pun = self.cx.views.are_in_one_union(&self.cx.unit.types, from, leaf.ty);
        may_pun.then_some(Kind::Clobber)
    }

    /// Do pointers of the two types point to one type?
    fn have_one_target(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types.pointee(a).zip(types.pointee(b)).is_some_and(|(a, b)| same(types, a, b))
    }

    /// The leaf that lies over a byte of the object.
    fn spot(&mut self, at: &Bytes, ty: TypeId, size: Option<u64>, leaf: &Leaf, outer: &[Term]) -> Option<Spot> {
        let (mut indices, mut conditions, mut ty, mut rest) = (outer.to_vec(), Vec::new(), ty, at.clone());
        if let Some(size) = size {
            let (index, remainder) = rest.divide(self.pool(), i128::from(size));
            indices.push(index);
            rest = remainder;
        }
        for step in &leaf.steps {
            match (step, self.cx.unit.types.get(ty).clone()) {
                (LeafStep::Field(number), Type::Record(id)) => {
                    let field = self.cx.unit.types.fields(id).get(*number as usize)?;
                    rest = rest.plus(-i128::from(field.offset));
                    ty = field.ty;
                }
                (LeafStep::Index, Type::Array { element, length: ArrayLength::Known(length) }) => {
                    let each = self.cx.unit.types.size_of(element)?;
                    let (index, remainder) = rest.divide(self.pool(), i128::from(each));
                    let (zero, length) = (self.int(0), self.int(i128::from(length)));
                    let pool = self.pool();
                    conditions.push(pool.le(zero, index));
                    conditions.push(pool.lt(index, length));
                    indices.push(index);
                    (rest, ty) = (remainder, element);
                }
                (LeafStep::Field(_) | LeafStep::Index, _) => return None,
            }
        }
        let width = self.cx.unit.types.size_of(leaf.ty)?;
        let into = rest.term(self.pool());
        let (zero, width) = (self.int(0), self.int(i128::from(width)));
        let pool = self.pool();
        conditions.push(pool.le(zero, into));
        conditions.push(pool.lt(into, width));
        let condition = self.pool().and(&conditions);
        Some(Spot { condition, indices, rest })
    }

    /// The same kind of scalar, if it starts where the leaf does.
    fn show_same(&mut self, leaf: &Leaf, maps: &[(Part, VarId)], spot: &Spot, parts: &[(Part, Term)], home: &[Cell]) {
        let (rest, zero) = (spot.rest.term(self.pool()), self.int(0));
        let starts = self.pool().eq(rest, zero);
        let condition = self.pool().and(&[spot.condition, starts]);
        if maps.len() != parts.len() {
            return self.forget_at(leaf, maps, spot);
        }
        for (number, (&(_, map), &(_, value))) in maps.iter().zip(parts).enumerate() {
            let value = self.as_leaf(value, leaf);
            match home.get(number) {
                Some((own, indices)) => {
                    let (Some(own), Some(other)) = (self.cx.old_of(*own), self.cx.old_of(map)) else { continue };
                    let (own, other) = (self.cx.b.pool.var(own), self.cx.b.pool.var(other));
                    let (own, other) = (read(self.pool(), own, indices), read(self.pool(), other, &spot.indices));
                    let own = self.as_leaf(own, leaf);
                    let same = self.pool().eq(own, other);
                    self.assume_if(condition, same);
                }
                None => self.approximate_when(condition),
            }
            self.store_if(condition, map, &spot.indices, value);
        }
    }

    /// The value as the leaf's type has it: integers of one size may differ in sign.
    fn as_leaf(&mut self, value: Term, leaf: &Leaf) -> Term {
        match (scalar(&self.cx.unit.types, leaf.ty), self.cx.range(leaf.ty, None)) {
            (Some(Scalar::Int(_)), Some(range)) if range.bits > 1 => {
                ints::wrap(self.pool(), Int::any(value), range).term
            }
            (_, _) => value,
        }
    }

    /// A character replaces one byte of an integer.
    fn show_inserted(
        &mut self,
        leaf: &Leaf,
        maps: &[(Part, VarId)],
        spot: &Spot,
        parts: &[(Part, Term)],
        home: &[Cell],
    ) {
        let (Some(&(_, map)), Some(&(_, value))) = (maps.first(), parts.first()) else { return };
        let (Some(range), Some(width)) = (self.cx.range(leaf.ty, None), self.cx.unit.types.size_of(leaf.ty)) else {
            return;
        };
        let byte = ints::wrap(self.pool(), Int::any(value), Range { bits: 8, signed: false }).term;
        let current = self.var(map);
        let old = read(self.pool(), current, &spot.indices);
        let natural = Range { bits: range.bits, signed: false };
        let old = ints::wrap(self.pool(), Int::any(old), natural).term;
        let before = self.value_on_entry(map, &spot.indices);
        let own = home.first().and_then(|(own, indices)| self.value_on_entry(*own, indices));
        let into = spot.rest.term(self.pool());
        for k in 0..width {
            let number = self.int(i128::from(k));
            let here = self.pool().eq(into, number);
            let condition = self.pool().and(&[spot.condition, here]);
            if condition == Term::FALSE {
                continue;
            }
            let there = self.byte_of(old, k);
            let change = self.pool().sub(byte, there);
            let factor = self.pool().int(num_bigint::BigInt::from(1) << (8 * k));
            let change = self.pool().mul(change, factor);
            let new = self.pool().add(old, change);
            let new = ints::wrap(self.pool(), Int::any(new), range).term;
            self.agree_in_byte(condition, before, k, own);
            self.store_if(condition, map, &spot.indices, new);
        }
    }

    /// Byte k of an integer becomes a character; of anything else, any character.
    fn show_byte(
        &mut self,
        k: u64,
        leaf: &Leaf,
        maps: &[(Part, VarId)],
        spot: &Spot,
        from: (TypeId, &[(Part, Term)], &[Cell]),
    ) {
        let (from, parts, home) = from;
        let (Some(&(_, map)), Some(range)) = (maps.first(), self.cx.range(from, None)) else {
            return self.forget_at(leaf, maps, spot);
        };
        let Some(&(Part::Int, value)) = parts.first() else { return self.forget_at(leaf, maps, spot) };
        let natural = Range { bits: range.bits, signed: false };
        let value = ints::wrap(self.pool(), Int::any(value), natural).term;
        let byte = self.byte_of(value, k);
        let byte = self.as_leaf(byte, leaf);
        let own = home.first().and_then(|(own, indices)| self.value_on_entry(*own, indices));
        let before = self.value_on_entry(map, &spot.indices);
        self.agree_in_byte(spot.condition, own, k, before);
        self.store_if(spot.condition, map, &spot.indices, byte);
    }

    /// What the variable held at these indices when the function was entered.
    fn value_on_entry(&mut self, map: VarId, indices: &[Term]) -> Option<Term> {
        let old = self.cx.old_of(map)?;
        let old = self.cx.b.pool.var(old);
        Some(read(self.pool(), old, indices))
    }

    /// On entry both views showed the same memory: byte k of the integer was the character.
    fn agree_in_byte(&mut self, condition: Term, integer: Option<Term>, k: u64, character: Option<Term>) {
        let (Some(integer), Some(character)) = (integer, character) else { return self.approximate_when(condition) };
        let byte = self.byte_of(integer, k);
        let character = ints::wrap(self.pool(), Int::any(character), Range { bits: 8, signed: false }).term;
        let same = self.pool().eq(byte, character);
        self.assume_if(condition, same);
    }

    fn byte_of(&mut self, value: Term, k: u64) -> Term {
        let pool = self.pool();
        let (low, base) = (pool.int(num_bigint::BigInt::from(1) << (8 * k)), pool.int(256));
        let shifted = pool.mk(Op::Div, &[value, low]);
        pool.mk(Op::Mod, &[shifted, base])
    }

    fn assume_if(&mut self, condition: Term, fact: Term) {
        let fact = self.pool().implies(condition, fact);
        self.assume(fact);
    }

    fn approximate_when(&mut self, condition: Term) {
        let not = self.pool().not(condition);
        self.approximate_unless(not, "memory that may be reached in two ways");
    }

    fn store_if(&mut self, condition: Term, map: VarId, indices: &[Term], value: Term) {
        let now = self.var(map);
        let new = write(self.pool(), now, indices, value);
        let term = self.pool().ite(condition, new, now);
        self.assign(map, term);
    }

    /// The leaf under the byte has any value.
    fn forget_at(&mut self, leaf: &Leaf, maps: &[(Part, VarId)], spot: &Spot) {
        self.approximate_when(spot.condition);
        for &(part, map) in maps {
            let any = self.temporary(Sort::INT);
            let term = self.var(any);
            if let Some(range) = self.cx.part_range(term, leaf.ty, leaf.bits.map(|bits| bits.width), part) {
                self.limit(range);
            }
            self.emit(CmdKind::Havoc(any));
            self.store_if(spot.condition, map, &spot.indices, term);
        }
    }

    /// The leaf has any values, in the whole object or in all.
    fn forget_leaf(&mut self, leaf: &Leaf, maps: &[(Part, VarId)], outer: &[Term], here: Term) {
        self.approximate_when(here);
        for &(part, map) in maps {
            let now = self.var(map);
            let row = read(self.pool(), now, outer);
            let sort = self.cx.b.pool.sort_of(row);
            let any = self.temporary(sort);
            let term = self.var(any);
            let range = self.cx.part_range(term, leaf.ty, leaf.bits.map(|bits| bits.width), part);
            if let Some(range) = range.filter(|_| sort == Sort::INT) {
                self.limit(range);
            }
            self.emit(CmdKind::Havoc(any));
            self.store_if(here, map, outer, term);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Same,
    /// A character into an integer.
    Insert,
    /// An integer, or anything else, into characters.
    Spread,
    /// A character into what has no bytes here.
    Clobber,
}
