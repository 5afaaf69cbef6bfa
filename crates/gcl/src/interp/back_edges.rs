//! Back edges of a body: edges to a block that dominates their source. An invariant that fails after a back edge was not
//! maintained; after any other edge it failed on entry. On irreducible graphs the other retreating edges count as entry.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_logic::VarId;
use rustc_hash::FxHashSet;

use crate::graph::postorder;
use crate::program::{BlockId, CmdKind, Impl, Program};

pub(crate) struct BackEdges {
    /// The loops by their heads, each with all its blocks.
    loops: BTreeMap<BlockId, FxHashSet<BlockId>>,
    edges: FxHashSet<(BlockId, BlockId)>,
}

impl BackEdges {
    /// Only an edge against the order of a depth-first walk can lead back.
    pub fn new(body: &Impl) -> BackEdges {
        let order = postorder(body);
        let mut positions = vec![0; body.blocks.len()];
        order.iter().enumerate().for_each(|(position, block)| positions[block.index()] = position);
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        let mut found = BackEdges { loops: BTreeMap::new(), edges: FxHashSet::default() };
        let mut retreating = Vec::new();
        for &block in &order {
            for &target in body.blocks[block].next.targets() {
                predecessors[target.index()].push(block);
                if positions[target.index()] >= positions[block.index()] {
                    retreating.push((block, target));
                }
            }
        }
        for (source, head) in retreating {
            let Some(inside) = blocks_between(head, source, body.entry, &predecessors) else { continue };
            found.edges.insert((source, head));
            found.loops.entry(head).or_default().extend(inside);
        }
        found
    }

    /// What a loop may change, by its head: the variables that the blocks of its natural loop assign.
    pub fn loop_targets(&self, program: &Program, body: &Impl) -> BTreeMap<BlockId, BTreeSet<VarId>> {
        let targets = |inside: &FxHashSet<BlockId>| {
            let cmds = inside.iter().flat_map(|&block| &body.blocks[block].cmds);
            cmds.flat_map(|cmd| assigned(program, &cmd.kind)).collect()
        };
        self.loops.iter().map(|(&head, inside)| (head, targets(inside))).collect()
    }

    /// Does an edge lead back to the block?
    pub fn is_head(&self, block: BlockId) -> bool {
        self.loops.contains_key(&block)
    }

    /// Does `target` dominate `source`?
    pub fn is_back_edge(&self, source: BlockId, target: BlockId) -> bool {
        self.edges.contains(&(source, target))
    }
}

/// The blocks from which the source is reached without the head, and the head; none if the entry is among them, for then the
/// head does not dominate the source.
fn blocks_between(
    head: BlockId,
    source: BlockId,
    entry: BlockId,
    predecessors: &[Vec<BlockId>],
) -> Option<FxHashSet<BlockId>> {
    let mut inside = FxHashSet::from_iter([head]);
    let mut work = vec![source];
    while let Some(block) = work.pop() {
        if inside.insert(block) {
            if block == entry {
                return None;
            }
            work.extend(&predecessors[block.index()]);
        }
    }
    Some(inside)
}

/// What a command may change.
fn assigned(program: &Program, cmd: &CmdKind) -> Vec<VarId> {
    match cmd {
        CmdKind::Assign(var, _) | CmdKind::Havoc(var) => vec![*var],
        CmdKind::Assume(_) | CmdKind::Assert(..) => Vec::new(),
        CmdKind::Call { callee, outs, .. } => outs.iter().chain(&program.procs[*callee].modifies).copied().collect(),
    }
}
