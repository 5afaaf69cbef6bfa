//! The state that a term is about. In: a variable, and `Body::view`. Out: the variable that holds its value in that
//! state: globals have their `old`, parameters the formal they started from, a loop saves what its annotation asks for
//! before its head, and so does a label where it is passed.

use invar_gcl::{Cmd, CmdKind};
use invar_logic::{Term, VarId};

use super::code::{Body, View};
use crate::c::hir::LabelId;

impl Body<'_, '_> {
    /// The variable, in the state that is being talked about.
    pub fn var(&mut self, var: VarId) -> Term {
        let var = self.viewed(var);
        self.cx.b.pool.var(var)
    }

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
            View::Label(label) => {
                let is_formal = self.entry_copies.values().any(|formal| *formal == var);
                if is_formal { var } else { self.label_save(label, var) }
            }
        }
    }

    /// The variable that holds this one's value from before the loop.
    pub fn loop_save(&mut self, var: VarId) -> VarId {
        if let Some(&saved) = self.loop_saves.last().and_then(|saves| saves.get(&var)) {
            return saved;
        }
        let saved = self.declare_copy(var);
        if let Some(saves) = self.loop_saves.last_mut() {
            saves.insert(var, saved);
        }
        saved
    }

    /// The variable that holds this one's value from where the label was passed.
    fn label_save(&mut self, label: LabelId, var: VarId) -> VarId {
        if let Some(&saved) = self.label_saves.get(&label).and_then(|saves| saves.get(&var)) {
            return saved;
        }
        let saved = self.declare_copy(var);
        self.label_saves.entry(label).or_default().insert(var, saved);
        saved
    }

    /// Once all annotations are known: every label that they mention saves what they ask for.
    pub fn save_at_labels(&mut self) {
        for (label, saves) in std::mem::take(&mut self.label_saves) {
            let Some(&block) = self.labels.get(&label) else { continue };
            let span = self.blocks[block].span;
            let save = |(var, saved)| Cmd { kind: CmdKind::Assign(saved, self.cx.b.pool.var(var)), span };
            let saves: Vec<Cmd> = saves.into_iter().map(save).collect();
            self.blocks[block].cmds.splice(0..0, saves);
        }
    }
}
