//! Dynamic single assignment: `Acyclic` in, `Passive` out (FS01 §5 and §7, Figures 3, 4 and 7).
//!
//! An assignment becomes the assumption that a new variant of the variable equals its value, a havoc only a new variant.
//! Where paths with different variants meet, each ends with the assumption that a third variant equals its own. A path
//! that ends in `assume false` or `assert false` is the paper's ⊥: it takes no part in a merge.
//!
//! Departures from the paper: the graph takes the place of the syntax tree, so that exceptions are edges like all others;
//! only variables that are still read get a merged variant.

mod live;
mod unread;
mod follow;

use invar_base::{Arena, Id, Span, Symbol};
use invar_gcl::{BlockId, Check, CheckId};
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, Origin, Source, Step, StepKind};
use crate::loops::Acyclic;
use crate::loops::graph::{Ends, Graph, predecessors, reverse_postorder};
pub use follow::{blocks_of, definition};
use live::{AssignedVars, Liveness};
pub use unread::leave_out_unread;

/// A program without assignments: assumptions and assertions over variants, on a DAG.
#[derive(Clone, Debug)]
pub struct Passive {
    /// Every block after its predecessors; the entry is the first.
    pub blocks: Arena<BlockId, PassiveBlock>,
    pub checks: Arena<CheckId, Check>,
    /// A run that gets past this block has entered the procedure: its preconditions hold.
    pub entered: usize,
    /// The variants after the last block, if there is just one block without successors and it terminates.
    pub exit: Option<Substitution>,
}

#[derive(Clone, Debug)]
pub struct PassiveBlock {
    pub label: Symbol,
    pub span: Span,
    /// The block of the text that it came from.
    pub source: Option<Source>,
    pub cmds: Vec<PassiveCmd>,
    /// Which variant a variable has from which command on: what a counterexample is told with. The value, where nothing
    /// else mentions the variant.
    pub notes: Vec<Note>,
    pub next: Vec<BlockId>,
}

#[derive(Clone, Debug)]
pub struct PassiveCmd {
    pub kind: PassiveKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassiveKind {
    Assume(Term),
    Assert(CheckId, Term),
}

/// "After `at` commands of the block, `var` is `variant`."
#[derive(Clone, Debug)]
pub struct Note {
    pub at: usize,
    pub var: VarId,
    pub variant: Term,
    pub span: Span,
    pub origin: Origin,
    pub how: Change,
}

impl Note {
    fn new(at: usize, var: VarId, variant: Term, step: &Step, how: Change) -> Note {
        Note { at, var, variant, span: step.span, origin: step.origin, how }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Assigned,
    Havoced,
}

/// Which variables somebody still asks for after the last block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtExit {
    NothingLive,
    AllLive,
}

impl Passive {
    pub const ENTRY: usize = 0;

    pub fn graph(&self) -> Graph {
        self.blocks.values().map(|block| block.next.iter().map(|next| next.index()).collect()).collect()
    }

    /// FS01's size of the passive command: one node per command and per composition, plus the formulas.
    pub fn size(&self, pool: &TermPool) -> u64 {
        let cmds = self.blocks.values().flat_map(|block| &block.cmds);
        cmds.fold(self.blocks.len() as u64, |sum, cmd| sum.saturating_add(2 + pool.tree_size(cmd.kind.term())))
    }
}

impl PassiveKind {
    pub fn term(self) -> Term {
        match self {
            PassiveKind::Assume(term) | PassiveKind::Assert(_, term) => term,
        }
    }
}

/// The checks that the passive program asserts, in order of their ids.
pub fn asserted_checks(passive: &Passive) -> Vec<CheckId> {
    let cmds = passive.blocks.values().flat_map(|block| &block.cmds);
    let mut checks: Vec<CheckId> = cmds
        .filter_map(|cmd| match cmd.kind {
            PassiveKind::Assert(check, _) => Some(check),
            PassiveKind::Assume(_) => None,
        })
        .collect();
    checks.sort_unstable();
    checks.dedup();
    checks
}

/// FS01 Figures 3 and 7.
pub fn passify(pool: &mut TermPool, acyclic: &Acyclic, at_exit: AtExit) -> Passive {
    let body = &acyclic.body;
    let ends: Vec<Option<usize>> = body.blocks.values().map(|block| bottom(&block.steps)).collect();
    let mut graph: Graph = body
        .blocks
        .iter()
        .map(|(id, block)| match ends[id.index()] {
            Some(_) => Vec::new(),
            None => block.next.iter().map(|next| next.index()).collect(),
        })
        .collect();
    let order = reverse_postorder(&graph, body.entry.index());
    disconnect_others(&mut graph, &order);
    let vars = AssignedVars::of(body, &order);
    let live = Liveness::new(pool, body, &graph, &order, &vars, at_exit);
    let variants = Ends::new(&graph);
    let preds = predecessors(&graph);
    let mut passifier = Passifier { pool, body, preds, variants, live, vars, done: FxHashMap::default() };
    for &node in &order {
        passifier.block(node, ends[node]);
    }
    passifier.finish(&order, &graph)
}

/// A block that only a path of ⊥ leads to takes no part in a merge either.
fn disconnect_others(graph: &mut Graph, reachable: &[usize]) {
    let mut is_reachable = vec![false; graph.len()];
    for &node in reachable {
        is_reachable[node] = true;
    }
    for (nexts, _) in graph.iter_mut().zip(is_reachable).filter(|(_, is_reachable)| !is_reachable) {
        nexts.clear();
    }
}

/// The number of steps up to and including the first that never terminates: the paper's ⊥.
fn bottom(steps: &[Step]) -> Option<usize> {
    let never = |kind: &StepKind| match kind {
        StepKind::Assume(term) | StepKind::Assert(_, term) => *term == Term::FALSE,
        StepKind::Assign(..) | StepKind::Havoc(_) => false,
    };
    steps.iter().position(|step| never(&step.kind)).map(|position| position + 1)
}

struct Passifier<'a> {
    pool: &'a mut TermPool,
    body: &'a Body,
    preds: Graph,
    /// The variants at the end of each block, by the dense number of the assigned variable.
    variants: Ends<Vec<Term>>,
    live: Liveness,
    vars: AssignedVars,
    done: FxHashMap<usize, Done>,
}

struct Done {
    cmds: Vec<PassiveCmd>,
    notes: Vec<Note>,
}

impl Passifier<'_> {
    fn block(&mut self, node: usize, end: Option<usize>) {
        let mut variants = self.merge(node);
        let block = &self.body.blocks[BlockId::from_index(node)];
        let (mut cmds, mut notes) = (Vec::new(), Vec::new());
        for step in &block.steps[..end.unwrap_or(block.steps.len())] {
            let kind = match step.kind {
                StepKind::Assume(term) => PassiveKind::Assume(self.rename(term, &variants)),
                StepKind::Assert(check, term) => PassiveKind::Assert(check, self.rename(term, &variants)),
                StepKind::Assign(var, term) => {
                    let value = self.rename(term, &variants);
                    let variant = self.change(var, &mut variants);
                    let at = cmds.len() + 1;
                    notes.push(Note::new(at, var, variant, step, Change::Assigned));
                    PassiveKind::Assume(self.pool.eq(variant, value))
                }
                StepKind::Havoc(var) => {
                    let variant = self.change(var, &mut variants);
                    notes.push(Note::new(cmds.len(), var, variant, step, Change::Havoced));
                    continue;
                }
            };
            cmds.push(PassiveCmd { kind, span: step.span });
        }
        self.done.insert(node, Done { cmds, notes });
        self.variants.set(node, variants);
    }

    /// σ.e: a step's term over the current variants.
    fn rename(&mut self, term: Term, variants: &[Term]) -> Term {
        let reads = self.live.reads(term).iter();
        let substitution: Substitution = reads.map(|&number| (self.vars.var(number), variants[number])).collect();
        self.pool.substitute(term, &substitution)
    }

    /// σ[x ↦ x'] for a fresh x'.
    fn change(&mut self, var: VarId, variants: &mut [Term]) -> Term {
        let variant = self.fresh_variant(var);
        variants[self.vars.number(var)] = variant;
        variant
    }

    fn fresh_variant(&mut self, var: VarId) -> Term {
        let variant = self.pool.variant(var);
        self.pool.var(variant)
    }

    fn substitution(&self, variants: &[Term]) -> Substitution {
        self.vars.iter().zip(variants).map(|(var, &variant)| (var, variant)).collect()
    }

    /// FS01 Figure 4, for any number of predecessors.
    fn merge(&mut self, node: usize) -> Vec<Term> {
        let preds = self.preds[node].clone();
        let mut leading: Vec<Vec<Term>> =
            preds.iter().map(|&pred| self.variants.read(pred).unwrap_or_default()).collect();
        let Some(first) = leading.first_mut() else {
            return self.vars.iter().map(|var| self.pool.var(var)).collect();
        };
        let mut variants = if preds.len() == 1 { std::mem::take(first) } else { first.clone() };
        for number in (0..variants.len()).filter(|_| preds.len() > 1) {
            let differs = leading.iter().any(|other| other[number] != variants[number]);
            if differs && self.live.on_entry(node, number) {
                variants[number] = self.fresh_variant(self.vars.var(number));
                for (&pred, own) in preds.iter().zip(&leading) {
                    self.append_renaming(pred, variants[number], own[number]);
                }
            }
        }
        variants
    }

    /// Appends `assume merged = own variant` to a predecessor, which has no other successor.
    fn append_renaming(&mut self, pred: usize, merged: Term, own: Term) {
        let span = self.body.blocks[BlockId::from_index(pred)].span;
        let equal = self.pool.eq(merged, own);
        let Some(done) = self.done.get_mut(&pred) else { return };
        done.cmds.push(PassiveCmd { kind: PassiveKind::Assume(equal), span });
    }

    fn finish(mut self, order: &[usize], graph: &Graph) -> Passive {
        let mut position = FxHashMap::default();
        for (new, &old) in order.iter().enumerate() {
            position.insert(old, new);
        }
        let exits: Vec<usize> = order.iter().copied().filter(|&node| graph[node].is_empty()).collect();
        let terminating = exits.iter().filter(|&&node| self.terminates(node)).collect::<Vec<_>>();
        let exit = match terminating[..] {
            [&node] => self.variants.read(node).map(|variants| self.substitution(&variants)),
            _ => None,
        };
        let mut blocks = Arena::new();
        for &node in order {
            let block = &self.body.blocks[BlockId::from_index(node)];
            let Some(Done { cmds, notes, .. }) = self.done.remove(&node) else { continue };
            let next = graph[node].iter().map(|next| BlockId::from_index(position[next])).collect();
            blocks.push(PassiveBlock { label: block.label, span: block.span, source: block.source, cmds, notes, next });
        }
        Passive { blocks, checks: self.body.checks.clone(), entered: Passive::ENTRY, exit }
    }

    fn terminates(&self, node: usize) -> bool {
        self.done[&node].cmds.last().is_none_or(|cmd| cmd.kind.term() != Term::FALSE)
    }
}
