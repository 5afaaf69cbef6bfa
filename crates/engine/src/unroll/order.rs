//! The order in which a body is unrolled: blocks in, their places in a weak topological order out (Bourdoncle 1993).
//!
//! A place is a path of positions, one per loop around the block and one for the block itself. With the number of the
//! iteration after each position that is a loop, paths order all copies of all blocks so that a copy comes after those that
//! lead to it. Irreducible graphs need nothing special: what enters a loop beside its head is in iteration 0.

use invar_base::Id;
use invar_gcl::{BlockId, Impl};

use crate::loops::graph::{Graph, cyclic_components};

pub struct Order {
    places: Vec<Vec<u32>>,
}

impl Order {
    pub fn new(body: &Impl) -> Order {
        let graph: Graph =
            body.blocks.values().map(|block| block.next.targets().iter().map(|next| next.index()).collect()).collect();
        let mut order = Order { places: vec![Vec::new(); graph.len()] };
        let all: Vec<usize> = sequence(&graph, &[body.entry.index()], &vec![true; graph.len()]);
        let mut work = vec![(all, Vec::new())];
        while let Some((nodes, prefix)) = work.pop() {
            order.level(&graph, nodes, prefix, &mut work);
        }
        order
    }

    /// Numbers the blocks of one level, given in a topological order of their components.
    fn level(&mut self, graph: &Graph, nodes: Vec<usize>, prefix: Vec<u32>, work: &mut Vec<(Vec<usize>, Vec<u32>)>) {
        let mut component_of = vec![usize::MAX; graph.len()];
        let components = cyclic_components(graph, &nodes);
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&node| component_of[node] = number);
        }
        let mut seen = vec![false; components.len()];
        // Position 0 is the head's, at every level but the outermost.
        for (position, &node) in (1..).zip(&nodes) {
            let place = |last: u32| prefix.iter().copied().chain([last]).collect::<Vec<u32>>();
            let component = component_of[node];
            if component == usize::MAX {
                self.places[node] = place(position);
            } else if !std::mem::replace(&mut seen[component], true) {
                let inside = place(position);
                self.places[node] = inside.iter().copied().chain([0]).collect();
                let mut included = vec![false; graph.len()];
                components[component].iter().filter(|&&other| other != node).for_each(|&other| included[other] = true);
                let roots: Vec<usize> = nodes.iter().copied().filter(|&other| included[other]).collect();
                work.push((sequence(graph, &roots, &included), inside));
            }
        }
    }

    /// Positions of the loops around the block, then its own.
    pub fn place(&self, block: BlockId) -> &[u32] {
        &self.places[block.index()]
    }

    /// How many loops are around the block.
    pub fn loops(&self, block: BlockId) -> usize {
        self.places[block.index()].len().saturating_sub(1)
    }

    /// How many loops the two blocks share.
    pub fn shared(&self, a: BlockId, b: BlockId) -> usize {
        let (a, b) = (self.place(a), self.place(b));
        let depth = a.len().min(b.len()).saturating_sub(1);
        (0..depth).take_while(|&level| a[level] == b[level]).count()
    }

    /// Does the edge begin another iteration of the target's innermost loop?
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.loops(to) > 0 && self.place(to).last() == Some(&0) && self.shared(from, to) == self.loops(to)
    }
}

/// The included nodes that the roots reach, in reverse postorder.
fn sequence(graph: &Graph, roots: &[usize], included: &[bool]) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let mut order = Vec::new();
    for &root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((node, edge)) = stack.pop() {
            match graph[node].get(edge) {
                Some(&next) => {
                    stack.push((node, edge + 1));
                    if included[next] && !std::mem::replace(&mut seen[next], true) {
                        stack.push((next, 0));
                    }
                }
                None => order.push(node),
            }
        }
    }
    order.reverse();
    order
}
