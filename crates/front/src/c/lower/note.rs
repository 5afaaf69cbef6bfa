//! Records of stores that other views of memory may see, made while a function is lowered; `alias` says what becomes of them.

use invar_logic::Term;

use super::code::{Body, Value};
use super::location::{Base, Location};
use super::program::Part;
use super::shape::{Leaf, LeafStep};
use super::views::View;
use super::written::{Bytes, Cell, What, Written};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{Type, TypeId};

impl Body<'_, '_> {
    /// May other views see what is written at this location?
    pub fn is_seen_elsewhere(&mut self, base: &Base) -> bool {
        match self.view_of(base) {
            Some(view) => self.is_view_seen(view),
            None => false,
        }
    }

    fn is_view_seen(&mut self, view: View) -> bool {
        self.written.is_some() && self.cx.views.has_others(self.cx.unit, self.cx.regions, view)
    }

    fn view_of(&self, base: &Base) -> Option<View> {
        match base {
            Base::Plain { leaves, .. } => {
                let var = leaves.first()?.parts.first()?.1;
                self.cx.views.owner(var).map(View::Global)
            }
            Base::Element { region, .. } | Base::Row { region, .. } | Base::Flat { region, .. } => {
                Some(View::Region(*region))
            }
            Base::Value { .. } | Base::Nowhere(_) => None,
        }
    }

    /// A leaf was written: where it is stored, and what.
    pub fn note_leaf(&mut self, location: &Location, leaf: &Leaf, home: Vec<Cell>, parts: Vec<(Part, Term)>) {
        let Some(view) = self.view_of(&location.base) else { return };
        let (object, at) = match &location.base {
            Base::Element { element, object, offset, within, .. } => {
                let size = self.cx.unit.types.size_of(*element).unwrap_or(1);
                let start = Bytes::literal(0).times(*offset, i128::from(size));
                (*object, self.leaf_bytes(start, *element, &leaf.steps, &within.indices))
            }
            Base::Plain { within, .. } => {
                let View::Global(global) = view else { return };
                let ty = self.cx.unit.globals[global].ty;
                let object = self.cx.global_object(global);
                (object, self.leaf_bytes(Bytes::literal(0), ty, &leaf.steps, &within.indices))
            }
            Base::Row { .. } | Base::Flat { .. } | Base::Value { .. } | Base::Nowhere(_) => return,
        };
        let what = match at {
            Some(at) if leaf.bits.is_none() => What::Scalar { at, ty: leaf.ty, parts, home },
            Some(_) | None => What::Block,
        };
        self.note_written(view, Some(object), what);
    }

    /// A scalar was written at an offset of a region of cells or bytes. The terms are saved.
    pub fn note_flat(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId, value: &Value) {
        let unit = match self.mode(region) {
            Mode::Bytes => Some(1),
            Mode::Cells => self.cell_size(region),
            Mode::Elements(_) => None,
        };
        let what = match unit {
            Some(unit) => {
                let at = Bytes::literal(0).times(offset, i128::from(unit));
                let kinds = self.flat_parts(region, ty);
                let parts = kinds.iter().map(|&part| (part, self.part_of(value, part))).collect();
                let in_cells = self.mode(region) == Mode::Cells;
                let cell = |part: &Part| (self.cx.flat_map(region, *part), vec![object, offset]);
                let home = if in_cells { kinds.iter().map(cell).collect() } else { Vec::new() };
                What::Scalar { at, ty, parts, home }
            }
            None => What::Block,
        };
        self.note_written(View::Region(region), Some(object), what);
    }

    /// Anything was written into an object of the region, or into any.
    pub fn note_block(&mut self, region: RegionId, object: Option<Term>) {
        if self.is_view_seen(View::Region(region)) {
            self.note_written(View::Region(region), object, What::Block);
        }
    }

    fn note_written(&mut self, view: View, object: Option<Term>, what: What) {
        let object = object.map(|object| self.save(object));
        let (block, next) = (self.block("seen"), self.block("next"));
        self.goto(block);
        self.continue_in(block);
        self.goto(next);
        self.continue_in(next);
        let span = self.span;
        if let Some(written) = &mut self.written {
            written.push(Written { block, span, view, object, what });
        }
    }

    /// The byte of a leaf; `None` where an array on the way is written as a whole.
    fn leaf_bytes(&self, start: Bytes, ty: TypeId, steps: &[LeafStep], indices: &[Term]) -> Option<Bytes> {
        let types = &self.cx.unit.types;
        let (mut at, mut ty, mut indices) = (start, ty, indices.iter());
        for step in steps {
            match (step, types.get(ty)) {
                (LeafStep::Field(number), Type::Record(id)) => {
                    let field = types.fields(*id).get(*number as usize)?;
                    at = at.plus(i128::from(field.offset));
                    ty = field.ty;
                }
                (LeafStep::Index, Type::Array { element, .. }) => {
                    at = at.times(*indices.next()?, i128::from(types.size_of(*element)?));
                    ty = *element;
                }
                (LeafStep::Field(_) | LeafStep::Index, _) => return None,
            }
        }
        Some(at)
    }
}
