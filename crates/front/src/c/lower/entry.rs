//! What a function may rely on when it is entered from outside: which objects exist, what they hold that nothing can
//! change, and what its parameters may point to.

use std::collections::BTreeSet;
use std::rc::Rc;

use invar_base::Id;
use invar_logic::{Op, Term, VarId};

use super::code::{Body, Pointer};
use super::program::{Cx, LeafVars, Part, VarStorage};
use super::views::{View, is_known_outside};
use crate::c::hir::{GlobalId, StringId};
use crate::c::points_to::{Mode, RegionId, Storage, Variable};
use crate::c::types::{Type, TypeId};

/// More possible targets than this are not listed: a pointer from outside may then point to any global.
const MOST_TARGETS: usize = 64;

/// Initialisers with more entries than this are not written out where a function is entered.
const MOST_ENTRIES: usize = 1024;

impl Body<'_, '_> {
    /// Objects that the function mentions, or that its parameters may point to, exist, and what cannot change has its
    /// first value.
    pub fn assume_fixed_objects(&mut self, targets: &BTreeSet<usize>) {
        let recorded = self.written.take();
        let mut globals = self.mentioned.clone();
        globals.extend(self.cx.procedures.clause_globals.get(&self.id).into_iter().flatten());
        for id in globals.iter().copied() {
            self.assume_first_value(id);
        }
        // First values may be addresses of others.
        globals.extend(std::mem::take(&mut self.mentioned));
        let first_string = self.cx.numbers.first_string;
        globals.extend(
            targets.iter().filter(|number| **number < first_string).map(|number| GlobalId::from_index(number - 1)),
        );
        let is_reached =
            |cx: &Cx<'_>, id| globals.contains(&id) || cx.stream_number(id).is_some_and(|n| targets.contains(&n));
        let streams = self.cx.streams.clone().into_iter();
        let streams: Vec<GlobalId> = streams.filter(|id| is_reached(self.cx, *id)).collect();
        for id in globals {
            self.assume_global_exists(id);
        }
        for id in streams {
            let Some((object, units)) = self.stream_extent(id) else { continue };
            self.assume_exists(object, Some(units));
            self.assume_not_allocated(object);
        }
        let strings: Vec<StringId> = self.strings.iter().copied().collect();
        for &id in &strings {
            let (object, region) = (self.cx.string_object(id), self.cx.regions.string(id));
            let units = self.units(region, self.cx.unit.strings[id].ty);
            self.assume_exists(object, units);
        }
        let next = self.cx.next;
        let (first, next) = (self.int(self.cx.numbers.first_free as i128), self.var(next));
        let old = self.pool().le(first, next);
        self.assume(old);
        for id in strings {
            self.string_contents(id);
        }
        self.written = recorded;
    }

    /// Parameters of the form `T a[static n]` point to that many elements.
    pub fn assume_demanded(&mut self) {
        for &param in &self.function.params {
            let Some(VarStorage::Plain(leaves)) = self.vars.get(&param).cloned() else { continue };
            let [LeafVars { parts, .. }] = leaves.as_slice() else { continue };
            if let [(Part::Object, object), (Part::Offset, offset)] = parts[..] {
                let [object, offset] = [object, offset].map(|var| *self.entry_copies.get(&var).unwrap_or(&var));
                let pointer = Pointer { object: self.var(object), offset: self.var(offset) };
                for (_, term) in self.demanded(self.id, param, pointer) {
                    self.assume(term);
                }
            }
        }
    }

    fn assume_global_exists(&mut self, id: GlobalId) {
        let ty = self.cx.unit.globals[id].ty;
        let object = self.cx.global_object(id);
        match self.cx.globals[id].clone() {
            VarStorage::Object(region, _) => {
                let units = self.global_units(id, region);
                self.assume_exists(object, units);
            }
            VarStorage::Plain(_) if self.cx.views.has(View::Global(id)) => {
                let size = self.cx.unit.types.size_of(ty);
                self.assume_exists(object, size);
            }
            VarStorage::Plain(_) => {}
        }
    }

    /// Nobody may free it.
    fn assume_not_allocated(&mut self, object: Term) {
        let heap = self.cx.heap;
        let heap = self.var(heap);
        let allocated = self.pool().select(heap, &[object]);
        let fixed = self.pool().not(allocated);
        self.assume(fixed);
    }

    fn assume_exists(&mut self, object: Term, units: Option<u64>) {
        let (live, size) = (self.cx.live, self.cx.size);
        let (live, size) = (self.var(live), self.var(size));
        let is_live = self.pool().select(live, &[object]);
        self.assume(is_live);
        if let Some(units) = units {
            let (size, units) = (self.pool().select(size, &[object]), self.int(i128::from(units)));
            let fits = self.pool().eq(size, units);
            self.assume(fits);
        }
    }

    /// `const` objects, and `static` ones that nothing writes, hold what they are initialised with.
    fn assume_first_value(&mut self, id: GlobalId) {
        let global = &self.cx.unit.globals[id];
        let is_fixed = global.is_const || global.is_static && !self.cx.regions.may_change(id);
        if !is_fixed || global.is_extern || global.volatile.itself() || global.is_ghost {
            return;
        }
        if global.init.entries.len() > MOST_ENTRIES {
            return self.approximate("a constant with a very long initialiser");
        }
        match self.cx.globals[id].clone() {
            VarStorage::Plain(leaves) => self.assume_plain_value(id, &leaves),
            VarStorage::Object(region, object) => self.assume_object_value(id, region, object),
        }
    }

    /// A copy is initialised; the variable is as the copy.
    fn assume_plain_value(&mut self, id: GlobalId, leaves: &[LeafVars]) {
        let mut copies = Vec::new();
        for vars in leaves {
            let parts = vars.parts.iter().map(|&(part, var)| (part, self.copy_of(var))).collect();
            copies.push(LeafVars { leaf: vars.leaf.clone(), parts });
        }
        let pairs: Vec<(VarId, VarId)> = leaves
            .iter()
            .zip(&copies)
            .flat_map(|(vars, copy)| vars.parts.iter().zip(&copy.parts))
            .map(|((_, var), (_, copy))| (*var, *copy))
            .collect();
        self.initialise_copy(id, VarStorage::Plain(Rc::new(copies)));
        for (var, copy) in pairs {
            let (var, copy) = (self.var(var), self.var(copy));
            let same = self.pool().eq(var, copy);
            self.assume(same);
        }
    }

    /// The same for an object: its region's maps are exchanged for copies while it is initialised.
    fn assume_object_value(&mut self, id: GlobalId, region: RegionId, object: Term) {
        self.region_maps(region);
        let own: Vec<_> = self
            .cx
            .maps
            .by_key
            .iter()
            .filter(|((owner, _), _)| *owner == region)
            .map(|(key, var)| (*key, *var))
            .collect();
        let mut pairs = Vec::new();
        for (key, var) in own {
            let copy = self.copy_of(var);
            self.cx.maps.by_key.insert(key, copy);
            pairs.push((key, var, copy));
        }
        pairs.sort_by_key(|(_, var, _)| *var);
        self.initialise_copy(id, VarStorage::Object(region, object));
        for (key, var, copy) in pairs {
            self.cx.maps.by_key.insert(key, var);
            let (var, copy) = (self.var(var), self.var(copy));
            let pool = self.pool();
            let (row, first) = (pool.select(var, &[object]), pool.select(copy, &[object]));
            let same = pool.eq(row, first);
            self.assume(same);
        }
    }

    fn copy_of(&mut self, var: VarId) -> VarId {
        let sort = self.cx.b.pool.variable(var).sort;
        self.temporary(sort)
    }

    fn initialise_copy(&mut self, id: GlobalId, storage: VarStorage) {
        let global = &self.cx.unit.globals[id];
        self.clear(&storage, global.ty);
        let location = self.variable_location(storage, global.ty);
        self.entries(&location, global.ty, &global.init);
    }

    /// A pointer that comes from outside points to a global or literal only if their types allow it, and never to a
    /// function unless its type does. The numbers of the objects that it may point to are added to `targets`.
    pub fn assume_kind_of_target(&mut self, vars: &LeafVars, region: RegionId, targets: &mut BTreeSet<usize>) {
        let Some(&(_, object)) = vars.parts.iter().find(|(part, _)| *part == Part::Object) else { return };
        if self.cx.regions.regions()[region].is_unknown || vars.leaf.dimensions() > 0 {
            return;
        }
        let allowed = self.fixed_targets(region);
        let (first, zero, object) = (self.int(self.cx.numbers.first_free as i128), self.int(0), self.var(object));
        let pool = self.pool();
        let mut ways = vec![pool.le(object, zero), pool.le(first, object)];
        if allowed.len() <= MOST_TARGETS {
            targets.extend(allowed.iter().copied());
            for &number in allowed.iter() {
                let number = pool.int(number);
                ways.push(pool.eq(object, number));
            }
        } else {
            let last = self.int(self.cx.numbers.first_function as i128);
            ways.push(self.pool().lt(object, last));
        }
        if self.may_be_function(vars.leaf.ty) {
            let functions = self.int(self.cx.numbers.first_function as i128);
            ways.push(self.pool().le(functions, object));
        }
        let any = self.pool().or(&ways);
        self.assume(any);
    }

    /// Every object fits into memory.
    pub fn assume_size(&mut self, vars: &LeafVars, region: RegionId) {
        let Some(&(_, object)) = vars.parts.iter().find(|(part, _)| *part == Part::Object) else { return };
        if self.mode(region) == Mode::Cells || vars.leaf.dimensions() > 0 {
            return;
        }
        let (object, size, most) = (self.var(object), self.cx.size, self.most_bytes());
        let size = self.var(size);
        let size = self.pool().select(size, &[object]);
        let fits = self.pool().le(size, most);
        self.assume(fits);
    }

    /// A pointer that is not aligned for what it points to is undefined already where it was made (C11 6.3.2.3p7), so that
    /// code outside never passes one. Callers in this unit are not trusted with that: to refute, it is enough.
    pub fn assume_alignment(&mut self, vars: &LeafVars, region: RegionId) {
        let types = &self.cx.unit.types;
        let align = types.pointee(vars.leaf.ty).map_or(1, |to| types.align_of(to));
        let Some(&(_, offset)) = vars.parts.iter().find(|(part, _)| *part == Part::Offset) else { return };
        if self.mode(region) != Mode::Bytes || align <= 1 || vars.leaf.dimensions() > 0 {
            return;
        }
        let (offset, align, zero) = (self.var(offset), self.int(i128::from(align)), self.int(0));
        let rest = self.pool().mk(Op::Mod, &[offset, align]);
        let aligned = self.pool().eq(rest, zero);
        if self.cx.regions.is_used(self.id) {
            self.approximate_unless(aligned, "a pointer that is not aligned for what it points to");
        } else {
            self.cx.assumptions.insert("pointers from outside are aligned for what they point to".to_string());
            self.assume(aligned);
        }
    }

    fn may_be_function(&self, pointer: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types.pointee(pointer).is_none_or(|to| matches!(types.get(to), Type::Void | Type::Function(_)))
    }

    /// Globals, string literals and standard streams in the region, and globals that other views of the same memory hold.
    fn fixed_targets(&mut self, region: RegionId) -> Rc<Vec<usize>> {
        if let Some(known) = self.cx.fixed_targets.get(&region) {
            return known.clone();
        }
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let own = View::Region(region);
        let is_view = self.cx.views.has(own);
        let mut found = Vec::new();
        for (id, global) in unit.globals.iter() {
            let views = &mut self.cx.views;
            let is_target = match regions.global(id) {
                Storage::Object(home) if home == region => true,
                Storage::Object(home) => {
                    let home = View::Region(home);
                    is_view && views.has(home) && views.may_overlap(unit, regions, own, home)
                }
                Storage::Plain => {
                    is_view && is_known_outside(global) && views.may_overlap(unit, regions, own, View::Global(id))
                }
            };
            found.extend(is_target.then_some(1 + id.index()));
        }
        let strings = unit.strings.ids().filter(|id| regions.string(*id) == region);
        found.extend(strings.map(|id| self.cx.numbers.first_string + id.index()));
        let streams = self.cx.streams.clone().into_iter();
        let home = |id: &GlobalId| regions.variable_pointee(Variable::Global(*id), &[]);
        found.extend(streams.filter(|id| home(id) == region).filter_map(|id| self.cx.stream_number(id)));
        let found = Rc::new(found);
        self.cx.fixed_targets.insert(region, found.clone());
        found
    }
}
