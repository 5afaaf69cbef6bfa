//! Sets of memory that an expression reads or writes.

use std::collections::BTreeSet;

use invar_base::Arena;

use crate::c::hir::{FunctionId, GlobalId, LocalId};
use crate::c::points_to::RegionId;
use crate::c::types::TypeId;

/// A function that touches more cells than this touches everything.
const MOST: usize = 256;

/// Is the program here as a whole?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    Whole,
    Part,
}

/// Memory that is named: a variable or a member of it, or whatever a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub home: Home,
    /// Reached by its name: the object is this one.
    pub variable: Option<Variable>,
    /// A member of a struct of this type; another member of the type does not overlap with it.
    pub member: Option<(TypeId, u32)>,
    /// Code outside the unit may have made another name for it, at another type.
    pub is_shared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A variable that no pointer points to.
    Plain(Variable),
    Region(RegionId),
}

/// A variable of the function that is looked at, or of the unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Variable {
    Local(LocalId),
    Global(GlobalId),
}

impl Cell {
    fn overlaps(&self, other: &Cell) -> bool {
        let other_variable = matches!((self.variable, other.variable), (Some(a), Some(b)) if a != b);
        let other_member = match (self.member, other.member) {
            (Some((a, n)), Some((b, m))) => a == b && n != m,
            (Some(_) | None, _) => false,
        };
        self.home == other.home && !other_variable && !other_member
    }

    /// A variable of one function that no pointer points to.
    pub fn is_plain_local(&self) -> bool {
        matches!(self.home, Home::Plain(Variable::Local(_)))
    }

    /// The least cell of a home, in the order of cells.
    fn first_of(home: Home) -> Cell {
        Cell { home, variable: None, member: None, is_shared: false }
    }
}

/// Homes of shared memory, as far as it matters whether two sets have different ones.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Shared {
    #[default]
    Nothing,
    One(Home),
    Several,
}

impl Shared {
    fn and(self, other: Shared) -> Shared {
        match (self, other) {
            (Shared::Nothing, known) | (known, Shared::Nothing) => known,
            (a, b) if a == b => a,
            (Shared::One(_) | Shared::Several, _) => Shared::Several,
        }
    }

    /// Is there memory in both that has two names?
    fn crosses(self, other: Shared) -> bool {
        match (self, other) {
            (Shared::Nothing, _) | (_, Shared::Nothing) => false,
            (Shared::One(a), Shared::One(b)) => a != b,
            (Shared::Several, _) | (_, Shared::Several) => true,
        }
    }
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cells {
    cells: BTreeSet<Cell>,
    /// Of all cells, and of those that are reached through pointers.
    shared: Shared,
    pointed: Shared,
}

impl Cells {
    pub fn insert(&mut self, cell: Cell) {
        if cell.is_shared {
            self.shared = self.shared.and(Shared::One(cell.home));
            if cell.variable.is_none() {
                self.pointed = self.pointed.and(Shared::One(cell.home));
            }
        }
        self.cells.insert(cell);
    }

    fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn add(&mut self, cell: Option<Cell>) {
        cell.into_iter().for_each(|cell| self.insert(cell));
    }

    pub fn iter(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter()
    }

    pub fn without(&self, cell: Option<Cell>) -> Cells {
        let mut others = Cells::default();
        self.cells.iter().filter(|other| Some(**other) != cell).for_each(|other| others.insert(*other));
        others
    }

    pub fn overlaps(&self, cell: &Cell) -> bool {
        let mut alone = Cells::default();
        alone.insert(*cell);
        self.has_overlapping(cell) || self.has_other_name(&alone)
    }

    fn has_overlapping(&self, cell: &Cell) -> bool {
        let first = Cell::first_of(cell.home);
        self.cells.range(first..).take_while(|other| other.home == cell.home).any(|other| other.overlaps(cell))
    }

    /// Memory at two types, at least one of which is reached through a pointer: outside code decides whether it is the same.
    fn has_other_name(&self, other: &Cells) -> bool {
        self.pointed.crosses(other.shared) || self.shared.crosses(other.pointed)
    }

    fn meets(&self, other: &Cells) -> bool {
        let (small, large) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        small.cells.iter().any(|cell| large.has_overlapping(cell)) || self.has_other_name(other)
    }

    /// The smaller set is added to the larger.
    fn absorb(&mut self, mut other: Cells) {
        if other.len() > self.len() {
            std::mem::swap(self, &mut other);
        }
        self.shared = self.shared.and(other.shared);
        self.pointed = self.pointed.and(other.pointed);
        self.cells.extend(other.cells);
    }
}

/// What evaluating an expression touches.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Effects {
    pub reads: Cells,
    pub writes: Cells,
    /// Writes by assignments and increments that are not sequenced before the expression's value.
    pub pending: Cells,
    /// Code that is not there may read what it can reach, and write it.
    pub reads_unseen: bool,
    pub writes_unseen: bool,
    /// Too much to be listed.
    pub is_everything: bool,
}

impl Effects {
    pub fn absorb(&mut self, other: Effects) {
        self.reads.absorb(other.reads);
        self.writes.absorb(other.writes);
        self.pending.absorb(other.pending);
        self.reads_unseen |= other.reads_unseen;
        self.writes_unseen |= other.writes_unseen;
        self.is_everything |= other.is_everything;
    }

    /// The effects of something that comes before whatever follows.
    pub fn settled(mut self) -> Effects {
        self.pending = Cells::default();
        self
    }

    /// `reachable`: may code that is not there get at the cell?
    pub fn interferes(&self, other: &Effects, reachable: &dyn Fn(&Cell) -> bool) -> bool {
        self.disturbs(other, reachable) || other.disturbs(self, reachable)
    }

    fn disturbs(&self, other: &Effects, reachable: &dyn Fn(&Cell) -> bool) -> bool {
        let unseen = other.reads_unseen || other.writes_unseen;
        if self.is_everything {
            let mut touched = other.reads.iter().chain(other.writes.iter());
            return unseen || other.is_everything || touched.any(|cell| !cell.is_plain_local());
        }
        self.writes.meets(&other.reads)
            || self.writes.meets(&other.writes)
            || self.writes_unseen && (unseen || other.reads.iter().chain(other.writes.iter()).any(reachable))
            || unseen && self.writes.iter().any(reachable)
    }

    /// Adds what a called function does; has anything changed?
    pub fn include(&mut self, other: &Effects) -> bool {
        let before = (self.reads.len(), self.writes.len(), self.reads_unseen, self.writes_unseen);
        other.reads.iter().for_each(|cell| self.reads.insert(*cell));
        other.writes.iter().for_each(|cell| self.writes.insert(*cell));
        self.reads_unseen |= other.reads_unseen;
        self.writes_unseen |= other.writes_unseen;
        before != (self.reads.len(), self.writes.len(), self.reads_unseen, self.writes_unseen)
    }

    pub fn is_large(&self) -> bool {
        self.reads.len() > MOST || self.writes.len() > MOST
    }
}

/// What functions with a body touch, with all that they call; `None` for those that touch too much to be listed.
pub struct Summaries(pub Arena<FunctionId, Option<Effects>>);

impl Summaries {
    pub fn of(&self, function: FunctionId) -> Option<&Effects> {
        self.0[function].as_ref()
    }
}
