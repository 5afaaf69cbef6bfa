//! Random guarded-command programs, for fuzzing one part of Invar against another. In: a seed and a size; out: a
//! well-formed program with a body `main`, the same for the same seed for ever.
//!
//! Programs should neither fail nor block trivially, or they would referee nothing: most assertions follow from what
//! stands before them (an assignment, a guard, a bound, a loop's exit, a contract), some do not.

use invar_base::Id;
use invar_base::{SourceId, Span};
use invar_logic::{Op, Sort, Term, TermPool, VarId};

use crate::builder::{ProgramBuilder, Stmt};
use crate::program::{Global, ImplId, Local, LoopHints, ProcId, Program};
use crate::random::Random;

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

    // ---- statements

    /// Every statement stands at a position of its own.
    fn advance(&mut self) {
        self.position += 1;
        self.b.span = Span::new(SourceId::from_index(0), self.position, self.position + 1);
    }

    fn block(&mut self, size: usize) -> Vec<Stmt> {
        let mut left = size.max(1);
        let mut stmts = Vec::new();
        while left > 0 {
            self.advance();
            let share = 1 + self.random.below(left);
            let used = self.stmt(share, &mut stmts);
            left = left.saturating_sub(used.max(1));
        }
        stmts
    }

    /// Adds a statement of at most about `size`; returns what it cost.
    fn stmt(&mut self, size: usize, out: &mut Vec<Stmt>) -> usize {
        if size < 3 {
            match self.random.below(10) {
                0..=4 => self.assignment(out),
                5 => self.bounded_havoc(out),
                6 => self.bool_assignment(out),
                7 => self.map_store(out),
                8 => self.call(out),
                _ => self.assertion(out),
            }
            return 1;
        }
        match self.random.below(10) {
            0..=3 => self.conditional(size - 1, out),
            4 => self.choice(size - 1, out),
            5..=6 => self.loop_(size - 1, out),
            7 => self.map_loop(out),
            8 => self.catch(size - 1, out),
            _ => self.call(out),
        }
        size
    }

    fn assignment(&mut self, out: &mut Vec<Stmt>) {
        let Some(&var) = self.random.pick(&self.vars.int_targets) else { return };
        let term = self.int_expr(2);
        out.push(self.b.assign(var, term));
        if self.random.chance(50) && !self.b.pool.free_vars(term).contains(&var) {
            let value = self.b.pool.var(var);
            let slack = self.int_between(0, 2);
            let more = self.b.pool.add(term, slack);
            let fact = if self.random.chance(50) { self.b.pool.eq(value, term) } else { self.b.pool.le(value, more) };
            out.push(self.b.assert_(fact));
        }
    }

    fn bool_assignment(&mut self, out: &mut Vec<Stmt>) {
        let Some(&var) = self.random.pick(&self.vars.bool_targets) else { return };
        let term = self.bool_expr(2);
        out.push(self.b.assign(var, term));
        if self.random.chance(40) && !self.b.pool.free_vars(term).contains(&var) {
            let value = self.b.pool.var(var);
            let fact = self.b.pool.implies(term, value);
            out.push(self.b.assert_(fact));
        }
    }

    fn bounded_havoc(&mut self, out: &mut Vec<Stmt>) {
        let Some(&var) = self.random.pick(&self.vars.int_targets) else { return };
        out.push(self.b.havoc(var));
        // A wide bound, so that few runs are blocked.
        let (low, high) = (self.random.between(-40, -20), self.random.between(20, 40));
        let bounds = self.within(var, low, high);
        out.push(self.b.assume(bounds));
        if self.random.chance(50) {
            let weaker = self.within(var, low - 1, high + 2);
            out.push(self.b.assert_(weaker));
        }
    }

    fn map_store(&mut self, out: &mut Vec<Stmt>) {
        let Some(&map) = self.random.pick(&self.vars.maps) else { return };
        let (index, value) = (self.int_leaf(), self.int_leaf());
        let before = self.b.pool.var(map);
        let after = self.b.pool.store(before, &[index], value);
        out.push(self.b.assign(map, after));
        if self.random.chance(50) {
            let read = self.b.pool.select(before, &[index]);
            let fact = self.b.pool.eq(read, value);
            out.push(self.b.assert_(fact));
        }
    }

    /// Mostly an inequality that always holds, sometimes anything.
    fn assertion(&mut self, out: &mut Vec<Stmt>) {
        let fact = if self.random.chance(75) {
            let (a, b) = (self.int_expr(1), self.int_expr(1));
            let less = self.b.pool.lt(a, b);
            let max = self.b.pool.ite(less, b, a);
            let side = if self.random.chance(50) { a } else { b };
            self.b.pool.le(side, max)
        } else {
            self.bool_expr(1)
        };
        out.push(self.b.assert_(fact));
    }

    fn conditional(&mut self, size: usize, out: &mut Vec<Stmt>) {
        let condition = self.bool_expr(1);
        let mut then = Vec::new();
        if self.random.chance(40) {
            then.push(self.b.assert_(condition));
        }
        then.extend(self.block(size / 2));
        let otherwise = if self.random.chance(60) { self.block(size / 2) } else { Vec::new() };
        let (then, otherwise) = (self.b.seq(then), self.b.seq(otherwise));
        out.push(self.b.if_(condition, then, otherwise));
    }

    fn choice(&mut self, size: usize, out: &mut Vec<Stmt>) {
        let count = 2 + self.random.below(2);
        let branches: Vec<Vec<Stmt>> = (0..count).map(|_| self.block(size / count)).collect();
        let branches = branches.into_iter().map(|stmts| self.b.seq(stmts)).collect();
        out.push(self.b.choose(branches));
    }

    /// A counter and its bound, set before the loop; the bound is a small constant or a clamped expression.
    fn counter(&mut self, out: &mut Vec<Stmt>) -> (VarId, VarId) {
        let (counter, bound) = (self.b.local("i", Sort::INT), self.b.local("n", Sort::INT));
        self.locals.extend([counter.clone(), bound.clone()]);
        let zero = self.int(0);
        let limit = if self.random.chance(50) {
            self.int_between(0, 4)
        } else {
            let (value, top) = (self.int_leaf(), self.int_between(1, 4));
            let (low, high) = (self.b.pool.lt(value, zero), self.b.pool.lt(top, value));
            let capped = self.b.pool.ite(high, top, value);
            self.b.pool.ite(low, zero, capped)
        };
        out.push(self.b.assign(counter.var, zero));
        out.push(self.b.assign(bound.var, limit));
        (counter.var, bound.var)
    }

    /// `while (i < n) { …; i := i + 1 }` with true, wrong or no invariants. The counter stays in scope for reading.
    fn loop_(&mut self, size: usize, out: &mut Vec<Stmt>) {
        let (counter, bound) = self.counter(out);
        let (i, n, zero, one) = (self.b.pool.var(counter), self.b.pool.var(bound), self.int(0), self.int(1));
        let mut invariants = Vec::new();
        if self.random.chance(70) {
            invariants.extend([self.b.pool.le(zero, i), self.b.pool.le(i, n)]);
        }
        match self.random.below(12) {
            0 => invariants.push(self.b.pool.lt(i, n)),
            1 => invariants.push(self.bool_expr(1)),
            _ => {}
        }
        let guard = self.b.pool.lt(i, n);
        let targets = self.vars.clone();
        self.vars.ints.push(counter);
        let mut body = if self.random.chance(15) { vec![self.b.assume(guard)] } else { Vec::new() };
        let nondeterministic = !body.is_empty();
        body.extend(self.block(size.min(6)));
        let next = self.b.pool.add(i, one);
        body.push(self.b.assign(counter, next));
        self.vars = targets;
        let body = self.b.seq(body);
        let guard = if nondeterministic { None } else { Some(guard) };
        out.push(self.b.loop_(guard, invariants, LoopHints::default(), body));
        self.vars.ints.push(counter);
        if self.random.chance(60) {
            let fact = if nondeterministic { self.b.pool.le(i, n) } else { self.b.pool.eq(i, n) };
            out.push(self.b.assert_(fact));
        }
    }

    /// Fills a map: the invariant that proves the assertion behind it is quantified.
    fn map_loop(&mut self, out: &mut Vec<Stmt>) {
        let Some(&map) = self.random.pick(&self.vars.maps) else { return };
        let (counter, bound) = self.counter(out);
        let (i, n, m) = (self.b.pool.var(counter), self.b.pool.var(bound), self.b.pool.var(map));
        let (zero, one, value) = (self.int(0), self.int(1), self.int_between(-2, 2));
        let mut invariants = vec![self.b.pool.le(zero, i), self.b.pool.le(i, n)];
        let filled = self.filled(m, i, value);
        if self.random.chance(70) {
            invariants.push(filled);
        }
        let stored = self.b.pool.store(m, &[i], value);
        let next = self.b.pool.add(i, one);
        let body = self.b.seq(vec![self.b.assign(map, stored), self.b.assign(counter, next)]);
        let guard = self.b.pool.lt(i, n);
        out.push(self.b.loop_(Some(guard), invariants, LoopHints::default(), body));
        let fact = self.filled(m, n, value);
        out.push(self.b.assert_(fact));
    }

    /// `forall k :: 0 <= k && k < end ==> map[k] == value`
    fn filled(&mut self, map: Term, end: Term, value: Term) -> Term {
        let var = self.b.pool.new_var("k", Sort::INT);
        let (k, zero) = (self.b.pool.var(var), self.int(0));
        let bounds = [self.b.pool.le(zero, k), self.b.pool.lt(k, end)];
        let guard = self.b.pool.and(&bounds);
        let read = self.b.pool.select(map, &[k]);
        let same = self.b.pool.eq(read, value);
        let body = self.b.pool.implies(guard, same);
        self.b.pool.forall(&[var], Vec::new(), body)
    }

    /// `(A ; if (e) raise ; B) ! C`
    fn catch(&mut self, size: usize, out: &mut Vec<Stmt>) {
        self.handlers += 1;
        let mut body = self.block(size / 3);
        let condition = self.bool_expr(1);
        let (raise, skip) = (self.b.raise(), self.b.skip());
        body.push(self.b.if_(condition, raise, skip));
        if self.random.chance(40) {
            let not = self.b.pool.not(condition);
            body.push(self.b.assert_(not));
        }
        body.extend(self.block(size / 3));
        self.handlers -= 1;
        let mut handler = Vec::new();
        if self.random.chance(30) {
            // It may be false: another statement inside can raise too.
            handler.push(self.b.assert_(condition));
        }
        handler.extend(self.block(size / 3));
        if self.handlers > 0 && self.random.chance(20) {
            handler.push(self.b.raise());
        }
        let (body, handler) = (self.b.seq(body), self.b.seq(handler));
        out.push(self.b.catch(body, handler));
    }

    fn call(&mut self, out: &mut Vec<Stmt>) {
        let Some(helper) = self.random.pick(&self.helpers).cloned() else { return };
        let Some(&result) = self.random.pick(&self.vars.int_targets) else { return };
        let modifiable = |vars: &Vars, var| vars.int_targets.contains(&var);
        match helper.kind {
            HelperKind::Clamp => {
                let argument = self.int_expr(1);
                out.push(self.b.call(helper.proc, vec![argument], vec![result]));
                let fact = self.within(result, 0, 5);
                out.push(self.b.assert_(fact));
            }
            HelperKind::Bump(global) if modifiable(&self.vars, global) => {
                let argument = if self.random.chance(85) { self.int_between(0, 3) } else { self.int_leaf() };
                out.push(self.b.call(helper.proc, vec![argument], Vec::new()));
            }
            HelperKind::Bump(_) => {}
            HelperKind::Pick(low, high) => {
                out.push(self.b.call(helper.proc, Vec::new(), vec![result]));
                let fact = self.within(result, low, high);
                out.push(self.b.assert_(fact));
            }
            HelperKind::Compute => {
                let argument = self.int_leaf();
                out.push(self.b.call(helper.proc, vec![argument], vec![result]));
            }
        }
    }

    // ---- terms

    fn int(&mut self, value: i64) -> Term {
        self.b.pool.int(value)
    }

    fn int_between(&mut self, low: i64, high: i64) -> Term {
        let value = self.random.between(low, high);
        self.int(value)
    }

    fn within(&mut self, var: VarId, low: i64, high: i64) -> Term {
        let (value, low, high) = (self.b.pool.var(var), self.int(low), self.int(high));
        let bounds = [self.b.pool.le(low, value), self.b.pool.le(value, high)];
        self.b.pool.and(&bounds)
    }

    fn int_leaf(&mut self) -> Term {
        match self.random.pick(&self.vars.ints) {
            Some(&var) if self.random.chance(70) => self.b.pool.var(var),
            Some(_) | None => self.int_between(-3, 6),
        }
    }

    fn int_expr(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.int_leaf();
        }
        match self.random.below(10) {
            0..=2 => self.int_leaf(),
            3..=4 => {
                let (a, b) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
                self.b.pool.add(a, b)
            }
            5..=6 => {
                let (a, b) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
                self.b.pool.sub(a, b)
            }
            7 => {
                let (factor, a) = (self.int_between(-2, 3), self.int_expr(depth - 1));
                self.b.pool.mul(factor, a)
            }
            8 => {
                let index = self.int_leaf();
                match self.random.pick(&self.vars.maps).copied() {
                    Some(map) => {
                        let map = self.b.pool.var(map);
                        self.b.pool.select(map, &[index])
                    }
                    None => index,
                }
            }
            _ => {
                let (a, divisor) = (self.int_expr(depth - 1), self.int_between(2, 3));
                let op = if self.random.chance(50) { Op::Div } else { Op::Mod };
                self.b.pool.mk(op, &[a, divisor])
            }
        }
    }

    fn bool_expr(&mut self, depth: usize) -> Term {
        let comparison = depth == 0 || self.random.chance(60);
        if comparison {
            let (a, b) = (self.int_expr(1), self.int_leaf());
            return match self.random.below(4) {
                0 => self.b.pool.eq(a, b),
                1 => self.b.pool.le(a, b),
                2 => self.b.pool.lt(b, a),
                _ => self.b.pool.ne(a, b),
            };
        }
        match self.random.below(4) {
            0 => match self.random.pick(&self.vars.bools).copied() {
                Some(var) => self.b.pool.var(var),
                None => Term::TRUE,
            },
            1 => {
                let a = self.bool_expr(depth - 1);
                self.b.pool.not(a)
            }
            2 => {
                let parts = [self.bool_expr(depth - 1), self.bool_expr(depth - 1)];
                self.b.pool.and(&parts)
            }
            _ => {
                let parts = [self.bool_expr(depth - 1), self.bool_expr(depth - 1)];
                self.b.pool.or(&parts)
            }
        }
    }
}
