//! Loop annotations. In: the annotation of a loop, then its lowered body. Out: invariants, predicates and the frame of
//! `loop assigns` at the head, and before it the saves of what the annotation asks for.

use invar_base::Id;
use invar_gcl::{BlockId, Check, CheckKind, Cmd, CmdKind};
use invar_logic::{Op, Sort, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::frame::{Footprint, Start, Stretch};
use crate::c::hir::LocalId;
use crate::c::hir::spec::{LogicVarId, LoopSpec};
use crate::c::lower::code::{Body, Logical, View};

/// What a loop's annotation became, and what must be saved before the loop.
#[derive(Default)]
pub struct PreparedLoop {
    pub invariants: Vec<Term>,
    pub predicates: Vec<Term>,
    pub templates: Vec<Term>,
    pub skolems: Vec<VarId>,
    pub footprint: Option<Footprint>,
    /// The block that enters the loop.
    pub entered_from: Option<BlockId>,
    /// How many local variables were declared before it.
    declared: usize,
}

impl Body<'_, '_> {
    /// Evaluates a loop's annotation in the state before the loop.
    pub fn prepare_loop(&mut self, annotation: &LoopSpec) -> PreparedLoop {
        self.loop_saves.push(FxHashMap::default());
        let invariants = annotation.invariants.iter().map(|clause| self.statement(&clause.term)).collect();
        for &skolem in &annotation.skolems {
            let name = self.cx.unit.logic.vars[skolem].name.clone();
            let var = self.declare(&name, Sort::INT);
            let term = self.var(var);
            self.logic.insert(skolem, Logical::Int(term));
        }
        let predicates = annotation.predicates.iter().map(|term| self.formula(term)).collect();
        let templates = annotation.templates.iter().map(|term| self.formula(term)).collect();
        let skolems = annotation.skolems.iter().filter_map(|skolem| self.logic_var(*skolem)).collect();
        let footprint = annotation.assigns.as_ref().map(|locations| {
            let outer = std::mem::replace(&mut self.view, View::LoopEntry);
            let footprint = self.footprint(locations);
            self.view = outer;
            footprint
        });
        self.flush_problems();
        let (entered_from, declared) = (Some(self.current), self.declared.len());
        PreparedLoop { invariants, predicates, templates, skolems, footprint, entered_from, declared }
    }

    fn logic_var(&self, id: LogicVarId) -> Option<VarId> {
        match self.logic.get(&id) {
            Some(Logical::Int(term)) => match self.cx.b.pool.op(*term) {
                Op::Var(var) => Some(*var),
                _ => None,
            },
            _ => None,
        }
    }

    /// Once the body is known: what `loop assigns` says about everything that the loop writes.
    pub fn close_head(&mut self, head: BlockId, prepared: &PreparedLoop) {
        if let Some(footprint) = &prepared.footprint {
            let blocks = self.blocks.iter().skip(head.index());
            let mut written: FxHashSet<VarId> = FxHashSet::default();
            let mut calls = false;
            for cmd in blocks.flat_map(|(_, block)| &block.cmds) {
                match &cmd.kind {
                    CmdKind::Havoc(var) if *var == self.cx.outside => calls = true,
                    CmdKind::Assign(var, _) | CmdKind::Havoc(var) => drop(written.insert(*var)),
                    CmdKind::Call { .. } => calls = true,
                    CmdKind::Assume(_) | CmdKind::Assert(..) => {}
                }
            }
            let mut framed: Vec<VarId> = self.cx.b.program.globals.iter().map(|global| global.var).collect();
            let of_rules = self.variables_of_rules();
            framed.retain(|var| (calls || written.contains(var)) && !of_rules.contains(var));
            framed.extend(self.locals_before(prepared.declared).into_iter().filter(|var| written.contains(var)));
            let stretch = Stretch { from: Start::LoopEntry, allocates: calls || written.contains(&self.cx.next) };
            for var in framed {
                let saved = self.loop_save(var);
                if let Some(frame) = self.frame(footprint, var, saved, stretch) {
                    self.frame_invariant(head, frame);
                }
            }
        }
        let saves = self.loop_saves.pop().unwrap_or_default();
        let Some(before) = prepared.entered_from else { return };
        let mut saves: Vec<(VarId, VarId)> = saves.into_iter().collect();
        saves.sort();
        for (var, saved) in saves {
            let term = self.cx.b.pool.var(var);
            let span = self.blocks[head].span;
            self.blocks[before].cmds.push(Cmd { kind: CmdKind::Assign(saved, term), span });
        }
    }

    /// The state of temporal rules, which the program's annotations know nothing of.
    fn variables_of_rules(&self) -> FxHashSet<VarId> {
        let globals = self.cx.unit.globals.iter().filter(|(_, global)| global.is_of_rule);
        globals.filter_map(|(id, _)| self.cx.globals[id].plain_variables()).flatten().collect()
    }

    /// The variables of locals that are no objects and were declared before the loop: so many declarations before its end.
    fn locals_before(&self, declared: usize) -> Vec<VarId> {
        let inside: FxHashSet<LocalId> = self.declared[declared.min(self.declared.len())..].iter().copied().collect();
        let plain = self.function.locals.ids().filter(|id| !inside.contains(id));
        plain.filter_map(|id| self.vars.get(&id)?.plain_variables()).flatten().collect()
    }

    fn frame_invariant(&mut self, head: BlockId, term: Term) {
        let span = self.blocks[head].span;
        let mut check = Check::new(CheckKind::Invariant, span);
        check.message = Some("the loop writes only what `loop assigns` lists".to_string());
        let check = self.cx.b.program.checks.push(check);
        self.blocks[head].cmds.push(Cmd { kind: CmdKind::Assert(check, term), span });
    }
}
