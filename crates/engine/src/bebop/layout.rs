//! Which variable of the diagrams stands for which variable of the program, and when. Local variables of different procedures
//! share theirs: no diagram is about two procedures at a time, but for arguments and results, which have their own.
//!
//! The copies of one variable lie side by side, so that the diagram of "unchanged" grows with the number of variables only.

use std::rc::Rc;

use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::Var;

use super::order::places;

/// When a variable is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Time {
    /// When the procedure was entered.
    Entry,
    Now,
    /// After the statement; for local variables of a callee: as arguments.
    Next,
}

/// Copies of a global variable.
const GLOBAL: usize = 3;
/// Copies of a local variable, and a result of a call.
const LOCAL: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Where each of them stands.
    globals: Rc<[usize]>,
    locals: usize,
}

impl Layout {
    pub fn new(program: &Program) -> Layout {
        let locals = program.procs.values().map(|proc| proc.variables.len().max(proc.returns)).max();
        Layout { globals: places(program).into(), locals: locals.unwrap_or(0) }
    }

    /// How many variables the diagrams have.
    pub fn len(&self) -> usize {
        self.globals.len() * GLOBAL + self.locals * LOCAL
    }

    pub fn at(&self, time: Time, var: Var) -> usize {
        let copy = match time {
            Time::Entry => 0,
            Time::Now => 1,
            Time::Next => 2,
        };
        match var {
            Var::Global(index) => self.globals[index] * GLOBAL + copy,
            Var::Local(index) => self.globals.len() * GLOBAL + index * LOCAL + copy,
        }
    }

    pub fn result(&self, index: usize) -> usize {
        self.globals.len() * GLOBAL + index * LOCAL + LOCAL - 1
    }
}
