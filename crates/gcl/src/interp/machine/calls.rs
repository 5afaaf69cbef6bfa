//! Calls: contracts checked at the call and on return, bodies run in a frame of their own, results brought back.

use invar_base::Span;
use invar_logic::{Term, Value, VarId};

use super::{Machine, Step, values_of};
use crate::check::CheckKind;
use crate::interp::EventKind;
use crate::interp::oracle::Why;
use crate::interp::table::mentioned_olds;
use crate::program::{Clause, Proc, ProcId, Trust};

impl Machine<'_, '_> {
    pub(super) fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) -> Step<()> {
        let program = self.program;
        let proc = &program.procs[callee];
        let mut args = Vec::with_capacity(ins.len());
        for &term in ins {
            args.push(self.value_of(term, span)?);
        }
        let body = program.bodies_of(callee).first().copied();
        let saved = match body {
            Some(body) => {
                let table = self.interpreter.table(body);
                self.put_away(&table.own)
            }
            None => self.put_away(&self.own_without_body(proc)),
        };
        self.state.values.extend(proc.ins.iter().map(|formal| formal.var).zip(args.iter().cloned()));
        self.preconditions(proc, &saved, span)?;
        let depth = self.depth();
        self.record.event(span, EventKind::Called(callee), depth, || {
            proc.ins.iter().map(|formal| formal.var).zip(args.iter().cloned()).collect()
        });
        match body {
            Some(body) => {
                let own = program.impls[body].ins.iter().map(|local| local.var);
                self.state.values.extend(own.zip(args));
                self.enter(body, saved, outs.to_vec(), span)
            }
            None => self.call_unknown(callee, saved, outs, span),
        }
    }

    fn preconditions(&mut self, proc: &Proc, saved: &[(VarId, Value)], span: Span) -> Step<()> {
        for clause in &proc.requires {
            match clause.trust {
                Trust::Checked if !self.truth(clause.term, span)? => {
                    // The failing state is the caller's.
                    self.state.values.extend(saved.iter().cloned());
                    return Err(self.failure(None, CheckKind::Precondition, span, Some(clause.span)));
                }
                Trust::AlwaysAssumed => self.assume(clause.term, clause.span)?,
                Trust::Checked | Trust::Free => {}
            }
        }
        Ok(())
    }

    /// The variables' values are taken out of the state, for an activation further in.
    fn put_away(&mut self, vars: &[VarId]) -> Vec<(VarId, Value)> {
        vars.iter().filter_map(|var| Some((*var, self.state.values.remove(var)?))).collect()
    }

    fn own_without_body(&self, proc: &Proc) -> Vec<VarId> {
        let formals = proc.ins.iter().chain(&proc.outs).map(|local| local.var);
        let ensures: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        let olds = mentioned_olds(self.program, self.pool, &ensures);
        formals.chain(olds.into_iter().map(|(_, old)| old)).collect()
    }

    /// A procedure without body: the oracle gives results that its contract must allow.
    fn call_unknown(&mut self, callee: ProcId, saved: Vec<(VarId, Value)>, outs: &[VarId], span: Span) -> Step<()> {
        let program = self.program;
        let proc = &program.procs[callee];
        let ensures: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        self.save_olds(&mentioned_olds(program, self.pool, &ensures));
        // Without their values, conditions on them are not judged too early.
        for var in &proc.modifies {
            self.state.values.remove(var);
        }
        let wheres = proc.outs.iter().filter_map(|formal| formal.where_);
        let conditions: Vec<Term> = wheres.chain(ensures).collect();
        for var in proc.outs.iter().map(|formal| formal.var).chain(proc.modifies.iter().copied()) {
            let value = self.ask(var, Why::CallResult(callee), &conditions, span)?;
            self.state.values.insert(var, value);
        }
        for clause in &proc.ensures {
            self.assume(clause.term, clause.span)?;
        }
        self.results_fit(callee, span)?;
        let own = self.own_without_body(proc);
        self.resume(callee, &own, saved, outs, span);
        Ok(())
    }

    /// Checks the postconditions; then the caller goes on, or the run ends.
    pub(super) fn return_(&mut self, span: Span) -> Step<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let body = &self.program.impls[frame.impl_id];
        let proc = &self.program.procs[body.proc];
        for (formal, own) in proc.outs.iter().zip(&body.outs) {
            if let Some(value) = self.state.values.get(&own.var).cloned() {
                self.state.values.insert(formal.var, value);
            }
        }
        for clause in &proc.ensures {
            self.postcondition(clause, span)?;
        }
        if self.frames.len() == 1 {
            self.frames.pop();
            return Ok(());
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        self.results_fit(body.proc, frame.span)?;
        self.resume(body.proc, &frame.table.own, frame.saved, &frame.results, frame.span);
        Ok(())
    }

    /// A free postcondition is what the caller assumes; the body that was started has no caller.
    fn postcondition(&mut self, clause: &Clause, span: Span) -> Step<()> {
        match clause.trust {
            Trust::Checked if !self.truth(clause.term, clause.span)? => {
                Err(self.failure(None, CheckKind::Postcondition, clause.span, Some(span)))
            }
            Trust::AlwaysAssumed => self.assume(clause.term, clause.span),
            Trust::Free if self.depth() > 0 => self.assume(clause.term, clause.span),
            Trust::Checked | Trust::Free => Ok(()),
        }
    }

    /// What a call changed satisfies its `where` condition.
    fn results_fit(&mut self, callee: ProcId, span: Span) -> Step<()> {
        self.program.wheres_after(callee).into_iter().try_for_each(|condition| self.assume(condition, span))
    }

    /// The caller goes on: with the results, and with its own values of the variables that the callee used.
    fn resume(&mut self, callee: ProcId, own: &[VarId], saved: Vec<(VarId, Value)>, outs: &[VarId], span: Span) {
        let proc = &self.program.procs[callee];
        let results: Vec<Option<Value>> =
            proc.outs.iter().map(|formal| self.state.values.remove(&formal.var)).collect();
        for var in own {
            self.state.values.remove(var);
        }
        self.state.values.extend(saved);
        for (&target, value) in outs.iter().zip(results) {
            if let Some(value) = value {
                self.state.values.insert(target, value);
            }
        }
        let depth = self.depth();
        let state = &self.state;
        let changed = outs.iter().chain(&proc.modifies).copied();
        self.record.event(span, EventKind::Returned(callee), depth, || values_of(state, changed));
    }
}
