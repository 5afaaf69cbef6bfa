//! The maps of memory: made when they are first asked for, by region, leaf and part.

use invar_base::Id;
use invar_gcl::Role;
use invar_logic::{Sort, Term, TermPool, VarId};

use super::leaves::part_name;
use super::program::{Cx, LeafVars, MapKey, Part, VarStorage};
use super::shape::{Leaf, LeafStep, leaf_name};
use crate::c::hir::FunctionId;
use crate::c::points_to::{Mode, RegionId};

impl Cx<'_> {
    /// The map of one leaf of the elements of a region: `[object][element][inner indices]`.
    pub fn element_map(&mut self, region: RegionId, number: usize, part: Part) -> VarId {
        let key = (region, MapKey::Leaf(number as u32, part));
        if let Some(&known) = self.maps.by_key.get(&key) {
            return known;
        }
        let info = &self.regions.regions()[region];
        let Mode::Elements(element) = info.mode else { return self.flat_map(region, part) };
        let leaf = self.shapes.leaves(&self.unit.types, element)[number].clone();
        let stem = leaf_name(&self.unit.types, &info.name, element, &leaf);
        let map = self.new_map(key, &stem, part, leaf.dimensions() + 2);
        self.limit_elements(map, &leaf, part);
        map
    }

    /// `[object][cell or byte]`.
    pub fn flat_map(&mut self, region: RegionId, part: Part) -> VarId {
        let key = (region, MapKey::Flat(part));
        if let Some(&known) = self.maps.by_key.get(&key) {
            return known;
        }
        let stem = self.regions.regions()[region].name.clone();
        let map = self.new_map(key, &stem, part, 2);
        if let Some(leaf) = self.only_integer(region).filter(|_| part == Part::Int) {
            self.limit_elements(map, &leaf, part);
        }
        map
    }

    /// What all integers in a region of cells are, if they are of one type.
    pub fn only_integer(&mut self, region: RegionId) -> Option<Leaf> {
        let info = &self.regions.regions()[region];
        if info.mode != Mode::Cells || info.cells.both_signs {
            return None;
        }
        let mut found: Option<Leaf> = None;
        for &ty in &info.types {
            for leaf in self.shapes.leaves(&self.unit.types, ty).iter() {
                let width = |leaf: &Leaf| leaf.bits.map(|bits| bits.width);
                let Some(range) = self.range(leaf.ty, width(leaf)) else { continue };
                match &found {
                    Some(other) if self.range(other.ty, width(other)) != Some(range) => return None,
                    Some(_) => {}
                    None => found = Some(leaf.clone()),
                }
            }
        }
        found
    }

    fn new_map(&mut self, key: (RegionId, MapKey), stem: &str, part: Part, dimensions: usize) -> VarId {
        let sort = self.nested_sort(dimensions, Sort::INT);
        let name = format!("{}@{}", part_name(stem, part), key.0.index());
        let var = self.b.global(&name, sort).var;
        self.b.program.roles.set(var, Role::Memory);
        self.maps.by_key.insert(key, var);
        self.maps.by_region.entry(key.0).or_default().push(var);
        self.maps.keys.insert(var, key);
        var
    }

    /// What is known of objects: which exist, how large they are, which were allocated.
    pub fn object_maps(&self) -> [VarId; 4] {
        [self.next, self.live, self.size, self.heap]
    }

    /// Is it none of the program's variables, and no part of one?
    pub fn is_bookkeeping(&self, var: VarId) -> bool {
        let plain = |storage: &VarStorage| storage.plain_variables().is_some_and(|vars| vars.contains(&var));
        self.b.program.global(var).is_some() && !self.maps.keys.contains_key(&var) && !self.globals.values().any(plain)
    }

    /// Does the variable hold the objects that pointers point to?
    pub fn holds_objects(&self, var: VarId) -> bool {
        if let Some((_, MapKey::Leaf(_, part) | MapKey::Flat(part))) = self.maps.keys.get(&var) {
            return *part == Part::Object;
        }
        let is_object = |vars: &LeafVars| vars.parts.contains(&(Part::Object, var));
        self.globals.values().any(|storage| match storage {
            VarStorage::Plain(leaves) => leaves.iter().any(is_object),
            VarStorage::Object(..) => false,
        })
    }

    pub fn region_of_map(&self, var: VarId) -> Option<RegionId> {
        self.maps.keys.get(&var).map(|(region, _)| *region)
    }

    /// Every map of the region that exists so far.
    pub fn maps_of(&self, region: RegionId) -> Vec<VarId> {
        self.maps.by_region.get(&region).cloned().unwrap_or_default()
    }

    pub fn map_owner(&mut self, var: VarId) -> Option<MapOwner> {
        let (region, key) = *self.maps.keys.get(&var)?;
        let steps = match (key, self.regions.regions()[region].mode) {
            (MapKey::Leaf(number, _), Mode::Elements(element)) => {
                let leaves = self.shapes.leaves(&self.unit.types, element);
                leaves.get(number as usize).map(|leaf| leaf.steps.clone())
            }
            (MapKey::Leaf(..) | MapKey::Flat(_), _) => None,
        };
        Some(MapOwner { region, steps })
    }

    /// Addresses of objects, for pointers that become integers: any numbers.
    pub fn address_map(&mut self) -> VarId {
        if let Some(var) = self.address {
            return var;
        }
        let sort = self.nested_sort(1, Sort::INT);
        let var = self.b.constant("@address", sort);
        self.b.program.roles.set(var, Role::Bookkeeping);
        self.address = Some(var);
        var
    }

    /// What a function without body, of which the results depend on nothing but its arguments, returns.
    pub fn results_of(&mut self, function: FunctionId, parameters: usize) -> VarId {
        if let Some(var) = self.results.get(&function) {
            return *var;
        }
        let sort = self.nested_sort(parameters, Sort::INT);
        let name = format!("{}()", self.unit.functions[function].name);
        let var = self.b.constant(&name, sort);
        self.results.insert(function, var);
        var
    }

    /// A map that holds one value everywhere.
    pub fn constant_map(&mut self, dimensions: usize, value: Term) -> Term {
        (0..dimensions).fold(value, |term, _| self.b.pool.lambda(&[self.any_index], term))
    }
}

/// Whose map a variable is.
pub struct MapOwner {
    pub region: RegionId,
    /// The leaf of the element, in a region of elements.
    pub steps: Option<Vec<LeafStep>>,
}

/// `map[i][j]…`
pub fn read(pool: &mut TermPool, map: Term, indices: &[Term]) -> Term {
    indices.iter().fold(map, |map, &index| pool.select(map, &[index]))
}

/// `map[i][j]… := value`
pub fn write(pool: &mut TermPool, map: Term, indices: &[Term], value: Term) -> Term {
    let Some((&first, rest)) = indices.split_first() else { return value };
    let inner = if rest.is_empty() {
        value
    } else {
        let row = pool.select(map, &[first]);
        write(pool, row, rest, value)
    };
    pool.store(map, &[first], inner)
}
