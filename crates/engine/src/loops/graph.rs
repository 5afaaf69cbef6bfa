//! Control-flow graphs as adjacency lists over dense numbers: orders, dominators, strongly connected components.

/// Successors of every node.
pub type Graph = Vec<Vec<usize>>;

/// The nodes that `entry` reaches, in reverse postorder: every node before its successors, back edges excepted.
pub fn reverse_postorder(graph: &Graph, entry: usize) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let mut order = Vec::new();
    let mut stack = vec![(entry, 0)];
    seen[entry] = true;
    while let Some((node, edge)) = stack.pop() {
        match graph[node].get(edge) {
            Some(&next) => {
                stack.push((node, edge + 1));
                if !seen[next] {
                    seen[next] = true;
                    stack.push((next, 0));
                }
            }
            None => order.push(node),
        }
    }
    order.reverse();
    order
}

pub fn predecessors(graph: &Graph) -> Graph {
    let mut preds = vec![Vec::new(); graph.len()];
    for (node, nexts) in graph.iter().enumerate() {
        for &next in nexts {
            preds[next].push(node);
        }
    }
    preds
}

/// One value per node, until the last of its successors has read it: a walk over a long graph holds few of them.
pub struct Ends<T> {
    values: Vec<Option<T>>,
    /// How many are still to read each.
    readers: Vec<usize>,
}

impl<T: Clone> Ends<T> {
    pub fn new(graph: &Graph) -> Ends<T> {
        Ends { values: vec![None; graph.len()], readers: graph.iter().map(Vec::len).collect() }
    }

    pub fn set(&mut self, node: usize, value: T) {
        self.values[node] = Some(value);
    }

    /// `None` if the node has none.
    pub fn read(&mut self, node: usize) -> Option<T> {
        self.readers[node] = self.readers[node].saturating_sub(1);
        if self.readers[node] == 0 { self.values[node].take() } else { self.values[node].clone() }
    }
}

/// Immediate dominators, by the iterative algorithm of Cooper, Harvey and Kennedy. The entry's is itself; nodes that
/// `entry` does not reach have none.
pub struct Dominators {
    idom: Vec<Option<usize>>,
    /// Position in reverse postorder.
    rank: Vec<usize>,
}

impl Dominators {
    pub fn new(graph: &Graph, entry: usize) -> Dominators {
        let order = reverse_postorder(graph, entry);
        let mut rank = vec![usize::MAX; graph.len()];
        for (position, &node) in order.iter().enumerate() {
            rank[node] = position;
        }
        let preds = predecessors(graph);
        let mut dominators = Dominators { idom: vec![None; graph.len()], rank };
        dominators.idom[entry] = Some(entry);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().skip(1) {
                let known = preds[node].iter().copied().filter(|&pred| dominators.idom[pred].is_some());
                let idom = known.reduce(|a, b| dominators.intersect(a, b));
                if dominators.idom[node] != idom {
                    dominators.idom[node] = idom;
                    changed = true;
                }
            }
        }
        dominators
    }

    fn intersect(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.rank[a] > self.rank[b] {
                a = self.idom[a].unwrap_or(b);
            } else {
                b = self.idom[b].unwrap_or(a);
            }
        }
        a
    }

    /// `None` for the entry and for unreachable nodes.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.idom[node].filter(|&idom| idom != node)
    }

    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let mut node = b;
        loop {
            if node == a {
                return true;
            }
            match self.immediate(node) {
                // A dominator comes before what it dominates: past a's rank there is nothing to find.
                Some(idom) if self.rank[idom] >= self.rank[a] => node = idom,
                Some(_) | None => return false,
            }
        }
    }

    pub fn is_reachable(&self, node: usize) -> bool {
        self.idom[node].is_some()
    }
}

/// Strongly connected components of the subgraph of `nodes` (Tarjan), each sorted; single nodes without a self-loop are
/// left out. In the order of their smallest node.
pub fn cyclic_components(graph: &Graph, nodes: &[usize]) -> Vec<Vec<usize>> {
    let mut inside = vec![false; graph.len()];
    for &node in nodes {
        inside[node] = true;
    }
    let mut tarjan = Tarjan::new(graph, inside);
    for &node in nodes {
        if tarjan.index[node] == usize::MAX {
            tarjan.visit(node);
        }
    }
    let mut components = tarjan.components;
    components.retain(|component| component.len() > 1 || graph[component[0]].contains(&component[0]));
    components.sort();
    components
}

struct Tarjan<'a> {
    graph: &'a Graph,
    inside: Vec<bool>,
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next_index: usize,
    components: Vec<Vec<usize>>,
}

impl<'a> Tarjan<'a> {
    fn new(graph: &'a Graph, inside: Vec<bool>) -> Tarjan<'a> {
        Tarjan {
            graph,
            inside,
            index: vec![usize::MAX; graph.len()],
            low: vec![0; graph.len()],
            on_stack: vec![false; graph.len()],
            stack: Vec::new(),
            next_index: 0,
            components: Vec::new(),
        }
    }

    fn open(&mut self, node: usize) {
        self.index[node] = self.next_index;
        self.low[node] = self.next_index;
        self.next_index += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    fn visit(&mut self, root: usize) {
        let mut work = vec![(root, 0)];
        self.open(root);
        while let Some((node, edge)) = work.pop() {
            if let Some(&next) = self.graph[node].get(edge) {
                work.push((node, edge + 1));
                if !self.inside[next] {
                    continue;
                }
                if self.index[next] == usize::MAX {
                    self.open(next);
                    work.push((next, 0));
                } else if self.on_stack[next] {
                    self.low[node] = self.low[node].min(self.index[next]);
                }
            } else {
                if let Some(&(parent, _)) = work.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                if self.low[node] == self.index[node] {
                    self.close(node);
                }
            }
        }
    }

    fn close(&mut self, root: usize) {
        let mut component = Vec::new();
        while let Some(node) = self.stack.pop() {
            self.on_stack[node] = false;
            component.push(node);
            if node == root {
                break;
            }
        }
        component.sort_unstable();
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominators_of_a_diamond_with_a_loop() {
        let graph: Graph = vec![vec![1, 2], vec![3], vec![3], vec![4, 0], vec![]];
        let dominators = Dominators::new(&graph, 0);
        assert_eq!(dominators.immediate(3), Some(0));
        assert_eq!(dominators.immediate(4), Some(3));
        assert!(dominators.dominates(0, 4) && dominators.dominates(3, 4) && !dominators.dominates(1, 3));
        assert_eq!(cyclic_components(&graph, &[0, 1, 2, 3, 4]), vec![vec![0, 1, 2, 3]]);
    }

    #[test]
    fn dominators_of_an_irreducible_graph() {
        let graph: Graph = vec![vec![1, 2], vec![2], vec![1]];
        let dominators = Dominators::new(&graph, 0);
        assert_eq!((dominators.immediate(1), dominators.immediate(2)), (Some(0), Some(0)));
    }
}
