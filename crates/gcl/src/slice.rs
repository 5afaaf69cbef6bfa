//! The part of a program that one implementation can reach. In: a program and an implementation. Out: a program in which the implementation does
//! what it does in the first, with nothing in it that it cannot come to: bodies and contracts of procedures that are not called from it, and
//! globals that nothing in it reads or sets.
//!
//! Ids are those of the whole program, and so is the pool: what is not reached is there as an empty shell. A report about the slice is one about
//! the program. Work on an implementation is so in proportion to what it reaches, whatever else is in the file.
//!
//! A global that is left out has any value on entry and after calls, and no formula of the slice mentions it. Its own condition (`where`) is left out
//! with it: that must hold of some value, which is why only programs of a front end that sees to it are sliced (`SourceTable::live`).

use std::collections::BTreeMap;

use invar_base::Id;
use invar_logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Check, CheckId, CheckKind};
use crate::program::{BlockId, CmdKind, Globals, Impl, ImplId, Local, Proc, ProcId, Program};
use crate::source::SourceTable;

/// The program as the implementation sees it.
pub fn below(program: &Program, impl_id: ImplId) -> Program {
    let mut reached = Reached::default();
    reached.proc(program, program.impls[impl_id].proc);
    let proc = program.impls[impl_id].proc;
    let wishes = program.conditions.get(&proc).into_iter().flatten().flatten();
    reached.terms.extend(wishes.flat_map(|wish| [wish.asked.term, wish.switched]));
    let possible = program.possible_requires.get(&proc).into_iter().flatten().flatten();
    reached.terms.extend(possible.map(|precondition| precondition.term));
    let read = reached.variables(program);
    let globals = kept_globals(program, &read);
    let is_reached = |id: &ImplId| reached.procs.contains(&program.impls[*id].proc);
    Program {
        pool: program.pool.clone(),
        sorts: program.sorts.clone(),
        constants: program.constants.clone(),
        functions: program.functions.clone(),
        axioms: program.axioms.clone(),
        procs: program.procs.iter().map(|(id, proc)| reached.contract(id, proc, &globals)).collect(),
        impls: program.impls.values().map(|body| reached.body(body, program, &globals)).collect(),
        checks: program.checks.iter().map(|(id, check)| reached.check(id, check)).collect(),
        assumptions: program.assumptions.clone(),
        approximations: program.approximations.clone(),
        targets: program.targets.as_ref().map(|_| vec![impl_id]),
        instances: program.instances.iter().copied().filter(is_reached).collect(),
        possible_requires: only(&program.possible_requires, proc),
        conditions: only(&program.conditions, proc),
        inner: program.inner.iter().copied().filter(is_reached).collect(),
        predicates: program.predicates.clone(),
        vacuity: program.vacuity,
        roles: program.roles.clone(),
        sums: program.sums.clone(),
        source: shown(program, &read, &globals),
        bodies: Default::default(),
        globals,
    }
}

fn only<T: Clone>(all: &FxHashMap<ProcId, T>, proc: ProcId) -> FxHashMap<ProcId, T> {
    all.get(&proc).map(|own| (proc, own.clone())).into_iter().collect()
}

/// What calls lead to, and what is said there.
#[derive(Default)]
struct Reached {
    procs: FxHashSet<ProcId>,
    checks: FxHashSet<CheckId>,
    terms: Vec<Term>,
    /// Set by commands, or declared in a body.
    set: FxHashSet<VarId>,
}

impl Reached {
    /// A procedure with all its bodies, and those that they call.
    fn proc(&mut self, program: &Program, start: ProcId) {
        let mut work = vec![start];
        while let Some(proc) = work.pop() {
            if !self.procs.insert(proc) {
                continue;
            }
            let contract = &program.procs[proc];
            self.terms.extend(contract.requires.iter().chain(&contract.ensures).map(|clause| clause.term));
            self.declared(contract.ins.iter().chain(&contract.outs));
            for &body in program.bodies_of(proc) {
                self.declared(program.impls[body].variables());
                work.extend(self.commands(&program.impls[body]));
            }
        }
    }

    fn declared<'a>(&mut self, locals: impl Iterator<Item = &'a Local>) {
        for local in locals {
            self.set.insert(local.var);
            self.terms.extend(local.where_);
        }
    }

    /// What the commands of a body call.
    fn commands(&mut self, body: &Impl) -> Vec<ProcId> {
        let mut called = Vec::new();
        for block in body.blocks.values() {
            self.terms.extend(block.hints.predicates.iter().chain(&block.hints.templates));
            self.set.extend(&block.hints.skolems);
            for cmd in &block.cmds {
                self.terms.extend(cmd.kind.terms());
                match &cmd.kind {
                    CmdKind::Assign(var, _) => drop(self.set.insert(*var)),
                    CmdKind::Assert(check, _) => drop(self.checks.insert(*check)),
                    CmdKind::Call { callee, outs, .. } => {
                        called.push(*callee);
                        self.set.extend(outs);
                    }
                    // Whether a variable that nobody reads has another value does not matter.
                    CmdKind::Havoc(_) | CmdKind::Assume(_) => {}
                }
            }
        }
        called
    }

    /// The variables that are read or set, with those that the front end needs to speak of them.
    fn variables(&self, program: &Program) -> FxHashSet<VarId> {
        let mut read = self.set.clone();
        let said = program.axioms.iter().map(|axiom| axiom.term);
        let said = said.chain(program.predicates.iter().map(|predicate| predicate.term));
        let terms: Vec<Term> = self.terms.iter().copied().chain(said).collect();
        read.extend(program.pool.free_vars_of(&terms));
        read.extend([program.source.live, program.source.next].into_iter().flatten());
        read.extend(program.approximations.as_ref().map(|known| known.flag));
        let offsets = |var: &VarId| program.source.variables.get(var)?.offset();
        let offsets: Vec<VarId> = read.iter().filter_map(offsets).collect();
        read.extend(offsets);
        read
    }

    fn contract(&self, id: ProcId, proc: &Proc, globals: &Globals) -> Proc {
        if !self.procs.contains(&id) {
            let (requires, ensures, modifies) = (Vec::new(), Vec::new(), Vec::new());
            let (name, span, inline) = (proc.name, proc.span, proc.inline);
            return Proc { name, span, ins: Vec::new(), outs: Vec::new(), requires, ensures, modifies, inline };
        }
        let mut proc = proc.clone();
        proc.modifies.retain(|var| globals.get(*var).is_some());
        proc
    }

    fn body(&self, body: &Impl, program: &Program, globals: &Globals) -> Impl {
        if !self.procs.contains(&body.proc) {
            let (ins, outs, locals) = (Vec::new(), Vec::new(), Vec::new());
            let (blocks, entry) = (Default::default(), BlockId::from_index(0));
            return Impl { proc: body.proc, span: body.span, ins, outs, locals, blocks, entry };
        }
        let mut body = body.clone();
        for block in body.blocks.values_mut() {
            block.cmds.retain(|cmd| match cmd.kind {
                CmdKind::Havoc(var) => program.global(var).is_none() || globals.get(var).is_some(),
                CmdKind::Assign(..) | CmdKind::Assume(_) | CmdKind::Assert(..) | CmdKind::Call { .. } => true,
            });
        }
        body
    }

    fn check(&self, id: CheckId, check: &Check) -> Check {
        if self.checks.contains(&id) { check.clone() } else { Check::new(CheckKind::Assertion, check.span) }
    }
}

/// Those that are read or set, and those that conditions tie to them.
fn kept_globals(program: &Program, read: &FxHashSet<VarId>) -> Globals {
    let mut kept = read.clone();
    let conditions: Vec<(&crate::program::Global, FxHashSet<VarId>)> =
        program.globals.iter().map(|global| (global, program.pool.free_vars_of(global.where_.as_slice()))).collect();
    loop {
        let before = kept.len();
        for (global, mentioned) in &conditions {
            let is_tied = mentioned.iter().any(|var| *var != global.var && kept.contains(var));
            if is_tied || kept.contains(&global.var) || kept.contains(&global.old) {
                kept.extend(mentioned.iter().chain([&global.var]));
            }
        }
        if kept.len() == before {
            break;
        }
    }
    let mut globals = Globals::default();
    program.globals.iter().filter(|global| kept.contains(&global.var)).for_each(|global| globals.push(global.clone()));
    globals
}

/// How the variables that are left are shown.
fn shown(program: &Program, read: &FxHashSet<VarId>, globals: &Globals) -> SourceTable {
    let source = &program.source;
    let all = globals.iter().flat_map(|global| [global.var, global.old]).chain(read.iter().copied());
    let mut variables = BTreeMap::new();
    let mut arguments = BTreeMap::new();
    for var in all {
        variables.extend(source.variables.get(&var).map(|shown| (var, shown.clone())));
        arguments.extend(source.arguments.get(&var).map(|argument| (var, *argument)));
    }
    SourceTable {
        variables,
        arguments,
        objects: source.objects.clone(),
        null: source.null,
        live: source.live,
        next: source.next,
        scopes: source.scopes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boogie;
    use invar_base::SourceMap;

    fn program(text: &str) -> Program {
        let mut sources = SourceMap::new();
        let id = sources.add("test.bpl", text);
        boogie::read(id, text).expect("a program").program
    }

    fn impl_of(program: &Program, name: &str) -> ImplId {
        program.impls.ids().find(|id| program.impl_name(*id) == name).expect("a body")
    }

    const TEXT: &str = "
        var read, set, forgotten, other, old_read: int;
        procedure {:inline 1} inner() modifies set; { set := read; }
        procedure far(); modifies forgotten, set;
        procedure start() modifies forgotten, set; ensures set == old(old_read);
        { havoc forgotten; call far(); call inner(); }
        procedure elsewhere() modifies other; { other := 1; assert other == 1; }";

    #[test]
    fn what_is_not_reached_is_left_out() {
        let whole = program(TEXT);
        let start = impl_of(&whole, "start");
        let slice = below(&whole, start);
        let names: Vec<&str> = slice.globals.iter().map(|global| slice.pool.var_name(global.var)).collect();
        assert_eq!(names, ["read", "set", "old_read"]);
        let far = slice.procs.ids().find(|id| slice.proc_name(*id) == "far").expect("a procedure");
        assert_eq!(slice.procs[far].modifies.len(), 1);
        let has_havoc =
            |block: &crate::program::Block| block.cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Havoc(_)));
        assert!(!slice.impls[start].blocks.values().any(has_havoc));
        assert!(slice.impls[impl_of(&slice, "elsewhere")].blocks.is_empty());
        assert!(!slice.impls[impl_of(&slice, "inner")].blocks.is_empty());
    }

    #[test]
    fn conditions_tie_globals_together() {
        let text = "
            var a: int where a <= b; var b: int; var c: int where c >= 0;
            procedure p() { assert b >= 0; }";
        let whole = program(text);
        let slice = below(&whole, impl_of(&whole, "p"));
        let names: Vec<&str> = slice.globals.iter().map(|global| slice.pool.var_name(global.var)).collect();
        assert_eq!(names, ["a", "b"]);
    }
}
