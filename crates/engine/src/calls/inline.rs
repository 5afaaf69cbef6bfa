//! Expanding calls of procedures marked `{:inline n}`: the callee's body, with variables of its own, in place of the call.
//!
//! Up to n activations of a procedure are expanded inside each other; a deeper call is a call by contract, so that nothing
//! is taken for granted (Boogie ends the path there). The callee's preconditions are checks at the call, its
//! postconditions are checks where it returns.

use std::rc::Rc;

use invar_base::{Id, Span};
use invar_gcl::{BlockId, Check, CheckKind, ImplId, Local, Proc, ProcId, Program, Trust};
use invar_logic::{Substitution, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Activation, Lowering, old_globals};
use crate::body::{Copied, Origin, StepKind};

/// The body to expand for a call, if the callee is marked, has one, and is not yet active often enough.
pub(super) fn body_to_expand(program: &Program, callee: ProcId, chain: &[ProcId]) -> Option<ImplId> {
    let depth = program.procs[callee].inline?;
    let active = chain.iter().filter(|&&proc| proc == callee).count() as u32;
    if active >= depth {
        return None;
    }
    program.bodies_of(callee).first().copied()
}

/// A call that is expanded, in the caller's terms.
pub(super) struct Expanded<'c> {
    pub impl_id: ImplId,
    pub ins: &'c [Term],
    pub outs: &'c [VarId],
    pub span: Span,
}

impl Lowering<'_> {
    /// Ends the current block with the call, expands the body, and goes on in a new block, which is returned.
    pub(super) fn expand(&mut self, caller: &Activation, current: BlockId, expanded: Expanded<'_>) -> BlockId {
        let Expanded { impl_id, ins, outs, span } = expanded;
        let program = self.program;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let exit = self.new_block("return", span);
        let chain = caller.chain.iter().copied().chain([body.proc]).collect();
        let mut activation = Activation { impl_id, names: FxHashMap::default(), map: Substitution::new(), chain, exit };
        let call = self.calls;
        self.calls += 1;
        for local in body.variables() {
            self.rename(&mut activation, local, call);
        }
        self.list_trusted(body.proc, proc);
        self.enter_expanded(&mut activation, proc, ins, span);
        self.body_after(current, &activation);
        self.leave_expanded(&activation, proc, outs, span);
        let rest = self.new_block("after", span);
        self.end_block(exit, vec![rest]);
        rest
    }

    fn list_trusted(&mut self, callee: ProcId, proc: &Proc) {
        let trusted = proc.requires.iter().chain(&proc.ensures).any(|clause| clause.trust != Trust::Checked);
        if trusted && self.bodiless.insert(callee) {
            let name = self.program.proc_name(callee);
            self.assumptions.push(format!("the `free` clauses of `{name}` are taken on trust"));
        }
    }

    fn rename(&mut self, activation: &mut Activation, local: &Local, call: u32) {
        let copy = self.pool.variant(local.var);
        activation.names.insert(local.var, copy);
        let term = self.pool.var(copy);
        activation.map.insert(local.var, term);
        self.copies.insert(copy, Copied { own: local.var, call });
    }

    /// Arguments, preconditions, saved globals, and arbitrary values for results and locals.
    fn enter_expanded(&mut self, activation: &mut Activation, proc: &Proc, ins: &[Term], span: Span) {
        let program = self.program;
        let body = &program.impls[activation.impl_id];
        for (local, &arg) in body.ins.iter().zip(ins) {
            self.push(StepKind::Assign(activation.name(local.var), arg), span, Origin::Text);
        }
        for local in body.outs.iter().chain(&body.locals) {
            self.push(StepKind::Havoc(activation.name(local.var)), local.span, Origin::Text);
        }
        for &(global, old) in self.old_globals_of(activation.impl_id).iter() {
            let saved = self.pool.variant(global);
            let current = self.pool.var(global);
            self.push(StepKind::Assign(saved, current), span, Origin::Text);
            let saved = self.pool.var(saved);
            activation.map.insert(old, saved);
        }
        for local in body.variables() {
            if let Some(condition) = local.where_ {
                let condition = self.pool.substitute(condition, &activation.map);
                self.wheres.insert(activation.name(local.var), condition);
                self.push(StepKind::Assume(condition), local.span, Origin::Text);
            }
        }
        let formals = self.formals(activation, proc);
        for clause in &proc.requires {
            let term = self.pool.substitute(clause.term, &formals);
            let kind = match clause.trust {
                Trust::Checked => {
                    let message = clause.message.clone();
                    let related = Some(clause.span);
                    let check = Check { related, message, ..Check::new(CheckKind::Precondition, span) };
                    StepKind::Assert(self.checks.push(check), term)
                }
                Trust::Free | Trust::AlwaysAssumed => StepKind::Assume(term),
            };
            self.push(kind, span, Origin::Text);
        }
    }

    /// The globals whose old values the body or its contract mentions. Programs have thousands of globals, and bodies are
    /// expanded thousands of times: saving all of them would be most of the work.
    fn old_globals_of(&mut self, impl_id: ImplId) -> Rc<[(VarId, VarId)]> {
        if let Some(known) = self.old_globals.get(&impl_id) {
            return known.clone();
        }
        let body = &self.program.impls[impl_id];
        let proc = &self.program.procs[body.proc];
        let mut terms: Vec<Term> = body.variables().filter_map(|local| local.where_).collect();
        terms.extend(body.blocks.values().flat_map(|block| &block.cmds).flat_map(|cmd| cmd.kind.terms()));
        terms.extend(proc.requires.iter().chain(&proc.ensures).map(|clause| clause.term));
        let globals = old_globals(self.pool, self.program, &terms);
        let found: Rc<[(VarId, VarId)]> = globals.into_iter().map(|global| (global.var, global.old)).collect();
        self.old_globals.insert(impl_id, found.clone());
        found
    }

    /// Ends the caller's block with a jump to the body's first block.
    fn body_after(&mut self, current: BlockId, activation: &Activation) {
        let entry = self.program.impls[activation.impl_id].entry;
        let first = BlockId::from_index(self.blocks.next_id().index() + entry.index());
        self.end_block(current, vec![first]);
        self.body(activation);
    }

    /// Postconditions and results, written into the exit block by the caller of this.
    fn leave_expanded(&mut self, activation: &Activation, proc: &Proc, outs: &[VarId], span: Span) {
        let formals = self.formals(activation, proc);
        for clause in &proc.ensures {
            let term = self.pool.substitute(clause.term, &formals);
            let kind = match clause.trust {
                Trust::Checked => {
                    let message = clause.message.clone();
                    let check = Check { message, ..Check::new(CheckKind::Postcondition, clause.span) };
                    StepKind::Assert(self.checks.push(check), term)
                }
                Trust::Free | Trust::AlwaysAssumed => StepKind::Assume(term),
            };
            self.push(kind, span, Origin::Text);
        }
        let body = &self.program.impls[activation.impl_id];
        for (local, &out) in body.outs.iter().zip(outs) {
            let result = self.pool.var(activation.name(local.var));
            self.push(StepKind::Assign(out, result), span, Origin::Text);
        }
    }

    /// The procedure's formals, as this activation names them, and its old globals.
    fn formals(&mut self, activation: &Activation, proc: &Proc) -> Substitution {
        let body = &self.program.impls[activation.impl_id];
        let pairs = proc.ins.iter().zip(&body.ins).chain(proc.outs.iter().zip(&body.outs));
        let mut formals: Substitution =
            pairs.map(|(formal, own)| (formal.var, self.pool.var(activation.name(own.var)))).collect();
        let terms: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        for global in old_globals(self.pool, self.program, &terms) {
            if let Some(saved) = activation.map.get(global.old) {
                formals.insert(global.old, saved);
            }
        }
        formals
    }
}

/// The implementations to verify: those that the front end chose, or all but those that are expanded wherever they are
/// called. One that calls itself, or that nobody calls, is verified on its own.
pub fn verification_targets(program: &Program) -> Vec<ImplId> {
    if let Some(targets) = &program.targets {
        return targets.clone();
    }
    let expanded = |id: ImplId| {
        let proc = program.impls[id].proc;
        program.procs[proc].inline.is_some_and(|depth| depth > 0)
    };
    let mut reached: FxHashSet<ImplId> = FxHashSet::default();
    let mut work: Vec<ImplId> = program.impls.ids().filter(|&id| !expanded(id)).collect();
    while let Some(id) = work.pop() {
        let callees = program.callees(id).into_iter().filter_map(|callee| body_to_expand(program, callee, &[]));
        work.extend(callees.filter(|&callee| reached.insert(callee)));
    }
    let is_instance = |id: ImplId| program.instances.contains(&id);
    let is_expanded =
        |id: ImplId| is_instance(id) || expanded(id) && reached.contains(&id) && !program.calls_itself(id);
    program.impls.ids().filter(|&id| !is_expanded(id)).collect()
}
