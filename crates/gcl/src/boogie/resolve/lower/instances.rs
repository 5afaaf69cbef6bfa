//! The type arguments at which polymorphic functions, type constructors and map types occur.

use indexmap::{IndexMap, IndexSet};

use super::super::typed::FuncKey;
use super::super::types::{Ty, TypeId};

/// Deeper type arguments are not passed on to quantifiers: each round could make deeper ones for ever.
pub const MAX_DEPTH: usize = 4;

#[derive(Clone, Default, Debug)]
pub struct Instances {
    pub functions: IndexMap<FuncKey, IndexSet<Vec<Ty>>>,
    pub types: IndexMap<TypeId, IndexSet<Vec<Ty>>>,
    pub maps: IndexMap<Ty, IndexSet<Vec<Ty>>>,
}

impl Instances {
    pub fn add_function(&mut self, key: FuncKey, args: &[Ty]) {
        if !args.is_empty() {
            self.functions.entry(key).or_default().insert(args.to_vec());
        }
    }

    pub fn add_type(&mut self, id: TypeId, args: &[Ty]) {
        if !args.is_empty() {
            self.types.entry(id).or_default().insert(args.to_vec());
        }
    }

    pub fn add_map(&mut self, map: &Ty, args: &[Ty]) {
        self.maps.entry(map.clone()).or_default().insert(args.to_vec());
    }

    pub fn extend(&mut self, other: &Instances) {
        for (key, sets) in &other.functions {
            self.functions.entry(*key).or_default().extend(sets.iter().cloned());
        }
        for (key, sets) in &other.types {
            self.types.entry(*key).or_default().extend(sets.iter().cloned());
        }
        for (key, sets) in &other.maps {
            self.maps.entry(key.clone()).or_default().extend(sets.iter().cloned());
        }
    }

    pub fn covers(&self, other: &Instances) -> bool {
        covers(&self.functions, &other.functions)
            && covers(&self.types, &other.types)
            && covers(&self.maps, &other.maps)
    }
}

fn covers<K: std::hash::Hash + Eq>(
    all: &IndexMap<K, IndexSet<Vec<Ty>>>,
    some: &IndexMap<K, IndexSet<Vec<Ty>>>,
) -> bool {
    some.iter().all(|(key, sets)| match all.get(key) {
        Some(known) => sets.iter().all(|args| known.contains(args)),
        None => sets.is_empty(),
    })
}

/// Are the arguments shallow enough to be passed on?
pub fn is_shallow(args: &[Ty]) -> bool {
    args.iter().all(|arg| arg.depth() <= MAX_DEPTH)
}
