//! Calls and returns in the unrolling: the interpreter's steps, in its order, so that a model can be run.

use std::rc::Rc;

use invar_base::Span;
use invar_gcl::{Check, CheckKind, Clause, ImplId, Proc, ProcId, Trust};
use invar_logic::{Term, VarId};

use super::Asked;
use super::state::{Activation, Caller, Map, Place, Values};
use super::walk::{Cursor, MOST_ACTIVATIONS, Path, Walk};
use crate::fold::fold;

impl Walk<'_> {
    /// Goes into the callee, or over it if it has no body: then the path goes on here.
    pub(super) fn call(
        &mut self,
        mut cursor: Cursor,
        callee: ProcId,
        ins: &[Term],
        outs: &[VarId],
        span: Span,
    ) -> Option<Cursor> {
        let program = self.program;
        let proc = &program.procs[callee];
        let mut frame = Map::default();
        for (formal, &arg) in proc.ins.iter().zip(ins) {
            let arg = fold(self.pool, arg, &cursor.values);
            frame.insert(formal.var, arg);
        }
        cursor.values.frames.push(Rc::new(frame));
        for clause in &proc.requires {
            let path = match clause.trust {
                Trust::Checked => {
                    let (related, message) = (Some(clause.span), clause.message.clone());
                    let check = Check { related, message, ..Check::new(CheckKind::Precondition, span) };
                    self.assert(&mut cursor, check, clause.term, span)
                }
                Trust::AlwaysAssumed => self.assume(&mut cursor, clause.term, span),
                Trust::Free => Path::Open,
            };
            if path == Path::Ended {
                return None;
            }
        }
        match self.bodies.get(&callee).copied() {
            Some(body) => {
                self.go_into(cursor, body, outs, span);
                None
            }
            None => self.go_over(cursor, callee, outs, span),
        }
    }

    fn go_into(&mut self, mut cursor: Cursor, impl_id: ImplId, outs: &[VarId], span: Span) {
        let body = &self.program.impls[impl_id];
        let proc = &self.program.procs[body.proc];
        for (formal, own) in proc.ins.iter().zip(&body.ins) {
            let arg = cursor.values.frames.last().and_then(|frame| frame.get(&formal.var).copied());
            if let Some(arg) = arg {
                let arg = self.named(&cursor, own.var, arg, span);
                cursor.values.set_local(formal.var, arg);
                cursor.values.set_local(own.var, arg);
            }
        }
        let iterations: Vec<usize> = cursor.place.iterations().map(|key| key.len()).collect();
        let prefix = cursor.place.key();
        let caller = Caller { at: cursor.place.clone(), outs: outs.to_vec(), span };
        let order = self.info(impl_id).order.clone();
        let prefixes = cursor.place.prefixes(impl_id);
        let branching = prefixes.iter().filter(|prefix| self.has_branched(prefix)).count();
        let is_too_deep = branching >= self.plan.depth as usize || prefixes.len() >= MOST_ACTIVATIONS;
        let activation = Rc::new(Activation { impl_id, order, caller: Some(caller), prefix, iterations });
        let place = self.place(activation, body.entry);
        let cursor = Cursor { block: cursor.block, place, values: cursor.values };
        if is_too_deep {
            self.cut(cursor);
        } else {
            self.enter(cursor);
        }
    }

    /// The start of an activation: parameters have their values, the checked preconditions were checked.
    pub(super) fn enter(&mut self, mut cursor: Cursor) {
        let program = self.program;
        let impl_id = cursor.place.activation.impl_id;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let info = self.info(impl_id);
        for &(global, old) in &info.olds {
            let itself = self.pool.var(global);
            let current = fold(self.pool, itself, &cursor.values);
            cursor.values.set_local(old, current);
        }
        let is_first = cursor.place.activation.caller.is_none();
        for local in &info.initial {
            self.choose(&mut cursor, Asked::Uninitialised, local.var);
        }
        let wheres = body.ins.iter().filter(|_| !is_first).chain(&info.initial);
        let wheres = wheres.filter_map(|local| Some((local.where_?, local.span)));
        let requires = proc.requires.iter().filter(|clause| is_first || clause.trust == Trust::Free);
        let assumed: Vec<(Term, Span)> = wheres.chain(requires.map(|clause| (clause.term, clause.span))).collect();
        for (condition, span) in assumed {
            if self.assume(&mut cursor, condition, span) == Path::Ended {
                return;
            }
        }
        self.edge(cursor.block, cursor.values, cursor.place);
    }

    /// A procedure without body: results that its contract allows.
    fn go_over(&mut self, mut cursor: Cursor, callee: ProcId, outs: &[VarId], span: Span) -> Option<Cursor> {
        let program = self.program;
        let proc = &program.procs[callee];
        self.trust(callee);
        let ensures: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        let mentioned = self.pool.free_vars_of(&ensures);
        for global in program.globals.with_old_among(&mentioned) {
            let itself = self.pool.var(global.var);
            let current = fold(self.pool, itself, &cursor.values);
            cursor.values.set_local(global.old, current);
        }
        for var in proc.outs.iter().map(|formal| formal.var).chain(proc.modifies.iter().copied()) {
            self.choose(&mut cursor, Asked::Result, var);
        }
        for clause in &proc.ensures {
            if self.assume(&mut cursor, clause.term, span) == Path::Ended {
                return None;
            }
        }
        self.back(cursor, callee, outs, span)
    }

    fn trust(&mut self, callee: ProcId) {
        if self.trusted.insert(callee) {
            let name = self.program.proc_name(callee);
            self.assumptions.push(format!("`{name}` has no body: its contract is taken on trust"));
        }
    }

    /// Checks the postconditions; then the caller goes on, or the run ends.
    pub(super) fn return_(&mut self, mut cursor: Cursor) {
        let program = self.program;
        let activation = cursor.place.activation.clone();
        let body = &program.impls[activation.impl_id];
        let proc = &program.procs[body.proc];
        for (formal, own) in proc.outs.iter().zip(&body.outs) {
            let result = self.pool.var(own.var);
            let result = fold(self.pool, result, &cursor.values);
            cursor.values.set_local(formal.var, result);
        }
        for clause in &proc.ensures {
            if self.postcondition(&mut cursor, clause, activation.caller.is_none()) == Path::Ended {
                return;
            }
        }
        let Some(caller) = &activation.caller else { return };
        if let Some(cursor) = self.back(cursor, body.proc, &caller.outs, caller.span) {
            let place = Place { cmd: caller.at.cmd + 1, ..caller.at.clone() };
            self.edge(cursor.block, cursor.values, place);
        }
    }

    fn postcondition(&mut self, cursor: &mut Cursor, clause: &Clause, is_first: bool) -> Path {
        match clause.trust {
            Trust::Checked => {
                let message = clause.message.clone();
                let check = Check { message, ..Check::new(CheckKind::Postcondition, clause.span) };
                self.assert(cursor, check, clause.term, clause.span)
            }
            Trust::AlwaysAssumed => self.assume(cursor, clause.term, clause.span),
            Trust::Free if !is_first => self.assume(cursor, clause.term, clause.span),
            Trust::Free => Path::Open,
        }
    }

    /// Out of the callee's frame, with its results.
    fn back(&mut self, mut cursor: Cursor, callee: ProcId, outs: &[VarId], span: Span) -> Option<Cursor> {
        let proc = &self.program.procs[callee];
        for condition in self.program.wheres_after(callee) {
            if self.assume(&mut cursor, condition, span) == Path::Ended {
                return None;
            }
        }
        let results = results(&cursor.values, proc);
        cursor.values.frames.pop();
        for (&out, result) in outs.iter().zip(results) {
            if let Some(result) = result {
                self.set(&mut cursor, out, result);
            }
        }
        Some(cursor)
    }
}

fn results(values: &Values, proc: &Proc) -> Vec<Option<Term>> {
    let frame = values.frames.last();
    proc.outs.iter().map(|formal| frame.and_then(|frame| frame.get(&formal.var).copied())).collect()
}
