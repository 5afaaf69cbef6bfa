//! The blocks of a body as a graph.

use invar_base::Id;

use crate::program::{BlockId, Impl};

/// The blocks that the entry reaches, successors first as far as loops allow.
pub fn postorder(body: &Impl) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; body.blocks.len()];
    let mut stack = vec![(body.entry, 0)];
    seen[body.entry.index()] = true;
    while let Some((block, position)) = stack.pop() {
        match body.blocks[block].next.targets().get(position) {
            Some(&target) => {
                stack.push((block, position + 1));
                if !std::mem::replace(&mut seen[target.index()], true) {
                    stack.push((target, 0));
                }
            }
            None => order.push(block),
        }
    }
    order
}
