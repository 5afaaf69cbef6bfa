//! What happens on the ways out of scopes and into them, and the jumps that take these ways.
//!
//! In: a `goto`, `break`, `return` or the end of a block. Out: calls of `cleanup`, ends and beginnings of objects, and the
//! transfer. Where a `goto` leads is known only after all code was lowered, so its way is finished at the end.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::BlockId;
use invar_logic::{Op, Term};

use crate::c::hir::{Expr, LabelId, LocalId, Stmt, StmtKind};
use crate::c::lower::code::{Body, Target};
use crate::c::lower::program::VarStorage;
use crate::c::lower::scopes::{Begins, Landing, Leap, Opening, ScopeId, ScopeObject};

impl Body<'_, '_> {
    pub fn in_scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let outer = self.scopes.current;
        self.scopes.push(Opening::Block);
        inside(self);
        self.leave_scopes(self.scopes.current, outer);
        self.scopes.current = outer;
    }

    /// The statements of a block or statement expression: the objects that it declares start to live now, if it matters.
    pub fn begin_objects(&mut self, stmts: &[Stmt]) {
        if self.function.labels.is_empty() && self.scopes.switches == 0 {
            return;
        }
        for stmt in stmts {
            let StmtKind::Declare(id, _) = &stmt.kind else { continue };
            let Some(VarStorage::Object(region, object)) = self.vars.get(id).cloned() else { continue };
            // The lifetime of an array of variable length starts at its declaration.
            if self.units(region, self.function.locals[*id].ty).is_some() {
                let current = self.scopes.current;
                let begins = Begins::WithScope;
                self.scopes.all[current].objects.push(ScopeObject { local: *id, object, begins });
                self.begin_object(*id);
            }
        }
    }

    fn begin_object(&mut self, id: LocalId) {
        let Some(VarStorage::Object(region, object)) = self.vars.get(&id).cloned() else { return };
        let Some(units) = self.units(region, self.function.locals[id].ty) else { return };
        let units = self.int(i128::from(units));
        let new = self.allocate(units);
        if let Op::Var(var) = *self.cx.b.pool.op(object) {
            self.assign(var, new);
        }
    }

    /// `cleanup`: from here to the end of the block.
    pub fn at_scope_end(&mut self, call: &Expr) {
        self.scopes.push(Opening::Cleanup(Box::new(call.clone())));
    }

    /// What happens when scopes are left: calls, and the end of their objects, both in the opposite order of declaration.
    pub fn leave_scopes(&mut self, from: ScopeId, to: ScopeId) {
        for scope in self.scopes.outwards(from, to) {
            let dying: Vec<Term> = self.scopes.all[scope].objects.iter().map(|known| known.object).collect();
            for object in dying.into_iter().rev() {
                self.kill(object);
            }
            if let Opening::Cleanup(call) = self.scopes.all[scope].opened_by.clone() {
                self.effect(&call);
            }
        }
    }

    /// What happens when a jump enters scopes.
    fn enter_scopes(&mut self, from: ScopeId, to: ScopeId) {
        for scope in self.scopes.outwards(to, from).into_iter().rev() {
            let is_new = |known: &&ScopeObject| known.begins == Begins::WithScope;
            let begun: Vec<LocalId> = self.scopes.all[scope].objects.iter().filter(is_new).map(|o| o.local).collect();
            begun.into_iter().for_each(|local| self.begin_object(local));
            if matches!(self.scopes.all[scope].opened_by, Opening::Cleanup(_)) {
                self.doubt("jumps past the declaration of a variable with `cleanup`".to_string());
            }
        }
    }

    /// The block to branch to for a place inside of scopes: what happens on the way in stands before it.
    pub fn way_into(&mut self, block: BlockId, scope: ScopeId) -> BlockId {
        let entry = self.block("enter");
        let outer = self.current;
        self.continue_in(entry);
        self.enter_scopes(self.scopes.current, scope);
        self.goto(block);
        self.continue_in(outer);
        if self.blocks[entry].cmds.is_empty() { block } else { entry }
    }

    // ---- jumps

    pub fn jump(&mut self, target: Option<Target>) {
        match target {
            Some(target) => {
                self.leap(Landing::Scope(target.scope));
                self.goto(target.block);
            }
            None => self.assume(Term::FALSE),
        }
        self.dead_end();
    }

    pub fn jump_to_label(&mut self, label: LabelId) {
        let block = self.label_block(label);
        self.leap(Landing::Label(label));
        self.goto(block);
        self.dead_end();
    }

    /// With labels, what lives here may be declared only later in the text.
    fn leap(&mut self, to: Landing) {
        match to {
            Landing::Scope(scope) if self.function.labels.is_empty() => {
                self.leave_scopes(self.scopes.current, scope);
            }
            Landing::Scope(_) | Landing::Label(_) => {
                let leap = Leap { block: self.current, from: self.scopes.current, to, span: self.span };
                self.scopes.leaps.push(leap);
            }
        }
    }

    /// All scopes and labels are known: what happens on the way of every jump.
    pub fn finish_leaps(&mut self) {
        let end = self.current;
        for leap in std::mem::take(&mut self.scopes.leaps) {
            let to = match leap.to {
                Landing::Scope(scope) => scope,
                Landing::Label(label) => match self.label_scopes.get(&label) {
                    Some(scope) => *scope,
                    None => continue,
                },
            };
            let common = self.scopes.common(leap.from, to);
            let next = self.blocks[leap.block].next.clone();
            self.continue_in(leap.block);
            self.span = leap.span;
            self.leave_scopes(leap.from, common);
            self.enter_scopes(common, to);
            self.blocks[self.current].next = next;
        }
        self.continue_in(end);
    }

    pub fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(&block) = self.labels.get(&label) {
            return block;
        }
        let block = self.block("label");
        self.labels.insert(label, block);
        block
    }

    /// Labels of the text keep their names; blocks of our own that have one of them get another.
    pub fn name_labels(&mut self) {
        let named = self.labels.iter().filter_map(|(&label, &block)| Some((block, self.own_name(label)?)));
        let named: BTreeMap<BlockId, String> = named.collect();
        let taken: BTreeSet<&str> = named.values().map(String::as_str).collect();
        for id in self.blocks.ids() {
            let mut name = self.cx.b.pool.name(self.blocks[id].label).to_string();
            if let Some(own) = named.get(&id) {
                name.clone_from(own);
            } else {
                while taken.contains(name.as_str()) {
                    name.push('\'');
                }
            }
            self.blocks[id].label = self.cx.b.pool.intern(&name);
        }
    }

    /// The label's name in the text, if it is one word and the function has it once.
    fn own_name(&self, label: LabelId) -> Option<String> {
        let name = &self.function.labels[label].name;
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_only = self.function.labels.values().filter(|other| other.name == *name).count() == 1;
        (is_plain && is_only).then(|| name.clone())
    }
}
