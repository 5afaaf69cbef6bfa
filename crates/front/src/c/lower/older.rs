//! Pointers in memory point to nothing that is made later. In: a finished body, and what it loads. Out: the same with the
//! facts that rest on that, at each load of a pointer.
//!
//! Whenever code that is not seen has run (before the function was entered, or in a call), memory holds what it left there: any
//! pointers, but none to an object that the function makes afterwards. A load says so of the cell that it reads, as it was at
//! that time: the object's number is below the next free one. If the cell was written since, that says nothing.

use invar_gcl::{Cmd, CmdKind};
use invar_logic::{Substitution, Term, VarId};

use super::code::Body;
use super::location::{Base, Location, element_indices};
use super::maps::read;
use super::program::Part;

impl Body<'_, '_> {
    /// What is known of the pointers that a load finds in memory.
    pub fn assume_older_pointers(&mut self, location: &Location) {
        match &location.base {
            Base::Element { region, element, object, offset, within } => {
                let indices = element_indices(*object, *offset, within);
                for (number, leaf) in self.leaves(*element).iter().enumerate() {
                    let is_pointer = self.element_parts(*region, *element, leaf).contains(&Part::Object);
                    if is_pointer && leaf.steps.starts_with(&within.steps) && leaf.dimensions() == 0 {
                        let map = self.cx.element_map(*region, number, Part::Object);
                        self.assume_older_pointer(map, Some(*object), &indices);
                    }
                }
            }
            Base::Plain { leaves, within } if !within.indices.is_empty() => {
                for vars in leaves.iter().filter(|vars| vars.leaf.steps.starts_with(&within.steps)) {
                    if let Some((_, var)) = vars.parts.iter().find(|(part, _)| *part == Part::Object) {
                        self.assume_older_pointer(*var, None, &within.indices);
                    }
                }
            }
            Base::Plain { .. } | Base::Value { .. } | Base::Row { .. } | Base::Flat { .. } | Base::Nowhere(_) => {}
        }
    }

    /// The same of one cell of a map, of an object that existed at the time, or of a variable. The fact is about the entry;
    /// calls are not known yet.
    pub fn assume_older_pointer(&mut self, map: VarId, home: Option<Term>, indices: &[Term]) {
        let (Some(old), Some(next)) = (self.cx.old_of(map), self.cx.old_of(self.cx.next)) else { return };
        let (old, next) = (self.cx.b.pool.var(old), self.cx.b.pool.var(next));
        let pool = self.pool();
        let object = read(pool, old, indices);
        let older = pool.lt(object, next);
        let existed = home.map_or(Term::TRUE, |home| pool.lt(home, next));
        let older = pool.implies(existed, older);
        self.assume(older);
        self.older.insert(older, map);
    }

    /// All calls are known: the facts of loads are about the entry, and about the last call of code that is not seen.
    pub fn finish_loads(&mut self) {
        if self.older.is_empty() {
            return;
        }
        // In a program that is known from its start, memory holds on entry what was put there.
        let on_entry = !self.cx.is_closed() || !self.cx.views.is_empty();
        let calls = self.blocks.values().flat_map(|block| &block.cmds).any(|cmd| self.is_unseen(cmd));
        if on_entry && !calls {
            return;
        }
        let copies = if calls { self.copies_at_calls() } else { Substitution::new() };
        for id in self.blocks.ids() {
            let cmds = std::mem::take(&mut self.blocks[id].cmds);
            let cmds = cmds.into_iter().flat_map(|cmd| self.with_facts(cmd, on_entry, &copies)).collect();
            self.blocks[id].cmds = cmds;
        }
    }

    /// Does code run here that is not seen?
    fn is_unseen(&self, cmd: &Cmd) -> bool {
        match &cmd.kind {
            CmdKind::Call { callee, .. } => self.cx.b.program.procs[*callee].inline.is_none(),
            CmdKind::Havoc(var) => *var == self.cx.outside,
            CmdKind::Assign(..) | CmdKind::Assume(_) | CmdKind::Assert(..) => false,
        }
    }

    /// Variables for the maps and the next free number after the last such call, in place of those on entry.
    fn copies_at_calls(&mut self) -> Substitution {
        let mut maps: Vec<VarId> = self.older.values().copied().chain([self.cx.next]).collect();
        maps.sort_unstable();
        maps.dedup();
        let mut copies = Substitution::new();
        for map in maps {
            let copy = self.declare_copy(map);
            self.at_calls.push((copy, map));
            let copy = self.cx.b.pool.var(copy);
            if let Some(old) = self.cx.old_of(map) {
                copies.insert(old, copy);
            }
        }
        copies
    }

    /// A command with what is to be done after it.
    fn with_facts(&mut self, cmd: Cmd, on_entry: bool, copies: &Substitution) -> Vec<Cmd> {
        let span = cmd.span;
        let mut cmds = Vec::new();
        if self.is_unseen(&cmd) {
            let at_calls = self.at_calls.clone().into_iter();
            let saves = at_calls.map(|(copy, map)| CmdKind::Assign(copy, self.cx.b.pool.var(map)));
            cmds.extend(saves.map(|kind| Cmd { kind, span }));
        }
        if let CmdKind::Assume(fact) = cmd.kind
            && self.older.contains_key(&fact)
        {
            if !copies.is_empty() {
                let fact = self.cx.b.pool.substitute(fact, copies);
                cmds.push(Cmd { kind: CmdKind::Assume(fact), span });
            }
            return if on_entry { [vec![cmd], cmds].concat() } else { cmds };
        }
        [vec![cmd], cmds].concat()
    }
}
