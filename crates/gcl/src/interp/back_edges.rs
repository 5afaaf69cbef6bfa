//! Back edges of a body: edges to a block that dominates their source. An invariant that fails after a back edge was not
//! maintained; after any other edge it failed on entry. On irreducible graphs the other retreating edges count as entry.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_logic::VarId;

use crate::program::{BlockId, CmdKind, Impl, Program};

/// Immediate dominators by the iterative algorithm over reverse postorder; unreachable blocks have none.
pub(super) struct Dominators {
    immediate: Vec<Option<usize>>,
    /// Position in reverse postorder.
    order: Vec<usize>,
}

impl Dominators {
    pub fn new(body: &Impl) -> Dominators {
        let postorder = postorder(body);
        let mut order = vec![usize::MAX; body.blocks.len()];
        for (position, &block) in postorder.iter().rev().enumerate() {
            order[block] = position;
        }
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        for &block in &postorder {
            for target in body.blocks[BlockId::from_index(block)].next.targets() {
                predecessors[target.index()].push(block);
            }
        }
        let mut immediate = vec![None; body.blocks.len()];
        immediate[body.entry.index()] = Some(body.entry.index());
        let mut dominators = Dominators { immediate, order };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in postorder.iter().rev().skip(1) {
                let known = predecessors[block].iter().copied().filter(|&p| dominators.immediate[p].is_some());
                let found = known.reduce(|a, b| dominators.common(a, b));
                if found.is_some() && dominators.immediate[block] != found {
                    dominators.immediate[block] = found;
                    changed = true;
                }
            }
        }
        dominators
    }

    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.order[a] < self.order[b] {
                std::mem::swap(&mut a, &mut b);
            }
            a = self.immediate[a].unwrap_or(b);
        }
        a
    }

    /// What a loop may change, by its head: the variables that the blocks of its natural loop assign.
    pub fn loop_targets(&self, program: &Program, body: &Impl) -> BTreeMap<BlockId, BTreeSet<VarId>> {
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        for (id, block) in body.blocks.iter() {
            block.next.targets().iter().for_each(|target| predecessors[target.index()].push(id));
        }
        let mut targets: BTreeMap<BlockId, BTreeSet<VarId>> = BTreeMap::new();
        for head in body.blocks.ids() {
            let sources = predecessors[head.index()].iter().copied();
            let mut work: Vec<BlockId> = sources.filter(|&source| self.is_back_edge(source, head)).collect();
            if work.is_empty() {
                continue;
            }
            let mut inside = BTreeSet::from([head]);
            while let Some(block) = work.pop() {
                if inside.insert(block) {
                    work.extend(&predecessors[block.index()]);
                }
            }
            let cmds = inside.iter().flat_map(|&block| &body.blocks[block].cmds);
            targets.insert(head, cmds.flat_map(|cmd| assigned(program, &cmd.kind)).collect());
        }
        targets
    }

    /// Does `target` dominate `source`?
    pub fn is_back_edge(&self, source: BlockId, target: BlockId) -> bool {
        let (mut block, target) = (source.index(), target.index());
        loop {
            if block == target {
                return true;
            }
            match self.immediate[block] {
                Some(above) if above != block => block = above,
                Some(_) | None => return false,
            }
        }
    }
}

/// What a command may change.
fn assigned(program: &Program, cmd: &CmdKind) -> Vec<VarId> {
    match cmd {
        CmdKind::Assign(var, _) | CmdKind::Havoc(var) => vec![*var],
        CmdKind::Assume(_) | CmdKind::Assert(..) => Vec::new(),
        CmdKind::Call { callee, outs, .. } => outs.iter().chain(&program.procs[*callee].modifies).copied().collect(),
    }
}

/// The blocks that the entry reaches, successors first.
fn postorder(body: &Impl) -> Vec<usize> {
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
            None => order.push(block.index()),
        }
    }
    order
}
