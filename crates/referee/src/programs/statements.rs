//! Random statements, each with assertions that mostly follow from it.

use invar_base::{Id, SourceId, Span};
use invar_logic::{Sort, Term, VarId};

use super::{Generator, HelperKind, Vars};
use invar_gcl::LoopHints;
use invar_gcl::builder::Stmt;

impl Generator {
    /// Every statement stands at a position of its own.
    pub(super) fn advance(&mut self) {
        self.position += 1;
        self.b.span = Span::new(SourceId::from_index(0), self.position, self.position + 1);
    }

    pub(super) fn block(&mut self, size: usize) -> Vec<Stmt> {
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
    pub(super) fn stmt(&mut self, size: usize, out: &mut Vec<Stmt>) -> usize {
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

    pub(super) fn assignment(&mut self, out: &mut Vec<Stmt>) {
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

    pub(super) fn bool_assignment(&mut self, out: &mut Vec<Stmt>) {
        let Some(&var) = self.random.pick(&self.vars.bool_targets) else { return };
        let term = self.bool_expr(2);
        out.push(self.b.assign(var, term));
        if self.random.chance(40) && !self.b.pool.free_vars(term).contains(&var) {
            let value = self.b.pool.var(var);
            let fact = self.b.pool.implies(term, value);
            out.push(self.b.assert_(fact));
        }
    }

    pub(super) fn bounded_havoc(&mut self, out: &mut Vec<Stmt>) {
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

    pub(super) fn map_store(&mut self, out: &mut Vec<Stmt>) {
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
    pub(super) fn assertion(&mut self, out: &mut Vec<Stmt>) {
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

    pub(super) fn conditional(&mut self, size: usize, out: &mut Vec<Stmt>) {
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

    pub(super) fn choice(&mut self, size: usize, out: &mut Vec<Stmt>) {
        let count = 2 + self.random.below(2);
        let branches: Vec<Vec<Stmt>> = (0..count).map(|_| self.block(size / count)).collect();
        let branches = branches.into_iter().map(|stmts| self.b.seq(stmts)).collect();
        out.push(self.b.choose(branches));
    }

    /// A counter and its bound, set before the loop; the bound is a small constant or a clamped expression.
    pub(super) fn counter(&mut self, out: &mut Vec<Stmt>) -> (VarId, VarId) {
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
    pub(super) fn loop_(&mut self, size: usize, out: &mut Vec<Stmt>) {
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
    pub(super) fn map_loop(&mut self, out: &mut Vec<Stmt>) {
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
    pub(super) fn filled(&mut self, map: Term, end: Term, value: Term) -> Term {
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
    pub(super) fn catch(&mut self, size: usize, out: &mut Vec<Stmt>) {
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

    pub(super) fn call(&mut self, out: &mut Vec<Stmt>) {
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
}
