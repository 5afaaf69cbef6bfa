//! Flat code: instructions over registers, all bodies one after the other. Constants are registers too.
//!
//! A `Piece` is what one term became. Where an instruction cannot compute (a variable without value, a division by zero, a map
//! that is a lambda), nothing has changed yet, and the whole piece is put to the evaluator instead: it alone knows what a term
//! without value means.

use invar_base::Span;
use invar_logic::{Term, Value, VarId};
use rustc_hash::FxHashMap;

use super::cell::Cell;
use crate::check::CheckId;

pub(super) type Reg = u32;

/// Registers for parts of terms come first.
pub(super) const TEMPORARIES: Reg = 1024;

#[derive(Clone, Copy, Debug)]
pub(super) enum Instr {
    Move(Reg, Reg),
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Mul(Reg, Reg, Reg),
    Div(Reg, Reg, Reg),
    Mod(Reg, Reg, Reg),
    Neg(Reg, Reg),
    /// `[to, map, index]`
    Select(Reg, Reg, Reg),
    /// `[to, map, index, index]`
    Select2(Reg, Reg, Reg, Reg),
    /// `[to, map, index, value]`: another map.
    Store(Reg, Reg, Reg, Reg),
    /// `[map, index, value]`: the map itself changes.
    Put(Reg, Reg, Reg),
    /// `[map, index, index, value]`
    Put2(Reg, Reg, Reg, Reg),
    /// The map that is the value everywhere.
    Constant(Reg, Reg),
    /// Nothing can go wrong when several elements are put there.
    IsMap(Reg),
    IsInt(Reg),
    IsSet(Reg),
    Clear(Reg),
    /// The evaluator computes the term.
    Evaluate(Reg, Term),
    Jump(u32),
    If(Reg, u32),
    Unless(Reg, u32),
    IfLe(Reg, Reg, u32),
    IfLt(Reg, Reg, u32),
    IfEq(Reg, Reg, u32),
    IfNe(Reg, Reg, u32),
    /// The piece that the instruction belongs to has this truth.
    Judge(bool),
    /// What a loop's head says of a variable without value holds.
    SkipUnset(Reg, u32),
    /// The block's commands begin, after the conditions at its head.
    Begin,
    /// The assertion before holds.
    Passed(CheckId),
    Havoc(u32),
    Call(u32),
    /// `[edge, passed]`: the only way, and how many opening assumptions hold.
    Take(u32, u32),
    NoneOpen,
    /// `[position]`: the opening assumption at the position holds.
    Holds(u32),
    /// `[edge]`: may be taken.
    Open(u32),
    Choose,
    Return,
    /// No code could be made.
    Leave,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub term: Term,
    pub purpose: Purpose,
    /// Where the run goes on with a value, or if the formula is true.
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// The register gets the value.
    Value(Reg, Span),
    Assume(Span),
    Assert(CheckId, Span),
    /// An opening assumption of one of several targets: at which position, and where the run goes on if it is false.
    Opening(u32, u32),
    /// Which of two ways, by one condition: where the run goes on if it is true, and if nobody knows.
    Branch(u32, u32),
    /// Whoever asked is told.
    Answer,
}

#[derive(Default)]
pub(super) struct Code {
    pub instrs: Vec<Instr>,
    /// By instruction: its piece.
    pub piece_of: Vec<u32>,
    pub pieces: Vec<Piece>,
    pub registers: Registers,
}

impl Code {
    pub fn here(&self) -> u32 {
        self.instrs.len() as u32
    }

    pub fn emit(&mut self, instr: Instr) -> usize {
        self.piece_of.push(self.pieces.len().saturating_sub(1) as u32);
        self.instrs.push(instr);
        self.instrs.len() - 1
    }

    /// Takes back what was emitted from there on.
    pub fn forget(&mut self, start: u32) {
        self.instrs.truncate(start as usize);
        self.piece_of.truncate(start as usize);
    }

    /// Jumps that waited for their target lead to the next instruction.
    pub fn patch(&mut self, jumps: &[usize]) {
        let here = self.here();
        for &jump in jumps {
            match &mut self.instrs[jump] {
                Instr::Jump(to) | Instr::If(_, to) | Instr::Unless(_, to) | Instr::SkipUnset(_, to) => *to = here,
                Instr::IfLe(_, _, to) | Instr::IfLt(_, _, to) | Instr::IfEq(_, _, to) | Instr::IfNe(_, _, to) => {
                    *to = here;
                }
                _ => {}
            }
        }
    }
}

/// Which variable is where.
pub(super) struct Registers {
    slots: FxHashMap<VarId, Reg>,
    constants: FxHashMap<Value, Reg>,
    /// What registers hold before a run: constants, or nothing.
    pub initial: Vec<Cell>,
}

impl Default for Registers {
    fn default() -> Registers {
        let initial = vec![Cell::Unset; TEMPORARIES as usize + 1];
        Registers { slots: FxHashMap::default(), constants: FxHashMap::default(), initial }
    }
}

impl Registers {
    pub fn of(&mut self, var: VarId) -> Reg {
        *self.slots.entry(var).or_insert_with(|| {
            self.initial.push(Cell::Unset);
            self.initial.len() as Reg - 1
        })
    }

    pub fn constant(&mut self, value: Value) -> Reg {
        if let Some(&reg) = self.constants.get(&value) {
            return reg;
        }
        self.initial.push(Cell::from_value(&value));
        let reg = self.initial.len() as Reg - 1;
        self.constants.insert(value, reg);
        reg
    }

    /// A register that never holds anything.
    pub fn nothing(&self) -> Reg {
        TEMPORARIES
    }

    /// `None` if no code mentions the variable.
    pub fn find(&self, var: VarId) -> Option<Reg> {
        self.slots.get(&var).copied()
    }

    pub fn vars(&self) -> impl Iterator<Item = (VarId, Reg)> {
        self.slots.iter().map(|(&var, &reg)| (var, reg))
    }
}
