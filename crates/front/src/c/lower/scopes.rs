//! The scopes of a function: which objects live in each, and what happens on every way out of one and into one.
//!
//! An object lives from the moment its block is entered, however that is, until the block is left (C11 6.2.4). Where no jump
//! can enter a block or go back in it, an object is made where it is declared: nobody can tell. In a function with labels,
//! and inside of a `switch`, it is made on every way into its block, and passing its declaration again makes no other one.
//!
//! Here is the data; `jumps` emits what happens.

use invar_base::{Arena, Span, define_id};
use invar_gcl::BlockId;
use invar_logic::Term;

use crate::c::hir::{Expr, LabelId, LocalId};

define_id!(ScopeId);

#[derive(Debug)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    depth: usize,
    pub objects: Vec<ScopeObject>,
    pub opened_by: Opening,
}

/// What a scope begins with.
#[derive(Clone, Debug)]
pub enum Opening {
    Block,
    /// The declaration of an array of variable length: jumping back before it ends the array.
    Array,
    /// The declaration of a variable with `cleanup`: this is called when the scope is left.
    Cleanup(Box<Expr>),
}

/// An object that dies with its scope.
#[derive(Clone, Copy, Debug)]
pub struct ScopeObject {
    pub local: LocalId,
    /// The variable that holds its number.
    pub object: Term,
    pub begins: Begins,
}

/// When an object starts to live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// With its scope.
    WithScope,
    /// Where it is declared, or evaluated.
    AtDeclaration,
}

/// Scopes as a tree, the function's parameters at its root.
#[derive(Debug)]
pub struct Scopes {
    pub all: Arena<ScopeId, Scope>,
    pub current: ScopeId,
    /// How many `switch` statements are around.
    pub switches: usize,
    pub leaps: Vec<Leap>,
}

/// A jump whose way is not finished.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// What happens on the way comes at its end.
    pub block: BlockId,
    pub from: ScopeId,
    pub to: Landing,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum Landing {
    Scope(ScopeId),
    Label(LabelId),
}

impl Scopes {
    pub fn new() -> Scopes {
        let mut all = Arena::new();
        let current = all.push(Scope { parent: None, depth: 0, objects: Vec::new(), opened_by: Opening::Block });
        Scopes { all, current, switches: 0, leaps: Vec::new() }
    }

    pub fn root(&self) -> Option<&Scope> {
        self.all.values().next()
    }

    pub fn push(&mut self, opened_by: Opening) {
        let depth = self.all[self.current].depth + 1;
        self.current = self.all.push(Scope { parent: Some(self.current), depth, objects: Vec::new(), opened_by });
    }

    /// An object that starts to live here dies with the innermost scope.
    pub fn note(&mut self, local: LocalId, object: Term) {
        let objects = &mut self.all[self.current].objects;
        if !objects.iter().any(|known| known.local == local) {
            objects.push(ScopeObject { local, object, begins: Begins::AtDeclaration });
        }
    }

    /// Has the object of a variable been made with its scope?
    pub fn has_begun(&self, local: LocalId) -> bool {
        let is = |object: &ScopeObject| object.local == local && object.begins == Begins::WithScope;
        let mut at = Some(self.current);
        while let Some(scope) = at {
            if self.all[scope].objects.iter().any(is) {
                return true;
            }
            // A block goes on in the scopes that its declarations open.
            at = match self.all[scope].opened_by {
                Opening::Block => None,
                Opening::Array | Opening::Cleanup(_) => self.all[scope].parent,
            };
        }
        false
    }

    /// The innermost scope that is around both.
    pub fn common(&self, mut a: ScopeId, mut b: ScopeId) -> ScopeId {
        while a != b {
            let deeper = if self.all[a].depth >= self.all[b].depth { &mut a } else { &mut b };
            let Some(parent) = self.all[*deeper].parent else { return *deeper };
            *deeper = parent;
        }
        a
    }

    /// From a scope outwards, up to but without another one.
    pub fn outwards(&self, from: ScopeId, to: ScopeId) -> Vec<ScopeId> {
        let mut path = Vec::new();
        let mut at = from;
        while at != to {
            path.push(at);
            let Some(parent) = self.all[at].parent else { break };
            at = parent;
        }
        path
    }
}
