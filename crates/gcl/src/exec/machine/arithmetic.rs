//! What does not fit a machine integer, and elements of maps.

use std::rc::Rc;

use invar_logic::{Int, Term, eval};

use super::{Machine, Next, Step};
use crate::exec::cell::Cell;
use crate::exec::code::{Instr, Reg};

impl Machine<'_, '_> {
    /// The instruction on integers of any size.
    #[cold]
    pub(super) fn large(&mut self, instr: Instr, pc: u32) -> Step<Next> {
        match instr {
            Instr::Add(to, a, b) => self.numbers(pc, to, [a, b], |a, b| Some(a + b)),
            Instr::Sub(to, a, b) => self.numbers(pc, to, [a, b], |a, b| Some(a + &-b)),
            Instr::Mul(to, a, b) => self.numbers(pc, to, [a, b], |a, b| Some(a * b)),
            Instr::Neg(to, a) => self.numbers(pc, to, [a, a], |a, _| Some(-a)),
            Instr::Div(to, a, b) => self.numbers(pc, to, [a, b], |a, b| Some(a.div_mod(b)?.0)),
            Instr::Mod(to, a, b) => self.numbers(pc, to, [a, b], |a, b| Some(a.div_mod(b)?.1)),
            Instr::IfLe(a, b, to) => self.compare(pc, [a, b], to, |a, b| a <= b),
            Instr::IfLt(a, b, to) => self.compare(pc, [a, b], to, |a, b| a < b),
            Instr::IfEq(a, b, to) => self.compare(pc, [a, b], to, |a, b| a == b),
            Instr::IfNe(a, b, to) => self.compare(pc, [a, b], to, |a, b| a != b),
            _ => self.trap(pc),
        }
    }

    fn pair(&self, [a, b]: [Reg; 2]) -> Option<(Int, Int)> {
        let cells = &self.executor.cells;
        Some((cells[a as usize].to_int()?, cells[b as usize].to_int()?))
    }

    fn numbers(&mut self, pc: u32, to: Reg, of: [Reg; 2], compute: fn(&Int, &Int) -> Option<Int>) -> Step<Next> {
        match self.pair(of).and_then(|(a, b)| compute(&a, &b)) {
            Some(number) => self.executor.cells[to as usize] = Cell::from_int(&number),
            None => return self.trap(pc),
        }
        // Large numbers are large work.
        self.steps = self.steps.saturating_sub(1);
        Ok(Next::At(pc + 1))
    }

    fn compare(&mut self, pc: u32, of: [Reg; 2], to: u32, holds: fn(&Int, &Int) -> bool) -> Step<Next> {
        match self.pair(of) {
            Some((a, b)) => Ok(Next::At(if holds(&a, &b) { to } else { pc + 1 })),
            None => self.trap(pc),
        }
    }

    // ---- maps

    pub(super) fn put(&mut self, pc: u32, [map, index, value]: [Reg; 3]) -> Step<Next> {
        let cells = &mut self.executor.cells;
        let (Cell::Int(index), value) = (&cells[index as usize], cells[value as usize].clone()) else {
            return self.trap(pc);
        };
        let index = *index;
        match (&mut cells[map as usize], value) {
            (_, Cell::Unset) => self.trap(pc),
            (Cell::Map(map), value) => {
                Rc::make_mut(map).set(index, value);
                Ok(Next::At(pc + 1))
            }
            (_, _) => self.trap(pc),
        }
    }

    pub(super) fn put_in_row(&mut self, pc: u32, [map, row, index, value]: [Reg; 4]) -> Step<Next> {
        let cells = &mut self.executor.cells;
        let (Cell::Int(row), Cell::Int(index)) = (&cells[row as usize], &cells[index as usize]) else {
            return self.trap(pc);
        };
        let (row, index, value) = (*row, *index, cells[value as usize].clone());
        if let (Cell::Map(map), false) = (&mut cells[map as usize], matches!(value, Cell::Unset))
            && let Cell::Map(row) = Rc::make_mut(map).element(row)
        {
            Rc::make_mut(row).set(index, value);
            return Ok(Next::At(pc + 1));
        }
        self.trap(pc)
    }

    pub(super) fn store(&mut self, pc: u32, [to, map, index, value]: [Reg; 4]) -> Step<Next> {
        let cells = &mut self.executor.cells;
        match (&cells[map as usize], &cells[index as usize], cells[value as usize].clone()) {
            (_, _, Cell::Unset) => self.trap(pc),
            (Cell::Map(map), Cell::Int(index), value) => {
                let mut changed = map.clone();
                Rc::make_mut(&mut changed).set(*index, value);
                cells[to as usize] = Cell::Map(changed);
                Ok(Next::At(pc + 1))
            }
            (_, _, _) => self.trap(pc),
        }
    }

    /// The steps that are left for the evaluator. Bringing maps into its form is work.
    pub(super) fn steps_for(&self, term: Term) -> u64 {
        let mut steps = self.steps;
        for var in self.pool.free_vars(term) {
            let reg = self.executor.bodies.code.registers.find(var);
            if let Some(Cell::Map(map)) = reg.and_then(|reg| self.executor.cells.get(reg as usize)) {
                steps = steps.saturating_sub(map.size());
            }
        }
        steps
    }

    /// A part of a term that has no code.
    pub(super) fn evaluate(&mut self, pc: u32, to: Reg, term: Term) -> Step<Next> {
        let mut steps = self.steps_for(term);
        let value = eval(self.pool, term, &self.view(), &mut steps);
        self.steps = steps;
        match value {
            Ok(value) => self.executor.cells[to as usize] = Cell::from_value(&value),
            Err(_) => return self.trap(pc),
        }
        Ok(Next::At(pc + 1))
    }
}
