//! Structured to write, flat to store. In: statements in the papers' forms (FS01 Figures 1 and 6, with loops, calls and
//! `havoc`); out: blocks and edges. Break, continue and return are `raise` inside a `catch`, as in ESC/Java.
//!
//! Lowering invariants: every block is reachable, every goto has a target, a loop's invariants open its head block and
//! nothing else stands there. A `raise` that nobody catches ends the body like `return`: who must tell the two apart
//! catches it and records it in a variable. Recursion follows the nesting of statements, which front ends bound.

use invar_base::{Arena, Span};
use invar_logic::{Sort, Term, TermPool, VarId};

use crate::check::{Check, CheckId, CheckKind};
use crate::program::{
    Block, BlockId, Clause, Cmd, CmdKind, Constant, Global, Impl, ImplId, Local, LoopHints, Proc, ProcId, Program,
    Transfer, Trust,
};
use crate::roles::Role;
use crate::sums::Sums;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `assert`, `assume`, assignment, `havoc` and call are stored as they are.
    Cmd(CmdKind),
    /// `A ; B ; …`; none is `skip`.
    Seq(Vec<Stmt>),
    /// `A □ B □ …`; none cannot be executed.
    Choose(Vec<Stmt>),
    While(Box<While>),
    Raise,
    /// `A ! B`: B handles what A raises.
    Catch(Box<Stmt>, Box<Stmt>),
    Return,
}

/// `while {Q} e do S end`, with the clauses of FQ02.
#[derive(Clone, Debug)]
pub struct While {
    /// `None` is `*`: any number of iterations. The second term is the negation.
    pub guard: Option<(Term, Term)>,
    pub invariants: Vec<Invariant>,
    pub hints: LoopHints,
    pub body: Stmt,
}

#[derive(Clone, Copy, Debug)]
pub enum Invariant {
    Checked(CheckId, Term),
    Free(Term),
}

/// A program under construction. Statements are made here because they need its terms and checks.
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    pub pool: TermPool,
    /// Its pool stays empty until `finish`.
    pub program: Program,
    /// The position of whatever is built next.
    pub span: Span,
}

impl ProgramBuilder {
    pub fn new(pool: TermPool, span: Span) -> ProgramBuilder {
        ProgramBuilder { pool, program: Program::default(), span }
    }

    pub fn finish(mut self) -> Program {
        self.program.sums = Some(Sums::new(&mut self.pool));
        self.program.pool = std::sync::Arc::new(self.pool);
        self.program
    }

    // ---- declarations

    pub fn constant(&mut self, name: &str, sort: Sort) -> VarId {
        let var = self.pool.new_var(name, sort);
        self.program.constants.push(Constant { var, unique: false, span: self.span });
        var
    }

    /// The variable and the one that stands for its old value.
    pub fn global(&mut self, name: &str, sort: Sort) -> Global {
        let var = self.pool.new_var(name, sort);
        let old = self.pool.new_var(&format!("old({name})"), sort);
        let global = Global { var, old, where_: None, span: self.span };
        self.program.globals.push(global.clone());
        self.program.roles.set(old, Role::Old);
        global
    }

    pub fn local(&mut self, name: &str, sort: Sort) -> Local {
        Local { var: self.pool.new_var(name, sort), where_: None, span: self.span }
    }

    pub fn clause(&self, term: Term) -> Clause {
        Clause { term, trust: Trust::Checked, span: self.span, message: None }
    }

    /// A procedure with its formals; contract clauses are added to `program.procs[id]`.
    pub fn proc(&mut self, name: &str, ins: Vec<Local>, outs: Vec<Local>, modifies: Vec<VarId>) -> ProcId {
        let name = self.pool.intern(name);
        let (requires, ensures) = (Vec::new(), Vec::new());
        self.program.procs.push(Proc { name, span: self.span, ins, outs, requires, ensures, modifies, inline: None })
    }

    /// A body with formals of its own, which the statement must use.
    pub fn implement(
        &mut self,
        proc: ProcId,
        ins: Vec<Local>,
        outs: Vec<Local>,
        locals: Vec<Local>,
        body: &Stmt,
    ) -> ImplId {
        let (blocks, entry) = lower(&mut self.pool, body);
        self.program.impls.push(Impl { proc, span: self.span, ins, outs, locals, blocks, entry })
    }

    // ---- statements

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }

    pub fn skip(&self) -> Stmt {
        self.seq(Vec::new())
    }

    pub fn assert_(&mut self, term: Term) -> Stmt {
        let check = self.program.checks.push(Check::new(CheckKind::Assertion, self.span));
        self.stmt(StmtKind::Cmd(CmdKind::Assert(check, term)))
    }

    pub fn assume(&self, term: Term) -> Stmt {
        self.stmt(StmtKind::Cmd(CmdKind::Assume(term)))
    }

    pub fn assign(&self, var: VarId, term: Term) -> Stmt {
        self.stmt(StmtKind::Cmd(CmdKind::Assign(var, term)))
    }

    pub fn havoc(&self, var: VarId) -> Stmt {
        self.stmt(StmtKind::Cmd(CmdKind::Havoc(var)))
    }

    pub fn call(&self, callee: ProcId, ins: Vec<Term>, outs: Vec<VarId>) -> Stmt {
        self.stmt(StmtKind::Cmd(CmdKind::Call { callee, ins, outs }))
    }

    pub fn seq(&self, parts: Vec<Stmt>) -> Stmt {
        self.stmt(StmtKind::Seq(parts))
    }

    pub fn choose(&self, branches: Vec<Stmt>) -> Stmt {
        self.stmt(StmtKind::Choose(branches))
    }

    /// `(assume e ; A) □ (assume ¬e ; B)`
    pub fn if_(&mut self, condition: Term, then: Stmt, otherwise: Stmt) -> Stmt {
        let negation = self.pool.not(condition);
        let then = self.seq(vec![self.assume(condition), then]);
        let otherwise = self.seq(vec![self.assume(negation), otherwise]);
        self.choose(vec![then, otherwise])
    }

    /// A loop; `None` as guard is `*`.
    pub fn loop_(&mut self, guard: Option<Term>, invariants: Vec<Term>, hints: LoopHints, body: Stmt) -> Stmt {
        let guard = guard.map(|guard| (guard, self.pool.not(guard)));
        let mut check = |term| {
            let id = self.program.checks.push(Check::new(CheckKind::Invariant, self.span));
            Invariant::Checked(id, term)
        };
        let invariants = invariants.into_iter().map(&mut check).collect();
        self.stmt(StmtKind::While(Box::new(While { guard, invariants, hints, body })))
    }

    pub fn raise(&self) -> Stmt {
        self.stmt(StmtKind::Raise)
    }

    /// `A ! B`
    pub fn catch(&self, body: Stmt, handler: Stmt) -> Stmt {
        self.stmt(StmtKind::Catch(Box::new(body), Box::new(handler)))
    }

    pub fn return_(&self) -> Stmt {
        self.stmt(StmtKind::Return)
    }
}

/// The blocks of a statement and the first of them.
pub fn lower(pool: &mut TermPool, stmt: &Stmt) -> (Arena<BlockId, Block>, BlockId) {
    let mut lowering = Lowering { pool, blocks: Arena::new(), current: None, handlers: Vec::new() };
    let entry = lowering.block("entry", stmt.span, LoopHints::default());
    lowering.current = Some(entry);
    lowering.stmt(stmt);
    (lowering.blocks, entry)
}

struct Lowering<'a> {
    pool: &'a mut TermPool,
    blocks: Arena<BlockId, Block>,
    /// The block that the next command joins; `None` where execution cannot arrive.
    current: Option<BlockId>,
    /// Enclosing handlers, innermost last, each with the blocks that raise to it.
    handlers: Vec<Vec<BlockId>>,
}

impl Lowering<'_> {
    /// A new block; it returns until it is given another end.
    fn block(&mut self, stem: &str, span: Span, hints: LoopHints) -> BlockId {
        let label = self.pool.intern(&format!("{stem}{}", self.blocks.len()));
        self.blocks.push(Block { label, span, hints, cmds: Vec::new(), next: Transfer::Return })
    }

    fn goto(&mut self, from: BlockId, targets: Vec<BlockId>) {
        self.blocks[from].next = Transfer::Goto(targets);
    }

    fn push(&mut self, kind: CmdKind, span: Span) {
        if let Some(current) = self.current {
            self.blocks[current].cmds.push(Cmd { kind, span });
        }
    }

    /// The block where all of `ends` meet; unreachable if there are none.
    fn join(&mut self, ends: Vec<BlockId>, stem: &str, span: Span) {
        if ends.is_empty() {
            self.current = None;
            return;
        }
        let join = self.block(stem, span, LoopHints::default());
        for end in ends {
            self.goto(end, vec![join]);
        }
        self.current = Some(join);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let Some(current) = self.current else { return };
        match &stmt.kind {
            StmtKind::Cmd(kind) => self.push(kind.clone(), stmt.span),
            StmtKind::Seq(parts) => parts.iter().for_each(|part| self.stmt(part)),
            StmtKind::Choose(branches) if branches.is_empty() => {
                self.push(CmdKind::Assume(Term::FALSE), stmt.span);
                self.current = None;
            }
            StmtKind::Choose(branches) => self.choose(current, branches, stmt.span),
            StmtKind::While(parts) => self.while_(current, parts, stmt.span),
            StmtKind::Raise => {
                // Without a handler the block keeps its `return`.
                if let Some(raisers) = self.handlers.last_mut() {
                    raisers.push(current);
                }
                self.current = None;
            }
            StmtKind::Catch(body, handler) => self.catch(body, handler, stmt.span),
            StmtKind::Return => self.current = None,
        }
    }

    fn choose(&mut self, current: BlockId, branches: &[Stmt], span: Span) {
        let starts: Vec<BlockId> =
            branches.iter().map(|branch| self.block("branch", branch.span, LoopHints::default())).collect();
        self.goto(current, starts.clone());
        let mut ends = Vec::new();
        for (branch, start) in branches.iter().zip(starts) {
            self.current = Some(start);
            self.stmt(branch);
            ends.extend(self.current);
        }
        self.join(ends, "join", span);
    }

    fn while_(&mut self, current: BlockId, parts: &While, span: Span) {
        let head = self.block("head", span, parts.hints.clone());
        self.goto(current, vec![head]);
        self.current = Some(head);
        for invariant in &parts.invariants {
            let kind = match invariant {
                Invariant::Checked(check, term) => CmdKind::Assert(*check, *term),
                Invariant::Free(term) => CmdKind::Assume(*term),
            };
            self.push(kind, span);
        }
        let body = self.block("body", parts.body.span, LoopHints::default());
        let exit = self.block("exit", span, LoopHints::default());
        self.goto(head, vec![body, exit]);
        let (guard, negation) = parts.guard.unwrap_or((Term::TRUE, Term::TRUE));
        for (start, condition) in [(exit, negation), (body, guard)] {
            self.current = Some(start);
            if condition != Term::TRUE {
                self.push(CmdKind::Assume(condition), span);
            }
        }
        self.stmt(&parts.body);
        if let Some(end) = self.current {
            self.goto(end, vec![head]);
        }
        self.current = Some(exit);
    }

    /// `N.(A ! B) = N.A ∨ (X.A ∧ N.B)`: B starts where A raised and ends where A ends. An A that never raises needs no B.
    fn catch(&mut self, body: &Stmt, handler: &Stmt, span: Span) {
        self.handlers.push(Vec::new());
        self.stmt(body);
        let raisers = self.handlers.pop().unwrap_or_default();
        let mut ends: Vec<BlockId> = self.current.into_iter().collect();
        if raisers.is_empty() {
            return;
        }
        self.join(raisers, "handler", handler.span);
        self.stmt(handler);
        ends.extend(self.current);
        self.join(ends, "join", span);
    }
}
