//! Calls: contracts checked at the call and on return, bodies run in a frame of their own, results brought back.

use std::rc::Rc;

use super::transfers::position;
use super::{Ended, Frame, Machine, Step};
use crate::check::CheckKind;
use crate::exec::bodies::ProcCode;
use crate::exec::cell::Cell;
use crate::exec::code::Reg;
use crate::interp::Undecided;
use crate::program::{ImplId, Trust};

/// Calls inside each other.
const DEEPEST: usize = 1 << 20;

impl Machine<'_, '_> {
    /// Out: the next instruction.
    pub(super) fn call(&mut self, number: u32) -> Step<u32> {
        if self.frames.len() >= DEEPEST {
            return Err(Box::new(Ended::OutOfBudget));
        }
        let site = &self.executor.bodies.calls[number as usize];
        let (callee, span) = (site.callee, site.span);
        let args: Vec<Cell> = site.args.iter().map(|&reg| self.executor.cells[reg as usize].clone()).collect();
        let proc = self.executor.bodies.proc(callee);
        let body = proc.body.map(|id| self.executor.bodies.body(id));
        self.add_registers();
        let saved = self.put_away(body.as_ref().map_or(&proc.own, |body| &body.own));
        self.set_all(&proc.ins, &args);
        for &clause in &proc.requires {
            match clause.trust {
                Trust::Checked if !self.truth(clause)? => {
                    return Err(self.failure(None, CheckKind::Precondition, span, Some(clause.span)));
                }
                Trust::AlwaysAssumed => self.assume(clause)?,
                Trust::Checked | Trust::Free => {}
            }
        }
        match (proc.body, body) {
            (Some(id), Some(body)) => {
                self.set_all(&body.ins, &args);
                self.enter(id, saved, Some(number))
            }
            (_, _) => self.call_unknown(&proc, saved, number),
        }
    }

    fn set_all(&mut self, regs: &[Reg], values: &[Cell]) {
        for (&reg, value) in regs.iter().zip(values) {
            self.executor.cells[reg as usize] = value.clone();
        }
    }

    /// The variables' values are taken out of the registers, for an activation further in.
    fn put_away(&mut self, regs: &[Reg]) -> Vec<(Reg, Cell)> {
        let mut saved = Vec::new();
        for &reg in regs {
            let value = std::mem::take(&mut self.executor.cells[reg as usize]);
            if !matches!(value, Cell::Unset) {
                saved.push((reg, value));
            }
        }
        saved
    }

    fn save_olds(&mut self, olds: &[(Reg, Reg)]) {
        for &(global, old) in olds {
            let value = self.executor.cells[global as usize].clone();
            if !matches!(value, Cell::Unset) {
                self.executor.cells[old as usize] = value;
            }
        }
    }

    /// Opens a frame. Parameters have their values; the checked preconditions of a call have been checked.
    pub(super) fn enter(&mut self, impl_id: ImplId, saved: Vec<(Reg, Cell)>, call: Option<u32>) -> Step<u32> {
        let body = self.executor.bodies.body(impl_id);
        let proc = self.executor.bodies.proc(self.program.impls[impl_id].proc);
        self.add_registers();
        self.save_olds(&body.olds);
        for &ask in &body.initial {
            self.havoc(ask)?;
        }
        for &condition in &body.wheres {
            self.assume(condition)?;
        }
        for &clause in &proc.requires {
            if self.frames.is_empty() || clause.trust == Trust::Free {
                self.assume(clause)?;
            }
        }
        let content = &self.program.impls[impl_id];
        if content.blocks.get(content.entry).is_none() {
            return Err(Box::new(Ended::Undecided { reason: Undecided::Malformed, span: content.span }));
        }
        let caller = (self.block, self.from);
        let entry = position(body.first, body.entry);
        self.frames.push(Frame { impl_id, body, saved, call, caller });
        self.from = None;
        self.arrive(entry, 0)
    }

    /// A procedure without body: results that its contract must allow.
    fn call_unknown(&mut self, proc: &Rc<ProcCode>, saved: Vec<(Reg, Cell)>, number: u32) -> Step<u32> {
        self.save_olds(&proc.olds);
        // Without their values, conditions on them are not judged too early.
        for &reg in &proc.modified {
            self.executor.cells[reg as usize] = Cell::Unset;
        }
        let span = self.executor.bodies.calls[number as usize].span;
        for &ask in &proc.results {
            self.ask(ask, span)?;
        }
        for &clause in proc.ensures.iter().chain(&proc.fits) {
            self.assume(clause)?;
        }
        Ok(self.resume(proc, &proc.own, saved, number))
    }

    /// Checks the postconditions; then the caller goes on, or the run ends.
    pub(super) fn return_(&mut self) -> Step<u32> {
        let Some(frame) = self.frames.last() else { return Err(Box::new(Ended::NoCode)) };
        let body = frame.body.clone();
        let proc = self.executor.bodies.proc(self.program.impls[frame.impl_id].proc);
        self.add_registers();
        for (&formal, &own) in proc.outs.iter().zip(&body.outs) {
            let value = self.executor.cells[own as usize].clone();
            if !matches!(value, Cell::Unset) {
                self.executor.cells[formal as usize] = value;
            }
        }
        let span = self.executor.bodies.blocks[self.block as usize].span;
        for &clause in &proc.ensures {
            match clause.trust {
                Trust::Checked if !self.truth(clause)? => {
                    return Err(self.failure(None, CheckKind::Postcondition, clause.span, Some(span)));
                }
                Trust::AlwaysAssumed => self.assume(clause)?,
                Trust::Free if self.depth() > 0 => self.assume(clause)?,
                Trust::Checked | Trust::Free => {}
            }
        }
        let Some(frame) = self.frames.pop() else { return Err(Box::new(Ended::NoCode)) };
        let Some(number) = frame.call else { return Err(Box::new(Ended::Returned)) };
        (self.block, self.from) = frame.caller;
        for &condition in &proc.fits {
            self.assume(condition)?;
        }
        Ok(self.resume(&proc, &body.own, frame.saved, number))
    }

    /// The caller goes on: with the results, and with its own values of the variables that the callee used.
    fn resume(&mut self, proc: &ProcCode, own: &[Reg], saved: Vec<(Reg, Cell)>, number: u32) -> u32 {
        let cells = &mut self.executor.cells;
        let results: Vec<Cell> = proc.outs.iter().map(|&reg| std::mem::take(&mut cells[reg as usize])).collect();
        for &reg in own {
            cells[reg as usize] = Cell::Unset;
        }
        for (reg, value) in saved {
            cells[reg as usize] = value;
        }
        let site = &self.executor.bodies.calls[number as usize];
        for (&to, value) in site.outs.iter().zip(results) {
            if !matches!(value, Cell::Unset) {
                cells[to as usize] = value;
            }
        }
        site.after
    }
}
