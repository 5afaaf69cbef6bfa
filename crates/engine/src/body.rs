//! A body as the engine's stages see it: blocks of four kinds of steps, and the checks that its assertions stand for.
//!
//! `calls` makes it from an implementation, `loops` makes it acyclic. Invariants: `Havoc` gives any value at all (the
//! `where` conditions are steps of their own); blocks without successors are exits.

use std::collections::BTreeSet;

use invar_base::{Arena, Span, Symbol};
use invar_gcl::{BlockId, Check, CheckId, ImplId, ProcId};
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug)]
pub struct Body {
    pub blocks: Arena<BlockId, Block>,
    pub entry: BlockId,
    /// The checks of this body only; `Step::Assert` refers to them.
    pub checks: Arena<CheckId, Check>,
    /// The `where` conditions of the variables in scope.
    pub wheres: FxHashMap<VarId, Term>,
    /// In plain words, what a proof of this body takes for granted.
    pub assumptions: Vec<String>,
    /// For a variable of an expanded call, the callee's own variable.
    pub copies: FxHashMap<VarId, Copied>,
}

/// What a variable of an expanded call is a copy of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    pub own: VarId,
    /// Which of the expanded calls it belongs to.
    pub call: u32,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub label: Symbol,
    pub span: Span,
    /// The block of the text that this one is, or is a copy of.
    pub source: Option<Source>,
    pub steps: Vec<Step>,
    pub next: Vec<BlockId>,
}

/// A block of an implementation: the one being verified, or one whose call is expanded in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    pub impl_id: ImplId,
    pub block: BlockId,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum StepKind {
    Assign(VarId, Term),
    Havoc(VarId),
    Assume(Term),
    Assert(CheckId, Term),
}

/// Which rule put a step there. Replaying a counterexample depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program's own command.
    Text,
    /// The contract of the procedure that is entered or left.
    Own,
    /// The contract of a called procedure.
    Call(ProcId),
    /// The cut of a loop.
    Loop,
}

impl Step {
    pub fn new(kind: StepKind, span: Span, origin: Origin) -> Step {
        Step { kind, span, origin }
    }

    fn size(&self, pool: &TermPool) -> u64 {
        match self.kind {
            StepKind::Assign(_, term) => pool.tree_size(term).saturating_add(3),
            StepKind::Havoc(_) => 3,
            StepKind::Assume(term) | StepKind::Assert(_, term) => pool.tree_size(term).saturating_add(2),
        }
    }

    pub fn term(&self) -> Option<Term> {
        match self.kind {
            StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) => Some(term),
            StepKind::Havoc(_) => None,
        }
    }

    pub fn assigned(&self) -> Option<VarId> {
        match self.kind {
            StepKind::Assign(var, _) | StepKind::Havoc(var) => Some(var),
            StepKind::Assume(_) | StepKind::Assert(..) => None,
        }
    }
}

impl Body {
    /// FS01's size of the guarded command: one node per command, per composition and per assigned variable, plus the
    /// terms. `Passive::size` counts the same way.
    pub fn size(&self, pool: &TermPool) -> u64 {
        let steps = self.blocks.values().flat_map(|block| &block.steps);
        steps.map(|step| step.size(pool)).fold(self.blocks.len() as u64, u64::saturating_add)
    }

    /// Every variable that a step or a `where` condition mentions, in the order of their ids.
    pub fn variables(&self, pool: &TermPool) -> Vec<VarId> {
        let steps = || self.blocks.values().flat_map(|block| &block.steps);
        let terms: Vec<Term> = steps().filter_map(Step::term).chain(self.wheres.values().copied()).collect();
        let mut vars: BTreeSet<VarId> = pool.free_vars_of(&terms).into_iter().collect();
        vars.extend(steps().filter_map(Step::assigned));
        vars.into_iter().collect()
    }

    pub fn predecessors(&self) -> Vec<Vec<BlockId>> {
        use invar_base::Id;
        let mut preds = vec![Vec::new(); self.blocks.len()];
        for (id, block) in self.blocks.iter() {
            for next in &block.next {
                preds[next.index()].push(id);
            }
        }
        preds
    }
}
