//! What variables are on every way to a node: a literal, or another variable. In: the flow. Out: the flow in which conditions and values speak of those instead, and for each head
//! of a loop what is known there.
//!
//! Calls that are expanded copy their arguments, and their callees copy them again. Without this, predicates speak of each copy, and each of them costs an iteration.
//! What is known at the heads is part of the invariants, for the body itself speaks of the copies.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use invar_base::Id;
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use super::flow::{Flow, Node};
use crate::loops::graph::{predecessors, reverse_postorder};

/// Variables with what they are.
type Known = Rc<BTreeMap<VarId, Term>>;

impl Flow {
    /// `lives`: by block, the variables that may be read.
    pub fn read_copies(&mut self, pool: &mut TermPool, lives: &[BTreeSet<VarId>]) {
        let known = self.known(pool, lives);
        for (node, known) in self.nodes.iter_mut().zip(&known) {
            let Some(known) = known.as_ref().filter(|known| !known.is_empty()) else { continue };
            let by: Substitution = known.iter().map(|(&var, &term)| (var, term)).collect();
            let conditions = std::mem::take(&mut node.conditions);
            let conditions = conditions.into_iter().map(|term| pool.substitute(term, &by));
            node.conditions = conditions.filter(|&term| term != Term::TRUE).collect();
            let values: Vec<(VarId, Term)> = node.update.iter().collect();
            for (var, value) in values {
                let value = pool.substitute(value, &by);
                node.update.insert(var, value);
            }
        }
        for &(_, head) in &self.heads {
            let facts = known[head].iter().flat_map(|known| known.iter());
            self.copies.push(facts.map(|(&var, &term)| (var, term)).collect());
        }
    }

    /// By node, what is known at its start, the greatest solution: what all that lead there agree about. `None`: no way leads there.
    fn known(&self, pool: &mut TermPool, lives: &[BTreeSet<VarId>]) -> Vec<Option<Known>> {
        let graph: Vec<Vec<usize>> = self.nodes.iter().map(|node| node.next.clone()).collect();
        let before = predecessors(&graph);
        let order = reverse_postorder(&graph, self.entry);
        let mut starts: Vec<Option<Known>> = vec![None; self.nodes.len()];
        let mut ends: Vec<Option<Known>> = vec![None; self.nodes.len()];
        let mut is_new = true;
        while is_new {
            is_new = false;
            for &at in &order {
                let ways: Vec<&Known> = before[at].iter().filter_map(|&way| ends[way].as_ref()).collect();
                let mut start = if at == self.entry { BTreeMap::new() } else { agreed(&ways) };
                if let Some(piece) = self.nodes[at].pieces.first().filter(|piece| piece.steps.start == 0) {
                    start.retain(|var, _| lives[piece.block.index()].contains(var));
                }
                // What was given up once is not taken back, so that it ends.
                if let Some(earlier) = &starts[at] {
                    start.retain(|var, term| earlier.get(var) == Some(term));
                }
                if starts[at].as_deref() == Some(&start) {
                    continue;
                }
                ends[at] = Some(Rc::new(after(pool, &self.nodes[at], &start)));
                starts[at] = Some(Rc::new(start));
                is_new = true;
            }
        }
        starts
    }
}

/// What all ways agree about.
fn agreed(ways: &[&Known]) -> BTreeMap<VarId, Term> {
    let Some((first, rest)) = ways.split_first() else { return BTreeMap::new() };
    let mut agreed = (***first).clone();
    agreed.retain(|var, term| rest.iter().all(|way| way.get(var) == Some(term)));
    agreed
}

/// What is known after a node.
fn after(pool: &mut TermPool, node: &Node, start: &BTreeMap<VarId, Term>) -> BTreeMap<VarId, Term> {
    let is_kept = |term: &Term| match pool.op(*term) {
        Op::Var(var) => node.update.get(*var).is_none() && !node.inputs.contains(var),
        _ => true,
    };
    let kept = start.iter().filter(|(var, term)| node.update.get(**var).is_none() && is_kept(term));
    let mut after: BTreeMap<VarId, Term> = kept.map(|(&var, &term)| (var, term)).collect();
    let by: Substitution = start.iter().map(|(&var, &term)| (var, term)).collect();
    let values: Vec<(VarId, Term)> = node.update.iter().collect();
    for (var, value) in values {
        let is_scalar = matches!(pool.sort_of(value), Sort::INT | Sort::BOOL);
        let value = if is_scalar { pool.substitute(value, &by) } else { value };
        let is_simple = match pool.op(value) {
            Op::Var(other) => *other != var && node.update.get(*other).is_none() && !node.inputs.contains(other),
            op => op.is_literal(),
        };
        if is_simple {
            after.insert(var, value);
        }
    }
    after
}
