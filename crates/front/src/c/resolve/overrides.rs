//! Initialisers that override others (C11 6.7.9): a later one for the same part wins, and one for a whole part wins over
//! what earlier designators said about parts of it.
//!
//! Entries are kept in a tree of paths, so that what an entry overrides is found without looking at all others.

use std::collections::BTreeMap;

use invar_base::Span;

use crate::c::hir::{Expr, ExprKind, InitEntry, InitValue, Initialiser, Place, PlaceKind, Step};
use crate::c::types::{Type, TypeId, Types};

/// The entries of one initialiser, in order.
#[derive(Default)]
pub(super) struct Entries {
    list: Vec<Option<InitEntry>>,
    /// Of the whole object.
    ty: Option<TypeId>,
    /// Only once there was a designator: without one, no part is initialised twice.
    tree: Option<Node>,
    /// An override whose outcome C leaves open.
    unclear: Option<Span>,
}

#[derive(Default)]
struct Node {
    /// Entries for this part as a whole.
    own: Vec<usize>,
    /// By member, or by the first and last index.
    parts: BTreeMap<(u64, u64), Node>,
    has_ranges: bool,
}

impl Entries {
    pub fn new(ty: TypeId) -> Entries {
        Entries { ty: Some(ty), ..Entries::default() }
    }

    /// Adds an entry. What it overrides was cleared before.
    pub fn push(&mut self, entry: InitEntry) {
        if let Some(tree) = &mut self.tree {
            tree.insert(&entry.path, self.list.len());
        }
        self.list.push(Some(entry));
    }

    /// From here on, parts may be initialised again.
    pub fn expect_overrides(&mut self) {
        let list = &self.list;
        self.tree.get_or_insert_with(|| {
            let mut tree = Node::default();
            for (number, entry) in list.iter().enumerate() {
                entry.iter().for_each(|entry| tree.insert(&entry.path, number));
            }
            tree
        });
    }

    /// The part at `path` is about to be initialised as a whole; with its braces left out, it is left open what becomes
    /// of parts that are not mentioned again.
    pub fn clear(&mut self, types: &Types, path: &[Step], braces: Braces, span: Span) {
        let Entries { list, ty, tree: Some(tree), unclear } = self else { return };
        let mut clearing = Clearing { types, list, removed: 0, is_unclear: false };
        clearing.at(tree, *ty, path);
        if clearing.is_unclear || braces == Braces::LeftOut && clearing.removed > 0 {
            unclear.get_or_insert(span);
        }
    }

    pub fn finish(self) -> Initialiser {
        Initialiser { entries: self.list.into_iter().flatten().collect(), unclear: self.unclear }
    }
}

/// Does an aggregate have braces of its own?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Braces {
    Own,
    LeftOut,
}

impl Node {
    fn insert(&mut self, path: &[Step], number: usize) {
        let mut node = self;
        for step in path {
            let key = key(*step);
            node.has_ranges |= key.0 != key.1;
            node = node.parts.entry(key).or_default();
        }
        node.own.push(number);
    }
}

fn key(step: Step) -> (u64, u64) {
    match step {
        Step::Field(number) => (u64::from(number), u64::from(number)),
        Step::Index(index) => (index, index),
        Step::Range(first, last) => (first, last),
    }
}

struct Clearing<'a> {
    types: &'a Types,
    list: &'a mut Vec<Option<InitEntry>>,
    removed: usize,
    is_unclear: bool,
}

impl Clearing<'_> {
    fn at(&mut self, node: &mut Node, ty: Option<TypeId>, path: &[Step]) {
        let Some((step, rest)) = path.split_first() else { return self.remove(std::mem::take(node)) };
        self.look_at_whole(node);
        let (first, last) = key(*step);
        if self.is_union(ty) {
            let others: Vec<(u64, u64)> = node.parts.keys().copied().filter(|known| *known != (first, last)).collect();
            for other in others {
                self.remove(node.parts.remove(&other).unwrap_or_default());
            }
        }
        let inner = self.inner(ty, *step);
        if !node.has_ranges && first == last {
            if let Some(part) = node.parts.get_mut(&(first, last)) {
                self.at(part, inner, rest);
            }
            return;
        }
        for (&(from, until), part) in
            node.parts.iter_mut().filter(|((from, until), _)| *from <= last && first <= *until)
        {
            if first <= from && until <= last {
                self.at(part, inner, rest);
            } else {
                self.within_range(part, rest);
            }
        }
    }

    /// A part of only some elements of a range: a scalar is simply written again, but of an aggregate some elements would
    /// have to be cleared.
    fn within_range(&mut self, node: &Node, path: &[Step]) {
        let Some((step, rest)) = path.split_first() else {
            self.is_unclear |= !node.parts.is_empty();
            return;
        };
        self.look_at_whole(node);
        let (first, last) = key(*step);
        let overlapping = |known: &&(u64, u64)| known.0 <= last && first <= known.1;
        for (_, part) in node.parts.iter().filter(|(known, _)| overlapping(known)) {
            self.within_range(part, rest);
        }
    }

    /// A part of what an expression initialises as a whole: compilers disagree about the other parts.
    fn look_at_whole(&mut self, node: &Node) {
        let is_whole =
            |entry: &Option<InitEntry>| entry.as_ref().is_some_and(|entry| matches!(entry.value, InitValue::Expr(_)));
        self.is_unclear |= node.own.iter().any(|&number| is_whole(&self.list[number]));
    }

    /// Whether a value that is not used is computed is left open.
    fn remove(&mut self, node: Node) {
        for number in node.own {
            self.removed += 1;
            if let Some(InitEntry { value: InitValue::Expr(value), .. }) = self.list[number].take() {
                self.is_unclear |= !is_plain(&value);
            }
        }
        node.parts.into_values().for_each(|part| self.remove(part));
    }

    fn is_union(&self, ty: Option<TypeId>) -> bool {
        ty.is_some_and(|ty| matches!(self.types.get(ty), Type::Record(id) if self.types.records[*id].is_union))
    }

    fn inner(&self, ty: Option<TypeId>, step: Step) -> Option<TypeId> {
        match (self.types.get(ty?), step) {
            (Type::Record(id), Step::Field(number)) => Some(self.types.fields(*id).get(number as usize)?.ty),
            (Type::Array { element, .. }, Step::Index(_) | Step::Range(..)) => Some(*element),
            (_, _) => None,
        }
    }
}

/// Does it make no difference whether it is evaluated?
fn is_plain(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => true,
        ExprKind::Load(place) | ExprKind::AddressOf(place) => is_plain_place(place),
        ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => is_plain(operand),
        _ => false,
    }
}

fn is_plain_place(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => true,
        PlaceKind::Field(base, _) => is_plain_place(base),
        PlaceKind::Deref(_) | PlaceKind::Index(..) | PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
    }
}
