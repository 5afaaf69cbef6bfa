//! Contracts or inlining in place of calls: implementation in, `Body` without calls out.
//!
//! The body begins by assuming the `where` conditions and the preconditions and ends, in one exit block, by asserting the
//! postconditions. A call `outs := P(ins)` becomes
//!
//! ```text
//! formals := ins; assert requires; saved := modified globals; havoc outs, modified globals; assume where; assume ensures
//! ```
//!
//! A formal gets a variable of its own only where its argument could change under the call. A call of a procedure that its
//! author marked `{:inline n}` is expanded instead (`inline`).

use std::rc::Rc;

use invar_base::{Arena, Budget, Id, Span, Stop};
use invar_gcl::{
    BlockId, Check, CheckId, CheckKind, Clause, Cmd, CmdKind, Impl, ImplId, Local, Proc, ProcId, Program, Transfer,
    Trust,
};
use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Block, Body, Copied, Origin, Source, Step, StepKind};

mod inline;

pub use inline::verification_targets;

/// Expanding calls that expand calls may multiply blocks and steps; beyond this many there is no answer.
const MOST_BLOCKS: usize = 50_000;
const MOST_STEPS: usize = 1_000_000;

/// Why there is no body without calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotExpanded {
    /// It would have too many blocks or steps once its calls are expanded.
    TooLarge,
    Stopped(Stop),
}

/// Contracts or expanded bodies in place of calls.
pub fn contract_calls(
    pool: &mut TermPool,
    program: &Program,
    impl_id: ImplId,
    budget: &Budget,
) -> Result<Body, NotExpanded> {
    let implementation = &program.impls[impl_id];
    let mut lowering = Lowering {
        pool,
        program,
        blocks: Arena::new(),
        checks: Arena::new(),
        wheres: where_conditions(program, implementation),
        assumptions: Vec::new(),
        bodiless: FxHashSet::default(),
        copies: FxHashMap::default(),
        calls: 0,
        old_globals: FxHashMap::default(),
        budget,
        given_up: None,
        written: 0,
        steps: Vec::new(),
    };
    let entry = lowering.implementation(impl_id);
    let Lowering { blocks, checks, wheres, assumptions, copies, given_up, .. } = lowering;
    match given_up {
        Some(why) => Err(why),
        None => Ok(Body { blocks, entry, checks, wheres, assumptions, copies }),
    }
}

/// Is this the check that a body without contract calls itself no deeper? It is none of the program's: runs go past it.
pub fn is_recursion_limit(check: &Check) -> bool {
    check.never && check.kind == CheckKind::Precondition
}

fn where_conditions(program: &Program, implementation: &Impl) -> FxHashMap<VarId, Term> {
    let globals = program.globals.iter().map(|global| (global.var, global.where_));
    let locals = implementation.variables().map(|local| (local.var, local.where_));
    globals.chain(locals).filter_map(|(var, where_)| Some((var, where_?))).collect()
}

struct Lowering<'a> {
    pool: &'a mut TermPool,
    program: &'a Program,
    blocks: Arena<BlockId, Block>,
    checks: Arena<CheckId, Check>,
    wheres: FxHashMap<VarId, Term>,
    assumptions: Vec<String>,
    /// Called procedures whose assumptions are already listed.
    bodiless: FxHashSet<ProcId>,
    /// See `Body::copies`.
    copies: FxHashMap<VarId, Copied>,
    /// How many were expanded.
    calls: u32,
    /// The globals whose old values an implementation or its contract mentions, with those.
    old_globals: FxHashMap<ImplId, Rc<[(VarId, VarId)]>>,
    budget: &'a Budget,
    /// Set where it becomes clear that there will be no body.
    given_up: Option<NotExpanded>,
    /// Steps so far.
    written: usize,
    /// Of the block being written.
    steps: Vec<Step>,
}

/// One activation of a body: the implementation itself, or a call that is expanded in it.
struct Activation {
    impl_id: ImplId,
    /// How the body's variables are called here.
    names: FxHashMap<VarId, VarId>,
    /// The same as terms; also what `old(g)` is here.
    map: Substitution,
    /// The procedures that are being expanded around this one.
    chain: Vec<ProcId>,
    /// Where `return` goes.
    exit: BlockId,
}

impl Activation {
    fn name(&self, var: VarId) -> VarId {
        self.names.get(&var).copied().unwrap_or(var)
    }
}

impl Lowering<'_> {
    /// The exit block is the first, the entry block the last; the result is the entry.
    fn implementation(&mut self, impl_id: ImplId) -> BlockId {
        let implementation = &self.program.impls[impl_id];
        let proc = &self.program.procs[implementation.proc];
        let formals = formals_map(self.pool, proc, implementation);
        let exit = self.new_block("exit", implementation.span);
        let activation = Activation {
            impl_id,
            names: FxHashMap::default(),
            map: Substitution::new(),
            chain: vec![implementation.proc],
            exit,
        };
        let first = self.body(&activation);
        self.postconditions(proc, &formals);
        self.blocks[exit].steps = std::mem::take(&mut self.steps);
        self.preconditions(implementation, proc, &formals);
        let entry = self.new_block("entry", implementation.span);
        self.end_block(entry, vec![first]);
        entry
    }

    fn new_block(&mut self, label: &str, span: Span) -> BlockId {
        let label = self.pool.intern(label);
        self.blocks.push(Block { label, span, source: None, steps: Vec::new(), next: Vec::new() })
    }

    /// Gives a block the steps written so far.
    fn end_block(&mut self, id: BlockId, next: Vec<BlockId>) {
        self.blocks[id].steps = std::mem::take(&mut self.steps);
        self.blocks[id].next = next;
    }

    /// All blocks of an activation; the result is the one it starts with.
    fn body(&mut self, activation: &Activation) -> BlockId {
        let program = self.program;
        let implementation = &program.impls[activation.impl_id];
        let first = self.blocks.next_id();
        for (id, block) in implementation.blocks.iter() {
            let source = Some(Source { impl_id: activation.impl_id, block: id });
            let empty = Block { label: block.label, span: block.span, source, steps: Vec::new(), next: Vec::new() };
            self.blocks.push(empty);
        }
        let here = |id: BlockId| BlockId::from_index(first.index() + id.index());
        for (id, block) in implementation.blocks.iter() {
            let last = self.commands(activation, here(id), &block.cmds);
            let next = match &block.next {
                Transfer::Goto(targets) => targets.iter().map(|&target| here(target)).collect(),
                Transfer::Return => vec![activation.exit],
            };
            self.end_block(last, next);
        }
        here(implementation.entry)
    }

    /// Writes commands from the given block on; the result is the block that is being written at the end, another one if
    /// a call was expanded.
    fn commands(&mut self, activation: &Activation, mut current: BlockId, cmds: &[Cmd]) -> BlockId {
        for cmd in cmds {
            if self.given_up.is_some() {
                break;
            }
            match &cmd.kind {
                CmdKind::Assign(var, term) => {
                    let term = self.pool.substitute(*term, &activation.map);
                    self.push(StepKind::Assign(activation.name(*var), term), cmd.span, Origin::Text);
                }
                CmdKind::Havoc(var) => {
                    self.push(StepKind::Havoc(activation.name(*var)), cmd.span, Origin::Text);
                    self.assume_where(activation.name(*var), cmd.span, Origin::Text);
                }
                CmdKind::Assume(term) => {
                    let term = self.pool.substitute(*term, &activation.map);
                    self.push(StepKind::Assume(term), cmd.span, Origin::Text);
                }
                CmdKind::Assert(check, term) => {
                    let term = self.pool.substitute(*term, &activation.map);
                    let check = self.checks.push(self.program.checks[*check].clone());
                    self.push(StepKind::Assert(check, term), cmd.span, Origin::Text);
                }
                CmdKind::Call { callee, ins, outs } => {
                    let ins: Vec<Term> = ins.iter().map(|&arg| self.pool.substitute(arg, &activation.map)).collect();
                    let outs: Vec<VarId> = outs.iter().map(|&out| activation.name(out)).collect();
                    let expansion = inline::body_to_expand(self.program, *callee, &activation.chain);
                    if expansion.is_some() {
                        self.give_up_if_too_large();
                    }
                    match expansion.filter(|_| self.given_up.is_none()) {
                        Some(impl_id) => {
                            let expanded = inline::Expanded { impl_id, ins: &ins, outs: &outs, span: cmd.span };
                            current = self.expand(activation, current, expanded);
                        }
                        None => {
                            self.recursion_limit(*callee, cmd.span);
                            self.call(*callee, &ins, &outs, cmd.span);
                        }
                    }
                }
            }
        }
        current
    }

    /// A body that is neither expanded here nor verified on its own: what it checks is open, so its call must not happen.
    fn recursion_limit(&mut self, callee: ProcId, span: Span) {
        let Some(targets) = &self.program.targets else { return };
        let proc = &self.program.procs[callee];
        let is_target = targets.iter().any(|&target| self.program.impls[target].proc == callee);
        if proc.inline.is_none() || is_target {
            return;
        }
        let message = format!("`{}` calls itself and has no contract", self.program.proc_name(callee));
        let mut check = Check::new(CheckKind::Precondition, span);
        check.message = Some(message);
        check.never = true;
        let check = self.checks.push(check);
        self.push(StepKind::Assert(check, Term::FALSE), span, Origin::Call(callee));
    }

    fn give_up_if_too_large(&mut self) {
        if self.blocks.len() > MOST_BLOCKS || self.written > MOST_STEPS {
            self.given_up = Some(NotExpanded::TooLarge);
        } else if let Err(stop) = self.budget.check() {
            self.given_up = Some(NotExpanded::Stopped(stop));
        }
    }

    fn push(&mut self, kind: StepKind, span: Span, origin: Origin) {
        self.written += 1;
        self.steps.push(Step::new(kind, span, origin));
    }

    fn assume_where(&mut self, var: VarId, span: Span, origin: Origin) {
        if let Some(&condition) = self.wheres.get(&var) {
            self.push(StepKind::Assume(condition), span, origin);
        }
    }

    fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) {
        let program = self.program;
        let proc = &program.procs[callee];
        let origin = Origin::Call(callee);
        let mut changed: FxHashSet<VarId> = proc.modifies.iter().copied().collect();
        changed.extend(outs.iter().copied());
        let mut map = Substitution::new();
        for (formal, &arg) in proc.ins.iter().zip(ins) {
            let value = self.pin(arg, formal, &changed, span, origin);
            map.insert(formal.var, value);
        }
        self.call_preconditions(callee, proc, &map, span);
        self.save_old_globals(proc, &mut map, span, origin);
        let mut assignments = Vec::new();
        for (formal, &out) in proc.outs.iter().zip(outs) {
            // The callee's contract speaks of a global as the callee leaves it, before the result is written to it.
            let is_global = program.global(out).is_some();
            let result = if is_global { self.temporary(formal) } else { out };
            let value = self.pool.var(result);
            map.insert(formal.var, value);
            if result != out {
                assignments.push((out, value));
            }
            self.push(StepKind::Havoc(result), span, origin);
        }
        for &global in &proc.modifies {
            self.push(StepKind::Havoc(global), span, origin);
        }
        self.call_results(proc, &map, span, origin);
        for (out, value) in assignments {
            self.push(StepKind::Assign(out, value), span, origin);
        }
        self.list_assumptions(callee, proc);
    }

    /// What holds after a call: the `where` conditions of what changed, and the postconditions.
    fn call_results(&mut self, proc: &Proc, map: &Substitution, span: Span, origin: Origin) {
        for formal in &proc.outs {
            if let Some(condition) = formal.where_ {
                let condition = self.pool.substitute(condition, map);
                self.push(StepKind::Assume(condition), span, origin);
            }
        }
        for &global in &proc.modifies {
            self.assume_where(global, span, origin);
        }
        for clause in &proc.ensures {
            let condition = self.pool.substitute(clause.term, map);
            self.push(StepKind::Assume(condition), span, origin);
        }
    }

    fn temporary(&mut self, formal: &Local) -> VarId {
        self.pool.variant(formal.var)
    }

    /// The argument itself if the call cannot change it and it is small, else a variable that keeps its value.
    fn pin(&mut self, arg: Term, formal: &Local, changed: &FxHashSet<VarId>, span: Span, origin: Origin) -> Term {
        let simple = match self.pool.op(arg) {
            Op::Var(var) => !changed.contains(var),
            op => op.is_literal(),
        };
        if simple {
            return arg;
        }
        let var = self.temporary(formal);
        self.push(StepKind::Assign(var, arg), span, origin);
        self.pool.var(var)
    }

    fn call_preconditions(&mut self, callee: ProcId, proc: &Proc, map: &Substitution, span: Span) {
        for clause in &proc.requires {
            match clause.trust {
                Trust::Checked => {
                    let term = self.pool.substitute(clause.term, map);
                    let check = Check {
                        related: Some(clause.span),
                        message: clause.message.clone(),
                        ..Check::new(CheckKind::Precondition, span)
                    };
                    let check = self.checks.push(check);
                    self.push(StepKind::Assert(check, term), span, Origin::Call(callee));
                }
                Trust::AlwaysAssumed => {
                    let term = self.pool.substitute(clause.term, map);
                    self.push(StepKind::Assume(term), span, Origin::Call(callee));
                }
                Trust::Free => {}
            }
        }
    }

    /// `old(g)` in the callee's postcondition is g before the call: saved where the callee may change g.
    fn save_old_globals(&mut self, proc: &Proc, map: &mut Substitution, span: Span, origin: Origin) {
        let terms: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        for global in old_globals(self.pool, self.program, &terms) {
            let current = self.pool.var(global.var);
            if proc.modifies.contains(&global.var) {
                let saved = self.pool.variant(global.var);
                self.push(StepKind::Assign(saved, current), span, origin);
                let saved = self.pool.var(saved);
                map.insert(global.old, saved);
            } else {
                map.insert(global.old, current);
            }
        }
    }

    fn list_assumptions(&mut self, callee: ProcId, proc: &Proc) {
        if !self.bodiless.insert(callee) {
            return;
        }
        let name = self.program.proc_name(callee);
        if !self.program.impls.values().any(|implementation| implementation.proc == callee) {
            self.assumptions.push(format!("`{name}` has no body: its contract is taken on trust"));
        }
        if proc.ensures.iter().any(|clause| clause.trust != Trust::Checked) {
            self.assumptions.push(format!("the `free ensures` clauses of `{name}` are taken on trust"));
        }
        if proc.requires.iter().any(|clause| clause.trust == Trust::AlwaysAssumed) {
            self.assumptions.push(format!("the `always_assume` preconditions of `{name}` are taken on trust"));
        }
    }

    fn postconditions(&mut self, proc: &Proc, formals: &Substitution) {
        if proc.ensures.iter().any(|clause| clause.trust == Trust::AlwaysAssumed) {
            self.assumptions.push("the procedure's `always_assume` postconditions are taken on trust".to_string());
        }
        for clause in &proc.ensures {
            match clause.trust {
                Trust::Checked => {
                    let term = self.pool.substitute(clause.term, formals);
                    let check = Check { message: clause.message.clone(), ..own_check(clause) };
                    let check = self.checks.push(check);
                    self.push(StepKind::Assert(check, term), clause.span, Origin::Own);
                }
                Trust::AlwaysAssumed => {
                    let term = self.pool.substitute(clause.term, formals);
                    self.push(StepKind::Assume(term), clause.span, Origin::Own);
                }
                Trust::Free => {}
            }
        }
    }

    fn preconditions(&mut self, implementation: &Impl, proc: &Proc, formals: &Substitution) {
        let span = implementation.span;
        let program = self.program;
        let globals = program.globals.iter().map(|global| global.var);
        for var in globals.chain(implementation.variables().map(|local| local.var)) {
            self.assume_where(var, span, Origin::Own);
        }
        // The flag only records what a run went through, and has no influence on it.
        if let Some(approximations) = &program.approximations {
            let (flag, zero) = (self.pool.var(approximations.flag), self.pool.int(0));
            let nothing_yet = self.pool.eq(flag, zero);
            self.push(StepKind::Assume(nothing_yet), span, Origin::Own);
        }
        let mut free = false;
        for clause in &proc.requires {
            let term = self.pool.substitute(clause.term, formals);
            self.push(StepKind::Assume(term), clause.span, Origin::Own);
            free |= clause.trust != Trust::Checked;
        }
        if free {
            self.assumptions.push("the procedure's `free requires` clauses are taken on trust".to_string());
        }
        let terms: Vec<Term> = self.blocks.values().flat_map(|block| &block.steps).map(step_term).collect();
        for global in old_globals(self.pool, program, &terms) {
            let current = self.pool.var(global.var);
            self.push(StepKind::Assign(global.old, current), span, Origin::Own);
        }
    }
}

fn own_check(clause: &Clause) -> Check {
    Check::new(CheckKind::Postcondition, clause.span)
}

fn step_term(step: &Step) -> Term {
    match step.kind {
        StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) => term,
        StepKind::Havoc(_) => Term::TRUE,
    }
}

/// The globals whose entry value some term mentions.
fn old_globals<'a>(pool: &TermPool, program: &'a Program, terms: &[Term]) -> Vec<&'a invar_gcl::Global> {
    program.globals.with_old_among(&pool.free_vars_of(terms))
}

/// The procedure's formals as the implementation names them.
pub fn formals_map(pool: &mut TermPool, proc: &Proc, implementation: &Impl) -> Substitution {
    let ins = proc.ins.iter().zip(&implementation.ins);
    let outs = proc.outs.iter().zip(&implementation.outs);
    ins.chain(outs).map(|(formal, own)| (formal.var, pool.var(own.var))).collect()
}
