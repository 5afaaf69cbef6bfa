//! Measures of procedures: a call that may lead back to its caller starts with a smaller one.

use invar_logic::Term;
use rustc_hash::FxHashSet;

use super::super::typed::{self, ProcKey, VarKey};
use super::Lowering;
use super::terms::Position;
use crate::check::{Check, CheckKind};
use crate::program::{Cmd, CmdKind, Local};

impl Lowering<'_> {
    /// Saves the measure's value on entry: the variables for it, and the commands that begin the body.
    pub fn entry_measure(&mut self, key: ProcKey) -> (Vec<Local>, Vec<Cmd>) {
        let typed = self.typed.clone();
        self.measured = None;
        let Some(measure) = &typed.procs[key].measure else { return (Vec::new(), Vec::new()) };
        self.measured = Some(key);
        let locals = self.locals(&measure.saved);
        let mut cmds = Vec::new();
        for (local, part) in locals.iter().zip(&measure.parts) {
            let value = self.term(part, Position::OPAQUE);
            cmds.push(Cmd { kind: CmdKind::Assign(local.var, value), span: measure.span });
        }
        (locals, cmds)
    }

    /// The check that goes before a call, if it may lead back and the caller has a measure.
    pub fn measure_of_call(&mut self, cmd: &typed::Cmd) -> Option<Cmd> {
        let typed::CmdKind::Call { callee, type_args, ins, .. } = &cmd.kind else { return None };
        let typed = self.typed.clone();
        let caller = self.measured?;
        let before = typed.procs[caller].measure.as_ref()?;
        if !self.may_lead(*callee, caller) {
            return None;
        }
        let info = &typed.procs[*callee];
        let measure = info.measure.as_ref().filter(|measure| measure.parts.len() == before.parts.len());
        let Some(measure) = measure else {
            let (own, other) = (&typed.procs[caller].name, &info.name);
            let message = format!("this may lead back to `{own}`, so `{other}` needs a measure of as many parts");
            self.fail("measure", cmd.span, message);
            return None;
        };
        let (ins, type_args) = (self.opaque_terms(ins), self.concrete_all(type_args));
        // The measure speaks of the callee's formals and type parameters, which may be those of this body.
        let outer = self.params.clone();
        self.params.extend(info.type_params.iter().copied().zip(type_args));
        let hidden: Vec<(VarKey, Option<Term>)> =
            info.ins.iter().zip(ins).map(|(&formal, value)| (formal, self.env.insert(formal, value))).collect();
        let term = self.term(&measure.is_below(&before.saved), Position::OPAQUE);
        for (formal, value) in hidden {
            match value {
                Some(value) => drop(self.env.insert(formal, value)),
                None => drop(self.env.remove(&formal)),
            }
        }
        self.params = outer;
        let check = Check { related: Some(measure.span), ..Check::new(CheckKind::Variant, cmd.span) };
        let check = self.program.checks.push(check);
        Some(Cmd { kind: CmdKind::Assert(check, term), span: cmd.span })
    }

    /// May a run of the first procedure call the second?
    fn may_lead(&mut self, from: ProcKey, to: ProcKey) -> bool {
        if from == to {
            return true;
        }
        if let Some(known) = self.led_to.get(&from) {
            return known.contains(&to);
        }
        let typed = self.typed.clone();
        let mut reached: FxHashSet<ProcKey> = FxHashSet::default();
        let mut work = vec![from];
        while let Some(proc) = work.pop() {
            for body in typed.bodies.iter().filter(|body| body.proc == proc) {
                for cmd in body.code.blocks.iter().flat_map(|block| &block.cmds) {
                    if let typed::CmdKind::Call { callee, .. } = &cmd.kind
                        && reached.insert(*callee)
                    {
                        work.push(*callee);
                    }
                }
            }
        }
        let leads = reached.contains(&to);
        self.led_to.insert(from, reached);
        leads
    }
}
