//! Irreducible graphs become reducible by splitting nodes, within a budget.
//!
//! A cyclic component with several entries keeps one of them as its head. Whoever enters elsewhere enters a copy of the
//! component without the head, and gets back to the original when it comes to the head. Paths, and so meaning, are the
//! same; blocks may multiply, which the budget bounds.

use std::collections::BTreeMap;

use invar_base::{Arena, Id};
use invar_gcl::BlockId;

use super::graph::{Graph, cyclic_components, predecessors, reverse_postorder};
use crate::body::{Block, Body};

/// Splitting would need more blocks than the budget allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyBlocks;

/// Also drops the blocks that the entry does not reach.
pub fn make_reducible(body: Body) -> Result<Body, TooManyBlocks> {
    let limit = 10_000 + 4 * body.blocks.len();
    let mut splitting =
        Splitting { graph: graph_of(&body.blocks), blocks: body.blocks.values().cloned().collect(), limit };
    let all = reverse_postorder(&splitting.graph, body.entry.index());
    splitting.split(&all)?;
    let (blocks, entry) = splitting.reachable(body.entry.index());
    Ok(Body { blocks, entry, ..body })
}

pub fn graph_of(blocks: &Arena<BlockId, Block>) -> Graph {
    blocks.values().map(|block| block.next.iter().map(|next| next.index()).collect()).collect()
}

struct Splitting {
    graph: Graph,
    blocks: Vec<Block>,
    limit: usize,
}

impl Splitting {
    /// Work list instead of recursion: each item is a set of nodes whose inner cycles are still to be looked at.
    fn split(&mut self, nodes: &[usize]) -> Result<(), TooManyBlocks> {
        let mut work = vec![nodes.to_vec()];
        while let Some(nodes) = work.pop() {
            for component in cyclic_components(&self.graph, &nodes) {
                let head = self.single_entry(&component, &mut work)?;
                work.push(component.into_iter().filter(|&node| node != head).collect());
            }
        }
        Ok(())
    }

    /// Makes the component enter at one node only, which is returned.
    fn single_entry(&mut self, component: &[usize], work: &mut Vec<Vec<usize>>) -> Result<usize, TooManyBlocks> {
        let preds = predecessors(&self.graph);
        let outside = |node: &usize| component.binary_search(node).is_err();
        let entries: Vec<usize> = component.iter().copied().filter(|&node| preds[node].iter().any(&outside)).collect();
        // An unreachable or entry-headed component is entered at its first node.
        let Some((&head, others)) = entries.split_first() else { return Ok(component[0]) };
        if others.is_empty() {
            return Ok(head);
        }
        if self.blocks.len() + component.len() > self.limit {
            return Err(TooManyBlocks);
        }
        let copy = self.copy_without(component, head);
        for (node, nexts) in self.graph.iter_mut().enumerate() {
            let is_outside = component.binary_search(&node).is_err() && !copy.values().any(|&copied| copied == node);
            if is_outside {
                for next in nexts.iter_mut() {
                    *next = copy.get(next).copied().unwrap_or(*next);
                }
            }
        }
        work.push(copy.into_values().collect());
        Ok(head)
    }

    /// Edges inside the copy stay inside it, except those to the head and out of the component.
    fn copy_without(&mut self, component: &[usize], head: usize) -> BTreeMap<usize, usize> {
        let originals = component.iter().copied().filter(|&node| node != head);
        let first = self.blocks.len();
        let copy: BTreeMap<usize, usize> = originals.enumerate().map(|(i, node)| (node, first + i)).collect();
        for &node in copy.keys() {
            self.blocks.push(self.blocks[node].clone());
            let nexts = self.graph[node].iter().map(|next| copy.get(next).copied().unwrap_or(*next)).collect();
            self.graph.push(nexts);
        }
        copy
    }

    fn reachable(self, entry: usize) -> (Arena<BlockId, Block>, BlockId) {
        let order = reverse_postorder(&self.graph, entry);
        let mut position = vec![usize::MAX; self.graph.len()];
        for (new, &old) in order.iter().enumerate() {
            position[old] = new;
        }
        let block = |&old: &usize| {
            let next = self.graph[old].iter().map(|&next| BlockId::from_index(position[next])).collect();
            Block { next, ..self.blocks[old].clone() }
        };
        (order.iter().map(block).collect(), BlockId::from_index(0))
    }
}
