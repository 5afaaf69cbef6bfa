//! The equivalence classes of Steensgaard's analysis (POPL 1996), by field.
//!
//! Two kinds of nodes, each with its own union-find. A *region* is a set of objects that one pointer may point to. A
//! *contents* is what is known about the pointers stored in some memory: a map from leaf paths to the regions pointed to.
//! Every variable has contents from the start and gets a region, over the same contents, when its address is taken;
//! copying bytes joins contents but not regions. Contents whose memory is read at more than one type, or not by whole
//! elements, are *collapsed*: one region for all the pointers in them.
//!
//! A region is *external* when code outside the unit may reach it. Such code may copy any pointer it reaches to any place
//! of that type, so an external region of type T is always joined with the one region `external(T)`; the pointers stored
//! in it point to external regions in turn.
//!
//! Joins run over a work list, so nothing here recurses.

use std::collections::BTreeMap;

use invar_base::Span;
use rustc_hash::FxHashMap;

use super::shape::{Key, Shapes};
use super::union_find::UnionFind;
use crate::c::hir::FunctionId;
use crate::c::types::{Type, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegionNode(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentsNode(pub u32);

/// Where the null pointer points to. Nothing is ever joined with it or learnt about it.
pub const NOWHERE: RegionNode = RegionNode(0);

/// A type at which a region is accessed.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    pub key: Key,
    pub ty: TypeId,
    /// Of an object, not only of a pointer.
    pub declared: bool,
}

#[derive(Clone, Debug)]
pub struct RegionData {
    pub contents: ContentsNode,
    pub types: Vec<Noted>,
    /// The types of pointers into it that are moved by steps.
    pub moved_at: Vec<Key>,
    /// Of which types there are objects that are rows of more than one.
    pub rows: Vec<Key>,
    pub facts: Facts,
    pub functions: Vec<FunctionId>,
    pub signature: Option<Signature>,
    /// Of the first object.
    pub name: Option<(String, Span)>,
    /// Where it came up first, if no object gives it a place.
    pub span: Option<Span>,
}

/// What happened to pointers into a region; facts only ever become true.
#[derive(Clone, Copy, Default, Debug)]
pub struct Facts {
    /// Cast between pointers to unrelated types, or from `void *` to `char *`.
    pub punned: bool,
    /// Arithmetic on `void *`.
    pub moved_by_bytes: bool,
    /// Offsets were computed from integers.
    pub needs_bytes: bool,
    /// A pointer that is not at the start of an object exists.
    pub moved: bool,
    pub external: bool,
    /// External, but known to be disjoint from the other external regions.
    pub escapes: bool,
    /// A pointer of unknown origin points into it.
    pub unknown: bool,
    /// Some pointer into it was made from an integer.
    pub made_up: bool,
    /// Integers of one size are accessed as signed and as unsigned.
    pub both_signs: bool,
    /// A pointer was converted to one to a type that is no part of what it pointed to before, as far as that was known.
    pub widened: bool,
    /// Something in it was allocated without a word about its type.
    pub untyped: bool,
}

/// Arguments and result of the functions in a region.
#[derive(Clone, Debug)]
pub struct Signature {
    pub params: Vec<ContentsNode>,
    pub result: ContentsNode,
}

#[derive(Clone, Debug, Default)]
pub struct ContentsData {
    pub key: Option<Key>,
    pub collapsed: bool,
    pub external: bool,
    /// Only the empty path when collapsed.
    pub leaves: BTreeMap<Box<[u32]>, Pointee>,
}

#[derive(Clone, Copy, Debug)]
pub struct Pointee {
    pub region: RegionNode,
    /// The type of what the pointer points to where it was read first.
    pub ty: TypeId,
}

enum Todo {
    JoinRegions(RegionNode, RegionNode),
    JoinContents(ContentsNode, ContentsNode),
    MakeExternal(RegionNode),
    MakeContentsExternal(ContentsNode),
}

pub struct Graph<'a> {
    pub shapes: Shapes<'a>,
    pub region_classes: UnionFind,
    pub contents_classes: UnionFind,
    /// Of representatives; what went into another class is left empty.
    regions: Vec<RegionData>,
    contents: Vec<ContentsData>,
    /// By type and whether it is a function type; neither `void` nor functions have a key.
    externals: FxHashMap<(Option<Key>, bool), RegionNode>,
    /// Regions of types in which a pointer may share its place with something else.
    pub unions: Vec<RegionNode>,
    todo: Vec<Todo>,
    is_running: bool,
}

impl<'a> Graph<'a> {
    pub fn new(shapes: Shapes<'a>) -> Graph<'a> {
        let mut graph = Graph {
            shapes,
            region_classes: UnionFind::default(),
            contents_classes: UnionFind::default(),
            regions: Vec::new(),
            contents: Vec::new(),
            externals: FxHashMap::default(),
            unions: Vec::new(),
            todo: Vec::new(),
            is_running: false,
        };
        let nowhere = graph.new_region(None);
        debug_assert!(nowhere == NOWHERE);
        graph
    }

    pub fn new_region(&mut self, span: Option<Span>) -> RegionNode {
        let contents = self.new_contents(None);
        self.new_region_over(contents, span)
    }

    pub fn new_region_over(&mut self, contents: ContentsNode, span: Option<Span>) -> RegionNode {
        self.regions.push(RegionData {
            contents,
            types: Vec::new(),
            moved_at: Vec::new(),
            rows: Vec::new(),
            facts: Facts::default(),
            functions: Vec::new(),
            signature: None,
            name: None,
            span,
        });
        RegionNode(self.region_classes.push())
    }

    /// For memory of this type: a variable, a result. Unions are one leaf.
    pub fn new_contents(&mut self, ty: Option<TypeId>) -> ContentsNode {
        let element = ty.map(|ty| self.shapes.element(ty));
        let key = element.and_then(|ty| self.shapes.key(ty));
        let collapsed = element.is_some_and(|ty| self.shapes.contains_union(ty));
        self.contents.push(ContentsData { key, collapsed, ..ContentsData::default() });
        ContentsNode(self.contents_classes.push())
    }

    pub fn region(&mut self, node: RegionNode) -> &mut RegionData {
        let root = self.region_classes.find(node.0);
        &mut self.regions[root as usize]
    }

    pub fn contents(&mut self, node: ContentsNode) -> &mut ContentsData {
        let root = self.contents_classes.find(node.0);
        &mut self.contents[root as usize]
    }

    /// The same for all regions that were joined.
    pub fn representative(&mut self, region: RegionNode) -> RegionNode {
        RegionNode(self.region_classes.find(region.0))
    }

    /// What pointers in this memory point to.
    pub fn pointees(&mut self, contents: ContentsNode) -> Vec<RegionNode> {
        let leaves: Vec<RegionNode> = self.contents(contents).leaves.values().map(|pointee| pointee.region).collect();
        leaves.into_iter().map(|region| self.representative(region)).filter(|region| *region != NOWHERE).collect()
    }

    /// Is all that is known of both that they hold objects of one type, the same for both?
    pub fn have_one_type(&mut self, a: RegionNode, b: RegionNode) -> bool {
        let [a, b] = [a, b].map(|region| match self.region(region).types.as_slice() {
            [only] => Some(only.key),
            _ => None,
        });
        a.is_some() && a == b
    }

    /// Regions that are looked at through pointers to unrelated types: pointers in them may be read as something else.
    pub fn regions_of_several_types(&self) -> Vec<RegionNode> {
        let numbers = 0..self.regions.len() as u32;
        let several = numbers.filter(|&number| {
            let facts = self.regions[number as usize].facts;
            facts.punned || facts.needs_bytes || facts.moved_by_bytes
        });
        several.map(RegionNode).collect()
    }

    pub fn contents_of(&mut self, region: RegionNode) -> ContentsNode {
        self.region(region).contents
    }

    /// The region that the pointer at `path` points into; `ty` is what it points to.
    pub fn pointee(&mut self, contents: ContentsNode, path: &[u32], ty: TypeId) -> RegionNode {
        let data = self.contents(contents);
        let path = if data.collapsed { &[] } else { path };
        let (external, found) = (data.external, data.leaves.get(path).copied());
        let pointee = match found {
            Some(pointee) => pointee,
            None => {
                let pointee = Pointee { region: self.new_region(None), ty };
                self.contents(contents).leaves.insert(path.into(), pointee);
                pointee
            }
        };
        if external && (found.is_none() || pointee.ty != ty) {
            let external = self.external(ty);
            self.join(pointee.region, external);
        }
        pointee.region
    }

    /// A pointer into the region points to this type, or an object of it is a row of such.
    pub fn note_type(&mut self, region: RegionNode, ty: TypeId, declared: bool) {
        let Some(key) = self.shapes.key(ty) else { return };
        if region == NOWHERE {
            return;
        }
        let signed = self.shapes.is_signed(ty);
        let known = self.region(region).types.iter().find(|noted| noted.key == key).map(|noted| noted.ty);
        let other_sign = known.is_some_and(|known| self.shapes.is_signed(known) != signed);
        let data = self.region(region);
        data.facts.both_signs |= other_sign;
        if let Some(noted) = data.types.iter_mut().find(|noted| noted.key == key) {
            if declared && !noted.declared {
                (noted.ty, noted.declared) = (ty, true);
            }
            return;
        }
        data.types.push(Noted { key, ty, declared });
        if self.shapes.contains_union(ty) && !self.shapes.pointer_leaves(ty).is_empty() {
            self.unions.push(region);
        }
        let data = self.region(region);
        let (several, external, contents) = (data.types.len() > 1, data.facts.external, data.contents);
        if several || self.shapes.contains_union(ty) || self.shapes.is_flexible(ty) {
            self.collapse(contents);
        } else {
            self.note_key(contents, key);
        }
        if external {
            let external = self.external(ty);
            self.join(region, external);
        }
    }

    /// An object is a row of elements of this type.
    pub fn note_row(&mut self, region: RegionNode, element: TypeId) {
        let Some(key) = self.shapes.key(element) else { return };
        let data = self.region(region);
        if region != NOWHERE && !data.rows.contains(&key) {
            data.rows.push(key);
        }
    }

    /// A pointer to this type is moved by its size.
    pub fn note_step(&mut self, region: RegionNode, ty: TypeId) {
        let Some(key) = self.shapes.key(ty) else { return };
        let data = self.region(region);
        if region != NOWHERE && !data.moved_at.contains(&key) {
            data.moved_at.push(key);
        }
    }

    fn note_key(&mut self, contents: ContentsNode, key: Key) {
        let data = self.contents(contents);
        match data.key {
            None => data.key = Some(key),
            Some(known) if known == key => {}
            Some(_) => self.collapse(contents),
        }
    }

    pub fn note_name(&mut self, region: RegionNode, name: &str, span: Span) {
        self.region(region).name.get_or_insert_with(|| (name.to_string(), span));
    }

    /// Changes facts about a region. Those by which offsets no longer count whole elements collapse its contents.
    pub fn note_fact(&mut self, region: RegionNode, change: impl FnOnce(&mut Facts)) {
        if region == NOWHERE {
            return;
        }
        let data = self.region(region);
        change(&mut data.facts);
        let contents = data.contents;
        if data.facts.punned || data.facts.moved_by_bytes || data.facts.needs_bytes {
            self.collapse(contents);
        }
    }

    /// All pointers in this memory get one target.
    pub fn collapse(&mut self, contents: ContentsNode) {
        let data = self.contents(contents);
        if data.collapsed {
            return;
        }
        data.collapsed = true;
        let mut leaves = std::mem::take(&mut data.leaves).into_values();
        if let Some(first) = leaves.next() {
            data.leaves.insert(Box::new([]), first);
            for other in leaves {
                self.todo.push(Todo::JoinRegions(first.region, other.region));
            }
        }
        self.run();
    }

    /// The region of all objects of this type that outside code can reach; of `void` and functions, one each. An array is
    /// a row of its elements wherever it begins: `int (*)[2]` may point into the middle of an `int (*)[3]`.
    pub fn external(&mut self, ty: TypeId) -> RegionNode {
        let key = (self.shapes.scalar_key(ty), self.is_function(ty));
        if let Some(&region) = self.externals.get(&key) {
            return region;
        }
        let region = self.new_region(None);
        self.externals.insert(key, region);
        self.region(region).facts.moved = true;
        self.note_type(region, ty, false);
        self.make_external(region);
        region
    }

    /// Does any pointer from outside point to this type?
    pub fn has_external(&mut self, ty: TypeId) -> bool {
        let key = (self.shapes.scalar_key(ty), self.is_function(ty));
        key.0.is_some() && self.externals.contains_key(&key)
    }

    pub fn make_external(&mut self, region: RegionNode) {
        self.todo.push(Todo::MakeExternal(region));
        self.run();
    }

    pub fn make_contents_external(&mut self, contents: ContentsNode) {
        self.todo.push(Todo::MakeContentsExternal(contents));
        self.run();
    }

    pub fn join(&mut self, left: RegionNode, right: RegionNode) {
        self.todo.push(Todo::JoinRegions(left, right));
        self.run();
    }

    pub fn join_contents(&mut self, left: ContentsNode, right: ContentsNode) {
        self.todo.push(Todo::JoinContents(left, right));
        self.run();
    }

    /// Functions in this region have this signature; it is joined with what is known of them.
    pub fn add_signature(&mut self, region: RegionNode, signature: Signature) {
        if region == NOWHERE {
            return;
        }
        let data = self.region(region);
        let external = data.facts.external;
        let Some(mut known) = data.signature.take() else {
            if external {
                self.todo.extend(signature.params.iter().map(|&node| Todo::MakeContentsExternal(node)));
                self.todo.push(Todo::MakeContentsExternal(signature.result));
            }
            self.region(region).signature = Some(signature);
            return self.run();
        };
        for (&left, &right) in known.params.iter().zip(&signature.params) {
            self.todo.push(Todo::JoinContents(left, right));
        }
        self.todo.push(Todo::JoinContents(known.result, signature.result));
        for &further in signature.params.iter().skip(known.params.len()) {
            known.params.push(further);
            if external {
                self.todo.push(Todo::MakeContentsExternal(further));
            }
        }
        self.region(region).signature = Some(known);
        self.run();
    }

    fn run(&mut self) {
        if std::mem::replace(&mut self.is_running, true) {
            return;
        }
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::JoinRegions(left, right) => self.join_now(left, right),
                Todo::JoinContents(left, right) => self.join_contents_now(left, right),
                Todo::MakeExternal(region) => self.make_external_now(region),
                Todo::MakeContentsExternal(contents) => self.make_contents_external_now(contents),
            }
        }
        self.is_running = false;
    }

    fn join_now(&mut self, left: RegionNode, right: RegionNode) {
        if left == NOWHERE || right == NOWHERE {
            return;
        }
        let Some((stays, goes)) = self.region_classes.union(left.0, right.0) else { return };
        let stays = RegionNode(stays);
        let gone = self.regions[goes as usize].clone();
        self.regions[goes as usize].types = Vec::new();
        self.regions[goes as usize].signature = None;
        let data = self.region(stays);
        let contents = data.contents;
        data.functions.extend(gone.functions);
        data.functions.sort_unstable();
        data.functions.dedup();
        data.name = data.name.take().or(gone.name);
        data.span = data.span.or(gone.span);
        let steps: Vec<Key> = gone.moved_at.into_iter().filter(|key| !data.moved_at.contains(key)).collect();
        data.moved_at.extend(steps);
        let rows: Vec<Key> = gone.rows.into_iter().filter(|key| !data.rows.contains(key)).collect();
        data.rows.extend(rows);
        let becomes_external = data.facts.external != gone.facts.external;
        self.note_fact(stays, |facts| facts.join(gone.facts));
        self.join_contents_now(contents, gone.contents);
        if let Some(signature) = gone.signature {
            self.add_signature(stays, signature);
        }
        for noted in gone.types {
            self.note_type(stays, noted.ty, noted.declared);
        }
        if becomes_external {
            self.region(stays).facts.external = false;
            self.make_external_now(stays);
        }
    }

    fn join_contents_now(&mut self, left: ContentsNode, right: ContentsNode) {
        let Some((stays, goes)) = self.contents_classes.union(left.0, right.0) else { return };
        let stays = ContentsNode(stays);
        let gone = std::mem::take(&mut self.contents[goes as usize]);
        if gone.collapsed {
            self.collapse(stays);
        }
        if let Some(key) = gone.key {
            self.note_key(stays, key);
        }
        for (path, pointee) in gone.leaves {
            let data = self.contents(stays);
            let path = if data.collapsed { Box::default() } else { path };
            match data.leaves.get(&path).copied() {
                Some(known) => self.todo.push(Todo::JoinRegions(known.region, pointee.region)),
                None => {
                    data.leaves.insert(path, pointee);
                }
            }
        }
        let data = self.contents(stays);
        if data.external != gone.external {
            data.external = false;
            self.make_contents_external_now(stays);
        }
    }

    fn make_external_now(&mut self, region: RegionNode) {
        if region == NOWHERE || self.region(region).facts.external {
            return;
        }
        let data = self.region(region);
        data.facts.external = true;
        let contents = data.contents;
        let types: Vec<TypeId> = data.types.iter().map(|noted| noted.ty).collect();
        if let Some(signature) = &data.signature {
            let mut nodes = signature.params.clone();
            nodes.push(signature.result);
            self.todo.extend(nodes.into_iter().map(Todo::MakeContentsExternal));
        }
        self.todo.push(Todo::MakeContentsExternal(contents));
        for ty in types {
            let external = self.external(ty);
            self.todo.push(Todo::JoinRegions(region, external));
        }
    }

    fn make_contents_external_now(&mut self, contents: ContentsNode) {
        let data = self.contents(contents);
        if std::mem::replace(&mut data.external, true) {
            return;
        }
        let pointees: Vec<Pointee> = data.leaves.values().copied().collect();
        for pointee in pointees {
            let external = self.external(pointee.ty);
            self.todo.push(Todo::JoinRegions(pointee.region, external));
        }
    }

    /// Is it a function type, so that a pointer to it moves no data?
    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.shapes.types.get(ty), Type::Function(_))
    }
}

impl Facts {
    fn join(&mut self, other: Facts) {
        self.punned |= other.punned;
        self.moved_by_bytes |= other.moved_by_bytes;
        self.needs_bytes |= other.needs_bytes;
        self.moved |= other.moved;
        self.external |= other.external;
        self.escapes |= other.escapes;
        self.unknown |= other.unknown;
        self.made_up |= other.made_up;
        self.both_signs |= other.both_signs;
        self.untyped |= other.untyped;
        self.widened |= other.widened;
    }
}
