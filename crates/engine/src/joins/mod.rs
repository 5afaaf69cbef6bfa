//! Joins: a passive program with many branches in a row in, the same with facts where the branches meet out.
//!
//! The prover follows 2ᵏ paths where k branches in a row each change a variable that a check reads. What holds where they meet
//! needs only be carried from one join to the next: it is computed on the way down and proved piece by piece, so that the work
//! grows with the program and not with its paths ([decision 33](../../../../docs/decisions/0033-joins.md)).
//!
//! Reading order: `regions` (the program taken apart at its joins), `rows` and `greatest` (linear algebra and linear
//! programming in whole numbers), `known` (conditions at a place), `arms` (what paths have in common), `propose` (facts, from
//! above), `prove` (which of them hold, and which checks). Entry point: [`strengthen`].
//!
//! Nothing is believed because it was computed: a fact is added to the program only after the prover showed it at every edge into
//! its join, from what holds there.

mod regions;
mod rows;
mod greatest;
mod known;
mod arms;
mod propose;
mod prove;

use invar_base::{Id, define_id};
use invar_gcl::{BlockId, CheckId};
use invar_logic::{Term, TermPool};
use invar_solve::{Limit, Prover};

use crate::loops::graph::predecessors;
use crate::passive::{Passive, PassiveCmd, PassiveKind, asserted_checks};
use propose::propose;
use prove::prove;
use regions::Regions;

define_id!(
    /// Something that may hold at a join.
    FactId
);

/// A program in which as many things go wrong as before, with more to go by.
pub struct Strengthened {
    /// Each join begins with the facts that were proved there. The blocks are the same.
    pub passive: Passive,
    /// Checks that were proved on the way.
    pub holding: Vec<CheckId>,
}

/// The blocks where paths meet.
pub fn count(passive: &Passive) -> usize {
    predecessors(&passive.graph()).iter().filter(|preds| preds.len() > 1).count()
}

/// See the module header. `facts` hold in every state. All questions together cost no more than the limit.
pub fn strengthen(
    pool: &mut TermPool,
    facts: &[Term],
    passive: &Passive,
    prover: &mut dyn Prover,
    limit: &Limit,
) -> Strengthened {
    for &fact in facts {
        prover.assert(pool, fact);
    }
    let regions = Regions::new(pool, passive);
    let proposal = propose(pool, passive, &regions, limit);
    let shown = prove(pool, passive, &regions, &proposal, prover, limit);
    let mut holding = asserted_checks(passive);
    holding.retain(|check| !shown.open.contains(check));
    let mut passive = passive.clone();
    for (node, facts) in proposal.at.iter().enumerate() {
        let standing = facts.iter().filter(|fact| shown.stands[fact.index()]);
        assume(&mut passive, node, standing.map(|&fact| proposal.facts[fact]).collect());
    }
    Strengthened { passive, holding }
}

/// The block begins with these assumptions.
fn assume(passive: &mut Passive, node: usize, terms: Vec<Term>) {
    let block = &mut passive.blocks[BlockId::from_index(node)];
    for note in &mut block.notes {
        note.at += terms.len();
    }
    let span = block.span;
    block.cmds.splice(0..0, terms.into_iter().map(|term| PassiveCmd { kind: PassiveKind::Assume(term), span }));
}
