//! Compact verification conditions: outcome predicates over the graph of the passive form (FS01 §6 and §7, decision 2).
//!
//! N.b says that block b terminates normally, W*(b) that a run from b goes wrong in b or in a block that b dominates.
//! `reach(d, c)`, for d the immediate dominator of c, says that a run leads from the end of d to c. On structured programs
//! these are the paper's formulas; a handler of exceptions is an ordinary join, and its `reach` is the paper's X.

use invar_base::Id;
use invar_gcl::{BlockId, CheckId};
use invar_logic::{Term, TermPool};
use rustc_hash::FxHashMap;

use crate::loops::graph::{Dominators, predecessors};
use crate::passive::{Passive, PassiveBlock, PassiveKind};

/// The outcome predicates of a whole passive program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// W: some run goes wrong. The verification condition is its negation.
    pub wrong: Term,
    /// N of the blocks up to `Passive::entered`: some run gets past the preconditions.
    pub enters: Term,
    /// N: some run ends normally.
    pub normal: Term,
}

/// How `assert e` goes wrong: Figure 5's `¬e`, to which a caller may add a literal that switches the check on.
pub type Failure<'a> = dyn FnMut(&mut TermPool, CheckId, Term) -> Term + 'a;

/// `W.(assert e) = ¬e`
pub fn plain_failure(pool: &mut TermPool, _: CheckId, condition: Term) -> Term {
    pool.not(condition)
}

pub fn outcomes(pool: &mut TermPool, passive: &Passive, failure: &mut Failure<'_>) -> Outcomes {
    let mut reaching = Reaching::new(pool, passive);
    let past_entry = reaching.chain(pool, Passive::ENTRY, passive.entered);
    let enters = pool.and(&[reaching.normal[Passive::ENTRY], past_entry]);
    let normal = reaching.ends(pool, passive);
    let wrong = wrong(pool, passive, &reaching, failure);
    Outcomes { wrong, enters, normal }
}

/// N alone: some run ends normally.
pub fn normal(pool: &mut TermPool, passive: &Passive) -> Term {
    Reaching::new(pool, passive).ends(pool, passive)
}

/// N.b = ⋀ of its commands (Figure 5: N.(assert e) = N.(assume e) = e, N.(A;B) = N.A ∧ N.B).
fn block_normal(pool: &mut TermPool, block: &PassiveBlock) -> Term {
    let terms: Vec<Term> = block.cmds.iter().map(|cmd| cmd.kind.term()).collect();
    pool.and(&terms)
}

struct Reaching {
    dominators: Dominators,
    preds: Vec<Vec<usize>>,
    normal: Vec<Term>,
    /// reach(idom(c), c) for every c so far; blocks are in topological order, so what a block needs is there.
    reach: Vec<Term>,
    chains: FxHashMap<(usize, usize), Term>,
}

impl Reaching {
    fn new(pool: &mut TermPool, passive: &Passive) -> Reaching {
        let graph = passive.graph();
        let dominators = Dominators::new(&graph, Passive::ENTRY);
        let normal: Vec<Term> = passive.blocks.values().map(|block| block_normal(pool, block)).collect();
        let preds = predecessors(&graph);
        let mut reaching = Reaching { dominators, preds, normal, reach: Vec::new(), chains: FxHashMap::default() };
        for node in 0..graph.len() {
            let reach = reaching.reach(pool, node);
            reaching.reach.push(reach);
        }
        reaching
    }

    /// N of the whole: a run gets past the entry and leads to a block without successors.
    fn ends(&mut self, pool: &mut TermPool, passive: &Passive) -> Term {
        let exits = passive.blocks.iter().filter(|(_, block)| block.next.is_empty()).map(|(id, _)| id.index());
        let exits: Vec<Term> = exits.map(|node| self.chain(pool, Passive::ENTRY, node)).collect();
        let some_exit = pool.or(&exits);
        pool.and(&[self.normal[Passive::ENTRY], some_exit])
    }

    /// reach(d, c) = ⋁ over edges p → c of chain(d, p), where d = idom(c).
    fn reach(&mut self, pool: &mut TermPool, node: usize) -> Term {
        let Some(dominator) = self.dominators.immediate(node) else { return Term::TRUE };
        let preds = self.preds[node].clone();
        let edges: Vec<Term> = preds.iter().map(|&pred| self.chain(pool, dominator, pred)).collect();
        pool.or(&edges)
    }

    /// chain(d, p) = ⋀ (reach(idom(q), q) ∧ N.q) for q down the dominator tree from below d to p; true for p = d.
    fn chain(&mut self, pool: &mut TermPool, from: usize, to: usize) -> Term {
        let mut below = Vec::new();
        let mut node = to;
        let mut term = loop {
            if node == from {
                break Term::TRUE;
            }
            if let Some(&known) = self.chains.get(&(from, node)) {
                break known;
            }
            below.push(node);
            match self.dominators.immediate(node) {
                Some(dominator) => node = dominator,
                None => break Term::TRUE,
            }
        };
        for &node in below.iter().rev() {
            term = pool.and(&[term, self.reach[node], self.normal[node]]);
            self.chains.insert((from, node), term);
        }
        term
    }
}

/// W*(b) = W.b ∨ (N.b ∧ ⋁ over children c of (reach(b, c) ∧ W*(c))), with Figure 5's rule for `;` applied command by
/// command from the right: W.(assert e; B) = ¬e ∨ (e ∧ W.B), W.(assume e; B) = e ∧ W.B.
fn wrong(pool: &mut TermPool, passive: &Passive, reaching: &Reaching, failure: &mut Failure<'_>) -> Term {
    let mut below: Vec<Vec<Term>> = vec![Vec::new(); passive.blocks.len()];
    let mut result = Term::FALSE;
    // A dominator comes before what it dominates, so children are done first in reverse order.
    for node in (0..passive.blocks.len()).rev() {
        let children = std::mem::take(&mut below[node]);
        let rest = pool.or(&children);
        let block = &passive.blocks[BlockId::from_index(node)];
        let here = wrong_from(pool, block, rest, failure);
        match reaching.dominators.immediate(node) {
            Some(dominator) => below[dominator].push(pool.and(&[reaching.reach[node], here])),
            None => result = here,
        }
    }
    result
}

/// W of the block's commands followed by `rest`. Runs of assumptions stay one flat conjunction.
pub(crate) fn wrong_from(pool: &mut TermPool, block: &PassiveBlock, rest: Term, failure: &mut Failure<'_>) -> Term {
    let mut wrong = rest;
    let mut assumed: Vec<Term> = Vec::new();
    for cmd in block.cmds.iter().rev() {
        match cmd.kind {
            PassiveKind::Assume(term) => assumed.push(term),
            PassiveKind::Assert(check, term) => {
                wrong = conjunction(pool, &mut assumed, wrong);
                let fails = failure(pool, check, term);
                let later = pool.and(&[term, wrong]);
                wrong = pool.or(&[fails, later]);
            }
        }
    }
    conjunction(pool, &mut assumed, wrong)
}

fn conjunction(pool: &mut TermPool, assumed: &mut Vec<Term>, rest: Term) -> Term {
    let terms: Vec<Term> = assumed.drain(..).rev().chain([rest]).collect();
    pool.and(&terms)
}
