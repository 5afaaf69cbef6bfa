//! Each rule of well-formed programs, broken once.

use invar_base::{Id, SourceId, Span};
use invar_gcl::builder::ProgramBuilder;
use invar_gcl::{BlockId, CheckId, Cmd, CmdKind, ImplId, Program, Transfer, wellformed};
use invar_logic::{Op, Sort, TermPool, VarId};

/// `var g; procedure p(a: int) returns (r: int) { r := a; }`, then changed.
fn broken(change: impl Fn(&mut Program, &mut TermPool)) -> String {
    let span = Span::new(SourceId::from_index(0), 0, 0);
    let mut b = ProgramBuilder::new(TermPool::new(), span);
    b.global("g", Sort::INT);
    let formals = (vec![b.local("a", Sort::INT)], vec![b.local("r", Sort::INT)]);
    let proc = b.proc("p", formals.0, formals.1, vec![]);
    let (ins, outs) = (vec![b.local("a", Sort::INT)], vec![b.local("r", Sort::INT)]);
    let a = b.pool.var(ins[0].var);
    let body = b.assign(outs[0].var, a);
    b.implement(proc, ins, outs, vec![], &body);
    let mut program = b.program.clone();
    let mut pool = b.pool;
    assert_eq!(wellformed::check_with(&program, &pool), Ok(()));
    change(&mut program, &mut pool);
    wellformed::check_with(&program, &pool).err().map(|errors| errors.join("; ")).unwrap_or_default()
}

fn push(program: &mut Program, kind: CmdKind) {
    let body = &mut program.impls[ImplId::from_index(0)];
    let (entry, span) = (body.entry, body.span);
    body.blocks[entry].cmds.push(Cmd { kind, span });
}

fn parameter(program: &Program) -> VarId {
    program.impls[ImplId::from_index(0)].ins[0].var
}

#[test]
fn every_broken_rule_is_named() {
    let cases = [
        (broken(|p, _| push(p, CmdKind::Havoc(parameter(p)))), "`a` must not be assigned"),
        (broken(|p, _| push(p, CmdKind::Havoc(p.globals[0].var))), "`g` must not be assigned"),
        (broken(|p, _| push(p, CmdKind::Havoc(p.globals[0].old))), "`old(g)` must not be assigned"),
        (
            broken(|p, pool| {
                let term = pool.int(1);
                push(p, CmdKind::Assume(term));
            }),
            "another sort",
        ),
        (
            broken(|p, pool| {
                let stranger = pool.new_var("stranger", Sort::BOOL);
                let term = pool.var(stranger);
                push(p, CmdKind::Assume(term));
            }),
            "`stranger` is not in scope",
        ),
        (
            broken(|p, pool| {
                let a = pool.var(parameter(p));
                let term = pool.mk(Op::Not, &[a]);
                push(p, CmdKind::Assume(term));
            }),
            "wrong sorts",
        ),
        (broken(|p, pool| push(p, CmdKind::Assert(CheckId::from_index(9), pool.bool(true)))), "check does not exist"),
        (
            broken(|p, _| {
                let callee = p.impls[ImplId::from_index(0)].proc;
                push(p, CmdKind::Call { callee, ins: vec![], outs: vec![] });
            }),
            "wrong number of arguments",
        ),
        (
            broken(|p, _| {
                let body = &mut p.impls[ImplId::from_index(0)];
                let entry = body.entry;
                body.blocks[entry].next = Transfer::Goto(vec![]);
            }),
            "no target",
        ),
        (
            broken(|p, _| {
                let body = &mut p.impls[ImplId::from_index(0)];
                let entry = body.entry;
                body.blocks[entry].next = Transfer::Goto(vec![BlockId::from_index(5)]);
            }),
            "block that does not exist",
        ),
        (broken(|p, _| p.impls[ImplId::from_index(0)].outs.clear()), "parameters differ"),
    ];
    for (found, expected) in cases {
        assert!(found.contains(expected), "expected {expected:?} in {found:?}");
    }
}
