//! Initialisers: of globals when the program starts, of locals where they are declared.

use invar_gcl::CheckKind;
use invar_logic::Term;
use rustc_hash::FxHashSet;

use crate::c::hir::{GlobalId, InitEntry, InitValue, Initialiser, LocalId, Step, StringId};
use crate::c::lower::code::{Body, Value};
use crate::c::lower::ints::Int;
use crate::c::lower::location::Location;
use crate::c::lower::program::VarStorage;
use crate::c::lower::scopes::Opening;
use crate::c::lower::views::View;
use crate::c::points_to::{RegionId, Variable};
use crate::c::types::{ArrayLength, Field, Type, TypeId};

/// Array elements that one designator range or string may write one by one.
const MOST_ELEMENTS: u64 = 4096;

impl Body<'_, '_> {
    /// Every global gets its object, if it has one, and its first value.
    pub fn initialise_globals(&mut self) {
        let unit = self.cx.unit;
        self.fixed_objects();
        for (id, global) in unit.globals.iter() {
            self.span = global.span;
            let storage = self.cx.globals[id].clone();
            if self.cx.streams.contains(&id) {
                continue;
            }
            if global.is_extern {
                self.cx.assumptions.insert(format!("`{}` is defined elsewhere and may hold any value", global.name));
                continue;
            }
            self.clear(&storage, global.ty);
            let location = self.variable_location(storage, global.ty);
            self.doubt_overrides(&global.init);
            self.entries(&location, global.ty, &global.init);
        }
        for (id, _) in unit.strings.iter() {
            self.string_contents(id);
        }
    }

    /// Objects with fixed numbers exist, with their sizes.
    pub fn fixed_objects(&mut self) {
        let unit = self.cx.unit;
        let (live, size, next) = (self.cx.live, self.cx.size, self.cx.next);
        let zero = self.int(0);
        let mut lives = self.cx.constant_map(1, invar_logic::Term::FALSE);
        let mut sizes = self.cx.constant_map(1, zero);
        for (id, global) in unit.globals.iter() {
            let object = self.cx.global_object(id);
            let units = match self.cx.globals[id].clone() {
                VarStorage::Object(region, _) => self.size_of_global(id, region),
                VarStorage::Plain(_) if self.cx.views.has(View::Global(id)) => {
                    self.int(i128::from(unit.types.size_of(global.ty).unwrap_or(0)))
                }
                VarStorage::Plain(_) => continue,
            };
            lives = self.pool().store(lives, &[object], invar_logic::Term::TRUE);
            sizes = self.pool().store(sizes, &[object], units);
        }
        for (id, string) in unit.strings.iter() {
            let object = self.cx.string_object(id);
            let region = self.cx.regions.string(id);
            let units = self.units(region, string.ty).unwrap_or(0);
            let units = self.int(i128::from(units));
            lives = self.pool().store(lives, &[object], invar_logic::Term::TRUE);
            sizes = self.pool().store(sizes, &[object], units);
        }
        for id in self.cx.streams.clone() {
            let Some((object, units)) = self.stream_extent(id) else { continue };
            let units = self.int(i128::from(units));
            lives = self.pool().store(lives, &[object], invar_logic::Term::TRUE);
            sizes = self.pool().store(sizes, &[object], units);
        }
        let first = self.int(self.cx.numbers.first_free as i128);
        let (flag, heap) = (self.cx.flag, self.cx.heap);
        let none = self.cx.constant_map(1, invar_logic::Term::FALSE);
        self.assign(heap, none);
        if let Some((origins, homes)) = self.cx.origins {
            let empty = self.cx.constant_map(1, zero);
            self.assign(origins, empty);
            self.assign(homes, empty);
        }
        for handed in self.cx.handed.values().copied().collect::<Vec<_>>() {
            self.assign(handed, zero);
        }
        let readonly = self.cx.readonly;
        self.assign(readonly, none);
        self.assign(live, lives);
        self.assign(size, sizes);
        self.assign(next, first);
        self.assign(flag, zero);
    }

    /// An array of unknown length that is defined elsewhere has any size.
    fn size_of_global(&mut self, id: GlobalId, region: RegionId) -> Term {
        match self.global_units(id, region) {
            Some(units) => self.int(i128::from(units)),
            None => {
                let any = self.temporary(invar_logic::Sort::INT);
                self.emit(invar_gcl::CmdKind::Havoc(any));
                self.var(any)
            }
        }
    }

    /// A literal's characters, in its object.
    pub fn string_contents(&mut self, id: StringId) {
        let string = &self.cx.unit.strings[id];
        self.span = string.span;
        let region = self.cx.regions.string(id);
        let object = self.cx.string_object(id);
        let location = self.variable_location(VarStorage::Object(region, object), string.ty);
        self.fill_string(&location, string.ty, id);
    }

    fn fill_string(&mut self, location: &Location, array: TypeId, id: StringId) {
        let string = &self.cx.unit.strings[id];
        let Type::Array { element, length } = self.cx.unit.types.get(array).clone() else { return };
        let room = match length {
            ArrayLength::Known(length) => length.min(string.units.len() as u64),
            ArrayLength::Unknown | ArrayLength::Variable(_) => string.units.len() as u64,
        };
        if room > MOST_ELEMENTS {
            return self.doubt("very long string literals".to_string());
        }
        for (index, &unit) in string.units.iter().take(room as usize).enumerate() {
            let index = Int::literal(self.pool(), index as i128);
            let place = self.index_location(location.clone(), array, index);
            let signed = self.cx.unit.types.int_kind(element).is_some_and(|kind| kind.is_signed());
            let narrow = self.cx.unit.types.size_of(element) == Some(1);
            let value = if narrow && signed { i128::from(unit as u8 as i8) } else { i128::from(unit) };
            let value = Value::Int(Int::literal(self.pool(), value));
            self.put(&place, element, &value);
        }
    }

    /// All zero.
    pub fn clear(&mut self, storage: &VarStorage, _ty: TypeId) {
        let zero = self.int(0);
        match storage {
            VarStorage::Plain(leaves) => {
                for vars in leaves.iter() {
                    for &(_, var) in &vars.parts {
                        let value = self.cx.constant_map(vars.leaf.dimensions(), zero);
                        self.assign(var, value);
                    }
                }
            }
            VarStorage::Object(region, object) => self.clear_object(*region, *object),
        }
    }

    /// A local variable at its declaration: any value, or its initialiser's.
    pub fn initialise_local(&mut self, id: LocalId, init: Option<&Initialiser>) {
        let Some(storage) = self.vars.get(&id).cloned() else { return };
        let ty = self.function.locals[id].ty;
        let Some(init) = init else {
            if let VarStorage::Plain(leaves) = storage {
                for vars in leaves.iter() {
                    for &(_, var) in &vars.parts {
                        self.emit(invar_gcl::CmdKind::Havoc(var));
                    }
                }
            }
            return;
        };
        self.doubt_overrides(init);
        let whole =
            matches!(init.entries.as_slice(), [InitEntry { path, value: InitValue::Expr(_), .. }] if path.is_empty());
        let location = self.variable_location(storage.clone(), ty);
        if whole {
            let outer = self.carry_into(Variable::Local(self.id, id), init);
            self.entries(&location, ty, init);
            self.addresses = outer;
            return;
        }
        // The values may read the variable's old contents in a loop, so they come first.
        let values: Vec<Option<Value>> = init.entries.iter().map(|entry| self.entry_value(entry)).collect();
        self.clear(&storage, ty);
        self.spoil_unions(&location, ty, init);
        for (entry, value) in init.entries.iter().zip(values) {
            self.entry(&location, ty, entry, value);
        }
        self.forget_padding(&location, ty);
    }

    /// Where a union is initialised by a member that is smaller than it, C says nothing about the other bytes. (Compilers
    /// agree that those of static objects are zero.)
    fn spoil_unions(&mut self, location: &Location, ty: TypeId, init: &Initialiser) {
        let mut seen = FxHashSet::default();
        for entry in &init.entries {
            for (length, largest) in self.larger_members(ty, &entry.path) {
                let mut path = entry.path[..length].to_vec();
                path.push(Step::Field(largest));
                if !seen.insert(path.clone()) {
                    continue;
                }
                self.span = entry.span;
                self.approximate("bytes of a union that is initialised by a smaller member");
                for (place, ty) in self.places_at(location, ty, &path).unwrap_or_default() {
                    let value = self.any_value(ty);
                    self.put(&place, ty, &value);
                }
            }
        }
    }

    /// The unions on a path of which it enters a smaller member: how far on the path they are, and their largest member.
    fn larger_members(&self, mut ty: TypeId, path: &[Step]) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        for (length, &step) in path.iter().enumerate() {
            found.extend(self.larger_member(ty, step).map(|largest| (length, largest)));
            let types = &self.cx.unit.types;
            ty = match (step, types.get(ty)) {
                (Step::Field(number), Type::Record(id)) => match types.fields(*id).get(number as usize) {
                    Some(field) => field.ty,
                    None => break,
                },
                (Step::Index(_) | Step::Range(..), Type::Array { element, .. }) => *element,
                (Step::Field(_) | Step::Index(_) | Step::Range(..), _) => break,
            };
        }
        found
    }

    /// The largest member of a union, if the step leads to a smaller one.
    fn larger_member(&self, ty: TypeId, step: Step) -> Option<u32> {
        let types = &self.cx.unit.types;
        let (Step::Field(number), Type::Record(id)) = (step, types.get(ty)) else { return None };
        if !types.records[*id].is_union {
            return None;
        }
        let fields = types.fields(*id);
        let size = |field: &Field| types.size_of(field.ty).unwrap_or(0);
        let here = size(fields.get(number as usize)?);
        let (largest, field) = fields.iter().enumerate().max_by_key(|(_, field)| size(field))?;
        (size(field) > here).then_some(largest as u32)
    }

    pub fn doubt_overrides(&mut self, init: &Initialiser) {
        if let Some(span) = init.unclear {
            let outer = std::mem::replace(&mut self.span, span);
            self.doubt("initialisers that override others in a way that C leaves open".to_string());
            self.span = outer;
        }
    }

    pub fn entries(&mut self, location: &Location, ty: TypeId, init: &Initialiser) {
        for entry in &init.entries {
            let value = self.entry_value(entry);
            self.entry(location, ty, entry, value);
        }
    }

    fn entry_value(&mut self, entry: &InitEntry) -> Option<Value> {
        match &entry.value {
            InitValue::Expr(expr) => {
                self.span = entry.span;
                let value = self.value(expr);
                Some(self.save_value(value))
            }
            InitValue::String(_) => None,
        }
    }

    fn entry(&mut self, location: &Location, ty: TypeId, entry: &InitEntry, value: Option<Value>) {
        self.span = entry.span;
        let Some(places) = self.places_at(location, ty, &entry.path) else {
            return self.doubt("initialisers with a very large range".to_string());
        };
        for (place, ty) in places {
            match (&entry.value, &value) {
                (InitValue::String(id), _) => self.fill_string(&place, ty, *id),
                (InitValue::Expr(_), Some(value)) => self.put(&place, ty, value),
                (InitValue::Expr(_), None) => {}
            }
        }
    }

    /// `None`: they are too many.
    fn places_at(&mut self, location: &Location, ty: TypeId, path: &[Step]) -> Option<Vec<(Location, TypeId)>> {
        let mut places = vec![(location.clone(), ty)];
        for step in path {
            let mut inner = Vec::new();
            for (place, ty) in places {
                if !self.inner_places(place, ty, *step, &mut inner) {
                    return None;
                }
            }
            places = inner;
        }
        Some(places)
    }

    fn inner_places(&mut self, place: Location, ty: TypeId, step: Step, inner: &mut Vec<(Location, TypeId)>) -> bool {
        let types = &self.cx.unit.types;
        match (step, types.get(ty).clone()) {
            (Step::Field(number), Type::Record(id)) => {
                let Some(field) = types.fields(id).get(number as usize) else { return true };
                let field_ty = field.ty;
                let place = self.field_location(place, ty, number);
                inner.push((place, field_ty));
            }
            (Step::Index(index), Type::Array { element, .. }) => {
                let index = Int::literal(self.pool(), i128::from(index));
                inner.push((self.index_location(place, ty, index), element));
            }
            (Step::Range(first, last), Type::Array { element, .. }) => {
                if last.saturating_sub(first) > MOST_ELEMENTS {
                    return false;
                }
                for index in first..=last {
                    let index = Int::literal(self.pool(), i128::from(index));
                    inner.push((self.index_location(place.clone(), ty, index), element));
                }
            }
            (Step::Field(_) | Step::Index(_) | Step::Range(..), _) => {}
        }
        true
    }

    /// A local that lives in memory gets a new object; its variable holds the number.
    pub fn declare_local(&mut self, id: LocalId) {
        let Some(VarStorage::Object(region, object)) = self.vars.get(&id).cloned() else { return };
        let ty = self.function.locals[id].ty;
        let units = match self.object_units(region, ty) {
            Some(units) => units,
            None => {
                self.approximate("an array of variable length");
                let any = self.temporary(invar_logic::Sort::INT);
                self.emit(invar_gcl::CmdKind::Havoc(any));
                self.var(any)
            }
        };
        self.check_length(ty, units);
        let new = self.allocate(units);
        self.mark_constant(id, new);
        if let invar_logic::Op::Var(var) = *self.cx.b.pool.op(object) {
            self.assign(var, new);
        }
        self.scopes.note(id, object);
    }

    /// A length that is computed is not negative: that is a huge one here. (C11 6.7.6.2p5 asks for one element at least, but
    /// GNU C has arrays without any.) Properties of the whole program do not ask for this.
    fn check_length(&mut self, ty: TypeId, units: Term) {
        let is_variable = matches!(self.cx.unit.types.get(ty), Type::Array { length: ArrayLength::Variable(_), .. });
        if !is_variable || self.cx.options.property.is_some() {
            return;
        }
        let most = self.int(i128::from(i64::MAX));
        let fits = self.pool().le(units, most);
        self.check_at(CheckKind::Bounds, fits, None, Some("the length of this array must not be negative".to_string()));
    }

    /// A declaration: the object may live already. Passing the declaration again gives it any contents.
    pub fn begin_at_declaration(&mut self, id: LocalId) {
        let Some(VarStorage::Object(region, object)) = self.vars.get(&id).cloned() else { return };
        let returns = !self.function.labels.is_empty();
        if self.scopes.has_begun(id) {
            if returns {
                self.forget_row(region, object);
            }
            return;
        }
        if returns {
            self.scopes.push(Opening::Array);
        }
        self.declare_local(id);
    }

    /// A compound literal is one object until its block is left, however often it is evaluated.
    pub fn begin_literal(&mut self, id: LocalId) {
        let Some(VarStorage::Object(_, object)) = self.vars.get(&id).cloned() else { return };
        if self.function.labels.is_empty() {
            return self.declare_local(id);
        }
        let (zero, live) = (self.int(0), self.cx.live);
        let live = self.var(live);
        let pool = self.pool();
        let (some, lives) = (pool.ne(object, zero), pool.select(live, &[object]));
        let lives = pool.and(&[some, lives]);
        let (new, join) = (self.block("new"), self.block("join"));
        self.branch_on(lives, join, new);
        self.continue_in(new);
        self.declare_local(id);
        self.goto(join);
        self.continue_in(join);
    }

    /// The size of an object of the type, with variable lengths evaluated.
    fn object_units(&mut self, region: crate::c::points_to::RegionId, ty: TypeId) -> Option<invar_logic::Term> {
        self.unit_stride(region, ty)
    }
}
