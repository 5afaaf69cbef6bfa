//! The prover looks at each region on its own: what was proposed in, what is proved out.
//!
//! In the order of the cuts, one question for each region: from what is known at its cut, can one of its checks fail, or a fact
//! of a join that it leads to? No is the usual answer. Otherwise the facts of each join that fail are dropped until the others
//! hold (Houdini), and each check is asked about on its own.
//!
//! Why that is right: a fact that stands was shown at every edge into its join, from facts that stand there already, because
//! a region comes after all regions that lead to it. What a question leaves out of what is known can only make it fail.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, CheckId};
use invar_logic::{Term, TermPool, VarId};
use invar_solve::{Answer, Limit, Model, Prover};

use super::FactId;
use super::known::{Why, nearest};
use super::propose::Proposal;
use super::regions::Regions;
use crate::passive::{Passive, PassiveKind};
use crate::vc::compact::wrong_from;

/// Resource units for one question, and more for every node of its formula: a region may be a thousand lines.
const PER_QUESTION: u64 = 50_000;
const PER_NODE: u64 = 50;

/// Checks of one region that are asked about on their own. More are left to whoever looks at the whole.
const MOST_SINGLE_CHECKS: usize = 100;

/// Conditions of the cut that a question is asked with.
const MOST_HYPOTHESES: usize = 80;

/// What the prover showed.
pub struct Shown {
    /// The facts that hold, by id.
    pub stands: Vec<bool>,
    /// Checks that were not shown wherever they stand.
    pub open: BTreeSet<CheckId>,
}

pub fn prove(
    pool: &mut TermPool,
    passive: &Passive,
    regions: &Regions,
    proposal: &Proposal,
    prover: &mut dyn Prover,
    limit: &Limit,
) -> Shown {
    let shown = Shown { stands: vec![true; proposal.facts.len()], open: BTreeSet::new() };
    let most = prover.statistics().resources + u64::from(limit.resources);
    let mut proving = Proving { pool, passive, regions, proposal, prover, limit, most, shown };
    for cut in 0..passive.blocks.len() {
        proving.region(cut);
    }
    proving.shown
}

struct Proving<'a> {
    pool: &'a mut TermPool,
    passive: &'a Passive,
    regions: &'a Regions,
    proposal: &'a Proposal,
    prover: &'a mut dyn Prover,
    limit: &'a Limit,
    /// What the prover may have spent in the end.
    most: u64,
    shown: Shown,
}

/// Which failures a question is about.
#[derive(Clone, Copy)]
enum About {
    Everything,
    Check(CheckId),
    /// A fact of the join, on the edge from this block.
    Edge {
        from: usize,
        join: usize,
    },
}

impl Proving<'_> {
    fn region(&mut self, cut: usize) {
        if self.regions.members[cut].is_empty() {
            return;
        }
        if let Found::Nothing = self.ask(cut, About::Everything) {
            return;
        }
        for (from, join) in self.edges(cut) {
            self.drop_failing(cut, from, join);
        }
        for (asked, check) in self.checks(cut).into_iter().enumerate() {
            let holds = asked < MOST_SINGLE_CHECKS && matches!(self.ask(cut, About::Check(check)), Found::Nothing);
            if !holds {
                self.shown.open.insert(check);
            }
        }
    }

    /// Houdini, at one edge.
    fn drop_failing(&mut self, cut: usize, from: usize, join: usize) {
        loop {
            let failing: Vec<FactId> = match self.ask(cut, About::Edge { from, join }) {
                Found::Nothing => return,
                Found::Failure(model) => {
                    let fails = |fact: &FactId| model.holds(self.pool, self.proposal.facts[*fact]) == Some(false);
                    self.standing(join).into_iter().filter(fails).collect()
                }
                Found::Unknown => Vec::new(),
            };
            // Where nothing can be said of single facts, none is believed.
            let dropped = if failing.is_empty() { self.standing(join) } else { failing };
            for fact in dropped {
                self.shown.stands[fact.index()] = false;
            }
        }
    }

    /// Does anything fail that the question is about?
    fn ask(&mut self, cut: usize, about: About) -> Found {
        let wrong = self.wrong(cut, about);
        if wrong == Term::FALSE {
            return Found::Nothing;
        }
        let left = self.most.saturating_sub(self.prover.statistics().resources);
        let resources = left.min(PER_QUESTION.saturating_add(PER_NODE.saturating_mul(self.pool.tree_size(wrong))));
        let limit = Limit { resources: u32::try_from(resources).unwrap_or(u32::MAX), ..self.limit.clone() };
        if limit.exhausted().is_some() {
            return Found::Unknown;
        }
        self.prover.push();
        for hypothesis in self.hypotheses(cut, wrong) {
            self.prover.assert(self.pool, hypothesis);
        }
        self.prover.assert(self.pool, wrong);
        let found = match self.prover.check(self.pool, &[], &limit) {
            Answer::Unsat(_) => Found::Nothing,
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => Found::Failure(model),
            Answer::Unknown { candidate: None, .. } => Found::Unknown,
        };
        self.prover.pop();
        found
    }

    /// W of the region, a tree: as in `compact`, where each block is reached on one way only.
    fn wrong(&mut self, cut: usize, about: About) -> Term {
        let (regions, passive) = (self.regions, self.passive);
        let members = &regions.members[cut];
        let mut below: Vec<Vec<Term>> = vec![Vec::new(); members.len()];
        for (position, &node) in members.iter().enumerate().rev() {
            let block = &passive.blocks[BlockId::from_index(node)];
            let mut rest = std::mem::take(&mut below[position]);
            rest.extend(block.next.iter().filter_map(|next| self.violation(node, next.index(), about)));
            let rest = self.pool.or(&rest);
            let mut failure = |pool: &mut TermPool, check: CheckId, condition: Term| match about {
                About::Everything => pool.not(condition),
                About::Check(only) if only == check => pool.not(condition),
                About::Check(_) | About::Edge { .. } => Term::FALSE,
            };
            let here = wrong_from(self.pool, block, rest, &mut failure);
            let parent = regions.preds[node].first().and_then(|parent| members.binary_search(parent).ok());
            match parent {
                Some(parent) if position > 0 => below[parent].push(here),
                Some(_) | None => return here,
            }
        }
        Term::FALSE
    }

    /// That a fact fails which stands at the join so far.
    fn violation(&mut self, from: usize, join: usize, about: About) -> Option<Term> {
        let is_asked = match about {
            About::Everything => true,
            About::Check(_) => false,
            About::Edge { from: only, join: its } => only == from && its == join,
        };
        let facts: Vec<Term> = self.standing(join).iter().map(|&fact| self.proposal.facts[fact]).collect();
        (is_asked && !facts.is_empty()).then(|| {
            let all = self.pool.and(&facts);
            self.pool.not(all)
        })
    }

    fn standing(&self, join: usize) -> Vec<FactId> {
        self.proposal.at[join].iter().copied().filter(|fact| self.shown.stands[fact.index()]).collect()
    }

    /// What is known at the cut and has to do with the formula.
    fn hypotheses(&self, cut: usize, formula: Term) -> Vec<Term> {
        let known = &self.proposal.known[cut];
        let mentioned: Vec<Vec<VarId>> = known.iter().map(|known| known.condition.vars(self.pool)).collect();
        let near = nearest(&mentioned, self.pool.free_vars(formula), MOST_HYPOTHESES);
        let holds = near.into_iter().filter_map(|position| match known[position].why {
            Why::Said(term) => Some(term),
            Why::Fact(fact) => self.shown.stands[fact.index()].then(|| self.proposal.facts[fact]),
        });
        let holds: BTreeSet<Term> = holds.collect();
        holds.into_iter().collect()
    }

    /// The edges from the region to joins with facts.
    fn edges(&self, cut: usize) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for &node in &self.regions.members[cut] {
            let next = self.passive.blocks[BlockId::from_index(node)].next.iter().map(|next| next.index());
            edges.extend(next.filter(|&next| !self.proposal.at[next].is_empty()).map(|next| (node, next)));
        }
        edges
    }

    fn checks(&self, cut: usize) -> BTreeSet<CheckId> {
        let members = self.regions.members[cut].iter();
        let cmds = members.flat_map(|&node| &self.passive.blocks[BlockId::from_index(node)].cmds);
        cmds.filter_map(|cmd| match cmd.kind {
            PassiveKind::Assert(check, _) => Some(check),
            PassiveKind::Assume(_) => None,
        })
        .collect()
    }
}

enum Found {
    /// No failure: the claim holds.
    Nothing,
    Failure(Model),
    Unknown,
}
