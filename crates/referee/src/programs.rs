//! Random guarded-command programs, for fuzzing one part of Invar against another. In: a seed and a size; out: a
//! well-formed program with a body `main`, the same for the same seed for ever.
//!
//! Programs should neither fail nor block trivially, or they would referee nothing: most assertions follow from what
//! stands before them (an assignment, a guard, a bound, a loop's exit, a contract), some do not.

mod terms;
mod statements;

use invar_base::{Id, SourceId, Span};
use invar_logic::{Sort, Term, TermPool, VarId};

use invar_gcl::builder::{ProgramBuilder, Stmt};
use invar_gcl::random::Random;
use invar_gcl::{Global, ImplId, Local, ProcId, Program};

#[derive(Clone, Debug)]
pub struct Generated {
    pub program: Program,
    pub main: ImplId,
    /// The structured bodies, for tests of the lowering.
    pub bodies: Vec<(ImplId, Stmt)>,
}

/// A program of about `size` statements in its main body.
pub fn generate(seed: u64, size: usize) -> Generated {
    let span = Span::new(SourceId::from_index(0), 0, 0);
    let mut generator = Generator {
        random: Random::new(seed),
        b: ProgramBuilder::new(TermPool::new(), span),
        position: 0,
        vars: Vars::default(),
        locals: Vec::new(),
        helpers: Vec::new(),
        bodies: Vec::new(),
        handlers: 0,
    };
    let main = generator.program(size);
    generator.place_checks();
    Generated { program: generator.b.finish(), main, bodies: generator.bodies }
}

/// The variables of the body being generated.
#[derive(Clone, Default)]
struct Vars {
    ints: Vec<VarId>,
    bools: Vec<VarId>,
    maps: Vec<VarId>,
    /// Those that may be assigned: not parameters, not loop counters in use.
    int_targets: Vec<VarId>,
    bool_targets: Vec<VarId>,
}

#[derive(Clone)]
struct Helper {
    proc: ProcId,
    kind: HelperKind,
}

#[derive(Clone, Copy)]
enum HelperKind {
    /// `0 <= r <= 5`
    Clamp,
    /// `requires k >= 0; ensures g == old(g) + k`
    Bump(VarId),
    /// No body: `low <= r <= high`
    Pick(i64, i64),
    /// A random body and a contract about its result.
    Compute,
}

struct Generator {
    random: Random,
    b: ProgramBuilder,
    position: usize,
    vars: Vars,
    locals: Vec<Local>,
    helpers: Vec<Helper>,
    bodies: Vec<(ImplId, Stmt)>,
    /// Handlers around the statement being generated.
    handlers: usize,
}

impl Generator {
    // ---- procedures

    fn program(&mut self, size: usize) -> ImplId {
        let global = self.b.global("g", Sort::INT);
        let flag = self.b.global("flag", Sort::BOOL);
        self.clamp();
        self.bump(&global);
        self.pick();
        if self.random.chance(50) {
            self.compute(size / 3);
        }
        self.main(size, &global, &flag)
    }

    /// Gives every check a place of its own: a failing run is matched with the verdict about its check by the place.
    fn place_checks(&mut self) {
        let first = self.position + 1;
        for (number, check) in self.b.program.checks.values_mut().enumerate() {
            check.span = Span::new(SourceId::from_index(0), first + number, first + number + 1);
        }
    }

    fn main(&mut self, size: usize, global: &Global, flag: &Global) -> ImplId {
        let (ins, outs) = (["a", "b"], ["r"]);
        let proc = self.proc("main", &ins, &outs, vec![global.var, flag.var]);
        let formals = self.b.program.procs[proc].clone();
        if self.random.chance(30) {
            let a = self.b.pool.var(formals.ins[0].var);
            let bound = self.int(-2);
            let requires = self.b.pool.le(bound, a);
            let clause = self.b.clause(requires);
            self.b.program.procs[proc].requires.push(clause);
        }
        if self.random.chance(30) {
            let old = self.b.pool.var(global.old);
            let now = self.b.pool.var(global.var);
            let ensures = self.b.pool.le(old, now);
            let clause = self.b.clause(ensures);
            self.b.program.procs[proc].ensures.push(clause);
        }
        let (ins, outs) = self.body_scope(&ins, &outs);
        self.vars.ints.push(global.var);
        self.vars.int_targets.push(global.var);
        self.vars.bools.push(flag.var);
        self.vars.bool_targets.push(flag.var);
        let stmts = self.block(size);
        self.finish_body(proc, ins, outs, stmts)
    }

    fn proc(&mut self, name: &str, ins: &[&str], outs: &[&str], modifies: Vec<VarId>) -> ProcId {
        self.advance();
        let ins = ins.iter().map(|name| self.b.local(name, Sort::INT)).collect();
        let outs = outs.iter().map(|name| self.b.local(name, Sort::INT)).collect();
        self.b.proc(name, ins, outs, modifies)
    }

    /// Formals of a body and some locals, all in scope.
    fn body_scope(&mut self, ins: &[&str], outs: &[&str]) -> (Vec<Local>, Vec<Local>) {
        let ins: Vec<Local> = ins.iter().map(|name| self.b.local(name, Sort::INT)).collect();
        let outs: Vec<Local> = outs.iter().map(|name| self.b.local(name, Sort::INT)).collect();
        self.locals = vec![self.b.local("x", Sort::INT), self.b.local("y", Sort::INT), self.b.local("q", Sort::BOOL)];
        let map_sort = self.b.pool.map_sort(&[Sort::INT], Sort::INT);
        self.locals.push(self.b.local("m", map_sort));
        let targets: Vec<VarId> =
            outs.iter().map(|local| local.var).chain([self.locals[0].var, self.locals[1].var]).collect();
        self.vars = Vars {
            ints: ins.iter().map(|local| local.var).chain(targets.iter().copied()).collect(),
            bools: vec![self.locals[2].var],
            maps: vec![self.locals[3].var],
            int_targets: targets,
            bool_targets: vec![self.locals[2].var],
        };
        (ins, outs)
    }

    fn finish_body(&mut self, proc: ProcId, ins: Vec<Local>, outs: Vec<Local>, stmts: Vec<Stmt>) -> ImplId {
        let body = self.b.seq(stmts);
        let locals = std::mem::take(&mut self.locals);
        let id = self.b.implement(proc, ins, outs, locals, &body);
        self.bodies.push((id, body));
        id
    }

    fn ensure(&mut self, proc: ProcId, term: Term) {
        let clause = self.b.clause(term);
        self.b.program.procs[proc].ensures.push(clause);
    }

    fn clamp(&mut self) {
        let proc = self.proc("clamp", &["a"], &["r"], Vec::new());
        let result = self.b.program.procs[proc].outs[0].var;
        let ensures = self.within(result, 0, 5);
        self.ensure(proc, ensures);
        let (ins, outs) = self.body_scope(&["a"], &["r"]);
        let (a, r) = (self.b.pool.var(ins[0].var), outs[0].var);
        let (zero, five) = (self.int(0), self.int(5));
        let (low, high) = (self.b.pool.lt(a, zero), self.b.pool.lt(five, a));
        let (set_low, set_high, keep) = (self.b.assign(r, zero), self.b.assign(r, five), self.b.assign(r, a));
        let inner = self.b.if_(high, set_high, keep);
        let outer = self.b.if_(low, set_low, inner);
        self.finish_body(proc, ins, outs, vec![outer]);
        self.helpers.push(Helper { proc, kind: HelperKind::Clamp });
    }

    fn bump(&mut self, global: &Global) {
        let proc = self.proc("bump", &["k"], &[], vec![global.var]);
        let formal = self.b.program.procs[proc].ins[0].var;
        let (k, zero) = (self.b.pool.var(formal), self.int(0));
        let requires = self.b.pool.le(zero, k);
        let clause = self.b.clause(requires);
        self.b.program.procs[proc].requires.push(clause);
        let (now, old) = (self.b.pool.var(global.var), self.b.pool.var(global.old));
        let sum = self.b.pool.add(old, k);
        let ensures = self.b.pool.eq(now, sum);
        self.ensure(proc, ensures);
        let (ins, outs) = self.body_scope(&["k"], &[]);
        let k = self.b.pool.var(ins[0].var);
        let sum = self.b.pool.add(now, k);
        let body = self.b.assign(global.var, sum);
        self.finish_body(proc, ins, outs, vec![body]);
        self.helpers.push(Helper { proc, kind: HelperKind::Bump(global.var) });
    }

    fn pick(&mut self) {
        let proc = self.proc("pick", &[], &["r"], Vec::new());
        let (low, high) = (self.random.between(-3, 0), self.random.between(1, 4));
        let result = self.b.program.procs[proc].outs[0].var;
        let ensures = self.within(result, low, high);
        self.ensure(proc, ensures);
        self.helpers.push(Helper { proc, kind: HelperKind::Pick(low, high) });
    }

    /// The last statement sets the result to twice the argument, and the contract mostly says so.
    fn compute(&mut self, size: usize) {
        let proc = self.proc("compute", &["a"], &["r"], Vec::new());
        let formals = self.b.program.procs[proc].clone();
        let offset = if self.random.chance(10) { 1 } else { 0 };
        let (a, r) = (self.b.pool.var(formals.ins[0].var), self.b.pool.var(formals.outs[0].var));
        let (two, one) = (self.int(2), self.int(offset));
        let twice = self.b.pool.mul(two, a);
        let sum = self.b.pool.add(twice, one);
        let ensures = self.b.pool.eq(r, sum);
        self.ensure(proc, ensures);
        let (ins, outs) = self.body_scope(&["a"], &["r"]);
        let mut stmts = self.block(size);
        let a = self.b.pool.var(ins[0].var);
        let twice = self.b.pool.mul(two, a);
        stmts.push(self.b.assign(outs[0].var, twice));
        self.finish_body(proc, ins, outs, stmts);
        self.helpers.push(Helper { proc, kind: HelperKind::Compute });
    }
}
