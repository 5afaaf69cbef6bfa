//! From block to block.

use invar_base::Id;

use super::{BREATH, Ended, Machine, Step};
use crate::check::CheckId;
use crate::exec::bodies::NOWHERE;
use crate::exec::choices::{View, Visit, Way};
use crate::interp::{Decision, Undecided};
use crate::program::BlockId;

impl Machine<'_, '_> {
    /// Goes along an edge; `passed` opening assumptions hold. Out: the next instruction.
    pub(super) fn take(&mut self, edge: u32, passed: u32) -> Step<u32> {
        let to = self.executor.bodies.edges[edge as usize].to;
        match self.executor.taken.get_mut(edge as usize) {
            Some(taken) => *taken = taken.saturating_add(1),
            None => {
                self.executor.taken.resize(self.executor.bodies.edges.len(), 0);
                self.executor.taken[edge as usize] = 1;
            }
        }
        if !self.executor.wanted.is_empty() {
            self.tell_of_edges(edge);
        }
        self.from = Some(self.executor.bodies.blocks[self.block as usize].block);
        self.arrive(to, passed)
    }

    pub(super) fn arrive(&mut self, to: u32, passed: u32) -> Step<u32> {
        self.block = to;
        if self.executor.bodies.blocks[to as usize].start == NOWHERE {
            self.make_block(to);
        }
        self.entered += 1;
        if self.entered.is_multiple_of(BREATH)
            && self.executor.budget.as_ref().is_some_and(|budget| budget.check().is_err())
        {
            return Err(Box::new(Ended::OutOfBudget));
        }
        let block = &self.executor.bodies.blocks[to as usize];
        self.steps = self.steps.checked_sub(block.cost).ok_or(Ended::OutOfBudget)?;
        self.skip = passed;
        if block.has_wheres && self.from.is_some() {
            return Ok(block.start);
        }
        Ok(self.first_command())
    }

    #[cold]
    fn make_block(&mut self, position: u32) {
        self.executor.bodies.make_block(position);
        self.add_registers();
    }

    /// Where the first command begins that is not known to hold. Whoever watches is told of heads.
    pub(super) fn first_command(&mut self) -> u32 {
        let block = &self.executor.bodies.blocks[self.block as usize];
        let start = block.commands[self.skip as usize];
        if self.amount.watch_heads && block.is_head {
            let (impl_id, head) = (block.impl_id, block.block);
            let view = View::new(&self.executor.bodies.code.registers, &self.executor.cells, self.functions);
            self.choices.at_head(&Visit { impl_id, head, state: &view });
        }
        start
    }

    /// New code may have new registers.
    pub(super) fn add_registers(&mut self) {
        let known = self.executor.cells.len();
        let initial = &self.executor.bodies.code.registers.initial;
        self.executor.cells.extend_from_slice(&initial[known..]);
    }

    /// The oracle chooses among several targets that may be taken.
    pub(super) fn choose(&mut self) -> Step<u32> {
        let block = &self.executor.bodies.blocks[self.block as usize];
        let (span, impl_id, from) = (block.span, block.impl_id, block.block);
        let position = match self.open[..] {
            [] => return Err(Box::new(Ended::Blocked { span })),
            [_] => 0,
            _ => {
                let bodies = &self.executor.bodies;
                let target = |&(edge, _): &(u32, u32)| bodies.blocks[bodies.edges[edge as usize].to as usize].block;
                let targets: Vec<BlockId> = self.open.iter().map(target).collect();
                let chosen = self.choices.branch(impl_id, from, &targets);
                let undecided = || Box::new(Ended::Undecided { reason: Undecided::NoBranch, span });
                let chosen = chosen.filter(|&chosen| chosen < targets.len()).ok_or_else(undecided)?;
                self.record(Decision::Branch(targets[chosen]))?;
                chosen
            }
        };
        let (edge, passed) = self.open[position];
        self.take(edge, passed)
    }

    pub(super) fn record(&mut self, decision: Decision) -> Step<()> {
        if self.decisions.len() >= self.amount.decisions {
            return Err(Box::new(Ended::OutOfBudget));
        }
        self.decisions.push(decision);
        Ok(())
    }

    /// A watched edge out of the block is not the one that is taken.
    #[cold]
    fn tell_of_edges(&mut self, taken: u32) {
        let edges = self.executor.bodies.blocks[self.block as usize].edges.clone();
        for edge in edges.filter(|&edge| edge != taken) {
            if self.executor.wanted.contains(&Way::Edge(edge)) {
                let bodies = &self.executor.bodies;
                let view = View::new(&bodies.code.registers, &self.executor.cells, self.functions);
                self.choices.missed(Way::Edge(edge), &bodies.edges[edge as usize].opening, &view);
            }
        }
    }

    #[cold]
    pub(super) fn tell_of_check(&mut self, check: CheckId, pc: u32) {
        let piece = self.piece(pc);
        if self.executor.wanted.contains(&Way::Check(check)) {
            let view = View::new(&self.executor.bodies.code.registers, &self.executor.cells, self.functions);
            self.choices.missed(Way::Check(check), &[piece.term], &view);
        }
    }
}

/// The position of a block among those of its body.
pub(super) fn position(first: u32, block: BlockId) -> u32 {
    first + block.index() as u32
}
