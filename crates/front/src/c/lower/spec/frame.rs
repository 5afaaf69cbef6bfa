//! What `assigns` leaves alone. In: a set of memory, and a variable in two states. Out: that it agrees outside the set.

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Term, VarId};

use super::sets::Bounds;
use crate::c::hir::GlobalId;
use crate::c::hir::spec::Location;
use crate::c::lower::code::Body;
use crate::c::lower::location::{Base, Within};
use crate::c::lower::maps::{self, MapOwner};
use crate::c::lower::program::{LeafVars, VarStorage};
use crate::c::lower::shape::{LeafStep, scalar};
use crate::c::lower::views::View;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{Type, TypeId};

/// What an `assigns` clause allows to be written.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    blocks: Vec<Footed>,
    parts: Vec<PlainPart>,
}

/// A variable that is no object or, with indices, a part of it.
#[derive(Clone, Debug)]
struct PlainPart {
    var: VarId,
    indices: Vec<Term>,
}

/// Between which states a frame holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub from: Start,
    /// Are there new objects at its end?
    pub allocates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Entry,
    LoopEntry,
}

#[derive(Clone, Debug)]
struct Footed {
    region: RegionId,
    object: Term,
    /// First and last offset, both included; an absent one is open.
    first: Option<Term>,
    last: Option<Term>,
    /// Of an element: only this part, and of arrays on the way to it only these elements.
    steps: Vec<LeafStep>,
    indices: Vec<Term>,
}

impl Body<'_, '_> {
    pub fn footprint(&mut self, locations: &[Location]) -> Footprint {
        let mut footprint = Footprint::default();
        for location in locations {
            if let Location::Place(place) = location {
                let at = self.spec_location(place);
                match at.base {
                    Base::Plain { leaves, within } => {
                        let inside = leaves.iter().filter(|vars| vars.leaf.steps.starts_with(&within.steps));
                        let vars = inside.flat_map(|vars| vars.parts.iter().map(|(_, var)| *var));
                        let indices = &within.indices;
                        footprint.parts.extend(vars.map(|var| PlainPart { var, indices: indices.clone() }));
                        continue;
                    }
                    Base::Element { region, object, offset, within, .. } => {
                        let (first, last, Within { steps, indices }) = (Some(offset), Some(offset), within);
                        footprint.blocks.push(Footed { region, object, first, last, steps, indices });
                        continue;
                    }
                    Base::Row { .. } | Base::Flat { .. } | Base::Value { .. } | Base::Nowhere(_) => {}
                }
            }
            let steps = match location {
                Location::RangeField { fields, .. } => fields.iter().map(|field| LeafStep::Field(*field)).collect(),
                Location::Place(_) | Location::Range { .. } => Vec::new(),
            };
            if let Some(bounds) = self.bounds(location) {
                let Bounds { region, object, first, last, .. } = bounds;
                footprint.blocks.push(Footed { region, object, first, last, steps, indices: Vec::new() });
            }
        }
        footprint
    }

    /// `None` if a location is not understood: anything may be written.
    pub fn known_footprint(&mut self, locations: &[Location]) -> Option<Footprint> {
        let before = self.problems.len();
        let footprint = self.footprint(locations);
        (self.problems.len() == before).then_some(footprint)
    }

    /// Everything that holds a part of the footprint, and what else may be the same memory.
    pub fn variables_under(&mut self, footprint: &Footprint) -> Vec<VarId> {
        let mut written: Vec<VarId> = footprint.parts.iter().map(|part| part.var).collect();
        for view in self.views_of(footprint) {
            written.extend(self.variables_of(view));
            for other in self.others(view) {
                written.extend(self.variables_of(other));
            }
        }
        written
    }

    fn views_of(&mut self, footprint: &Footprint) -> BTreeSet<View> {
        let variables = footprint.parts.iter().filter_map(|part| self.cx.views.owner(part.var)).map(View::Global);
        let blocks = footprint.blocks.iter().map(|block| View::Region(block.region));
        variables.chain(blocks).collect()
    }

    /// Does [`Body::frame`] allow nothing but the footprint? In other views of the same memory it may allow more.
    pub fn is_exact(&mut self, footprint: &Footprint) -> bool {
        let parts: BTreeSet<RegionId> =
            footprint.blocks.iter().filter(|block| !block.steps.is_empty()).map(|block| block.region).collect();
        self.views_of(footprint).into_iter().all(|view| {
            let is_part = matches!(view, View::Region(region) if parts.contains(&region));
            self.others(view).into_iter().all(|other| !is_part && self.shows_exactly(view, other))
        })
    }

    fn shows_exactly(&self, view: View, other: View) -> bool {
        match (view, other) {
            (View::Region(from), View::Region(to)) => match (self.unit_size(from), self.unit_size(to)) {
                (Some(from), Some(to)) => to > 0 && from % to == 0,
                (_, _) => false,
            },
            (View::Region(_), View::Global(global)) | (View::Global(global), View::Region(_)) => {
                scalar(&self.cx.unit.types, self.cx.unit.globals[global].ty).is_some()
            }
            (View::Global(_), View::Global(_)) => false,
        }
    }

    pub fn variables_of(&mut self, view: View) -> Vec<VarId> {
        match view {
            View::Region(region) => self.region_maps(region),
            View::Global(global) => self.cx.globals[global].plain_variables().unwrap_or_default(),
        }
    }

    /// The other views that may be the same memory.
    fn others(&mut self, view: View) -> Vec<View> {
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let all: Vec<View> = self.cx.views.all().collect();
        let mut others = Vec::new();
        if self.cx.views.has_others(unit, regions, view) {
            let views = &mut self.cx.views;
            others = all
                .into_iter()
                .filter(|&other| other != view && views.may_overlap(unit, regions, view, other))
                .collect();
        }
        others
    }

    /// `now` agrees with `before` outside the footprint. `None` if nothing is to be said of this variable.
    pub fn frame(&mut self, footprint: &Footprint, now: VarId, before: VarId, stretch: Stretch) -> Option<Term> {
        let cx = &self.cx;
        if now == cx.flag {
            return None;
        }
        let (next, live, size) = (cx.next, cx.live, cx.size);
        let (now_term, before_term) = (self.cx.b.pool.var(now), self.cx.b.pool.var(before));
        if now == next {
            return Some(self.pool().le(before_term, now_term));
        }
        let old_next = match stretch.from {
            Start::Entry => self.cx.old_of(next).unwrap_or(next),
            Start::LoopEntry => self.loop_save(next),
        };
        let old_next = self.cx.b.pool.var(old_next);
        match self.cx.map_owner(now) {
            Some(MapOwner { region, steps }) => {
                let blocks = self.blocks_in(footprint, region, steps.as_deref());
                match single_cells(&blocks).filter(|_| !stretch.allocates) {
                    Some(cells) => Some(self.cells_frame(&cells, now_term, before_term)),
                    None => Some(self.map_frame(&blocks, now_term, before_term, old_next)),
                }
            }
            None if now == live || now == size || now == self.cx.heap => {
                Some(self.row_frame(now_term, before_term, old_next))
            }
            None if stretch.from == Start::LoopEntry && self.cx.is_bookkeeping(now) => None,
            None => self.plain_frame(footprint, now, before),
        }
    }

    /// The same for a variable that is no object.
    fn plain_frame(&mut self, footprint: &Footprint, now: VarId, before: VarId) -> Option<Term> {
        let own = footprint.parts.iter().filter(|part| part.var == now);
        let own: Vec<Vec<Term>> = own.map(|part| part.indices.clone()).collect();
        if own.iter().any(|indices| indices.is_empty()) {
            return None;
        }
        let (now_term, before_term) = (self.pool().var(now), self.pool().var(before));
        let mut ways = vec![self.cells_frame(&own, now_term, before_term)];
        if let Some(global) = self.cx.views.owner(now) {
            ways.extend(self.pointed_at(footprint, global));
        }
        Some(self.pool().or(&ways))
    }

    /// A block of the footprint is the global: what is written there is written to it.
    fn pointed_at(&mut self, footprint: &Footprint, global: GlobalId) -> Vec<Term> {
        let object = self.cx.global_object(global);
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let mut ways = Vec::new();
        for block in &footprint.blocks {
            let (region, own) = (View::Region(block.region), View::Global(global));
            if self.cx.views.has(region) && self.cx.views.may_overlap(unit, regions, region, own) {
                ways.push(self.pool().eq(block.object, object));
            }
        }
        ways
    }

    /// The blocks of the footprint as offsets of this region: its own, and those of other views of the same memory.
    fn blocks_in(&mut self, footprint: &Footprint, region: RegionId, steps: Option<&[LeafStep]>) -> Vec<Footed> {
        let mut blocks = Vec::new();
        for block in &footprint.blocks {
            if block.region == region && alike(&block.steps, steps) {
                blocks.push(block.clone());
            } else if block.region != region && self.may_share(block.region, region) {
                blocks.push(self.block_elsewhere(block, region));
            }
        }
        let own = View::Region(region);
        if self.cx.views.has(own) {
            let (unit, regions) = (self.cx.unit, self.cx.regions);
            for part in &footprint.parts {
                let Some(global) = self.cx.views.owner(part.var) else { continue };
                if self.cx.views.may_overlap(unit, regions, own, View::Global(global)) {
                    blocks.push(self.part_in(region, global, part));
                }
            }
        }
        blocks
    }

    /// The offsets of a region that a part of a variable lies over; all of them where there are arrays on the way to it.
    fn part_in(&mut self, region: RegionId, global: GlobalId, part: &PlainPart) -> Footed {
        let all = whole_object(region, self.cx.global_object(global));
        let unit = self.unit_size(region).filter(|unit| *unit > 0);
        let (Some((start, size)), Some(unit)) = (self.bytes_of(global, part.var), unit) else { return all };
        let (first, last) = (start / unit, (start + size.max(1) - 1) / unit);
        let (first, last) = (self.int(i128::from(first)), self.int(i128::from(last)));
        Footed { first: Some(first), last: Some(last), ..all }
    }

    /// Where the leaf of a variable lies in it, and how many bytes it takes.
    fn bytes_of(&self, global: GlobalId, var: VarId) -> Option<(u64, u64)> {
        let VarStorage::Plain(leaves) = &self.cx.globals[global] else { return None };
        let holds = |vars: &&LeafVars| vars.parts.iter().any(|(_, own)| *own == var);
        let leaf = &leaves.iter().find(holds)?.leaf;
        self.bytes_within(self.cx.unit.globals[global].ty, &leaf.steps)
    }

    /// The same for a part of a type; none if there are arrays on the way.
    fn bytes_within(&self, ty: TypeId, steps: &[LeafStep]) -> Option<(u64, u64)> {
        let types = &self.cx.unit.types;
        let (mut ty, mut start) = (ty, 0);
        for step in steps {
            let (LeafStep::Field(number), Type::Record(record)) = (step, types.get(ty)) else { return None };
            let field = types.fields(*record).get(*number as usize)?;
            (ty, start) = (field.ty, start + field.offset);
        }
        Some((start, types.size_of(ty)?))
    }

    /// Which bytes of one unit of its region a block takes: those of a member, or all.
    fn bytes_of_unit(&self, block: &Footed, unit: u64) -> (u64, u64) {
        let part = match self.mode(block.region) {
            Mode::Elements(element) => self.bytes_within(element, &block.steps),
            Mode::Bytes | Mode::Cells => None,
        };
        part.unwrap_or((0, unit))
    }

    /// The offsets of a region that a block of another view lies over; all of the object where cells have several sizes.
    fn block_elsewhere(&mut self, block: &Footed, region: RegionId) -> Footed {
        let all = whole_object(region, block.object);
        let (Some(from), Some(to)) = (self.unit_size(block.region), self.unit_size(region)) else { return all };
        let (start, size) = self.bytes_of_unit(block, from);
        let [from, to, start, end] = [from, to.max(1), start, start + size.max(1) - 1].map(|n| self.int(i128::from(n)));
        let pool = self.pool();
        let mut unit_at = |offset: Term, byte: Term| {
            let bytes = pool.mul(offset, from);
            let bytes = pool.add(bytes, byte);
            pool.mk(Op::Div, &[bytes, to])
        };
        let first = block.first.map(|first| unit_at(first, start));
        let last = block.last.map(|last| unit_at(last, end));
        Footed { first, last, ..all }
    }

    /// All older objects are as they were.
    fn row_frame(&mut self, now: Term, before: Term, old_next: Term) -> Term {
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let (x, y) = (pool.select(now, &[object]), pool.select(before, &[object]));
        let (old, same) = (pool.lt(object, old_next), pool.eq(x, y));
        let body = pool.implies(old, same);
        pool.forall(&[bound], Vec::new(), body)
    }

    /// `now = before[c := now[c]]` for these cells c.
    fn cells_frame(&mut self, cells: &[Vec<Term>], now: Term, before: Term) -> Term {
        let pool = self.pool();
        let kept = cells.iter().fold(before, |map, cell| {
            let value = maps::read(pool, now, cell);
            maps::write(pool, map, cell, value)
        });
        pool.eq(now, kept)
    }

    /// All older cells outside the blocks are as they were.
    fn map_frame(&mut self, blocks: &[Footed], now: Term, before: Term, old_next: Term) -> Term {
        let inner = blocks.iter().map(|block| block.indices.len()).max().unwrap_or(0);
        let pool = self.pool();
        let mut bound = vec![pool.fresh_var("o@", Sort::INT)];
        bound.extend((0..=inner).map(|_| pool.fresh_var("i@", Sort::INT)));
        let cell: Vec<Term> = bound.iter().map(|&var| pool.var(var)).collect();
        let (object, offset) = (cell[0], cell[1]);
        let mut allowed = Vec::new();
        for block in blocks {
            let mut parts = vec![pool.eq(object, block.object)];
            parts.extend(block.first.map(|first| pool.le(first, offset)));
            parts.extend(block.last.map(|last| pool.le(offset, last)));
            parts.extend(block.indices.iter().zip(&cell[2..]).map(|(&own, &index)| pool.eq(own, index)));
            allowed.push(pool.and(&parts));
        }
        let allowed = pool.or(&allowed);
        let kept = pool.not(allowed);
        let old = pool.lt(object, old_next);
        let x = maps::read(pool, now, &cell);
        let y = maps::read(pool, before, &cell);
        let same = pool.eq(x, y);
        let guard = pool.and(&[old, kept]);
        let body = pool.implies(guard, same);
        pool.forall(&bound, Vec::new(), body)
    }
}

/// The blocks as cells of a map, if each is one.
fn single_cells(blocks: &[Footed]) -> Option<Vec<Vec<Term>>> {
    let cell = |block: &Footed| {
        let first = block.first.filter(|_| block.first == block.last)?;
        Some([&[block.object, first], block.indices.as_slice()].concat())
    };
    blocks.iter().map(cell).collect()
}

fn whole_object(region: RegionId, object: Term) -> Footed {
    Footed { region, object, first: None, last: None, steps: Vec::new(), indices: Vec::new() }
}

/// Does writing the part of an element touch this leaf?
fn alike(part: &[LeafStep], leaf: Option<&[LeafStep]>) -> bool {
    leaf.is_none_or(|leaf| leaf.starts_with(part))
}
