//! Random loop-free statements in the forms of FS01 (Figures 1 and 6) with `havoc`, and what the tests need beside them:
//! postconditions, the graph of a statement, concrete states, and the prover.

use std::collections::BTreeMap;

use invar_base::{Budget, Effort, Id, SourceId, Span};
use invar_engine::calls::contract_calls;
use invar_engine::loops::{Acyclic, HeadInvariants, cut_loops, make_reducible};
use invar_gcl::builder::{ProgramBuilder, Stmt};
use invar_gcl::random::Random;
use invar_gcl::{Local, Program};
use invar_logic::{Sort, Term, TermPool, Value, VarId};
use invar_solve::{Answer, Limit, Prover, SessionOptions, Z3Session};

/// Which statements are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Forms {
    /// Every form.
    All,
    /// wp of these has no variables but the program's own.
    NoHavoc,
    /// No term can be simplified, whatever is substituted in it, and no two conditions are alike.
    Unfoldable,
}

pub struct Statements {
    pub b: ProgramBuilder,
    pub random: Random,
    pub vars: Vec<Local>,
    ints: Vec<VarId>,
    bools: Vec<VarId>,
    forms: Forms,
    /// Handlers around the statement being made.
    handlers: usize,
    /// The last literal that was used, for literals that differ.
    literal: i64,
}

impl Statements {
    pub fn new(seed: u64, forms: Forms) -> Statements {
        let mut b = ProgramBuilder::new(TermPool::new(), Span::new(SourceId::from_index(0), 0, 0));
        let ints: Vec<Local> = ["x", "y", "z"].iter().map(|name| b.local(name, Sort::INT)).collect();
        let bools: Vec<Local> = ["p", "q"].iter().map(|name| b.local(name, Sort::BOOL)).collect();
        let ids = |locals: &[Local]| locals.iter().map(|local| local.var).collect();
        Statements {
            random: Random::new(seed),
            ints: ids(&ints),
            bools: ids(&bools),
            vars: ints.into_iter().chain(bools).collect(),
            b,
            forms,
            handlers: 0,
            literal: 10,
        }
    }

    pub fn block(&mut self, size: usize) -> Stmt {
        let mut parts = Vec::new();
        let mut left = size;
        while left > 0 {
            let share = 1 + self.random.below(left);
            parts.push(self.stmt(share));
            left -= share;
        }
        self.b.seq(parts)
    }

    /// `S ! handler`, where S may raise.
    pub fn guarded(&mut self, size: usize, handler: Stmt) -> Stmt {
        self.handlers += 1;
        let body = self.block(size);
        self.handlers -= 1;
        self.b.catch(body, handler)
    }

    /// A block in which `raise` may stand without a handler.
    pub fn unguarded(&mut self, size: usize) -> Stmt {
        self.handlers += 1;
        let body = self.block(size);
        self.handlers -= 1;
        body
    }

    fn stmt(&mut self, size: usize) -> Stmt {
        if size < 2 {
            return self.simple();
        }
        match self.random.below(8) {
            0..=2 => {
                let condition = self.condition(1);
                let (then, otherwise) = (self.block(size / 2), self.block(size / 2));
                self.b.if_(condition, then, otherwise)
            }
            3..=4 => {
                let branches = (0..2 + self.random.below(2)).map(|_| self.branch(size / 2)).collect();
                self.b.choose(branches)
            }
            5..=6 => {
                let handler = self.block(size / 3);
                self.guarded(size / 2, handler)
            }
            _ => self.block(size),
        }
    }

    /// An arm of a choice: now and then one that never ends normally.
    fn branch(&mut self, size: usize) -> Stmt {
        let first = self.assumption();
        let mut parts = vec![first, self.block(size.max(1))];
        match self.random.below(12) {
            0 if self.forms != Forms::Unfoldable => parts.push(self.b.assume(Term::FALSE)),
            1 if self.forms != Forms::Unfoldable => parts.push(self.b.assert_(Term::FALSE)),
            2..=4 if self.handlers > 0 => parts.push(self.b.raise()),
            _ => {}
        }
        if self.random.chance(20) {
            // Code behind ⊥ or a raise.
            parts.push(self.stmt(1));
        }
        self.b.seq(parts)
    }

    fn assumption(&mut self) -> Stmt {
        let condition = self.condition(1);
        self.b.assume(condition)
    }

    fn simple(&mut self) -> Stmt {
        match self.random.below(10) {
            0..=3 => {
                let var = self.int_var();
                let term = self.int(2);
                self.b.assign(var, term)
            }
            4 if self.forms != Forms::Unfoldable => {
                let var = self.bools[self.random.below(self.bools.len())];
                let term = self.condition(1);
                self.b.assign(var, term)
            }
            5 if self.forms != Forms::NoHavoc => {
                let var = self.int_var();
                self.b.havoc(var)
            }
            6 => self.assumption(),
            7 if self.handlers > 0 => {
                let condition = self.condition(1);
                let (raise, skip) = (self.b.raise(), self.b.skip());
                self.b.if_(condition, raise, skip)
            }
            _ => {
                let condition = self.condition(1);
                self.b.assert_(condition)
            }
        }
    }

    fn int_var(&mut self) -> VarId {
        self.ints[self.random.below(self.ints.len())]
    }

    fn leaf(&mut self) -> Term {
        if self.forms != Forms::Unfoldable && self.random.chance(30) {
            let value = self.random.between(-3, 3);
            return self.b.pool.int(value);
        }
        let var = self.int_var();
        self.b.pool.var(var)
    }

    fn int(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        let (a, b) = (self.int(depth - 1), self.leaf());
        match (self.forms, self.random.below(4)) {
            (Forms::Unfoldable, _) | (_, 0) => self.b.pool.add(a, b),
            (_, 1) => self.b.pool.sub(a, b),
            (_, 2) => {
                let condition = self.comparison();
                self.b.pool.ite(condition, a, b)
            }
            _ => a,
        }
    }

    fn comparison(&mut self) -> Term {
        let (a, b) = (self.leaf(), self.leaf());
        if self.forms == Forms::Unfoldable {
            self.literal += 1;
            let literal = self.b.pool.int(self.literal);
            let sum = self.b.pool.add(a, literal);
            return self.b.pool.lt(sum, b);
        }
        match self.random.below(3) {
            0 => self.b.pool.eq(a, b),
            1 => self.b.pool.le(a, b),
            _ => self.b.pool.lt(a, b),
        }
    }

    pub fn condition(&mut self, depth: usize) -> Term {
        if depth == 0 || self.forms == Forms::Unfoldable {
            return self.comparison();
        }
        match self.random.below(6) {
            0 => {
                let var = self.bools[self.random.below(self.bools.len())];
                self.b.pool.var(var)
            }
            1 => {
                let a = self.condition(depth - 1);
                self.b.pool.not(a)
            }
            2 => {
                let parts = [self.condition(depth - 1), self.condition(depth - 1)];
                self.b.pool.or(&parts)
            }
            _ => self.comparison(),
        }
    }

    /// A state that gives every variable a small value.
    pub fn state(&mut self) -> BTreeMap<VarId, Value> {
        let mut state = BTreeMap::new();
        for &var in &self.ints {
            state.insert(var, Value::int(self.random.between(-4, 4)));
        }
        for &var in &self.bools {
            state.insert(var, Value::Bool(self.random.chance(50)));
        }
        state
    }

    /// The statement as the engine's stages see it, with the pool to go on with.
    pub fn graph(&self, stmt: &Stmt) -> Graph {
        let mut b = self.b.clone();
        let proc = b.proc("S", Vec::new(), Vec::new(), Vec::new());
        let id = b.implement(proc, Vec::new(), Vec::new(), self.vars.clone(), stmt);
        let program: Program = b.finish();
        let mut pool = TermPool::extend(&program.pool);
        let body = contract_calls(&mut pool, &program, id, &Budget::new(Effort::DEFAULT)).expect("there are no calls");
        let body = make_reducible(body).expect("there are no loops");
        let acyclic = cut_loops(body, &[], &HeadInvariants::default()).expect("there are no loops");
        Graph { pool, acyclic }
    }
}

pub struct Graph {
    pub pool: TermPool,
    pub acyclic: Acyclic,
}

/// `⋀ var = value`
pub fn equations(pool: &mut TermPool, state: &BTreeMap<VarId, Value>) -> Term {
    let mut parts = Vec::new();
    for (&var, value) in state {
        let sort = pool.variable(var).sort;
        let value = value.to_term(pool, sort, &mut BTreeMap::new()).expect("numbers and truth values are terms");
        let var = pool.var(var);
        parts.push(pool.eq(var, value));
    }
    pool.and(&parts)
}

/// The prover, for the terms of one pool. The questions are ground and linear, so that there always is an answer.
pub struct Questions {
    prover: Z3Session,
}

impl Questions {
    pub fn new() -> Questions {
        Questions { prover: Z3Session::new(SessionOptions::default()).expect("Z3 is part of the build") }
    }

    /// Are the formulas satisfiable together?
    pub fn satisfiable(&mut self, pool: &TermPool, formulas: &[Term]) -> bool {
        self.prover.push();
        for &formula in formulas {
            self.prover.assert(pool, formula);
        }
        let answer = self.prover.check(pool, &[], &Limit::resources(100_000_000));
        self.prover.pop();
        match answer {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown { reason, .. } => panic!("{reason}"),
        }
    }

    pub fn equivalent(&mut self, pool: &mut TermPool, a: Term, b: Term) -> bool {
        let same = pool.eq(a, b);
        let differ = pool.not(same);
        !self.satisfiable(pool, &[differ])
    }
}
