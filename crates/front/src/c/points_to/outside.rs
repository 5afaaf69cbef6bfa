//! Code that is not there: which functions of the unit may it call, and which variables may its pointers point to?
//!
//! It can name every function and variable with external linkage, and it has the addresses that it was given. What the
//! functions it may call do to memory counts wherever such code runs.

use invar_base::Id;
use rustc_hash::FxHashSet;

use super::Variable;
use super::analysis::Analysis;
use super::graph::RegionNode;
use super::walk::Heap;
use crate::c::hir::{Function, FunctionId};
use crate::c::library::facts_of;
use crate::c::types::{Type, TypeId};

/// What of this unit code that is not there may run.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// All functions, with what they call in turn.
    pub functions: Vec<FunctionId>,
    /// Those of which it was given the address, with what they call.
    pub handed_out: Vec<FunctionId>,
    /// May any of these give memory back, or get new memory?
    pub allocates: bool,
    /// Has the program pointers that such code made, and that may point to what it can name?
    pub points: bool,
    /// May a format whose arguments are in a list write to a variable?
    pub counts: bool,
}

impl Analysis<'_> {
    pub fn note_call(&mut self, callee: FunctionId) {
        if let Some(caller) = self.current {
            self.functions[caller.index()].calls.push(callee);
        }
    }

    pub fn note_call_through_pointer(&mut self) {
        if let Some(caller) = self.current {
            self.functions[caller.index()].calls_through_pointers = true;
        }
    }

    pub fn outside(&mut self) -> Outside {
        let unit = self.unit;
        let mut handed_out = Vec::new();
        for id in unit.functions.ids() {
            if let Some(region) = self.functions[id.index()].region
                && self.graph.region(region).facts.external
            {
                handed_out.push(id);
            }
        }
        let handed_out = self.called_from(handed_out);
        let named = unit.functions.iter().filter(|(_, function)| is_named_outside(function));
        let roots = named.map(|(id, _)| id).chain(handed_out.iter().copied()).collect();
        let functions = self.called_from(roots);
        let allocates = functions.iter().any(|&id| {
            let function = &unit.functions[id];
            function.body.is_none() && facts_of(function, &unit.types).is_some_and(|facts| facts.allocates())
        });
        let points = self.calls_unknown || self.has_pointers_from_outside();
        Outside { functions, handed_out, allocates, points, counts: self.passes_counters }
    }

    /// These functions and all that they may call, sorted.
    fn called_from(&self, roots: Vec<FunctionId>) -> Vec<FunctionId> {
        let mut reached = vec![false; self.functions.len()];
        let mut work = roots;
        let mut through_pointers = false;
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut reached[id.index()], true) {
                continue;
            }
            let node = &self.functions[id.index()];
            work.extend(node.calls.iter().copied());
            if node.calls_through_pointers && !std::mem::replace(&mut through_pointers, true) {
                work.extend(self.unit.functions.ids().filter(|other| self.functions[other.index()].region.is_some()));
            }
        }
        self.unit.functions.ids().filter(|id| reached[id.index()]).collect()
    }

    /// Unknown code may get addresses as integers, as what else a union holds, and as what they were copied over.
    pub fn hand_out_numbers(&mut self) {
        for region in std::mem::take(&mut self.numbered) {
            self.graph.make_external(region);
        }
        let mut parts = std::mem::take(&mut self.graph.unions);
        for (to, from) in std::mem::take(&mut self.copies) {
            if !self.graph.have_one_type(to, from) {
                parts.push(from);
            }
        }
        parts.extend(self.graph.regions_of_several_types());
        for region in parts {
            let contents = self.graph.contents_of(region);
            self.graph.make_contents_external(contents);
        }
    }

    /// Unknown code may call functions of this file: what they return, or store in memory that it hands them, it gets.
    /// That is memory which the program's variables lead to; what only calls from within know of, stays there.
    pub fn hand_out_results(&mut self) {
        let unit = self.unit;
        let mut given = Vec::new();
        for (id, function) in unit.functions.iter().filter(|(_, function)| is_named_outside(function)) {
            let signature = self.functions[id.index()].signature.clone();
            // It may pass functions of its own, which get what they are called with.
            for (param, &ty) in signature.params.iter().zip(&function.ty.params) {
                if self.pointer_to(ty).is_some_and(|to| matches!(unit.types.get(to), Type::Function(_))) {
                    self.graph.make_contents_external(*param);
                }
            }
            given.extend(self.graph.pointees(signature.result));
            for param in signature.params {
                for region in self.graph.pointees(param) {
                    let contents = self.graph.contents_of(region);
                    given.extend(self.graph.pointees(contents));
                }
            }
        }
        let (mut kept, given) = (self.reachable_from_globals(), self.reachable(given));
        // A function is memory that is always there.
        let functions: Vec<RegionNode> = self.functions.iter().filter_map(|node| node.region).collect();
        kept.extend(functions.into_iter().map(|region| self.graph.representative(region)));
        let both: Vec<RegionNode> = given.intersection(&kept).copied().collect();
        both.into_iter().for_each(|region| self.graph.make_external(region));
    }

    /// The objects that are global variables, and what pointers in them lead to.
    fn reachable_from_globals(&mut self) -> FxHashSet<RegionNode> {
        let mut first = Vec::new();
        for global in self.unit.globals.ids() {
            let node = self.globals[global.index()];
            first.extend(node.region);
            first.extend(self.graph.pointees(node.contents));
        }
        self.reachable(first)
    }

    fn reachable(&mut self, from: Vec<RegionNode>) -> FxHashSet<RegionNode> {
        let (mut found, mut work) = (FxHashSet::default(), from);
        while let Some(region) = work.pop() {
            let region = self.graph.representative(region);
            if found.insert(region) {
                let contents = self.graph.contents_of(region);
                work.extend(self.graph.pointees(contents));
            }
        }
        found
    }

    /// Has the program pointers whose first value is set elsewhere? Those of the system point into memory of its own.
    pub fn has_pointers_from_outside(&mut self) -> bool {
        let unit = self.unit;
        let mut declared = unit.globals.values().filter(|global| global.is_extern && !global.is_system);
        declared.any(|global| !self.graph.shapes.pointer_leaves(global.ty).is_empty())
    }

    /// A pointer from code that is not there may point to any variable that this code can name, or to a part of it.
    pub fn let_outside_point_to_globals(&mut self) {
        let unit = self.unit;
        for (id, global) in unit.globals.iter() {
            if global.is_static || global.is_ghost {
                continue;
            }
            let mut parts = Vec::new();
            self.parts_with_pointers(global.ty, &mut parts);
            for part in parts {
                let region = self.variable_region(Variable::Global(id));
                let external = self.graph.external(part);
                self.graph.join(region, external);
            }
        }
    }

    /// The types inside a type, itself included, at which pointers from outside point.
    fn parts_with_pointers(&mut self, ty: TypeId, found: &mut Vec<TypeId>) {
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !seen.insert(ty) {
                continue;
            }
            if self.graph.has_external(ty) {
                found.push(ty);
            }
            match self.unit.types.get(ty) {
                Type::Array { element, .. } => stack.push(*element),
                Type::Record(record) => stack.extend(self.unit.types.fields(*record).iter().map(|field| field.ty)),
                _ => {}
            }
        }
    }
}

/// Can code that is not there name the function? (That it calls `main` is not considered.)
fn is_named_outside(function: &Function) -> bool {
    function.body.is_some() && !function.is_static && !function.is_library && function.name != "main"
}
