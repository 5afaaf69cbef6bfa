//! Calls and returns: the interpreter's steps. A callee is entered when a run comes to it; without a body, its results are symbols
//! that its contract must allow.

use std::rc::Rc;

use invar_base::{Id, Span};
use invar_gcl::{CmdKind, ImplId, Proc, ProcId, Trust};
use invar_logic::{Term, VarId};

use super::eval::Pause;
use super::info::NEVER;
use super::machine::{Flow, Machine};
use super::records::Kind;
use super::state::{Frame, Place, State};
use super::value::{Sym, mixed};

/// Activations inside each other.
const DEEPEST: u32 = 60_000;

impl Machine<'_, '_> {
    pub(super) fn call(&mut self, state: &mut State, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) -> Flow {
        let program = self.program;
        let proc = &program.procs[callee];
        let mut args = Vec::with_capacity(ins.len());
        for &term in ins {
            args.push(match self.eval(state, term) {
                Ok(value) => Some(value),
                Err(Pause::NoValue) => None,
                Err(Pause::Split(term)) => return self.split(state, term),
            });
        }
        let body = program.bodies_of(callee).first().copied();
        let own: Vec<VarId> = match body {
            Some(body) => self.info(body).own.clone(),
            None => proc.ins.iter().chain(&proc.outs).map(|local| local.var).collect(),
        };
        let may_begin_again = !proc.requires.is_empty() || body.is_none() && !proc.ensures.is_empty();
        let before = may_begin_again.then(|| state.clone());
        let saved = own.iter().filter_map(|&var| Some((var, state.vars.take(var)?))).collect();
        for (formal, value) in proc.ins.iter().zip(&args) {
            set(state, formal.var, value.clone());
        }
        match self.preconditions(state, proc, span) {
            Flow::On => {}
            Flow::End => return Flow::End,
            Flow::Again => return self.once_more(state, before),
        }
        match body {
            Some(body) => {
                for (own, value) in program.impls[body].ins.iter().zip(args) {
                    set(state, own.var, value);
                }
                if !self.push(state, saved) {
                    self.doubts += 1;
                    return Flow::End;
                }
                state.place = Place { impl_id: body, block: program.impls[body].entry, cmd: 0 };
                self.enter(state, body)
            }
            None => self.go_over(state, before, callee, outs, saved),
        }
    }

    fn preconditions(&mut self, state: &mut State, proc: &Proc, span: Span) -> Flow {
        for clause in &proc.requires {
            let value = self.eval(state, clause.term);
            let flow = match clause.trust {
                Trust::Checked => self.check(state, value, (span, Some(clause.span))),
                Trust::AlwaysAssumed => self.assume(state, value),
                Trust::Free => Flow::On,
            };
            if flow != Flow::On {
                return flow;
            }
        }
        Flow::On
    }

    /// Something was split in the middle of the call: it begins again, with what was learnt.
    fn once_more(&mut self, state: &mut State, before: Option<State>) -> Flow {
        let Some(before) = before else {
            self.doubts += 1;
            return Flow::End;
        };
        let (path, known, model) = (state.path, state.known.clone(), state.model.clone());
        // What was learnt is about the results that were chosen: with other ones, the same would be split for ever.
        let before = State { record: state.record, chosen: state.chosen.take(), ..before };
        // The state that waits was taken in the middle, too.
        if let Some(waiting) = self.waiting.last_mut() {
            let need = waiting.need;
            *waiting = State { need, ..before.clone() };
        }
        *state = State { path, known, model, ..before };
        Flow::Again
    }

    fn push(&mut self, state: &mut State, saved: Vec<(VarId, Sym)>) -> bool {
        let place = state.place;
        let outer = state.caller.as_ref();
        let after = self.distances.from(Place { cmd: place.cmd + 1, ..place });
        let further = outer.map_or(NEVER, |frame| (after.end + frame.distance).min(NEVER));
        let mut hash =
            mixed(outer.map_or(7, |frame| frame.hash), mixed(place.block.index() as u64, u64::from(place.cmd)));
        let mut held: Vec<Term> = outer.map_or(Vec::new(), |frame| frame.held.to_vec());
        for (var, value) in &saved {
            match value.hash() {
                Some(own) => hash ^= mixed(var.index() as u64, own),
                None => match value {
                    Sym::Term(term) if held.contains(term) => hash = mixed(hash, var.index() as u64),
                    Sym::Term(term) => held.push(*term),
                    // Such states are never the same as others.
                    Sym::Map(_) | Sym::Int(_) | Sym::Bool(_) => hash = mixed(hash, self.symbols.next_closure()),
                },
            }
        }
        let depth = state.depth() + 1;
        let caller = state.caller.take();
        let distance = after.check.min(further);
        state.caller = Some(Rc::new(Frame { place, saved, caller, depth, distance, hash, held: held.into() }));
        depth < DEEPEST
    }

    /// The start of a body: parameters have their values, the checked preconditions were checked.
    pub(super) fn enter(&mut self, state: &mut State, impl_id: ImplId) -> Flow {
        let program = self.program;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let info = self.info(impl_id);
        for &(global, old) in &info.olds {
            if let Some(value) = state.vars.get(global).cloned() {
                state.vars.set(old, value);
            }
        }
        for local in &info.initial {
            self.choose(state, Kind::Uninitialised, local.var);
        }
        for local in &info.initial {
            if let Some(condition) = local.where_
                && self.bound(state, local.var, condition) == Flow::End
            {
                return Flow::End;
            }
        }
        let is_first = state.caller.is_none();
        for clause in proc.requires.iter().filter(|clause| is_first || clause.trust == Trust::Free) {
            let value = self.eval(state, clause.term);
            if self.assume(state, value) == Flow::End {
                return Flow::End;
            }
        }
        Flow::On
    }

    /// A procedure without body: results that its contract allows.
    fn go_over(
        &mut self,
        state: &mut State,
        before: Option<State>,
        callee: ProcId,
        outs: &[VarId],
        saved: Vec<(VarId, Sym)>,
    ) -> Flow {
        let program = self.program;
        let proc = &program.procs[callee];
        let ensures: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        let mentioned = self.symbols.pool.free_vars_of(&ensures);
        for global in program.globals.with_old_among(&mentioned) {
            if let Some(value) = state.vars.get(global.var).cloned() {
                state.vars.set(global.old, value);
            }
        }
        let changed: Vec<VarId> =
            proc.outs.iter().map(|formal| formal.var).chain(proc.modifies.iter().copied()).collect();
        match self.results(state, proc, &changed) {
            Flow::On => {}
            Flow::End => return Flow::End,
            Flow::Again => return self.once_more(state, before),
        }
        for term in ensures {
            let value = self.eval(state, term);
            match self.assume(state, value) {
                Flow::On => {}
                Flow::End => return Flow::End,
                Flow::Again => return self.once_more(state, before),
            }
        }
        state.chosen = None;
        let own: Vec<VarId> = proc.ins.iter().chain(&proc.outs).map(|local| local.var).collect();
        resume(state, proc, &own, saved, outs);
        state.place.cmd += 1;
        Flow::On
    }

    /// Symbols for what a procedure without body changes; those that were chosen before, if the call is looked at once more.
    fn results(&mut self, state: &mut State, proc: &Proc, changed: &[VarId]) -> Flow {
        let again = state.chosen.clone();
        match &again {
            Some(chosen) => chosen.iter().for_each(|(var, value)| set(state, *var, value.clone())),
            None => changed.iter().for_each(|&var| self.choose(state, Kind::Result, var)),
        }
        state.chosen = Some(changed.iter().map(|&var| (var, state.vars.get(var).cloned())).collect());
        for &var in changed {
            let Some(condition) = self.condition_of(proc, var) else { continue };
            let flow = match again {
                Some(_) => {
                    let value = self.eval(state, condition);
                    self.assume(state, value)
                }
                None => self.bound(state, var, condition),
            };
            if flow != Flow::On {
                return flow;
            }
        }
        Flow::On
    }

    fn condition_of(&self, proc: &Proc, var: VarId) -> Option<Term> {
        let result = proc.outs.iter().find(|formal| formal.var == var).and_then(|formal| formal.where_);
        result.or_else(|| self.program.global(var).and_then(|global| global.where_))
    }

    /// Checks the postconditions; then the caller goes on, or the run ends.
    pub(super) fn return_(&mut self, state: &mut State, span: Span) -> Flow {
        let program = self.program;
        let impl_id = state.place.impl_id;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        for (formal, own) in proc.outs.iter().zip(&body.outs) {
            if let Some(value) = state.vars.get(own.var).cloned() {
                state.vars.set(formal.var, value);
            }
        }
        let is_first = state.caller.is_none();
        for clause in &proc.ensures {
            let value = self.eval(state, clause.term);
            let flow = match clause.trust {
                Trust::Checked => self.check(state, value, (clause.span, Some(span))),
                Trust::AlwaysAssumed => self.assume(state, value),
                Trust::Free if !is_first => self.assume(state, value),
                Trust::Free => Flow::On,
            };
            if flow != Flow::On {
                return flow;
            }
        }
        let Some(frame) = state.caller.take() else { return Flow::End };
        state.caller = frame.caller.clone();
        let Frame { place, saved, .. } = &*frame;
        let outs: &[VarId] = match self.program.impls[place.impl_id].blocks.get(place.block) {
            Some(block) => match block.cmds.get(place.cmd as usize).map(|cmd| &cmd.kind) {
                Some(CmdKind::Call { outs, .. }) => outs,
                Some(CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(..)) | None => &[],
            },
            None => &[],
        };
        let own = self.info(impl_id).own.clone();
        resume(state, proc, &own, saved.clone(), outs);
        state.place = Place { cmd: place.cmd + 1, ..*place };
        self.arrive(state)
    }
}

fn set(state: &mut State, var: VarId, value: Option<Sym>) {
    match value {
        Some(value) => state.vars.set(var, value),
        None => drop(state.vars.take(var)),
    }
}

/// The caller goes on: with the results, and with its own values of the variables that the callee used.
fn resume(state: &mut State, proc: &Proc, own: &[VarId], saved: Vec<(VarId, Sym)>, outs: &[VarId]) {
    let results: Vec<Option<Sym>> = proc.outs.iter().map(|formal| state.vars.take(formal.var)).collect();
    for &var in own {
        state.vars.take(var);
    }
    for (var, value) in saved {
        state.vars.set(var, value);
    }
    for (&target, value) in outs.iter().zip(results) {
        set(state, target, value);
    }
}
