//! Down the passive program: at each join, facts that may hold there.
//!
//! Followed forwards, every block after those that lead to it, with the linear conditions that hold at its end: what commands
//! say on the way, what holds at the blocks that dominate it, and the facts of joins. Conditions about what nothing mentions any
//! more are forgotten at the next join, so that the work at each does not grow with the program.

use std::rc::Rc;

use invar_base::{Arena, Id};
use invar_gcl::BlockId;
use invar_logic::{Substitution, Term, TermPool};
use invar_solve::Limit;
use rustc_hash::FxHashMap;

use super::FactId;
use super::arms::{Meeting, Shape};
use super::known::{Condition, Knowledge, Known, Why, conditions};
use super::regions::{Regions, merged};
use crate::passive::{Passive, PassiveBlock, PassiveKind};

/// Conditions that are remembered; the oldest are forgotten first.
const MOST_KNOWN: usize = 300;

/// Sums that checks speak of and that joins are asked about.
const MOST_SHAPES: usize = 12;

/// Facts by the joins where they may hold, and what else is known at each cut.
pub struct Proposal {
    pub facts: Arena<FactId, Term>,
    /// The facts at each block.
    pub at: Vec<Vec<FactId>>,
    /// What is known at the start of each cut, its own facts included.
    pub known: Vec<Knowledge>,
}

/// Stops where the limit says so, with facts for the joins before.
pub fn propose(pool: &mut TermPool, passive: &Passive, regions: &Regions, limit: &Limit) -> Proposal {
    let count = passive.blocks.len();
    let proposal = Proposal { facts: Arena::new(), at: vec![Vec::new(); count], known: vec![Vec::new(); count] };
    let mut rooted = FxHashMap::default();
    let shapes = shapes(pool, passive, &mut rooted);
    let mut walk = Walk { pool, passive, regions, shapes, rooted, ends: vec![Vec::new(); count], proposal };
    for (node, read) in last_readers(passive, regions).into_iter().enumerate() {
        if limit.exhausted().is_some() {
            break;
        }
        walk.block(node);
        for end in read {
            walk.ends[end] = Vec::new();
        }
    }
    walk.proposal
}

/// By block, the blocks whose ends nobody reads after it.
fn last_readers(passive: &Passive, regions: &Regions) -> Vec<Vec<usize>> {
    let count = passive.blocks.len();
    let mut last: Vec<usize> = (0..count).collect();
    for node in 0..count {
        for &read in regions.preds[node].iter().chain(&regions.dominators.immediate(node)) {
            last[read] = last[read].max(node);
        }
    }
    let mut readers = vec![Vec::new(); count];
    for (read, last) in last.into_iter().enumerate() {
        readers[last].push(read);
    }
    readers
}

struct Walk<'a> {
    pool: &'a mut TermPool,
    passive: &'a Passive,
    regions: &'a Regions,
    shapes: Vec<Shape>,
    rooted: Rooted,
    /// What is known at the end of each block so far, as long as somebody reads it.
    ends: Vec<Knowledge>,
    proposal: Proposal,
}

impl Walk<'_> {
    fn block(&mut self, node: usize) {
        let mut known = match self.regions.preds[node][..] {
            [] => Vec::new(),
            [only] => self.ends[only].clone(),
            _ => {
                let known = self.join(node);
                self.proposal.known[node].clone_from(&known);
                known
            }
        };
        for cmd in &self.passive.blocks[BlockId::from_index(node)].cmds {
            let said = cmd.kind.term();
            for condition in conditions(self.pool, said) {
                let new = self.known(condition, Why::Said(said));
                known.push(Rc::new(new));
            }
        }
        known.drain(..known.len().saturating_sub(MOST_KNOWN));
        self.ends[node] = known;
    }

    /// What holds where the dominator ends still holds here; what all paths since then have in common is proposed.
    fn join(&mut self, node: usize) -> Knowledge {
        let dominator = self.regions.dominators.immediate(node);
        let mut known = dominator.map_or_else(Vec::new, |dominator| self.ends[dominator].clone());
        known.retain(|known| known.last_mention >= node);
        let preds = &self.regions.preds[node];
        let merged = merged(self.pool, self.passive, preds);
        if merged.is_empty() {
            return known;
        }
        let paths: Vec<Knowledge> = preds.iter().map(|&pred| self.ends[pred].clone()).collect();
        let is_live = |term: Term| self.regions.last_mention(self.pool, term) >= node;
        let (shapes, rooted) = (&self.shapes, &self.rooted);
        let meeting = Meeting { merged: &merged, shapes, rooted, is_live: &is_live };
        for condition in meeting.conditions(&paths) {
            let term = condition.term(self.pool);
            if term == Term::TRUE || term == Term::FALSE {
                continue;
            }
            let fact = self.proposal.facts.push(term);
            self.proposal.at[node].push(fact);
            let new = self.known(condition, Why::Fact(fact));
            known.push(Rc::new(new));
        }
        known
    }

    fn known(&mut self, condition: Condition, why: Why) -> Known {
        let mut last_mention = usize::MAX;
        for &atom in condition.sum.terms.keys() {
            root(self.pool, atom, &mut self.rooted);
            last_mention = last_mention.min(self.regions.last_mention(self.pool, atom));
        }
        Known { condition, why, last_mention }
    }
}

/// Terms about variables of the program, by the same about their variants.
type Rooted = FxHashMap<Term, Term>;

fn root(pool: &mut TermPool, term: Term, rooted: &mut Rooted) -> Term {
    if let Some(&known) = rooted.get(&term) {
        return known;
    }
    let mut by = Substitution::new();
    for var in pool.free_vars(term) {
        let root = pool.root(var);
        by.insert(var, pool.var(root));
    }
    let root = pool.substitute(term, &by);
    rooted.insert(term, root);
    root
}

/// The sums of several terms that checks compare, about the variables of the program.
fn shapes(pool: &mut TermPool, passive: &Passive, rooted: &mut Rooted) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for asserted in passive.blocks.values().flat_map(asserted) {
        for condition in conditions(pool, asserted).into_iter().filter(|condition| condition.sum.terms.len() > 1) {
            if shapes.len() == MOST_SHAPES {
                return shapes;
            }
            let factors = condition.sum.terms.into_iter();
            let shape: Shape = factors.map(|(atom, factor)| (root(pool, atom, rooted), factor)).collect();
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
    }
    shapes
}

fn asserted(block: &PassiveBlock) -> impl Iterator<Item = Term> {
    block.cmds.iter().filter_map(|cmd| match cmd.kind {
        PassiveKind::Assert(_, term) => Some(term),
        PassiveKind::Assume(_) => None,
    })
}
