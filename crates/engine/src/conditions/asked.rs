//! The program in which callers of one implementation are asked for something. In: preconditions. Out: a copy of the program with them
//! in the contract, as if the text said so.

use std::collections::BTreeSet;

use invar_gcl::{Check, CheckKind, Clause, Cmd, CmdKind, Constant, ImplId, Precondition, Program, Trust, Wish};
use invar_logic::{Term, VarId};

/// All of them are required.
pub fn asking(program: &Program, impl_id: ImplId, preconditions: &[&Precondition]) -> Program {
    let mut asked = program.clone();
    let clauses = preconditions.iter().map(|precondition| clause(program, impl_id, precondition.term));
    let proc = program.impls[impl_id].proc;
    asked.procs[proc].requires.extend(clauses);
    declare(&mut asked, impl_id, preconditions.iter().flat_map(|precondition| &precondition.names).copied());
    asked
}

/// The same for the claim that it never returns: whoever refutes it returns. No other check can fail, so that nobody is asked about them.
pub fn never_returning(program: &Program, impl_id: ImplId) -> Program {
    let mut asked = passing(program);
    let proc = program.impls[impl_id].proc;
    asked.procs[proc].ensures.push(clause(program, impl_id, Term::FALSE));
    asked
}

/// The same for the claim that nothing gets past its first block, in which the front end says what holds on entry.
pub fn never_entered(program: &Program, impl_id: ImplId) -> Program {
    let mut asked = passing(program);
    let (span, entry) = (program.impls[impl_id].span, program.impls[impl_id].entry);
    let check = asked.checks.push(Check::new(CheckKind::Assertion, span));
    asked.impls[impl_id].blocks[entry].cmds.push(Cmd { kind: CmdKind::Assert(check, Term::FALSE), span });
    asked
}

/// The runs that pass every assertion.
fn passing(program: &Program) -> Program {
    let mut passing = program.clone();
    for cmd in passing.impls.values_mut().flat_map(|body| body.blocks.values_mut()).flat_map(|block| &mut block.cmds) {
        if let CmdKind::Assert(_, term) = cmd.kind {
            cmd.kind = CmdKind::Assume(term);
        }
    }
    passing
}

/// Each is required if its switch is on. The switches are constants that nobody knows.
pub fn switched(program: &Program, impl_id: ImplId, choices: &[Vec<Wish>]) -> Program {
    let mut asked = program.clone();
    let (span, proc) = (program.impls[impl_id].span, program.impls[impl_id].proc);
    for wish in choices.iter().flatten() {
        asked.procs[proc].requires.push(clause(program, impl_id, wish.switched));
        asked.constants.push(Constant { var: wish.switch, unique: false, span });
    }
    declare(&mut asked, impl_id, choices.iter().flatten().flat_map(|wish| &wish.asked.names).copied());
    asked
}

/// Each name is a constant that nobody knows.
fn declare(asked: &mut Program, impl_id: ImplId, names: impl Iterator<Item = VarId>) {
    let span = asked.impls[impl_id].span;
    for var in names.collect::<BTreeSet<VarId>>() {
        asked.constants.push(Constant { var, unique: false, span });
    }
}

fn clause(program: &Program, impl_id: ImplId, term: Term) -> Clause {
    Clause { term, trust: Trust::Checked, span: program.impls[impl_id].span, message: None }
}
