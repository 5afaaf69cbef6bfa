//! The variables of a leaf: one for each part of a scalar, with the values that it can have; and the globals.

use std::rc::Rc;

use invar_base::Id;
use invar_logic::{Sort, Term, VarId};

use super::ints::{self, Range};
use super::program::{Cx, LeafVars, Part, VarStorage};
use super::shape::{Leaf, Scalar, leaf_name, scalar};
use super::views::Views;
use crate::c::points_to::{RegionId, Storage, Variable};
use crate::c::types::{Type, TypeId};

impl Cx<'_> {
    /// Every global becomes variables, one for each part of its leaves, or an object; then it is known which memory can be
    /// reached in two ways.
    pub fn declare_globals(&mut self) {
        let (unit, regions) = (self.unit, self.regions);
        for (id, global) in unit.globals.iter() {
            self.b.span = global.span;
            if global.is_extern && unit.types.ends_open(global.ty) {
                self.unmeasured.push(id);
            }
            let storage = match regions.global(id) {
                Storage::Plain => {
                    let leaves = self.plain_leaves(&global.name, global.ty, Variable::Global(id), Place::Global);
                    leaves.iter().for_each(|vars| self.scope_leaf(vars, global.scopes.iter().copied()));
                    VarStorage::Plain(Rc::new(leaves))
                }
                Storage::Object(region) => VarStorage::Object(region, self.b.pool.int(1 + id.index())),
            };
            self.globals.push(storage);
        }
        let plain = self.globals.iter().filter_map(|(id, storage)| Some((id, storage.plain_variables()?)));
        let views = Views::new(unit, regions, plain);
        // In a program that is known from `main` on, the points-to analysis sees what is the same memory.
        let has_entries = unit.functions.iter().any(|(id, function)| function.body.is_some() && self.is_entry(id));
        if has_entries || regions.outside().points {
            self.views = views;
        }
    }

    /// The parts of a scalar; `target` is where a pointer points.
    pub fn parts(&self, ty: TypeId, target: Option<RegionId>) -> &'static [Part] {
        match scalar(&self.unit.types, ty) {
            Some(Scalar::Int(_)) => &[Part::Int],
            Some(Scalar::Pointer) if self.is_unmoved(ty, target) => &[Part::Object],
            Some(Scalar::Pointer) => &[Part::Object, Part::Offset],
            Some(Scalar::Float(_) | Scalar::Opaque) => &[Part::Token],
            None => &[],
        }
    }

    /// Is the offset of such a pointer always 0?
    fn is_unmoved(&self, ty: TypeId, target: Option<RegionId>) -> bool {
        let pointee = self.unit.types.pointee(ty);
        let is_function = pointee.is_some_and(|to| matches!(self.unit.types.get(to), Type::Function(_)));
        is_function || target.is_some_and(|region| self.regions.regions()[region].always_at_start)
    }

    /// Variables for every leaf of a variable that is not an object.
    pub fn plain_leaves(&mut self, name: &str, ty: TypeId, variable: Variable, place: Place) -> Vec<LeafVars> {
        let leaves = self.shapes.leaves(&self.unit.types, ty);
        let mut made = Vec::new();
        for leaf in leaves.iter() {
            let is_pointer = self.unit.types.is_pointer(leaf.ty);
            let target = is_pointer.then(|| self.regions.variable_pointee(variable, &leaf.fields()));
            let stem = leaf_name(&self.unit.types, name, ty, leaf);
            let vars = self.leaf_vars(&stem, leaf, target, place);
            // Where `stdout` points says nothing to anybody.
            let is_of_system = matches!(variable, Variable::Global(id) if self.unit.globals[id].is_system);
            if is_of_system && is_pointer {
                self.hide_leaf(&vars);
            } else {
                self.name_leaf(name, ty, &vars);
            }
            made.push(vars);
        }
        made
    }

    /// The variables of one leaf, declared as globals or left to the caller to declare.
    pub fn leaf_vars(&mut self, stem: &str, leaf: &Leaf, target: Option<RegionId>, place: Place) -> LeafVars {
        let mut parts = Vec::new();
        for &part in self.parts(leaf.ty, target) {
            let name = part_name(stem, part);
            let sort = self.nested_sort(leaf.dimensions(), Sort::INT);
            let var = match place {
                Place::Global => {
                    let global = self.b.global(&name, sort);
                    let condition = self.where_(global.var, leaf, part);
                    self.b.program.globals.limit(global.var, condition);
                    global.var
                }
                Place::Local => self.b.pool.new_var(&name, sort),
            };
            self.b.program.roles.set(var, part.role());
            if leaf.dimensions() > 0 {
                self.limit_elements(var, leaf, part);
            }
            parts.push((part, var));
        }
        LeafVars { leaf: leaf.clone(), parts }
    }

    /// What a map's elements can be, for runs that begin with any.
    pub fn limit_elements(&mut self, map: VarId, leaf: &Leaf, part: Part) {
        let width = leaf.bits.map(|bits| bits.width);
        if let Some(range) = self.range(leaf.ty, width).filter(|_| part == Part::Int) {
            self.b.program.roles.set_range(map, range.low(), range.high());
        }
    }

    /// A null pointer that comes from outside has not been moved.
    pub fn unmoved_null(&mut self, vars: &LeafVars) -> Option<Term> {
        let [(Part::Object, object), (Part::Offset, offset)] = vars.parts[..] else { return None };
        if vars.leaf.dimensions() > 0 {
            return None;
        }
        let pool = &mut self.b.pool;
        let (object, offset, zero) = (pool.var(object), pool.var(offset), pool.int(0));
        let (null, start) = (pool.eq(object, zero), pool.eq(offset, zero));
        Some(pool.implies(null, start))
    }

    /// What every value of the variable satisfies; maps are judged where they are read.
    pub fn where_(&mut self, var: VarId, leaf: &Leaf, part: Part) -> Option<Term> {
        if leaf.dimensions() > 0 {
            return None;
        }
        let term = self.b.pool.var(var);
        self.part_range(term, leaf.ty, leaf.bits.map(|bits| bits.width), part)
    }

    /// The range of a part: an integer's type, and every pointer is older than the next object.
    pub fn part_range(&mut self, term: Term, ty: TypeId, bits: Option<u32>, part: Part) -> Option<Term> {
        match part {
            Part::Int => {
                let range = self.range(ty, bits)?;
                Some(ints::in_range(&mut self.b.pool, term, range))
            }
            Part::Object => {
                let next = self.b.pool.var(self.next);
                Some(self.b.pool.lt(term, next))
            }
            Part::Offset | Part::Token | Part::Hidden => None,
        }
    }

    pub fn range(&self, ty: TypeId, bits: Option<u32>) -> Option<Range> {
        let kind = self.unit.types.int_kind(ty)?;
        let range = Range::of(&self.unit.types, kind);
        Some(Range { bits: bits.unwrap_or(range.bits), ..range })
    }

    pub fn nested_sort(&mut self, dimensions: usize, range: Sort) -> Sort {
        (0..dimensions).fold(range, |sort, _| self.b.pool.map_sort(&[Sort::INT], sort))
    }
}

/// Who declares the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Global,
    Local,
}

pub fn part_name(stem: &str, part: Part) -> String {
    match part {
        Part::Int => stem.to_string(),
        Part::Object => format!("{stem}@object"),
        Part::Offset => format!("{stem}@offset"),
        Part::Token => format!("{stem}@float"),
        Part::Hidden => format!("{stem}@hidden"),
    }
}
