//! Calls: contracts checked at the call and on return, bodies run in a frame of their own, results brought back.

use invar_base::Span;
use invar_logic::{Term, VarId};

use super::{Frame, Machine, Step, values_of};
use crate::check::CheckKind;
use crate::interp::oracle::Why;
use crate::interp::{EventKind, Failure, Outcome, State};
use crate::program::{Clause, Proc, ProcId, Trust};

impl Machine<'_> {
    pub(super) fn call(&mut self, frame: Frame, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) -> Step<()> {
        let program = self.program;
        let proc = &program.procs[callee];
        let mut args = Vec::with_capacity(ins.len());
        for &term in ins {
            args.push(self.value_of(term, &frame.state, span)?);
        }
        let mut state = self.shared(&frame.state);
        state.values.extend(proc.ins.iter().map(|formal| formal.var).zip(args.iter().cloned()));
        for clause in &proc.requires {
            match clause.trust {
                Trust::Checked if !self.truth(clause.term, &state, span)? => {
                    return Err(self.contract_failure(&frame, CheckKind::Precondition, span, Some(clause.span)));
                }
                Trust::AlwaysAssumed => self.assume(clause.term, &state, clause.span)?,
                Trust::Checked | Trust::Free => {}
            }
        }
        let depth = self.frames.len();
        self.record.event(span, EventKind::Called(callee), depth, || {
            proc.ins.iter().map(|formal| formal.var).zip(args.iter().cloned()).collect()
        });
        match self.bodies.get(&callee) {
            Some(&body) => {
                self.frames.push(frame);
                self.enter(body, state, args, outs.to_vec(), span)
            }
            None => self.call_unknown(frame, callee, state, outs, span),
        }
    }

    /// The part of a state that a callee sees.
    pub(super) fn shared(&self, state: &State) -> State {
        let constants = self.program.constants.iter().map(|constant| constant.var);
        let globals = self.program.globals.iter().map(|global| global.var);
        let values = constants.chain(globals).filter_map(|var| Some((var, state.values.get(&var)?.clone()))).collect();
        State { values, functions: state.functions.clone() }
    }

    /// A procedure without body: the oracle gives results that its contract must allow.
    pub(super) fn call_unknown(
        &mut self,
        frame: Frame,
        callee: ProcId,
        mut state: State,
        outs: &[VarId],
        span: Span,
    ) -> Step<()> {
        let program = self.program;
        let proc = &program.procs[callee];
        for global in &program.globals {
            if let Some(value) = state.values.get(&global.var).cloned() {
                state.values.insert(global.old, value);
            }
        }
        // Without their values, conditions on them are not judged too early.
        for var in &proc.modifies {
            state.values.remove(var);
        }
        let wheres = proc.outs.iter().filter_map(|formal| formal.where_);
        let conditions: Vec<Term> = wheres.chain(proc.ensures.iter().map(|clause| clause.term)).collect();
        for var in proc.outs.iter().map(|formal| formal.var).chain(proc.modifies.iter().copied()) {
            let value = self.ask(var, Why::CallResult(callee), &conditions, &state, span)?;
            state.values.insert(var, value);
        }
        for clause in &proc.ensures {
            self.assume(clause.term, &state, clause.span)?;
        }
        self.resume(frame, proc, callee, &state, outs, span)
    }

    /// Checks the postconditions; then the caller goes on, or the run ends with the state of its first frame.
    pub(super) fn return_(&mut self, mut frame: Frame, span: Span) -> Step<Option<State>> {
        let body = &self.program.impls[frame.impl_id];
        let proc = &self.program.procs[body.proc];
        for (formal, own) in proc.outs.iter().zip(&body.outs) {
            if let Some(value) = frame.state.values.get(&own.var).cloned() {
                frame.state.values.insert(formal.var, value);
            }
        }
        for clause in &proc.ensures {
            self.postcondition(&frame, clause, span)?;
        }
        let Some(caller) = self.frames.pop() else { return Ok(Some(frame.state)) };
        self.resume(caller, proc, body.proc, &frame.state, &frame.results, frame.span)?;
        Ok(None)
    }

    /// A free postcondition is what the caller assumes; the body that was started has no caller.
    pub(super) fn postcondition(&mut self, frame: &Frame, clause: &Clause, span: Span) -> Step<()> {
        let depth = self.frames.len();
        match clause.trust {
            Trust::Checked if !self.truth(clause.term, &frame.state, clause.span)? => {
                Err(self.contract_failure(frame, CheckKind::Postcondition, clause.span, Some(span)))
            }
            Trust::AlwaysAssumed => self.assume(clause.term, &frame.state, clause.span),
            Trust::Free if depth > 0 => self.assume(clause.term, &frame.state, clause.span),
            Trust::Checked | Trust::Free => Ok(()),
        }
    }

    pub(super) fn contract_failure(
        &self,
        frame: &Frame,
        kind: CheckKind,
        span: Span,
        related: Option<Span>,
    ) -> Box<Outcome> {
        let depth = self.frames.len();
        let (impl_id, state) = (frame.impl_id, frame.state.clone());
        Box::new(Outcome::Failed(Failure { check: None, kind, span, related, depth, impl_id, state }))
    }

    /// Brings results and globals back from the callee's final state; what changed satisfies its `where` condition.
    pub(super) fn resume(
        &mut self,
        mut caller: Frame,
        proc: &Proc,
        callee: ProcId,
        state: &State,
        outs: &[VarId],
        span: Span,
    ) -> Step<()> {
        let globals = proc.modifies.iter().filter_map(|&var| Some((self.program.global(var)?.where_?, span)));
        let results = proc.outs.iter().filter_map(|formal| Some((formal.where_?, span)));
        let conditions: Vec<(Term, Span)> = results.chain(globals).collect();
        for (condition, span) in conditions {
            self.assume(condition, state, span)?;
        }
        for global in &self.program.globals {
            if let Some(value) = state.values.get(&global.var) {
                caller.state.values.insert(global.var, value.clone());
            }
        }
        for (&target, formal) in outs.iter().zip(&proc.outs) {
            if let Some(value) = state.values.get(&formal.var) {
                caller.state.values.insert(target, value.clone());
            }
        }
        let depth = self.frames.len();
        let changed = outs.iter().chain(&proc.modifies).copied();
        self.record.event(span, EventKind::Returned(callee), depth, || values_of(&caller.state, changed));
        self.frames.push(caller);
        Ok(())
    }
}
