//! The state that a term is about. In: a variable, and `Body::view`. Out: the variable that holds its value in that
//! state: globals have their `old`, parameters the formal they started from, and a loop saves what its annotation asks
//! for before its head.

use invar_logic::VarId;

use crate::c::hir::spec::{self, State};
use crate::c::lower::code::{Body, Logical, View};

impl Body<'_, '_> {
    /// A variable as the state that is being talked about has it.
    pub fn viewed(&mut self, var: VarId) -> VarId {
        match self.view {
            View::Now => var,
            View::Pre => {
                let copy = self.entry_copies.get(&var).copied();
                copy.or_else(|| self.cx.old_of(var)).unwrap_or(var)
            }
            View::LoopEntry => {
                let is_formal = self.entry_copies.values().any(|formal| *formal == var);
                if self.loop_saves.is_empty() || is_formal { var } else { self.loop_save(var) }
            }
        }
    }

    pub(super) fn at_state(&mut self, inner: &spec::Term, state: State) -> Logical {
        let view = match state {
            State::Here | State::Post | State::LoopCurrent => View::Now,
            State::Pre => View::Pre,
            State::LoopEntry => View::LoopEntry,
            State::Init | State::Label(_) => {
                self.not_modelled("the state at a label", inner.span);
                View::Now
            }
        };
        let outer = std::mem::replace(&mut self.view, view);
        let value = self.logical(inner);
        self.view = outer;
        value
    }

    /// The variable that holds this one's value from before the loop.
    pub fn loop_save(&mut self, var: VarId) -> VarId {
        if let Some(&saved) = self.loop_saves.last().and_then(|saves| saves.get(&var)) {
            return saved;
        }
        let sort = self.cx.b.pool.variable(var).sort;
        let name = format!("{}@entry", self.cx.b.pool.var_name(var));
        let saved = self.declare(&name, sort);
        if let Some(saves) = self.loop_saves.last_mut() {
            saves.insert(var, saved);
        }
        saved
    }
}
